//! What was seen earlier and typed later: a typed text that no parameter explains, and that some screen
//! showed before, is read there.

use std::{rc::Rc, sync::Arc};

use strings::{Class, Derived, Expr, Op, derive_all, explain};
use task::{Params, Value};
use ui::{Action, Element, ElementId, Found, Key, Locator, NUMBER, Screen, find};

use crate::{
    locator::with_held,
    soft::{RankedAction, SoftTrajectory, Step},
    translate::locators,
};

use super::{
    block::Block,
    column::Column,
    count::{self, Count, CountedAt, typed_number},
    member::Member,
};

/// The variable of what was counted.
const COUNTED: &str = "count";
/// The variable of what was read.
const SEEN: &str = "seen";
/// The shortest text that is worth being remembered.
const SHORTEST: usize = 3;
/// What an explanation with the text read may cost; dearer ones are accidents.
pub(super) const DEAREST: u32 = 16;
/// Texts that were put together, and the shortest that says something as a part.
const MOST_PARTS: usize = 4;
const SHORTEST_PART: usize = 6;
/// What putting texts together may cost.
const DEAREST_IN_PARTS: u32 = 48;
/// Elements tried for one typed text.
const MOST_TRIED: usize = 6;

/// The blocks of a line with what has to be read before it is typed; `None` where nothing has to. `counted` is what
/// every line types the number of, if anything.
pub(super) fn with_reads(
    idx: usize,
    trajectory: &SoftTrajectory,
    line: &[Step],
    counted: Option<&CountedAt>,
) -> Option<Vec<Block>> {
    let params = Rc::new(trajectory.known());
    let derived = derive_all(&params);
    let mut known: Params = (*params).clone();
    // Reads by the place in the line before which they stand.
    let mut reads: Vec<(usize, Block)> = Vec::new();
    let mut line = line.to_vec();
    for at in 0..line.len() {
        let first = reads.len();
        let copied = copied(&line[..=at], &variable(first));
        let found = unexplained(&line[at]).filter(|_| counted.is_none() || typed_number(&line[at]).is_none());
        let found = found.and_then(|text| {
            let whole = seen_before(&line[..=at], &known, &variable(first), &text, &derived);
            whole.or_else(|| seen_in_parts(&line[..=at], &known, first, &text))
        });
        let found = copied
            .or(found)
            .or_else(|| written_out(&line[..=at], first))
            .or_else(|| {
                let asked = calculable(&line[at]).filter(|_| counted.is_none());
                asked.and_then(|number| calculated(&line[..=at], first, number))
            });
        let Some((seen, values)) = found else {
            let member = Member {
                trajectory: idx,
                step: line[at].clone().into(),
                params: Rc::clone(&params),
            };
            if !known.contains_key(COUNTED)
                && let Some(number) = count::number(&line[at])
                && let Some(found) = Count::of(member, COUNTED, &derived)
            {
                line[at].action = saying(&line[at], &[Expr::Input(COUNTED.to_owned())]);
                known.insert(COUNTED.to_owned(), Value::Text(number));
                reads.push((at, Block::Count(found)));
            } else if !known.contains_key(COUNTED)
                && let Some(counted) = counted
                && let members = members(idx, trajectory, &line[..=at])
                && let Some((before, number, found)) = Count::said(&members, COUNTED, counted)
            {
                line[at].action = saying(&line[at], &[Expr::Input(COUNTED.to_owned())]);
                known.insert(COUNTED.to_owned(), Value::Text(number));
                reads.push((before, Block::Count(found)));
            }
            continue;
        };
        for (number, part) in (first..).zip(seen) {
            let var = variable(number);
            known.insert(var.clone(), Value::Text(part.shown));
            let mut looks = looking(&line[part.at], part.element, &params, &derived);
            if matches!(line[at].action, Action::Answer { .. }) {
                looks = by_only_number(looks, part.element);
            }
            let column = Column::of(Member {
                trajectory: idx,
                step: Rc::new(looks),
                params: Rc::clone(&params),
            })?;
            reads.push((part.at, Block::Read { var, column }));
        }
        line[at].action = saying(&line[at], &values);
    }
    if reads.is_empty() {
        return None;
    }
    let mut all = Vec::new();
    for (at, step) in line.into_iter().enumerate() {
        all.extend(
            reads
                .iter()
                .filter(|(before, _)| *before == at)
                .map(|(_, it)| it.clone()),
        );
        let member = Member {
            trajectory: idx,
            params: with_held(&known, &step.screen, step.target).into(),
            step: Rc::new(step),
        };
        all.push(Block::Step(Column::of(member)?));
    }
    Some(all)
}

