//! Schedules: rows that are queued anew at times that a cron line names, by whichever program looks for work then.
//!
//! Whoever sees that a time has come says so in the schedule's entry, by compare-and-set, and then under which number the rows are
//! added: nobody else adds them then. One that is cut off in between is followed by another after a while. What was added by then
//! under that number is given up, so that its keys count no more, and all is added under another one; a job that is open has all
//! its rows. The keys name the time.

use std::time::{Duration, Instant};

use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use queue::{
    Added, Job, JobId, JobStatus, Later, NewJob, NewRow, QueueError, Twin, Why,
    due::{Schedule, zoned},
    row::State,
};
use trajectory::Outcome;

use crate::{
    LEASE, Shared,
    add::{key_of, silence},
    file::{FORMAT, JobV1, KeyV1, PhaseV1, PlannedV1, ScheduleV1, SchedulesV1, json},
    link::{Entry, Set},
    listed, locked,
    rows::{self, AT_ONCE},
};

/// Where it stands which schedules there are.
const ALL: &str = "schedules";

/// Schedules, as they were looked at last.
#[derive(Default)]
pub struct KnownSchedules {
    looked: Option<Instant>,
    /// When the next time of one comes that fits.
    next: Option<Timestamp>,
}

/// Where a schedule's entry stands.
fn key(id: i64) -> String {
    format!("schedule.{id}")
}

/// Where its rows lie.
fn shelf(id: i64) -> String {
    format!("schedule.{id}.rows")
}

/// What follows after somebody has begun to queue the rows of a schedule.
enum Follows {
    /// Nothing: it is still being done.
    Nobody,
    /// They are queued, as this job.
    Added(i64),
    /// They are queued anew.
    CutOff,
}

impl ScheduleV1 {
    /// As runners know it; else what can't be read.
    pub fn job(&self, id: JobId) -> Result<Job, String> {
        let mut job = self.job.job(id)?;
        job.new.schedule = Some(
            self.line
                .parse()
                .map_err(|it: queue::due::ScheduleError| it.to_string())?,
        );
        job.next = self.next_ms.and_then(|it| Timestamp::from_millisecond(it).ok());
        Ok(job)
    }

    /// The time after this one at which its rows are queued; `None` where there is none.
    fn following(&self, now: Timestamp) -> Result<Option<i64>, QueueError> {
        let zone = self.job.zone.as_deref();
        let here = zoned(now, zone).map_err(|_| QueueError::Zone(zone.unwrap_or_default().to_owned()))?;
        let line: Schedule = self.line.parse()?;
        Ok(line.next(&here).ok().map(Timestamp::as_millisecond))
    }
}

impl Shared {
    /// Add a schedule with the rows that it queues.
    pub async fn add_schedule(
        &self,
        new: &NewJob,
        line: &Schedule,
        all: &[NewRow],
        now: Timestamp,
    ) -> Result<Added, QueueError> {
        let first = new.next(now)?;
        let id = self.link.next_job().await?;
        let twins = self.known_twins(new, all).await?;
        let kept = all
            .iter()
            .filter(|it| twins.iter().all(|twin| twin.number != it.number));
        let planned: Vec<PlannedV1> = kept.map(PlannedV1::of).collect();
        self.link.shelve(&shelf(id), &json(&planned)).await?;
        let schedule = ScheduleV1 {
            version: FORMAT,
            line: line.to_string(),
            job: JobV1::new(new, new.lease.unwrap_or(LEASE), &[], now),
            next_ms: first.map(Timestamp::as_millisecond),
            firing_ms: None,
            firing_job: None,
            last: None,
            rows: planned.iter().filter(|it| it.bad.is_none()).count(),
            bad: planned.iter().filter(|it| it.bad.is_some()).count(),
        };
        self.link.create(&key(id), &schedule).await?;
        self.change_schedules(|ids| ids.push(id)).await?;
        Ok(Added {
            job: JobId(id),
            rows: planned.len(),
            twins,
        })
    }

    /// The rows whose keys rows of the same function have.
    async fn known_twins(&self, new: &NewJob, all: &[NewRow]) -> Result<Vec<Twin>, QueueError> {
        if new.twins {
            return Ok(Vec::new());
        }
        let asked = all.iter().filter(|it| it.bad.is_none()).map(|row| async move {
            let owner = self.link.get::<KeyV1>(&key_of(&new.function, &row.key)).await?;
            match owner {
                Some(owner) => self.twin(row.number, &owner.value).await,
                None => Ok(None),
            }
        });
        let found = stream::iter(asked).buffered(AT_ONCE);
        let found: Vec<Option<Twin>> = found.try_collect().await?;
        Ok(found.into_iter().flatten().collect())
    }

