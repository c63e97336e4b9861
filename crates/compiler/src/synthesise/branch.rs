//! What only some trajectories have: done always where that is harmless, done where its target shows, or
//! done under the smallest condition that tells these trajectories from the others.

use std::ops::Range;

use strings::{Derived, Expr, Op, derive_all};
use task::{Params, Value};
use ui::{Action, Element, ElementId, Found, Key, Locator, Screen, find, short_id};

use crate::{
    locator::{describe, explanations, fill, is_whole},
    program::{Cond, Kind, Stmt},
    soft::SoftTrajectory,
    translate::with_values_inside,
};

use super::{
    block::{Block, Uneven, guarded},
    choices,
    column::Column,
    member::Member,
    place::Place,
    target::siblings,
};

/// Conditions tried for one place.
const MOST_CONDITIONS: usize = 4;

/// The statements that a stretch of blocks can be, none of which all trajectories have.
pub(super) fn choices(
    trajectories: &[SoftTrajectory],
    blocks: &[Block],
    stretch: Range<usize>,
) -> Vec<Vec<Stmt>> {
    let groups = groups(trajectories, blocks, stretch.clone());
    let place = Place::before(trajectories, blocks, stretch.start);
    let mut all: Vec<Vec<Stmt>> = Vec::new();
    if let [one, other] = groups.as_slice()
        && one.members.iter().all(|it| !other.members.contains(it))
        && one.members.len() + other.members.len() == trajectories.len()
    {
        let mut own = one.shows_its_value(blocks, &place);
        let not = |it: Cond| Cond::Not(Box::new(it));
        own.extend(other.shows_its_value(blocks, &place).into_iter().map(not));
        for cond in conditions(
            &place,
            &one.members,
            &one.inputs(blocks, trajectories.len()),
            rivals(&groups, blocks),
            own,
        ) {
            let (then, otherwise) = (one.body(trajectories, blocks), other.body(trajectories, blocks));
            all.push(vec![guarded(cond, then, otherwise)]);
        }
    }
    let rivals = rivals(&groups, blocks);
    let options: Vec<Vec<Vec<Stmt>>> = groups
        .iter()
        .map(|it| it.choices(trajectories, blocks, rivals))
        .collect();
    if options.iter().any(Vec::is_empty) {
        return all;
    }
    // Each of several that come up only by themselves is done where it shows. Where every recording did one of them, a
    // screen that shows none of them is one that nobody has seen, and two of them are not done one after the other.
    let either = one_each(&groups, trajectories.len())
        .then(|| one_of_them(trajectories, blocks, &groups, rivals))
        .flatten();
    let first = usize::from(either.is_some());
    all.extend(either);
    let deepest = options.iter().map(Vec::len).max().unwrap_or(0);
    for choice in first..deepest {
        let picked = options.iter().flat_map(|it| {
            it.get(choice.min(it.len().saturating_sub(1)))
                .cloned()
                .unwrap_or_default()
        });
        all.push(picked.collect());
    }
    all
}

/// Whether there are several groups, and every trajectory is in one of them and in no other.
fn one_each(groups: &[Group], trajectories: usize) -> bool {
    let within = |idx: usize| groups.iter().filter(|it| it.members.contains(&idx)).count();
    groups.len() > 1 && (0..trajectories).all(|idx| within(idx) == 1)
}

/// What the first of these groups does whose target shows, else what the last of them does; `None` where one of them would
/// be done for another reason.
fn one_of_them(
    trajectories: &[SoftTrajectory],
    blocks: &[Block],
    groups: &[Group],
    rivals: bool,
) -> Option<Vec<Stmt>> {
    let shown = |group: &Group| group.comes_up(trajectories, blocks).filter(|_| !rivals);
    let (last, before) = groups.split_last()?;
    shown(last)?;
    let mut rest = last.body(trajectories, blocks);
    for group in before.iter().rev() {
        let body = group.body(trajectories, blocks);
        rest = vec![guarded(Cond::Exists(shown(group)?), body, rest)];
    }
    Some(rest)
}

/// Blocks side by side that the same trajectories have.
struct Group {
    range: Range<usize>,
    members: Vec<usize>,
}

