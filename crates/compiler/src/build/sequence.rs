//! Trajectories side by side: which blocks are the same, and the programs that follow from it.

use std::rc::Rc;

use strings::{Expr, learn};
use task::{Params, Value};
use ui::{Action, Found, Key, Locator, Screen, find};

use crate::{
    program::{Cond, Limit, Stmt},
    soft::{SoftTrajectory, Step},
    translate::{fill, values, with_held},
};

use super::{
    branch,
    column::{Block, Column, Member, Repeat, same_kind, siblings},
    fold, keys, reads,
};

/// Rounds of a repetition that is ended by a condition.
pub(super) const MOST_ROUNDS: u32 = 30;
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
    let read: Option<Vec<Vec<Block>>> = trajectories
        .iter()
        .zip(lines)
        .enumerate()
        .map(|(idx, (trajectory, steps))| reads::with_reads(idx, trajectory, steps))
        .collect();
    // Which value the keys say is all that is open there: the best body of each.
    for keyed in keys::with_keys(trajectories, &plain) {
        all.extend(bodies(trajectories, keyed).into_iter().take(1));
    }
    let mut ways = fold::foldings(trajectories, plain);
    let mut texts = lines.iter().map(|it| reads::unexplained_texts(it));
    let first = texts.next();
    let differ = texts.any(|it| Some(it) != first);
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
    arrange(trajectories, without_idle_guesses(trajectories, blocks))
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
            let member = block.columns().first().and_then(|it| it.members.first());
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

/// A pair of blocks in an alignment.
enum Pair {
    /// Nobody has tried yet whether they join; they gain at most this, if they can at all.
    Untried(Option<i32>),
    /// What they are as one, and what that gains.
    Tried(Option<(i32, Block)>),
}

impl Pair {
    /// What it gains at most.
    fn gain(&self) -> Option<i32> {
        match self {
            Pair::Untried(most) => *most,
            Pair::Tried(joined) => joined.as_ref().map(|(gain, _)| *gain),
        }
    }
}

/// Needleman-Wunsch over blocks: what joins stands together, what does not stands alone.
///
/// To join two blocks is dear, so a pair counts as the most it may gain until the best path goes through it. A path
/// on which every pair was tried is the best of all: no other can gain more than it was taken for.
fn align(a: &[Block], b: &[Block]) -> Vec<Block> {
    let untried = |one| {
        b.iter()
            .map(|other| Pair::Untried(most_gain(one, other)))
            .collect()
    };
    let mut pairs: Vec<Vec<Pair>> = a.iter().map(untried).collect();
    loop {
        let path = best_path(&pairs, b.len());
        let mut all_tried = true;
        for (i, j) in path.iter().filter_map(|it| it.0.zip(it.1)) {
            if let Pair::Untried(_) = pairs[i][j] {
                pairs[i][j] = Pair::Tried(join(&a[i], &b[j]));
                all_tried = false;
            }
        }
        if !all_tried {
            continue;
        }
        let block = |(i, j): (Option<usize>, Option<usize>)| match (i, j) {
            (Some(i), Some(j)) => match &pairs[i][j] {
                Pair::Tried(Some((_, joined))) => Some(joined.clone()),
                Pair::Tried(None) | Pair::Untried(_) => None,
            },
            (Some(i), None) => Some(a[i].clone()),
            (None, Some(j)) => Some(b[j].clone()),
            (None, None) => None,
        };
        return path.into_iter().filter_map(block).collect();
    }
}

