//! Rows of a list that are gone through one after the other, to find those that are meant: what stands there twice, the first of
//! each kind stays; or those on whose page a text stands.

use std::collections::{HashSet, VecDeque};

use trajectory::{Code, Diagnostic};
use ui::{
    Action, ElementId, Locator, RowMark, Screen, find, has_words, leads_on, marked_rows, records_in_path,
};

use crate::{
    element::shown,
    named::named,
    range::Range,
    same_rows::{Asked, GoneThrough, ListedRows, Meant, Page, SameRows, Saying, Says, Which, all_said},
    scroll::Scrolled,
    session::Session,
    stop::Stop,
};

/// Fewer characters say too little to tell that a page is a row's.
const FEWEST: usize = 3;
/// Reads of a page until two of them give the same.
const MOST_READS: usize = 6;

impl Session {
    /// Open the next row that looks as another one does and whose page says the same as that one's; `false` where there is none.
    /// What is opened and says something else is left by going back.
    pub fn open_duplicate(&mut self, by: RowMark, press: &Locator) -> Result<bool, Stop> {
        self.begin_rows(by, press, Which::OpenedAgain)?;
        while let Some((nth, rows)) = self.next_row() {
            let page = self.page_of_nth(&rows, nth)?;
            let kept = self.kept();
            if self.stands_there_again(&rows, nth, &page)? {
                self.goes_away(&rows);
                return Ok(true);
            }
            if let Some(other) = kept.first().and_then(|it| first_difference(&it.says, &page.says)) {
                let text = format!("\"{}\": not all of them say \"{other}\"", short(&rows.says));
                self.note(self.position, &text);
            }
            self.keep(page);
            self.go_back_to_list()?;
        }
        self.end_rows()?;
        Ok(false)
    }

    /// Open the next row whose page says this; `false` where there is none. Which they are is seen before the first of them is turned
    /// to: each row is opened, and left by going back.
    pub fn open_row_saying(&mut self, by: RowMark, press: &Locator, saying: Saying) -> Result<bool, Stop> {
        if saying.text.trim().is_empty() {
            let message = "which rows are meant is told by an empty text, and any page would do";
            return Err(Stop::refused(Diagnostic::new(Code::Arguments, message)));
        }
        if self.begin_rows(by, press, Which::Saying(Box::new(saying.clone())))? {
            self.find_meant(&saying)?;
        }
        let next = self.found_rows.as_mut().and_then(|it| it.meant.pop_front());
        let Some(meant) = next else {
            self.end_rows()?;
            return Ok(false);
        };
        let (rows, gone) = self.now_of(&meant.rows);
        let nth = meant.nth.saturating_sub(gone);
        self.is_still_there(&rows, nth, &meant.page)?;
        self.goes_away(&rows);
        Ok(true)
    }

    /// Open each row, and keep those whose page says this.
    fn find_meant(&mut self, saying: &Saying) -> Result<(), Stop> {
        while let Some((nth, rows)) = self.next_row() {
            let page = self.page_of_nth(&rows, nth)?;
            // The same page once more may be the same row: the list has to have kept its order.
            self.stands_there_again(&rows, nth, &page)?;
            if self.page_says(&rows, &page, saying)?
                && let Some(all) = self.found_rows.as_mut()
            {
                let page = page.clone();
                all.meant.push_back(Meant { rows, nth, page });
            }
            self.keep(page);
            self.go_back_to_list()?;
        }
        Ok(())
    }

    /// The rows that say the same as those did at the beginning, and how many of them are gone.
    fn now_of(&self, rows: &SameRows) -> (SameRows, usize) {
        let mut all = self.found_rows.iter().flat_map(|it| &it.all);
        let now = all.find(|it| it.is_same_kind(rows)).unwrap_or(rows);
        (now.clone(), rows.count.saturating_sub(now.count))
    }

