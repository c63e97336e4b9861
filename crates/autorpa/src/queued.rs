//! The queue of rows: adding, running, and how it stands. What runs a row is what runs one of a file of rows.

mod address;
mod engine;
mod how;
mod metrics;
mod pictures;
mod request;
mod travel;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use queue::{Added, Address, JobId, JobStatus, KeptRow, NewJob, NewRow, Twin, Worker, row::State};
use serde_json::{Value as Json, json};
use settings::{Call, Request, Setting};
use task::Params;
use trajectory::Outcome;

pub use self::{
    engine::{Changed, NotAllRun, QueueRan},
    metrics::metrics,
    request::{NoHow, NotQueued, QueueAddRequest, QueueRetryRequest, QueueRunRequest},
    travel::{NoRecord, NotTravelled},
};

use self::{address::Where, travel::Package};

use crate::{
    Autorpa,
    audit::Deed,
    error::Error,
    request::RowsRequest,
    rows::{RanRow, RanRows, csv_of, read_rows},
};

impl Autorpa {
    /// Add the rows of a file to a queue. All are looked at before one is added.
    pub fn queue_add(&self, request: &QueueAddRequest) -> Result<Added, Error> {
        let mut exec = how::checked(&request.exec)?;
        let ready = self.ready(&exec)?;
        if let Some(name) = ready.secret_in(&request.file, &exec.params) {
            return Err(Error::usage(NotQueued::Secret { name }));
        }
        let rows = RowsRequest {
            skip_bad_rows: request.skip_bad_rows,
            ..RowsRequest::new(exec.clone(), &request.file)
        };
        let (work, bad) = read_rows(&ready, &rows)?;
        if let Some((at, name, mark)) = ready.secret_value_in(work.iter().map(|it| &it.params)) {
            let row = work.get(at).map_or(0, |it| it.number);
            return Err(Error::usage(NotQueued::SecretValue { row, name, mark }));
        }
        let mut new_rows = Vec::new();
        for row in work {
            new_rows.push(NewRow {
                number: row.number,
                key: match request.key.is_empty() {
                    true => row.digest,
                    false => key_of(&row.params, &request.key)?,
                },
                params: row.params,
                bad: None,
            });
        }
        new_rows.extend(bad.into_iter().map(|it| NewRow {
            number: it.number,
            key: String::new(),
            params: Params::new(),
            bad: Some(format!("line {}: {}", it.line, it.reason)),
        }));
        let (package, place) = match &request.queue {
            Some(Address::Server(_)) => {
                let package = Package::of(Path::new(&ready.name), &ready.source)?;
                how::for_others(&mut exec, &ready);
                (Some(package), ready.place_of_many())
            }
            Some(Address::File(_)) | None => (None, ready.place()),
        };
        let job = NewJob {
            function: package.as_ref().map_or(&ready.name, |it| &it.function).clone(),
            how: how::kept(&exec),
            sha256: library::sha256(&ready.source),
            place,
            priority: request.priority,
            retries: request.retries.clone(),
            window: request.window.clone(),
            rate: request.rate,
            schedule: request.schedule.clone(),
            zone: request.zone.clone(),
            twins: request.twins,
            labels: request.labels.clone(),
            device: ready.device(&exec).to_owned(),
            package: package.as_ref().map_or_else(String::new, |it| it.sha256.clone()),
            lease: request.lease,
        };
        let now = Timestamp::now();
        // No file is made for what can't be added.
        job.next(now)?;
        let mut queue = self.queue_at(request.queue.as_ref(), Where::Made)?;
        if let (Some(package), Some(shelf)) = (&package, queue.shelf()) {
            package.put(shelf)?;
        }
        let added = queue.add(&job, &new_rows, now)?;
        self.audit().note(Deed::Queued {
            function: job.function.clone(),
            script_sha256: job.sha256.clone(),
            job: added.job.0,
            rows: added.rows,
        })?;
        Ok(added)
    }

    /// How a queue stands: its jobs, the oldest first.
    pub fn queue_status(&self, queue: Option<&Address>) -> Result<Vec<JobStatus>, Error> {
        Ok(self.queue_at(queue, Where::There)?.jobs()?)
    }

    /// Who takes rows of a queue on a server now.
    pub fn queue_workers(&self, queue: Option<&Address>) -> Result<Vec<Worker>, Error> {
        Ok(self.queue_at(queue, Where::There)?.workers()?)
    }

    /// Cancel the rows of a job that wait; how many. Those that are being run come to their end.
    pub fn queue_cancel(&self, queue: Option<&Address>, job: JobId) -> Result<usize, Error> {
        Ok(self
            .queue_at(queue, Where::There)?
            .cancel(job, Timestamp::now())?)
    }

    /// Try rows once more that ended and were not done; how many.
    pub fn queue_retry(&self, request: &QueueRetryRequest) -> Result<usize, Error> {
        let mut queue = self.queue_at(request.queue.as_ref(), Where::There)?;
        if request.new_function {
            let job = queue.job(request.job)?;
            let exec = how::read(job.id, &job.new.how)?;
            let ready = self.ready(&exec)?;
            let package = match queue.shelf() {
                Some(shelf) => {
                    let package = Package::of(Path::new(&ready.name), &ready.source)?;
                    package.put(shelf)?;
                    Some(package.sha256)
                }
                None => None,
            };
            queue.accept(job.id, &library::sha256(&ready.source), package.as_deref())?;
        }
        Ok(queue.retry(request.job, &request.rows, request.anew, Timestamp::now())?)
    }

