//! The blocks that a program is made of, and two of them as one.

use strings::{Expr, List};

use crate::{
    program::{Cond, Kind, Limit, Stmt},
    soft::StepRef,
};

use super::{
    branch::guarded,
    column::{Column, Member},
    count::Count,
    fold,
    rows::Rows,
    search::{search, search_column},
    uneven::Uneven,
};

/// A part of the program that stands in one place in every trajectory that has it.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// One step.
    Step(Column),
    /// The same for each entry of a list.
    ForEach {
        /// The entry's variable.
        var: String,
        /// The list.
        list: List,
        /// What is done for an entry.
        body: Vec<Block>,
    },
    /// The same steps again and again.
    Repeat(Repeat),
    /// Something is read for later.
    Read {
        /// The variable that keeps it.
        var: String,
        /// Where it shows.
        column: Column,
    },
    /// Something is counted for later.
    Count(Count),
    /// What the rows of a screen show is kept, to go through all of them.
    Rows(Rows),
    /// Not quite the same for each entry of a list.
    Uneven(Uneven),
}

/// Steps that are done again and again.
#[derive(Clone, Debug)]
pub(super) struct Repeat {
    /// Counts the rounds.
    pub var: String,
    /// The steps of a round.
    pub body: Vec<Column>,
    /// How many rounds each trajectory took.
    pub rounds: Vec<(usize, usize)>,
    /// How many there are at most, or exactly.
    pub limit: Limit,
    /// What ends it.
    pub until: Option<Cond>,
    /// Whether its rounds are siblings that were clicked by somebody who searched: without an end that
    /// shows, these are different steps.
    pub guessed: bool,
}

impl Block {
    /// The columns in it.
    pub fn columns(&self) -> Vec<&Column> {
        match self {
            Block::Step(column) | Block::Read { column, .. } => vec![column],
            Block::ForEach { body, .. } => body.iter().flat_map(Block::columns).collect(),
            Block::Repeat(repeat) => repeat.body.iter().collect(),
            Block::Uneven(it) => it.columns(),
            Block::Count(_) | Block::Rows(_) => Vec::new(),
        }
    }

    /// The first column in it.
    pub fn first_column(&self) -> Option<&Column> {
        self.columns().into_iter().next()
    }

    /// Whether it depends on a variable.
    pub fn uses(&self, var: &str) -> bool {
        self.columns().iter().any(|it| it.uses(var))
    }

    /// Whether any candidate of it depends on a variable.
    pub fn mentions(&self, var: &str) -> bool {
        self.columns().iter().any(|it| it.mentions(var))
    }

    /// The same with other members; `None` where nothing names and explains them all any more. Repetitions and
    /// what is read have none that can be exchanged.
    pub fn with_members(&self, change: &dyn Fn(&Member) -> Member) -> Option<Block> {
        match self {
            Block::Step(column) => {
                Column::unify(column.members.iter().map(change).collect()).map(Block::Step)
            }
            Block::ForEach { var, list, body } => Some(Block::ForEach {
                var: var.clone(),
                list: list.clone(),
                body: body
                    .iter()
                    .map(|it| it.with_members(change))
                    .collect::<Option<_>>()?,
            }),
            Block::Rows(rows) => Some(Block::Rows(Rows {
                members: rows.members.iter().map(change).collect(),
                ..rows.clone()
            })),
            Block::Repeat(_) | Block::Read { .. } | Block::Count(_) | Block::Uneven(_) => None,
        }
    }

    /// The members in it, in the order of its columns.
    fn members(&self) -> Vec<&Member> {
        match self {
            Block::Count(it) => it.members.iter().collect(),
            Block::Rows(it) => it.members.iter().collect(),
            Block::ForEach { body, .. } => body.iter().flat_map(Block::members).collect(),
            Block::Step(_) | Block::Repeat(_) | Block::Read { .. } | Block::Uneven(_) => {
                self.columns().into_iter().flat_map(|it| &it.members).collect()
            }
        }
    }

    /// Whether a trajectory has it.
    pub fn has(&self, trajectory: usize) -> bool {
        self.members().iter().any(|it| it.trajectory == trajectory)
    }

    /// The member that a trajectory begins it with.
    pub fn first_of(&self, trajectory: usize) -> Option<&Member> {
        let members = self
            .members()
            .into_iter()
            .filter(|it| it.trajectory == trajectory);
        members.min_by_key(|it| it.step.source.step)
    }

    /// Where it was recorded.
    pub fn sources(&self) -> Vec<StepRef> {
        self.members().iter().map(|it| it.step.source.clone()).collect()
    }

    /// The statement of a walk that leaves out the entry that stands for none. Any other entry has to be there.
    pub fn stmt_but_for(&self, none: &str) -> Stmt {
        let mut stmt = self.stmt();
        if let Kind::ForEach { var, body, .. } = &mut stmt.kind {
            let is_none = Cond::Equals(Expr::Input(var.clone()), Expr::from(none));
            let then = std::mem::take(body);
            body.push(guarded(Cond::Not(Box::new(is_none)), then, Vec::new()));
        }
        stmt
    }

    /// The statement by the best choices.
    pub fn stmt(&self) -> Stmt {
        match self {
            Block::Step(column) => column.stmt(0, 0),
            Block::Read { var, column } => Stmt::new(
                Kind::Read {
                    var: var.clone(),
                    locator: column.locators.first().cloned().unwrap_or_default(),
                },
                self.sources(),
            ),
            Block::Count(it) => it.stmt(0),
            Block::Rows(it) => it.stmt(),
            Block::Uneven(it) => it.stmt(0),
            Block::ForEach { var, list, body } => Stmt::new(
                Kind::ForEach {
                    var: var.clone(),
                    list: list.clone(),
                    body: body.iter().map(Block::stmt).collect(),
                },
                self.sources(),
            ),
            Block::Repeat(it) => Stmt::new(
                Kind::Repeat {
                    var: it.var.clone(),
                    limit: it.limit.clone(),
                    until: it.until.clone(),
                    body: it.body.iter().map(|it| it.stmt(0, 0)).collect(),
                },
                self.sources(),
            ),
        }
    }
}

/// Two runs of as many blocks as one.
pub(super) fn join_all(a: &[Block], b: &[Block]) -> Option<Vec<Block>> {
    a.iter().zip(b).map(|(a, b)| join(a, b).map(|it| it.1)).collect()
}

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
        (Block::Repeat(one), Block::Repeat(other)) => {
            if one.body.len() != other.body.len() {
                return None;
            }
            let bodies = one.body.iter().zip(&other.body);
            let body = bodies.map(|(a, b)| a.join(b)).collect::<Option<_>>()?;
            let rounds = one.rounds.iter().chain(&other.rounds).copied().collect();
            Some((
                8,
                Block::Repeat(Repeat {
                    body,
                    rounds,
                    ..one.clone()
                }),
            ))
        }
        (Block::Repeat(repeat), Block::Step(step)) | (Block::Step(step), Block::Repeat(repeat)) => {
            let [column] = repeat.body.as_slice() else {
                return None;
            };
            let once = Column::unify(step.members.iter().map(|it| fold::counted(it, 1)).collect())?;
            let joined = column.join(&once).or_else(|| search_column(&[column, step]))?;
            let mut rounds = repeat.rounds.clone();
            rounds.extend(step.members.iter().map(|it| (it.trajectory, 1)));
            Some((
                4,
                Block::Repeat(Repeat {
                    body: vec![joined],
                    rounds,
                    ..repeat.clone()
                }),
            ))
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
