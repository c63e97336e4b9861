//! The results of a file of rows, as a CSV file that is written row by row.
//!
//! A row has a line from the moment it is begun, with `begun` where its outcome is going to stand. The line of its end
//! takes that one's place and is never shorter, so a process that is killed leaves whole lines. Rows that go on stand
//! behind those that have ended.

use settings::Setting;
use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};
use thiserror::Error;

use trajectory::Outcome;

use super::ran_row::RanRow;
use crate::error::Error;
use crate::file_help::FileHelp;

/// The columns. Those of version 1 end here; every later version says itself in a further one.
const COLUMNS: [&str; 7] = ["row", "outcome", "answer", "seconds", "run", "message", "values"];
/// The column that says the version of the file, in every line the same.
const VERSION_COLUMN: &str = "version";
/// What stands where the outcome will be.
const BEGUN: &str = "begun";

/// A version of the file. One that is gone on with stays what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    /// Without a column that says it.
    V1,
    /// The newest.
    V2,
}

impl Version {
    /// By the columns of the first line.
    fn of_columns(columns: &csv::StringRecord) -> Option<Self> {
        let columns: Vec<&str> = columns.iter().collect();
        match columns.strip_prefix(&COLUMNS)? {
            [] => Some(Self::V1),
            [VERSION_COLUMN] => Some(Self::V2),
            _ => None,
        }
    }

    /// What stands in the last column, where there is one for it.
    fn cell(self) -> Option<&'static str> {
        match self {
            Self::V1 => None,
            Self::V2 => Some("2"),
        }
    }

    fn header(self) -> Vec<u8> {
        let further = self.cell().map(|_| VERSION_COLUMN);
        csv_line(COLUMNS.into_iter().chain(further))
    }

    fn line(self, cells: &[String; COLUMNS.len()]) -> Vec<u8> {
        csv_line(cells.iter().map(String::as_str).chain(self.cell()))
    }

    /// The cells of a line, without the one that says the version.
    fn cells(self, line: &csv::StringRecord) -> Result<[&str; COLUMNS.len()], NoLine> {
        let mut cells: Vec<&str> = line.iter().collect();
        let count = cells.len();
        if let Some(own) = self.cell() {
            match cells.pop() {
                Some(said) if count <= COLUMNS.len() || said == own => {}
                Some(said) => return Err(NoLine::Version(said.to_owned())),
                None => {}
            }
        }
        cells.try_into().map_err(|_| NoLine::Cells(count))
    }
}

/// Why a file takes no results.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoLedger {
    /// It has results.
    #[error(
        "the results {} are there already\nhelp: {} goes on with them; {:#} names another file",
        path.display(),
        Setting::Resume,
        Setting::Results
    )]
    There {
        /// The file.
        path: PathBuf,
    },
    /// Somebody writes it.
    #[error("another run is writing {}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
    },
}

/// A line of a file is no line of results.
#[derive(Debug, Error)]
#[error(
    "line {line} is no line of results: {why}\nhelp: name another file with {:#}; its rows begin anew",
    Setting::Results
)]
pub struct BadLine {
    /// The line, from 1.
    pub line: u64,
    /// Why not.
    pub why: NoLine,
}

/// Why a line is none of results.
#[derive(Debug, Error)]
pub enum NoLine {
    /// It is no CSV.
    #[error(transparent)]
    Form(csv::Error),
    /// The first has other columns.
    #[error("the columns are not {}", COLUMNS.join(", "))]
    Columns,
    /// It is of another version than the file's columns.
    #[error("it is of version `{0}`, and 2 is the newest that this program reads")]
    Version(String),
    /// It has so many cells.
    #[error("it has {0} cells")]
    Cells(usize),
    /// This stands where the number of the row does.
    #[error("`{0}` is no number of a row")]
    Number(String),
    /// This stands where the outcome does.
    #[error("`{0}` is no outcome")]
    Outcome(String),
    /// This row ended in an earlier line.
    #[error("row {0} has two ends")]
    Twice(usize),
}

/// An open file of results. Nobody else writes it while it is open.
pub struct Ledger {
    path: PathBuf,
    file: File,
    version: Version,
    /// Where the lines of the rows end that have ended.
    ended: u64,
    /// The lines of the rows that go on.
    open: BTreeMap<usize, Vec<u8>>,
}

/// What a file of results says of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    /// What its values were, as [`super::digest`] says it.
    pub values: String,
    /// How it ended; `None` where it was begun and has no end.
    pub ended: Option<RanRow>,
    /// The run's record.
    pub run: String,
}

