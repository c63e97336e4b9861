//! Why a command ended early: a message that says what would help, and an exit code.

use std::{io, path::PathBuf};

use compiler::world::WorldError;
use device::EnvironmentError;
use thiserror::Error;
use trajectory::Outcome;

/// A command's error.
#[derive(Debug, Error)]
pub enum CliError {
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

impl From<WorldError> for CliError {
    fn from(error: WorldError) -> Self {
        match error {
            // A full disk is no ending of the work.
            WorldError::Keep { reason } => CliError::Kept { message: reason },
            other => CliError::Ended {
                outcome: other.outcome(),
                message: other.to_string(),
            },
        }
    }
}

impl CliError {
    /// The exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            CliError::Usage { .. } => 2,
            CliError::Environment(
                EnvironmentError::UnknownTaskType { .. } | EnvironmentError::BadInstance { .. },
            ) => 2,
            CliError::Environment(EnvironmentError::Device(_)) => Outcome::DeviceLost.exit_code(),
            CliError::File { .. }
            | CliError::Kept { .. }
            | CliError::Environment(EnvironmentError::NoCheckpoint { .. } | EnvironmentError::NoEpisode) => 1,
            CliError::Ended { outcome, .. } => outcome.exit_code(),
        }
    }

    /// A usage error.
    pub fn usage(message: impl Into<String>) -> Self {
        CliError::Usage {
            message: message.into(),
        }
    }

    /// For `map_err` on something kept.
    pub fn kept(error: impl std::fmt::Display) -> Self {
        CliError::Kept {
            message: error.to_string(),
        }
    }
}
