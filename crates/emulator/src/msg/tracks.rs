//! What the widgets of OpenTracks tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Track(i64),
    Search,
    SearchText,
    ClearSearch,
    Up,
    Delete,
    DeleteDone,
    Keep,
    Nothing,
}
