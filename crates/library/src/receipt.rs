//! What is known about a function besides its code: on what it was verified, and how it was made.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;
use sha2::{Digest, Sha256};
use task::{ParamSpec, Params, Template};
use trajectory::{Outcome, RecordingId};

/// The receipt of one function.
#[derive(Clone, Debug, PartialEq)]
pub struct Receipt {
    /// Name of the function in the script.
    pub name: String,
    /// The task type it does.
    pub task_type: String,
    /// The suite of the task type.
    pub suite: String,
    /// The kind of device it was verified on (`emulator`, `web`).
    pub device: String,
    /// Whether it reached every instance it was tried on but those that it refused, at most one of ten held-out ones, and these
    /// were enough.
    pub verified: bool,
    /// Whether nobody judged what it was made from and what it was tried on: that it came to its end is all that is
    /// known.
    pub unjudged: bool,
    /// That a person looked at a run of it and accepted it, where nobody else could judge.
    pub accepted: Option<Accepted>,
    /// The instances it was tried on, with the last result of each.
    pub instances: Vec<Tried>,
    /// Its parameters, in the order of the call.
    pub params: Vec<ParamSpec>,
    /// Goals it serves: what stands in a slot is a parameter.
    pub templates: Vec<Template>,
    /// How often this build changed the code after a failure.
    pub refinements: usize,
    /// What the build cost.
    pub tokens: Tokens,
    /// The same by agent.
    pub tokens_by_agent: BTreeMap<String, Tokens>,
    /// What it cost in dollars, where the model's price is known.
    pub dollars: Option<f64>,
    /// Who did each stage of the pipeline.
    pub tiers: BTreeMap<String, Tier>,
    /// Which of the model's agents failed, and why, where the model-free result stood.
    pub model_failures: Vec<String>,
    /// Who explored, and how much.
    pub explorer: Explorer,
    /// What it can do that nothing takes back, as its code says: `delete: Button "Delete", top`.
    pub irreversible: Vec<String>,
    /// What was found out where several elements were alike and the task did not say which.
    pub alike: Vec<String>,
    /// The recordings it was made from.
    pub recordings: Vec<RecordingId>,
    /// What it did on altered screens of its recordings. None where none was played: it was made before that was done, or
    /// none of its recordings goes its way.
    pub mutation: Option<Mutation>,
    /// The code that looks up whether a run worked, on a page that is loaded afresh: it comes to its end where all shows that
    /// has to. None where nobody has shown that, or what was shown says nothing.
    pub read_back: Option<String>,
    /// SHA-256 (hex) of the script that was verified. Set by [`crate::Library::publish`].
    pub script_sha256: String,
    /// What each phase of the last build did, a line each, in order.
    pub phases: Vec<String>,
    /// Every code there was, oldest first. Set by [`crate::Library::publish`].
    pub history: Vec<KeptVersion>,
    /// When it was made, as the caller's clock says (RFC 3339).
    pub made_at: Option<String>,
}

/// What a person accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The run that they looked at.
    pub run: RecordingId,
    /// When, as the caller's clock says (RFC 3339).
    pub at: Option<String>,
}

/// One instance that a function was run on.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The seed of the instance.
    pub seed: u64,
    /// What the judge said.
    pub reward: Option<f64>,
    /// How the run ended.
    pub outcome: Outcome,
}

/// What a function did on altered screens: rows added, moved and renamed, the same words elsewhere, its target gone.
/// Commands print it as JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Mutation {
    /// Altered screens.
    pub mutants: usize,
    /// On so many it acted on what is right.
    pub right: usize,
    /// On so many it acted on nothing.
    pub refused: usize,
    /// On so many it acted on something else.
    pub wrong: usize,
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            mutants,
            right,
            refused,
            wrong,
        } = self;
        write!(
            f,
            "{mutants} altered screens: {right} right, {refused} refused, {wrong} wrong"
        )
    }
}

/// Tokens of a model; zero where none was asked. Commands print them as JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tokens {
    /// In what was asked.
    pub prompt: u64,
    /// In what was answered.
    pub completion: u64,
}

/// Who did a stage. Commands print it as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// The deterministic driver.
    ModelFree,
    /// A model.
    Model,
    /// The deterministic driver, and a model for what it left.
    Both,
}

/// The exploration behind a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explorer {
    /// `search`, `react` or `person`.
    pub kind: String,
    /// Episodes that were needed.
    pub episodes: usize,
    /// Steps in all of them.
    pub steps: usize,
}

/// One code of the history, as the receipt names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptVersion {
    /// Its file in the history folder, e.g. `002.rhai`.
    pub file: String,
    /// Why it was written, in one line.
    pub why: String,
}

impl Receipt {
    /// The parameters that a goal gives this function, if the goal is one that it serves.
    pub fn params_for(&self, goal: &str) -> Option<Params> {
        self.templates.iter().find_map(|it| it.extract(goal.trim()))
    }

    /// Whether this is the code that was verified. Line ends do not count: version control may turn them.
    pub fn speaks_of(&self, source: &str) -> bool {
        self.script_sha256 == sha256(source)
    }

    /// The instances that were reached.
    pub fn reached(&self) -> usize {
        self.instances
            .iter()
            .filter(|it| it.reward.is_some_and(|it| it >= 1.0))
            .count()
    }

    /// The instances that it refused.
    pub fn refused(&self) -> usize {
        let refused = |it: &&Tried| it.outcome == Outcome::Refused;
        self.instances.iter().filter(refused).count()
    }
}

/// The hash of a script, with line ends as Unix writes them.
pub fn sha256(source: &str) -> String {
    let digest = Sha256::digest(source.replace("\r\n", "\n"));
    digest.iter().map(|it| format!("{it:02x}")).collect()
}
