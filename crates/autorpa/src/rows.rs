//! Running a function once for each row of a CSV file.

mod ledger;
mod one;
mod ran_row;

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use device::Environment;
use serde_json::{Value as Json, json};
use settings::{Call, Request, Setting};
use task::{BadRow, Params, Row, Rows, RowsError, Value};
use thiserror::Error;
use trajectory::{Outcome, Runs};

pub(crate) use self::{ledger::csv_of, one::OneRow};
pub use self::{
    ledger::{BadLine, NoLedger, NoLine},
    ran_row::RanRow,
};

use self::ledger::{Ledger, Past};
use crate::{
    Autorpa,
    error::Error,
    file_help::FileHelp,
    observer::Event,
    ready::{OneAtATime, Ready, Turn},
    request::{ExecRequest, RowsRequest},
};

/// Bad rows that are named.
const NAMED: usize = 10;

/// What came of a file of rows.
#[derive(Clone, Debug)]
pub struct RanRows {
    /// The function.
    pub function: String,
    /// Where the results are.
    pub results: PathBuf,
    /// The rows that have an end, in the file's order; those of earlier runs among them.
    pub rows: Vec<RanRow>,
    /// How many rows there are.
    pub total: usize,
    /// Why it was stopped before the last row, where it was.
    pub stopped: Option<String>,
}

impl RanRows {
    /// How many rows ended so, by outcome.
    pub fn counts(&self) -> Vec<(Outcome, usize)> {
        let count = |outcome: Outcome| self.rows.iter().filter(|it| it.outcome == outcome).count();
        let all = Outcome::ALL.into_iter().map(|it| (it, count(it)));
        all.filter(|(_, count)| *count > 0).collect()
    }

    /// As JSON.
    pub fn json(&self) -> Json {
        let row = |it: &RanRow| {
            json!({
                "row": it.number,
                "outcome": it.outcome.name(),
                "answer": it.answer,
                "seconds": it.seconds,
                "run": it.run,
                "message": it.message,
            })
        };
        json!({
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
            "total": self.total,
            "results": self.results,
            "stopped": self.stopped,
        })
    }

    /// An error where a row did not reach its goal, or has no end: the ending of the first that was not done, else
    /// `unchecked`.
    pub fn ended(&self) -> Result<(), Error> {
        let failed = self.rows.iter().find(|it| it.failed());
        let first = failed.or_else(|| self.rows.iter().find(|it| it.outcome != Outcome::Reached));
        let left = self.total - self.rows.len();
        let outcome = match (first, left) {
            (Some(row), _) => row.outcome,
            (None, 0) => return Ok(()),
            (None, _) => Outcome::Cancelled,
        };
        let why = NotAllReached {
            total: self.total,
            ends: self.counts().into_iter().collect(),
            left,
            stopped: self.stopped.clone(),
            results: self.results.clone(),
        };
        Err(Error::ended(outcome, why))
    }
}

/// Not every row of a file reached its goal.
#[derive(Clone, Debug, Error)]
pub struct NotAllReached {
    /// How many rows there are.
    pub total: usize,
    /// How many ended so, by outcome.
    pub ends: Vec<(Outcome, usize)>,
    /// How many have no end.
    pub left: usize,
    /// Why it was stopped before the last row, where it was.
    pub stopped: Option<String>,
    /// Where the results are.
    pub results: PathBuf,
}

impl fmt::Display for NotAllReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self
            .ends
            .iter()
            .map(|(outcome, count)| format!("{count} {outcome}"));
        let left = (self.left > 0).then(|| format!("{} not run", self.left));
        let said: Vec<String> = counts.chain(left).collect();
        write!(f, "of {} rows: {}", self.total, said.join(", "))?;
        if let Some(why) = &self.stopped {
            write!(f, "\n{why}")?;
        }
        let hint = match self.left {
            0 => {
                let report = Call::new(Request::Report).of("RUN");
                format!("its last columns say why, and `{report}` shows a run")
            }
            _ => format!("{} goes on with the rows that have no end", Setting::Resume),
        };
        write!(f, "\nhelp: {}: {hint}", self.results.display())
    }
}

