//! How long the description of a program is, by one table: of two programs that do the same on all that was shown, the shorter
//! one is the likelier. The unit is that of [`Expr::cost`].
//!
//! What only looks (an assertion, what a step waits for, a fallback) says nothing of what is done, and costs nothing; no more does a
//! value that is made of others by a person's word.

use std::fmt;

use strings::Expr;
use ui::Locator;

use crate::program::{Among, Cond, Kind, Limit, Program, Reach, Stmt};

/// A step, without what it is done to and with.
const STEP: u32 = 4;
/// A step that is done only where its target is there.
const ONLY_IF_THERE: u32 = 8;
/// A step whose target is looked for down a list.
const LOOKED_FOR: u32 = 2;
/// The choice of one among several by what each shows.
const AMONG: u32 = 8;
/// A state that a value says.
const WANTED: u32 = 6;
/// A literal: it was the same in every run, which is likelier than that a far-fetched function made it so.
const LITERAL: u32 = 6;
/// The n-th of several: a place says less of what is meant than what it shows.
const PLACE: u32 = 8;
/// A branch, without its condition.
const BRANCH: u32 = 20;
/// A test on the screen or on values, without what is in it.
const TEST: u32 = 2;
/// A loop over what is given or shown.
const LOOP: u32 = 10;
/// A repetition, which something else has to end.
const REPETITION: u32 = 16;
/// What is read, counted or asked of the screen.
const READ: u32 = 8;
/// A test of a question to rows.
const ROW_TEST: u32 = 6;
/// A column of a table that is named.
const COLUMN: u32 = 3;

/// The length of a program.
pub fn length(program: &Program) -> u32 {
    let mut all: u32 = 0;
    for stmt in &program.body {
        stmt.walk(&mut |it| all = all.saturating_add(of_statement(it)));
    }
    all
}

/// A program with the length of each of its lines before it, and the length of all of it at the end.
pub struct WithLengths<'p>(pub &'p Program);

impl fmt::Display for WithLengths<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = |stmt: Option<&Stmt>| {
            let own = stmt.map(of_statement).filter(|it| *it > 0);
            own.map_or_else(|| " ".repeat(5), |it| format!("{it:4} "))
        };
        self.0.print(f, &margin)?;
        writeln!(f, "{:4} in all", length(self.0))
    }
}

/// The length of a statement without those in it.
fn of_statement(stmt: &Stmt) -> u32 {
    match &stmt.kind {
        Kind::Act {
            action,
            optional,
            reach,
            among,
            wanted,
            ..
        } => {
            let reach = match reach {
                Reach::Wait | Reach::Late => 0,
                Reach::Scroll(_) => LOOKED_FOR,
            };
            // What is chosen among entries is found by them.
            let targets: u32 = match among {
                Some(Among { entries, .. }) => AMONG + element(entries),
                None => action.targets().map(element).sum(),
            };
            let value = action.value().map_or(0, text);
            let wanted = wanted.as_ref().map_or(0, |it| WANTED + text(&it.value));
            STEP + u32::from(*optional) * ONLY_IF_THERE + reach + targets + value + wanted
        }
        Kind::If { cond, .. } => BRANCH + condition(cond),
        Kind::ForEach { list, .. } => LOOP + list.cost(),
        Kind::EachRow { each: it, .. } => LOOP + each(it.rows.whose.len(), ROW_TEST),
        Kind::EachFound { of, .. } => LOOP + READ + of.locators().map(element).sum::<u32>(),
        Kind::Repeat { limit, until, .. } => {
            let limit = match limit {
                Limit::AtMost(_) => 0,
                Limit::Exactly(it) => text(it),
            };
            REPETITION + limit + until.as_ref().map_or(0, condition)
        }
        Kind::Read { locator, .. } | Kind::ReadAll { locator, .. } | Kind::Count { locator, .. } => {
            READ + element(locator)
        }
        Kind::ReadAddress { .. } => READ,
        Kind::Ask { mark, question, .. } => {
            let asked: u32 = question.exprs().map(text).sum();
            READ + element(mark) + asked + each(question.tests.len(), ROW_TEST)
        }
        Kind::AnswerTable(it) => READ + each(it.columns.len(), COLUMN),
        Kind::Arrive(_) | Kind::Holds { .. } | Kind::Stop(_) | Kind::Refuse(_) => 0,
    }
}

