//! What is done to a task only where the person allows it: what stays, and what can't be taken back.

use trajectory::Recording;

use crate::{observer::WorkInProgress, registry::Rights, writes::Writes};

/// What may be done with a task type, and what the person has allowed so far.
pub struct Permission {
    rights: Rights,
    /// Whether the person wants what may do what can't be taken back.
    allowed: bool,
    /// Whether the person wants forms submitted again that only ask.
    asks_again: bool,
    /// What its recordings have written; `None` before the first one.
    writes: Option<Writes>,
}

impl Permission {
    /// Nothing is allowed yet but what these rights allow.
    pub fn new(rights: Rights) -> Self {
        Self {
            rights,
            allowed: false,
            asks_again: false,
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

    /// Whether what the recordings show may be done again. What is known to write nothing is not asked for; for forms that
    /// only ask, as searches do, one word is enough.
    pub fn allows_again(&mut self, doing: &str, progress: &WorkInProgress) -> bool {
        let stays = !self.rights.resets && !self.rights.asks;
        match &self.writes {
            Some(Writes::Nothing) if stays => true,
            Some(Writes::Asked(..)) if stays => {
                self.asks_again = self.asks_again || self.allows(doing, progress);
                self.asks_again
            }
            _ => self.allows(doing, progress),
        }
    }

    /// Whether something may be done; the person is asked where what it does stays or can't be taken back. `doing` goes
    /// into the question.
    pub fn allows(&mut self, doing: &str, progress: &WorkInProgress) -> bool {
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use task::{Instance, Params};
    use trajectory::{Origin, Step};
    use ui::{Action, Sent};

    use super::*;
    use crate::observer::{Audience, Event, Observer};

    /// Somebody who allows what is asked, and remembers it.
    #[derive(Default)]
    struct Agrees(Mutex<Vec<String>>);

    impl Observer for Agrees {
        fn hear(&self, _event: &Event<'_>) {}

        fn agrees(&self, question: &str) -> Option<bool> {
            self.0.lock().unwrap().push(question.to_owned());
            Some(true)
        }
    }

    /// How often a person is asked for three runs of what sent this, where nothing is put back.
    fn asked(method: &str) -> usize {
        let rights = Rights {
            resets: false,
            explores: false,
            side_by_side: false,
            asks: false,
        };
        let instance = Instance {
            suite: String::new(),
            task_type: String::new(),
            seed: 0,
            goal: String::new(),
            params: Params::new(),
        };
        let step = Step {
            sent: Some(vec![Sent {
                method: method.to_owned(),
                address: "http://a.example/".to_owned(),
            }]),
            ..Step::new(Arc::default(), Action::KeyboardEnter)
        };
        let mut permission = Permission::new(rights);
        permission.saw(&Recording::reached(
            Origin::Person,
            instance,
            vec![step],
            Arc::default(),
        ));
        let person = Arc::new(Agrees::default());
        let work = WorkInProgress::new(&Audience::new(person.clone()), "");
        for _ in 0..3 {
            assert!(permission.allows_again("run it", &work));
        }
        let asked = person.0.lock().unwrap();
        assert!(asked[0].contains("step 1 s"), "{asked:?}");
        asked.len()
    }

    #[test]
    fn a_form_that_only_asks_is_asked_for_once_and_what_writes_each_time() {
        assert_eq!(asked("GET"), 1);
        assert_eq!(asked("POST"), 3);
    }
}
