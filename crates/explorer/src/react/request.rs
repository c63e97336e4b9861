//! What the agent is asked, and what it answers.

use std::collections::BTreeMap;

use device::EnvironmentError;
use llm::PromptError;
use thiserror::Error;
use trajectory::{Recording, Screenshots};

use crate::policy::{BadPolicy, Policy};

/// What the model gets to see of a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// The element list, and the screenshot with an index on every element.
    #[default]
    Marked,
    /// The element list only: for models that take no images.
    Text,
}

/// How the agent works.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the model sees.
    pub sight: Sight,
    /// Most actions in one episode; `None` takes the task type's own limit.
    pub steps: Option<usize>,
    /// How often a failed episode is reflected on and tried again (the paper's N_ref).
    pub reflections: usize,
    /// What worked on other instances of the task type: the goal and what was done for it, a text each.
    pub hints: Vec<String>,
    /// What was learned from attempts at the goal that were not the agent's own, a text each.
    pub lessons: Vec<String>,
    /// What the user allows, besides the task's own scope.
    pub policy: Policy,
    /// Ask only for what nobody else can tell: what an action did is then told by a comparison of the screens
    /// where that finds something, and only a failed episode is summed up.
    pub sparing: bool,
    /// Whether the agent that acts names its elements by locators as well (the paper's unified mode).
    pub unified: bool,
    /// Most tokens of one reply.
    pub max_tokens: u32,
    /// Sampling temperature; `None` leaves it to the provider.
    pub temperature: Option<f64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            sight: Sight::Marked,
            steps: None,
            reflections: 2,
            hints: Vec::new(),
            lessons: Vec::new(),
            policy: Policy::default(),
            sparing: false,
            unified: false,
            max_tokens: 8_192,
            temperature: None,
        }
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The last episode: the one that reached the goal, if any did.
    pub recording: Recording,
    /// The failed ones before it, oldest first.
    pub failed: Vec<Recording>,
    /// The screenshots that the recordings' steps name.
    pub screenshots: Screenshots,
    /// In unified mode: the locators of the last episode's steps as they were written, by the step's number from 1.
    pub locators: BTreeMap<usize, String>,
}

/// Why there is not even a failed recording.
#[derive(Debug, Error)]
pub enum ReactError {
    /// The task can't be set up.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// The policy names an app or an action that the device does not have.
    #[error(transparent)]
    Policy(#[from] BadPolicy),
    /// A prompt can't be rendered.
    #[error(transparent)]
    Prompt(#[from] PromptError),
}
