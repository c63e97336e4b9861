//! Changing a row: its entry is loaded, the state machine is asked, and the answer is put there if nobody else was faster.

use std::{sync::Arc, time::Duration};

use async_nats::jetstream::{self, AckKind};
use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use queue::{
    Claim, JobId, KeptRow, QueueError,
    row::{Change, End, Refused, State},
};
use tokio::time::Instant;

use crate::{
    Shared,
    file::{CallV1, FORMAT, JobV1, PhaseV1, RowV1, json},
    link::{Entry, Set, later},
    locked,
};

/// How many requests are under way at once where many rows are read or written.
pub const AT_ONCE: usize = 128;

/// A row that this program has.
#[derive(Clone)]
pub struct Held {
    /// The lease.
    pub token: i64,
    /// How long it may be silent.
    pub lease: Duration,
    /// What called to it.
    pub message: Arc<jetstream::Message>,
    /// Its entry, as it was seen last.
    pub row: RowV1,
    /// The revision of that.
    pub revision: u64,
}

/// Where a row's entry stands.
pub fn key(job: i64, number: usize) -> String {
    format!("row.{job}.{number}")
}

impl Shared {
    /// A row's entry.
    pub async fn row(&self, job: i64, number: usize) -> Result<Entry<RowV1>, QueueError> {
        let key = key(job, number);
        let entry = self.link.row(&key).await?;
        entry.ok_or_else(|| self.link.unread(&key, "it is gone"))
    }

    /// Change a row from what is known of it; the entry afterwards.
    async fn changed_from(
        &self,
        (job, number): (i64, usize),
        mut known: (RowV1, u64),
        change: &Change,
        touch: &(dyn Fn(&mut RowV1) + Sync),
        now: Timestamp,
    ) -> Result<(RowV1, u64), QueueError> {
        let key = key(job, number);
        let mut sent: Option<Vec<u8>> = None;
        let began = Instant::now();
        loop {
            self.link.still_tries(began)?;
            // What was sent and not heard of may have been done.
            if sent.as_ref().is_some_and(|it| *it == json(&known.0)) {
                return Ok(known);
            }
            let row = known.0.row().map_err(|it| self.link.unread(&key, it))?;
            let next = row.after(change.clone(), now).map_err(|why| QueueError::Row {
                job: JobId(job),
                number,
                why,
            })?;
            let mut next = known.0.at(next);
            touch(&mut next);
            match self.link.set(&key, &next, known.1).await {
                Set::Done(revision) => return Ok((next, revision)),
                Set::Look => sent = Some(json(&next)),
            }
            // One that is gone is nobody's any more.
            let entry = self.link.row(&key).await?.ok_or(QueueError::Row {
                job: JobId(job),
                number,
                why: Refused::NotHeld,
            })?;
            known = (entry.value, entry.revision);
        }
    }

    /// Change a row of nobody.
    pub async fn changed(
        &self,
        job: i64,
        number: usize,
        change: &Change,
        touch: &(dyn Fn(&mut RowV1) + Sync),
        now: Timestamp,
    ) -> Result<(RowV1, u64), QueueError> {
        let entry = self.row(job, number).await?;
        let known = (entry.value, entry.revision);
        self.changed_from((job, number), known, change, touch, now).await
    }

    fn held(&self, claim: &Claim) -> Result<Held, QueueError> {
        let held = locked(&self.held).get(&(claim.job.0, claim.number)).cloned();
        held.filter(|it| it.token == claim.token).ok_or(QueueError::Row {
            job: claim.job,
            number: claim.number,
            why: Refused::NotHeld,
        })
    }

    /// Change a row that this program has.
    async fn change(
        &self,
        claim: &Claim,
        change: Change,
        touch: &(dyn Fn(&mut RowV1) + Sync),
        now: Timestamp,
    ) -> Result<Held, QueueError> {
        let held = self.held(claim)?;
        let place = (claim.job.0, claim.number);
        let known = (held.row.clone(), held.revision);
        match self.changed_from(place, known, &change, touch, now).await {
            Ok((row, revision)) => {
                let held = Held {
                    row,
                    revision,
                    ..held
                };
                let mut all = locked(&self.held);
                if let Some(it) = all
                    .get_mut(&place)
                    .filter(|it| it.token == held.token && it.revision < revision)
                {
                    *it = held.clone();
                }
                Ok(held)
            }
            Err(error) => {
                if error.is_lost_lease() {
                    self.let_go(claim);
                }
                Err(error)
            }
        }
    }

