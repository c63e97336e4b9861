//! Taking the next row that is due: rows of runners that are gone come back first, then schedules queue theirs.

use std::path::Path;

use jiff::{Timestamp, ToSpan};
use rusqlite::{OptionalExtension, Transaction, params};

use super::{
    Queue, changed,
    columns::time,
    job::{Job, active, insert_job},
    load,
    rows::Claim,
};
use crate::{
    due::{Place, zoned},
    error::QueueError,
    row::{Change, JobId, Lease},
    runner::Runner,
};

/// What there is to do.
#[derive(Debug)]
pub enum Claimed {
    /// This row.
    Row(Box<Claim>),
    /// None yet, and a job has something that this program can't read: it is left to others. Said once for each job.
    Unread {
        /// The job.
        job: JobId,
        /// What, and why not.
        why: String,
    },
    /// Nothing yet.
    Later(Later),
    /// Nothing any more.
    Nothing,
}

/// When there is something to do, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    /// Then.
    pub at: Timestamp,
    /// What it waits for.
    pub why: Why,
}

/// What rows wait for; the first is the soonest to come by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// Other runners are at work, and may leave something to do.
    Others,
    /// The pause before another try.
    Retry,
    /// The rate of a job.
    Rate,
    /// The window of a job.
    Window,
    /// The schedule of a job.
    Schedule,
}

/// How soon what others leave is asked for again.
const OTHERS_MS: i64 = 200;

