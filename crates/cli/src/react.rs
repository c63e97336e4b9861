//! The ReAct agent with the command line's model.

use std::{cell::RefCell, rc::Rc};

use compiler::{verify::Analysis, world::WorldError};
use device::{Cancel, Device, Environment};
use explorer::react::{self, Explored};
use task::Instance;
use trajectory::Recording;

use crate::model::Model;

/// One episode, no retries. What belongs to no task type is done on the environment as it stands.
pub fn episode(
    env: &mut dyn Environment,
    model: &Rc<RefCell<Model>>,
    instance: &Instance,
    cancel: &Cancel,
) -> Result<Recording, WorldError> {
    if instance.task_type.is_empty() {
        return act(env, model, instance, cancel).map(|it| it.recording);
    }
    let options = model.borrow().react();
    explore(env, model, instance, &options, cancel).map(|it| it.recording)
}

/// What belongs to no task type, on the device as it stands.
pub fn act(
    device: &mut dyn Device,
    model: &Rc<RefCell<Model>>,
    instance: &Instance,
    cancel: &Cancel,
) -> Result<Explored, WorldError> {
    let options = model.borrow().react();
    react::act(device, &mut *model.borrow_mut(), instance, &options, cancel).map_err(|it| failed(&it))
}

/// Episodes with reflection until one succeeds or the retries are used up.
pub fn explore(
    env: &mut dyn Environment,
    model: &Rc<RefCell<Model>>,
    instance: &Instance,
    options: &react::Options,
    cancel: &Cancel,
) -> Result<Explored, WorldError> {
    react::explore(env, &mut *model.borrow_mut(), instance, options, cancel).map_err(|it| failed(&it))
}

/// Go on from where a run stopped.
pub fn go_on(
    env: &mut dyn Environment,
    model: &Rc<RefCell<Model>>,
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
    react::go_on(env, &mut *model.borrow_mut(), run, &text, options, cancel).map_err(|it| failed(&it))
}

fn failed(error: &react::ReactError) -> WorldError {
    WorldError::Model {
        reason: error.to_string(),
    }
}
