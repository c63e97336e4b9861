//! Why a function is not verified.

use thiserror::Error;
use trajectory::{Diagnostic, Outcome};

use crate::{
    fixed_day::FixedDay, ignored_params::IgnoredParams, lone_condition::LoneCondition,
    synthesise::PointsDiffer, unasked::Unasked, understood::Open, world::WorldError,
};

/// Why a function is not verified.
#[derive(Clone, Debug, Error)]
pub enum Unverified {
    /// There was nothing to build on.
    #[error("there is no instance to explore")]
    NoInstance,
    /// The explorer found no way.
    #[error("instance {seed} was not solved by the explorer")]
    NotSolved {
        /// The instance.
        seed: u64,
    },
    /// The function fails, and the explorer found no way from there either.
    #[error("instance {seed} was not solved by the explorer: {cause}")]
    NotMended {
        /// The instance.
        seed: u64,
        /// What the analysis of the run says.
        cause: String,
    },
    /// Nobody has shown how it is done.
    #[error("nobody has shown instance {seed}")]
    NotShown {
        /// The instance.
        seed: u64,
    },
    /// A model was asked for a function and gave none.
    #[error("the builder wrote no function")]
    NotWritten,
    /// Synthesis gave nothing for the first recording.
    #[error("no code fits the recording of instance {seed}, which has {steps} steps")]
    NoCode {
        /// The instance.
        seed: u64,
        /// How many steps were recorded.
        steps: usize,
    },
    /// Synthesis gave nothing for recordings that nobody judged.
    #[error("no code fits the recordings: {recordings}")]
    NoCodeForAll {
        /// How many there are.
        recordings: usize,
    },
    /// Every refinement that is allowed was made.
    #[error("instance {seed} still fails after {refinements} refinements: {cause}")]
    StillFails {
        /// The instance.
        seed: u64,
        /// How many were made.
        refinements: usize,
        /// What the analysis of the last run says.
        cause: String,
    },
    /// It fails on an instance that it was not built on.
    #[error("held-out instance {seed} fails: {cause}{}", then.as_ref().map_or_else(String::new, |it| format!("; {it}")))]
    HeldOut {
        /// The instance.
        seed: u64,
        /// What the analysis of the run says.
        cause: String,
        /// Why it could not be built on that instance as well, where that was tried.
        then: Option<Box<Unverified>>,
    },
    /// It did not come to its end when it was run again.
    #[error("it does not come to its end a second time: {cause}")]
    NotTwice {
        /// What the analysis of the run says.
        cause: String,
    },
    /// An assertion did not hold when it was run again, and it may not be run once more.
    #[error("an assertion did not hold, and it may not be run without it")]
    Assertion,
    /// It does what nothing takes back without looking at what the goal names.
    #[error("{0}")]
    Ignores(IgnoredParams),
    /// It goes by a day that was the one that the goal says beside today.
    #[error("{0}")]
    FixedDay(FixedDay),
    /// It types over what stood in a field, and the goal does not say what.
    #[error("{0}")]
    Unasked(Unasked),
    /// It branches on what one instance alone had.
    #[error("{0}")]
    Lone(LoneCondition),
    /// Of several alike it takes one by its place, and it matters which.
    #[error("it takes one of several of {what} by its place, and it matters which, as instance {seed} shows")]
    ByPlace {
        /// What it takes.
        what: String,
        /// The instance.
        seed: u64,
    },
    /// It acts at points that differ between the recordings.
    #[error("{0}")]
    Points(PointsDiffer),
    /// The recordings leave open what it means.
    #[error("one more demonstration is needed to tell {0}")]
    Guess(Open),
    /// It does the wrong thing on an adversarial instance and calls it right, or nobody can judge it.
    #[error("adversarial instance {seed} ends complete and {}: {goal}", match outcome { Outcome::Unchecked => "nobody can judge that", _ => "is wrong" })]
    Adversarial {
        /// The instance.
        seed: u64,
        /// What was asked for.
        goal: String,
        /// What the judge says.
        outcome: Outcome,
    },
    /// On an altered screen it takes something else for what nothing takes back.
    #[error("{}: {}; and what it does then can't be taken back", .0.message, .0.notes.join(", "))]
    Misled(Diagnostic),
    /// Nobody answers any more: a model failed, or a budget is spent.
    #[error("{0}")]
    Ended(WorldError),
}
