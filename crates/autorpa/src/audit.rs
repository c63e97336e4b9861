//! Who did what: a log that is only added to. Each line has the hash of the line before it, so that one that was changed,
//! left out or put in is noticed; that its last lines were cut off is noticed by the runs that it then lacks, or by a hash
//! that somebody has kept elsewhere.

mod front;
mod v1;
mod verify;

use std::{
    collections::BTreeMap,
    env,
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use ring::rand::{SecureRandom, SystemRandom};
use settings::{Call, Request};
use task::Params;
use thiserror::Error;
use trajectory::Runs;

use self::v1::{EntryV1, NOTHING, VERSION};
pub use self::{
    front::Front,
    v1::DeedV1 as Deed,
    verify::{Anchor, AuditFault, BadAnchor, BadEntry, Verified},
};
use crate::{error::Error, file_help::FileHelp, home, token::NoRandomness};

/// How much of the file's end is read first, in bytes: most lines are far shorter.
const TAIL: u64 = 16 << 10;

/// The log of a home.
#[derive(Clone, Debug)]
pub struct Audit {
    file: PathBuf,
    front: Front,
    zone: Option<String>,
}

/// The log can't be added to.
#[derive(Debug, Error)]
pub enum AuditError {
    /// Its end is no entry.
    #[error(
        "{}: its last line is no entry: {reason}\nhelp: `{}` looks at all of it; move the file away to begin a new one",
        path.display(),
        Call::new(Request::AuditVerify)
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: serde_json::Error,
    },
    /// As many runs were begun today as may be.
    #[error("{runs} runs were begun today, and the policy allows {most}")]
    Enough {
        /// How many were begun.
        runs: u64,
        /// How many may be.
        most: u64,
    },
}

/// What the file ends with.
struct Last {
    entry: EntryV1,
    sha256: String,
}

