//! Recording to the rounds in it that do the same to one row of a table after the other, with what may tell the rows that were
//! done from those that were not. Which of these is meant, nobody but the person who showed it can say.

use std::{collections::BTreeSet, fmt, ops::Range};

use trajectory::{Recording, Step};
use ui::{
    Action, Element, ElementId, Pager, Role, RowAfter, RowChoice, RowLoop, Screen, Table, TableRow, onward,
    says_beside, tables, words_in,
};

/// Steps of one round at most.
const LONGEST_ROUND: usize = 16;
/// Ways to say which rows are meant that are offered at most.
const MOST_CHOICES: usize = 9;

/// Rounds that do the same to rows of one table.
#[derive(Clone, Debug, PartialEq)]
pub struct RowRounds {
    /// What the table is called; empty where it has no name.
    pub list: String,
    /// The rounds in their order, two at least.
    pub rounds: Vec<Round>,
    /// Which rows may be meant.
    pub choices: Vec<Choice>,
}

/// What was done to one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// What the row is known by.
    pub row: String,
    /// Its steps, counted from 0.
    pub steps: Range<usize>,
}

/// One way to say which rows are meant.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The rows, and what each is held to.
    pub of: RowLoop,
    /// The rows that it takes of the table as it was seen last.
    pub takes: Vec<String>,
}

/// Why no loop can be made of rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unclear {
    /// No column tells the rows of the table apart.
    NotToldApart {
        /// What the table is called.
        list: String,
    },
    /// Rows were passed over, and no column tells them from those that were done.
    PassedOver {
        /// What the table is called.
        list: String,
        /// What they are known by.
        rows: Vec<String>,
    },
    /// Something beside the table is pressed that stood there for the row before as well, and nothing says of which row it is.
    OfNoRow {
        /// What the table is called.
        list: String,
        /// What it is called.
        control: String,
    },
    /// What is set in rows of several pages is done by something behind the rounds, which may know of the last page alone.
    SetOverPages {
        /// What the table is called.
        list: String,
    },
    /// Before the rounds the table was filtered more than once, and each filter may come late.
    Filters {
        /// What the table is called.
        list: String,
    },
    /// What is typed in each round is what the row shows in a column, which the function could not tell of other rows.
    TypedCell {
        /// What the table is called.
        list: String,
        /// The column.
        column: String,
    },
    /// Beside the rounds something else is done in rows of the table.
    DoneOtherwise {
        /// What the table is called.
        list: String,
        /// What these rows are known by.
        rows: Vec<String>,
    },
}

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let called = |list: &str| match list {
            "" => "the table".to_owned(),
            list => format!("\"{list}\""),
        };
        match self {
            Unclear::NotToldApart { list } => write!(
                f,
                "the same is done to several rows of {}, and no column of it tells its rows apart",
                called(list)
            ),
            Unclear::PassedOver { list, rows } => write!(
                f,
                "the same is done to several rows of {}, {} passed over, and no column tells why",
                called(list),
                match &rows[..] {
                    [one] => format!("{one} is"),
                    all => format!("{} are", all.join(", ")),
                }
            ),
            Unclear::OfNoRow { list, control } => write!(
                f,
                "the same is done to several rows of {}, and {control} stands beside it for each of them, without a word of which row is meant",
                called(list)
            ),
            Unclear::SetOverPages { list } => write!(
                f,
                "rows of {} are only marked, and it has several pages: what is marked on one page may be forgotten on the next",
                called(list)
            ),
            Unclear::Filters { list } => write!(
                f,
                "what {} shows was changed by several steps before its rows, and each may have its effect late: filter by one, or by what the rows show",
                called(list)
            ),
            Unclear::TypedCell { list, column } => write!(
                f,
                "what is typed for each row of {} is what the row shows in \"{column}\", and values of a row are not typed yet",
                called(list)
            ),
            Unclear::DoneOtherwise { list, rows } => write!(
                f,
                "the same is done to several rows of {}, and something else to {}: show what is the same for each row alone",
                called(list),
                rows.join(", ")
            ),
        }
    }
}

/// The rounds of a recording that do the same to rows of a table; `None` where there are none.
pub fn row_rounds(recording: &Recording) -> Option<Result<RowRounds, Unclear>> {
    let shown: Vec<usize> = (0..recording.steps.len())
        .filter(|it| !only_looks(&recording.steps[*it]))
        .collect();
    let found = (0..shown.len()).find_map(|start| longest(recording, &shown[start..]))?;
    Some(found.told(recording))
}

