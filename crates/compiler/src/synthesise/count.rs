//! What was counted: a number that was pressed or typed, and that is how many elements of a screen fit what a value
//! of the task says.

use strings::{Derived, Expr, derive_all};
use task::Params;
use ui::{Action, Element, Found, Key, Locator, Screen, find, short_id};

use crate::{
    locator::{fill, is_whole, values},
    program::{Kind, Stmt, Tally},
    soft::{SoftTrajectory, Step},
};

use super::{member::Member, target::siblings};

/// Longer numbers are not counted on one screen.
const MOST_DIGITS: usize = 2;
/// Longer numbers are no sums that people ask for.
const MOST_DIGITS_OF_SUM: usize = 12;
/// Units of numbers that are tried.
const MOST_UNITS: usize = 6;
/// Kinds of elements that are tried.
const MOST_KINDS: usize = 40;
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
    pub locators: Vec<Locator<Expr>>,
    /// Whether it is how many there are, or what they come to.
    pub tally: Tally,
    /// The steps that took the number.
    pub members: Vec<Member>,
}

impl Count {
    /// What a step counted, where its number is not a value of the task itself.
    pub fn of(member: Member, var: &str, derived: &[Derived]) -> Option<Count> {
        let number = number(&member.step)?;
        let locators: Vec<Locator<Expr>> = countable_locators(derived)
            .into_iter()
            .filter(|it| counted(&member.step, it, &member.params).as_ref() == Some(&number))
            .collect();
        (!locators.is_empty()).then(|| Count {
            var: var.to_owned(),
            locators,
            tally: Tally::Number,
            members: vec![member],
        })
    }

    /// What the last step of a line typed or pressed, where that is how many there are, or what they come to: before
    /// which step they are counted, and the number.
    pub fn said(line: &[Member], var: &str, counted_at: &CountedAt) -> Option<(usize, String, Count)> {
        let at = line.len().checked_sub(1 + counted_at.back)?;
        let number = said_number(&line.last()?.step, &counted_at.tally)?;
        let member = line[at].clone();
        (counted_at.of(&member.step, &member.params).as_ref() == Some(&number)).then(|| {
            let count = Count {
                var: var.to_owned(),
                locators: vec![counted_at.way.clone()],
                tally: counted_at.tally.clone(),
                members: vec![member],
            };
            (at, number, count)
        })
    }

    /// Both counts as one, if something fits both.
    pub fn join(&self, other: &Count) -> Option<Count> {
        let locators: Vec<Locator<Expr>> = self
            .locators
            .iter()
            .filter(|it| other.locators.iter().any(|kept| kept.asks_same(it)))
            .cloned()
            .collect();
        let members = self.members.iter().chain(&other.members).cloned().collect();
        (!locators.is_empty() && self.var == other.var && self.tally == other.tally).then(|| Count {
            var: self.var.clone(),
            locators,
            tally: self.tally.clone(),
            members,
        })
    }

    /// The statement by one of its ways.
    pub fn stmt(&self, way: usize) -> Stmt {
        let locator = self
            .locators
            .get(way)
            .or(self.locators.first())
            .cloned()
            .unwrap_or_default();
        let sources = self.members.iter().map(|it| it.step.source.clone()).collect();
        let var = self.var.clone();
        let tally = self.tally.clone();
        Stmt::new(Kind::Count { var, locator, tally }, sources)
    }

    /// Its statements, likeliest first.
    pub fn choices(&self) -> impl Iterator<Item = Stmt> {
        (0..self.locators.len().min(MOST_WAYS)).map(|it| self.stmt(it))
    }
}

/// A number as a text: with so few digits that as many may be on a screen.
fn is_number(text: &str) -> bool {
    (1..=MOST_DIGITS).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit())
}

/// The number that a step types or answers, where no value of the task says it.
pub(super) fn typed_number(step: &Step) -> Option<String> {
    typed(step).filter(|it| is_number(it))
}

