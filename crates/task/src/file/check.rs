//! Checks as data: how to see that a task is done.

use std::time::Duration;

use indexmap::IndexMap;

use super::formula::Formula;

/// How long a check is tried where the file does not say.
pub(super) const WITHIN: Duration = Duration::from_secs(5);

/// One check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What it is called.
    pub name: Option<String>,
    /// How long it is tried again before it counts as failed.
    pub within: Duration,
    /// What is asked, and what must come.
    pub question: Question,
}

/// What a check asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// A database.
    Sql {
        /// The question.
        query: Query,
        /// What must come.
        expect: RowsAre,
    },
    /// A page or an interface over HTTP.
    Http {
        /// The request.
        document: Document,
        /// The status that must come; any from 200 to 299 where the file does not say.
        status: Option<u16>,
        /// What must come.
        expect: JsonIs,
    },
    /// What a screen shows.
    Screen {
        /// Where to go before it is read.
        place: Place,
        /// What it must show.
        expect: OnScreen,
    },
    /// The address in front at the end, where `*` is any text.
    Address(Formula),
    /// A file.
    File {
        /// Whose.
        of: Machine,
        /// Its path; on this computer relative to the task file.
        path: Formula,
        /// What it must be.
        expect: FileIs,
    },
    /// A command.
    Command {
        /// Who runs it.
        on: Machine,
        /// Program and arguments.
        command: Vec<Formula>,
        /// The exit status that must come.
        exit: i32,
        /// What it must print.
        expect: PrintedIs,
    },
    /// Something must be as it was before.
    Unchanged {
        /// What.
        of: Source,
        /// What may differ.
        except: Except,
    },
    /// The answer of the run.
    Answer(Formula),
}

/// Whose files are read and commands are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// Those of the computer that checks.
    Computer,
    /// Those of the device, by its shell.
    Device,
}

/// A question to a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The file, or the address.
    pub database: Formula,
    /// The statement, with `:names`.
    pub sql: String,
    /// Values of further names; parameters need none.
    pub bind: IndexMap<String, Formula>,
}

/// What the rows of an answer must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowsAre {
    /// The first column of the first row is this.
    First(Formula),
    /// All rows are these.
    All(Vec<Vec<Formula>>),
    /// There is none (true), or there are some (false).
    Empty(bool),
}

/// Something that is asked for over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The address.
    pub url: Formula,
    /// Headers.
    pub headers: IndexMap<String, Formula>,
    /// A JSONPath: its nodes instead of the whole.
    pub json: Option<String>,
}

/// What an answer must be: each that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JsonIs {
    /// The whole: the nodes joined by `, `, or the body.
    pub is: Option<Formula>,
    /// Texts that stand in a node, or in the body.
    pub contains: Vec<Formula>,
    /// How many nodes.
    pub count: Option<usize>,
    /// Whether there is no node.
    pub absent: Option<bool>,
}

/// Where to go before a screen is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// The screen as it is.
    #[default]
    Here,
    /// A page.
    Url(Formula),
    /// An app.
    App(String),
}

/// What a screen must show: each that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnScreen {
    /// Whole texts of elements.
    pub shows: Vec<Formula>,
    /// Parts of texts of elements.
    pub contains: Vec<Formula>,
    /// Whole texts that no element has.
    pub absent: Vec<Formula>,
    /// Texts that stand in one row.
    pub row: Vec<Formula>,
    /// How many rows have them; at least one where the file does not say.
    pub count: Option<usize>,
}

/// What a file must be: each that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileIs {
    /// What is in it, apart from a line end at the end.
    pub is: Option<Formula>,
    /// Texts that stand in it.
    pub contains: Vec<Formula>,
    /// Whether it is not there.
    pub absent: bool,
}

/// What a command must print: each that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedIs {
    /// All of it, apart from a line end at the end.
    pub is: Option<Formula>,
    /// Texts that stand in it.
    pub contains: Vec<Formula>,
}

/// What is compared with the time before, line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The rows of a query.
    Sql(Query),
    /// An answer over HTTP.
    Http(Document),
    /// A file.
    File(Machine, Formula),
    /// The files in a directory.
    List(Formula),
    /// What a command prints.
    Command(Machine, Vec<Formula>),
}

/// Which lines may differ; `*` is any text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Except {
    /// New ones.
    pub added: Vec<Formula>,
    /// Ones that are gone.
    pub removed: Vec<Formula>,
    /// Files of a directory with another content.
    pub changed: Vec<Formula>,
}