/// A row that is to be run: its values with those that are the same for all.
#[derive(Clone)]
pub(crate) struct RowToRun {
    /// Its number, from 1.
    pub number: usize,
    /// Its values.
    pub params: Params,
    /// Its values in few letters.
    pub digest: String,
}

/// What the workers share.
struct Shared<'a> {
    one: OneRow<'a>,
    request: &'a RowsRequest,
    work: Mutex<std::vec::IntoIter<RowToRun>>,
    ledger: Mutex<Ledger>,
    ended: Mutex<Vec<RanRow>>,
    failures: AtomicUsize,
    /// What no further row can be run for.
    broken: Mutex<Option<Error>>,
    total: usize,
}

/// Why rows are not run.
#[derive(Debug, Error)]
pub enum BadRows {
    /// They can't be run side by side.
    #[error("{workers}: {0}", workers = Setting::Workers)]
    Workers(OneAtATime),
    /// The file can't be read as rows.
    #[error("{0}\nnothing was run")]
    File(RowsError),
    /// Some of its rows have no fitting values.
    #[error(
        "{}nothing was run\nhelp: mend them, or say {} to run all others",
        named(path, bad),
        Setting::SkipBadRows
    )]
    Rows {
        /// The file.
        path: PathBuf,
        /// Those rows.
        bad: Vec<BadRow>,
    },
    /// The results are those of other values.
    #[error(
        "row {number} has other values now than when it was run\nhelp: the results of another file, or the file was changed: \
         leave the rows that were run as they are and add a mended row at the end, or name another {:#}",
        Setting::Results
    )]
    OtherValues {
        /// The row.
        number: usize,
    },
}

/// The first of the rows that do not fit, a line each.
fn named(path: &Path, bad: &[BadRow]) -> String {
    let line = |it: &BadRow| {
        format!(
            "{}:{}: row {}: {}\n",
            path.display(),
            it.line,
            it.number,
            it.reason
        )
    };
    let mut lines: String = bad.iter().take(NAMED).map(line).collect();
    if bad.len() > NAMED {
        let more = format!("... and {} more\n", bad.len() - NAMED);
        lines.push_str(&more);
    }
    lines
}

impl Autorpa {
    /// Run a function for each row of a file. A row that is not done is an answer as well, not an error.
    pub fn exec_rows(&self, request: &RowsRequest) -> Result<RanRows, Error> {
        let request = RowsRequest {
            exec: ExecRequest {
                keep: true,
                ..request.exec.clone()
            },
            ..request.clone()
        };
        let model = self.model_of(&request.exec)?;
        let ready = self.ready(&request.exec)?;
        if request.workers.get() > 1
            && let Err(why) = ready.side_by_side()
        {
            return Err(Error::usage(BadRows::Workers(why)));
        }
        let (work, bad) = read_rows(&ready, &request)?;
        let total = work.len() + bad.len();
        let results = match &request.results {
            Some(file) => file.clone(),
            None => request.file.with_extension("results.csv"),
        };
        let (ledger, past) = Ledger::open(&results, request.resume)?;
        same_rows(&past, &work, &bad, &results)?;
        let ended: Vec<RanRow> = past.values().filter_map(|it| it.ended.clone()).collect();
        let shared = Shared {
            one: OneRow {
                rpa: self,
                ready: &ready,
                exec: &request.exec,
                model: model.as_ref(),
            },
            request: &request,
            work: Mutex::default(),
            ledger: Mutex::new(ledger),
            ended: Mutex::new(ended),
            failures: AtomicUsize::new(0),
            broken: Mutex::new(None),
            total,
        };
        self.told.event(&Event::Length { count: total });
        self.told.event(&Event::Done {
            count: locked(&shared.ended).len(),
        });
        for row in bad.iter().filter(|it| !past.contains_key(&it.number)) {
            shared.keep(&refused_row(row), "")?;
        }
        let left = shared.take_up(work, &past)?;
        *locked(&shared.work) = left.into_iter();
        thread::scope(|scope| {
            for _ in 0..request.workers.get() {
                scope.spawn(|| shared.work());
            }
        });
        self.told.event(&Event::Over { work: "" });
        shared.done(ready.name.clone(), results)
    }
}

