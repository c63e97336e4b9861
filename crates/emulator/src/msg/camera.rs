//! What the widgets of the camera tell it.

/// What its widgets tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Shutter,
    Modes,
    Mode(Mode),
    Options,
    Lens,
    Grid,
    TagPlaces,
    Next,
}

/// What the shutter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Photos.
    Photo,
    /// Videos.
    Video,
}
