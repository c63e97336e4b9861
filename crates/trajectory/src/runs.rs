//! Runs of functions: a record each, of when it began, what was done when, and how it ended.
//!
//! ```text
//! HOME/runs/ID.jsonl      one run each; a line when something happens
//! ```
//!
//! A record grows while its run goes on: a step is on the disk before it is done, so a run that was cut off says how far
//! it came. Two equal runs are two records; what was seen in them may be one [`Recording`](crate::Recording).

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use settings::{Call, Request};
use thiserror::Error;

use crate::{
    disk::{self, DiskError},
    file::{Head, Kept, run_v1},
    run::{Acts, Begins, End, RunLine, RunOutline, RunRecord, RunStep},
};

/// Version of the file format this code writes.
pub const RUN_VERSION: u32 = 1;

/// What the names of records end with.
const EXTENSION: &str = "jsonl";

/// The records of a home folder.
#[derive(Clone, Debug)]
pub struct Runs {
    folder: PathBuf,
}

/// A record that grows.
#[derive(Debug)]
pub struct RunLog {
    id: String,
    path: PathBuf,
    file: File,
}

/// A record can't be written or read.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file can't be read or written.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// A line can't be read, and it is not the last one.
    #[error("{}: line {line} is no part of a run's record: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: BadRunLine,
    },
    /// No run has this name.
    #[error("no run is called `{id}`{}", newest(near))]
    Unknown {
        /// The name.
        id: String,
        /// The newest names there are, the newest first.
        near: Vec<String>,
    },
    /// Several names begin so.
    #[error("several runs begin with `{id}`: {}\nhelp: type more of the name", found.join(", "))]
    Ambiguous {
        /// The beginning.
        id: String,
        /// All that fit.
        found: Vec<String>,
    },
}

/// What is wrong with a line of a run's record.
#[derive(Debug, Error)]
pub enum BadRunLine {
    /// There is no line.
    #[error("it is empty")]
    Empty,
    /// It can't be read.
    #[error(transparent)]
    Unread(#[from] serde_json::Error),
    /// The first line is another one.
    #[error("it does not begin with the beginning")]
    NoBeginning,
    /// A newer program wrote it.
    #[error("it has format version {found}; this AutoRPA reads up to {RUN_VERSION}")]
    TooNew {
        /// The version it has.
        found: u32,
    },
    /// No program wrote it.
    #[error("no run ever had format version {found}")]
    NoVersion {
        /// The version it says.
        found: u32,
    },
    /// A later line begins again.
    #[error("it begins twice")]
    Twice,
    /// An end without its beginning.
    #[error("a step ends that did not begin")]
    NoStep,
}

fn newest(near: &[String]) -> String {
    match near.is_empty() {
        true => format!(
            "; there is none yet: `{}` makes one each time",
            Call::new(Request::Exec)
        ),
        false => format!("; the newest are {}", near.join(", ")),
    }
}

impl Runs {
    /// The records of a home folder.
    pub fn of(home: &Path) -> Self {
        Self {
            folder: home.join("runs"),
        }
    }

    /// Begin a record under a name that nobody has: `stamp` and, where that is taken, a number.
    pub fn begin(&self, stamp: &str, begins: Begins) -> Result<RunLog, RunError> {
        disk::make_folder(&self.folder)?;
        let mut number = 1;
        loop {
            let id = match number {
                1 => stamp.to_owned(),
                number => format!("{stamp}-{number}"),
            };
            let path = self.folder.join(format!("{id}.{EXTENSION}"));
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => {
                    let mut log = RunLog { id, path, file };
                    log.note(&RunLine::Begins(begins))?;
                    return Ok(log);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(DiskError::write(&path, error).into()),
            }
        }
    }

