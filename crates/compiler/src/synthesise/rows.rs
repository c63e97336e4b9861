//! Steps that do the same to every row that a screen shows, however far down it stands, to a loop over the rows.
//!
//! A row is known by a text that it shows and its like do too. Somebody who did the same to all the rows that there
//! were to be seen, scrolling on the way or not, did it because they were the rows.

use std::rc::Rc;

use strings::{Expr, List};
use ui::{Action, Element, ElementId, Found, Key, Locator, Screen, find};

use crate::locator::fill;

use super::{
    block::{Block, ROWS, Rows},
    column::Column,
    join::join_all,
    member::{Member, same_kind},
    target::siblings,
};

/// The variable of what one row shows.
const ROW: &str = "row";
/// Steps of one round at most.
const LONGEST_ROUND: usize = 4;
/// Texts beside a target that may say which row it is in.
const MOST_BESIDE: usize = 4;
/// Longer texts are content, not what a row is known by.
const LONGEST: usize = 80;

/// The lines with what was done to all rows as loops.
pub(super) struct Looped {
    /// The lines.
    pub lines: Vec<Vec<Block>>,
    /// Whether it is what every line does, each with rows of its own: the same few everywhere are buttons.
    pub is_sure: bool,
}

/// The lines with what was done to all rows as loops. `None` where nothing was.
pub(super) fn with_rows(lines: &[Vec<Block>]) -> Option<Looped> {
    let taken = |it: &Member| it.params.keys().any(|it| it == ROW || it == ROWS);
    let mut columns = lines.iter().flatten().flat_map(Block::columns);
    if columns.any(|it| it.members.iter().any(taken)) {
        return None;
    }
    let mut shape: Option<Walk> = None;
    for line in lines {
        shape = (0..line.len()).find_map(|start| walk_from(&line[start..], None));
        if shape.is_some() {
            break;
        }
    }
    let shape = shape?;
    let (lines, rows): (Vec<_>, Vec<_>) = lines.iter().map(|it| with_loops(it, &shape)).unzip();
    let everywhere = rows.iter().all(|it| !it.is_empty());
    let differ = rows.windows(2).any(|it| it[0] != it[1]);
    Some(Looped {
        lines,
        is_sure: everywhere && differ,
    })
}

/// The line with every walk over rows of this shape as a loop, and what the rows show.
fn with_loops(line: &[Block], shape: &Walk) -> (Vec<Block>, Vec<String>) {
    let mut all = Vec::new();
    let mut rows: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(block) = line.get(at) {
        let Some(walk) = walk_from(&line[at..], Some(shape)) else {
            all.push(block.clone());
            at += 1;
            continue;
        };
        at += walk.length;
        rows.extend(walk.rows);
        all.push(Block::Rows(Rows {
            entries: walk.entries,
            members: walk.first.into_iter().collect(),
        }));
        all.push(Block::ForEach {
            var: ROW.to_owned(),
            list: List::Input(ROWS.to_owned()),
            body: walk.body,
        });
    }
    rows.sort();
    (all, rows)
}

/// The same done to one row after the other.
struct Walk {
    /// How many blocks it took.
    length: usize,
    /// What shows by what a row is known.
    entries: Locator<Expr>,
    /// What the rows show.
    rows: Vec<String>,
    /// The step that it began with.
    first: Option<Member>,
    /// What is done to a row.
    body: Vec<Block>,
}

