//! What is not in view: scrolling to an element, deciding whether it is the only one, and reading a list to its end.

use std::sync::Arc;

use device::Clock;
use trajectory::{Code, Diagnostic};
use ui::{
    Action, Direction, Element, ElementId, Found, Locator, Nth, Row, RowMark, Screen, Sites, Unread,
    list_rows, list_rows_at,
};

use crate::{
    element::shown,
    locate::LISTED,
    named::{is_named, named},
    range::Range,
    session::{Missing, Session},
    stop::Stop,
    trust::Located,
};

/// Scrolls in one direction before giving up.
const SCROLLS: usize = 40;
/// How much wider than high a list is, at least, whose entries stand side by side.
const WIDE: i32 = 4;
/// Lists of a screen that are scrolled.
const LISTS: usize = 3;

/// What scrolling through the lists of a screen came to.
pub(crate) enum Scrolled<T> {
    /// A look had an answer.
    Found(T),
    /// Every list was seen to its ends.
    Seen,
    /// A list still moved after as many scrolls as are made.
    Unfinished,
    /// The list was gone in the middle: something else lies over it or came in its place.
    Gone,
}

impl Session {
    /// Look for an element by scrolling: each list to its end, then to its beginning. Its other ways come after the
    /// whole range was seen without it, and what only stands in the right place after those.
    pub fn scroll_to(&mut self, locator: &Locator) -> Result<Option<Located>, Stop> {
        loop {
            let mut looks = 0;
            let mut searched = self.search(locator, false, &mut looks)?;
            if matches!(searched, Scrolled::Seen)
                && self.options.policy.other_ways
                && !locator.or_else.is_empty()
            {
                searched = self.search(locator, true, &mut looks)?;
            }
            match searched {
                Scrolled::Found(located) => return Ok(Some(located)),
                Scrolled::Seen => {
                    if let Some(located) = self.located_now(locator, true)? {
                        return Ok(Some(located));
                    }
                }
                Scrolled::Unfinished | Scrolled::Gone => {}
            }
            if !self.way_out(None)? {
                self.missing = Some(Missing {
                    locator: locator.clone(),
                    looks,
                });
                return Ok(None);
            }
        }
    }

    /// One pass over the range. What a value of the task names has to be the only one of its name in all of it; of
    /// anything else the first that comes into sight is taken.
    fn search(
        &mut self,
        locator: &Locator,
        otherwise: bool,
        looks: &mut usize,
    ) -> Result<Scrolled<Located>, Stop> {
        let reason = format!("looking for {}", named(locator));
        // Where what is out of view is listed as well, one look is the whole range, but of lists that say otherwise.
        let in_part = !self.listing.reaches_beyond_view || !self.screen()?.in_part.is_empty();
        if in_part && is_named(locator, &self.values) && !locator.any_of_alike && locator.nth.is_none() {
            return self.search_whole(locator, otherwise, &reason, looks);
        }
        // What is counted from the end is counted at the end.
        if in_part && locator.place().is_some_and(Nth::is_from_end) {
            for list in self.lists()? {
                match self.scroll_while(&list, list.forward(), &reason, |_, _| Ok(None))? {
                    Scrolled::Seen | Scrolled::Found(()) => {}
                    Scrolled::Unfinished => return Ok(Scrolled::Unfinished),
                    Scrolled::Gone => return Ok(Scrolled::Gone),
                }
            }
        }
        self.scroll_through(&reason, |session| {
            *looks += 1;
            let located = session.located_now(locator, otherwise)?;
            Ok(located.filter(|it| it.otherwise != Some(false)))
        })
    }

