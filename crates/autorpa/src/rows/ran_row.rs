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

    /// It as a line, for people; `row` names it.
    pub fn said(&self, row: &str) -> String {
        let answer = self.answer.as_ref();
        let answer = answer.map_or_else(String::new, |it| format!(", answer {it:?}"));
        let why = self.message.as_deref().and_then(|it| it.lines().next());
        let why = why.map_or_else(String::new, |it| format!(": {it}"));
        format!("{row}: {} in {:.1} s{answer}{why}", self.outcome, self.seconds)
    }
}
