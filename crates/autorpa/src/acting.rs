//! What acts on a device and has no record of its own: what is tried while a function is made, what another tool recorded,
//! an agent. It is written down as a run is, and counts as one.

use task::Params;
use trajectory::Outcome;

use crate::{
    Autorpa,
    audit::{Deed, hashed},
    error::Error,
    witness::{now, stamp},
};

impl Autorpa {
    /// Do something that stays. It is written down before it begins, and how it ended behind it; it does not begin where the
    /// policy lets no run begin, or where nothing can be written down.
    pub(crate) fn acting<T>(
        &self,
        what: &str,
        source: &str,
        params: &Params,
        act: impl FnOnce() -> Result<T, Error>,
        outcome: impl FnOnce(&T) -> Outcome,
    ) -> Result<T, Error> {
        self.may_begin(what)?;
        let run = format!("acted-{}", stamp(now()));
        let (salt, params) = hashed(params)?;
        let begins = Deed::Begins {
            run: run.clone(),
            function: what.to_owned(),
            script_sha256: library::sha256(source),
            salt,
            params,
            row: None,
        };
        self.write_down(what, begins)?;
        let done = act();
        let outcome = match &done {
            Ok(it) => Some(outcome(it)),
            Err(error) => error.outcome(),
        };
        let noted = self.audit().note(Deed::Ends {
            run,
            outcome: outcome.map_or("failed", Outcome::name).to_owned(),
        });
        // What was done is known by its beginning.
        if let Err(error) = noted {
            self.told.line(format!("note: {error}"));
        }
        done
    }
}
