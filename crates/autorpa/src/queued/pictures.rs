//! Pictures of runs that others want to see: beside the records on the server, each once, by its hash.

use queue::{QueueError, Shelf};
use thiserror::Error as ThisError;
use trajectory::{Bank, BankError, Picture, RunError, Runs, Screenshots};

/// How many of a run travel: its last ones say how it ended.
const MOST: usize = 8;
/// How large one may be, in bytes.
const LARGEST: usize = 4 << 20;

/// A picture does not travel.
#[derive(Debug, ThisError)]
pub(super) enum NotShown {
    /// The record that names it can't be read.
    #[error(transparent)]
    Record(#[from] RunError),
    /// The bank does not have it, or can't take it.
    #[error(transparent)]
    Bank(#[from] BankError),
    /// The server does not take it.
    #[error(transparent)]
    Queue(#[from] QueueError),
}

fn shelved(sha256: &str) -> String {
    format!("picture-{sha256}")
}

/// The pictures of a run that travel.
fn last(pictures: &[Picture]) -> &[Picture] {
    &pictures[pictures.len().saturating_sub(MOST)..]
}

/// Lay the last pictures of a run on the shelf, as far as they are not there.
pub(super) fn put(shelf: &dyn Shelf, runs: &Runs, run: &str, bank: &Bank) -> Result<(), NotShown> {
    let record = runs.load(run)?;
    for picture in last(&record.pictures) {
        let name = shelved(&picture.sha256);
        let png = bank.screenshot(&picture.sha256)?;
        if png.len() <= LARGEST && !shelf.has(&name)? {
            shelf.put(&name, &png)?;
        }
    }
    Ok(())
}

/// Fetch the last pictures of a run into the bank, as far as it lacks them. What is another one than its name says is not kept.
pub(super) fn fetch(shelf: &dyn Shelf, runs: &Runs, run: &str, bank: &Bank) -> Result<(), NotShown> {
    let record = runs.load(run)?;
    for picture in last(&record.pictures) {
        if bank.screenshot(&picture.sha256).is_ok() {
            continue;
        }
        let found = shelf.get(&shelved(&picture.sha256))?;
        let Some(png) = found.filter(|it| it.len() <= LARGEST) else {
            continue;
        };
        if Screenshots::default().keep(png.clone()) == picture.sha256 {
            bank.keep_screenshot(png)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{
        collections::BTreeMap,
        sync::{Mutex, PoisonError},
    };

    use super::*;

    /// Pictures, each with how often it was put there.
    #[derive(Default)]
    struct Counted(Mutex<BTreeMap<String, (Vec<u8>, usize)>>);

    impl Shelf for Counted {
        fn put(&self, name: &str, bytes: &[u8]) -> Result<(), QueueError> {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = all.entry(name.to_owned()).or_default();
            *kept = (bytes.to_owned(), kept.1 + 1);
            Ok(())
        }

        fn has(&self, name: &str) -> Result<bool, QueueError> {
            Ok(self.get(name)?.is_some())
        }

        fn get(&self, name: &str) -> Result<Option<Vec<u8>>, QueueError> {
            let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(all.get(name).map(|it| it.0.clone()))
        }
    }

    /// A run of these pictures.
    fn keep(runs: &Runs, run: &str, pictures: &[String]) {
        let mut text = r#"{"what":"begins","version":1,"at":1.5,"function":"f","script_sha256":"","instance":{"suite":"s","task_type":"T","seed":0,"goal":"g","params":{}}}"#.to_owned();
        for sha256 in pictures {
            text += &format!("\n{{\"what\":\"picture\",\"at\":0.1,\"after\":0,\"sha256\":\"{sha256}\"}}");
        }
        runs.keep(run, (text + "\n").as_bytes()).unwrap();
    }

    #[test]
    fn the_last_pictures_travel_once_unless_they_are_too_large_or_were_changed() {
        let dir = tempfile::tempdir().unwrap();
        let open = |name: &str| {
            let home = dir.path().join(name);
            (Bank::open(&home).unwrap(), Runs::of(&home))
        };
        let ((bank, runs), (other, fetched)) = (open("one"), open("other"));
        let kept = |it: usize| bank.keep_screenshot(vec![7; it]).unwrap();
        let mut pictures: Vec<String> = (1..=MOST + 2).map(kept).collect();
        pictures.push(kept(LARGEST + 1));
        let shelf = Counted::default();
        for (runs, run) in [(&runs, "r1"), (&runs, "r2"), (&fetched, "r1")] {
            keep(runs, run, &pictures);
        }
        put(&shelf, &runs, "r1", &bank).unwrap();
        put(&shelf, &runs, "r2", &bank).unwrap();
        {
            let mut all = shelf.0.lock().unwrap();
            assert_eq!(
                all.len(),
                MOST - 1,
                "the last ones without the one that is too large"
            );
            assert!(all.values().all(|it| it.1 == 1), "each is put there once");
            // Somebody puts another one in its place.
            all.get_mut(&shelved(&pictures[MOST])).unwrap().0 = b"another".to_vec();
        }
        fetch(&shelf, &fetched, "r1", &other).unwrap();
        let there: Vec<bool> = pictures.iter().map(|it| other.screenshot(it).is_ok()).collect();
        let mut expected = vec![false; 3];
        expected.extend(vec![true; MOST]);
        expected[MOST] = false;
        expected[MOST + 2] = false;
        assert_eq!(there, expected);
    }
}
