//! What a build came to.

use compiler::{compile::Unverified, understood::Understood};
use library::Function;
use serde_json::{Value, json};
use settings::Setting;
use thiserror::Error;

use crate::{error::Error, workbench::NOT_RUN};

/// What a build came to.
#[derive(Debug)]
pub struct Built {
    /// The function as it was kept, if there is any code.
    pub function: Option<Function>,
    /// Whether it reached the goal of every instance it was built on and held against.
    pub verified: bool,
    /// Whether it was there already: nothing was built.
    pub already: bool,
    /// Whether it is of no task type, so that nobody could judge it.
    pub unjudged: bool,
    /// Whether it came to its end wherever it was run, and nobody could tell whether the task was done.
    pub unchecked: bool,
    /// Why it is not verified.
    pub why_not: Option<WhyUnverified>,
    /// What ended the work before its time: a model that failed, or a budget that is spent.
    pub ended: Option<Error>,
    /// What it took, in seconds.
    pub seconds: f64,
    /// How many instances it ran on.
    pub instances: usize,
    /// How many times the code was refined.
    pub refinements: usize,
    /// Tokens that were spent.
    pub tokens: u64,
    /// What was understood of the task, with what one more demonstration would settle.
    pub understood: Option<Understood>,
    /// The report as JSON.
    pub json: Value,
}

impl Built {
    /// A function that nobody has judged.
    pub(crate) fn unjudged(
        function: Function,
        shown: usize,
        seconds: f64,
        ended: Option<Error>,
        understood: Option<Understood>,
    ) -> Self {
        let receipt = &function.receipt;
        let json = json!({
            "task_type": receipt.task_type,
            "suite": receipt.suite,
            "device": receipt.device,
            "verified": false,
            "unjudged": true,
            "script": function.path.display().to_string(),
            "receipt": function.path.with_extension("receipt.json").display().to_string(),
            "recordings": shown,
            "mutation": receipt.mutation,
            "seconds": seconds,
            "reason": ended.as_ref().map(ToString::to_string),
        });
        Self {
            verified: false,
            already: false,
            unjudged: true,
            unchecked: true,
            why_not: None,
            ended,
            seconds,
            instances: receipt.instances.len(),
            refinements: 0,
            tokens: receipt.tokens.prompt + receipt.tokens.completion,
            understood,
            json,
            function: Some(function),
        }
    }

    /// A function that was there already.
    pub(crate) fn already(function: Function) -> Self {
        let receipt = &function.receipt;
        let json = json!({
            "task_type": receipt.task_type,
            "suite": receipt.suite,
            "device": receipt.device,
            "verified": true,
            "already": true,
            "mutation": receipt.mutation,
            "script": function.path.display().to_string(),
            "receipt": function.path.with_extension("receipt.json").display().to_string(),
        });
        Self {
            verified: true,
            already: true,
            unjudged: false,
            unchecked: false,
            why_not: None,
            ended: None,
            seconds: 0.0,
            instances: receipt.instances.len(),
            refinements: receipt.refinements,
            tokens: 0,
            understood: None,
            json,
            function: Some(function),
        }
    }
}

/// What speaks against a function that was built.
#[derive(Clone, Debug, Error)]
pub enum Against {
    /// What the compiler found.
    #[error("{0}")]
    Found(Unverified),
    /// A run that nothing takes back was not allowed.
    #[error("{NOT_RUN}")]
    NotAllowed,
    /// Nobody could tell whether the task was done.
    #[error("it came to its end on every instance, and nothing checks that the task is done")]
    Unchecked,
    /// It failed on what it was built from.
    #[error("an instance it was built on failed")]
    Failed,
}

/// Why a build gave no verified function.
#[derive(Clone, Debug, Error)]
#[error("{against}{}", tried.as_ref().map_or_else(String::new, |it| format!("\ntried: {it}")))]
pub struct WhyUnverified {
    /// What speaks against the function.
    pub against: Against,
    /// What the last exploration that found nothing has tried, for people.
    pub tried: Option<String>,
}

/// A build whose function does not do the task, or not each time.
#[derive(Clone, Debug, Error)]
#[error(
    "`{task_type}` could not be verified: {why}\n{kept}\nhelp: give the explorer more ({}, {}), more refinements ({}), or a model \
     ({})",
    Setting::Seconds,
    Setting::Episodes,
    Setting::Refinements,
    Setting::Llm
)]
pub struct NotVerified {
    /// The task type.
    pub task_type: String,
    /// What speaks against the function.
    pub why: WhyUnverified,
    /// What of the code is kept, and where.
    pub kept: String,
}