/// The action of a step with what makes its text in the place of that: of what it types, or of what shows on what it presses.
fn saying(step: &Step, values: &[Expr]) -> RankedAction {
    match step.action {
        Action::Click { .. } => {
            let targets = values.iter().flat_map(|it| count::pressed(step, it));
            step.action.with_target(targets.collect())
        }
        _ => step.action.map(Clone::clone, |_| values.to_vec()),
    }
}

/// The steps of a line with the values of their instance.
pub(super) fn members(idx: usize, trajectory: &SoftTrajectory, line: &[Step]) -> Vec<Member> {
    let params = Rc::new(trajectory.known());
    let member = |step: &Step| Member {
        trajectory: idx,
        step: step.clone().into(),
        params: Rc::clone(&params),
    };
    line.iter().map(member).collect()
}

/// The variable of the n-th text that is read, from 0.
fn variable(n: usize) -> String {
    match n {
        0 => SEEN.to_owned(),
        n => format!("{SEEN}_{}", n + 1),
    }
}

/// Whether a value of the task explains a text; the likeliest of what makes it says that.
pub(super) fn is_explained(values: &[Expr]) -> bool {
    let first = values.first();
    first.is_some_and(|it| !it.is_const() && it.cost() <= DEAREST)
}

/// The text of a step that no value of the task explains.
fn unexplained(step: &Step) -> Option<String> {
    let values = match &step.action {
        Action::InputText { text, .. } | Action::Answer { text } => text,
        _ => return None,
    };
    let text = step.value.clone()?;
    (!is_explained(values) && text.trim().chars().count() >= shortest(step)).then_some(text)
}

/// The shortest text that a step can have read somewhere: what is answered was looked for, however short it is.
fn shortest(step: &Step) -> usize {
    match step.action {
        Action::Answer { .. } => 1,
        _ => SHORTEST,
    }
}

/// Whether a step answers a text that no value of the task explains.
pub(super) fn answers_what_shows(step: &Step) -> bool {
    matches!(step.action, Action::Answer { .. }) && unexplained(step).is_some()
}

/// The texts of a line that no value of the task explains.
pub(super) fn unexplained_texts(line: &[Step]) -> Vec<String> {
    line.iter()
        .filter_map(|it| unexplained(it).or_else(|| count::pressed_number(it)))
        .collect()
}

/// An element that showed what is typed later.
struct Seen {
    /// The step on whose screen it was.
    at: usize,
    element: ElementId,
    shown: String,
}

