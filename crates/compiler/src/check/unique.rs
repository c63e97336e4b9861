//! A program against the screens it was made from: what each locator finds where it was used.

use strings::{Expr, List};
use task::{Params, Value};
use trajectory::{Code, Diagnostic, Position};
use ui::{Found, Locator, find};

use crate::{
    locator::{fill, with_held},
    program::{Cond, Kind, Program, Stmt},
    script::Script,
    soft::{SoftTrajectory, Step, StepRef, print_locator},
};

/// Values tried for the variables of one locator.
const MOST_BINDINGS: usize = 400;
/// Rounds tried for a counter.
const MOST_ROUNDS: i64 = 30;

/// The locators that find several elements on a screen on which a recording used one of them, and their other ways
/// that do: `not-unique`; a text beside an element (`near`) is a part of the question. The conditions that hold on
/// none of the screens on which what they guard was done: `never-holds`. `script` is what the program was printed as,
/// for the places.
pub fn unique(program: &Program, script: &Script, trajectories: &[SoftTrajectory]) -> Vec<Diagnostic> {
    let mut judge = Judge {
        script,
        trajectories,
        loops: Vec::new(),
        all: Vec::new(),
    };
    judge.block(&program.body);
    judge.all.dedup();
    judge.all
}

/// What a variable of the program can be.
#[derive(Clone)]
enum Variable<'a> {
    /// Any entry of a list.
    Entry(&'a List),
    /// The number of a round.
    Round,
    /// Something that the screen shows.
    Shown,
}

struct Judge<'a> {
    script: &'a Script,
    trajectories: &'a [SoftTrajectory],
    loops: Vec<(&'a str, Variable<'a>)>,
    all: Vec<Diagnostic>,
}

impl<'a> Judge<'a> {
    fn block(&mut self, body: &'a [Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            Kind::Act { action, .. } => {
                for locator in action.targets() {
                    self.used(locator, &stmt.sources);
                }
            }
            Kind::Read { locator, .. } => self.used(locator, &stmt.sources),
            Kind::If {
                cond,
                then,
                otherwise,
            } => {
                self.decided(cond, then);
                self.block(then);
                self.block(otherwise);
            }
            Kind::ForEach { var, list, body } => self.inside(var, Variable::Entry(list), body),
            Kind::EachRow { var, body, .. } => self.inside(var, Variable::Shown, body),
            Kind::EachFound { body, .. } => self.block(body),
            Kind::Repeat { var, body, .. } => self.inside(var, Variable::Round, body),
            // What is only counted, waited for or read back is not acted on.
            Kind::ReadAll { .. }
            | Kind::ReadAddress { .. }
            | Kind::Count { .. }
            | Kind::Ask { .. }
            | Kind::Arrive(_)
            | Kind::Holds { .. }
            | Kind::AnswerTable(_)
            | Kind::Stop(_)
            | Kind::Refuse(_) => {}
        }
    }

    /// Hold a condition against the screens on which what it guards was begun.
    fn decided(&mut self, cond: &Cond, then: &[Stmt]) {
        let Some(first) = then.first() else { return };
        let recorded = first.sources.iter().filter_map(|it| self.recorded(it));
        let held: Vec<Option<bool>> = recorded
            .map(|(params, step)| cond.holds(&params, &step.screen))
            .collect();
        if !held.is_empty() && held.iter().all(|it| *it == Some(false)) {
            let finding = Diagnostic::new(
                Code::NeverHolds,
                format!("`{cond}` holds on no screen on which what it guards was done"),
            );
            let hint = "ask for what those screens show and the others do not";
            self.all.push(finding.at(self.place(&first.sources)).hint(hint));
        }
    }

    fn inside(&mut self, var: &'a str, variable: Variable<'a>, body: &'a [Stmt]) {
        self.loops.push((var, variable));
        self.block(body);
        self.loops.pop();
    }

    /// Hold a locator against every recorded screen that its statement came from.
    fn used(&mut self, locator: &Locator<Expr>, sources: &[StepRef]) {
        self.alone(locator, sources);
        for way in &locator.or_else {
            self.alone(way, sources);
        }
    }

    fn alone(&mut self, locator: &Locator<Expr>, sources: &[StepRef]) {
        for source in sources {
            let Some((params, step)) = self.recorded(source) else {
                continue;
            };
            let mut most = 0;
            let mut alone = false;
            for params in self.bindings(locator, params, step) {
                match fill(locator, &params).map(|it| find(&step.screen, &it)) {
                    Some(Found::One(_)) => alone = true,
                    Some(Found::Many(all)) => most = most.max(all.len()),
                    Some(Found::None) | None => {}
                }
            }
            if !alone && most > 0 {
                let what = print_locator(locator);
                let finding = Diagnostic::new(
                    Code::NotUnique,
                    format!("{what} finds {most} elements on the screen of {source}"),
                );
                self.all.push(finding.at(self.place(sources)).hint(
                    "name what only this one has: a text beside it (`near`), its id, its place (`nth`)",
                ));
            }
        }
    }

    fn recorded(&self, source: &StepRef) -> Option<(Params, &'a Step)> {
        let trajectory = self
            .trajectories
            .iter()
            .find(|it| it.recording == source.recording)?;
        let dropped = trajectory.dropped.iter().map(|it| &it.step);
        let step = trajectory
            .steps
            .iter()
            .chain(dropped)
            .find(|it| it.source == *source)?;
        let params = trajectory.known();
        Some((with_held(&params, &step.screen, step.target), step))
    }

    /// The parameters with everything that the variables in a locator may stand for.
    fn bindings(&self, locator: &Locator<Expr>, params: Params, step: &Step) -> Vec<Params> {
        let mut names: Vec<&str> = locator.values().flat_map(Expr::inputs).collect();
        names.sort_unstable();
        names.dedup();
        let mut all = vec![params];
        for name in names {
            if all[0].contains_key(name) {
                continue;
            }
            let looped = self.loops.iter().rev().find(|(it, _)| *it == name);
            // What was read or chosen: something that the screen shows.
            let shown = || {
                let words = step.screen.elements.iter().flat_map(|it| it.words());
                words.map(str::to_owned).collect()
            };
            let texts = |params: &Params| match looped {
                Some((_, Variable::Entry(list))) => list.eval(params).unwrap_or_else(shown),
                Some((_, Variable::Round)) => (1..=MOST_ROUNDS).map(|it| it.to_string()).collect(),
                Some((_, Variable::Shown)) | None => shown(),
            };
            all = all
                .iter()
                .flat_map(|params| {
                    texts(params).into_iter().map(|text| {
                        let mut params = params.clone();
                        params.insert(name.to_owned(), Value::Text(text));
                        params
                    })
                })
                .take(MOST_BINDINGS)
                .collect();
            if all.is_empty() {
                break;
            }
        }
        all
    }

    /// Where the statement with these sources begins.
    fn place(&self, sources: &[StepRef]) -> Option<Position> {
        let (line, _) = self.script.lines.iter().find(|(_, it)| it == sources)?;
        Some(Position {
            line: *line,
            column: 1,
        })
    }
}
