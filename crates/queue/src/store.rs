//! The queue's file: an SQLite database that several processes read and write at once.

pub(crate) mod claim;
mod columns;
pub(crate) mod job;
pub(crate) mod rows;

use std::{
    fs,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params};

use self::{
    columns::{ROW, row_of, set_row},
    rows::{Claim, KeptRow},
};
use crate::{
    error::{PATIENCE, QueueError},
    row::{Change, End, JobId, Row, State},
};

/// Version of the file this code writes.
const VERSION: i64 = 1;
/// What marks a database as a queue: `aRPA` in letters.
const APPLICATION: i64 = 0x6152_5041;

const SCHEMA: &str = "
CREATE TABLE job (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    function TEXT NOT NULL,
    how TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    scope TEXT NOT NULL,
    alone INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    retries INTEGER NOT NULL,
    pause_ms INTEGER NOT NULL,
    retry_on TEXT NOT NULL,
    window TEXT,
    rate TEXT,
    schedule TEXT,
    zone TEXT,
    next INTEGER,
    slot INTEGER,
    of INTEGER REFERENCES job (id),
    added INTEGER NOT NULL
) STRICT;
CREATE TABLE row (
    id INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES job (id),
    number INTEGER NOT NULL,
    key TEXT NOT NULL,
    params TEXT NOT NULL,
    state INTEGER NOT NULL,
    due INTEGER NOT NULL,
    token INTEGER,
    runner TEXT,
    run TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,
    answer TEXT,
    seconds REAL,
    message TEXT,
    at INTEGER,
    UNIQUE (job, number)
) STRICT;
CREATE INDEX row_waiting ON row (job, number) WHERE state = 0;
CREATE INDEX row_leased ON row (runner) WHERE state = 1;
CREATE INDEX row_key ON row (key);
CREATE TABLE past (
    row INTEGER NOT NULL REFERENCES row (id),
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    run TEXT,
    message TEXT
) STRICT;
CREATE TABLE tokens (last INTEGER NOT NULL) STRICT;
INSERT INTO tokens VALUES (0);
";

/// An open queue. Each thread opens its own.
#[derive(Debug)]
pub struct Queue {
    path: PathBuf,
    connection: Connection,
}

impl Queue {
    /// Open the queue in this file, and make it where there is none.
    pub fn create(path: &Path) -> Result<Self, QueueError> {
        if let Some(folder) = path.parent() {
            // That it can't be made is said by the database.
            let _made = fs::create_dir_all(folder);
        }
        Self::connect(
            path,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
        )
    }

