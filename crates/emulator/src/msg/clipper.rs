//! What the widgets of Clipper tell it.

/// What its widgets tell it: nothing, they only show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Msg {}
