//! Why a queue can't be used.

use std::{io, path::PathBuf};

use rusqlite::ErrorCode;
use settings::{Call, Request, Setting};
use thiserror::Error;

use crate::{
    due::ScheduleError,
    row::{JobId, Refused},
};

/// A queue can't be read or written, or does not have what is asked for.
#[derive(Debug, Error)]
pub enum QueueError {
    /// There is none.
    #[error(
        "there is no queue {}\nhelp: `{}` makes one",
        path.display(),
        Call::new(Request::QueueAdd).of("NAME").set(Setting::Rows)
    )]
    None {
        /// The file.
        path: PathBuf,
    },
    /// The file is something else.
    #[error(
        "{} is no queue: {reason}\nnothing in it was changed\nhelp: name another file with {:#}",
        path.display(),
        Setting::Queue
    )]
    NotOne {
        /// The file.
        path: PathBuf,
        /// What it is, as far as that is known.
        reason: String,
    },
    /// The file is damaged.
    #[error(
        "the queue {} is damaged: {reason}\nhelp: keep a copy of it; `sqlite3 FILE .recover` may get its rows out; then name \
         another file with {:#}. Each row that was begun has a record of its run in the home",
        path.display(),
        Setting::Queue
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the database says.
        reason: String,
    },
    /// A newer version wrote it.
    #[error("the queue {} has format version {found}; this AutoRPA reads up to {newest}\nhelp: update AutoRPA", path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest that is read.
        newest: i64,
    },
    /// Somebody else holds it for too long.
    #[error(
        "the queue {} is locked by another program, and was not free within {seconds} seconds\nhelp: end what holds it (a backup, \
         a database browser), and say the same again: no row is lost",
        path.display()
    )]
    Busy {
        /// The file.
        path: PathBuf,
        /// How long it was waited for.
        seconds: u64,
    },
    /// There is no room.
    #[error("no room to write the queue {}: {reason}\nhelp: free some space, and say the same again: no row is lost", path.display())]
    Full {
        /// The file.
        path: PathBuf,
        /// What the database says.
        reason: String,
    },
    /// The database failed in another way.
    #[error("the queue {}: {source}\nhelp: see that its folder is there and may be written to", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What it says.
        source: rusqlite::Error,
    },
    /// A runner's lock can't be had.
    #[error("{}: {source}\nhelp: a queue needs a folder on a local disk that may be written to", path.display())]
    Runner {
        /// The lock.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A row can't change so.
    #[error("row {number} of job {job}: {why}")]
    Row {
        /// Its job.
        job: JobId,
        /// Its number.
        number: usize,
        /// Why not.
        why: Refused,
    },
    /// There is no such job.
    #[error(
        "there is no job {job}\nhelp: `{}` lists them",
        Call::new(Request::QueueStatus)
    )]
    Unknown {
        /// The job.
        job: JobId,
    },
    /// There is no such row.
    #[error("job {job} has no row {number}")]
    NoRow {
        /// The job.
        job: JobId,
        /// The row.
        number: usize,
    },
    /// A file can't keep this of a job.
    #[error(
        "a queue in a file has no {what}: all who run its rows are on this machine\nhelp: name a server with {:#}",
        Setting::Engine
    )]
    NotInAFile {
        /// What.
        what: &'static str,
    },
    /// A server can't do this.
    #[error("a queue on a server can't do this: {what}\nhelp: {help}")]
    NotOnAServer {
        /// What.
        what: &'static str,
        /// What would do.
        help: &'static str,
    },
    /// This program speaks to no server.
    #[error("this program was built without queues on servers\nhelp: build it with the feature `nats`")]
    NotBuilt,
    /// No server answers.
    #[error(
        "no server answers at {address}: {source}\nhelp: start one, as `nats-server -js -sd DIR`, and see that {:#} names it",
        Setting::Engine
    )]
    NoServer {
        /// Where.
        address: String,
        /// What the system says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The server wants to know who this is.
    #[error(
        "the server at {address} does not let this program in: {source}\nhelp: AUTORPA_NATS_CREDENTIALS names a file that says who it is"
    )]
    NotLetIn {
        /// Where.
        address: String,
        /// What it says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Nobody can tell whether it is the server that is meant, or it speaks unencrypted.
    #[error(
        "no encrypted connection to the server at {address} that could be trusted: {source}\nhelp: AUTORPA_NATS_ROOTS names a file of \
         certificates that the server's own is checked against; `tls://` is for a server that has one, for the name or number in the address"
    )]
    NotTrusted {
        /// Where.
        address: String,
        /// What is wrong with what it shows.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The file of certificates can't be used.
    #[error("{}: {reason}\nhelp: AUTORPA_NATS_ROOTS names a file of certificates, as PEM", path.display())]
    Roots {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A device is another worker's.
    #[error(
        "worker {worker} works with {device}\nhelp: wait until it is done, or name another; one that is not heard of any more has it \
         for {seconds} s; `{}` lists who works",
        Call::new(Request::QueueWorkers)
    )]
    DeviceTaken {
        /// The device.
        device: String,
        /// Who has it.
        worker: String,
        /// For how long, if nothing is heard of that worker.
        seconds: u64,
    },
    /// A device is not this worker's any more.
    #[error(
        "this worker was not heard of for too long: {device} is not its own any more, and others may have worked with it\nhelp: start \
         the worker again"
    )]
    DeviceGone {
        /// The device.
        device: String,
    },
    /// The server keeps nothing.
    #[error(
        "the server at {address} has no JetStream, so it keeps no queue: {source}\nhelp: start it as `nats-server -js -sd DIR`, and see \
             that the account may use JetStream"
    )]
    NoJetStream {
        /// Where.
        address: String,
        /// What it says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The server did not do what it was asked, for longer than is waited for.
    #[error(
        "the queue {address} did not answer within {seconds} seconds: {source}\nhelp: see that the server runs; no row is lost"
    )]
    Away {
        /// Where.
        address: String,
        /// How long it was asked.
        seconds: u64,
        /// What it says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The server has no such queue.
    #[error(
        "there is no queue {address}\nhelp: `{}` makes one",
        Call::new(Request::QueueAdd).of("NAME").set(Setting::Rows).set(Setting::Engine)
    )]
    NoneThere {
        /// Where.
        address: String,
    },
    /// Its format is too far from this program's.
    #[error(
        "the queue {address} has format {found}, written by AutoRPA {by}; this AutoRPA has format {own}, and one more or less is what it can do\n         help: update the older one"
    )]
    TooFar {
        /// Where.
        address: String,
        /// Its format.
        found: u32,
        /// Who wrote it.
        by: String,
        /// This program's format.
        own: u32,
    },
    /// Something that the server keeps can't be read.
    #[error("the queue {address}: {what} can't be read: {reason}")]
    Unread {
        /// Where.
        address: String,
        /// What.
        what: String,
        /// Why not.
        reason: String,
    },
    /// A file that says who this is can't be used. What stands in it is not repeated.
    #[error("{}: {reason}\nhelp: AUTORPA_NATS_CREDENTIALS names a NATS credentials file, or a file with one line `USER:PASSWORD`", path.display())]
    Credentials {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// Another job has to be alone where this one would run.
    #[error(
        "job {job} is not done, and one of the two has to be alone on `{scope}`\nhelp: add the rows when it is done"
    )]
    Alone {
        /// The other job.
        job: JobId,
        /// Where both are run.
        scope: String,
    },
    /// Rows were added for so long that another program took their keys.
    #[error(
        "adding took too long, and others added the same rows meanwhile; nothing was added\nhelp: say the same again"
    )]
    Overtaken,
    /// A schedule never comes.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// A time zone that is not known.
    #[error("the time zone `{0}` is not known\nhelp: write it as `Europe/Berlin`")]
    Zone(String),
}