impl Queue {
    /// Take the next row that is due, of the jobs that fit.
    pub fn claim(
        &mut self,
        runner: &Runner,
        fits: &dyn Fn(&Job) -> bool,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Claimed, QueueError> {
        self.write(|transaction, path| {
            take_back(transaction, path, runner, now)?;
            let mut later: Vec<Later> = Vec::new();
            let mut jobs = active(transaction, path)?;
            if fire(transaction, path, &jobs, now)? {
                jobs = active(transaction, path)?;
            }
            let going_on = going_on(transaction, path)?;
            for job in jobs.iter().filter(|it| fits(it)) {
                later.extend(job.next.map(|at| Later {
                    at,
                    why: Why::Schedule,
                }));
                match due(transaction, path, job, &going_on, now)? {
                    Due::Now(id) => return claimed(transaction, path, job, id, runner, now, until),
                    Due::Later(it) => later.push(it),
                    Due::Never => {}
                }
            }
            if !going_on.is_empty() {
                later.push(others(now));
            }
            Ok(
                match later.into_iter().min_by_key(|it| (it.why > Why::Rate, it.at)) {
                    Some(it) => Claimed::Later(it),
                    None => Claimed::Nothing,
                },
            )
        })
    }
}

fn others(now: Timestamp) -> Later {
    Later {
        at: now.saturating_add(OTHERS_MS.milliseconds()).unwrap_or(now),
        why: Why::Others,
    }
}

/// Take their rows from runners that are gone.
fn take_back(
    transaction: &Transaction<'_>,
    path: &Path,
    runner: &Runner,
    now: Timestamp,
) -> Result<(), QueueError> {
    let failed = |it| QueueError::of(path, it);
    let mut statement = transaction
        .prepare_cached("SELECT DISTINCT runner FROM row WHERE state = 1 AND runner <> ?1")
        .map_err(failed)?;
    let found = statement
        .query_map([runner.name()], |row| row.get(0))
        .map_err(failed)?;
    let others: Vec<String> = found.collect::<Result<_, _>>().map_err(failed)?;
    for other in others {
        let holder = Runner::holder(path, &other);
        let mut statement = transaction
            .prepare_cached("SELECT id FROM row WHERE state = 1 AND runner = ?1")
            .map_err(failed)?;
        let found = statement.query_map([&other], |row| row.get(0)).map_err(failed)?;
        let rows: Vec<i64> = found.collect::<Result<_, _>>().map_err(failed)?;
        for id in rows {
            match changed(transaction, path, id, Change::TakeBack(holder), now) {
                Ok(_) | Err(QueueError::Row { .. }) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

/// Queue the rows of schedules whose time has come; whether one has. Times that nobody was there for are made up for once,
/// and not at all while rows of the last time have no end.
fn fire(
    transaction: &Transaction<'_>,
    path: &Path,
    jobs: &[Job],
    now: Timestamp,
) -> Result<bool, QueueError> {
    let failed = |it| QueueError::of(path, it);
    let mut fired = false;
    for job in jobs {
        let (Some(schedule), Some(next)) = (&job.new.schedule, job.next) else {
            continue;
        };
        if next > now {
            continue;
        }
        let zone = job.new.zone.as_deref();
        let here = zoned(now, zone).map_err(|_| QueueError::Zone(zone.unwrap_or_default().to_owned()))?;
        let following = schedule.next(&here).ok().map(Timestamp::as_millisecond);
        transaction
            .execute(
                "UPDATE job SET next = ?2 WHERE id = ?1",
                params![job.id.0, following],
            )
            .map_err(failed)?;
        fired = true;
        let open: i64 = transaction
            .query_row(
                "SELECT count(*) FROM row JOIN job ON job.id = row.job WHERE job.of = ?1 AND row.state < 2",
                [job.id.0],
                |row| row.get(0),
            )
            .map_err(failed)?;
        if open > 0 {
            continue;
        }
        let mut new = job.new.clone();
        new.schedule = None;
        let made = insert_job(transaction, &new, None, Some(job.id), now).map_err(failed)?;
        transaction
            .execute(
                "INSERT INTO row (job, number, key, params, state, due) SELECT ?2, number, key || ' at ' || ?4, params, 0, ?3 \
                 FROM row WHERE job = ?1 AND state = 3",
                params![job.id.0, made.0, now.as_millisecond(), next.to_string()],
            )
            .map_err(failed)?;
    }
    Ok(fired)
}

/// Where rows are being run.
fn going_on(transaction: &Transaction<'_>, path: &Path) -> Result<Vec<Place>, QueueError> {
    let failed = |it| QueueError::of(path, it);
    let mut statement = transaction
        .prepare_cached(
            "SELECT job.scope, job.alone FROM row JOIN job ON job.id = row.job WHERE row.state = 1",
        )
        .map_err(failed)?;
    let found = statement
        .query_map([], |row| {
            Ok(Place {
                scope: row.get(0)?,
                alone: row.get(1)?,
            })
        })
        .map_err(failed)?;
    found.collect::<Result<_, _>>().map_err(failed)
}

/// When a row of a job may begin.
enum Due {
    Now(i64),
    Later(Later),
    Never,
}

fn due(
    transaction: &Transaction<'_>,
    path: &Path,
    job: &Job,
    going_on: &[Place],
    now: Timestamp,
) -> Result<Due, QueueError> {
    let failed = |it| QueueError::of(path, it);
    let first: Option<i64> = transaction
        .prepare_cached(
            "SELECT id FROM row WHERE job = ?1 AND state = 0 AND due <= ?2 ORDER BY number LIMIT 1",
        )
        .and_then(|mut it| {
            it.query_row(params![job.id.0, now.as_millisecond()], |row| row.get(0))
                .optional()
        })
        .map_err(failed)?;
    let Some(id) = first else {
        let soonest: Option<i64> = transaction
            .prepare_cached("SELECT min(due) FROM row WHERE job = ?1 AND state = 0")
            .and_then(|mut it| it.query_row([job.id.0], |row| row.get(0)))
            .map_err(failed)?;
        let retry = |due: i64| {
            Due::Later(Later {
                at: time(due),
                why: Why::Retry,
            })
        };
        return Ok(soonest.map_or(Due::Never, retry));
    };
    let zone = job.new.zone.as_deref();
    if let Some(window) = &job.new.window {
        let here = zoned(now, zone).map_err(|_| QueueError::Zone(zone.unwrap_or_default().to_owned()))?;
        if !window.is_open(&here) {
            let at = window.opens(&here).unwrap_or(Timestamp::MAX);
            return Ok(Due::Later(Later { at, why: Why::Window }));
        }
    }
    if !job.new.place.has_room(going_on) {
        return Ok(Due::Later(others(now)));
    }
    match job.slot {
        Some(at) if at > now && job.new.rate.is_some() => Ok(Due::Later(Later { at, why: Why::Rate })),
        _ => Ok(Due::Now(id)),
    }
}

fn claimed(
    transaction: &Transaction<'_>,
    path: &Path,
    job: &Job,
    id: i64,
    runner: &Runner,
    now: Timestamp,
    until: Timestamp,
) -> Result<Claimed, QueueError> {
    let failed = |it| QueueError::of(path, it);
    let token: i64 = transaction
        .prepare_cached("UPDATE tokens SET last = last + 1 RETURNING last")
        .and_then(|mut it| it.query_row([], |row| row.get(0)))
        .map_err(failed)?;
    if let Some(rate) = job.new.rate {
        let next = rate.next(job.slot.map_or(now, |it| it.max(now)));
        transaction
            .execute(
                "UPDATE job SET slot = ?2 WHERE id = ?1",
                params![job.id.0, next.as_millisecond()],
            )
            .map_err(failed)?;
    }
    let kept = load(transaction, path, id)?;
    let lease = Lease {
        token,
        runner: runner.name().to_owned(),
        until,
    };
    let row = changed(transaction, path, id, Change::Claim(lease), now)?;
    Ok(Claimed::Row(Box::new(Claim {
        id,
        token,
        job: job.id,
        sha256: job.new.sha256.clone(),
        number: kept.number,
        params: kept.params,
        earlier: row.run,
        tries: row.tries,
        failures: row.failures,
        wrote: true,
    })))
}

impl Queue {
    /// Extend the leases of a runner; how many.
    pub fn extend(&mut self, runner: &Runner, now: Timestamp, until: Timestamp) -> Result<usize, QueueError> {
        self.write(|transaction, path| {
            let failed = |it| QueueError::of(path, it);
            let mut statement = transaction
                .prepare_cached("SELECT id, token FROM row WHERE state = 1 AND runner = ?1")
                .map_err(failed)?;
            let found = statement
                .query_map([runner.name()], |row| Ok((row.get(0)?, row.get(1)?)))
                .map_err(failed)?;
            let held: Vec<(i64, i64)> = found.collect::<Result<_, _>>().map_err(failed)?;
            for (id, token) in &held {
                changed(
                    transaction,
                    path,
                    *id,
                    Change::Extend { token: *token, until },
                    now,
                )?;
            }
            Ok(held.len())
        })
    }
}
