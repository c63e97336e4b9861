//! Recordings on disk: the trajectory bank (section 3.3 of the paper).
//!
//! ```text
//! HOME/recordings/SUITE/TASK_TYPE/ID.json      one recording each; ID is a hash of its content
//! HOME/screenshots/ab/cdef...png               named by the SHA-256 of the file
//! HOME/index/                                  made from the recordings, see `Index`
//! ```
//!
//! One file that can't be read never stands in the way of the others: it is named and passed over.

use std::{
    collections::BTreeMap,
    fmt, fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use settings::{Call, Request};
use sha2::{Digest, Sha256};
use task::Instance;
use thiserror::Error;

use crate::{
    disk::{self, DiskError},
    file::{
        Kept,
        recording::{FileVersion, file_version},
        recording_v1,
    },
    outcome::Outcome,
    recording::{Ending, Origin, Recording, RecordingError, RecordingId},
};

/// The recordings of one home folder.
#[derive(Clone, Debug)]
pub struct Bank {
    home: PathBuf,
}

/// Screenshots of an episode, by their hash; the same picture is kept once.
#[derive(Clone, Debug, Default)]
pub struct Screenshots(BTreeMap<String, Vec<u8>>);

/// Which recordings are wanted; `None` does not ask.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Of this suite.
    pub suite: Option<String>,
    /// Of this task type.
    pub task_type: Option<String>,
    /// By this actor.
    pub origin: Option<Origin>,
    /// With this ending.
    pub outcome: Option<Outcome>,
}

/// What a bank holds.
#[derive(Debug, Default)]
pub struct Listing {
    /// The recordings, newest last.
    pub entries: Vec<Entry>,
    /// Files that can't be read, each with the reason.
    pub skipped: Vec<Skipped>,
}

/// One recording, without its screens.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name.
    pub id: RecordingId,
    /// Its file.
    pub path: PathBuf,
    /// Who did it.
    pub origin: Origin,
    /// What was to be done.
    pub instance: Instance,
    /// Number of steps.
    pub steps: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// What the judge said.
    pub reward: Option<f64>,
    /// The actor's conclusion, where there is one.
    pub conclusion: Option<String>,
    /// When it was saved.
    pub saved: SystemTime,
}

/// A file that was passed over.
#[derive(Debug)]
pub struct Skipped {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub error: BankError,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "skipped {}: {}", self.path.display(), self.error)
    }
}

/// The bank can't do what it was asked.
#[derive(Debug, Error)]
pub enum BankError {
    /// A file can't be read or written.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// A file is not a recording this code can read.
    #[error("{}: {source}", path.display())]
    Recording {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: RecordingError,
    },
    /// No recording has this name.
    #[error(
        "no recording is called `{id}` in {}{}\nhelp: `{}` lists them",
        home.display(),
        newest(near),
        Call::new(Request::TrajectoriesList)
    )]
    Unknown {
        /// The name.
        id: String,
        /// The bank's home.
        home: PathBuf,
        /// The newest names there are.
        near: Vec<RecordingId>,
    },
    /// Several names begin so.
    #[error(
        "several recordings begin with `{id}`: {}\nhelp: type more of the name",
        ids(found)
    )]
    Ambiguous {
        /// The beginning.
        id: String,
        /// All that fit.
        found: Vec<RecordingId>,
    },
    /// The bank has no such picture, or the file is not what its name says.
    #[error("the screenshot {hash} {problem}")]
    Screenshot {
        /// SHA-256 of the picture, in hex.
        hash: String,
        /// What is wrong with it.
        problem: &'static str,
    },
}

fn ids(all: &[RecordingId]) -> String {
    all.iter().map(|it| it.0.as_str()).collect::<Vec<_>>().join(", ")
}

fn newest(near: &[RecordingId]) -> String {
    if near.is_empty() {
        ", which is empty".to_owned()
    } else {
        format!("; the newest are {}", ids(near))
    }
}

impl Screenshots {
    /// Keep a PNG file; the answer is what [`crate::Step::screenshot`] says of it.
    pub fn keep(&mut self, png: Vec<u8>) -> String {
        let hash = hex(&Sha256::digest(&png));
        self.0.entry(hash.clone()).or_insert(png);
        hash
    }

    /// The picture with this hash.
    pub fn get(&self, hash: &str) -> Option<&[u8]> {
        self.0.get(hash).map(Vec::as_slice)
    }
}

