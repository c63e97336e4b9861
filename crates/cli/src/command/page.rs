//! `autorpa page`: what a page shows, with a locator for each element, for those who write scripts.

use autorpa::{Autorpa, Error, Start, usage::NoDevice};
use device::EnvironmentError;
use recorder::{Proof, prove};

use crate::{
    args::PageArgs,
    terminal::{print, say},
};

/// List the elements of a page.
pub fn page(args: &PageArgs, rpa: &Autorpa) -> Result<(), Error> {
    let driver = rpa.registry.usual_device(true);
    let driver = driver.ok_or_else(|| Error::usage(NoDevice::ForPages))?;
    let start = Start {
        url: Some(args.url.clone()),
        ..Start::default()
    };
    let mut device = driver.open(&start)?;
    let looked = device.settle().and_then(|()| device.observe());
    let screen = looked.map_err(EnvironmentError::from)?;
    say(&format!(
        "{} {}: {} elements",
        screen.app,
        screen.activity,
        screen.elements.len()
    ));
    for (id, element) in screen.iter() {
        let locator = match prove(&screen, id) {
            Proof::Holds(it) => format!("find_element({it})"),
            Proof::PlaceOnly(it) => format!("find_element({it})  // only its place tells it from others"),
            Proof::Nothing => "no locator finds it and nothing else".to_owned(),
        };
        print(&format!("{id:>4}  {:<50}  {locator}", element.name()));
    }
    Ok(())
}
