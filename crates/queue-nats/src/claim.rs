//! Taking the next row: of the jobs that fit, the highest priority first; a call is fetched, and the row's entry says whether
//! it may be taken.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use async_nats::jetstream::{
    self, AckKind,
    consumer::{AckPolicy, PullConsumer, pull},
};
use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::{Timestamp, ToSpan};
use queue::{
    Claim, Claimed, Job, JobId, Later, QueueError, Why,
    due::zoned,
    row::{Change, Holder, Lease, Row, State},
};

use crate::{
    Shared,
    file::{CallV1, FORMAT, JobV1, PhaseV1, RowV1},
    link::{Entry, REQUEST, Set, later},
    listed, locked,
    rows::{self, AT_ONCE, Held},
};

/// How often it is asked whether there are other jobs.
const LOOKS: Duration = Duration::from_millis(500);
/// How soon a job without a call is asked again, at first.
const IDLE: Duration = Duration::from_millis(100);
/// And at last.
const IDLEST: Duration = Duration::from_secs(2);
/// How many rows of a job may be under way at once, on all machines.
const UNDER_WAY: i64 = 20_000;
/// A consumer that nobody asks for so long is taken away by the server, and made again when it is needed.
const UNUSED: Duration = Duration::from_secs(7 * 86_400);

/// What is known of the jobs.
#[derive(Default)]
pub struct Known {
    looked: Option<Instant>,
    revision: u64,
    jobs: Vec<Arc<KnownJob>>,
    /// Jobs that have something that can't be read, each with what; `None` once it was said.
    unread: BTreeMap<JobId, Option<String>>,
    idle: BTreeMap<JobId, Idle>,
    consumers: BTreeMap<JobId, PullConsumer>,
}

/// A job that may have rows.
struct KnownJob {
    job: Job,
    kept: JobV1,
    /// The revision of its entry.
    revision: u64,
}

/// What a job is found to be.
enum Seen {
    /// It may have rows.
    Open(Box<KnownJob>),
    /// It is being added.
    Opens,
    /// It has no row to run.
    Nothing,
}

/// A job that had no call.
#[derive(Clone, Copy)]
struct Idle {
    until: Instant,
    pause: Duration,
}

/// What came of asking for a row of a job.
enum Taken {
    /// This row.
    Row(Box<Claim>),
    /// Nothing yet.
    Later(Later),
    /// Nobody is called to a row now.
    None(Left),
}

/// What there is of a job.
enum Left {
    /// Someone is called, or at work.
    Some,
    /// All its rows have their end.
    Nothing,
}

fn others(now: Timestamp) -> Later {
    Later {
        at: now.saturating_add(IDLE_MS.milliseconds()).unwrap_or(now),
        why: Why::Others,
    }
}

/// How soon what others leave is asked for again.
const IDLE_MS: i64 = 200;

