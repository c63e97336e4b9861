//! Soft trajectories to programs: what they have in common, what only some need, what repeats.
//!
//! The answer is a ranked list: every program in it reproduces what it was built from as far as that can
//! be said without running; which one holds for other instances is found by running them.
//!
//! The passes work on one IR, the [`Block`](block::Block): the steps in one place of all trajectories (a column of
//! members), or a loop, a read, a count of them. In the order in which they run:
//!
//! ```text
//! order      fields that can be filled in any order are filled in the same
//! copies     what was copied of another record and was the same already becomes a step
//! settings   a value that no step takes becomes a step that brings the form to it
//! asked      an answer becomes a question that the rows of every list that was read answer
//! switch     trajectories of different kinds are told apart, each kind a program of its own
//! sequence   a line of blocks for each trajectory, then:
//!   count      a number becomes a count of elements
//!   reads      a text that was seen before it was typed is read
//!   found_rows rows are taken away that say the same as another one, or whose page says a value: all that are so are
//!   addresses  what stood in a page's address and then in one that was opened is read there
//!   records    a text that lists what was typed is read, and its lines are gone through
//!   keys       keys that were pressed become a loop over characters
//!   fold       runs of the same become loops: entries of a list, uneven rounds (uneven), rows of a screen (rows), like
//!              controls that were gone through (browse)
//!   align      the lines side by side become one; join makes one block of two, or a search among siblings (search)
//!   arrange    blocks become statements (choices), what only some trajectories have becomes a branch (branch),
//!              and what ends a repetition is looked for (ending)
//! ```

// The IR, from the step of one recording to the blocks of all.
mod block;
mod column;
mod count;
pub(crate) mod data;
mod member;
mod next;
mod points;
mod side;
mod target;

// Blocks side by side.
mod align;
mod join;
mod search;

// Blocks to statements.
mod arrange;
mod branch;
mod choices;
mod ending;
mod place;

// The passes over blocks, and the order in which they run.
mod addresses;
mod answered_table;
mod asked;
mod browse;
mod copies;
mod each_row;
mod entry;
pub(crate) mod fold;
mod found_rows;
mod keys;
mod order;
mod reads;
mod records;
mod rounds;
mod rows;
mod sequence;
mod settings;
mod switch;
mod uneven;
mod vanish;

use std::{collections::HashSet, rc::Rc};

use strings::Expr;
use task::Params;
use ui::{Action, Status};

pub(crate) use block::MOST_ROUNDS;
use column::Column;
pub(crate) use member::COUNTER;
use member::Member;
pub use points::{PointsDiffer, points_differ};
pub use records::listed_steps;

use crate::{
    program::{Kind, Param, Program, Stmt},
    row_rounds::{Choice, RowRounds},
    script::function_name,
    soft::{SoftTrajectory, Step},
};

/// Programs returned.
const MOST: usize = 32;
/// Of them, those that tell kinds of instances apart.
const MOST_SWITCHED: usize = 6;
/// Of them, those that bring a form to values that no step takes.
const MOST_SET: usize = 4;
/// Of them, those that take a value in the words of a control for that of a field.
const MOST_LEFT: usize = 2;

