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
pub(crate) mod words;

use std::time::Instant;

use device::{Cancel, Environment};
use task::Instance;
use trajectory::Outcome;

use crate::graph::Graph;
use tree::Tree;

pub use costs::{Feature, Weights};
pub use request::{Budget, Options, Progress, Report, SearchError};

/// Look for an episode of `instance` that reaches the reward.
///
/// What earlier searches learned leads to most goals sooner, and away from some. Where it is there, two fifths of the
/// episodes and steps are for a search that heeds it, and what is left then for one that knows nothing, which needs more.
pub fn search(
    env: &mut dyn Environment,
    instance: &Instance,
    options: &Options,
    graph: &mut Graph,
    cancel: &Cancel,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, SearchError> {
    if graph.is_empty() || options.from_here {
        return Ok(Tree::start(env, instance, options, graph, cancel, progress)?.grow());
    }
    let started = Instant::now();
    let heeding = Options {
        budget: options.budget.for_what_was_learned(),
        ..options.clone()
    };
    let first = Tree::start(env, instance, &heeding, graph, cancel, progress)?.grow();
    if !matches!(first.outcome, Outcome::OverBudget | Outcome::Stuck) {
        return Ok(first);
    }
    let left = options.budget.less(&first, started.elapsed());
    if left.is_spent() {
        return Ok(first);
    }
    let rest = Options {
        budget: left,
        ..options.clone()
    };
    let nothing = graph.without_screens();
    let mut anew = nothing.clone();
    let mut both = |it: &Progress| {
        progress(&Progress {
            episodes: first.episodes + it.episodes,
            steps: first.steps + it.steps,
            ..*it
        });
    };
    let second = Tree::start(env, instance, &rest, &mut anew, cancel, &mut both)?.grow();
    graph.add(&nothing, &anew);
    Ok(first.then(second))
}
