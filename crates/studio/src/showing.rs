//! What is shown, whether it is done in a browser that is listened to, on a device by hand, or where somebody logs in: one face
//! for all.

use std::{
    thread,
    time::{Duration, Instant},
};

use autorpa::{
    Autorpa, Demonstration, Error, ListenRequest, Listening, LoggingIn, LoginRequest, Over, Recording, Said,
    StepSoFar, Word, is_refusal,
};
use serde::Serialize;
use task::Params;
use ui::{Screen, Touch};

/// How often a page that somebody logs in on is pictured and looked at.
const PICTURES: Duration = Duration::from_millis(300);

/// What something is shown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// A recording.
    Recording,
    /// A login that is kept.
    Login,
    /// A device that somebody works with by hand.
    Hand,
}

/// What came of it.
pub enum Kept {
    /// A recording.
    Recording(Box<Recording>),
    /// A login: its name, and the sites that it is for.
    Login(String, Vec<String>),
}

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
    /// A device is worked with by hand; what is done is kept only where the person says so.
    Hand {
        /// Its name.
        device: String,
    },
    /// Somebody logs in.
    Login(LoginRequest),
}

/// Something that is being shown.
pub trait Showing {
    /// What is to be done, where that is known.
    fn goal(&self) -> Option<String>;
    /// Wait for at most so long; what was understood meanwhile.
    fn listen(&mut self, most: Duration) -> Vec<Said>;
    /// Do what a person says.
    fn say(&mut self, word: Word) -> Result<Vec<Said>, Error>;
    /// The values with which what was shown could be done once more, by name, and what was understood on the way; none where it
    /// has others each time.
    fn values(&mut self) -> Result<(Params, Vec<Said>), Error> {
        Ok((Params::new(), Vec::new()))
    }
    /// Do what a hand does.
    fn touch(&mut self, touch: &Touch) -> Result<Vec<Said>, Error>;
    /// Apps that can be opened by name.
    fn apps(&self) -> Vec<String> {
        Vec::new()
    }
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
    /// Keep it.
    fn keep(self: Box<Self>, rpa: &Autorpa) -> Result<Kept, Error>;
}

impl Begin {
    /// What it is shown for.
    pub fn purpose(&self) -> Purpose {
        match self {
            Begin::Browser(_) | Begin::Task { .. } | Begin::Device { .. } => Purpose::Recording,
            Begin::Hand { .. } => Purpose::Hand,
            Begin::Login(_) => Purpose::Login,
        }
    }

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
            Begin::Hand { device } => Box::new(ByHand::on(rpa.demonstrate_on(&device, None, None)?)),
            Begin::Login(request) => Box::new(AtLogin {
                name: request.name.clone(),
                logging_in: rpa.log_in(&request)?,
                drawn: 0,
                shown: Vec::new(),
                next: Instant::now(),
                looks: Instant::now(),
                lost: false,
            }),
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

    fn values(&mut self) -> Result<(Params, Vec<Said>), Error> {
        self.values()
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

    fn keep(self: Box<Self>, rpa: &Autorpa) -> Result<Kept, Error> {
        (*self).keep(rpa).map(|it| Kept::Recording(Box::new(it)))
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

    fn apps(&self) -> Vec<String> {
        self.shown.apps()
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

    fn keep(self: Box<Self>, rpa: &Autorpa) -> Result<Kept, Error> {
        let kept = self.shown.keep_to_build(rpa);
        kept.map(|it| Kept::Recording(Box::new(it.0)))
    }
}

/// A browser in which somebody logs in. Nothing of what they do is kept, but for what the browser knows at the end.
struct AtLogin {
    name: String,
    logging_in: LoggingIn,
    /// How often another picture was drawn.
    drawn: u64,
    /// The picture that was drawn last.
    shown: Vec<u8>,
    /// When the next picture is due, and when the page is looked at next.
    next: Instant,
    looks: Instant,
    lost: bool,
}

impl AtLogin {
    fn came_to(&mut self, error: &Error) -> Vec<Said> {
        match is_refusal(error) {
            true => vec![Said::Refused(error.to_string())],
            false => {
                self.lost = true;
                vec![Said::Over(Over::Lost(error.to_string()))]
            }
        }
    }
}

impl Showing for AtLogin {
    fn goal(&self) -> Option<String> {
        None
    }

    fn listen(&mut self, most: Duration) -> Vec<Said> {
        if Instant::now() < self.looks {
            thread::park_timeout(most);
            return Vec::new();
        }
        self.looks = Instant::now() + PICTURES;
        match self.logging_in.look_within(most) {
            Ok(()) => Vec::new(),
            Err(error) => self.came_to(&error),
        }
    }

    fn say(&mut self, word: Word) -> Result<Vec<Said>, Error> {
        Ok(match word {
            Word::Done => vec![Said::Over(Over::Done)],
            _ => vec![Said::Refused(
                "nothing is recorded here: log in, and say that you are in".to_owned(),
            )],
        })
    }

    fn touch(&mut self, touch: &Touch) -> Result<Vec<Said>, Error> {
        (self.next, self.looks) = (Instant::now(), Instant::now());
        Ok(match self.logging_in.touch(touch) {
            Ok(()) => Vec::new(),
            Err(error) => self.came_to(&error),
        })
    }

    fn steps(&self) -> (Vec<StepSoFar>, Vec<String>) {
        (Vec::new(), Vec::new())
    }

    fn picture_before(&mut self, _: usize) -> Option<Vec<u8>> {
        None
    }

    fn screen(&self) -> Screen {
        self.logging_in.seen()
    }

    fn picture(&mut self, than: Option<u64>) -> Option<(u64, Vec<u8>)> {
        if !self.lost && Instant::now() >= self.next {
            self.next = Instant::now() + PICTURES;
            // A page that goes elsewhere has no picture for a moment.
            let png = self.logging_in.picture().ok()?;
            if png != self.shown {
                self.drawn += 1;
                self.shown = png;
            }
        }
        let is_new = than != Some(self.drawn) && !self.shown.is_empty();
        is_new.then(|| (self.drawn, self.shown.clone()))
    }

    fn dialog(&self) -> Option<(String, bool)> {
        None
    }

    fn keep(self: Box<Self>, _: &Autorpa) -> Result<Kept, Error> {
        let sites = self.logging_in.keep()?;
        Ok(Kept::Login(self.name, sites))
    }
}