fn each(count: usize, of: u32) -> u32 {
    u32::try_from(count).unwrap_or(1000).min(1000) * of
}

/// A value that is typed, chosen or looked for.
fn text(expr: &Expr) -> u32 {
    match expr {
        Expr::Const(_) => LITERAL,
        other => other.cost(),
    }
}

/// What an element is found by.
fn element(it: &Locator<Expr>) -> u32 {
    let told = it.attributes.iter().map(|(_, it)| it).chain(it.anchors());
    told.map(text).sum::<u32>() + it.nth.as_ref().map_or(0, |it| PLACE + text(it))
}

fn condition(cond: &Cond) -> u32 {
    match cond {
        Cond::Exists(it) | Cond::Listed(it) => TEST + element(it),
        Cond::Equals(a, b) | Cond::Contains(a, b) | Cond::StartsWith(a, b) | Cond::EndsWith(a, b) => {
            TEST + text(a) + text(b)
        }
        Cond::IsEmpty(it) | Cond::Today(it) => TEST + text(it),
        Cond::Not(it) => condition(it),
        Cond::And(all) => all.iter().map(condition).sum(),
        Cond::Reached(month) => TEST + month.shown.iter().map(element).sum::<u32>() + text(&month.date),
    }
}

#[cfg(test)]
mod tests {
    use strings::{List, Op};
    use ui::{Action, Key};

    use task::Params;

    use super::*;

    fn of(body: Vec<Kind>) -> u32 {
        length(&program(body))
    }

    fn program(body: Vec<Kind>) -> Program {
        Program {
            name: "f".to_owned(),
            description: String::new(),
            params: Vec::new(),
            made: Vec::new(),
            example: Params::new(),
            body: body.into_iter().map(|it| Stmt::new(it, Vec::new())).collect(),
        }
    }

    fn input() -> Expr {
        Expr::Input("a".to_owned())
    }

    fn typed(text: Expr) -> Kind {
        Kind::act(Action::InputText {
            target: Some(Locator::by(Key::Text, Expr::from("Name"))),
            text,
            clear: false,
        })
    }

    fn click(text: Expr) -> Kind {
        let target = Locator::by(Key::Text, text);
        Kind::act(Action::Click { target })
    }

    fn if_it_is(value: &str, then: Kind) -> Kind {
        Kind::If {
            cond: Cond::Equals(input(), Expr::from(value)),
            then: vec![Stmt::new(then, Vec::new())],
            otherwise: Vec::new(),
        }
    }

    #[test]
    fn a_parameter_is_shorter_than_a_literal_and_that_than_what_is_far_fetched() {
        let lengths = [
            input(),
            Expr::from("the same in every run"),
            input().apply(Op::Initials),
            input().apply(Op::Slice(2, 3)),
        ]
        .map(|it| of(vec![typed(it)]));
        assert!(lengths.is_sorted_by(|a, b| a < b), "{lengths:?}");
    }

    #[test]
    fn a_loop_is_shorter_than_its_rounds_and_a_step_than_a_branch() {
        let each = |n| click(Expr::Item(List::Input("all".to_owned()), n));
        let looped = Kind::ForEach {
            var: "it".to_owned(),
            list: List::Input("all".to_owned()),
            body: vec![Stmt::new(click(Expr::Input("it".to_owned())), Vec::new())],
        };
        assert!(of(vec![looped]) < of(vec![each(1), each(2), each(3)]));
        let step = || click(Expr::from("Save"));
        assert!(of(vec![step()]) < of(vec![if_it_is("31", step())]));
        // What only looks says nothing of what is done.
        let looks = Kind::Arrive(Locator::by(Key::Text, Expr::from("Saved")));
        assert_eq!(of(vec![step()]), of(vec![step(), looks]));
    }

    #[test]
    fn each_line_has_its_length_before_it() {
        let printed = WithLengths(&program(vec![
            typed(input()),
            if_it_is("x", click(Expr::from("Save"))),
        ]));
        insta::assert_snapshot!(printed.to_string());
    }
}
