//! Why a part of a file is not understood.

use std::borrow::Cow;

use thiserror::Error;

/// A name that is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// As it stands in the file.
    pub written: String,
    /// Why it is not understood.
    pub why: Why,
}

/// Why a part of a file is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Why {
    /// A sentence that says all.
    #[error("{0}")]
    Said(&'static str),
    /// Something that the file may hold and nobody reads here.
    #[error("{what} is not read")]
    NotRead {
        /// What.
        what: Cow<'static, str>,
    },
    /// It stands where something else belongs.
    #[error("`{found}` is not expected there")]
    Unexpected {
        /// What stands there.
        found: String,
    },
    /// Nothing of a kind begins so.
    #[error("`{found}` begins no {what}")]
    Begins {
        /// What stands there.
        found: String,
        /// What was to begin.
        what: &'static str,
    },
    /// A bracket has no end.
    #[error("`{what}` is not closed")]
    Open {
        /// What was opened.
        what: String,
    },
    /// A key of an object has no value.
    #[error("`{key}` has no value")]
    NoValue {
        /// The key.
        key: String,
    },
    /// An attribute has no value to be compared with.
    #[error("`{name}` is compared with nothing")]
    NoComparison {
        /// The attribute.
        name: String,
    },
    /// A call is made on something else than a page.
    #[error("`{name}` is no page")]
    NoPage {
        /// What it is made on.
        name: String,
    },
    /// Clicks that nobody does.
    #[error("{} are not read", clicks(count, button.as_deref()))]
    Clicks {
        /// How many.
        count: String,
        /// The button, where the file names one.
        button: Option<String>,
    },
    /// More than one option is chosen.
    #[error("{count} options are chosen at once")]
    SeveralOptions {
        /// How many.
        count: usize,
    },
    /// No way in which the file names its element is understood.
    #[error("`{written}`: {why}")]
    Name {
        /// The first, as it is written.
        written: String,
        /// Why it is not understood.
        why: Box<Why>,
    },
    /// The keys of a chord.
    #[error(transparent)]
    Chord(#[from] ui::ChordError),
    /// It has other fields than its format.
    #[error("it is not of the format's shape: {reason}")]
    Shape {
        /// What the parser found.
        reason: String,
    },
}

fn clicks(count: &str, button: Option<&str>) -> String {
    match button {
        Some(button) => format!("{count} clicks with the {button} button"),
        None => format!("{count} clicks"),
    }
}

impl From<&'static str> for Why {
    fn from(said: &'static str) -> Self {
        Why::Said(said)
    }
}

impl From<Unread> for Why {
    fn from(Unread { written, why }: Unread) -> Self {
        Why::Name {
            written,
            why: Box::new(why),
        }
    }
}

impl Why {
    pub(crate) fn not_read(what: impl Into<Cow<'static, str>>) -> Self {
        Why::NotRead { what: what.into() }
    }

    pub(crate) fn shape(error: &serde_json::Error) -> Self {
        Why::Shape {
            reason: error.to_string(),
        }
    }
}
