//! Repair: a failed run to an analysis, to a recording of how it is done right, and to new candidates.

use task::Instance;
use trajectory::{Origin, Outcome, Recording};

use crate::{
    analyze::{Analysis, analyze},
    trace::Phase,
    world::{Continued, Event, World, WorldError},
};

use super::{
    candidates::{build, build_by_model},
    explore::learn,
    request::Tier,
    state::{State, Stop},
    traced::Traced,
    unverified::Unverified,
};

/// Analyse the failure, let the explorer finish the instance, and build anew from the hybrid recording.
pub(super) fn repair(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    failing: &Instance,
    run: &Recording,
) -> Result<(), Stop> {
    let mut analysis = analyze(run);
    // Where the model-free drivers go first, the model is asked when it is its turn to act.
    if state.request.tier == Tier::Model
        && let Some(model) = world.builder()
    {
        analysis = model.analyze(run, analysis)?;
    }
    world.event(&Event::Analysed {
        analysis: &analysis,
        run,
    });
    let explores = !(state.request.without.react || state.request.without.repair_react);
    // How this instance is done was seen already: what is missing is code that does it.
    let was_seen = state.knows(failing);
    let continued = match explores {
        true => go_on(state, world, failing, run, &analysis, was_seen)?,
        false => Continued::default(),
    };
    let mut told = state.request.tier == Tier::Model;
    if let Some(said) = continued.analysis {
        world.event(&Event::Analysed { analysis: &said, run });
        (analysis, told) = (said, true);
    }
    let cause = analysis.for_people(run);
    world.note(Phase::Repair, Some(failing.seed), cause.as_str());
    let mut recording = continued.recording;
    let mut by_model = recording.is_some() && told;
    let why = format!("instance {}: {}", failing.seed, cause);
    let failure = Some((run, &analysis));
    let asks = !explores || (state.request.tier == Tier::Auto && was_seen);
    if recording.is_none() && asks && build_by_model(state, world, &why, failure)? {
        state.refined(true);
        return Ok(());
    }
    if explores && recording.is_none() {
        recording = world.explore(failing, &state.examples(), told.then_some(&analysis))?;
        by_model = recording.as_ref().is_some_and(|it| it.origin == Origin::React);
    }
    let Some(recording) = recording else {
        if explores && build_by_model(state, world, &why, failure)? {
            state.refined(true);
            return Ok(());
        }
        let seed = failing.seed;
        return Err(Stop::gave_up(Unverified::NotMended { seed, cause }));
    };
    learn(state, world, &recording)?;
    state.refined(by_model);
    build(state, world, &why, failure)?;
    Ok(())
}

/// Let the explorer go on from the breakpoint, where that may help.
fn go_on(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    failing: &Instance,
    run: &Recording,
    analysis: &Analysis,
    was_seen: bool,
) -> Result<Continued, WorldError> {
    // A run that came to its end starts anew by rule; whether the wrong it did can be put right, a model can tell.
    let in_question = state.request.tier == Tier::Auto
        && run.ending.outcome == Outcome::NotReached
        && !was_seen
        && world.builder().is_some();
    // What went wrong before the breakpoint stays in a hybrid recording: if the code from it fails again,
    // the next recording starts anew.
    match (analysis.go_on || in_question) && state.continued.insert(failing.seed) {
        true => world.go_on(run, analysis, &state.examples()),
        false => Ok(Continued::default()),
    }
}
