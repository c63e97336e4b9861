//! What travels with the rows of a queue that many machines work on: the function with its receipt and its signature, and the
//! record of a run that was cut off.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use library::{Receipt, ReceiptError};
use queue::{Address, Keeper, QueueError, Server, Shelf};
use serde::{Deserialize, Serialize};
use settings::Setting;
use tempfile::NamedTempFile;
use thiserror::Error as ThisError;
use trajectory::{Bank, RunError, Runs};

use super::{address::Where, how::Head, pictures};
use crate::{
    Autorpa,
    error::Error,
    file_help::FileHelp,
    home,
    rows::{RanRow, locked},
    token::random,
};

/// A function as it travels, version 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PackageV1 {
    version: u32,
    /// The folder of the script, which its signature names.
    folder: String,
    /// The name of the script, without its ending.
    name: String,
    script: String,
    receipt: Option<String>,
    signature: Option<String>,
}

/// A function that is ready to travel.
pub(super) struct Package {
    /// Folder and name, as other machines know it.
    pub function: String,
    /// The hash of all of it.
    pub sha256: String,
    text: String,
}

/// Why a function that travelled is not run.
#[derive(Debug, ThisError)]
pub enum NotTravelled {
    /// It is not there.
    #[error("the function of the job is not on the server")]
    Gone,
    /// It is another one than its hash says.
    #[error(
        "the function of the job was changed on the server: its hash is another one, and none of its rows is run"
    )]
    Hash,
    /// It can't be read.
    #[error("the function of the job can't be read: {0}")]
    Unread(serde_json::Error),
    /// Another version wrote it.
    #[error(
        "the function of the job has format version {0}; this AutoRPA reads 1\nhelp: update the older one"
    )]
    Version(u32),
    /// Its receipt says what it may do, and can't be read.
    #[error("the receipt of the job's function: {0}")]
    Receipt(ReceiptError),
    /// Its name would be a place elsewhere.
    #[error("the function of the job has a name that is none")]
    Name,
}

/// Which file beside the script is what.
const RECEIPT: &str = "receipt.json";
const SIGNATURE: &str = "signature.json";
/// The file that has the name of this home.
const HOME: &str = "home";

fn beside(script: &Path, what: &str) -> Result<Option<String>, Error> {
    let file = script.with_extension(what);
    match file.is_file() {
        true => home::read(&file, FileHelp::Readable).map(Some),
        false => Ok(None),
    }
}

/// Whether a text is the name of a file or a folder, and leads nowhere else.
fn is_name(text: &str) -> bool {
    let parts = Path::new(text).components().count();
    parts == 1 && text != "." && text != ".." && !text.contains(['/', '\\', '\0'])
}

impl Package {
    /// The function in this file.
    pub fn of(script: &Path, source: &str) -> Result<Self, Error> {
        let whole = script.canonicalize().unwrap_or_else(|_| script.to_owned());
        let part = |it: Option<&std::ffi::OsStr>| it.unwrap_or_default().to_string_lossy().into_owned();
        let package = PackageV1 {
            version: 1,
            folder: part(whole.parent().and_then(Path::file_name)),
            name: part(whole.file_stem()),
            script: source.to_owned(),
            receipt: beside(script, RECEIPT)?,
            signature: beside(script, SIGNATURE)?,
        };
        if !is_name(&package.folder) || !is_name(&package.name) {
            return Err(Error::usage(NotTravelled::Name));
        }
        // Texts always are JSON.
        let text = serde_json::to_string(&package).unwrap_or_default();
        Ok(Self {
            function: format!("{}/{}", package.folder, package.name),
            sha256: library::sha256(&text),
            text,
        })
    }

    /// Lay it on the shelf.
    pub fn put(&self, shelf: &dyn Shelf) -> Result<(), QueueError> {
        shelf.put(&shelved(&self.sha256), self.text.as_bytes())
    }
}

fn shelved(sha256: &str) -> String {
    format!("function-{sha256}")
}

