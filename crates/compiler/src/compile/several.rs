//! A failure among several elements that are alike: each of them is tried, and may be as good as any other.

use task::Instance;
use trajectory::Recording;

use crate::{trace::Phase, world::WorldError};

use super::{
    state::{Candidate, State},
    traced::Traced,
};

/// Whether a failure is one among several that are alike, and each of them is rewarded; `None` where that can't
/// be tried. Where it is known well enough, the code says so from then on, and is held against these instances
/// too.
pub(super) fn try_each_of_alike(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    n: usize,
    instance: &Instance,
    run: &Recording,
) -> Result<Option<bool>, WorldError> {
    let Some(code) = state.candidates.first() else {
        return Ok(None);
    };
    let tried = state.undecided.iter().any(|(_, it)| it.seed == instance.seed);
    let Some(program) = code.program.as_ref().filter(|_| !tried) else {
        return Ok(None);
    };
    let each = state
        .alike
        .try_each(world, program, &code.script, instance, run)?;
    let Some(each) = each else { return Ok(None) };
    if !each {
        world.note(
            Phase::Verify,
            Some(instance.seed),
            "it matters which of several alike",
        );
        return Ok(Some(false));
    }
    world.note(
        Phase::Verify,
        Some(instance.seed),
        "each of several alike will do",
    );
    state.undecided.push((n, instance.clone()));
    let mut marked = program.clone();
    if state.alike.mark(&mut marked) {
        state.replace_first(
            Candidate::of(marked),
            "each of several alike was tried, and each was rewarded",
        );
        state.runs.clear();
        let decided = std::mem::take(&mut state.undecided);
        state.held_out.extend(decided.into_iter().map(|(_, it)| it));
    }
    Ok(Some(true))
}
