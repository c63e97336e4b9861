//! Like controls that were gone through until what was wanted showed: tabs, pages, sections.
//!
//! Who looks for what a value names, and does not see where it is, opens one of several like controls after the other.
//! Which of them a recording opened says where the thing was that time, and nothing of the next time.

use std::{collections::BTreeSet, rc::Rc};

use strings::Expr;
use task::Params;
use ui::{Action, Element, ElementId, Found, Irreversible, Locator, Screen, find};

use crate::{locator::fill, program::Limit, soft::HELD};

use super::{
    block::{Block, MOST_ROUNDS, Repeat},
    column::Column,
    member::{COUNTER, Member},
    search::{MOST_SIBLINGS, kind_word},
    target::kinds,
};

/// The lines with what was gone through as repetitions.
pub(super) struct Browsed {
    /// The lines.
    pub lines: Vec<Vec<Block>>,
    /// Whether the recordings show that it is a search: they opened different ones, and no value is left that could have
    /// said which.
    pub is_sure: bool,
}

/// The lines with what was gone through as repetitions. `None` where nothing was.
pub(super) fn with_browsing(lines: &[Vec<Block>]) -> Option<Browsed> {
    let looks: Vec<Vec<Look<'_>>> = lines
        .iter()
        .flat_map(|line| (1..line.len()).map(|at| looks_before(line, at)))
        .collect();
    let longest = looks.iter().max_by_key(|it| it.len())?;
    let steps = longest.iter().map(|it| &it.member.step);
    let known = steps.filter_map(|it| Some(kinds(&it.screen, it.target?)));
    // The kind that most of the clicks are on; of those the narrowest.
    let opened = |kind: &Locator<Expr>| looks.iter().map(|it| run(it, kind).len()).sum::<usize>();
    let known: Vec<Locator<Expr>> = known.flatten().collect();
    let kind = known.into_iter().rev().max_by_key(opened)?;
    let browsed: Vec<(Vec<Block>, Vec<usize>)> = lines.iter().map(|it| with_rounds(it, &kind)).collect();
    let opened: BTreeSet<&Vec<usize>> = browsed.iter().map(|it| &it.1).collect();
    // One control that only some recordings opened is a step of theirs, and shows nothing of a search.
    let several =
        opened.iter().any(|it| it.len() > 1) || opened.iter().filter(|it| !it.is_empty()).count() > 1;
    let is_sure = several && opened.len() > 1 && lines.iter().all(|it| uses_all_values(it));
    Some(Browsed {
        lines: browsed.into_iter().map(|it| it.0).collect(),
        is_sure,
    })
}

/// A click that may have been made only to bring something up, and the screen that it led to.
#[derive(Clone, Copy)]
struct Look<'a> {
    member: &'a Member,
    after: &'a Screen,
}

/// A look at one of a kind: the click, the place of what it opened among its kind (from 1), and that element.
type Opened<'a> = (&'a Member, usize, ElementId);

/// A line with the clicks on this kind before what is wanted as one repetition, and which of the kind they opened.
fn with_rounds(line: &[Block], kind: &Locator<Expr>) -> (Vec<Block>, Vec<usize>) {
    let found = (1..line.len()).find_map(|at| {
        let rounds = run(&looks_before(line, at), kind);
        (!rounds.is_empty()).then_some((at, rounds))
    });
    let plain = || (line.to_vec(), Vec::new());
    let Some((at, rounds)) = found else {
        return plain();
    };
    let opened = rounds.iter().map(|it| it.1).collect();
    let count = rounds.len();
    let members = rounds.into_iter().map(|it| as_round(it, kind)).collect();
    let Some(body) = Column::unify(members) else {
        return plain();
    };
    let trajectory = body.members[0].trajectory;
    let mut all = line[..at - count].to_vec();
    all.push(Block::Repeat(Repeat {
        var: COUNTER.to_owned(),
        body: vec![body],
        rounds: vec![(trajectory, count)],
        limit: Limit::AtMost(MOST_ROUNDS),
        until: None,
        guessed: false,
    }));
    all.extend_from_slice(&line[at..]);
    (all, opened)
}

/// A click as the round of a repetition that opens one of a kind after the other.
fn as_round((member, place, target): Opened<'_>, kind: &Locator<Expr>) -> Member {
    let said = format!("the next {}", kind_word(member));
    let mut round = member.clone();
    round.set(COUNTER, place.to_string());
    let next = Locator {
        nth: Some(Expr::Input(COUNTER.to_owned())),
        ..kind.clone().described(said.clone())
    };
    let step = Rc::make_mut(&mut round.step);
    step.target = Some(target);
    step.target_description = said;
    step.action = step.action.with_target(vec![next]);
    round
}

