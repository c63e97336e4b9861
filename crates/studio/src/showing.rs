//! What is shown, whether it is done in a browser that is listened to or on a device by hand: one face for both.

use std::{thread, time::Duration};

use autorpa::{
    Autorpa, Demonstration, Error, ListenRequest, Listening, Over, Recording, Said, StepSoFar, Word,
    is_refusal,
};
use ui::{Screen, Touch};

/// What is recorded, and where.
#[derive(Clone, Debug)]
pub enum Begin {
    /// What is done in a browser.
    Browser(Box<ListenRequest>),
    /// An instance of a task type, done by hand.
    Task {
        /// The task type.
        task_type: String,
        /// Its suite.
        suite: String,
        /// Which instance.
        seed: u64,
    },
    /// What is done by hand on a device.
    Device {
        /// Its name.
        device: String,
        /// What is going to be done.
        goal: Option<String>,
        /// What the kind of task is called.
        name: Option<String>,
    },
}

/// Something that is being shown.
pub trait Showing {
    /// What is to be done, where that is known.
    fn goal(&self) -> Option<String>;
    /// Wait for at most so long; what was understood meanwhile.
    fn listen(&mut self, most: Duration) -> Vec<Said>;
    /// Do what a person says.
    fn say(&mut self, word: Word) -> Result<Vec<Said>, Error>;
    /// Do what a hand does.
    fn touch(&mut self, touch: &Touch) -> Result<Vec<Said>, Error>;
    /// What there is so far; and what was done after the last step and is none.
    fn steps(&self) -> (Vec<StepSoFar>, Vec<String>);
    /// The screen before a step, from 1, as a PNG file.
    fn picture_before(&mut self, number: usize) -> Option<Vec<u8>>;
    /// What is on the screen, without secrets that the person has named.
    fn screen(&self) -> Screen;
    /// The screen as a PNG file, where another one was drawn than that with this number; and its number.
    fn picture(&mut self, than: Option<u64>) -> Option<(u64, Vec<u8>)>;
    /// What the dialog says that is open, and whether it asks for a text.
    fn dialog(&self) -> Option<(String, bool)>;
    /// Keep it as a recording.
    fn keep(self: Box<Self>, rpa: &Autorpa) -> Result<Recording, Error>;
}

impl Begin {
    /// Open it.
    pub fn open(self, rpa: &Autorpa) -> Result<Box<dyn Showing>, Error> {
        Ok(match self {
            Begin::Browser(request) => Box::new(rpa.listen(&request)?),
            Begin::Task {
                task_type,
                suite,
                seed,
            } => Box::new(ByHand::on(rpa.demonstrate(&task_type, Some(&suite), seed)?)),
            Begin::Device { device, goal, name } => {
                let shown = rpa.demonstrate_on(&device, goal.as_deref(), name.as_deref())?;
                Box::new(ByHand::on(shown))
            }
        })
    }
}

impl Showing for Listening {
    fn goal(&self) -> Option<String> {
        self.goal().map(str::to_owned)
    }

    fn listen(&mut self, most: Duration) -> Vec<Said> {
        self.listen(most)
    }

    fn say(&mut self, word: Word) -> Result<Vec<Said>, Error> {
        Ok(self.say(word))
    }

    fn touch(&mut self, touch: &Touch) -> Result<Vec<Said>, Error> {
        Ok(match self.touch(touch) {
            Ok(()) => Vec::new(),
            Err(error) => vec![Said::Refused(error.to_string())],
        })
    }

    fn steps(&self) -> (Vec<StepSoFar>, Vec<String>) {
        (self.steps(), self.last_gaps())
    }

    fn picture_before(&mut self, number: usize) -> Option<Vec<u8>> {
        self.picture_before(number)
    }

    fn screen(&self) -> Screen {
        self.seen()
    }

    fn picture(&mut self, than: Option<u64>) -> Option<(u64, Vec<u8>)> {
        let drawn = self.drawn();
        let new = than != Some(drawn);
        new.then(|| Listening::picture(self).map(|it| (drawn, it)))
            .flatten()
    }

    fn dialog(&self) -> Option<(String, bool)> {
        self.dialog().map(|(text, asks)| (text.to_owned(), asks))
    }

    fn keep(self: Box<Self>, rpa: &Autorpa) -> Result<Recording, Error> {
        (*self).keep(rpa)
    }
}

/// What is done by hand on a device.
struct ByHand {
    shown: Demonstration,
    /// How often its screen may have changed.
    looked: u64,
    /// Why nothing more can be done on it.
    lost: Option<String>,
}

impl ByHand {
    fn on(shown: Demonstration) -> Self {
        Self {
            shown,
            looked: 0,
            lost: None,
        }
    }

    /// A device that is gone ends the recording; what it refuses is said.
    fn came_to(&mut self, error: Error) -> Result<Vec<Said>, Error> {
        match (is_refusal(&error), &error) {
            (true, _) => Ok(vec![Said::Refused(error.to_string())]),
            (false, Error::Environment(_)) => {
                self.lost = Some(error.to_string());
                Ok(vec![Said::Over(Over::Lost(error.to_string()))])
            }
            (false, _) => Err(error),
        }
    }
}

impl Showing for ByHand {
    fn goal(&self) -> Option<String> {
        let goal = self.shown.instance().map(|it| it.goal.clone());
        goal.filter(|it| !it.is_empty())
    }

    fn listen(&mut self, most: Duration) -> Vec<Said> {
        thread::park_timeout(most);
        Vec::new()
    }

    fn say(&mut self, word: Word) -> Result<Vec<Said>, Error> {
        self.looked += 1;
        match self.shown.say(word) {
            Ok(said) => Ok(said),
            Err(error) => self.came_to(error),
        }
    }

    fn touch(&mut self, touch: &Touch) -> Result<Vec<Said>, Error> {
        self.looked += 1;
        match self.shown.touch(touch) {
            Ok(true) if self.shown.verdict().is_some() => Ok(vec![Said::Over(Over::Done)]),
            Ok(true) => Ok(self.shown.last_said().into_iter().collect()),
            Ok(false) => Ok(vec![Said::Refused("there is nothing at that place".to_owned())]),
            Err(error) => self.came_to(error),
        }
    }

    fn steps(&self) -> (Vec<StepSoFar>, Vec<String>) {
        (self.shown.steps(), Vec::new())
    }

    fn picture_before(&mut self, number: usize) -> Option<Vec<u8>> {
        self.shown.picture_before(number)
    }

    fn screen(&self) -> Screen {
        self.shown.seen()
    }

    fn picture(&mut self, than: Option<u64>) -> Option<(u64, Vec<u8>)> {
        if than == Some(self.looked) || self.lost.is_some() {
            return None;
        }
        self.shown.picture().map(|it| (self.looked, it))
    }

    fn dialog(&self) -> Option<(String, bool)> {
        None
    }

    fn keep(self: Box<Self>, rpa: &Autorpa) -> Result<Recording, Error> {
        self.shown.keep_to_build(rpa).map(|it| it.0)
    }
}
