//! An index over a bank's recordings: made, checked, brought up to date.

use std::{
    collections::{HashMap, HashSet},
    fmt, fs, io,
    path::{Path, PathBuf},
};

use settings::{Call, Request};
use sha2::{Digest, Sha256};
use tantivy::{
    IndexReader, IndexWriter, ReloadPolicy, TantivyError, Term, collector::DocSetCollector, query::TermQuery,
    schema::IndexRecordOption,
};
use thiserror::Error;

use crate::{
    bank::{Bank, BankError, Filter, Skipped},
    disk::{self, DiskError},
    index::form::{self, Fields},
    recording::Recording,
    tree::Layer,
};

/// Memory of a writer; tantivy takes no less than 15 MB.
const WRITER_BYTES: usize = 32_000_000;
/// Beside the index: the hash of tantivy's own list of files, which alone has no checksum.
const SEAL: &str = "seal";

/// An index over recordings.
pub struct Index {
    pub(super) inner: tantivy::Index,
    pub(super) reader: IndexReader,
    pub(super) fields: Fields,
    /// Where it lies; `None` in memory.
    pub(super) home: Option<PathBuf>,
}

/// An opened index, with what happened on the way.
pub struct Opened {
    /// The index.
    pub index: Index,
    /// What was done to it, for the user.
    pub notes: Vec<Note>,
    /// Recordings that can't be read and so are not in it.
    pub skipped: Vec<Skipped>,
}

/// Something that was done to an index when it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// It was damaged, or made by another version, and was built again from the recordings.
    Rebuilt {
        /// What was wrong with it.
        why: String,
    },
    /// Recordings that it lacked were added, those that are gone were taken out.
    Updated {
        /// How many were added.
        added: usize,
        /// How many were taken out.
        removed: usize,
    },
    /// Another process works on it: it is used as it is, without the newest recordings.
    ReadOnly,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Rebuilt { why } => write!(f, "the index was built again: {why}"),
            Note::Updated { added, removed } => write!(
                f,
                "the index was brought up to date: {added} added, {removed} taken out"
            ),
            Note::ReadOnly => f.write_str(
                "another process works on the index: the newest recordings may be missing from the answer",
            ),
        }
    }
}

/// The index can't do what it was asked.
#[derive(Debug, Error)]
pub enum IndexError {
    /// Another process writes.
    #[error("another process works on the index in {}\nhelp: try again when it has ended; the recordings themselves are safe", path.display())]
    Locked {
        /// The folder of the index.
        path: PathBuf,
    },
    /// It failed in use.
    #[error(
        "the index in {} failed: {reason}\nhelp: `{}` makes it anew from the recordings",
        path.display(),
        Call::new(Request::TrajectoriesRebuild)
    )]
    Failed {
        /// The folder of the index.
        path: PathBuf,
        /// What the search engine said.
        reason: String,
    },
    /// A file can't be read or written.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The recordings can't be read.
    #[error(transparent)]
    Bank(#[from] BankError),
}

impl Index {
    /// An empty index in memory.
    pub fn in_memory() -> Result<Self, IndexError> {
        let inner = tantivy::Index::create_in_ram(form::schema());
        Self::over(inner, None).map_err(|it| failed(None, it))
    }

    /// The index of a bank, checked and up to date.
    pub fn open(bank: &Bank) -> Result<Opened, IndexError> {
        let folder = folder(bank.home());
        let Some(_lock) = lock(bank.home())? else {
            let index = Self::existing(bank.home()).map_err(|_| IndexError::Locked { path: folder })?;
            return Ok(Opened {
                index,
                notes: vec![Note::ReadOnly],
                skipped: Vec::new(),
            });
        };
        let why = match checked(bank.home()) {
            Ok(Some(index)) => match index.update(bank) {
                Ok((notes, skipped)) => {
                    return Ok(Opened {
                        index,
                        notes,
                        skipped,
                    });
                }
                Err(IndexError::Failed { reason, .. }) => reason,
                // A writer of an older AutoRPA may hold the inner lock; the index is sound and stays as it is.
                Err(IndexError::Locked { .. }) => {
                    return Ok(Opened {
                        index,
                        notes: vec![Note::ReadOnly],
                        skipped: Vec::new(),
                    });
                }
                Err(it) => return Err(it),
            },
            Ok(None) => return Self::build(bank, None),
            Err(why) => why.to_string(),
        };
        tracing::warn!(why, "the index is built again");
        Self::build(bank, Some(why))
    }

