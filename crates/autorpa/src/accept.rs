//! A person's word for a function that nobody could check.

use std::path::{Path, PathBuf};

use library::{Function, Library};
use settings::{Call, Request};
use thiserror::Error;
use trajectory::{Bank, BankError, Outcome, RecordingId, RunError, RunRecord, Runs};

use crate::{Autorpa, audit::Deed, error::Error};

/// A function that a person accepted.
#[derive(Debug)]
pub struct AcceptedFunction {
    /// The function, with the receipt that says so.
    pub function: Function,
    /// The run that the person looked at.
    pub run: RecordingId,
}

/// Why a function is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAccepted {
    /// Its code is not the one that was built.
    #[error("{} was edited since it was made: build it again, or run it and accept what is built from that", path.display())]
    Edited {
        /// Its script.
        path: PathBuf,
    },
    /// A judge said already that it works.
    #[error("{function} is verified: there is nothing to accept")]
    Verified {
        /// Its title.
        function: String,
    },
    /// No run of its code ended unchecked, or the run that is named did not.
    #[error(
        "{} {function} that ended unchecked{}\nhelp: `{}` runs it; look at what it did, then accept it",
        run.as_ref().map_or_else(|| "there is no run of".to_owned(), |run| format!("{run} is no run of")),
        match older_code {
            true => "; an earlier version of its code ran, and this one may do something else",
            false => "",
        },
        Call::new(Request::Exec).of(function)
    )]
    NoRun {
        /// Its title.
        function: String,
        /// The run that was named.
        run: Option<String>,
        /// Whether there is such a run of other code that the function had.
        older_code: bool,
    },
    /// A run and a recording begin as what was named.
    #[error("the run {run} and the recording {recording} begin with `{name}`\nhelp: type more of the name")]
    Ambiguous {
        /// What was named.
        name: String,
        /// The run.
        run: String,
        /// The recording.
        recording: RecordingId,
    },
}

impl Autorpa {
    /// Accept a run that ended unchecked: the function's receipt says so from then on. The run is the function's last
    /// one where none is named.
    pub fn accept(&self, function: &Path, run: Option<&str>) -> Result<AcceptedFunction, Error> {
        let path = self.script(function)?;
        let function = Function::open(&path).map_err(Error::usage)?;
        if function.edited {
            return Err(Error::usage(NotAccepted::Edited { path }));
        }
        if function.receipt.verified {
            let function = function.title();
            return Err(Error::usage(NotAccepted::Verified { function }));
        }
        let id = self.unchecked_run(&function, run)?;
        let library = Library::open(&self.home.library);
        let function = library.accept(&function, &id).map_err(Error::kept)?;
        self.audit().note(Deed::Accepted {
            function: function.title(),
            script_sha256: function.receipt.script_sha256.clone(),
        })?;
        Ok(AcceptedFunction { function, run: id })
    }

    /// The recording of a run of this very code that ended unchecked: of the run that is named, by its own name or its
    /// recording's, or of the newest one.
    fn unchecked_run(&self, function: &Function, run: Option<&str>) -> Result<RecordingId, Error> {
        let runs = Runs::of(&self.home.bank);
        let named = run.map(|it| self.named(&runs, it)).transpose()?;
        let is_named = |id: &str, recording: &RecordingId| match &named {
            None => true,
            Some(Named::Run(run)) => id == run,
            Some(Named::Recording(named)) => recording == named,
            Some(Named::Nothing) => false,
        };
        let mut older_code = false;
        for id in runs.ids().map_err(Error::kept)?.iter().rev() {
            // A record that can't be read is nobody's proof.
            let Ok(record) = runs.load(id) else { continue };
            let Some(recording) = ended(&record).filter(|it| is_named(id, it)) else {
                continue;
            };
            if record.begins.script_sha256 == function.receipt.script_sha256 {
                return Ok(recording.clone());
            }
            older_code |= record.begins.function.contains(&function.title());
        }
        Err(Error::usage(NotAccepted::NoRun {
            function: function.title(),
            run: run.map(str::to_owned),
            older_code,
        }))
    }

    /// What a name says: a run of exactly this name, or else the one run or the one recording that begins so.
    fn named(&self, runs: &Runs, name: &str) -> Result<Named, Error> {
        let run = match runs.resolve(name) {
            Ok(id) => Some(id),
            Err(RunError::Unknown { .. }) => None,
            Err(error @ RunError::Ambiguous { .. }) => return Err(Error::usage(error)),
            Err(error @ (RunError::Disk(_) | RunError::Damaged { .. })) => return Err(Error::kept(error)),
        };
        let recording = match Bank::open(&self.home.bank).map_err(Error::kept)?.resolve(name) {
            Ok(id) => Some(id),
            Err(BankError::Unknown { .. }) => None,
            // The whole name of a run says which run it is, whatever else begins so.
            Err(BankError::Ambiguous { .. }) if run.as_deref() == Some(name) => None,
            Err(error @ BankError::Ambiguous { .. }) => return Err(Error::usage(error)),
            Err(error) => return Err(Error::kept(error)),
        };
        match (run, recording) {
            (Some(run), Some(recording)) if run != name => Err(Error::usage(NotAccepted::Ambiguous {
                name: name.to_owned(),
                run,
                recording,
            })),
            (Some(run), _) => Ok(Named::Run(run)),
            (None, Some(recording)) => Ok(Named::Recording(recording)),
            (None, None) => Ok(Named::Nothing),
        }
    }
}