    /// See every list from its beginning to its end, and go back to the one element that fits. Two that are never
    /// in sight together are refused as two on one screen are.
    fn search_whole(
        &mut self,
        locator: &Locator,
        otherwise: bool,
        reason: &str,
        looks: &mut usize,
    ) -> Result<Scrolled<Located>, Stop> {
        let lists = self.lists()?;
        if !self.go_to_beginning(&lists, reason)? {
            return Ok(Scrolled::Gone);
        }
        let before = self.steps.len();
        let mut range = Range::default();
        self.spot(locator, otherwise, &mut range)?;
        *looks += 1;
        let mut finished = !self.is_cut_off()?;
        for list in &lists {
            let seen = self.scroll_while(list, list.forward(), reason, |session, before| {
                range.scrolled(list.path(), before, &*session.screen()?);
                session.spot(locator, otherwise, &mut range)?;
                *looks += 1;
                Ok(None::<()>)
            })?;
            if matches!(seen, Scrolled::Gone) {
                return Ok(Scrolled::Gone);
            }
            finished &= matches!(seen, Scrolled::Seen);
        }
        // Another one of its name may stand where nobody has looked.
        if !finished {
            let seen: Vec<String> = range.elements().map(|it| it.name()).collect();
            return Err(unfinished(locator, &seen));
        }
        let all = range.count();
        // Back as a search from the beginning would have left it: later screens may depend on how far a list is scrolled.
        if range.has_moved() && !self.go_to_beginning(&lists, reason)? {
            return Ok(Scrolled::Gone);
        }
        if all == 0 {
            return Ok(Scrolled::Seen);
        }
        self.came_back(before);
        let mut shown = self.shows_all(locator, otherwise, all)?;
        for list in &lists {
            if shown {
                break;
            }
            let forward = self.scroll_while(list, list.forward(), reason, |session, _| {
                Ok(session.shows_all(locator, otherwise, all)?.then_some(()))
            })?;
            match forward {
                Scrolled::Gone => return Ok(Scrolled::Gone),
                it => shown = matches!(it, Scrolled::Found(())),
            }
        }
        match self.located_now(locator, otherwise)? {
            Some(located) if shown => Ok(Scrolled::Found(located)),
            Some(_) | None if all > 1 => Err(several(locator, &range)),
            Some(_) | None => Ok(Scrolled::Unfinished),
        }
    }

    /// What fits in the view in front, without deciding.
    fn fitting(&mut self, locator: &Locator, otherwise: bool) -> Result<Vec<ElementId>, Stop> {
        self.guard()?;
        let screen = self.screen()?;
        Ok(match self.believed(&screen, locator) {
            Found::One(id) => vec![id],
            Found::Many(ids) => ids,
            Found::None if otherwise => {
                let other = self.trust.otherwise(&screen, locator, &self.values, true);
                let sure = other.filter(|it| it.otherwise == Some(true));
                sure.map(|it| it.id).into_iter().collect()
            }
            Found::None => Vec::new(),
        })
    }

    fn spot(&mut self, locator: &Locator, otherwise: bool, range: &mut Range) -> Result<(), Stop> {
        let ids = self.fitting(locator, otherwise)?;
        let screen = self.screen()?;
        let elements: Vec<&Element> = ids.into_iter().filter_map(|id| screen.get(id)).collect();
        range.note(&elements);
        Ok(())
    }

    fn shows_all(&mut self, locator: &Locator, otherwise: bool, all: usize) -> Result<bool, Stop> {
        Ok(self.fitting(locator, otherwise)?.len() == all)
    }

    /// What the elements that fit show, each text once, from the first to the last that scrolling brings up. Of a
    /// list whose end does not come into sight, no part is given for the whole.
    pub fn read_all(&mut self, locator: &Locator) -> Result<Vec<String>, Stop> {
        loop {
            let mut texts: Vec<String> = Vec::new();
            let reason = format!("reading {}", named(locator));
            let scrolled = self.scroll_through(&reason, |session| {
                let ids = session.find_all(locator)?;
                let screen = session.screen()?;
                for text in ids.into_iter().filter_map(|id| screen.get(id)).map(shown) {
                    if !texts.iter().any(|it| it == text) {
                        texts.push(text.to_owned());
                    }
                }
                Ok(None::<()>)
            })?;
            let whole = matches!(scrolled, Scrolled::Seen);
            if whole && !texts.is_empty() {
                return Ok(texts);
            }
            if !self.way_out(None)? {
                return if whole {
                    Ok(texts)
                } else {
                    Err(unfinished(locator, &texts))
                };
            }
        }
    }

