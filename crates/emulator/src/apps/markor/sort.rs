//! The order of a list of files.

use std::cmp::Ordering;

use crate::{
    msg::markor::By,
    state::{DeviceState, Entry},
};

/// How the list is sorted, and what it hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// By what.
    pub by: By,
    /// Folders before files.
    pub folders_first: bool,
    /// The other way round.
    pub reverse: bool,
    /// Whether names that begin with a dot are shown.
    pub dotfiles: bool,
}

impl Default for Sort {
    fn default() -> Self {
        Self {
            by: By::Name,
            folders_first: true,
            reverse: false,
            dotfiles: false,
        }
    }
}

/// What a folder contains, in order.
pub(super) fn sorted(device: &DeviceState, dir: &str, sort: Sort) -> Vec<Entry> {
    let mut all = device.files.list(dir);
    all.retain(|it| sort.dotfiles || !it.name.starts_with('.'));
    all.sort_by_cached_key(|it| it.name.to_lowercase());
    let extension = |it: &Entry| it.name.rsplit_once('.').map(|it| it.1.to_lowercase());
    let compare = |a: &Entry, b: &Entry| match sort.by {
        By::Name => Ordering::Equal,
        By::Date => b.modified_ms.cmp(&a.modified_ms),
        By::Size => a.size.cmp(&b.size),
        By::MimeType => extension(a).cmp(&extension(b)),
    };
    all.sort_by(compare);
    if sort.reverse {
        all.reverse();
    }
    if sort.folders_first {
        all.sort_by_key(|it| !it.is_dir);
    }
    all
}
