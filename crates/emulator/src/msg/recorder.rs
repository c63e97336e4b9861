//! What the widgets of the audio recorder tell it.

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Begin,
    Apply,
    Record,
    Stop,
    Drop,
    DropDone,
    Name,
    Save,
    Records,
    Up,
    More(String),
    Rename,
    Delete,
    DeleteDone,
    Keep,
    Nothing,
}