/// Take a function from the shelf and lay it into a folder of the home; its script. What is another one than its hash says is
/// laid nowhere.
pub(super) fn unpacked(
    shelf: &dyn Shelf,
    package: &str,
    script_sha256: &str,
    folder: &Path,
) -> Result<PathBuf, Error> {
    let bytes = shelf.get(&shelved(package))?;
    let bytes = bytes.ok_or_else(|| Error::usage(NotTravelled::Gone))?;
    let text = String::from_utf8(bytes).map_err(|_| Error::usage(NotTravelled::Hash))?;
    if library::sha256(&text) != package {
        return Err(Error::usage(NotTravelled::Hash));
    }
    let unread = |it| Error::usage(NotTravelled::Unread(it));
    let Head { version } = serde_json::from_str(&text).map_err(unread)?;
    if version != 1 {
        return Err(Error::usage(NotTravelled::Version(version)));
    }
    let kept: PackageV1 = serde_json::from_str(&text).map_err(unread)?;
    if library::sha256(&kept.script) != script_sha256 {
        return Err(Error::usage(NotTravelled::Hash));
    }
    if !is_name(&kept.folder) || !is_name(&kept.name) {
        return Err(Error::usage(NotTravelled::Name));
    }
    if let Some(text) = &kept.receipt {
        let read = Receipt::from_json(text.as_bytes());
        read.map_err(|it| Error::usage(NotTravelled::Receipt(it)))?;
    }
    let script = folder
        .join(package)
        .join(&kept.folder)
        .join(format!("{}.rhai", kept.name));
    home::write(&script, kept.script.as_bytes())?;
    for (what, text) in [(RECEIPT, &kept.receipt), (SIGNATURE, &kept.signature)] {
        if let Some(text) = text {
            home::write(&script.with_extension(what), text.as_bytes())?;
        }
    }
    Ok(script)
}

/// A name for this home that no other has: it tells its runs from those of other machines.
pub(super) fn home_name(folder: &Path) -> Result<String, Error> {
    let path = folder.join(HOME);
    if !path.is_file() {
        let name = random::<8>()?;
        let made = || -> io::Result<()> {
            fs::create_dir_all(folder)?;
            let mut file = NamedTempFile::new_in(folder)?;
            io::Write::write_all(&mut file, name.as_bytes())?;
            match file.persist_noclobber(&path) {
                Ok(_) => Ok(()),
                // Another worker was faster.
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
                Err(error) => Err(error.error),
            }
        };
        made().map_err(|source| Error::File {
            path: path.clone(),
            source,
            help: FileHelp::Space,
        })?;
    }
    home::read(&path, FileHelp::Readable)
}

/// A run that other machines may have to look up: its name in this home, and this home's.
#[derive(Clone)]
pub(super) struct Travelling {
    runs: Runs,
    bank: PathBuf,
    home: String,
    name: Arc<Mutex<Option<String>>>,
    told: Arc<AtomicBool>,
}

/// How a run is called everywhere.
fn everywhere(run: &str, home: &str) -> String {
    format!("{run}@{home}")
}

impl Travelling {
    /// A run that is to begin in this home.
    pub fn new(rpa: &Autorpa, home: &str) -> Self {
        Self {
            runs: Runs::of(&rpa.home.bank),
            bank: rpa.home.bank.clone(),
            home: home.to_owned(),
            name: Arc::default(),
            told: Arc::default(),
        }
    }

    /// It begins under this name; how it is called everywhere.
    pub fn begins(&self, run: &str) -> String {
        locked(&self.name).replace(run.to_owned());
        everywhere(run, &self.home)
    }

    /// It may write from now on: its record says so for others, before it does.
    pub fn may_write(&self, queue: &dyn Keeper) -> Result<(), NotTold> {
        let (Some(shelf), Some(run)) = (queue.shelf(), locked(&self.name).clone()) else {
            return Ok(());
        };
        if self.told.load(Ordering::Relaxed) {
            return Ok(());
        }
        let record = self.runs.about_to_write(&run)?;
        shelf.put(&record_of(&everywhere(&run, &self.home)), &record)?;
        self.told.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// It has ended: the whole record lies there, where others were told of it or want to know why it was not done.
    pub fn ends(&self, queue: &dyn Keeper, ended: &mut RanRow) {
        let Some(run) = locked(&self.name).clone() else {
            return;
        };
        let name = everywhere(&run, &self.home);
        ended.run = Some(name.clone());
        let wanted = ended.failed() || self.told.load(Ordering::Relaxed);
        let (Some(shelf), true) = (queue.shelf(), wanted) else {
            return;
        };
        let put = || -> Result<(), NotTold> { Ok(shelf.put(&record_of(&name), &self.runs.text(&run)?)?) };
        if let Err(error) = put() {
            // What lies there says that it may have written.
            tracing::warn!(%error, run, "the record of a run does not travel");
            return;
        }
        let shown = || pictures::put(shelf, &self.runs, &run, &Bank::open(&self.bank)?);
        if let Err(error) = shown() {
            // The record says all but how it looked.
            tracing::warn!(%error, run, "the pictures of a run do not travel");
        }
    }
}

fn record_of(run: &str) -> String {
    format!("run-{run}")
}

/// Others can't be told of a run that may write.
#[derive(Debug, ThisError)]
pub enum NotTold {
    /// Its record can't be read.
    #[error(transparent)]
    Record(#[from] RunError),
    /// The server does not take it.
    #[error(transparent)]
    Queue(#[from] QueueError),
}

/// Where the record of an earlier run of a row is: the records of a home, and the run's name there. That of another home is
/// fetched; one that is not there is not there when it is read.
pub(super) fn record(
    rpa: &Autorpa,
    queue: &dyn Keeper,
    home: &str,
    run: &str,
) -> Result<(Runs, String), Error> {
    let own = Runs::of(&rpa.home.bank);
    let Some((name, theirs)) = run.split_once('@') else {
        return Ok((own, run.to_owned()));
    };
    if !is_name(theirs) || !is_name(name) {
        // There is none of such a name.
        return Ok((own, String::new()));
    }
    if theirs == home {
        return Ok((own, name.to_owned()));
    }
    let elsewhere = fetched(rpa, theirs);
    if let Some(shelf) = queue.shelf()
        && let Some(bytes) = shelf.get(&record_of(run))?
    {
        elsewhere.keep(name, &bytes).map_err(Error::kept)?;
    }
    Ok((elsewhere, name.to_owned()))
}

/// Why there is no record of a run of a row.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum NoRecord {
    /// It is another machine's, and was not fetched.
    #[error(
        "{run} is a run of another machine, whose home is called `{home}`: its record is not here\nhelp: {:#} names the server to fetch \
         it from",
        Setting::Engine
    )]
    Elsewhere {
        /// The run, as it is called everywhere.
        run: String,
        /// The home.
        home: String,
    },
    /// The server has none.
    #[error(
        "the server has no record of {run}: it has those of runs that may have written, or were not done\nhelp: the others are on \
         the machine whose home is called `{home}`, where the same finds it"
    )]
    NotThere {
        /// The run.
        run: String,
        /// The home.
        home: String,
    },
    /// It was this home's.
    #[error("this home has no record of {run} any more")]
    Gone {
        /// The run.
        run: String,
    },
}

