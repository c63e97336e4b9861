//! What can be asked of a queue, and why rows are not queued.

use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

use device::Cancel;
use queue::{
    Address, JobId, QueueError,
    due::{Rate, Schedule, Window},
    retry::Retries,
};
use settings::{Call, Request, Setting};
use thiserror::Error;
use trajectory::Outcome;

use crate::{
    error::Error,
    request::{ExecRequest, ModelOptions},
    telling::Tell,
};

/// Add the rows of a CSV file to a queue.
#[derive(Clone, Debug)]
pub struct QueueAddRequest {
    /// How each row is run. Its parameters are the same for all rows; its model is named when rows are run.
    pub exec: ExecRequest,
    /// The CSV file; its columns are parameters.
    pub file: PathBuf,
    /// The queue, if not the home's file.
    pub queue: Option<Address>,
    /// The parameters that tell a row from others; all, where none is named.
    pub key: Vec<String>,
    /// Whether rows are added whose key is there already.
    pub twins: bool,
    /// Whether rows that can't be called with are kept as refused instead of keeping all others out.
    pub skip_bad_rows: bool,
    /// Rows of a higher one go first.
    pub priority: i64,
    /// When a row is tried again.
    pub retries: Retries,
    /// When rows may begin.
    pub window: Option<Window>,
    /// How many may begin in a time.
    pub rate: Option<Rate>,
    /// When the rows are queued anew.
    pub schedule: Option<Schedule>,
    /// The time zone of window and schedule, if not the machine's own.
    pub zone: Option<String>,
    /// What a worker has to have that takes the rows; only where a server keeps them.
    pub labels: Vec<String>,
    /// How long a worker may be silent before a row is another one's; only where a server keeps them.
    pub lease: Option<Duration>,
}

impl QueueAddRequest {
    /// Once, as soon as somebody runs the queue.
    pub fn new(exec: ExecRequest, file: impl Into<PathBuf>) -> Self {
        Self {
            exec,
            file: file.into(),
            queue: None,
            key: Vec::new(),
            twins: false,
            skip_bad_rows: false,
            priority: 0,
            retries: Retries::default(),
            window: None,
            rate: None,
            schedule: None,
            zone: None,
            labels: Vec::new(),
            lease: None,
        }
    }
}

/// Run what is due of a queue.
#[derive(Clone, Debug)]
pub struct QueueRunRequest {
    /// The queue, if not the home's file.
    pub queue: Option<Address>,
    /// How many rows are run at once, each on a device of its own.
    pub workers: NonZeroUsize,
    /// Whether it stays for what is queued later, and for windows and schedules.
    pub stays: bool,
    /// After how many rows that were not done no further one is begun.
    pub max_failures: Option<NonZeroUsize>,
    /// Who is told outside of rows that ended.
    pub tell: Tell,
    /// Which model is asked, and what it may do.
    pub model: ModelOptions,
    /// The device that rows are run on; rows that need another one are left. Each row's own, where none is named.
    pub device: Option<String>,
    /// What it has: rows that ask for anything else are left.
    pub labels: Vec<String>,
    /// Once this is set, no further row is begun; those that are being run come to their end.
    pub drain: Cancel,
}

impl QueueRunRequest {
    /// One row after the other, until nothing is due.
    pub fn new() -> Self {
        Self {
            queue: None,
            workers: NonZeroUsize::MIN,
            stays: false,
            max_failures: None,
            tell: Tell::default(),
            model: ModelOptions::default(),
            device: None,
            labels: Vec::new(),
            drain: Cancel::default(),
        }
    }
}

impl Default for QueueRunRequest {
    fn default() -> Self {
        Self::new()
    }
}

/// Which rows are tried once more that ended and were not done.
#[derive(Clone, Debug)]
pub struct QueueRetryRequest {
    /// The queue, if not the home's file.
    pub queue: Option<Address>,
    /// Their job.
    pub job: JobId,
    /// Their numbers; all of the job that were not done, where none is named.
    pub rows: Vec<usize>,
    /// Whether what their last runs did is not looked up: somebody has looked.
    pub anew: bool,
    /// Whether the job's function is taken as it is now.
    pub new_function: bool,
}

/// Why rows are not queued.
#[derive(Debug, Error)]
pub enum NotQueued {
    /// What would be kept of a run that is for one machine and one time only.
    #[error("a queue keeps no {what}: its rows are run on what is really there")]
    Kept {
        /// What.
        what: &'static str,
    },
    /// An address has a password in it.
    #[error(
        "the address has a user or a password in it, which would stand in the queue's file\nhelp: `{}` keeps a login, encrypted; a \
         task file names it",
        Call::new(Request::Login).of("NAME").set(Setting::Url)
    )]
    Password,
    /// A secret is given a value.
    #[error(
        "`{name}` is a secret of the task file, and its value would stand in the queue's file\nhelp: leave it out: each run takes it from \
         where the task file says"
    )]
    Secret {
        /// The parameter.
        name: String,
    },
    /// A value of a row has the value of a secret in it, under another name.
    #[error(
        "row {row}: `{name}` has the value of a secret in it ({mark}), which would stand in the queue's file\nnothing was added\nhelp: \
         leave it out of the rows, and change the secret if others have seen the file"
    )]
    SecretValue {
        /// The row, from 1.
        row: usize,
        /// The parameter.
        name: String,
        /// What stands for the secret.
        mark: String,
    },
    /// A key names no parameter.
    #[error("{}: the rows have no value `{name}`; they have {}", Setting::Key, known.join(", "))]
    Key {
        /// What was named.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// What the queue keeps of how rows are run can't be read.
    #[error("job {job}: how its rows are run can't be read: {reason}")]
    How {
        /// The job.
        job: JobId,
        /// Why not.
        reason: NoHow,
    },
}

/// Why what a queue keeps of how rows are run can't be read.
#[derive(Debug, Error)]
pub enum NoHow {
    /// It has another form.
    #[error(transparent)]
    Form(serde_json::Error),
    /// Another version wrote it.
    #[error("it has format version {0}; this AutoRPA reads 1\nhelp: update the older one")]
    Version(u32),
}

impl From<QueueError> for Error {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::TooNew { path, found, newest } => Error::TooNew {
                path,
                found: u32::try_from(found).unwrap_or(u32::MAX),
                newest: u32::try_from(newest).unwrap_or(u32::MAX),
            },
            error @ QueueError::DeviceTaken { .. } => Error::ended(Outcome::DeviceLost, error),
            error @ (QueueError::None { .. }
            | QueueError::NoneThere { .. }
            | QueueError::NotInAFile { .. }
            | QueueError::NotOnAServer { .. }
            | QueueError::NotBuilt
            | QueueError::Credentials { .. }
            | QueueError::Roots { .. }
            | QueueError::Alone { .. }
            | QueueError::NotOne { .. }
            | QueueError::Unknown { .. }
            | QueueError::NoRow { .. }
            | QueueError::Row { .. }
            | QueueError::Schedule(_)
            | QueueError::Zone(_)) => Error::usage(error),
            error @ (QueueError::Damaged { .. }
            | QueueError::NoServer { .. }
            | QueueError::NotLetIn { .. }
            | QueueError::NotTrusted { .. }
            | QueueError::DeviceGone { .. }
            | QueueError::NoJetStream { .. }
            | QueueError::Away { .. }
            | QueueError::TooFar { .. }
            | QueueError::Unread { .. }
            | QueueError::Overtaken
            | QueueError::Busy { .. }
            | QueueError::Full { .. }
            | QueueError::Sqlite { .. }
            | QueueError::Runner { .. }) => Error::kept(error),
        }
    }
}