impl Shared<'_> {
    /// The rows that are to be run: those without a line, and those that were cut off and are surely not done. The others
    /// get the end that they have by now.
    fn take_up(&self, work: Vec<RowToRun>, past: &BTreeMap<usize, Past>) -> Result<Vec<RowToRun>, Error> {
        let mut left = Vec::new();
        let mut env: Option<Box<dyn Environment>> = None;
        let runs = Runs::of(&self.one.rpa.home.bank);
        for row in work {
            let run = match past.get(&row.number) {
                Some(Past { ended: Some(_), .. }) => continue,
                Some(Past { run, .. }) => run,
                None => {
                    left.push(row);
                    continue;
                }
            };
            let is_final = |outcome| outcome != Outcome::Cancelled;
            match self.one.look_up(row.number, (&runs, run), &is_final, &mut env)? {
                Some(ended) => self.keep(&ended, &row.digest)?,
                None => left.push(row),
            }
        }
        Ok(left)
    }

    /// One worker: rows, one after the other, until none is left or nothing may go on.
    fn work(&self) {
        let mut env = None;
        while let Some(row) = self.next() {
            if let Err(error) = self.run(&row, &mut env) {
                locked(&self.broken).get_or_insert(error);
                return;
            }
        }
    }

    fn next(&self) -> Option<RowToRun> {
        let most = self.request.max_failures.map(|it| it.get());
        let over = most.is_some_and(|most| self.failures.load(Ordering::Relaxed) >= most);
        let stop = over || self.one.rpa.cancel.is_cancelled() || locked(&self.broken).is_some();
        if stop {
            return None;
        }
        locked(&self.work).next()
    }

    /// Run one row. An error is what keeps all others from running, too.
    fn run(&self, row: &RowToRun, device: &mut Option<Box<dyn Environment>>) -> Result<(), Error> {
        let begun = |run: &str| locked(&self.ledger).begin(row.number, run, &row.digest);
        let turn = Turn {
            row: Some(row.number),
            begun: Some(&begun),
            ..Turn::default()
        };
        let ended = self.one.run(&row.params, turn, device)?;
        // A row that the user stopped has no end: what it did is looked up when it is gone on with.
        if ended.outcome == Outcome::Cancelled {
            return Ok(());
        }
        self.keep(&ended, &row.digest)
    }

    /// Keep the end of a row, and tell of it.
    fn keep(&self, row: &RanRow, values: &str) -> Result<(), Error> {
        locked(&self.ledger).end(row, values)?;
        if row.failed() {
            self.failures.fetch_add(1, Ordering::Relaxed);
        }
        let said = row.said(&format!("row {} of {}", row.number, self.total));
        self.one.rpa.told.line(said);
        self.one.rpa.told.event(&Event::Done { count: 1 });
        self.one.rpa.tell_outside(row.outcome, || {
            json!({
                "what": "row",
                "row": row.number,
                "outcome": row.outcome.name(),
                "answer": row.answer,
                "message": row.message,
                "run": row.run,
            })
        });
        locked(&self.ended).push(row.clone());
        Ok(())
    }

    /// All that came of it.
    fn done(self, function: String, results: PathBuf) -> Result<RanRows, Error> {
        let mut rows = self.ended.into_inner().unwrap_or_else(|it| it.into_inner());
        rows.sort_by_key(|it| it.number);
        let broken = self.broken.into_inner().unwrap_or_else(|it| it.into_inner());
        let cancelled = self.one.rpa.cancel.is_cancelled();
        let failures = self.failures.load(Ordering::Relaxed);
        // Nothing was run at all: then that is what there is to say.
        if rows.is_empty()
            && !cancelled
            && let Some(error) = broken
        {
            return Err(error);
        }
        let stopped = match (&broken, self.request.max_failures) {
            (Some(error), _) => Some(error.to_string()),
            (None, _) if cancelled => Some("stopped".to_owned()),
            (None, Some(most)) if failures >= most.get() && rows.len() < self.total => {
                Some(format!("stopped after {failures} rows that were not done"))
            }
            (None, _) => None,
        };
        Ok(RanRows {
            function,
            results,
            rows,
            total: self.total,
            stopped,
        })
    }
}

