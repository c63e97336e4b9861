//! The ReAct agent with the model of a request.

use compiler::{analyze::Analysis, world::WorldError};
use device::{Cancel, Device, Environment};
use explorer::react::{self, Explored};
use task::Instance;
use trajectory::Recording;

use crate::model::Model;

/// One episode, no retries. What belongs to no task type is done on the environment as it stands.
pub fn episode(
    env: &mut dyn Environment,
    model: &Model,
    instance: &Instance,
    cancel: &Cancel,
) -> Result<Recording, WorldError> {
    if instance.of_type().is_none() {
        return act(env, model, instance, cancel).map(|it| it.recording);
    }
    let options = model.react();
    explore(env, model, instance, &options, cancel).map(|it| it.recording)
}

/// What belongs to no task type, on the device as it stands.
pub fn act(
    device: &mut dyn Device,
    model: &Model,
    instance: &Instance,
    cancel: &Cancel,
) -> Result<Explored, WorldError> {
    // As in a build where the model is there for what is left, the screens say what an action did.
    let options = react::Options {
        sparing: true,
        ..model.react()
    };
    react::act(device, &mut model.clone(), instance, &options, cancel).map_err(WorldError::model)
}

/// Episodes with reflection until one succeeds or the retries are used up.
pub fn explore(
    env: &mut dyn Environment,
    model: &Model,
    instance: &Instance,
    options: &react::Options,
    cancel: &Cancel,
) -> Result<Explored, WorldError> {
    react::explore(env, &mut model.clone(), instance, options, cancel).map_err(WorldError::model)
}

/// Go on from where a run stopped.
pub fn go_on(
    env: &mut dyn Environment,
    model: &Model,
    run: &Recording,
    analysis: &Analysis,
    options: &react::Options,
    cancel: &Cancel,
) -> Result<Explored, WorldError> {
    let text = format!(
        "Why the function stopped: {}\nDone already:\n{}\nStill to do:\n{}",
        analysis.cause,
        analysis.completed.join("\n"),
        analysis.plan.join("\n")
    );
    react::go_on(env, &mut model.clone(), run, &text, options, cancel).map_err(WorldError::model)
}
