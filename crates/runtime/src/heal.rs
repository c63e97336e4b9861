//! Where a locator alone does not decide: its other ways, whether what it finds can be believed, and the way
//! out of a window that nobody asked for.

use ui::{Action, Element, Found, Locator, Overlay, Screen, find, overlay};

use crate::{
    choose::has_longer_name,
    decision::{Heal, HealedBy},
    session::Session,
    stop::Stop,
    trust::Located,
};

impl Session {
    /// What a locator finds, unless that can't be believed.
    pub(crate) fn believed(&self, screen: &Screen, locator: &Locator) -> Found {
        if let Some(found) = self.found_in_row(screen, locator) {
            return found;
        }
        match find(screen, locator) {
            Found::One(id) if has_longer_name(screen, locator, id, &self.values) => Found::None,
            Found::One(id) if self.options.policy.other_ways && self.trust.doubts(screen, locator, id) => {
                Found::None
            }
            found => found,
        }
    }

    /// The element that the other ways of a locator agree on.
    pub(crate) fn otherwise(&mut self, screen: &Screen, locator: &Locator, acts: bool) -> Option<Located> {
        if !self.options.policy.other_ways {
            return None;
        }
        let located = self.trust.otherwise(screen, locator, &self.values, acts)?;
        if located.otherwise == Some(false) && self.trust.suspects(screen) {
            return None;
        }
        self.healed(screen, locator, located.id, HealedBy::OtherWay);
        Some(located)
    }

    /// What a locator or its other ways find on the screen in front, without waiting.
    pub(crate) fn located_now(
        &mut self,
        locator: &Locator,
        otherwise: bool,
    ) -> Result<Option<Located>, Stop> {
        self.guard()?;
        let mut screen = self.screen()?;
        let located = match self.believed(&screen, locator) {
            Found::One(id)
                if self.options.policy.other_ways
                    && let Some(other) = self.trust.disputes(&screen, locator, id) =>
            {
                return Err(self.disputed(&screen, locator, [id, other]));
            }
            Found::One(id) => Some(Located { id, otherwise: None }),
            Found::Many(ids) => {
                let id = self.choose(locator, &ids)?;
                // It is an element of what is in front by then.
                screen = self.screen()?;
                Some(Located { id, otherwise: None })
            }
            Found::None if otherwise => self.otherwise(&screen, locator, true),
            Found::None => None,
        };
        if let Some(located) = located {
            self.trust.learn(&screen, locator, located.id, &self.values);
        }
        Ok(located)
    }

    /// Leave what came in between: go back from a strange window, or close a notice that lies over the page, or over the
    /// element that could not be reached; answers whether there is another screen now.
    pub(crate) fn way_out(&mut self, over: Option<&Element>) -> Result<bool, Stop> {
        let screen = self.screen()?;
        if !self.options.policy.way_out {
            return Ok(false);
        }
        let (shows, by) = if self.trust.is_strange(&screen) {
            let shows = screen.elements.iter().find_map(|it| it.text.clone());
            (shows.unwrap_or_default(), None)
        } else if let Some(notice) = self.notice(&screen, over) {
            let shows = screen.get(notice.id).map(Element::name).unwrap_or_default();
            (shows, Some(self.hand_out(notice.closed_by, None)))
        } else {
            return Ok(false);
        };
        self.trust.close(&screen);
        let reason = format!("closing a window that came in between: {shows}");
        // What is shown of the way there is gone with it.
        match by {
            Some(index) => self.act(&[index], Some(reason), |ids| match ids {
                [target, ..] => Action::Click { target: *target },
                [] => Action::Wait,
            })?,
            None => self.act(&[], Some(reason), |_| Action::NavigateBack)?,
        }
        self.heals.push(Heal {
            position: self.position,
            asked: Locator::default(),
            element: shows,
            proposed: None,
            ways: Vec::new(),
            by: HealedBy::WayOut,
        });
        Ok(*self.screen()? != *screen)
    }

    /// The notice that lies over the page, where it is none that the run has to do with: it has found nothing in it, and
    /// it is an offer, or not what came of the last step, which may ask for something.
    fn notice(&self, screen: &Screen, over: Option<&Element>) -> Option<Overlay> {
        if !self.trust.may_close() {
            return None;
        }
        let consents = self.options.policy.consent;
        let notice = overlay(screen, over, consents, |it| self.trust.knows_notice(it))?;
        let asked = || {
            let last = self.steps.last();
            last.is_some_and(|it| {
                it.screen.activity == screen.activity
                    && overlay(&it.screen, over, consents, |_| false).is_none()
            })
        };
        (notice.offers || !asked()).then_some(notice)
    }
}