    fn let_go(&self, claim: &Claim) {
        let mut all = locked(&self.held);
        if all
            .get(&(claim.job.0, claim.number))
            .is_some_and(|it| it.token == claim.token)
        {
            all.remove(&(claim.job.0, claim.number));
        }
    }

    /// The run of a row is about to begin, and has written nothing yet.
    pub async fn begin(&self, claim: &Claim, run: &str, now: Timestamp) -> Result<(), QueueError> {
        self.keep_devices().await?;
        let change = Change::Begin {
            token: claim.token,
            run: run.to_owned(),
        };
        self.change(claim, change, &|_| {}, now).await.map(drop)
    }

    /// A step that may write is about to be done. This is said first, and touches the row: who has lost it is refused.
    pub async fn holds(&self, claim: &Claim, now: Timestamp) -> Result<(), QueueError> {
        self.keep_devices().await?;
        let until = later(now, self.held(claim)?.lease);
        let change = Change::Extend {
            token: claim.token,
            until,
        };
        let touch = |row: &mut RowV1| row.wrote = true;
        self.change(claim, change, &touch, now).await.map(drop)
    }

    /// A row has its end.
    pub async fn end(&self, claim: &Claim, end: End, now: Timestamp) -> Result<(), QueueError> {
        self.keep_devices().await?;
        let token = claim.token;
        let held = self
            .change(claim, Change::End { token, end }, &|_| {}, now)
            .await?;
        self.let_go(claim);
        self.link.answer(&held.message, AckKind::Ack).await;
        Ok(())
    }

    /// There will be another try.
    pub async fn again(
        &self,
        claim: &Claim,
        tried: &End,
        at: Timestamp,
        now: Timestamp,
    ) -> Result<(), QueueError> {
        self.keep_devices().await?;
        let token = claim.token;
        let touch = |row: &mut RowV1| row.remember(tried, now);
        let held = self
            .change(claim, Change::Again { token, at }, &touch, now)
            .await?;
        self.let_go(claim);
        let pause = Duration::try_from(at.duration_since(now)).unwrap_or_default();
        self.link.answer(&held.message, AckKind::Nak(Some(pause))).await;
        Ok(())
    }

    /// A row is given back.
    pub async fn release(&self, claim: &Claim, now: Timestamp) -> Result<(), QueueError> {
        let token = claim.token;
        let held = self
            .change(claim, Change::Release { token }, &|_| {}, now)
            .await?;
        self.let_go(claim);
        self.link.answer(&held.message, AckKind::Nak(None)).await;
        Ok(())
    }

    /// Extend all leases of this program; how many. One that was lost is found out by whoever writes for it.
    pub async fn extend(&self, now: Timestamp) -> Result<usize, QueueError> {
        let all: Vec<((i64, usize), Held)> = locked(&self.held)
            .iter()
            .map(|(it, held)| (*it, held.clone()))
            .collect();
        // A row that can't be extended costs no device.
        let devices = self.keep_devices().await;
        let mut count = 0;
        for ((job, number), held) in all {
            let claim = Claim {
                id: 0,
                token: held.token,
                job: JobId(job),
                sha256: String::new(),
                number,
                params: task::Params::new(),
                earlier: None,
                tries: 0,
                failures: 0,
                wrote: false,
            };
            let change = Change::Extend {
                token: held.token,
                until: later(now, held.lease),
            };
            match self.change(&claim, change, &|_| {}, now).await {
                Ok(held) => {
                    self.link.answer(&held.message, AckKind::Progress).await;
                    count += 1;
                }
                // It came to its end meanwhile, or is another one's.
                Err(error) if error.is_lost_lease() => {}
                Err(error) => return Err(error),
            }
        }
        devices?;
        Ok(count)
    }

