//! What is known of somebody who does something on the device itself, and of a field that they type into.

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
    /// What the screen looked like when it was seen last.
    pub picture: Option<Vec<u8>>,
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
    /// Whether it was emptied after something was typed: it was sent, or taken back.
    pub emptied: bool,
    /// Keys that were pressed.
    pub keys: usize,
    /// Keys that were pressed since it was seen last.
    pub unseen: usize,
}

impl Typing {
    /// See what it holds now, where it is the field that has the focus.
    pub fn see(&mut self, screen: &Screen) {
        let Some(field) = self.find(screen) else { return };
        let held = field.held_text().to_owned();
        self.emptied |= held.is_empty() && !self.held.is_empty();
        self.held = held;
        self.unseen = 0;
    }

    /// The field on another screen, where it may stand elsewhere; what has no name is known by its place alone.
    fn find<'a>(&self, screen: &'a Screen) -> Option<&'a Element> {
        let own = self.screen.get(self.field)?;
        let mut focused = screen.elements.iter().filter(|it| it.editable && it.focused);
        let (one, None) = (focused.next()?, focused.next()) else {
            return None;
        };
        let same = match &own.resource_name {
            Some(name) => one.resource_name.as_ref() == Some(name) && one.hint_text == own.hint_text,
            None => one.resource_name.is_none() && one.path == own.path,
        };
        same.then_some(one)
    }
}