    /// Make the index of a bank anew from its recordings.
    pub fn rebuild(bank: &Bank) -> Result<Opened, IndexError> {
        match lock(bank.home())? {
            Some(_lock) => Self::build(bank, Some("it was asked for".to_owned())),
            None => Err(IndexError::Locked {
                path: folder(bank.home()),
            }),
        }
    }

    /// Take in one recording; an older one of this name goes.
    pub fn add(&self, recording: &Recording) -> Result<(), IndexError> {
        self.add_all(std::iter::once(recording.clone()))
    }

    /// Take in many recordings at once, which costs little more than one.
    pub fn add_all(&self, recordings: impl IntoIterator<Item = Recording>) -> Result<(), IndexError> {
        let _lock = match &self.home {
            Some(home) => {
                let locked = || IndexError::Locked { path: folder(home) };
                Some(lock(home)?.ok_or_else(locked)?)
            }
            None => None,
        };
        self.write(&[], recordings.into_iter())
    }

    /// The folder of the index, where it is on disk.
    pub fn path(&self) -> Option<PathBuf> {
        self.home.as_deref().map(folder)
    }

    fn over(inner: tantivy::Index, home: Option<PathBuf>) -> tantivy::Result<Self> {
        let reader = inner
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        Ok(Self {
            fields: Fields::of(&inner.schema())?,
            inner,
            reader,
            home,
        })
    }

    /// The index as it lies there; the error is what is wrong with it. The checksums come first: the engine
    /// trusts the files it opens.
    fn existing(home: &Path) -> Result<Self, Unsound> {
        let inner = tantivy::Index::open_in_dir(folder(home))?;
        if inner.schema() != form::schema() {
            return Err(Unsound::OtherVersion);
        }
        if let Some(file) = inner.validate_checksum()?.into_iter().next() {
            return Err(Unsound::Damaged { file });
        }
        Ok(Self::over(inner, Some(home.to_owned()))?)
    }

    /// A fresh index on disk; whoever calls holds the lock.
    fn build(bank: &Bank, why: Option<String>) -> Result<Opened, IndexError> {
        let folder = folder(bank.home());
        match fs::remove_dir_all(&folder) {
            Ok(()) => {}
            Err(it) if it.kind() == io::ErrorKind::NotFound => {}
            Err(source) => return Err(DiskError::Write { path: folder, source }.into()),
        }
        disk::make_folder(&folder)?;
        let made = tantivy::Index::create_in_dir(&folder, form::schema());
        let index = made
            .and_then(|it| Self::over(it, Some(bank.home().to_owned())))
            .map_err(|it| failed(Some(bank.home()), it))?;
        let (mut notes, skipped) = index.update(bank)?;
        if let Some(why) = why {
            notes = vec![Note::Rebuilt { why }];
        }
        Ok(Opened {
            index,
            notes,
            skipped,
        })
    }

    /// Bring it to what the bank holds; whoever calls holds the lock.
    fn update(&self, bank: &Bank) -> Result<(Vec<Note>, Vec<Skipped>), IndexError> {
        let known = self.recordings().map_err(|it| failed(self.home.as_deref(), it))?;
        let there: HashSet<String> = bank.ids()?.into_iter().map(|it| it.0).collect();
        let gone: Vec<&String> = known.iter().filter(|it| !there.contains(*it)).collect();
        let new: HashSet<&String> = there.iter().filter(|it| !known.contains(*it)).collect();
        if gone.is_empty() && new.is_empty() {
            return Ok((Vec::new(), Vec::new()));
        }
        // The order of saving is the order in the index, whatever order a folder is read in.
        let listing = bank.list(&Filter::default())?;
        let mut skipped = listing.skipped;
        let mut added = 0;
        let entries = listing.entries.into_iter().filter(|it| new.contains(&it.id.0));
        let recordings = entries.filter_map(|it| match crate::bank::read_recording(&it.path) {
            Ok(it) => {
                added += 1;
                Some(it)
            }
            Err(error) => {
                skipped.push(Skipped { path: it.path, error });
                None
            }
        });
        self.write(&gone, recordings)?;
        let removed = gone.len();
        let notes = if added + removed > 0 {
            vec![Note::Updated { added, removed }]
        } else {
            Vec::new()
        };
        Ok((notes, skipped))
    }

