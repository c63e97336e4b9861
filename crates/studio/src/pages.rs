//! What is shown, a module for each part.

pub mod emulator;
pub mod function;
pub mod library;
pub mod logins;
pub mod record;
pub mod recorded;
pub mod recording;
pub mod run;
pub mod runs;
pub mod screen;
pub mod steps;
pub mod works;
