//! Why a command ended early: a message that says what would help, and an exit code.

use std::{io, path::PathBuf};

use compiler::world::WorldError;
use device::{DeviceError, EnvironmentError};
use thiserror::Error;
use trajectory::Outcome;

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
            "a file can't be read or written, or what is kept is damaged",
        ),
        (USAGE, "usage", "what was typed does not fit; nothing was done"),
    ];
    let mut all: Vec<_> = outcomes.into_iter().chain(others).collect();
    all.sort_by_key(|it| it.0);
    all.into_iter()
}

/// A command's error.
#[derive(Debug, Error)]
pub enum Error {
    /// Something that was typed does not fit.
    #[error("{message}")]
    Usage {
        /// What, and what would.
        message: String,
    },
    /// A file could not be read or written.
    #[error("{}: {source}\nhelp: {help}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
        /// What would help.
        help: &'static str,
    },
    /// Something kept on disk is damaged or can't be kept.
    #[error("{message}")]
    Kept {
        /// What the keeper said.
        message: String,
    },
    /// The environment failed.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// Work ended with a named outcome that is not success.
    #[error("{message}")]
    Ended {
        /// Its name.
        outcome: Outcome,
        /// Why.
        message: String,
    },
}

/// What is ended by a device that did not do what it was asked. One that is there is not lost.
fn of_device(error: &DeviceError) -> Outcome {
    match error {
        DeviceError::Unreachable { .. } => Outcome::Stuck,
        DeviceError::NotAllowed { .. } => Outcome::Refused,
        _ => Outcome::DeviceLost,
    }
}

impl From<WorldError> for Error {
    fn from(error: WorldError) -> Self {
        match error {
            // A full disk is no ending of the work.
            WorldError::Keep { reason } => Error::Kept { message: reason },
            other => Error::Ended {
                outcome: other.outcome(),
                message: other.to_string(),
            },
        }
    }
}

impl Error {
    /// The exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Usage { .. } => USAGE,
            Error::Environment(
                EnvironmentError::UnknownTaskType { .. } | EnvironmentError::BadInstance { .. },
            ) => USAGE,
            Error::Environment(EnvironmentError::Device(error)) => of_device(error).exit_code(),
            Error::Environment(EnvironmentError::Unjudged { .. }) => Outcome::NotReached.exit_code(),
            Error::File { .. }
            | Error::Kept { .. }
            | Error::Environment(EnvironmentError::NoCheckpoint { .. } | EnvironmentError::NoEpisode) => {
                UNEXPECTED
            }
            Error::Ended { outcome, .. } => outcome.exit_code(),
        }
    }

    /// What a run that ends with this ended as. `None` where it is no ending of the work: a disk that is full.
    pub fn outcome(&self) -> Option<Outcome> {
        Some(match self {
            Error::Ended { outcome, .. } => *outcome,
            Error::Environment(EnvironmentError::Device(error)) => of_device(error),
            Error::Environment(EnvironmentError::Unjudged { .. }) => Outcome::Unchecked,
            Error::Usage { .. }
            | Error::Environment(
                EnvironmentError::UnknownTaskType { .. }
                | EnvironmentError::BadInstance { .. }
                | EnvironmentError::NoCheckpoint { .. }
                | EnvironmentError::NoEpisode,
            ) => Outcome::Refused,
            Error::File { .. } | Error::Kept { .. } => return None,
        })
    }

    /// A usage error.
    pub fn usage(message: impl Into<String>) -> Self {
        Error::Usage {
            message: message.into(),
        }
    }

    /// For `map_err` on something kept.
    pub fn kept(error: impl std::fmt::Display) -> Self {
        Error::Kept {
            message: error.to_string(),
        }
    }
}
