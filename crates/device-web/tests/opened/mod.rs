//! A page of a test's own, opened, and what is seen on it.
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use autorpa_device_web::{Web, find_chromium};
use device::Device;
use ui::{ElementId, Key, Locator, Screen, find};

use super::site::Site;

/// A device on a page with this content, and the site that it comes from, which has these others; none where there is no
/// browser.
pub fn open(test: &str, html: &str, others: Vec<(&'static str, String)>) -> Option<(Web, Site)> {
    if let Err(error) = find_chromium() {
        eprintln!("skipped {test}: {error}");
        return None;
    }
    let page = format!("<!DOCTYPE html><title>First</title><p id=said>nothing</p>{html}");
    let site = Site::with(|_: &Site| [vec![("page.html", page)], others].concat());
    let web = Web::open(&site.url("127.0.0.1", "page.html")).expect("Chromium starts");
    Some((web, site))
}

/// What is seen now.
pub fn look(web: &mut Web) -> Screen {
    web.observe().expect("observes")
}

/// The one element of which this says so.
pub fn by(screen: &Screen, key: Key, value: &str) -> ElementId {
    let locator: Locator = Locator::by(key, value);
    find(screen, &locator)
        .one()
        .unwrap_or_else(|| panic!("{locator} is not exactly one thing on {screen:#?}"))
}