    /// Open the queue in this file.
    pub fn open(path: &Path) -> Result<Self, QueueError> {
        match path.exists() {
            true => Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE),
            false => Err(QueueError::None {
                path: path.to_owned(),
            }),
        }
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, QueueError> {
        let failed = |it| QueueError::of(path, it);
        let mut connection =
            Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        connection.set_prepared_statement_cache_capacity(64);
        let pragma = |connection: &Connection, name: &str| -> Result<i64, QueueError> {
            let sql = format!("PRAGMA {name}");
            connection.query_row(&sql, [], |row| row.get(0)).map_err(failed)
        };
        let tables: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .map_err(failed)?;
        if tables > 0 {
            Self::check_kind(
                path,
                pragma(&connection, "application_id")?,
                pragma(&connection, "user_version")?,
            )?;
        }
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;",
            )
            .map_err(failed)?;
        if tables == 0 {
            let transaction = connection
                .transaction_with_behavior(TransactionBehavior::Immediate)
                .map_err(failed)?;
            // Another process may have made it meanwhile.
            if pragma(&transaction, "application_id")? != APPLICATION {
                transaction.execute_batch(SCHEMA).map_err(failed)?;
                transaction
                    .execute_batch(&format!(
                        "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
                    ))
                    .map_err(failed)?;
            }
            transaction.commit().map_err(failed)?;
        }
        Ok(Self {
            path: path.to_owned(),
            connection,
        })
    }

    fn check_kind(path: &Path, application: i64, version: i64) -> Result<(), QueueError> {
        if application != APPLICATION {
            return Err(QueueError::NotOne {
                path: path.to_owned(),
                reason: "it is a database of something else".to_owned(),
            });
        }
        match version > VERSION {
            true => Err(QueueError::TooNew {
                path: path.to_owned(),
                found: version,
                newest: VERSION,
            }),
            false => Ok(()),
        }
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Read all of it once: damage is found before a row is begun.
    pub fn check(&self) -> Result<(), QueueError> {
        let said: String = self
            .connection
            .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
            .map_err(|it| QueueError::of(&self.path, it))?;
        match said == "ok" {
            true => Ok(()),
            false => Err(self.damaged(said)),
        }
    }

    fn damaged(&self, reason: impl Into<String>) -> QueueError {
        QueueError::Damaged {
            path: self.path.clone(),
            reason: reason.into(),
        }
    }

    fn failed(&self) -> impl Fn(rusqlite::Error) -> QueueError + use<> {
        let path = self.path.clone();
        move |it| QueueError::of(&path, it)
    }

    /// Change something, in one transaction that nobody else writes beside.
    fn write<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>, &Path) -> Result<T, QueueError>,
    ) -> Result<T, QueueError> {
        let failed = self.failed();
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(&failed)?;
        let answer = change(&transaction, &self.path)?;
        transaction.commit().map_err(&failed)?;
        Ok(answer)
    }

    /// The run of a row is about to begin. It is on the disk when this returns: what is cut off from now on is looked up.
    pub fn begin(&mut self, claim: &Claim, run: &str, now: Timestamp) -> Result<(), QueueError> {
        let failed = self.failed();
        let sync = |connection: &Connection, level: &str| {
            let sql = format!("PRAGMA synchronous = {level}");
            connection.execute_batch(&sql).map_err(&failed)
        };
        sync(&self.connection, "FULL")?;
        let run = run.to_owned();
        let begun = self.change(
            claim,
            Change::Begin {
                token: claim.token,
                run,
            },
            now,
        );
        sync(&self.connection, "NORMAL")?;
        begun
    }

    /// Whether a row is still this runner's, and may be written for. The lease is extended where it is about to end.
    pub fn holds(&mut self, claim: &Claim, now: Timestamp, until: Timestamp) -> Result<(), QueueError> {
        let held: Option<i64> = self
            .connection
            .prepare_cached("SELECT due FROM row WHERE id = ?1 AND state = 1 AND token = ?2")
            .and_then(|mut it| {
                it.query_row(params![claim.id, claim.token], |row| row.get(0))
                    .optional()
            })
            .map_err(self.failed())?;
        let half = now.as_millisecond() + (until.as_millisecond() - now.as_millisecond()) / 2;
        match held {
            Some(due) if due > half => Ok(()),
            _ => self.change(
                claim,
                Change::Extend {
                    token: claim.token,
                    until,
                },
                now,
            ),
        }
    }

    /// A row ends. What its record says lasts anyway, so this need not be on the disk at once.
    pub fn end(&mut self, claim: &Claim, end: End, now: Timestamp) -> Result<(), QueueError> {
        self.change(
            claim,
            Change::End {
                token: claim.token,
                end,
            },
            now,
        )
    }

    /// A try was not done, and there will be another one.
    pub fn again(
        &mut self,
        claim: &Claim,
        tried: &End,
        at: Timestamp,
        now: Timestamp,
    ) -> Result<(), QueueError> {
        let token = claim.token;
        self.write(|transaction, path| {
            changed(transaction, path, claim.id, Change::Again { token, at }, now)?;
            remember(transaction, path, claim.id, now, tried)
        })
    }

    /// A row is given back as it is.
    pub fn release(&mut self, claim: &Claim, now: Timestamp) -> Result<(), QueueError> {
        self.change(claim, Change::Release { token: claim.token }, now)
    }

    fn change(&mut self, claim: &Claim, change: Change, now: Timestamp) -> Result<(), QueueError> {
        self.write(|transaction, path| changed(transaction, path, claim.id, change, now).map(drop))
    }

    /// The rows of a job, in its order.
    pub fn rows(&self, job: JobId) -> Result<Vec<KeptRow>, QueueError> {
        self.job(job)?;
        let failed = self.failed();
        let sql = format!("SELECT {ROW} FROM row WHERE job = ?1 AND state < 3 ORDER BY number");
        let mut statement = self.connection.prepare_cached(&sql).map_err(&failed)?;
        let mut found = statement.query([job.0]).map_err(&failed)?;
        let mut rows = Vec::new();
        while let Some(row) = found.next().map_err(&failed)? {
            rows.push(row_of(row, &self.path)?.1);
        }
        Ok(rows)
    }

    /// Cancel the rows of a job that wait; how many. Those that are being run come to their end. A schedule ends.
    pub fn cancel(&mut self, job: JobId, now: Timestamp) -> Result<usize, QueueError> {
        self.job(job)?;
        self.write(|transaction, path| {
            let failed = |it| QueueError::of(path, it);
            transaction
                .execute("UPDATE job SET next = NULL WHERE id = ?1", [job.0])
                .map_err(failed)?;
            let waiting = ids(
                transaction,
                path,
                "SELECT id FROM row WHERE job = ?1 AND state = 0",
                job,
            )?;
            for id in &waiting {
                changed(transaction, path, *id, Change::Cancel, now)?;
            }
            Ok(waiting.len())
        })
    }

    /// Try rows once more that ended and were not done: those with these numbers, or all of the job; how many. `anew` runs
    /// them without looking up what their last run did.
    pub fn retry(
        &mut self,
        job: JobId,
        numbers: &[usize],
        anew: bool,
        now: Timestamp,
    ) -> Result<usize, QueueError> {
        self.job(job)?;
        self.write(|transaction, path| {
            let mut count = 0;
            let all = ids(
                transaction,
                path,
                "SELECT id FROM row WHERE job = ?1 AND state < 3 ORDER BY number",
                job,
            )?;
            let mut missing: Vec<usize> = numbers.to_vec();
            for id in all {
                let kept = load(transaction, path, id)?;
                let named = numbers.contains(&kept.number);
                missing.retain(|it| *it != kept.number);
                let State::Ended(end) = &kept.row.state else {
                    if named {
                        return Err(refused(&kept, crate::row::Refused::NotDead));
                    }
                    continue;
                };
                let all_dead = numbers.is_empty() && end.is_dead();
                if !(named || all_dead) {
                    continue;
                }
                let end = end.clone();
                changed(transaction, path, id, Change::Retry { anew }, now)?;
                remember(transaction, path, id, now, &end)?;
                count += 1;
            }
            match missing.first() {
                Some(number) => Err(QueueError::NoRow { job, number: *number }),
                None => Ok(count),
            }
        })
    }
}