fn groups(trajectories: &[SoftTrajectory], blocks: &[Block], stretch: Range<usize>) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    for at in stretch {
        let members: Vec<usize> = (0..trajectories.len()).filter(|it| blocks[at].has(*it)).collect();
        match all.last_mut().filter(|it| it.members == members) {
            Some(group) => group.range.end = at + 1,
            None => all.push(Group {
                range: at..at + 1,
                members,
            }),
        }
    }
    all
}

/// Whether the groups do the same to different entries of a list, each for a reason of its own: what shows
/// then tells the seen instances apart, and no others.
fn rivals(groups: &[Group], blocks: &[Block]) -> bool {
    let entries = groups.iter().filter(|group| {
        let column = blocks[group.range.start].first_column();
        column.is_some_and(|it| {
            let by_value = it
                .locators
                .first()
                .is_some_and(|it| it.values().any(|it| !it.is_const()));
            let entry = |it: &Member| it.step.target.is_some_and(|at| is_entry(&it.step.screen, at));
            !by_value && it.members.iter().all(entry)
        })
    });
    entries.count() >= 2
}

/// Whether an element is one of several that share a resource name, or one of many of its kind.
fn is_entry(screen: &Screen, at: ElementId) -> bool {
    let Some(element) = screen.get(at) else {
        return false;
    };
    match &element.resource_name {
        Some(name) => {
            let named = |it: &&Element| it.resource_name.as_ref() == Some(name);
            screen.elements.iter().filter(named).count() >= 2
        }
        None => siblings(screen, at).is_some_and(|(_, all)| all.len() >= 4),
    }
}

/// The parameters that the steps of these blocks use.
fn inputs_of<'a>(blocks: impl IntoIterator<Item = &'a Block>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for column in blocks.into_iter().flat_map(Block::columns) {
        let locator = column.locators.first().into_iter().flat_map(Locator::values);
        for it in locator.chain(column.values.first()).flat_map(Expr::inputs) {
            all.push(it.to_owned());
        }
    }
    all
}

impl Group {
    fn body(&self, trajectories: &[SoftTrajectory], blocks: &[Block]) -> Vec<Stmt> {
        self.range
            .clone()
            .filter_map(|at| choices::choices(trajectories, blocks, at).into_iter().next())
            .flatten()
            .collect()
    }

    /// What the step behind it acts on, where a value of the task tells which that is; behind a loop over a
    /// list that is what its first round acts on.
    fn next(&self, blocks: &[Block]) -> Option<Locator<Expr>> {
        let locator = match blocks.get(self.range.end)? {
            Block::Step(column) => column.locators.first()?.clone(),
            Block::ForEach { var, list, body } => {
                let Some(Block::Step(column)) = body.first() else {
                    return None;
                };
                let (entry, first) = (Expr::Input(var.clone()), Expr::Item(list.clone(), 1));
                column.locators.first()?.map(|it| it.replace(&entry, &first))
            }
            Block::Repeat(_) | Block::Read { .. } | Block::Count(_) | Block::Rows(_) | Block::Uneven(_) => {
                return None;
            }
        };
        let named = locator.values().any(|it| !it.is_const());
        named.then_some(locator)
    }

    /// What brings up the next target is needless where that shows already.
    fn needless(&self, blocks: &[Block]) -> Option<Cond> {
        let next = self.next(blocks)?;
        Some(Cond::Not(Box::new(Cond::Exists(next))))
    }

    /// That a value of the task shows, and not only in a field, where the first step goes by that value, or where that was
    /// typed right before: the row that was searched for, and is opened if it is there. The column says which of the row's
    /// cells it is. What was searched for says more than what else stands in the row.
    fn shows_its_value(&self, blocks: &[Block], place: &Place<'_>) -> Vec<Cond> {
        let Some(Block::Step(column)) = blocks.get(self.range.start) else {
            return Vec::new();
        };
        let (Some(locator), Some(idx)) = (column.locators.first(), self.members.first()) else {
            return Vec::new();
        };
        let (screen, params) = (place.screens[*idx], place.params[*idx]);
        // Only a row of a table is known to be what was searched for.
        let in_table = column
            .members
            .iter()
            .all(|it| it.element().is_some_and(|it| it.column.is_some()));
        let searched = searched_for(&blocks[..self.range.start], *idx).filter(|_| in_table);
        let mut all: Vec<Cond> = Vec::new();
        for value in searched
            .chain(locator.values())
            .filter(|it| matches!(it, Expr::Input(_)))
        {
            let text = value.eval(params).filter(|it| !it.trim().is_empty());
            let Some(text) = text else { continue };
            let showing = screen
                .elements
                .iter()
                .filter(|it| !it.editable && it.text.as_deref() == Some(text.as_str()));
            for element in showing {
                let shows = Locator::by(Key::Text, value.clone());
                let cell = element.column.clone();
                let cell = cell.map(|it| shows.clone().and(Key::Column, Expr::Const(it)));
                let shows = cell.unwrap_or(shows).described(element.name());
                all.push(Cond::Exists(shows));
            }
        }
        all
    }

