//! Tabs that a page opens: the newest is the one in front, as for a person.

use device::DeviceError;
use serde_json::Value;

use crate::{
    cdp::Cdp,
    page::{Page, prepare},
};

/// How often a tab that was announced is looked for.
const LOOKS: usize = 100;
/// Time between two looks, in milliseconds.
const PAUSE_MS: u32 = 20;

/// A tab behind the one in front.
pub(crate) struct Tab {
    target: String,
    cdp: Cdp,
    frame: String,
}

impl Page {
    /// Go on in the tab that the page has opened, if it has.
    pub(crate) fn follow(&mut self) -> Result<(), DeviceError> {
        let mut address = None;
        while let Some(event) = self.cdp.take_event("Page.windowOpen") {
            address = Some(
                event
                    .get("url")
                    .and_then(Value::as_str)
                    .unwrap_or_default()
                    .to_owned(),
            );
        }
        let Some(address) = address else { return Ok(()) };
        let blank = address.is_empty() || address.starts_with("about:");
        for _ in 0..LOOKS {
            let pages = self.browser().pages_of(&self.context)?;
            let known = |id: &str| id == self.target || self.behind.iter().any(|it| it.target == id);
            let new = pages
                .into_iter()
                .find(|(id, url)| !known(id) && (blank || !(url.is_empty() || url.starts_with("about:"))));
            if let Some((target, _)) = new {
                let mut cdp = self.browser().connect_page(&target)?;
                let frame = prepare(&mut cdp, self.viewport())?;
                let tab = Tab { target, cdp, frame };
                let before = self.swap(tab);
                self.behind.push(before);
                return Ok(());
            }
            self.evaluate(&format!("autorpa.pause({PAUSE_MS})"))?;
        }
        tracing::debug!(address, "no tab came");
        Ok(())
    }

    /// Close the tab in front; whether there is another one.
    pub(crate) fn close_tab(&mut self) -> Result<bool, DeviceError> {
        let Some(tab) = self.behind.pop() else {
            return Ok(false);
        };
        let closed = self.swap(tab);
        self.browser().close_target(&closed.target)?;
        Ok(true)
    }

    /// The tab in front has closed itself: whether there is one behind it.
    pub(crate) fn fall_back(&mut self) -> bool {
        match self.behind.pop() {
            Some(tab) => {
                drop(self.swap(tab));
                true
            }
            None => false,
        }
    }

    fn swap(&mut self, tab: Tab) -> Tab {
        self.world = None;
        self.seen = None;
        Tab {
            target: std::mem::replace(&mut self.target, tab.target),
            cdp: std::mem::replace(&mut self.cdp, tab.cdp),
            frame: std::mem::replace(&mut self.frame, tab.frame),
        }
    }
}
