//! Verify: the candidates to the first one that passes every seen instance.

use trajectory::Recording;

use crate::{
    trace::Phase,
    verify::{Verdict, verify},
    world::WorldError,
};

use super::{state::State, traced::Traced};

/// The failure of a candidate.
pub(super) struct Failed {
    /// Position of the instance among the seen ones.
    pub instance: usize,
    /// The run.
    pub run: Box<Recording>,
}

/// Put the first candidate that passes every seen instance in front. `None` says there is one; else
/// the answer is the failure of the candidate that came furthest, and the device stands where it failed.
pub(super) fn choose_passing(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
) -> Result<Option<Failed>, WorldError> {
    let failed = first_passing(state, world)?;
    match &failed {
        None => {
            world.note(Phase::Verify, None, "passes every instance that was seen");
        }
        Some(failed) => {
            let seed = state.seen[failed.instance].seed;
            let what = format!("ends {}", failed.run.ending.outcome);
            world.note(Phase::Verify, Some(seed), what);
        }
    }
    Ok(failed)
}

fn first_passing(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<Option<Failed>, WorldError> {
    let mut furthest: Option<(usize, usize)> = None;
    for idx in 0..state.candidates.len() {
        match verify(world, &state.candidates[idx].script, &state.seen)? {
            Verdict::Passed(runs) => {
                state.runs = runs;
                // Those before it have failed on an instance.
                let chosen = state.candidates.remove(idx);
                state.candidates.drain(..idx);
                if idx > 0 {
                    state.keep_version(
                        &chosen,
                        "another code that fits the same recordings, chosen by running it",
                    );
                }
                state.candidates.insert(0, chosen);
                return Ok(None);
            }
            Verdict::Failed { passed, .. } => {
                if furthest.is_none_or(|(_, best)| passed > best) {
                    furthest = Some((idx, passed));
                }
            }
        }
    }
    let best = furthest.map_or(0, |(idx, _)| idx);
    let best = state.candidates.remove(best);
    state.candidates.insert(0, best);
    match verify(world, &state.candidates[0].script, &state.seen)? {
        Verdict::Passed(runs) => {
            state.runs = runs;
            Ok(None)
        }
        Verdict::Failed { instance, run, .. } => Ok(Some(Failed { instance, run })),
    }
}
