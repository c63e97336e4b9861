//! The inner loop: explore and build where there is no code yet, then verify and repair until it passes.

use crate::{analyze::analyze, world::World};

use super::{
    candidates::{build, build_by_model},
    explore::{explore, learn},
    other_forms::other_forms,
    passing::choose_passing,
    repair::repair,
    several::try_each_of_alike,
    state::{State, Stop},
    tell_apart::tell_apart,
    traced::Traced,
    unverified::Unverified,
};

/// Make the code pass the newest instance and all older ones.
pub(super) fn refine(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<(), Stop> {
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
        if tell_apart(state, world, &failed.run)? {
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
        repair(state, world, &failing, &failed.run)?;
    }
    Ok(())
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
