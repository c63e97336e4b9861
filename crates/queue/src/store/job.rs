//! Jobs: rows that were added together, and what holds for all of them.

use std::{collections::BTreeMap, str::FromStr, time::Duration};

use jiff::Timestamp;
use rusqlite::{OptionalExtension, params};
use task::Params;
use trajectory::Outcome;

use super::{
    Queue,
    columns::{ENDED, PLANNED, WAITING, time},
};
use crate::{
    due::{Place, Rate, Schedule, Window, zoned},
    error::QueueError,
    retry::Retries,
    row::JobId,
};

/// A job that is to be added.
#[derive(Clone, Debug)]
pub struct NewJob {
    /// The function, as it is named.
    pub function: String,
    /// How it is run, for who runs it.
    pub how: String,
    /// SHA-256 (hex) of its script.
    pub sha256: String,
    /// Where its rows are run.
    pub place: Place,
    /// Rows of a higher one go first.
    pub priority: i64,
    /// When a row is tried again.
    pub retries: Retries,
    /// When rows may begin.
    pub window: Option<Window>,
    /// How many may begin in a time.
    pub rate: Option<Rate>,
    /// When they are queued anew; they are queued once, and now, where there is none.
    pub schedule: Option<Schedule>,
    /// The time zone of window and schedule; the machine's own, where none is named.
    pub zone: Option<String>,
    /// Whether rows are added whose key is there already.
    pub twins: bool,
    /// What a worker has to have, where there are several kinds.
    pub labels: Vec<String>,
    /// The device that its rows are run on, where workers are told apart by theirs.
    pub device: String,
    /// SHA-256 (hex) of the function with all that travels with it, where it does.
    pub package: String,
    /// How long a worker may be silent before its row is another one's; as the keeper has it, where none is said.
    pub lease: Option<Duration>,
}

/// A row that is to be added.
#[derive(Clone, Debug)]
pub struct NewRow {
    /// Its number, from 1.
    pub number: usize,
    /// What tells it from others.
    pub key: String,
    /// Its values.
    pub params: Params,
    /// Why it can't be run, where it can't: its end is that it was refused.
    pub bad: Option<String>,
}

/// What was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// The job.
    pub job: JobId,
    /// How many rows were added.
    pub rows: usize,
    /// Rows that were not, because their key is there.
    pub twins: Vec<Twin>,
}

/// A row whose key another one has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    /// Its number.
    pub number: usize,
    /// The other one's job.
    pub job: JobId,
    /// The other one's number.
    pub other: usize,
    /// How the other one ended; `None` where it has no end.
    pub ended: Option<Outcome>,
}

/// A job as it is kept.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// What it was added as. Whether twins are added is asked once only.
    pub new: NewJob,
    /// When its rows are queued next, where it is a schedule.
    pub next: Option<Timestamp>,
    /// Before when its rate lets no row begin.
    pub slot: Option<Timestamp>,
    /// The schedule that queued it.
    pub of: Option<JobId>,
    /// When it was added.
    pub added: Timestamp,
}

/// A job and how far it is.
#[derive(Clone, Debug)]
pub struct JobStatus {
    /// The job.
    pub job: Job,
    /// Rows that wait.
    pub waiting: usize,
    /// Rows that are being run.
    pub running: usize,
    /// Rows that ended, by outcome.
    pub ended: BTreeMap<&'static str, usize>,
    /// Rows that a schedule queues anew.
    pub planned: usize,
    /// When the first of those that wait may begin, as far as retries go.
    pub due: Option<Timestamp>,
}

const JOB: &str = "id, function, how, sha256, scope, alone, priority, retries, pause_ms, retry_on, window, rate, schedule, zone, \
                   next, slot, of, added";

impl NewJob {
    /// When its rows are queued for the first time, where it has a schedule.
    ///
    /// # Errors
    ///
    /// There is no such time zone, or the schedule has no next time.
    pub fn next(&self, now: Timestamp) -> Result<Option<Timestamp>, QueueError> {
        let zone = zoned(now, self.zone.as_deref())
            .map_err(|_| QueueError::Zone(self.zone.clone().unwrap_or_default()))?;
        Ok(self.schedule.as_ref().map(|it| it.next(&zone)).transpose()?)
    }
}

