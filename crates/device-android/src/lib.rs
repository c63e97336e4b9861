//! Android phones over adb, through the adb server or straight to a phone's adbd.
//!
//! How a phone is read is a ladder, found when it is opened: our own helper where it is asked for, the uiautomator2 server
//! where it answers, else the tools that every phone has. What fails at run time falls to the next rung, and [`Android::rung`] says which one it is.

mod apps;
mod fingers;
mod focus;
mod helper;
mod lease;
mod phone;
mod rpc;
mod touching;
mod tree;
mod typing;

pub use helper::understands as understands_answer;
pub use lease::{Lease, NotLeased};
pub use phone::{ACTIONS, Android, NAME, Options, Phone, Rung, everywhere, lease, phones};
pub use tree::{TreeError, Windows, read as read_tree};
