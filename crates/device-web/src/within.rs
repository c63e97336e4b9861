//! A page is kept within its fence.

use device::DeviceError;
use ui::Sent;

use crate::{cdp::Requests, credentials::Credentials, fence::Fence, page::Page};

impl Page {
    /// Stay within these addresses from now on; what leads elsewhere is refused before it is asked for.
    pub fn stay_within(&mut self, fence: Fence) -> Result<(), DeviceError> {
        let frame = self.frame.clone();
        self.cdp.decide_requests(Requests::Fenced { fence, frame })?;
        Ok(())
    }

    /// Give these to a site that asks the browser itself for a name and a password. To be said before
    /// [`Page::stay_within`].
    pub fn authorize(&mut self, credentials: Credentials) {
        self.cdp.credentials = Some(credentials);
    }

    /// The same for a page that may go anywhere.
    pub fn authorize_everywhere(&mut self, credentials: Credentials) -> Result<(), DeviceError> {
        self.authorize(credentials);
        self.cdp.decide_requests(Requests::Sent)?;
        Ok(())
    }

    /// Refuse an address that the page may not be taken to.
    pub(crate) fn check_address(&self, address: &str) -> Result<(), DeviceError> {
        match self.cdp.fenced() {
            Some(fence) if !fence.admits(address) => Err(fence.refusal(address)),
            Some(_) | None => Ok(()),
        }
    }

    /// What was not sent, where the page may only read.
    pub(crate) fn held_back(&self) -> Vec<Sent> {
        self.cdp.fenced().map_or_else(Vec::new, Fence::held_back)
    }

    /// Whether the page was kept from going somewhere since this was asked last.
    pub(crate) fn check_refused(&mut self) -> Result<(), DeviceError> {
        let refused = self.cdp.take_refused();
        match (refused, self.cdp.fenced()) {
            (Some(address), Some(fence)) => Err(fence.refusal(&address)),
            _ => Ok(()),
        }
    }
}