impl Queue {
    /// Add a job with its rows, all or none. A row whose key a row of the same function has is left out: one that waits, is
    /// being run, or ended; a cancelled one only counts where it was begun.
    pub fn add(&mut self, new: &NewJob, rows: &[NewRow], now: Timestamp) -> Result<Added, QueueError> {
        let next = new.next(now)?;
        self.write(|transaction, path| {
            let failed = |it| QueueError::of(path, it);
            let job = insert_job(transaction, new, next, None, now).map_err(failed)?;
            let mut twins = Vec::new();
            let mut find = transaction
                .prepare_cached(
                    "SELECT row.job, row.number, row.outcome FROM row JOIN job ON job.id = row.job \
                     WHERE row.key = ?1 AND job.function = ?2 AND row.state < 3 \
                     AND (row.outcome IS NULL OR row.outcome <> 'cancelled' OR row.run IS NOT NULL) \
                     ORDER BY row.id DESC LIMIT 1",
                )
                .map_err(failed)?;
            let mut insert = transaction
                .prepare_cached(
                    "INSERT INTO row (job, number, key, params, state, due, outcome, seconds, message, at) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?6)",
                )
                .map_err(failed)?;
            let state = if next.is_some() { PLANNED } else { WAITING };
            for row in rows {
                let twin = match new.twins || row.bad.is_some() {
                    true => None,
                    false => find
                        .query_row(params![row.key, new.function], |it| {
                            Ok((
                                it.get::<_, i64>(0)?,
                                it.get::<_, i64>(1)?,
                                it.get::<_, Option<String>>(2)?,
                            ))
                        })
                        .optional()
                        .map_err(failed)?,
                };
                if let Some((other_job, other, ended)) = twin {
                    twins.push(Twin {
                        number: row.number,
                        job: JobId(other_job),
                        other: usize::try_from(other).unwrap_or_default(),
                        ended: ended.and_then(|it| Outcome::from_name(&it)),
                    });
                    continue;
                }
                let values = serde_json::to_string(&row.params).unwrap_or_default();
                let number = i64::try_from(row.number).unwrap_or(i64::MAX);
                let state = if row.bad.is_some() { ENDED } else { state };
                let outcome = row.bad.as_ref().map(|_| Outcome::Refused.name());
                let seconds = row.bad.as_ref().map(|_| 0.0);
                let now = now.as_millisecond();
                insert
                    .execute(params![
                        job.0, number, row.key, values, state, now, outcome, seconds, row.bad
                    ])
                    .map_err(failed)?;
            }
            Ok(Added {
                job,
                rows: rows.len() - twins.len(),
                twins,
            })
        })
    }

    /// A job.
    pub fn job(&self, id: JobId) -> Result<Job, QueueError> {
        let failed = self.failed();
        let mut statement = self
            .connection
            .prepare_cached(&format!("SELECT {JOB} FROM job WHERE id = ?1"))
            .map_err(&failed)?;
        let mut found = statement.query([id.0]).map_err(&failed)?;
        match found.next().map_err(&failed)? {
            Some(row) => job_of(row).map_err(|it| it.of(self)),
            None => Err(QueueError::Unknown { job: id }),
        }
    }

    /// Take the function of a job as it is now: its rows may be run again.
    pub fn accept(&mut self, id: JobId, sha256: &str) -> Result<(), QueueError> {
        self.job(id)?;
        let failed = self.failed();
        let sql = "UPDATE job SET sha256 = ?2 WHERE id = ?1";
        self.connection
            .execute(sql, params![id.0, sha256])
            .map_err(failed)?;
        Ok(())
    }

    /// All jobs, the oldest first.
    pub fn jobs(&self) -> Result<Vec<JobStatus>, QueueError> {
        let failed = self.failed();
        let mut jobs = BTreeMap::new();
        let sql = format!("SELECT {JOB} FROM job");
        let mut statement = self.connection.prepare_cached(&sql).map_err(&failed)?;
        let mut found = statement.query([]).map_err(&failed)?;
        while let Some(row) = found.next().map_err(&failed)? {
            let job = job_of(row).map_err(|it| it.of(self))?;
            let status = JobStatus {
                job,
                waiting: 0,
                running: 0,
                ended: BTreeMap::new(),
                planned: 0,
                due: None,
            };
            jobs.insert(status.job.id, status);
        }
        let sql = "SELECT job, state, outcome, count(*), min(due) FROM row GROUP BY job, state, outcome";
        let mut statement = self.connection.prepare_cached(sql).map_err(&failed)?;
        let mut found = statement.query([]).map_err(&failed)?;
        while let Some(row) = found.next().map_err(&failed)? {
            let id = JobId(row.get(0).map_err(&failed)?);
            let count = usize::try_from(row.get::<_, i64>(3).map_err(&failed)?).unwrap_or_default();
            let Some(status) = jobs.get_mut(&id) else {
                return Err(self.damaged(format!("a row of job {id}, which is gone")));
            };
            let outcome: Option<String> = row.get(2).map_err(&failed)?;
            match (
                row.get::<_, i64>(1).map_err(&failed)?,
                outcome.as_deref().and_then(Outcome::from_name),
            ) {
                (0, _) => {
                    status.waiting = count;
                    status.due = Some(time(row.get(4).map_err(&failed)?));
                }
                (1, _) => status.running = count,
                (3, _) => status.planned = count,
                (_, Some(outcome)) => *status.ended.entry(outcome.name()).or_default() += count,
                (other, None) => return Err(self.damaged(format!("`{other}` is no state of a row"))),
            }
        }
        Ok(jobs.into_values().collect())
    }
}

