//! A person's word for a function that nobody could check.

use std::path::Path;

use library::{Function, Library};
use trajectory::{Bank, BankError, Outcome, RecordingId, RunRecord, Runs};

use crate::{Autorpa, error::Error};

/// A function that a person accepted.
#[derive(Debug)]
pub struct AcceptedFunction {
    /// The function, with the receipt that says so.
    pub function: Function,
    /// The run that the person looked at.
    pub run: RecordingId,
}

impl Autorpa {
    /// Accept a run that ended unchecked: the function's receipt says so from then on. The run is the function's last
    /// one where none is named.
    pub fn accept(&self, function: &Path, run: Option<&str>) -> Result<AcceptedFunction, Error> {
        let path = self.script(function)?;
        let function = Function::open(&path).map_err(|it| Error::usage(it.to_string()))?;
        if function.edited {
            return Err(Error::usage(format!(
                "{} was edited since it was made: build it again, or run it and accept what is built from that",
                path.display()
            )));
        }
        if function.receipt.verified {
            return Err(Error::usage(format!(
                "{} is verified: there is nothing to accept",
                function.title()
            )));
        }
        let id = self.unchecked_run(&function, run)?;
        let library = Library::open(&self.home.library);
        let function = library.accept(&function, &id).map_err(Error::kept)?;
        Ok(AcceptedFunction { function, run: id })
    }

    /// The recording of a run of this very code that ended unchecked: of the run that is named, by its own name or its
    /// recording's, or of the newest one.
    fn unchecked_run(&self, function: &Function, run: Option<&str>) -> Result<RecordingId, Error> {
        let runs = Runs::of(&self.home.bank);
        let all = runs.ids().map_err(Error::kept)?;
        let recorded = match run {
            Some(name) => self.recording(name)?,
            None => None,
        };
        let named = |id: &str, record: &RunRecord| match (run, &recorded) {
            (None, _) => true,
            (Some(_), Some(recording)) => ended(record).is_some_and(|it| it == recording),
            (Some(name), None) => id.starts_with(name),
        };
        let mut other_code = 0;
        for id in all.iter().rev() {
            // A record that can't be read is nobody's proof.
            let Ok(record) = runs.load(id) else { continue };
            let Some(recording) = ended(&record).filter(|_| named(id, &record)) else {
                continue;
            };
            if record.begins.script_sha256 == function.receipt.script_sha256 {
                return Ok(recording.clone());
            }
            other_code += usize::from(record.begins.function.contains(&function.title()));
        }
        let title = function.title();
        let of = match run {
            Some(name) => format!("{name} is no run of {title} that ended unchecked"),
            None => format!("there is no run of {title} that ended unchecked"),
        };
        let older = match other_code {
            0 => String::new(),
            _ => "; an earlier version of its code ran, and this one may do something else".to_owned(),
        };
        Err(Error::usage(format!(
            "{of}{older}\nhelp: `autorpa exec {title}` runs it; look at what it did, then accept it"
        )))
    }

    /// The recording of this name, where there is one.
    fn recording(&self, name: &str) -> Result<Option<RecordingId>, Error> {
        match Bank::open(&self.home.bank).map_err(Error::kept)?.resolve(name) {
            Ok(id) => Ok(Some(id)),
            Err(BankError::Unknown { .. }) => Ok(None),
            Err(error) => Err(Error::kept(error)),
        }
    }
}

/// The recording of a run that ended unchecked.
fn ended(record: &RunRecord) -> Option<&RecordingId> {
    let end = record.end.as_ref();
    let end = end.filter(|it| it.outcome == Outcome::Unchecked);
    end?.recording.as_ref()
}
