//! The runs of a home as a list: by page, by function, and when a function was last right.
//!
//! A record is read once. What was read is kept in memory, and [`RunList::refresh`] reads what has come since.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, TryLockError},
};

use library::Function;
use trajectory::{Outcome, RunError, RunOutline, Runs};

use crate::{
    Autorpa,
    error::Error,
    shown::{time, title_in},
};

/// Records that are read before others see them.
const AT_A_TIME: usize = 256;

/// The runs of a home.
pub struct RunList {
    runs: Runs,
    library: PathBuf,
    known: RwLock<BTreeMap<String, Arc<ListedRun>>>,
    /// Only one thread reads.
    reading: Mutex<()>,
}

/// One run of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedRun {
    /// Its name.
    pub id: String,
    /// The function, as the library calls it; else its file.
    pub function: String,
    /// What was to be done.
    pub goal: String,
    /// The row of a file of rows, from 1.
    pub row: Option<usize>,
    /// When it began, for people.
    pub began: String,
    /// How it ended; `None` where it goes on, or was cut off.
    pub outcome: Option<Outcome>,
    /// How many seconds it took.
    pub seconds: Option<f64>,
    /// Why its record can't be read, where it can't.
    pub damaged: Option<String>,
    script: PathBuf,
    script_sha256: String,
}

/// Which runs are wanted; `None` does not ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFilter {
    /// Of this function.
    pub function: Option<String>,
    /// With this ending.
    pub outcome: Option<Outcome>,
}

/// Some of the runs that a filter admits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunPage {
    /// These, the newest first.
    pub runs: Vec<Arc<ListedRun>>,
    /// How many there are in all.
    pub total: usize,
}

/// The newest runs of a function's code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LastRuns {
    /// The newest of all.
    pub newest: Option<Arc<ListedRun>>,
    /// The newest that a judge or checks called right.
    pub right: Option<Arc<ListedRun>>,
}

impl Autorpa {
    /// The runs of the home; none is read yet.
    pub fn run_list(&self) -> RunList {
        RunList {
            runs: Runs::of(&self.home.bank),
            library: self.home.library.clone(),
            known: RwLock::default(),
            reading: Mutex::default(),
        }
    }
}

impl RunList {
    /// Read what has come since the last time, and how the runs ended that went on then.
    pub fn refresh(&self) -> Result<(), Error> {
        let _alone = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        self.read_new()
    }

    /// The same, but where another thread reads already, go on with what it has read so far.
    pub fn refresh_if_idle(&self) -> Result<(), Error> {
        match self.reading.try_lock() {
            Ok(_alone) => self.read_new(),
            Err(TryLockError::WouldBlock) => Ok(()),
            Err(TryLockError::Poisoned(_)) => self.refresh(),
        }
    }

    fn read_new(&self) -> Result<(), Error> {
        let ids: BTreeSet<String> = self.runs.ids().map_err(Error::kept)?.into_iter().collect();
        let is_read = |id: &str| {
            let known = self.known();
            known
                .get(id)
                .is_some_and(|it| it.outcome.is_some() || it.damaged.is_some())
        };
        // The newest first: they are what is looked at.
        let new: Vec<&String> = ids.iter().rev().filter(|it| !is_read(it)).collect();
        for some in new.chunks(AT_A_TIME) {
            let read: Vec<ListedRun> = some.iter().map(|it| self.read(it)).collect();
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            known.extend(read.into_iter().map(|it| (it.id.clone(), Arc::new(it))));
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.retain(|id, _| ids.contains(id));
        Ok(())
    }

    /// Some of the runs that are wanted, the newest first; `skipped` newer ones are left out.
    pub fn page(&self, wanted: &RunFilter, skipped: usize, most: usize) -> RunPage {
        let mut page = RunPage::default();
        for run in self.known().values().rev().filter(|it| wanted.admits(it)) {
            if page.total >= skipped && page.runs.len() < most {
                page.runs.push(Arc::clone(run));
            }
            page.total += 1;
        }
        page
    }

    /// The newest runs of each of these functions, in their order. Runs of another code than it has now say nothing of it.
    pub fn last_of(&self, functions: &[Function]) -> Vec<LastRuns> {
        let mut of_code: BTreeMap<&str, Vec<&Arc<ListedRun>>> = BTreeMap::new();
        let known = self.known();
        for run in known.values().rev() {
            of_code.entry(&run.script_sha256).or_default().push(run);
        }
        let last = |function: &Function| {
            let sha256 = library::sha256(&function.source);
            let title = function.title();
            let runs = of_code.get(sha256.as_str()).into_iter().flatten();
            let mut own = runs.filter(|it| it.script.ends_with(&title)).copied();
            let newest = own.clone().next().cloned();
            let right = own.find(|it| it.outcome == Some(Outcome::Reached)).cloned();
            LastRuns { newest, right }
        };
        functions.iter().map(last).collect()
    }

    fn known(&self) -> RwLockReadGuard<'_, BTreeMap<String, Arc<ListedRun>>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, id: &str) -> ListedRun {
        match self.runs.outline(id) {
            Ok(outline) => listed(outline, &self.library),
            Err(error) => damaged(id, &error),
        }
    }
}

impl RunFilter {
    fn admits(&self, run: &ListedRun) -> bool {
        let of_function = self.function.as_ref().is_none_or(|it| *it == run.function);
        of_function && (self.outcome.is_none() || self.outcome == run.outcome)
    }
}