/// A poisoned lock only means that another thread panicked between two rows.
pub(crate) fn locked<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(|it| it.into_inner())
}

fn refused_row(row: &BadRow) -> RanRow {
    RanRow {
        number: row.number,
        outcome: Outcome::Refused,
        answer: None,
        seconds: 0.0,
        run: None,
        message: Some(format!("line {}: {}", row.line, row.reason)),
    }
}

/// The rows of the file, and those that can't be run; all are looked at before anything is done.
pub(crate) fn read_rows(ready: &Ready, request: &RowsRequest) -> Result<(Vec<RowToRun>, Vec<BadRow>), Error> {
    let file = &request.file;
    let bytes = fs::read(file).map_err(|source| Error::File {
        path: file.clone(),
        source,
        help: FileHelp::Rows,
    })?;
    let columns = ready.columns();
    let fixed = request.exec.params.keys().map(|name| {
        let own = columns.iter().find(|it| strings::identifier(&it.name) == *name);
        own.map_or(name.as_str(), |it| it.name.as_str())
    });
    let fixed: Vec<&str> = fixed.collect();
    let read =
        Rows::read(&bytes, &columns, &fixed).map_err(|why| Error::in_file(file, BadRows::File(why)))?;
    let mut bad = read.bad;
    let mut work = Vec::new();
    for row in read.rows {
        let digest = digest(&row);
        let mut params = request.exec.params.clone();
        params.extend(
            row.params
                .into_iter()
                .map(|(name, value)| (strings::identifier(&name), listed(value))),
        );
        match ready.own_instance(&params) {
            Some(Err(error)) => bad.push(BadRow {
                number: row.number,
                line: row.line,
                reason: error.to_string(),
            }),
            Some(Ok(_)) | None => work.push(RowToRun {
                number: row.number,
                params,
                digest,
            }),
        }
    }
    bad.sort_by_key(|it| it.number);
    if bad.is_empty() || request.skip_bad_rows {
        return Ok((work, bad));
    }
    let path = file.to_owned();
    Err(Error::usage(BadRows::Rows { path, bad }))
}

/// A list that is written as JSON, as `--param` takes it.
fn listed(value: Value) -> Value {
    match &value {
        Value::Text(text) if text.trim_start().starts_with('[') => {
            serde_json::from_str(text).map_or(value, Value::List)
        }
        Value::Text(_) | Value::List(_) => value,
    }
}

/// The values of a row in few letters: whether it is the same row as before.
fn digest(row: &Row) -> String {
    let values: String = row
        .params
        .iter()
        .map(|(name, value)| format!("{name}={value:?}\n"))
        .collect();
    library::sha256(&values)[..12].to_owned()
}

/// Results of other rows are not gone on with.
fn same_rows(
    past: &BTreeMap<usize, Past>,
    work: &[RowToRun],
    bad: &[BadRow],
    results: &Path,
) -> Result<(), Error> {
    let known: BTreeMap<usize, &str> = work.iter().map(|it| (it.number, it.digest.as_str())).collect();
    let other = past.iter().find(|(number, of_row)| {
        let is_bad = bad.iter().any(|it| it.number == **number);
        // A bad row has no values.
        !is_bad && !of_row.values.is_empty() && known.get(number) != Some(&of_row.values.as_str())
    });
    match other {
        Some((number, _)) => Err(Error::in_file(results, BadRows::OtherValues { number: *number })),
        None => Ok(()),
    }
}
