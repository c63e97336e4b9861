//! Resets as data: how the beginning of a task is restored.

use std::time::Duration;

use indexmap::IndexMap;

use super::formula::Formula;

/// How long a step may take where the file does not say.
pub(super) const TIMEOUT: Duration = Duration::from_secs(20);

/// How the beginning is restored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reset {
    /// The file says nothing: it can't be.
    #[default]
    Unsaid,
    /// The file says that it can't be.
    None,
    /// By these, in order.
    Steps {
        /// At least one.
        steps: Vec<ResetStep>,
        /// How long each may take.
        timeout: Duration,
    },
}

/// One step of a reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResetStep {
    /// Program and arguments, without a shell.
    Command(Vec<Formula>),
    /// An HTTP request.
    Http(Request),
    /// SQL.
    Sql {
        /// The file, or the address.
        database: Formula,
        /// What is done to it.
        script: Script,
    },
    /// A function of the library.
    Function(String),
}

/// An HTTP request of a reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Where.
    pub url: Formula,
    /// The method.
    pub method: String,
    /// The body.
    pub body: Option<Formula>,
    /// Headers.
    pub headers: IndexMap<String, Formula>,
    /// The status that means success; any from 200 to 299 where the file does not say.
    pub expect: Option<u16>,
}

/// SQL that a reset runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Script {
    /// Statements, each with `:names`.
    Statements(Vec<String>),
    /// A file of statements.
    File(String),
}