    async fn change_schedules(&self, change: impl Fn(&mut Vec<i64>)) -> Result<(), QueueError> {
        let began = tokio::time::Instant::now();
        loop {
            self.link.still_tries(began)?;
            let Some(entry) = self.link.get::<SchedulesV1>(ALL).await? else {
                let none = SchedulesV1 {
                    version: FORMAT,
                    ids: Vec::new(),
                };
                self.link.create(ALL, &none).await?;
                continue;
            };
            let mut all = entry.value;
            change(&mut all.ids);
            if let Set::Done(_) = self.link.set(ALL, &all, entry.revision).await {
                return Ok(());
            }
        }
    }

    /// A schedule that was not ended.
    pub async fn schedule(&self, id: i64) -> Result<Option<Entry<ScheduleV1>>, QueueError> {
        self.link.get(&key(id)).await
    }

    /// Queue the rows of schedules whose time has come, if that was not looked at for so long; when the next time comes of one
    /// that fits.
    pub async fn fire(
        &self,
        fits: &dyn Fn(&Job) -> bool,
        every: Duration,
        now: Timestamp,
    ) -> Result<Option<Later>, QueueError> {
        let later = |at: Option<Timestamp>| {
            at.map(|at| Later {
                at,
                why: Why::Schedule,
            })
        };
        {
            let known = locked(&self.schedules);
            if known.looked.is_some_and(|it| it.elapsed() < every) {
                return Ok(later(known.next));
            }
        }
        let all = self.link.get::<SchedulesV1>(ALL).await?;
        let mut next: Option<Timestamp> = None;
        for id in all.map(|it| it.value.ids).unwrap_or_default() {
            let job = match self.look_at(id, now).await {
                Ok(job) => job,
                // The other schedules go on.
                Err(error @ QueueError::Unread { .. }) => {
                    self.note_unread(JobId(id), &error);
                    continue;
                }
                Err(error) => return Err(error),
            };
            if let Some(at) = job.filter(|it| fits(it)).and_then(|it| it.next) {
                next = Some(next.map_or(at, |it| it.min(at)));
            }
        }
        let mut known = locked(&self.schedules);
        (known.looked, known.next) = (Some(Instant::now()), next);
        Ok(later(next))
    }

    /// A schedule, after its rows were queued where its time has come.
    async fn look_at(&self, id: i64, now: Timestamp) -> Result<Option<Job>, QueueError> {
        let Some(entry) = self.schedule(id).await? else {
            return Ok(None);
        };
        let kept = self.fire_one(id, entry, now).await?;
        let job = kept.job(JobId(id));
        job.map(Some).map_err(|it| self.link.unread(&key(id), it))
    }

    /// Queue the rows of a schedule, where its time has come; how it stands then, as far as it is known.
    async fn fire_one(
        &self,
        id: i64,
        entry: Entry<ScheduleV1>,
        now: Timestamp,
    ) -> Result<ScheduleV1, QueueError> {
        let at = match (entry.value.firing_ms, entry.value.next_ms) {
            (Some(at), _) => match self.follows(id, &entry).await? {
                Follows::Nobody => return Ok(entry.value),
                Follows::Added(job) => return self.fired(id, entry.value, entry.revision, Some(job)).await,
                Follows::CutOff => at,
            },
            (None, Some(at)) if at <= now.as_millisecond() => at,
            (None, Some(_) | None) => return Ok(entry.value),
        };
        let Entry {
            value: before,
            revision,
            ..
        } = entry;
        // Rows of the last time that have no end keep this time out; it is not made up for.
        let goes_on = before.firing_ms.is_none() && self.goes_on(before.last).await?;
        let next_ms = match before.next_ms {
            Some(_) => before.following(now)?,
            None => None,
        };
        let mut fires = ScheduleV1 {
            next_ms,
            firing_ms: (!goes_on).then_some(at),
            firing_job: None,
            ..before
        };
        let Set::Done(revision) = self.link.set(&key(id), &fires, revision).await else {
            return Ok(fires);
        };
        if goes_on {
            return Ok(fires);
        }
        let job = self.link.next_job().await?;
        fires.firing_job = Some(job);
        let Set::Done(revision) = self.link.set(&key(id), &fires, revision).await else {
            return Ok(fires);
        };
        let last = match self.queue_rows(id, &fires, job, at, now).await {
            Ok(last) => last,
            // What is alone there is being run: the next time is another one.
            Err(error @ QueueError::Alone { .. }) => {
                tracing::warn!(%error, schedule = id, "its rows are not queued this time");
                fires.last
            }
            // Another one follows already, and adds all.
            Err(QueueError::Overtaken) => return Ok(fires),
            Err(error) => return Err(error),
        };
        self.fired(id, fires, revision, last).await
    }

    /// The rows of a time are queued, as this job.
    async fn fired(
        &self,
        id: i64,
        fires: ScheduleV1,
        revision: u64,
        last: Option<i64>,
    ) -> Result<ScheduleV1, QueueError> {
        let done = ScheduleV1 {
            firing_ms: None,
            firing_job: None,
            last,
            ..fires
        };
        // Where that is not taken, it is found later that the rows are queued.
        let _set = self.link.set(&key(id), &done, revision).await;
        self.look_again();
        Ok(done)
    }

