//! Program to the same program without a branch that it can do without: pruning, as it is called for decision trees.
//!
//! Two recordings that do the same in two ways become a branch on whatever their values differ in. Where one of its arms
//! does for all instances, the branch says something about the recordings and nothing about the task.

use ui::{Action, Lasting};

use crate::{
    consequence::{Consequence, of_body},
    program::{Cond, Kind, Program, Stmt},
};

/// The programs with one branch less, which does what one of its arms did: the arm for all other values first, as that
/// has served more of them. A branch on what the screen shows, and one that refuses, has its reason; and what nothing takes
/// back is not done for all values where one arm did without, nor is a value typed that is not given.
pub(crate) fn prune_branches(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for nth in 0.. {
        for other in [true, false] {
            let mut skip = Some(nth);
            let body = without(&program.body, &mut skip, other);
            if skip.is_some() {
                return all;
            }
            if body != program.body {
                let fewer = Program {
                    body,
                    ..program.clone()
                };
                all.push(fewer.with_used_params());
            }
        }
    }
    all
}

/// The statements with one arm instead of the branch that so many others stand before; `None` is left of the number
/// where that one was found.
fn without(body: &[Stmt], skip: &mut Option<usize>, other: bool) -> Vec<Stmt> {
    let mut all = Vec::new();
    for stmt in body {
        let mut stmt = stmt.clone();
        match &mut stmt.kind {
            Kind::If {
                cond,
                then,
                otherwise,
            } => {
                let may = cond.is_of_values() && !refuses(then) && !refuses(otherwise);
                if may && *skip == Some(0) {
                    *skip = None;
                    let (kept, dropped) = if other {
                        (&*otherwise, &*then)
                    } else {
                        (&*then, &*otherwise)
                    };
                    match does_no_more(kept, dropped)
                        && !(cond.asks_what_is_given() && types_more(kept, dropped))
                    {
                        true => all.extend_from_slice(kept),
                        false => all.push(stmt),
                    }
                    continue;
                }
                *skip = skip.map(|n| n - usize::from(may));
                *then = without(then, skip, other);
                *otherwise = without(otherwise, skip, other);
            }
            Kind::ForEach { body, .. }
            | Kind::EachRow { body, .. }
            | Kind::EachFound { body, .. }
            | Kind::Repeat { body, .. } => {
                *body = without(body, skip, other);
            }
            Kind::Act { .. }
            | Kind::Read { .. }
            | Kind::Arrive(_)
            | Kind::Holds { .. }
            | Kind::AnswerTable(_)
            | Kind::ReadAll { .. }
            | Kind::ReadAddress { .. }
            | Kind::Count { .. }
            | Kind::Ask { .. }
            | Kind::Stop(_)
            | Kind::Refuse(_) => {}
        }
        all.push(stmt);
    }
    all
}

/// Whether an arm does nothing that can't be taken back more often than the other one.
fn does_no_more(kept: &[Stmt], dropped: &[Stmt]) -> bool {
    let (kept, dropped) = (of_body(kept), of_body(dropped));
    let count = |all: &[Consequence], lasting: Lasting| all.iter().filter(|it| it.lasting == lasting).count();
    kept.iter()
        .all(|it| count(&kept, it.lasting) <= count(&dropped, it.lasting))
}

/// Whether an arm types or chooses more often than the other one. Where the branch asks what is given, that is typed for
/// nothing: what is there is written anew around a value that the goal does not have, and no list has an empty option.
fn types_more(kept: &[Stmt], dropped: &[Stmt]) -> bool {
    let count = |body: &[Stmt]| {
        let mut typed = 0;
        for stmt in body {
            stmt.walk(&mut |it| {
                let types = matches!(
                    &it.kind,
                    Kind::Act {
                        action: Action::InputText { .. } | Action::SelectOption { .. },
                        ..
                    }
                );
                typed += usize::from(types);
            });
        }
        typed
    };
    count(kept) > count(dropped)
}

fn refuses(body: &[Stmt]) -> bool {
    body.iter().any(|it| matches!(it.kind, Kind::Refuse(_)))
}

impl Cond {
    /// Whether it asks if a value is given at all.
    fn asks_what_is_given(&self) -> bool {
        match self {
            Cond::IsEmpty(_) => true,
            Cond::Not(it) => it.asks_what_is_given(),
            Cond::And(all) => all.iter().any(Cond::asks_what_is_given),
            Cond::Exists(_)
            | Cond::Listed(_)
            | Cond::Reached(_)
            | Cond::Equals(..)
            | Cond::Contains(..)
            | Cond::StartsWith(..)
            | Cond::EndsWith(..)
            | Cond::Today(_) => false,
        }
    }

    /// Whether it looks at values alone, not at the screen.
    pub(crate) fn is_of_values(&self) -> bool {
        match self {
            Cond::Exists(_) | Cond::Listed(_) | Cond::Reached(_) => false,
            Cond::Not(it) => it.is_of_values(),
            Cond::And(all) => all.iter().all(Cond::is_of_values),
            Cond::Equals(..)
            | Cond::Contains(..)
            | Cond::StartsWith(..)
            | Cond::EndsWith(..)
            | Cond::IsEmpty(_)
            | Cond::Today(_) => true,
        }
    }
}