    /// Whether the page in front, which is at its beginning, says a text. Where the text stands within other words alone, or elsewhere
    /// than in the part that is asked for, nobody knows.
    fn page_says(&mut self, rows: &SameRows, page: &Page, saying: &Saying) -> Result<bool, Stop> {
        let (screens, whole) = self.views("reading what the row has opened")?;
        let said: Vec<Says> = screens.iter().map(|it| all_said(it)).collect();
        if !whole || said != page.says {
            let message = format!(
                "the page of \"{}\" says something else at each look",
                short(&rows.says)
            );
            return Err(Stop::refused(Diagnostic::new(Code::AssertionFailed, message)));
        }
        if screens.len() > 1 {
            let lists = self.lists()?;
            self.go_to_beginning(&lists, "back to where the page begins")?;
        }
        let around = self
            .found_rows
            .as_ref()
            .map(|it| it.around.clone())
            .unwrap_or_default();
        let texts = |fits: &dyn Fn(&Screen) -> Vec<ElementId>| -> Vec<String> {
            let of = |screen: &Screen| -> Vec<String> {
                let elements = fits(screen).into_iter().filter_map(|id| screen.get(id));
                let texts = elements
                    .filter(|it| !it.editable)
                    .map(|it| shown(it).trim().to_owned());
                texts
                    .filter(|it| !it.is_empty() && !around.contains(it))
                    .collect()
            };
            screens.iter().flat_map(|it| of(it)).collect()
        };
        let of_part = match &saying.part {
            Some(part) => texts(&|screen| find(screen, part).all()),
            None => Vec::new(),
        };
        let everywhere = || texts(&|screen| screen.iter().map(|(id, _)| id).collect());
        let says = match (&saying.part, of_part.is_empty()) {
            (Some(_), false) => stands_in(&of_part, saying),
            (Some(_), true) => stands_in(&everywhere(), saying).filter(|it| !it),
            (None, _) => stands_in(&everywhere(), saying),
        };
        says.ok_or_else(|| {
            let message = format!(
                "whether the page of \"{}\" says \"{}\" can't be told: it stands there within other words, or elsewhere than it should",
                short(&rows.says),
                saying.text
            );
            Stop::refused(Diagnostic::new(Code::AssertionFailed, message))
        })
    }

    /// Whether a page of the rows in hand that stays says the same as this one, and it is not that one once more.
    fn stands_there_again(&mut self, rows: &SameRows, nth: usize, page: &Page) -> Result<bool, Stop> {
        let kept = self.kept();
        if let Some(again) = kept
            .iter()
            .find(|it| it.record.is_some() && it.record == page.record)
        {
            let record = again.record.clone().unwrap_or_default();
            let message = format!("{record} was opened twice: the list has changed its order meanwhile");
            return Err(Stop::refused(Diagnostic::new(Code::AssertionFailed, message)));
        }
        let Some(first) = kept.iter().position(|it| it.says == page.says) else {
            return Ok(false);
        };
        // Without an address nothing but the order of the list says that it is not the first one once more.
        if page.record.is_none() {
            self.go_back_to_list()?;
            self.is_still_there(rows, first, &kept[first])?;
            self.go_back_to_list()?;
            self.is_still_there(rows, nth, page)?;
        }
        Ok(true)
    }

    /// Press this in the next row that says the same as one before it; `false` where there is none.
    pub fn press_duplicate(&mut self, by: RowMark, press: &Locator) -> Result<bool, Stop> {
        self.begin_rows(by, press, Which::Again)?;
        while let Some((nth, rows)) = self.next_row() {
            if nth == 0 {
                // The first one stays as it is.
                self.keep(Page {
                    says: vec![rows.says.clone()],
                    record: None,
                });
                continue;
            }
            self.press_in_nth(&rows, nth)?;
            self.goes_away(&rows);
            return Ok(true);
        }
        self.end_rows()?;
        Ok(false)
    }