/// Keep a job.
pub(super) fn insert_job(
    connection: &rusqlite::Connection,
    new: &NewJob,
    next: Option<Timestamp>,
    of: Option<JobId>,
    now: Timestamp,
) -> rusqlite::Result<JobId> {
    let on: Vec<&str> = new.retries.on.iter().map(|it| it.name()).collect();
    connection
        .prepare_cached(
            "INSERT INTO job (function, how, sha256, scope, alone, priority, retries, pause_ms, retry_on, window, rate, \
             schedule, zone, next, of, added) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        )?
        .execute(params![
            new.function,
            new.how,
            new.sha256,
            new.place.scope,
            new.place.alone,
            new.priority,
            new.retries.most,
            i64::try_from(new.retries.pause.as_millis()).unwrap_or(i64::MAX),
            on.join(","),
            new.window.as_ref().map(ToString::to_string),
            new.rate.map(|it| it.to_string()),
            new.schedule.as_ref().map(ToString::to_string),
            new.zone,
            next.map(Timestamp::as_millisecond),
            of.map(|it| it.0),
            now.as_millisecond(),
        ])?;
    Ok(JobId(connection.last_insert_rowid()))
}

/// Why a job can't be read.
pub(super) enum Unread {
    Database(rusqlite::Error),
    Text(String),
}

impl From<rusqlite::Error> for Unread {
    fn from(it: rusqlite::Error) -> Self {
        Self::Database(it)
    }
}

impl Unread {
    pub(super) fn of(self, queue: &Queue) -> QueueError {
        self.at(queue.path())
    }

    pub(super) fn at(self, path: &std::path::Path) -> QueueError {
        match self {
            Self::Database(it) => QueueError::of(path, it),
            Self::Text(reason) => QueueError::Damaged {
                path: path.to_owned(),
                reason,
            },
        }
    }
}

fn parsed<T: FromStr>(text: Option<String>) -> Result<Option<T>, Unread>
where
    T::Err: std::fmt::Display,
{
    let one = |it: String| it.parse().map_err(|it: T::Err| Unread::Text(it.to_string()));
    text.map(one).transpose()
}

fn job_of(row: &rusqlite::Row<'_>) -> Result<Job, Unread> {
    let on: String = row.get(9)?;
    let on = on.split(',').filter(|it| !it.is_empty());
    let on: Option<Vec<Outcome>> = on.map(Outcome::from_name).collect();
    let pause: i64 = row.get(8)?;
    Ok(Job {
        id: JobId(row.get(0)?),
        new: NewJob {
            function: row.get(1)?,
            how: row.get(2)?,
            sha256: row.get(3)?,
            place: Place {
                scope: row.get(4)?,
                alone: row.get(5)?,
            },
            priority: row.get(6)?,
            retries: Retries {
                most: row.get(7)?,
                pause: Duration::from_millis(u64::try_from(pause).unwrap_or_default()),
                on: on.ok_or_else(|| Unread::Text("a job names an outcome that there is not".to_owned()))?,
            },
            window: parsed(row.get(10)?)?,
            rate: parsed(row.get(11)?)?,
            schedule: parsed(row.get(12)?)?,
            zone: row.get(13)?,
            twins: false,
            labels: Vec::new(),
            device: String::new(),
            package: String::new(),
            lease: None,
        },
        next: row.get::<_, Option<i64>>(14)?.map(time),
        slot: row.get::<_, Option<i64>>(15)?.map(time),
        of: row.get::<_, Option<i64>>(16)?.map(JobId),
        added: time(row.get(17)?),
    })
}

/// The jobs that may have something to do: with rows that wait, the highest priority first; and schedules.
pub(super) fn active(
    connection: &rusqlite::Connection,
    path: &std::path::Path,
) -> Result<Vec<Job>, QueueError> {
    let failed = |it| QueueError::of(path, it);
    let sql = format!(
        "SELECT {JOB} FROM job WHERE next IS NOT NULL OR EXISTS (SELECT 1 FROM row WHERE row.job = job.id AND state = 0) \
         ORDER BY priority DESC, id"
    );
    let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
    let mut found = statement.query([]).map_err(failed)?;
    let mut jobs = Vec::new();
    while let Some(row) = found.next().map_err(failed)? {
        jobs.push(job_of(row).map_err(|it| it.at(path))?);
    }
    Ok(jobs)
}
