//! Trajectories side by side: which blocks are the same, and the programs that follow from it.

use std::rc::Rc;

use strings::Expr;
use task::Params;
use ui::{Action, Found, Locator, Screen, find};

use crate::{
    program::{Cond, Kind, Stmt},
    soft::{SoftTrajectory, Step},
    translate::{fill, values, with_held},
};

use super::{
    align::align,
    block::{Block, Repeat},
    branch,
    column::{Column, Member},
    count, fold, keys, reads,
    search::{endings, guessed_search},
};

/// Rounds of a repetition that is ended by a condition.
pub(super) const MOST_ROUNDS: u32 = 30;
/// What a function says whose rounds were not enough.
const LEFT: &str = "some are left";
/// The counter's name in scripts.
pub(super) const COUNTER: &str = "n";
/// Programs of one alignment.
const MOST: usize = 16;

/// The bodies that fit these steps of the trajectories, likeliest first.
pub(super) fn programs(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Vec<Vec<Stmt>> {
    let mut plain: Vec<Vec<Block>> = Vec::new();
    for (idx, (trajectory, steps)) in trajectories.iter().zip(lines).enumerate() {
        let params = &values(&trajectory.instance.params);
        let member = |step: &Step| Member {
            trajectory: idx,
            step: Rc::new(step.clone()),
            params: with_held(params, &step.screen, step.target).into(),
        };
        let Some(blocks) = steps
            .iter()
            .map(|it| Some(Block::Step(Column::of(member(it))?)))
            .collect()
        else {
            return Vec::new();
        };
        plain.push(without_interruptions(blocks));
    }
    let mut all: Vec<Vec<Stmt>> = Vec::new();
    let counted = count::counted_by_all(trajectories, lines);
    let read: Option<Vec<Vec<Block>>> = trajectories
        .iter()
        .zip(lines)
        .enumerate()
        .map(|(idx, (trajectory, steps))| reads::with_reads(idx, trajectory, steps, counted.as_ref()))
        .collect();
    // Which value the keys say is all that is open there: the best body of each.
    for keyed in keys::with_keys(trajectories, &plain) {
        all.extend(bodies(trajectories, keyed).into_iter().take(1));
    }
    let mut ways = fold::foldings(trajectories, plain);
    let mut texts = lines.iter().map(|it| reads::unexplained_texts(it));
    let first = texts.next();
    let differ = texts.any(|it| Some(it) != first) || counted.is_some();
    match read {
        // Several recordings that each typed what they had seen did not do so by chance.
        Some(read) if differ => ways.insert(0, read),
        Some(read) => ways.push(read),
        None => {}
    }
    for folded in ways {
        all.extend(bodies(trajectories, folded));
    }
    all
}

/// The bodies that one way to read the trajectories allows, likeliest first.
fn bodies(trajectories: &[SoftTrajectory], lines: Vec<Vec<Block>>) -> Vec<Vec<Stmt>> {
    let mut rest = lines.into_iter();
    let Some(mut blocks) = rest.next() else {
        return Vec::new();
    };
    for other in rest {
        blocks = align(&blocks, &other);
    }
    let blocks = with_maps(blocks);
    arrange(trajectories, without_idle_guesses(trajectories, blocks))
}

/// Steps of different recordings in one place that only all of them together explain: two examples of different
/// kinds are no map, a third one that is of one of the two kinds makes them one.
fn with_maps(blocks: Vec<Block>) -> Vec<Block> {
    let mut all: Vec<Block> = Vec::new();
    for block in blocks {
        let joined = all.last().and_then(|last| {
            let (Block::Step(one), Block::Step(other)) = (last, &block) else {
                return None;
            };
            let several = one.members.len() + other.members.len() > 2;
            let apart = !other.members.iter().any(|it| last.has(it.trajectory));
            let joined = if several && apart { one.join(other) } else { None };
            joined.map(Block::Step)
        });
        match joined {
            Some(joined) => {
                all.pop();
                all.push(joined);
            }
            None => all.push(block),
        }
    }
    all
}

/// Steps of a window that comes in between.
const LONGEST_INTERRUPTION: usize = 3;

/// The blocks with what a window in between made necessary hung to the step that it came after: the steps on
/// screens without the field, then the same typing once more.
fn without_interruptions(blocks: Vec<Block>) -> Vec<Block> {
    let typing = |block: &Block| match block {
        Block::Step(column) if matches!(column.step().action, Action::InputText { .. }) => {
            Some(column.clone())
        }
        _ => None,
    };
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(block) = blocks.get(at) {
        at += 1;
        let Some(mut column) = typing(block) else {
            all.push(block.clone());
            continue;
        };
        let gone = |block: &Block| {
            let field = column.locators.first();
            let member = block.first_column().and_then(|it| it.members.first());
            field.zip(member).is_some_and(|(field, member)| {
                matches!(block, Block::Step(_))
                    && fill(field, &member.params)
                        .is_some_and(|asked| find(&member.step.screen, &asked) == Found::None)
            })
        };
        let window = blocks[at..].iter().take_while(|it| gone(it)).count();
        let again = blocks.get(at + window).and_then(typing);
        if (1..=LONGEST_INTERRUPTION).contains(&window)
            && let Some(again) = again
            && again.locators.first() == column.locators.first()
            && again.values.first() == column.values.first()
        {
            let steps = blocks[at..=at + window].iter().flat_map(Block::columns);
            column.interrupted = steps.cloned().collect();
            at += window + 1;
        }
        all.push(Block::Step(column));
    }
    all
}

/// Guessed searches that nothing ends are taken apart again into the steps they were.
fn without_idle_guesses(trajectories: &[SoftTrajectory], blocks: Vec<Block>) -> Vec<Block> {
    let mut all: Vec<Block> = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        let Block::Repeat(repeat) = block else {
            all.push(block.clone());
            continue;
        };
        let place = Place::before(trajectories, &blocks, at + 1);
        let ends = endings(repeat, &place, blocks.get(at + 1))
            .iter()
            .any(|(_, until)| until.is_some());
        if ends || !repeat.guessed {
            all.push(block.clone());
            continue;
        }
        all.extend(apart(repeat).into_iter().map(Block::Step));
    }
    all
}

