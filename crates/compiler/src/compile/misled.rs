//! What altered screens say of a function that does what can't be taken back.

use trajectory::Diagnostic;
use ui::Locator;

use super::{state::State, traced::Traced};
use crate::{
    consequence::consequences,
    script::Script,
    soft::{SoftTrajectory, StepRef},
    world::World,
};

/// An altered screen on which code takes something else than what is meant for what nothing takes back: for that step
/// itself, or for what a value of the task names before it. `None` where there is none.
pub(super) fn misled(state: &State<'_>, world: &mut Traced<'_>, script: &Script) -> Option<Diagnostic> {
    let last = last_lasting_line(script, &state.trajectories)?;
    let recordings = state.trajectories.iter().map(|it| it.recording.clone());
    let found = world.misled(script, &recordings.collect::<Vec<_>>());
    found.into_iter().find(|it| {
        it.position
            .is_some_and(|it| it.line <= last && names_it(script, &state.trajectories, it.line))
    })
}

/// Whether a line does what nothing takes back, or acts on what a value of the task names. Of a line that came from no
/// recorded step nothing better is known.
fn names_it(script: &Script, trajectories: &[SoftTrajectory], line: usize) -> bool {
    let Some((_, sources)) = script.lines.iter().find(|it| it.0 == line) else {
        return true;
    };
    let steps = trajectories.iter().flat_map(|it| &it.steps);
    let mut own = steps.filter(|it| sources.contains(&it.source));
    own.any(|it| {
        let likeliest = it.action.targets().filter_map(|it| it.first());
        let mut values = likeliest.flat_map(Locator::values);
        it.lasting.is_some() || values.any(|it| !it.is_const())
    })
}

/// The last line from which on a script does nothing that can't be taken back; the end of the text where it is not known
/// which of its lines do. `None` where none does.
fn last_lasting_line(script: &Script, trajectories: &[SoftTrajectory]) -> Option<usize> {
    if consequences(script, trajectories).is_empty() {
        return None;
    }
    let steps = trajectories.iter().flat_map(|it| &it.steps);
    let lasting: Vec<&StepRef> = steps
        .filter(|it| it.lasting.is_some())
        .map(|it| &it.source)
        .collect();
    let lines = script.lines.iter();
    let lines = lines.filter(|(_, sources)| sources.iter().any(|it| lasting.contains(&it)));
    Some(lines.map(|(line, _)| *line).max().unwrap_or(usize::MAX))
}
