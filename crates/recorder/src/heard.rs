//! What is heard of a page: the person's own events, and what the page showed at that moment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use ui::{Direction, Screen};

/// One thing that was heard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heard {
    /// When, in milliseconds; only differences count.
    pub at: u64,
    /// In which tab or window.
    pub page: u32,
    /// What it was.
    #[serde(flatten)]
    pub what: What,
}

/// A line that is nothing that can be heard.
#[derive(Debug, Error)]
#[error("line {line}: {reason}")]
pub struct HeardError {
    /// Which line, from 1.
    pub line: usize,
    /// What the parser found.
    pub reason: String,
}

impl Heard {
    /// Read a text with one JSON object on each line; empty lines are passed over.
    pub fn parse_lines(text: &str) -> Result<Vec<Self>, HeardError> {
        let lines = (1..).zip(text.lines()).filter(|(_, it)| !it.trim().is_empty());
        lines
            .map(|(line, it)| {
                serde_json::from_str(it).map_err(|error| HeardError {
                    line,
                    reason: error.to_string(),
                })
            })
            .collect()
    }
}

/// What can be heard. Events of a person's hand are heard before the page hears of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "heard", rename_all = "snake_case")]
pub enum What {
    /// What the page shows: at the first event of a gesture, or where it has come to rest.
    Shows {
        /// Its elements.
        screen: Arc<Screen>,
        /// For each element the number of its node, which stays the same as long as the node is there.
        nodes: Vec<u64>,
        /// SHA-256 (hex) of the picture of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<String>,
        /// Whether the page is at rest, and no gesture begins.
        #[serde(default, skip_serializing_if = "no")]
        rest: bool,
    },
    /// A mouse button goes down.
    Down {
        /// What is under the pointer.
        on: Node,
        /// Where, in pixels of the page's window.
        x: i32,
        /// Where, in pixels of the page's window.
        y: i32,
        /// 0 is the first button, 1 the middle one, 2 the other one, 3 and 4 go back and forward.
        #[serde(default, skip_serializing_if = "zero")]
        button: u8,
        /// The modifiers that are held.
        #[serde(default, skip_serializing_if = "Held::none")]
        held: Held,
        /// Of a drawing or a handle: its left, upper, right and lower edge, in pixels of the page's window.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        area: Option<[i32; 4]>,
    },
    /// The button goes up.
    Up {
        /// What is under the pointer, and was there when the button went down.
        on: Node,
        /// Where, in pixels of the page's window.
        x: i32,
        /// Where, in pixels of the page's window.
        y: i32,
        /// Whether a text is selected now.
        #[serde(default, skip_serializing_if = "no")]
        selected: bool,
        /// The text, and the innermost element that shows all of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marked: Option<Box<Marked>>,
        /// Where a pointer went over a drawing or with a handle, without its first and last place.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        way: Vec<(i32, i32)>,
    },
    /// A click: of the pointer, or of a key where `detail` is 0.
    Click {
        /// What is clicked; for a checkbox its state is the new one.
        on: Node,
        /// Which of several quick ones it is, from 1.
        #[serde(default, skip_serializing_if = "nought")]
        detail: u32,
    },
    /// The menu of the other button opens.
    Menu {
        /// What for.
        on: Node,
    },
    /// The pointer enters an element.
    Over {
        /// Its node.
        on: u64,
    },
    /// A key goes down.
    Key {
        /// Where the focus is.
        on: Node,
        /// Its name, as the web calls it.
        key: String,
        /// The modifiers that are held.
        #[serde(default, skip_serializing_if = "Held::none")]
        held: Held,
        /// Whether it belongs to a text that is being composed.
        #[serde(default, skip_serializing_if = "no")]
        composing: bool,
    },
    /// The page has taken the last key for itself.
    Used,
    /// The last key takes the option that keys have gone to, while the focus stays in its field.
    Chooses {
        /// The option.
        on: Node,
    },
    /// The content of a field has changed.
    Input {
        /// The field, with its new value.
        on: Node,
        /// How, as the web calls it: `insertText`, `insertFromPaste`, `historyUndo`; empty for the browser's own help.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        by: String,
    },
    /// A field says that it has another value now.
    Change {
        /// The field, with its new value.
        on: Node,
    },
    /// A form is sent.
    Submit,
    /// Something is taken with the pointer.
    DragStart {
        /// What.
        on: Node,
    },
    /// It is dropped, or files from elsewhere are.
    Drop {
        /// On what.
        on: Node,
        /// How many files.
        #[serde(default, skip_serializing_if = "nought")]
        files: u32,
    },
    /// Something was scrolled.
    Scroll {
        /// Its node; none is the page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u64>,
        /// What shows more.
        way: Direction,
    },
    /// A dialog of the browser opens, which is what the page shows now.
    Dialog {
        /// Whether it asks for a text.
        #[serde(default, skip_serializing_if = "no")]
        asks: bool,
        /// What it says.
        message: String,
    },
    /// The dialog is answered.
    Answered {
        /// Whether it is agreed to.
        accept: bool,
        /// What is typed into it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// The page has another address.
    Went {
        /// The new one.
        url: String,
        /// How.
        way: Way,
    },
    /// What the page is called.
    Title {
        /// Its title.
        title: String,
    },
    /// The page is new.
    Opened {
        /// The page that has opened it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<u32>,
    },
    /// The page is gone.
    Closed,
    /// A file is being saved.
    Download {
        /// Its name.
        file: String,
    },
    /// Something was done that can't be told.
    Deaf {
        /// Why not.
        why: String,
    },
}

impl What {
    /// Whether the person does something by it that a page can answer.
    pub fn is_done(&self) -> bool {
        match self {
            Self::Down { .. }
            | Self::Up { .. }
            | Self::Click { .. }
            | Self::Menu { .. }
            | Self::Key { .. }
            | Self::Used
            | Self::Chooses { .. }
            | Self::Input { .. }
            | Self::Change { .. }
            | Self::Submit
            | Self::DragStart { .. }
            | Self::Drop { .. }
            | Self::Answered { .. }
            | Self::Deaf { .. } => true,
            // A pointer and a page that move say nothing, and what follows from what was done is not done.
            Self::Shows { .. }
            | Self::Over { .. }
            | Self::Scroll { .. }
            | Self::Dialog { .. }
            | Self::Went { .. }
            | Self::Title { .. }
            | Self::Opened { .. }
            | Self::Closed
            | Self::Download { .. } => false,
        }
    }
}

/// How a page came to its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// The page itself led there: a link, a form, a script.
    Page,
    /// The person has typed it, or chosen it among those of the browser.
    Typed,
    /// The browser's button that loads it again.
    Reload,
    /// Back in its history.
    Back,
    /// Forward in its history.
    Forward,
}

