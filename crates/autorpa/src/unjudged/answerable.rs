//! What was understood of a recording, in parts that a page can show.

use super::values::Role;

/// What was understood of a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answerable {
    /// The values, in the order of their numbers.
    pub values: Vec<AnswerableValue>,
    /// Which rows of a table may be meant, in words; empty where the same is done to no rows, or nothing tells them.
    pub rows: Vec<String>,
    /// Which of these is chosen, from 0.
    pub chosen: Option<usize>,
    /// Why there is no loop over the rows of a table to which the same is done.
    pub no_loop: Option<String>,
}

/// A value of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerableValue {
    /// What it is called.
    pub name: String,
    /// The value.
    pub value: String,
    /// What it is in the function.
    pub role: Role,
    /// How it can be made of values before it, in words.
    pub made_of: Option<String>,
}
