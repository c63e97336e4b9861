//! Program and recordings to the parameters that decide nothing but which screen is visited on the way: what is acted
//! on by their values is left again before anything is read, typed or done there, and what comes after is the same
//! whatever was visited.

use std::collections::HashSet;

use ui::{Action, Screen};

use crate::{
    program::{Kind, Program, Stmt},
    soft::{SoftTrajectory, Step, StepRef},
};

/// The parameters, by their names in the task type, all of whose uses are visits that were left again.
pub(crate) fn only_visits(program: &Program, trajectories: &[SoftTrajectory]) -> HashSet<String> {
    let mut uses = Uses::default();
    uses.of_body(&program.body, trajectories);
    uses.visits.retain(|it| !uses.decides.contains(it));
    uses.visits
}

#[derive(Default)]
struct Uses {
    visits: HashSet<String>,
    decides: HashSet<String>,
}

impl Uses {
    fn of_body(&mut self, body: &[Stmt], trajectories: &[SoftTrajectory]) {
        // What stands before this belongs to a visit.
        let mut left_at = 0;
        for (at, stmt) in body.iter().enumerate() {
            if let Some(steps) = steps_away(stmt, &body[at + 1..], trajectories) {
                left_at = left_at.max(at + 1 + steps);
            }
            let uses = match at < left_at {
                true => &mut self.visits,
                false => &mut self.decides,
            };
            stmt.kind.inputs(&mut |name| {
                uses.insert(name.to_owned());
            });
            for block in stmt.kind.blocks() {
                self.of_body(block, trajectories);
            }
        }
    }
}

/// How many statements lead back from where a statement leads to, with nothing done between; `None` where it leads to no
/// other screen, or nothing leads back.
fn steps_away(visit: &Stmt, behind: &[Stmt], trajectories: &[SoftTrajectory]) -> Option<usize> {
    if !is_plain_tap(visit) {
        return None;
    }
    for (at, stmt) in behind.iter().enumerate() {
        let moves = match &stmt.kind {
            Kind::Arrive(_) => continue,
            Kind::Act { .. } if is_plain_tap(stmt) && is_the_same_for_all(stmt) => Moves::ByTap,
            Kind::Act {
                action: Action::NavigateBack | Action::NavigateHome | Action::OpenApp { .. },
                ..
            } if is_the_same_for_all(stmt) => Moves::BySystem,
            _ => return None,
        };
        if leads_back(visit, stmt, moves, trajectories) {
            return Some(at + 1);
        }
        if moves == Moves::ByTap {
            return None;
        }
    }
    None
}

/// How a screen is left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moves {
    /// By a tap, which may have done something before it led back.
    ByTap,
    /// By the system's own keys, which do nothing else.
    BySystem,
}

/// Whether no value of the task plays a part in a statement.
fn is_the_same_for_all(stmt: &Stmt) -> bool {
    let mut depends = false;
    stmt.kind.inputs(&mut |_| depends = true);
    !depends
}

/// Whether a statement is a plain tap.
fn is_plain_tap(stmt: &Stmt) -> bool {
    matches!(
        &stmt.kind,
        Kind::Act {
            action: Action::Click { .. },
            wanted: None,
            lasting: None,
            ..
        }
    )
}

/// Whether the one statement leads away and the other one back, in each recording that both come from, and in one at least.
fn leads_back(visit: &Stmt, leave: &Stmt, moves: Moves, trajectories: &[SoftTrajectory]) -> bool {
    let place = |all: &SoftTrajectory, sources: &[StepRef], from: usize| {
        let is = |step: &Step| sources.contains(&step.source);
        all.steps[from..].iter().position(is).map(|it| from + it)
    };
    let mut both = trajectories
        .iter()
        .filter_map(|it| {
            let there = place(it, &visit.sources, 0)?;
            Some((it, there, place(it, &leave.sources, there + 1)?))
        })
        .peekable();
    both.peek().is_some() && both.all(|(it, there, back)| is_as_before(it, there, back, moves))
}

/// Whether the step `there` led to another screen, and after the step `back` one shows that stood before `there`, or one of
/// an app that was opened meanwhile. A tap that closes no more than a menu may well have chosen something in it.
fn is_as_before(all: &SoftTrajectory, there: usize, back: usize, moves: Moves) -> bool {
    let after = |at: usize| all.steps.get(at + 1).map_or(&all.last, |it| &it.screen);
    let (left, visited, now) = (&all.steps[there].screen, after(there), after(back));
    if shows_the_same(left, visited) || left.is_same_view(visited) {
        return false;
    }
    if moves == Moves::ByTap && visited.activity == now.activity {
        return false;
    }
    let opened = matches!(all.steps[back].action, Action::OpenApp { .. });
    let elsewhere = opened && now.app != visited.app && now.app != left.app;
    elsewhere
        || all.steps[..=there]
            .iter()
            .any(|it| shows_the_same(&it.screen, now))
}

/// Whether two screens say the same in the same order, in the same states.
fn shows_the_same(one: &Screen, other: &Screen) -> bool {
    one.app == other.app
        && one.activity == other.activity
        && one.elements.len() == other.elements.len()
        && one.elements.iter().zip(&other.elements).all(|(one, other)| {
            one.says_the_same(other) && one.checked == other.checked && one.selected == other.selected
        })
}
