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
mod records;
mod request;
mod tree;
mod values;
pub(crate) mod words;

use std::time::Instant;

use device::{Cancel, Environment};
use task::Instance;
use trajectory::Outcome;

use crate::graph::Graph;
use records::Records;
use tree::Tree;

pub use costs::{Feature, Weights};
pub use request::{Budget, Options, Progress, Report, SearchError};

/// Look for an episode of `instance` that reaches the reward.
///
/// What earlier searches learned leads to most goals sooner, and away from some. Where it is there, two fifths of the
/// episodes and steps are for a search that heeds it, and what is left then for one that knows nothing, which needs more. Where
/// the goal has several records, as many are for a search that deals with one of them first.
pub fn search(
    env: &mut dyn Environment,
    instance: &Instance,
    options: &Options,
    graph: &mut Graph,
    cancel: &Cancel,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, SearchError> {
    let learned = !graph.is_empty();
    // Where going back is dear, what is done for one record can't be tried for the others again and again.
    let may_repeat = options.hints.is_empty() && !options.from_here && env.checkpoints().is_some();
    let Some(records) = Records::of(instance).filter(|_| may_repeat) else {
        return search_whole(env, instance, options, (graph, learned), cancel, progress);
    };
    let started = Instant::now();
    let by_records = Options {
        budget: options.budget.for_one_record(),
        ..options.clone()
    };
    let first = Tree::start(env, instance, Some(records), &by_records, graph, cancel, progress)?.grow();
    let Some(rest) = left_after(&first, options, started) else {
        return Ok(first);
    };
    let mut after = |it: &Progress| progress(&it.after(&first));
    let second = search_whole(env, instance, &rest, (graph, learned), cancel, &mut after)?;
    Ok(first.then("as a whole", second))
}

/// What another search may spend after one that has found nothing; `None` where it has, or nothing is left.
fn left_after(first: &Report, options: &Options, started: Instant) -> Option<Options> {
    let in_vain = matches!(first.outcome, Outcome::OverBudget | Outcome::Stuck);
    let budget = options.budget.less(first, started.elapsed());
    (in_vain && !budget.is_spent()).then(|| Options {
        budget,
        ..options.clone()
    })
}

/// The same with all values of the instance at once; whether earlier searches have learned anything goes with the graph.
fn search_whole(
    env: &mut dyn Environment,
    instance: &Instance,
    options: &Options,
    (graph, learned): (&mut Graph, bool),
    cancel: &Cancel,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, SearchError> {
    if !learned || options.from_here {
        return Ok(Tree::start(env, instance, None, options, graph, cancel, progress)?.grow());
    }
    let started = Instant::now();
    let heeding = Options {
        budget: options.budget.for_what_was_learned(),
        ..options.clone()
    };
    let first = Tree::start(env, instance, None, &heeding, graph, cancel, progress)?.grow();
    let Some(rest) = left_after(&first, options, started) else {
        return Ok(first);
    };
    let nothing = graph.without_screens();
    let mut anew = nothing.clone();
    let mut after = |it: &Progress| progress(&it.after(&first));
    let second = Tree::start(env, instance, None, &rest, &mut anew, cancel, &mut after)?.grow();
    graph.add(&nothing, &anew);
    Ok(first.then("anew, without what earlier searches learned", second))
}
