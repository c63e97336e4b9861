//! What the server keeps, as JSON: a job, a row, a key, who works. Each says its version; one that is newer by one is read, and
//! what it has besides is written back as it was.

use std::{collections::BTreeMap, time::Duration};

use jiff::Timestamp;
use queue::{
    Job, JobId, KeptRow, NewJob, NewRow,
    due::Place,
    retry::Retries,
    row::{End, Lease, Row, State},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use task::Params;
use trajectory::Outcome;

/// The version of all that is kept. Programs whose versions differ by one work together.
pub const FORMAT: u32 = 1;

/// The run of a row of which nobody knows whether there was one. There is no record of this name.
const NO_RUN: &str = "unknown";

/// In a job, which schedule has queued it. An older program keeps it as it is.
const OF: &str = "of";

/// What stands for a whole queue: its version, and who made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetaV1 {
    pub format: u32,
    pub by: String,
}

/// Which jobs there are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JobsV1 {
    pub version: u32,
    /// The number of the last one.
    pub last: i64,
    /// Those that may have rows to run.
    pub active: Vec<i64>,
    /// It changes with each job that changes, so that who looks sees it.
    pub changes: u64,
    #[serde(flatten)]
    pub rest: Map<String, Json>,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseV1 {
    /// Its rows are being added.
    Adding,
    /// It was not added to its end.
    GivenUp,
    /// It has rows to run.
    Open,
    /// All its rows have an end.
    Done,
}

/// A job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobV1 {
    pub version: u32,
    pub phase: PhaseV1,
    pub function: String,
    pub how: String,
    pub sha256: String,
    pub package: String,
    pub device: String,
    pub labels: Vec<String>,
    pub scope: String,
    pub alone: bool,
    pub priority: i64,
    pub retries: u32,
    pub pause_ms: u64,
    pub retry_on: Vec<String>,
    pub window: Option<String>,
    pub rate: Option<String>,
    pub zone: Option<String>,
    pub lease_ms: u64,
    pub added_ms: i64,
    /// The numbers of its rows, as ranges: the first and the last.
    pub numbers: Vec<(usize, usize)>,
    /// How often rows of it were tried again by hand.
    pub retried: u64,
    /// How its rows ended, once all have an end.
    pub ended: BTreeMap<String, usize>,
    /// Whether rows are added whose keys others have. Only a schedule is asked for it again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub twins: bool,
    #[serde(flatten)]
    pub rest: Map<String, Json>,
}

/// Which schedules there are that were not ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SchedulesV1 {
    pub version: u32,
    pub ids: Vec<i64>,
}

/// A job whose rows are queued anew by a cron line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScheduleV1 {
    pub version: u32,
    /// The cron line.
    pub line: String,
    /// What is queued each time, without its rows.
    pub job: JobV1,
    /// When its rows are queued next.
    pub next_ms: Option<i64>,
    /// The time for which somebody queues them now.
    pub firing_ms: Option<i64>,
    /// The number of the job that they are added as.
    #[serde(default)]
    pub firing_job: Option<i64>,
    /// The job that was queued last.
    pub last: Option<i64>,
    /// How many rows are queued each time.
    pub rows: usize,
    /// How many rows could not be read when it was added.
    pub bad: usize,
}

/// A row that a schedule queues.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedV1 {
    pub number: usize,
    pub key: String,
    pub params: Params,
    pub bad: Option<String>,
}

/// Where a row is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum StateV1 {
    Waiting {
        from_ms: i64,
    },
    Leased {
        token: i64,
        runner: String,
        until_ms: i64,
    },
    Ended {
        outcome: String,
        answer: Option<String>,
        seconds: f64,
        message: Option<String>,
    },
}

/// How an earlier try ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PastV1 {
    pub at_ms: i64,
    pub outcome: String,
    pub run: Option<String>,
    pub message: Option<String>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowV1 {
    pub version: u32,
    pub key: String,
    pub params: Params,
    pub state: StateV1,
    pub run: Option<String>,
    /// Whether its last run may have written something: it is said before the step is done.
    pub wrote: bool,
    pub tries: u32,
    pub failures: u32,
    pub past: Vec<PastV1>,
    #[serde(flatten)]
    pub rest: Map<String, Json>,
}

