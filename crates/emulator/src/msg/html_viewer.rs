//! What the widgets of the HTML Viewer tell it.

/// What its widgets tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Nothing,
}