/// The steps that the rounds of a guessed search were.
pub(super) fn apart(repeat: &Repeat) -> Vec<Column> {
    let mut all: Vec<Column> = Vec::new();
    for member in repeat.body.iter().flat_map(|it| &it.members) {
        let mut member = member.clone();
        Rc::make_mut(&mut member.params).shift_remove(COUNTER);
        let Some(column) = Column::of(member) else {
            continue;
        };
        match all.iter_mut().find_map(|it| Some((it.join(&column)?, it))) {
            Some((joined, known)) => *known = joined,
            None => all.push(column),
        }
    }
    all
}

/// A place between blocks: what each trajectory shows there.
pub(super) struct Place<'a> {
    /// The screen before the trajectory's next step, by trajectory.
    pub screens: Vec<&'a Screen>,
    /// The parameters, by trajectory.
    pub params: Vec<&'a Params>,
    /// The parameters that any step types or looks for.
    pub used: Vec<String>,
}

impl<'a> Place<'a> {
    /// The place right before a block (or after the last one).
    pub fn before(trajectories: &'a [SoftTrajectory], blocks: &'a [Block], at: usize) -> Place<'a> {
        let screen = |idx: usize, it: &'a SoftTrajectory| -> &'a Screen {
            let next = blocks.iter().skip(at).find_map(|block| block.first_of(idx));
            next.map_or(&*it.last, |it| &*it.step.screen)
        };
        let columns = blocks.iter().flat_map(Block::columns);
        let exprs = columns.flat_map(|it| {
            it.locators
                .first()
                .into_iter()
                .flat_map(Locator::values)
                .chain(it.values.first())
        });
        Place {
            used: exprs.flat_map(Expr::inputs).map(str::to_owned).collect(),
            screens: trajectories
                .iter()
                .enumerate()
                .map(|(idx, it)| screen(idx, it))
                .collect(),
            params: trajectories.iter().map(|it| &it.instance.params).collect(),
        }
    }
}

