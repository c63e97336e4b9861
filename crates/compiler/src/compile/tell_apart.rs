//! A refusal before several elements to code that names the one that is meant by a value of the task: the recordings showed one
//! of them alone, so nothing had to be said of which.

use strings::Expr;
use task::{Params, Value};
use trajectory::{Code, Outcome, Recording};
use ui::{Element, ElementId, Found, Locator, Screen, find};

use crate::{
    locator::{fill, values},
    program::{Kind, Program, Stmt},
    soft::{SoftTrajectory, StepRef},
    trace::Phase,
    world::WorldError,
};

use super::{
    state::{Candidate, State},
    traced::Traced,
};

/// Ways to name the one that is meant, each a candidate.
const MOST: usize = 4;

/// Put candidates in front that name the target of the step that refused by a value of the task; whether there are any. They
/// find on each recorded screen what was used there, and one element on the screen of the refusal.
pub(super) fn tell_apart(
    state: &mut State<'_>,
    world: &mut Traced<'_>,
    run: &Recording,
) -> Result<bool, WorldError> {
    let Some(code) = state.candidates.first() else {
        return Ok(false);
    };
    let Some(program) = &code.program else {
        return Ok(false);
    };
    let said = run.ending.diagnostic.as_ref();
    let ambiguous =
        run.ending.outcome == Outcome::Refused && said.is_some_and(|it| it.code == Code::ElementAmbiguous);
    let Some(line) = said.and_then(|it| it.position).filter(|_| ambiguous) else {
        return Ok(false);
    };
    let sources = code.script.steps_of(line.line);
    let mut all: Vec<Candidate> = Vec::new();
    for (asked, named) in ways(program, sources, &state.trajectories, run) {
        let mut better = program.clone();
        replace(&mut better.body, sources, &asked, &named);
        for name in named.values().flat_map(Expr::inputs) {
            let made = better.made.iter().any(|it| it.0 == name);
            if let Some(value) = run.instance.params.get(name).filter(|_| !made) {
                better.take_param(name, value);
            }
        }
        all.push(Candidate::of(better));
    }
    if all.is_empty() {
        return Ok(false);
    }
    all.truncate(MOST);
    all.append(&mut state.candidates);
    let why = format!(
        "instance {}: of several the one is meant that a value of the task names",
        run.instance.seed
    );
    world.note(Phase::Build, Some(run.instance.seed), why.clone());
    state.refined(false);
    state.adopt(world, &why, all);
    Ok(true)
}

/// The target of the statement of these steps, with each other way to name it that tells it from its like.
fn ways(
    program: &Program,
    sources: &[StepRef],
    trajectories: &[SoftTrajectory],
    run: &Recording,
) -> Vec<(Locator<Expr>, Locator<Expr>)> {
    let mut asked: Option<Locator<Expr>> = None;
    for stmt in &program.body {
        stmt.walk(&mut |it| {
            if let (Kind::Act { action, .. }, None) = (&it.kind, &asked)
                && it.sources == sources
                && !sources.is_empty()
            {
                asked = action.target().cloned();
            }
        });
    }
    // What goes by a value already, and fits several, has several for this value: another value in its row may tell them.
    let by_row = |it: &Locator<Expr>| it.near.as_ref().is_some_and(|near| !near.is_const());
    let by_words = |it: &Locator<Expr>| it.attributes.iter().any(|(_, value)| !value.is_const());
    let Some(asked) = asked.filter(|it| it.nth.is_none() && !by_words(it)) else {
        return Vec::new();
    };
    let shown: Vec<Shown<'_>> = sources
        .iter()
        .filter_map(|source| {
            let trajectory = trajectories.iter().find(|it| it.recording == source.recording)?;
            let step = trajectory.steps.iter().find(|it| it.source == *source)?;
            Some(Shown {
                screen: &step.screen,
                target: step.target?,
                params: values(&trajectory.instance.params),
                known: step.action.target()?,
            })
        })
        .collect();
    let own = values(&run.instance.params);
    // What the target says itself does not stand beside it.
    let says_itself = |name: &str| {
        shown.iter().any(|it| {
            let value = it.params.get(name).and_then(Value::as_text);
            let words = it.screen.get(it.target).into_iter().flat_map(Element::words);
            value.is_some_and(|value| words.map(str::trim).any(|it| it == value.trim()))
        })
    };
    let beside = own.iter().filter(|(name, value)| {
        value.as_text().is_some_and(|it| !it.trim().is_empty()) && !says_itself(name)
    });
    let beside = beside.map(|(name, _)| {
        let value = Expr::Input(name.clone());
        let mut named = Locator {
            or_else: Vec::new(),
            ..asked.clone()
        };
        match by_row(&asked) {
            true => named.also_near.push(value),
            false => named.near = Some(value),
        }
        named
    });
    let known = shown.iter().flat_map(|it| it.known).cloned();
    let mut all: Vec<(Locator<Expr>, Locator<Expr>)> = Vec::new();
    for way in beside.chain(known.filter(|it| it.values().any(|it| !it.is_const()))) {
        let proven = !shown.is_empty()
            && shown
                .iter()
                .all(|it| finds(it.screen, &way, &it.params) == Found::One(it.target))
            && matches!(finds(&run.last, &way, &own), Found::One(_));
        if proven && !all.iter().any(|(_, it)| it.asks_same(&way)) {
            all.push((asked.clone(), way));
        }
    }
    all
}

/// What a recording used for a step.
struct Shown<'a> {
    screen: &'a Screen,
    target: ElementId,
    params: Params,
    /// All ways to name it that were found.
    known: &'a [Locator<Expr>],
}

fn finds(screen: &Screen, way: &Locator<Expr>, params: &Params) -> Found {
    fill(way, params).map_or(Found::None, |asked| find(screen, &asked))
}

/// Put another way to name the target into the statement of these steps.
fn replace(body: &mut [Stmt], sources: &[StepRef], asked: &Locator<Expr>, named: &Locator<Expr>) {
    for stmt in body {
        let own = stmt.sources == sources;
        if let (true, Kind::Act { action, .. }) = (own, &mut stmt.kind) {
            *action = action.map(
                |it| match it.asks_same(asked) {
                    true => named.clone().described(it.target_description.clone()),
                    false => it.clone(),
                },
                Expr::clone,
            );
        }
        for inner in stmt.kind.blocks_mut() {
            replace(inner, sources, asked, named);
        }
    }
}