    /// Read the list, where that was not done yet; whether it was not.
    fn begin_rows(&mut self, by: RowMark, press: &Locator, which: Which) -> Result<bool, Stop> {
        let asked = Asked {
            by,
            press: press.clone(),
            which,
            position: self.position,
        };
        if let Some(known) = &self.found_rows {
            if known.asked == asked {
                return Ok(false);
            }
            let message = "a loop over rows was left before its end: which of them are gone is not known";
            return Err(Stop::refused(Diagnostic::new(Code::AssertionFailed, message)));
        }
        let mut patience = self.patience();
        let rows = loop {
            let rows = self.listed_rows(&asked.by)?;
            if rows.count() > 0 {
                break rows;
            }
            if !self.goes_on(&mut patience)? {
                let message = format!("there is no list with {}", named(&asked.by.mark));
                let hint = "an empty list and one that looks otherwise can't be told apart";
                return Err(Stop::refused(
                    Diagnostic::new(Code::ElementMissing, message).hint(hint),
                ));
            }
        };
        let elsewhere = rows.by_what_they_say().into_iter().find(|it| !it.only_here);
        if let (Which::Again | Which::OpenedAgain, Some(rows)) = (&asked.which, elsewhere) {
            let message = format!(
                "\"{}\" stands in the list again, behind other words or in another list: whether it is a duplicate can't be told",
                short(&rows.says)
            );
            return Err(Stop::refused(Diagnostic::new(Code::AssertionFailed, message)));
        }
        let left = match asked.which {
            Which::Again | Which::OpenedAgain => rows.same(),
            Which::Saying(_) => rows.by_what_they_say(),
        };
        let text = format!(
            "{} rows, {} of which are gone through",
            rows.count(),
            left.iter().map(|it| it.count).sum::<usize>()
        );
        self.note(self.position, &text);
        let around = said_around(&*self.screen()?, &asked.by);
        self.found_rows = Some(GoneThrough {
            asked,
            left,
            all: rows.by_what_they_say(),
            kept: Vec::new(),
            meant: VecDeque::new(),
            around,
        });
        Ok(true)
    }

    /// The rows in hand and which of them is next, from 0; `None` at the end.
    fn next_row(&mut self) -> Option<(usize, SameRows)> {
        let all = self.found_rows.as_mut()?;
        while let Some(rows) = all.left.first() {
            if all.kept.len() < rows.count {
                return Some((all.kept.len(), rows.clone()));
            }
            all.kept.clear();
            all.left.remove(0);
        }
        None
    }

    /// The list shows what should be left.
    fn end_rows(&mut self) -> Result<(), Stop> {
        self.shows_what_is_left()?;
        self.found_rows = None;
        Ok(())
    }

    fn kept(&self) -> Vec<Page> {
        self.found_rows
            .as_ref()
            .map(|it| it.kept.clone())
            .unwrap_or_default()
    }

    /// The one that was turned to stays.
    fn keep(&mut self, page: Page) {
        if let Some(all) = self.found_rows.as_mut() {
            all.kept.push(page);
        }
    }

    /// The one of these that was turned to is taken away by the script: one row fewer says this.
    fn goes_away(&mut self, rows: &SameRows) {
        let Some(all) = self.found_rows.as_mut() else {
            return;
        };
        let mut known = all.all.iter_mut();
        let known = known.find(|it| it.count > 0 && it.is_same_kind(rows));
        let in_hand = all.left.first_mut().filter(|it| it.is_same_kind(rows));
        for it in known.into_iter().chain(in_hand) {
            it.count -= 1;
        }
    }

    /// Open one of the rows that look the same, and read its page.
    fn page_of_nth(&mut self, rows: &SameRows, nth: usize) -> Result<Page, Stop> {
        self.press_in_nth(rows, nth)?;
        self.page_of(rows)
    }

    /// The row opens the same page as before.
    fn is_still_there(&mut self, rows: &SameRows, nth: usize, page: &Page) -> Result<(), Stop> {
        if self.page_of_nth(rows, nth)?.says == page.says {
            return Ok(());
        }
        let message = format!(
            "of the rows that say \"{}\", another one stands in the place of the {}. now: the list has changed its order meanwhile",
            short(&rows.says),
            nth + 1
        );
        Err(Stop::refused(Diagnostic::new(Code::AssertionFailed, message)))
    }

    fn go_back_to_list(&mut self) -> Result<(), Stop> {
        let reason = "back to the list whose rows are gone through".to_owned();
        self.act(&[], Some(reason), |_| Action::NavigateBack)
    }

