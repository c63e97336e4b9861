//! Where one of the two activities is.

use super::paths::parent;
use crate::msg::files::{Kind, Root};

/// What one of the two activities shows: the app's own, or the picker over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Browser {
    pub(super) root: Root,
    pub(super) dir: String,
    /// What is searched, while the search is open.
    pub(super) query: Option<String>,
    /// Only files of this kind, wherever they are below the root.
    pub(super) only: Option<Kind>,
    /// The drawer of roots is open.
    pub(super) drawer: bool,
}

impl Browser {
    /// At the top of a root.
    pub(super) fn at(root: Root) -> Self {
        Self {
            root,
            dir: root.dir().to_owned(),
            query: None,
            only: None,
            drawer: false,
        }
    }

    /// Back, inside this activity. `false` where there is nothing to go back to.
    pub(super) fn back(&mut self) -> bool {
        if self.drawer {
            self.drawer = false;
        } else if self.query.take().is_some() || self.only.take().is_some() {
        } else if self.root.is_folder() && self.dir != self.root.dir() {
            self.dir = parent(&self.dir).to_owned();
        } else {
            return false;
        }
        true
    }

    pub(super) fn go(&mut self, dir: &str) {
        // A folder that a search found is below the same root.
        (self.query, self.only) = (None, None);
        dir.clone_into(&mut self.dir);
    }
}
