//! Task type to function: explore, build, verify, repair, instance after instance, then hold out and harden.
//!
//! Each phase is a function in a file of its own, and says in a [`Trace`](crate::trace::Trace) what it did.

mod candidates;
mod compiled;
mod explore;
mod fails_alike;
mod harden;
mod hold_out;
mod misled;
mod name_otherwise;
mod other_forms;
mod other_pages;
mod outcomes;
mod passing;
mod refine;
mod repair;
mod request;
mod several;
mod sound;
mod state;
mod traced;
mod unverified;
mod without_judge;

use task::{Instance, Params};
use trajectory::Outcome;
use ui::Action;

use crate::{
    consequence::consequences,
    synthesise::points_differ,
    understood::{Open, understood},
    world::{World, WorldError},
};

pub use compiled::{Compiled, Shares, Version};
pub use request::{EachRow, MOST_BUILT_ON, Request, Rows, Tier, Without};
pub use unverified::Unverified;

use harden::{generalise_words, harden};
use hold_out::hold_out;
use misled::misled;
use refine::build_on;
use sound::{done_wrong, lone, prefer_sound, read_first, unsound};
use state::{Candidate, State, Stop};
use traced::Traced;
use without_judge::without_judge;

/// Make a function for a task type (paper, sections 3.2 to 3.4; the held-out instances are ours).
pub fn compile(world: &mut dyn World, request: &Request) -> Result<Compiled, WorldError> {
    let mut world = Traced::new(world);
    let mut state = State::new(request);
    match phases(&mut state, &mut world) {
        Ok(()) => finish(state, world, None),
        Err(Stop::GaveUp(why)) => finish(state, world, Some(*why)),
        // Nobody answers any more: what was made until then is not lost.
        Err(Stop::Failed(error @ (WorldError::Model { .. } | WorldError::OverBudget { .. })))
            if !state.candidates.is_empty() =>
        {
            let compiled = finish(state, world, Some(Unverified::Ended(error.clone())))?;
            Ok(Compiled {
                ended: Some(error),
                ..compiled
            })
        }
        Err(Stop::Failed(error)) => Err(error),
    }
}

