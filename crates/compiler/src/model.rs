//! The model drivers of the stages: the paper's translator, builder, analyzer and executor.
//!
//! A model proposes; what it says is taken only if it can be checked. A locator must find exactly the recorded
//! element, code must pass [`crate::check`], an analysis must say yes or no. What can't be used goes back with the
//! reason, a few times; then the model-free result stands.

mod analyzer;
mod builder;
mod executor;
mod translator;

use std::collections::BTreeMap;

use llm::{AnswerError, Message, Model, ModelError, Prompt, PromptError, Request, Role, shortened};
use serde::Serialize;
use serde_json::Value as Json;
use task::Params;
use thiserror::Error;
use tracing::warn;
use trajectory::{Origin, Recording, RecordingId};

use crate::{
    script::Script,
    soft::{SoftTrajectory, Step},
    verify::Analysis,
    world::{BuildTask, Builder, WorldError},
};

pub use executor::{Fit, arguments};

const REJECTED: Prompt = Prompt::new("rejected", include_str!("../prompts/rejected.md"));

/// How the agents work.
#[derive(Clone, Debug)]
pub struct Options {
    /// Most tokens of one reply.
    pub max_tokens: u32,
    /// Sampling temperature; `None` leaves it to the provider.
    pub temperature: Option<f64>,
    /// How often one question is asked before the model-free result stands.
    pub tries: usize,
    /// How often the builder may look into the recordings for one function; with 0 it is not told that it could
    /// (the paper's ablation without retrieval).
    pub looks: usize,
    /// Who names the elements of the recorded steps.
    pub translator: Translator,
}

/// Who names the elements of recorded steps for the builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Translator {
    /// The translator agent, every one of them.
    Agent,
    /// The model-free translation; the agent where that has no sound locator.
    Rest,
    /// The agent that acted, at once (the paper's unified mode). What it said is proven like any other locator.
    Unified,
    /// Nobody: the builder sees the elements as they were recorded (the paper's ablation).
    Nobody,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_tokens: 16_384,
            temperature: None,
            tries: 3,
            looks: 6,
            translator: Translator::Agent,
        }
    }
}

/// A model at work on the stages.
pub struct Agents<M> {
    model: M,
    /// What a script can call, as a page for the builder.
    reference: String,
    options: Options,
    /// Every recording heard of, oldest first: what the builder may look into.
    recordings: Vec<Recording>,
    /// Locators that the acting agent gave, as it wrote them.
    locators: BTreeMap<RecordingId, BTreeMap<usize, String>>,
}

impl<M: Model> Agents<M> {
    /// Agents that ask `model`; `reference` says what a script can call.
    pub fn new(model: M, reference: String, options: Options) -> Self {
        Self {
            model,
            reference: compact(&reference),
            options,
            recordings: Vec::new(),
            locators: BTreeMap::new(),
        }
    }

    /// Let the builder look into this recording later.
    pub fn remember(&mut self, recording: &Recording) {
        self.recordings.retain(|it| it.id != recording.id);
        self.recordings.push(recording.clone());
    }

    /// What the agent that acted calls its elements, by the number of the step.
    pub fn named(&mut self, recording: &RecordingId, locators: BTreeMap<usize, String>) {
        self.locators.insert(recording.clone(), locators);
    }
}

impl<M: Model> Builder for Agents<M> {
    fn translate(
        &mut self,
        recording: &Recording,
        free: SoftTrajectory,
    ) -> Result<SoftTrajectory, WorldError> {
        self.remember(recording);
        match self.options.translator {
            Translator::Agent => {
                translator::translate(&mut self.model, &self.options, recording, free, |_| true)
            }
            Translator::Rest => {
                let unsound = |it: &Step| it.action.target().is_some_and(Vec::is_empty);
                translator::translate(&mut self.model, &self.options, recording, free, unsound)
            }
            Translator::Unified => {
                let said = self.locators.get(&recording.id);
                Ok(said.map_or(free.clone(), |it| translator::adopt_all(recording, free, it)))
            }
            Translator::Nobody => Ok(free),
        }
    }

    fn build(&mut self, task: &BuildTask<'_>) -> Result<Option<Script>, WorldError> {
        let Self {
            model,
            reference,
            options,
            recordings,
            ..
        } = self;
        builder::build(model, options, reference, recordings, task)
    }

    fn analyze(&mut self, run: &Recording, free: Analysis) -> Result<Analysis, WorldError> {
        analyzer::analyze(&mut self.model, &self.options, run, free)
    }
}