/// Whose a key is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeyV1 {
    pub version: u32,
    pub job: i64,
    pub row: usize,
}

/// A row that waits for someone: the message in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallV1 {
    pub version: u32,
    pub job: i64,
    pub row: usize,
}

/// Who takes rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerV1 {
    pub format: u32,
    pub version: String,
    pub device: Option<String>,
    pub labels: Vec<String>,
}

/// Whose a device is that workers on several machines reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeviceV1 {
    pub version: u32,
    pub device: String,
    pub worker: String,
    /// How long that worker may be silent.
    pub lease_ms: u64,
}

/// A time as it is kept.
fn time(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MAX)
}

/// JSON of what always is JSON: texts, numbers, and texts as keys.
pub fn json<T: Serialize>(it: &T) -> Vec<u8> {
    serde_json::to_vec(it).unwrap_or_default()
}

impl JobV1 {
    /// As it is added.
    pub fn new(new: &NewJob, lease: Duration, numbers: &[usize], now: Timestamp) -> Self {
        let ms = |it: Duration| u64::try_from(it.as_millis()).unwrap_or(u64::MAX);
        Self {
            version: FORMAT,
            phase: PhaseV1::Adding,
            function: new.function.clone(),
            how: new.how.clone(),
            sha256: new.sha256.clone(),
            package: new.package.clone(),
            device: new.device.clone(),
            labels: new.labels.clone(),
            scope: new.place.scope.clone(),
            alone: new.place.alone,
            priority: new.priority,
            retries: new.retries.most,
            pause_ms: ms(new.retries.pause),
            retry_on: new.retries.on.iter().map(|it| it.name().to_owned()).collect(),
            window: new.window.as_ref().map(ToString::to_string),
            rate: new.rate.map(|it| it.to_string()),
            zone: new.zone.clone(),
            lease_ms: ms(lease),
            added_ms: now.as_millisecond(),
            numbers: ranges(numbers),
            retried: 0,
            ended: BTreeMap::new(),
            twins: new.twins,
            rest: Map::new(),
        }
    }

    /// The same as a schedule queues it.
    pub fn queued_by(mut self, schedule: Option<i64>) -> Self {
        self.rest
            .extend(schedule.map(|it| (OF.to_owned(), Json::from(it))));
        self
    }

    /// How long a worker may be silent.
    pub fn lease(&self) -> Duration {
        Duration::from_millis(self.lease_ms)
    }

    /// The numbers of its rows.
    pub fn rows(&self) -> impl Iterator<Item = usize> {
        self.numbers.iter().flat_map(|(first, last)| *first..=*last)
    }

    /// As runners know it; else what can't be read.
    pub fn job(&self, id: JobId) -> Result<Job, String> {
        let outcome = |it: &String| Outcome::from_name(it).ok_or_else(|| format!("`{it}` is no outcome"));
        let on: Result<Vec<Outcome>, String> = self.retry_on.iter().map(outcome).collect();
        let window = self.window.as_ref().map(|it| it.parse()).transpose();
        let rate = self.rate.as_ref().map(|it| it.parse()).transpose();
        Ok(Job {
            id,
            new: NewJob {
                function: self.function.clone(),
                how: self.how.clone(),
                sha256: self.sha256.clone(),
                place: Place {
                    scope: self.scope.clone(),
                    alone: self.alone,
                },
                priority: self.priority,
                retries: Retries {
                    most: self.retries,
                    pause: Duration::from_millis(self.pause_ms),
                    on: on?,
                },
                window: window.map_err(|it: queue::due::WindowError| it.to_string())?,
                rate: rate.map_err(|it: queue::due::RateError| it.to_string())?,
                schedule: None,
                zone: self.zone.clone(),
                twins: self.twins,
                labels: self.labels.clone(),
                device: self.device.clone(),
                package: self.package.clone(),
                lease: Some(self.lease()),
            },
            next: None,
            slot: None,
            of: self.rest.get(OF).and_then(Json::as_i64).map(JobId),
            added: time(self.added_ms),
        })
    }
}

