//! Jobs: reading and changing them, and how they stand.

use std::collections::BTreeMap;

use async_nats::jetstream::kv;
use futures_util::{StreamExt, TryStreamExt};
use queue::{Job, JobId, JobStatus, QueueError, Worker, row::State};
use tokio::time::Instant;
use trajectory::Outcome;

use crate::{
    Shared,
    file::{JobV1, JobsV1, PhaseV1, ScheduleV1, WorkerV1},
    link::{Entry, Set},
};

/// Where a job's entry stands.
pub fn key(job: i64) -> String {
    format!("job.{job}")
}

impl Shared {
    /// A job that was added to its end.
    pub async fn open_job(&self, id: JobId) -> Result<Entry<JobV1>, QueueError> {
        let entry: Option<Entry<JobV1>> = self.link.get(&key(id.0)).await?;
        entry
            .filter(|it| matches!(it.value.phase, PhaseV1::Open | PhaseV1::Done))
            .ok_or(QueueError::Unknown { job: id })
    }

    /// Change a job.
    pub async fn change_job(&self, id: JobId, touch: &(dyn Fn(&mut JobV1) + Sync)) -> Result<(), QueueError> {
        let began = Instant::now();
        loop {
            self.link.still_tries(began)?;
            let Entry {
                mut value, revision, ..
            } = self.open_job(id).await?;
            touch(&mut value);
            if let Set::Done(_) = self.link.set(&key(id.0), &value, revision).await {
                return Ok(());
            }
        }
    }

    /// Have a job looked at by all who take rows, also those who know it already.
    pub async fn activate(&self, job: i64) -> Result<(), QueueError> {
        let change = async |jobs: &mut JobsV1| {
            if !jobs.active.contains(&job) {
                jobs.active.push(job);
            }
            Ok(true)
        };
        self.link.change_jobs(change).await.map(drop)
    }

    /// Have a job looked at by nobody any more, where it has no row to run.
    pub async fn rest(&self, job: i64) -> Result<(), QueueError> {
        let change = async |jobs: &mut JobsV1| {
            let now = self.link.get::<JobV1>(&key(job)).await?;
            let rests = now.is_none_or(|it| matches!(it.value.phase, PhaseV1::GivenUp | PhaseV1::Done));
            let before = jobs.active.len();
            if rests {
                jobs.active.retain(|it| *it != job);
            }
            Ok(jobs.active.len() < before)
        };
        self.link.change_jobs(change).await.map(drop)
    }

    /// Take the function of a job as it is now.
    pub async fn accept(&self, id: JobId, sha256: &str, package: Option<&str>) -> Result<(), QueueError> {
        let touch = |job: &mut JobV1| {
            sha256.clone_into(&mut job.sha256);
            if let Some(package) = package {
                package.clone_into(&mut job.package);
            }
        };
        let of_schedule = |it: &mut ScheduleV1| touch(&mut it.job);
        if self.change_schedule(id.0, &of_schedule).await? {
            return Ok(());
        }
        self.change_job(id, &touch).await?;
        // Who has it in memory looks again.
        let jobs = self.link.jobs().await?;
        match jobs.value.active.contains(&id.0) {
            true => self.activate(id.0).await,
            false => Ok(()),
        }
    }

    /// Refuse to run a job where another one is being run, and one of the two has to be alone.
    pub async fn not_alone(&self, own: i64, scope: &str, alone: bool) -> Result<(), QueueError> {
        for id in self.link.jobs().await?.value.active {
            let Some(other) = self.link.get::<JobV1>(&key(id)).await?.filter(|_| id != own) else {
                continue;
            };
            let is_there = other.value.phase == PhaseV1::Open && other.value.scope == scope;
            if is_there && (alone || other.value.alone) {
                return Err(QueueError::Alone {
                    job: JobId(id),
                    scope: scope.to_owned(),
                });
            }
        }
        Ok(())
    }

    /// A job, as runners know it.
    pub fn read_job(&self, id: i64, kept: &JobV1) -> Result<Job, QueueError> {
        kept.job(JobId(id)).map_err(|it| self.link.unread(&key(id), it))
    }

    /// All jobs, the oldest first.
    pub async fn statuses(&self) -> Result<Vec<JobStatus>, QueueError> {
        let mut all = Vec::new();
        for id in 1..=self.link.jobs().await?.value.last {
            if let Some(schedule) = self.schedule(id).await? {
                all.push(self.status_of(id, &schedule.value)?);
                continue;
            }
            let Some(entry) = self.link.get::<JobV1>(&key(id)).await? else {
                continue;
            };
            let kept = entry.value;
            let mut status = JobStatus {
                job: self.read_job(id, &kept)?,
                waiting: 0,
                running: 0,
                ended: BTreeMap::new(),
                planned: 0,
                due: None,
            };
            match kept.phase {
                PhaseV1::Adding | PhaseV1::GivenUp => continue,
                PhaseV1::Done => {
                    let named = kept.ended.iter();
                    let named =
                        named.filter_map(|(it, count)| Some((Outcome::from_name(it)?.name(), *count)));
                    status.ended = named.collect();
                }
                PhaseV1::Open => self.count(id, &kept, &mut status).await?,
            }
            all.push(status);
        }
        Ok(all)
    }

    async fn count(&self, id: i64, kept: &JobV1, status: &mut JobStatus) -> Result<(), QueueError> {
        for (number, entry) in self.all_rows(id, kept.rows().collect()).await? {
            let row = entry.value.row();
            match row
                .map_err(|it| self.link.unread(&crate::rows::key(id, number), it))?
                .state
            {
                State::Waiting { from } => {
                    status.waiting += 1;
                    status.due = Some(status.due.map_or(from, |it| it.min(from)));
                }
                State::Leased(_) => status.running += 1,
                State::Ended(end) => *status.ended.entry(end.outcome.name()).or_default() += 1,
            }
        }
        Ok(())
    }

    /// Who takes rows now.
    pub async fn workers(&self) -> Result<Vec<Worker>, QueueError> {
        let keys = self
            .link
            .patiently(
                async || -> Result<Vec<String>, Box<dyn std::error::Error + Send + Sync>> {
                    Ok(self.link.workers.keys().await?.try_collect().await?)
                },
            )
            .await?;
        let mut found = futures_util::stream::iter(keys)
            .map(|name| async move {
                let entry = self
                    .link
                    .patiently(async || self.link.workers.entry(name.as_str()).await);
                let put = entry.await?.filter(|it| it.operation == kv::Operation::Put);
                let kept = put
                    .map(|it| serde_json::from_slice::<WorkerV1>(&it.value))
                    .transpose();
                let kept = kept.map_err(|it| self.link.unread(&name, it))?;
                Ok::<_, QueueError>(kept.map(|it| Worker {
                    name,
                    version: it.version,
                    device: it.device,
                    labels: it.labels,
                }))
            })
            .buffer_unordered(crate::rows::AT_ONCE)
            .try_filter_map(|it| async move { Ok(it) })
            .try_collect::<Vec<Worker>>()
            .await?;
        found.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(found)
    }
}
