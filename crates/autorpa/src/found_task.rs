//! The task that another program names: a task file of the project, or a task type.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use task::file::SUFFIX;
use thiserror::Error as ThisError;

use crate::{
    Autorpa,
    error::Error,
    own::{files_in, read_task_file, suite_name},
    project::task_folders,
};

/// A task that is there.
#[derive(Clone)]
pub struct FoundTask {
    /// The library, with the task's folder read anew.
    pub rpa: Autorpa,
    /// Its suite.
    pub suite: String,
    /// Its task type.
    pub task_type: String,
    /// Whether it takes values of the caller's; else its seed makes them.
    pub takes_values: bool,
}

/// Why a path names no task.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum NoSuchTask {
    /// The path leads, or could lead, out of the project's folders of tasks.
    #[error(
        "`{named}` is not below the project's folders of tasks: name a file by its path in them, without `..`"
    )]
    Elsewhere {
        /// What was named.
        named: String,
    },
    /// No file of the project is called so.
    #[error("the project has no task file `{named}`; {}", there_are(.known))]
    NoFile {
        /// What was named.
        named: String,
        /// Those that it has.
        known: Vec<String>,
    },
    /// Several are.
    #[error("`{named}` could be {}: name more of the path", .files.join(" or "))]
    Several {
        /// What was named.
        named: String,
        /// Those that it could be.
        files: Vec<String>,
    },
}

fn there_are(files: &[String]) -> String {
    match files {
        [] => "it has none (`tasks` of the project file says where they are)".to_owned(),
        files => format!("it has {}", files.join(", ")),
    }
}

/// A task file of the project.
struct Listed {
    /// What the project names: the file, or the folder that is a suite.
    of: PathBuf,
    file: PathBuf,
    /// Its path, as it is told.
    told: String,
    /// Whether it lies, links followed, below what the project file names.
    is_inside: bool,
}

impl Autorpa {
    /// The task with this name: the path of a task file below the project's folders of tasks, or a task type, of a suite
    /// where several have it. Files are read anew each time.
    ///
    /// # Errors
    ///
    /// There is no such task, or its file is wrong; a path leads out of the project's folders of tasks.
    pub fn find_task(&self, named: &str, suite: Option<&str>) -> Result<FoundTask, Error> {
        let is_path = named.ends_with(SUFFIX) || named.contains(['/', '\\']);
        let (rpa, suite, task_type) = match is_path {
            true => {
                let listed = self.task_file(named).map_err(Error::usage)?;
                let task_type = read_task_file(&listed.file)?.name;
                let rpa = self.clone().with_tasks(std::slice::from_ref(&listed.of))?;
                let folder = listed.file.parent().unwrap_or(Path::new("."));
                let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
                let suite = rpa.registry.suite(&suite_name(&folder))?;
                (rpa, suite, task_type)
            }
            false => {
                let rpa = self.clone().with_tasks(&self.project.tasks)?;
                let suite = rpa.registry.suite_of(named, suite, None)?;
                (rpa, suite, named.to_owned())
            }
        };
        Ok(FoundTask {
            takes_values: suite.parameters(&task_type)?.is_some(),
            suite: suite.name().to_owned(),
            rpa,
            task_type,
        })
    }

    /// The file that a path means. What is named is compared with what is there, and never opened itself.
    fn task_file(&self, named: &str) -> Result<Listed, NoSuchTask> {
        let elsewhere = || NoSuchTask::Elsewhere {
            named: named.to_owned(),
        };
        let mut wanted = PathBuf::new();
        for part in Path::new(named).components() {
            match part {
                Component::Normal(it) => wanted.push(it),
                Component::CurDir => {}
                _ => return Err(elsewhere()),
            }
        }
        let all: Vec<Listed> = self.project.tasks.iter().flat_map(|it| listed(it)).collect();
        let told = |it: &Listed| it.told.clone();
        let known = all.iter().filter(|it| it.is_inside).map(told).collect();
        let mut fitting: Vec<Listed> = all.into_iter().filter(|it| it.file.ends_with(&wanted)).collect();
        match fitting.len() {
            1 => match fitting.remove(0) {
                it if it.is_inside => Ok(it),
                _ => Err(elsewhere()),
            },
            0 => Err(NoSuchTask::NoFile {
                named: named.to_owned(),
                known,
            }),
            _ => Err(NoSuchTask::Several {
                named: named.to_owned(),
                files: fitting.iter().map(told).collect(),
            }),
        }
    }
}

/// The task files of what a project names.
fn listed(root: &Path) -> Vec<Listed> {
    let Ok(within) = fs::canonicalize(root) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for of in task_folders(&[root.to_owned()]) {
        let files = match of.is_file() {
            true => vec![of.clone()],
            false => files_in(&of).unwrap_or_default(),
        };
        all.extend(files.into_iter().map(|file| {
            let below = root.parent().and_then(|it| file.strip_prefix(it).ok());
            Listed {
                told: below.unwrap_or(&file).display().to_string(),
                is_inside: fs::canonicalize(&file).is_ok_and(|it| it.starts_with(&within)),
                of: of.clone(),
                file,
            }
        }));
    }
    all
}