    /// The parameters that its steps use. Steps that use none are there for what the same recordings do elsewhere: a line that
    /// is added to a form, and filled in further down.
    fn inputs(&self, blocks: &[Block], trajectories: usize) -> Vec<String> {
        let own = inputs_of(&blocks[self.range.clone()]);
        if !own.is_empty() {
            return own;
        }
        let with = |it: &&Block| (0..trajectories).all(|idx| it.has(idx) == self.members.contains(&idx));
        let (with, others): (Vec<&Block>, Vec<&Block>) = blocks.iter().partition(with);
        let elsewhere = inputs_of(others);
        let mut all = inputs_of(with);
        all.retain(|it| !elsewhere.contains(it));
        all
    }

    /// Its columns, where it has nothing else.
    fn columns<'a>(&self, blocks: &'a [Block]) -> Option<Vec<&'a Column>> {
        blocks[self.range.clone()].iter().map(Block::step).collect()
    }

    /// What it acts on first, where the others did not show that, and nothing else tells when it is done.
    fn comes_up(&self, trajectories: &[SoftTrajectory], blocks: &[Block]) -> Option<Locator<Expr>> {
        let place = Place::before(trajectories, blocks, self.range.start);
        let others: Vec<usize> = (0..trajectories.len())
            .filter(|it| !self.members.contains(it))
            .collect();
        let columns = self.columns(blocks)?;
        let first = *columns.first()?;
        let alone = absent(first, &place, &others) && harmless(&columns, &place, &others).is_none();
        alone.then(|| first.locators.first().cloned())?
    }

    fn choices(&self, trajectories: &[SoftTrajectory], blocks: &[Block], rivals: bool) -> Vec<Vec<Stmt>> {
        let place = Place::before(trajectories, blocks, self.range.start);
        let others: Vec<usize> = (0..trajectories.len())
            .filter(|it| !self.members.contains(it))
            .collect();
        let columns = self.columns(blocks);
        let body = self.body(trajectories, blocks);
        // A walk along a list that is empty in the others does nothing there.
        let idle_walk = |it: &Block| match it {
            Block::ForEach { list, .. } | Block::Uneven(Uneven { list, .. }) => others.iter().all(|other| {
                let entries = list.eval(&filled(place.params[*other], &place));
                entries.is_none_or(|it| it.is_empty())
            }),
            // Looking how many rows there are does nothing either.
            Block::Rows(_) => true,
            Block::Step(_) | Block::Repeat(_) | Block::Read { .. } | Block::Count(_) => false,
        };
        if blocks[self.range.clone()].iter().all(idle_walk) {
            return vec![body];
        }
        let mut all: Vec<Vec<Stmt>> = Vec::new();
        all.extend(columns.as_ref().and_then(|it| harmless(it, &place, &others)));
        let absent = columns
            .as_ref()
            .and_then(|it| it.first())
            .is_some_and(|it| absent(it, &place, &others));
        if absent
            && !rivals
            && let Some(columns) = &columns
        {
            all.push(optional(columns));
        }
        // The entry that stands for none ("nothing") is left out.
        if columns.is_none()
            && let Some(none) = entry_for_none(&blocks[self.range.clone()], &place, &others)
        {
            let walks = blocks[self.range.clone()].iter();
            all.push(walks.map(|it| it.stmt_but_for(&none)).collect());
        }
        let by_itself = |it: &Stmt| matches!(&it.kind, Kind::Repeat { until: Some(_), .. });
        // A repetition whose end already shows in the others does nothing there.
        let idle = columns.is_none() && body.iter().all(by_itself);
        if idle {
            all.push(body.clone());
        }
        let (telling, late): (Vec<Cond>, Vec<Cond>) = conditions(
            &place,
            &self.members,
            &self.inputs(blocks, trajectories.len()),
            rivals,
            self.needless(blocks)
                .into_iter()
                .chain(self.shows_its_value(blocks, &place))
                .collect(),
        )
        .into_iter()
        .partition(|it| !is_equality(it));
        let guard = |cond| vec![guarded(cond, body.clone(), Vec::new())];
        all.extend(telling.into_iter().map(guard));
        if !idle && !absent && !rivals {
            all.push(body.clone());
        }
        // Equal to one value that was seen says little about the next instance.
        all.extend(late.into_iter().map(guard));
        all
    }
}

