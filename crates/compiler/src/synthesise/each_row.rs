//! One recording, in which the same was done to one row of a table after the other, to a loop over the rows that the person says
//! are meant.

use std::rc::Rc;

use strings::Expr;
use ui::{Element, Key, Locator, RowChoice};

use crate::{
    locator::{fill, with_held},
    program::{Kind, Stmt},
    row_rounds::{Choice, RowRounds},
    soft::{SoftTrajectory, Step},
};

use super::{column::Column, member::Member};

/// The variable of what a row is known by.
const ROW: &str = "row";

/// The statements of a recording with its rounds as a loop. `None` where the rounds are not the same steps, or nothing finds what
/// they act on in each row.
pub(super) fn body(trajectory: &SoftTrajectory, rounds: &RowRounds, choice: &Choice) -> Option<Vec<Stmt>> {
    let taken = |name: &str| trajectory.instance.params.contains_key(name);
    let mut var = ROW.to_owned();
    while taken(&var) {
        var.push('_');
    }
    let params = trajectory.known();
    let member = |step: &Step| Member {
        trajectory: 0,
        step: Rc::new(step.clone()),
        params: with_held(&params, &step.screen, step.target).into(),
    };
    let (first, last) = (rounds.rounds.first()?, rounds.rounds.last()?);
    let at = |step: &Step| step.source.step.saturating_sub(1);
    let mut all: Vec<Stmt> = Vec::new();
    for step in trajectory.steps.iter().filter(|it| at(it) < first.steps.start) {
        all.extend(alone(member(step))?);
    }
    // What leads to the table is followed by looking for it; what it shows then is in its rows.
    if let Some(Kind::Act { expect, arrival, .. }) = all.last_mut().map(|it| &mut it.kind) {
        (*expect, *arrival) = (None, None);
    }
    let of_rounds: Vec<Vec<Member>> = rounds
        .rounds
        .iter()
        .map(|round| {
            let steps = trajectory.steps.iter().filter(|it| round.steps.contains(&at(it)));
            let own = steps.map(|step| {
                let mut member = member(step);
                member.set(&var, round.row.clone());
                member
            });
            own.collect()
        })
        .collect();
    let length = of_rounds.first()?.len();
    let (cut, whole) = of_rounds.split_last()?;
    // The last round may lack the step that led back.
    let same_length = whole.iter().all(|it| it.len() == length) && (length - 1..=length).contains(&cut.len());
    if length == 0 || !same_length {
        return None;
    }
    let mut body: Vec<Stmt> = Vec::new();
    for nth in 0..length {
        let members: Vec<Member> = of_rounds.iter().filter_map(|it| it.get(nth).cloned()).collect();
        body.push(of_round(members, &choice.of.rows, &var)?);
    }
    let sources = body.iter().flat_map(|it| it.sources.clone()).collect();
    let each = Kind::EachRow {
        var,
        each: choice.of.clone(),
        body,
    };
    all.push(Stmt::new(each, sources));
    for step in trajectory.steps.iter().filter(|it| at(it) >= last.steps.end) {
        all.extend(alone(member(step))?);
    }
    Some(all)
}

/// A step outside of the rounds.
fn alone(member: Member) -> Option<Vec<Stmt>> {
    let column = Column::of(member)?;
    Some(column.awaited().into_iter().chain([column.stmt(0, 0)]).collect())
}

/// One step of all rounds. What it leads to shows other rows each time, so that no screen is asserted.
fn of_round(members: Vec<Member>, rows: &RowChoice, var: &str) -> Option<Stmt> {
    let key = |it: &Member| it.params.get(var).map(ToString::to_string);
    let is_in_row = |it: &Member| {
        let table = rows.table(&it.step.screen).ok()?;
        let row = table.row_of(it.element()?)?;
        Some(rows.key(row) == key(it).as_deref())
    };
    let inside: Vec<Option<bool>> = members.iter().map(is_in_row).collect();
    let stmt = match inside.first()? {
        // Every round acts on its own row, never on another one's.
        Some(true) if inside.iter().all(|it| *it == Some(true)) => {
            let target = in_row(&members, rows, var)?;
            let named = members.iter().map(|it| it.with_target(target.clone()));
            Column::unify(named.collect())?.stmt(0, 0)
        }
        None if inside.iter().all(Option::is_none) => {
            let shows_table = members.iter().any(|it| rows.table(&it.step.screen).is_ok());
            let column = Column::unify(members)?;
            // Beside the table, what says the same as the row does would be looked for in the row.
            let by_row = column
                .locators
                .first()
                .is_some_and(|it| it.values().any(|it| it.inputs().contains(&var)));
            if shows_table && by_row {
                return None;
            }
            column.stmt(0, 0)
        }
        Some(_) | None => return None,
    };
    Some(stmt.of_any_row())
}

