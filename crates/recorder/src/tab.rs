//! One tab or window, as the recorder knows it.

use crate::{hover::Trail, look::Look};

/// One tab or window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tab {
    /// What it showed last.
    pub(crate) look: Option<Look>,
    pub(crate) trail: Trail,
    pub(crate) title: String,
    /// The tab that has opened it.
    pub(crate) by: Option<u32>,
    /// Whether the person has opened it, and it shows nothing of theirs yet.
    pub(crate) own: bool,
    /// Whether it has come to rest since something was done in it.
    pub(crate) calm: bool,
    /// The dialog that is open, and whether it asks for a text.
    pub(crate) dialog: Option<(Look, bool)>,
}
