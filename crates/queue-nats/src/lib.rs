//! A queue on a NATS server with JetStream, for runners on many machines.
//!
//! What a row may become is asked of `queue::row`, as it is where rows stand in a file; each change is a compare-and-set of the
//! row's entry. A lease is over when the server's clock says that its row was not touched for as long as the lease is: no clock
//! of a worker counts. Whoever writes for a row touches it first, so one that has lost it writes nothing.

#![cfg(feature = "nats")]

mod add;
mod claim;
mod devices;
mod file;
mod link;
mod listed;
mod rows;
mod schedule;

use std::{
    collections::BTreeMap,
    fmt,
    future::Future,
    process,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use jiff::Timestamp;
use queue::{
    Added, Claim, Claimed, Job, JobId, JobStatus, Keeper, KeptRow, NewJob, NewRow, QueueError, Runner,
    Server, Shelf, Worker, row::End,
};
use ring::rand::{SecureRandom, SystemRandom};
use tokio::runtime::{Builder, Runtime};

use crate::{
    claim::Known,
    devices::Hold,
    file::{FORMAT, WorkerV1, json},
    link::Link,
    rows::Held,
    schedule::KnownSchedules,
};

/// How long a worker may be silent, where a job does not say.
const LEASE: Duration = Duration::from_secs(60);
/// How often it is said who works.
const LISTS: Duration = Duration::from_secs(30);

/// A queue on a server.
#[derive(Clone)]
pub struct Nats(Arc<Shared>);

/// What all threads of a program share.
struct Shared {
    runtime: Runtime,
    link: Link,
    /// No other program has this name.
    who: String,
    held: Mutex<BTreeMap<(i64, usize), Held>>,
    known: Mutex<Known>,
    schedules: Mutex<KnownSchedules>,
    listed: Mutex<Option<(Vec<u8>, Instant)>>,
    devices: Mutex<BTreeMap<String, Hold>>,
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Nats").field(&self.0.link.address).finish()
    }
}

fn locked<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A name that no other program has.
fn name() -> String {
    let mut bytes = [0; 4];
    // The time alone would do as well, as far as machines have different ones.
    let _weaker = SystemRandom::new().fill(&mut bytes);
    let random = u32::from_be_bytes(bytes);
    format!(
        "{}-{}-{random:08x}",
        process::id(),
        Timestamp::now().as_microsecond()
    )
}

impl Nats {
    /// The queue on this server, made where there is none.
    pub fn create(server: &Server) -> Result<Self, QueueError> {
        Self::connect(server, true)
    }

    /// The queue on this server.
    pub fn open(server: &Server) -> Result<Self, QueueError> {
        Self::connect(server, false)
    }

    fn connect(server: &Server, make: bool) -> Result<Self, QueueError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|it| QueueError::NoServer {
                address: server.to_string(),
                source: Box::new(it),
            })?;
        let who = name();
        let link = runtime.block_on(Link::open(server, &format!("autorpa {who}"), make))?;
        Ok(Self(Arc::new(Shared {
            runtime,
            link,
            who,
            held: Mutex::default(),
            known: Mutex::default(),
            schedules: Mutex::default(),
            listed: Mutex::default(),
            devices: Mutex::default(),
        })))
    }

    fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.0.runtime.block_on(work)
    }
}

impl Keeper for Nats {
    fn place(&self) -> String {
        self.0.link.address.clone()
    }

    fn another(&self) -> Result<Box<dyn Keeper>, QueueError> {
        Ok(Box::new(self.clone()))
    }

    fn check(&self) -> Result<(), QueueError> {
        Ok(())
    }

    fn runner(&self, worker: &Worker) -> Result<Runner, QueueError> {
        let entry = json(&WorkerV1 {
            format: FORMAT,
            version: worker.version.clone(),
            device: worker.device.clone(),
            labels: worker.labels.clone(),
        });
        self.wait(self.0.link.list_worker(&self.0.who, entry.clone()))?;
        locked(&self.0.listed).replace((entry, Instant::now()));
        Ok(Runner::elsewhere(self.0.who.clone()))
    }

    fn add(&mut self, new: &NewJob, rows: &[NewRow], now: Timestamp) -> Result<Added, QueueError> {
        self.wait(self.0.add(new, rows, now))
    }

