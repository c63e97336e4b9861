//! Program and the runs that verified it to the same program with locators that fit the screens of all these runs: it
//! gains fallbacks that held in each, and loses words that only one recording showed. To fit to examples is the field's word.
//!
//! A place that one recording shows says nothing of a screen with more or fewer of its like: the sixth text of fifteen,
//! the last button of two. The runs on all the other instances show which it is there. Words that were on one of the screens
//! make way for what was on all.

use std::ops::Range;

use strings::Expr;
use task::Params;
use trajectory::Recording;
use ui::{Action, ActionKind, Found, Lasting, Locator, find};

use crate::{
    consequence::of_locators,
    emit::emit_with_acts,
    fallback::{Sighting, fallbacks_in_runs, locator_of_all_runs},
    locator::{fill, values},
    program::{Kind, Program, Stmt},
};

/// The program with fallbacks that hold on the screens of its runs, which are runs of what [`emit`](crate::emit::emit)
/// prints of it. An action that no run did keeps those it has.
pub(crate) fn add_fallbacks(program: &Program, runs: &[Recording]) -> Program {
    fitted(program, runs, true)
}

/// The program without words that only some of its runs showed: each run that does not show them waits for them.
pub(crate) fn drop_unshared_words(program: &Program, runs: &[Recording]) -> Program {
    fitted(program, runs, false)
}

fn fitted(program: &Program, runs: &[Recording], fallbacks: bool) -> Program {
    let acts = emit_with_acts(program).acts;
    let runs: Vec<Run<'_>> = runs
        .iter()
        .map(|recording| Run {
            recording,
            params: values(&recording.instance.params),
        })
        .collect();
    let mut fitted = program.clone();
    let mut walk = Walk {
        acts: &acts,
        runs: &runs,
        fallbacks,
        next: 0,
    };
    walk.block(&mut fitted.body);
    fitted
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
    /// Whether fallbacks that the runs show are added as well.
    fallbacks: bool,
    next: usize,
}

impl Walk<'_> {
    fn block(&mut self, body: &mut [Stmt]) {
        for stmt in body {
            if let Kind::Act {
                action,
                expect,
                lasting,
                ..
            } = &mut stmt.kind
            {
                let from = self.acts.get(self.next).copied().unwrap_or(usize::MAX);
                let to = self.acts.get(self.next + 1).copied().unwrap_or(usize::MAX);
                self.next += 1;
                let mut nth = 0;
                let fit = |it: &Locator<Expr>| {
                    nth += 1;
                    self.fit(it, nth - 1, &(from..to), action.kind(), *lasting)
                };
                let fitted = action.map(fit, Expr::clone);
                let described =
                    |it: &Action<Locator<Expr>, Expr>| it.target().map(|it| it.target_description.clone());
                // What showed after it in one recording was of the same words.
                if described(&fitted) != described(action) {
                    *expect = None;
                }
                *action = fitted;
                *lasting = lasting.or_else(|| of_locators(action));
            }
            for inner in stmt.kind.blocks_mut() {
                self.block(inner);
            }
        }
    }

    /// The n-th target of an action of this kind that stands in these lines.
    fn fit(
        &self,
        target: &Locator<Expr>,
        nth: usize,
        lines: &Range<usize>,
        kind: ActionKind,
        lasting: Option<Lasting>,
    ) -> Locator<Expr> {
        let mut sightings: Vec<Sighting<'_>> = Vec::new();
        for run in self.runs {
            for step in &run.recording.steps {
                let here = step.position.is_some_and(|it| lines.contains(&it.line));
                if let Some(id) = step
                    .action
                    .targets()
                    .nth(nth)
                    .filter(|_| here && step.action.kind() == kind)
                {
                    sightings.push(Sighting {
                        screen: &step.screen,
                        target: *id,
                        params: &run.params,
                        lasting,
                    });
                }
            }
        }
        // What goes by the variable of a loop has another value in each round, which the runs do not say.
        let found = |it: &Sighting<'_>| {
            let asked = fill(target, it.params);
            asked.is_some_and(|asked| find(it.screen, &asked) == Found::One(it.target))
        };
        if sightings.is_empty() {
            return target.clone();
        }
        let target = match sightings.iter().all(found) {
            true => target.clone(),
            false => match locator_of_all_runs(target, &sightings) {
                Some(instead) => instead,
                None => return target.clone(),
            },
        };
        if !self.fallbacks {
            return target;
        }
        Locator {
            or_else: fallbacks_in_runs(&target, &sightings),
            ..target
        }
    }
}
