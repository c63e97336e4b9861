//! The functions of a library as tools of the Model Context Protocol (<https://modelcontextprotocol.io>): an agent that
//! speaks it calls them as it calls any other tool, and no model is asked while they run.
//!
//! - [`tools`]: which functions are offered, each with its JSON Schema. Only a trusted one is: verified, or accepted by a
//!   person, and not edited since.
//! - [`Server`]: answers a client. A function that can do what nothing takes back asks the person at the client first.
//! - [`Door`]: the same behind a [`gate`], for clients of the network.

mod confirm;
mod count;
mod http;
mod progress;
mod recordings;
mod server;
pub mod tools;

pub use http::{Door, PATH};
pub use server::{Irreversible, ServeError, Server};
