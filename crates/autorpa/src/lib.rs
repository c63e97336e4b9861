//! AutoRPA as a library: what somebody did once in a GUI becomes a function that does it again, for other values,
//! without a model.
//!
//! Everything that the command `autorpa` does beyond its arguments and its terminal is here. A front end makes an
//! [`Autorpa`], fills in a request, and hears of the work through an [`Observer`]:
//!
//! ```ignore
#![doc = include_str!("../examples/first.rs")]
//! ```
//!
//! (`examples/first.rs`; a test runs it.) Nothing else need be depended on: values, recordings, devices and screens are
//! re-exported here, the single types where requests and answers name them, and the crates [`device`], [`picture`], [`task`]
//! and [`ui`] for whoever adds a device or a suite. A message that says what would help names a [`settings::Setting`] or a
//! [`settings::Call`]: the field of a request, or the request; a front end that calls these otherwise says so once, with
//! [`settings::say_with`].
//!
//! - [`Autorpa`]: the library, open. Its methods are the work: [`build`](Autorpa::build), [`exec`](Autorpa::exec),
//!   [`run`](Autorpa::run), [`bench`](Autorpa::bench), [`queue_run`](Autorpa::queue_run), [`listen`](Autorpa::listen), [`import`](Autorpa::import).
//! - [`Registry`]: which devices and suites there are, by name. [`Driver`] and [`Suite`] are what a new one implements.
//! - [`Home`]: where recordings, functions and what was learned of apps are kept.
//! - [`BuildRequest`], [`ExecRequest`], [`RunRequest`], [`BenchRequest`]: what can be asked for.
//! - [`Event`]: what is told on the way, as data where a front end decides how to show it; [`Error`]: why a request
//!   ended early, with an exit code; [`Cancel`]: the flag that ends the work from another thread.

mod accept;
mod acting;
mod answered;
mod asking;
mod audit;
mod bad_start;
mod bench;
mod bench_v1;
mod beside;
mod build;
mod built;
mod builtin;
mod called;
mod came_to_be;
mod codes;
mod counts;
mod demonstration;
mod doctor;
mod draft;
mod edited;
mod effects;
mod error;
mod exec;
mod export;
mod file_help;
mod film;
mod found_task;
mod healing;
mod home;
mod imports;
mod index;
mod junit;
mod listed;
mod listening;
mod logins;
mod look;
mod model;
mod mutation;
mod named;
mod needed_login;
mod new_task;
mod observer;
mod offer;
mod options;
mod original;
mod own;
mod pages;
mod params;
mod permission;
mod perturb;
mod policy;
mod project;
mod queued;
mod ran;
mod react;
mod read_back;
mod ready;
mod recorded;
mod registry;
mod report;
mod request;
mod results;
mod resume;
mod rows;
mod run;
mod run_list;
mod said;
mod saved;
mod schema_of;
mod script_check;
mod shell;
mod shown;
mod signing;
mod synth;
mod table;
mod telling;
mod token;
mod touch;
mod traces;
mod typed;
mod unjudged;
mod veil;
mod watching;
mod witness;
mod words;
mod workbench;
mod writes;

use std::{
    collections::{BTreeMap, HashSet},
    path::PathBuf,
    sync::Arc,
};

pub use compiler::understood::{Open, Understood};
pub use device::{Cancel, DeviceError, Environment, EnvironmentError, Verdict};
pub use device_web::{DevTools, Ears, Window};
pub use library::{Function, Receipt};
pub use llm::{Dollars, Role, Target};
pub use task::{Instance, Params, Template, Value};
pub use trajectory::{Code, Diagnostic, Ending, Outcome, Recording, RecordingId};
pub use {device, picture, queue, settings, task, ui};

