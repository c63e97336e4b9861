//! A row that was taken away, of which another one said the same: what stands in the list again is what was meant, and it is taken
//! away wherever it does. Which of them it was makes no difference; what the page of a row says beyond the list decides.

use std::{iter, rc::Rc};

use strings::Expr;
use ui::{Action, Element, Key, Locator, RowMark, Screen, find, marked_rows, row_marks_of, short_id};

use crate::{
    program::{Duplicates, Kind, Stmt},
    soft::{SoftTrajectory, Step},
};

use super::{column::Column, member::Member, reads::says as said_by, sequence};

/// Kinds of rows of a screen that are looked at.
const MOST_MARKS: usize = 6;
/// Words for what stands somewhere again.
const SAY_AGAIN: [&str; 5] = ["duplicate", "duplicated", "duplicates", "identical", "twice"];
/// Levels above what was pressed within which a mark of its row may stand.
const NEAR: usize = 3;
/// Steps that take one row away at most.
const LONGEST_ROUND: usize = 8;
/// Fewer characters say too little to tell that a page is a row's.
const FEWEST: usize = 3;

/// The bodies that take away what stands in a list again; none where the trajectories show no such thing.
pub(super) fn programs(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Vec<Vec<Stmt>> {
    if !are_said(trajectories) {
        return Vec::new();
    }
    let shown = lines.iter().zip(trajectories);
    let shown: Option<Vec<TakenAway<'_>>> = shown.map(|(line, it)| TakenAway::of(line, it)).collect();
    let Some(shown) = shown.filter(|it| !it.is_empty()) else {
        return Vec::new();
    };
    let each = each(trajectories, &shown);
    let part = |of: fn(&TakenAway<'_>) -> Vec<Step>| -> Option<Vec<Stmt>> {
        let lines: Vec<Vec<Step>> = shown.iter().map(of).collect();
        match lines.iter().all(Vec::is_empty) {
            true => Some(Vec::new()),
            false => sequence::programs(trajectories, &lines).into_iter().next(),
        }
    };
    let (head, tail) = (part(|it| it.head.to_vec()), part(|it| it.tail.to_vec()));
    let (Some(mut body), Some(each), Some(tail)) = (head, each, tail) else {
        return Vec::new();
    };
    body.push(each);
    body.extend(tail);
    vec![body]
}

/// Whether all goals say that what stands there again is meant.
fn are_said(trajectories: &[SoftTrajectory]) -> bool {
    let says = |it: &SoftTrajectory| {
        let goal = it.instance.goal.to_lowercase();
        let mut words = goal.split(|it: char| !it.is_alphanumeric());
        words.any(|word| SAY_AGAIN.contains(&word))
    };
    trajectories.iter().all(says)
}

/// Rows that were taken away, each of which another one said the same as.
struct TakenAway<'a> {
    by: RowMark,
    head: &'a [Step],
    /// What was pressed in each row, and what was done then.
    rounds: Vec<&'a [Step]>,
    tail: &'a [Step],
    opens: bool,
}

impl<'a> TakenAway<'a> {
    fn of(line: &'a [Step], trajectory: &'a SoftTrajectory) -> Option<Self> {
        let clicks = |it: &(usize, &Step)| matches!(it.1.action, Action::Click { .. });
        let mut starts = line.iter().enumerate().filter(clicks);
        starts.find_map(|(at, step)| {
            marks(step)
                .into_iter()
                .find_map(|by| Self::from(line, at, by, trajectory))
        })
    }