/// The walk over all rows that starts here. By itself one row is none; where a walk was seen elsewhere, the same
/// over a single row is one too.
fn walk_from(line: &[Block], shape: Option<&Walk>) -> Option<Walk> {
    let first = single(line.first()?)?;
    let target = first.step.target?;
    let screen = &first.step.screen;
    let (rounds, kinds) = match shape {
        Some(shape) => (shape.body.len()..=shape.body.len(), vec![shape.entries.clone()]),
        None => (1..=LONGEST_ROUND, Vec::new()),
    };
    for round in rounds {
        let again = |at: usize| Some(same_kind(&single(&line[0])?.step, &single(line.get(at)?)?.step));
        // Scrolling on to the next row stands between two rounds.
        let next = (round..line.len()).find(|at| !is_scroll(&line[*at]));
        if shape.is_none() && next.and_then(again) != Some(true) {
            continue;
        }
        let kinds = if shape.is_some() {
            kinds.clone()
        } else {
            row_kinds(screen, target)
        };
        for entries in kinds {
            let found = walk(line, round, &entries);
            let known = |it: &Walk| shape.is_none_or(|shape| join_all(&shape.body, &it.body).is_some());
            if let Some(walk) = found
                && (walk.rows.len() >= 2 || shape.is_some())
                && known(&walk)
            {
                return Some(walk);
            }
        }
    }
    None
}

/// The rounds of so many steps that start here, each for a row of its own, if they are for all the rows that were to
/// be seen.
fn walk(line: &[Block], round: usize, entries: &Locator<Expr>) -> Option<Walk> {
    let mut seen: Vec<String> = Vec::new();
    let mut done: Vec<String> = Vec::new();
    let mut body: Vec<Block> = Vec::new();
    let mut length = 0;
    let mut at = 0;
    while let Some(block) = line.get(at) {
        if !done.is_empty() && is_scroll(block) {
            at += 1;
            continue;
        }
        let Some((row, shown, one)) = line.get(at..at + round).and_then(|it| one_round(it, entries)) else {
            break;
        };
        if done.contains(&row) {
            break;
        }
        let joined = if body.is_empty() {
            Some(one)
        } else {
            join_all(&body, &one)
        };
        let Some(joined) = joined else { break };
        body = joined;
        seen.extend(shown);
        done.push(row);
        at += round;
        length = at;
    }
    let all = !done.is_empty() && seen.iter().all(|it| done.contains(it));
    let goes_by_row = body.first().is_some_and(|it| it.uses(ROW));
    (all && goes_by_row).then(|| Walk {
        length,
        entries: entries.clone(),
        rows: done,
        first: single(&line[0]).cloned(),
        body,
    })
}

/// A round for one row: by what it is known, what all rows on its screen show, and its steps by the row.
fn one_round(steps: &[Block], entries: &Locator<Expr>) -> Option<(String, Vec<String>, Vec<Block>)> {
    let first = single(steps.first()?)?;
    let shown = rows_of(&first.step.screen, entries);
    // Where only one row is left to do, its target is the nearest to every row: its own shares most with it.
    let target = first.element()?;
    let depth = |it: &(String, &Element)| {
        if it.1 == target {
            usize::MAX
        } else {
            target.shared_depth(it.1)
        }
    };
    let deepest = shown.iter().map(depth).max()?;
    let mut closest = shown.iter().filter(|it| depth(it) == deepest);
    let row = closest.next().filter(|_| closest.next().is_none())?.0.clone();
    let by_row = by_row(first, &row)?;
    let shown = shown.into_iter().map(|it| it.0).collect();
    let mut body = vec![Block::Step(Column::of(by_row)?)];
    for step in &steps[1..] {
        let mut member = single(step)?.clone();
        member.set(ROW, row.clone());
        body.push(Block::Step(Column::of(member)?));
    }
    Some((row, shown, body))
}

/// What the rows on a screen show, and where; nothing where two show the same.
fn rows_of<'a>(screen: &'a Screen, entries: &Locator<Expr>) -> Vec<(String, &'a Element)> {
    let none = task::Params::new();
    let ids = match fill(entries, &none).map(|it| find(screen, &it)) {
        Some(Found::Many(ids)) => ids,
        Some(Found::One(id)) => vec![id],
        Some(Found::None) | None => return Vec::new(),
    };
    let mut all: Vec<(String, &Element)> = Vec::new();
    for element in ids.into_iter().filter_map(|it| screen.get(it)) {
        let Some(text) = says(element) else { continue };
        if all.iter().any(|it| it.0 == text) {
            return Vec::new();
        }
        all.push((text.to_owned(), element));
    }
    all
}

