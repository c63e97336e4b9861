//! What the goal of a type is about: in which of the phone's collections the things live that it names.

use task::{Params, Value};

use crate::state::Fields;

/// What a goal is about in one of the phone's collections.
pub(super) struct About {
    /// Which.
    pub collection: Collection,
    /// Names of the things in it that the goal means.
    pub meant: Vec<String>,
    /// Names that the goal gives to what it makes there, or moves there.
    pub made: Vec<String>,
}

/// Where things of one kind are kept.
pub(super) enum Collection {
    /// The files of a folder, by its path; listed by name.
    Files(String),
    /// The folders in a folder; listed by name.
    Folders(String),
    /// Files of a folder that are told by their age; what is added is older than all of them.
    Dated(String),
    /// The videos of a folder, by its path; listed by name.
    Videos(String),
    /// Every file of a folder, and none of its folders.
    AllFiles(String),
    /// The rows of a table, by the column that names them.
    Rows {
        table: &'static str,
        column: &'static str,
        /// Where the newest is listed first: columns that hold when, in milliseconds.
        moments: &'static [&'static str],
    },
    /// Two rows of a table that are the same; others are nearly so.
    Same {
        table: &'static str,
        /// The column that names them.
        column: &'static str,
        /// Columns in which others differ, each of them in one.
        differs: &'static [&'static str],
        moments: &'static [&'static str],
    },
    /// Rows of a table that say something in one column; others say it elsewhere.
    Saying {
        table: &'static str,
        /// The column that names them.
        named: &'static str,
        /// The column that matters.
        column: &'static str,
        /// Columns that don't.
        elsewhere: &'static [&'static str],
    },
    /// Events of the calendar that begin at a moment, or on a day, in milliseconds.
    Event(i64),
    /// The events of a day.
    Day(i64),
    /// The tasks that are due on a day, in milliseconds.
    Due {
        day: i64,
        /// Whether one of them is meant.
        meant: fn(&Fields) -> bool,
        /// Columns with a value that makes a task none of those that are meant.
        not_meant: &'static [(&'static str, &'static str)],
    },
    /// Activities that began from one moment on and before another, in milliseconds, the newest first.
    Activities {
        from: i64,
        until: i64,
        /// What stands in the kind of each that is meant; any kind where it is empty.
        kind: String,
    },
    /// Notes, of which one has this title.
    Note(String),
    /// The to-dos of the notebook of this title.
    TodosOf(String),
    /// Contacts, listed by name.
    Contacts,
    /// Conversations by their number, the newest first.
    Messages,
    /// Conversations older than those that are there.
    OlderMessages,
}

impl About {
    /// What is in a collection and meant: the values of parameters, or the texts of one that is a list.
    pub(super) fn meant(collection: Collection, params: &Params, names: &[&str]) -> Self {
        let texts = names.iter().filter_map(|it| params.get(*it));
        About {
            collection,
            meant: texts.flat_map(Value::texts).map(str::to_owned).collect(),
            made: Vec::new(),
        }
    }

    /// What a goal makes in a collection, called as a parameter says.
    pub(super) fn made(collection: Collection, params: &Params, name: &str) -> Self {
        About {
            collection,
            meant: Vec::new(),
            made: vec![text(params, name).to_owned()],
        }
    }

    /// The same, which gets another name.
    pub(super) fn renamed(mut self, params: &Params, name: &str) -> Self {
        self.made.push(text(params, name).to_owned());
        self
    }
}

/// One value as a text; empty where there is none.
pub(super) fn text<'a>(params: &'a Params, name: &str) -> &'a str {
    params.get(name).and_then(Value::as_text).unwrap_or_default()
}