impl PlannedV1 {
    /// As it is added.
    pub fn of(row: &NewRow) -> Self {
        Self {
            number: row.number,
            key: row.key.clone(),
            params: row.params.clone(),
            bad: row.bad.clone(),
        }
    }

    /// As it is queued.
    pub fn row(self) -> NewRow {
        NewRow {
            number: self.number,
            key: self.key,
            params: self.params,
            bad: self.bad,
        }
    }
}

/// Numbers in their order, as ranges.
fn ranges(numbers: &[usize]) -> Vec<(usize, usize)> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let mut found: Vec<(usize, usize)> = Vec::new();
    for number in sorted {
        match found.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => found.push((number, number)),
        }
    }
    found
}

impl RowV1 {
    /// One that was never begun.
    pub fn new(key: String, params: Params, state: State) -> Self {
        Self {
            version: FORMAT,
            key,
            params,
            state: StateV1::of(&state),
            run: None,
            wrote: false,
            tries: 0,
            failures: 0,
            past: Vec::new(),
            rest: Map::new(),
        }
    }

    /// What an entry says. One that can't be read has its end, refused with the reason, so that it stands among the dead, and
    /// with it what was there. What a newer program wrote is left to it: then only the reason comes.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let reason = match serde_json::from_slice::<Self>(bytes) {
            Ok(row) => match row.row() {
                Ok(_) => return Ok(row),
                Err(reason) => reason,
            },
            Err(error) => error.to_string(),
        };
        let kept: Json = serde_json::from_slice(bytes).unwrap_or_default();
        let number = |name| kept.get(name).and_then(Json::as_u64);
        if let Some(version) = number("version").filter(|it| *it > u64::from(FORMAT)) {
            return Err(format!(
                "it has format {version}, this program's is {FORMAT}: {reason}"
            ));
        }
        let text = |name| kept.get(name).and_then(Json::as_str).map(str::to_owned);
        let count = |name| u32::try_from(number(name).unwrap_or_default()).unwrap_or(u32::MAX);
        let params = kept.get("params").cloned().unwrap_or_default();
        let past = kept.get("past").cloned().unwrap_or_default();
        let was = String::from_utf8_lossy(bytes).into_owned();
        Ok(Self {
            version: FORMAT,
            key: text("key").unwrap_or_default(),
            params: serde_json::from_value(params).unwrap_or_default(),
            state: StateV1::Ended {
                outcome: Outcome::Refused.name().to_owned(),
                answer: None,
                seconds: 0.0,
                message: Some(format!("what the server keeps of it can't be read: {reason}")),
            },
            // Nobody knows whether there was a run: where the row is tried again, it is in doubt.
            run: text("run").or_else(|| Some(NO_RUN.to_owned())),
            wrote: true,
            tries: count("tries"),
            failures: count("failures"),
            past: serde_json::from_value(past).unwrap_or_default(),
            rest: Map::from_iter([("unread".to_owned(), Json::from(was))]),
        })
    }

    /// As far as its states go; else what can't be read.
    pub fn row(&self) -> Result<Row, String> {
        Ok(Row {
            state: self.state.state()?,
            run: self.run.clone(),
            tries: self.tries,
            failures: self.failures,
        })
    }

    /// The same at another place.
    #[must_use]
    pub fn at(&self, row: Row) -> Self {
        Self {
            state: StateV1::of(&row.state),
            wrote: self.wrote && row.run == self.run,
            run: row.run,
            tries: row.tries,
            failures: row.failures,
            ..self.clone()
        }
    }

    /// Remember how a try ended that is not the row's end.
    pub fn remember(&mut self, tried: &End, now: Timestamp) {
        self.past.push(PastV1 {
            at_ms: now.as_millisecond(),
            outcome: tried.outcome.name().to_owned(),
            run: self.run.clone(),
            message: tried.message.clone(),
        });
    }

    /// As it is listed.
    pub fn kept(self, job: JobId, number: usize) -> Result<KeptRow, String> {
        Ok(KeptRow {
            job,
            number,
            row: self.row()?,
            key: self.key,
            params: self.params,
        })
    }
}

