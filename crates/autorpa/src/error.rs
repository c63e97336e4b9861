//! Why a command ended early: a message that says what would help, and an exit code.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use compiler::world::WorldError;
use device::{DeviceError, EnvironmentError};
use settings::{Call, Request, Setting};
use thiserror::Error;
use trajectory::Outcome;

use crate::file_help::FileHelp;

/// Exit code of what no ending of the work is: a disk that is full, a home that is damaged.
const UNEXPECTED: u8 = 1;
/// Exit code of what was typed wrong; clap uses the same.
const USAGE: u8 = 2;

/// Every way a command can end: exit code, name, meaning.
pub fn exit_codes() -> impl Iterator<Item = (u8, &'static str, &'static str)> {
    let outcomes = Outcome::ALL.map(|it| (it.exit_code(), it.name(), it.meaning()));
    let others = [
        (
            UNEXPECTED,
            "error",
            "a file or the server of a queue can't be read or written, or what is kept is damaged",
        ),
        (USAGE, "usage", "what was typed does not fit; nothing was done"),
    ];
    let mut all: Vec<_> = outcomes.into_iter().chain(others).collect();
    all.sort_by_key(|it| it.0);
    all.into_iter()
}

/// What needs a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeedsModel {
    /// The agent that takes over from a function.
    Fallback,
    /// The agent that a bench measures.
    Agent,
    /// The tier that is the paper's agents.
    Tier,
}

impl NeedsModel {
    /// What would do as well.
    fn or_else(self) -> String {
        match self {
            NeedsModel::Fallback => ", or set the key of a provider".to_owned(),
            NeedsModel::Agent => String::new(),
            NeedsModel::Tier => format!(", or a {} to replay", Setting::Cassette),
        }
    }
}

impl fmt::Display for NeedsModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let needs = match self {
            NeedsModel::Fallback => Setting::Fallback.to("react"),
            NeedsModel::Agent => Setting::Agent.to("react"),
            NeedsModel::Tier => Setting::Tier.to("model"),
        };
        write!(f, "{needs}")
    }
}

/// Why nothing can be built from a recording.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// It shows another kind of task.
    #[error("is of the task type `{shows}`, not of `{wanted}`")]
    OtherTask {
        /// What it shows.
        shows: String,
        /// What is built.
        wanted: String,
    },
    /// It does not show how the task is done.
    #[error("does not end with the task done ({outcome}): a function is built from what worked")]
    NotDone {
        /// How it ended.
        outcome: Outcome,
    },
    /// Something was done that could not be recorded.
    #[error("has a gap after step {after}: {text}\nhelp: show it again, and do this another way")]
    Gap {
        /// The step before it.
        after: usize,
        /// What was done.
        text: String,
    },
    /// Another recording shows the same instance.
    #[error("shows instance {seed} again; name one recording for an instance")]
    Again {
        /// Seed of the instance.
        seed: u64,
    },
    /// Its instance reads otherwise today.
    #[error("is of another instance {seed}: \"{goal}\"\nhelp: record it again with this version")]
    OtherInstance {
        /// Seed of the instance.
        seed: u64,
        /// Its goal, as it was recorded.
        goal: String,
    },
}

/// What is wrong in a file.
#[derive(Debug, Error)]
#[error("{}: {found}", path.display())]
pub struct InFile<E: fmt::Debug + fmt::Display> {
    /// The file.
    pub path: PathBuf,
    /// What.
    pub found: E,
}

/// Several findings, a line each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several<E>(pub Vec<E>);

impl<E: fmt::Display> fmt::Display for Several<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, it) in self.0.iter().enumerate() {
            let end = if n == 0 { "" } else { "\n" };
            write!(f, "{end}{it}")?;
        }
        Ok(())
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Several<E> {}

