//! Adding a job: its number, the keys of its rows, the rows; then it is opened, and someone is called to each row.
//!
//! It is cut off anywhere: until it is opened, nobody takes its rows. Whoever adds a job touches its entry all the while; a job
//! that is silent for too long is given up by whoever finds it, and its keys count no more. Once it is open, whoever finds no call
//! to a row that waits makes one: all who take rows look at it from before it is opened.

use std::{
    collections::{BTreeMap, BTreeSet},
    pin::pin,
    time::Duration,
};

use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use queue::{
    Added, JobId, NewJob, NewRow, QueueError, Twin,
    row::{End, State},
};
use ring::digest;
use tokio::time::{Instant, timeout};
use trajectory::Outcome;

use crate::{
    LEASE, Shared,
    file::{CallV1, FORMAT, JobV1, KeyV1, PhaseV1, RowV1, json},
    link::{Entry, Set},
    listed,
    rows::{self, AT_ONCE},
};

/// How long whoever adds a job may be silent.
const SILENT: Duration = Duration::from_secs(30);

/// How long whoever adds this job may be silent: never longer than whoever runs a row of it.
pub fn silence(job: &JobV1) -> Duration {
    SILENT.min(job.lease())
}

/// Whose a key is.
enum Owner {
    /// This row's.
    Own,
    /// Another one's.
    Other(Twin),
}

/// Where a key's entry stands.
pub fn key_of(function: &str, key: &str) -> String {
    let hash = digest::digest(&digest::SHA256, format!("{function}\n{key}").as_bytes());
    let hex: String = hash
        .as_ref()
        .iter()
        .take(20)
        .map(|it| format!("{it:02x}"))
        .collect();
    format!("key.{hex}")
}

impl Shared {
    /// Add a job with its rows, all or none.
    pub async fn add(&self, new: &NewJob, all: &[NewRow], now: Timestamp) -> Result<Added, QueueError> {
        match &new.schedule {
            Some(line) => self.add_schedule(new, line, all, now).await,
            None => {
                new.next(now)?;
                let id = self.link.next_job().await?;
                self.add_as(id, new, all, None, now).await
            }
        }
    }

    /// The same under this number; `of` is the schedule that queues the rows.
    pub async fn add_as(
        &self,
        id: i64,
        new: &NewJob,
        all: &[NewRow],
        of: Option<i64>,
        now: Timestamp,
    ) -> Result<Added, QueueError> {
        let numbers: Vec<usize> = all.iter().map(|it| it.number).collect();
        let job = JobV1::new(new, new.lease.unwrap_or(LEASE), &numbers, now).queued_by(of);
        let key = listed::key(id);
        self.link.create(&key, &job).await?;
        let begun: Option<Entry<JobV1>> = self.link.get(&key).await?;
        let mut revision = begun
            .filter(|it| it.value == job)
            .ok_or(QueueError::Overtaken)?
            .revision;
        if let Err(error) = self.not_alone(id, &job.scope, job.alone).await {
            return Err(self.given_up(id, &job, revision, error).await);
        }
        let twins = match self
            .touching(id, &job, &mut revision, self.keys_and_rows(id, new, all, now))
            .await
        {
            Ok(twins) => twins,
            Err(error) => return Err(self.given_up(id, &job, revision, error).await),
        };
        let others: BTreeSet<usize> = twins.iter().map(|it| it.number).collect();
        let added: Vec<&NewRow> = all.iter().filter(|it| !others.contains(&it.number)).collect();
        let numbers: Vec<usize> = added.iter().map(|it| it.number).collect();
        let opened = JobV1 {
            phase: PhaseV1::Open,
            ..JobV1::new(new, job.lease(), &numbers, now).queued_by(of)
        };
        // Before it is open: else nobody looks at one that is cut off in between.
        self.activate(id).await?;
        self.open(id, &opened, revision).await?;
        self.activate(id).await?;
        let call = |row: &NewRow| CallV1 {
            version: FORMAT,
            job: id,
            row: row.number,
        };
        let calls: Vec<CallV1> = added
            .iter()
            .filter(|it| it.bad.is_none())
            .map(|it| call(it))
            .collect();
        let calls = stream::iter(calls).map(|it| async move { self.link.call(&it, 0).await });
        calls.buffer_unordered(AT_ONCE).try_collect::<Vec<()>>().await?;
        Ok(Added {
            job: JobId(id),
            rows: added.len(),
            twins,
        })
    }

    /// Do something for a job that is being added, and touch its entry all the while.
    async fn touching<T>(
        &self,
        id: i64,
        job: &JobV1,
        revision: &mut u64,
        work: impl Future<Output = Result<T, QueueError>>,
    ) -> Result<T, QueueError> {
        let mut work = pin!(work);
        loop {
            if let Ok(done) = timeout(silence(job) / 4, &mut work).await {
                return done;
            }
            if let Set::Done(touched) = self.link.set(&listed::key(id), job, *revision).await {
                *revision = touched;
                continue;
            }
            let now: Option<Entry<JobV1>> = self.link.get(&listed::key(id)).await?;
            *revision = now
                .filter(|it| it.value == *job)
                .ok_or(QueueError::Overtaken)?
                .revision;
        }
    }

    /// Whether a job is being added by somebody who is heard of. One that is not is given up here.
    pub async fn is_being_added(&self, id: i64, job: Entry<JobV1>) -> Result<bool, QueueError> {
        let silent = self.link.clock(&self.who).await? - job.created;
        if silent < i128::try_from(silence(&job.value).as_millis()).unwrap_or(i128::MAX) {
            return Ok(true);
        }
        let given_up = JobV1 {
            phase: PhaseV1::GivenUp,
            ..job.value
        };
        match self.link.set(&listed::key(id), &given_up, job.revision).await {
            Set::Done(_) => Ok(false),
            // It is open by now, or was touched.
            Set::Look => Ok(true),
        }
    }

