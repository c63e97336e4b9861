//! What a file of another tool says, in one form for all of them.

use std::fmt;

use thiserror::Error;
use ui::Chord;

use crate::{
    format::Format,
    locator::{Locator, Target},
};

/// What a file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Its format.
    pub format: Format,
    /// What it calls itself.
    pub title: Option<String>,
    /// What was done, in order.
    pub intents: Vec<Intent>,
    /// Values that it leaves open.
    pub variables: Vec<Variable>,
    /// What it says should hold: proposals, which nobody has tested.
    pub checks: Vec<Check>,
    /// What was left out because it does nothing for the task.
    pub dropped: Vec<Note>,
    /// What was not understood: nothing is done before a person has looked at it.
    pub unread: Vec<Note>,
}

/// One thing that was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Intent {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Where.
    pub place: Place,
    /// What.
    pub act: Act,
    /// What the file says that it led to.
    pub effects: Vec<Effect>,
}

/// A document: a page, and the frames on the way to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    /// The file's own name of the page; empty is the first one.
    pub page: String,
    /// The frames from the page inwards.
    pub frames: Vec<Frame>,
}

/// A frame, as a file names it.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame {
    /// The frame whose element this is.
    Element(Target),
    /// One of the frames around, by its number. Frames that don't show are counted too, so that the number alone
    /// names none.
    Number(usize),
}

/// What was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// An address was opened.
    Open {
        /// The address, or the part of it behind the one that is begun with.
        address: Text,
    },
    /// It was clicked, once or several times.
    Click {
        /// What.
        target: Target,
        /// How often: 1, 2 or 3.
        count: u8,
    },
    /// It was clicked with the other button.
    RightClick {
        /// What.
        target: Target,
    },
    /// A field holds this now, whatever it held.
    Fill {
        /// The field.
        target: Target,
        /// All that it holds.
        text: Text,
    },
    /// This was typed behind what a field held.
    Append {
        /// The field.
        target: Target,
        /// What was typed.
        text: Text,
    },
    /// A box is ticked now, or no longer.
    Tick {
        /// The box.
        target: Target,
        /// Whether it is.
        on: bool,
    },
    /// An option of a list was chosen.
    Choose {
        /// The list.
        target: Target,
        /// Which one.
        choice: Choice,
    },
    /// Files were given.
    Upload {
        /// The field that takes them.
        target: Target,
        /// Their names, as far as the file knows them.
        files: Vec<Text>,
    },
    /// A key was pressed.
    Press {
        /// On what; none is where the focus is.
        target: Option<Target>,
        /// The key.
        keys: Chord,
    },
    /// The pointer rested on it.
    Hover {
        /// What.
        target: Target,
    },
    /// It was dragged to something else.
    Drag {
        /// What.
        target: Target,
        /// Where to.
        to: Target,
    },
    /// A dialog of the browser was answered.
    Answer {
        /// Whether it was agreed to. `None`: the file does not say.
        accept: Option<bool>,
        /// What was typed into it.
        text: Option<Text>,
    },
    /// Back in the history.
    Back,
    /// The page was closed.
    Close,
}

/// Which option of a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// What it shows.
    Label(Text),
    /// Its value, which nobody sees, or what it shows.
    Value(Text),
    /// Its place, from 0.
    Number(usize),
}

/// What a file says that something led to.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Another address.
    Navigation {
        /// The address.
        address: String,
    },
    /// A new page.
    Popup {
        /// The file's name for it.
        page: String,
    },
    /// A file was saved.
    Download,
    /// This was not there before.
    Shows(Locator),
}

/// A value that a file leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The value that the file has for it.
    pub value: Option<String>,
    /// Its line.
    pub line: usize,
}

/// What should hold, by the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Its line.
    pub line: usize,
    /// Where.
    pub place: Place,
    /// What it is about; none is the page as a whole.
    pub target: Option<Target>,
    /// What is claimed.
    pub claim: Claim,
}

/// What is claimed of an element or of the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// It is there.
    Shows,
    /// It is not there.
    Absent,
    /// Its text is this.
    Text(Text),
    /// Its text has this in it.
    Contains(Text),
    /// It holds this value.
    Value(Text),
    /// It is ticked, or not.
    Ticked(bool),
    /// The page's title is this.
    Title(Text),
    /// The page's address is this.
    Address(Text),
    /// In the tool's own words, which mean nothing here.
    Other(String),
}