/// The building instances one by one, then the held-out ones.
fn phases(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<(), Stop> {
    let mut ahead: Vec<(usize, Instance)> = Vec::new();
    for n in 0..state.request.instances + state.request.held_out {
        let Some(instance) = world.instance(n)? else { break };
        ahead.push((n, instance));
    }
    if !world.has_judge() {
        return without_judge(state, world, ahead.into_iter().map(|(_, it)| it).collect());
    }
    let mut unsolved = Vec::new();
    for _ in 0..state.request.instances {
        let next = match state.candidates.is_empty() && !unsolved.is_empty() {
            true => simplest(&mut ahead),
            false => most_telling(&state.candidates, &mut ahead),
        };
        let Some((n, instance)) = next else { break };
        match build_on(state, world, n, instance.clone()) {
            // Where nobody can do this one, another may be easier; then the code is held against this one as well. A model is
            // asked once.
            Err(Stop::GaveUp(why))
                if matches!(*why, Unverified::NotSolved { .. }) && world.builder().is_none() =>
            {
                state.seen.retain(|it| it.seed != instance.seed);
                unsolved.push((n, instance, why));
            }
            built => built?,
        }
    }
    for (n, instance, why) in unsolved {
        if state.candidates.is_empty() {
            state.seen.push(instance);
            return Err(Stop::GaveUp(why));
        }
        build_on(state, world, n, instance)?;
    }
    generalise_words(state, world)?;
    hold_out(state, world, ahead)
}

/// The instance on which most of the other codes that fit so far would do something else than the first
/// one does: the run there tells which is right. Where none differ, the first that is left.
fn most_telling(candidates: &[Candidate], ahead: &mut Vec<(usize, Instance)>) -> Option<(usize, Instance)> {
    let plans = |params: &Params| -> usize {
        let mut plans = candidates
            .iter()
            .map(|it| it.program.as_ref().map(|it| it.plan(params)));
        let Some(first) = plans.next() else { return 0 };
        plans.filter(|it| *it != first).count()
    };
    let best = (0..ahead.len())
        .rev()
        .max_by_key(|at| plans(&ahead[*at].1.params))?;
    Some(ahead.remove(best))
}

/// The instance whose goal says least, the first of these: where one was too much for the explorer, that is the likeliest to be
/// done.
fn simplest(ahead: &mut Vec<(usize, Instance)>) -> Option<(usize, Instance)> {
    let words = |at: &usize| ahead[*at].1.goal.split_whitespace().count();
    let least = (0..ahead.len()).min_by_key(words)?;
    Some(ahead.remove(least))
}

/// Why code that is right on every instance is not verified before it is hardened. Another one may be right for a better reason,
/// and what can be read on the screen first is.
fn founded(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    reason: Option<Unverified>,
) -> Result<Option<Unverified>, WorldError> {
    let by_model = state.candidates.first().is_some_and(|it| it.program.is_none());
    let reason = match by_model {
        true => reason,
        false => points_differ(&state.trajectories)
            .map(Unverified::Points)
            .or(reason),
    };
    let reason = match reason {
        None if world.has_judge() => {
            prefer_sound(state, world)?;
            read_first(state, world)?
        }
        reason => reason,
    };
    Ok(reason.or_else(|| unsound(state, state.candidates.first()?)))
}

/// Why hardened code is not verified. What hardening added may find what the plain code did not.
fn held(state: &State<'_>, world: &mut Traced<'_>) -> Result<Option<Unverified>, WorldError> {
    let Some(code) = state.candidates.first() else {
        return Ok(None);
    };
    if let Some(lone) = lone(state, code, &state.runs) {
        return Ok(Some(lone));
    }
    if !world.has_judge() {
        return Ok(None);
    }
    let wrong = done_wrong(world, code, &state.contested)?;
    Ok(wrong.or_else(|| misled(state, world, &code.script).map(Unverified::Misled)))
}

/// Harden what is right, and say what was made: the best code, and its reward on every instance.
fn finish(
    mut state: State<'_>,
    mut world: Traced<'_>,
    reason: Option<Unverified>,
) -> Result<Compiled, WorldError> {
    let by_model = state.candidates.first().is_some_and(|it| it.program.is_none());
    let reason = founded(&mut state, &mut world, reason)?;
    let program = state.candidates.first().and_then(|it| it.program.as_ref());
    let understood = program.map(|it| {
        let mut all = understood(it, &state.trajectories);
        all.open.extend(state.between().into_iter().map(Open::Between));
        all
    });
    // Runs may not tell: two instances can have the same answer.
    let guess = understood
        .iter()
        .flat_map(|it| &it.open)
        .find(|it| it.is_a_guess());
    let reason = reason.or_else(|| Some(Unverified::Guess(guess?.clone())));
    let judged = world.has_judge();
    let hardened = judged && reason.is_none() && harden(&mut state, &mut world)?;
    let reason = match reason {
        None => held(&state, &mut world)?,
        reason => reason,
    };
    let app = opened_app(&state);
    let mut unchecked = !judged || state.runs.iter().any(|run| !run.succeeded());
    let code = state.candidates.into_iter().next();
    let mut instances = Vec::new();
    let (known, mut passed) = (unchecked, true);
    for instance in state.seen.into_iter().chain(state.held_out) {
        let reward = match &code {
            Some(_) if hardened && !known => 1.0,
            Some(_) if known => 0.0,
            Some(code) => {
                let run = world.run(&code.script, &instance)?;
                unchecked |= run.ending.outcome == Outcome::Unchecked;
                passed &= run.passed();
                run.reward.unwrap_or(0.0)
            }
            None => 0.0,
        };
        instances.push((instance, reward));
    }
    let ends_unchecked = unchecked && passed && reason.is_none();
    let all = !instances.is_empty() && instances.iter().all(|(_, reward)| *reward >= 1.0);
    let verified = code.is_some() && all && reason.is_none();
    // What came to its end wherever it was run says so: it is for the judge, where there is one, to say more.
    let says_complete = verified || ends_unchecked;
    let script = code.map(|it| match says_complete {
        true => it.script,
        false => it.in_doubt(),
    });
    let irreversible = script
        .iter()
        .flat_map(|it| consequences(it, &state.trajectories))
        .collect();
    let refused = state.refused.into_iter().map(|(_, it)| it).collect();
    Ok(Compiled {
        verified,
        refused,
        unchecked: ends_unchecked,
        script,
        irreversible,
        instances,
        refinements: state.refinements,
        repaired: state.repaired,
        versions: state.versions,
        trace: world.into_trace(),
        recordings: state.trajectories.into_iter().map(|it| it.recording).collect(),
        app,
        reason,
        understood,
        alike: state.alike.findings(),
        by_model,
        ended: None,
    })
}

/// The app that the first trajectory opens.
fn opened_app(state: &State<'_>) -> Option<String> {
    let mut steps = state.trajectories.iter().flat_map(|it| &it.steps);
    steps.find_map(|it| match &it.action {
        Action::OpenApp { .. } => it.value.clone(),
        _ => None,
    })
}
