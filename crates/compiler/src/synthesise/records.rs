//! What one text lists, a record on each line, and was typed record by record: the text is read, and what was done for each record
//! that was meant is done for all of them. A table in a note, or what somebody has exported, is brought into the forms of an
//! application.

use std::{cmp::Reverse, collections::HashSet, rc::Rc};

use strings::{Expr, LISTED, List, Meant, Op, Records, explain, is_content, records, says, word_spans};
use task::{Params, Value};
use trajectory::Recording;
use ui::{Action, ElementId, Key, Locator};

use crate::{
    locator::values,
    program::{Kind, Stmt},
    soft::{SoftTrajectory, Step},
    translate::translate,
};

use super::{
    column::Column,
    member::Member,
    reads::{DEAREST, is_explained, looking, says as said_by},
    sequence,
};

/// The variable of a cell whose typed form is looked for.
const CELL: &str = "cell";
/// What may stand between the cells of a record, the likeliest first.
const SIGNS: [&str; 5] = ["|", "\t", "; ", ";", ", "];
/// Records that were typed: one alone shows no loop.
const FEWEST: usize = 2;
/// Cells of a record that were typed, on average: a word of a text is typed by chance.
const FEWEST_CELLS: usize = 2;
/// Lines and bytes of a text that is looked at.
const MOST_LINES: usize = 300;
const MOST_BYTES: usize = 20_000;
/// Words of a goal that tell which records are meant.
const MOST_WORDS: usize = 4;
/// Ways to say which records are meant that are tried.
const MOST_MEANT: usize = 2;