/// The number that a step types, answers or presses and that may be such a tally, where no value of the task says it.
fn said_number(step: &Step, tally: &Tally) -> Option<String> {
    match tally {
        Tally::Number => typed_number(step).or_else(|| number(step)),
        Tally::Sum(_) => typed(step).or_else(|| pressed_text(step)).filter(|it| is_sum(it)),
    }
}

/// Digits, and a point among them where there are decimals.
fn is_sum(text: &str) -> bool {
    let digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    text.len() <= MOST_DIGITS_OF_SUM && text.split('.').count() <= 2 && text.split('.').all(digits)
}

/// What a step types or answers, where no value of the task says it.
fn typed(step: &Step) -> Option<String> {
    let values = match &step.action {
        Action::InputText { text, .. } | Action::Answer { text } => text,
        _ => return None,
    };
    let said = step.value.as_deref()?.trim();
    let explained = values
        .first()
        .is_some_and(|it| !it.is_const() && it.cost() <= DEAREST);
    (!explained).then(|| said.to_owned())
}

/// What is counted or added up on a screen, and typed or pressed some steps later.
pub(super) struct CountedAt {
    way: Locator<Expr>,
    tally: Tally,
    /// How many steps later.
    back: usize,
}

impl CountedAt {
    /// What it comes to on a step's screen.
    fn of(&self, step: &Step, params: &Params) -> Option<String> {
        match &self.tally {
            Tally::Number => counted(step, &self.way, params),
            Tally::Sum(unit) => summed(step, &self.way, unit, params),
        }
    }
}