/// Modifiers that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Held {
    /// Control.
    #[serde(skip_serializing_if = "no")]
    pub control: bool,
    /// Alt.
    #[serde(skip_serializing_if = "no")]
    pub alt: bool,
    /// Shift.
    #[serde(skip_serializing_if = "no")]
    pub shift: bool,
    /// Meta.
    #[serde(skip_serializing_if = "no")]
    pub meta: bool,
}

impl Held {
    /// Whether there is none.
    pub fn none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether one of those is held that make a command of a letter.
    pub fn commands(&self) -> bool {
        self.control || self.alt || self.meta
    }
}

/// A text that is selected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marked {
    /// What shows it.
    pub on: Node,
    /// The text.
    pub text: String,
}

/// What an event is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Node {
    /// The number of the nearest node around it that is in the list of elements; none where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// What kind of thing it is.
    pub is: Kind,
    /// What it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether it is checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Options that were chosen or left by the change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<Turned>,
    /// Paths of the files that it was given, else their names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// The name of the secret that it holds: its value is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Why what it stands in can't be looked into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
}

/// An option that was chosen or left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turned {
    /// Its node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// What it shows.
    pub text: String,
    /// Whether it is chosen now.
    pub on: bool,
}

/// Kinds of things that events are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A field for text of one line.
    Text,
    /// A field for text of several lines.
    Lines,
    /// A part of the page that is written in.
    Rich,
    /// A box or a switch that is checked.
    Check,
    /// One of several that exclude each other.
    Radio,
    /// A list that shows its chosen option only.
    Select,
    /// A list that shows its options.
    List,
    /// A field with a value of another kind: a date, a number on a scale, a colour.
    Value,
    /// A field for files.
    File,
    /// A drawing of which only the place says what is meant.
    Canvas,
    /// What is moved with the pointer held, and how far says what is meant: the thumb of a slider, the edge of a column.
    Handle,
    /// Something drawn in an entry of a list, a tree or a table that is not listed by itself: a box, a star, an arrow. What it does may
    /// be something else than what the entry does.
    Mark,
    /// Anything else.
    #[default]
    Other,
}

impl Kind {
    /// Whether text is typed into it.
    pub fn is_typed(self) -> bool {
        match self {
            Kind::Text | Kind::Lines | Kind::Rich => true,
            Kind::Check
            | Kind::Radio
            | Kind::Select
            | Kind::List
            | Kind::Value
            | Kind::File
            | Kind::Canvas
            | Kind::Handle
            | Kind::Mark
            | Kind::Other => false,
        }
    }
}

fn no(flag: &bool) -> bool {
    !*flag
}

fn zero(number: &u8) -> bool {
    *number == 0
}

fn nought(number: &u32) -> bool {
    *number == 0
}
