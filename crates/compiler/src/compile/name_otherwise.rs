//! A run that did not find the one element that it looked for, to code that names that element otherwise. Where it found several,
//! another value of the task tells them apart: the recordings showed one of them alone, so nothing had to be said of which. Where
//! it goes by a value that this screen shows in another form, or shows twice, the element says the value in another way as well. Where
//! it goes by what one recording says there, its kind or its place does without.

use strings::{Expr, THIS_DAY};
use task::{Params, Value};
use trajectory::{Code, Origin, Outcome, Recording};
use ui::{Action, Element, ElementId, Evidence, Found, Irreversible, Locator, Screen, find};

use crate::{
    fallback::{of_class, tail},
    locator::{fill, values},
    program::{Kind, Program, Stmt},
    script::Script,
    soft::{SoftTrajectory, StepRef},
    trace::Phase,
    world::{World, WorldError},
};

use super::{
    state::{Candidate, State},
    traced::Traced,
};

/// Ways to name the one that is meant, each a candidate.
const MOST: usize = 4;

/// Put candidates in front that name the target of the step that failed otherwise, by a value of the task; whether there are any. They
/// find on each recorded screen what was used there, and one element on the screen of the failure.
pub(super) fn name_otherwise(
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
    // Where there is a model, it says what is meant in place of what is not there.
    if world.builder().is_some() && !is_ambiguous(run) {
        return Ok(false);
    }
    let programs = named_otherwise(program, &code.script, &state.trajectories, run);
    let mut all: Vec<Candidate> = programs.into_iter().map(Candidate::of).collect();
    if all.is_empty() {
        return Ok(false);
    }
    all.append(&mut state.candidates);
    let why = format!(
        "instance {}: what is meant is named in another way",
        run.instance.seed
    );
    world.note(Phase::Build, Some(run.instance.seed), why.clone());
    state.refined(false);
    state.adopt(world, &why, all);
    Ok(true)
}

/// Whether a run refused because several fitted.
fn is_ambiguous(run: &Recording) -> bool {
    let said = run.ending.diagnostic.as_ref();
    run.ending.outcome == Outcome::Refused && said.is_some_and(|it| it.code == Code::ElementAmbiguous)
}

/// The programs that name the target of the step that failed otherwise, the likeliest first.
pub(super) fn named_otherwise(
    program: &Program,
    script: &Script,
    trajectories: &[SoftTrajectory],
    run: &Recording,
) -> Vec<Program> {
    let Some(said) = run.ending.diagnostic.as_ref() else {
        return Vec::new();
    };
    let ambiguous = is_ambiguous(run);
    let missing = matches!(
        said.code,
        Code::AssertionFailed | Code::ElementMissing | Code::HealedUnsure
    );
    let Some(line) = said.position.filter(|_| ambiguous || missing) else {
        return Vec::new();
    };
    let sources = script.steps_of(line.line);
    let mut all: Vec<Program> = Vec::new();
    for (asked, named) in other_names(program, sources, trajectories, run, ambiguous) {
        let mut better = program.clone();
        replace(&mut better.body, sources, &asked, &named);
        for name in named.values().flat_map(Expr::inputs) {
            let made = better.made.iter().any(|it| it.0 == name);
            if let Some(value) = run.instance.params.get(name).filter(|_| !made) {
                better.take_param(name, value);
            }
        }
        all.push(better);
    }
    all.truncate(MOST);
    all
}

