//! What a script notes.

use trajectory::Position;

/// A note of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// Where it was noted.
    pub position: Option<Position>,
    /// The note.
    pub text: String,
}
