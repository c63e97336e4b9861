//! What is to be made.

use strings::Expr;
use trajectory::RecordingId;

use crate::row_rounds::{Choice, RowRounds};

/// What to make.
#[derive(Clone, Debug)]
pub struct Request {
    /// The task type's name.
    pub task_type: String,
    /// What it is, for the function's description.
    pub description: String,
    /// How many instances to build on (the paper's N).
    pub instances: usize,
    /// How many refinements each may cost (the paper's M).
    pub refinements: usize,
    /// On how many further instances the code must hold before it counts as verified. The explorer does
    /// none of them; one that fails is built on as well, at most [`MOST_BUILT_ON`] of them.
    pub held_out: usize,
    /// How many instances more the code may be run on: a rare one shows whether it matters which of several alike
    /// is meant. Only the model-free tier asks for them.
    pub further: usize,
    /// Which drivers build.
    pub tier: Tier,
    /// How many candidates are run before the explorer is asked again.
    pub candidates: usize,
    /// What the model tier does without, to see what it is good for.
    pub without: Without,
    /// What is known of rounds over the rows of a table.
    pub rows: Rows,
    /// Parameters of the instances that whoever calls the function does not say, and what of the others each is made. Only the
    /// model-free builder makes them.
    pub made: Vec<(String, Expr)>,
}

/// What is known of rounds over the rows of a table.
#[derive(Clone, Debug)]
pub enum Rows {
    /// No recording shows any.
    NotShown,
    /// A person has said which rows are meant.
    Meant(Box<EachRow>),
    /// A recording shows some, and nobody has said which rows are meant: what is shown is no loop.
    NotSaid,
}

/// A loop over the rows of a table, as a person has confirmed it.
#[derive(Clone, Debug)]
pub struct EachRow {
    /// The recording that shows its rounds.
    pub recording: RecordingId,
    /// The rounds.
    pub rounds: RowRounds,
    /// Which rows are meant.
    pub choice: Choice,
}

/// Of the held-out instances, how many may be built on because they failed.
pub const MOST_BUILT_ON: usize = 3;

/// Parts of the paper's method that can be left out (its table 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Without {
    /// Nobody explores: the builder writes the function, and mends it, from what its own runs show.
    pub react: bool,
    /// Nobody goes on from a breakpoint: the builder mends the function from the failed run alone.
    pub repair_react: bool,
}

/// Which drivers make translations and code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// The model-free ones only.
    Free,
    /// The model-free ones first, the model for what is left.
    Auto,
    /// The model, as in the paper.
    Model,
}
