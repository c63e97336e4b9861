//! AutoRPA as a library: what somebody did once in a GUI becomes a function that does it again, for other values,
//! without a model.
//!
//! Everything that the command `autorpa` does beyond its arguments and its terminal is here. A front end makes an
//! [`Autorpa`], fills in a request, and hears of the work through an [`Observer`]:
//!
//! ```no_run
//! use autorpa::{Autorpa, BuildRequest, ExecRequest, Home};
//! use task::Params;
//!
//! # fn main() -> Result<(), autorpa::Error> {
//! let rpa = Autorpa::new(Home::of_the_system()?);
//! let built = rpa.build(&BuildRequest::new("MarkorCreateNote"))?;
//! let Some(function) = built.function else { return Ok(()) };
//! let values = [("file_name", "todo.txt"), ("text", "buy milk")];
//! let params: Params = values.into_iter().map(|(name, it)| (name.to_owned(), it.into())).collect();
//! let ran = rpa.exec(&ExecRequest::new(function.path, params))?;
//! println!("{}: {:?}", ran.recording.ending.outcome, ran.changes);
//! # Ok(())
//! # }
//! ```
//!
//! - [`Registry`]: which devices and suites there are, by name. [`Driver`] and [`Suite`] are what a new one implements.
//! - [`Home`]: where recordings, functions and what was learned of apps are kept.
//! - [`BuildRequest`], [`ExecRequest`], [`RunRequest`], [`BenchRequest`]: what can be asked for.
//! - [`Event`]: what is told on the way; [`Error`]: why a request ended early, with an exit code.

mod accept;
mod bench;
mod build;
mod built;
mod builtin;
mod demonstration;
mod error;
mod exec;
mod home;
mod imports;
mod junit;
mod listening;
mod model;
mod observer;
mod own;
mod params;
mod project;
mod ran;
mod react;
mod ready;
mod registry;
mod report;
mod request;
mod results;
mod resume;
mod rows;
mod run;
mod synth;
mod table;
mod touch;
mod unjudged;
mod veil;
mod witness;
mod workbench;

use std::{path::PathBuf, sync::Arc};

use device::Cancel;

pub use accept::AcceptedFunction;
pub use bench::Benched;
pub use build::load;
pub use built::Built;
pub use builtin::{AndroidWorld, EmulatorDriver, MiniWobSuite, PhoneDriver, WebDriver};
pub use demonstration::Demonstration;
pub use error::{Error, exit_codes};
pub use home::{Home, read, write};
pub use import::{Format, Script as ImportScript};
pub use imports::{ImportRequest, Imported};
pub use listening::{ListenRequest, Listening, Over, Said, ShownTask, Word, Words, WordsError};
pub use model::Model;
pub use observer::{Event, Nobody, Observer, Told};
pub use own::{TaskFolder, read_task_file};
pub use params::Goals;
pub use project::{FILE as PROJECT_FILE, Project};
pub use ran::Ran;
pub use registry::{Driver, Pool, Registry, Rights, Setup, Start, Suite, Terms};
pub use request::{
    Agent, BUILT_ON, BenchRequest, BuildRequest, ExecRequest, ExploreOptions, Fallback, HELD_OUT,
    LLM_VARIABLE, ModelOptions, NOBODY, Part, Pictures, REFINEMENTS, RoleModel, RowsRequest, RunRequest,
    Seeds, SeedsError, Tier, tier_name,
};
pub use results::results;
pub use rows::{RanRow, RanRows};
pub use run::Done;
pub use synth::{Candidate, Deciding, SynthAnswer, read_problem, synth};
pub use table::Report;

/// The library: where things are kept, what there is, who is told, and the flag that ends the work.
#[derive(Clone)]
pub struct Autorpa {
    /// Where things are kept.
    pub home: Home,
    /// Which devices and suites there are.
    pub registry: Registry,
    /// Who is told what happens.
    pub told: Told,
    /// The flag that ends the work.
    pub cancel: Cancel,
}

impl Autorpa {
    /// With what is built in, and nobody watching.
    pub fn new(home: Home) -> Self {
        Self {
            home,
            registry: Registry::built_in(),
            told: Told::new(Arc::new(Nobody)),
            cancel: Cancel::default(),
        }
    }

    /// Add the tasks of these folders and files: each is a suite named after its folder.
    pub fn with_tasks(mut self, paths: &[PathBuf]) -> Result<Self, Error> {
        for path in project::task_folders(paths) {
            let folder = TaskFolder::new(&path, &self.home.library, &self.registry, &self.cancel)?;
            self.registry.add_suite(Arc::new(folder));
        }
        Ok(self)
    }

    /// The same with somebody who watches.
    pub fn watched_by(mut self, observer: Arc<dyn Observer>) -> Self {
        self.told = Told::new(observer);
        self
    }
}
