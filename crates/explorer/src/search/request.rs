//! What a search is asked, and what it answers.

use std::time::Duration;

use device::EnvironmentError;
use thiserror::Error;
use trajectory::{Outcome, Recording, Step};
use ui::SoftAction;

use crate::policy::{BadPolicy, Policy};

use super::costs::Weights;

/// What a search may spend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Episodes: how often it may ask for the reward.
    pub episodes: usize,
    /// Actions done on the device, replays included.
    pub steps: usize,
    /// Wall time.
    pub seconds: f64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            episodes: 300,
            steps: 20_000,
            seconds: 60.0,
        }
    }
}

impl Budget {
    /// Two fifths of it.
    pub(super) fn for_one_record(self) -> Self {
        Self {
            seconds: self.seconds * 0.4,
            ..self.for_what_was_learned()
        }
    }

    /// Two fifths of what is counted, and all of the time: where time runs out first, the device is slow, and two
    /// short searches find less than a long one.
    pub(super) fn for_what_was_learned(self) -> Self {
        Self {
            episodes: self.episodes * 2 / 5,
            steps: self.steps * 2 / 5,
            seconds: self.seconds,
        }
    }

    /// What is left after a search that took so long.
    pub(super) fn less(self, spent: &Report, time: Duration) -> Self {
        Self {
            episodes: self.episodes.saturating_sub(spent.episodes),
            steps: self.steps.saturating_sub(spent.steps),
            seconds: self.seconds - time.as_secs_f64(),
        }
    }

    /// Whether one of them is used up.
    pub(super) fn is_spent(self) -> bool {
        self.episodes == 0 || self.steps == 0 || self.seconds <= 0.0
    }
}

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What may be spent.
    pub budget: Budget,
    /// What worked for other instances of this type, filled for this one. Each is cheap where its
    /// locator finds one element.
    pub hints: Vec<SoftAction>,
    /// Start from the device's state as it is, instead of from the beginning of the instance.
    pub from_here: bool,
    /// With `from_here`: what was done before, so that a device without checkpoints can come back.
    pub prefix: Vec<Step>,
    /// What the user allows. What it does not allow, or what is outside of the task's own scope, is not done.
    pub policy: Policy,
    /// What each feature of an action weighs.
    pub weights: Weights,
    /// The most steps one episode may have; 0 is 30.
    pub step_limit: usize,
}

/// Where a search is.
#[derive(Debug)]
pub struct Progress<'a> {
    /// Episodes so far.
    pub episodes: usize,
    /// Actions so far.
    pub steps: usize,
    /// One line for people.
    pub note: &'a str,
    /// The episode that just ended, if one did.
    pub episode: Option<&'a Recording>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The minimised success. With `from_here` it has only the steps after the breakpoint.
    pub recording: Option<Recording>,
    /// A few failed episodes, those of each search that used most of the task's values first.
    pub failed: Vec<Recording>,
    /// Episodes, those of minimising included.
    pub episodes: usize,
    /// Episodes until the first success; equal to `episodes` where there was none.
    pub found_after: usize,
    /// Actions done on the device.
    pub steps: usize,
    /// How far it came.
    pub tried: String,
    /// How it ended.
    pub outcome: Outcome,
}

impl Progress<'_> {
    /// The same of a search that goes on after another one.
    pub(super) fn after(&self, first: &Report) -> Self {
        Self {
            episodes: first.episodes + self.episodes,
            steps: first.steps + self.steps,
            ..*self
        }
    }
}

impl Report {
    /// What both searches come to, of which the first found nothing and the second went about it in another way.
    pub(super) fn then(mut self, how: &str, second: Self) -> Self {
        self.failed.extend(second.failed);
        let tried = match second.outcome {
            Outcome::Reached => second.tried,
            _ => format!("{}; then {how}: {}", self.tried, second.tried),
        };
        Self {
            failed: self.failed,
            tried,
            episodes: self.episodes + second.episodes,
            found_after: self.episodes + second.found_after,
            steps: self.steps + second.steps,
            ..second
        }
    }
}

/// A search could not start. What fails later is in the report.
#[derive(Debug, Error)]
pub enum SearchError {
    /// The environment can't set up the instance.
    #[error("the search can't start: {0}")]
    Start(#[from] EnvironmentError),
    /// The policy does not fit the device.
    #[error(transparent)]
    Policy(#[from] BadPolicy),
}