    /// Press in one of the rows that look the same, from 0.
    fn press_in_nth(&mut self, rows: &SameRows, nth: usize) -> Result<(), Stop> {
        let Some(Asked { by, press, .. }) = self.found_rows.as_ref().map(|it| it.asked.clone()) else {
            return Ok(());
        };
        let looking = format!(
            "looking for the {} rows that say \"{}\"",
            rows.count,
            short(&rows.says)
        );
        let mut patience = self.patience();
        let index = loop {
            let found = self.scroll_through(&looking, |session| {
                let screen = session.screen()?;
                let row = rows.all_in(&screen, &by).and_then(|it| it.get(nth).copied());
                match row.map(|row| inside(&screen, &press, row)).as_deref() {
                    None | Some([]) => Ok(None),
                    Some([id]) => Ok(Some(session.hand_out(*id, None))),
                    Some(all) => {
                        let message = format!(
                            "the row that says \"{}\" has {} elements that fit {press}",
                            short(&rows.says),
                            all.len()
                        );
                        Err(Stop::refused(Diagnostic::new(Code::ElementAmbiguous, message)))
                    }
                }
            })?;
            if let Scrolled::Found(index) = found {
                break index;
            }
            if !self.goes_on(&mut patience)? {
                let message = format!(
                    "no view of the list shows the {} rows together that say \"{}\", each with {press}",
                    rows.count,
                    short(&rows.says)
                );
                let hint =
                    "filter the list in the app first, so that rows that look the same are in sight together";
                return Err(Stop::refused(
                    Diagnostic::new(Code::ElementMissing, message).hint(hint),
                ));
            }
        };
        let reason = format!("one of {} rows that say \"{}\"", rows.count, short(&rows.says));
        self.act(&[index], Some(reason), |ids| match ids {
            [target, ..] => Action::Click { target: *target },
            [] => Action::Wait,
        })
    }

    /// The page that a row has opened, once it is there: it says what the row does, and the row is gone. It is read until it says the
    /// same twice, and left scrolled to its beginning.
    fn page_of(&mut self, rows: &SameRows) -> Result<Page, Stop> {
        let Some(by) = self.found_rows.as_ref().map(|it| it.asked.by.clone()) else {
            return Err(Stop::refused(Diagnostic::new(
                Code::Arguments,
                "no row is opened",
            )));
        };
        let tells = |it: &&String| it.chars().count() >= FEWEST;
        let mut patience = self.patience();
        loop {
            let screen = self.screen()?;
            let said = all_said(&screen);
            if !rows.is_in(&screen, &by) && rows.says.iter().filter(tells).any(|it| said.contains(it)) {
                break;
            }
            if !self.goes_on(&mut patience)? {
                let message = format!(
                    "no page is in front that says of itself what the row \"{}\" does, without the list",
                    short(&rows.says)
                );
                return Err(Stop::refused(Diagnostic::new(Code::AssertionFailed, message)));
            }
        }
        let mut before = None;
        for _ in 0..MOST_READS {
            let says = self.all_of_page(rows)?;
            if before.as_ref() == Some(&says) {
                let screen = self.screen()?;
                let has_record = !records_in_path(screen.path()).is_empty();
                return Ok(Page {
                    says,
                    record: has_record.then(|| screen.path().to_owned()),
                });
            }
            before = Some(says);
            self.idle()?;
        }
        let message = format!(
            "the page of \"{}\" says something else at each look",
            short(&rows.says)
        );
        Err(Stop::refused(Diagnostic::new(Code::AssertionFailed, message)))
    }

    fn all_of_page(&mut self, rows: &SameRows) -> Result<Vec<Says>, Stop> {
        let (screens, whole) = self.views("reading what the row has opened")?;
        if !whole {
            let message = format!("the page of \"{}\" can't be read to its end", short(&rows.says));
            return Err(Stop::refused(Diagnostic::new(Code::ListUnfinished, message)));
        }
        if screens.len() > 1 {
            let lists = self.lists()?;
            self.go_to_beginning(&lists, "back to where the page begins")?;
        }
        Ok(screens.iter().map(|it| all_said(it)).collect())
    }