impl Ledger {
    /// Open the results; what they say already, by row. They may be there already only where they are gone on with.
    pub fn open(path: &Path, resume: bool) -> Result<(Self, BTreeMap<usize, Past>), Error> {
        let failed = |source: io::Error| Error::File {
            path: path.to_owned(),
            source,
            help: FileHelp::OtherResults,
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let opened = match resume {
            true => options.create(true).truncate(false).open(path),
            false => options.create_new(true).open(path),
        };
        let mut file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::usage(NoLedger::There {
                path: path.to_owned(),
            }),
            _ => failed(error),
        })?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::usage(NoLedger::Open {
                    path: path.to_owned(),
                }));
            }
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let mut ledger = Self {
            path: path.to_owned(),
            file,
            version: Version::V2,
            ended: 0,
            open: BTreeMap::new(),
        };
        if text.is_empty() {
            let header = ledger.version.header();
            ledger.write(&header)?;
            ledger.ended = header.len() as u64;
            return Ok((ledger, BTreeMap::new()));
        }
        let ParsedResults { version, past, ended } = read(&text).map_err(|it| Error::in_file(path, it))?;
        (ledger.version, ledger.ended) = (version, ended);
        for (row, of_row) in past.iter().filter(|(_, it)| it.ended.is_none()) {
            let line = begun(version, *row, &of_row.run, &of_row.values);
            ledger.open.insert(*row, line);
        }
        // The lines in the order in which they are kept, with nothing behind them.
        ledger.write_tail(&[])?;
        let length = ledger.ended + ledger.open.values().map(|it| it.len() as u64).sum::<u64>();
        ledger.file.set_len(length).map_err(|it| ledger.failed(it))?;
        Ok((ledger, past))
    }

    /// A row is begun.
    pub fn begin(&mut self, row: usize, run: &str, values: &str) -> Result<(), Error> {
        self.open.insert(row, begun(self.version, row, run, values));
        self.write_tail(&[])
    }

    /// A row has ended.
    pub fn end(&mut self, row: &RanRow, values: &str) -> Result<(), Error> {
        let line = ended(self.version, row, values);
        self.open.remove(&row.number);
        self.write_tail(&line)?;
        self.ended += line.len() as u64;
        Ok(())
    }

    /// Write a line behind those that have ended, and the rows that go on behind it.
    fn write_tail(&mut self, line: &[u8]) -> Result<(), Error> {
        let mut tail = line.to_vec();
        tail.extend(self.open.values().flatten());
        self.write(&tail)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = self
            .file
            .seek(SeekFrom::Start(self.ended))
            .and_then(|_| self.file.write_all(bytes))
            .and_then(|()| self.file.sync_data());
        written.map_err(|it| self.failed(it))
    }

    fn failed(&self, source: io::Error) -> Error {
        Error::File {
            path: self.path.clone(),
            source,
            help: FileHelp::SpaceForRows,
        }
    }
}

/// Results with these rows, each with its values in few letters.
pub fn csv_of<'a>(rows: impl IntoIterator<Item = (&'a RanRow, &'a str)>) -> Vec<u8> {
    let version = Version::V2;
    let lines = rows
        .into_iter()
        .flat_map(|(row, values)| ended(version, row, values));
    version.header().into_iter().chain(lines).collect()
}

fn ended(version: Version, row: &RanRow, values: &str) -> Vec<u8> {
    version.line(&[
        row.number.to_string(),
        row.outcome.name().to_owned(),
        row.answer.clone().unwrap_or_default(),
        format!("{:.3}", row.seconds),
        row.run.clone().unwrap_or_default(),
        row.message.clone().unwrap_or_default(),
        values.to_owned(),
    ])
}

fn begun(version: Version, row: usize, run: &str, values: &str) -> Vec<u8> {
    let [none, no_seconds, no_message] = [const { String::new() }; 3];
    version.line(&[
        row.to_string(),
        BEGUN.to_owned(),
        none,
        no_seconds,
        run.to_owned(),
        no_message,
        values.to_owned(),
    ])
}

fn csv_line<'a>(cells: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory can't fail.
    let _ = writer.write_record(cells);
    writer.into_inner().unwrap_or_default()
}

/// What results say.
struct ParsedResults {
    version: Version,
    /// By row.
    past: BTreeMap<usize, Past>,
    /// Where the lines of the rows end that have ended.
    ended: u64,
}