impl Audit {
    /// The log in this file. Days are those of the time zone, or of the machine's where none is named.
    pub fn new(file: &Path, front: Front, zone: Option<&str>) -> Self {
        Self {
            file: file.to_owned(),
            front,
            zone: zone.map(str::to_owned),
        }
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Write down that a run begins, before it does anything; not where so many were begun today.
    pub fn begin(&self, deed: Deed, most: Option<u64>) -> Result<(), Error> {
        self.add(deed, true, most)
    }

    /// Write something down.
    pub fn note(&self, deed: Deed) -> Result<(), Error> {
        self.add(deed, false, None)
    }

    /// How many runs were begun today.
    pub fn runs_today(&self) -> Result<u64, Error> {
        let _lock = self.lock()?;
        let Some(mut file) = self.open(false)? else {
            return Ok(0);
        };
        let (last, _) = self.last(&mut file)?;
        let today = self.day(Timestamp::now());
        Ok(last
            .filter(|it| it.entry.day == today)
            .map_or(0, |it| it.entry.runs))
    }

    fn add(&self, deed: Deed, begins: bool, most: Option<u64>) -> Result<(), Error> {
        let _lock = self.lock()?;
        let Some(mut file) = self.open(true)? else {
            return Ok(());
        };
        let (mut last, cut) = self.last(&mut file)?;
        if cut > 0 {
            let mended = self.entry(last.as_ref(), 0, Deed::Mended { bytes: cut });
            last = Some(self.write(&mut file, mended)?);
        }
        let entry = self.entry(last.as_ref(), u64::from(begins), deed);
        if let Some(most) = most.filter(|most| entry.runs > *most) {
            let runs = entry.runs.saturating_sub(1);
            return Err(Error::kept(AuditError::Enough { runs, most }));
        }
        self.write(&mut file, entry)?;
        match begins {
            // Nothing is done that the log would not know after a loss of power.
            true => file.sync_data().map_err(|it| self.failed(it)),
            false => Ok(()),
        }
    }

    fn entry(&self, last: Option<&Last>, begun: u64, did: Deed) -> EntryV1 {
        let now = Timestamp::now();
        let day = self.day(now);
        let today = last
            .filter(|it| it.entry.day == day)
            .map_or(0, |it| it.entry.runs);
        EntryV1 {
            v: VERSION,
            n: last.map_or(0, |it| it.entry.n) + 1,
            prev: last.map_or_else(|| NOTHING.to_owned(), |it| it.sha256.clone()),
            at: now.to_string(),
            day,
            runs: today + begun,
            by: self.front,
            user: user(),
            did,
        }
    }

    fn write(&self, file: &mut File, entry: EntryV1) -> Result<Last, Error> {
        // Texts and numbers always are JSON.
        let line = serde_json::to_string(&entry).unwrap_or_default();
        file.seek(SeekFrom::End(0))
            .and_then(|_| file.write_all(format!("{line}\n").as_bytes()))
            .map_err(|it| self.failed(it))?;
        let sha256 = library::sha256(&line);
        Ok(Last { entry, sha256 })
    }

    /// The last entry. A line that was not written whole, as its writer was killed, is cut off: nothing was begun under it.
    /// In the second place how long that was, in bytes.
    fn last(&self, file: &mut File) -> Result<(Option<Last>, u64), Error> {
        let failed = |it| self.failed(it);
        let length = file.metadata().map_err(failed)?.len();
        let mut window = TAIL;
        loop {
            let from = length.saturating_sub(window);
            file.seek(SeekFrom::Start(from)).map_err(failed)?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(failed)?;
            let end = bytes.iter().rposition(|it| *it == b'\n');
            let begin = end.map(|end| bytes[..end].iter().rposition(|it| *it == b'\n'));
            let line = match (end, begin) {
                (Some(end), Some(Some(before))) => Some(&bytes[before + 1..end]),
                (Some(end), Some(None)) if from == 0 => Some(&bytes[..end]),
                (None, _) if from == 0 => None,
                _ => {
                    window = window.saturating_mul(4);
                    continue;
                }
            };
            let whole = from + end.map_or(0, |it| it as u64 + 1);
            if whole < length {
                file.set_len(whole).map_err(failed)?;
            }
            let last = line.map(|line| self.read(line)).transpose()?;
            return Ok((last, length - whole));
        }
    }

    fn read(&self, line: &[u8]) -> Result<Last, Error> {
        let entry = serde_json::from_slice(line).map_err(|reason| {
            Error::kept(AuditError::Damaged {
                path: self.file.clone(),
                reason,
            })
        })?;
        let sha256 = library::sha256(&String::from_utf8_lossy(line));
        Ok(Last { entry, sha256 })
    }

    /// Look at every line, and at the runs that there are: each that did something since the log was begun has to be in it.
    /// The `anchor`, if any, has to be in it as well.
    pub fn verify(&self, runs: &Runs, anchor: Option<&Anchor>) -> Result<Verified, AuditFault> {
        // Nobody adds a line meanwhile; one who can't write here reads it as it is.
        let _lock = self.file.exists().then(|| self.lock());
        verify::verify(&self.file, runs, anchor)
    }

    fn lock(&self) -> Result<File, Error> {
        home::lock(&self.file.with_extension("lock"))
    }

    fn open(&self, create: bool) -> Result<Option<File>, Error> {
        let opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create(create)
            .truncate(false)
            .open(&self.file);
        match opened {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn failed(&self, source: io::Error) -> Error {
        Error::File {
            path: self.file.clone(),
            source,
            help: FileHelp::AuditLog,
        }
    }

    fn day(&self, now: Timestamp) -> String {
        let zoned = queue::due::zoned(now, self.zone.as_deref());
        let day = zoned.map(|it| it.date().to_string());
        day.unwrap_or_else(|_| now.strftime("%Y-%m-%d").to_string())
    }
}

/// Who this process belongs to, as the system says it.
fn user() -> String {
    let named = ["USER", "LOGNAME", "USERNAME"]
        .into_iter()
        .find_map(|it| env::var(it).ok());
    let named = named.unwrap_or_default();
    match uid() {
        Some(uid) => format!("{named} (uid {uid})").trim_start().to_owned(),
        None => named,
    }
}

#[cfg(target_os = "linux")]
fn uid() -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").ok().map(|it| it.uid())
}

#[cfg(not(target_os = "linux"))]
fn uid() -> Option<u32> {
    None
}

/// That something is about to begin under this name, by this source and with these values.
pub(crate) fn begins(
    run: String,
    function: &str,
    source: &str,
    params: &Params,
    row: Option<usize>,
) -> Result<Deed, Error> {
    let (salt, params) = hashed(params)?;
    Ok(Deed::Begins {
        run,
        function: function.to_owned(),
        script_sha256: library::sha256(source),
        salt,
        params,
        row,
    })
}

/// Hashes of the values of parameters, and the salt that they are made with: who knows a value can tell that it was it, and
/// two runs with the same value do not look alike.
fn hashed(params: &Params) -> Result<(String, BTreeMap<String, String>), Error> {
    let mut bytes = [0; 16];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| Error::kept(NoRandomness))?;
    let salt: String = bytes.iter().map(|it| format!("{it:02x}")).collect();
    let hash = |name: &str, value: &task::Value| {
        let texts: Vec<&str> = value.texts().collect();
        library::sha256(&json_of(&salt, name, &texts))
    };
    let hashes = params
        .iter()
        .map(|(name, value)| (name.clone(), hash(name, value)))
        .collect();
    Ok((salt, hashes))
}

/// What is hashed of a value: salt, name and texts as a JSON list, which no other value makes.
fn json_of(salt: &str, name: &str, texts: &[&str]) -> String {
    serde_json::json!([salt, name, texts]).to_string()
}

#[cfg(test)]
mod tests;