/// The step with its target by the row that shows this; `None` where that does not tell it.
fn by_row(member: &Member, row: &str) -> Option<Member> {
    let mut member = member.clone();
    member.set(ROW, row.to_owned());
    let element = member.element()?;
    let variable = || Expr::Input(ROW.to_owned());
    let tail = |it: &String, by: &str| it.rsplit(by).next().unwrap_or(it).to_owned();
    let class = element.class_name.as_ref().map(|it| tail(it, "."));
    let mut ways: Vec<Locator<Expr>> = Vec::new();
    if says(element) == Some(row) {
        let key = if element.text.is_some() {
            Key::Text
        } else {
            Key::ContentDescription
        };
        ways.push(Locator::by(key, variable()));
        ways.extend(class.map(|it| Locator::by(key, variable()).and(Key::ClassName, it)));
    } else {
        let constant = |key: Key, it: &Option<String>| it.clone().map(|it| Locator::by(key, it));
        let name = element.resource_name.as_ref().map(|it| tail(it, ":id/"));
        let bases = [
            constant(Key::ContentDescription, &element.content_description),
            constant(Key::Text, &element.text).filter(|_| !element.editable),
            constant(Key::ResourceName, &name),
            constant(Key::ClassName, &class),
        ];
        ways.extend(bases.into_iter().flatten().map(|it| Locator {
            near: Some(variable()),
            ..it
        }));
    }
    let kind = element.name();
    let kind = if says(element) == Some(row) {
        String::new()
    } else {
        format!("{kind} of ")
    };
    let said = format!("{kind}the row that shows {ROW}");
    ways.retain(|it| member.finds_target(it));
    if ways.is_empty() {
        return None;
    }
    let ways: Vec<_> = ways.into_iter().map(|it| it.described(said.clone())).collect();
    let step = Rc::make_mut(&mut member.step);
    step.target_description = said;
    step.expect = None;
    step.action = step.action.with_target(ways);
    Some(member)
}

/// The kinds of texts by which the row of a target may be known: its own, or those that stand closest to it.
fn row_kinds(screen: &Screen, target: ElementId) -> Vec<Locator<Expr>> {
    let Some(element) = screen.get(target) else {
        return Vec::new();
    };
    let mut beside: Vec<(usize, ElementId)> = screen
        .iter()
        .filter(|(id, it)| *id != target && says(it).is_some())
        .map(|(id, it)| (element.shared_depth(it), id))
        .collect();
    let deepest = beside.iter().map(|it| it.0).max().unwrap_or(0);
    beside.retain(|it| it.0 == deepest);
    let own = says(element).map(|_| target);
    let mut all: Vec<Locator<Expr>> = Vec::new();
    for id in own
        .into_iter()
        .chain(beside.into_iter().map(|it| it.1))
        .take(MOST_BESIDE)
    {
        let Some((kind, _)) = siblings(screen, id) else {
            continue;
        };
        if !all.iter().any(|it| it.asks_same(&kind)) {
            all.push(kind.described("every row"));
        }
    }
    all
}

/// What `read_all` says of an element.
fn says(element: &Element) -> Option<&str> {
    let said = element.text.as_ref().or(element.content_description.as_ref())?;
    let named = !said.trim().is_empty() && said.chars().count() <= LONGEST && !element.editable;
    named.then_some(said.as_str())
}

/// The only member of a step.
fn single(block: &Block) -> Option<&Member> {
    match block {
        Block::Step(column) => column.members.first().filter(|_| column.members.len() == 1),
        Block::ForEach { .. }
        | Block::Repeat(_)
        | Block::Read { .. }
        | Block::Count(_)
        | Block::Rows(_)
        | Block::Uneven(_) => None,
    }
}

fn is_scroll(block: &Block) -> bool {
    let scrolls = |it: &Member| matches!(it.step.action, Action::Scroll { .. } | Action::Swipe { .. });
    single(block).is_some_and(scrolls)
}