/// A near name, as a question.
fn meant(near: Option<&String>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// A command's error.
#[derive(Debug, Error)]
pub enum Error {
    /// Something that was typed does not fit: what, and what would, in a type of the module that found it.
    #[error(transparent)]
    Usage(Box<dyn std::error::Error + Send + Sync>),
    /// There is nothing of this name.
    #[error("there is no {what} `{name}`{}\nhelp: there are {}", meant(near.as_ref()), known.join(", "))]
    Unknown {
        /// What it would be: a device, a suite.
        what: &'static str,
        /// The name.
        name: String,
        /// The name that is nearest to it.
        near: Option<String>,
        /// All names that there are.
        known: Vec<String>,
    },
    /// A newer AutoRPA wrote a file that is gone on with.
    #[error("{} has format version {found}; this AutoRPA reads up to {newest}\nhelp: update AutoRPA, or begin anew", path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version that is read.
        newest: u32,
    },
    /// Several suites have a task type of this name.
    #[error(
        "{} suites have a task type `{task_type}`: {}\nhelp: say which with {:#}",
        suites.len(),
        suites.join(", "),
        Setting::Suite
    )]
    SeveralSuites {
        /// The task type.
        task_type: String,
        /// The suites.
        suites: Vec<String>,
    },
    /// A model would have to be asked, and there is none.
    #[error("{for_what} needs a model: name one with {:#}{}", Setting::Llm, for_what.or_else())]
    NoModel {
        /// For what.
        for_what: NeedsModel,
    },
    /// Nothing can be built from a recording.
    #[error("recording {name} {why}")]
    UnfitRecording {
        /// Its name, as it was given.
        name: String,
        /// Why not.
        why: Unfit,
    },
    /// An instance that is only measured was asked for.
    #[error(
        "seed {seed} is a final one: from {} on instances are only measured, by `{}`\nhelp: take a seed below {}",
        task::FINAL,
        Call::new(Request::Bench).set(Setting::Final),
        task::FINAL
    )]
    FinalSeed {
        /// The seed.
        seed: u64,
    },
    /// A suite has no final seeds.
    #[error(
        "the instances of {suite} are its owner's, and none is kept for {}\nhelp: name them with {}",
        Setting::Final,
        Setting::Seeds
    )]
    NoFinalSeeds {
        /// The suite.
        suite: String,
    },
    /// A file could not be read or written.
    #[error("{}: {source}\nhelp: {help}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
        /// What would help.
        help: FileHelp,
    },
    /// Something kept on disk is damaged or can't be kept: what the keeper said.
    #[error(transparent)]
    Kept(Box<dyn std::error::Error + Send + Sync>),
    /// The environment failed.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// Work ended with a named outcome that is not success. The types of its reasons are in [`crate::ending`].
    #[error("{why}")]
    Ended {
        /// Its name.
        outcome: Outcome,
        /// Why.
        why: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// What is ended by a device that did not do what it was asked. One that is there is not lost.
fn of_device(error: &DeviceError) -> Outcome {
    match error {
        DeviceError::Unreachable { .. } => Outcome::Stuck,
        DeviceError::NotAllowed(_) => Outcome::Refused,
        _ => Outcome::DeviceLost,
    }
}

impl From<WorldError> for Error {
    fn from(error: WorldError) -> Self {
        match error {
            // A full disk is no ending of the work.
            error @ WorldError::Keep(_) => Error::kept(error),
            other => Error::ended(other.outcome(), other),
        }
    }
}

impl Error {
    /// The exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Usage(_)
            | Error::Unknown { .. }
            | Error::SeveralSuites { .. }
            | Error::NoModel { .. }
            | Error::UnfitRecording { .. }
            | Error::FinalSeed { .. }
            | Error::NoFinalSeeds { .. } => USAGE,
            Error::Environment(
                EnvironmentError::UnknownTaskType { .. } | EnvironmentError::BadInstance { .. },
            ) => USAGE,
            Error::Environment(EnvironmentError::Device(error)) => of_device(error).exit_code(),
            Error::Environment(EnvironmentError::Unjudged { .. }) => Outcome::Unchecked.exit_code(),
            Error::File { .. }
            | Error::TooNew { .. }
            | Error::Kept(_)
            | Error::Environment(EnvironmentError::NoCheckpoint { .. } | EnvironmentError::NoEpisode) => {
                UNEXPECTED
            }
            Error::Ended { outcome, .. } => outcome.exit_code(),
        }
    }

    /// Whether something that was asked for does not fit, so that nothing was done.
    pub fn is_usage(&self) -> bool {
        self.exit_code() == USAGE
    }

    /// What a run that ends with this ended as. `None` where it is no ending of the work: a disk that is full.
    pub fn outcome(&self) -> Option<Outcome> {
        Some(match self {
            Error::Ended { outcome, .. } => *outcome,
            Error::Environment(EnvironmentError::Device(error)) => of_device(error),
            Error::Environment(EnvironmentError::Unjudged { .. }) => Outcome::Unchecked,
            Error::Usage(_)
            | Error::Unknown { .. }
            | Error::SeveralSuites { .. }
            | Error::NoModel { .. }
            | Error::UnfitRecording { .. }
            | Error::FinalSeed { .. }
            | Error::NoFinalSeeds { .. }
            | Error::Environment(
                EnvironmentError::UnknownTaskType { .. }
                | EnvironmentError::BadInstance { .. }
                | EnvironmentError::NoCheckpoint { .. }
                | EnvironmentError::NoEpisode,
            ) => Outcome::Refused,
            Error::File { .. } | Error::TooNew { .. } | Error::Kept(_) => return None,
        })
    }

    /// A usage error.
    pub fn usage(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Error::Usage(Box::new(error))
    }

    /// A usage error: what a file that was named says does not fit.
    pub fn in_file<E>(path: &Path, found: E) -> Self
    where
        E: fmt::Debug + fmt::Display + Send + Sync + 'static,
    {
        let path = path.to_owned();
        Error::usage(InFile { path, found })
    }

    /// For `map_err` on something kept.
    pub fn kept(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Error::Kept(Box::new(error))
    }

    /// Work that ended with a named outcome that is not success.
    pub fn ended(outcome: Outcome, why: impl std::error::Error + Send + Sync + 'static) -> Self {
        let why = Box::new(why);
        Error::Ended { outcome, why }
    }
}
