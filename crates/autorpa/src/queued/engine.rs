//! Running what is due: each worker takes a row, looks up what an earlier run of it did, runs it, and writes its end.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use device::{Cause, Environment, NotAllowed};
use jiff::{SignedDuration, Timestamp};
use queue::{
    Claim, Claimed, Job, JobId, Keeper, Later, QueueError, Runner, Why, Worker, retry::CUT_OFF, row::End,
};
use serde_json::json;
use settings::{Call, Request, Setting};
use thiserror::Error as ThisError;
use trajectory::Outcome;

use super::{
    address::Where,
    how,
    request::QueueRunRequest,
    travel::{self, Travelling},
};
use crate::{
    Autorpa,
    audit::Front,
    error::Error,
    model::Model,
    observer::Event,
    policy::OutsidePolicy,
    ready::{Ready, Turn},
    registry::Leased,
    request::ExecRequest,
    resume::State,
    rows::{OneRow, RanRow, locked},
    telling::Teller,
    witness::Holds,
};

/// How long a row is a runner's without a word. Where locks can be asked, who lives keeps it anyway.
const LEASE: SignedDuration = SignedDuration::from_secs(60);
/// The longest that nobody asks whether there is something to do.
const LONGEST: Duration = Duration::from_millis(500);

/// What came of running a queue.
#[derive(Debug)]
pub struct QueueRan {
    /// How many rows ended so, by outcome.
    pub ended: Vec<(Outcome, usize)>,
    /// Jobs that were left out, each with the reason.
    pub left_out: BTreeMap<JobId, String>,
    /// When there is something to do next, where rows were left.
    pub later: Option<Later>,
    /// Why the policy let no further row begin, where it was so.
    pub shut: Option<String>,
    /// Why it was stopped, where it was.
    pub stopped: Option<String>,
}

/// Not every row that was run is done, or some were not run.
#[derive(Clone, Debug, ThisError)]
#[error(
    "{}\nhelp: `{}` lists the rows that were not done, each with its reason",
    said.join("\n"),
    Call::new(Request::QueueDead)
)]
pub struct NotAllRun {
    /// A line for each finding.
    pub said: Vec<String>,
}

impl QueueRan {
    /// What came of it, as lines.
    pub fn said(&self) -> Vec<String> {
        let counts = self
            .ended
            .iter()
            .map(|(outcome, count)| format!("{count} {outcome}"));
        let later = self.later.map(|it| {
            let what = match it.why {
                Why::Others | Why::Retry | Why::Rate => "",
                Why::Window => "the window of a job opens",
                Why::Schedule => "a schedule comes",
            };
            let stay = Call::new(Request::QueueRun).set(Setting::Stay);
            format!("at {} {what}: `{stay}` waits for it", it.at)
        });
        counts.chain(later).chain(self.shut.clone()).collect()
    }

    /// An error where a row was not done, or a job was left out.
    pub fn ended(&self) -> Result<(), Error> {
        let failed = self
            .ended
            .iter()
            .map(|it| it.0)
            .find(|it| !State::came_through(*it));
        let unchecked = self
            .ended
            .iter()
            .map(|it| it.0)
            .find(|it| *it == Outcome::Unchecked);
        let outcome = match (&self.stopped, failed, self.left_out.is_empty()) {
            (Some(_), ..) => Outcome::Cancelled,
            (None, Some(outcome), _) => outcome,
            (None, None, false) => Outcome::Refused,
            (None, None, true) => match unchecked {
                Some(outcome) => outcome,
                None => return Ok(()),
            },
        };
        let counts: Vec<String> = self
            .ended
            .iter()
            .map(|(outcome, count)| format!("{count} {outcome}"))
            .collect();
        let counts = Some(counts.join(", ")).filter(|it| !it.is_empty());
        let left_out = self
            .left_out
            .iter()
            .map(|(job, why)| format!("job {job} was left out: {why}"));
        let said = counts
            .into_iter()
            .chain(left_out)
            .chain(self.stopped.clone())
            .collect();
        Err(Error::ended(outcome, NotAllRun { said }))
    }
}

