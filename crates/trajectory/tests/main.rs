//! Recordings, their files and their index.

mod actions;
mod bank;
#[path = "sample/every.rs"]
mod every;
mod fetch;
mod files;
mod index;
mod sample;
#[path = "sample/whole.rs"]
mod whole;