    /// The names of all runs, the oldest first.
    pub fn ids(&self) -> Result<Vec<String>, RunError> {
        if !self.folder.exists() {
            return Ok(Vec::new());
        }
        let files = disk::inside(&self.folder)?.into_iter();
        let files = files.filter(|it| it.extension().is_some_and(|it| it == EXTENSION));
        let mut ids: Vec<String> = files
            .filter_map(|it| Some(it.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        ids.sort();
        Ok(ids)
    }

    /// The run that a user means: a name, the beginning of exactly one, or `last`.
    pub fn resolve(&self, text: &str) -> Result<String, RunError> {
        let ids = self.ids()?;
        let unknown = || RunError::Unknown {
            id: text.to_owned(),
            near: ids.iter().rev().take(3).cloned().collect(),
        };
        if text == "last" {
            return ids.last().cloned().ok_or_else(unknown);
        }
        let found: Vec<&String> = ids
            .iter()
            .filter(|it| !text.is_empty() && it.starts_with(text))
            .collect();
        match (found.iter().find(|it| **it == text), &found[..]) {
            (Some(id), _) => Ok((*id).clone()),
            (None, [one]) => Ok((*one).clone()),
            (None, []) => Err(unknown()),
            (None, several) => Err(RunError::Ambiguous {
                id: text.to_owned(),
                found: several.iter().map(|it| (*it).clone()).collect(),
            }),
        }
    }

    /// Whether there is a record of exactly this name.
    pub fn has(&self, id: &str) -> bool {
        self.folder.join(format!("{id}.{EXTENSION}")).is_file()
    }

    /// A record as it stands.
    pub fn text(&self, id: &str) -> Result<Vec<u8>, RunError> {
        let path = self.folder.join(format!("{id}.{EXTENSION}"));
        Ok(fs::read(&path).map_err(|it| DiskError::read(&path, it))?)
    }

    /// A record as it stands, with a step that may write and has no end: for whoever may have to look the run up elsewhere,
    /// before it writes.
    pub fn about_to_write(&self, id: &str) -> Result<Vec<u8>, RunError> {
        let mut text = self.text(id)?;
        let line = RunLine::Acts(Acts {
            at: 0.0,
            step: "what may write".to_owned(),
            may_write: true,
        });
        let path = || self.folder.join(format!("{id}.{EXTENSION}"));
        let line = serde_json::to_vec(&run_v1::Line::keep(&line));
        text.extend(line.map_err(|it| DiskError::write(&path(), it.into()))?);
        text.push(b'\n');
        Ok(text)
    }

    /// Keep a record that came from elsewhere, instead of what had its name.
    pub fn keep(&self, id: &str, text: &[u8]) -> Result<(), RunError> {
        disk::make_folder(&self.folder)?;
        let path = self.folder.join(format!("{id}.{EXTENSION}"));
        Ok(disk::write_whole(&path, text, &self.folder)?)
    }

    /// Read a record.
    pub fn load(&self, id: &str) -> Result<RunRecord, RunError> {
        let path = self.folder.join(format!("{id}.{EXTENSION}"));
        let text = fs::read(&path).map_err(|it| DiskError::read(&path, it))?;
        RunRecord::parse(id, &String::from_utf8_lossy(&text)).map_err(|(line, reason)| RunError::Damaged {
            path,
            line,
            reason,
        })
    }

    /// Read how a run began and how it ended, and nothing of what was done between.
    pub fn outline(&self, id: &str) -> Result<RunOutline, RunError> {
        let path = self.folder.join(format!("{id}.{EXTENSION}"));
        let text = fs::read(&path).map_err(|it| DiskError::read(&path, it))?;
        RunOutline::parse(id, &String::from_utf8_lossy(&text)).map_err(|reason| RunError::Damaged {
            path,
            line: 1,
            reason,
        })
    }
}

impl RunLog {
    /// The run's name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Write down what happened. What is about to be written elsewhere, and the end, are on the disk when this returns.
    pub fn note(&mut self, line: &RunLine) -> Result<(), RunError> {
        let fail = |it: io::Error| DiskError::write(&self.path, it);
        let mut text = serde_json::to_vec(&run_v1::Line::keep(line)).map_err(|it| fail(it.into()))?;
        text.push(b'\n');
        self.file.write_all(&text).map_err(fail)?;
        let lasting = match line {
            RunLine::Acts(acts) => acts.may_write,
            RunLine::Ends(_) => true,
            RunLine::Begins(_) | RunLine::Before { .. } | RunLine::Picture(_) | RunLine::Acted(_) => false,
        };
        if lasting {
            self.file.sync_data().map_err(fail)?;
        }
        Ok(())
    }
}

/// The first line of a record, and the format version that the others have as well.
fn beginning(line: &str) -> Result<(u32, Begins), BadRunLine> {
    let head: serde_json::Value = serde_json::from_str(line)?;
    if head.get("what").and_then(serde_json::Value::as_str) != Some("begins") {
        return Err(BadRunLine::NoBeginning);
    }
    let Head { version } = serde_json::from_value(head)?;
    match line_of(version, line)? {
        RunLine::Begins(begins) => Ok((version, begins)),
        _ => Err(BadRunLine::NoBeginning),
    }
}

/// A line of a record of this format version.
fn line_of(version: u32, line: &str) -> Result<RunLine, BadRunLine> {
    match version {
        1 => Ok(serde_json::from_str::<run_v1::Line>(line)?.restore()),
        found if found > RUN_VERSION => Err(BadRunLine::TooNew { found }),
        found => Err(BadRunLine::NoVersion { found }),
    }
}

impl RunOutline {
    /// Read the first and the last line of a record's text. The error says what is wrong with the first; a last line that
    /// was cut off, or is no end, is a run without one.
    pub fn parse(id: &str, text: &str) -> Result<Self, BadRunLine> {
        let whole = text.rfind('\n').map_or("", |at| &text[..at]);
        let (first, rest) = whole.split_once('\n').unwrap_or((whole, ""));
        let (version, begins) = match first.is_empty() {
            true => return Err(BadRunLine::Empty),
            false => beginning(first)?,
        };
        let last = rest.rsplit('\n').next().unwrap_or_default();
        let end: Option<End> = match line_of(version, last) {
            Ok(RunLine::Ends(end)) => Some(*end),
            Ok(_) | Err(_) => None,
        };
        Ok(Self {
            id: id.to_owned(),
            begins,
            end,
        })
    }
}

impl RunRecord {
    /// Read a record's text. A last line that was cut off counts as not written. The error is the number of the line,
    /// from 1, and what is wrong with it.
    pub fn parse(id: &str, text: &str) -> Result<Self, (usize, BadRunLine)> {
        let mut lines = text
            .split_inclusive('\n')
            .zip(1..)
            .filter(|(line, _)| line.ends_with('\n'));
        let first = lines.next().ok_or((1, BadRunLine::Empty))?;
        // The other lines say no version: they have that of the first.
        let (version, begins) = beginning(first.0).map_err(|reason| (1, reason))?;
        let mut record = Self {
            id: id.to_owned(),
            begins,
            steps: Vec::new(),
            pictures: Vec::new(),
            before: None,
            end: None,
        };
        for (line, number) in lines {
            match line_of(version, line).map_err(|reason| (number, reason))? {
                RunLine::Begins(_) => return Err((number, BadRunLine::Twice)),
                RunLine::Before { findings } => record.before = Some(findings),
                RunLine::Picture(picture) => record.pictures.push(picture),
                RunLine::Acts(acts) => record.steps.push(RunStep { acts, acted: None }),
                RunLine::Acted(acted) => match record.steps.last_mut() {
                    Some(step) => step.acted = Some(acted),
                    None => return Err((number, BadRunLine::NoStep)),
                },
                RunLine::Ends(end) => record.end = Some(*end),
            }
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use task::Instance;

    use super::*;
    use crate::{
        outcome::Outcome,
        run::{Acted, Acts, End},
    };

    fn begins() -> Begins {
        Begins {
            at: 1.0,
            function: "f".to_owned(),
            script_sha256: String::new(),
            instance: Instance {
                suite: "s".to_owned(),
                task_type: "T".to_owned(),
                seed: 0,
                goal: "do it".to_owned(),
                params: task::Params::new(),
            },
            row: Some(2),
            resumes: None,
        }
    }

    fn acts(may_write: bool) -> RunLine {
        RunLine::Acts(Acts {
            at: 0.5,
            step: "click \"Save\"".to_owned(),
            may_write,
        })
    }

    #[test]
    fn equal_runs_are_two_records_that_are_read_as_they_were_written() {
        let dir = tempfile::tempdir().unwrap();
        let runs = Runs::of(dir.path());
        assert!(matches!(runs.resolve("last"), Err(RunError::Unknown { .. })));
        let end = End {
            at: 2.0,
            outcome: Outcome::Reached,
            diagnostic: None,
            answer: Some("42".to_owned()),
            healed: Vec::new(),
            changes: Vec::new(),
            network: Vec::new(),
            read_by: Vec::new(),
            recording: None,
        };
        for _ in 0..2 {
            let mut log = runs.begin("20260101T000000", begins()).unwrap();
            for line in [
                acts(true),
                RunLine::Acted(Acted { at: 0.7, error: None }),
                RunLine::Ends(Box::new(end.clone())),
            ] {
                log.note(&line).unwrap();
            }
        }
        let ids = runs.ids().unwrap();
        assert_eq!(ids, ["20260101T000000", "20260101T000000-2"]);
        assert_eq!(runs.resolve("last").unwrap(), ids[1]);
        assert_eq!(runs.resolve("20260101T000000").unwrap(), ids[0]);
        assert!(matches!(runs.resolve("2026"), Err(RunError::Ambiguous { .. })));
        let record = runs.load(&ids[1]).unwrap();
        assert_eq!(record.begins, begins());
        assert_eq!(record.end, Some(end));
        assert!(record.may_have_written() && record.steps.len() == 1);
    }

    #[test]
    fn an_outline_says_of_a_run_what_its_record_says() {
        let end = End {
            at: 2.0,
            outcome: Outcome::Reached,
            diagnostic: None,
            answer: None,
            healed: Vec::new(),
            changes: Vec::new(),
            network: Vec::new(),
            read_by: Vec::new(),
            recording: None,
        };
        let of = |lines: &[RunLine]| -> String {
            let line = |it| serde_json::to_string(&run_v1::Line::keep(it)).unwrap() + "\n";
            lines.iter().map(line).collect()
        };
        let whole = of(&[
            RunLine::Begins(begins()),
            acts(true),
            RunLine::Ends(Box::new(end.clone())),
        ]);
        let outline = RunOutline::parse("r", &whole).unwrap();
        assert_eq!((outline.begins, outline.end), (begins(), Some(end)));
        // An end that was cut off is none: the run may have been killed while it was written.
        for cut in [1, 4, 40] {
            let outline = RunOutline::parse("r", &whole[..whole.len() - cut]).unwrap();
            assert_eq!(outline.end, None, "{cut}");
        }
        let only = of(&[RunLine::Begins(begins())]);
        assert_eq!(RunOutline::parse("r", &only).unwrap().end, None);
        for bad in [
            "",
            "\n",
            "{}\n",
            "{\"what\":\"begins\",\"version\":99}\n",
            &only[..9],
        ] {
            assert!(RunOutline::parse("r", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_run_that_was_cut_off_says_how_far_it_came() {
        let lines: Vec<String> = [RunLine::Begins(begins()), acts(false), acts(true)]
            .iter()
            .map(|it| serde_json::to_string(&run_v1::Line::keep(it)).unwrap() + "\n")
            .collect();
        let whole = lines.concat();
        let record = RunRecord::parse("r", &whole).unwrap();
        assert!(record.end.is_none() && record.may_have_written());
        let cut = RunRecord::parse("r", &whole[..whole.len() - 4]).unwrap();
        assert!(cut.steps.len() == 1 && !cut.may_have_written());
        assert_eq!(RunRecord::parse("r", "").unwrap_err().0, 1);
        let torn = format!("{}{{\n{}", lines[0], lines[1]);
        assert_eq!(RunRecord::parse("r", &torn).unwrap_err().0, 2);
    }
}
