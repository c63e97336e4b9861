//! How a row ended.

use trajectory::Outcome;

/// A row that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct RanRow {
    /// Its number, from 1.
    pub number: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// The answer given, if any.
    pub answer: Option<String>,
    /// How long it took.
    pub seconds: f64,
    /// The name of its run's record, where it was begun.
    pub run: Option<String>,
    /// Why it was not done, where it was not.
    pub message: Option<String>,
}

impl RanRow {
    /// Whether it was not done.
    pub fn failed(&self) -> bool {
        !matches!(self.outcome, Outcome::Reached | Outcome::Unchecked)
    }
}