/// The bodies that read such a text and go through its records; none where the trajectories show no such text.
pub(super) fn programs(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Vec<Vec<Stmt>> {
    let is_taken = |it: &SoftTrajectory| it.instance.params.contains_key(LISTED);
    if trajectories.iter().any(is_taken) {
        return Vec::new();
    }
    let found: Option<Vec<Listed>> = trajectories
        .iter()
        .zip(lines)
        .map(|(trajectory, line)| Listed::of(trajectory, line))
        .collect();
    let Some(found) = found.filter(|it| !it.is_empty()) else {
        return Vec::new();
    };
    let mut meant = found[0].meant.clone();
    meant.retain(|way| {
        found
            .iter()
            .all(|it| it.by == found[0].by && it.meant.contains(way))
    });
    meant.truncate(MOST_MEANT);
    let Some(read) = read(trajectories, lines, &found) else {
        return Vec::new();
    };
    let with_text: Vec<SoftTrajectory> = trajectories
        .iter()
        .zip(&found)
        .map(|(it, own)| own.known_to(it))
        .collect();
    let mut all = Vec::new();
    for way in meant {
        let list = List::Records(Box::new(Records {
            of: Expr::Input(LISTED.to_owned()),
            by: found[0].by.to_owned(),
            meant: way,
        }));
        let by_records: Vec<Vec<Step>> = lines
            .iter()
            .zip(&found)
            .map(|(line, own)| own.explained(line, &list))
            .collect();
        for mut body in sequence::programs(&with_text, &by_records) {
            let first = &lines[0][found[0].at].source;
            let shows = |it: &Stmt| {
                let mut any = false;
                it.walk(&mut |it| any |= it.sources.contains(first));
                any
            };
            let goes_through = |it: &Stmt| matches!(&it.kind, Kind::ForEach { list: of, .. } if *of == list);
            if let Some(at) = body.iter().position(shows)
                && body[at..].iter().any(goes_through)
                && !body.iter().any(|it| it.decides_by(LISTED))
            {
                body.insert(at, read.clone());
                all.push(body);
            }
        }
    }
    all
}

/// The steps of a recording, from 1, that type or choose what a text on an earlier screen lists record by record, whatever its values
/// are called. What is asked for, the goal says.
pub fn listed_steps(recording: &Recording, goal: &str) -> Vec<usize> {
    // Most pages show no such text: to see that takes no translation.
    let shown = recording.steps.iter().flat_map(|it| &it.screen.elements);
    if !shown.filter_map(|it| said_by(it, 1)).any(lists) {
        return Vec::new();
    }
    let mut bare = recording.clone();
    bare.instance.params.clear();
    goal.clone_into(&mut bare.instance.goal);
    let soft = translate(&bare);
    let Some(listed) = Listed::of(&soft, &soft.steps) else {
        return Vec::new();
    };
    let steps = soft.steps.iter().zip(&listed.record_of);
    steps
        .filter(|(_, record)| record.is_some())
        .map(|(step, _)| step.source.step)
        .collect()
}

/// Whether a text has a record on each of its lines, and not too many of them.
fn lists(text: &str) -> bool {
    text.len() <= MOST_BYTES
        && (FEWEST..=MOST_LINES).contains(&text.lines().count())
        && SIGNS.iter().any(|by| records(text, by, &Meant::All).is_ok())
}

/// The statement that reads the text.
fn read(trajectories: &[SoftTrajectory], lines: &[Vec<Step>], found: &[Listed<'_>]) -> Option<Stmt> {
    let members = trajectories.iter().zip(lines).zip(found).enumerate();
    let members = members.map(|(idx, ((trajectory, line), own))| {
        let params = Rc::new(trajectory.known());
        let derived = strings::derive_all(&params);
        Member {
            trajectory: idx,
            step: Rc::new(looking(&line[own.at], own.element, &params, &derived)),
            params,
        }
    });
    let column = Column::unify(members.collect())?;
    // What the text says is another time something else.
    let by_name = |it: &&Locator<Expr>| it.values().all(Expr::is_const);
    let locator = column
        .locators
        .iter()
        .find(by_name)
        .or(column.locators.first())?
        .clone();
    let var = LISTED.to_owned();
    Some(Stmt::new(Kind::Read { var, locator }, column.sources()))
}

/// A text with records that were typed, in one trajectory.
struct Listed<'a> {
    /// The step on whose screen it shows, and what shows it.
    at: usize,
    element: ElementId,
    text: &'a str,
    /// What stands between the cells of a record.
    by: &'static str,
    /// For each step the record that it types or chooses a cell of, counted from 1 among those that were typed.
    record_of: Vec<Option<usize>>,
    /// The records that were typed.
    typed: Vec<&'a str>,
    /// What tells these from the others, the likeliest first.
    meant: Vec<Meant<Expr>>,
}

impl<'a> Listed<'a> {
    fn of(trajectory: &SoftTrajectory, line: &'a [Step]) -> Option<Self> {
        let mut known: HashSet<&str> = HashSet::new();
        line.iter().enumerate().find_map(|(at, step)| {
            step.screen.iter().find_map(|(element, it)| {
                let text = said_by(it, 1).filter(|it| known.insert(it) && lists(it))?;
                SIGNS
                    .into_iter()
                    .find_map(|by| Self::by_sign(trajectory, line, (at, element, text), by))
            })
        })
    }

    fn by_sign(
        trajectory: &SoftTrajectory,
        line: &'a [Step],
        (at, element, text): (usize, ElementId, &'a str),
        by: &'static str,
    ) -> Option<Self> {
        records(text, by, &Meant::All).ok()?;
        let rows: Vec<&str> = text.lines().filter(|it| !it.trim().is_empty()).collect();
        let has = |row: &str, said: &str| row.split(by).any(|cell| cell.trim() == said.trim());
        let makes = |row: &str, said: &str| row.split(by).any(|cell| !forms_of(cell, said).is_empty());
        let mut record_of: Vec<Option<usize>> = vec![None; line.len()];
        // The rows that were typed, one after the other, and how many of their cells.
        let mut typed: Vec<usize> = Vec::new();
        let mut cells = 0;
        for (place, step) in line.iter().enumerate().skip(at) {
            // What a value of the task gives is no cell.
            let Some(said) = said_in(step).filter(|_| !is_given(step)) else {
                continue;
            };
            let own = typed.last().filter(|row| makes(rows[**row], said));
            let free = typed.last().map_or(0, |it| it + 1);
            // Of several that have it, the one that has most of what is typed next.
            let next = || {
                let is_typed = matches!(step.action, Action::InputText { .. });
                let further = (free..rows.len()).filter(|row| is_typed && has(rows[*row], said));
                further.min_by_key(|row| Reverse(typed_of(&line[place..], |said| has(rows[*row], said))))
            };
            if own.is_none() {
                let Some(next) = next() else { continue };
                typed.push(next);
            }
            record_of[place] = Some(typed.len());
            cells += 1;
        }
        if typed.len() < FEWEST || cells < typed.len() * FEWEST_CELLS {
            return None;
        }
        let meant = meant(trajectory, &rows, &typed, by);
        (!meant.is_empty()).then(|| Self {
            at,
            element,
            text,
            by,
            record_of,
            typed: typed.into_iter().map(|it| rows[it]).collect(),
            meant,
        })
    }

    /// The trajectory with the text as a value.
    fn known_to(&self, trajectory: &SoftTrajectory) -> SoftTrajectory {
        let mut with = trajectory.clone();
        let text = Value::Text(self.text.to_owned());
        with.instance.params.insert(LISTED.to_owned(), text);
        with
    }

    /// The steps with the cells of the records in the place of what was typed and chosen.
    fn explained(&self, line: &[Step], list: &List) -> Vec<Step> {
        let explained = |(step, record): (&Step, &Option<usize>)| {
            let mut step = step.clone();
            let (Some(record), Some(said)) = (record, said_in(&step)) else {
                return step;
            };
            let Ok(nth) = i64::try_from(*record) else {
                return step;
            };
            let record_of = || Expr::Item(list.clone(), nth);
            let mut forms: Vec<Expr> = Vec::new();
            for (n, cell) in (1..).zip(self.typed[*record - 1].split(self.by)) {
                let of = record_of().apply(Op::Part(self.by.to_owned(), n));
                forms.extend(
                    forms_of(cell, said)
                        .iter()
                        .map(|it| it.replace(&Expr::Input(CELL.to_owned()), &of)),
                );
            }
            let shows = |text: &Expr| text.as_literal().is_some_and(|it| it.trim() == said.trim());
            step.action = step.action.map(
                |ways| {
                    let by_cell = ways.iter().flat_map(|way| {
                        let is_said = way
                            .attributes
                            .iter()
                            .any(|(key, it)| *key == Key::Text && shows(it));
                        forms
                            .iter()
                            .filter(move |_| is_said)
                            .map(|form| way.map(|it| if shows(it) { form.clone() } else { it.clone() }))
                    });
                    let by_cell: Vec<Locator<Expr>> = by_cell.collect();
                    by_cell.into_iter().chain(ways.iter().cloned()).collect()
                },
                |values| forms.iter().chain(values).cloned().collect(),
            );
            step
        };
        line.iter().zip(&self.record_of).map(explained).collect()
    }
}

/// Whether a value of the task explains what a step types.
fn is_given(step: &Step) -> bool {
    step.action.value().is_some_and(|it| is_explained(it))
}

/// How many texts are typed in a row that are all of one record.
fn typed_of(line: &[Step], is_of: impl Fn(&str) -> bool) -> usize {
    let typed = line
        .iter()
        .filter(|it| matches!(it.action, Action::InputText { .. }));
    let typed = typed.filter(|it| !is_given(it));
    typed.filter_map(said_in).take_while(|it| is_of(it)).count()
}

/// What a step types, or what shows on what it presses.
fn said_in(step: &Step) -> Option<&str> {
    let said = match step.action {
        Action::InputText { .. } => step.value.as_deref(),
        Action::Click { .. } => step.screen.get(step.target?)?.text.as_deref(),
        _ => None,
    };
    said.filter(|it| !it.trim().is_empty())
}

/// What makes a text of a cell, which stands for itself in it; none where it is not made of that.
fn forms_of(cell: &str, said: &str) -> Vec<Expr> {
    let own = Expr::Input(CELL.to_owned());
    if cell == said {
        return vec![own];
    }
    if cell.trim() == said.trim() {
        return vec![own.apply(Op::Trim)];
    }
    // Other forms have something in common with it.
    let shares = !cell.trim().is_empty() && (cell.contains(said.trim()) || said.contains(cell.trim()));
    if !shares {
        return Vec::new();
    }
    let known: Params = [(CELL.to_owned(), Value::from(cell))].into();
    let mut forms = explain(&known, said);
    forms.retain(|it| !it.is_const() && it.cost() <= DEAREST);
    forms
}

/// What tells the records that were typed from the others; what the goal says of a cell goes before that all of them were typed.
fn meant(trajectory: &SoftTrajectory, rows: &[&str], typed: &[usize], by: &str) -> Vec<Meant<Expr>> {
    let columns = rows.first().map_or(0, |it| it.split(by).count());
    let cell = |row: usize, n: usize| {
        rows[row]
            .split(by)
            .nth(n - 1)
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    let goal = &trajectory.instance.goal;
    let params = values(&trajectory.instance.params);
    let given: Vec<&str> = params.values().flat_map(Value::texts).collect();
    let texts = params
        .iter()
        .filter_map(|(name, it)| Some((Expr::Input(name.clone()), it.as_text()?)));
    let own = |it: &&str| !given.iter().any(|value| says(value, it) || says(it, value));
    let phrases = phrases(goal)
        .into_iter()
        .filter(own)
        .map(|it| (Expr::from(it), it));
    let mut all = Vec::new();
    for (of, text) in texts.chain(phrases) {
        for n in 1..=columns {
            let tells = |test: &dyn Fn(&str) -> bool| {
                (0..rows.len()).all(|it| test(&cell(it, n)) == typed.contains(&it))
            };
            if !of.is_const() && tells(&|it| it == text.trim()) {
                all.push(Meant::Where(n, of.clone()));
            } else if tells(&|it| says(it, text)) {
                all.push(Meant::Saying(n, of.clone()));
            }
        }
    }
    let is_from = |first: usize| typed.iter().copied().eq(first..rows.len());
    if is_from(0) {
        all.push(Meant::All);
    } else if is_from(1) && is_head(rows, by) {
        all.push(Meant::BelowHead);
    }
    all
}

/// Whether the first line names the cells of the others: one word each, and no numbers, where another line has more.
fn is_head(rows: &[&str], by: &str) -> bool {
    let Some((head, rest)) = rows.split_first() else {
        return false;
    };
    let has_number = |it: &str| it.chars().any(|it| it.is_ascii_digit());
    let is_name = |it: &str| !has_number(it) && it.split_whitespace().count() == 1;
    let says_more = |n: usize| {
        let mut cells = rest.iter().map(|it| it.split(by).nth(n).unwrap_or_default());
        cells.all(|it| has_number(it) || it.split_whitespace().count() > 1)
    };
    head.split(by).all(is_name) && (0..head.split(by).count()).any(says_more)
}

/// Runs of words of a goal, the longest first.
fn phrases(goal: &str) -> Vec<&str> {
    let spans = word_spans(goal);
    let mut all = Vec::new();
    for many in (1..=MOST_WORDS).rev() {
        let runs = spans.windows(many).map(|it| &goal[it[0].start..it[many - 1].end]);
        all.extend(runs.filter(|it| it.split_whitespace().any(|word| is_content(&word.to_lowercase()))));
    }
    all
}
