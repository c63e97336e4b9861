//! What acts on a device and has no record of its own: what is tried while a function is made, what another tool recorded,
//! an agent. It is written down as a run is, and counts as one.

use task::Params;
use trajectory::Outcome;

use crate::{
    Autorpa,
    audit::{Deed, begins},
    error::Error,
    witness::{now, stamp},
};

impl Autorpa {
    /// Do something that stays. It is written down before it begins, and how it ended behind it. `what` says who or what acts;
    /// `source` is the script that does, or what was asked for.
    ///
    /// # Errors
    /// The policy lets no run begin now, nothing can be written down, or what `act` gives.
    pub(crate) fn acting<T>(
        &self,
        what: &str,
        source: &str,
        params: &Params,
        act: impl FnOnce() -> Result<T, Error>,
        outcome: impl FnOnce(&T) -> Outcome,
    ) -> Result<T, Error> {
        self.may_begin(what)?;
        let now = now();
        // Two may begin in one millisecond.
        let run = format!("acted-{}-{:06}", stamp(now), now.subsec_nanos() % 1_000_000);
        let begins = begins(run.clone(), what, source, params, None)?;
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
