//! The frames of another origin on a page, as they were last seen.

use std::collections::HashMap;

use device::NetworkFault;
use serde::Deserialize;
use ui::Sent;

use crate::cdp::Cdp;

/// Frames within frames that are looked into.
pub(crate) const DEPTH: usize = 4;

/// A frame whose document the script around it can't read.
#[derive(Clone, Deserialize)]
pub(crate) struct Hole {
    /// Left and top of what it shows.
    pub(crate) at: [f64; 2],
    /// The part of it that can be seen.
    pub(crate) clip: [f64; 4],
    pub(crate) path: Vec<u32>,
}

impl Hole {
    /// A path in the document that it shows, as one of the document around it.
    pub(crate) fn inside(&self, path: &[u32]) -> Vec<u32> {
        self.path.iter().chain(&[0]).chain(path).copied().collect()
    }
}

/// Such a frame, as long as it is there.
pub(crate) struct Inner {
    /// The frame around it; none is the page.
    pub(crate) parent: Option<String>,
    /// Which of the holes there it is.
    pub(crate) hole: usize,
    /// Its own connection, where it has a process of its own.
    pub(crate) cdp: Option<Cdp>,
    pub(crate) world: Option<i64>,
}

/// The frames of another origin on the last observation.
#[derive(Default)]
pub(crate) struct Frames {
    pub(crate) inner: HashMap<String, Inner>,
    /// Whose the elements are that come after the page's own, and which of its own each is.
    pub(crate) whose: Vec<(String, usize)>,
    /// Elements of the page itself.
    pub(crate) own: usize,
}

impl Frames {
    /// What was to be written in frames with processes of their own, and was not taken.
    pub(crate) fn not_taken(&self) -> Option<&NetworkFault> {
        let mut own = self.inner.values().filter_map(|it| it.cdp.as_ref());
        own.find_map(Cdp::not_taken)
    }

    /// What was asked for in frames with processes of their own and not got.
    pub(crate) fn take_faults(&mut self) -> Vec<NetworkFault> {
        let own = self.inner.values_mut().filter_map(|it| it.cdp.as_mut());
        own.flat_map(|it| it.take_faults("")).collect()
    }

    /// What they sent that may write, once.
    pub(crate) fn take_sent(&mut self) -> Vec<Sent> {
        let own = self.inner.values_mut().filter_map(|it| it.cdp.as_mut());
        own.flat_map(Cdp::take_sent).collect()
    }

    /// Whose an element is, if it is a frame's.
    pub(crate) fn whose_is(&self, index: usize) -> Option<(String, usize)> {
        let at = index.checked_sub(self.own)?;
        self.whose.get(at).cloned()
    }

    /// The index on the screen of an element that a frame's own script knows by another.
    pub(crate) fn index_of(&self, id: &str, local: usize) -> Option<usize> {
        let at = self.whose.iter().position(|it| it.0 == id && it.1 == local)?;
        Some(self.own + at)
    }
}