/// A remark on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The line.
    pub line: usize,
    /// What stands there, in short. Values that were typed are not in it.
    pub what: String,
    /// Why.
    pub why: String,
}

/// A variable that a text needs has no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{name}` has no value")]
pub struct NoValue {
    /// The variable.
    pub name: String,
}

/// A text with variables in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Part>);

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// It stands for itself.
    Plain(String),
    /// The value of the variable with this name.
    Variable(String),
}

impl Text {
    /// A text without variables.
    pub fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        match text.is_empty() {
            true => Self::default(),
            false => Self(vec![Part::Plain(text)]),
        }
    }

    /// A text in which variables stand between these two, as in `${name}`. What is no name stands for itself.
    pub(crate) fn with_variables(text: &str, open: &str, close: char) -> Self {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(open) {
            let (before, after) = (&rest[..at], &rest[at + open.len()..]);
            let name = after.split_once(close).filter(|(name, _)| is_name(name));
            plain.push_str(before);
            match name {
                Some((name, behind)) => {
                    if !plain.is_empty() {
                        parts.push(Part::Plain(std::mem::take(&mut plain)));
                    }
                    parts.push(Part::Variable(name.to_owned()));
                    rest = behind;
                }
                None => {
                    plain.push_str(open);
                    rest = after;
                }
            }
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            parts.push(Part::Plain(plain));
        }
        Self(parts)
    }

    /// The variables in it.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|it| match it {
            Part::Plain(_) => None,
            Part::Variable(name) => Some(name.as_str()),
        })
    }

    /// The text, with a value for each variable.
    pub fn fill(&self, value: &dyn Fn(&str) -> Option<String>) -> Result<String, NoValue> {
        let mut out = String::new();
        for part in &self.0 {
            match part {
                Part::Plain(text) => out.push_str(text),
                Part::Variable(name) => {
                    out.push_str(&value(name).ok_or_else(|| NoValue { name: name.clone() })?)
                }
            }
        }
        Ok(out)
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether a text can be a variable's name.
fn is_name(text: &str) -> bool {
    let mut all = text.chars();
    all.next().is_some_and(|it| it.is_alphabetic() || it == '_')
        && all.all(|it| it.is_alphanumeric() || it == '_' || it == '-')
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for it in &self.0 {
            match it {
                Part::Plain(text) => write!(f, "{}", text.escape_debug())?,
                Part::Variable(name) => write!(f, "{{{name}}}")?,
            }
        }
        f.write_str("\"")
    }
}

impl Act {
    /// What it is done to, if to one element.
    pub fn target(&self) -> Option<&Target> {
        match self {
            Act::Click { target, .. }
            | Act::RightClick { target }
            | Act::Fill { target, .. }
            | Act::Append { target, .. }
            | Act::Tick { target, .. }
            | Act::Choose { target, .. }
            | Act::Upload { target, .. }
            | Act::Hover { target }
            | Act::Drag { target, .. } => Some(target),
            Act::Press { target, .. } => target.as_ref(),
            Act::Open { .. } | Act::Answer { .. } | Act::Back | Act::Close => None,
        }
    }

    /// The texts that were typed or chosen.
    pub fn texts(&self) -> Vec<&Text> {
        match self {
            Act::Open { address: text } | Act::Fill { text, .. } | Act::Append { text, .. } => vec![text],
            Act::Choose {
                choice: Choice::Label(text) | Choice::Value(text),
                ..
            } => vec![text],
            Act::Upload { files, .. } => files.iter().collect(),
            Act::Answer { text, .. } => text.iter().collect(),
            Act::Choose {
                choice: Choice::Number(_),
                ..
            }
            | Act::Click { .. }
            | Act::RightClick { .. }
            | Act::Tick { .. }
            | Act::Press { .. }
            | Act::Hover { .. }
            | Act::Drag { .. }
            | Act::Back
            | Act::Close => Vec::new(),
        }
    }
}

impl Act {
    /// Whether its target is called a password or something like it. The page tells more: this is for what is shown
    /// before there is one.
    pub fn looks_secret(&self) -> bool {
        const WORDS: [&str; 6] = ["passw", "passphrase", "secret", "one-time", "card number", "cvc"];
        let called = self
            .target()
            .map(|it| it.to_string().to_lowercase())
            .unwrap_or_default();
        WORDS.iter().any(|it| called.contains(it))
    }
}

