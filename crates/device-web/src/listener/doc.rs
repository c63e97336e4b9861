//! The documents of a page, and what their scripts say of them.

use std::collections::HashMap;

use serde::Deserialize;

use crate::observe::Snapshot;

/// What the script says of a look at its document.
#[derive(Deserialize)]
pub(super) struct Looked {
    pub(super) rest: bool,
    /// Whether it is the page's outermost document.
    pub(super) top: bool,
    /// How long it took, in milliseconds.
    pub(super) cost: f64,
    /// What was seen; none where that is what was seen the last time.
    #[serde(default)]
    pub(super) snapshot: Option<Snapshot>,
    /// The numbers of the elements' nodes.
    #[serde(default)]
    pub(super) ids: Vec<u64>,
    /// Which of the elements hold a secret.
    #[serde(default)]
    pub(super) hidden: Vec<usize>,
    /// The numbers of the frames that are closed to it.
    #[serde(default)]
    pub(super) frames: Vec<u64>,
}

/// A document, with those in its frames that it can look into itself.
pub(super) struct Doc {
    pub(super) number: u64,
    /// The frame that it stands in.
    pub(super) frame: String,
    pub(super) seen: Option<(Snapshot, Vec<u64>, Vec<usize>)>,
    /// The frames in it that are closed to it, in the order of its holes.
    pub(super) holes: Vec<u64>,
    /// What the browser calls them.
    pub(super) names: HashMap<u64, String>,
    /// Whether it was said that it is too large.
    pub(super) is_cut: bool,
}

impl Doc {
    pub(super) fn new(number: u64) -> Self {
        Self {
            number,
            frame: String::new(),
            seen: None,
            holes: Vec::new(),
            names: HashMap::new(),
            is_cut: false,
        }
    }

    /// What its nodes' numbers begin with, so that they are no other document's.
    pub(super) fn base(&self) -> u64 {
        self.number << 32
    }
}