pub use accept::AcceptedFunction;
pub use audit::{Anchor, Audit, AuditFault, BadAnchor, BadEntry, Deed, Front, Verified};
pub use bench::Benched;
pub use beside::become_program;
pub use build::load;
pub use built::{Against, Built, WhyUnverified};
pub use builtin::{AndroidWorld, EmulatorDriver, MiniWobSuite, PhoneDriver, WebDriver};
pub use called::{ArgumentError, Called};
pub use demonstration::{Demonstration, came_to, verdict_lines};
pub use doctor::{Examined, Health};
pub use effects::Effects;
pub use error::{Error, NeedsModel, Unfit, exit_codes};
pub use export::{ExportForm, ExportRequest, Exported, openapi, tell_recording};
pub use file_help::FileHelp;
pub use film::{Alike, Failure, Film, Frame, View};
pub use found_task::FoundTask;
pub use healing::{HealRequest, Healing, NoProof, NotProposed, Unproven, Update, WhyNot};
pub use home::{Home, read, write};
pub use import::{Format, Script as ImportScript};
pub use imports::{ImportRequest, Imported};
pub use index::FoundRecordings;
pub use listening::{ListenRequest, Listening, ShownTask, next_line};
pub use logins::{KeptLoginError, LoggingIn, LoginRequest, Logins, NoKeptLogin, NoLoginKey};
pub use look::Looked;
pub use model::Model;
pub use named::{NoSuchName, read_outcome, read_tier};
pub use new_task::{in_short, new_task};
pub use observer::{Audience, BuildEvent, Doing, Event, NeededLogin, Nobody, Observer, Question};
pub use offer::{Offer, Secret, Taken};
pub use original::OriginalDriver;
pub use own::{TaskFolder, read_task_file};
pub use pages::{Auth, BadBrowser, BrowserOptions, Locale, PageOptions, Proxy, Viewport};
pub use params::{Goals, ParamError, read_param, typed_params};
pub use perturb::Perturb;
pub use policy::{BadWord, ProjectPolicy};
pub use project::{FILE as PROJECT_FILE, Project};
pub use queued::{
    QueueAddRequest, QueueRan, QueueRetryRequest, QueueRunRequest, dead_json, metrics, status_json,
    status_line, twins, worker_line,
};
pub use ran::Ran;
pub use recorded::{is_refusal, steps_of};
pub use registry::{Driver, Leased, Need, Pool, Registry, Rights, Setup, Start, Suite, Terms, may_look_at};
pub use report::REPORT_STYLE;
pub use request::{
    Agent, Asks, BUILT_ON, BenchRequest, BuildRequest, ExecRequest, ExploreOptions, Fallback, HELD_OUT,
    LLM_VARIABLE, ModelOptions, NOBODY, Part, Pictures, REFINEMENTS, RoleModel, RoleModelError, RowsRequest,
    RunRequest, Seeds, SeedsError, Tier, read_seed, tier_name,
};
pub use results::results;
pub use rows::{RanRow, RanRows};
pub use run::Done;
pub use run_list::{LastRuns, ListedRun, RunFilter, RunList, RunPage};
pub use said::{Over, Said, StepSoFar};
pub use saved::SavedFile;
pub use script_check::{CheckedScript, NotHeld};
pub use shell::quoted;
pub use signing::{BadKey, PublicKey, SignedFunction};
pub use synth::{Candidate, Deciding, SynthAnswer, read_problem, synth};
pub use table::Report;
pub use telling::{BadTell, CommandLine, Tell, Webhook};
pub use token::{NoRandomness, Token};
pub use traces::{SPANS, Traces, is_silent, sends_traces, traces};
pub use typed::{NotOne, Typed};
pub use unjudged::{Answerable, AnswerableValue, NotAnswered, NotChosen, Questions, Role as ValueRole};
pub use watching::{BadPause, WatchRequest, Watched, read_pause};
pub use words::{Example, FileToDo, Word, WordError, Words, WordsError};

/// A function as steps that a person looks at and changes.
pub mod outline {
    pub use compiler::outline::{Arm, Edit, Inner, Node, NotEdited, Outline, Way};

    pub use crate::edited::{Outlined, Reverified, Shot};
}

/// What [`Error::Usage`] holds: a type for each part of the library that refuses, with what it found as fields.
///
/// ```
/// use autorpa::{Error, usage::NotAccepted};
///
/// fn was_edited(error: &Error) -> bool {
///     match error {
///         Error::Usage(why) => matches!(why.downcast_ref(), Some(NotAccepted::Edited { .. })),
///         _ => false,
///     }
/// }
/// ```
pub mod usage {
    pub use crate::{
        accept::NotAccepted,
        bad_start::BadStart,
        bench::{NoPlan, NotMeasured, RunsAlready},
        build::NotBuilt,
        demonstration::NotARecording,
        edited::EditError,
        error::{InFile, Several},
        export::NotExported,
        found_task::NoSuchTask,
        healing::{NotRepaired, NothingToAccept},
        home::NoHome,
        imports::NotImported,
        listening::{NoPage, example::NoExample},
        model::{NoKey, NoModel},
        new_task::NotWritten,
        options::Apart,
        own::{BadFolder, NotTelling},
        params::NoParams,
        policy::OutsidePolicy,
        project::BadProject,
        queued::{Changed, NoHow, NoRecord, NotQueued, NotTravelled},
        ready::{NotReady, OneAtATime},
        recorded::NotNamed,
        registry::{NotOffered, UnknownTypes},
        results::{NoReport, NoResults},
        rows::{BadLine, BadRows, NoLedger, NoLine},
        run::NobodyAgrees,
        signing::BadSigningKey,
        synth::BadProblem,
        unjudged::{NoDevice, NoRecording},
        watching::NotWatched,
    };
}