/// What a trajectory typed in the last few of these blocks, the last first.
fn searched_for(before: &[Block], trajectory: usize) -> impl Iterator<Item = &Expr> {
    /// Typing, and what sends it off.
    const STEPS: usize = 2;
    let own = before.iter().rev().filter(move |it| it.has(trajectory));
    own.take(STEPS).filter_map(|block| match block {
        Block::Step(column) if matches!(column.step().action, Action::InputText { .. }) => {
            column.values.first()
        }
        _ => None,
    })
}

/// The one text that the lists of the others hold where these walk along theirs, if these never meet it.
fn entry_for_none(walks: &[Block], place: &Place<'_>, others: &[usize]) -> Option<String> {
    let mut none: Vec<String> = Vec::new();
    let mut met: Vec<String> = Vec::new();
    for walk in walks {
        let Block::ForEach { list, .. } = walk else {
            return None;
        };
        for (idx, params) in place.params.iter().enumerate() {
            let entries = list.eval(&filled(params, place))?;
            if others.contains(&idx) {
                none.extend(entries);
            } else {
                met.extend(entries);
            }
        }
    }
    none.dedup();
    none.pop().filter(|it| none.is_empty() && !met.contains(it))
}

/// The steps for all trajectories, if they change nothing in the others: each types into a field what that
/// field holds there already.
fn harmless(columns: &[&Column], place: &Place<'_>, others: &[usize]) -> Option<Vec<Stmt>> {
    columns
        .iter()
        .map(|column| {
            let Action::InputText {
                target: Some(_),
                clear: true,
                ..
            } = &column.step().action
            else {
                return None;
            };
            for (locator_at, locator) in column.locators.iter().enumerate() {
                for (value_at, value) in column.values.iter().enumerate() {
                    let holds = |idx: &usize| {
                        let (screen, params) = (place.screens[*idx], place.params[*idx]);
                        let field = fill(locator, params).map(|it| find(screen, &it))?.one()?;
                        let (field, typed) = (screen.get(field)?, value.eval(params)?);
                        // A field that holds the same text as its hint looks empty.
                        Some(field.held_text() == typed || field.text.as_ref() == Some(&typed))
                    };
                    if others.iter().all(|it| holds(it) == Some(true)) {
                        return Some(column.stmt(locator_at, value_at));
                    }
                }
            }
            None
        })
        .collect()
}

/// Whether the others do not show the target where the step would be.
fn absent(column: &Column, place: &Place<'_>, others: &[usize]) -> bool {
    let Some(locator) = column.locators.first() else {
        return false;
    };
    others.iter().all(|it| {
        fill(locator, place.params[*it]).is_none_or(|asked| find(place.screens[*it], &asked) == Found::None)
    })
}

/// The steps, each only if its target shows; the first decides for those without a target.
fn optional(columns: &[&Column]) -> Vec<Stmt> {
    let mut stmts: Vec<Stmt> = columns.iter().map(|it| it.stmt(0, 0)).collect();
    let targeted = columns.iter().all(|it| !it.locators.is_empty());
    match columns.first().and_then(|it| it.locators.first()) {
        Some(locator) if !targeted || columns.len() > 1 => {
            vec![guarded(Cond::Exists(locator.clone()), stmts, Vec::new())]
        }
        _ => {
            for it in &mut stmts {
                if let Kind::Act { optional, .. } = &mut it.kind {
                    *optional = true;
                }
            }
            stmts
        }
    }
}