/// What every line of steps shows as many of as it types or presses so many steps later, or what shows numbers that come to
/// that; likeliest first and latest first. Nothing where all say the same number, which may be one that is always said.
pub(super) fn counted_by_all(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Option<CountedAt> {
    let units = lines.first().map(|it| units(it)).unwrap_or_default();
    std::iter::once(Tally::Number)
        .chain(units.into_iter().map(Tally::Sum))
        .find_map(|tally| tallied_by_all(trajectories, lines, &tally))
}

/// What stands around the numbers that the screens of a line show.
fn units(line: &[Step]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for it in line.iter().flat_map(|it| &it.screen.elements) {
        let unit = it
            .text
            .as_deref()
            .filter(|_| !it.editable)
            .and_then(strings::unit);
        if let Some(unit) = unit.filter(|it| all.len() < MOST_UNITS && !all.contains(it)) {
            all.push(unit);
        }
    }
    all
}

fn tallied_by_all(trajectories: &[SoftTrajectory], lines: &[Vec<Step>], tally: &Tally) -> Option<CountedAt> {
    let said_in = |line: &Vec<Step>| {
        line.iter()
            .enumerate()
            .find_map(|(at, it)| Some((at, said_number(it, tally)?)))
    };
    let said: Vec<(usize, String)> = lines.iter().map(said_in).collect::<Option<_>>()?;
    let (until, first) = said.first()?;
    if said.iter().all(|(_, number)| number == first) {
        return None;
    }
    let params: Vec<Params> = trajectories
        .iter()
        .map(|it| values(&it.instance.params))
        .collect();
    let derived = derive_all(params.first()?);
    let shown = || lines.first().into_iter().flat_map(|it| &it[..=*until]);
    let screens = || shown().map(|it| &*it.screen);
    let all: Vec<Locator<Expr>> = match tally {
        Tally::Number => {
            let by_value = countable_locators(&derived)
                .into_iter()
                .chain(rows(&derived, screens()));
            by_value.chain(kinds(screens())).collect()
        }
        Tally::Sum(_) => kinds(screens()),
    };
    let fits = |way: &CountedAt| {
        let lines = lines.iter().zip(&params).zip(&said);
        lines.into_iter().all(|((line, params), (at, number))| {
            let step = at.checked_sub(way.back).and_then(|it| line.get(it));
            step.and_then(|it| way.of(it, params)).as_ref() == Some(number)
        })
    };
    all.into_iter().find_map(|way| {
        let mut at = CountedAt {
            way,
            tally: tally.clone(),
            back: 0,
        };
        while at.back <= *until {
            if fits(&at) {
                return Some(at);
            }
            at.back += 1;
        }
        None
    })
}

/// The number on what a step presses.
pub(super) fn number(step: &Step) -> Option<String> {
    pressed_text(step).filter(|it| is_number(it))
}

/// The number on what a step presses, however long it is.
pub(super) fn pressed_number(step: &Step) -> Option<String> {
    let digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    pressed_text(step).filter(|it| digits(it.trim_start_matches('-')))
}

/// What shows on what a step presses, where no value of the task names it.
pub(super) fn pressed_text(step: &Step) -> Option<String> {
    let Action::Click { target } = &step.action else {
        return None;
    };
    let said = step.screen.get(step.target?)?.text.as_deref()?.trim();
    let by_value = |it: &Locator<Expr>| it.values().any(|it| !it.is_const());
    (!target.first().is_some_and(by_value)).then(|| said.to_owned())
}

/// What shows the number that a value says: by its text, or where others show it too, as what it is as well.
pub(super) fn pressed(step: &Step, value: &Expr) -> Vec<Locator<Expr>> {
    let plain = Locator::by(Key::Text, value.clone()).described("what shows the number");
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

/// What the numbers that elements show in a unit come to; nothing where fewer than two show any.
fn summed(step: &Step, locator: &Locator<Expr>, unit: &str, params: &Params) -> Option<String> {
    let Found::Many(all) = find(&step.screen, &fill(locator, params)?) else {
        return None;
    };
    let texts = all
        .into_iter()
        .filter_map(|id| step.screen.get(id))
        .map(|it| it.text.as_deref().or(it.content_description.as_deref()))
        .map(Option::unwrap_or_default);
    let mut numbers = 0;
    let mut sum = "0".to_owned();
    for text in texts {
        numbers += usize::from(strings::unit(text).as_deref() == Some(unit));
        sum = added(&sum, text, unit)?;
    }
    (numbers >= 2).then_some(sum)
}

/// What a sum is with the number of a text in a unit.
fn added(sum: &str, text: &str, unit: &str) -> Option<String> {
    let call = Expr::Call("added".to_owned(), [sum, text, unit].map(Expr::from).to_vec());
    call.eval(&Params::new())
}

/// All of one kind on a screen: by the colour and shape that are drawn, by id, class or role. What a list shows of more than it
/// has in sight is left out.
fn kinds<'a>(screens: impl Iterator<Item = &'a Screen>) -> Vec<Locator<Expr>> {
    let mut all: Vec<Locator<Expr>> = Vec::new();
    for screen in screens {
        for (id, element) in screen.iter() {
            if element.editable || element.checkable || scrolls(screen, element) {
                continue;
            }
            let classes = element.attributes.get("class");
            let class = classes.map(|it| Locator::by(Key::Class, Expr::from(it.as_str())));
            let shape = element.attributes.get("shape");
            let shape = shape.map(|it| Locator::by(Key::Shape, Expr::from(it.as_str())));
            let kind = siblings(screen, id).map(|(it, _)| it);
            for it in shape.into_iter().chain(class).chain(kind) {
                if all.len() < MOST_KINDS && !all.iter().any(|kept| kept.asks_same(&it)) {
                    let name = element.class_name.as_deref().unwrap_or("element");
                    all.push(it.described(format!("every {name} of its kind")));
                }
            }
        }
    }
    all
}

/// Whether an element lies in something that scrolls.
fn scrolls(screen: &Screen, element: &Element) -> bool {
    let mut around = screen.elements.iter().filter(|it| it.scrollable);
    around.any(|around| element.path.len() > around.path.len() && element.path.starts_with(&around.path))
}

/// What may have been counted: elements that look or say what a value of the task does.
fn countable_locators(derived: &[Derived]) -> Vec<Locator<Expr>> {
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
        let still = screen.elements.iter().filter(|it| !scrolls(screen, it));
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
