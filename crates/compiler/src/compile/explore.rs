//! Explore: an instance to a recording of it, and to what that shows.

use trajectory::Recording;

use crate::{
    trace::Phase,
    translate::translate,
    world::{Event, World, WorldError},
};

use super::{
    request::Tier,
    state::{State, Stop},
    traced::Traced,
    unverified::Unverified,
};

/// Let the explorer do the newest instance.
pub(super) fn explore(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<Recording, Stop> {
    let Some(instance) = state.seen.last() else {
        return Err(Stop::gave_up(Unverified::NoInstance));
    };
    let seed = instance.seed;
    let Some(recording) = world.explore(instance, &state.trajectories, None)? else {
        world.note(Phase::Explore, Some(seed), "not solved");
        return Err(Stop::gave_up(Unverified::NotSolved { seed }));
    };
    learn(state, world, &recording)?;
    let what = format!("solved, steps: {}", recording.steps.len());
    world.note(Phase::Explore, Some(seed), what);
    Ok(recording)
}

/// Translate a recording, and go by it from now on.
pub(super) fn learn(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    recording: &Recording,
) -> Result<(), WorldError> {
    world.event(&Event::Recorded { recording });
    let mut trajectory = translate(recording);
    if state.request.tier != Tier::Free
        && let Some(model) = world.builder()
    {
        trajectory = model.translate(recording, trajectory)?;
    }
    world.event(&Event::Translated {
        trajectory: &trajectory,
    });
    let seed = trajectory.instance.seed;
    match recording.mends() {
        true => state.mended.insert(seed),
        false => state.mended.remove(&seed),
    };
    state.trajectories.retain(|it| it.instance.seed != seed);
    state.trajectories.push(trajectory);
    Ok(())
}