impl Autorpa {
    /// Where the record of a run of a row is: in this home, or fetched from a server, now or before.
    pub(crate) fn record_of_row(&self, run: &str, server: Option<&Server>) -> Result<(Runs, String), Error> {
        let (name, home) = run.split_once('@').unwrap_or((run, ""));
        let own = match self.home.travelled.join(HOME).is_file() {
            true => home_name(&self.home.travelled)?,
            // No row of a server was run here.
            false => String::new(),
        };
        let (run, home) = (run.to_owned(), home.to_owned());
        let (runs, name) = match server.filter(|_| own != home) {
            Some(server) => {
                let address = Address::Server(server.clone());
                let queue = self.queue_at(Some(&address), Where::There)?;
                let (runs, name) = record(self, queue.as_ref(), &own, &run)?;
                if let (Some(shelf), true) = (queue.shelf(), runs.has(&name)) {
                    self.fetch_pictures(shelf, &runs, &name);
                }
                (runs, name)
            }
            None if own == home => (Runs::of(&self.home.bank), name.to_owned()),
            None => (fetched(self, &home), name.to_owned()),
        };
        if is_name(&name) && is_name(&home) && runs.has(&name) {
            return Ok((runs, name));
        }
        Err(Error::usage(match server {
            _ if own == home => NoRecord::Gone { run },
            Some(_) => NoRecord::NotThere { run, home },
            None => NoRecord::Elsewhere { run, home },
        }))
    }
}

impl Autorpa {
    /// Fetch the pictures of a run. What is missing is said where it would be shown.
    fn fetch_pictures(&self, shelf: &dyn Shelf, runs: &Runs, run: &str) {
        let fetched = || pictures::fetch(shelf, runs, run, &Bank::open(&self.home.bank)?);
        if let Err(error) = fetched() {
            tracing::warn!(%error, run, "the pictures of a run are not fetched");
        }
    }
}