    /// From here on its rows are taken.
    async fn open(&self, id: i64, opened: &JobV1, revision: u64) -> Result<(), QueueError> {
        let key = listed::key(id);
        let began = Instant::now();
        loop {
            self.link.still_tries(began)?;
            if let Set::Done(_) = self.link.set(&key, opened, revision).await {
                return Ok(());
            }
            let now: Option<Entry<JobV1>> = self.link.get(&key).await?;
            match now {
                Some(it) if it.value == *opened => return Ok(()),
                Some(it) if it.revision == revision => {}
                Some(_) | None => return Err(QueueError::Overtaken),
            }
        }
    }

    /// Leave nothing of a job that could not be added.
    async fn given_up(&self, id: i64, job: &JobV1, revision: u64, why: QueueError) -> QueueError {
        let given_up = JobV1 {
            phase: PhaseV1::GivenUp,
            ..job.clone()
        };
        // Where that fails too, it is given up after a while.
        let _set = self.link.set(&listed::key(id), &given_up, revision).await;
        why
    }

    /// Take the keys, and put the rows there; the rows whose keys are others'.
    async fn keys_and_rows(
        &self,
        id: i64,
        new: &NewJob,
        all: &[NewRow],
        now: Timestamp,
    ) -> Result<Vec<Twin>, QueueError> {
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        let mut twins = Vec::new();
        let mut wanted = Vec::new();
        for row in all {
            let known = match row.bad.is_some() || new.twins {
                true => None,
                false => first.get(row.key.as_str()).copied(),
            };
            match known {
                Some(other) => twins.push(Twin {
                    number: row.number,
                    job: JobId(id),
                    other,
                    ended: None,
                }),
                None => {
                    first.insert(&row.key, row.number);
                    wanted.push(row);
                }
            }
        }
        let one = |row: &NewRow| {
            let row = row.clone();
            async move {
                if row.bad.is_none()
                    && let Owner::Other(twin) = self.own_key(id, new, &row).await?
                {
                    return Ok(Some(twin));
                }
                self.put_row(id, row, now).await?;
                Ok::<_, QueueError>(None)
            }
        };
        let found = stream::iter(wanted.into_iter().map(one)).buffer_unordered(AT_ONCE);
        let found: Vec<Option<Twin>> = found.try_collect().await?;
        twins.extend(found.into_iter().flatten());
        twins.sort_by_key(|it| it.number);
        Ok(twins)
    }

    async fn put_row(&self, id: i64, row: NewRow, now: Timestamp) -> Result<(), QueueError> {
        let state = match row.bad {
            Some(message) => State::Ended(End {
                outcome: Outcome::Refused,
                answer: None,
                seconds: 0.0,
                message: Some(message),
            }),
            None => State::Waiting { from: now },
        };
        let kept = RowV1::new(row.key, row.params, state);
        let most = self.link.context.client().max_payload().saturating_sub(1024);
        if json(&kept).len() > most {
            return Err(QueueError::NotOnAServer {
                what: "keep a row as large as one of these",
                help: "name a file in the row instead of its content, or raise `max_payload` of the server",
            });
        }
        self.link.put(&rows::key(id, row.number), &kept).await.map(drop)
    }

    /// Take the key of a row, where no row has it that counts: one that waits, is being run, or ended; a cancelled one only
    /// counts where it was begun. Who adds twins takes it from whomever.
    async fn own_key(&self, id: i64, new: &NewJob, row: &NewRow) -> Result<Owner, QueueError> {
        let key = key_of(&new.function, &row.key);
        let own = KeyV1 {
            version: FORMAT,
            job: id,
            row: row.number,
        };
        let began = Instant::now();
        loop {
            self.link.still_tries(began)?;
            if self.link.create(&key, &own).await? {
                return Ok(Owner::Own);
            }
            let Some(entry) = self.link.get::<KeyV1>(&key).await? else {
                continue;
            };
            if entry.value == own {
                return Ok(Owner::Own);
            }
            if !new.twins
                && let Some(twin) = self.twin(row.number, &entry.value).await?
            {
                return Ok(Owner::Other(twin));
            }
            if let Set::Done(_) = self.link.set(&key, &own, entry.revision).await {
                return Ok(Owner::Own);
            }
        }
    }

    /// The row that has a key, where it counts.
    pub async fn twin(&self, number: usize, owner: &KeyV1) -> Result<Option<Twin>, QueueError> {
        let twin = |ended| {
            Some(Twin {
                number,
                job: JobId(owner.job),
                other: owner.row,
                ended,
            })
        };
        let key = listed::key(owner.job);
        let Some(job) = self.link.get::<JobV1>(&key).await? else {
            return Ok(None);
        };
        match job.value.phase {
            PhaseV1::GivenUp => return Ok(None),
            PhaseV1::Adding => {
                let is_added = self.is_being_added(owner.job, job).await?;
                return Ok(twin(None).filter(|_| is_added));
            }
            PhaseV1::Open | PhaseV1::Done => {}
        }
        let Some(row) = self.link.row(&rows::key(owner.job, owner.row)).await? else {
            return Ok(None);
        };
        let row = row.value.row().map_err(|it| self.link.unread("a row", it))?;
        Ok(match row.state {
            State::Waiting { .. } | State::Leased(_) => twin(None),
            State::Ended(end) if end.outcome == Outcome::Cancelled && row.run.is_none() => None,
            State::Ended(end) => twin(Some(end.outcome)),
        })
    }
}
