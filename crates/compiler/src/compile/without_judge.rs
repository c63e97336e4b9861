//! The phases in a world without a judge. A run shows only that a function comes to its end, so nothing is verified, repaired or
//! held out: the code is built from what was recorded, hardened on the recordings, and tried once. What it
//! comes to is unchecked.

use task::Instance;
use trajectory::{Outcome, Position, Recording};
use ui::Action;

use crate::{
    add_assertions::add_assertions,
    analyze::analyze,
    check::{check, unique},
    emit::{emit_with_acts, story, story_with_assertions},
    fit_locators::{add_fallbacks, drop_unshared_words},
    program::Program,
    script::Script,
    trace::Phase,
    world::{Drawn, Event, World, WorldError},
};

use super::{
    candidates::build,
    explore::learn,
    harden::{MOST_LEFT_OUT, also_left_out, failed_assertion},
    request::Rows,
    state::{Candidate, State, Stop},
    traced::Traced,
    unverified::Unverified,
};

/// Build from what was recorded, harden that on the recordings, and see that it comes to its end.
pub(super) fn without_judge(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    instances: Vec<Instance>,
) -> Result<(), Stop> {
    let recordings = explored(state, world, instances)?;
    build(state, world, "built from recordings that nobody has judged", None)?;
    if state.candidates.is_empty() {
        let recordings = recordings.len();
        return Err(Stop::gave_up(Unverified::NoCodeForAll { recordings }));
    }
    let program = fit_to_recordings(state, world, &recordings);
    come_to_the_end(state, world, program.as_ref())?;
    world.note(
        Phase::HoldOut,
        None,
        "nobody judges: it is held against no other instance",
    );
    Ok(())
}

/// What was recorded of each instance.
fn explored(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    instances: Vec<Instance>,
) -> Result<Vec<Recording>, Stop> {
    let mut recordings = Vec::new();
    for (n, instance) in instances.into_iter().enumerate() {
        world.event(&Event::Instance {
            n,
            instance: &instance,
        });
        let Some(recording) = world.explore(&instance, &state.trajectories, None)? else {
            let seed = instance.seed;
            return Err(Stop::gave_up(Unverified::NotShown { seed }));
        };
        learn(state, world, &recording)?;
        world.note(Phase::Explore, Some(instance.seed), "shown");
        state.seen.push(instance);
        recordings.push(recording);
    }
    Ok(recordings)
}

/// Give the code the locators that fit the screens of all recordings, as runs would have it where somebody judges.
/// The program is the answer, where the code is of one.
fn fit_to_recordings(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    recordings: &[Recording],
) -> Option<Program> {
    let program = state.candidates.first()?.program.clone()?;
    // What finds things in a row was held against each round already, and recordings do not say which round a step is of.
    if matches!(state.request.rows, Rows::Meant(_)) {
        return Some(program);
    }
    let general = drop_unshared_words(&program, &as_runs(&program, recordings));
    let fitted = add_fallbacks(&general, &as_runs(&general, recordings));
    for better in [fitted, general] {
        if better == program {
            continue;
        }
        let code = Candidate::of(better.clone());
        if is_sound(state, &better, &code.script) {
            state.replace_first(code, "its locators fit the screens of all recordings");
            world.note(Phase::Harden, None, "locators that fit all recordings");
            return Some(better);
        }
    }
    Some(program)
}

/// Whether all holds that can be said of a script without running it.
fn is_sound(state: &State<'_>, program: &Program, script: &Script) -> bool {
    check(script, &state.seen).is_empty() && unique(program, script, &state.trajectories).is_empty()
}

/// The recordings as runs of a program: each recorded step stands at the line of the action that is made of it.
fn as_runs(program: &Program, recordings: &[Recording]) -> Vec<Recording> {
    let lines = emit_with_acts(program).script.lines;
    let line_of = |recording: &Recording, step: usize| {
        let is_of = |it: &crate::soft::StepRef| it.recording == recording.id && it.step == step;
        let mut lines = lines.iter();
        lines.find_map(|(line, steps)| steps.iter().any(is_of).then_some(*line))
    };
    let mut runs = recordings.to_vec();
    for run in &mut runs {
        let at: Vec<Option<usize>> = (1..=run.steps.len()).map(|step| line_of(run, step)).collect();
        for (step, line) in run.steps.iter_mut().zip(at) {
            step.position = line.map(|line| Position { line, column: 1 });
        }
    }
    runs
}

/// Try the code with its assertions on the newest instance; an assertion that does not hold there is left out, and
/// the rest is tried again.
fn come_to_the_end(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    program: Option<&Program>,
) -> Result<(), Stop> {
    let Some(newest) = state.seen.first().cloned() else {
        return Ok(());
    };
    let mut left_out: Vec<usize> = Vec::new();
    loop {
        let assertions = assert_what_shows(state, program, &left_out);
        let Some(run) = tried(state, world, &newest)? else {
            world.note(Phase::Verify, Some(newest.seed), "not run");
            return match left_out.is_empty() {
                true => Ok(()),
                false => Err(Stop::gave_up(Unverified::Assertion)),
            };
        };
        world.note(
            Phase::Verify,
            Some(newest.seed),
            format!("ends {}, and nobody judges", run.ending.outcome),
        );
        // What a run says of a reward counts for nothing here.
        if run.ending.outcome == Outcome::Unchecked {
            return Ok(());
        }
        let may_go = left_out.len() < MOST_LEFT_OUT && !has_just_written(&run);
        let failed = failed_assertion(&run, &assertions).filter(|_| may_go);
        let Some(failed) = failed else {
            let cause = analyze(&run).for_people(&run);
            return Err(Stop::gave_up(Unverified::NotTwice { cause }));
        };
        also_left_out(&mut left_out, failed);
    }
}

/// Whether the last step of a run sent something that may write: what says that it was taken is not left out because it was not.
fn has_just_written(run: &Recording) -> bool {
    let mut steps = run.steps.iter().rev();
    let last = steps.find(|it| !matches!(it.action, Action::Wait));
    let sent = last.and_then(|it| it.sent.as_deref()).unwrap_or_default();
    sent.iter().any(|it| !it.is_question())
}

/// Put the code with its assertions first, less those that are left out. Their lines are the answer.
fn assert_what_shows(state: &mut State<'_>, program: Option<&Program>, left_out: &[usize]) -> Vec<usize> {
    let Some(program) = program else { return Vec::new() };
    let printed = story_with_assertions(&add_assertions(program, left_out));
    let (script, lines) = match is_sound(state, program, &printed.script) {
        true => (printed.script, printed.assertions),
        false => (story(program), Vec::new()),
    };
    if state
        .candidates
        .first()
        .is_some_and(|it| it.script.source == script.source)
    {
        return lines;
    }
    let why = match left_out.is_empty() {
        true => "the screens it leads to and what it types are checked",
        false => "what does not hold a second time is not checked",
    };
    let program = Some(program.clone());
    state.replace_first(Candidate { script, program }, why);
    lines
}

/// A run of the code, where the world lets it run.
fn tried(
    state: &State<'_>,
    world: &mut Traced<'_>,
    instance: &Instance,
) -> Result<Option<Recording>, WorldError> {
    let Some(code) = state.candidates.first() else {
        return Ok(None);
    };
    let run = world.try_out(&code.script, instance)?;
    if let Some(run) = &run {
        world.event(&Event::Ran {
            instance,
            run,
            drawn: Drawn::Own,
        });
    }
    Ok(run)
}