/// How long another program is waited for.
pub(crate) const PATIENCE: std::time::Duration = std::time::Duration::from_secs(20);

impl QueueError {
    /// Whether the lease is not this runner's any more.
    pub fn is_lost_lease(&self) -> bool {
        matches!(
            self,
            Self::Row {
                why: Refused::NotHeld,
                ..
            }
        )
    }

    /// What a failure of the database means.
    pub(crate) fn of(path: &std::path::Path, source: rusqlite::Error) -> Self {
        let path = path.to_owned();
        let reason = source.to_string();
        // Out of room in the middle of a page is an error of input and output to SQLite.
        const WRITING: [i32; 4] = [
            rusqlite::ffi::SQLITE_IOERR_WRITE,
            rusqlite::ffi::SQLITE_IOERR_FSYNC,
            rusqlite::ffi::SQLITE_IOERR_TRUNCATE,
            rusqlite::ffi::SQLITE_IOERR_SHMSIZE,
        ];
        let extended = source.sqlite_error().map(|it| it.extended_code);
        match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy {
                path,
                seconds: PATIENCE.as_secs(),
            },
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path, reason },
            Some(ErrorCode::NotADatabase) => Self::NotOne { path, reason },
            Some(ErrorCode::DiskFull) => Self::Full { path, reason },
            Some(ErrorCode::SystemIoFailure) if extended.is_some_and(|it| WRITING.contains(&it)) => {
                Self::Full { path, reason }
            }
            _ => Self::Sqlite { path, source },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rusqlite::Connection;

    use super::*;

    #[test]
    fn a_file_that_another_one_writes_to_is_busy_and_not_damaged() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("queue.db");
        let open = || {
            let opened = Connection::open(&path).unwrap();
            opened.busy_timeout(Duration::ZERO).unwrap();
            opened
        };
        let (one, other) = (open(), open());
        one.execute_batch("CREATE TABLE t (x); BEGIN EXCLUSIVE").unwrap();
        let said = other.execute("INSERT INTO t VALUES (1)", []).unwrap_err();
        let error = QueueError::of(&path, said);
        assert!(matches!(error, QueueError::Busy { .. }), "{error}");
        assert!(error.to_string().contains("no row is lost"), "{error}");
    }
}