/// The clicks right before a step that may have been made only to bring up its target: a value names the target, none of
/// them goes by a value, and it did not show on any of their screens.
fn looks_before(line: &[Block], at: usize) -> Vec<Look<'_>> {
    let Some(step) = line.get(at).and_then(Block::step) else {
        return Vec::new();
    };
    let Some(wanted) = step.locators.first() else {
        return Vec::new();
    };
    if wanted.values().all(Expr::is_const) {
        return Vec::new();
    }
    let mut run: Vec<Look<'_>> = Vec::new();
    let mut after: &Screen = &step.step().screen;
    for block in line[..at].iter().rev() {
        let Some([member]) = block.step().map(|it| it.members.as_slice()) else {
            break;
        };
        let step = &member.step;
        let named = step.action.target().and_then(|it| it.first());
        let by_value = named.is_some_and(|it| it.values().any(|it| !it.is_const()));
        let unseen =
            fill(wanted, &member.params).is_some_and(|asked| find(&step.screen, &asked) == Found::None);
        if !matches!(step.action, Action::Click { .. }) || step.lasting.is_some() || by_value || !unseen {
            break;
        }
        run.push(Look { member, after });
        after = &step.screen;
    }
    run.reverse();
    run
}

/// The last of these clicks that are on elements of one kind, each on another one. What is opened stands beside its like
/// before and after; a button that leads elsewhere does not, and one that deletes or sends is no place to look.
fn run<'a>(looks: &[Look<'a>], kind: &Locator<Expr>) -> Vec<Opened<'a>> {
    let mut all: Vec<Opened<'a>> = Vec::new();
    for Look { member, after } in looks.iter().rev().copied() {
        let Some((place, id)) = place_among(member, kind) else {
            break;
        };
        let stays = choices(&member.step.screen, kind).is_some_and(|it| choices(after, kind) == Some(it));
        if !stays || all.iter().any(|it| it.1 == place) {
            break;
        }
        all.push((member, place, id));
    }
    all.reverse();
    all
}

/// What the elements of a kind say, each with all that is in it; `None` where they are too many to look behind each, or one of
/// them does what nothing takes back.
fn choices(screen: &Screen, kind: &Locator<Expr>) -> Option<Vec<Vec<String>>> {
    let Found::Many(all) = find(screen, &fill(kind, &Params::new())?) else {
        return None;
    };
    let elements: Vec<&Element> = all.iter().filter_map(|it| screen.get(*it)).collect();
    let lasting = elements.iter().any(|it| Irreversible::of_element(it).is_some());
    let said = |it: &&Element| -> Vec<String> {
        let inside = screen.elements.iter().filter(|other| it.contains(other));
        let words = std::iter::once(*it).chain(inside).flat_map(Element::words);
        words.map(str::to_owned).collect()
    };
    (elements.len() <= MOST_SIBLINGS && !lasting).then(|| elements.iter().map(said).collect())
}

/// Which of a kind a click was on: that element, what it is in, or what is in it.
fn place_among(member: &Member, kind: &Locator<Expr>) -> Option<(usize, ElementId)> {
    let screen = &member.step.screen;
    let own = member.element()?;
    let Found::Many(all) = find(screen, &fill(kind, &Params::new())?) else {
        return None;
    };
    let is_own = |id: &ElementId| {
        let around = |it: &Element| it.clickable && (it.contains(own) || own.contains(it));
        Some(*id) == member.step.target || screen.get(*id).is_some_and(around)
    };
    let mut fitting = all.iter().enumerate().filter(|(_, id)| is_own(id));
    let (at, id) = fitting.next().filter(|_| fitting.next().is_none())?;
    Some((at + 1, *id))
}

/// Whether each text of the task is used by a step: one that is not may have said what was opened.
fn uses_all_values(line: &[Block]) -> bool {
    let columns: Vec<&Column> = line.iter().flat_map(Block::columns).collect();
    let Some(member) = columns.first().and_then(|it| it.members.first()) else {
        return true;
    };
    let mut texts = member.params.iter().filter(|(_, it)| it.as_text().is_some());
    texts.all(|(name, _)| name == HELD || columns.iter().any(|it| it.uses(name)))
}
