//! Build: all recordings to candidates, codes that fit them, likeliest first.

use trajectory::Recording;

use crate::{
    analyze::Analysis,
    check::{check, unique},
    program::{Kind, Program, Stmt},
    script::{Script, function_name},
    soft::SoftTrajectory,
    synthesise::{each_row, synthesise},
    trace::Phase,
    understood::{Open, understood},
    world::{BuildTask, World, WorldError},
};

use super::{
    request::{EachRow, Rows, Tier},
    state::{Candidate, State},
    traced::Traced,
};

/// A failed run, and why it failed.
pub(super) type Failure<'a> = Option<(&'a Recording, &'a Analysis)>;

/// Make candidates from all trajectories, and go on with them.
pub(super) fn build(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    why: &str,
    failure: Failure<'_>,
) -> Result<(), WorldError> {
    let mut candidates = match state.request.tier {
        Tier::Free | Tier::Auto => synthesised(state),
        Tier::Model => Vec::new(),
    };
    if wants_model(state, &candidates)
        && let Some(script) = written(state, world, failure)?
    {
        let program = None;
        candidates.insert(0, Candidate { script, program });
    }
    // Runs may not tell what deletes the right one from what deletes any, nor what a judge takes by chance: what looks, and
    // what the goal says, comes first.
    candidates.sort_by_key(|it| {
        (
            it.ignores(&state.trajectories),
            it.types_unasked(&state.trajectories),
        )
    });
    candidates.truncate(state.request.candidates);
    let what = format!("candidates: {} ({why})", candidates.len());
    state.adopt(world, why, candidates);
    world.note(Phase::Build, None, what);
    Ok(())
}

/// Let the model's builder alone write the code, if there is one; whether it did.
pub(super) fn build_by_model(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    why: &str,
    failure: Failure<'_>,
) -> Result<bool, WorldError> {
    let Some(script) = written(state, world, failure)? else {
        return Ok(false);
    };
    let program = None;
    state.adopt(world, why, vec![Candidate { script, program }]);
    world.note(Phase::Build, None, format!("a model's code ({why})"));
    Ok(true)
}

/// What the model-free builder makes, as far as it is sound.
fn synthesised(state: &State<'_>) -> Vec<Candidate> {
    let request = state.request;
    let of = |trajectories: &[SoftTrajectory]| -> Vec<Program> {
        let programs = synthesise(trajectories, &request.task_type, &request.description);
        programs.into_iter().map(|it| it.making(&request.made)).collect()
    };
    let mut programs = match &request.rows {
        Rows::Meant(rows) => looped(state, rows).into_iter().collect(),
        Rows::NotSaid => without_loops(of(&state.examples())),
        Rows::NotShown => of(&state.examples()),
    };
    // Doing it wrong and putting it right is a way as well, behind all that do it right at once.
    if !state.mended.is_empty() {
        programs.truncate(request.candidates / 2);
        programs.extend(of(&state.trajectories));
    }
    let mut candidates: Vec<Candidate> = Vec::new();
    for mut program in programs {
        state.alike.mark(&mut program);
        let code = Candidate::of(program.clone());
        let sound = check(&code.script, &state.seen).is_empty()
            && unique(&program, &code.script, &state.trajectories).is_empty();
        if sound && !candidates.iter().any(|it| it.script.source == code.script.source) {
            candidates.push(code);
        }
    }
    candidates
}

/// The program of the recording whose rounds a person has confirmed as a loop.
fn looped(state: &State<'_>, rows: &EachRow) -> Option<Program> {
    let mut all = state.trajectories.iter();
    let shown = all.find(|it| it.recording == rows.recording)?;
    let named = (&*state.request.task_type, &*state.request.description);
    let program = each_row(shown, &rows.rounds, &rows.choice, named)?;
    Some(program.making(&state.request.made))
}

/// The programs that do what was shown, step by step.
fn without_loops(mut programs: Vec<Program>) -> Vec<Program> {
    let is_loop = |it: &Stmt| {
        matches!(
            it.kind,
            Kind::ForEach { .. } | Kind::EachRow { .. } | Kind::EachFound { .. } | Kind::Repeat { .. }
        )
    };
    programs.retain(|program| {
        let mut loops = false;
        for stmt in &program.body {
            stmt.walk(&mut |it| loops |= is_loop(it));
        }
        !loops
    });
    programs
}

/// Whether the model's builder is asked as well. Where a model had to write the code, the model-free builder has no words
/// for this task type; code that two recordings did not make right for a third may fit them without having understood them;
/// and what says the answer of the only recording has understood none.
fn wants_model(state: &State<'_>, candidates: &[Candidate]) -> bool {
    let had_to = state.candidates.first().is_some_and(|it| it.program.is_none());
    match state.request.tier {
        Tier::Free => false,
        Tier::Auto => {
            let in_vain = state.refinements >= 2 || !state.mended.is_empty();
            candidates.is_empty() || had_to || in_vain || is_guessed(state, candidates)
        }
        Tier::Model => true,
    }
}

/// Whether the best code is right for no other values, whatever runs say.
fn is_guessed(state: &State<'_>, candidates: &[Candidate]) -> bool {
    let best = candidates.first().and_then(|it| it.program.as_ref());
    best.is_some_and(|it| {
        let open = understood(it, &state.trajectories).open;
        open.iter().any(Open::is_a_guess)
    })
}

/// What the model's builder writes; `None` where there is none, or it wrote nothing that can be used.
fn written(
    state: &State<'_>,
    world: &mut Traced<'_>,
    failure: Failure<'_>,
) -> Result<Option<Script>, WorldError> {
    let Some(model) = world.builder().filter(|_| state.request.tier != Tier::Free) else {
        return Ok(None);
    };
    let name = function_name(&state.request.task_type);
    model.build(&BuildTask {
        name: &name,
        task_type: &state.request.task_type,
        seen: &state.seen,
        trajectories: &state.trajectories,
        current: state.candidates.first().map(|it| &it.script),
        failed: failure.map(|(run, _)| run),
        analysis: failure.map(|(_, analysis)| analysis),
    })
}
