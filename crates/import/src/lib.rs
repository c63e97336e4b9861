//! What other tools recorded: their files in, intents out.
//!
//! Pure: a text is read ([`read`]), and a locator of another tool is held against a screen ([`named`]). No file of
//! another tool has the screens that locators are proven on, so an intent says what was done to something that looked
//! like this; a recording it becomes when it is done again on the live page.
//!
//! - [`Script`]: what a file says, with the line of everything: [`Intent`]s, variables, checks, and what was left out.
//! - [`Locator`]: how another tool names an element; [`Target`]: all its names for one element.
//! - [`named`]: the one element that all names of a target agree on, or why there is none.

mod clean;
mod css;
mod fit;
mod format;
mod intent;
mod locator;
mod read;
mod why;
mod words;
mod xpath;

pub use fit::{NotOne, Seen, named};
pub use format::{Format, UnknownFormat};
pub use intent::{
    Act, Check, Choice, Claim, Effect, Frame, Intent, NoValue, Note, Part, Place, Script, Text, Variable,
};
pub use locator::{Link, Locator, Target};
pub use read::{ReadError, read};
pub use why::{Unread, Why};
pub use words::Words;