/// The programs that fit these trajectories, likeliest first.
pub fn synthesise(trajectories: &[SoftTrajectory], task_type: &str, description: &str) -> Vec<Program> {
    if let Some((answer, rest)) = answered_table::taken_out(trajectories) {
        let programs = synthesise(&rest, task_type, description).into_iter();
        return programs.map(|it| answering(it, &answer)).collect();
    }
    let Some(frame) = Frame::of(trajectories, task_type, description) else {
        return Vec::new();
    };
    let mut bodies = Bodies::default();
    let lines: Vec<Vec<Step>> = trajectories.iter().map(|it| it.steps.clone()).collect();
    let lines = order::alike(&lines);
    // What only some recordings had to empty was copied; what all of them emptied may as well be empty for all values.
    let (besides, all_emptied) = copied_besides(trajectories, &lines);
    bodies.extend(besides);
    // What is answered from a list is asked of it.
    bodies.extend(asked::of_lists(trajectories, &lines));
    let by_list = bodies.all.len();
    // The record that was open says what address was opened.
    bodies.extend(addresses::programs(trajectories, &lines));
    // What stands in a list again, where the goal says so.
    bodies.extend(found_rows::programs(trajectories, &lines));
    // What one text lists is typed line by line.
    bodies.extend(records::programs(trajectories, &lines));
    // A value that nothing is done with tells what is meant from others of its name, where it is shown there; or it was right
    // already, or says the state of what was tapped.
    let told = settings::with_evidence(trajectories, &lines);
    let told_and_set = told
        .as_ref()
        .and_then(|it| settings::with_settings(trajectories, it));
    let set = settings::with_settings(trajectories, &lines);
    for lines in [told_and_set, told, set].into_iter().flatten() {
        bodies.extend(
            sequence::programs(trajectories, &lines)
                .into_iter()
                .take(MOST_SET),
        );
    }
    let plain = sequence::programs(trajectories, &lines);
    // Where everything is one line of steps by their names, nothing has to be told apart.
    let straight = plain.first().is_some_and(|it| !it.iter().any(is_unsure));
    let mut plain = plain.into_iter();
    if straight {
        bodies.extend(plain.next());
    }
    bodies.extend(
        switch::programs(trajectories, &lines)
            .into_iter()
            .take(MOST_SWITCHED),
    );
    let with_dropped: Vec<Vec<Step>> = trajectories.iter().map(with_dropped).collect();
    // Where nothing had to be done on any of them, that is the program.
    if with_dropped.iter().all(Vec::is_empty) {
        return vec![frame.program(Vec::new())];
    }
    let with_dropped = order::alike(&with_dropped);
    let mut whole = Vec::new();
    if with_dropped != lines {
        whole = sequence::programs(trajectories, &with_dropped);
        whole.truncate(5);
    }
    let mut whole = whole.into_iter();
    // The best of both first: whether a step that changed nothing counts is soon known by running.
    bodies.extend(plain.next());
    bodies.extend(all_emptied);
    bodies.extend(whole.next());
    // A value that stands in the words of a control may as well be that of a field.
    if let Some(set) = settings::with_fields(trajectories, &lines) {
        bodies.extend(sequence::programs(trajectories, &set).into_iter().take(MOST_LEFT));
    }
    bodies.extend(plain);
    bodies.extend(whole);
    if trajectories.len() > 1 {
        // One recording may be odd; a program of another one alone may serve all.
        for (idx, it) in trajectories.iter().enumerate().rev() {
            let alone = sequence::programs(std::slice::from_ref(it), std::slice::from_ref(&lines[idx]));
            bodies.extend(alone.into_iter().take(3));
        }
    }
    let rest = bodies.all.split_off(by_list);
    bodies
        .all
        .extend(asked::without_remembered(rest, trajectories, by_list > 0));
    data::without_luck(bodies.all, trajectories)
        .into_iter()
        .filter(|body| trajectories.len() < 2 || !empties_by_chance(body, trajectories.len()))
        .map(|body| frame.program(rounds::written_out(body)))
        .filter(Program::is_in_order)
        .take(MOST)
        .collect()
}

/// The statement of one step of a trajectory.
pub(crate) fn stmt_of(trajectory: &SoftTrajectory, step: &Step) -> Option<Stmt> {
    let member = Member {
        trajectory: 0,
        step: Rc::new(step.clone()),
        params: Rc::new(trajectory.known()),
    };
    Some(Column::of(member)?.stmt(0, 0))
}

/// The program of one recording whose rounds are a loop over the rows of a table that a person says are meant. `None` where the
/// rounds are not the same steps, or nothing finds what they act on in each row.
pub fn each_row(
    trajectory: &SoftTrajectory,
    rounds: &RowRounds,
    choice: &Choice,
    (task_type, description): (&str, &str),
) -> Option<Program> {
    let answered = answered_table::taken_out(std::slice::from_ref(trajectory));
    let (answer, trajectory) = match &answered {
        Some((answer, rest)) => (Some(answer), rest.first()?),
        None => (None, trajectory),
    };
    let frame = Frame::of(std::slice::from_ref(trajectory), task_type, description)?;
    let mut program = frame.program(each_row::body(trajectory, rounds, choice)?);
    if let Some(answer) = answer {
        program = answering(program, answer);
    }
    program.is_in_order().then_some(program)
}

/// The program with an answer at its end.
fn answering(mut program: Program, answer: &Stmt) -> Program {
    let ends = matches!(program.body.last().map(|it| &it.kind), Some(Kind::Stop(_)));
    let at = program.body.len() - usize::from(ends);
    program.body.insert(at, answer.clone());
    program
}

