//! Where things are kept: recordings, index and graphs in a home, functions in a library.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::{args::Common, error::CliError};

/// The directories of this run.
#[derive(Clone, Debug)]
pub struct Home {
    /// Recordings, screenshots, index.
    pub bank: PathBuf,
    /// Interaction graphs, one file a suite.
    pub graphs: PathBuf,
    /// Journals of benches that are not done yet.
    pub benches: PathBuf,
    /// Functions and receipts.
    pub library: PathBuf,
    /// What the user says models cost; need not be there.
    pub prices: PathBuf,
}

impl Home {
    /// From what was typed, else the system's place for data of programs.
    pub fn new(common: &Common) -> Result<Self, CliError> {
        let data = |name: &str| env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
        let home = common
            .home
            .clone()
            .or_else(|| data("XDG_DATA_HOME").map(|it| it.join("autorpa")))
            .or_else(|| data("HOME").map(|it| it.join(".local/share/autorpa")))
            .ok_or_else(|| {
                CliError::usage("there is no home directory; name one with --home DIR or AUTORPA_HOME")
            })?;
        Ok(Self {
            bank: home.join("bank"),
            graphs: home.join("graphs"),
            benches: home.join("benches"),
            prices: home.join("prices.toml"),
            library: common.library.clone(),
        })
    }
}

/// Read a text file.
pub fn read(path: &Path, help: &'static str) -> Result<String, CliError> {
    fs::read_to_string(path).map_err(|source| CliError::File {
        path: path.to_owned(),
        source,
        help,
    })
}

/// Write a file whole or not at all.
pub fn write(path: &Path, content: &[u8]) -> Result<(), CliError> {
    write_atomic(path, content).map_err(|source| CliError::File {
        path: path.to_owned(),
        source,
        help: "free some space, or name another place",
    })
}

/// Wait for the lock of a file that others write too. It is free again when the answer is dropped, or its holder dies.
pub fn lock(path: &Path) -> Result<fs::File, CliError> {
    let locked = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = fs::OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)?;
        file.lock()?;
        Ok(file)
    };
    locked().map_err(|source| CliError::File {
        path: path.to_owned(),
        source,
        help: "free some space, or name another place",
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