/// A job that is ready to run.
struct Prepared {
    job: Job,
    exec: ExecRequest,
    ready: Ready,
}

/// What the workers share.
struct Engine<'a> {
    rpa: &'a Autorpa,
    request: &'a QueueRunRequest,
    model: Option<Model>,
    queue: Shared,
    runner: Runner,
    /// How this home is called, where runs are looked up on other machines.
    home: Option<String>,
    jobs: Mutex<BTreeMap<JobId, Arc<Prepared>>>,
    left_out: Mutex<BTreeMap<JobId, LeftOut>>,
    ended: Mutex<Vec<Outcome>>,
    failures: AtomicUsize,
    teller: Teller,
    later: Mutex<Option<Later>>,
    /// Why the policy let no further row begin.
    left: Mutex<Option<OutsidePolicy>>,
    /// What of the policy is waited for, as it was said.
    waits: Mutex<Option<OutsidePolicy>>,
    /// What no further row can be run for.
    broken: Mutex<Option<Error>>,
}

/// A job that no row is taken of.
struct LeftOut {
    why: String,
    /// When it is looked at again, where its device is another worker's until then at the latest.
    until: Option<Timestamp>,
}

/// A queue that a worker shares with the steps of its run.
type Shared = Arc<Mutex<Box<dyn Keeper>>>;

/// The device of a worker, and the job that it is for.
type OnDevice = Option<(JobId, Option<Box<dyn Environment>>)>;

impl Autorpa {
    /// Run what is due of a queue, beside all others who do. A row that is not done is an answer as well, not an error.
    pub fn queue_run(&self, request: &QueueRunRequest) -> Result<QueueRan, Error> {
        // One of several devices is this program's alone until it ends.
        let leased = self.own_device(request.device.as_deref())?;
        let own = leased.as_ref().map(|it| it.device.clone());
        let own = own.or_else(|| request.device.clone());
        let request = &QueueRunRequest {
            device: request.device.as_ref().and(own.clone()),
            ..request.clone()
        };
        let mut queue = self.queue_at(request.queue.as_ref(), Where::There)?;
        queue.check()?;
        if let Some(own) = own {
            self.take_device(queue.as_mut(), &own)?;
        }
        let worker = Worker {
            name: String::new(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            device: request.device.clone(),
            labels: request.labels.clone(),
        };
        let home = match queue.shelf() {
            Some(_) => Some(travel::home_name(&self.home.travelled)?),
            None => None,
        };
        // Where rows are for many machines, nobody's share is known, and counting reads them all.
        let waiting = match &home {
            None => Some(queue.jobs()?.iter().map(|it| it.waiting).sum()),
            Some(_) => None,
        };
        let with_model = ExecRequest {
            model: request.model.clone(),
            ..ExecRequest::new("", task::Params::new())
        };
        let rpa = Autorpa {
            front: Front::Queue,
            ..self.clone()
        };
        let engine = Engine {
            rpa: &rpa,
            request,
            model: self.model_of(&with_model)?,
            runner: queue.runner(&worker)?,
            queue: Arc::new(Mutex::new(queue)),
            home,
            jobs: Mutex::default(),
            left_out: Mutex::default(),
            ended: Mutex::default(),
            failures: AtomicUsize::new(0),
            teller: Teller::new(&request.tell, &self.told),
            later: Mutex::default(),
            left: Mutex::default(),
            waits: Mutex::default(),
            broken: Mutex::default(),
        };
        if let Some(count) = waiting {
            self.told.event(&Event::Length { count });
        }
        thread::scope(|scope| {
            let workers: Vec<_> = (0..request.workers.get())
                .map(|_| scope.spawn(|| engine.work()))
                .collect();
            let mut extended = Instant::now();
            while workers.iter().any(|it| !it.is_finished()) {
                thread::park_timeout(LONGEST / 10);
                let mut queue = locked(&engine.queue);
                if extended.elapsed() >= queue.extends() {
                    extended = Instant::now();
                    let now = Timestamp::now();
                    if let Err(error) = queue.extend(&engine.runner, now, until(now)) {
                        tracing::warn!(%error, "leases are not extended");
                    }
                }
            }
        });
        self.told.event(&Event::Over { work: "" });
        engine.done()
    }

    /// Take the device that this program works with alone: the one that is named, else the browser that all pages are opened in.
    fn own_device(&self, named: Option<&str>) -> Result<Option<Leased>, Error> {
        match named {
            Some(name) => self.registry.device(name)?.lease(),
            None if self.pages.attach.is_some() => self.registry.device(device_web::NAME)?.lease(),
            None => Ok(None),
        }
    }

    /// Keep the workers of other machines from a device, where they can reach it.
    fn take_device(&self, queue: &mut dyn Keeper, device: &str) -> Result<(), QueueError> {
        // A device that is not known is said where a row is run on it.
        let driver = self.registry.device(device).ok();
        match driver.and_then(|it| it.everywhere()) {
            Some(name) => queue.take_device(&name),
            None => Ok(()),
        }
    }
}

fn until(now: Timestamp) -> Timestamp {
    now.saturating_add(LEASE).unwrap_or(now)
}

impl Engine<'_> {
    /// One worker: rows, one after the other, until none is due or nothing may go on.
    fn work(&self) {
        if let Err(error) = self.rows() {
            locked(&self.broken).get_or_insert(error);
        }
    }