/// What was done, without the values: a file has passwords in clear.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Open { .. } => f.write_str("open an address"),
            Act::Click { target, count: 1 } => write!(f, "click {target}"),
            Act::Click { target, count } => write!(f, "click {target} {count} times"),
            Act::RightClick { target } => write!(f, "click {target} with the other button"),
            Act::Fill { target, .. } => write!(f, "fill {target}"),
            Act::Append { target, .. } => write!(f, "type into {target}"),
            Act::Tick { target, on: true } => write!(f, "tick {target}"),
            Act::Tick { target, on: false } => write!(f, "untick {target}"),
            Act::Choose { target, .. } => write!(f, "choose in {target}"),
            Act::Upload { target, .. } => write!(f, "give files to {target}"),
            Act::Press {
                target: Some(target),
                keys,
            } => write!(f, "press {keys} on {target}"),
            Act::Press { target: None, keys } => write!(f, "press {keys}"),
            Act::Hover { target } => write!(f, "rest on {target}"),
            Act::Drag { target, to } => write!(f, "drag {target} to {to}"),
            Act::Answer {
                accept: Some(true), ..
            } => f.write_str("agree to a dialog"),
            Act::Answer {
                accept: Some(false), ..
            } => f.write_str("decline a dialog"),
            Act::Answer { accept: None, .. } => f.write_str("answer a dialog"),
            Act::Back => f.write_str("go back"),
            Act::Close => f.write_str("close the page"),
        }
    }
}

/// What was done, with the value: what is typed into something that is called a password is left out.
impl fmt::Display for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.act)?;
        match self.act.looks_secret() {
            true => f.write_str(": a secret")?,
            false => {
                for text in self.act.texts() {
                    write!(f, ": {text}")?;
                }
            }
        }
        if let Act::Choose {
            choice: Choice::Number(number),
            ..
        } = &self.act
        {
            write!(f, ": number {}", number + 1)?;
        }
        if !self.place.page.is_empty() {
            write!(f, ", on page {}", self.place.page)?;
        }
        for frame in &self.place.frames {
            match frame {
                Frame::Element(target) => write!(f, ", in the frame {target}")?,
                Frame::Number(number) => write!(f, ", in frame {}", number + 1)?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.target {
            Some(target) => write!(f, "{target} {}", self.claim),
            None => write!(f, "the page {}", self.claim),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Shows => f.write_str("shows"),
            Claim::Absent => f.write_str("does not show"),
            Claim::Text(text) => write!(f, "says {text}"),
            Claim::Contains(text) => write!(f, "has {text} in its text"),
            Claim::Value(text) => write!(f, "holds {text}"),
            Claim::Ticked(true) => f.write_str("is ticked"),
            Claim::Ticked(false) => f.write_str("is not ticked"),
            Claim::Title(text) => write!(f, "has the title {text}"),
            Claim::Address(text) => write!(f, "has the address {text}"),
            Claim::Other(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for Script {
    /// The format and the title, then a line for each thing that was read or could not be, behind the file's line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.title.as_deref().unwrap_or("without a title");
        write!(f, "{}: {title}", self.format)?;
        for intent in &self.intents {
            write!(f, "\n{:>5}  {intent}", intent.line)?;
        }
        for it in &self.variables {
            let given = match it.value {
                Some(_) => "with a value of its own",
                None => "to be given",
            };
            write!(f, "\n{:>5}  variable {}, {given}", it.line, it.name)?;
        }
        for check in &self.checks {
            write!(f, "\n{:>5}  should hold: {check}", check.line)?;
        }
        for it in &self.dropped {
            write!(f, "\n{:>5}  left out: {}: {}", it.line, it.what, it.why)?;
        }
        for it in &self.unread {
            write!(f, "\n{:>5}  not understood: {}: {}", it.line, it.what, it.why)?;
        }
        Ok(())
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.what, self.why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_stand_in_a_text() {
        let text = Text::with_variables("${first} and ${ last } of ${n", "${", '}');
        assert_eq!(text.variables().collect::<Vec<_>>(), ["first"]);
        assert_eq!(text.to_string(), "\"{first} and ${ last } of ${n\"");
        assert_eq!(
            text.fill(&|_| Some("Ada".to_owned())).unwrap(),
            "Ada and ${ last } of ${n"
        );
        assert_eq!(
            text.fill(&|_| None),
            Err(NoValue {
                name: "first".to_owned()
            })
        );
        assert!(Text::with_variables("", "{", '}').is_empty());
    }
}
