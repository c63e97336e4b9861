//! What is shown, a module for each part.

pub mod function;
pub mod library;
pub mod record;
pub mod recorded;
pub mod recording;
pub mod runs;
pub mod steps;
pub mod works;