    fn rows(&self) -> Result<(), Error> {
        let queue = Arc::new(Mutex::new(locked(&self.queue).another()?));
        let mut device = None;
        while !self.is_over() {
            if let Some(shut) = self.rpa.outside_policy(Timestamp::now())? {
                match self.request.stays {
                    true => {
                        let until = shut.until().unwrap_or(Timestamp::MAX);
                        self.says_that_it_waits(shut);
                        pause(until);
                    }
                    false => {
                        locked(&self.left).get_or_insert(shut);
                        return Ok(());
                    }
                }
                continue;
            }
            let left_out = self.left_out();
            let fits = |job: &Job| !left_out.contains(&job.id) && self.fits(job);
            let now = Timestamp::now();
            let claimed = locked(&queue).claim(&self.runner, &fits, now, until(now))?;
            match claimed {
                Claimed::Row(claim) => self.row(&queue, &claim, &mut device)?,
                Claimed::Unread { job, why } => self.leave_out(job, why, None),
                Claimed::Later(later) if self.request.stays || later.why <= Why::Rate => pause(later.at),
                Claimed::Later(later) => {
                    locked(&self.later).replace(later);
                    return Ok(());
                }
                Claimed::Nothing if self.request.stays => pause(Timestamp::MAX),
                Claimed::Nothing => return Ok(()),
            }
        }
        Ok(())
    }

    /// Say once what of the policy is waited for.
    fn says_that_it_waits(&self, shut: OutsidePolicy) {
        let mut said = locked(&self.waits);
        if said.as_ref() != Some(&shut) {
            self.rpa.told.line(format!("waits: {shut}"));
            said.replace(shut);
        }
    }

    /// Whether this worker has what a job asks for.
    fn fits(&self, job: &Job) -> bool {
        let kind = |it: &str| it.split(':').next().unwrap_or_default().to_owned();
        let on_device = match &self.request.device {
            Some(own) => match job.new.device.contains(':') {
                true => *own == job.new.device,
                false => kind(own) == job.new.device,
            },
            None => true,
        };
        on_device && job.new.labels.iter().all(|it| self.request.labels.contains(it))
    }

    fn is_over(&self) -> bool {
        let most = self.request.max_failures.map(|it| it.get());
        most.is_some_and(|most| self.failures.load(Ordering::Relaxed) >= most)
            || self.rpa.cancel.is_cancelled()
            || self.request.drain.is_cancelled()
            || locked(&self.broken).is_some()
    }

