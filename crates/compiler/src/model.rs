//! The model drivers of the stages: the paper's translator, builder, analyzer and executor; and of a run, the
//! grounder and who answers a script's questions.
//!
//! A model proposes; what it says is taken only if it can be checked. A locator must find exactly the recorded
//! element, code must pass [`crate::check`], an analysis must say yes or no. What can't be read goes back once with
//! the reason; then the agent has failed. What can be read and does not hold goes back a few times.

pub mod analyzer;
pub mod ask;
mod builder;
mod executor;
pub mod grounder;
mod query;
mod reference;
pub mod translator;

use std::collections::BTreeMap;

use llm::{Model, Prompt};
use trajectory::{Recording, RecordingId};

use crate::{
    analyze::Analysis,
    script::Script,
    soft::{SoftTrajectory, Step},
    world::{BuildTask, Builder, WorldError},
};

pub use executor::{Fit, arguments, parse as parse_arguments};
pub use query::{Failed, Options, Rejection, Translator, Unusable, task};
pub use reference::Reference;

/// Every prompt of these agents.
pub const PROMPTS: [Prompt; 14] = [
    query::REJECTED,
    translator::SYSTEM,
    translator::STEP,
    builder::SYSTEM,
    builder::TASK,
    builder::LOOKED,
    analyzer::SYSTEM,
    analyzer::RUN,
    executor::SYSTEM,
    executor::GOAL,
    grounder::SYSTEM,
    grounder::CHOICE,
    ask::SYSTEM,
    ask::QUESTION,
];

/// A model at work on the stages.
pub struct Agents<M> {
    model: M,
    /// What a script can call.
    reference: Reference,
    options: Options,
    /// Every recording heard of, oldest first: what the builder may look into.
    recordings: Vec<Recording>,
    /// Locators that the acting agent gave, as it wrote them.
    locators: BTreeMap<RecordingId, BTreeMap<usize, String>>,
    /// The wordings of the task type's goals, where there are several.
    wordings: Vec<String>,
    /// Which agents failed, and why, where the model-free result stood.
    failures: Vec<String>,
    /// Whether the model took tools so far.
    tools: bool,
}

impl<M: Model> Agents<M> {
    /// Agents that ask `model`; `reference` says what a script can call.
    pub fn new(model: M, reference: Reference, options: Options) -> Self {
        Self {
            model,
            reference,
            tools: options.tools,
            options,
            recordings: Vec::new(),
            locators: BTreeMap::new(),
            wordings: Vec::new(),
            failures: Vec::new(),
        }
    }

    /// The same with the wordings that the goals of the task type have: what the parameter `form` counts.
    pub fn worded(mut self, wordings: Vec<String>) -> Self {
        self.wordings = wordings;
        self
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

    /// Which agents failed since this was asked last, and why; the model-free result stood there.
    pub fn take_failures(&mut self) -> Vec<String> {
        std::mem::take(&mut self.failures)
    }

    /// What an agent said; `None` where it failed and the model-free result stands.
    fn said<T>(&mut self, said: Result<T, Failed>) -> Result<Option<T>, WorldError> {
        match said {
            Ok(it) => Ok(Some(it)),
            Err(Failed::Unusable(it)) if self.options.falls_back || !it.unread => {
                self.failures.push(it.to_string());
                Ok(None)
            }
            Err(it) => Err(it.into()),
        }
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
            Translator::Agent => self.translated(recording, free, |_| true),
            Translator::Rest => self.translated(recording, free, |it| it.action.targets().any(Vec::is_empty)),
            Translator::Unified => {
                let said = self.locators.get(&recording.id);
                Ok(said.map_or(free.clone(), |it| translator::adopt_all(recording, free, it)))
            }
            Translator::Nobody => Ok(free),
        }
    }

    fn build(&mut self, task: &BuildTask<'_>) -> Result<Option<Script>, WorldError> {
        let known = builder::Known {
            reference: &self.reference,
            recordings: &self.recordings,
            wordings: &self.wordings,
        };
        let said = builder::build(&mut self.model, &self.options, &known, task, &mut self.tools);
        self.said(said)
    }

    fn analyze(&mut self, run: &Recording, free: Analysis) -> Result<Analysis, WorldError> {
        let said = analyzer::analyze(&mut self.model, &self.options, run, &free);
        Ok(self.said(said)?.unwrap_or(free))
    }
}

impl<M: Model> Agents<M> {
    /// Ask for every step that has a target and is `wanted`. A step whose answer is unsound keeps the model-free
    /// translation.
    fn translated(
        &mut self,
        recording: &Recording,
        mut free: SoftTrajectory,
        wanted: impl Fn(&Step) -> bool,
    ) -> Result<SoftTrajectory, WorldError> {
        for step in free.steps.iter_mut().filter(|it| wanted(it)) {
            let Some(query) = translator::query(recording, step)? else {
                continue;
            };
            let said = query::ask(&mut self.model, &self.options, query, |it| {
                translator::sound(it, step)
            });
            if let Some(translation) = self.said(said)? {
                translator::adopt(step, translation, recording);
            }
        }
        Ok(free)
    }
}