impl Filter {
    fn admits(&self, entry: &Entry) -> bool {
        let is = |wanted: &Option<String>, have: &str| wanted.as_deref().is_none_or(|it| it == have);
        is(&self.suite, &entry.instance.suite)
            && is(&self.task_type, &entry.instance.task_type)
            && self.origin.is_none_or(|it| it == entry.origin)
            && self.outcome.is_none_or(|it| it == entry.outcome)
    }
}

impl RecordingId {
    /// The name of this content, whatever name the recording carries now.
    pub fn of(recording: &Recording) -> Result<Self, RecordingError> {
        let mut unnamed = recording.clone();
        unnamed.id = RecordingId(String::new());
        Ok(Self(hex(&Sha256::digest(unnamed.to_json()?))[..16].to_owned()))
    }
}

impl Bank {
    /// Open the bank of a home folder, making what is missing and removing what killed writers left.
    pub fn open(home: impl Into<PathBuf>) -> Result<Self, BankError> {
        let bank = Self { home: home.into() };
        for folder in [bank.recordings(), bank.screenshots()] {
            disk::make_folder(&folder)?;
            disk::clear_unfinished(&folder);
        }
        Ok(bank)
    }

    /// The home folder.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Keep a recording and its screenshots; the name is made from the content.
    /// Saving the same recording again keeps one file and makes it the newest.
    pub fn save(&self, recording: &Recording, screenshots: &Screenshots) -> Result<RecordingId, BankError> {
        let mut named = recording.clone();
        let task = self
            .recordings()
            .join(disk::file_name(&named.instance.suite))
            .join(disk::file_name(&named.instance.task_type));
        let invalid = |source| BankError::Recording {
            path: task.clone(),
            source,
        };
        named.id = RecordingId::of(recording).map_err(invalid)?;
        let text = named.to_json().map_err(invalid)?;
        // Pictures go first: a recording never names one that is still to come.
        self.keep_screenshots(screenshots)?;
        let path = task.join(format!("{}.json", named.id));
        disk::write_whole(&path, text.as_bytes(), &self.recordings())?;
        Ok(named.id)
    }

    /// Keep a screenshot at once; the answer is its hash.
    pub fn keep_screenshot(&self, png: Vec<u8>) -> Result<String, BankError> {
        let mut one = Screenshots::default();
        let hash = one.keep(png);
        self.keep_screenshots(&one)?;
        Ok(hash)
    }

    fn keep_screenshots(&self, screenshots: &Screenshots) -> Result<(), BankError> {
        for (hash, png) in &screenshots.0 {
            let path = self.screenshot_path(hash);
            if !path.exists() {
                disk::write_whole(&path, png, &self.screenshots())?;
            }
        }
        Ok(())
    }

    /// Read a recording.
    pub fn load(&self, id: &RecordingId) -> Result<Recording, BankError> {
        let found = self.files()?.into_iter().find(|it| stem(it) == id.0);
        match found {
            Some(path) => read_recording(&path),
            None => Err(self.unknown(&id.0)),
        }
    }

    /// The recording a user means: a name, or the beginning of exactly one.
    pub fn resolve(&self, text: &str) -> Result<RecordingId, BankError> {
        let mut found: Vec<RecordingId> = self
            .files()?
            .iter()
            .map(|it| stem(it))
            .filter(|it| !text.is_empty() && it.starts_with(text))
            .map(RecordingId)
            .collect();
        found.sort();
        match found
            .iter()
            .position(|it| it.0 == text)
            .or((found.len() == 1).then_some(0))
        {
            Some(at) => Ok(found.swap_remove(at)),
            None if found.is_empty() => Err(self.unknown(text)),
            None => Err(BankError::Ambiguous {
                id: text.to_owned(),
                found,
            }),
        }
    }

    /// The recordings that a filter admits, newest last, and the files that can't be read.
    pub fn list(&self, filter: &Filter) -> Result<Listing, BankError> {
        let mut listing = Listing::default();
        // The files of other suites and task types need not be read.
        let suite = filter.suite.as_ref();
        let folder = suite.map(|it| {
            let folder = self.recordings().join(disk::file_name(it));
            match &filter.task_type {
                Some(it) => folder.join(disk::file_name(it)),
                None => folder,
            }
        });
        let mut files = self.files()?;
        files.retain(|it| folder.as_ref().is_none_or(|folder| it.starts_with(folder)));
        for path in files {
            match read_entry(&path) {
                Ok(entry) if filter.admits(&entry) => listing.entries.push(entry),
                Ok(_) => {}
                Err(error) => listing.skipped.push(Skipped { path, error }),
            }
        }
        listing
            .entries
            .sort_by(|a, b| (a.saved, &a.id).cmp(&(b.saved, &b.id)));
        Ok(listing)
    }

