//! Two blocks as one, and one taken apart again.

use std::rc::Rc;

use super::{
    block::{Block, Repeat},
    column::Column,
    member::COUNTER,
    search::{search, search_column},
};

/// Two blocks as one, and how likely they are the same.
pub(super) fn join(a: &Block, b: &Block) -> Option<(i32, Block)> {
    match (a, b) {
        (Block::Step(one), Block::Step(other)) => match one.join(other) {
            Some(column) => Some((1 + 2 * column.strength(), Block::Step(column))),
            None => search(&[one, other]).map(|it| (1, Block::Repeat(it))),
        },
        (
            Block::ForEach { var, list, body },
            Block::ForEach {
                list: other_list,
                body: other,
                ..
            },
        ) => {
            let body = if list == other_list && body.len() == other.len() {
                join_all(body, other)?
            } else {
                return None;
            };
            Some((
                12,
                Block::ForEach {
                    var: var.clone(),
                    list: list.clone(),
                    body,
                },
            ))
        }
        (Block::Repeat(one), Block::Repeat(other)) => Some((8, Block::Repeat(join_repetitions(one, other)?))),
        (Block::Repeat(repeat), Block::Step(step)) | (Block::Step(step), Block::Repeat(repeat)) => {
            Some((4, Block::Repeat(with_round(repeat, step)?)))
        }
        (
            Block::Read { var, column },
            Block::Read {
                var: other_var,
                column: other,
            },
        ) => {
            if var != other_var {
                return None;
            }
            let (var, column) = (var.clone(), column.join(other)?);
            Some((8, Block::Read { var, column }))
        }
        (Block::Count(one), Block::Count(other)) => one.join(other).map(|it| (8, Block::Count(it))),
        (Block::Rows(one), Block::Rows(other)) => one.join(other).map(|it| (8, Block::Rows(it))),
        (Block::Uneven(one), Block::Uneven(other)) => one.join(other).map(|it| (12, Block::Uneven(it))),
        (Block::Count(_) | Block::Rows(_) | Block::Uneven(_), _)
        | (_, Block::Count(_) | Block::Rows(_) | Block::Uneven(_)) => None,
        (Block::ForEach { .. }, Block::Step(_) | Block::Repeat(_) | Block::Read { .. })
        | (Block::Step(_) | Block::Repeat(_), Block::ForEach { .. } | Block::Read { .. })
        | (Block::Read { .. }, Block::Step(_) | Block::Repeat(_) | Block::ForEach { .. }) => None,
    }
}

/// Two repetitions of as many steps as one.
fn join_repetitions(one: &Repeat, other: &Repeat) -> Option<Repeat> {
    if one.body.len() != other.body.len() {
        return None;
    }
    let bodies = one.body.iter().zip(&other.body);
    let body = bodies.map(|(a, b)| a.join(b)).collect::<Option<_>>()?;
    let rounds = one.rounds.iter().chain(&other.rounds).copied().collect();
    Some(Repeat {
        body,
        rounds,
        ..one.clone()
    })
}

/// A repetition of one step with a step that was its only round elsewhere.
fn with_round(repeat: &Repeat, step: &Column) -> Option<Repeat> {
    let [column] = repeat.body.as_slice() else {
        return None;
    };
    let once = Column::unify(step.members.iter().map(|it| it.counted(1)).collect())?;
    let joined = column.join(&once).or_else(|| search_column(&[column, step]))?;
    let mut rounds = repeat.rounds.clone();
    rounds.extend(step.members.iter().map(|it| (it.trajectory, 1)));
    Some(Repeat {
        body: vec![joined],
        rounds,
        ..repeat.clone()
    })
}

/// Two runs of as many blocks as one.
pub(super) fn join_all(a: &[Block], b: &[Block]) -> Option<Vec<Block>> {
    a.iter().zip(b).map(|(a, b)| join(a, b).map(|it| it.1)).collect()
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
