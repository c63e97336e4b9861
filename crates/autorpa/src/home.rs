//! Where things are kept: recordings, index and graphs in a home, functions in a library.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use settings::Setting;
use tempfile::NamedTempFile;
use thiserror::Error;

use crate::error::Error;
use crate::file_help::FileHelp;

/// The directories of this run.
#[derive(Clone, Debug)]
pub struct Home {
    /// Recordings, screenshots, index.
    pub bank: PathBuf,
    /// Interaction graphs, one file a suite.
    pub graphs: PathBuf,
    /// Journals of benches that are not done yet.
    pub benches: PathBuf,
    /// Functions and records of runs that came from other machines with the rows of a queue.
    pub travelled: PathBuf,
    /// Functions and receipts.
    pub library: PathBuf,
    /// Logins, encrypted.
    pub logins: PathBuf,
    /// The queue, where no other is named.
    pub queue: PathBuf,
    /// Files that runs have saved, in a folder for each run.
    pub downloads: PathBuf,
    /// What was handed in by a browser: files of rows with their results, and files that functions were given.
    pub studio: PathBuf,
    /// Calls over HTTP that said a key, and what came of them.
    pub served: PathBuf,
    /// What the user says models cost; need not be there.
    pub prices: PathBuf,
    /// Who did what.
    pub audit: PathBuf,
    /// What runs came to, added up.
    pub counts: PathBuf,
    /// Keys that functions are signed with.
    pub keys: PathBuf,
    /// What pages looked like when their functions were right.
    pub watches: PathBuf,
}

impl Home {
    /// In these directories.
    pub fn new(home: &Path, library: PathBuf) -> Self {
        Self {
            bank: home.join("bank"),
            graphs: home.join("graphs"),
            benches: home.join("benches"),
            logins: home.join("logins"),
            queue: home.join("queue.db"),
            travelled: home.join("travelled"),
            downloads: home.join("downloads"),
            studio: home.join("studio"),
            served: home.join("served"),
            prices: home.join("prices.toml"),
            audit: home.join("audit.jsonl"),
            counts: home.join("counts.json"),
            keys: home.join("keys"),
            watches: home.join("watches"),
            library,
        }
    }

    /// Where the system keeps data of programs.
    pub fn of_the_system() -> Result<Self, Error> {
        let data = Self::data()?;
        Ok(Self::new(&data, data.join("library")))
    }

    /// The system's place for data of this program.
    pub fn data() -> Result<PathBuf, Error> {
        let dirs = directories::ProjectDirs::from("", "", "autorpa");
        dirs.map(|it| it.data_dir().to_owned())
            .ok_or_else(|| Error::usage(NoHome))
    }
}

/// The system has no place for data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the system has no directory for data of programs: name one with {:#}",
    Setting::Home
)]
pub struct NoHome;

/// Read a text file, without the mark that some editors put before the first letter.
pub fn read(path: &Path, help: FileHelp) -> Result<String, Error> {
    let text = fs::read_to_string(path).map_err(|source| Error::File {
        path: path.to_owned(),
        source,
        help,
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Write a file whole or not at all.
pub fn write(path: &Path, content: &[u8]) -> Result<(), Error> {
    write_atomic(path, content).map_err(|source| Error::File {
        path: path.to_owned(),
        source,
        help: FileHelp::Space,
    })
}

/// Wait for the lock of a file that others write too. It is free again when the answer is dropped, or its holder dies.
pub fn lock(path: &Path) -> Result<fs::File, Error> {
    let locked = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = fs::OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)?;
        file.lock()?;
        Ok(file)
    };
    locked().map_err(|source| Error::File {
        path: path.to_owned(),
        source,
        help: FileHelp::Space,
    })
}

fn write_atomic(path: &Path, content: &[u8]) -> io::Result<()> {
    let dir = path
        .parent()
        .filter(|it| !it.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    fs::create_dir_all(dir)?;
    let mut file = NamedTempFile::new_in(dir)?;
    io::Write::write_all(&mut file, content)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
