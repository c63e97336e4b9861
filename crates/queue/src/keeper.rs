//! What keeps jobs and rows: one trait, whoever does it. The rules are those of [`row`](crate::row), [`due`](crate::due) and
//! [`retry`](crate::retry), which a keeper asks before it writes.

use std::{fmt, time::Duration};

use jiff::Timestamp;

use crate::{
    error::QueueError,
    row::{End, JobId},
    runner::Runner,
    store::{
        Queue,
        claim::Claimed,
        job::{Added, Job, JobStatus, NewJob, NewRow},
        rows::{Claim, KeptRow},
    },
};

/// Who takes rows, as others are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// Its name.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// The device that it has; none where it opens whichever is asked for.
    pub device: Option<String>,
    /// What it can, as rows ask for it.
    pub labels: Vec<String>,
}

/// Keeps jobs and rows, and gives each row to one runner. Each thread has its own.
pub trait Keeper: Send + fmt::Debug {
    /// Where it is, for people.
    fn place(&self) -> String;

    /// The same for another thread.
    fn another(&self) -> Result<Box<dyn Keeper>, QueueError>;

    /// Find damage before a row is begun.
    fn check(&self) -> Result<(), QueueError>;

    /// Someone who takes rows, with a name that no other has.
    fn runner(&self, worker: &Worker) -> Result<Runner, QueueError>;

    /// Add a job with its rows, all or none. A row whose key a row of the same function has is left out.
    fn add(&mut self, new: &NewJob, rows: &[NewRow], now: Timestamp) -> Result<Added, QueueError>;

    /// A job.
    fn job(&self, id: JobId) -> Result<Job, QueueError>;

    /// Take the function of a job as it is now: its rows may be run again.
    fn accept(&mut self, id: JobId, sha256: &str, package: Option<&str>) -> Result<(), QueueError>;

    /// All jobs, the oldest first.
    fn jobs(&self) -> Result<Vec<JobStatus>, QueueError>;

    /// The rows of a job, in its order.
    fn rows(&self, job: JobId) -> Result<Vec<KeptRow>, QueueError>;

    /// Cancel the rows of a job that wait; how many.
    fn cancel(&mut self, job: JobId, now: Timestamp) -> Result<usize, QueueError>;

    /// Try rows once more that ended and were not done; how many.
    fn retry(
        &mut self,
        job: JobId,
        numbers: &[usize],
        anew: bool,
        now: Timestamp,
    ) -> Result<usize, QueueError>;

    /// Take the next row that is due, of the jobs that fit.
    fn claim(
        &mut self,
        runner: &Runner,
        fits: &dyn Fn(&Job) -> bool,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Claimed, QueueError>;

    /// The run of a row is about to begin. What is cut off from now on is looked up.
    fn begin(&mut self, claim: &Claim, run: &str, now: Timestamp) -> Result<(), QueueError>;

    /// Whether a row is still this runner's, and may be written for. It is asked before each step that may write.
    fn holds(&mut self, claim: &Claim, now: Timestamp, until: Timestamp) -> Result<(), QueueError>;

    /// A row ends.
    fn end(&mut self, claim: &Claim, end: End, now: Timestamp) -> Result<(), QueueError>;

    /// A try was not done, and there will be another one.
    fn again(&mut self, claim: &Claim, tried: &End, at: Timestamp, now: Timestamp) -> Result<(), QueueError>;

    /// A row is given back as it is.
    fn release(&mut self, claim: &Claim, now: Timestamp) -> Result<(), QueueError>;

    /// Extend the leases of a runner; how many.
    fn extend(&mut self, runner: &Runner, now: Timestamp, until: Timestamp) -> Result<usize, QueueError>;

    /// How often leases have to be extended.
    fn extends(&self) -> Duration {
        Duration::from_secs(20)
    }

    /// What travels with the rows, where runners are on several machines; `None` where all are on this one.
    fn shelf(&self) -> Option<&dyn Shelf> {
        None
    }

    /// Have a device that workers on several machines can reach, for as long as this is open: no other worker of the queue has
    /// it meanwhile. Where all are on one machine, its own locks say that.
    fn take_device(&mut self, device: &str) -> Result<(), QueueError> {
        let _ = device;
        Ok(())
    }

    /// Who takes rows now, as far as it is known.
    fn workers(&self) -> Result<Vec<Worker>, QueueError> {
        Ok(Vec::new())
    }
}

/// Where functions and the records of runs lie for other machines.
pub trait Shelf {
    /// Put something there, instead of what had this name.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), QueueError>;

    /// Whether something has this name.
    fn has(&self, name: &str) -> Result<bool, QueueError>;

    /// What has this name.
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, QueueError>;
}

impl Keeper for Queue {
    fn place(&self) -> String {
        self.path().display().to_string()
    }

    fn another(&self) -> Result<Box<dyn Keeper>, QueueError> {
        Ok(Box::new(Queue::open(self.path())?))
    }

    fn check(&self) -> Result<(), QueueError> {
        Queue::check(self)
    }

    fn runner(&self, _: &Worker) -> Result<Runner, QueueError> {
        Runner::new(self.path())
    }

    fn add(&mut self, new: &NewJob, rows: &[NewRow], now: Timestamp) -> Result<Added, QueueError> {
        if !new.labels.is_empty() {
            return Err(QueueError::NotInAFile { what: "labels" });
        }
        if new.lease.is_some() {
            return Err(QueueError::NotInAFile { what: "lease" });
        }
        Queue::add(self, new, rows, now)
    }

    fn job(&self, id: JobId) -> Result<Job, QueueError> {
        Queue::job(self, id)
    }

    fn accept(&mut self, id: JobId, sha256: &str, _: Option<&str>) -> Result<(), QueueError> {
        Queue::accept(self, id, sha256)
    }

    fn jobs(&self) -> Result<Vec<JobStatus>, QueueError> {
        Queue::jobs(self)
    }

    fn rows(&self, job: JobId) -> Result<Vec<KeptRow>, QueueError> {
        Queue::rows(self, job)
    }

    fn cancel(&mut self, job: JobId, now: Timestamp) -> Result<usize, QueueError> {
        Queue::cancel(self, job, now)
    }

    fn retry(
        &mut self,
        job: JobId,
        numbers: &[usize],
        anew: bool,
        now: Timestamp,
    ) -> Result<usize, QueueError> {
        Queue::retry(self, job, numbers, anew, now)
    }

    fn claim(
        &mut self,
        runner: &Runner,
        fits: &dyn Fn(&Job) -> bool,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Claimed, QueueError> {
        Queue::claim(self, runner, fits, now, until)
    }

    fn begin(&mut self, claim: &Claim, run: &str, now: Timestamp) -> Result<(), QueueError> {
        Queue::begin(self, claim, run, now)
    }

    fn holds(&mut self, claim: &Claim, now: Timestamp, until: Timestamp) -> Result<(), QueueError> {
        Queue::holds(self, claim, now, until)
    }

    fn end(&mut self, claim: &Claim, end: End, now: Timestamp) -> Result<(), QueueError> {
        Queue::end(self, claim, end, now)
    }

    fn again(&mut self, claim: &Claim, tried: &End, at: Timestamp, now: Timestamp) -> Result<(), QueueError> {
        Queue::again(self, claim, tried, at, now)
    }

    fn release(&mut self, claim: &Claim, now: Timestamp) -> Result<(), QueueError> {
        Queue::release(self, claim, now)
    }

    fn extend(&mut self, runner: &Runner, now: Timestamp, until: Timestamp) -> Result<usize, QueueError> {
        Queue::extend(self, runner, now, until)
    }
}
