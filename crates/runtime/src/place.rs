//! How it is seen whether something was done: what has to show in one place, and what has to be gone.

use std::time::Duration;

use ui::{ElementId, Found, Locator, Screen, fits, in_one_place};

use crate::{
    session::{Missing, Session},
    stop::{Stop, gone},
    wait::Patience,
};

impl Session {
    /// Whether elements that these locators fit come to stand in one place: a row, else a container at least so deep.
    pub(crate) fn come_together(
        &mut self,
        locators: &[Locator],
        depth: usize,
        deadline: Duration,
    ) -> Result<bool, Stop> {
        let mut patience = Patience::new(deadline, None, self.clock);
        loop {
            self.guard()?;
            let screen = self.screen()?;
            let groups: Vec<Vec<ElementId>> = locators.iter().map(|it| all_that_fit(&screen, it)).collect();
            if in_one_place(&screen, &groups, depth) {
                return Ok(true);
            }
            if !patience.goes_on() {
                let lacks = groups.iter().position(Vec::is_empty).unwrap_or(0);
                let lacks = locators.get(lacks).cloned().unwrap_or_default();
                self.misses(lacks, patience.looks());
                return Ok(false);
            }
            self.wait_on(&mut patience)?;
        }
    }

    /// Whether nothing shows that a locator fits, once what was done before has had its effect.
    pub(crate) fn goes(&mut self, locator: &Locator, deadline: Duration) -> Result<bool, Stop> {
        let left = self.control.left().min(deadline);
        let rested = self.relay.call(move |world| {
            world.device.limit(Some(left));
            world.device.rest()
        });
        rested
            .ok_or_else(gone)?
            .map_err(|it| crate::stop::of_device(&it))?;
        self.look_again();
        let (found, looks) = self.look_until(locator, Some(deadline), |it| matches!(it, Found::None))?;
        if found != Found::None {
            self.misses(locator.clone(), looks);
            return Ok(false);
        }
        // A list that is built up anew is empty for a moment.
        self.idle()?;
        Ok(self.look(locator)? == Found::None)
    }

    fn misses(&mut self, locator: Locator, looks: usize) {
        self.missing = Some(Missing { locator, looks });
    }
}

fn all_that_fit(screen: &Screen, locator: &Locator) -> Vec<ElementId> {
    let all = screen.iter().filter(|(_, it)| fits(it, locator));
    all.map(|(id, _)| id).collect()
}