/// Why a reply can't be used, in words that the model gets to read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Rejection {
    /// Its form is wrong.
    #[error(transparent)]
    Form(#[from] AnswerError),
    /// A locator lacks its description, or asks nothing.
    #[error("the locator needs {0}")]
    Locator(&'static str),
    /// A locator's value has no place there.
    #[error("`{key}` can't be {given}")]
    BadValue {
        /// The key.
        key: String,
        /// What stood there.
        given: String,
    },
    /// A locator finds something else than what it was made for.
    #[error("the locator finds {found}; it must find element {wanted} alone")]
    Finds {
        /// What it finds.
        found: String,
        /// What it must find.
        wanted: usize,
    },
    /// The code has another head.
    #[error("the code must define `fn {wanted}` and may define helpers besides; it defines: {found}")]
    Signature {
        /// The head that was asked for.
        wanted: String,
        /// The functions there are.
        found: String,
    },
    /// The code has findings.
    #[error("{0}")]
    Code(String),
    /// Arguments are missing or too many.
    #[error("the parameters are {wanted}; the object has {found}")]
    Arguments {
        /// The names that were asked for.
        wanted: String,
        /// The names there are.
        found: String,
    },
}

/// Ask until a reply can be used; `None` when the tries are spent.
fn ask<T>(
    model: &mut impl Model,
    options: &Options,
    role: Role,
    (system, text): (String, String),
    schema: Option<Json>,
    mut parse: impl FnMut(&str) -> Result<T, Rejection>,
) -> Result<Option<T>, WorldError> {
    let mut request = Request {
        max_tokens: options.max_tokens,
        temperature: options.temperature,
        schema,
        ..Request::new(role, system, Message::user(text))
    };
    for left in (0..options.tries).rev() {
        let reply = model.complete(&request).map_err(of_model)?;
        match parse(&reply.text) {
            Ok(value) => return Ok(Some(value)),
            Err(reason) => {
                warn!(%role, left, "the reply can't be used: {reason}");
                let reason = cut_off(reply.cut, reason.to_string());
                request.messages.push(Message::assistant(reply.text));
                request
                    .messages
                    .push(Message::user(render(&REJECTED, &Reason { reason })?));
            }
        }
    }
    Ok(None)
}

#[derive(Serialize)]
struct Reason {
    reason: String,
}

/// Characters of a reason why a reply can't be used.
const LONGEST_REASON: usize = 8_000;

fn cut_off(cut: bool, reason: String) -> String {
    let reason = shortened(reason, LONGEST_REASON);
    if cut {
        format!("it was cut off at its token limit; be shorter\n{reason}")
    } else {
        reason
    }
}

fn render(prompt: &Prompt, input: &impl Serialize) -> Result<String, WorldError> {
    prompt.render(input).map_err(|it: PromptError| WorldError::Model {
        reason: it.to_string(),
    })
}

fn of_model(error: ModelError) -> WorldError {
    match error {
        ModelError::Cancelled => WorldError::Cancelled,
        other if other.is_over_budget() => WorldError::OverBudget {
            reason: other.to_string(),
        },
        other => WorldError::Model {
            reason: other.to_string(),
        },
    }
}

/// `name: value`, a line each.
fn values(params: &Params) -> Vec<String> {
    params
        .iter()
        .map(|(name, value)| format!("{name}: {value}"))
        .collect()
}

/// The page of what a script can call as a list: a prompt needs no headings in it.
fn compact(page: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut call: Option<&str> = None;
    // A note on where the page comes from is for those who edit it.
    let told = page
        .lines()
        .filter(|it| !it.trim().is_empty() && !it.ends_with("do not edit."));
    for text in told {
        let is_key = |it: &str| it.starts_with("- `") && it.ends_with('`');
        match (text.strip_prefix("### "), call.take(), lines.last_mut()) {
            (Some(head), _, _) => call = Some(head),
            (None, Some(head), _) => lines.push(format!("- {head}: {text}")),
            (None, None, Some(keys)) if is_key(text) && is_key(keys) => {
                keys.push_str(", ");
                keys.push_str(text.trim_start_matches("- "));
            }
            (None, None, _) => lines.push(text.to_owned()),
        }
    }
    lines.join("\n")
}

/// Whether it is an attempt of an agent that did not reach the goal, and that says why.
fn is_attempt(recording: &Recording) -> bool {
    matches!(recording.origin, Origin::React | Origin::Hybrid)
        && !recording.succeeded()
        && recording.conclusion.is_some()
}

/// Text on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The steps of a recording, with what each did.
fn told(recording: &Recording) -> String {
    let steps = (0..recording.steps.len()).map(|idx| {
        format!(
            "{}. {}",
            idx + 1,
            line(&recording.summary(idx).unwrap_or_default())
        )
    });
    let told: Vec<String> = steps.collect();
    if told.is_empty() {
        "(no step)".to_owned()
    } else {
        told.join("\n")
    }
}

/// How a recording ended, with all that is known.
fn ended(recording: &Recording) -> String {
    let reward = recording
        .reward
        .map(|it| format!(", reward {it}"))
        .unwrap_or_default();
    let mut text = format!("{}{reward}", recording.ending.outcome);
    if let Some(it) = &recording.ending.diagnostic {
        text.push('\n');
        text.push_str(it.render("script", "").trim_end());
    }
    text
}
