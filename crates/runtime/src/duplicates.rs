//! What stands twice in a list: rows that look the same are opened one after the other, and what says the same as one that was
//! opened before is a duplicate. The first of each stays.

use trajectory::{Code, Diagnostic, Outcome};
use ui::{Action, ElementId, Found, Locator, RowMark, find};

use crate::{
    named::named,
    range::Range,
    same_rows::{ListedRows, SameRows, Says, said_beside},
    scroll::Scrolled,
    session::Session,
    stop::Stop,
};

/// Fewer characters say too little to tell that a page is a row's.
const FEWEST: usize = 3;

/// The rows that look the same, and how far they were gone through.
#[derive(Clone, Debug)]
pub struct Duplicates {
    by: RowMark,
    /// Those that are left, the first of them in hand.
    left: Vec<SameRows>,
    /// Those that were gone through: so many of them stay.
    done: Vec<SameRows>,
    /// What each of those in hand said that stays, view by view.
    kept: Vec<Vec<Says>>,
}

impl Session {
    /// Open the next row that looks as another one does and whose page says the same as that one's; `false` where there is none.
    /// What is opened and says something else is left by going back.
    pub fn open_duplicate(&mut self, by: RowMark, press: &Locator) -> Result<bool, Stop> {
        self.begin_duplicates(&by)?;
        loop {
            let Some((index, rows)) = self.next_that_looks_the_same(press)? else {
                return Ok(false);
            };
            self.press_row(index, &rows)?;
            let page = self.page_of_row(&by, &rows)?;
            let Some(all) = self.duplicates.as_mut() else {
                return Ok(false);
            };
            if all.kept.contains(&page) {
                all.one_fewer();
                return Ok(true);
            }
            all.kept.push(page);
            let reason = "back to the list: it is the first of its kind".to_owned();
            self.act(&[], Some(reason), |_| Action::NavigateBack)?;
        }
    }

    /// Press this in the next row that says the same as one before it; `false` where there is none.
    pub fn press_duplicate(&mut self, by: RowMark, press: &Locator) -> Result<bool, Stop> {
        self.begin_duplicates(&by)?;
        loop {
            // The first one stays as it is.
            if let Some(all) = self.duplicates.as_mut()
                && let (true, Some(rows)) = (all.kept.is_empty(), all.left.first())
            {
                all.kept.push(vec![rows.says.clone()]);
            }
            let Some((index, rows)) = self.next_that_looks_the_same(press)? else {
                return Ok(false);
            };
            if let Some(all) = self.duplicates.as_mut() {
                // Of one that was turned to anew, the first stays.
                if all.kept.is_empty() {
                    continue;
                }
                all.one_fewer();
            }
            self.press_row(index, &rows)?;
            return Ok(true);
        }
    }

    /// See which rows look the same, where that is not known yet.
    fn begin_duplicates(&mut self, by: &RowMark) -> Result<(), Stop> {
        if self.duplicates.as_ref().is_some_and(|it| it.by == *by) {
            return Ok(());
        }
        let mut patience = self.patience();
        let rows = loop {
            let rows = self.listed_rows(by)?;
            if rows.count() > 0 || !self.goes_on(&mut patience)? {
                break rows;
            }
        };
        let left = rows.same();
        let text = format!(
            "{} rows, {} of which look as another one does",
            rows.count(),
            left.iter().map(|it| it.count).sum::<usize>()
        );
        self.note(self.position, &text);
        self.duplicates = Some(Duplicates {
            by: by.clone(),
            left,
            done: Vec::new(),
            kept: Vec::new(),
        });
        Ok(())
    }

    /// What is to be pressed in the next of the rows that look the same, and all of these; `None` at the end, where those that
    /// stay are there, and no others.
    fn next_that_looks_the_same(&mut self, press: &Locator) -> Result<Option<(i64, SameRows)>, Stop> {
        loop {
            let Some(all) = self.duplicates.as_mut() else {
                return Ok(None);
            };
            let Some(rows) = all.left.first().cloned() else {
                break;
            };
            if all.kept.len() < rows.count {
                let (by, nth) = (all.by.clone(), all.kept.len());
                return Ok(Some((self.in_nth_row(&rows, nth, &by, press)?, rows)));
            }
            all.kept.clear();
            all.left.remove(0);
            all.done.push(rows);
        }
        self.are_gone()?;
        self.duplicates = None;
        Ok(None)
    }