/// What finds the targets of all rounds, each in its own row.
fn in_row(members: &[Member], rows: &RowChoice, var: &str) -> Option<Locator<Expr>> {
    let key = |it: &Member| it.params.get(var).map(ToString::to_string);
    let finds = |locator: &Locator<Expr>| {
        members.iter().all(|it| {
            let (Some(asked), Some(key)) = (fill(locator, &it.params), key(it)) else {
                return false;
            };
            let found = rows.find_in(&it.step.screen, &key, &asked).one();
            found.is_some() && found == it.step.target && it.finds_target(locator)
        })
    };
    let first = members.first()?;
    let element = first.element()?;
    // A control that says what it does is found by that: another one may stand in its place in the next row. What says something
    // else in each row is a cell of its column.
    let words = |it: &Member| {
        let key = key(it)?;
        let element = it.element().filter(|it| !it.editable)?;
        let said = [
            &element.text,
            &element.content_description,
            &element.tooltip,
            &element.label,
        ];
        let said = said.into_iter().flatten().find(|it| !it.trim().is_empty());
        said.map(|it| it.replace(&key, ""))
    };
    let own = words(first);
    let speaks = own.is_some() && members.iter().all(|it| words(it) == own);
    let (cell_locators, said) = cell_locators(element, &key(first)?, var, speaks);
    let described = format!("{said} of the row");
    cell_locators
        .into_iter()
        .find(finds)
        .map(|it| it.described(described))
}

/// Ways to an element of a row, likeliest first, and what it is called. Where it `speaks`, all of them go by what it says.
fn cell_locators(element: &Element, key: &str, var: &str, speaks: bool) -> (Vec<Locator<Expr>>, String) {
    let row = || Expr::Input(var.to_owned());
    // What it says of its row by what that is known by is said with the row's own.
    let said = |text: &str| match text.split_once(key) {
        Some((before, behind)) => {
            let parts = [Expr::from(before), row(), Expr::from(behind)];
            Expr::Concat(
                parts
                    .into_iter()
                    .filter(|it| it.as_literal() != Some(""))
                    .collect(),
            )
        }
        None => Expr::from(text),
    };
    let constant = |key: Key, it: &Option<String>| it.as_deref().map(|it| Locator::by(key, said(it)));
    let tail = |it: &String, by: &str| it.rsplit(by).next().unwrap_or(it).to_owned();
    let class = element.class_name.as_ref().map(|it| tail(it, "."));
    let kind = element.role.clone().map(|it| (Key::Role, it));
    let kind = kind.or_else(|| class.clone().map(|it| (Key::ClassName, it)));
    let shows_key = element.text.as_deref().map(str::trim) == Some(key);
    let mut all: Vec<Locator<Expr>> = Vec::new();
    if shows_key {
        // What the row is known by stands in it itself.
        let by_key = Locator::by(Key::Text, row());
        all.extend(
            kind.iter()
                .map(|(by, it)| by_key.clone().and(*by, Expr::Const(it.clone()))),
        );
        all.push(by_key);
        return (
            all,
            element
                .column
                .clone()
                .unwrap_or_else(|| "what is shown".to_owned()),
        );
    }
    let bases = [
        constant(Key::Text, &element.text).filter(|_| !element.editable),
        constant(Key::ContentDescription, &element.content_description),
        constant(Key::HintText, &element.hint_text),
        constant(Key::Tooltip, &element.tooltip),
        constant(Key::Label, &element.label),
        constant(Key::Column, &element.column).filter(|_| !speaks),
    ];
    for base in bases.into_iter().flatten() {
        all.push(base.clone());
        all.extend(
            kind.iter()
                .map(|(by, it)| base.clone().and(*by, Expr::Const(it.clone()))),
        );
    }
    if !speaks {
        all.extend(
            kind.iter()
                .map(|(by, it)| Locator::by(*by, Expr::Const(it.clone()))),
        );
    }
    let near = |it: Locator<Expr>| Locator {
        near: Some(row()),
        ..it
    };
    (all.into_iter().map(near).collect(), element.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_row_is_known_by_is_found_by_it_and_all_else_beside_it() {
        let link = Element {
            text: Some("A-1".to_owned()),
            class_name: Some("a".to_owned()),
            ..Element::default()
        };
        let (own, _) = cell_locators(&link, "A-1", "row", false);
        assert!(
            own.iter()
                .all(|it| it.near.is_none() && it.get(Key::Text) == Some(&Expr::Input("row".to_owned())))
        );
        let (beside, said) = cell_locators(&link, "A-2", "row", false);
        assert!(
            beside
                .iter()
                .all(|it| it.near == Some(Expr::Input("row".to_owned()))),
            "{said}"
        );
    }
}
