//! What was counted: a number that was pressed or typed, and that is how many elements of a screen fit what a value
//! of the task says.

use strings::{Derived, Expr, derive_all};
use task::Params;
use ui::{Action, Element, Found, Key, Locator, Screen, find, short_id};

use crate::{
    locator::{fill, is_whole, values},
    program::{Kind, Stmt},
    soft::{SoftTrajectory, Step},
};

use super::member::Member;

/// Longer numbers are not counted on one screen.
const MOST_DIGITS: usize = 2;
/// Statements tried for one count.
const MOST_WAYS: usize = 4;
/// What explains a typed number by a value of the task costs at most this.
const DEAREST: u32 = 16;

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

    /// What the last step of a line typed, where that is how many there are: before which step they are counted, and
    /// the number.
    pub fn typed(line: &[Member], var: &str, counted_at: &CountedAt) -> Option<(usize, String, Count)> {
        let at = line.len().checked_sub(1 + counted_at.back)?;
        let number = typed_number(&line.last()?.step)?;
        let member = line[at].clone();
        (counted(&member.step, &counted_at.way, &member.params).as_ref() == Some(&number)).then(|| {
            let count = Count {
                var: var.to_owned(),
                ways: vec![counted_at.way.clone()],
                members: vec![member],
            };
            (at, number, count)
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

/// A number as a text: with so few digits that as many may be on a screen.
fn is_number(text: &str) -> bool {
    (1..=MOST_DIGITS).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit())
}

/// The number that a step types or answers, where no value of the task says it.
pub(super) fn typed_number(step: &Step) -> Option<String> {
    let values = match &step.action {
        Action::InputText { text, .. } | Action::Answer { text } => text,
        _ => return None,
    };
    let said = step.value.as_deref()?.trim();
    let explained = values
        .first()
        .is_some_and(|it| !it.is_const() && it.cost() <= DEAREST);
    (!explained && is_number(said)).then(|| said.to_owned())
}

/// What is counted on a screen and typed some steps later.
pub(super) struct CountedAt {
    way: Locator<Expr>,
    /// How many steps later.
    back: usize,
}

/// What every line of steps shows as many of as it types so many steps later, likeliest first and latest first. Nothing
/// where all type the same number, which may be one that is always typed.
pub(super) fn counted_by_all(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Option<CountedAt> {
    let typed_in = |line: &Vec<Step>| {
        line.iter()
            .enumerate()
            .find_map(|(at, it)| Some((at, typed_number(it)?)))
    };
    let typed: Vec<(usize, String)> = lines.iter().map(typed_in).collect::<Option<_>>()?;
    let (until, first) = typed.first()?;
    if typed.iter().all(|(_, number)| number == first) {
        return None;
    }
    let params: Vec<Params> = trajectories
        .iter()
        .map(|it| values(&it.instance.params))
        .collect();
    let derived = derive_all(params.first()?);
    let shown = lines.first()?[..=*until].iter().map(|it| &*it.screen);
    let all: Vec<Locator<Expr>> = ways(&derived).into_iter().chain(rows(&derived, shown)).collect();
    let fits = |way: &Locator<Expr>, back: usize| {
        lines
            .iter()
            .zip(&params)
            .zip(&typed)
            .all(|((line, params), (at, number))| {
                let step = at.checked_sub(back).and_then(|it| line.get(it));
                step.and_then(|it| counted(it, way, params)).as_ref() == Some(number)
            })
    };
    all.iter().find_map(|way| {
        let back = (0..=*until).find(|back| fits(way, *back))?;
        Some(CountedAt {
            way: way.clone(),
            back,
        })
    })
}

/// The number on what a step presses.
pub(super) fn number(step: &Step) -> Option<String> {
    let Action::Click { target } = &step.action else {
        return None;
    };
    let said = step.screen.get(step.target?)?.text.as_deref()?.trim();
    let plain = is_number(said);
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

/// What rows may have been counted: those that have a value of the task in them, and all of one kind that a screen shows
/// several of. A list that scrolls has more rows than it shows.
fn rows<'a>(derived: &[Derived], screens: impl Iterator<Item = &'a Screen>) -> Vec<Locator<Expr>> {
    let mut all: Vec<Locator<Expr>> = Vec::new();
    for it in derived.iter().filter(|it| is_whole(&it.expr)) {
        for key in [Key::TextContains, Key::ContentDescriptionContains] {
            let description = format!("what has {} in it", it.expr);
            all.push(Locator::by(key, it.expr.clone()).described(description));
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for screen in screens {
        let scrolls = |it: &Element| {
            let mut around = screen.elements.iter().filter(|it| it.scrollable);
            around.any(|around| it.path.len() > around.path.len() && it.path.starts_with(&around.path))
        };
        let still = screen.elements.iter().filter(|it| !scrolls(it));
        names.extend(still.filter_map(|it| it.resource_name.as_deref()));
    }
    names.sort_unstable();
    let mut seen_again: Vec<&str> = names
        .chunk_by(|a, b| a == b)
        .filter(|it| it.len() > 1)
        .map(|it| it[0])
        .collect();
    seen_again.dedup();
    for name in seen_again {
        let short = short_id(name);
        let every = Locator::by(Key::ResourceName, Expr::from(short));
        all.push(every.clone().described(format!("every {short}")));
        for (checked, said) in [("true", "is on"), ("false", "is off")] {
            let those = every.clone().and(Key::Checked, checked);
            all.push(those.described(format!("every {short} that {said}")));
        }
    }
    all
}
