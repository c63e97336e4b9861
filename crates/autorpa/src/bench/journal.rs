//! What a bench has done so far, on disk: whoever starts the same bench again goes on from there.
//!
//! The first line says the version of the format. A line is written when an episode ended. A file that stops in the middle
//! of a line was being written when its bench was killed: the line counts as not written. A bench that came to its end
//! removes its journal.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use settings::Setting;
use thiserror::Error;

use crate::{bench_v1::Line, error::Error, file_help::FileHelp, table::Done};

/// Version of the file format. Files of before there was a head are read as well.
const VERSION: u32 = 1;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    version: u32,
}

/// Another process does the same bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the same bench is running in this home\nhelp: wait for it, or name another home with {:#}",
    Setting::Home
)]
pub struct RunsAlready;

/// An open journal. Nobody else writes it while it is open.
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// What a journal said when it was opened.
#[derive(Debug, Default, PartialEq)]
pub struct Past {
    /// What was done, in that order.
    pub done: Vec<Done>,
    /// Seconds it took.
    pub seconds: f64,
}

impl Journal {
    /// Open the journal with this name, and read what it says. With `fresh` it says nothing any more.
    pub fn open(folder: &Path, name: &str, fresh: bool) -> Result<(Self, Past), Error> {
        let path = folder.join(format!("{name}.jsonl"));
        let failed = |source| Error::File {
            path: path.clone(),
            source,
            help: FileHelp::SpaceAtHome,
        };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::usage(RunsAlready));
            }
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let past = if fresh {
            Past::default()
        } else {
            match read(&mut file).map_err(failed)? {
                Read::Past(past) => past,
                Read::TooNew { found } => {
                    return Err(Error::TooNew {
                        path,
                        found,
                        newest: VERSION,
                    });
                }
            }
        };
        let anew = fresh || past.done.is_empty();
        if anew {
            file.set_len(0).map_err(failed)?;
        }
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut journal = Self { path, file };
        if anew {
            journal.write(&Head { version: VERSION })?;
        }
        Ok((journal, past))
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Error> {
        let mut text = serde_json::to_vec(line).map_err(Error::kept)?;
        text.push(b'\n');
        self.file.write_all(&text).map_err(|source| self.failed(source))
    }

    /// Write down what is done.
    pub fn note(&mut self, at: f64, done: &Done) -> Result<(), Error> {
        self.write(&Line::keep(at, done))
    }

    /// The bench came to its end.
    pub fn finish(self) -> Result<(), Error> {
        std::fs::remove_file(&self.path).map_err(|source| self.failed(source))
    }

    fn failed(&self, source: io::Error) -> Error {
        Error::File {
            path: self.path.clone(),
            source,
            help: FileHelp::SpaceForBench,
        }
    }
}

/// What a file says.
enum Read {
    Past(Past),
    /// A newer AutoRPA wrote it.
    TooNew {
        found: u32,
    },
}

