//! The IR of the passes: the blocks that a program is made of.

use strings::{Expr, List};
use ui::Locator;

use crate::{
    program::{Cond, Kind, Limit, Stmt},
    soft::{SoftTrajectory, StepRef},
};

use super::{column::Column, count::Count, member::Member};

/// Rounds of a repetition that is ended by a condition.
pub(crate) const MOST_ROUNDS: u32 = 30;
/// The variable of what the rows show.
pub(super) const ROWS: &str = "rows";

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

/// What the rows of a screen show.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// What shows it, in each row.
    pub entries: Locator<Expr>,
    /// The steps that the loop begins with.
    pub members: Vec<Member>,
}

/// Makes the loop of these rounds; `None` where they are no steps that can be told apart.
pub(super) type Combine = fn(&str, &List, Vec<Round>) -> Option<Uneven>;

/// Rounds for the entries of a list.
#[derive(Clone, Debug)]
pub(super) struct Uneven {
    /// The entry's variable.
    pub var: String,
    /// The list.
    pub list: List,
    /// The rounds of all trajectories.
    pub rounds: Vec<Round>,
    /// What is done for an entry, likeliest first.
    pub bodies: Vec<Vec<Stmt>>,
    /// The pass that makes the loop of rounds: more rounds may need other bodies.
    pub combine: Combine,
}

/// One round, as a small task of its own.
#[derive(Clone, Debug)]
pub(super) struct Round {
    /// Its steps.
    pub steps: Vec<Block>,
    /// Its values, the entry among them, and the screen behind it.
    pub task: SoftTrajectory,
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

    /// The step that it is, where it is one and nothing else.
    pub fn step(&self) -> Option<&Column> {
        match self {
            Block::Step(column) => Some(column),
            Block::ForEach { .. }
            | Block::Repeat(_)
            | Block::Read { .. }
            | Block::Count(_)
            | Block::Rows(_)
            | Block::Uneven(_) => None,
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

impl Rows {
    /// Both as one, if they are the rows of one list.
    pub fn join(&self, other: &Rows) -> Option<Rows> {
        self.entries.asks_same(&other.entries).then(|| Rows {
            entries: self.entries.clone(),
            members: self.members.iter().chain(&other.members).cloned().collect(),
        })
    }

    /// The statement.
    pub fn stmt(&self) -> Stmt {
        let sources = self.members.iter().map(|it| it.step.source.clone()).collect();
        let kind = Kind::ReadAll {
            var: ROWS.to_owned(),
            locator: self.entries.clone(),
        };
        Stmt::new(kind, sources)
    }
}

impl Uneven {
    /// Both as one, if they walk along the same list.
    pub fn join(&self, other: &Uneven) -> Option<Uneven> {
        let rounds = self.rounds.iter().chain(&other.rounds).cloned().collect();
        (self.var == other.var && self.list == other.list)
            .then(|| (self.combine)(&self.var, &self.list, rounds))
            .flatten()
    }

    /// Its columns, round after round.
    pub fn columns(&self) -> Vec<&Column> {
        let steps = self.rounds.iter().flat_map(|it| &it.steps);
        steps.flat_map(Block::columns).collect()
    }

    /// The statement by one of its bodies.
    pub fn stmt(&self, body: usize) -> Stmt {
        let members = self.columns().into_iter().flat_map(|it| &it.members);
        let sources = members.map(|it| it.step.source.clone()).collect();
        let kind = Kind::ForEach {
            var: self.var.clone(),
            list: self.list.clone(),
            body: self
                .bodies
                .get(body)
                .or(self.bodies.first())
                .cloned()
                .unwrap_or_default(),
        };
        Stmt::new(kind, sources)
    }

    /// Its statements, likeliest first.
    pub fn choices(&self) -> impl Iterator<Item = Stmt> {
        (0..self.bodies.len()).map(|it| self.stmt(it))
    }
}

/// A statement that is done under a condition.
pub(super) fn guarded(cond: Cond, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Stmt {
    let sources = then
        .iter()
        .chain(&otherwise)
        .flat_map(|it| it.sources.clone())
        .collect();
    Stmt::new(
        Kind::If {
            cond,
            then,
            otherwise,
        },
        sources,
    )
}
