//! Code that is right on every instance to code that is right for a reason: what goes by the data of one recording, does not look
//! at what the goal names, or takes something else once a screen is altered, gives way to the next that is right as well.

use task::Instance;
use trajectory::Recording;

use crate::{
    check::check,
    consequence::said,
    fixed_day::fixed_day,
    ignored_params::{IgnoredParams, ignored_params},
    lone_condition::lone_condition,
    look_first::{Reads, look_first},
    none_entry::naming_none,
    trace::Phase,
    unasked::unasked,
    verify::{Verdict, verify_again},
    world::{World, WorldError},
};

use super::{
    misled::misled,
    outcomes::may_be_wrong,
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
    if let Some(fixed) = program.and_then(|it| fixed_day(it, &state.trajectories)) {
        return Some(Unverified::FixedDay(fixed));
    }
    Some(Unverified::Unasked(unasked(program?, &state.trajectories)?))
}

/// Why it is not verified though every run was right: it goes by what one of the instances alone had, or by a place where it matters
/// which of several is taken.
pub(super) fn lone(state: &State<'_>, code: &Candidate, runs: &[Recording]) -> Option<Unverified> {
    let program = code.program.as_ref()?;
    if let Some((what, seed)) = state.alike.taken_by_place(program) {
        return Some(Unverified::ByPlace { what, seed });
    }
    Some(Unverified::Lone(lone_condition(
        program,
        &state.trajectories,
        runs,
    )?))
}

/// Why code is right by luck, if it is: it does not look at what the goal names, or goes by what one of the instances alone had.
pub(super) fn by_luck(state: &State<'_>, code: &Candidate, runs: &[Recording]) -> Option<Unverified> {
    unsound(state, code).or_else(|| lone(state, code, runs))
}

/// Whether code can't be verified for a reason that no run shows.
fn is_unfounded(state: &State<'_>, world: &mut Traced<'_>, code: &Candidate, runs: &[Recording]) -> bool {
    by_luck(state, code, runs).is_some() || misled(state, world, &code.script).is_some()
}

/// Where the first code is right by luck, put the next one in front that is not, and is right on the same instances.
pub(super) fn prefer_sound(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<(), WorldError> {
    let Some(first) = state.candidates.first().cloned() else {
        return Ok(());
    };
    if first.program.is_none() || !is_unfounded(state, world, &first, &state.runs) {
        return Ok(());
    }
    let instances = state.instances();
    let naming = first.program.and_then(|it| naming_none(&it, &state.trajectories));
    // One instance may have an entry that its page lacks.
    let seen = instances.iter().chain(&state.further).chain(&state.contested);
    let naming = naming.filter(|(_, word)| seen.filter(|it| asks_for_only(it, word)).count() > 1);
    if let Some((program, _)) = naming {
        state.candidates.insert(1, Candidate::of(program));
    }
    let mut ran = 0;
    for at in 1..state.candidates.len().min(MOST_OTHERS + 1) {
        if ran == MOST_RUN {
            break;
        }
        let code = state.candidates[at].clone();
        if !check(&code.script, &instances).is_empty() || is_unfounded(state, world, &code, &[]) {
            continue;
        }
        ran += 1;
        let Verdict::Passed(runs) = verify_again(world, &code.script, &instances)? else {
            continue;
        };
        let others = state.further.iter().chain(&state.contested);
        if lone(state, &code, &runs).is_none() && done_wrong(world, &code, others)?.is_none() {
            world.note(Phase::Harden, None, "another code is right for a better reason");
            state.candidates.remove(at);
            state.keep_version(&code, "another code that is as right, and not by luck");
            state.candidates.insert(0, code);
            state.runs = runs;
            return Ok(());
        }
    }
    Ok(())
}

/// Whether a value of an instance is this word and nothing else.
fn asks_for_only(instance: &Instance, word: &str) -> bool {
    instance.params.values().any(|it| it.texts().eq([word]))
}

/// Have the code read what the goal names, on the screen, before it does what nothing takes back. Why it is not verified, where
/// that fails: several recordings showed a day or a time there, and on some instance something else stands there.
pub(super) fn read_first(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
) -> Result<Option<Unverified>, WorldError> {
    let Some(code) = state.candidates.first().cloned() else {
        return Ok(None);
    };
    let Some(program) = &code.program else {
        return Ok(None);
    };
    let instances = state.instances();
    let mut params = Vec::new();
    for reads in [Reads::All, Reads::Whens] {
        let Some(looking) = look_first(program, &code.script, &state.trajectories, reads) else {
            break;
        };
        let reading = Candidate::of(looking.program);
        let fits = check(&reading.script, &instances).is_empty();
        if fits && let Verdict::Passed(runs) = verify_again(world, &reading.script, &instances)? {
            world.note(Phase::Harden, None, "what the goal names is read first");
            state.replace_first(
                reading,
                "what the goal names is read before it does what nothing takes back",
            );
            state.runs = runs;
            return Ok(None);
        }
        params = match reads {
            Reads::All => Vec::new(),
            Reads::Whens => looking.read,
        };
    }
    // One recording may have shown it by chance.
    let several = state.trajectories.len() > 1 && !params.is_empty();
    let said = said(&code.script);
    let first = said.first().filter(|_| several);
    Ok(first.map(|it| {
        Unverified::Ignores(IgnoredParams {
            kind: it.lasting.kind,
            params,
        })
    }))
}

/// Why code is not verified that does the wrong thing on one of these instances and calls it right, or of which nobody can judge
/// that; `None` where there is none.
pub(super) fn done_wrong<'a>(
    world: &mut Traced<'_>,
    code: &Candidate,
    instances: impl IntoIterator<Item = &'a Instance>,
) -> Result<Option<Unverified>, WorldError> {
    for instance in instances {
        let run = world.run(&code.script, instance)?;
        if may_be_wrong(run.ending.outcome) {
            return Ok(Some(Unverified::Adversarial {
                seed: instance.seed,
                goal: instance.goal.clone(),
                outcome: run.ending.outcome,
            }));
        }
    }
    Ok(None)
}
