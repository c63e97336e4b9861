//! Why a step of another tool's file can't be done on what is there.

use device::{Cause, NoOption};
use import::{NoValue, NotOne};
use settings::Setting;
use thiserror::Error;
use trajectory::Outcome;

/// Why a step of another tool's file can't be done on what is there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotPlayed {
    /// Somebody stopped it.
    #[error("the user stopped it")]
    Stopped,
    /// It needs an element, and the file names none.
    #[error("it names no element")]
    NoName,
    /// An element is named that it is not done to.
    #[error("it is done to no element")]
    ToNothing,
    /// It is on a page that is not open.
    #[error("it is on another page, and nothing that was done opened one")]
    OtherPage,
    /// What the file names is no one element of the page.
    #[error("{why}\nthe page is \"{page}\"")]
    NotOne {
        /// Why not.
        why: NotOne,
        /// The page.
        page: String,
    },
    /// The element went away meanwhile.
    #[error("it is gone")]
    Gone,
    /// Three clicks in a row.
    #[error("three clicks only choose a text, and nothing is done with it")]
    ThreeClicks,
    /// A choice is taken back.
    #[error(
        "nobody can take a choice back but by another one: the file has it from a key that changed nothing"
    )]
    TakenBack,
    /// A key is for an element that has not the focus.
    #[error("{element} has not the focus, and a click on it would do more than give it")]
    NoFocus {
        /// The element.
        element: String,
    },
    /// The file does not say how a dialog was answered.
    #[error(
        "the file tells of a dialog and not how it was answered\nhelp: {} or {} says it",
        Setting::Dialogs.to("accept"),
        Setting::Dialogs.to("dismiss")
    )]
    Dialog,
    /// A list has no such option.
    #[error(transparent)]
    NoOption(NoOption),
    /// A file that is handed in can't be read.
    #[error("`{name}` can't be read ({source})\nhelp: put it beside the imported file")]
    File {
        /// Its name.
        name: String,
        /// What the system says.
        source: Cause,
    },
    /// A variable has no value.
    #[error(transparent)]
    NoValue(#[from] NoValue),
    /// The device is there and does not do it.
    #[error("{source}\nthe page is \"{page}\"")]
    Refused {
        /// What it says.
        source: Cause,
        /// The page.
        page: String,
    },
}

impl NotPlayed {
    /// How an import ends with it.
    pub fn outcome(&self) -> Outcome {
        match self {
            NotPlayed::Stopped => Outcome::Cancelled,
            NotPlayed::NotOne {
                why: NotOne::Several { .. } | NotOne::Disagree { .. } | NotOne::Undecided { .. },
                ..
            }
            | NotPlayed::NoName
            | NotPlayed::ToNothing
            | NotPlayed::ThreeClicks
            | NotPlayed::TakenBack
            | NotPlayed::NoFocus { .. }
            | NotPlayed::Dialog
            | NotPlayed::NoValue(_) => Outcome::Refused,
            NotPlayed::NotOne {
                why: NotOne::None { .. } | NotOne::Frame { .. },
                ..
            }
            | NotPlayed::OtherPage
            | NotPlayed::Gone
            | NotPlayed::NoOption(_)
            | NotPlayed::File { .. }
            | NotPlayed::Refused { .. } => Outcome::Stuck,
        }
    }
}
