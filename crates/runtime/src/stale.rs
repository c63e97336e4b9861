//! An id that is no more costs no seconds: where nothing more comes, what finds its element otherwise is not kept waiting.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use device::Clock;
use ui::{Found, Locator, Screen};

use crate::{
    session::{Session, is_tap},
    stop::{Stop, gone},
    wait::Patience,
};

/// How long a page has to stay as it is, where ids have failed in this run already.
const STILL: Duration = Duration::from_millis(200);
/// The same before anything was done in the run, when nothing speaks for or against ids yet.
const STILL_AT_FIRST: Duration = Duration::from_millis(800);

/// Since when a screen is the same.
struct Still {
    screen: Arc<Screen>,
    since: Instant,
    /// Whether it stayed so until nothing was under way any more.
    rested: bool,
}

impl Session {
    /// Look until the locator finds something, patience ends, or nothing more comes and its other ways are enough; how
    /// often was looked.
    pub(crate) fn look_until_still(
        &mut self,
        locator: &Locator,
        deadline: Option<Duration>,
    ) -> Result<usize, Stop> {
        let named = deadline.is_some();
        let deadline = deadline.unwrap_or(self.options.find_deadline);
        let mut patience = Patience::new(deadline, self.options.find_rounds, self.clock);
        let (mut still, mut shown) = (None, None);
        loop {
            let found = self.look(locator)?;
            let now = self.screen()?;
            if !named && shown.replace(Arc::clone(&now)).is_some_and(|it| it != now) {
                patience.changed();
            }
            if found != Found::None || self.gives_way(locator, &mut still)? || !patience.goes_on() {
                return Ok(patience.looks().max(1));
            }
            self.idle()?;
            let control = Arc::clone(&self.control);
            patience.pause(|| control.check().is_some());
        }
    }

    /// Whether what is looked for is not waited for any longer: ids fail in this run, or it only begins; the page is at
    /// rest; it is not just that a tap has had no effect yet; and the other ways are enough for a tap.
    fn gives_way(&mut self, locator: &Locator, still: &mut Option<Still>) -> Result<bool, Stop> {
        if self.clock != Clock::Real || !self.options.policy.other_ways {
            return Ok(false);
        }
        let needs = match (self.trust.explains(locator, &self.values), self.steps.is_empty()) {
            (true, _) => STILL,
            (false, true) => STILL_AT_FIRST,
            (false, false) => return Ok(false),
        };
        let screen = self.screen()?;
        let last = self.steps.last().filter(|it| is_tap(&it.action));
        if last.is_some_and(|it| *it.screen == *screen) {
            return Ok(false);
        }
        let Some(known) = still.as_mut().filter(|it| *it.screen == *screen) else {
            *still = Some(Still {
                screen,
                since: Instant::now(),
                rested: false,
            });
            return Ok(false);
        };
        let located = self.trust.otherwise(&screen, locator, &self.values, true);
        if known.since.elapsed() < needs || located.is_none_or(|it| it.otherwise != Some(true)) {
            return Ok(false);
        }
        if known.rested {
            return Ok(true);
        }
        known.rested = true;
        let left = self.control.left();
        let rested = self.relay.call(move |world| {
            world.device.limit(Some(left));
            world.device.rest()
        });
        // What is not to be had at rest is waited for as before.
        let rested = rested.ok_or_else(gone)?;
        self.look_again();
        rested.map_or_else(
            |error| {
                tracing::debug!(%error, "not at rest");
                *still = None;
                Ok(false)
            },
            |()| Ok(false),
        )
    }
}
