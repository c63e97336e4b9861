//! A loop that takes each entry of a list where it shows, to one that takes each entry and skips the word that stands for none.
//!
//! Where a recording did nothing for the one entry of its list, and the page shows no such thing, either whatever is not there may be
//! skipped, or that entry says that there is none (`nothing`). Who skips whatever is not there does something else than was asked for
//! once an entry is missing.

use std::collections::BTreeSet;

use strings::{Expr, List};
use trajectory::RecordingId;

use crate::{
    program::{Cond, Kind, Program, Stmt},
    soft::SoftTrajectory,
};

/// The program with the word that stands for none, and that word; `None` where no loop of it is such a one, or the recordings show no
/// such word.
pub fn naming_none(program: &Program, trajectories: &[SoftTrajectory]) -> Option<(Program, String)> {
    let mut named = program.clone();
    let mut word = None;
    for stmt in &mut named.body {
        change(stmt, trajectories, &mut word);
    }
    Some((named, word?))
}

fn change(stmt: &mut Stmt, trajectories: &[SoftTrajectory], word: &mut Option<String>) {
    if let Kind::ForEach { var, list, body } = &mut stmt.kind {
        for inner in body {
            *word = name_in(inner, var, list, trajectories).or(word.take());
        }
        return;
    }
    for inner in stmt.kind.blocks_mut().into_iter().flatten() {
        change(inner, trajectories, word);
    }
}

/// Where a statement of a loop's body does something for an entry that shows, have it done for each but the word for none; that word.
fn name_in(stmt: &mut Stmt, var: &str, list: &List, trajectories: &[SoftTrajectory]) -> Option<String> {
    if let Some(done) = done_where_it_shows(stmt, var)
        && let Some(none) = word_for_none(&done, list, trajectories)
    {
        let is_none = Cond::Equals(Expr::Input(var.to_owned()), Expr::from(none.as_str()));
        let kind = Kind::If {
            cond: Cond::Not(Box::new(is_none)),
            then: done,
            otherwise: Vec::new(),
        };
        *stmt = Stmt::new(kind, stmt.sources.clone());
        return Some(none);
    }
    let inner = stmt.kind.blocks_mut().into_iter().flatten();
    inner.fold(None, |word, inner| {
        name_in(inner, var, list, trajectories).or(word)
    })
}

/// What a statement does where the entry of this variable shows, and it does nothing else.
fn done_where_it_shows(stmt: &Stmt, var: &str) -> Option<Vec<Stmt>> {
    let by_entry = |it: &ui::Locator<Expr>| it.values().any(|it| it.inputs().contains(&var));
    match &stmt.kind {
        Kind::Act {
            action,
            optional: true,
            ..
        } if action.target().is_some_and(by_entry) => {
            let mut done = stmt.clone();
            if let Kind::Act { optional, .. } = &mut done.kind {
                *optional = false;
            }
            Some(vec![done])
        }
        Kind::If {
            cond: Cond::Exists(shows),
            then,
            otherwise,
        } if otherwise.is_empty() && by_entry(shows) => Some(then.clone()),
        _ => None,
    }
}

/// The one entry of the lists of those recordings that did not do this, if no other one has it.
fn word_for_none(done: &[Stmt], list: &List, trajectories: &[SoftTrajectory]) -> Option<String> {
    let mut by: BTreeSet<&RecordingId> = BTreeSet::new();
    for stmt in done {
        stmt.walk(&mut |it| by.extend(it.sources.iter().map(|it| &it.recording)));
    }
    let (mut none, mut met): (BTreeSet<String>, BTreeSet<String>) = Default::default();
    for it in trajectories {
        let entries = list.eval(&it.instance.params)?;
        match by.contains(&it.recording) {
            true => met.extend(entries),
            false if entries.len() == 1 => none.extend(entries),
            false => return None,
        }
    }
    let mut words = none.into_iter();
    words
        .next()
        .filter(|it| words.next().is_none() && !met.contains(it))
}