fn only_looks(step: &Step) -> bool {
    matches!(
        step.action,
        Action::Wait | Action::Scroll { .. } | Action::Swipe { .. } | Action::Status { .. }
    )
}

/// Rounds of one length.
struct Found {
    table: Table,
    /// Of each round its steps, and the row that it is done to, as it was before.
    rounds: Vec<(Range<usize>, TableRow)>,
}

/// The rounds that begin with the first of these steps: those that take in most steps, and of these the shortest.
fn longest(recording: &Recording, shown: &[usize]) -> Option<Found> {
    let (table, _) = table_of(&recording.steps[*shown.first()?])?;
    let mut best: Option<(usize, Found)> = None;
    for length in 1..=LONGEST_ROUND.min(shown.len() / 2 + 1) {
        let Some(rounds) = rounds(recording, shown, length, &table) else {
            continue;
        };
        let steps = rounds.iter().map(|it| it.0.len()).sum();
        if best.as_ref().is_none_or(|(most, _)| steps > *most) {
            let table = table.clone();
            best = Some((steps, Found { table, rounds }));
        }
    }
    best.map(|it| it.1)
}

/// The table and the row that a step's target stands in.
fn table_of(step: &Step) -> Option<(Table, TableRow)> {
    let target = step.screen.get(*step.action.target()?)?;
    let holds = |it: Table| {
        let row = it.row_of(target)?.clone();
        Some((it, row))
    };
    tables(&step.screen).into_iter().find_map(holds)
}

/// Whether two tables of different screens are one, by their heads and their names.
fn is_same(one: &Table, other: &Table) -> bool {
    one.heads == other.heads && one.name == other.name
}

/// The same table on another screen.
fn again(screen: &Screen, table: &Table) -> Option<Table> {
    let mut all = tables(screen);
    all.retain(|it| it.heads == table.heads);
    if all.len() > 1 {
        all.retain(|it| it.name == table.name);
    }
    all.pop().filter(|_| all.is_empty())
}

/// Two or more rounds of so many steps. The last one may lack its last step, which only led back to the table.
fn rounds(
    recording: &Recording,
    shown: &[usize],
    length: usize,
    table: &Table,
) -> Option<Vec<(Range<usize>, TableRow)>> {
    let steps = |round: &[usize]| -> Vec<&Step> { round.iter().map(|it| &recording.steps[*it]).collect() };
    let first = steps(shown.get(..length)?);
    let mut all: Vec<(Range<usize>, TableRow)> = Vec::new();
    for round in shown.chunks(length) {
        let is_cut =
            round.len() + 1 == length && length > 1 && leads_back(recording, shown[length - 1], table);
        if round.len() < length && !is_cut {
            break;
        }
        let own = steps(round);
        let Some((here, row)) = table_of(own[0]) else {
            break;
        };
        let same_table = is_same(&here, table);
        let alike = own.iter().zip(&first).all(|(one, other)| does_same(one, other));
        let is_new = !all.iter().any(|(_, known)| known.cells == row.cells);
        if !(same_table && alike && is_new) {
            break;
        }
        all.push((round[0]..round[round.len() - 1] + 1, row));
    }
    (all.len() >= 2).then_some(all)
}

/// Whether a step leads back to the table, and may do nothing else: what is pressed for it is no button.
fn leads_back(recording: &Recording, at: usize, table: &Table) -> bool {
    let step = &recording.steps[at];
    let next = recording
        .steps
        .get(at + 1)
        .map_or(&recording.last, |it| &it.screen);
    let leads = match &step.action {
        Action::NavigateBack | Action::OpenLink { .. } => true,
        Action::Click { target } => step.screen.get(*target).is_some_and(|it| !it.is(Role::Button)),
        _ => false,
    };
    leads && again(&step.screen, table).is_none() && again(next, table).is_some()
}

