//! A server of the original AndroidWorld as a device with tasks and a judge.
//!
//! Tasks are set up and judged by the server ([`server`]), and answers to questions go to it. It tells no list of
//! elements, so the phone behind it is looked at and acted on over adb ([`device_android`]).

mod address;
mod server;
mod world;

pub use address::{Address, BadAddress};
pub use server::{Server, ServerError};
pub use world::{NAME, SUITE, World, no_start, task_type};
