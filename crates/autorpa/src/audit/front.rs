//! Through what somebody works with the library, as the log of runs has it.

use serde::{Deserialize, Serialize};

/// Through what somebody works with the library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Front {
    /// Another program, which uses this library.
    #[default]
    Library,
    /// The command.
    Command,
    /// A runner of a queue.
    Queue,
    /// An agent, by the Model Context Protocol.
    Mcp,
    /// Another program, over HTTP.
    Http,
    /// A person at the Studio.
    Studio,
    /// Somebody who watches whether pages drift.
    Watch,
}
