//! The rows of a table that a run does one after the other. Which they are is said once, before anything is done, and each is
//! known by what its column shows: what the list does meanwhile (it loses rows, moves them, gains others) changes nothing of that.

use std::time::Duration;

use trajectory::{Code, Diagnostic};
use ui::{
    Found, Locator, NoTable, RowAfter, RowChoice, RowLoop, Screen, Table, TableRow, Untold, says_beside,
};

use crate::{
    rows::{RowsToDo, Seen},
    scroll::Scrolled,
    session::Session,
    stop::Stop,
    wait::Patience,
    whole_table::not_there,
};

/// How long a row may take to come up, and one that was done to change.
const COMES: Duration = Duration::from_secs(10);
/// Rows that a message names.
const NAMED: usize = 12;

impl Session {
    /// The rows that are meant, as they are now: what each is known by. Nothing is done to any yet.
    pub fn rows_to_do(&mut self, of: RowLoop) -> Result<Vec<String>, Stop> {
        let choice = &of.rows;
        if of.filtered {
            self.has_changed(&choice.of_table())?;
        }
        let rows = self.whole_table(&choice.of_table(), of.pages.as_ref())?;
        let keys = choice.keys(&rows).map_err(|why| untold(choice, why))?;
        let said = match keys.len() {
            0 => "there is none".to_owned(),
            _ => named(&keys),
        };
        let text = format!("{}: {} of {}: {said}", choice.in_words(), keys.len(), rows.len());
        self.note(self.position, &text);
        let all = rows
            .iter()
            .filter_map(|it| choice.key(it).map(str::to_owned))
            .collect();
        self.rows = Some(RowsToDo {
            of,
            all,
            keys: keys.clone(),
            turned: 0,
            leave: false,
        });
        Ok(keys)
    }

    /// Turn to one of these rows, once the one before is done: it is there, once, and meant still.
    pub fn turn_to_row(&mut self, key: &str) -> Result<(), Stop> {
        self.is_done()?;
        let Some(rows) = self.rows.clone() else {
            let message = "`turn_to_row` is for a row that `rows_to_do` has given";
            return Err(Diagnostic::new(Code::Arguments, message).into());
        };
        if rows.keys.get(rows.turned).map(String::as_str) != Some(key) {
            let message = format!("\"{key}\" is not the next one of the rows that `rows_to_do` has given");
            return Err(Diagnostic::new(Code::Arguments, message).into());
        }
        self.bring_row(&rows, key)?;
        let screen = self.screen()?;
        let is_named = |it: &Table| says_beside(&screen, it, key);
        if rows.of.named_beside && rows.of.rows.table(&screen).is_ok_and(|it| is_named(&it)) {
            let message = format!(
                "\"{key}\" stands beside the table before its row is opened: nothing would tell when what stands there is its own"
            );
            return Err(self.refused(Diagnostic::new(Code::ElementAmbiguous, message)));
        }
        if let Some(rows) = self.rows.as_mut() {
            rows.turned += 1;
        }
        Ok(())
    }

    /// The last of these rows is done as well: where that shows, all of them look so in the end. Rows that have come in meanwhile
    /// are named.
    pub fn rows_are_done(&mut self) -> Result<(), Stop> {
        self.is_done()?;
        let Some(rows) = self.rows.clone() else {
            return Ok(());
        };
        let RowLoop {
            rows: choice,
            after,
            pages,
            ..
        } = &rows.of;
        let now = match *after == RowAfter::AsBefore || rows.keys.is_empty() {
            false => self.whole_table(&choice.of_table(), pages.as_ref())?,
            // What is said of new rows is of the page in front.
            true => {
                let screen = self.screen()?;
                choice.table(&screen).map(|it| it.rows).unwrap_or_default()
            }
        };
        let is_one = |it: &TableRow| {
            choice
                .key(it)
                .is_some_and(|key| rows.keys.iter().any(|it| it == key))
        };
        let keys = |all: &mut dyn Iterator<Item = &TableRow>| -> Vec<String> {
            all.filter_map(|it| choice.key(it).map(str::to_owned)).collect()
        };
        let left = keys(&mut now.iter().filter(|it| is_one(it) && !after.is_done(choice, it)));
        if !left.is_empty() {
            let message = format!("in the end these rows are not {after}: {}", named(&left));
            return Err(self.refused(Diagnostic::new(Code::AssertionFailed, message)));
        }
        self.rows = None;
        let new = keys(&mut now.iter().filter(|it| choice.means(it) && !is_one(it)));
        if !new.is_empty() {
            let text = format!("came in meanwhile and is not done: {}", named(&new));
            self.note(self.position, &text);
        }
        Ok(())
    }