/// The path through the pairs that gains most: which of the first line and which of the second stand in each place.
fn best_path(pairs: &[Vec<Pair>], width: usize) -> Vec<(Option<usize>, Option<usize>)> {
    const GAP: i32 = -1;
    let height = pairs.len();
    let mut score = vec![vec![0; width + 1]; height + 1];
    let together = |score: &[Vec<i32>], i: usize, j: usize| -> Option<i32> {
        let pair = pairs.get(i)?.get(j)?;
        Some(pair.gain()? + score[i + 1][j + 1])
    };
    for i in (0..=height).rev() {
        for j in (0..=width).rev() {
            let ways = [
                together(&score, i, j),
                (i < height).then(|| score[i + 1][j] + GAP),
                (j < width).then(|| score[i][j + 1] + GAP),
            ];
            score[i][j] = ways.into_iter().flatten().max().unwrap_or(0);
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut path = Vec::with_capacity(height.max(width));
    while i < height || j < width {
        if together(&score, i, j) == Some(score[i][j]) {
            path.push((Some(i), Some(j)));
            i += 1;
            j += 1;
        } else if i < height && score[i][j] == score[i + 1][j] + GAP {
            path.push((Some(i), None));
            i += 1;
        } else {
            path.push((None, Some(j)));
            j += 1;
        }
    }
    path
}

/// What joining two blocks gains at most; `None` where they are sure not to join.
fn most_gain(a: &Block, b: &Block) -> Option<i32> {
    match (a, b) {
        (Block::Step(one), Block::Step(other)) => {
            same_kind(one.step(), other.step()).then(|| 1 + 2 * one.most_strength())
        }
        (Block::ForEach { .. }, Block::ForEach { .. }) => Some(12),
        (Block::Repeat(_), Block::Repeat(_))
        | (Block::Read { .. }, Block::Read { .. })
        | (Block::Count(_), Block::Count(_)) => Some(8),
        (Block::Repeat(_), Block::Step(_)) | (Block::Step(_), Block::Repeat(_)) => Some(4),
        (
            Block::Step(_) | Block::ForEach { .. } | Block::Repeat(_) | Block::Read { .. } | Block::Count(_),
            Block::Step(_) | Block::ForEach { .. } | Block::Repeat(_) | Block::Read { .. } | Block::Count(_),
        ) => None,
    }
}

/// Two blocks as one, and how likely they are the same.
fn join(a: &Block, b: &Block) -> Option<(i32, Block)> {
    let columns = |a: &[Column], b: &[Column]| -> Option<Vec<Column>> {
        if a.len() != b.len() {
            return None;
        }
        a.iter().zip(b).map(|(a, b)| a.join(b)).collect()
    };
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
            let body = if list == other_list {
                columns(body, other)?
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
            let body = columns(&one.body, &other.body)?;
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
        (Block::Count(_), _) | (_, Block::Count(_)) => None,
        (Block::ForEach { .. }, Block::Step(_) | Block::Repeat(_) | Block::Read { .. })
        | (Block::Step(_) | Block::Repeat(_), Block::ForEach { .. } | Block::Read { .. })
        | (Block::Read { .. }, Block::Step(_) | Block::Repeat(_) | Block::ForEach { .. }) => None,
    }
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
        let mut apart: Vec<Column> = Vec::new();
        for member in repeat.body.iter().flat_map(|it| &it.members) {
            let mut member = member.clone();
            Rc::make_mut(&mut member.params).shift_remove(COUNTER);
            let Some(column) = Column::of(member) else {
                continue;
            };
            match apart.iter_mut().find_map(|it| Some((it.join(&column)?, it))) {
                Some((joined, known)) => *known = joined,
                None => apart.push(column),
            }
        }
        all.extend(apart.into_iter().map(Block::Step));
    }
    all
}

/// Clicks on different elements of one kind, each for a reason no one can see beforehand: a search among
/// siblings until what is wanted shows.
fn search(columns: &[&Column]) -> Option<Repeat> {
    let column = search_column(columns)?;
    let rounds = column.members.iter().map(|it| (it.trajectory, 1)).collect();
    let limit = Limit::AtMost(MOST_ROUNDS);
    Some(Repeat {
        var: COUNTER.to_owned(),
        body: vec![column],
        rounds,
        limit,
        until: None,
        guessed: true,
    })
}

/// The column that clicks the n-th of a kind.
pub(super) fn search_column(columns: &[&Column]) -> Option<Column> {
    let members: Vec<&Member> = columns.iter().flat_map(|it| &it.members).collect();
    let first = *members.first()?;
    let mut common: Option<Locator<Expr>> = None;
    let mut placed = Vec::new();
    for it in &members {
        let Action::Click { .. } = it.step.action else {
            return None;
        };
        let target = it.step.target?;
        let (kind, all) = siblings(&it.step.screen, target)?;
        if all.len() < 2 || common.as_ref().is_some_and(|known| !known.asks_same(&kind)) {
            return None;
        }
        let at = all.iter().position(|id| *id == target)? + 1;
        common = Some(kind);
        let mut member = (*it).clone();
        member.set(COUNTER, at.to_string());
        placed.push(member);
    }
    let mut locator = common?;
    locator.nth = Some(Expr::Input(COUNTER.to_owned()));
    locator.target_description = format!("the next {}", kind_word(first));
    Some(Column {
        members: placed,
        locators: vec![locator],
        values: Vec::new(),
        among: None,
        either: Vec::new(),
        interrupted: Vec::new(),
    })
}

fn kind_word(member: &Member) -> String {
    let element = member.element();
    let kind = element.and_then(|it| it.role.as_deref().or(it.class_name.as_deref()));
    kind.map_or("element", |it| it.rsplit('.').next().unwrap_or(it))
        .to_owned()
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
fn arrange(trajectories: &[SoftTrajectory], blocks: Vec<Block>) -> Vec<Vec<Stmt>> {
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

/// The statements that a block can be, likeliest first.
pub(super) fn choices(trajectories: &[SoftTrajectory], blocks: &[Block], at: usize) -> Vec<Vec<Stmt>> {
    match &blocks[at] {
        Block::Step(column) => {
            let mut all = vec![vec![column.stmt(0, 0)]];
            // A search that ends when the next target shows, where this step may have been one round of it.
            if let Some(repeat) = guessed_search(column, blocks.get(at + 1)) {
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
        block @ (Block::ForEach { .. } | Block::Read { .. }) => vec![vec![block.stmt()]],
        Block::Count(count) => count.choices().map(|it| vec![it]).collect(),
        Block::Repeat(repeat) => {
            let place = Place::before(trajectories, blocks, at + 1);
            let endings = endings(repeat, &place, blocks.get(at + 1));
            endings
                .into_iter()
                .map(|(limit, until)| {
                    vec![
                        Block::Repeat(Repeat {
                            limit,
                            until,
                            ..repeat.clone()
                        })
                        .stmt(),
                    ]
                })
                .collect()
        }
    }
}

/// A click on one of several of a kind that brought up the next target, which was not there before.
fn guessed_search(column: &Column, next: Option<&Block>) -> Option<Repeat> {
    let next = next?.columns().first()?;
    let locator = next.locators.first()?;
    if column.locators.first()?.values().any(|it| !it.is_const()) {
        return None;
    }
    let absent = |it: &Member| {
        fill(locator, &it.params).is_some_and(|asked| find(&it.step.screen, &asked) == Found::None)
    };
    if !column.members.iter().all(absent) {
        return None;
    }
    let mut repeat = search(&[column])?;
    repeat.until = Some(Cond::Exists(locator.clone()));
    Some(repeat)
}

/// How a repetition can end, likeliest first.
fn endings(repeat: &Repeat, place: &Place<'_>, next: Option<&Block>) -> Vec<(Limit, Option<Cond>)> {
    let mut all: Vec<(Limit, Option<Cond>)> = Vec::new();
    let rounds_of = |idx: usize| {
        repeat
            .rounds
            .iter()
            .find(|(it, _)| *it == idx)
            .map_or(0, |(_, rounds)| *rounds)
    };
    let examples: Vec<(Params, String)> = place
        .params
        .iter()
        .enumerate()
        .filter(|(idx, _)| repeat.rounds.iter().any(|(it, _)| it == idx))
        .map(|(idx, params)| ((*params).clone(), rounds_of(idx).to_string()))
        .collect();
    let searching = repeat
        .body
        .iter()
        .any(|it| it.uses(COUNTER) && it.strength() == 0 && !it.by_value());
    if !searching {
        for it in learn(&examples)
            .into_iter()
            .filter(|it| !it.is_const() && it.cost() <= 14)
            .take(2)
        {
            all.push((Limit::Exactly(it), None));
        }
    }
    // A condition must not hold before any round, and must hold after the last one.
    let proven = |cond: &Cond| {
        let before = repeat.body.first().is_some_and(|column| {
            column
                .members
                .iter()
                .all(|it| cond.holds(&it.params, &it.step.screen) == Some(false))
        });
        let after = place
            .screens
            .iter()
            .zip(&place.params)
            .all(|(screen, params)| cond.holds(params, screen) == Some(true));
        before && after
    };
    let mut conds: Vec<Cond> = Vec::new();
    if let Some(column) = next.and_then(|it| it.columns().first()) {
        conds.extend(column.locators.iter().take(8).cloned().map(Cond::Exists));
    }
    if let Some(params) = place.params.first() {
        for (name, _) in params.iter().filter(|(_, value)| value.as_text().is_some()) {
            for key in [Key::Value, Key::Text] {
                let locator = Locator::by(key, Expr::Input(name.clone()))
                    .described(format!("the element that shows {name}"));
                conds.push(Cond::Exists(locator));
            }
        }
    }
    if let Some(locator) = repeat.body.first().and_then(|it| it.locators.first()) {
        conds.push(Cond::Not(Box::new(Cond::Exists(locator.clone()))));
    }
    for cond in conds {
        let held = match &cond {
            // What is clicked next by number is gone when its number is one more than there were rounds.
            Cond::Not(inner) => match inner.as_ref() {
                Cond::Exists(locator) => {
                    place
                        .screens
                        .iter()
                        .zip(&place.params)
                        .enumerate()
                        .all(|(idx, (screen, params))| {
                            let mut params = (*params).clone();
                            params.insert(repeat.var.clone(), Value::Text((rounds_of(idx) + 1).to_string()));
                            fill(locator, &params).is_some_and(|it| find(screen, &it) == Found::None)
                        })
                }
                _ => false,
            },
            cond => proven(cond),
        };
        if held {
            all.push((Limit::AtMost(MOST_ROUNDS), Some(cond)));
        }
    }
    let counts: Vec<usize> = examples.iter().filter_map(|(_, it)| it.parse().ok()).collect();
    if let Some(count) = counts
        .first()
        .filter(|count| counts.iter().all(|it| it == *count))
    {
        all.push((Limit::Exactly(Expr::Const(count.to_string())), None));
    }
    all
}
