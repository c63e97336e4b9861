//! How an episode ended.

/// What a judge says of an episode, with the evidence: a line each, for people.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The task is done.
    Reached {
        /// What shows it.
        evidence: Vec<String>,
    },
    /// It is not.
    NotReached {
        /// How much of it is done, from 0 to below 1.
        credit: f64,
        /// What shows it.
        evidence: Vec<String>,
    },
    /// Nobody can tell: there is no check, or none could be made.
    Unknown {
        /// Why.
        evidence: Vec<String>,
    },
}
