//! Program to the same program that looks before it does what nothing takes back: what the screen in front says of a thing, and a
//! value of the goal says as well, has to be the same. Of two things of one name another day's is then left alone.
//!
//! A value is read where an element with a name of its own showed it in every recording, whole or as the day or the time that
//! values say together.

use strings::{Derived, Expr, days_beside_today, derive_all, whens};
use ui::{Action, Element, ElementId, Found, Key, Locator, Screen, find, short_id};

use crate::{
    ignored_params::unused,
    locator::values,
    program::{Kind, Program, Stmt},
    script::Script,
    soft::{SoftTrajectory, Step},
};

/// Dearer explanations of a text are made up.
const DEAREST: u32 = 9;
/// Longer texts are content.
const LONGEST: usize = 60;

/// A program that looks first.
pub struct Looking {
    /// The program.
    pub program: Program,
    /// The parameters that it reads and did not go by at all.
    pub read: Vec<String>,
}

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Texts, days and hours.
    All,
    /// Days and hours alone: a text may be another value's, or one that other recordings put in another way.
    Whens,
}

/// What may be read.
struct Open<'a> {
    names: &'a [String],
    reads: Reads,
}

/// The days and times that the goal of a trajectory says.
fn days_and_times(trajectory: &SoftTrajectory) -> Vec<Derived> {
    let params = values(&trajectory.instance.params);
    let mut all = whens(&params);
    all.extend(days_beside_today(&trajectory.instance.goal, &trajectory.known()));
    all
}

/// The program with what it reads first. `None` where it does nothing that can't be taken back, where it goes by every value of
/// the goal already, or where the screens do not show the others. What it only types goes by no thing that shows.
pub fn look_first(
    program: &Program,
    script: &Script,
    trajectories: &[SoftTrajectory],
    reads: Reads,
) -> Option<Looking> {
    let unused = unused(script, Some(program), trajectories)?;
    let mut open = unused.clone();
    // A part of a day may be used for some other reason, and another day of the same look is soon taken for it.
    let dated = trajectories.iter().flat_map(days_and_times);
    let dated = dated.flat_map(|it| names(&it.expr));
    for name in only_typed(program).into_iter().chain(dated) {
        if !open.contains(&name) {
            open.push(name);
        }
    }
    let mut read = Vec::new();
    let mut looking = program.clone();
    let open = Open { names: &open, reads };
    looking.body = block(&program.body, trajectories, &open, &mut read);
    if read.is_empty() {
        return None;
    }
    let first = &trajectories.first()?.instance.params;
    let unused: Vec<String> = unused.into_iter().filter(|it| read.contains(it)).collect();
    for name in &unused {
        looking.take_param(name, first.get(name)?);
    }
    Some(Looking {
        program: looking,
        read: unused,
    })
}

/// What an expression goes by.
fn names(expr: &Expr) -> Vec<String> {
    expr.inputs().into_iter().map(str::to_owned).collect()
}

/// The parameters that are typed, and find nothing.
fn only_typed(program: &Program) -> Vec<String> {
    let (mut typed, mut found): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for stmt in &program.body {
        stmt.walk(&mut |it| {
            if let Kind::Act { action, .. } = &it.kind {
                found.extend(action.targets().flat_map(Locator::values).flat_map(names));
                if let Action::InputText { text, .. } = action {
                    typed.extend(names(text));
                }
            }
        });
    }
    let params = |it: &String| program.params.iter().any(|param| param.name == *it);
    typed.retain(|it| params(it) && !found.contains(it));
    typed.dedup();
    typed
}

