//! A failed run to code that turns the pages of a table: what a value names may stand on one that nobody has shown.

use strings::{Derived, Expr, derive_all};
use task::Params;
use trajectory::Recording;
use ui::{Action, Found, Locator, NextPage, Pager, Screen, find, tables};

use crate::{
    locator::{describe, fill, values},
    program::{Cond, Kind, Limit, Program, Stmt},
    synthesise::{COUNTER, MOST_ROUNDS},
    translate::locators,
};

/// Places in a program that are tried.
const MOST: usize = 2;

/// The programs that look for what a value names page by page, where the failed run has ended on a page of a table that has others:
/// what stands nearest to where it has ended first.
pub(super) fn on_other_pages(program: &Program, run: &Recording) -> Vec<Program> {
    let params = values(&run.instance.params);
    let Some(turn) = turns_page(&run.last, &params, &derive_all(&params)) else {
        return Vec::new();
    };
    // What nothing takes back is done to what a recording shows how to find.
    let last = program.body.iter().rposition(lasts).map_or(0, |it| it + 1);
    let is_missing = |stmt: &Stmt| {
        target(stmt).is_some_and(|it| {
            let goes_by_value = it.values().any(|it| !it.is_const());
            goes_by_value && fill(it, &params).is_some_and(|it| find(&run.last, &it) == Found::None)
        })
    };
    let mut places: Vec<usize> = (last..program.body.len())
        .filter(|at| is_missing(&program.body[*at]))
        .collect();
    places.sort_by_key(|at| at.abs_diff(run.steps.len()));
    let places = places.into_iter().take(MOST);
    places.filter_map(|at| looked_for(program, at, &turn)).collect()
}

/// Whether a statement does something that nothing takes back.
fn lasts(stmt: &Stmt) -> bool {
    let mut any = false;
    stmt.walk(&mut |it| any |= matches!(it.kind, Kind::Act { lasting: Some(_), .. }));
    any
}

fn target(stmt: &Stmt) -> Option<&Locator<Expr>> {
    match &stmt.kind {
        Kind::Act {
            action,
            among: None,
            optional: false,
            ..
        } => action.target(),
        Kind::Read { locator, .. } => Some(locator),
        _ => None,
    }
}

/// The same statement, whose target has no other ways.
fn by_its_name_alone(stmt: &Stmt) -> Stmt {
    let alone = |it: &Locator<Expr>| Locator {
        or_else: Vec::new(),
        ..it.clone()
    };
    let mut stmt = stmt.clone();
    match &mut stmt.kind {
        Kind::Act { action, .. } => *action = action.map(alone, Clone::clone),
        Kind::Read { locator, .. } => *locator = alone(locator),
        _ => {}
    }
    stmt
}

/// What leads on from the page of the only table that has others, whatever the values are.
fn turns_page(screen: &Screen, params: &Params, derived: &[Derived]) -> Option<Locator<Expr>> {
    let mut leading = tables(screen)
        .into_iter()
        .filter(|it| !it.rows.is_empty())
        .filter_map(|it| match Pager::of(screen, &it)?.next(screen, &it) {
            NextPage::At(id) => Some(id),
            NextPage::Last | NextPage::Unknown => None,
        });
    let (Some(id), None) = (leading.next(), leading.next()) else {
        return None;
    };
    let description = describe(screen, id, derived);
    let mut ways = locators(screen, id, params, derived, &description)
        .into_iter()
        .filter(|it| it.values().all(Expr::is_const));
    let first = ways.next()?;
    Some(Locator {
        or_else: ways.take(1).collect(),
        ..first
    })
}

/// The program with pages turned before a statement until its target shows.
fn looked_for(program: &Program, at: usize, turn: &Locator<Expr>) -> Option<Program> {
    // Another way to it finds something on every page.
    let stmt = by_its_name_alone(program.body.get(at)?);
    let click = Kind::act(Action::Click { target: turn.clone() });
    let again = Kind::Repeat {
        var: COUNTER.to_owned(),
        limit: Limit::AtMost(MOST_ROUNDS),
        until: Some(Cond::Exists(target(&stmt)?.clone())),
        body: vec![Stmt::new(click, stmt.sources.clone())],
    };
    let again = Stmt::new(again, stmt.sources.clone());
    let mut other = program.clone();
    other.body[at] = stmt;
    other.body.insert(at, again);
    Some(other)
}