fn is_equality(cond: &Cond) -> bool {
    match cond {
        Cond::Equals(..) => true,
        Cond::Not(it) => is_equality(it),
        Cond::Exists(_)
        | Cond::Listed(_)
        | Cond::Reached(_)
        | Cond::Contains(..)
        | Cond::StartsWith(..)
        | Cond::EndsWith(..)
        | Cond::IsEmpty(_)
        | Cond::Today(_)
        | Cond::And(_) => false,
    }
}

/// Conditions that hold for these trajectories and for no other, simplest first.
///
/// `inputs` are the parameters that the guarded steps use: their own conditions go first. Among rivals what
/// shows decides nothing. `own` are those that the guarded steps give a reason for: they come before all others.
fn conditions(
    place: &Place<'_>,
    members: &[usize],
    inputs: &[String],
    rivals: bool,
    own: Vec<Cond>,
) -> Vec<Cond> {
    let separates = |cond: &Cond| {
        place
            .params
            .iter()
            .zip(&place.screens)
            .enumerate()
            .all(|(idx, (params, screen))| {
                cond.holds(&filled(params, place), screen) == Some(members.contains(&idx))
            })
    };
    let mut all: Vec<Cond> = Vec::new();
    let shown = if rivals {
        Vec::new()
    } else {
        over_screens(place, members)
    };
    let said = || {
        if rivals {
            Vec::new()
        } else {
            over_elements(place, members)
        }
    };
    let by_value = over_params(place, members, inputs);
    let asked = if rivals {
        Vec::new()
    } else {
        over_words_of_goals(place, members)
    };
    let simple = own.into_iter().chain(by_value).chain(asked).chain(shown);
    for cond in simple.chain(std::iter::once_with(said).flatten()) {
        if all.len() == MOST_CONDITIONS {
            break;
        }
        if !all.contains(&cond) && separates(&cond) {
            all.push(cond);
        }
    }
    all
}

/// The parameters with those empty that only other instances have.
fn filled(params: &Params, place: &Place<'_>) -> Params {
    let mut all = params.clone();
    for (name, value) in place.params.iter().flat_map(|it| it.iter()) {
        if !all.contains_key(name) {
            all.insert(
                name.clone(),
                match value {
                    Value::Text(_) => Value::Text(String::new()),
                    Value::List(_) => Value::List(Vec::new()),
                },
            );
        }
    }
    all
}

/// Conditions over the parameters that may hold for the members, simplest first.
fn over_params(place: &Place<'_>, members: &[usize], inputs: &[String]) -> Vec<Cond> {
    let mut all: Vec<Cond> = Vec::new();
    let mut rest: Vec<Cond> = Vec::new();
    let mut late: Vec<Cond> = Vec::new();
    let names: Vec<String> = members
        .first()
        .map(|it| filled(place.params[*it], place))
        .unwrap_or_default()
        .iter()
        .filter(|(_, value)| value.as_text().is_some())
        .map(|(name, _)| name.clone())
        .collect();
    let (used, unused): (Vec<String>, Vec<String>) = names.into_iter().partition(|it| inputs.contains(it));
    // Of two recordings anything that they typed tells one from the other.
    let several = place.params.len() > 2;
    for name in used.iter().chain(&unused) {
        let input = Expr::Input(name.clone());
        let typed = !several && place.typed.contains(name);
        let named = !several && place.used.contains(name);
        all.push(Cond::IsEmpty(input.clone()));
        all.push(Cond::Not(Box::new(Cond::IsEmpty(input.clone()))));
        let values = |inside: bool| {
            place
                .params
                .iter()
                .enumerate()
                .filter(move |(idx, _)| members.contains(idx) == inside)
                .filter_map(|(_, it)| it.get(name.as_str())?.as_text().map(str::to_owned))
                .collect::<Vec<String>>()
        };
        for (inside, wrap) in [(true, false), (false, true)] {
            for value in values(inside) {
                let wrapped = |cond: Cond| if wrap { Cond::Not(Box::new(cond)) } else { cond };
                let extension = Op::Extension
                    .apply(value.clone())
                    .filter(|it| (2..=6).contains(&it.len()))
                    // The decimals of a number say nothing about its kind.
                    .filter(|it| it.contains(char::is_alphabetic));
                if let Some(extension) = extension {
                    rest.push(wrapped(Cond::EndsWith(input.clone(), Expr::Const(extension))));
                }
                // A single word that no step uses is there to decide something.
                let word =
                    (1..=12).contains(&value.len()) && value.bytes().all(|it| it.is_ascii_alphabetic());
                if word && !place.used.contains(name) {
                    all.push(wrapped(Cond::Equals(input.clone(), Expr::Const(value.clone()))));
                } else if value.chars().count() <= 24 && !typed {
                    late.push(wrapped(Cond::Equals(input.clone(), Expr::Const(value.clone()))));
                }
                if let Some(first) = value.chars().next().filter(|it| !it.is_alphanumeric()) {
                    rest.push(wrapped(Cond::StartsWith(
                        input.clone(),
                        Expr::Const(first.to_string()),
                    )));
                }
                let words = value
                    .split_whitespace()
                    .filter(|it| value.len() > it.len() && it.chars().count() >= 2)
                    .filter(|_| !named)
                    .take(12);
                for word in words {
                    late.push(wrapped(Cond::Contains(
                        input.clone(),
                        Expr::Const(word.to_owned()),
                    )));
                }
            }
        }
    }
    // Absent or there, then what it ends or starts with, then which value it is.
    all.append(&mut rest);
    all.append(&mut late);
    all
}