    /// The rows that ended and were not done, of one job or of all, each with its reason.
    pub fn queue_dead(
        &self,
        queue: Option<&Address>,
        job: Option<JobId>,
    ) -> Result<Vec<(JobId, RanRow)>, Error> {
        let queue = self.queue_at(queue, Where::There)?;
        let jobs = match job {
            Some(job) => vec![job],
            None => queue.jobs()?.into_iter().map(|it| it.job.id).collect(),
        };
        let mut dead = Vec::new();
        for job in jobs {
            let rows = queue.rows(job)?.into_iter();
            let is_dead = |it: &KeptRow| matches!(&it.row.state, State::Ended(end) if end.is_dead());
            dead.extend(rows.filter(is_dead).filter_map(|it| Some((job, ran(&it)?))));
        }
        Ok(dead)
    }

    /// What came of the rows of a job, as of a file of rows, and the same as a CSV file.
    pub fn queue_results(&self, queue: Option<&Address>, job: JobId) -> Result<(RanRows, Vec<u8>), Error> {
        let queue = self.queue_at(queue, Where::There)?;
        let kept = queue.rows(job)?;
        let ended: Vec<(RanRow, &str)> = kept
            .iter()
            .filter_map(|it| Some((ran(it)?, it.key.as_str())))
            .collect();
        let csv = csv_of(ended.iter().map(|(row, key)| (row, *key)));
        let rows = RanRows {
            function: queue.job(job)?.new.function,
            results: PathBuf::from(queue.place()),
            rows: ended.into_iter().map(|it| it.0).collect(),
            total: kept.len(),
            stopped: None,
        };
        Ok((rows, csv))
    }
}

/// A row that has its end, as one of a file of rows.
fn ran(kept: &KeptRow) -> Option<RanRow> {
    let State::Ended(end) = &kept.row.state else {
        return None;
    };
    Some(RanRow {
        number: kept.number,
        outcome: end.outcome,
        answer: end.answer.clone(),
        seconds: end.seconds,
        run: kept.row.run.clone(),
        message: end.message.clone(),
    })
}

/// What tells a row from others, in few letters.
fn key_of(params: &Params, names: &[String]) -> Result<String, Error> {
    let mut text = String::new();
    for name in names {
        let value = params.get(&strings::identifier(name)).ok_or_else(|| {
            Error::usage(NotQueued::Key {
                name: name.clone(),
                known: params.keys().cloned().collect(),
            })
        })?;
        text.push_str(&format!("{name}={value:?}\n"));
    }
    Ok(library::sha256(&text)[..12].to_owned())
}

/// A job's status as JSON.
pub fn status_json(status: &JobStatus) -> Json {
    let job = &status.job;
    let ended: BTreeMap<&str, usize> = status.ended.clone();
    json!({
        "job": job.id.0,
        "function": job.new.function,
        "priority": job.new.priority,
        "waiting": status.waiting,
        "running": status.running,
        "planned": status.planned,
        "ended": ended,
        "window": job.new.window.as_ref().map(ToString::to_string),
        "rate": job.new.rate.map(|it| it.to_string()),
        "schedule": job.new.schedule.as_ref().map(ToString::to_string),
        "next": job.next.map(|it| it.to_string()),
        "of": job.of.map(|it| it.0),
    })
}

/// A job's status as a line.
pub fn status_line(status: &JobStatus) -> String {
    let job = &status.job;
    let mut parts: Vec<String> = status
        .ended
        .iter()
        .map(|(outcome, count)| format!("{count} {outcome}"))
        .collect();
    for (count, what) in [
        (status.running, "running"),
        (status.waiting, "waiting"),
        (status.planned, "planned"),
    ] {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    if let (Some(schedule), Some(next)) = (&job.new.schedule, job.next) {
        parts.push(format!("`{schedule}`, next at {next}"));
    }
    if let Some(of) = job.of {
        parts.push(format!("queued by job {of}"));
    }
    format!("job {}  {}: {}", job.id, job.new.function, parts.join(", "))
}

/// A worker as a line.
pub fn worker_line(worker: &Worker) -> String {
    let device = worker.device.as_deref().unwrap_or("any device");
    let labels = match worker.labels.is_empty() {
        true => String::new(),
        false => format!(", {}", worker.labels.join(", ")),
    };
    format!(
        "worker {}  {device}{labels}, AutoRPA {}",
        worker.name, worker.version
    )
}

/// Rows that were not added because their key is there, as lines: how many of which job, and what helps.
pub fn twins(twins: &[Twin]) -> Vec<String> {
    let mut counts: BTreeMap<(JobId, &str), usize> = BTreeMap::new();
    for it in twins {
        let how = it.ended.map_or("not ended yet", Outcome::name);
        *counts.entry((it.job, how)).or_default() += 1;
    }
    let line = |((job, how), count)| format!("{count} rows are in job {job} already ({how}): not added");
    let mut lines: Vec<String> = counts.into_iter().map(line).collect();
    if !lines.is_empty() {
        lines.push(format!(
            "help: `{}` tries those again that were not done; {} adds rows all the same",
            Call::new(Request::QueueRetry).of("JOB"),
            Setting::Duplicates
        ));
    }
    lines
}

/// Rows that were not done, as JSON.
pub fn dead_json(dead: &[(JobId, RanRow)]) -> Json {
    let one = |(job, row): &(JobId, RanRow)| {
        json!({
            "job": job.0,
            "row": row.number,
            "outcome": row.outcome.name(),
            "message": row.message,
            "run": row.run,
        })
    };
    dead.iter().map(one).collect()
}