/// The records of another home that were fetched.
fn fetched(rpa: &Autorpa, home: &str) -> Runs {
    Runs::of(&rpa.home.travelled.join(format!("runs-of-{home}")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use testkit::damaged;

    use super::*;

    #[derive(Default)]
    struct Memory(Mutex<BTreeMap<String, Vec<u8>>>);

    impl Shelf for Memory {
        fn put(&self, name: &str, bytes: &[u8]) -> Result<(), QueueError> {
            locked(&self.0).insert(name.to_owned(), bytes.to_owned());
            Ok(())
        }

        fn has(&self, name: &str) -> Result<bool, QueueError> {
            Ok(locked(&self.0).contains_key(name))
        }

        fn get(&self, name: &str) -> Result<Option<Vec<u8>>, QueueError> {
            Ok(locked(&self.0).get(name).cloned())
        }
    }

    /// A function that an earlier program has put in a queue is read, and written to the same bytes.
    #[test]
    fn the_kept_sample_is_read_and_written() {
        const V1: &str = include_str!("../../tests/samples/package-v1.json");
        let read: PackageV1 = serde_json::from_str(V1).unwrap();
        assert_eq!((read.folder.as_str(), read.name.as_str()), ("notes", "add"));
        assert_eq!(serde_json::to_string(&read).unwrap(), V1.trim_end());
    }

    #[test]
    fn a_function_travels_whole_or_not_at_all() {
        let dir = tempfile::tempdir().unwrap();
        let script = dir.path().join("notes/add.rhai");
        let source = "fn add() {}\n";
        home::write(&script, source.as_bytes()).unwrap();
        home::write(&script.with_extension(SIGNATURE), b"{}").unwrap();
        let shelf = Memory::default();
        let package = Package::of(&script, source).unwrap();
        assert_eq!(package.function, "notes/add");
        package.put(&shelf).unwrap();
        let there = dir.path().join("there");
        let sha256 = library::sha256(source);
        let laid = unpacked(&shelf, &package.sha256, &sha256, &there).unwrap();
        assert!(laid.ends_with("notes/add.rhai"));
        assert_eq!(fs::read_to_string(&laid).unwrap(), source);
        assert_eq!(fs::read_to_string(laid.with_extension(SIGNATURE)).unwrap(), "{}");
        assert!(!laid.with_extension(RECEIPT).exists());
        // Another script under the same name, and another one than the job names.
        let said = |it: Result<PathBuf, Error>| it.unwrap_err().to_string();
        assert!(said(unpacked(&shelf, &package.sha256, "00", &there)).contains("hash"));
        let changed = package.text.replace("fn add", "fn bad");
        shelf.put(&shelved(&package.sha256), changed.as_bytes()).unwrap();
        let elsewhere = dir.path().join("elsewhere");
        assert!(said(unpacked(&shelf, &package.sha256, &sha256, &elsewhere)).contains("hash"));
        assert!(!elsewhere.exists());
        // A name that leads out of the folder, with the right hashes.
        for name in ["..", "../../x", "/etc/x", "a/b", "a\\b", ""] {
            let kept: PackageV1 = serde_json::from_str(&package.text).unwrap();
            let kept = PackageV1 {
                name: name.to_owned(),
                ..kept
            };
            let text = serde_json::to_string(&kept).unwrap();
            let hash = library::sha256(&text);
            shelf.put(&shelved(&hash), text.as_bytes()).unwrap();
            assert!(
                said(unpacked(&shelf, &hash, &sha256, &elsewhere)).contains("name"),
                "{name}"
            );
        }
        // One that a newer program made, or whose receipt it made: it is named by its version, whatever else is in it.
        let newer = package
            .text
            .replace("\"version\":1", "\"version\":2,\"mood\":\"new\"");
        let receipt = package.text.replace(
            "\"receipt\":null",
            r#""receipt":"{\"version\":99,\"mood\":\"new\"}""#,
        );
        for (text, version) in [(newer, "version 2"), (receipt, "version 99")] {
            let hash = library::sha256(&text);
            shelf.put(&shelved(&hash), text.as_bytes()).unwrap();
            let said = said(unpacked(&shelf, &hash, &sha256, &elsewhere));
            assert!(said.contains(version), "{said}");
        }
        assert!(!elsewhere.exists());
        assert!(said(unpacked(&shelf, "ff", &sha256, &elsewhere)).contains("not on the server"));
    }

    proptest! {
        /// What lies on a server, with the right hash, is laid into its folder or refused; and so is how a job says it is run.
        #[test]
        fn any_package_is_taken(text in damaged(include_str!("../../tests/samples/package-v1.json")), how in damaged(include_str!("../../tests/samples/how-v1.json"))) {
            let dir = tempfile::tempdir().unwrap();
            let shelf = Memory::default();
            let hash = library::sha256(&text);
            shelf.put(&shelved(&hash), text.as_bytes()).unwrap();
            let script = serde_json::from_str::<PackageV1>(&text).map(|it| it.script);
            let sha256 = library::sha256(&script.unwrap_or_default());
            let there = dir.path().join("there");
            if let Ok(laid) = unpacked(&shelf, &hash, &sha256, &there) {
                prop_assert!(laid.canonicalize().unwrap().starts_with(there.canonicalize().unwrap()));
            }
            prop_assert!(fs::read_dir(dir.path()).unwrap().count() <= 1);
            let _read = crate::queued::how::read(queue::JobId(1), &how);
        }
    }

    #[test]
    fn a_home_keeps_its_name() {
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (dir.path().join("a"), dir.path().join("b"));
        let name = home_name(&one).unwrap();
        assert_eq!(home_name(&one).unwrap(), name);
        assert_ne!(home_name(&other).unwrap(), name);
        assert!(is_name(&name));
    }
}
