//! What the work tells whoever watches it, and what it asks.

use std::{fmt, sync::Arc};

pub use compiler::world::Event as BuildEvent;

use trajectory::RunLine;

use crate::ran::Ran;

/// Something that happened, for whoever watches.
///
/// What a front end may want to show in its own way is data: [`Event::Building`], [`Event::Doing`], [`Event::Ran`], and
/// how much is done of how much. Each has a wording (`Display`). [`Event::Line`] is narrative: notes, warnings, and what
/// was decided, as text that is read and not taken apart.
#[derive(Debug)]
pub enum Event<'a> {
    /// A line that stays: a note, a warning, what was decided.
    Line {
        /// The line.
        text: String,
    },
    /// A step of making a function: an instance is taken up, something was recorded, built or run.
    Building {
        /// Which piece of work: a task type, or empty where there is only one.
        work: &'a str,
        /// What happened.
        step: &'a BuildEvent<'a>,
    },
    /// What a piece of work is about now. A new one takes the place of the last one.
    Doing {
        /// Which piece of work: a task type, or empty where there is only one.
        work: &'a str,
        /// What it does.
        doing: Doing<'a>,
    },
    /// A piece of work is over.
    Over {
        /// Which.
        work: &'a str,
    },
    /// So many things are to be done in all.
    Length {
        /// How many.
        count: usize,
    },
    /// So many more of them are done.
    Done {
        /// How many.
        count: usize,
    },
    /// Something happened in a run, as its record has it: a step is about to be done or is done, a picture was kept.
    Noted {
        /// The run's name.
        run: &'a str,
        /// What happened.
        line: &'a RunLine,
    },
    /// A function or an agent has run.
    Ran {
        /// What came of it.
        run: &'a Ran,
    },
}

/// What a piece of work is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing<'a> {
    /// The search tries an instance.
    Exploring {
        /// Seed of the instance.
        seed: u64,
        /// Episodes that ended so far.
        episodes: usize,
        /// Steps that were taken so far.
        steps: usize,
        /// What the search says of it.
        note: &'a str,
    },
    /// The ReAct agent does an instance.
    Agent {
        /// Seed of the instance.
        seed: u64,
    },
    /// A function runs.
    Running {
        /// Its name.
        function: &'a str,
        /// Seed of the instance.
        seed: u64,
    },
}

impl fmt::Display for Doing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doing::Exploring {
                seed,
                episodes,
                steps,
                note,
            } => write!(
                f,
                "exploring instance {seed}: {episodes} episodes, {steps} steps, {note}"
            ),
            Doing::Agent { seed } => write!(f, "the ReAct agent does instance {seed}"),
            Doing::Running { function, seed } => write!(f, "running {function} on instance {seed}"),
        }
    }
}

/// Who watches the work. It may be asked from several threads at once.
pub trait Observer: Send + Sync {
    /// Hear what happens.
    fn hear(&self, event: &Event<'_>);

    /// Whether the person wants it done. `None` where nobody is there to be asked.
    fn agrees(&self, question: &str) -> Option<bool> {
        let _ = question;
        None
    }

    /// What the person types to what was said last. `None` where nobody is there to be asked.
    fn answers(&self) -> Option<String> {
        None
    }

    /// A secret that the person types. It stands in nothing that is kept or told. `None` where nobody is there to be asked.
    fn types(&self, question: &str) -> Option<String> {
        let _ = question;
        None
    }

    /// Which of the answers the person gives, from 0. `None` where nobody is there to be asked.
    fn chooses(&self, question: &Question) -> Option<usize> {
        let _ = question;
        None
    }
}

/// A question with several answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub text: String,
    /// What can be answered.
    pub answers: Vec<String>,
    /// A PNG file that shows what it is about, with the number of an answer, from 1, at what it stands for.
    pub picture: Option<Vec<u8>>,
    /// The login that somebody has to make before it is answered.
    pub login: Option<NeededLogin>,
}

/// A login that a run needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeededLogin {
    /// What it is called.
    pub name: String,
    /// Where somebody logs in; empty where that is not known.
    pub url: String,
}

impl Question {
    /// Which answer a person means who typed its number; none where there is no such answer.
    pub fn numbered(&self, typed: &str) -> Option<usize> {
        let number: usize = typed.trim().parse().ok()?;
        number.checked_sub(1).filter(|it| *it < self.answers.len())
    }
}

/// What is asked, and its answers with their numbers, a line each.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        for (number, answer) in (1..).zip(&self.answers) {
            write!(f, "\n{number}. {answer}")?;
        }
        Ok(())
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {
    fn hear(&self, event: &Event<'_>) {
        let _ = event;
    }
}

/// The observer of a piece of work, with the words that most of it needs.
#[derive(Clone)]
pub struct Audience(Arc<dyn Observer>);

impl Audience {
    /// Tell this observer.
    pub fn new(observer: Arc<dyn Observer>) -> Self {
        Self(observer)
    }

    /// Tell of an event.
    pub fn event(&self, event: &Event<'_>) {
        self.0.hear(event);
    }

    /// A line that stays.
    pub fn line(&self, text: impl Into<String>) {
        self.0.hear(&Event::Line { text: text.into() });
    }

    /// Ask the person. `None` where nobody is there.
    pub fn agrees(&self, question: &str) -> Option<bool> {
        self.0.agrees(question)
    }

    /// What the person types to what was said last. `None` where nobody is there.
    pub fn answers(&self) -> Option<String> {
        self.0.answers()
    }

    /// Have the person type a secret. `None` where nobody is there.
    pub fn types(&self, question: &str) -> Option<String> {
        self.0.types(question)
    }

    /// Have the person choose among answers: which one, from 0. `None` where nobody is there.
    pub fn chooses(&self, question: &Question) -> Option<usize> {
        self.0.chooses(question)
    }
}

/// One piece of work whose state is told; it is over when this is dropped.
pub struct WorkInProgress {
    told: Audience,
    name: String,
}

impl WorkInProgress {
    /// It begins. The name is empty where there is only one.
    pub fn new(told: &Audience, name: &str) -> Self {
        Self {
            told: told.clone(),
            name: name.to_owned(),
        }
    }

    /// What it does now.
    pub fn tell(&self, doing: Doing<'_>) {
        self.told.event(&Event::Doing {
            work: &self.name,
            doing,
        });
    }

    /// A step of making a function.
    pub fn building(&self, step: &BuildEvent<'_>) {
        self.told.event(&Event::Building {
            work: &self.name,
            step,
        });
    }

    /// A line that stays.
    pub fn line(&self, text: &str) {
        self.told.line(text);
    }

    /// Ask the person. `None` where nobody is there.
    pub fn agrees(&self, question: &str) -> Option<bool> {
        self.told.agrees(question)
    }
}

impl Drop for WorkInProgress {
    fn drop(&mut self) {
        self.told.event(&Event::Over { work: &self.name });
    }
}