    /// Do what is to be done for a row. It is given back where that can't be.
    fn row(&self, queue: &Shared, claim: &Claim, device: &mut OnDevice) -> Result<(), Error> {
        let done = match self.prepared(queue, claim) {
            Ok(prepared) => self.row_of(&prepared, queue, claim, device),
            // The rows wait.
            Err(error) if OutsidePolicy::of(&error).is_some_and(OutsidePolicy::passes) => {
                return self.unless_lost(locked(queue).release(claim, Timestamp::now()));
            }
            // The other jobs go on, and whoever can takes this one.
            Err(why) if is_of_job(&why) => {
                let until = free_in(&why).filter(|_| self.request.stays);
                let until = until.map(|it| Timestamp::now().saturating_add(it).unwrap_or(Timestamp::MAX));
                self.leave_out(claim.job, why.to_string(), until);
                self.unless_lost(locked(queue).release(claim, Timestamp::now()))
            }
            Err(error) => Err(error),
        };
        match done {
            Err(error) => {
                // Where that fails as well, it is taken back once this process is gone.
                if let Err(error) = locked(queue).release(claim, Timestamp::now()) {
                    tracing::debug!(%error, "a row is not given back");
                }
                Err(error)
            }
            Ok(()) => Ok(()),
        }
    }

    /// The jobs that no row is taken of now.
    fn left_out(&self) -> BTreeSet<JobId> {
        let now = Timestamp::now();
        let mut left_out = locked(&self.left_out);
        left_out.retain(|_, it| it.until.is_none_or(|until| now < until));
        left_out.keys().copied().collect()
    }

    /// Take no row of a job from now on, or until then, and say so.
    fn leave_out(&self, job: JobId, why: String, until: Option<Timestamp>) {
        self.rpa.told.line(format!("job {job} is left out: {why}"));
        locked(&self.left_out).insert(job, LeftOut { why, until });
    }

    /// A job that is ready; the function has to be the one that was queued.
    fn prepared(&self, queue: &Shared, claim: &Claim) -> Result<Arc<Prepared>, Error> {
        let id = claim.job;
        let mut jobs = locked(&self.jobs);
        if let Some(known) = jobs.get(&id).filter(|it| it.job.new.sha256 == claim.sha256) {
            return Ok(Arc::clone(known));
        }
        let job = locked(queue).job(id)?;
        let mut exec = ExecRequest {
            model: self.request.model.clone(),
            ..how::read(id, &job.new.how)?
        };
        if let Some(shelf) = locked(queue).shelf() {
            let folder = &self.rpa.home.travelled;
            exec.script = travel::unpacked(shelf, &job.new.package, &job.new.sha256, folder)?;
        }
        if let Some(device) = self.request.device.as_ref().filter(|it| it.contains(':')) {
            exec.device = Some(device.clone());
        }
        let ready = self.rpa.ready(&exec)?;
        if self.home.is_some() && self.request.workers.get() > 1 {
            ready.side_by_side().map_err(Error::usage)?;
        }
        if library::sha256(&ready.source) != job.new.sha256 {
            return Err(Error::usage(Changed {
                job: id,
                function: job.new.function,
            }));
        }
        // A worker that names no device opens those of its rows.
        self.rpa
            .take_device(locked(queue).as_mut(), ready.device(&exec))?;
        let prepared = Arc::new(Prepared { job, exec, ready });
        jobs.insert(id, Arc::clone(&prepared));
        Ok(prepared)
    }

