//! The project file `autorpa.toml`: what holds for a folder and everything below it. `docs/project.md` lists its keys.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use llm::{Dollars, ModelError, Role};
use serde::Deserialize;
use thiserror::Error;

use crate::{
    error::Error,
    file_help::FileHelp,
    home::{self, Home},
    pages::BrowserOptions,
    policy::ProjectPolicy,
    request::{ModelOptions, RoleModel},
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
    /// Devices by names of one's own, each with the name that `--device` takes: `counter = "adb:10.0.0.7:5555"`.
    pub devices: BTreeMap<String, String>,
    /// What browser is started for pages.
    pub pages: BrowserOptions,
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
    /// Dollars that may be spent by one command.
    pub budget_usd: Option<f64>,
    /// Seconds to wait for one answer.
    pub timeout: Option<u64>,
    /// Whether no screenshots are sent.
    pub text_only: bool,
    /// The proxy to reach models through.
    pub proxy: Option<String>,
    /// Whether the builder is offered its tool as one also at a service that a URL names.
    pub tools: bool,
    /// Other models for single agents, as PROVIDER:MODEL, with `@URL` behind where their service is elsewhere.
    pub agents: BTreeMap<Role, String>,
}

/// What is wrong in a project file.
#[derive(Debug, Error)]
pub enum BadProject {
    /// It is no TOML, or has keys or values that do not belong there.
    #[error("{0}")]
    Form(String),
    /// Single agents have a model, and the others have none.
    #[error("[model.agents] names the models of single agents: name the others' with `llm`")]
    OnlyAgents,
    /// An agent's model is none.
    #[error("model.agents.{}: {why}", role.name())]
    Agent {
        /// The agent.
        role: Role,
        /// Why not.
        why: ModelError,
    },
    /// So many dollars can't be spent.
    #[error("model.budget_usd: {usd} is no amount of money")]
    Budget {
        /// What it says.
        usd: f64,
    },
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
        let text = home::read(file, FileHelp::Text)?;
        let mut project: Self = toml::from_str(&text)
            .map_err(|it| Error::in_file(file, BadProject::Form(it.to_string().trim_end().to_owned())))?;
        project.check(file)?;
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

    /// What only the whole file shows to be wrong.
    fn check(&self, file: &Path) -> Result<(), Error> {
        let wrong = |what| Error::in_file(file, what);
        if !self.model.agents.is_empty() && self.model.llm.is_none() {
            return Err(wrong(BadProject::OnlyAgents));
        }
        for (role, model) in &self.model.agents {
            RoleModel::parse(*role, model).map_err(|why| wrong(BadProject::Agent { role: *role, why }))?;
        }
        match self.model.budget_usd {
            Some(usd) if !(usd.is_finite() && usd > 0.0) => Err(wrong(BadProject::Budget { usd })),
            Some(_) | None => Ok(()),
        }
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
            if options.llm_for.is_empty() {
                let own = self.model.agents.iter();
                // What does not parse was refused when the file was read.
                options.llm_for = own
                    .filter_map(|(role, it)| RoleModel::parse(*role, it).ok())
                    .collect();
            }
            if options.llm_base_url.is_none() {
                options.llm_base_url.clone_from(&self.model.base_url);
            }
        }
        if let Some(tokens) = self.model.budget_tokens {
            options.budget_tokens = options.budget_tokens.min(tokens);
        }
        let most = self.model.budget_usd.map(Dollars::new);
        options.budget_usd = match (options.budget_usd, most) {
            (Some(typed), Some(most)) => Some(typed.min(most)),
            (typed, most) => typed.or(most),
        };
        if options.llm_timeout == ModelOptions::default().llm_timeout {
            options.llm_timeout = self.model.timeout.unwrap_or(options.llm_timeout);
        }
        options.text_only |= self.model.text_only;
        options.llm_tools |= self.model.tools;
        if options.llm_proxy.is_none() {
            options.llm_proxy.clone_from(&self.model.proxy);
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
    use crate::{Autorpa, pages::PageOptions};

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
        let rpa = Autorpa::new(home).in_project(project.clone(), PageOptions::default(), &[]);
        // Its folder of tasks is not there.
        assert!(rpa.is_err());
    }

