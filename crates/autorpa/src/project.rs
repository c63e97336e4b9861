//! The project file `autorpa.toml`: what holds for a folder and everything below it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use crate::{
    error::Error,
    home::{self, Home},
    request::ModelOptions,
};

/// Name of the file.
pub const FILE: &str = "autorpa.toml";

/// What a project file says. Paths in it are relative to its folder.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Project {
    /// Where functions and their receipts are kept.
    pub library: Option<PathBuf>,
    /// Where recordings, index and what was learned of apps are kept.
    pub home: Option<PathBuf>,
    /// Folders of task files; each is a suite named after the folder.
    pub tasks: Vec<PathBuf>,
    /// Which model is asked where no option says so.
    pub model: ProjectModel,
    /// What agents and functions may do.
    pub policy: ProjectPolicy,
}

/// Which model is asked.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProjectModel {
    /// The model, as PROVIDER:MODEL.
    pub llm: Option<String>,
    /// Where its service is.
    pub base_url: Option<String>,
    /// Tokens that may be spent by one command.
    pub budget_tokens: Option<u64>,
}

/// What agents and functions may do.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProjectPolicy {
    /// Apps that may be used; empty allows all that a task allows.
    pub allow_app: Vec<String>,
    /// Kinds of actions that are not done.
    pub forbid: Vec<String>,
}

impl Project {
    /// The project of a folder: its file, or that of the nearest folder above. None is no error.
    pub fn of(folder: &Path) -> Result<Self, Error> {
        let found = folder.ancestors().map(|it| it.join(FILE)).find(|it| it.is_file());
        match found {
            Some(file) => Self::read(&file),
            None => Ok(Self::default()),
        }
    }

    /// Read a project file.
    pub fn read(file: &Path) -> Result<Self, Error> {
        let text = home::read(file, "it has to be a text file")?;
        let mut project: Self = toml::from_str(&text)
            .map_err(|it| Error::usage(format!("{}: {}", file.display(), it.to_string().trim_end())))?;
        let folder = file.parent().unwrap_or(Path::new("."));
        let paths = project
            .library
            .iter_mut()
            .chain(&mut project.home)
            .chain(&mut project.tasks);
        for path in paths {
            *path = folder.join(&*path);
        }
        Ok(project)
    }

    /// The directories of a run: those that are named, else the project's, else the system's.
    pub fn home(&self, home: Option<&Path>, library: Option<&Path>) -> Result<Home, Error> {
        let named = home.map(Path::to_owned).or_else(|| self.home.clone());
        let data = match named {
            Some(data) => data,
            None => Home::data()?,
        };
        let library = library.map(Path::to_owned).or_else(|| self.library.clone());
        let library = library.unwrap_or_else(|| data.join("library"));
        Ok(Home::new(&data, library))
    }

    /// The same options with what the project says where they say nothing.
    pub fn model(&self, mut options: ModelOptions) -> ModelOptions {
        if options.llm.is_none() && options.cassette.is_none() {
            options.llm.clone_from(&self.model.llm);
            if options.llm_base_url.is_none() {
                options.llm_base_url.clone_from(&self.model.base_url);
            }
        }
        if let Some(tokens) = self.model.budget_tokens {
            options.budget_tokens = options.budget_tokens.min(tokens);
        }
        if options.allow_app.is_empty() {
            options.allow_app.clone_from(&self.policy.allow_app);
        }
        for kind in &self.policy.forbid {
            if !options.forbid.contains(kind) {
                options.forbid.push(kind.clone());
            }
        }
        options
    }
}

/// Folders with task files in them, of those that are named: the folder itself, else each folder in it. A file stands
/// for itself.
pub(crate) fn task_folders(folders: &[PathBuf]) -> Vec<PathBuf> {
    let has_tasks = |folder: &Path| {
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        files
            .into_iter()
            .any(|it| it.file_name().to_string_lossy().ends_with(".task.toml"))
    };
    let mut found = Vec::new();
    for folder in folders {
        if folder.is_file() || !folder.exists() || has_tasks(folder) {
            found.push(folder.clone());
            continue;
        }
        let inner = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut inner: Vec<PathBuf> = inner.map(|it| it.path()).filter(|it| has_tasks(it)).collect();
        inner.sort();
        found.extend(inner);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_above_holds_for_a_folder_and_its_paths_are_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let below = dir.path().join("a/b");
        fs::create_dir_all(&below).unwrap();
        let text = "library = \"functions\"\ntasks = [\"tasks\"]\n[policy]\nforbid = [\"long_press\"]\n";
        fs::write(dir.path().join(FILE), text).unwrap();
        let project = Project::of(&below).unwrap();
        assert_eq!(project.library, Some(dir.path().join("functions")));
        assert_eq!(project.tasks, [dir.path().join("tasks")]);
        let home = project.home(Some(Path::new("/tmp/h")), None).unwrap();
        assert_eq!(home.library, dir.path().join("functions"));
        // What is typed comes first.
        let home = project.home(None, Some(Path::new("own"))).unwrap();
        assert_eq!(home.library, Path::new("own"));
        assert_eq!(project.model(ModelOptions::default()).forbid, ["long_press"]);
    }

    #[test]
    fn an_unknown_key_is_named_with_its_place() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join(FILE);
        fs::write(&file, "libary = \"x\"\n").unwrap();
        let said = Project::read(&file).unwrap_err().to_string();
        assert!(said.contains("libary") && said.contains("line 1"), "{said}");
    }
}