/// What [`Error::Ended`] holds, as far as it comes from this library.
pub mod ending {
    pub use crate::{
        bench::Stopped,
        built::NotVerified,
        demonstration::NotDone,
        imports::{BrokeOff, NotPlayed},
        queued::NotAllRun,
        ran::NotReached,
        rows::NotAllReached,
        run::{NoFunction, NoPage},
        unjudged::{NoCode, NotTwice},
    };
}

/// The library: where things are kept, what there is, who is told, and the flag that ends the work.
#[derive(Clone)]
pub struct Autorpa {
    /// Where things are kept.
    pub home: Home,
    /// How pages are opened.
    pub pages: PageOptions,
    /// Where the files stay that runs save; `None` is a folder for each run in the home.
    pub downloads: Option<PathBuf>,
    /// Which devices and suites there are.
    pub registry: Registry,
    /// Who is told what happens.
    pub told: Audience,
    /// The flag that ends the work.
    pub cancel: Cancel,
    /// Through what somebody works with it, for the audit log.
    pub front: Front,
    /// The project that it works in: which model is asked where no request names one, and the policy.
    pub project: Project,
    /// Who is told outside of what has run.
    outside: Option<telling::Outside>,
}

impl Autorpa {
    /// With what is built in, and nobody watching.
    pub fn new(home: Home) -> Self {
        Self {
            registry: Registry::built_in(&home),
            home,
            pages: PageOptions::default(),
            downloads: None,
            told: Audience::new(Arc::new(Nobody)),
            cancel: Cancel::default(),
            front: Front::default(),
            project: Project::default(),
            outside: None,
        }
    }

    /// Within a project: under its policy, with its model and its devices, with its tasks behind those that are named, and
    /// with pages that are opened so. Devices and tasks that were added before are not under the policy: this comes first.
    pub fn in_project(
        mut self,
        mut project: Project,
        pages: PageOptions,
        tasks: &[PathBuf],
    ) -> Result<Self, Error> {
        // A folder that is named twice is one.
        let mut known = HashSet::new();
        let mut tasks: Vec<PathBuf> = tasks.iter().chain(&project.tasks).cloned().collect();
        tasks.retain(|it| known.insert(it.canonicalize().unwrap_or_else(|_| it.clone())));
        project.tasks.clone_from(&tasks);
        let devices = project.devices.clone();
        self.project = project;
        self.with_pages(pages).with_devices(&devices)?.with_tasks(&tasks)
    }

    /// Give devices further names: those of a project file.
    pub fn with_devices(mut self, devices: &BTreeMap<String, String>) -> Result<Self, Error> {
        for (name, device) in devices {
            self.registry.name_device(name, device)?;
        }
        Ok(self)
    }

    /// Add the tasks of these folders and files: each is a suite named after its folder.
    pub fn with_tasks(mut self, paths: &[PathBuf]) -> Result<Self, Error> {
        for path in project::task_folders(paths) {
            let folder = TaskFolder::new(&path, &self.home.library, &self.registry, &self.cancel)?;
            self.registry.add_suite(Arc::new(folder));
        }
        Ok(self)
    }

    /// The same with pages that are opened so.
    pub fn with_pages(mut self, pages: PageOptions) -> Self {
        let pages = PageOptions {
            within: self.project.policy.allow_origin.clone(),
            ..pages
        };
        let web = WebDriver::new(self.logins(), pages.clone());
        self.registry.add_device(Arc::new(web));
        self.pages = pages;
        self
    }

    /// The same with somebody who watches.
    pub fn watched_by(mut self, observer: Arc<dyn Observer>) -> Self {
        self.told = Audience::new(observer);
        self
    }

    /// The task types for which the library has a function, each with its suite before it, and whether the function is
    /// trusted.
    pub fn task_types_with_functions(&self) -> Result<BTreeMap<(String, String), bool>, Error> {
        let listed = library::Library::open(&self.home.library).list();
        let functions = listed.map_err(Error::kept)?.functions;
        let of = |it: &Function| (it.receipt.suite.clone(), it.receipt.task_type.clone());
        Ok(functions.iter().map(|it| (of(it), it.trusted())).collect())
    }
}
