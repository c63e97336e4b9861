//! What is done to a task only where the person allows it: what stays, and what can't be taken back.

use trajectory::Recording;

use crate::{observer::Work, registry::Rights, writes::Writes};

/// What may be done with a task type, and what the person has allowed so far.
pub struct Permission {
    rights: Rights,
    /// Whether the person wants what may do what can't be taken back.
    allowed: bool,
    /// What its recordings have written; `None` before the first one.
    writes: Option<Writes>,
}

impl Permission {
    /// Nothing is allowed yet but what these rights allow.
    pub fn new(rights: Rights) -> Self {
        Self {
            rights,
            allowed: false,
            writes: None,
        }
    }

    /// Whether exploring may press anything.
    pub fn explores(&self) -> bool {
        self.rights.explores
    }

    /// Whether all is put back and nobody is asked.
    pub fn is_free(&self) -> bool {
        self.rights.resets && !self.rights.asks
    }

    /// How often something may be tried again, of so many times: what stays is not done again by itself.
    pub fn again(&self, times: usize) -> usize {
        match self.rights.resets {
            true => times,
            false => 0,
        }
    }

    /// Take note of what was done for the task type.
    pub fn saw(&mut self, recording: &Recording) {
        let writes = Writes::of([recording]);
        self.writes = Some(match self.writes.take() {
            Some(known) => known.or(writes),
            None => writes,
        });
    }

    /// Whether what the recordings show may be done again. What is known to write nothing is not asked for.
    pub fn allows_again(&mut self, doing: &str, progress: &Work) -> bool {
        let asks = self.rights.asks;
        match (&self.writes, self.rights.resets) {
            (Some(Writes::Nothing), false) if !asks => true,
            _ => self.allows(doing, progress),
        }
    }

    /// Whether something may be done; the person is asked where what it does stays or can't be taken back. `doing` goes
    /// into the question.
    pub fn allows(&mut self, doing: &str, progress: &Work) -> bool {
        let why = match (self.rights.resets, self.rights.asks) {
            (true, false) => return true,
            (true, true) if self.allowed => return true,
            (true, true) => "the task file names steps that can't be taken back, and says of no sandbox",
            (false, _) => "the task file has no [reset], so what a run does stays",
        };
        let wrote = self.writes.as_ref().and_then(Writes::says);
        let wrote = wrote
            .map(|it| format!(" ({it})"))
            .filter(|_| !self.rights.resets)
            .unwrap_or_default();
        let agreed = progress.agrees(&format!("{why}{wrote}: {doing}?")) == Some(true);
        // Where all is put back, one word is enough for the build.
        self.allowed |= agreed;
        agreed
    }
}