fn read(bytes: &[u8]) -> Result<ParsedResults, BadLine> {
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .has_headers(false)
        .from_reader(bytes);
    let mut past = BTreeMap::new();
    let mut ended = 0;
    let mut version = Version::V1;
    let mut record = csv::StringRecord::new();
    loop {
        let at = reader.position().line();
        let wrong = |why| BadLine { line: at, why };
        let more = reader
            .read_record(&mut record)
            .map_err(|it| wrong(NoLine::Form(it)))?;
        if !more {
            return Ok(ParsedResults { version, past, ended });
        }
        if ended == 0 {
            version = Version::of_columns(&record).ok_or_else(|| wrong(NoLine::Columns))?;
            ended = reader.position().byte();
            continue;
        }
        let [row, outcome, answer, seconds, run, message, values] = version.cells(&record).map_err(wrong)?;
        let number: usize = row.parse().map_err(|_| wrong(NoLine::Number(row.to_owned())))?;
        let some = |text: &str| Some(text.to_owned()).filter(|it| !it.is_empty());
        let end = match outcome {
            BEGUN => None,
            name => Some(RanRow {
                number,
                outcome: Outcome::from_name(name).ok_or_else(|| wrong(NoLine::Outcome(name.to_owned())))?,
                answer: some(answer),
                seconds: seconds.parse().unwrap_or_default(),
                run: some(run),
                message: some(message),
            }),
        };
        if end.is_some() {
            ended = reader.position().byte();
        }
        let of_row = Past {
            values: values.to_owned(),
            ended: end,
            run: run.to_owned(),
        };
        if past.insert(number, of_row).is_some_and(|it| it.ended.is_some()) {
            return Err(wrong(NoLine::Twice(number)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn row_that_ended(number: usize, answer: &str) -> RanRow {
        RanRow {
            number,
            outcome: Outcome::Stuck,
            answer: Some(answer.to_owned()),
            seconds: 0.25,
            run: Some("r".to_owned()),
            message: None,
        }
    }

    #[test]
    fn whoever_is_killed_at_any_byte_leaves_rows_that_are_known() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("results.csv");
        let (mut ledger, past) = Ledger::open(&path, false).unwrap();
        assert!(past.is_empty());
        assert!(
            matches!(Ledger::open(&path, true), Err(Error::Usage(_))),
            "it is open"
        );
        ledger.begin(1, "r1", "v1").unwrap();
        ledger.begin(2, "r2", "v2").unwrap();
        ledger
            .end(&row_that_ended(2, "two\nlines, \"quoted\""), "v2")
            .unwrap();
        ledger.begin(3, "r3", "v3").unwrap();
        drop(ledger);
        assert!(
            matches!(Ledger::open(&path, false), Err(Error::Usage(_))),
            "it is there"
        );
        let (mut ledger, past) = Ledger::open(&path, true).unwrap();
        assert_eq!(past[&2].ended, Some(row_that_ended(2, "two\nlines, \"quoted\"")));
        assert!(past[&1].ended.is_none() && past[&3].ended.is_none());
        assert_eq!((past[&1].run.as_str(), past[&3].values.as_str()), ("r1", "v3"));
        for number in [3, 1] {
            ledger.end(&row_that_ended(number, ""), "v").unwrap();
        }
        drop(ledger);
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains(BEGUN), "{text}");
        let (_, past) = Ledger::open(&path, true).unwrap();
        assert!(past.len() == 3 && past.values().all(|it| it.ended.is_some()));
    }

    /// A kept sample is read, and stays of its version where it is gone on with: the same bytes are written.
    #[test]
    fn every_version_is_read_and_gone_on_with() {
        const V1: &str = include_str!("../../tests/samples/results-v1.csv");
        const V2: &str = include_str!("../../tests/samples/results-v2.csv");
        let dir = tempfile::tempdir().unwrap();
        for (sample, name) in [(V1, "one.csv"), (V2, "two.csv")] {
            let path = dir.path().join(name);
            fs::write(&path, sample).unwrap();
            let (mut ledger, past) = Ledger::open(&path, true).unwrap();
            assert_eq!(past[&1].ended, Some(row_that_ended(1, "two\nlines, \"quoted\"")));
            assert_eq!((past[&1].values.as_str(), past[&1].run.as_str()), ("v1", "r"));
            assert_eq!((past[&2].ended.is_none(), past[&2].run.as_str()), (true, "r2"));
            ledger.end(&row_that_ended(2, ""), "v2").unwrap();
            drop(ledger);
            let text = fs::read_to_string(&path).unwrap();
            let last = text.lines().last().unwrap();
            assert_eq!(
                last.matches(',').count(),
                sample.lines().next().unwrap().matches(',').count()
            );
            assert!(Ledger::open(&path, true).unwrap().1[&2].ended.is_some());
        }
        // What is begun now is of the newest version, byte for byte.
        let path = dir.path().join("now.csv");
        let (mut ledger, _) = Ledger::open(&path, false).unwrap();
        ledger
            .end(&row_that_ended(1, "two\nlines, \"quoted\""), "v1")
            .unwrap();
        ledger.begin(2, "r2", "v2").unwrap();
        drop(ledger);
        assert_eq!(fs::read_to_string(&path).unwrap(), V2);
    }

    #[test]
    fn a_file_of_something_else_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("mine.csv");
        for text in [
            "name,email\nA,b\n",
            "row,outcome,answer,seconds,run,message,values\nx,reached,,,,,\n",
            "row,outcome,answer,seconds,run,message,values,version\n1,reached,,,,,,3\n",
            "row,outcome,answer,seconds,run,message,values,version\n1,reached,,,,,\n",
        ] {
            fs::write(&path, text).unwrap();
            assert!(matches!(Ledger::open(&path, true), Err(Error::Usage(_))));
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
