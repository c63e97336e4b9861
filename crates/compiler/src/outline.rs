//! A script as the steps that it has, for people who look at it as a graph: statements with the lines they stand on, the
//! branches and loops around them, and what they act on. The script stays what counts: an outline is read from it, and
//! [`Edit`]s change its text.

mod edit;
mod read;
mod shows;

pub use edit::{Edit, NotEdited, Way};
pub use read::{Arm, Inner, Node, Outline};

#[cfg(test)]
mod tests;