    /// The rows that elements stand in, from the first to the last that scrolling brings up. Of a list whose views do not
    /// hang together, or whose end does not come into sight, no part is given for the whole.
    pub fn read_rows(
        &mut self,
        locator: &Locator,
        up: usize,
        sites: Option<&Sites>,
    ) -> Result<Vec<Row>, Stop> {
        let reason = format!("reading {}", named(locator));
        let by = RowMark {
            mark: locator.clone(),
            up,
        };
        loop {
            let (screens, whole) = self.views(&reason)?;
            let views = || screens.iter().map(|it| &**it);
            let mut read = list_rows(views(), &by);
            let sites = sites.filter(|_| self.options.policy.other_ways);
            if let (Ok([]), Some(sites)) = (read.as_deref(), sites) {
                read = list_rows_at(views(), sites);
            }
            match &read {
                Ok(rows) if whole && !rows.is_empty() => return Ok(rows.clone()),
                Ok(_) | Err(_) => {}
            }
            if !self.way_out(None)? {
                return match read {
                    Ok(rows) if whole => Ok(rows),
                    Ok(rows) => Err(unfinished(locator, &texts_of(&rows))),
                    Err(why) => Err(unread(locator, why)),
                };
            }
        }
    }

    /// What one pass over all lists shows, from their beginnings to their ends, and whether that is all of them.
    pub(crate) fn views(&mut self, reason: &str) -> Result<(Vec<Arc<Screen>>, bool), Stop> {
        let lists = self.lists()?;
        let mut screens: Vec<Arc<Screen>> = Vec::new();
        if !self.go_to_beginning(&lists, reason)? {
            return Ok((screens, false));
        }
        screens.push(self.screen()?);
        let mut whole = !self.is_cut_off()?;
        for list in &lists {
            let seen = self.scroll_while(list, list.forward(), reason, |session, _| {
                screens.push(session.screen()?);
                Ok(None::<()>)
            })?;
            whole &= matches!(seen, Scrolled::Seen);
        }
        Ok((screens, whole))
    }

