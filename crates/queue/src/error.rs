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
