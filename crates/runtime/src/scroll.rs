//! What is not in view: scrolling to an element, and reading a list to its end.

use trajectory::{Diagnostic, Outcome};
use ui::{Action, Direction, Element, ElementId, Locator, Screen};

use crate::{
    element::shown,
    heal::Located,
    locate::named,
    session::{Missing, Session, Stop},
};

/// Scrolls in one direction before giving up.
const SCROLLS: usize = 40;
/// How much wider than high a list is, at least, whose entries stand side by side.
const WIDE: i32 = 4;
/// Lists of a screen that are scrolled.
const LISTS: usize = 3;

/// What scrolling through the lists of a screen came to.
enum Scrolled<T> {
    /// A look had an answer.
    Found(T),
    /// Every list was seen to its ends.
    Seen,
    /// A list still moved after as many scrolls as are made.
    Unfinished,
}

impl<T> Scrolled<T> {
    fn found(self) -> Option<T> {
        match self {
            Scrolled::Found(it) => Some(it),
            Scrolled::Seen | Scrolled::Unfinished => None,
        }
    }
}

impl Session {
    /// Look for an element by scrolling: each list to its end, then to its beginning. What only stands in the
    /// right place is taken where nothing better comes into sight.
    pub fn scroll_to(&mut self, locator: &Locator) -> Result<Option<Located>, Stop> {
        loop {
            let mut looks = 0;
            let reason = format!("looking for {}", named(locator));
            let located = self.scroll_through(&reason, |session| {
                looks += 1;
                let located = session.located_now(locator, true)?;
                Ok(located.filter(|it| it.otherwise != Some(false)))
            })?;
            if let Some(located) = located.found() {
                return Ok(Some(located));
            }
            if let Some(located) = self.located_now(locator, true)? {
                return Ok(Some(located));
            }
            if !self.way_out()? {
                self.missing = Some(Missing {
                    locator: locator.clone(),
                    looks,
                });
                return Ok(None);
            }
        }
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
            if matches!(scrolled, Scrolled::Unfinished) {
                return Err(unfinished(locator, &texts));
            }
            if !texts.is_empty() || !self.way_out()? {
                return Ok(texts);
            }
        }
    }

    /// Look, and scroll and look again, until a look has an answer or nothing is left to scroll.
    fn scroll_through<T>(
        &mut self,
        reason: &str,
        mut look: impl FnMut(&mut Self) -> Result<Option<T>, Stop>,
    ) -> Result<Scrolled<T>, Stop> {
        if let Some(answer) = look(self)? {
            return Ok(Scrolled::Found(answer));
        }
        let mut scrolled = Scrolled::Seen;
        let screen = self.screen()?;
        let mut lists: Vec<ElementId> = screen
            .iter()
            .filter(|(_, it)| it.scrollable)
            .map(|(id, _)| id)
            .collect();
        // The largest list first: that is where the content is.
        lists.sort_by_key(|id| {
            let at = screen.elements[id.0].bounds;
            std::cmp::Reverse(i64::from(at.width()) * i64::from(at.height()))
        });
        let mut targets: Vec<Option<Element>> = lists
            .iter()
            .take(LISTS)
            .map(|id| screen.get(*id).cloned())
            .collect();
        if targets.is_empty() {
            targets.push(None);
        }
        for target in targets {
            let strip = target
                .as_ref()
                .is_some_and(|it| it.bounds.width() > WIDE * it.bounds.height());
            let directions = if strip {
                [Direction::Right, Direction::Left]
            } else {
                [Direction::Down, Direction::Up]
            };
            for direction in directions {
                for n in 1..=SCROLLS {
                    let before = self.screen()?;
                    let list = target.as_ref().and_then(|it| same_list(&before, it));
                    if target.is_some() && list.is_none() {
                        break;
                    }
                    let index = list.map(|id| self.hand_out(id, None));
                    let reason = Some(reason.to_owned());
                    self.act(index.as_slice(), reason, |ids| Action::Scroll {
                        target: ids.first().copied(),
                        direction,
                    })?;
                    if let Some(answer) = look(self)? {
                        return Ok(Scrolled::Found(answer));
                    }
                    if *self.screen()? == *before {
                        break;
                    }
                    if n == SCROLLS {
                        scrolled = Scrolled::Unfinished;
                    }
                }
            }
        }
        Ok(scrolled)
    }
}

/// The run ends where what was read may be a part only.
fn unfinished(locator: &Locator, texts: &[String]) -> Stop {
    let message = format!(
        "reading {}: the list still moved after {SCROLLS} scrolls in one direction, with {} texts read",
        named(locator),
        texts.len()
    );
    let diagnostic = Diagnostic::new("list-unfinished", message)
        .hint("search or filter in the app first, so that fewer entries are left");
    let diagnostic = match texts.last() {
        Some(it) => diagnostic.note(format!("the last one read: {it}")),
        None => diagnostic,
    };
    Stop::End(Outcome::Refused, Some(Box::new(diagnostic)))
}

/// A list on a later screen: its content has moved, the list itself has not.
fn same_list(screen: &Screen, list: &Element) -> Option<ElementId> {
    let mut all = screen.iter().filter(|(_, it)| {
        it.scrollable
            && it.resource_name == list.resource_name
            && it.class_name == list.class_name
            && it.path == list.path
    });
    all.next().map(|(id, _)| id).filter(|_| all.next().is_none())
}
