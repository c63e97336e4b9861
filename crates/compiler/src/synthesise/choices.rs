//! One block to the statements that it can be.

use crate::{
    program::{Cond, Kind, Stmt, too_few},
    soft::SoftTrajectory,
};

use super::{
    block::{Block, MOST_ROUNDS, Repeat},
    ending::{endings, guessed_search, turned_pages},
    place::Place,
};

/// What a function says whose rounds were not enough.
const LEFT: &str = "some are left";

/// The statements that a block can be, likeliest first.
pub(super) fn choices(trajectories: &[SoftTrajectory], blocks: &[Block], at: usize) -> Vec<Vec<Stmt>> {
    match &blocks[at] {
        Block::Step(column) => {
            let pages = turned_pages(column, blocks.get(at + 1));
            let mut all: Vec<Vec<Stmt>> = pages
                .map(|it| vec![Block::Repeat(it).stmt()])
                .into_iter()
                .collect();
            all.push(vec![column.stmt(0, 0)]);
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
            if let Some(stmt) = column.awaited() {
                all.iter_mut().for_each(|it| it.insert(0, stmt.clone()));
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

/// The refusal behind a repetition that ends when nothing is left: the rounds may have been too few, and no later step
/// looks whether they were. What is looked for instead of a repetition's next target is asked for by that step.
fn refusal(until: &Cond, var: &str) -> Option<Kind> {
    let cond = too_few(until, var, MOST_ROUNDS)?;
    let why = match until {
        Cond::And(_) => format!("{LEFT}, or the screen is another one"),
        _ => LEFT.to_owned(),
    };
    Some(Kind::If {
        cond,
        then: vec![Stmt::new(Kind::Refuse(why), Vec::new())],
        otherwise: Vec::new(),
    })
}