/// The bodies that these blocks allow: the best choice everywhere, then one other choice at a time.
pub(super) fn arrange(trajectories: &[SoftTrajectory], blocks: Vec<Block>) -> Vec<Vec<Stmt>> {
    let shared = |block: &Block| (0..trajectories.len()).all(|it| block.has(it));
    let mut units: Vec<Vec<Vec<Stmt>>> = Vec::new();
    let mut at = 0;
    while at < blocks.len() {
        if shared(&blocks[at]) {
            units.push(choices(trajectories, &blocks, at));
            at += 1;
        } else {
            let end = blocks[at..]
                .iter()
                .position(shared)
                .map_or(blocks.len(), |it| at + it);
            units.push(branch::choices(trajectories, &blocks, at..end));
            at = end;
        }
    }
    // What cannot be told apart is no program.
    if units.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    // One unit by another choice than the others, or all by that.
    let body = |(varied, choice): (Option<usize>, usize)| -> Vec<Stmt> {
        let picked = units.iter().enumerate().flat_map(|(idx, unit)| {
            let own = if varied.is_none_or(|it| it == idx) {
                choice
            } else {
                0
            };
            unit[own.min(unit.len() - 1)].clone()
        });
        picked.collect()
    };
    let deepest = units.iter().map(Vec::len).max().unwrap_or(1);
    let others = (1..deepest.min(6)).flat_map(|choice| {
        // What ends the function is decided last, so the later steps are varied first.
        let last_first = (0..units.len()).rev();
        let varied = last_first.filter(|it| units[*it].len() > choice).map(Some);
        varied
            .chain([None])
            .map(move |it| (it, choice))
            .collect::<Vec<_>>()
    });
    std::iter::once((None, 0))
        .chain(others)
        .take(MOST)
        .map(body)
        .collect()
}

/// The refusal behind a repetition that ends when nothing is left: the rounds may have been too few, and no later step
/// looks whether they were. What is looked for instead of a repetition's next target is asked for by that step.
fn refusal(until: &Cond, var: &str) -> Option<Kind> {
    let (cond, why) = match until {
        Cond::Not(it) => (it.as_ref().clone(), LEFT.to_owned()),
        Cond::And(_) => (
            Cond::Not(Box::new(until.clone())),
            format!("{LEFT}, or the screen is another one"),
        ),
        Cond::Exists(_)
        | Cond::Equals(..)
        | Cond::Contains(..)
        | Cond::StartsWith(..)
        | Cond::EndsWith(..)
        | Cond::IsEmpty(_) => return None,
    };
    // Behind the rounds nothing counts them: the next would have been the one after the last.
    let next = Expr::Const((MOST_ROUNDS + 1).to_string());
    Some(Kind::If {
        cond: cond.replace(&Expr::Input(var.to_owned()), &next),
        then: vec![Stmt::new(Kind::Refuse(why), Vec::new())],
        otherwise: Vec::new(),
    })
}

/// The statements that a block can be, likeliest first.
pub(super) fn choices(trajectories: &[SoftTrajectory], blocks: &[Block], at: usize) -> Vec<Vec<Stmt>> {
    match &blocks[at] {
        Block::Step(column) => {
            let mut all = vec![vec![column.stmt(0, 0)]];
            // A search that ends when the next target shows, where this step may have been one round of it.
            if let Some(repeat) = guessed_search(column, blocks.get(at + 1)) {
                // The first of them needs no search.
                all.extend(column.first_of_its_kind().map(|it| vec![it.stmt(0, 0)]));
                all.push(vec![Block::Repeat(repeat).stmt()]);
            }
            all.extend(column.first_of_several().map(|it| vec![it.stmt(0, 0)]));
            all.extend((1..column.values.len().min(3)).map(|value| vec![column.stmt(0, value)]));
            all.extend((1..column.locators.len().min(4)).map(|locator| vec![column.stmt(locator, 0)]));
            if let Some(stmt) = column.interruption() {
                all.iter_mut().for_each(|it| it.push(stmt.clone()));
            }
            all
        }
        block @ (Block::ForEach { .. } | Block::Read { .. } | Block::Rows(_)) => vec![vec![block.stmt()]],
        Block::Count(count) => count.choices().map(|it| vec![it]).collect(),
        Block::Uneven(it) => it.choices().map(|it| vec![it]).collect(),
        Block::Repeat(repeat) => {
            let place = Place::before(trajectories, blocks, at + 1);
            let endings = endings(repeat, &place, blocks.get(at + 1));
            endings
                .into_iter()
                .map(|(limit, until)| {
                    let left = until.as_ref().and_then(|it| refusal(it, &repeat.var));
                    let repeat = Repeat {
                        limit,
                        until,
                        ..repeat.clone()
                    };
                    let mut all = vec![Block::Repeat(repeat).stmt()];
                    all.extend(left.map(|it| Stmt::new(it, blocks[at].sources())));
                    all
                })
                .collect()
        }
    }
}