    fn job(&self, id: JobId) -> Result<Job, QueueError> {
        let job = match self.wait(self.0.schedule(id.0))? {
            Some(entry) => entry.value.job(id),
            None => self.wait(self.0.open_job(id))?.value.job(id),
        };
        job.map_err(|it| self.0.link.unread(&format!("job {id}"), it))
    }

    fn accept(&mut self, id: JobId, sha256: &str, package: Option<&str>) -> Result<(), QueueError> {
        self.wait(self.0.accept(id, sha256, package))
    }

    fn jobs(&self) -> Result<Vec<JobStatus>, QueueError> {
        self.wait(self.0.statuses())
    }

    fn rows(&self, job: JobId) -> Result<Vec<KeptRow>, QueueError> {
        self.wait(self.0.kept_rows(job))
    }

    fn cancel(&mut self, job: JobId, now: Timestamp) -> Result<usize, QueueError> {
        self.wait(self.0.cancel(job, now))
    }

    fn retry(
        &mut self,
        job: JobId,
        numbers: &[usize],
        anew: bool,
        now: Timestamp,
    ) -> Result<usize, QueueError> {
        self.wait(self.0.retry(job, numbers, anew, now))
    }

    fn claim(
        &mut self,
        _: &Runner,
        fits: &dyn Fn(&Job) -> bool,
        now: Timestamp,
        _: Timestamp,
    ) -> Result<Claimed, QueueError> {
        self.wait(self.0.claim(fits, now))
    }

    fn begin(&mut self, claim: &Claim, run: &str, now: Timestamp) -> Result<(), QueueError> {
        self.wait(self.0.begin(claim, run, now))
    }

    fn holds(&mut self, claim: &Claim, now: Timestamp, _: Timestamp) -> Result<(), QueueError> {
        self.wait(self.0.holds(claim, now))
    }

    fn end(&mut self, claim: &Claim, end: End, now: Timestamp) -> Result<(), QueueError> {
        self.wait(self.0.end(claim, end, now))
    }

    fn again(&mut self, claim: &Claim, tried: &End, at: Timestamp, now: Timestamp) -> Result<(), QueueError> {
        self.wait(self.0.again(claim, tried, at, now))
    }

    fn release(&mut self, claim: &Claim, now: Timestamp) -> Result<(), QueueError> {
        self.wait(self.0.release(claim, now))
    }

    fn extend(&mut self, _: &Runner, now: Timestamp, _: Timestamp) -> Result<usize, QueueError> {
        let due = {
            let mut listed = locked(&self.0.listed);
            listed.as_mut().and_then(|(entry, at)| {
                (at.elapsed() >= LISTS).then(|| {
                    *at = Instant::now();
                    entry.clone()
                })
            })
        };
        if let Some(entry) = due {
            self.wait(self.0.link.list_worker(&self.0.who, entry))?;
        }
        self.wait(self.0.extend(now))
    }

    fn extends(&self) -> Duration {
        let leases = locked(&self.0.held);
        let shortest = leases.values().map(|it| it.lease).min().unwrap_or(LEASE);
        let shortest = match locked(&self.0.devices).is_empty() {
            true => shortest,
            false => shortest.min(LEASE),
        };
        (shortest / 3).min(LISTS)
    }

    fn shelf(&self) -> Option<&dyn Shelf> {
        Some(self)
    }

    fn take_device(&mut self, device: &str) -> Result<(), QueueError> {
        self.wait(self.0.take_device(device))
    }

    fn workers(&self) -> Result<Vec<Worker>, QueueError> {
        self.wait(self.0.workers())
    }
}

impl Shelf for Nats {
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), QueueError> {
        self.wait(self.0.link.shelve(name, bytes))
    }

    fn has(&self, name: &str) -> Result<bool, QueueError> {
        self.wait(self.0.link.is_shelved(name))
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, QueueError> {
        self.wait(self.0.link.shelved(name))
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let is_listed = locked(&self.listed).is_some();
        if !is_listed && locked(&self.devices).is_empty() {
            return;
        }
        let gone = async {
            self.let_devices_go().await;
            if is_listed {
                let _stays = self.link.workers.delete(&self.who).await;
            }
        };
        // Who is not taken off the list goes from it after a while, and so does whose a device is.
        let gone = async { tokio::time::timeout(Duration::from_secs(2), gone).await };
        let _stays = self.runtime.block_on(gone);
    }
}
