//! Program to the same program in which what all arms of a condition end with stands once, behind them. An arm that ends
//! the run goes no further, so it does not count. A condition and its contrary behind it are one with two arms.

use strings::Expr;
use ui::Locator;

use crate::{
    locator::say_the_same,
    program::{Cond, Kind, Program, Stmt},
};

/// The program with common ends of arms behind their condition.
pub fn join_arms(program: &Program) -> Program {
    Program {
        body: joined(&program.body),
        ..program.clone()
    }
}

fn joined(body: &[Stmt]) -> Vec<Stmt> {
    let mut all = Vec::new();
    for stmt in body {
        let mut stmt = stmt.clone();
        for inner in stmt.kind.blocks_mut() {
            *inner = joined(inner);
        }
        let mut behind: Vec<Stmt> = Vec::new();
        while let Some(last) = common_end(&stmt) {
            drop_end(&mut stmt);
            behind.push(last);
        }
        if let Some(stmt) = without_empty_arm(stmt) {
            match all.last().and_then(|before| either(before, &stmt)) {
                Some(both) => drop(all.splice(all.len() - 1.., [both])),
                None => all.push(stmt),
            }
        }
        all.extend(behind.into_iter().rev());
    }
    all
}

/// Two conditions as one with two arms, where the second asks of the same values for the contrary of the first.
fn either(one: &Stmt, other: &Stmt) -> Option<Stmt> {
    let parts = |stmt: &Stmt| match &stmt.kind {
        Kind::If {
            cond,
            then,
            otherwise,
        } if otherwise.is_empty() && cond.is_of_values() => Some((cond.clone(), then.clone())),
        _ => None,
    };
    let ((cond, then), (contrary, otherwise)) = (parts(one)?, parts(other)?);
    let is_not = |one: &Cond, other: &Cond| matches!(one, Cond::Not(it) if **it == *other);
    if !is_not(&cond, &contrary) && !is_not(&contrary, &cond) {
        return None;
    }
    // What the first reads may be what the second asks.
    let mut changes = false;
    for stmt in &then {
        stmt.walk(&mut |it| {
            if let Kind::Read { var, .. }
            | Kind::ReadAll { var, .. }
            | Kind::Count { var, .. }
            | Kind::Ask { var, .. } = &it.kind
            {
                cond.exprs(&mut |asked| changes |= asked.inputs().contains(&var.as_str()));
            }
        });
    }
    let sources = one.sources.iter().chain(&other.sources).cloned().collect();
    let kind = Kind::If {
        cond,
        then,
        otherwise,
    };
    (!changes).then(|| Stmt::new(kind, sources))
}

/// A condition of which one arm has become empty, turned round; nothing where both have.
fn without_empty_arm(mut stmt: Stmt) -> Option<Stmt> {
    if let Kind::If {
        cond,
        then,
        otherwise,
    } = &mut stmt.kind
        && then.is_empty()
    {
        if otherwise.is_empty() {
            return None;
        }
        std::mem::swap(then, otherwise);
        *cond = match std::mem::replace(cond, Cond::And(Vec::new())) {
            Cond::Not(it) => *it,
            it => Cond::Not(Box::new(it)),
        };
    }
    Some(stmt)
}

/// What every arm ends with that does not end the run; `None` where they differ, or where an arm does nothing.
fn common_end(stmt: &Stmt) -> Option<Stmt> {
    let Kind::If { then, otherwise, .. } = &stmt.kind else {
        return None;
    };
    let arms: Vec<&Stmt> = match (ends_run(then), ends_run(otherwise)) {
        (false, false) => vec![then.last()?, otherwise.last()?],
        // Nothing is won by moving the only arm that goes on.
        (true, _) | (_, true) => return None,
    };
    let [one, other] = arms.as_slice() else {
        return None;
    };
    let own = end_of(one)?;
    same(&own, &end_of(other)?)
}

/// The last statement of an arm; of an arm that is a condition itself, what all of its arms end with.
fn end_of(stmt: &Stmt) -> Option<Stmt> {
    match &stmt.kind {
        Kind::If { then, otherwise, .. } => match (ends_run(then), ends_run(otherwise)) {
            (false, true) => end_of(then.last()?),
            (true, false) => end_of(otherwise.last()?),
            (false, false) => common_end(stmt),
            (true, true) => None,
        },
        Kind::Act { .. } => Some(stmt.clone()),
        Kind::ForEach { .. }
        | Kind::EachRow { .. }
        | Kind::EachFound { .. }
        | Kind::Repeat { .. }
        | Kind::Read { .. }
        | Kind::ReadAll { .. }
        | Kind::ReadAddress { .. }
        | Kind::Count { .. }
        | Kind::Ask { .. }
        | Kind::Arrive(_)
        | Kind::Holds { .. }
        | Kind::AnswerTable(_)
        | Kind::Stop(_)
        | Kind::Refuse(_) => None,
    }
}

/// Take away what [`common_end`] found.
fn drop_end(stmt: &mut Stmt) {
    for arm in stmt.kind.blocks_mut() {
        if ends_run(arm) {
            continue;
        }
        match arm.last_mut() {
            Some(last) if matches!(last.kind, Kind::If { .. }) => drop_end(last),
            Some(_) => drop(arm.pop()),
            None => {}
        }
    }
}

fn ends_run(arm: &[Stmt]) -> bool {
    matches!(
        arm.last().map(|it| &it.kind),
        Some(Kind::Stop(_) | Kind::Refuse(_))
    )
}

fn targets(stmt: &Stmt) -> Vec<&Locator<Expr>> {
    match &stmt.kind {
        Kind::Act { action, .. } => action.targets().collect(),
        _ => Vec::new(),
    }
}

/// Two actions as one, where they do the same; fallbacks of both stay, and what only one recording showed after it goes.
fn same(one: &Stmt, other: &Stmt) -> Option<Stmt> {
    let (mut a, mut b) = (one.clone(), other.clone());
    let mut ways = Vec::new();
    for it in [&mut a, &mut b] {
        let Kind::Act {
            action,
            expect,
            arrival,
            ..
        } = &mut it.kind
        else {
            return None;
        };
        ways.push((
            action.targets().map(|it| it.or_else.clone()).collect::<Vec<_>>(),
            expect.take(),
            arrival.take(),
        ));
        *action = action.map(
            |it| Locator {
                or_else: Vec::new(),
                ..it.clone()
            },
            Clone::clone,
        );
    }
    let (Some((theirs, _, arrival_b)), Some((own, _, arrival_a))) = (ways.pop(), ways.pop()) else {
        return None;
    };
    let mut targets = targets(one).into_iter().zip(targets(other));
    if a.kind != b.kind || !targets.all(|(a, b)| say_the_same(a, b)) {
        return None;
    }
    let mut joined = a;
    if let Kind::Act { action, arrival, .. } = &mut joined.kind {
        let mut n = 0;
        *action = action.map(
            |it| {
                let mut or_else = own.get(n).cloned().unwrap_or_default();
                for way in theirs.get(n).into_iter().flatten() {
                    if !or_else.contains(way) {
                        or_else.push(way.clone());
                    }
                }
                n += 1;
                Locator {
                    or_else,
                    ..it.clone()
                }
            },
            Clone::clone,
        );
        *arrival = arrival_a.filter(|it| arrival_b.as_ref() == Some(it));
    }
    joined.sources.extend(other.sources.iter().cloned());
    Some(joined)
}
