//! What was understood: steps, notes beside them, and gaps.

use std::{fmt, sync::Arc};

use ui::{HardAction, Screen};

/// One action, and what was on the screen before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The page that it was done on.
    pub page: u32,
    /// When its gesture began, in milliseconds.
    pub at: u64,
    /// The screen before it.
    pub screen: Arc<Screen>,
    /// SHA-256 (hex) of the picture of that screen.
    pub picture: Option<String>,
    /// What was done, on an index of that screen.
    pub action: HardAction,
    /// The name of the secret that was typed: the text is a place for it.
    pub secret: Option<String>,
    /// What is to be known of it.
    pub notes: Vec<Note>,
}

/// Something about a step, or between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// It was looked at and left as it was: to reach this state, nothing had to be done.
    LeftAsIs {
        /// What.
        element: String,
        /// What it held.
        holds: String,
    },
    /// It was done, and nothing on the page changed: it is no step.
    ChangedNothing {
        /// What was done.
        what: String,
    },
    /// It was done, and nothing on the page shows that.
    ShowsNothing,
    /// The text was pasted: it comes from somewhere.
    Pasted,
    /// The browser has filled it in.
    FilledIn,
    /// The page has made another text of what was typed.
    Reshaped {
        /// What the field showed in the end.
        shown: String,
    },
    /// A file was saved.
    Saved {
        /// Its name.
        file: String,
    },
    /// It was done in a window that the person has opened.
    OwnWindow,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::LeftAsIs { element, holds } if holds.is_empty() => write!(f, "{element} was left empty"),
            Note::LeftAsIs { element, holds } => write!(f, "{element} was left as it is: {holds}"),
            Note::ChangedNothing { what } => write!(f, "{what}: nothing changed, it is no step"),
            Note::ShowsNothing => f.write_str("nothing on the page shows that it was done"),
            Note::Pasted => f.write_str("the text was pasted"),
            Note::FilledIn => f.write_str("the browser has filled it in"),
            Note::Reshaped { shown } => write!(f, "the page has made \"{shown}\" of it"),
            Note::Saved { file } => write!(f, "it saves the file \"{file}\""),
            Note::OwnWindow => f.write_str("it was opened in a window of its own"),
        }
    }
}

/// Something that was done and can't be said as an action. A recording with one is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// How many steps there are before it.
    pub after: usize,
    /// What was done.
    pub what: String,
    /// Why it can't be said.
    pub why: Reason,
}

/// Why something can't be said as an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is not in the list of elements.
    NotListed,
    /// It stands in something that can't be looked into.
    Closed {
        /// In what.
        inside: String,
    },
    /// Only a place in a drawing says what is meant.
    Place,
    /// There is no action for it.
    NoAction,
    /// Several options show the same.
    SameOption,
    /// It could not be heard.
    Unheard {
        /// Why.
        why: String,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotListed => f.write_str("it is not among the elements that the page lists"),
            Reason::Closed { inside } => write!(f, "it is inside {inside}"),
            Reason::Place => f.write_str("only its place in a drawing says what is meant"),
            Reason::NoAction => f.write_str("there is no action for it"),
            Reason::SameOption => f.write_str("several options of the list show this"),
            Reason::Unheard { why } => f.write_str(why),
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}

/// What a [`crate::Recorder`] has understood by something that it heard.
#[derive(Clone, Debug, PartialEq)]
pub enum Update {
    /// There is a further step; its position from 0.
    Step(usize),
    /// A step is another one than was said; its position from 0.
    Again(usize),
    /// Something between the steps.
    Note(Note),
    /// Something that can't be said as an action.
    Gap(Gap),
}