/// Whether two steps of different rounds may be one step of a loop.
fn does_same(one: &Step, other: &Step) -> bool {
    if one.action.kind() != other.action.kind() {
        return false;
    }
    let own_key = |step: &Step, text: &str| {
        table_of(step).is_some_and(|(_, row)| row.cells.iter().any(|it| it.1 == text))
    };
    let values = (one.action.value(), other.action.value());
    let same_value = match values {
        (Some(a), Some(b)) => a == b || own_key(one, a) && own_key(other, b),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    let target = |step: &'_ Step| step.action.target().and_then(|it| step.screen.get(*it)).cloned();
    let same_target = match (target(one), target(other)) {
        (Some(a), Some(b)) => is_alike((one, &a), (other, &b)),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    same_value && same_target
}

/// Whether the targets of two steps are one kind of thing, which says the same but for what the row says itself.
fn is_alike((one, a): (&Step, &Element), (other, b): (&Step, &Element)) -> bool {
    let kind = a.class_name == b.class_name && a.role == b.role && a.column == b.column;
    kind && (a.editable || said_of_row(one, a) == said_of_row(other, b))
}

/// What an element says, with the heads of the columns in the place of what the cells of its row show.
fn said_of_row(step: &Step, element: &Element) -> Option<String> {
    let words = [&element.text, &element.content_description, &element.label];
    let said = words.into_iter().flatten().next()?;
    let Some((_, row)) = table_of(step) else {
        return Some(said.clone());
    };
    // What only the controls of a row say is no content of it.
    let mut cells: Vec<&(String, String)> = row.cells.iter().collect();
    cells.retain(|it| !(element.is(Role::Button) && element.column.as_ref() == Some(&it.0)));
    cells.sort_by_key(|it| std::cmp::Reverse(it.1.len()));
    let of_row = |said: String, (column, shows): &(String, String)| {
        with_words(&said, shows, &format!("\u{1}{column}"))
    };
    Some(cells.into_iter().fold(said.clone(), of_row))
}

/// A text with other words in the place of these, where they stand as words of their own.
fn with_words(text: &str, words: &str, other: &str) -> String {
    let mut all = String::new();
    let mut from = 0;
    for at in words_in(text, words) {
        all += &text[from..at];
        all += other;
        from = at + words.len();
    }
    all + &text[from..]
}

impl Found {
    /// What is told of the rounds.
    fn told(self, recording: &Recording) -> Result<RowRounds, Unclear> {
        let list = self.table.name.clone();
        let views: Vec<Table> = recording
            .steps
            .iter()
            .map(|it| &it.screen)
            .chain([&recording.last])
            .filter_map(|it| again(it, &self.table))
            .collect();
        let Some(known_by) = self.known_by(&views) else {
            return Err(Unclear::NotToldApart { list });
        };
        let key = |row: &TableRow| row.shows(&known_by).map(str::to_owned);
        let done: Vec<String> = self.rounds.iter().filter_map(|it| key(&it.1)).collect();
        let rows: Vec<String> = self
            .done_otherwise(recording)
            .iter()
            .map(|it| key(it).unwrap_or_else(|| shows(it)))
            .collect();
        if !rows.is_empty() {
            return Err(Unclear::DoneOtherwise { list, rows });
        }
        let named_beside = match self.beside(recording, &done) {
            Beside::Nothing => false,
            Beside::Named => true,
            Beside::OfNoRow(control) => return Err(Unclear::OfNoRow { list, control }),
        };
        let passed_over = self.passed_over(recording, &known_by, &done);
        let mut whose = self.whose(&passed_over, &known_by);
        if whose.is_empty() {
            let rows = passed_over.iter();
            let rows = rows.map(|it| key(it).unwrap_or_else(|| shows(it))).collect();
            return Err(Unclear::PassedOver { list, rows });
        }
        whose.truncate(MOST_CHOICES);
        let pages = self.pages(recording);
        if pages.is_some() && self.only_marks(recording) {
            return Err(Unclear::SetOverPages { list });
        }
        let filters = self.filters(recording, &known_by);
        if filters > 1 {
            return Err(Unclear::Filters { list });
        }
        if let Some(column) = self.typed_cell(recording, &known_by) {
            return Err(Unclear::TypedCell { list, column });
        }
        let filtered = filters == 1;
        let choices = whose.into_iter().map(|whose| {
            let rows = RowChoice {
                list: list.clone(),
                known_by: known_by.clone(),
                whose,
            };
            let newest = views.last().map(|it| it.rows.as_slice()).unwrap_or_default();
            let meant = newest.iter().filter(|it| rows.means(it));
            let takes = meant.filter_map(|it| rows.key(it).map(str::to_owned)).collect();
            let of = RowLoop {
                after: self.after(recording, &rows, &done),
                named_beside,
                filtered,
                pages: pages.clone(),
                rows,
            };
            Choice { of, takes }
        });
        let choices = choices.collect();
        let rounds = self.rounds.into_iter().zip(done);
        let rounds = rounds.map(|((steps, _), row)| Round { row, steps }).collect();
        Ok(RowRounds {
            list,
            rounds,
            choices,
        })
    }

    /// What is acted on beside the table, in the rounds after the first, while the table is in front.
    fn beside(&self, recording: &Recording, done: &[String]) -> Beside {
        let mut found = Beside::Nothing;
        for ((steps, row), key) in self.rounds.iter().zip(done).skip(1) {
            let first = &recording.steps[steps.start];
            let pressed = first.action.target().and_then(|it| first.screen.get(*it));
            // What is set in the row itself is of that row, whatever saves it; a box that is on in other rows is of those too.
            let sets =
                pressed.is_some_and(|it| it.checkable) || !matches!(first.action, Action::Click { .. });
            for step in &recording.steps[steps.start + 1..steps.end] {
                let Some((table, target)) = again(&step.screen, &self.table).zip(step.action.target()) else {
                    continue;
                };
                let is_of_table = step
                    .screen
                    .get(*target)
                    .is_some_and(|it| table.row_of(it).is_some());
                if is_of_table || !self.stood_beside(step, *target, &first.screen) {
                    continue;
                }
                let only_this = || marked(&table, &step.screen).all(|it| it.at == row.at);
                let said_before = || {
                    again(&first.screen, &self.table).is_some_and(|it| says_beside(&first.screen, &it, key))
                };
                match says_beside(&step.screen, &table, key) {
                    true if !said_before() => found = Beside::Named,
                    false if sets && only_this() => {}
                    true | false => {
                        let name = step.screen.get(*target).map(Element::name);
                        return Beside::OfNoRow(name.unwrap_or_default());
                    }
                }
            }
        }
        found
    }

    /// Whether a step's target stood beside the table on a screen before, so that it may be the one of then.
    fn stood_beside(&self, step: &Step, target: ElementId, before: &Screen) -> bool {
        let (Some(element), Some(table)) = (step.screen.get(target), again(before, &self.table)) else {
            return false;
        };
        let mut beside = before.elements.iter().filter(|it| table.row_of(it).is_none());
        beside.any(|it| it.says_the_same(element))
    }

    /// How many steps before the rounds have the table show other rows.
    fn filters(&self, recording: &Recording, known_by: &str) -> usize {
        let start = self.rounds.first().map_or(0, |it| it.0.start);
        let keys = |at: usize| -> Option<BTreeSet<String>> {
            let table = again(&recording.steps[at].screen, &self.table)?;
            let shown = table
                .rows
                .iter()
                .filter_map(|it| it.shows(known_by).map(str::to_owned));
            Some(shown.collect())
        };
        let shown: Vec<BTreeSet<String>> = (0..=start).filter_map(keys).collect();
        shown.windows(2).filter(|it| it[0] != it[1]).count()
    }

    /// Whether the rounds only set boxes.
    fn only_marks(&self, recording: &Recording) -> bool {
        let mut steps = self.rounds.iter().flat_map(|it| &recording.steps[it.0.clone()]);
        steps.all(|step| {
            let target = step.action.target().and_then(|it| step.screen.get(*it));
            only_looks(step) || target.is_some_and(|it| it.checkable)
        })
    }

    /// The column whose cell a step types in every round, but for the one that the rows are known by.
    fn typed_cell(&self, recording: &Recording, known_by: &str) -> Option<String> {
        let (_, first) = self.rounds.first()?;
        let typed = |(steps, row): &(Range<usize>, TableRow), column: &str| {
            let Some(shows) = row.shows(column) else {
                return false;
            };
            let types = |it: &Step| {
                matches!(it.action, Action::InputText { .. })
                    && it.action.value().is_some_and(|it| it == shows)
            };
            recording.steps[steps.clone()].iter().any(types)
        };
        let mut columns = first.cells.iter().map(|it| &it.0).filter(|it| *it != known_by);
        columns
            .find(|column| self.rounds.iter().all(|it| typed(it, column)))
            .cloned()
    }

    /// What leads from page to page, where a screen shows that the table has several.
    fn pages(&self, recording: &Recording) -> Option<Pager> {
        let screens = recording
            .steps
            .iter()
            .map(|it| &it.screen)
            .chain([&recording.last]);
        screens
            .filter_map(|it| Some((it, again(it, &self.table)?)))
            .filter(|(screen, table)| onward(screen, table).is_some())
            .find_map(|(screen, table)| Pager::of(screen, &table))
    }

    /// The rows of the table in which steps outside of the rounds do something, but for those that look up whether it worked: a
    /// loop would leave them as they are, for these rows alone.
    fn done_otherwise(&self, recording: &Recording) -> Vec<TableRow> {
        let check_after = recording.shown.as_ref().and_then(|it| it.check_after);
        let doing = &recording.steps[..check_after
            .unwrap_or(recording.steps.len())
            .min(recording.steps.len())];
        let outside = doing.iter().enumerate().filter(|(at, step)| {
            !only_looks(step) && !self.rounds.iter().any(|(steps, _)| steps.contains(at))
        });
        outside
            .filter_map(|(_, step)| table_of(step))
            .filter(|(table, _)| is_same(table, &self.table))
            .map(|(_, row)| row)
            .collect()
    }

    /// The column that tells the rows apart, on every screen, and whose rows keep most of what else they show. A mere place in the
    /// list, which the next row has once one is gone, is none.
    fn known_by(&self, views: &[Table]) -> Option<String> {
        let (_, first) = self.rounds.first()?;
        let is_key = |column: &str| {
            let values = |rows: &[TableRow]| -> Vec<String> {
                rows.iter()
                    .filter_map(|it| it.shows(column).map(str::to_owned))
                    .collect()
            };
            let differ = |all: &[String]| (1..all.len()).all(|at| !all[..at].contains(&all[at]));
            let is_place = |all: &[String]| {
                all.len() > 1
                    && (1..)
                        .zip(all)
                        .all(|(n, it)| it.trim_end_matches('.') == n.to_string())
            };
            let done: Vec<TableRow> = self.rounds.iter().map(|it| it.1.clone()).collect();
            let keys = values(&done);
            let views: Vec<Vec<String>> = views.iter().map(|it| values(&it.rows)).collect();
            keys.len() == done.len()
                && differ(&keys)
                && views.iter().all(|it| differ(it))
                && !views.iter().any(|it| is_place(it))
        };
        let kept = |column: &str| {
            let mut kept = 0;
            for pair in views.windows(2) {
                for row in &pair[0].rows {
                    let own = |it: &&TableRow| it.shows(column) == row.shows(column);
                    let again = pair[1].rows.iter().find(own);
                    let same = |cell: &&(String, String)| again.is_some_and(|it| it.cells.contains(cell));
                    kept += row.cells.iter().filter(same).count();
                }
            }
            kept
        };
        let columns = first.cells.iter().map(|it| it.0.as_str());
        let keys = columns.filter(|it| is_key(it));
        // The first of those that are as good.
        let best = keys
            .map(|it| (kept(it), it))
            .reduce(|best, it| if it.0 > best.0 { it } else { best });
        best.map(|it| it.1.to_owned())
    }

    /// The rows that stand before one that was done, and were not done.
    fn passed_over(&self, recording: &Recording, known_by: &str, done: &[String]) -> Vec<TableRow> {
        let mut all: Vec<TableRow> = Vec::new();
        for ((steps, row), _) in self.rounds.iter().zip(done) {
            let Some(table) = again(&recording.steps[steps.start].screen, &self.table) else {
                continue;
            };
            let before = table.rows.iter().take_while(|it| it.at != row.at);
            let left = before.filter(|it| {
                let key = it.shows(known_by);
                let is_done = key.is_some_and(|key| done.iter().any(|it| it == key));
                !is_done && !all.iter().any(|known| known.cells == it.cells)
            });
            let left: Vec<TableRow> = left.cloned().collect();
            all.extend(left);
        }
        all
    }

    /// What all rows that were done show and no row that was passed over does: nothing at all where none was, else one column or, where
    /// no single one tells, two.
    fn whose(&self, passed_over: &[TableRow], known_by: &str) -> Vec<Vec<(String, String)>> {
        let Some((_, first)) = self.rounds.first() else {
            return Vec::new();
        };
        let done = || self.rounds.iter().map(|it| &it.1);
        let is_shared = |cell: &&(String, String)| {
            cell.0 != known_by && done().all(|it| it.shows(&cell.0) == Some(cell.1.as_str()))
        };
        let shared: Vec<&(String, String)> = first.cells.iter().filter(is_shared).collect();
        let tells = |cells: &[(String, String)]| {
            let asked = || {
                cells
                    .iter()
                    .map(|(column, value)| (column.as_str(), value.as_str()))
            };
            !passed_over.iter().any(|it| it.is_so(asked()))
        };
        let single = shared.iter().map(|it| vec![(*it).clone()]);
        if passed_over.is_empty() {
            return std::iter::once(Vec::new()).chain(single).collect();
        }
        let single: Vec<_> = single.filter(|it| tells(it)).collect();
        if !single.is_empty() {
            return single;
        }
        let pairs = shared.iter().enumerate().flat_map(|(at, one)| {
            let others = shared[at + 1..].iter();
            others.map(move |other| vec![(*one).clone(), (*other).clone()])
        });
        pairs.filter(|it| tells(it)).collect()
    }

    /// How rows look once they are done, on the next screen that shows the table.
    fn after(&self, recording: &Recording, rows: &RowChoice, done: &[String]) -> RowAfter {
        let next = |at: usize| match self.rounds.get(at + 1) {
            Some((steps, _)) => &recording.steps[steps.start].screen,
            None => &recording.last,
        };
        // Each row that is seen again: as it was before, and as it is then, if it is there.
        let mut seen: Vec<(&TableRow, Option<TableRow>)> = Vec::new();
        for (at, ((_, before), key)) in self.rounds.iter().zip(done).enumerate() {
            if let Some(table) = again(next(at), &self.table) {
                let own = table
                    .rows
                    .into_iter()
                    .find(|it| rows.key(it) == Some(key.as_str()));
                seen.push((before, own));
            }
        }
        let there: Vec<(&TableRow, &TableRow)> = seen
            .iter()
            .filter_map(|(before, now)| Some((*before, now.as_ref()?)))
            .collect();
        let Some((first_before, first)) = there.first() else {
            return match seen.is_empty() {
                true => RowAfter::AsBefore,
                false => RowAfter::Gone,
            };
        };
        let set = self.set(recording);
        if rows.whose.iter().any(|it| set.contains(&it.0)) {
            return RowAfter::AsBefore;
        }
        // What all show then, and showed otherwise before. What was seen once may be another one's time or number.
        let became = |(column, shows): &&(String, String)| {
            let is_asked = rows.whose.iter().any(|it| it.0 == *column);
            let lasts = there.len() > 1 && !shows.chars().any(|it| it.is_ascii_digit());
            first_before.shows(column) != Some(shows)
                && !set.contains(column)
                && (is_asked || lasts)
                && there.iter().all(|(before, now)| {
                    now.shows(column) == Some(shows) && before.shows(column) != Some(shows)
                })
        };
        let became: Vec<(String, String)> = first.cells.iter().filter(became).cloned().collect();
        let not_meant = seen
            .iter()
            .all(|(_, now)| now.as_ref().is_none_or(|it| !rows.means(it)));
        match became.is_empty() {
            false => RowAfter::Shows(became),
            true if not_meant => RowAfter::NotMeant,
            true => RowAfter::AsBefore,
        }
    }

    /// The columns in whose cells the rounds set something: what a field there shows afterwards is what was set, saved or not.
    fn set(&self, recording: &Recording) -> BTreeSet<String> {
        let steps = self.rounds.iter().flat_map(|it| &recording.steps[it.0.clone()]);
        let target = |step: &Step| step.action.target().and_then(|it| step.screen.get(*it)).cloned();
        let sets = |step: &Step, it: &Element| !matches!(step.action, Action::Click { .. }) || it.checkable;
        steps
            .filter_map(|step| Some((step, target(step)?)))
            .filter(|(step, it)| sets(step, it))
            .filter_map(|(_, it)| it.column)
            .collect()
    }
}

/// What is acted on beside a table.
enum Beside {
    /// Nothing that stood there for the row before as well.
    Nothing,
    /// Something, and the page says beside the table which row it is of.
    Named,
    /// Something of which nothing says that.
    OfNoRow(String),
}

/// The rows of a table in which a box is on.
fn marked<'t>(table: &'t Table, screen: &'t Screen) -> impl Iterator<Item = &'t TableRow> {
    let on = screen.elements.iter().filter(|it| it.checked);
    on.filter_map(|it| table.row_of(it))
}

/// What a row shows, where nothing names it.
fn shows(row: &TableRow) -> String {
    let texts: Vec<&str> = row.cells.iter().map(|it| it.1.as_str()).collect();
    format!("\"{}\"", texts.join(", "))
}
