//! Looking at a page without doing anything on it.

use device::EnvironmentError;
use recorder::{Proof, prove};
use ui::{ElementId, Screen};

use crate::{Autorpa, error::Error, registry::Start, unjudged::NoDevice};

/// What a page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Looked {
    /// Its screen.
    pub screen: Screen,
    /// Each element with what finds it and nothing else on that screen, as a script says it; else why nothing does.
    pub elements: Vec<(ElementId, String)>,
}

impl Autorpa {
    /// Look at a page.
    pub fn look(&self, url: &str) -> Result<Looked, Error> {
        let driver = self.registry.usual_device(true);
        let driver = driver.ok_or_else(|| Error::usage(NoDevice::ForPages))?;
        let start = Start {
            url: Some(url.to_owned()),
            ..Start::default()
        };
        let mut device = driver.open(&start)?;
        let looked = device.settle().and_then(|()| device.observe());
        let screen = looked.map_err(EnvironmentError::from)?;
        let locator = |id| match prove(&screen, id) {
            Proof::Holds(it) => format!("find_element({it})"),
            Proof::PlaceOnly(it) => format!("find_element({it})  // only its place tells it from others"),
            Proof::Nothing => "no locator finds it and nothing else".to_owned(),
        };
        let elements = screen.iter().map(|(id, _)| (id, locator(id))).collect();
        Ok(Looked { screen, elements })
    }
}
