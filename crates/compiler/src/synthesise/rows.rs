//! Steps that do the same to every row that a screen shows, however far down it stands, to a loop over the rows.
//!
//! A row is known by a text that it shows and its like do too. Somebody who did the same to all the rows that there
//! were to be seen, scrolling on the way or not, did it because they were the rows. And who did it to all that show a value
//! of the task in one of their cells, and to no other one, did it because of that value; so with a text that only these rows show.

use std::{
    collections::{BTreeMap, HashSet},
    rc::Rc,
};

use strings::{Derived, Expr, List, derive_all};
use task::{Params, Value};
use ui::{Action, Element, ElementId, Found, Key, Locator, Screen, find, row_holders, row_of, signs_around};

use crate::locator::{explanations, fill, is_whole};

use super::{
    block::{Block, ROWS, Rows},
    column::Column,
    join::join_all,
    member::{Member, same_kind},
    target::siblings,
};

/// The variable of what one row shows.
const ROW: &str = "row";
/// The variable of a cell's text that has a value of the task inside.
const CELL: &str = "cell";
/// Steps of one round at most.
const LONGEST_ROUND: usize = 4;
/// Texts beside a target that may say which row it is in.
const MOST_BESIDE: usize = 4;
/// Cells of a row that may say which rows are meant.
const MOST_BY_CONSTANT: usize = 8;
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
    let taken = |it: &Member| {
        it.params
            .keys()
            .any(|it| [ROW, ROWS, CELL].contains(&it.as_str()))
    };
    let mut columns = lines.iter().flatten().flat_map(Block::columns);
    if columns.any(|it| it.members.iter().any(taken)) {
        return None;
    }
    // A text that says it in the first recording may stand in a cell by chance: the next one may say it in all.
    let nth_constant = |nth: usize| {
        let kinds = move |it: &Member| kinds_by_constant(it).into_iter().skip(nth).take(1).collect();
        with_rows_of(lines, &kinds)
    };
    with_rows_of(lines, &kinds_by_value)
        .or_else(|| (0..MOST_BY_CONSTANT).find_map(nth_constant))
        .or_else(|| with_rows_of(lines, &row_kinds))
}

/// The lines with what was done to all rows of a kind as loops.
fn with_rows_of(lines: &[Vec<Block>], kinds: &dyn Fn(&Member) -> Vec<Kind>) -> Option<Looped> {
    let shape = lines.iter().find_map(|line| {
        let mut starts = 0..line.len();
        starts.find_map(|start| walk_from(&line[start..], Among::Any(kinds)))
    })?;
    let (lines, rows): (Vec<_>, Vec<_>) = lines.iter().map(|it| with_loops(it, &shape)).unzip();
    let everywhere = rows.iter().all(|it| !it.is_empty());
    let differ = rows.windows(2).any(|it| it[0] != it[1]);
    if shape.kind.by_cell {
        // A value that says which rows they are says so for every recording; a text may be there by chance.
        let by_text = shape.kind.entries.near.as_ref().is_some_and(Expr::is_const);
        let is_sure = !by_text || differ;
        return everywhere.then_some(Looped { lines, is_sure });
    }
    Some(Looped {
        lines,
        is_sure: everywhere && differ,
    })
}

/// By what rows are known.
#[derive(Clone)]
pub(super) struct Kind {
    /// What shows it, in each of the rows.
    pub entries: Locator<Expr>,
    /// Whether a cell says which rows they are: by a value of the task, or by a text that is the same each time.
    by_cell: bool,
    /// The cell whose text has that value inside, where it is not the whole of it.
    cell: Option<Locator<Expr>>,
}

impl Kind {
    /// The first cell that shows the value on a step's screen, as a step that looks at it.
    fn looks_at(&self, member: &Member) -> Option<Member> {
        let cell = self.cell.as_ref()?;
        let screen = &member.step.screen;
        let target = find(screen, &fill(cell, &member.params)?).one()?;
        let looks = member
            .step
            .looking_at(target, vec![cell.clone()], cell.target_description.clone());
        Some(Member {
            step: Rc::new(looks),
            ..member.clone()
        })
    }

    /// The values of a step with what the cell shows, where there is one.
    fn params(&self, member: &Member) -> Option<Params> {
        let mut params = (*member.params).clone();
        if self.cell.is_some() {
            let looks = self.looks_at(member)?;
            let text = says(looks.element()?)?.to_owned();
            params.insert(CELL.to_owned(), Value::Text(text));
        }
        Some(params)
    }
}

