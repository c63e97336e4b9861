//! Locators that are right by luck: a text that stands beside the target on the recorded screens, or its place there, says
//! which row is meant, while the task names the row by a value of its own.

use std::collections::BTreeSet;

use strings::Expr;
use task::{Params, Value};
use ui::{Element, Locator, find};

use crate::{
    locator::fill,
    mutate::{Kind as RowKind, Row},
    program::{Kind, Stmt},
    soft::{SoftTrajectory, Step, StepRef},
};

use super::member::{COUNTER, Member};

/// The bodies that tell no row which the task names by a constant text that several recordings had there. Where the likeliest
/// does, the others have to go by a value there: a place, or all rows, say no more.
pub(super) fn without_luck(bodies: Vec<Vec<Stmt>>, trajectories: &[SoftTrajectory]) -> Vec<Vec<Stmt>> {
    let first = bodies
        .first()
        .map(|it| lucky(it, trajectories))
        .unwrap_or_default();
    let by_value = |body: &[Stmt]| {
        let mut all = true;
        each_act(body, &mut |stmt, target| {
            if stmt.sources.iter().any(|it| first.contains(it)) {
                let mut inputs = target.values().flat_map(Expr::inputs);
                all &= inputs.any(|it| it != COUNTER);
            }
        });
        all
    };
    let mut kept = bodies;
    kept.retain(|body| lucky(body, trajectories).is_empty() && by_value(body));
    kept
}

/// Every step that acts on an element.
fn each_act(body: &[Stmt], does: &mut dyn FnMut(&Stmt, &Locator<Expr>)) {
    for stmt in body {
        stmt.walk(&mut |it| {
            if let Kind::Act { action, .. } = &it.kind
                && let Some(target) = action.target()
            {
                does(it, target);
            }
        });
    }
}

/// The recorded steps of a body that find their row by luck.
fn lucky(body: &[Stmt], trajectories: &[SoftTrajectory]) -> Vec<StepRef> {
    let mut all = Vec::new();
    each_act(body, &mut |stmt, target| {
        if target.near.is_some() && is_luck(target, trajectories) {
            all.extend(stmt.sources.iter().cloned());
        }
    });
    all
}

/// Whether several recordings show the row beside this text, and in each it is another value of the task that names the row.
fn is_luck(locator: &Locator<Expr>, trajectories: &[SoftTrajectory]) -> bool {
    let mut seen: Vec<(BTreeSet<&str>, &Params)> = Vec::new();
    for it in trajectories {
        let params = &it.instance.params;
        let finds = |step: &&Step| {
            let asked = fill(locator, params).map(|asked| find(&step.screen, &asked));
            step.target.is_some() && asked.and_then(|it| it.one()) == step.target
        };
        let mut beside = it
            .steps
            .iter()
            .filter(finds)
            .map(|step| values_beside(step, params, locator));
        seen.extend(beside.find(|it| !it.is_empty()).map(|it| (it, params)));
    }
    let Some((names, first)) = seen.first() else {
        return false;
    };
    names.iter().any(|name| {
        let differs = |(_, params): &(_, &Params)| params.get(*name) != first.get(*name);
        seen.iter().all(|(names, _)| names.contains(name)) && seen.iter().any(differs)
    })
}

/// The values of the task that the target's row shows, where the locator tells that row from those beside it by a constant
/// text of the row alone.
pub(crate) fn values_beside<'a>(
    step: &Step,
    params: &'a Params,
    locator: &Locator<Expr>,
) -> BTreeSet<&'a str> {
    let constant = locator.attributes.iter().all(|(_, it)| it.is_const());
    let (Some(Expr::Const(anchor)), Some(target), true) = (&locator.near, step.target, constant) else {
        return BTreeSet::new();
    };
    let screen = &*step.screen;
    let shows = |row: &Row, fits: &dyn Fn(&Element) -> bool| row.elements(screen).any(fits);
    let is_anchor = |it: &Element| it.words().any(|word| word.trim() == anchor);
    let row = Row::around(screen, target, RowKind::Entry, |row| shows(row, &is_anchor));
    let Some(row) = row.filter(|row| !row.siblings(screen).iter().any(|it| shows(it, &is_anchor))) else {
        return BTreeSet::new();
    };
    let shown = params.iter().filter(|(_, value)| {
        value_texts(value).any(|text| {
            let says = |it: &Element| !it.editable && it.words().any(|word| says(word, text));
            text != anchor && shows(&row, &says)
        })
    });
    shown.map(|(name, _)| name.as_str()).collect()
}

/// The texts of a value that name something.
fn value_texts(value: &Value) -> impl Iterator<Item = &str> {
    let texts = value.texts().map(str::trim);
    texts.filter(|it| it.chars().count() > 1)
}

/// Whether words have a text in them that is cut out of no word or number.
fn says(words: &str, text: &str) -> bool {
    words.match_indices(text).any(|(at, _)| {
        let before = words[..at].chars().next_back();
        let behind = words[at + text.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric)
    })
}

/// Where what is dragged goes to the same place of a list that was as long each time, that place may be the last one: lists
/// that are longer have another last one. What is last in each recording is called so.
pub(super) fn last_before_counted(destinations: &mut Vec<Locator<Expr>>, members: &[Member]) {
    let Some(first) = destinations.first() else { return };
    let counted = matches!(&first.nth, Some(Expr::Const(nth)) if nth.parse::<usize>().is_ok_and(|it| it > 1));
    let last = Locator {
        nth: Some(Expr::from("-1")),
        ..first.clone()
    };
    if counted && members.iter().all(|it| it.finds_target(&last)) {
        destinations.retain(|it| !it.asks_same(&last));
        destinations.insert(0, last);
    }
}
