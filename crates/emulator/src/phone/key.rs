//! The keys of a phone.

/// A key below or beside the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Back.
    Back,
    /// Home.
    Home,
    /// The apps that were opened.
    Recents,
    /// ENTER.
    Enter,
    /// Removes the selection, or the letter before the cursor.
    Delete,
    /// Ctrl+A.
    SelectAll,
}