    fn from(line: &'a [Step], at: usize, by: RowMark, trajectory: &'a SoftTrajectory) -> Option<Self> {
        let mut rounds: Vec<&[Step]> = Vec::new();
        let mut opens = true;
        let mut next = at;
        while let Some(step) = line.get(next) {
            let Some(says) = twins_say(step, &by) else { break };
            let rest = line[next + 1..].iter().take(LONGEST_ROUND);
            let inner = rest
                .take_while(|it| marked_rows(&it.screen, &by).is_empty())
                .count();
            let end = next + 1 + inner;
            let after = line.get(end).map_or(&*trajectory.last, |it| &*it.screen);
            let left = |screen: &Screen| {
                let rows = marked_rows(screen, &by).into_iter();
                rows.filter(|row| row_says(screen, row) == says).count()
            };
            let (before, now) = (left(&step.screen), left(after));
            if now + 1 == before && now > 0 {
                let opened = line.get(next + 1).filter(|_| inner > 0);
                opens &= step.lasting.is_none() && opened.is_some_and(|it| shows_any(&it.screen, &says));
                rounds.push(&line[next..end]);
            } else if now != before || inner == 0 {
                break;
            }
            next = end;
        }
        (!rounds.is_empty()).then(|| Self {
            by,
            head: &line[..at],
            rounds,
            tail: &line[next..],
            opens,
        })
    }
}

/// The loop over all that stands there again. `None` where the recordings did not do the same with each.
fn each(trajectories: &[SoftTrajectory], shown: &[TakenAway<'_>]) -> Option<Stmt> {
    let first = shown.first()?;
    if shown
        .iter()
        .any(|it| it.by != first.by || it.opens != first.opens)
    {
        return None;
    }
    let mut rounds: Vec<Vec<Member>> = Vec::new();
    for (idx, (it, trajectory)) in shown.iter().zip(trajectories).enumerate() {
        let params = Rc::new(trajectory.known());
        let member = |step: &Step| Member {
            trajectory: idx,
            step: Rc::new(step.clone()),
            params: Rc::clone(&params),
        };
        rounds.extend(it.rounds.iter().map(|round| round.iter().map(member).collect()));
    }
    let length = rounds.first()?.len();
    if rounds.iter().any(|it| it.len() != length) {
        return None;
    }
    let pressed: Vec<&Member> = rounds.iter().filter_map(|it| it.first()).collect();
    let mut body: Vec<Stmt> = Vec::new();
    for nth in 1..length {
        body.push(of_round(
            rounds.iter().filter_map(|it| it.get(nth).cloned()).collect(),
        )?);
    }
    let sources = rounds.iter().flatten().map(|it| it.step.source.clone()).collect();
    let of = Duplicates {
        mark: first.by.mark.map(|it| Expr::from(it.as_str())),
        up: first.by.up,
        press: pressed_in_row(&pressed, &first.by)?,
        opens: first.opens,
        lasting: pressed.iter().filter_map(|it| it.step.lasting).min(),
    };
    Some(Stmt::new(Kind::EachDuplicate { of, body }, sources))
}

/// One step of all rounds. What it leads to says something else each time, and so does what it is done to.
fn of_round(members: Vec<Member>) -> Option<Stmt> {
    let said: Vec<String> = members
        .iter()
        .flat_map(|it| it.step.screen.elements.iter().filter(|it| !it.clickable))
        .filter_map(|it| said_by(it, FEWEST).map(str::to_owned))
        .collect();
    let mut column = Column::unify(members)?;
    let is_of_one = |it: &Locator<Expr>| {
        let mut texts = it.values().filter_map(Expr::as_literal);
        texts.any(|text| said.iter().any(|it| it == text))
    };
    if column.locators.iter().any(|it| !is_of_one(it)) {
        column.locators.retain(|it| !is_of_one(it));
    }
    Some(column.stmt(0, 0).of_any_row())
}

/// What finds in each of the rows alone what was pressed there.
fn pressed_in_row(pressed: &[&Member], by: &RowMark) -> Option<Locator<Expr>> {
    let element = pressed.first()?.element()?;
    let constant = |key: Key, it: &Option<String>| it.as_deref().map(|it| Locator::by(key, it.to_owned()));
    let id = element.resource_name.as_deref().map(|it| short_id(it).to_owned());
    let ways = [
        Some(by.mark.clone()),
        constant(Key::ResourceName, &id),
        constant(Key::Column, &element.column),
        constant(Key::ContentDescription, &element.content_description),
        constant(Key::Text, &element.text).filter(|_| element.clickable),
        constant(Key::Role, &element.role),
        constant(Key::ClassName, &element.class_name),
    ];
    let finds = |way: &Locator| {
        pressed.iter().all(|it| {
            let (Some(row), Some(pressed)) = (row_of(&it.step, by), it.element()) else {
                return false;
            };
            matches!(inside(&it.step.screen, way, row)[..], [one] if one.path == pressed.path)
        })
    };
    let way = ways.into_iter().flatten().find(finds)?;
    // What a row says is another thing in each.
    let said = match &element.class_name {
        _ if way.asks_same(&by.mark) => by.mark.target_description.clone(),
        Some(class) if !element.clickable => format!("{} of the row", short_id(class)),
        _ => format!("{} of the row", element.name()),
    };
    Some(way.map(|it| Expr::from(it.as_str())).described(said))
}

/// By what the rows of a step's screen may be known: what several of them have, or what the one has that it acts in.
fn marks(step: &Step) -> Vec<RowMark> {
    let screen = &*step.screen;
    let mut all = row_marks_of(iter::once(screen), MOST_MARKS);
    let Some(target) = step.target.and_then(|it| screen.get(it)) else {
        return all;
    };
    for element in &screen.elements {
        if element.shared_depth(target) + NEAR < target.path.len() {
            continue;
        }
        let of = |key: Key, it: &Option<String>| it.as_deref().map(|it| Locator::by(key, short_id(it)));
        let mark = of(Key::Column, &element.column).or_else(|| of(Key::ClassName, &element.class_name));
        let said = format!("every {}", element.column.as_deref().unwrap_or("row"));
        let by = mark.and_then(|it| RowMark::of_whole_rows(screen, it.described(said)));
        all.extend(by.filter(|it| !all.contains(it)));
    }
    all
}

/// What a locator finds in a row.
fn inside<'s>(screen: &'s Screen, way: &Locator, row: &[u16]) -> Vec<&'s Element> {
    let found = find(screen, way)
        .all()
        .into_iter()
        .filter_map(|id| screen.get(id));
    found.filter(|it| it.path.starts_with(row)).collect()
}

