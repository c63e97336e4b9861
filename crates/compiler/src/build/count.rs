//! What was counted: a number that was pressed or typed, and that is how many elements of a screen fit what a value
//! of the task says.

use strings::{Derived, Expr};
use task::Params;
use ui::{Action, Found, Key, Locator, find};

use crate::{
    program::{Kind, Stmt},
    soft::Step,
    translate::{fill, is_whole},
};

use super::column::Member;

/// Longer numbers are not counted on one screen.
const MOST_DIGITS: usize = 2;
/// Statements tried for one count.
const MOST_WAYS: usize = 4;

/// How many elements fit is kept in a variable.
#[derive(Clone, Debug)]
pub(super) struct Count {
    /// The variable.
    pub var: String,
    /// What was counted, likeliest first; each fits as many as every member's number says.
    pub ways: Vec<Locator<Expr>>,
    /// The steps that took the number.
    pub members: Vec<Member>,
}

impl Count {
    /// What a step counted, where its number is not a value of the task itself.
    pub fn of(member: Member, var: &str, derived: &[Derived]) -> Option<Count> {
        let number = number(&member.step)?;
        let ways: Vec<Locator<Expr>> = ways(derived)
            .into_iter()
            .filter(|it| counted(&member.step, it, &member.params).as_ref() == Some(&number))
            .collect();
        (!ways.is_empty()).then(|| Count {
            var: var.to_owned(),
            ways,
            members: vec![member],
        })
    }

    /// Both counts as one, if something fits both.
    pub fn join(&self, other: &Count) -> Option<Count> {
        let ways: Vec<Locator<Expr>> = self
            .ways
            .iter()
            .filter(|it| other.ways.iter().any(|kept| kept.asks_same(it)))
            .cloned()
            .collect();
        let members = self.members.iter().chain(&other.members).cloned().collect();
        (!ways.is_empty() && self.var == other.var).then(|| Count {
            var: self.var.clone(),
            ways,
            members,
        })
    }

    /// The statement by one of its ways.
    pub fn stmt(&self, way: usize) -> Stmt {
        let locator = self
            .ways
            .get(way)
            .or(self.ways.first())
            .cloned()
            .unwrap_or_default();
        let sources = self.members.iter().map(|it| it.step.source.clone()).collect();
        let var = self.var.clone();
        Stmt::new(Kind::Count { var, locator }, sources)
    }

    /// Its statements, likeliest first.
    pub fn choices(&self) -> impl Iterator<Item = Stmt> {
        (0..self.ways.len().min(MOST_WAYS)).map(|it| self.stmt(it))
    }
}

/// The number on what a step presses.
pub(super) fn number(step: &Step) -> Option<String> {
    let Action::Click { target } = &step.action else {
        return None;
    };
    let said = step.screen.get(step.target?)?.text.as_deref()?.trim();
    let plain = (1..=MOST_DIGITS).contains(&said.len()) && said.bytes().all(|it| it.is_ascii_digit());
    let by_value = |it: &Locator<Expr>| it.values().any(|it| !it.is_const());
    (plain && !target.first().is_some_and(by_value)).then(|| said.to_owned())
}

/// What shows the number in a variable: by its text, or where others show it too, as what it is as well.
pub(super) fn pressed(step: &Step, var: &str) -> Vec<Locator<Expr>> {
    let plain = Locator::by(Key::Text, Expr::Input(var.to_owned())).described("what shows the number");
    let Some(element) = step.target.and_then(|it| step.screen.get(it)) else {
        return vec![plain];
    };
    let tail = |it: &String| Expr::from(it.rsplit('.').next().unwrap_or(it));
    let role = element.role.as_ref().map(|it| (Key::Role, tail(it)));
    let class = element.class_name.as_ref().map(|it| (Key::ClassName, tail(it)));
    let with = role.into_iter().chain(class);
    let narrower: Vec<Locator<Expr>> = with.map(|(key, it)| plain.clone().and(key, it)).collect();
    std::iter::once(plain).chain(narrower).collect()
}

/// How many elements fit on a step's screen.
fn counted(step: &Step, locator: &Locator<Expr>, params: &Params) -> Option<String> {
    let count = match find(&step.screen, &fill(locator, params)?) {
        Found::None => 0,
        Found::One(_) => 1,
        Found::Many(all) => all.len(),
    };
    Some(count.to_string())
}

/// What may have been counted: elements that look or say what a value of the task does.
fn ways(derived: &[Derived]) -> Vec<Locator<Expr>> {
    let mut all: Vec<Locator<Expr>> = Vec::new();
    let values = derived.iter().filter(|it| is_whole(&it.expr));
    for it in values {
        for key in [Key::Looks, Key::Text, Key::ContentDescription] {
            let description = format!("what shows {}", it.expr);
            let locator = Locator::by(key, it.expr.clone()).described(description);
            if !all.iter().any(|kept| kept.asks_same(&locator)) {
                all.push(locator);
            }
        }
    }
    all
}
