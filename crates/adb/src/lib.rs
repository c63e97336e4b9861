//! The protocols of adb, both sides of them, over blocking sockets.
//!
//! - [`packet`] and [`transport`]: what an adb server and a device's adbd say to each other; many streams share a socket.
//! - [`host`]: what a program says to the adb server, usually on port 5037.
//! - [`shell`] and [`sync`]: what goes through a stream, for commands and for files.
//! - [`link`]: a device, reached through a server or directly.
//!
//! Everything that parses takes any bytes: what is malformed is an error that says what was found.

mod error;
pub mod features;
pub mod host;
pub mod link;
pub mod packet;
pub mod shell;
pub mod sync;
pub mod transport;

pub use error::AdbError;
pub use features::Banner;
pub use link::{Channel, Link, Output};