    /// What a locator finds in the row that the run has turned to; `None` where it does not go by that row's text, or another page
    /// is in front.
    pub(crate) fn found_in_row(&self, screen: &Screen, locator: &Locator) -> Option<Found> {
        let rows = self.rows.as_ref()?;
        let key = rows.current()?;
        let mut values = locator.attributes.iter().map(|it| &it.1).chain(locator.anchors());
        let choice = &rows.of.rows;
        if !values.any(|it| it == key) || choice.table(screen) == Err(NoTable::Missing) {
            return None;
        }
        Some(choice.find_in(screen, key, locator))
    }

    /// Before something beside the table is acted on, what stands there says that it is the row's that the run has turned to: until
    /// then it may be the one's before.
    pub(crate) fn is_of_this_row(&mut self, index: i64) -> Result<(), Stop> {
        let Some(rows) = self.rows.clone().filter(|it| it.of.named_beside) else {
            return Ok(());
        };
        let Some(key) = rows.current() else {
            return Ok(());
        };
        let mut patience = self.patience();
        loop {
            let (id, _) = self.resolve(index)?;
            let screen = self.screen()?;
            let (table, element) = (rows.of.rows.table(&screen), screen.get(id));
            let (Ok(table), Some(element)) = (table, element) else {
                return Ok(());
            };
            if table.row_of(element).is_some() || says_beside(&screen, &table, key) {
                return Ok(());
            }
            if !self.goes_on(&mut patience)? {
                let message = format!(
                    "nothing beside the table says that {} is of \"{key}\"",
                    element.name()
                );
                return Err(self.refused(Diagnostic::new(Code::AssertionFailed, message)));
            }
        }
    }

    /// The row that was done last looks as rows do that are done.
    fn is_done(&mut self) -> Result<(), Stop> {
        let Some(rows) = self.rows.clone().filter(|it| it.of.after != RowAfter::AsBefore) else {
            return Ok(());
        };
        let Some(key) = rows.current() else {
            return Ok(());
        };
        let (choice, after) = (&rows.of.rows, &rows.of.after);
        let mut patience = self.patience();
        let mut searched = false;
        loop {
            let screen = self.screen()?;
            let mut seen = Seen::of(&screen, choice, key);
            let out_of_sight = matches!(seen, Seen::Gone) && !rows.shows_neighbours(&screen, key);
            if out_of_sight && !searched && rows.shows_others(&screen, key) {
                searched = true;
                seen = self.searched_for(&rows, key)?;
            }
            match &seen {
                Seen::Several => return Err(untold(choice, Untold::Twice(key.to_owned()))),
                Seen::There(row) if after.is_done(choice, row) => return Ok(()),
                Seen::Gone if rows.shows_others(&screen, key) => {
                    if let Some(rows) = self.rows.as_mut() {
                        rows.leave = true;
                    }
                    return Ok(());
                }
                Seen::Gone if self.goes_on(&mut patience)? => {}
                Seen::Gone if rows.is_last() => return Ok(()),
                Seen::Gone => {
                    let message = format!(
                        "after \"{key}\" the table shows none of its rows: nobody can say whether it is done"
                    );
                    return Err(self.refused(Diagnostic::new(Code::ElementMissing, message)));
                }
                Seen::There(_) | Seen::NoTable(_) if self.goes_on(&mut patience)? => {}
                Seen::There(row) => return Err(self.refused(not_done(&rows.of, key, row))),
                Seen::NoTable(why) => return Err(self.no_table(choice, *why)),
            }
        }
    }

    /// Have a row in front.
    fn bring_row(&mut self, rows: &RowsToDo, key: &str) -> Result<(), Stop> {
        let choice = &rows.of.rows;
        let mut patience = self.patience();
        let mut searches = 0;
        loop {
            let screen = self.screen()?;
            let mut seen = Seen::of(&screen, choice, key);
            if matches!(seen, Seen::Gone) && searches < 2 {
                searches += 1;
                seen = self.searched_for(rows, key)?;
            }
            match &seen {
                Seen::There(row) if choice.means(row) => return Ok(()),
                Seen::Several => return Err(untold(choice, Untold::Twice(key.to_owned()))),
                Seen::Gone | Seen::There(_) | Seen::NoTable(_) => {}
            }
            if self.goes_on(&mut patience)? {
                continue;
            }
            return Err(match seen {
                Seen::NoTable(why) => self.no_table(choice, why),
                Seen::There(row) => {
                    let columns = choice.whose.iter().map(|it| it.0.as_str());
                    let message = format!(
                        "\"{key}\" has changed since the run began: {}",
                        shown(&row, columns)
                    );
                    self.refused(Diagnostic::new(Code::ElementMissing, message))
                }
                Seen::Several | Seen::Gone => {
                    let message = format!(
                        "\"{key}\" was a {choice} when the run began, and is not there any more: nobody can say whether it is done"
                    );
                    self.refused(Diagnostic::new(Code::ElementMissing, message))
                }
            });
        }
    }

