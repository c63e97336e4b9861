//! What is shown, a module for each part.

pub mod function;
pub mod library;
pub mod runs;
pub mod works;
