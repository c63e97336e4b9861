//! Steps that take away all that a screen lists, the first of it again and again, to a loop until nothing is left.
//!
//! No text tells the rows here: two of them may show the same, and whichever of these is first is taken away first. So the goal
//! has to say that all are meant, no value of the task may say which, and something has to stand fast where the rows were: that
//! nothing is left elsewhere says nothing.

use std::rc::Rc;

use strings::Expr;
use ui::{Element, Locator, Screen, find, means_all};

use crate::{landmark::shared_landmark, locator::fill, program::Limit, soft::SoftTrajectory};

use super::{
    block::{Block, MOST_ROUNDS, Repeat},
    column::Column,
    join::join_all,
    member::{COUNTER, Member},
    rows::{row_kinds, single},
};

/// Steps of one round at most.
const LONGEST_ROUND: usize = 6;

/// The lines with rounds that took all rows away as repetitions. `None` where a line has none, or a goal does not say "all".
pub(super) fn with_vanishing(
    trajectories: &[SoftTrajectory],
    lines: &[Vec<Block>],
) -> Option<Vec<Vec<Block>>> {
    let mut goals = trajectories.iter().map(|it| it.instance.goal.to_lowercase());
    if !goals.all(|it| it.split(|it: char| !it.is_alphanumeric()).any(means_all)) {
        return None;
    }
    let shape = lines.iter().find_map(|line| {
        let firsts = line.iter().enumerate();
        firsts
            .filter_map(|(start, it)| Some((start, single(it)?)))
            .find_map(|(start, first)| {
                let kinds = row_kinds(first);
                let rounds = |length: usize| {
                    let of_kind =
                        |entries: &Locator<Expr>| rounds(trajectories, line, start, length, entries);
                    let mut found = kinds.iter().filter_map(|it| of_kind(&it.entries));
                    found.find(|it| it.firsts.len() >= 2)
                };
                (1..=LONGEST_ROUND).find_map(rounds)
            })
    })?;
    lines
        .iter()
        .map(|line| {
            let length = shape.body.len();
            let found = (0..line.len()).find_map(|start| {
                let found = rounds(trajectories, line, start, length, &shape.entries)?;
                join_all(&shape.body, &found.body)
                    .is_some()
                    .then_some((start, found))
            });
            let (start, found) = found?;
            let mut line = line.clone();
            if found.is_named() || shared_landmark(&found.screens).is_none() {
                return None;
            }
            let steps = start..start + length * found.firsts.len();
            line.splice(steps, [found.repeat()?]);
            Some(line)
        })
        .collect()
}

/// Rounds that each took a row away, until there was none.
struct Rounds<'a> {
    entries: Locator<Expr>,
    body: Vec<Block>,
    /// What was taken away, round by round.
    firsts: Vec<&'a Member>,
    /// The screens with the rows, and the one behind.
    screens: Vec<&'a Screen>,
}

impl Rounds<'_> {
    /// Whether a value of the task stands in each of the rows: then it says which are meant.
    fn is_named(&self) -> bool {
        let shows = |row: &Element, value: &str| row.words().any(|it| it.contains(value));
        let in_row = |it: &Member, value: &str| {
            let Some(target) = it.element() else { return false };
            let others = it.step.screen.elements.iter().filter(|other| *other != target);
            let deepest = others.clone().map(|other| target.shared_depth(other)).max();
            let beside = others.filter(|other| Some(target.shared_depth(other)) == deepest);
            std::iter::once(target).chain(beside).any(|row| shows(row, value))
        };
        let values = self.firsts.first().into_iter().flat_map(|it| it.params.values());
        let mut texts = values
            .filter_map(|it| it.as_text())
            .filter(|it| !it.trim().is_empty());
        texts.any(|value| self.firsts.iter().all(|it| in_row(it, value)))
    }

    fn repeat(self) -> Option<Block> {
        let columns: Option<Vec<Column>> = self.body.iter().map(|it| it.step().cloned()).collect();
        let trajectory = self.firsts.first()?.trajectory;
        Some(Block::Repeat(Repeat {
            var: COUNTER.to_owned(),
            body: columns?,
            rounds: vec![(trajectory, self.firsts.len())],
            limit: Limit::AtMost(MOST_ROUNDS),
            until: None,
            guessed: false,
        }))
    }
}

/// The rounds of so many steps that begin here, each with one of these rows.
fn rounds<'a>(
    trajectories: &'a [SoftTrajectory],
    line: &'a [Block],
    start: usize,
    length: usize,
    entries: &Locator<Expr>,
) -> Option<Rounds<'a>> {
    let last = &trajectories.get(single(line.get(start)?)?.trajectory)?.last;
    let screen = |at: usize| -> &'a Screen {
        line.get(at)
            .and_then(single)
            .map_or(&**last, |it| &it.step.screen)
    };
    let mut body: Vec<Block> = Vec::new();
    let (mut firsts, mut screens) = (Vec::new(), Vec::new());
    loop {
        let at = start + firsts.len() * length;
        let Some(round) = line.get(at..at + length).and_then(|it| one_round(it, entries)) else {
            break;
        };
        let joined = match body.is_empty() {
            true => Some(round),
            false => join_all(&body, &round),
        };
        let Some(joined) = joined else { break };
        body = joined;
        let next = at + length;
        let first = single(&line[at])?;
        firsts.push(first);
        screens.push(screen(at));
        let params = &first.params;
        let left = |screen: &Screen| fill(entries, params).map(|it| find(screen, &it).all().len());
        let before = left(screen(at))?;
        match left(screen(next))? {
            0 => {
                screens.push(screen(next));
                return Some(Rounds {
                    entries: entries.clone(),
                    body,
                    firsts,
                    screens,
                });
            }
            // What stands below comes up.
            now if now <= before => {}
            _ => break,
        }
    }
    None
}

/// The steps of a round, the first of which goes by the first of the rows.
fn one_round(steps: &[Block], entries: &Locator<Expr>) -> Option<Vec<Block>> {
    let first = single(steps.first()?)?;
    let locator = Locator {
        nth: Some(Expr::from("1")),
        ..entries.clone().described("the first row")
    };
    if !first.finds_target(&locator) {
        return None;
    }
    let mut first = first.clone();
    let step = Rc::make_mut(&mut first.step);
    step.target_description = locator.target_description.clone();
    step.action = step.action.with_target(vec![locator]);
    let rest = steps[1..]
        .iter()
        .map(|it| single(it).and_then(|it| Column::of(it.clone())));
    let columns = std::iter::once(Column::of(first)).chain(rest);
    columns.map(|it| it.map(Block::Step)).collect()
}