/// The last screen before a step that showed its text, or something that has it inside; and what makes the
/// typed text of it.
fn seen_before(
    line: &[Step],
    known: &Params,
    var: &str,
    text: &str,
    derived: &[Derived],
) -> Option<(Vec<Seen>, Vec<Expr>)> {
    let last = line.last()?;
    let typed_into = last.target;
    let answers = matches!(last.action, Action::Answer { .. });
    let mut tried = 0;
    for (at, step) in line.iter().enumerate().rev() {
        let own = at + 1 == line.len();
        let mut all: Vec<(usize, ElementId, &str)> = Vec::new();
        for (id, element) in step.screen.iter() {
            let Some(shown) = says(element, shortest(last)) else {
                continue;
            };
            let typed_here = own && Some(id) == typed_into;
            // A field that shows what was typed is no source; one that a page came with is.
            let typed_before = || {
                let mut before = line[..at].iter().filter_map(|it| it.value.as_deref());
                before.any(|it| it.trim() == shown.trim())
            };
            if typed_here || (element.editable && !own && typed_before()) {
                continue;
            }
            // An answer may be a number of one figure: it is the only one there.
            let is_number = || answers && only_number_of(var, shown, text).is_some();
            let inside = (text.trim().chars().count() >= SHORTEST && shown.contains(text)) || is_number();
            if shown.trim() == text.trim() || (inside && shown.chars().count() <= 400) {
                all.push((shown.len(), id, shown));
            }
        }
        // Just the text before a text around it.
        all.sort_by_key(|(length, id, _)| (*length, id.0));
        // Of several that show an answer, the one in a row that the task names.
        if answers && all.len() > 1 {
            let named = |id: ElementId| {
                looking(step, id, known, derived)
                    .action
                    .target()
                    .is_some_and(|it| by_value(it))
            };
            all.sort_by_cached_key(|(length, id, _)| (*length, !named(*id), id.0));
        }
        for (_, element, shown) in all {
            tried += 1;
            if tried > MOST_TRIED {
                return None;
            }
            let mut with = known.clone();
            with.insert(var.to_owned(), Value::Text(shown.to_owned()));
            let mut values = explain(&with, text);
            values.retain(|it| it.inputs().contains(&var) && it.cost() <= DEAREST);
            let mut likeliest = beside_values(known, var, shown, text);
            likeliest.extend(only_number_of(var, shown, text).filter(|_| answers));
            values.splice(0..0, likeliest);
            if !values.is_empty() {
                let shown = shown.to_owned();
                return Some((vec![Seen { at, element, shown }], values));
            }
        }
    }
    None
}

/// What gives the only number of a text, where that is what is asked for and other words stand beside it.
fn only_number_of(var: &str, shown: &str, text: &str) -> Option<Expr> {
    let number = Expr::Call("plain_number".to_owned(), vec![Expr::Input(var.to_owned())]);
    let seen = Params::from_iter([(var.to_owned(), Value::Text(shown.to_owned()))]);
    (number.eval(&seen).as_deref() == Some(text.trim()) && shown.trim() != text.trim()).then_some(number)
}

/// What is left of a text that begins or ends with a value of the task, where it is just that which is asked for: what stands beside the
/// value.
fn beside_values(known: &Params, var: &str, shown: &str, text: &str) -> Vec<Expr> {
    let values = known
        .iter()
        .filter_map(|(name, it)| Some((name, it.as_text()?.trim())));
    let named = values.filter(|(_, it)| it.chars().count() >= SHORTEST);
    let rest = |(name, _): (&String, &str)| {
        ["before_end", "after_start"].into_iter().find_map(|function| {
            let arguments = [var, name].map(|it| Expr::Input(it.to_owned()));
            let beside = Expr::Call(function.to_owned(), arguments.to_vec());
            let mut seen = known.clone();
            seen.insert(var.to_owned(), Value::Text(shown.to_owned()));
            (beside.eval(&seen).as_deref() == Some(text.trim())).then_some(beside)
        })
    };
    named.filter_map(rest).collect()
}

/// The same field of the record that a step copies, and what makes its text of that: just what it held.
fn copied(line: &[Step], var: &str) -> Option<(Vec<Seen>, Vec<Expr>)> {
    let step = line.last()?;
    let from = step.copied_from.as_ref()?;
    let at = line.iter().position(|it| it.source == *from)?;
    let screen = &line[at].screen;
    let field = screen.field_again(step.screen.get(step.target?)?)?;
    let (element, field) = screen.iter().find(|(_, it)| *it == field)?;
    let shown = field.held_text().to_owned();
    let values = vec![Expr::Input(var.to_owned())];
    Some((vec![Seen { at, element, shown }], values))
}