impl Shared {
    /// Take the next row that is due, of the jobs that fit.
    pub async fn claim(&self, fits: &dyn Fn(&Job) -> bool, now: Timestamp) -> Result<Claimed, QueueError> {
        self.none_is_lost()?;
        let mut wait: Vec<Later> = Vec::new();
        wait.extend(self.fire(fits, LOOKS, now).await?);
        let jobs = self.known_jobs().await?;
        if let Some(said) = self.says_unread() {
            return Ok(said);
        }
        for known in jobs {
            if !fits(&known.job) {
                continue;
            }
            let id = known.job.id;
            if let Some(later) = shut(&known.job, now)? {
                wait.push(later);
                continue;
            }
            let idle = locked(&self.known).idle.get(&id).copied();
            if idle.is_some_and(|it| it.until > Instant::now()) {
                wait.push(others(now));
                continue;
            }
            match self.of_job(&known, now).await {
                Ok(Taken::Row(claim)) => return self.on_its_devices(claim, now).await,
                Ok(Taken::Later(it)) => wait.push(it),
                Ok(Taken::None(Left::Some)) => {
                    self.idle(id);
                    wait.push(others(now));
                }
                Ok(Taken::None(Left::Nothing)) => {}
                // The other jobs go on.
                Err(error @ QueueError::Unread { .. }) => {
                    self.note_unread(id, &error);
                    if let Some(said) = self.says_unread() {
                        return Ok(said);
                    }
                    self.idle(id);
                    wait.push(others(now));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(
            match wait.into_iter().min_by_key(|it| (it.why > Why::Rate, it.at)) {
                Some(it) => Claimed::Later(it),
                None => Claimed::Nothing,
            },
        )
    }

    /// Hand a row out. Nothing is opened for one where a device is another worker's by now: the row is given back.
    async fn on_its_devices(&self, claim: Box<Claim>, now: Timestamp) -> Result<Claimed, QueueError> {
        match self.keep_devices().await {
            Ok(()) => Ok(Claimed::Row(claim)),
            Err(error) => {
                if let Err(error) = self.release(&claim, now).await {
                    // It is another one's after a lease.
                    tracing::debug!(%error, "a row is not given back");
                }
                Err(error)
            }
        }
    }

    /// A job has something that can't be read here. It is said once.
    pub fn note_unread(&self, job: JobId, error: &QueueError) {
        let mut known = locked(&self.known);
        known.unread.entry(job).or_insert_with(|| Some(error.to_string()));
    }

    /// What can't be read, as far as it was not said yet.
    fn says_unread(&self) -> Option<Claimed> {
        let mut known = locked(&self.known);
        let found = known
            .unread
            .iter_mut()
            .find_map(|(job, why)| Some((*job, why.take()?)));
        found.map(|(job, why)| Claimed::Unread { job, why })
    }

    /// There may be other jobs than were seen last.
    pub fn look_again(&self) {
        locked(&self.known).looked = None;
    }

    fn idle(&self, id: JobId) {
        let mut known = locked(&self.known);
        let pause = known.idle.get(&id).map_or(IDLE, |it| (it.pause * 2).min(IDLEST));
        let until = Instant::now() + pause;
        known.idle.insert(id, Idle { until, pause });
    }

    /// The jobs that may have rows, the highest priority first.
    async fn known_jobs(&self) -> Result<Vec<Arc<KnownJob>>, QueueError> {
        {
            let known = locked(&self.known);
            if known.looked.is_some_and(|it| it.elapsed() < LOOKS) {
                return Ok(known.jobs.clone());
            }
        }
        let entry = self.link.jobs().await?;
        {
            let mut known = locked(&self.known);
            known.looked = Some(Instant::now());
            if known.revision == entry.revision {
                return Ok(known.jobs.clone());
            }
        }
        let mut jobs: Vec<Arc<KnownJob>> = Vec::new();
        let mut opens = false;
        for id in &entry.value.active {
            match self.known_job(*id).await {
                Ok(Seen::Open(found)) => jobs.push(Arc::from(found)),
                Ok(Seen::Opens) => opens = true,
                Ok(Seen::Nothing) => self.rest(*id).await?,
                Err(error @ QueueError::Unread { .. }) => self.note_unread(JobId(*id), &error),
                Err(error) => return Err(error),
            }
        }
        jobs.sort_by_key(|it| (-it.job.new.priority, it.job.id));
        let mut known = locked(&self.known);
        // Nobody says when one that is being added is open, if whoever adds it ends just then.
        known.revision = if opens { 0 } else { entry.revision };
        known.jobs.clone_from(&jobs);
        known.idle.clear();
        Ok(jobs)
    }

    /// A job that may have rows.
    async fn known_job(&self, id: i64) -> Result<Seen, QueueError> {
        let Some(found) = self.link.get::<JobV1>(&listed::key(id)).await? else {
            return Ok(Seen::Nothing);
        };
        Ok(match found.value.phase {
            PhaseV1::Open => Seen::Open(Box::new(KnownJob {
                job: self.read_job(id, &found.value)?,
                kept: found.value,
                revision: found.revision,
            })),
            PhaseV1::Adding if self.is_being_added(id, found).await? => Seen::Opens,
            PhaseV1::Adding | PhaseV1::GivenUp | PhaseV1::Done => Seen::Nothing,
        })
    }

    /// What hands the calls of a job out. A job that has to be alone has one call under way.
    async fn consumer(&self, known: &KnownJob) -> Result<PullConsumer, QueueError> {
        let id = known.job.id;
        if let Some(found) = locked(&self.known).consumers.get(&id) {
            return Ok(found.clone());
        }
        let name = format!("job-{id}");
        let config = pull::Config {
            durable_name: Some(name.clone()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: known.kept.lease(),
            filter_subject: self.link.subject(id.0),
            max_ack_pending: if known.kept.alone { 1 } else { UNDER_WAY },
            max_deliver: -1,
            inactive_threshold: UNUSED,
            ..pull::Config::default()
        };
        let found = self
            .link
            .patiently(async || {
                self.link
                    .calls
                    .get_or_create_consumer(&name, config.clone())
                    .await
            })
            .await?;
        locked(&self.known).consumers.insert(id, found.clone());
        Ok(found)
    }

    /// A call to a row of a job, if there is one now.
    async fn next(&self, known: &KnownJob) -> Result<Option<jetstream::Message>, QueueError> {
        let consumer = self.consumer(known).await?;
        let fetched = async {
            let mut batch = consumer.fetch().max_messages(1).messages().await.ok()?;
            batch.next().await?.ok()
        };
        // A server that is away is noticed by what is asked next; a call that came too late comes again.
        match tokio::time::timeout(REQUEST, fetched).await {
            Ok(found) => Ok(found),
            Err(_) => {
                locked(&self.known).consumers.remove(&known.job.id);
                Ok(None)
            }
        }
    }

    async fn of_job(&self, known: &KnownJob, now: Timestamp) -> Result<Taken, QueueError> {
        if let Some(at) = self.slot(&known.job, now).await? {
            return Ok(Taken::Later(Later { at, why: Why::Rate }));
        }
        while let Some(message) = self.next(known).await? {
            match self.take(known, message, now).await? {
                None => {}
                Some(taken) => {
                    locked(&self.known).idle.remove(&known.job.id);
                    return Ok(taken);
                }
            }
        }
        Ok(Taken::None(self.left(known, now).await?))
    }

    /// Take the row that a call is for, if it may be taken.
    async fn take(
        &self,
        known: &KnownJob,
        message: jetstream::Message,
        now: Timestamp,
    ) -> Result<Option<Taken>, QueueError> {
        let Ok(call) = serde_json::from_slice::<CallV1>(&message.payload) else {
            // It is none of ours, and would come again for ever.
            self.link.answer(&message, AckKind::Term).await;
            return Ok(None);
        };
        if call.job != known.job.id.0 {
            // Rows of another job are due, fit and are called to as that job says.
            self.link.answer(&message, AckKind::Term).await;
            return Ok(None);
        }
        let found = self.link.row(&rows::key(call.job, call.row)).await;
        if let Err(QueueError::Unread { .. }) = &found {
            // Whoever wrote it is called to it.
            self.link.answer(&message, not_before(known.kept.lease())).await;
        }
        let Some(entry) = found? else {
            self.link.answer(&message, AckKind::Ack).await;
            return Ok(None);
        };
        let Some(free) = self.free(known, &message, (call, &entry), now).await? else {
            return Ok(None);
        };
        if let Some(at) = self.take_slot(&known.job, now).await? {
            self.link.answer(&message, not_before(REQUEST / 8)).await;
            return Ok(Some(Taken::Later(Later { at, why: Why::Rate })));
        }
        // No later lease of this row has this number.
        let token = i64::try_from(entry.revision).unwrap_or(i64::MAX);
        let lease = Lease {
            token,
            runner: self.who.clone(),
            until: later(now, known.kept.lease()),
        };
        let Ok(taken) = free.after(Change::Claim(lease), now) else {
            self.link.answer(&message, AckKind::Nak(None)).await;
            return Ok(None);
        };
        let next = entry.value.at(taken);
        let Set::Done(revision) = self
            .link
            .set(&rows::key(call.job, call.row), &next, entry.revision)
            .await
        else {
            // Somebody was faster, or nobody knows: what became of it is seen when it is called to again.
            self.link.answer(&message, AckKind::Nak(None)).await;
            return Ok(None);
        };
        let claim = Claim {
            id: 0,
            token,
            job: JobId(call.job),
            sha256: known.kept.sha256.clone(),
            number: call.row,
            params: next.params.clone(),
            earlier: next.run.clone(),
            tries: next.tries,
            failures: next.failures,
            wrote: next.wrote,
        };
        let held = Held {
            token,
            lease: known.kept.lease(),
            message: Arc::new(message),
            row: next,
            revision,
        };
        locked(&self.held).insert((call.job, call.row), held);
        Ok(Some(Taken::Row(Box::new(claim))))
    }

    /// A row that may be taken now, as nobody's; its call is answered where it may not.
    async fn free(
        &self,
        known: &KnownJob,
        message: &jetstream::Message,
        (call, entry): (CallV1, &Entry<RowV1>),
        now: Timestamp,
    ) -> Result<Option<Row>, QueueError> {
        let unread = |it| self.link.unread(&rows::key(call.job, call.row), it);
        let row = entry.value.row().map_err(unread)?;
        let pause = match &row.state {
            State::Ended(_) => {
                self.link.answer(message, AckKind::Ack).await;
                return Ok(None);
            }
            State::Waiting { from } if *from > now => {
                Duration::try_from(from.duration_since(now)).unwrap_or_default()
            }
            State::Waiting { .. } => return Ok(Some(row)),
            State::Leased(_) => {
                let left = self.left_of_lease(known.kept.lease(), entry.created).await?;
                if left.is_zero() {
                    return Ok(row.after(Change::TakeBack(Holder::Gone), now).ok());
                }
                left
            }
        };
        self.link.answer(message, not_before(pause)).await;
        Ok(None)
    }

    /// For how long what was touched then is still whoever's it was: the server's clock counts.
    pub async fn left_of_lease(&self, lease: Duration, touched: i128) -> Result<Duration, QueueError> {
        let silent = self.link.clock(&self.who).await? - touched;
        let silent = Duration::from_millis(u64::try_from(silent).unwrap_or(0));
        Ok(lease
            .saturating_add(Duration::from_millis(1))
            .saturating_sub(silent))
    }

    /// Before when the rate of a job lets no row begin, if that is later than now.
    async fn slot(&self, job: &Job, now: Timestamp) -> Result<Option<Timestamp>, QueueError> {
        if job.new.rate.is_none() {
            return Ok(None);
        }
        let kept: Option<Entry<i64>> = self.link.get(&format!("slot.{}", job.id)).await?;
        let at = kept.and_then(|it| Timestamp::from_millisecond(it.value).ok());
        Ok(at.filter(|it| *it > now))
    }

    /// Use what the rate of a job allows, or hear when it does.
    async fn take_slot(&self, job: &Job, now: Timestamp) -> Result<Option<Timestamp>, QueueError> {
        let Some(rate) = job.new.rate else {
            return Ok(None);
        };
        let key = format!("slot.{}", job.id);
        let next = rate.next(now).as_millisecond();
        let Some(kept) = self.link.get::<i64>(&key).await? else {
            return match self.link.create(&key, &next).await? {
                true => Ok(None),
                false => Ok(Some(others(now).at)),
            };
        };
        match Timestamp::from_millisecond(kept.value) {
            Ok(at) if at > now => Ok(Some(at)),
            Ok(_) | Err(_) => match self.link.set(&key, &next, kept.revision).await {
                Set::Done(_) => Ok(None),
                Set::Look => Ok(Some(others(now).at)),
            },
        }
    }

    /// What there is of a job that has no call now. Rows that wait without a call are called to; a job whose rows all have
    /// their end is done.
    async fn left(&self, known: &KnownJob, now: Timestamp) -> Result<Left, QueueError> {
        let consumer = self.consumer(known).await?;
        let info = match tokio::time::timeout(REQUEST, consumer.get_info()).await {
            Ok(Ok(info)) => info,
            Ok(Err(_)) | Err(_) => {
                // The consumer is gone, or the server is away: the next thing that is asked says which.
                locked(&self.known).consumers.remove(&known.job.id);
                return Ok(Left::Some);
            }
        };
        if info.num_pending > 0 || info.num_ack_pending > 0 {
            return Ok(Left::Some);
        }
        let id = known.job.id;
        let rows = self.all_rows(id.0, known.kept.rows().collect()).await?;
        let mut ended: BTreeMap<String, usize> = BTreeMap::new();
        let mut open = Vec::new();
        for (number, entry) in rows {
            let row = entry.value.row();
            match row
                .map_err(|it| self.link.unread(&rows::key(id.0, number), it))?
                .state
            {
                State::Ended(end) => *ended.entry(end.outcome.name().to_owned()).or_default() += 1,
                State::Waiting { .. } | State::Leased(_) => open.push((number, entry.revision)),
            }
        }
        if open.is_empty() {
            return self.done(known, ended).await;
        }
        tracing::debug!(job = id.0, rows = open.len(), %now, "rows are called to again");
        let calls = open.into_iter().map(|(row, revision)| {
            let call = CallV1 {
                version: FORMAT,
                job: id.0,
                row,
            };
            async move { self.link.call(&call, revision).await }
        });
        stream::iter(calls)
            .buffer_unordered(AT_ONCE)
            .try_collect::<Vec<()>>()
            .await?;
        Ok(Left::Some)
    }

    /// All rows of a job have their end. Where it was changed since it was looked at, somebody wants rows of it again.
    async fn done(&self, known: &KnownJob, ended: BTreeMap<String, usize>) -> Result<Left, QueueError> {
        let id = known.job.id;
        let key = listed::key(id.0);
        let done = JobV1 {
            phase: PhaseV1::Done,
            ended,
            ..known.kept.clone()
        };
        if let Set::Look = self.link.set(&key, &done, known.revision).await {
            // Somebody else has said so, or wants rows again; who looks next sees it.
            locked(&self.known).looked = None;
            let now = self.link.get::<JobV1>(&key).await?;
            return Ok(match now.is_some_and(|it| it.value.phase == PhaseV1::Done) {
                true => Left::Nothing,
                false => Left::Some,
            });
        }
        self.rest(id.0).await?;
        locked(&self.known).looked = None;
        Ok(Left::Nothing)
    }
}

/// Call again, and not before then.
fn not_before(pause: Duration) -> AckKind {
    AckKind::Nak(Some(pause.max(Duration::from_millis(20))))
}

/// When the window of a job opens, where it is shut.
fn shut(job: &Job, now: Timestamp) -> Result<Option<Later>, QueueError> {
    let Some(window) = &job.new.window else {
        return Ok(None);
    };
    let zone = job.new.zone.as_deref();
    let here = zoned(now, zone).map_err(|_| QueueError::Zone(zone.unwrap_or_default().to_owned()))?;
    match window.is_open(&here) {
        true => Ok(None),
        false => Ok(Some(Later {
            at: window.opens(&here).unwrap_or(Timestamp::MAX),
            why: Why::Window,
        })),
    }
}