    /// What is seen of a row that is not in view, where the table is scrolled or has further pages.
    fn searched_for(&mut self, rows: &RowsToDo, key: &str) -> Result<Seen, Stop> {
        let choice = &rows.of.rows;
        // A list that loads more at its end may look whole.
        let Some(pager) = &rows.of.pages else {
            return self.scroll_to_row(choice, key);
        };
        // From the page in front to the last one, then from the first.
        let is_there = |it: &Seen| !matches!(it, Seen::Gone);
        for from_first in [false, true] {
            if from_first {
                self.turn_back(&choice.of_table(), pager)?;
            }
            loop {
                let screen = self.screen()?;
                let seen = Seen::of(&screen, choice, key);
                if is_there(&seen) {
                    return Ok(seen);
                }
                if !self.next_page(&choice.of_table(), pager)? {
                    break;
                }
            }
        }
        Ok(Seen::Gone)
    }

    fn scroll_to_row(&mut self, choice: &RowChoice, key: &str) -> Result<Seen, Stop> {
        let reason = format!("looking for the row of \"{key}\"");
        let scrolled = self.scroll_through(&reason, |session| {
            let screen = session.screen()?;
            let seen = Seen::of(&screen, choice, key);
            Ok(matches!(seen, Seen::There(_)).then_some(seen))
        })?;
        Ok(match scrolled {
            Scrolled::Found(seen) => seen,
            Scrolled::Seen | Scrolled::Gone | Scrolled::Unfinished => Seen::Gone,
        })
    }

    pub(crate) fn patience(&self) -> Patience {
        Patience::new(COMES, self.options.find_rounds, self.clock)
    }

    /// Whether there is to be another look, after a pause; a window that came in between is left before there is none.
    pub(crate) fn goes_on(&mut self, patience: &mut Patience) -> Result<bool, Stop> {
        if !patience.goes_on() {
            return self.way_out(None);
        }
        self.wait_on(patience)?;
        Ok(true)
    }

    fn no_table(&self, choice: &RowChoice, why: NoTable) -> Stop {
        self.refused(not_there(&choice.of_table(), why))
    }

    /// The run ends; which rows are done, and which are not, is said.
    fn refused(&self, mut diagnostic: Diagnostic) -> Stop {
        if let Some(rows) = &self.rows {
            let (done, left) = rows.keys.split_at(rows.turned.min(rows.keys.len()));
            if !done.is_empty() {
                diagnostic = diagnostic.note(format!("turned to before: {}", named(done)));
            }
            if !left.is_empty() {
                diagnostic = diagnostic.note(format!("not turned to: {}", named(left)));
            }
        }
        let diagnostic = diagnostic.hint("look at the list; run it again for the rows that are left");
        Stop::refused(diagnostic)
    }
}

/// Why a row that is in the table is not done.
fn not_done(of: &RowLoop, key: &str, row: &TableRow) -> Diagnostic {
    let message = match &of.after {
        _ if of.rows.means(row) && !of.rows.whose.is_empty() => format!(
            "\"{key}\" is as it was: what was done to it has not changed that it is a {}",
            of.rows
        ),
        RowAfter::Shows(cells) => {
            let columns = cells.iter().map(|it| it.0.as_str());
            format!(
                "\"{key}\" looks otherwise than rows that are done: {}; done is: {}",
                shown(row, columns),
                of.after
            )
        }
        RowAfter::AsBefore | RowAfter::Gone | RowAfter::NotMeant => {
            let columns = row.cells.iter().map(|it| it.0.as_str());
            format!("\"{key}\" is not {}: {}", of.after, shown(row, columns))
        }
    };
    Diagnostic::new(Code::AssertionFailed, message)
}

/// What a row shows in some columns.
fn shown<'c>(row: &TableRow, columns: impl Iterator<Item = &'c str>) -> String {
    let cell = |column: &str| {
        format!(
            "its \"{column}\" is \"{}\"",
            row.shows(column).unwrap_or_default()
        )
    };
    columns.map(cell).collect::<Vec<_>>().join(", ")
}

fn named(keys: &[String]) -> String {
    let shown: Vec<&str> = keys.iter().take(NAMED).map(String::as_str).collect();
    match keys.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{}, and {more} more", shown.join(", ")),
    }
}

fn untold(choice: &RowChoice, why: Untold) -> Stop {
    let diagnostic = match why {
        Untold::Twice(key) => Diagnostic::new(
            Code::ElementAmbiguous,
            format!("\"{key}\" stands in several rows of {}", choice.of_table()),
        ),
        Untold::Nameless(shows) => Diagnostic::new(
            Code::ElementMissing,
            format!("a {choice} shows nothing in \"{}\"", choice.known_by),
        )
        .note(format!("it shows: {}", shows.join(", "))),
    };
    let diagnostic = diagnostic.note(format!("rows are told apart by \"{}\"", choice.known_by));
    Stop::refused(diagnostic)
}