/// Which walks are looked for.
#[derive(Clone, Copy)]
enum Among<'a> {
    /// Any, over rows of these kinds.
    Any(&'a dyn Fn(&Member) -> Vec<Kind>),
    /// Those that do the same as this one.
    Like(&'a Walk),
}

/// The line with every walk over rows of this shape as a loop, and what the rows show.
fn with_loops(line: &[Block], shape: &Walk) -> (Vec<Block>, Vec<String>) {
    let mut all = Vec::new();
    let mut rows: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(block) = line.get(at) {
        let Some(walk) = walk_from(&line[at..], Among::Like(shape)) else {
            all.push(block.clone());
            at += 1;
            continue;
        };
        at += walk.length;
        rows.extend(walk.rows);
        let cell = walk.first.as_ref().and_then(|it| walk.kind.looks_at(it));
        if let Some(column) = cell.and_then(Column::of) {
            let var = CELL.to_owned();
            all.push(Block::Read { var, column });
        }
        all.push(Block::Rows(Rows {
            entries: walk.kind.entries,
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
    /// By what the rows are known.
    kind: Kind,
    /// What the rows show.
    rows: Vec<String>,
    /// The step that it began with.
    first: Option<Member>,
    /// What is done to a row.
    body: Vec<Block>,
}

/// The walk over all rows that starts here. By itself one row is none; where a walk was seen elsewhere, the same
/// over a single row is one too.
fn walk_from(line: &[Block], among: Among<'_>) -> Option<Walk> {
    let first = single(line.first()?)?;
    first.step.target?;
    let (rounds, shape) = match among {
        Among::Like(shape) => (shape.body.len()..=shape.body.len(), Some(shape)),
        Among::Any(_) => (1..=LONGEST_ROUND, None),
    };
    for round in rounds {
        let again = |at: usize| Some(same_kind(&single(&line[0])?.step, &single(line.get(at)?)?.step));
        // Scrolling on to the next row stands between two rounds.
        let next = (round..line.len()).find(|at| !is_scroll(&line[*at]));
        if shape.is_none() && next.and_then(again) != Some(true) {
            continue;
        }
        let kinds = match among {
            Among::Like(shape) => vec![shape.kind.clone()],
            Among::Any(kinds) => kinds(first),
        };
        for kind in kinds {
            let found = walk(line, round, &kind);
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
fn walk(line: &[Block], round: usize, kind: &Kind) -> Option<Walk> {
    let mut seen: Vec<String> = Vec::new();
    let mut done: Vec<String> = Vec::new();
    let mut body: Vec<Block> = Vec::new();
    let mut length = 0;
    let mut at = 0;
    let known = kind.params(single(line.first()?)?)?;
    while let Some(block) = line.get(at) {
        if !done.is_empty() && is_scroll(block) {
            at += 1;
            continue;
        }
        let Some((row, shown, one)) = line
            .get(at..at + round)
            .and_then(|it| one_round(it, &kind.entries, &known))
        else {
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
        kind: kind.clone(),
        rows: done,
        first: single(&line[0]).cloned(),
        body,
    })
}

/// A round for one row: by what it is known, what all rows on its screen show, and its steps by the row.
fn one_round(
    steps: &[Block],
    entries: &Locator<Expr>,
    known: &Params,
) -> Option<(String, Vec<String>, Vec<Block>)> {
    let first = single(steps.first()?)?;
    let shown = rows_of(&first.step.screen, entries, known);
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
    // What says which rows they are has to stand in the row itself: elsewhere on the page it says nothing.
    let beside = entries.near.as_ref().filter(|it| it.is_const());
    let by_row = by_row(first, &row, beside)?;
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
fn rows_of<'a>(screen: &'a Screen, entries: &Locator<Expr>, known: &Params) -> Vec<(String, &'a Element)> {
    let ids = match fill(entries, known).map(|it| find(screen, &it)) {
        Some(Found::Many(ids)) => ids,
        Some(Found::One(id)) => vec![id],
        Some(Found::None) | None => return Vec::new(),
    };
    let mut all: Vec<(String, &Element)> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    for element in ids.into_iter().filter_map(|it| screen.get(it)) {
        let Some(text) = says(element) else { continue };
        if !seen.insert(text) {
            return Vec::new();
        }
        all.push((text.to_owned(), element));
    }
    all
}

/// The step with its target by the row that shows this, and a text beside it where one is given; `None` where that does not tell it.
fn by_row(member: &Member, row: &str, beside: Option<&Expr>) -> Option<Member> {
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
        let plain = Locator {
            near: beside.cloned(),
            ..Locator::by(key, variable())
        };
        ways.push(plain.clone());
        ways.extend(class.map(|it| plain.and(Key::ClassName, it)));
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
            also_near: beside.cloned().into_iter().collect(),
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

/// The cells of the row of a table that a step acts in.
fn cells_beside(first: &Member) -> Vec<&Element> {
    let screen = &first.step.screen;
    let Some(element) = first.element() else {
        return Vec::new();
    };
    let mut cells: Vec<&Element> = screen
        .elements
        .iter()
        .filter(|it| it.column.is_some() && !element.contains(it) && *it != element && says(it).is_some())
        .collect();
    let deepest = cells.iter().map(|it| element.shared_depth(it)).max();
    cells.retain(|it| Some(element.shared_depth(it)) == deepest);
    cells
}

/// The rows with what one cell of a row is near to, by what each of the other cells shows.
fn kinds_near(cell: &Element, row: &[&Element], near: &Expr) -> Vec<Kind> {
    let others = row.iter().filter(|it| **it != cell);
    let entries = others.filter_map(|other| {
        let column = other.column.clone()?;
        let mut entries = Locator::by(Key::Column, Expr::Const(column)).described("every row that shows it");
        if let Some(role) = &other.role {
            entries = entries.and(Key::Role, Expr::from(role.as_str()));
        }
        entries.near = Some(near.clone());
        Some(entries)
    });
    let kind = |entries| Kind {
        entries,
        by_cell: true,
        cell: None,
    };
    entries.map(kind).collect()
}

/// The rows of a table that show a value of the task in one of their cells, by what another cell shows.
fn kinds_by_value(first: &Member) -> Vec<Kind> {
    let row = cells_beside(first);
    let derived = derive_all(&first.params);
    let mut all: Vec<Kind> = Vec::new();
    for cell in &row {
        if let Some((near, asked)) = value_of(cell, &derived) {
            let kinds = kinds_near(cell, &row, &near).into_iter();
            all.extend(kinds.map(|it| Kind {
                cell: asked.clone(),
                ..it
            }));
        }
    }
    all.truncate(MOST_BESIDE);
    all
}

/// The rows of a table that show the same text in one of their cells, and other rows of it do not: the orders that are late. What
/// says that is the goal's own, and no value of it.
fn kinds_by_constant(first: &Member) -> Vec<Kind> {
    let screen = &first.step.screen;
    let holders = row_holders(screen);
    let row = cells_beside(first);
    let Some(own) = row.first().and_then(|it| row_of(&holders, it)) else {
        return Vec::new();
    };
    // The rows of the same table that have such a column, each with what it says there.
    let said_in = |column: &Option<String>| -> Vec<Vec<&str>> {
        let mut said: BTreeMap<&[u16], Vec<&str>> = BTreeMap::new();
        for cell in screen.elements.iter().filter(|it| it.column == *column) {
            let of_table = row_of(&holders, cell).filter(|it| is_beside(it, own));
            if let (Some(row), Some(text)) = (of_table, says(cell)) {
                said.entry(row).or_default().push(text);
            }
        }
        said.into_values().collect()
    };
    let mut all: Vec<Kind> = Vec::new();
    for cell in &row {
        let Some(text) = says(cell) else { continue };
        let rows = said_in(&cell.column);
        let same = rows.iter().filter(|it| it.contains(&text)).count();
        if same >= 2 && same < rows.len() {
            let near = Expr::from(text);
            let told_apart = |it: &Kind| rows_of(screen, &it.entries, &first.params).len() == same;
            let mut kinds = kinds_near(cell, &row, &near).into_iter();
            all.extend(kinds.find(told_apart));
        }
    }
    all
}

/// Whether two places stand side by side in one container.
fn is_beside(one: &[u16], other: &[u16]) -> bool {
    one.split_last().map(|it| it.1) == other.split_last().map(|it| it.1)
}

/// What a cell shows that is a value of the task: what rows with it are near to, and by what the cell is found where the value
/// is only a part of its text, between two signs.
fn value_of(cell: &Element, derived: &[Derived]) -> Option<(Expr, Option<Locator<Expr>>)> {
    let text = says(cell)?.trim();
    if let Some(value) = explanations(text, derived).into_iter().find(is_whole) {
        return Some((value, None));
    }
    let column = cell.column.clone()?;
    derived.iter().filter(|it| is_whole(&it.expr)).find_map(|value| {
        let (open, close) = signs_around(text, &value.text)?;
        let sign = |it: char| Expr::Const(it.to_string());
        let inside = Expr::Concat(vec![sign(open), value.expr.clone(), sign(close)]);
        let asked = Locator {
            nth: Some(Expr::from("1")),
            ..Locator::by(Key::TextContains, inside)
                .and(Key::Column, Expr::Const(column.clone()))
                .described(format!("the first cell of the column \"{column}\" with it"))
        };
        Some((Expr::Input(CELL.to_owned()), Some(asked)))
    })
}

/// The kinds of texts by which the row of a target may be known: its own, or those that stand closest to it.
pub(super) fn row_kinds(first: &Member) -> Vec<Kind> {
    let screen = &first.step.screen;
    let (Some(target), Some(element)) = (first.step.target, first.element()) else {
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
    let mut all: Vec<Kind> = Vec::new();
    for id in own
        .into_iter()
        .chain(beside.into_iter().map(|it| it.1))
        .take(MOST_BESIDE)
    {
        let Some((kind, _)) = siblings(screen, id) else {
            continue;
        };
        if !all.iter().any(|it| it.entries.asks_same(&kind)) {
            all.push(Kind {
                entries: kind.described("every row"),
                by_cell: false,
                cell: None,
            });
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
pub(super) fn single(block: &Block) -> Option<&Member> {
    match block.step()?.members.as_slice() {
        [one] => Some(one),
        _ => None,
    }
}

fn is_scroll(block: &Block) -> bool {
    let scrolls = |it: &Member| matches!(it.step.action, Action::Scroll { .. } | Action::Swipe { .. });
    single(block).is_some_and(scrolls)
}
