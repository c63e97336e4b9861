//! Program and the runs that verified it to the same program with other ways to its elements that held in all of them.
//!
//! A place that one recording shows says nothing of a screen with more or fewer of its like: the sixth text of fifteen,
//! the last button of two. The runs on all the other instances show which it is there. Words that were on one of the screens
//! make way for what was on all.

use std::ops::Range;

use strings::Expr;
use task::Params;
use trajectory::Recording;
use ui::{Action, ActionKind, Found, Locator, find};

use crate::{
    emit::emit_with_acts,
    program::{Kind, Program, Stmt},
    translate::{fill, values},
    ways::{Shot, held_ways, way_of_all},
};

/// The program with other ways that hold on the screens of its runs, which are runs of what [`emit`](crate::emit::emit)
/// prints of it. An action that no run did keeps those it has.
pub(crate) fn hold(program: &Program, runs: &[Recording]) -> Program {
    walked(program, runs, true)
}

/// The program without words that only some of its runs showed: each run that does not show them waits for them.
pub(crate) fn reworded(program: &Program, runs: &[Recording]) -> Program {
    walked(program, runs, false)
}

fn walked(program: &Program, runs: &[Recording], ways: bool) -> Program {
    let acts = emit_with_acts(program).acts;
    let runs: Vec<Run<'_>> = runs
        .iter()
        .map(|recording| Run {
            recording,
            params: values(&recording.instance.params),
        })
        .collect();
    let mut held = program.clone();
    let mut walk = Walk {
        acts: &acts,
        runs: &runs,
        ways,
        next: 0,
    };
    walk.block(&mut held.body);
    held
}

/// A run, and the values of its task.
struct Run<'a> {
    recording: &'a Recording,
    params: Params,
}

/// The actions of a program in the order in which they are printed.
struct Walk<'a> {
    acts: &'a [usize],
    runs: &'a [Run<'a>],
    /// Whether other ways are held against the runs as well.
    ways: bool,
    next: usize,
}

impl Walk<'_> {
    fn block(&mut self, body: &mut [Stmt]) {
        for stmt in body {
            if let Kind::Act { action, expect, .. } = &mut stmt.kind {
                let from = self.acts.get(self.next).copied().unwrap_or(usize::MAX);
                let to = self.acts.get(self.next + 1).copied().unwrap_or(usize::MAX);
                self.next += 1;
                let held = action.map(|it| self.held(it, &(from..to), action.kind()), Expr::clone);
                let described =
                    |it: &Action<Locator<Expr>, Expr>| it.target().map(|it| it.target_description.clone());
                // What showed after it in one recording was of the same words.
                if described(&held) != described(action) {
                    *expect = None;
                }
                *action = held;
            }
            for inner in stmt.kind.blocks_mut() {
                self.block(inner);
            }
        }
    }

    /// The target of an action of this kind that stands in these lines.
    fn held(&self, target: &Locator<Expr>, lines: &Range<usize>, kind: ActionKind) -> Locator<Expr> {
        let mut shots: Vec<Shot<'_>> = Vec::new();
        for run in self.runs {
            for step in &run.recording.steps {
                let here = step.position.is_some_and(|it| lines.contains(&it.line));
                if let Some(id) = step
                    .action
                    .target()
                    .filter(|_| here && step.action.kind() == kind)
                {
                    shots.push(Shot {
                        screen: &step.screen,
                        target: *id,
                        params: &run.params,
                    });
                }
            }
        }
        // What goes by the variable of a loop has another value in each round, which the runs do not say.
        let found = |it: &Shot<'_>| {
            let asked = fill(target, it.params);
            asked.is_some_and(|asked| find(it.screen, &asked) == Found::One(it.target))
        };
        if shots.is_empty() {
            return target.clone();
        }
        let target = match shots.iter().all(found) {
            true => target.clone(),
            false => match way_of_all(target, &shots) {
                Some(instead) => instead,
                None => return target.clone(),
            },
        };
        if !self.ways {
            return target;
        }
        Locator {
            or_else: held_ways(&target, &shots),
            ..target
        }
    }
}
