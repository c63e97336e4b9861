//! Calls that are done once. A call may say a key of its own; what came of it is kept, and the same call again gets that
//! answer. A call that was under way when its server ended is in doubt: it is not done again.

use std::{
    collections::BTreeSet,
    fs, io,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use thiserror::Error;
use trajectory::disk::{DiskError, write_whole};

/// How long answers are kept.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The version of what is kept.
const VERSION: u32 = 1;

/// The calls that said a key.
#[derive(Debug)]
pub struct Once {
    folder: PathBuf,
    /// Those that this server works on.
    own: Mutex<BTreeSet<String>>,
}

/// A call as it is kept. A version of its own is for the day when this changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptV1 {
    v: u32,
    /// The hash of what was asked for.
    asked: String,
    /// The answer: its status and its body. None where it was begun and did not end.
    answer: Option<(u16, Json)>,
}

/// What is known of a call.
#[derive(Debug)]
pub enum Before {
    /// Nobody has sent it: it is done now, and [`Once::ends`] or [`Once::forget`] says what came of it.
    New,
    /// It was done: its status and its body.
    Done(u16, Json),
}

/// Why a call is not done.
#[derive(Debug, Error)]
pub enum NotAgain {
    /// The same key came with another call.
    #[error("this key was used for another call: take a new one for each thing that is to be done")]
    Other,
    /// It is under way.
    #[error("the call with this key is under way: ask again later for what comes of it")]
    UnderWay,
    /// Its server ended before it did.
    #[error(
        "the call with this key was begun, and its server ended before it did: it may have been done. Look there before you ask again with another key"
    )]
    InDoubt,
    /// What is kept can't be read or written.
    #[error("{0}")]
    Disk(DiskError),
    /// What is kept is damaged.
    #[error("what is kept of this key can't be read: {0}")]
    Damaged(serde_json::Error),
    /// What is kept was written by another version.
    #[error(
        "what is kept of this key has version {0}, and version {VERSION} is read here: a newer program wrote it"
    )]
    Version(u32),
}

impl Once {
    /// The calls of a home, less the old ones.
    pub fn of(folder: PathBuf) -> Self {
        let this = Self {
            folder,
            own: Mutex::default(),
        };
        this.sweep();
        this
    }

    fn sweep(&self) {
        let now = SystemTime::now();
        let old = |it: &fs::DirEntry| {
            let at = it.metadata().and_then(|it| it.modified()).ok();
            at.and_then(|at| now.duration_since(at).ok())
                .is_some_and(|age| age > KEPT)
        };
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in entries.filter(old) {
            if let Err(error) = fs::remove_file(entry.path()) {
                tracing::warn!("an old call can't be removed: {error}");
            }
        }
    }

    fn file(&self, key: &str) -> PathBuf {
        self.folder.join(library::sha256(key)).with_extension("json")
    }

    /// Begin a call, unless it was begun before. `asked` is the hash of what it asks for.
    pub fn begin(&self, key: &str, asked: &str) -> Result<Before, NotAgain> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.file(key);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.write(key, asked, None)?;
                own.insert(key.to_owned());
                return Ok(Before::New);
            }
            Err(error) => return Err(NotAgain::Disk(DiskError::read(&path, error))),
        };
        let kept: KeptV1 = serde_json::from_slice(&text).map_err(NotAgain::Damaged)?;
        if kept.v != VERSION {
            return Err(NotAgain::Version(kept.v));
        }
        match kept.answer {
            _ if kept.asked != asked => Err(NotAgain::Other),
            Some((status, answer)) => Ok(Before::Done(status, answer)),
            None if own.contains(key) => Err(NotAgain::UnderWay),
            None => Err(NotAgain::InDoubt),
        }
    }

    /// A call that was begun has its answer.
    pub fn ends(&self, key: &str, asked: &str, status: u16, answer: &Json) -> Result<(), NotAgain> {
        self.write(key, asked, Some((status, answer.clone())))?;
        self.let_go(key);
        Ok(())
    }

    /// A call that was begun did nothing: it may be sent again.
    pub fn forget(&self, key: &str) -> Result<(), NotAgain> {
        let path = self.file(key);
        fs::remove_file(&path).map_err(|it| NotAgain::Disk(DiskError::write(&path, it)))?;
        self.let_go(key);
        Ok(())
    }

    fn let_go(&self, key: &str) {
        self.own
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(key);
    }

    fn write(&self, key: &str, asked: &str, answer: Option<(u16, Json)>) -> Result<(), NotAgain> {
        let kept = KeptV1 {
            v: VERSION,
            asked: asked.to_owned(),
            answer,
        };
        let bytes = serde_json::to_vec(&kept).map_err(NotAgain::Damaged)?;
        write_whole(&self.file(key), &bytes, &self.folder).map_err(NotAgain::Disk)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;
    use testkit::damaged;

    use super::*;

    proptest! {
        /// Whatever has become of the file of a call: the call is not done once more.
        #[test]
        fn a_damaged_call_is_never_a_new_one(text in damaged(include_str!("../tests/samples/call-v1.json"))) {
            let folder = tempfile::tempdir().unwrap();
            let once = Once::of(folder.path().to_owned());
            fs::write(once.file("k"), &text).unwrap();
            prop_assert!(!matches!(once.begin("k", "a"), Ok(Before::New)));
            prop_assert_eq!(fs::read_to_string(once.file("k")).unwrap(), text);
        }
    }

    #[test]
    fn a_call_is_done_once_and_one_that_was_cut_off_is_in_doubt() {
        let folder = tempfile::tempdir().unwrap();
        let once = Once::of(folder.path().to_owned());
        assert!(matches!(once.begin("k", "a"), Ok(Before::New)));
        assert!(matches!(once.begin("k", "a"), Err(NotAgain::UnderWay)));
        assert!(matches!(once.begin("k", "b"), Err(NotAgain::Other)));
        // Another server of the same home does not know what came of it.
        let next = Once::of(folder.path().to_owned());
        assert!(matches!(next.begin("k", "a"), Err(NotAgain::InDoubt)));
        once.ends("k", "a", 200, &json!({ "answer": 1 })).unwrap();
        for server in [&once, &next] {
            let Ok(Before::Done(200, answer)) = server.begin("k", "a") else {
                panic!("it was done");
            };
            assert_eq!(answer["answer"], 1);
        }
        assert!(matches!(once.begin("other", "a"), Ok(Before::New)));
        once.forget("other").unwrap();
        assert!(matches!(once.begin("other", "c"), Ok(Before::New)));
    }

    /// A call that an earlier program has kept is read, and written to the same bytes.
    #[test]
    fn the_kept_sample_is_read_and_written() {
        const V1: &str = include_str!("../tests/samples/call-v1.json");
        let kept: KeptV1 = serde_json::from_str(V1).unwrap();
        let answer = json!({ "answer": 1, "outcome": "reached" });
        assert_eq!(kept.answer, Some((200, answer)));
        assert_eq!(serde_json::to_string(&kept).unwrap(), V1.trim_end());
    }

    #[test]
    fn what_is_damaged_is_not_done_again() {
        let folder = tempfile::tempdir().unwrap();
        let once = Once::of(folder.path().to_owned());
        assert!(matches!(once.begin("k", "a"), Ok(Before::New)));
        fs::write(once.file("k"), "{").unwrap();
        assert!(matches!(once.begin("k", "a"), Err(NotAgain::Damaged(_))));
        fs::write(once.file("k"), r#"{"v":2,"asked":"a","answer":null}"#).unwrap();
        assert!(matches!(once.begin("k", "a"), Err(NotAgain::Version(2))));
    }
}
