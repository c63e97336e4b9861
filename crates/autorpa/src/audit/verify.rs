//! Whether the log is whole.

use std::{
    collections::BTreeSet,
    fmt, fs,
    path::{Path, PathBuf},
    str::FromStr,
};

use jiff::Timestamp;
use settings::{Call, Request, Setting};
use thiserror::Error;
use trajectory::Runs;

use super::v1::{DeedV1, EntryV1, NOTHING, VERSION};

/// A log that is whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many entries it has.
    pub entries: u64,
    /// The hash of the last one.
    pub head: String,
    /// How many runs it knows.
    pub runs: usize,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entries, head, runs } = self;
        write!(
            f,
            "whole: {entries} entries, {runs} runs\nkeep this elsewhere, and say it with {}: {entries}:{head}",
            Setting::From
        )
    }
}

/// An entry that somebody has kept elsewhere, as `N:HASH`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Its number, from 1.
    pub n: u64,
    /// Its hash.
    pub sha256: String,
}

/// A text that names no entry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` names no entry: write it as `{verify}` prints it, as 12:HASH", verify = Call::new(Request::AuditVerify))]
pub struct BadAnchor(String);

impl FromStr for Anchor {
    type Err = BadAnchor;

    fn from_str(text: &str) -> Result<Self, BadAnchor> {
        let bad = || BadAnchor(text.to_owned());
        let (n, sha256) = text.trim().split_once(':').ok_or_else(bad)?;
        let n = n.parse().ok().filter(|it| *it > 0).ok_or_else(bad)?;
        let is_hash = sha256.len() == 64 && sha256.bytes().all(|it| it.is_ascii_hexdigit());
        match is_hash {
            true => Ok(Self {
                n,
                sha256: sha256.to_lowercase(),
            }),
            false => Err(bad()),
        }
    }
}

/// What is wrong with a line.
#[derive(Debug, Error)]
pub enum BadEntry {
    /// It can't be read.
    #[error("it is no entry: {0}")]
    Unread(serde_json::Error),
    /// A newer program wrote it.
    #[error("it has version {found}; this AutoRPA reads up to {VERSION}")]
    TooNew {
        /// Its version.
        found: u32,
    },
    /// It has another number than its place.
    #[error("it says that it is entry {found}")]
    Number {
        /// What it says.
        found: u64,
    },
    /// It has the hash of another line.
    #[error("the line before it is not the one that it was written behind")]
    Chain,
    /// It was not written whole.
    #[error("it does not end; the next entry that is written cuts it off")]
    Open,
}

/// The log is not whole, or can't be read.
#[derive(Debug, Error)]
pub enum AuditFault {
    /// There is none.
    #[error("there is no audit log {}", path.display())]
    None {
        /// The file.
        path: PathBuf,
    },
    /// It can't be read.
    #[error("{}: {reason}", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: std::io::Error,
    },
    /// A line was changed, left out or put in.
    #[error("{}:{line}: {why}\nthe log was changed at this line or before it", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        why: BadEntry,
    },
    /// A run did something, and the log does not know it.
    #[error(
        "the run {run} did something at {at}, and the log does not know it: lines were cut off, or were never written"
    )]
    Lacks {
        /// The run.
        run: String,
        /// When it began.
        at: Timestamp,
    },
    /// The entry that was kept elsewhere is not there.
    #[error("entry {n} is not the one that was kept elsewhere: {}", found.as_deref().map_or_else(|| "there is none".to_owned(), |it| format!("its hash is {it}")))]
    Anchor {
        /// Its number.
        n: u64,
        /// The hash of what stands there.
        found: Option<String>,
    },
}

/// Look at every line, and at the runs that there are: each that did something since the log was begun has to be in it.
/// The `anchor`, if any, has to be in it as well.
pub(super) fn verify(file: &Path, runs: &Runs, anchor: Option<&Anchor>) -> Result<Verified, AuditFault> {
    let path = || file.to_owned();
    let unread = |reason| AuditFault::Unread { path: path(), reason };
    if !file.exists() {
        return Err(AuditFault::None { path: path() });
    }
    let text = fs::read(file).map_err(unread)?;
    let mut known = BTreeSet::new();
    let mut head = NOTHING.to_owned();
    let mut anchored = None;
    let mut began: Option<Timestamp> = None;
    let mut entries = 0;
    for line in text.split_inclusive(|it| *it == b'\n') {
        entries += 1;
        let wrong = |why| AuditFault::Line {
            path: path(),
            line: entries,
            why,
        };
        let line = line.strip_suffix(b"\n").ok_or_else(|| wrong(BadEntry::Open))?;
        let entry: EntryV1 = serde_json::from_slice(line).map_err(|it| wrong(BadEntry::Unread(it)))?;
        fits(&entry, entries, &head).map_err(wrong)?;
        head = library::sha256(&String::from_utf8_lossy(line));
        began = began.or_else(|| entry.at.parse().ok());
        if anchor.is_some_and(|it| it.n == entries) {
            anchored = Some(head.clone());
        }
        if let DeedV1::Begins { run, .. } = entry.did {
            known.insert(run);
        }
    }
    if let Some(anchor) = anchor.filter(|it| anchored.as_ref() != Some(&it.sha256)) {
        return Err(AuditFault::Anchor {
            n: anchor.n,
            found: anchored,
        });
    }
    for id in runs.ids().unwrap_or_default() {
        lacks(runs, &id, began, &known)?;
    }
    Ok(Verified {
        entries,
        head,
        runs: known.len(),
    })
}

fn fits(entry: &EntryV1, n: u64, before: &str) -> Result<(), BadEntry> {
    if entry.v != VERSION {
        return Err(BadEntry::TooNew { found: entry.v });
    }
    if entry.n != n {
        return Err(BadEntry::Number { found: entry.n });
    }
    match entry.prev == before {
        true => Ok(()),
        false => Err(BadEntry::Chain),
    }
}

/// A run that did something since the log was begun, and is not in it.
fn lacks(
    runs: &Runs,
    id: &str,
    began: Option<Timestamp>,
    known: &BTreeSet<String>,
) -> Result<(), AuditFault> {
    if known.contains(id) {
        return Ok(());
    }
    // A record that can't be read proves nothing.
    let Ok(record) = runs.load(id) else { return Ok(()) };
    let at = Timestamp::from_second(record.begins.at as i64).unwrap_or_default();
    // A record knows its second alone: what began in the log's first one counts as later.
    let later = began.is_some_and(|began| at.as_second() >= began.as_second());
    match later && !record.steps.is_empty() {
        true => Err(AuditFault::Lacks {
            run: id.to_owned(),
            at,
        }),
        false => Ok(()),
    }
}
