//! Harden: verified code to the same code without what it can do without, with fallbacks and with assertions. Each change
//! stays only if the code passes every instance with it.

use task::Instance;
use trajectory::Recording;

use crate::{
    add_assertions::add_assertions,
    check::check,
    emit::{story, story_with_assertions},
    fit_locators::{add_fallbacks, drop_unshared_words},
    join_arms::join_arms,
    program::Program,
    prune_branches::prune_branches,
    script::Script,
    soft::SoftTrajectory,
    trace::Phase,
    verify::{Verdict, verify_again},
    world::WorldError,
};

use super::{
    name_otherwise::named_otherwise,
    state::{Candidate, State},
    traced::Traced,
};

/// Programs with a branch less that are tried.
const MOST_PRUNED: usize = 12;
/// Steps whose target is named otherwise.
const MOST_RENAMED: usize = 3;
/// Assertions that are left out, each for a reason, before the function does without any.
pub(super) const MOST_LEFT_OUT: usize = 6;

/// Drop words that the first recording showed and not all instances do, where the code passes without them.
pub(super) fn generalise_words(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<(), WorldError> {
    let Some(program) = state.candidates.first().and_then(|it| it.program.as_ref()) else {
        return Ok(());
    };
    let general = drop_unshared_words(program, &state.runs);
    if general == *program {
        return Ok(());
    }
    let code = Candidate::of(general);
    let verdict = verify_again(world, &code.script, &state.seen)?;
    let what = match verdict {
        Verdict::Passed(runs) => {
            state.replace_first(
                code,
                "words of one recording that the other instances do not show",
            );
            state.runs = runs;
            "without words of one recording"
        }
        Verdict::Failed { .. } => "words of one recording stay",
    };
    world.note(Phase::Harden, None, what);
    Ok(())
}

/// Drop what the code can do without, and add fallbacks and assertions that hold on every instance. Whether it has any
/// is the answer: then it passed every instance with them, in the runs that are kept.
pub(super) fn harden(state: &mut State<'_>, world: &mut Traced<'_>) -> Result<bool, WorldError> {
    let instances = state.instances();
    let Some(mut code) = state.candidates.first().cloned() else {
        return Ok(false);
    };
    if let Some((plain, runs)) = without_unseen_states(state, world, &instances)? {
        state.replace_first(
            plain.clone(),
            "a value that is the same everywhere decides nothing",
        );
        state.runs = runs;
        code = plain;
    }
    while let Some((pruned, runs)) = prune(world, &code, &instances, &state.trajectories)? {
        state.replace_first(pruned.clone(), "one arm of a branch does for every instance");
        state.runs = runs;
        code = pruned;
    }
    let Some(program) = code.program else {
        return Ok(false);
    };
    let Some((program, script, runs)) = kept(state, world, program, &instances)? else {
        world.note(Phase::Harden, None, "it does not pass as it would be kept");
        return Ok(false);
    };
    state.runs = runs;
    let program = Some(program);
    state.replace_first(
        Candidate { script, program },
        "the screens it leads to and what it types are checked",
    );
    world.note(Phase::Harden, None, "fallbacks and assertions that hold");
    Ok(true)
}

/// Where a value decides whether a box is on, and no instance has another value: the likeliest code that leaves it
/// alone, and its runs. Nobody has seen what the other value does, so a goal that says it is refused.
fn without_unseen_states(
    state: &State<'_>,
    world: &mut Traced<'_>,
    instances: &[Instance],
) -> Result<Option<(Candidate, Vec<Recording>)>, WorldError> {
    let varies = |name: &str| {
        let mut values = instances.iter().map(|it| it.params.get(name));
        values
            .next()
            .is_some_and(|first| values.any(|other| other != first))
    };
    let unseen = |it: &Candidate| {
        let deciding = it.program.iter().flat_map(Program::deciding);
        deciding.into_iter().any(|name| !varies(&name))
    };
    if !state.candidates.first().is_some_and(unseen) {
        return Ok(None);
    }
    for plain in state.candidates.iter().filter(|it| !unseen(it)).take(MOST_PRUNED) {
        if !check(&plain.script, instances).is_empty() || plain.ignores(&state.trajectories) {
            continue;
        }
        if let Verdict::Passed(runs) = verify_again(world, &plain.script, instances)? {
            world.note(Phase::Harden, None, "without a state that no instance has shown");
            return Ok(Some((plain.clone(), runs)));
        }
    }
    Ok(None)
}

/// The code with a branch less, and its runs, where that holds on every instance.
fn prune(
    world: &mut Traced<'_>,
    code: &Candidate,
    instances: &[Instance],
    trajectories: &[SoftTrajectory],
) -> Result<Option<(Candidate, Vec<Recording>)>, WorldError> {
    let programs = code.program.iter().flat_map(prune_branches);
    for program in programs.take(MOST_PRUNED) {
        let pruned = Candidate::of(program);
        if !check(&pruned.script, instances).is_empty() || pruned.ignores(trajectories) {
            continue;
        }
        if let Verdict::Passed(runs) = verify_again(world, &pruned.script, instances)? {
            world.note(Phase::Harden, None, "a branch less");
            return Ok(Some((pruned, runs)));
        }
    }
    Ok(None)
}

/// The program in the form in which it is kept, and its runs. Where several fit what it looks for, and only its description says
/// which is meant, it names that otherwise. `None` where it does not pass every instance so.
fn kept(
    state: &State<'_>,
    world: &mut Traced<'_>,
    program: Program,
    instances: &[Instance],
) -> Result<Option<(Program, Script, Vec<Recording>)>, WorldError> {
    let mut program = program;
    let mut runs = state.runs.clone();
    for _ in 0..=MOST_RENAMED {
        let (script, failed) = match strengthen(world, &program, &runs, instances)? {
            Strengthened::Passed(script, runs) => return Ok(Some((program, script, runs))),
            Strengthened::Failed(Some(failed)) => failed,
            Strengthened::Failed(None) => return Ok(None),
        };
        let mut better = None;
        for renamed in named_otherwise(&program, &script, &state.trajectories, &failed) {
            let code = Candidate::of(renamed);
            if !check(&code.script, instances).is_empty() || code.ignores(&state.trajectories) {
                continue;
            }
            if let Verdict::Passed(runs) = verify_again(world, &code.script, instances)? {
                better = code.program.map(|it| (it, runs));
                break;
            }
        }
        let Some(found) = better else {
            return Ok(None);
        };
        (program, runs) = found;
    }
    Ok(None)
}

/// What came of a program as it would be kept.
enum Strengthened {
    /// It passes every instance.
    Passed(Script, Vec<Recording>),
    /// It fails without any assertions.
    Failed(Option<(Script, Box<Recording>)>),
}

/// The program as it is kept, with fallbacks that held in its runs and with assertions, as far as it passes every instance
/// with them, and its runs; or its story and the run in which that fails even without them.
fn strengthen(
    world: &mut Traced<'_>,
    program: &Program,
    runs: &[Recording],
    instances: &[Instance],
) -> Result<Strengthened, WorldError> {
    let mut failed = None;
    let with_fallbacks = add_fallbacks(program, runs);
    let mut tried: Vec<Program> = Vec::new();
    for program in [join_arms(&with_fallbacks), join_arms(program), program.clone()] {
        if tried.contains(&program) {
            continue;
        }
        if let Some(found) = with_assertions(world, &program, instances)? {
            return Ok(Strengthened::Passed(found.0, found.1));
        }
        let script = story(&program);
        match verify_again(world, &script, instances)? {
            Verdict::Passed(runs) => return Ok(Strengthened::Passed(script, runs)),
            Verdict::Failed { run, .. } => failed = Some((script, run)),
        }
        tried.push(program);
    }
    Ok(Strengthened::Failed(failed))
}

/// The program with those of its assertions that hold on every instance, and its runs; `None` where it has none, or fails with them.
fn with_assertions(
    world: &mut Traced<'_>,
    program: &Program,
    instances: &[Instance],
) -> Result<Option<(Script, Vec<Recording>)>, WorldError> {
    let mut left_out: Vec<usize> = Vec::new();
    while left_out.len() <= MOST_LEFT_OUT {
        let printed = story_with_assertions(&add_assertions(program, &left_out));
        if printed.assertions.is_empty() {
            return Ok(None);
        }
        let failed = match verify_again(world, &printed.script, instances)? {
            Verdict::Passed(runs) => return Ok(Some((printed.script, runs))),
            Verdict::Failed { run, .. } => failed_assertion(&run, &printed.assertions),
        };
        let Some(failed) = failed else {
            return Ok(None);
        };
        also_left_out(&mut left_out, failed);
    }
    Ok(None)
}

/// Which of the assertions at these lines ended a run.
pub(super) fn failed_assertion(run: &Recording, lines: &[usize]) -> Option<usize> {
    let at = run.ending.diagnostic.as_ref()?.position?;
    lines.iter().position(|it| *it == at.line)
}

/// Leave out one more assertion. `failed` counts those that are not left out yet.
pub(super) fn also_left_out(left_out: &mut Vec<usize>, failed: usize) {
    let mut failed = failed;
    // The number among all assertions, those that are left out included.
    left_out.sort_unstable();
    for it in left_out.iter() {
        failed += usize::from(*it <= failed);
    }
    left_out.push(failed);
}