    /// The rows with these numbers, in that order.
    pub async fn all_rows(
        &self,
        job: i64,
        numbers: Vec<usize>,
    ) -> Result<Vec<(usize, Entry<RowV1>)>, QueueError> {
        let one = |number: usize| async move { Ok::<_, QueueError>((number, self.row(job, number).await?)) };
        stream::iter(numbers)
            .map(one)
            .buffered(AT_ONCE)
            .try_collect()
            .await
    }

    /// The rows of a job.
    pub async fn kept_rows(&self, id: JobId) -> Result<Vec<KeptRow>, QueueError> {
        // Its rows are those of the jobs that it queues.
        if self.schedule(id.0).await?.is_some() {
            return Ok(Vec::new());
        }
        let job = self.open_job(id).await?.value;
        let rows = self.all_rows(id.0, job.rows().collect()).await?;
        let kept = |(number, entry): (usize, Entry<RowV1>)| {
            let kept = entry.value.kept(id, number);
            kept.map_err(|it| self.link.unread(&key(id.0, number), it))
        };
        rows.into_iter().map(kept).collect()
    }

    /// Cancel the rows that wait; how many.
    pub async fn cancel(&self, id: JobId, now: Timestamp) -> Result<usize, QueueError> {
        if self.end_schedule(id.0).await? {
            return Ok(0);
        }
        let mut count = 0;
        for kept in self.kept_rows(id).await? {
            if !matches!(kept.row.state, State::Waiting { .. }) {
                continue;
            }
            match self
                .changed(id.0, kept.number, &Change::Cancel, &|_| {}, now)
                .await
            {
                Ok(_) => count += 1,
                // Somebody took it meanwhile.
                Err(QueueError::Row { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(count)
    }

    /// Try rows once more that ended and were not done; how many.
    pub async fn retry(
        &self,
        id: JobId,
        numbers: &[usize],
        anew: bool,
        now: Timestamp,
    ) -> Result<usize, QueueError> {
        let job = self.open_job(id).await?.value;
        if let Some(number) = numbers.iter().find(|it| !job.rows().any(|number| number == **it)) {
            return Err(QueueError::NoRow {
                job: id,
                number: *number,
            });
        }
        let wanted: Vec<(usize, End)> = self.to_retry(id, numbers).await?;
        if wanted.is_empty() {
            return Ok(0);
        }
        self.not_alone(id.0, &job.scope, job.alone).await?;
        // The job is open first: who finds all its rows ended until then can't say that it is done.
        let touch = |job: &mut JobV1| {
            job.phase = PhaseV1::Open;
            job.retried += 1;
        };
        self.change_job(id, &touch).await?;
        self.activate(id.0).await?;
        let one = |(number, end): (usize, End)| async move {
            let touch = |row: &mut RowV1| row.remember(&end, now);
            let (_, revision) = self
                .changed(id.0, number, &Change::Retry { anew }, &touch, now)
                .await?;
            let call = CallV1 {
                version: FORMAT,
                job: id.0,
                row: number,
            };
            self.link.call(&call, revision).await
        };
        let count = wanted.len();
        let all = stream::iter(wanted).map(one).buffer_unordered(AT_ONCE);
        all.try_collect::<Vec<()>>().await?;
        Ok(count)
    }

    async fn to_retry(&self, id: JobId, numbers: &[usize]) -> Result<Vec<(usize, End)>, QueueError> {
        let mut wanted = Vec::new();
        for kept in self.kept_rows(id).await? {
            let named = numbers.contains(&kept.number);
            match kept.row.state {
                State::Ended(end) if end.is_dead() && (named || numbers.is_empty()) => {
                    wanted.push((kept.number, end));
                }
                State::Ended(_) | State::Waiting { .. } | State::Leased(_) if named => {
                    return Err(QueueError::Row {
                        job: id,
                        number: kept.number,
                        why: Refused::NotDead,
                    });
                }
                State::Ended(_) | State::Waiting { .. } | State::Leased(_) => {}
            }
        }
        Ok(wanted)
    }
}
