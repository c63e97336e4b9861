//! Why a function is not exported.

use settings::{Given, Setting};
use thiserror::Error;
use trajectory::Diagnostic;

/// A function can't be exported.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The text is no script.
    #[error("{0}")]
    Script(Box<Diagnostic>),
    /// The script is more than one function.
    #[error("the script has {count} functions, and one is exported")]
    Functions {
        /// How many it has.
        count: usize,
    },
    /// Something in it is not known there.
    #[error("line {line}: a Playwright test has no way to say {what}")]
    Unknown {
        /// The line in the script, from 1.
        line: usize,
        /// What it says.
        what: String,
    },
    /// A flow can't say something in it.
    #[error("line {line}: a Maestro flow has no way to say {what}: {why}")]
    NoWay {
        /// The line in the script, from 1.
        line: usize,
        /// What it says.
        what: String,
        /// Why not.
        why: &'static str,
    },
    /// A value is given that nothing takes.
    #[error("the flow takes no value `{0}`")]
    NotTaken(String),
    /// There is no value for a parameter.
    #[error("the test needs a value for `{0}`: {given}", given = given(.0))]
    NoValue(String),
}

fn given(name: &str) -> Given {
    Setting::Param.to(format_args!("{name}=VALUE"))
}