    /// The list shows what should be left: as many rows of each kind, and of another kind, which may have come meanwhile, one at most.
    fn shows_what_is_left(&mut self) -> Result<(), Stop> {
        let Some(all) = self.found_rows.clone() else {
            return Ok(());
        };
        let mut patience = self.patience();
        loop {
            let listed = self.listed_rows(&all.asked.by)?.by_what_they_say();
            let count = |of: &[SameRows], it: &SameRows| {
                let same = of
                    .iter()
                    .filter(|other| other.says == it.says && other.under == it.under);
                same.map(|it| it.count).sum::<usize>()
            };
            let known = |it: &SameRows| all.all.iter().any(|other| other.is_same_kind(it));
            let other = all.all.iter().chain(&listed).find(|it| {
                let (should, now) = (count(&all.all, it), count(&listed, it));
                should != now && (known(it) || now > 1)
            });
            let Some(other) = other else { return Ok(()) };
            if !self.goes_on(&mut patience)? {
                let message = format!(
                    "in the end \"{}\" stands {} times in the list and not {}",
                    short(&other.says),
                    count(&listed, other),
                    count(&all.all, other)
                );
                return Err(Stop::refused(Diagnostic::new(Code::AssertionFailed, message)));
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
        let screen = self.screen()?;
        goes_on_elsewhere(&screen, by)?;
        rows.note(&range, &screen, by);
        for list in &lists {
            let seen = self.scroll_while(list, list.forward(), &reason, |session, before| {
                let screen = session.screen()?;
                goes_on_elsewhere(&screen, by)?;
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
        Err(Stop::refused(Diagnostic::new(Code::ListUnfinished, message)))
    }
}

/// The run ends where the list has further pages: what stands there is not looked at.
fn goes_on_elsewhere(screen: &Screen, by: &RowMark) -> Result<(), Stop> {
    let Some(onward) = screen.elements.iter().find(|it| leads_on(it)) else {
        return Ok(());
    };
    if marked_rows(screen, by).is_empty() {
        return Ok(());
    }
    let message = format!("the list goes on behind {}", onward.name());
    let hint = "have the page show the whole list, or filter it first";
    Err(Stop::refused(
        Diagnostic::new(Code::ListUnfinished, message).hint(hint),
    ))
}

/// What fits in a row.
fn inside(screen: &Screen, asked: &Locator, row: &[u16]) -> Vec<ElementId> {
    let mut fitting = find(screen, asked).all();
    fitting.retain(|id| screen.get(*id).is_some_and(|it| it.path.starts_with(row)));
    fitting
}

/// The first text that only one of two pages has.
fn first_difference(one: &[Says], other: &[Says]) -> Option<String> {
    let (one, other): (Vec<&String>, Vec<&String>) =
        (one.iter().flatten().collect(), other.iter().flatten().collect());
    let only =
        |of: &[&String], than: &[&String]| of.iter().find(|it| !than.contains(it)).map(|it| (*it).clone());
    only(&one, &other).or_else(|| only(&other, &one))
}

/// Whether a text stands in one of these, of any case and with any spaces: as words of their own, where that is asked for, or in the
/// plural. `None` where it stands within words alone, or in several of these together.
fn stands_in(said: &[String], saying: &Saying) -> Option<bool> {
    let plain = |text: &str| {
        text.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase()
    };
    let text = plain(&saying.text);
    let said: Vec<String> = said.iter().map(|it| plain(it)).collect();
    let plurals = ["s", "es"].map(|it| format!("{text}{it}"));
    let is_whole = |it: &String| {
        (saying.within_words && it.contains(&text))
            || has_words(it, &text)
            || plurals.iter().any(|many| has_words(it, many))
    };
    match said.iter().any(is_whole) {
        true => Some(true),
        false => (!said.join(" ").contains(&text)).then_some(false),
    }
}

/// What a screen says outside the rows of its list: what a page says there as well says nothing of its row.
fn said_around(screen: &Screen, by: &RowMark) -> HashSet<String> {
    let rows = marked_rows(screen, by);
    let outside = screen
        .elements
        .iter()
        .filter(|it| !rows.iter().any(|row| it.path.starts_with(row)));
    outside.map(|it| shown(it).trim().to_owned()).collect()
}

/// What a row says, as a message names it.
fn short(says: &[String]) -> String {
    let said = says.join(", ");
    match said.char_indices().nth(80) {
        Some((end, _)) => format!("{}..", &said[..end]),
        None => said,
    }
}
