//! What a locator goes by. Kinds of evidence are independent: an app's new version changes names, another
//! language words, other content neighbours and places.

use crate::locator::{Key, Locator};

/// A kind of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// An id or a name that is not shown.
    Name,
    /// What it shows or is described by.
    Words,
    /// What stands next to it.
    Neighbour,
    /// Its position among those that share its name: the second of four titles.
    Row,
    /// Its kind and position among its like.
    Place,
}

impl<T> Locator<T> {
    /// What it goes by, the strongest of it.
    pub fn evidence(&self) -> Evidence {
        let has = |test: fn(Key) -> bool| self.attributes.iter().any(|(key, _)| test(*key));
        if has(|it| matches!(it, Key::ResourceName | Key::Name)) {
            if self.nth.is_some() {
                Evidence::Row
            } else {
                Evidence::Name
            }
        } else if has(Key::is_words) {
            Evidence::Words
        } else if self.near.is_some() {
            Evidence::Neighbour
        } else {
            Evidence::Place
        }
    }
}