/// Conditions over a word of the goal that shows in the midst of other words: "if there is a warning" is about whatever the
/// warning says.
fn over_words_of_goals(place: &Place<'_>, members: &[usize]) -> Vec<Cond> {
    /// A shorter word is in the midst of any text.
    const SHORTEST: usize = 4;
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|it: char| !it.is_alphanumeric());
        words
            .filter(|it| it.chars().count() >= SHORTEST)
            .map(str::to_owned)
            .collect()
    };
    // What only some goals say is a value of theirs.
    let lower = |goal: &&str| -> Vec<String> { words(goal).iter().map(|it| it.to_lowercase()).collect() };
    let goals: Vec<Vec<String>> = place.goals.iter().map(lower).collect();
    let mut asked = goals.first().cloned().unwrap_or_default();
    asked.retain(|it| goals.iter().all(|goal| goal.contains(it)));
    let said = |idx: usize| -> Vec<Locator<Expr>> {
        let texts = place.screens[idx].elements.iter();
        let texts = texts.filter(|it| !it.editable && !it.clickable);
        let found = texts.filter_map(|it| it.text.as_deref()).flat_map(|text| {
            let own = |it: &String| asked.contains(&it.to_lowercase()) && it != text.trim();
            let found: Vec<String> = words(text).into_iter().filter(own).collect();
            found
        });
        let shows = |it: String| {
            Locator::by(Key::TextContains, Expr::from(it.as_str())).described(format!("what says \"{it}\""))
        };
        found.map(shows).collect()
    };
    let inside = members.first().map(|it| said(*it)).unwrap_or_default();
    let outside = (0..place.params.len()).find(|it| !members.contains(it));
    let outside = outside.map(said).unwrap_or_default();
    let not = |it: Locator<Expr>| Cond::Not(Box::new(Cond::Exists(it)));
    inside
        .into_iter()
        .map(Cond::Exists)
        .chain(outside.into_iter().map(not))
        .collect()
}

/// Conditions over what shows that may hold for the members: something that they all show.
fn over_screens(place: &Place<'_>, members: &[usize]) -> Vec<Cond> {
    let mut all: Vec<Cond> = Vec::new();
    let mut add = |idx: usize, not: bool| {
        let screen = place.screens[idx];
        let derived = derive_all(place.params[idx]);
        for (at, element) in screen.iter() {
            let resource = element.resource_name.as_deref().map(short_id);
            // What an entry of a list says is data: it tells the seen instances apart, and no others.
            let text = element.text.as_deref().filter(|_| !element.editable);
            let text = text.filter(|_| !(element.resource_name.is_some() && is_entry(screen, at)));
            let options = [
                (Key::ContentDescription, element.content_description.as_deref()),
                (Key::ResourceName, resource),
                (Key::Text, text),
            ];
            for (key, value) in options {
                let value = value.filter(|it| !it.trim().is_empty());
                if let Some(value) = value.and_then(|it| in_general(key, it, &derived)) {
                    let name = match value.is_const() {
                        true => element.name(),
                        false => describe(screen, at, &derived),
                    };
                    let locator = Locator::by(key, value).described(name);
                    let shows = Cond::Exists(locator);
                    all.push(if not { Cond::Not(Box::new(shows)) } else { shows });
                }
            }
        }
    };
    if let Some(idx) = members.first() {
        add(*idx, false);
    }
    if let Some(idx) = (0..place.params.len()).find(|it| !members.contains(it)) {
        add(idx, true);
    }
    all
}

