//! What follows a try that was not done.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use trajectory::Outcome;

/// Nobody waits longer than this for the next try.
const LONGEST: Duration = Duration::from_secs(3600);

/// How often a row that is cut off is begun: one that ends each process that takes it is not begun for ever.
pub const CUT_OFF: u32 = 10;

/// When a row is tried again by itself. Whether its last try wrote something is asked before the next one begins, so
/// what was written is not written twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retries {
    /// How often at most, after the first try.
    pub most: u32,
    /// How long the first pause is; each further one is twice as long.
    pub pause: Duration,
    /// After these outcomes.
    pub on: Vec<Outcome>,
}

impl Default for Retries {
    /// What is the world's fault, twice.
    fn default() -> Self {
        Self {
            most: 2,
            pause: Duration::from_secs(10),
            on: vec![Outcome::DeviceLost, Outcome::ModelFailed, Outcome::OverBudget],
        }
    }
}

impl Retries {
    /// Whether a try that ended so may be followed by another one.
    pub fn covers(&self, outcome: Outcome) -> bool {
        self.on.contains(&outcome)
    }

    /// When the next try may begin; `None` where this end is the row's.
    pub fn next(&self, outcome: Outcome, failures: u32, now: Timestamp) -> Option<Timestamp> {
        if !self.covers(outcome) || failures >= self.most {
            return None;
        }
        let factor = 2_u32.saturating_pow(failures);
        let pause = self.pause.saturating_mul(factor).min(LONGEST);
        let pause = SignedDuration::try_from(pause).unwrap_or(SignedDuration::from_hours(1));
        now.checked_add(pause).ok()
    }
}
