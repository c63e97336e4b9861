//! Where a task is done that no suite has, and what was done there before.

use std::sync::Arc;

use device::Environment;
use settings::{Call, Setting};
use thiserror::Error;
use trajectory::{Bank, Entry, Filter, Origin, Outcome, Recording};

use crate::{
    Autorpa,
    error::Error,
    registry::{Driver, Start},
};

/// No device could do it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoDevice {
    /// None shows pages.
    #[error("no device shows pages of the web")]
    ForPages,
    /// None is there.
    #[error("no device is registered that could do this")]
    AtAll,
    /// It was shown on one of another kind.
    #[error("it was shown on a device of the kind `{shown}`, which `{named}` is not")]
    Another {
        /// The device that it was shown on.
        shown: String,
        /// The one that is named.
        named: String,
    },
}

/// Where it is done: a device that belongs to no suite.
#[derive(Clone)]
pub struct Place {
    driver: Arc<dyn Driver>,
    /// The address, where the device begins at one and it is known.
    url: Option<String>,
}

impl Place {
    /// On this device.
    pub fn new(driver: Arc<dyn Driver>, url: Option<String>) -> Self {
        Self { driver, url }
    }

    /// The place that a recording names, if it is of no suite.
    pub fn of(recording: &Recording, rpa: &Autorpa, url: Option<&str>) -> Option<Self> {
        Place::named(&recording.instance.suite, rpa, url)
    }

    /// A page of the web.
    pub fn page(rpa: &Autorpa, url: &str) -> Result<Self, Error> {
        let driver = rpa.registry.usual_device(true);
        let driver = driver.ok_or_else(|| Error::usage(NoDevice::ForPages))?;
        Ok(Self::new(driver, Some(url.to_owned())))
    }

    /// The place that this stands for, if it stands for one.
    pub(super) fn named(suite: &str, rpa: &Autorpa, url: Option<&str>) -> Option<Self> {
        let driver = rpa.registry.bare_device(suite)?;
        let url = url.map(str::to_owned).filter(|_| driver.needs_url());
        Some(Self { driver, url })
    }

    /// The same place on the device with this name, which is of the same kind.
    pub fn on(self, device: Option<&str>, rpa: &Autorpa) -> Result<Self, Error> {
        let Some(named) = device else { return Ok(self) };
        let driver = rpa.registry.device(named)?;
        match driver.bare_suite() == self.suite() {
            true => Ok(Self { driver, ..self }),
            false => Err(Error::usage(NoDevice::Another {
                shown: self.device().to_owned(),
                named: named.to_owned(),
            })),
        }
    }

    /// The kind of device: which one of several it is does not matter.
    pub(super) fn device(&self) -> &str {
        let name = self.driver.name();
        name.split_once(':').map_or(name, |(kind, _)| kind)
    }

    /// The address, where it is known.
    pub(super) fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// What stands for a suite in recordings and receipts.
    pub(crate) fn suite(&self) -> &'static str {
        self.driver.bare_suite()
    }

    /// A call that is made there.
    pub(super) fn named_in(&self, call: Call) -> Call {
        let call = match self.driver.name() {
            name if name == self.device() => call,
            which => call.with(Setting::Device, which),
        };
        match (&self.url, self.driver.needs_url()) {
            (Some(url), _) => call.with(Setting::Url, url),
            (None, true) => call.set(Setting::Url),
            (None, false) => call,
        }
    }

    /// It as it is at the beginning; `None` where its address is not known.
    pub(super) fn open_if_known(&self) -> Result<Option<Box<dyn Environment>>, Error> {
        match self.url.is_none() && self.driver.needs_url() {
            true => Ok(None),
            false => self.open().map(Some),
        }
    }

    /// It as it is at the beginning.
    pub fn open(&self) -> Result<Box<dyn Environment>, Error> {
        self.driver.bare(&Start {
            url: self.url.clone(),
            ..Start::default()
        })
    }

    /// Whether what is done there stays.
    pub(crate) fn lasts(&self) -> bool {
        !self.driver.forgets()
    }

    /// Whether somebody's application is behind it: a file of this machine is none.
    pub(super) fn is_live(&self) -> bool {
        let file = |url: &String| url.starts_with("file:");
        self.lasts() && !self.url.as_ref().is_some_and(file)
    }
}

/// The recordings of this kind that came to their end, oldest first.
pub(super) fn earlier(bank: &Bank, at: &Place, task_type: &str) -> Result<Vec<Entry>, Error> {
    let filter = Filter {
        suite: Some(at.suite().to_owned()),
        task_type: Some(task_type.to_owned()),
        ..Filter::default()
    };
    let mut entries = bank.list(&filter).map_err(Error::kept)?.entries;
    // Recordings of older versions call it reached.
    let ended = |it: Outcome| matches!(it, Outcome::Unchecked | Outcome::Reached);
    entries.retain(|it| it.origin != Origin::Script && ended(it.outcome));
    Ok(entries)
}
