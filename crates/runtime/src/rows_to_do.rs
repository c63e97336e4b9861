//! The rows of a table that a run does one after the other. Which they are is said once, before anything is done, and each is
//! known by what its column shows: what the list does meanwhile (it loses rows, moves them, gains others) changes nothing of that.

use std::{sync::Arc, time::Duration};

use trajectory::{Code, Diagnostic, Outcome};
use ui::{Found, Locator, NoTable, RowChoice, Screen, Untold};

use crate::{
    rows::{RowsToDo, Seen},
    scroll::Scrolled,
    session::Session,
    stop::Stop,
    wait::Patience,
    whole_table::{not_there, shows_part},
};

/// How long a row may take to come up, and one that was done to change.
const COMES: Duration = Duration::from_secs(10);
/// Rows that a message names.
const NAMED: usize = 12;

impl Session {
    /// The rows that are meant, as they are now: what each is known by. Nothing is done to any yet.
    pub fn rows_to_do(&mut self, choice: RowChoice, leaves: bool) -> Result<Vec<String>, Stop> {
        let rows = self.whole_table(&choice.of_table())?;
        let keys = choice.keys(&rows).map_err(|why| untold(&choice, why))?;
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
            choice,
            all,
            keys: keys.clone(),
            turned: 0,
            leaves,
        });
        Ok(keys)
    }

    /// Turn to one of these rows, once the one before is done: it is there, once, and meant still.
    pub fn turn_to_row(&mut self, key: &str) -> Result<(), Stop> {
        self.has_left()?;
        let Some(rows) = self.rows.as_mut() else {
            let message = "`turn_to_row` is for a row that `rows_to_do` has given";
            return Err(Diagnostic::new(Code::Arguments, message).into());
        };
        if rows.keys.get(rows.turned).map(String::as_str) != Some(key) {
            let message = format!("\"{key}\" is not the next one of the rows that `rows_to_do` has given");
            return Err(Diagnostic::new(Code::Arguments, message).into());
        }
        let choice = rows.choice.clone();
        self.bring_row(&choice, key)?;
        if let Some(rows) = self.rows.as_mut() {
            rows.turned += 1;
        }
        Ok(())
    }

    /// The last of these rows is done as well: where that shows, none of them is meant any more. Rows that have come in meanwhile
    /// are named.
    pub fn rows_are_done(&mut self) -> Result<(), Stop> {
        self.has_left()?;
        let Some(rows) = self.rows.clone() else {
            return Ok(());
        };
        if rows.leaves && !rows.keys.is_empty() {
            let now = self.whole_table(&rows.choice.of_table())?;
            let meant = now.iter().filter(|it| rows.choice.means(it));
            let left: Vec<String> = meant
                .filter_map(|it| rows.choice.key(it))
                .filter(|it| rows.keys.iter().any(|done| done == it))
                .map(str::to_owned)
                .collect();
            if !left.is_empty() {
                let message = format!(
                    "in the end each of these is a {} again: {}",
                    rows.choice,
                    named(&left)
                );
                return Err(self.refused(Diagnostic::new(Code::AssertionFailed, message)));
            }
        }
        self.rows = None;
        let screen = self.screen()?;
        let table = rows.choice.table(&screen).ok();
        let new: Vec<String> = table
            .iter()
            .flat_map(|it| &it.rows)
            .filter(|it| rows.choice.means(it))
            .filter_map(|it| rows.choice.key(it).map(str::to_owned))
            .filter(|it| !rows.keys.contains(it))
            .collect();
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
        if !values.any(|it| it == key) || rows.choice.table(screen) == Err(NoTable::Missing) {
            return None;
        }
        Some(rows.choice.find_in(screen, key, locator))
    }

    /// The row that was done last is meant no more, where that is how a row shows that it is done.
    fn has_left(&mut self) -> Result<(), Stop> {
        let Some(rows) = self.rows.clone().filter(|it| it.leaves) else {
            return Ok(());
        };
        let Some(key) = rows.current() else {
            return Ok(());
        };
        let mut patience = self.patience();
        loop {
            let screen = self.screen()?;
            match Seen::of(&screen, &rows.choice, key) {
                Seen::Changed(_) => return Ok(()),
                Seen::Gone if rows.shows_others(&screen, key) || !self.goes_on(&mut patience)? => {
                    return Ok(());
                }
                Seen::Gone => {}
                Seen::Several => return Err(untold(&rows.choice, Untold::Twice(key.to_owned()))),
                Seen::Meant | Seen::NoTable(_) if self.goes_on(&mut patience)? => {}
                Seen::Meant => {
                    let message = format!(
                        "\"{key}\" is as it was: what was done to it has not changed that it is a {}",
                        rows.choice
                    );
                    return Err(self.refused(Diagnostic::new(Code::AssertionFailed, message)));
                }
                Seen::NoTable(why) => return Err(self.no_table(&rows.choice, why)),
            }
        }
    }

    /// Have a row in front.
    fn bring_row(&mut self, choice: &RowChoice, key: &str) -> Result<(), Stop> {
        let mut patience = self.patience();
        loop {
            let screen = self.screen()?;
            let seen = Seen::of(&screen, choice, key);
            match &seen {
                Seen::Meant => return Ok(()),
                Seen::Several => return Err(untold(choice, Untold::Twice(key.to_owned()))),
                Seen::Gone
                    if shows_part(&screen, &choice.of_table()) && self.scroll_to_row(choice, key)? =>
                {
                    return Ok(());
                }
                Seen::Gone | Seen::Changed(_) | Seen::NoTable(_) => {}
            }
            if self.goes_on(&mut patience)? {
                continue;
            }
            return Err(match seen {
                Seen::NoTable(why) => self.no_table(choice, why),
                Seen::Changed(row) => {
                    let shows: Vec<String> = choice
                        .whose
                        .iter()
                        .map(|(column, _)| {
                            format!("\"{column}\" is \"{}\"", row.shows(column).unwrap_or_default())
                        })
                        .collect();
                    let message = format!(
                        "\"{key}\" has changed since the run began: its {}",
                        shows.join(", its ")
                    );
                    self.refused(Diagnostic::new(Code::ElementMissing, message))
                }
                Seen::Meant | Seen::Several | Seen::Gone => {
                    let message = format!(
                        "\"{key}\" was a {choice} when the run began, and is not there any more: nobody can say whether it is done"
                    );
                    self.refused(Diagnostic::new(Code::ElementMissing, message))
                }
            });
        }
    }

    fn scroll_to_row(&mut self, choice: &RowChoice, key: &str) -> Result<bool, Stop> {
        let reason = format!("looking for the row of \"{key}\"");
        let scrolled = self.scroll_through(&reason, |session| {
            let screen = session.screen()?;
            let seen = Seen::of(&screen, choice, key);
            Ok(matches!(seen, Seen::Meant).then_some(()))
        })?;
        Ok(matches!(scrolled, Scrolled::Found(())))
    }

    pub(crate) fn patience(&self) -> Patience {
        Patience::new(COMES, self.options.find_rounds, self.clock)
    }

    /// Whether there is to be another look, after a pause; a window that came in between is left before there is none.
    pub(crate) fn goes_on(&mut self, patience: &mut Patience) -> Result<bool, Stop> {
        if !patience.goes_on() {
            return self.way_out();
        }
        self.idle()?;
        let control = Arc::clone(&self.control);
        patience.pause(|| control.check().is_some());
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
        Stop::End(Outcome::Refused, Some(Box::new(diagnostic)))
    }
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
    Stop::End(Outcome::Refused, Some(Box::new(diagnostic)))
}
