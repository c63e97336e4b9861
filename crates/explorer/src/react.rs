//! Goal to recording by a model that looks, thinks and acts, one action at a time (paper, section 3.2).
//!
//! Three agents work together: one chooses the next action, one says what each action did, one sums the
//! episode up and, when it failed, says what to do otherwise in the next attempt.
//!
//! Their replies become typed values or are rejected: a rejected reply goes back once with the reason, and
//! a second one ends the episode. Texts that were read on a screen stand between fences in every prompt.

mod decision;
mod episode;
mod prompt;
mod request;
mod shown;
mod wanted;

use std::collections::BTreeMap;

use device::{Cancel, Device, Environment};
use llm::Model;
use task::Instance;
use tracing::warn;
use trajectory::{Origin, Outcome, Recording, Screenshots};

use episode::{Episode, Start, TaskKind};

pub use crate::policy::{BadPolicy, Policy};
pub use decision::{Decision, ReplyError};
pub use device::NotAllowed;
pub use prompt::PROMPTS;
pub use request::{Explored, Options, ReactError, Sight};

/// Do an instance from its beginning; after a failure reflect and try again.
pub fn explore(
    env: &mut dyn Environment,
    model: &mut dyn Model,
    instance: &Instance,
    options: &Options,
    cancel: &Cancel,
) -> Result<Explored, ReactError> {
    let mut screenshots = Screenshots::default();
    let mut failed: Vec<Recording> = Vec::new();
    let mut lessons: Vec<String> = options.lessons.clone();
    loop {
        env.reset(instance)?;
        let start = Start {
            task: kind_of(env, instance),
            origin: Origin::React,
            steps: Vec::new(),
            situation: String::new(),
            lessons: &lessons,
        };
        let (recording, locators) = judged(env, model, instance, options, cancel, &mut screenshots, start)?;
        let again = match recording.ending.outcome {
            Outcome::NotReached | Outcome::Stuck | Outcome::OverBudget => recording.reflection.clone(),
            Outcome::Reached
            | Outcome::Unchecked
            | Outcome::Refused
            | Outcome::DeviceLost
            | Outcome::ModelFailed
            | Outcome::ScriptFault
            | Outcome::Cancelled => None,
        };
        match again {
            Some(lesson) if failed.len() < options.reflections => {
                lessons.push(lesson);
                failed.push(recording);
            }
            _ => {
                return Ok(Explored {
                    recording,
                    failed,
                    screenshots,
                    locators,
                });
            }
        }
    }
}

/// Do what a text asks for from the device's present state: nothing is set up, and where nobody judges, what the agent
/// says of the end stands.
pub fn act(
    device: &mut dyn Device,
    model: &mut dyn Model,
    instance: &Instance,
    options: &Options,
    cancel: &Cancel,
) -> Result<Explored, ReactError> {
    let start = Start {
        task: TaskKind::default(),
        origin: Origin::React,
        steps: Vec::new(),
        situation: String::new(),
        lessons: &[],
    };
    let mut screenshots = Screenshots::default();
    let mut episode = Episode::begin(device, model, instance, options, cancel, &mut screenshots, start)?;
    let over = episode.act(device)?;
    let (recording, locators) = episode.end(over, None)?;
    Ok(Explored {
        recording,
        failed: Vec::new(),
        screenshots,
        locators,
    })
}

/// Go on from the device's present state, where a script's run stopped. `analysis` says what is known about
/// the breakpoint. The recording is a hybrid one: the run's steps, then the agent's (paper, section 3.4).
pub fn go_on(
    env: &mut dyn Environment,
    model: &mut dyn Model,
    run: &Recording,
    analysis: &str,
    options: &Options,
    cancel: &Cancel,
) -> Result<Explored, ReactError> {
    let start = Start {
        task: kind_of(env, &run.instance),
        origin: Origin::Hybrid,
        steps: run.steps.clone(),
        situation: analysis.to_owned(),
        lessons: &[],
    };
    let mut screenshots = Screenshots::default();
    let (recording, locators) = judged(
        env,
        model,
        &run.instance,
        options,
        cancel,
        &mut screenshots,
        start,
    )?;
    Ok(Explored {
        recording,
        failed: Vec::new(),
        screenshots,
        locators,
    })
}

/// One episode and the judge's word on it.
fn judged(
    env: &mut dyn Environment,
    model: &mut dyn Model,
    instance: &Instance,
    options: &Options,
    cancel: &Cancel,
    screenshots: &mut Screenshots,
    start: Start<'_>,
) -> Result<(Recording, BTreeMap<usize, String>), ReactError> {
    let mut episode = Episode::begin(env, model, instance, options, cancel, screenshots, start)?;
    let over = episode.act(env)?;
    let verdict = over.is_judged().then(|| env.finish()).transpose();
    let verdict = verdict.inspect_err(|error| warn!("the episode can't be judged: {error}"));
    let reward = verdict.ok().flatten().and_then(|it| it.reward());
    episode.end(over, reward)
}

/// What is known of an instance's kind of task.
fn kind_of(env: &dyn Environment, instance: &Instance) -> TaskKind {
    let types = env.task_types();
    let own = types.iter().find(|it| it.name == instance.task_type);
    TaskKind {
        scope: env.scope(&instance.task_type),
        step_budget: own.map(|it| it.step_budget),
    }
}