    fn row_of(
        &self,
        prepared: &Prepared,
        queue: &Shared,
        claim: &Claim,
        device: &mut OnDevice,
    ) -> Result<(), Error> {
        if device.as_ref().is_none_or(|(job, _)| *job != claim.job) {
            *device = Some((claim.job, None));
        }
        let mut none = None;
        let device = device.as_mut().map_or(&mut none, |it| &mut it.1);
        let one = OneRow {
            rpa: self.rpa,
            ready: &prepared.ready,
            exec: &prepared.exec,
            model: self.model.as_ref(),
        };
        let surely_not_done = self.is_elsewhere(claim) && !claim.wrote;
        if let Some(run) = claim.earlier.as_ref().filter(|_| !surely_not_done) {
            let home = self.home.as_deref().unwrap_or_default();
            let (runs, run) = travel::record(self.rpa, locked(queue).as_ref(), home, run)?;
            let retries = &prepared.job.new.retries;
            let is_final = |outcome: Outcome| match claim.tries {
                // A person asks for it again.
                0 => State::came_through(outcome),
                _ => outcome != Outcome::Cancelled && !retries.covers(outcome),
            };
            if let Some(mut ended) = one.look_up(claim.number, (&runs, &run), &is_final, device)? {
                ended.run.clone_from(&claim.earlier);
                return self.end(queue, claim, &ended);
            }
        }
        let cut_off = claim.tries.saturating_sub(claim.failures);
        if claim.earlier.is_some() && cut_off >= CUT_OFF {
            return self.end(queue, claim, &cut_off_too_often(claim, cut_off));
        }
        let travelling = self.home.as_ref().map(|it| Travelling::new(self.rpa, it));
        let begun = |run: &str| {
            let run = travelling
                .as_ref()
                .map_or_else(|| run.to_owned(), |it| it.begins(run));
            let begun = locked(queue).begin(claim, &run, Timestamp::now());
            begun.map_err(Error::from)
        };
        let holds = holds(Arc::clone(queue), claim.clone(), travelling.clone());
        let turn = Turn {
            row: Some(claim.number),
            begun: Some(&begun),
            holds: Some(&holds),
            ..Turn::default()
        };
        let mut ended = one.run(&claim.params, turn, device)?;
        if let Some(travelling) = &travelling {
            travelling.ends(locked(queue).as_ref(), &mut ended);
        }
        let now = Timestamp::now();
        if ended.outcome == Outcome::Cancelled {
            // What it did is looked up when the row is gone on with.
            return self.unless_lost(locked(queue).release(claim, now));
        }
        match prepared.job.new.retries.next(ended.outcome, claim.failures, now) {
            Some(at) => {
                self.rpa
                    .told
                    .line(format!("{}; it is tried again at {at}", said(claim, &ended)));
                self.unless_lost(locked(queue).again(claim, &end_of(&ended), at, now))
            }
            None => self.end(queue, claim, &ended),
        }
    }

    /// A row that was lost is another runner's, which finds its record and ends it: nothing is to be done here.
    fn unless_lost(&self, done: Result<(), QueueError>) -> Result<(), Error> {
        match done {
            Err(error) if error.is_lost_lease() => {
                self.rpa.told.line(format!("note: {error}"));
                Ok(())
            }
            done => Ok(done?),
        }
    }

    /// Whether the earlier run of a row was another home's.
    fn is_elsewhere(&self, claim: &Claim) -> bool {
        let theirs = claim.earlier.as_deref().and_then(|it| it.split_once('@'));
        theirs.is_some_and(|(_, theirs)| self.home.as_deref() != Some(theirs))
    }

    /// Write the end of a row, and tell of it.
    fn end(&self, queue: &Shared, claim: &Claim, ended: &RanRow) -> Result<(), Error> {
        let done = locked(queue).end(claim, end_of(ended), Timestamp::now());
        if done.as_ref().is_err_and(QueueError::is_lost_lease) {
            return self.unless_lost(done);
        }
        done?;
        if ended.failed() {
            self.failures.fetch_add(1, Ordering::Relaxed);
        }
        self.rpa.told.line(said(claim, ended));
        self.rpa.told.event(&Event::Done { count: 1 });
        if self.request.tell.tells_of(ended.outcome) {
            self.teller.tell(json!({
                "what": "row",
                "job": claim.job.0,
                "row": ended.number,
                "outcome": ended.outcome.name(),
                "answer": ended.answer,
                "message": ended.message,
                "run": ended.run,
            }));
        }
        locked(&self.ended).push(ended.outcome);
        Ok(())
    }