/// The places that showed the parts of a typed text, each for the first time, in the order in which they were
/// seen; and what makes the text of all of them. The first part is kept in the variable with this number.
fn seen_in_parts(line: &[Step], known: &Params, first: usize, text: &str) -> Option<(Vec<Seen>, Vec<Expr>)> {
    let typed: Vec<&str> = line.iter().filter_map(|it| it.value.as_deref()).collect();
    let mut parts: Vec<Seen> = Vec::new();
    for (at, step) in line.iter().enumerate() {
        for (id, element) in step.screen.iter() {
            let Some(shown) = says(element, SHORTEST) else {
                continue;
            };
            let part = shown.trim();
            let own = typed.iter().any(|it| it.trim() == part);
            let known = parts.iter().any(|it| it.shown.trim().contains(part));
            let whole = part.chars().count() >= SHORTEST_PART && text.contains(part);
            if whole && !own && !known {
                parts.retain(|it| !part.contains(it.shown.trim()));
                let shown = shown.to_owned();
                parts.push(Seen {
                    at,
                    element: id,
                    shown,
                });
            }
        }
    }
    if !(2..=MOST_PARTS).contains(&parts.len()) {
        return None;
    }
    let mut with = known.clone();
    let names: Vec<String> = (first..).take(parts.len()).map(variable).collect();
    for (name, part) in names.iter().zip(&parts) {
        with.insert(name.clone(), Value::Text(part.shown.clone()));
    }
    let mut values = explain(&with, text);
    let uses_all = |it: &Expr| names.iter().all(|name| it.inputs().contains(&name.as_str()));
    values.retain(|it| uses_all(it) && it.cost() <= DEAREST_IN_PARTS);
    (!values.is_empty()).then_some((parts, values))
}

/// The number that a step types, where nothing else explains it.
fn calculable(step: &Step) -> Option<i64> {
    match &step.action {
        Action::InputText { text, .. } | Action::Answer { text } => {
            let number = step.value.as_deref()?.trim().parse().ok();
            number.filter(|_| !is_explained(text))
        }
        _ => None,
    }
}

/// A calculation that a screen shows, the last one that has it, and whose result the last step of a line types or presses.
fn written_out(line: &[Step], first: usize) -> Option<(Vec<Seen>, Vec<Expr>)> {
    let last = line.last()?;
    let result = calculable(last)
        .map(|it| it.to_string())
        .or_else(|| count::pressed_text(last))?;
    let value = Expr::Call("calculated".to_owned(), vec![Expr::Input(variable(first))]);
    let comes_to = |shown: &str| {
        let mut known = Params::new();
        known.insert(variable(first), Value::Text(shown.to_owned()));
        value.eval(&known).as_ref() == Some(&result)
    };
    line.iter().enumerate().rev().find_map(|(at, step)| {
        let mut shown = step.screen.iter().filter(|(_, it)| !it.editable);
        let found = shown.find_map(|(element, it)| {
            let text = says(it, 1).filter(|it| comes_to(it))?.to_owned();
            Some(Seen {
                at,
                element,
                shown: text,
            })
        });
        found.map(|it| (vec![it], vec![value.clone()]))
    })
}

/// A number that a screen shows: where, and what makes it of the text in this variable.
struct Figure {
    element: ElementId,
    shown: String,
    value: i64,
    /// Which of the text's numbers it is; `None` where the text is just the number.
    nth: Option<i64>,
}

impl Figure {
    fn of(&self, var: &str) -> Expr {
        let text = Expr::Input(var.to_owned());
        match self.nth {
            Some(nth) => text.apply(Op::Token(Class::Digits, nth)),
            None => text,
        }
    }
}

/// The numbers that a screen shows, fields apart.
fn figures(step: &Step) -> Vec<Figure> {
    let mut all = Vec::new();
    for (element, it) in step.screen.iter().filter(|(_, it)| !it.editable && !it.checkable) {
        let Some(shown) = says(it, 1).filter(|it| it.chars().count() <= LONGEST_SUM) else {
            continue;
        };
        let found = shown
            .split(|it: char| !it.is_ascii_digit())
            .filter(|it| !it.is_empty());
        for (nth, digits) in (1..).zip(found) {
            let alone = digits == shown.trim();
            if let Ok(value) = digits.parse() {
                all.push(Figure {
                    element,
                    shown: shown.to_owned(),
                    value,
                    nth: (!alone).then_some(nth),
                });
            }
        }
    }
    all
}

