//! Trajectories side by side: which blocks are the same, and the programs that follow from it.

use std::rc::Rc;

use ui::{Action, Found, find};

use crate::{
    locator::{fill, with_held},
    program::Stmt,
    soft::{SoftTrajectory, Step},
};

use super::{
    align::align, arrange::arrange, block::Block, column::Column, count, ending::endings, fold, join::apart,
    keys, member::Member, place::Place, reads,
};

/// The bodies that fit these steps of the trajectories, likeliest first.
pub(super) fn programs(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Vec<Vec<Stmt>> {
    let mut plain: Vec<Vec<Block>> = Vec::new();
    for (idx, (trajectory, steps)) in trajectories.iter().zip(lines).enumerate() {
        let params = &trajectory.known();
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
    let answered = lines.iter().flatten().any(reads::answers_what_shows);
    match read {
        // Several recordings that each typed what they had seen did not do so by chance, and what is answered was looked
        // for.
        Some(read) if differ || answered => ways.insert(0, read),
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
