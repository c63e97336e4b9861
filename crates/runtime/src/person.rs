//! The person that a run is for, where one can be asked on the way.

use std::{fmt, sync::Arc};

use device::NotAllowed;
use ui::{ElementId, HardAction, Locator, Screen};

/// Somebody who is asked while a run waits. What the run may take is not used up meanwhile.
pub trait Person: Send + Sync {
    /// Which of several elements is meant; `None` where nobody says.
    fn which(&self, choice: &Choice<'_>) -> Option<ElementId>;

    /// Whether an action is to be done on this screen.
    fn consents(&self, screen: &Screen, action: &HardAction) -> Consent;

    /// The value of a secret that is not known, or a one-time code; `None` where nobody says.
    fn secret(&self, unknown: &UnknownSecret<'_>) -> Option<String>;
}

/// A secret that is to be typed, and is not known.
pub struct UnknownSecret<'a> {
    /// Its name.
    pub name: &'a str,
    /// Why it is not known.
    pub why: &'a str,
    /// Whether it is typed as a code that is good for one time.
    pub one_time: bool,
}

/// Whether an action is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Consent {
    /// It is nothing that the person is asked about.
    NotAsked,
    /// They were asked, and want it done.
    Given,
    /// It is not to be done.
    Refused(NotAllowed),
}

/// Several elements, one of which is meant.
pub struct Choice<'a> {
    /// What was looked for.
    pub asked: &'a Locator,
    /// The screen.
    pub screen: &'a Screen,
    /// What fits.
    pub candidates: &'a [ElementId],
    /// The screen as a PNG file, where the device gives one.
    pub picture: Option<&'a [u8]>,
}

/// A person, as an option of a run.
#[derive(Clone)]
pub struct Asked(pub Arc<dyn Person>);

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Asked")
    }
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Asked {}