    fn done(self) -> Result<QueueRan, Error> {
        let inner = |it: Mutex<Option<Error>>| it.into_inner().unwrap_or_else(|it| it.into_inner());
        let ended = locked(&self.ended).clone();
        let broken = inner(self.broken);
        let cancelled = self.rpa.cancel.is_cancelled();
        let failures = self.failures.load(Ordering::Relaxed);
        // A full disk and a damaged file are said as what they are.
        if let (Some(error), false) = (broken, cancelled) {
            return Err(error);
        }
        let stopped = match self.request.max_failures {
            _ if cancelled => Some("stopped".to_owned()),
            Some(most) if failures >= most.get() => {
                Some(format!("stopped after {failures} rows that were not done"))
            }
            Some(_) | None => None,
        };
        Ok(QueueRan {
            ended: counted(&ended),
            left_out: locked(&self.left_out)
                .iter()
                .map(|(job, it)| (*job, it.why.clone()))
                .collect(),
            later: *locked(&self.later),
            shut: locked(&self.left).as_ref().map(ToString::to_string),
            stopped,
        })
    }
}

/// In how long a device is free at the latest that another worker has.
fn free_in(error: &Error) -> Option<SignedDuration> {
    let Error::Ended { why, .. } = error else {
        return None;
    };
    match why.downcast_ref() {
        Some(QueueError::DeviceTaken { seconds, .. }) => Some(SignedDuration::from_secs(
            i64::try_from(*seconds).unwrap_or(i64::MAX),
        )),
        _ => None,
    }
}

/// Whether an error is one of a job alone: it can't be run here, and others can.
fn is_of_job(error: &Error) -> bool {
    let unread = match error {
        Error::Kept(why) => matches!(why.downcast_ref(), Some(QueueError::Unread { .. })),
        _ => false,
    };
    let other = matches!(
        error,
        Error::TooNew { .. } | Error::Ended { .. } | Error::File { .. }
    );
    unread || other || error.is_usage()
}

/// Asked before each step that may write: others are told that it may, then the row has to be this runner's still.
fn holds(queue: Shared, row: Claim, travelling: Option<Travelling>) -> Holds {
    Arc::new(move || {
        let mut queue = locked(&queue);
        let not_held = |source| NotAllowed::NotHeld { source };
        if let Some(travelling) = &travelling {
            let told = travelling.may_write(queue.as_ref());
            told.map_err(|it| not_held(Cause::of(it)))?;
        }
        let now = Timestamp::now();
        let held = queue.holds(&row, now, until(now));
        held.map_err(|it| not_held(Cause::of(it)))
    })
}

/// Wait, and not for long: others may add rows.
fn pause(until: Timestamp) {
    let left = Duration::try_from(until.duration_since(Timestamp::now())).unwrap_or_default();
    thread::park_timeout(left.clamp(Duration::from_millis(1), LONGEST));
}

fn said(claim: &Claim, ended: &RanRow) -> String {
    ended.said(&format!("job {} row {}", claim.job, claim.number))
}

fn end_of(ended: &RanRow) -> End {
    End {
        outcome: ended.outcome,
        answer: ended.answer.clone(),
        seconds: ended.seconds,
        message: ended.message.clone(),
    }
}

fn cut_off_too_often(claim: &Claim, times: u32) -> RanRow {
    RanRow {
        number: claim.number,
        outcome: Outcome::Refused,
        answer: None,
        seconds: 0.0,
        run: claim.earlier.clone(),
        message: Some(format!(
            "it was cut off {times} times: it is not begun by itself any more"
        )),
    }
}

/// The function is another one than was queued.
#[derive(Clone, Debug, ThisError)]
#[error(
    "{function} was changed since job {job} was queued: none of its rows is run\nhelp: `{}` takes the function as it is now; `{}` \
     gives the rows up",
    settings::Call::new(Request::QueueRetry).of(job).set(Setting::NewFunction),
    settings::Call::new(Request::QueueCancel).of(job)
)]
pub struct Changed {
    /// The job.
    pub job: JobId,
    /// The function.
    pub function: String,
}

/// How many rows ended so, by outcome.
fn counted(rows: &[Outcome]) -> Vec<(Outcome, usize)> {
    let count = |outcome: Outcome| rows.iter().filter(|it| **it == outcome).count();
    let all = Outcome::ALL.into_iter().map(|it| (it, count(it)));
    all.filter(|(_, count)| *count > 0).collect()
}