/// A block that reads these parameters before each of its steps that nothing takes back; those that are read go into `read`.
fn block(
    body: &[Stmt],
    trajectories: &[SoftTrajectory],
    open: &Open<'_>,
    read: &mut Vec<String>,
) -> Vec<Stmt> {
    let mut all = Vec::new();
    // What was read on the screen in front.
    let mut known: Vec<Locator<Expr>> = Vec::new();
    for stmt in body {
        let mut stmt = stmt.clone();
        for inner in stmt.kind.blocks_mut() {
            *inner = block(inner, trajectories, open, read);
        }
        if let Kind::Act { lasting: Some(_), .. } = &stmt.kind {
            for it in looks(&stmt, trajectories, open) {
                read.extend(it.values().flat_map(names));
                if !known.iter().any(|known| known.asks_same(&it)) {
                    all.push(Stmt::new(Kind::Arrive(it.clone()), stmt.sources.clone()));
                    known.push(it);
                }
            }
        }
        let types = matches!(
            &stmt.kind,
            Kind::Act {
                action: Action::InputText { .. },
                arrival: None,
                ..
            }
        );
        if !types {
            known.clear();
        }
        all.push(stmt);
    }
    all
}

/// What is read on the screen before a step: one element for each value that is still open.
fn looks(stmt: &Stmt, trajectories: &[SoftTrajectory], open: &Open<'_>) -> Vec<Locator<Expr>> {
    let mut left: Vec<&String> = open.names.iter().collect();
    let steps: Vec<(&SoftTrajectory, &Step)> = trajectories
        .iter()
        .flat_map(|it| it.steps.iter().map(move |step| (it, step)))
        .filter(|(_, step)| stmt.sources.contains(&step.source))
        .collect();
    let Some(((trajectory, first), rest)) = steps.split_first() else {
        return Vec::new();
    };
    let params = values(&trajectory.instance.params);
    let mut known = days_and_times(trajectory);
    if open.reads == Reads::All {
        // A number stands on many a screen by chance.
        let says = |it: &&Derived| it.cost <= DEAREST && it.text.chars().any(char::is_alphabetic);
        known.extend(derive_all(&params).iter().filter(says).cloned());
    }
    let mut all: Vec<Locator<Expr>> = Vec::new();
    for (id, element) in first.screen.iter() {
        let Some((named, key, text)) = said(&first.screen, id, element) else {
            continue;
        };
        // What was put into a field stands there whatever it belongs to.
        if is_filled_in(trajectory, &named) {
            continue;
        }
        let is_new = |it: &&Derived| {
            let inputs = it.expr.inputs();
            it.text == text && left.iter().any(|open| inputs.contains(&open.as_str()))
        };
        let fits = |it: &&Derived| {
            rest.iter().all(|(trajectory, step)| {
                let shown = find(&step.screen, &named).one().and_then(|id| {
                    let (_, _, text) = said(&step.screen, id, step.screen.get(id)?)?;
                    Some(text.to_owned())
                });
                shown.is_some() && shown == it.expr.eval(&trajectory.known())
            })
        };
        let Some(found) = known.iter().filter(is_new).find(fits) else {
            continue;
        };
        left.retain(|it| !found.expr.inputs().contains(&it.as_str()));
        let name = named.attributes.first().map_or("", |(_, name)| name);
        let described = format!("{name} that says {}", found.expr.in_words());
        let asked = named
            .map(|it| Expr::Const(it.clone()))
            .and(key, found.expr.clone());
        all.push(asked.described(described));
    }
    all
}

/// Whether a recording typed into an element of this name, or chose something in it.
fn is_filled_in(trajectory: &SoftTrajectory, named: &Locator) -> bool {
    let mut filling = trajectory
        .steps
        .iter()
        .filter(|it| it.value.is_some() && it.target.is_some());
    filling.any(|it| find(&it.screen, named).one() == it.target)
}

/// What an element says, with what finds it alone by its name, and by which key that is asked for.
fn said<'s>(screen: &'s Screen, id: ElementId, element: &'s Element) -> Option<(Locator, Key, &'s str)> {
    let (key, text) = match element.text.as_deref() {
        Some(text) => (Key::Text, text),
        None => (Key::Value, element.value.as_deref()?),
    };
    let named = match (&element.resource_name, &element.label) {
        (Some(id), _) => Locator::by(Key::ResourceName, short_id(id)),
        (None, Some(label)) => Locator::by(Key::Label, label.as_str()),
        (None, None) => return None,
    };
    let says = !text.trim().is_empty() && text.chars().count() <= LONGEST;
    (says && find(screen, &named) == Found::One(id)).then_some((named, key, text))
}
