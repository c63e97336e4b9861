//! Where a locator alone does not decide: its other ways, whether what it finds can be believed, and the way
//! out of a window that nobody asked for.

use ui::{Action, Found, Locator, Screen, find};

use crate::{
    decision::{Heal, HealedBy},
    session::Session,
    stop::Stop,
    trust::Located,
};

impl Session {
    /// What a locator finds, unless that can't be believed.
    pub(crate) fn believed(&self, screen: &Screen, locator: &Locator) -> Found {
        match find(screen, locator) {
            Found::One(id) if self.options.policy.other_ways && self.trust.doubts(screen, locator, id) => {
                Found::None
            }
            found => found,
        }
    }

    /// The element that the other ways of a locator agree on.
    pub(crate) fn otherwise(&mut self, screen: &Screen, locator: &Locator) -> Option<Located> {
        if !self.options.policy.other_ways {
            return None;
        }
        let located = self.trust.otherwise(screen, locator, &self.values)?;
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
            Found::One(id) => Some(Located { id, otherwise: None }),
            Found::Many(ids) => {
                let id = self.choose(locator, &ids)?;
                // It is an element of what is in front by then.
                screen = self.screen()?;
                Some(Located { id, otherwise: None })
            }
            Found::None if otherwise => self.otherwise(&screen, locator),
            Found::None => None,
        };
        if let Some(located) = located {
            self.trust.learn(&screen, locator, located.id, &self.values);
        }
        Ok(located)
    }

    /// Go back from a strange window; answers whether there is another screen now.
    pub(crate) fn way_out(&mut self) -> Result<bool, Stop> {
        let screen = self.screen()?;
        if !self.options.policy.way_out || !self.trust.is_strange(&screen) {
            return Ok(false);
        }
        self.trust.close(&screen);
        let shows = screen
            .elements
            .iter()
            .find_map(|it| it.text.clone())
            .unwrap_or_default();
        let reason = format!("closing a window that came in between: {shows}");
        self.act(&[], Some(reason), |_| Action::NavigateBack)?;
        self.heals.push(Heal {
            position: self.position,
            asked: Locator::default(),
            element: shows,
            proposed: None,
            by: HealedBy::WayOut,
        });
        Ok(*self.screen()? != *screen)
    }
}