/// Two numbers of a screen, the last one that has them, that come to a typed number; and what makes it of them.
fn calculated(line: &[Step], first: usize, number: i64) -> Option<(Vec<Seen>, Vec<Expr>)> {
    let (one, two) = (variable(first), variable(first + 1));
    for (at, step) in line.iter().enumerate().rev() {
        let all = figures(step);
        if !(2..=MOST_FIGURES).contains(&all.len()) {
            continue;
        }
        for (name, of) in OPERATIONS {
            for (n, a) in all.iter().enumerate() {
                let others = all
                    .iter()
                    .enumerate()
                    .filter(|(m, _)| *m != n && (name == "minus" || *m > n));
                for (_, b) in others {
                    if of(a.value, b.value) != Some(number) {
                        continue;
                    }
                    let seen = |it: &Figure| Seen {
                        at,
                        element: it.element,
                        shown: it.shown.clone(),
                    };
                    let same = a.element == b.element;
                    let parts = vec![a.of(&one), b.of(if same { &one } else { &two })];
                    let value = Expr::Call(name.to_owned(), parts);
                    let mut places = vec![seen(a)];
                    if !same {
                        places.push(seen(b));
                    }
                    return Some((places, vec![value]));
                }
            }
        }
    }
    None
}

/// What two numbers are put together by.
type Operation = fn(i64, i64) -> Option<i64>;

/// In this order: what is added up is the likeliest.
const OPERATIONS: [(&str, Operation); 3] = [
    ("plus", i64::checked_add),
    ("minus", i64::checked_sub),
    ("times", i64::checked_mul),
];
/// Numbers on a screen among which two are looked for: more come to anything by chance.
const MOST_FIGURES: usize = 5;
/// A longer text with numbers is content.
const LONGEST_SUM: usize = 40;

/// What `read_text` says of an element, where that is so long.
pub(super) fn says(element: &Element, shortest: usize) -> Option<&str> {
    let said = element.text.as_ref().or(element.content_description.as_ref());
    let held = Some(element.held_text()).filter(|it| element.editable && !it.is_empty());
    held.or(said.map(String::as_str))
        .filter(|it| it.trim().chars().count() >= shortest)
}

/// Whether the likeliest of these goes by a value of the task.
fn by_value(ways: &[Locator<Expr>]) -> bool {
    ways.first()
        .is_some_and(|it| it.values().any(|it| !it.is_const()))
}

/// A step that looks at an element, in the form of one that acts on it: it is located the same way.
pub(super) fn looking(step: &Step, element: ElementId, params: &Params, derived: &[Derived]) -> Step {
    let screen: &Arc<Screen> = &step.screen;
    let seen = screen.get(element);
    let kind = seen.and_then(|it| it.resource_name.as_deref().or(it.class_name.as_deref()));
    let description = match (seen.and_then(|it| it.column.as_deref()), kind) {
        (Some(column), _) => format!("the cell in the column \"{column}\""),
        (None, Some(kind)) => format!(
            "{} with what is needed later",
            kind.rsplit(['/', '.']).next().unwrap_or(kind)
        ),
        (None, None) => "what is needed later".to_owned(),
    };
    // What it shows is what is looked for: it can't be found by that.
    let mut ways = locators(screen, element, params, derived, &description);
    let shown = screen
        .get(element)
        .and_then(|it| says(it, 1))
        .unwrap_or_default()
        .trim();
    let by_itself = |it: &Expr| matches!(it, Expr::Const(text) if text == shown || shown.contains(text.as_str()) && text.len() > 2);
    ways.retain(|it| {
        let about = it
            .attributes
            .iter()
            .filter(|(key, _)| crate::locator::is_about(*key));
        !about.map(|(_, value)| value).any(by_itself)
    });
    step.looking_at(element, ways, description)
}

/// The step with one more way to an element, where that is the only one of its class that says a number: this says more than its place.
fn by_only_number(step: Step, element: ElementId) -> Step {
    let class = step.screen.get(element).and_then(|it| it.class_name.as_deref());
    let class = class.map(|it| it.rsplit('.').next().unwrap_or(it).to_owned());
    let Some(asked) = class.map(|it| Locator::by(Key::ClassName, it).and(Key::Says, NUMBER)) else {
        return step;
    };
    if find(&step.screen, &asked) != Found::One(element) {
        return step;
    }
    let description = step.target_description.clone();
    let number = asked
        .map(|it: &String| Expr::from(it.as_str()))
        .described(description.clone());
    let mut ways = step.action.target().cloned().unwrap_or_default();
    let places = ways.iter().position(|it| it.nth.is_some()).unwrap_or(ways.len());
    ways.insert(places, number);
    step.looking_at(element, ways, description)
}
