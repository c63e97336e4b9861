//! A person's word for a function that nobody could check.

use std::path::Path;

use library::{Function, Library};
use task::Instance;
use trajectory::{Bank, Filter, Origin, Outcome, RecordingId};

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
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let id = match run {
            Some(name) => bank.resolve(name).map_err(Error::kept)?,
            None => self.last_run(&bank, &function)?,
        };
        let recording = bank.load(&id).map_err(Error::kept)?;
        if !is_run_of(&function, recording.origin, &recording.instance)
            || recording.ending.outcome != Outcome::Unchecked
        {
            return Err(Error::usage(format!(
                "recording {id} is no run of {} that ended unchecked: it ended {} ({:?})",
                function.title(),
                recording.ending.outcome,
                recording.origin
            )));
        }
        let library = Library::open(&self.home.library);
        let function = library.accept(&function, &id).map_err(Error::kept)?;
        Ok(AcceptedFunction { function, run: id })
    }

    /// The newest run of a function that ended unchecked.
    fn last_run(&self, bank: &Bank, function: &Function) -> Result<RecordingId, Error> {
        let filter = Filter {
            outcome: Some(Outcome::Unchecked),
            ..Filter::default()
        };
        let entries = bank.list(&filter).map_err(Error::kept)?.entries;
        let own = |it: &trajectory::Entry| is_run_of(function, it.origin, &it.instance);
        let newest = entries.into_iter().rev().find(own);
        newest.map(|it| it.id).ok_or_else(|| {
            Error::usage(format!(
                "there is no run of {0} that ended unchecked\nhelp: `autorpa exec {0}` runs it; look at what it did, then accept it",
                function.title()
            ))
        })
    }
}

/// Whether a recording is a run of a function: one of its task type, or one of no task type that says what the function
/// says of itself.
fn is_run_of(function: &Function, origin: Origin, of: &Instance) -> bool {
    let says = || {
        let name = function.path.display().to_string();
        runtime::signature(&function.source, &name).map(|it| it.description)
    };
    let own = match of.task_type.as_str() {
        "" => says().is_ok_and(|it| it == of.goal),
        task_type => task_type == function.receipt.task_type,
    };
    origin == Origin::Script && own
}