    #[test]
    fn an_unknown_key_is_named_with_its_place() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join(FILE);
        fs::write(&file, "libary = \"x\"\n").unwrap();
        let said = Project::read(&file).unwrap_err().to_string();
        assert!(said.contains("libary") && said.contains("line 1"), "{said}");
    }

    fn of(text: &str) -> Result<Project, Error> {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join(FILE);
        fs::write(&file, text).unwrap();
        Project::read(&file)
    }

    /// The file that the documentation shows is one.
    #[test]
    fn the_documented_file_is_read_whole() {
        let page = include_str!("../../../docs/project.md");
        let text = page.split("```toml").nth(1).and_then(|it| it.split("```").next());
        let project = of(text.unwrap()).unwrap();
        assert_eq!(project.devices["counter"], "adb:10.0.0.7:5555");
        let options = project.model(ModelOptions::default());
        assert_eq!(options.llm.as_deref(), Some("anthropic:claude-sonnet-5"));
        assert_eq!(options.llm_for.len(), 1);
        assert_eq!(options.llm_for[0].role, Role::Builder);
        assert_eq!(
            options.llm_for[0].base_url.as_deref(),
            Some("http://127.0.0.1:8080/v1")
        );
        assert_eq!(options.budget_usd, Some(Dollars::new(2.5)));
        assert_eq!((options.llm_timeout, options.text_only), (120, true));
        assert_eq!(options.llm_proxy.as_deref(), Some("http://proxy.example:3128"));
        assert!(options.llm_tools);
        let pages = &project.pages;
        assert!(pages.headed && pages.slow == 250 && pages.user_agent.is_some() && pages.proxy.is_some());
        assert_eq!(pages.viewport, "1280x800".parse().ok());
        assert_eq!(pages.locale, "de-DE".parse().ok());
        // Nothing of the file's is left out of the page.
        for key in KEYS {
            assert!(page.contains(&format!("`{key}`")), "{key}");
        }
    }

    const KEYS: [&str; 29] = [
        "library",
        "home",
        "tasks",
        "devices",
        "llm",
        "base_url",
        "budget_tokens",
        "budget_usd",
        "timeout",
        "text_only",
        "proxy",
        "tools",
        "agents",
        "allow_app",
        "forbid",
        "allow_origin",
        "irreversible",
        "consent",
        "hours",
        "time_zone",
        "rows_a_day",
        "signed_by",
        "model",
        "pages",
        "headed",
        "slow",
        "user_agent",
        "viewport",
        "locale",
    ];

    #[test]
    fn what_is_typed_comes_before_what_the_file_says_and_no_budget_grows() {
        let text = "[model]\nllm = \"openai:a\"\nbudget_usd = 1.0\ntimeout = 5\n[model.agents]\nbuilder = \"openai:b\"";
        let project = of(text).unwrap();
        let typed = |usd: f64| ModelOptions {
            llm: Some("openai:c".to_owned()),
            budget_usd: Some(Dollars::new(usd)),
            llm_timeout: 7,
            ..ModelOptions::default()
        };
        let options = project.model(typed(0.5));
        assert_eq!(options.llm.as_deref(), Some("openai:c"));
        // The agents' models belong to the model that the file names.
        assert!(options.llm_for.is_empty());
        assert_eq!(
            (options.budget_usd, options.llm_timeout),
            (Some(Dollars::new(0.5)), 7)
        );
        assert_eq!(project.model(typed(9.0)).budget_usd, Some(Dollars::new(1.0)));
    }

    #[test]
    fn no_option_is_wider_than_the_policy() {
        let project = of(
            "[policy]\nallow_app = [\"Markor\", \"Clock\"]\nforbid = [\"long_press\"]\nirreversible = [\"send\"]",
        );
        let home = Home::new(Path::new("/nowhere"), "/nowhere/library".into());
        let rpa = Autorpa::new(home)
            .in_project(project.unwrap(), PageOptions::default(), &[])
            .unwrap();
        let limits = |apps: &[&str]| {
            rpa.limits(&ModelOptions {
                allow_app: apps.iter().map(|it| (*it).to_owned()).collect(),
                forbid: vec!["swipe".to_owned()],
                ..ModelOptions::default()
            })
        };
        let unsaid = limits(&[]).unwrap();
        assert_eq!(unsaid.apps, ["Markor", "Clock"]);
        assert_eq!(unsaid.forbidden, ["swipe", "long_press"]);
        assert_eq!(unsaid.lasting.map(|it| it.len()), Some(1));
        assert_eq!(limits(&["Clock"]).unwrap().apps, ["Clock"]);
        let said = limits(&["Clock", "Camera"]).unwrap_err().to_string();
        assert!(said.contains("`Camera`"), "{said}");
    }

    #[test]
    fn what_can_not_be_meant_is_said_with_its_key() {
        for (text, said) in [
            (
                "[model]\nllm = \"openai:a\"\n[model.agents]\nbilder = \"openai:b\"",
                "bilder",
            ),
            (
                "[model]\nllm = \"openai:a\"\n[model.agents]\nbuilder = \"nobody\"",
                "model.agents.builder",
            ),
            ("[pages]\nviewport = \"wide\"", "1280x800"),
            // Whose browser it is, nobody but its owner says.
            ("[pages]\nprofile = \"/home/ada/.config/chromium\"", "profile"),
            ("[model.agents]\nbuilder = \"openai:b\"", "`llm`"),
            ("[model]\nbudget_usd = -1.0", "budget_usd"),
            ("[policy]\nirreversible = [\"delet\"]", "delete, send, pay"),
            ("[policy]\nhours = \"8-18\"", "no window of the day"),
            ("[policy]\ntime_zone = \"Nowhere\"", "`Nowhere`"),
            ("[policy]\nsigned_by = [\"me\"]", "ed25519:"),
            ("[policy]\nrows_a_day = -1", "rows_a_day"),
            // A folder that somebody else made runs no commands here.
            ("[model]\nkey_command = \"cat key\"", "key_command"),
        ] {
            let error = of(text).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
