//! Verify: the candidates to the first one that passes every seen instance.

use trajectory::{Code, Outcome, Recording};

use crate::{
    trace::Phase,
    verify::{Verdict, verify, verify_again},
    world::{Event, World, WorldError},
};

use super::{fails_alike::Failures, other_forms::other_forms, state::State, traced::Traced};

/// The failure of a candidate.
pub(super) struct Failed {
    /// Position of the instance among the seen ones.
    pub instance: usize,
    /// The run.
    pub run: Box<Recording>,
    /// Whether codes for values of another form were made of it already.
    pub other_forms: bool,
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

/// Where the values of the instance that the first code fails on have another form than those of the recordings, codes for
/// that form go before the other ones that fit the recordings: none of these has seen such values either. Where several
/// elements fit, the form of a value is not what is missing.
fn first_passing(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<Option<Failed>, WorldError> {
    let Some(first) = state.candidates.first() else {
        return first_of(state, world, None, false);
    };
    let verdict = verify(world, &first.script, &state.seen)?;
    let mut forms = None;
    if let Verdict::Failed { run, .. } = &verdict
        && !is_ambiguous(run)
    {
        forms = other_forms(state, world, run)?;
    }
    match forms {
        Some(true) => first_of(state, world, None, true),
        tried => first_of(state, world, Some(verdict), tried.is_some()),
    }
}

fn is_ambiguous(run: &Recording) -> bool {
    let said = run.ending.diagnostic.as_ref();
    said.is_some_and(|it| it.code == Code::ElementAmbiguous)
}

/// The first candidate that passes. `first` is what is known of the first of them; `forms` says whether codes for other forms
/// were made of it.
fn first_of(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    mut first: Option<Verdict>,
    forms: bool,
) -> Result<Option<Failed>, WorldError> {
    let mut furthest: Option<(usize, usize)> = None;
    let mut others: Vec<Outcome> = Vec::new();
    let (mut failures, mut not_run) = (Failures::default(), 0);
    for idx in 0..state.candidates.len() {
        let script = &state.candidates[idx].script;
        if failures.begin(script) {
            not_run += 1;
            continue;
        }
        let verdict = match (idx, first.take()) {
            (0, Some(known)) => known,
            (0, None) => verify(world, script, &state.seen)?,
            _ => verify_again(world, script, &state.seen)?,
        };
        match verdict {
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
            Verdict::Failed { passed, run, .. } => {
                failures.keep(script, &run);
                if idx > 0 {
                    others.push(run.ending.outcome);
                }
                if furthest.is_none_or(|(_, best)| passed > best) {
                    furthest = Some((idx, passed));
                }
            }
        }
    }
    if !others.is_empty() || not_run > 0 {
        world.event(&Event::Others {
            outcomes: &others,
            not_run,
        });
    }
    let at = furthest.map_or(0, |(idx, _)| idx);
    let best = state.candidates.remove(at);
    state.candidates.insert(0, best);
    let best = &state.candidates[0].script;
    // The first code's failure was told.
    let verdict = match at {
        0 => verify_again(world, best, &state.seen)?,
        _ => verify(world, best, &state.seen)?,
    };
    match verdict {
        Verdict::Passed(runs) => {
            state.runs = runs;
            Ok(None)
        }
        Verdict::Failed { instance, run, .. } => Ok(Some(Failed {
            instance,
            run,
            other_forms: forms && at == 0,
        })),
    }
}
