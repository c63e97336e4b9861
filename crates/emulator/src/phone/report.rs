//! What is reported where that is not what is there.

use device::DeviceError;
use ui::{ElementId, Rect, Screen};

use crate::paint::Paint;

/// What is reported instead of what is there.
#[derive(Clone, Debug)]
pub(super) struct Late {
    pub(super) screen: Screen,
    pub(super) paints: Vec<Paint>,
    /// How many more looks see it.
    pub(super) left: u32,
}

impl Late {
    /// Where an element stood on what was reported last.
    pub fn bounds(&self, id: ElementId) -> Result<Rect, DeviceError> {
        let missing = DeviceError::NoElement {
            index: id.0,
            count: self.screen.elements.len(),
        };
        self.screen.get(id).map(|it| it.bounds).ok_or(missing)
    }
}