/// The numbers of rows.
fn ids(transaction: &Connection, path: &Path, sql: &str, job: JobId) -> Result<Vec<i64>, QueueError> {
    let failed = |it| QueueError::of(path, it);
    let mut statement = transaction.prepare_cached(sql).map_err(failed)?;
    let found = statement.query_map([job.0], |row| row.get(0)).map_err(failed)?;
    found.collect::<Result<_, _>>().map_err(failed)
}

fn load(connection: &Connection, path: &Path, id: i64) -> Result<KeptRow, QueueError> {
    let failed = |it| QueueError::of(path, it);
    let sql = format!("SELECT {ROW} FROM row WHERE id = ?1");
    let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
    let mut found = statement.query([id]).map_err(failed)?;
    match found.next().map_err(failed)? {
        Some(row) => Ok(row_of(row, path)?.1),
        None => Err(QueueError::Damaged {
            path: path.to_owned(),
            reason: format!("row {id} is gone"),
        }),
    }
}

fn refused(kept: &KeptRow, why: crate::row::Refused) -> QueueError {
    QueueError::Row {
        job: kept.job,
        number: kept.number,
        why,
    }
}

/// Load a row, ask the state machine, and write what it says.
fn changed(
    transaction: &Transaction<'_>,
    path: &Path,
    id: i64,
    change: Change,
    now: Timestamp,
) -> Result<Row, QueueError> {
    let kept = load(transaction, path, id)?;
    let row = kept.row.after(change, now).map_err(|why| refused(&kept, why))?;
    set_row(transaction, id, &row, now).map_err(|it| QueueError::of(path, it))?;
    Ok(row)
}

/// Keep how a try ended that is not the row's end.
fn remember(
    transaction: &Transaction<'_>,
    path: &Path,
    id: i64,
    now: Timestamp,
    tried: &End,
) -> Result<(), QueueError> {
    let sql =
        "INSERT INTO past (row, at, outcome, run, message) SELECT ?1, ?2, ?3, run, ?4 FROM row WHERE id = ?1";
    let values = params![id, now.as_millisecond(), tried.outcome.name(), tried.message];
    let kept = transaction.execute(sql, values);
    kept.map(drop).map_err(|it| QueueError::of(path, it))
}
