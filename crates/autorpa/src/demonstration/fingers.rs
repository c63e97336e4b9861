//! What is known of fingers that do something on a device.

use std::sync::Arc;

use device::Touches;
use trajectory::Remark;
use ui::{Element, ElementId, Screen};

/// Follows fingers.
#[derive(Default)]
pub(super) struct ByTouch {
    /// What tells what they do.
    pub touches: Option<Box<dyn Touches>>,
    /// The field that is typed into.
    pub typing: Option<Typing>,
    /// What was done and is in no step.
    pub gaps: Vec<Remark>,
}

/// A field that is typed into.
pub(super) struct Typing {
    /// The screen before it was.
    pub screen: Arc<Screen>,
    /// What it looked like.
    pub picture: Option<Vec<u8>>,
    /// The field on it.
    pub field: ElementId,
    /// Whether it was tapped, or had the focus already.
    pub tapped: bool,
    /// What it held when it was seen last.
    pub held: String,
    /// Keys that were pressed since then.
    pub unseen: usize,
}

impl Typing {
    /// The field on another screen: there it may stand elsewhere.
    pub fn find<'a>(&self, screen: &'a Screen) -> Option<&'a Element> {
        let own = self.screen.get(self.field)?;
        let same = |it: &&Element| {
            it.editable && it.resource_name == own.resource_name && it.class_name == own.class_name
        };
        let mut all = screen.elements.iter().filter(same);
        match (all.next(), all.next()) {
            (Some(one), None) => Some(one),
            (None, _) => None,
            (Some(_), Some(_)) => screen.elements.iter().find(|it| it.focused && same(it)),
        }
    }
}
