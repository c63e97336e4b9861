//! The model-free explorer: an instance to a recording that reaches its reward, by best-first search.
//!
//! A node is a state of the episode, an edge an action, and what an action costs comes from
//! comparing texts (see `propose`). Where the environment keeps checkpoints, a node is a checkpoint;
//! elsewhere it is the actions that lead to it, and going back costs a reset and a replay, so the
//! search rather goes on from where it is. A chain of actions that dealt with one of several things is
//! done again for each of the others. The reward is known only when an episode ends. What was
//! found is minimised before it becomes the recording.

mod costs;
mod narrate;
mod propose;
mod request;
mod tree;
mod values;
mod words;

use device::{Cancel, Environment};
use task::Instance;

use crate::graph::Graph;

pub use costs::{Feature, Weights};
pub use request::{Budget, Options, Progress, Report, SearchError};

/// Look for an episode of `instance` that reaches the reward.
pub fn search(
    env: &mut dyn Environment,
    instance: &Instance,
    options: &Options,
    graph: &mut Graph,
    cancel: &Cancel,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, SearchError> {
    Ok(tree::Tree::start(env, instance, options, graph, cancel, progress)?.grow())
}
