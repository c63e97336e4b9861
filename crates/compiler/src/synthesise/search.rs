//! Steps that are rounds of a search among elements of one kind.

use strings::Expr;
use ui::{Action, Locator};

use crate::program::Limit;

use super::{
    block::{MOST_ROUNDS, Repeat},
    column::Column,
    member::{COUNTER, Member},
    target::siblings,
};

/// Elements of one kind among which a search may look. Clicking through more than these is no way to find anything: it leads
/// through whatever else the page has.
pub(super) const MOST_SIBLINGS: usize = 16;

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
    if members.iter().any(|it| called_otherwise(first, it)) {
        return None;
    }
    let mut common: Option<Locator<Expr>> = None;
    let mut placed = Vec::new();
    for it in &members {
        let Action::Click { .. } = it.step.action else {
            return None;
        };
        let target = it.step.target?;
        let (kind, all) = siblings(&it.step.screen, target)?;
        if !(2..=MOST_SIBLINGS).contains(&all.len())
            || common.as_ref().is_some_and(|known| !known.asks_same(&kind))
        {
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
        destinations: Vec::new(),
        values: Vec::new(),
        among: None,
        either: Vec::new(),
        interrupted: Vec::new(),
    })
}

/// Whether two controls have names of their own that differ: "Edit" and "New" are two steps, and nobody presses one button
/// after the other to find out which is which.
fn called_otherwise(one: &Member, other: &Member) -> bool {
    let names = |it: &Member| {
        // Where a value of the task says which of several it is, the name is not all that it is found by.
        let found_by = it.step.action.target()?.first()?;
        if found_by.values().any(|it| !it.is_const()) {
            return None;
        }
        let element = it.element()?;
        let told = element.content_description.clone().or(element.label.clone());
        told.or_else(|| element.tooltip.clone())
    };
    match (names(one), names(other)) {
        (Some(one), Some(other)) => one.trim() != other.trim(),
        _ => false,
    }
}

/// What kind of element a step is on, in a word.
pub(super) fn kind_word(member: &Member) -> String {
    let element = member.element();
    let kind = element.and_then(|it| it.role.as_deref().or(it.class_name.as_deref()));
    kind.map_or("element", |it| it.rsplit('.').next().unwrap_or(it))
        .to_owned()
}