    /// The index of what is to be pressed in one of the rows that look the same.
    fn in_nth_row(
        &mut self,
        rows: &SameRows,
        nth: usize,
        by: &RowMark,
        press: &Locator,
    ) -> Result<i64, Stop> {
        let reason = format!(
            "looking for the {} rows that say \"{}\"",
            rows.count,
            short(&rows.says)
        );
        let mut patience = self.patience();
        loop {
            let found = self.scroll_through(&reason, |session| {
                let screen = session.screen()?;
                let row = rows.all_in(&screen, by).and_then(|it| it.get(nth).copied());
                let Some(row) = row else { return Ok(None) };
                let is_inside = |id: &ElementId| screen.get(*id).is_some_and(|it| it.path.starts_with(row));
                let fitting = match find(&screen, press) {
                    Found::None => Vec::new(),
                    Found::One(id) => vec![id],
                    Found::Many(all) => all,
                };
                let inside: Vec<ElementId> = fitting.into_iter().filter(is_inside).collect();
                match inside[..] {
                    [id] => Ok(Some(session.hand_out(id, None))),
                    ref all => {
                        let (code, count) = match all.len() {
                            0 => (Code::ElementMissing, "nothing that fits".to_owned()),
                            n => (Code::ElementAmbiguous, format!("{n} elements that fit")),
                        };
                        let message =
                            format!("the row that says \"{}\" has {count} {press}", short(&rows.says));
                        Err(refused(Diagnostic::new(code, message)))
                    }
                }
            })?;
            if let Scrolled::Found(index) = found {
                return Ok(index);
            }
            if !self.goes_on(&mut patience)? {
                let message = format!(
                    "no view of the list shows the {} rows together that say \"{}\"",
                    rows.count,
                    short(&rows.says)
                );
                let hint =
                    "filter the list in the app first, so that rows that look the same are in sight together";
                return Err(refused(Diagnostic::new(Code::ElementMissing, message).hint(hint)));
            }
        }
    }

    fn press_row(&mut self, index: i64, rows: &SameRows) -> Result<(), Stop> {
        let reason = format!("one of {} rows that say \"{}\"", rows.count, short(&rows.says));
        self.act(&[index], Some(reason), |ids| match ids {
            [target, ..] => Action::Click { target: *target },
            [] => Action::Wait,
        })
    }

    /// All that the page says which a row has opened, view by view; it is left scrolled to its beginning.
    fn page_of_row(&mut self, by: &RowMark, rows: &SameRows) -> Result<Vec<Says>, Stop> {
        let tells = |it: &&String| it.chars().count() >= FEWEST;
        let mut patience = self.patience();
        loop {
            let screen = self.screen()?;
            let beside = said_beside(&screen, by);
            if rows.says.iter().filter(tells).any(|it| beside.contains(it)) {
                break;
            }
            if !self.goes_on(&mut patience)? {
                let message = format!(
                    "nothing on the page in front says that it is of the row \"{}\"",
                    short(&rows.says)
                );
                return Err(refused(Diagnostic::new(Code::AssertionFailed, message)));
            }
        }
        let (screens, whole) = self.views("reading what the row has opened")?;
        if !whole {
            let message = format!("the page of \"{}\" can't be read to its end", short(&rows.says));
            return Err(refused(Diagnostic::new(Code::ListUnfinished, message)));
        }
        if screens.len() > 1 {
            let lists = self.lists()?;
            self.go_to_beginning(&lists, "back to where the page begins")?;
        }
        Ok(screens.iter().map(|it| said_beside(it, by)).collect())
    }

    /// The list shows as many as stay of each of the rows that looked the same.
    fn are_gone(&mut self) -> Result<(), Stop> {
        let Some(all) = self.duplicates.clone().filter(|it| !it.done.is_empty()) else {
            return Ok(());
        };
        let mut patience = self.patience();
        loop {
            let listed = self.listed_rows(&all.by)?;
            let now = |it: &SameRows| listed.count_of(&it.says, it.under.as_deref());
            let Some(other) = all.done.iter().find(|it| now(it) != it.count) else {
                return Ok(());
            };
            if !self.goes_on(&mut patience)? {
                let message = format!(
                    "in the end \"{}\" stands {} times in the list and not {}",
                    short(&other.says),
                    now(other),
                    other.count
                );
                return Err(refused(Diagnostic::new(Code::AssertionFailed, message)));
            }
        }
    }

    /// All rows of the list, from its beginning to its end.
    fn listed_rows(&mut self, by: &RowMark) -> Result<ListedRows, Stop> {
        let reason = format!("reading the rows of {}", named(&by.mark));
        let mut rows = ListedRows::default();
        let mut range = Range::default();
        let lists = self.lists()?;
        let mut whole = self.go_to_beginning(&lists, &reason)? && !self.is_cut_off()?;
        rows.note(&range, &*self.screen()?, by);
        for list in &lists {
            let seen = self.scroll_while(list, list.forward(), &reason, |session, before| {
                let screen = session.screen()?;
                range.scrolled(list.path(), before, &screen);
                rows.note(&range, &screen, by);
                Ok(None::<()>)
            })?;
            whole &= matches!(seen, Scrolled::Seen);
        }
        if whole {
            return Ok(rows);
        }
        let message = format!(
            "reading the rows of {}: the list's end did not come into sight",
            named(&by.mark)
        );
        Err(refused(Diagnostic::new(Code::ListUnfinished, message)))
    }
}

impl Duplicates {
    /// The one in hand that was turned to last is a duplicate: it goes.
    fn one_fewer(&mut self) {
        if let Some(rows) = self.left.first_mut() {
            rows.count -= 1;
        }
    }
}

fn refused(diagnostic: Diagnostic) -> Stop {
    Stop::End(Outcome::Refused, Some(Box::new(diagnostic)))
}

/// What a row says, as a message names it.
fn short(says: &[String]) -> String {
    let said = says.join(", ");
    match said.char_indices().nth(80) {
        Some((end, _)) => format!("{}..", &said[..end]),
        None => said,
    }
}
