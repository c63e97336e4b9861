//! What the widgets of the launcher tell it.

use super::app::AppId;

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Msg {
    /// Start an app.
    Open(AppId),
    /// Open the file of a shortcut.
    Shortcut(String),
}