/// The target of the statement of these steps, with each other way to name it that tells it from its like.
fn other_names(
    program: &Program,
    sources: &[StepRef],
    trajectories: &[SoftTrajectory],
    run: &Recording,
    is_ambiguous: bool,
) -> Vec<(Locator<Expr>, Locator<Expr>)> {
    let Some((asked, is_lasting)) = target_of(program, sources).filter(|(it, _)| it.nth.is_none()) else {
        return Vec::new();
    };
    let by_words = |it: &Locator<Expr>| it.attributes.iter().any(|(_, value)| !value.is_const());
    let looked_at = looked_at(run);
    let mut own = values(&run.instance.params);
    own.insert(THIS_DAY.to_owned(), Value::Text(run.last.today.clone()));
    if finds(looked_at, &asked, &own).one().is_some() {
        return Vec::new();
    }
    // What one recording says there is no name of it, where another instance says something else: its kind or place may be.
    let says_nothing =
        |it: &Locator<Expr>| it.values().all(Expr::is_const) && it.evidence() != Evidence::Words;
    let is_said = asked.evidence() == Evidence::Words && !is_lasting;
    let by_kind = !is_ambiguous && !by_words(&asked);
    // A search has pressed whatever was there; a person meant what was pressed.
    let by_person = |it: &StepRef| {
        let mut all = trajectories.iter();
        all.any(|own| own.recording == it.recording && own.origin == Origin::Person)
    };
    if by_kind && !(is_said && sources.iter().any(by_person)) {
        return Vec::new();
    }
    let shown = shown(sources, trajectories);
    // What shows a value shows it in all of its ways, or with what kind of thing it is.
    let said = asked.values().flat_map(Expr::inputs).collect::<Vec<&str>>();
    let says_as_much = |it: &Locator<Expr>| {
        let own: Vec<&str> = it.values().flat_map(Expr::inputs).collect();
        match by_kind {
            true => says_nothing(it) && it.near.is_none(),
            false => !own.is_empty() && said.iter().all(|it| own.contains(it)),
        }
    };
    let known: Vec<Locator<Expr>> = shown.iter().flat_map(|it| it.known).cloned().collect();
    let class = shown
        .iter()
        .find_map(|it| it.screen.get(it.target)?.class_name.clone());
    let of_kind = |it: &Locator<Expr>| Some(of_class(it, &tail(class.as_deref()?, ".")));
    let itself = of_kind(&asked).filter(|_| by_words(&asked));
    let of_kinds: Vec<Locator<Expr>> = known
        .iter()
        .filter(|it| by_words(it))
        .filter_map(of_kind)
        .collect();
    let beside = match is_ambiguous && !by_words(&asked) {
        true => named_beside(&asked, &own, &shown),
        false => Vec::new(),
    };
    // What has no name of its own here is not pressed where it does what nothing takes back.
    let may_be = |id: ElementId| {
        let found = looked_at.get(id);
        !by_kind || found.is_some_and(|it| Irreversible::of_element(it).is_none())
    };
    let mut all: Vec<(Locator<Expr>, Locator<Expr>)> = Vec::new();
    let known = itself.into_iter().chain(known).chain(of_kinds);
    for way in beside.into_iter().chain(known.filter(says_as_much)) {
        let proven = !shown.is_empty()
            && shown
                .iter()
                .all(|it| finds(it.screen, &way, &it.params) == Found::One(it.target))
            && finds(looked_at, &way, &own).one().is_some_and(may_be);
        if proven && !all.iter().any(|(_, it)| it.asks_same(&way)) {
            all.push((asked.clone(), way));
        }
    }
    all
}

/// The target of the statement of these steps, and whether nothing takes back what is done to it.
fn target_of(program: &Program, sources: &[StepRef]) -> Option<(Locator<Expr>, bool)> {
    let mut found = None;
    for stmt in &program.body {
        stmt.walk(&mut |it| {
            if let (Kind::Act { action, lasting, .. }, None) = (&it.kind, &found)
                && it.sources == sources
                && !sources.is_empty()
            {
                found = action.target().cloned().map(|it| (it, lasting.is_some()));
            }
        });
    }
    found
}

/// What the recordings used for these steps.
fn shown<'a>(sources: &[StepRef], trajectories: &'a [SoftTrajectory]) -> Vec<RecordedTarget<'a>> {
    sources
        .iter()
        .filter_map(|source| {
            let trajectory = trajectories.iter().find(|it| it.recording == source.recording)?;
            let step = trajectory.steps.iter().find(|it| it.source == *source)?;
            Some(RecordedTarget {
                screen: &step.screen,
                target: step.target?,
                params: trajectory.known(),
                known: step.action.target()?,
            })
        })
        .collect()
}

/// The target beside each value of the task that may stand there.
fn named_beside(asked: &Locator<Expr>, own: &Params, shown: &[RecordedTarget<'_>]) -> Vec<Locator<Expr>> {
    // What goes by a value already, and fits several, has several for this value: another value in its row may tell them.
    let by_row = asked.near.as_ref().is_some_and(|near| !near.is_const());
    // What the target says itself does not stand beside it.
    let says_itself = |name: &str| {
        shown.iter().any(|it| {
            let value = it.params.get(name).and_then(Value::as_text);
            let words = it.screen.get(it.target).into_iter().flat_map(Element::words);
            value.is_some_and(|value| words.map(str::trim).any(|it| it == value.trim()))
        })
    };
    let beside = own.iter().filter(|(name, value)| {
        let says = value.as_text().is_some_and(|it| !it.trim().is_empty());
        says && *name != THIS_DAY && !says_itself(name)
    });
    let beside = beside.map(|(name, _)| {
        let value = Expr::Input(name.clone());
        let mut named = Locator {
            or_else: Vec::new(),
            ..asked.clone()
        };
        match by_row {
            true => named.also_near.push(value),
            false => named.near = Some(value),
        }
        named
    });
    beside.collect()
}

/// The screen on which the run looked for what it did not find: then it went back from a window that might have been in the way.
fn looked_at(run: &Recording) -> &Screen {
    let steps = run.steps.iter().rev();
    let backs = steps.take_while(|it| matches!(it.action, Action::NavigateBack));
    backs.last().map_or(&*run.last, |it| &*it.screen)
}

/// What a recording used for a step.
struct RecordedTarget<'a> {
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