impl StateV1 {
    fn of(state: &State) -> Self {
        match state {
            State::Waiting { from } => Self::Waiting {
                from_ms: from.as_millisecond(),
            },
            State::Leased(lease) => Self::Leased {
                token: lease.token,
                runner: lease.runner.clone(),
                until_ms: lease.until.as_millisecond(),
            },
            State::Ended(end) => Self::Ended {
                outcome: end.outcome.name().to_owned(),
                answer: end.answer.clone(),
                seconds: end.seconds,
                message: end.message.clone(),
            },
        }
    }

    fn state(&self) -> Result<State, String> {
        Ok(match self {
            Self::Waiting { from_ms } => State::Waiting { from: time(*from_ms) },
            Self::Leased {
                token,
                runner,
                until_ms,
            } => State::Leased(Lease {
                token: *token,
                runner: runner.clone(),
                until: time(*until_ms),
            }),
            Self::Ended {
                outcome,
                answer,
                seconds,
                message,
            } => State::Ended(End {
                outcome: Outcome::from_name(outcome).ok_or_else(|| format!("`{outcome}` is no outcome"))?,
                answer: answer.clone(),
                seconds: *seconds,
                message: message.clone(),
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use testkit::damaged;

    use super::*;

    /// What an earlier program has put on a server is read, and written to the same bytes; so is what a newer one says besides.
    #[test]
    fn the_kept_samples_are_read_and_written() {
        for text in include_str!("../tests/samples/row-v1.jsonl").lines() {
            let row: RowV1 = serde_json::from_str(text).unwrap();
            row.row().unwrap();
            assert_eq!(String::from_utf8(json(&row)).unwrap(), text);
        }
        for text in include_str!("../tests/samples/job-v1.jsonl").lines() {
            let job: JobV1 = serde_json::from_str(text).unwrap();
            job.job(JobId(1)).unwrap();
            assert_eq!(String::from_utf8(json(&job)).unwrap(), text);
        }
    }

    #[test]
    fn the_kept_schedule_is_read_and_written() {
        let text = include_str!("../tests/samples/schedule-v1.jsonl").trim_end();
        let schedule: ScheduleV1 = serde_json::from_str(text).unwrap();
        let job = schedule.job(JobId(7)).unwrap();
        assert!(job.new.twins && job.new.schedule.is_some());
        assert_eq!(String::from_utf8(json(&schedule)).unwrap(), text);
    }

    #[test]
    fn an_entry_that_can_not_be_read_has_its_end_and_one_of_a_newer_program_is_left() {
        let sample = include_str!("../tests/samples/row-v1.jsonl")
            .lines()
            .next()
            .unwrap();
        let odd = sample.replacen("\"is\":\"", "\"is\":\"odd_", 1);
        for bytes in [
            "",
            "junk",
            "[]",
            "{}",
            "\"a\"",
            r#"{"version":1,"params":7}"#,
            &odd,
        ] {
            let row = RowV1::read(bytes.as_bytes()).unwrap();
            let State::Ended(end) = row.row().unwrap().state else {
                panic!("{bytes} has no end");
            };
            assert!(end.is_dead() && end.message.unwrap().contains("can't be read"));
            assert_eq!(row.rest["unread"], *bytes);
            assert!(row.run.is_some() && row.wrote);
            // It is kept so, and read again.
            assert_eq!(RowV1::read(&json(&row)).unwrap(), row);
        }
        let kept: RowV1 = serde_json::from_str(sample).unwrap();
        let read = RowV1::read(odd.as_bytes()).unwrap();
        assert_eq!((read.key, read.params), (kept.key, kept.params));
        let newer = odd.replacen("\"version\":1", "\"version\":2", 1);
        let said = RowV1::read(newer.as_bytes()).unwrap_err();
        assert!(said.contains("format 2"), "{said}");
    }

    proptest! {
        /// Whoever may write to the server writes what they like: it is a row, a dead letter or somebody else's, and no panic.
        #[test]
        fn any_entry_is_taken(row in damaged(include_str!("../tests/samples/row-v1.jsonl")), job in damaged(include_str!("../tests/samples/job-v1.jsonl"))) {
            if let Ok(read) = RowV1::read(row.lines().next().unwrap_or_default().as_bytes()) {
                prop_assert!(read.row().is_ok());
                let again = RowV1::read(&json(&read)).map(|it| it.key);
                prop_assert_eq!(again, Ok(read.key));
            }
            if let Ok(read) = serde_json::from_str::<JobV1>(job.lines().next().unwrap_or_default()) {
                let _job = read.job(JobId(1));
            }
            let _call = serde_json::from_str::<CallV1>(&row);
        }

        #[test]
        fn any_schedule_is_taken(schedule in damaged(include_str!("../tests/samples/schedule-v1.jsonl"))) {
            if let Ok(read) = serde_json::from_str::<ScheduleV1>(schedule.trim_end()) {
                let _job = read.job(JobId(1));
                let again: ScheduleV1 = serde_json::from_slice(&json(&read)).unwrap();
                prop_assert_eq!(again, read);
            }
        }

        #[test]
        fn any_smaller_entry_is_taken(text in damaged(SMALL)) {
            for line in text.lines() {
                let _call = serde_json::from_str::<CallV1>(line);
                let _key = serde_json::from_str::<KeyV1>(line);
                let _jobs = serde_json::from_str::<JobsV1>(line);
                let _ids = serde_json::from_str::<SchedulesV1>(line);
                let _meta = serde_json::from_str::<MetaV1>(line);
                let _worker = serde_json::from_str::<WorkerV1>(line);
                let _device = serde_json::from_str::<DeviceV1>(line);
                let planned = serde_json::from_str::<Vec<PlannedV1>>(line);
                let _rows: Vec<NewRow> = planned.unwrap_or_default().into_iter().map(PlannedV1::row).collect();
            }
        }
    }

    const SMALL: &str = r#"{"version":1,"job":7,"row":3}
{"version":1,"last":7,"active":[6,7],"changes":19}
{"version":1,"ids":[1,4]}
{"format":1,"by":"0.1.0"}
{"format":1,"version":"0.1.0","device":"web","labels":["eu"]}
[{"number":1,"key":"ada","params":{"name":"Ada","tags":["a","b"]},"bad":null},{"number":2,"key":"","params":{},"bad":"2 cells"}]
{"version":1,"device":"http://10.0.0.7:9222","worker":"7-1-0a","lease_ms":60000}
"#;

    #[test]
    fn the_small_samples_are_read() {
        let lines: Vec<&str> = SMALL.lines().collect();
        serde_json::from_str::<CallV1>(lines[0]).unwrap();
        serde_json::from_str::<KeyV1>(lines[0]).unwrap();
        serde_json::from_str::<JobsV1>(lines[1]).unwrap();
        serde_json::from_str::<SchedulesV1>(lines[2]).unwrap();
        serde_json::from_str::<MetaV1>(lines[3]).unwrap();
        serde_json::from_str::<WorkerV1>(lines[4]).unwrap();
        serde_json::from_str::<Vec<PlannedV1>>(lines[5]).unwrap();
        serde_json::from_str::<DeviceV1>(lines[6]).unwrap();
    }

    #[test]
    fn numbers_are_kept_as_ranges() {
        assert_eq!(ranges(&[3, 1, 2, 7]), [(1, 3), (7, 7)]);
        assert_eq!(ranges(&[]), []);
    }
}
