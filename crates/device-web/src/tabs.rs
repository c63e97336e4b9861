//! Tabs that a page opens: the newest is the one in front, as for a person.

use device::DeviceError;
use serde_json::Value;

use crate::{
    cdp::Requests,
    page::{Page, Tab, prepare},
    sent::SentSoFar,
};

/// How often a tab that was announced is looked for.
const LOOKS: usize = 100;
/// Time between two looks, in milliseconds.
const PAUSE_MS: u32 = 20;

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
        let allowed = match address.is_empty() {
            true => Ok(()),
            false => self.check_address(&address),
        };
        let blank = address.is_empty() || address.starts_with("about:");
        for _ in 0..LOOKS {
            let pages = self.own_pages()?;
            let new = pages.into_iter().find(|it| {
                !self.is_ours(&it.target) && (blank || !(it.url.is_empty() || it.url.starts_with("about:")))
            });
            if let Some(new) = new {
                // A window that opened elsewhere is closed again.
                let allowed = allowed.and_then(|()| match new.url.is_empty() {
                    true => Ok(()),
                    false => self.check_address(&new.url),
                });
                if let Err(refused) = allowed {
                    self.browser().close_target(&new.target)?;
                    return Err(refused);
                }
                // What a tab sends before it is spoken to is not heard: a form may have been sent into it.
                let unheard = SentSoFar::unheard(&address).or_else(|| SentSoFar::unheard(&new.url));
                self.sent_before.extend(unheard);
                let tab = match self.connect_tab(new.target.clone()) {
                    Ok(tab) => tab,
                    // A tab whose address gives a file closes itself.
                    Err(_) if !self.is_open(&new.target)? => return Ok(()),
                    Err(error) => return Err(error),
                };
                let before = self.swap(tab);
                self.behind.push(before);
                return match blank {
                    true => Ok(()),
                    false => self.arrive(),
                };
            }
            self.evaluate(&format!("autorpa.pause({PAUSE_MS})"))?;
        }
        tracing::debug!(address, "no tab came");
        allowed
    }

    /// Wait until the tab in front shows its document instead of the empty one that every tab begins with.
    fn arrive(&mut self) -> Result<(), DeviceError> {
        for _ in 0..LOOKS {
            if self.evaluate("location.href")? != *"about:blank" {
                return Ok(());
            }
            self.evaluate(&format!("autorpa.pause({PAUSE_MS})"))?;
        }
        Ok(())
    }

    /// Bring the tab to the front that has this title or address.
    pub(crate) fn switch_window(&mut self, title: &str) -> Result<(), DeviceError> {
        let pages = self.own_pages()?;
        let wanted = title.trim();
        let mut named = pages
            .iter()
            .filter(|it| it.title.trim() == wanted || it.url == wanted);
        let found = named.next().map(|it| it.target.clone());
        let others = named.count();
        if others > 0 {
            return Err(DeviceError::SeveralWindows {
                title: title.to_owned(),
                count: others + 1,
            });
        }
        let Some(target) = found else {
            return Err(DeviceError::NoWindow {
                title: title.to_owned(),
                known: pages.into_iter().map(|it| it.title).collect(),
            });
        };
        self.browser().activate(&target)?;
        if target == self.target {
            return Ok(());
        }
        let tab = match self.behind.iter().position(|it| it.target == target) {
            Some(at) => self.behind.remove(at),
            None => self.connect_tab(target)?,
        };
        let before = self.swap(tab);
        self.behind.push(before);
        Ok(())
    }

    fn is_open(&self, target: &str) -> Result<bool, DeviceError> {
        let pages = self.own_pages()?;
        Ok(pages.iter().any(|it| it.target == target))
    }

    fn connect_tab(&mut self, target: String) -> Result<Tab, DeviceError> {
        let mut cdp = self.browser().connect_page(&target)?;
        cdp.dialogs = self.cdp.dialogs;
        cdp.credentials.clone_from(&self.cdp.credentials);
        let frame = prepare(&mut cdp, self.given_size(), self.browser().options())?;
        if let Some(fence) = self.cdp.fenced() {
            cdp.decide_requests(Requests::Fenced {
                fence: fence.clone(),
                frame: frame.clone(),
            })?;
        }
        Ok(Tab { target, cdp, frame })
    }

    /// Close the tab in front; whether there is another one.
    pub(crate) fn close_tab(&mut self) -> Result<bool, DeviceError> {
        let Some(tab) = self.behind.pop() else {
            return Ok(false);
        };
        let mut closed = self.swap(tab);
        self.sent_before.extend(closed.cdp.take_sent());
        self.browser().close_target(&closed.target)?;
        Ok(true)
    }

    /// The tab in front has closed itself: whether there is one behind it.
    pub(crate) fn fall_back(&mut self) -> bool {
        match self.behind.pop() {
            Some(tab) => {
                let mut closed = self.swap(tab);
                self.sent_before.extend(closed.cdp.take_sent());
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
