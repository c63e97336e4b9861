//! How a repetition ends.

use strings::{Expr, learn};
use task::{Params, Value};
use ui::{Found, Key, Locator, Screen, find};

use crate::{
    landmark::shared_landmark,
    locator::fill,
    program::{Cond, Limit},
};

use super::{
    block::{Block, MOST_ROUNDS, Repeat},
    column::Column,
    member::{COUNTER, Member},
    place::Place,
    search::search,
};

/// A click on one of several of a kind that brought up the next target, which was not there before.
pub(super) fn guessed_search(column: &Column, next: Option<&Block>) -> Option<Repeat> {
    let next = next?.first_column()?;
    let locator = next.locators.first()?;
    if column.locators.first()?.values().any(|it| !it.is_const()) {
        return None;
    }
    let absent = |it: &Member| {
        fill(locator, &it.params).is_some_and(|asked| find(&it.step.screen, &asked) == Found::None)
    };
    if !column.members.iter().all(absent) {
        return None;
    }
    let mut repeat = search(&[column])?;
    let shows = next
        .action(0, 0)
        .target()
        .cloned()
        .unwrap_or_else(|| locator.clone());
    repeat.until = Some(Cond::Exists(shows));
    Some(repeat)
}

/// That something is gone says that nothing is left only on the screen where it was: with what stands fast there.
fn where_it_was(repeat: &Repeat, place: &Place<'_>, gone: Cond) -> Cond {
    let first = repeat.body.first();
    let members = first.into_iter().flat_map(|it| &it.members);
    let screens = members.map(|it| &*it.step.screen);
    let screens: Vec<&Screen> = screens.chain(place.screens.iter().copied()).collect();
    match shared_landmark(&screens) {
        Some(fixture) => Cond::And(vec![Cond::Exists(fixture), gone]),
        None => gone,
    }
}

/// How a repetition can end, likeliest first.
pub(super) fn endings(
    repeat: &Repeat,
    place: &Place<'_>,
    next: Option<&Block>,
) -> Vec<(Limit, Option<Cond>)> {
    let mut all: Vec<(Limit, Option<Cond>)> = Vec::new();
    let rounds_of = |idx: usize| {
        repeat
            .rounds
            .iter()
            .find(|(it, _)| *it == idx)
            .map_or(0, |(_, rounds)| *rounds)
    };
    let examples: Vec<(Params, String)> = place
        .params
        .iter()
        .enumerate()
        .filter(|(idx, _)| repeat.rounds.iter().any(|(it, _)| it == idx))
        .map(|(idx, params)| ((*params).clone(), rounds_of(idx).to_string()))
        .collect();
    let searching = repeat
        .body
        .iter()
        .any(|it| it.uses(COUNTER) && it.strength() == 0 && !it.by_value());
    if !searching {
        for it in learn(&examples)
            .into_iter()
            .filter(|it| !it.is_const() && it.cost() <= 14)
            .take(2)
        {
            all.push((Limit::Exactly(it), None));
        }
    }
    // A condition must not hold before any round, and must hold after the last one.
    let proven = |cond: &Cond| {
        let before = repeat.body.first().is_some_and(|column| {
            column
                .members
                .iter()
                .all(|it| cond.holds(&it.params, &it.step.screen) == Some(false))
        });
        let after = place
            .screens
            .iter()
            .zip(&place.params)
            .all(|(screen, params)| cond.holds(params, screen) == Some(true));
        before && after
    };
    let mut conds: Vec<Cond> = Vec::new();
    if let Some(column) = next.and_then(Block::first_column) {
        conds.extend(column.locators.iter().take(8).cloned().map(Cond::Exists));
    }
    if let Some(params) = place.params.first() {
        for (name, _) in params.iter().filter(|(_, value)| value.as_text().is_some()) {
            for key in [Key::Value, Key::Text] {
                let locator = Locator::by(key, Expr::Input(name.clone()))
                    .described(format!("the element that shows {name}"));
                conds.push(Cond::Exists(locator));
            }
        }
    }
    if let Some(target) = repeat
        .body
        .first()
        .and_then(|it| it.action(0, 0).target().cloned())
    {
        conds.push(Cond::Not(Box::new(Cond::Exists(target))));
    }
    for cond in conds {
        let held = match &cond {
            // What is clicked next by number is gone when its number is one more than there were rounds.
            Cond::Not(inner) => match inner.as_ref() {
                Cond::Exists(locator) => {
                    place
                        .screens
                        .iter()
                        .zip(&place.params)
                        .enumerate()
                        .all(|(idx, (screen, params))| {
                            let mut params = (*params).clone();
                            params.insert(repeat.var.clone(), Value::Text((rounds_of(idx) + 1).to_string()));
                            fill(locator, &params).is_some_and(|it| find(screen, &it) == Found::None)
                        })
                }
                _ => false,
            },
            cond => proven(cond),
        };
        if held {
            let cond = match cond {
                Cond::Not(_) => where_it_was(repeat, place, cond),
                cond => cond,
            };
            all.push((Limit::AtMost(MOST_ROUNDS), Some(cond)));
        }
    }
    let counts: Vec<usize> = examples.iter().filter_map(|(_, it)| it.parse().ok()).collect();
    if let Some(count) = counts
        .first()
        .filter(|count| counts.iter().all(|it| it == *count))
    {
        all.push((Limit::Exactly(Expr::Const(count.to_string())), None));
    }
    all
}