/// What a person names as the run they looked at.
enum Named {
    /// A run.
    Run(String),
    /// What was seen in a run, or in several that were alike.
    Recording(RecordingId),
    /// Nothing that there is.
    Nothing,
}

/// The recording of a run that ended unchecked.
fn ended(record: &RunRecord) -> Option<&RecordingId> {
    let end = record.end.as_ref();
    let end = end.filter(|it| it.outcome == Outcome::Unchecked);
    end?.recording.as_ref()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use library::{Draft, Place, Receipt, Version};
    use task::{Instance, Params};
    use trajectory::{Begins, End, RunLine};

    use super::*;
    use crate::Home;

    const RECEIPT: &str = r#"{"version": 1, "name": "open_page", "task_type": "T", "suite": "s", "device": "emulator",
        "verified": false, "instances": [], "params": [], "templates": [], "refinements": 0,
        "tokens": {"prompt": 0, "completion": 0}, "tiers": {}, "explorer": {"kind": "", "episodes": 0, "steps": 0},
        "recordings": [], "script_sha256": "", "history": []}"#;
    const SOURCE: &str = "fn open_page() {}\n";

    fn with_function(home: &Path) -> Autorpa {
        let rpa = Autorpa::new(Home::new(home, home.join("library")));
        let draft = Draft {
            place: Place {
                app: "notes".to_owned(),
                name: "open_page".to_owned(),
            },
            versions: vec![Version {
                source: SOURCE.to_owned(),
                why: "a recording".to_owned(),
            }],
            receipt: Receipt::from_json(RECEIPT.as_bytes()).unwrap(),
        };
        Library::open(&rpa.home.library).publish(&draft).unwrap();
        rpa
    }

    /// A run of the function that began at this time.
    fn ran(rpa: &Autorpa, stamp: &str, outcome: Outcome, recording: &str) -> String {
        let begins = Begins {
            at: 1.0,
            function: "notes/open_page".to_owned(),
            script_sha256: library::sha256(SOURCE),
            instance: Instance {
                suite: "s".to_owned(),
                task_type: "T".to_owned(),
                seed: 0,
                goal: "do it".to_owned(),
                params: Params::new(),
            },
            row: None,
            resumes: None,
        };
        let mut log = Runs::of(&rpa.home.bank).begin(stamp, begins).unwrap();
        let end = End {
            at: 2.0,
            outcome,
            diagnostic: None,
            answer: None,
            healed: Vec::new(),
            changes: Vec::new(),
            network: Vec::new(),
            read_by: Vec::new(),
            recording: Some(RecordingId(recording.to_owned())),
        };
        log.note(&RunLine::Ends(Box::new(end))).unwrap();
        log.id().to_owned()
    }

    fn recorded(rpa: &Autorpa, name: &str) {
        let folder = rpa.home.bank.join("recordings/s/T");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{name}.json")), "{}").unwrap();
    }

    fn accepted(rpa: &Autorpa, run: &str) -> Result<String, Error> {
        let accepted = rpa.accept(Path::new("notes/open_page"), Some(run));
        accepted.map(|it| it.run.0)
    }

    #[test]
    fn of_several_runs_that_begin_as_the_name_says_none_is_taken() {
        let dir = tempfile::tempdir().unwrap();
        let rpa = with_function(dir.path());
        let first = ran(&rpa, "20260101T100000", Outcome::Unchecked, "aaaa");
        let second = ran(&rpa, "20260101T110000", Outcome::Unchecked, "bbbb");
        let refused = accepted(&rpa, "20260101T1").unwrap_err().to_string();
        assert!(refused.contains(&first) && refused.contains(&second), "{refused}");
        assert_eq!(accepted(&rpa, "20260101T10").unwrap(), "aaaa");
        assert_eq!(accepted(&rpa, &second).unwrap(), "bbbb");
        assert_eq!(accepted(&rpa, "last").unwrap(), "bbbb");
    }

    #[test]
    fn a_name_that_begins_a_run_and_a_recording_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let rpa = with_function(dir.path());
        let run = ran(&rpa, "20260101T100000", Outcome::Unchecked, "aaaa");
        recorded(&rpa, "2026bbbb");
        recorded(&rpa, "aaaa");
        let refused = accepted(&rpa, "2026").unwrap_err().to_string();
        assert!(
            refused.contains(&run) && refused.contains("2026bbbb"),
            "{refused}"
        );
        assert_eq!(accepted(&rpa, &run).unwrap(), "aaaa");
        assert_eq!(accepted(&rpa, "aa").unwrap(), "aaaa");
    }

    #[test]
    fn a_run_that_is_named_counts_only_if_it_ended_unchecked() {
        let dir = tempfile::tempdir().unwrap();
        let rpa = with_function(dir.path());
        ran(&rpa, "20260101T100000", Outcome::Unchecked, "aaaa");
        let stuck = ran(&rpa, "20260101T110000", Outcome::Stuck, "bbbb");
        for name in [stuck.as_str(), "last", "nothing"] {
            let refused = accepted(&rpa, name).unwrap_err().to_string();
            assert!(refused.contains("is no run of notes/open_page"), "{refused}");
        }
    }
}