/// The row that a step acts in.
fn row_of<'s>(step: &'s Step, by: &RowMark) -> Option<&'s [u16]> {
    let path = &step.screen.get(step.target?)?.path;
    let mut rows = marked_rows(&step.screen, by).into_iter();
    rows.find(|row| path.starts_with(row))
}

/// What the row says that a step acts in, where another row says the same.
fn twins_say(step: &Step, by: &RowMark) -> Option<Vec<String>> {
    let own = row_of(step, by).filter(|_| matches!(step.action, Action::Click { .. }))?;
    let list = |row: &[u16]| row.split_last().map(|it| it.1.to_vec());
    let rows = marked_rows(&step.screen, by);
    let all: Vec<Vec<String>> = rows.iter().map(|row| row_says(&step.screen, row)).collect();
    let says = row_says(&step.screen, own);
    // What stands in another list is something else.
    let mut others = rows
        .iter()
        .zip(&all)
        .filter(|(row, _)| **row != own && list(row) == list(own));
    let same = others.any(|it| *it.1 == says);
    // What all rows say says nothing of one of them.
    let tells = |text: &String| text.chars().count() >= FEWEST && !all.iter().all(|it| it.contains(text));
    (same && says.iter().any(tells)).then_some(says)
}

/// What a row says, in its order.
fn row_says(screen: &Screen, row: &[u16]) -> Vec<String> {
    let inside = screen
        .in_order()
        .into_iter()
        .filter(|it| it.path.starts_with(row));
    let said = inside.filter_map(|it| said_by(it, 1));
    said.map(str::to_owned).collect()
}

/// Whether a screen shows what a row says.
fn shows_any(screen: &Screen, says: &[String]) -> bool {
    let mut shown = screen.elements.iter().filter_map(|it| said_by(it, FEWEST));
    shown.any(|it| says.iter().any(|said| said == it))
}