/// All whole lines. What follows the last of them is cut off, so that the next line begins on its own.
fn read(file: &mut File) -> io::Result<Read> {
    let mut past = Past::default();
    let mut whole = 0;
    let mut reader = BufReader::new(&*file);
    let mut text = Vec::new();
    while reader.read_until(b'\n', &mut text)? > 0 {
        if whole == 0
            && text.ends_with(b"\n")
            && let Ok(Head { version }) = serde_json::from_slice(&text)
        {
            if version > VERSION {
                return Ok(Read::TooNew { found: version });
            }
            whole += text.len() as u64;
            text.clear();
            continue;
        }
        let Some(line) = text
            .ends_with(b"\n")
            .then(|| serde_json::from_slice::<Line>(&text).ok())
            .flatten()
        else {
            break;
        };
        whole += text.len() as u64;
        text.clear();
        let (at, done) = line.restore();
        past.seconds = past.seconds.max(at);
        past.done.push(done);
    }
    file.set_len(whole)?;
    Ok(Read::Past(past))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use llm::{Count, Dollars, Role, Tally};
    use trajectory::Outcome;

    use super::*;
    use crate::table::{Episode, Explored, Prepared};

    fn episode(seed: u64) -> Done {
        Done::Episode(Episode {
            task_type: "T".to_owned(),
            seed,
            success: true,
            ..Episode::default()
        })
    }

    const V1: &str = include_str!("../../tests/samples/journal-v1.jsonl");

    /// What the sample says: every field, and those alone that are always there.
    fn whole() -> Vec<Done> {
        let count = Count {
            calls: 1,
            prompt: 2,
            completion: 3,
            cached: 4,
            estimated: 5,
            cost: Dollars(6),
        };
        let asked = Tally {
            by_role: [(Role::Builder, count)].into(),
        };
        let prepared = Prepared {
            task_type: "T".to_owned(),
            digest: Some("0f".to_owned()),
            verified: true,
            unchecked: true,
            accepted: true,
            seconds: 7.5,
            tokens: 8,
            asked: asked.clone(),
            explored: Explored {
                episodes: 9,
                steps: 10,
            },
            refinements: 11,
            reason: Some("no way was found".to_owned()),
        };
        let whole = Episode {
            task_type: "T".to_owned(),
            under: Some("rows".to_owned()),
            seed: u64::MAX,
            absent: true,
            digest: Some("0f".to_owned()),
            success: true,
            outcome: Some(Outcome::Stuck),
            unsaid: true,
            why: Some("two fit".to_owned()),
            steps: 12,
            seconds: 13.5,
            tokens: 14,
            asked,
        };
        let bare = Done::Prepared(Prepared::default());
        vec![Done::Prepared(prepared), Done::Episode(whole), bare, episode(15)]
    }

    #[test]
    fn a_journal_of_version_1() {
        let dir = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(dir.path(), "a", false).unwrap();
        for (at, done) in whole().iter().enumerate() {
            journal.note(at as f64, done).unwrap();
        }
        drop(journal);
        let path = dir.path().join("a.jsonl");
        assert_eq!(fs::read_to_string(&path).unwrap(), V1);
        fs::write(&path, V1).unwrap();
        let (_, past) = Journal::open(dir.path(), "a", false).unwrap();
        assert_eq!((past.done, past.seconds), (whole(), 3.0));
    }

    #[test]
    fn a_journal_that_was_cut_goes_on_after_its_last_whole_line() {
        let dir = tempfile::tempdir().unwrap();
        let (mut journal, past) = Journal::open(dir.path(), "a", false).unwrap();
        assert_eq!(past, Past::default());
        for seed in [1, 2] {
            journal.note(seed as f64, &episode(seed)).unwrap();
        }
        drop(journal);
        let path = dir.path().join("a.jsonl");
        let text = fs::read(&path).unwrap();
        fs::write(&path, &text[..text.len() - 5]).unwrap();
        let (mut journal, past) = Journal::open(dir.path(), "a", false).unwrap();
        assert_eq!((past.done, past.seconds), (vec![episode(1)], 1.0));
        journal.note(3.0, &episode(3)).unwrap();
        drop(journal);
        let (journal, past) = Journal::open(dir.path(), "a", false).unwrap();
        assert_eq!(past.done, [episode(1), episode(3)]);
        // Another bench of the same kind has to wait, one that begins anew knows nothing, one that ended is gone.
        assert!(matches!(
            Journal::open(dir.path(), "a", false),
            Err(Error::Usage(_))
        ));
        drop(journal);
        let (journal, past) = Journal::open(dir.path(), "a", true).unwrap();
        assert_eq!(past, Past::default());
        journal.finish().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_journal_of_a_newer_version_is_named_as_one_and_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.jsonl");
        let text = "{\"version\":2}\n{\"at\":1.0,\"other\":{}}\n";
        fs::write(&path, text).unwrap();
        let Err(error) = Journal::open(dir.path(), "a", false) else {
            panic!("it is of another version");
        };
        assert!(
            matches!(
                error,
                Error::TooNew {
                    found: 2,
                    newest: 1,
                    ..
                }
            ),
            "{error}"
        );
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            text,
            "nothing of it is cut off"
        );
        // Who begins anew has no use for it.
        let (journal, past) = Journal::open(dir.path(), "a", true).unwrap();
        assert_eq!(past, Past::default());
        drop(journal);
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\"version\":1}\n");
    }

    #[test]
    fn a_journal_without_a_head_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(dir.path(), "a", false).unwrap();
        journal.note(1.0, &episode(1)).unwrap();
        drop(journal);
        let path = dir.path().join("a.jsonl");
        let text = fs::read_to_string(&path).unwrap();
        let (head, lines) = text.split_once('\n').unwrap();
        assert_eq!(head, "{\"version\":1}");
        fs::write(&path, lines).unwrap();
        let (_, past) = Journal::open(dir.path(), "a", false).unwrap();
        assert_eq!(past.done, [episode(1)]);
    }
}
