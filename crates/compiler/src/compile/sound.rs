//! Code that is right on every instance to code that is right for a reason: what goes by the data of one recording, does not look
//! at what the goal names, or takes something else once a screen is altered, gives way to the next that is right as well.

use trajectory::Recording;

use crate::{
    check::check,
    consequence::said,
    ignored_params::{IgnoredParams, ignored_params},
    lone_condition::lone_condition,
    look_first::look_first,
    trace::Phase,
    unasked::unasked,
    verify::{Verdict, verify_again},
    world::{World, WorldError},
};

use super::{
    hold_out::may_be_wrong,
    misled::{Misled, played},
    state::{Candidate, State},
    traced::Traced,
    unverified::Unverified,
};

/// Other codes that are looked at.
const MOST_OTHERS: usize = 12;
/// Of them, those that are run on every instance.
const MOST_RUN: usize = 3;

/// Why code is not verified whatever its runs give: it does not look at what the goal names, or does what no goal says.
pub(super) fn unsound(state: &State<'_>, code: &Candidate) -> Option<Unverified> {
    let program = code.program.as_ref();
    if let Some(ignored) = ignored_params(&code.script, program, &state.trajectories) {
        return Some(Unverified::Ignores(ignored));
    }
    Some(Unverified::Unasked(unasked(program?, &state.trajectories)?))
}

/// Why it is not verified though every run was right: it goes by what one of the instances alone showed.
pub(super) fn lone(state: &State<'_>, code: &Candidate, runs: &[Recording]) -> Option<Unverified> {
    let lone = lone_condition(code.program.as_ref()?, &state.trajectories, runs)?;
    Some(Unverified::Lone(lone))
}

/// What is wrong with code that no run shows: whether it can't be verified by that, and on how many altered screens it takes
/// something else.
fn faults(state: &State<'_>, world: &mut Traced<'_>, code: &Candidate, runs: &[Recording]) -> (bool, usize) {
    let Misled { lasting, wrong } = played(state, world, &code.script);
    let unfounded = || unsound(state, code).is_some() || lone(state, code, runs).is_some();
    (lasting.is_some() || unfounded(), wrong)
}

/// Put the first of the other codes in front that has fewer faults than the first one, and is right wherever that was right.
pub(super) fn prefer_sound(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<(), WorldError> {
    let Some(first) = state.candidates.first().cloned() else {
        return Ok(());
    };
    if first.program.is_none() || state.candidates.len() < 2 {
        return Ok(());
    }
    let known = faults(state, world, &first, &state.runs);
    if known == (false, 0) {
        return Ok(());
    }
    let instances: Vec<_> = state.seen.iter().chain(&state.held_out).cloned().collect();
    let mut ran = 0;
    for at in 1..state.candidates.len().min(MOST_OTHERS + 1) {
        let code = state.candidates[at].clone();
        let fits = check(&code.script, &instances).is_empty();
        if ran == MOST_RUN || !fits || faults(state, world, &code, &[]) >= known {
            continue;
        }
        ran += 1;
        let Verdict::Passed(runs) = verify_again(world, &code.script, &instances)? else {
            continue;
        };
        if faults(state, world, &code, &runs) < known && !does_wrong(state, world, &code)? {
            world.note(Phase::Harden, None, "another code is right for a better reason");
            state.candidates.drain(..at);
            state.keep_version(
                &code,
                "another code that is as right, and takes nothing else on altered screens",
            );
            state.runs = runs;
            return Ok(());
        }
    }
    Ok(())
}

/// Have the code read what the goal names, on the screen, before it does what nothing takes back. Why it is not verified, where
/// that fails: a value stood there, and on some instance something else does.
pub(super) fn read_first(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
) -> Result<Option<Unverified>, WorldError> {
    let Some(code) = state.candidates.first() else {
        return Ok(None);
    };
    let program = code.program.as_ref();
    let Some(looking) = program.and_then(|it| look_first(it, &code.script, &state.trajectories)) else {
        return Ok(None);
    };
    let kind = said(&code.script).first().map(|it| it.lasting.kind);
    let instances: Vec<_> = state.seen.iter().chain(&state.held_out).cloned().collect();
    let reads = Candidate::of(looking.program);
    let fits = check(&reads.script, &instances).is_empty();
    if fits && let Verdict::Passed(runs) = verify_again(world, &reads.script, &instances)? {
        world.note(Phase::Harden, None, "what the goal names is read first");
        state.replace_first(
            reads,
            "what the goal names is read before it does what nothing takes back",
        );
        state.runs = runs;
        return Ok(None);
    }
    let params = looking.read;
    let ignored = kind
        .filter(|_| !params.is_empty())
        .map(|kind| IgnoredParams { kind, params });
    Ok(ignored.map(Unverified::Ignores))
}

/// Whether it does the wrong thing on an adversarial instance and calls it right.
fn does_wrong(state: &State<'_>, world: &mut Traced<'_>, code: &Candidate) -> Result<bool, WorldError> {
    for instance in &state.contested {
        let run = world.run(&code.script, instance)?;
        if may_be_wrong(run.ending.outcome) {
            return Ok(true);
        }
    }
    Ok(false)
}