fn listed(outline: RunOutline, library: &Path) -> ListedRun {
    let RunOutline { id, begins, end } = outline;
    let script = Path::new(&begins.function);
    ListedRun {
        id,
        function: title_in(library, &begins.function),
        goal: begins.instance.goal,
        row: begins.row,
        began: time(begins.at),
        outcome: end.as_ref().map(|it| it.outcome),
        seconds: end.map(|it| it.at),
        damaged: None,
        script: script.with_extension(""),
        script_sha256: begins.script_sha256,
    }
}

fn damaged(id: &str, error: &RunError) -> ListedRun {
    ListedRun {
        id: id.to_owned(),
        function: String::new(),
        goal: String::new(),
        row: None,
        began: String::new(),
        outcome: None,
        seconds: None,
        damaged: Some(error.to_string()),
        script: PathBuf::new(),
        script_sha256: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;
    use trajectory::{Begins, End, RunLine, RunLog};

    use super::*;
    use crate::Home;

    fn here() -> (TempDir, Autorpa) {
        let dir = tempfile::tempdir().unwrap();
        let home = Home::new(dir.path(), dir.path().join("library"));
        (dir, Autorpa::new(home))
    }

    fn begin(rpa: &Autorpa, stamp: &str, title: &str, source: &str) -> RunLog {
        let function = rpa.home.library.join(title).with_extension("rhai");
        let begins = Begins {
            at: 1.0,
            function: function.display().to_string(),
            script_sha256: library::sha256(source),
            instance: task::Instance::of_no_type("", &format!("do {title}"), task::Params::new()),
            row: None,
            resumes: None,
        };
        Runs::of(&rpa.home.bank).begin(stamp, begins).unwrap()
    }

    fn end(mut log: RunLog, outcome: Outcome) {
        let end = End {
            at: 2.0,
            outcome,
            diagnostic: None,
            answer: None,
            healed: Vec::new(),
            changes: Vec::new(),
            network: Vec::new(),
            read_by: Vec::new(),
            recording: None,
        };
        log.note(&RunLine::Ends(Box::new(end))).unwrap();
    }

    #[test]
    fn runs_are_listed_by_page_the_newest_first_and_again_when_they_end() {
        let (_dir, rpa) = here();
        let list = rpa.run_list();
        list.refresh().unwrap();
        assert_eq!(list.page(&RunFilter::default(), 0, 5), RunPage::default());
        for n in 0..600 {
            let outcome = if n % 2 == 0 {
                Outcome::Reached
            } else {
                Outcome::Stuck
            };
            end(begin(&rpa, &format!("r{n:04}"), "a/f", "code"), outcome);
        }
        let open = begin(&rpa, "r0600", "b/g", "code");
        fs::write(rpa.home.bank.join("runs/r0601.jsonl"), "no record\n").unwrap();
        list.refresh().unwrap();
        let page = list.page(&RunFilter::default(), 0, 3);
        let ids = |page: &RunPage| page.runs.iter().map(|it| it.id.clone()).collect::<Vec<_>>();
        assert_eq!(
            (page.total, ids(&page)),
            (
                602,
                vec!["r0601".to_owned(), "r0600".to_owned(), "r0599".to_owned()]
            )
        );
        assert!(page.runs[0].damaged.is_some() && page.runs[1].outcome.is_none());
        assert_eq!(list.page(&RunFilter::default(), 600, 9).runs.len(), 2);
        assert!(list.page(&RunFilter::default(), 9_000, 9).runs.is_empty());
        end(open, Outcome::Unchecked);
        list.refresh().unwrap();
        let unchecked = RunFilter {
            function: Some("b/g".to_owned()),
            outcome: Some(Outcome::Unchecked),
        };
        assert_eq!(ids(&list.page(&unchecked, 0, 9)), ["r0600"]);
        fs::remove_file(rpa.home.bank.join("runs/r0600.jsonl")).unwrap();
        list.refresh().unwrap();
        assert_eq!(list.page(&unchecked, 0, 9).total, 0);
    }

    #[test]
    fn only_a_judged_run_of_the_code_that_it_has_says_that_a_function_is_right() {
        let (_dir, rpa) = here();
        let function = |title: &str, source: &str| -> Function {
            let path = rpa.home.library.join(title).with_extension("rhai");
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, source).unwrap();
            let receipt = include_str!("../../../scripts/verified/markor/create_note.receipt.json");
            fs::write(path.with_extension("receipt.json"), receipt).unwrap();
            Function::open(&path).unwrap()
        };
        let functions = [function("a/f", "now"), function("b/f", "now")];
        end(begin(&rpa, "r1", "a/f", "now"), Outcome::Reached);
        // Right with another code; the same code under another name; and a later run that nobody judged.
        end(begin(&rpa, "r2", "a/f", "before"), Outcome::Reached);
        end(begin(&rpa, "r3", "c/f", "now"), Outcome::Reached);
        end(begin(&rpa, "r4", "a/f", "now"), Outcome::Unchecked);
        let list = rpa.run_list();
        list.refresh().unwrap();
        let last = list.last_of(&functions);
        let id = |run: &Option<Arc<ListedRun>>| run.as_ref().map(|it| it.id.clone());
        assert_eq!(id(&last[0].newest), Some("r4".to_owned()));
        assert_eq!(id(&last[0].right), Some("r1".to_owned()));
        assert_eq!(last[1], LastRuns::default());
    }
}