    fn write(&self, gone: &[&String], new: impl Iterator<Item = Recording>) -> Result<(), IndexError> {
        let mut new = new.peekable();
        if gone.is_empty() && new.peek().is_none() {
            return Ok(());
        }
        let wrong = |it| failed(self.home.as_deref(), it);
        let mut writer: IndexWriter = self
            .inner
            .writer_with_num_threads(1, WRITER_BYTES)
            .map_err(wrong)?;
        for id in gone {
            writer.delete_term(Term::from_field_text(self.fields.recording, id));
        }
        for recording in new {
            writer.delete_term(Term::from_field_text(self.fields.recording, &recording.id.0));
            for document in self.fields.documents(&recording) {
                writer.add_document(document).map_err(wrong)?;
            }
        }
        writer.commit().map_err(wrong)?;
        writer.wait_merging_threads().map_err(wrong)?;
        if let Some(home) = &self.home {
            let list = list_of_files(home)?;
            disk::write_whole(&folder(home).join(SEAL), hash(&list).as_bytes(), &folder(home))?;
        }
        self.reader.reload().map_err(wrong)
    }

    /// The names of the recordings in it.
    fn recordings(&self) -> tantivy::Result<HashSet<String>> {
        let searcher = self.reader.searcher();
        let top = Term::from_field_text(self.fields.layer, Layer::Conclusion.name());
        let found = searcher.search(&TermQuery::new(top, IndexRecordOption::Basic), &DocSetCollector)?;
        let mut columns = HashMap::new();
        let mut names = HashSet::new();
        for address in found {
            let segment = address.segment_ord;
            if let std::collections::hash_map::Entry::Vacant(it) = columns.entry(segment) {
                it.insert(
                    searcher
                        .segment_reader(segment)
                        .fast_fields()
                        .str(form::RECORDING)?,
                );
            }
            if let Some(Some(column)) = columns.get(&segment) {
                for ord in column.term_ords(address.doc_id) {
                    let mut name = String::new();
                    if column.ord_to_str(ord, &mut name)? {
                        names.insert(name);
                    }
                }
            }
        }
        Ok(names)
    }
}

/// What is wrong with an index, so that it is made anew.
#[derive(Debug, Error)]
enum Unsound {
    /// The engine can't read it.
    #[error(transparent)]
    Engine(#[from] TantivyError),
    /// Its fields are others.
    #[error("it was made by another version of AutoRPA")]
    OtherVersion,
    /// A file is not what was written.
    #[error("its file {} is damaged", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
    },
    /// Files are missing or were added.
    #[error("its list of files is not the one that was written last")]
    OtherFiles,
    /// Its folder can't be listed.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// The index if it is there and sound.
fn checked(home: &Path) -> Result<Option<Index>, Unsound> {
    let folder = folder(home);
    if !folder.is_dir() {
        return Ok(None);
    }
    let list = list_of_files(home)?;
    let seal = fs::read_to_string(folder.join(SEAL)).unwrap_or_default();
    if seal != hash(&list) {
        return Err(Unsound::OtherFiles);
    }
    Index::existing(home).map(Some)
}

fn folder(home: &Path) -> PathBuf {
    home.join("index")
}

fn list_of_files(home: &Path) -> Result<Vec<u8>, DiskError> {
    let path = folder(home).join("meta.json");
    fs::read(&path).map_err(|it| DiskError::read(&path, it))
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|it| format!("{it:02x}"))
        .collect()
}

/// The lock of an index: beside its folder, because the folder itself may be made anew. `None` where another
/// process has it.
fn lock(home: &Path) -> Result<Option<fs::File>, IndexError> {
    disk::make_folder(home)?;
    let path = home.join("index.lock");
    let failed = |source| DiskError::Write {
        path: path.clone(),
        source,
    };
    let file = fs::OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(it)) => Err(failed(it).into()),
    }
}

pub(super) fn failed(home: Option<&Path>, error: TantivyError) -> IndexError {
    let path = home.map_or_else(|| PathBuf::from("memory"), folder);
    match error {
        TantivyError::LockFailure(..) => IndexError::Locked { path },
        TantivyError::IoError(it)
            if matches!(
                it.kind(),
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
            ) =>
        {
            let source = io::Error::new(it.kind(), it.to_string());
            DiskError::Full { path, source }.into()
        }
        other => IndexError::Failed {
            path,
            reason: other.to_string(),
        },
    }
}