/// What a screen says, as it says it for any instance: with the values of the task in their places. `None` for what other data
/// than that has made: it tells the recordings apart, and no others.
fn in_general(key: Key, said: &str, derived: &[Derived]) -> Option<Expr> {
    /// A longer text is content, unless it speaks of the task.
    const LONGEST: usize = 40;
    if key == Key::ResourceName {
        return Some(Expr::from(said));
    }
    let of_values = explanations(said, derived).into_iter().find(is_whole);
    let of_values = of_values.or_else(|| with_values_inside(said, derived));
    let fixed = || Some(Expr::from(said)).filter(|_| key != Key::Text || said.chars().count() <= LONGEST);
    of_values.or_else(fixed).filter(|it| !has_data(it))
}

/// Whether the fixed parts of a text are data: a number (a date, an amount, how many there are), an address. That there is none
/// of something is said by every page in the same way.
fn has_data(expr: &Expr) -> bool {
    match expr {
        Expr::Const(text) => {
            let mut words = text.split(|it: char| !it.is_alphanumeric());
            is_address(text) || words.any(|it| it != "0" && it.chars().any(char::is_numeric))
        }
        Expr::Concat(parts) => parts.iter().any(has_data),
        Expr::Input(_) | Expr::Item(..) | Expr::Apply(..) | Expr::Call(..) | Expr::If(_) => false,
    }
}

/// Whether an address of a page or a mailbox stands in a text.
fn is_address(text: &str) -> bool {
    let ends = |it: &str| it.ends_with(char::is_alphanumeric);
    let mailbox = text.split_once('@');
    let mailbox = mailbox.is_some_and(|(name, host)| ends(name) && host.starts_with(char::is_alphanumeric));
    mailbox || text.contains("://")
}

/// Conditions over what an element says that stands alone on all of these screens, by its id or its label.
fn over_elements(place: &Place<'_>, members: &[usize]) -> Vec<Cond> {
    let alone = |it: &Locator<Expr>| {
        let mut screens = place.screens.iter().zip(&place.params);
        screens.all(|(screen, params)| {
            fill(it, params).is_some_and(|asked| matches!(find(screen, &asked), Found::One(_)))
        })
    };
    let says = |idx: usize| -> Vec<Cond> {
        let (screen, derived) = (place.screens[idx], derive_all(place.params[idx]));
        let mut all = Vec::new();
        for element in &screen.elements {
            let id = element.resource_name.as_deref();
            let names = [
                (Key::ResourceName, id.map(short_id)),
                (Key::Label, element.label.as_deref()),
            ];
            let text = said(element).and_then(|it| in_general(Key::Text, it, &derived));
            let Some(text) = text else { continue };
            for (key, name) in names {
                let Some(name) = name.filter(|it| !it.trim().is_empty()) else {
                    continue;
                };
                let named = Locator::by(key, name).described(element.name());
                if alone(&named) {
                    all.push(Cond::Exists(named.and(Key::Text, text.clone())));
                }
            }
        }
        all
    };
    let inside = members.first().map(|it| says(*it));
    let outside = (0..place.params.len()).find(|it| !members.contains(it));
    let outside = outside.map(says);
    let not = |it: Cond| Cond::Not(Box::new(it));
    let inside = inside.into_iter().flatten();
    inside.chain(outside.into_iter().flatten().map(not)).collect()
}

/// The text of an element that is no content.
fn said(element: &Element) -> Option<&str> {
    let short = |it: &&str| !it.trim().is_empty() && it.chars().count() <= 40 && !element.editable;
    element.text.as_deref().filter(short)
}