    /// The names of all files of recordings, readable or not; no order.
    pub fn ids(&self) -> Result<Vec<RecordingId>, BankError> {
        Ok(self.files()?.iter().map(|it| RecordingId(stem(it))).collect())
    }

    /// A picture of a step, checked against its hash.
    pub fn screenshot(&self, hash: &str) -> Result<Vec<u8>, BankError> {
        let wrong = |problem| BankError::Screenshot {
            hash: hash.to_owned(),
            problem,
        };
        if hash.len() != 64 || !hash.bytes().all(|it| it.is_ascii_hexdigit()) {
            return Err(wrong("is not named by a SHA-256"));
        }
        let png = fs::read(self.screenshot_path(hash)).map_err(|it| match it.kind() {
            io::ErrorKind::NotFound => wrong("is not in the bank"),
            _ => DiskError::read(&self.screenshot_path(hash), it).into(),
        })?;
        if hex(&Sha256::digest(&png)) == hash.to_ascii_lowercase() {
            Ok(png)
        } else {
            Err(wrong("is damaged: its content has another hash"))
        }
    }

    fn recordings(&self) -> PathBuf {
        self.home.join("recordings")
    }

    fn screenshots(&self) -> PathBuf {
        self.home.join("screenshots")
    }

    fn screenshot_path(&self, hash: &str) -> PathBuf {
        let hash = hash.to_ascii_lowercase();
        let (folder, name) = hash.split_at_checked(2).unwrap_or(("", &hash));
        self.screenshots().join(folder).join(format!("{name}.png"))
    }

    fn unknown(&self, id: &str) -> BankError {
        let listing = self.list(&Filter::default()).unwrap_or_default();
        let near = listing
            .entries
            .into_iter()
            .rev()
            .take(3)
            .map(|it| it.id)
            .collect();
        BankError::Unknown {
            id: id.to_owned(),
            home: self.home.clone(),
            near,
        }
    }

    /// Every file of the form `recordings/SUITE/TASK_TYPE/ID.json`.
    fn files(&self) -> Result<Vec<PathBuf>, BankError> {
        let mut files = Vec::new();
        for suite in disk::inside(&self.recordings())? {
            for task in disk::inside(&suite)? {
                let all = disk::inside(&task)?.into_iter();
                files.extend(all.filter(|it| it.extension().is_some_and(|it| it == "json")));
            }
        }
        Ok(files)
    }
}

/// Read one file of a recording, wherever it lies. Its name is the file's.
pub fn read_recording(path: &Path) -> Result<Recording, BankError> {
    let text = fs::read(path).map_err(|it| DiskError::read(path, it))?;
    let wrong = |source| BankError::Recording {
        path: path.to_owned(),
        source,
    };
    let text = String::from_utf8(text).map_err(|it| {
        wrong(RecordingError::Damaged {
            reason: it.to_string(),
        })
    })?;
    let mut recording = Recording::from_json(&text).map_err(wrong)?;
    recording.id = RecordingId(stem(path));
    Ok(recording)
}

/// The parts of a recording that a listing shows. Screens are passed over without being built.
fn read_entry(path: &Path) -> Result<Entry, BankError> {
    let wrong = |source| BankError::Recording {
        path: path.to_owned(),
        source,
    };
    let text = fs::read(path).map_err(|it| DiskError::read(path, it))?;
    let outline = match file_version(&text).map_err(wrong)? {
        // What a listing shows is in both.
        FileVersion::V1 | FileVersion::V2 => serde_json::from_slice::<recording_v1::Outline>(&text),
    };
    let outline = outline.map_err(|it| wrong(RecordingError::damaged(it)))?;
    let ending: Ending = outline.ending.restore();
    let saved = fs::metadata(path)
        .and_then(|it| it.modified())
        .map_err(|it| DiskError::read(path, it))?;
    Ok(Entry {
        id: RecordingId(stem(path)),
        path: path.to_owned(),
        origin: outline.origin.restore(),
        instance: outline.instance.restore(),
        steps: outline.steps.len(),
        outcome: ending.outcome,
        reward: outline.reward,
        conclusion: outline.conclusion,
        saved,
    })
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}
