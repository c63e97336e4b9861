//! Rows that were turned to one after the other and taken away, and that one thing tells from the others of their list: another row
//! says the same, or the page that each has opened says a value of the task that the list does not. Which rows of a list are so, the
//! function finds out by going through all of them.

use std::{iter, rc::Rc};

use strings::Expr;
use task::Value;
use ui::{
    Action, Element, Key, Locator, RowMark, Screen, find, has_words, marked_rows, row_marks_of, short_id,
};

use crate::{
    program::{FoundRows, Kind, Saying, Stmt, Which},
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
/// Words of a heading at most.
const LONGEST_HEAD: usize = 3;
/// Fewer characters say too little to tell that a page is a row's.
const FEWEST: usize = 3;

/// The bodies that go through a list and do the same with each row that is meant; none where the trajectories show no such thing.
pub(super) fn programs(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Vec<Vec<Stmt>> {
    let again = are_said(trajectories).then_some(Meant::Again);
    let saying = |within_words: bool| {
        let names = values(trajectories).into_iter();
        names.map(move |name| Meant::Saying { name, within_words })
    };
    let all = again.into_iter().chain(saying(false)).chain(saying(true));
    all.filter_map(|it| program(trajectories, lines, &it)).collect()
}

/// What tells the rows that are meant.
enum Meant {
    /// Another row says the same.
    Again,
    /// Their pages say the value of the task that has this name, or have it within a word.
    Saying { name: String, within_words: bool },
}

/// The values of the task that all goals say.
fn values(trajectories: &[SoftTrajectory]) -> Vec<String> {
    let Some(first) = trajectories.first() else {
        return Vec::new();
    };
    let says = |name: &&String| {
        trajectories.iter().all(|it| {
            let value = it.instance.params.get(name.as_str()).and_then(Value::as_text);
            value.is_some_and(|value| {
                value.trim().chars().count() >= FEWEST && has_words(&it.instance.goal, value)
            })
        })
    };
    first.instance.params.keys().filter(says).cloned().collect()
}

fn program(trajectories: &[SoftTrajectory], lines: &[Vec<Step>], meant: &Meant) -> Option<Vec<Stmt>> {
    let shown = lines.iter().zip(trajectories);
    let shown: Option<Vec<TakenAway<'_>>> = shown.map(|(line, it)| TakenAway::of(line, it, meant)).collect();
    let shown = shown.filter(|it| !it.is_empty())?;
    let each = each(trajectories, &shown, meant);
    let part = |of: fn(&TakenAway<'_>) -> Vec<Step>| -> Option<Vec<Stmt>> {
        let lines: Vec<Vec<Step>> = shown.iter().map(of).collect();
        match lines.iter().all(Vec::is_empty) {
            true => Some(Vec::new()),
            false => sequence::programs(trajectories, &lines).into_iter().next(),
        }
    };
    let mut body = part(|it| it.head.to_vec())?;
    body.push(each?);
    body.extend(part(|it| it.tail.to_vec())?);
    Some(body)
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

/// Rows that were taken away.
struct TakenAway<'a> {
    by: RowMark,
    head: &'a [Step],
    /// What was pressed in each row, and what was done then.
    rounds: Vec<&'a [Step]>,
    tail: &'a [Step],
    opens: bool,
}

impl<'a> TakenAway<'a> {
    fn of(line: &'a [Step], trajectory: &'a SoftTrajectory, meant: &Meant) -> Option<Self> {
        let clicks = |it: &(usize, &Step)| matches!(it.1.action, Action::Click { .. });
        let mut starts = line.iter().enumerate().filter(clicks);
        starts.find_map(|(at, step)| {
            marks(step)
                .into_iter()
                .find_map(|by| Self::from(line, at, by, (trajectory, meant)))
        })
    }

    fn from(
        line: &'a [Step],
        at: usize,
        by: RowMark,
        (trajectory, meant): (&'a SoftTrajectory, &Meant),
    ) -> Option<Self> {
        let mut rounds: Vec<&[Step]> = Vec::new();
        let mut opens = true;
        let mut next = at;
        while let Some(step) = line.get(next) {
            let rest = line[next + 1..].iter().take(LONGEST_ROUND);
            let inner = rest
                .take_while(|it| marked_rows(&it.screen, &by).is_empty())
                .count();
            let end = next + 1 + inner;
            let after = line.get(end).map_or(&*trajectory.last, |it| &*it.screen);
            let left = |screen: &Screen, says: &[String]| {
                let rows = marked_rows(screen, &by).into_iter();
                rows.filter(|row| row_says(screen, row) == says).count()
            };
            // The list may have been scrolled back meanwhile.
            let scrolled = |now: usize| now == 0 && line[next + 1..end].iter().any(|it| it.lasting.is_some());
            let stays = |says: &[String]| inner > 0 && left(after, says) == left(&step.screen, says);
            let says = match meant {
                Meant::Again => twins_say(step, &by),
                Meant::Saying { name, .. } => {
                    let value = trajectory.instance.params.get(name).and_then(Value::as_text)?;
                    let opened = opened_row(step, &by);
                    match (opened, opened_says(step, &line[next + 1..end], &by, value)) {
                        // Looked at and left: it is not what tells those that are meant.
                        (_, Some(says)) if stays(&says) => return None,
                        (Some(says), None) if stays(&says) => {
                            next = end;
                            continue;
                        }
                        (_, says) => says,
                    }
                }
            };
            let Some(says) = says else { break };
            let left_over = usize::from(matches!(meant, Meant::Again));
            let (before, now) = (left(&step.screen, &says), left(after, &says));
            if (now + 1 == before && now >= left_over) || scrolled(now) {
                let opened = line.get(next + 1).filter(|_| inner > 0);
                opens &= step.lasting.is_none() && opened.is_some_and(|it| shows_any(&it.screen, &says));
                rounds.push(&line[next..end]);
            } else if !stays(&says) {
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

/// The loop over all rows that are meant. `None` where the recordings did not do the same with each.
fn each(trajectories: &[SoftTrajectory], shown: &[TakenAway<'_>], meant: &Meant) -> Option<Stmt> {
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
    let rows: Vec<String> = pressed
        .iter()
        .filter_map(|it| Some(row_says(&it.step.screen, row_of(&it.step, &first.by)?)))
        .flatten()
        .collect();
    for nth in 1..length {
        let members = rounds.iter().filter_map(|it| it.get(nth).cloned()).collect();
        body.push(of_round(members, &rows)?);
    }
    let sources = rounds.iter().flatten().map(|it| it.step.source.clone()).collect();
    let which = match meant {
        Meant::Again if first.opens => Which::OpenedAgain,
        Meant::Again => Which::Again,
        Meant::Saying { .. } if !first.opens => return None,
        Meant::Saying { name, within_words } => Which::Saying(Box::new(Saying {
            text: Expr::Input(name.clone()),
            part: part_saying(trajectories, shown, name)?,
            within_words: *within_words,
        })),
    };
    let of = FoundRows {
        mark: first.by.mark.map(|it| Expr::from(it.as_str())),
        up: first.by.up,
        press: pressed_in_row(&pressed, &first.by)?,
        which,
        lasting: pressed.iter().filter_map(|it| it.step.lasting).min(),
    };
    Some(Stmt::new(Kind::EachFound { of, body }, sources))
}

/// One step of all rounds. What the page says of its row is another thing each time, and so is what is not said in every round.
fn of_round(members: Vec<Member>, rows: &[String]) -> Option<Stmt> {
    let said = |it: &Member| -> Vec<String> {
        let texts = it
            .step
            .screen
            .elements
            .iter()
            .filter_map(|it| said_by(it, FEWEST));
        texts.map(str::to_owned).collect()
    };
    let screens: Vec<Vec<String>> = members.iter().map(said).collect();
    let mut said: Vec<&String> = screens.iter().flatten().collect();
    said.retain(|it| rows.contains(it) || !screens.iter().all(|all| all.contains(it)));
    let said: Vec<String> = said.into_iter().cloned().collect();
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

/// What the row says that a step presses.
fn opened_row(step: &Step, by: &RowMark) -> Option<Vec<String>> {
    let own = row_of(step, by).filter(|_| matches!(step.action, Action::Click { .. }))?;
    Some(row_says(&step.screen, own))
}

/// What the row says that a step opens, where its page says a value and the row does not.
fn opened_says(step: &Step, inner: &[Step], by: &RowMark, value: &str) -> Option<Vec<String>> {
    let says = opened_row(step, by)?;
    let value = value.to_lowercase();
    let is_said = says.iter().any(|it| it.to_lowercase().contains(&value));
    let on_page = inner.iter().any(|it| !saying(&it.screen, &value).is_empty());
    (!is_said && on_page && !says.is_empty()).then_some(says)
}

/// What says a value on a screen, which is given in lower case.
fn saying<'s>(screen: &'s Screen, value: &str) -> Vec<&'s Element> {
    let says = |it: &&Element| said_by(it, FEWEST).is_some_and(|it| has_words(&it.to_lowercase(), value));
    screen
        .elements
        .iter()
        .filter(|it| !it.editable)
        .filter(says)
        .collect()
}

/// The part of the page that says the value in every round, where all goals name it; `Some(None)` where they name none. `None` where
/// they do, and other parts have said it.
fn part_saying(
    trajectories: &[SoftTrajectory],
    shown: &[TakenAway<'_>],
    name: &str,
) -> Option<Option<Locator<Expr>>> {
    let mut ids: Vec<Vec<&str>> = Vec::new();
    for (it, trajectory) in shown.iter().zip(trajectories) {
        let value = trajectory.instance.params.get(name)?.as_text()?.to_lowercase();
        for round in &it.rounds {
            let said = round[1..].iter().flat_map(|it| saying(&it.screen, &value));
            ids.push(
                said.filter_map(|it| it.resource_name.as_deref().map(short_id))
                    .collect(),
            );
        }
    }
    let named = |id: &&&str| {
        let goals = &mut trajectories.iter().map(|it| it.instance.goal.as_str());
        goals.all(|goal| names(goal, id))
    };
    let everywhere = |id: &&&str| ids.iter().all(|it| it.contains(*id));
    let mut named: Vec<&str> = ids.first()?.iter().filter(named).copied().collect();
    named.dedup();
    if named.is_empty() {
        // A part that only its heading names can't be told from the others.
        return (!shows_named_part(trajectories, shown, name)).then_some(None);
    }
    named.retain(|id| everywhere(&id));
    match named[..] {
        [id] => {
            let part = Locator::by(Key::ResourceName, Expr::from(id));
            Some(Some(part.described(format!("what is called {id}"))))
        }
        _ => None,
    }
}

/// Whether a page that was opened has a heading that the goal names and the list does not show. A control is none, and neither is what
/// says the value.
fn shows_named_part(trajectories: &[SoftTrajectory], shown: &[TakenAway<'_>], name: &str) -> bool {
    let heads = |step: &Step| -> Vec<String> {
        let plain = step.screen.elements.iter().filter(|it| !it.clickable);
        let short = plain
            .filter_map(|it| said_by(it, FEWEST))
            .filter(|it| it.split_whitespace().count() <= LONGEST_HEAD);
        short.map(str::to_owned).collect()
    };
    shown.iter().zip(trajectories).any(|(it, trajectory)| {
        let value = trajectory.instance.params.get(name).and_then(Value::as_text);
        let says_value = |it: &String| value.is_some_and(|value| it.contains(value.trim()));
        it.rounds.iter().any(|round| {
            let list = heads(&round[0]);
            let page = round[1..].iter().flat_map(heads);
            let mut own = page.filter(|it| !list.contains(it) && !says_value(it));
            own.any(|it| names(&trajectory.instance.goal, &it))
        })
    })
}

/// Whether a goal has a word of an id.
fn names(goal: &str, id: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|it: char| !it.is_alphanumeric());
        words
            .map(strings::stem_of)
            .filter(|it| it.len() > FEWEST)
            .collect()
    };
    let goal = words(goal);
    words(id).iter().any(|it| goal.contains(it))
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
