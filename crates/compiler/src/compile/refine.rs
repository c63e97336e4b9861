//! The inner loop: explore and build where there is no code yet, then verify and repair until it passes.

use task::Instance;

use crate::{
    analyze::analyze,
    trace::Phase,
    world::{Event, World},
};

use super::{
    candidates::{build, build_by_model},
    explore::{explore, learn},
    name_otherwise::name_otherwise,
    other_forms::other_forms,
    passing::choose_passing,
    repair::repair,
    several::try_each_of_alike,
    state::{State, Stop},
    traced::Traced,
    unverified::Unverified,
};

/// Have the code fit one more instance.
pub(super) fn build_on(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    n: usize,
    instance: Instance,
) -> Result<(), Stop> {
    world.event(&Event::Instance {
        n,
        instance: &instance,
    });
    state.seen.push(instance);
    // What held before is not run again.
    state.held_besides.clear();
    refine(state, world)
}

/// Make the code pass the newest instance and all older ones.
fn refine(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<(), Stop> {
    if state.candidates.is_empty() {
        first_code(state, world)?;
    }
    for round in 0..=state.request.refinements {
        let Some(mut failed) = choose_passing(state, world)? else {
            return Ok(());
        };
        let failing = state.seen[failed.instance].clone();
        match try_each_of_alike(state, world, 0, &failing, &failed.run)? {
            Some(true) => {
                state.seen.remove(failed.instance);
                continue;
            }
            // Back to where the code stopped: a repair goes on from there.
            Some(false) => *failed.run = world.run(&state.candidates[0].script, &failing)?,
            None => {}
        }
        if round == state.request.refinements {
            return Err(Stop::gave_up(Unverified::StillFails {
                seed: failing.seed,
                refinements: round,
                cause: analyze(&failed.run).for_people(&failed.run),
            }));
        }
        if name_otherwise(state, world, &failed.run)? {
            continue;
        }
        let forms = match failed.other_forms {
            true => None,
            false => other_forms(state, world, &failed.run)?,
        };
        match forms {
            Some(true) => continue,
            Some(false) => *failed.run = world.run(&state.candidates[0].script, &failing)?,
            None => {}
        }
        match learn_the_newest(state, world, &failing)? {
            Some(true) => continue,
            Some(false) => *failed.run = world.run(&state.candidates[0].script, &failing)?,
            None => {}
        }
        match learn_from_slow_run(state, world, &failing)? {
            Some(true) => continue,
            Some(false) => *failed.run = world.run(&state.candidates[0].script, &failing)?,
            None => {}
        }
        repair(state, world, &failing, &failed.run)?;
    }
    Ok(())
}

/// Learn from the newest instance, where it is known already how the failing one is done: code that fits the recordings is right
/// on the newest by chance, and to see the failing one again shows nothing new. Where there is a model, it writes the code instead.
/// Whether code was built; `None` where the newest was not looked at.
fn learn_the_newest(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    failing: &Instance,
) -> Result<Option<bool>, Stop> {
    if world.builder().is_some() {
        return Ok(None);
    }
    let explores = !(state.request.without.react || state.request.without.repair_react);
    let newest = state.seen.last();
    let newest = newest.filter(|it| explores && state.knows(failing) && !state.knows(it));
    let Some(newest) = newest.cloned() else {
        return Ok(None);
    };
    let Some(recording) = world.explore(&newest, &state.examples(), None)? else {
        world.note(Phase::Explore, Some(newest.seed), "not solved");
        return Ok(Some(false));
    };
    learn(state, world, &recording)?;
    state.refined(false);
    let (seed, old) = (newest.seed, failing.seed);
    let why = format!("instance {seed}: what is right there is wrong on instance {old}");
    build(state, world, &why, None)?;
    Ok(Some(true))
}

/// Before a model is asked: where the same code is right with pauses, code is built that waits for what came up in them. Whether it was;
/// `None` where it was not run with pauses.
fn learn_from_slow_run(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    failing: &Instance,
) -> Result<Option<bool>, Stop> {
    if world.builder().is_none() || !state.ran_slowly.insert(failing.seed) {
        return Ok(None);
    }
    let Some(slow) = world.run_slowly(&state.candidates[0].script, failing)? else {
        return Ok(None);
    };
    let seed = failing.seed;
    if !slow.passed() {
        world.note(Phase::Repair, Some(seed), "fails with pauses as well");
        return Ok(Some(false));
    }
    world.note(Phase::Repair, Some(seed), "is right with pauses");
    learn(state, world, &slow)?;
    state.refined(false);
    build(
        state,
        world,
        &format!("instance {seed}: it is right with pauses"),
        None,
    )?;
    Ok(Some(true))
}

/// The first code, from the newest instance alone.
fn first_code(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<(), Stop> {
    if state.request.without.react {
        return match build_by_model(state, world, "first code", None)? {
            true => Ok(()),
            false => Err(Stop::gave_up(Unverified::NotWritten)),
        };
    }
    let recording = explore(state, world)?;
    for other in world.shown_besides() {
        learn(state, world, &other)?;
    }
    build(state, world, "first code", None)?;
    if state.candidates.is_empty() {
        return Err(Stop::gave_up(Unverified::NoCode {
            seed: recording.instance.seed,
            steps: recording.steps.len(),
        }));
    }
    Ok(())
}
