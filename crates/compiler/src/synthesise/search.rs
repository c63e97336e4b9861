//! Steps that are rounds of a search among elements of one kind, and how a repetition ends.

use strings::{Expr, learn};
use task::{Params, Value};
use ui::{Action, Found, Key, Locator, Screen, find};

use crate::{
    program::{Cond, Limit},
    translate::fill,
    ways::stands_fast,
};

use super::{
    block::{Block, Repeat},
    column::{Column, Member},
    sequence::{COUNTER, MOST_ROUNDS, Place},
    target::siblings,
};

/// Clicks on different elements of one kind, each for a reason no one can see beforehand: a search among
/// siblings until what is wanted shows.
pub(super) fn search(columns: &[&Column]) -> Option<Repeat> {
    let column = search_column(columns)?;
    let rounds = column.members.iter().map(|it| (it.trajectory, 1)).collect();
    let limit = Limit::AtMost(MOST_ROUNDS);
    Some(Repeat {
        var: COUNTER.to_owned(),
        body: vec![column],
        rounds,
        limit,
        until: None,
        guessed: true,
    })
}

/// The column that clicks the n-th of a kind.
pub(super) fn search_column(columns: &[&Column]) -> Option<Column> {
    let members: Vec<&Member> = columns.iter().flat_map(|it| &it.members).collect();
    let first = *members.first()?;
    let mut common: Option<Locator<Expr>> = None;
    let mut placed = Vec::new();
    for it in &members {
        let Action::Click { .. } = it.step.action else {
            return None;
        };
        let target = it.step.target?;
        let (kind, all) = siblings(&it.step.screen, target)?;
        if all.len() < 2 || common.as_ref().is_some_and(|known| !known.asks_same(&kind)) {
            return None;
        }
        let at = all.iter().position(|id| *id == target)? + 1;
        common = Some(kind);
        let mut member = (*it).clone();
        member.set(COUNTER, at.to_string());
        placed.push(member);
    }
    let mut locator = common?;
    locator.nth = Some(Expr::Input(COUNTER.to_owned()));
    locator.target_description = format!("the next {}", kind_word(first));
    Some(Column {
        members: placed,
        locators: vec![locator],
        values: Vec::new(),
        among: None,
        either: Vec::new(),
        interrupted: Vec::new(),
    })
}

fn kind_word(member: &Member) -> String {
    let element = member.element();
    let kind = element.and_then(|it| it.role.as_deref().or(it.class_name.as_deref()));
    kind.map_or("element", |it| it.rsplit('.').next().unwrap_or(it))
        .to_owned()
}

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
    match stands_fast(&screens) {
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
