//! What the widgets of the settings tell them.

/// What its widgets tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Msg {
    /// Go to a page.
    Go(Page),
    /// Turn a setting on or off.
    Flip(&'static str),
    /// Open the brightness slider.
    Brightness,
    /// The brightness slider.
    Level,
    /// The slider of a volume, with its highest value.
    Volume(&'static str, i32),
    /// The field of the search.
    Query,
    /// Back to the page before.
    Up,
}

/// One of its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like their titles")]
pub enum Page {
    Home,
    Search,
    Network,
    Internet,
    Connected,
    PairNew,
    Preferences,
    Bluetooth,
    Notifications,
    Battery,
    Sound,
    Display,
    Location,
    About,
}