    /// Scroll all lists back to where they begin; `false` where one was gone in the middle.
    pub(crate) fn go_to_beginning(&mut self, lists: &[List], reason: &str) -> Result<bool, Stop> {
        for list in lists {
            let back = self.scroll_while(list, list.back(), reason, |_, _| Ok(None::<()>))?;
            if matches!(back, Scrolled::Gone) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Look, and scroll and look again, until a look has an answer or nothing is left to scroll.
    pub(crate) fn scroll_through<T>(
        &mut self,
        reason: &str,
        mut look: impl FnMut(&mut Self) -> Result<Option<T>, Stop>,
    ) -> Result<Scrolled<T>, Stop> {
        if let Some(answer) = look(self)? {
            return Ok(Scrolled::Found(answer));
        }
        let mut scrolled = match self.is_cut_off()? {
            true => Scrolled::Unfinished,
            false => Scrolled::Seen,
        };
        for list in self.lists()? {
            for direction in [list.forward(), list.back()] {
                match self.scroll_while(&list, direction, reason, |session, _| look(session))? {
                    Scrolled::Seen => {}
                    other @ (Scrolled::Found(_) | Scrolled::Gone) => return Ok(other),
                    Scrolled::Unfinished => scrolled = Scrolled::Unfinished,
                }
            }
        }
        Ok(scrolled)
    }

    /// What of the screen in front is scrolled.
    pub(crate) fn lists(&mut self) -> Result<Vec<List>, Stop> {
        let screen = self.screen()?;
        let mut lists: Vec<&Element> = screen.elements.iter().filter(|it| it.scrollable).collect();
        // What is known to have more comes first, then the largest list: that is where the content is.
        let in_part = |it: &Element| screen.in_part.contains(&it.path);
        lists.sort_by_key(|it| {
            let area = i64::from(it.bounds.width()) * i64::from(it.bounds.height());
            (!in_part(it), std::cmp::Reverse(area))
        });
        let known = lists.iter().filter(|it| in_part(it)).count();
        lists.truncate(LISTS.max(known));
        let mut lists: Vec<List> = lists.into_iter().map(|it| List(Some(it.clone()))).collect();
        if lists.is_empty() || screen.in_part.iter().any(Vec::is_empty) {
            lists.push(List(None));
        }
        Ok(lists)
    }

    /// Whether a list shows a part that can't be scrolled: one that is a page in a frame.
    pub(crate) fn is_cut_off(&mut self) -> Result<bool, Stop> {
        let screen = self.screen()?;
        let scrolls = |path: &Vec<u16>| {
            let mut elements = screen.elements.iter();
            path.is_empty() || elements.any(|it| it.scrollable && it.path == *path)
        };
        Ok(!screen.in_part.iter().all(scrolls))
    }

    /// Scroll a list in one direction, and look each time it has moved, until a look has an answer or it moves no
    /// more. A look is given the screen before the scroll. A scroll that shows nothing new is no step of the run.
    pub(crate) fn scroll_while<T>(
        &mut self,
        list: &List,
        direction: Direction,
        reason: &str,
        mut look: impl FnMut(&mut Self, &Screen) -> Result<Option<T>, Stop>,
    ) -> Result<Scrolled<T>, Stop> {
        for round in 0..SCROLLS {
            let before = self.screen()?;
            let at = list.0.as_ref().and_then(|it| before.list_again(it));
            if list.0.is_some() && at.is_none() {
                // What another list has scrolled out of view was looked at before.
                return Ok(if round == 0 {
                    Scrolled::Seen
                } else {
                    Scrolled::Gone
                });
            }
            let index = at.map(|id| self.hand_out(id, None));
            self.act(index.as_slice(), Some(reason.to_owned()), |ids| Action::Scroll {
                target: ids.first().copied(),
                direction,
            })?;
            let mut moved = *self.screen()? != *before;
            if !moved && direction == list.forward() && self.clock == Clock::Real {
                // A list that loads more at its end does so a moment later.
                self.idle()?;
                moved = *self.screen()? != *before;
            }
            self.searched(moved);
            if !moved {
                return Ok(Scrolled::Seen);
            }
            if let Some(answer) = look(self, &before)? {
                return Ok(Scrolled::Found(answer));
            }
        }
        Ok(Scrolled::Unfinished)
    }
}

/// What is scrolled: a list, or else the screen as a whole.
pub(crate) struct List(Option<Element>);

impl List {
    pub(crate) fn forward(&self) -> Direction {
        if self.is_strip() {
            Direction::Right
        } else {
            Direction::Down
        }
    }

    fn back(&self) -> Direction {
        self.forward().opposite()
    }

    fn is_strip(&self) -> bool {
        let list = self.0.as_ref();
        list.is_some_and(|it| it.bounds.width() > WIDE * it.bounds.height())
    }

    pub(crate) fn path(&self) -> &[u16] {
        self.0.as_ref().map_or(&[], |it| &it.path)
    }
}

/// The run ends where a name stands for several, which no view shows together.
fn several(locator: &Locator, range: &Range) -> Stop {
    let message = format!("{locator} fits {} elements of the whole list", range.count());
    let diagnostic = Diagnostic::new(Code::ElementAmbiguous, message)
        .hint("ask for one of them by something else that only it shows");
    let diagnostic = range
        .elements()
        .take(LISTED)
        .fold(diagnostic, |it, element| it.note(element.name()));
    Stop::refused(diagnostic)
}

fn texts_of(rows: &[Row]) -> Vec<String> {
    rows.iter().flatten().map(|(_, shows)| shows.clone()).collect()
}

/// The run ends where the views of a list can't be read as one.
fn unread(locator: &Locator, why: Unread) -> Stop {
    let (what, texts) = match why {
        Unread::Apart(rows) => {
            let texts = texts_of(&rows);
            let what = format!(
                "after {} texts, nothing says how the next view of the list goes on: rows that both show are cut, or say the \
                 same as others",
                texts.len()
            );
            (what, texts)
        }
        Unread::Unmarked(text) => {
            let what = format!("\"{text}\" looks as a row does and has not what all rows should have");
            (what, Vec::new())
        }
        Unread::Elsewhere => {
            let what = "nothing is called as it was, and where it stood are several lists, or other things";
            (what.to_owned(), Vec::new())
        }
    };
    in_part(format!("reading {}: {what}", named(locator)), &texts)
}

/// The run ends where what was read may be a part only.
fn unfinished(locator: &Locator, texts: &[String]) -> Stop {
    let message = format!(
        "reading {}: the list still moved after {SCROLLS} scrolls in one direction, or can't be scrolled, with {} texts read",
        named(locator),
        texts.len()
    );
    in_part(message, texts)
}

fn in_part(message: String, texts: &[String]) -> Stop {
    let diagnostic = Diagnostic::new(Code::ListUnfinished, message)
        .hint("search or filter in the app first, so that fewer entries are left");
    let diagnostic = match texts.last() {
        Some(it) => diagnostic.note(format!("the last one read: {it}")),
        None => diagnostic,
    };
    Stop::refused(diagnostic)
}