/// The programs that copy what is empty from another record: where some recordings had nothing to empty, and where all had.
fn copied_besides(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> (Vec<Vec<Stmt>>, Vec<Vec<Stmt>>) {
    let Some((copied, more)) = copies::with_copies(trajectories, lines) else {
        return Default::default();
    };
    let all = sequence::programs(trajectories, &copied).into_iter();
    // That it is emptied by all, not all of them have shown.
    let all = all
        .filter(|it| !empties_by_chance(it, usize::MAX))
        .take(MOST_SET)
        .collect();
    match more {
        true => (all, Vec::new()),
        false => (Vec::new(), all),
    }
}

/// The steps with those put back that changed nothing which can be seen: a page may count them all the same.
fn with_dropped(trajectory: &SoftTrajectory) -> Vec<Step> {
    let mut all = trajectory.steps.clone();
    let scrolled = |it: &Step| matches!(it.action, Action::Scroll { .. } | Action::Swipe { .. });
    all.extend(
        trajectory
            .dropped
            .iter()
            .filter(|it| !scrolled(&it.step))
            .map(|it| it.step.clone()),
    );
    all.sort_by_key(|it| it.source.step);
    all
}

/// Whether a statement goes by what happens to show, or by a place instead of a name. What the parameters
/// decide is sure.
fn is_unsure(stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.walk(&mut |it| {
        found |= match &it.kind {
            Kind::If { cond, .. } => cond.is_over_the_screen(),
            Kind::Act { action, optional, .. } => *optional || action.targets().any(|it| it.nth.is_some()),
            Kind::ForEach { .. }
            | Kind::EachRow { .. }
            | Kind::EachFound { .. }
            | Kind::Repeat { .. }
            | Kind::Read { .. }
            | Kind::ReadAll { .. }
            | Kind::ReadAddress { .. }
            | Kind::Arrive(_)
            | Kind::Holds { .. }
            | Kind::AnswerTable(_)
            | Kind::Count { .. }
            | Kind::Ask { .. }
            | Kind::Stop(_)
            | Kind::Refuse(_) => false,
        };
    });
    found
}

/// Whether a body empties a field that only some of the recordings emptied: no value says that it is to be empty, and what
/// was copied there may be empty by chance. Nobody knows for which values it is.
fn empties_by_chance(body: &[Stmt], recordings: usize) -> bool {
    let mut found = false;
    for stmt in body {
        stmt.walk(&mut |it| {
            if let Kind::Act {
                action:
                    Action::InputText {
                        target: Some(_),
                        text: Expr::Const(text),
                        clear: true,
                    },
                ..
            } = &it.kind
            {
                let shown_by: HashSet<_> = it.sources.iter().map(|it| &it.recording).collect();
                found |= text.is_empty() && shown_by.len() < recordings;
            }
        });
    }
    found
}

/// Bodies in order, each once.
#[derive(Default)]
struct Bodies {
    all: Vec<Vec<Stmt>>,
}

impl Bodies {
    fn extend(&mut self, more: impl IntoIterator<Item = Vec<Stmt>>) {
        for it in more {
            let same = |kept: &Vec<Stmt>| kept.iter().map(|it| &it.kind).eq(it.iter().map(|it| &it.kind));
            if !it.is_empty() && !self.all.iter().any(same) {
                self.all.push(it);
            }
        }
    }
}

/// What all candidates share.
struct Frame {
    name: String,
    description: String,
    params: Vec<Param>,
    example: Params,
}

impl Frame {
    fn of(trajectories: &[SoftTrajectory], task_type: &str, description: &str) -> Option<Self> {
        let newest = trajectories.last()?;
        Some(Frame {
            name: function_name(task_type),
            description: if description.trim().is_empty() {
                newest.instance.goal.clone()
            } else {
                description.to_owned()
            },
            params: params_of(trajectories),
            example: newest.instance.params.clone(),
        })
    }

    fn program(&self, mut body: Vec<Stmt>) -> Program {
        let ended = matches!(body.last().map(|it| &it.kind), Some(Kind::Stop(_)));
        if !ended {
            body.push(Stmt::new(Kind::Stop(Status::Complete), Vec::new()));
        }
        let program = Program {
            name: self.name.clone(),
            description: self.description.clone(),
            params: self.params.clone(),
            made: Vec::new(),
            example: self.example.clone(),
            body,
        };
        program.with_used_params()
    }
}

/// Every parameter that any instance has. What it is, is said by the values it had.
fn params_of(trajectories: &[SoftTrajectory]) -> Vec<Param> {
    let mut all: Vec<Param> = Vec::new();
    for (name, value) in trajectories.iter().flat_map(|it| &it.instance.params) {
        if !all.iter().any(|it| it.name == *name) {
            all.push(Param::shown(name, value));
        }
    }
    all
}
