//! Any web page as a device.

use std::{collections::BTreeSet, time::Duration};

use device::{Clock, Device, DeviceError, DeviceInfo, Listing, NetworkFault, Saved};
use ui::{ActionKind, ElementId, HardAction, Screen, Sent};

use crate::{
    act::{ACTIONS, MORE_ACTIONS},
    browser::{Browser, Options},
    login::{Login, Watch},
    page::Page,
};

/// The name this device is registered under.
pub const NAME: &str = "web";

/// What a page says of itself.
pub(crate) fn info(description: String, actions: BTreeSet<ActionKind>) -> DeviceInfo {
    DeviceInfo {
        name: NAME.to_owned(),
        called: "a web page".to_owned(),
        description,
        apps: Vec::new(),
        actions,
        untold: BTreeSet::new(),
        clock: Clock::Real,
        listing: Listing {
            reaches_beyond_view: true,
            ..Listing::default()
        },
    }
}

/// One page of a browser, without tasks.
pub struct Web {
    page: Page,
    watch: Option<Watch>,
}

impl Web {
    /// Start a browser with one page on this address.
    pub fn open(url: &str) -> Result<Self, DeviceError> {
        Self::open_with(url, Options::default())
    }

    /// The same with options.
    pub fn open_with(url: &str, options: Options) -> Result<Self, DeviceError> {
        let mut web = Self::new(Browser::launch(options)?.page()?);
        match web.page.open(url) {
            // A dialog that opens with the page is its first screen.
            Ok(()) | Err(DeviceError::DialogOpen { .. }) => Ok(web),
            Err(error) => Err(error),
        }
    }

    /// Take over a page.
    pub fn new(mut page: Page) -> Self {
        page.keep_dialogs();
        Self { page, watch: None }
    }

    /// The same for the page of somebody who is logged in, which begins at this address: it says when the login has ended.
    pub fn watching(mut self, name: &str, login: &Login, address: &str) -> Self {
        self.watch = Some(Watch::new(name, login, address));
        self
    }

    /// The page under it.
    pub fn page(&mut self) -> &mut Page {
        &mut self.page
    }
}

/// What is said of a page that would ask before it is left.
const UNSAVED: &str = "the page has something that is not saved: it would ask before it is left";

impl Device for Web {
    fn info(&self) -> DeviceInfo {
        let actions = ACTIONS.into_iter().chain(MORE_ACTIONS).collect();
        info(self.page.browser().version().to_owned(), actions)
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        let screen = self.page.observe()?;
        match &mut self.watch {
            Some(watch) => watch.check(&screen).map(|()| screen),
            None => Ok(screen),
        }
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        self.page.screenshot()
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        self.page.act(action)
    }

    fn settle(&mut self) -> Result<(), DeviceError> {
        self.page.settle()
    }

    fn await_saved(&mut self) -> Result<(), DeviceError> {
        self.page.await_saved()
    }

    fn rest(&mut self) -> Result<(), DeviceError> {
        self.page.rest()
    }

    fn await_answers(&mut self) -> Result<(), DeviceError> {
        self.page.await_answers()
    }

    fn limit(&mut self, left: Option<Duration>) {
        self.page.limit(left);
    }

    fn option_of(&mut self, list: ElementId, value: &str) -> Result<Option<String>, DeviceError> {
        self.page.option_of(list, value)
    }

    fn address_of(&self, screen: &Screen) -> Option<String> {
        crate::observe::address_of(screen)
    }

    fn load_afresh(&mut self, address: &str) -> Result<bool, DeviceError> {
        // To another place within the document it would not be loaded.
        self.page.open("about:blank")?;
        match self.page.open(address) {
            Ok(()) | Err(DeviceError::DialogOpen { .. }) => Ok(true),
            Err(error) => Err(error),
        }
    }

    fn sent(&mut self) -> Option<Vec<Sent>> {
        Some(self.page.take_sent())
    }

    fn network_faults(&mut self) -> Vec<NetworkFault> {
        self.page.take_faults()
    }

    fn not_taken(&self) -> Option<NetworkFault> {
        self.page.not_taken()
    }

    fn changes(&mut self) -> Vec<String> {
        let held = self.page.held_back();
        let held = held.iter().map(|it| format!("held back: {it}"));
        let unsaved = self.page.unsaved.then(|| UNSAVED.to_owned());
        held.chain(unsaved).collect()
    }

    fn saved(&mut self) -> Result<Vec<Saved>, DeviceError> {
        self.page.take_saved()
    }

    fn beside(&mut self, address: &str) -> Result<Option<Box<dyn Device>>, DeviceError> {
        let mut page = self.page.page_beside()?;
        match page.open(address) {
            Ok(()) | Err(DeviceError::DialogOpen { .. }) => Ok(Some(Box::new(Self::new(page)))),
            Err(error) => Err(error),
        }
    }
}
