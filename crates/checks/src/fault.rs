//! What can go wrong with a reset or a check, apart from the answer that it is not so.

use std::{io, path::PathBuf, time::Duration};

use device::DeviceError;
use strings::ExprError;
use thiserror::Error;

/// Why something could not be done or asked at all.
#[derive(Debug, Error)]
pub enum Fault {
    /// A slot that has no value for these parameters.
    #[error("`{{{slot}}}` has no value here")]
    NoValue {
        /// The slot.
        slot: String,
    },
    /// A secret that is nowhere.
    #[error("the secret `{name}` is not there: {reason}")]
    NoSecret {
        /// The parameter.
        name: String,
        /// Where it was looked for.
        reason: String,
    },
    /// An environment variable that is not set.
    #[error("the environment variable {name} is not set")]
    NoVariable {
        /// The variable.
        name: String,
    },
    /// A program that ended with another status than it should.
    #[error("`{program}` ended with {status}{}{said}", if said.is_empty() { "" } else { ": " })]
    Failed {
        /// The program.
        program: String,
        /// How it ended.
        status: String,
        /// What it complained about.
        said: String,
    },
    /// A database that can't be opened or asked.
    #[error("database {database}: {reason}")]
    Database {
        /// Its file or address.
        database: String,
        /// What it says.
        reason: String,
    },
    /// A query that would write.
    #[error("the query would change the database: {query}")]
    Writes {
        /// The query.
        query: String,
    },
    /// A Postgres database in a program without the feature.
    #[error(
        "the database is Postgres, and this program was built without the feature `postgres`\nhelp: cargo install --path crates/cli --features postgres"
    )]
    NoPostgres,
    /// Something that is no address.
    #[error("\"{url}\" is no address: {reason}")]
    Url {
        /// The text.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A request without an answer.
    #[error("{url} gives no answer: {reason}")]
    Http {
        /// Where.
        url: String,
        /// What the connection says.
        reason: String,
    },
    /// A file that can't be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file that the device does not have.
    #[error("the device has no file {path}")]
    NoDeviceFile {
        /// Its path there.
        path: String,
    },
    /// A program that does not start.
    #[error("`{program}` does not start: {error}")]
    NoStart {
        /// The program.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// A program that took too long, and was ended.
    #[error("`{program}` was ended after {after:?}")]
    TimedOut {
        /// The program.
        program: String,
        /// How long it had.
        after: Duration,
    },
    /// Somebody asked to stop.
    #[error("it was cancelled")]
    Cancelled,
    /// A look at a screen without one.
    #[error("it needs a device, and there is none")]
    NoDevice,
    /// A device that tells no address.
    #[error("the device tells no address")]
    NoAddress,
    /// A function that did not go through.
    #[error("the function {name}: {error}")]
    Function {
        /// The function.
        name: String,
        /// What it says.
        error: Box<dyn std::error::Error + Send + Sync>,
    },
    /// What the device says.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

/// What is wrong with a task file beyond its own words: found before anything runs.
#[derive(Debug, Error)]
pub enum PlanProblem {
    /// A slot that is no expression.
    #[error("{place}: {}", self.reason())]
    Slot {
        /// The check, or start and reset.
        place: String,
        /// The slot.
        slot: String,
        /// What is wrong with it.
        error: ExprError,
    },
    /// A JSONPath that is none.
    #[error("{place}: {}", self.reason())]
    JsonPath {
        /// The check.
        place: String,
        /// The path.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl PlanProblem {
    /// What is wrong, without where.
    pub fn reason(&self) -> String {
        match self {
            PlanProblem::Slot { slot, error, .. } => format!("`{{{slot}}}`: {error}"),
            PlanProblem::JsonPath { path, reason, .. } => format!("\"{path}\" is no JSONPath: {reason}"),
        }
    }

    /// The part of the file that is wrong, as it is written there.
    pub fn part(&self) -> String {
        match self {
            PlanProblem::Slot { slot, .. } => format!("{{{slot}}}"),
            PlanProblem::JsonPath { path, .. } => path.clone(),
        }
    }
}

/// A task file whose checks can't be made.
#[derive(Debug, Error)]
#[error("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct PlanError {
    /// All that is wrong.
    pub problems: Vec<PlanProblem>,
}

/// A check that could not be made before the run.
#[derive(Debug, Error)]
#[error("check `{check}` can't be made: {reason}")]
pub struct CheckError {
    /// The check.
    pub check: String,
    /// Why; no secret stands in it.
    pub reason: String,
}

/// A reset that did not go through.
#[derive(Debug, Error)]
pub enum ResetError {
    /// The file has no reset.
    #[error("the task file has no reset")]
    NoReset,
    /// A step that did not work.
    #[error("step {step} of the reset ({what}): {reason}")]
    Step {
        /// Which one, from 1.
        step: usize,
        /// What it does.
        what: &'static str,
        /// Why; no secret stands in it.
        reason: String,
    },
}
