//! One observation: which app is in front, and its elements in the device's own order.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::element::{Element, ElementId};

/// One observation of a device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Screen {
    /// Package of the app in front (Android), or the page's origin (web).
    #[serde(default)]
    pub app: String,
    /// Activity in front (Android), or the page's path and title (web).
    #[serde(default)]
    pub activity: String,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The elements; an [`ElementId`] is a position in this list.
    pub elements: Vec<Element>,
}

impl Screen {
    /// The element with this index.
    pub fn get(&self, id: ElementId) -> Option<&Element> {
        self.elements.get(id.0)
    }

    /// All elements with their indices.
    pub fn iter(&self) -> impl Iterator<Item = (ElementId, &Element)> {
        self.elements
            .iter()
            .enumerate()
            .map(|(idx, it)| (ElementId(idx), it))
    }

    /// A hash of everything a user can see. Equal screens have equal signatures, on every machine.
    pub fn signature(&self) -> u64 {
        let mut hasher = Fnv::default();
        self.app.hash(&mut hasher);
        self.activity.hash(&mut hasher);
        for it in &self.elements {
            (
                &it.text,
                &it.content_description,
                &it.hint_text,
                &it.label,
                &it.value,
                &it.resource_name,
            )
                .hash(&mut hasher);
            (
                &it.class_name,
                &it.role,
                it.bounds,
                it.checked,
                it.enabled,
                it.focused,
                it.selected,
            )
                .hash(&mut hasher);
            it.attributes.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// A hash of the kind of screen: the app, the activity and which kinds of elements there are,
    /// without what data they show, how many rows a list has, or where things are.
    pub fn structure(&self) -> u64 {
        let mut kinds: Vec<_> = self
            .elements
            .iter()
            .map(|it| {
                (
                    it.lasting_id(),
                    &it.class_name,
                    &it.role,
                    it.editable,
                    it.checkable,
                    it.scrollable,
                )
            })
            .collect();
        kinds.sort();
        kinds.dedup();
        let mut hasher = Fnv::default();
        (&self.app, &self.activity).hash(&mut hasher);
        kinds.hash(&mut hasher);
        hasher.finish()
    }
}

/// FNV-1a over the bytes: unlike the standard hasher, the same in every release of Rust.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Element, Screen};

    fn page(id: &str) -> Screen {
        let element = Element {
            resource_name: Some(id.to_owned()),
            ..Element::default()
        };
        Screen {
            elements: vec![element],
            ..Screen::default()
        }
    }

    #[test]
    fn an_id_of_one_visit_only_is_no_part_of_the_structure() {
        let structure = |id| page(id).structure();
        assert_eq!(structure("ui-id-2"), structure("ui-id-8"));
        assert_eq!(structure("com.app123:id/row_1"), structure("com.app123:id/row_2"));
        assert_ne!(structure("com.app123:id/send"), structure("com.app123:id/save"));
    }
}