    /// What there is to do for a schedule whose rows somebody has begun to queue.
    async fn follows(&self, id: i64, entry: &Entry<ScheduleV1>) -> Result<Follows, QueueError> {
        let silent = self.link.clock(&self.who).await? - entry.created;
        let silence = silence(&entry.value.job);
        if silent < i128::try_from(silence.as_millis()).unwrap_or(i128::MAX) {
            return Ok(Follows::Nobody);
        }
        let Some(job) = entry.value.firing_job else {
            return Ok(Follows::CutOff);
        };
        let Some(added) = self.link.get::<JobV1>(&listed::key(job)).await? else {
            // Whoever has this number may still be there: nothing is added under it any more.
            let given_up = JobV1 {
                phase: PhaseV1::GivenUp,
                ..entry.value.job.clone().queued_by(Some(id))
            };
            return Ok(match self.link.create(&listed::key(job), &given_up).await? {
                true => Follows::CutOff,
                false => Follows::Nobody,
            });
        };
        Ok(match added.value.phase {
            PhaseV1::Adding if self.is_being_added(job, added).await? => Follows::Nobody,
            PhaseV1::Adding | PhaseV1::GivenUp => Follows::CutOff,
            PhaseV1::Open => {
                self.activate(job).await?;
                Follows::Added(job)
            }
            PhaseV1::Done => Follows::Added(job),
        })
    }

    /// Whether a job has rows without an end. That all have one is seen late in its own entry.
    async fn goes_on(&self, job: Option<i64>) -> Result<bool, QueueError> {
        let Some(job) = job else { return Ok(false) };
        let Some(kept) = self.link.get::<JobV1>(&listed::key(job)).await? else {
            return Ok(false);
        };
        match kept.value.phase {
            PhaseV1::Adding => return self.is_being_added(job, kept).await,
            PhaseV1::GivenUp | PhaseV1::Done => return Ok(false),
            PhaseV1::Open => {}
        }
        for (number, entry) in self.all_rows(job, kept.value.rows().collect()).await? {
            let row = entry.value.row();
            let row = row.map_err(|it| self.link.unread(&rows::key(job, number), it))?;
            if !matches!(row.state, State::Ended(_)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Add the rows for a time as this job; the job that has them.
    async fn queue_rows(
        &self,
        id: i64,
        schedule: &ScheduleV1,
        own: i64,
        at: i64,
        now: Timestamp,
    ) -> Result<Option<i64>, QueueError> {
        let name = shelf(id);
        let lies = self.link.shelved(&name).await?;
        let lies = lies.ok_or_else(|| self.link.unread(&name, "it is gone"))?;
        let rows: Vec<PlannedV1> =
            serde_json::from_slice(&lies).map_err(|it| self.link.unread(&name, it.to_string()))?;
        let time = Timestamp::from_millisecond(at).unwrap_or(now);
        let rows: Vec<NewRow> = rows
            .into_iter()
            .filter(|it| it.bad.is_none())
            .map(|it| NewRow {
                key: format!("{} at {time}", it.key),
                ..it.row()
            })
            .collect();
        let job = schedule.job.job(JobId(id));
        let mut new = job.map_err(|it| self.link.unread(&key(id), it))?.new;
        new.schedule = None;
        let added = self.add_as(own, &new, &rows, Some(id), now).await?;
        let earlier = added
            .twins
            .iter()
            .map(|it| it.job.0)
            .find(|it| *it != added.job.0);
        Ok(match added.rows {
            0 => earlier.or(Some(added.job.0)),
            _ => Some(added.job.0),
        })
    }

    /// How a schedule stands.
    pub fn status_of(&self, id: i64, kept: &ScheduleV1) -> Result<JobStatus, QueueError> {
        let job = kept.job(JobId(id));
        let bad = (kept.bad > 0).then_some((Outcome::Refused.name(), kept.bad));
        Ok(JobStatus {
            job: job.map_err(|it| self.link.unread(&key(id), it))?,
            waiting: 0,
            running: 0,
            ended: bad.into_iter().collect(),
            planned: kept.rows,
            due: None,
        })
    }

    /// End a schedule; whether there is one. What it has queued goes on.
    pub async fn end_schedule(&self, id: i64) -> Result<bool, QueueError> {
        let found = self.change_schedule(id, &|it| it.next_ms = None).await?;
        if found {
            self.change_schedules(|ids| ids.retain(|it| *it != id)).await?;
        }
        Ok(found)
    }

    /// Change a schedule; whether there is one.
    pub async fn change_schedule(
        &self,
        id: i64,
        touch: &(dyn Fn(&mut ScheduleV1) + Sync),
    ) -> Result<bool, QueueError> {
        let began = tokio::time::Instant::now();
        loop {
            self.link.still_tries(began)?;
            let Some(Entry {
                mut value, revision, ..
            }) = self.schedule(id).await?
            else {
                return Ok(false);
            };
            touch(&mut value);
            if let Set::Done(_) = self.link.set(&key(id), &value, revision).await {
                return Ok(true);
            }
        }
    }
}
