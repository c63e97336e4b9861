//! One observation: which app is in front, and its elements in the device's own order.

use serde::{Deserialize, Serialize};

use crate::{
    element::{Element, ElementId, Rect},
    mix::Mix,
};

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
    /// The device's date when it was looked at, as `2023-10-15`; empty where the device does not say. Nobody sees it here, so
    /// it is no part of the signature.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub today: String,
    /// The paths of lists whose entries are drawn, or loaded, only once they are scrolled to: they show a part, also where
    /// the device lists what is out of view. The page itself has no path: `[]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_part: Vec<Vec<u16>>,
    /// The elements; an [`ElementId`] is a position in this list.
    pub elements: Vec<Element>,
}

impl Screen {
    /// The path of a page, without its title; an activity has none.
    pub fn path(&self) -> &str {
        self.activity.split(' ').next().unwrap_or_default()
    }

    /// The element with this index.
    pub fn get(&self, id: ElementId) -> Option<&Element> {
        self.elements.get(id.0)
    }

    /// Its elements in the order of the tree.
    pub fn in_order(&self) -> Vec<&Element> {
        let mut elements: Vec<&Element> = self.elements.iter().collect();
        elements.sort_by(|a, b| a.path.cmp(&b.path));
        elements
    }

    /// Whether it stands in a list that shows a part of its entries.
    pub fn is_in_part(&self, element: &Element) -> bool {
        self.in_part.iter().any(|list| element.path.starts_with(list))
    }

    /// All elements with their indices.
    pub fn iter(&self) -> impl Iterator<Item = (ElementId, &Element)> {
        self.elements
            .iter()
            .enumerate()
            .map(|(idx, it)| (ElementId(idx), it))
    }

    /// A hash of everything a user can see. Equal screens have equal signatures, on every machine: which bytes
    /// are hashed stands in `mix.rs`, and their order here.
    pub fn signature(&self) -> u64 {
        let mut mix = Mix::default();
        mix.text(&self.app);
        mix.text(&self.activity);
        for it in &self.elements {
            let shown = [
                &it.text,
                &it.content_description,
                &it.hint_text,
                &it.label,
                &it.value,
                &it.resource_name,
                &it.class_name,
                &it.role,
            ];
            for text in shown {
                mix.optional(text.as_deref());
            }
            let Rect {
                left,
                top,
                right,
                bottom,
            } = it.bounds;
            for edge in [left, top, right, bottom] {
                mix.edge(edge);
            }
            for flag in [it.checked, it.enabled, it.focused, it.selected] {
                mix.flag(flag);
            }
            mix.count(it.attributes.len());
            for (name, value) in &it.attributes {
                mix.text(name);
                mix.text(value);
            }
        }
        mix.hash()
    }

    /// A hash of the kind of screen: the app, the activity and which kinds of elements there are,
    /// without what data they show, how many rows a list has, or where things are. The interaction graph keeps it.
    pub fn structure(&self) -> u64 {
        let mut kinds: Vec<_> = self
            .elements
            .iter()
            .map(|it| {
                (
                    it.lasting_id(),
                    it.class_name.as_deref(),
                    it.role.as_deref(),
                    it.editable,
                    it.checkable,
                    it.scrollable,
                )
            })
            .collect();
        kinds.sort();
        kinds.dedup();
        let mut mix = Mix::default();
        mix.text(&self.app);
        mix.text(&self.activity);
        mix.count(kinds.len());
        for (id, class, role, editable, checkable, scrollable) in kinds {
            for text in [id, class, role] {
                mix.optional(text);
            }
            for flag in [editable, checkable, scrollable] {
                mix.flag(flag);
            }
        }
        mix.hash()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Element, Rect, Screen};

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

    /// A screen in which each value that is hashed is another one.
    fn whole() -> Screen {
        let text = |it: &str| Some(it.to_owned());
        let element = Element {
            text: text("Größe 7"),
            content_description: text(""),
            hint_text: text("hint"),
            label: text("label"),
            value: text("value"),
            class_name: text("android.widget.EditText"),
            role: text("textbox"),
            resource_name: text("com.app:id/size"),
            attributes: [("name", "size"), ("type", "text")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            bounds: Rect::new(-3, 4, 500, 70_000),
            checkable: true,
            checked: true,
            editable: true,
            enabled: false,
            focused: true,
            selected: true,
            scrollable: true,
            ..Element::default()
        };
        Screen {
            app: "com.app".to_owned(),
            activity: "Main".to_owned(),
            size: (1080, 2400),
            elements: vec![element, Element::default()],
            today: String::new(),
            in_part: Vec::new(),
        }
    }

    /// Kept interaction graphs name screens by these numbers, so they are the same in every release and on every
    /// machine. Another number here makes kept graphs worthless: it needs a new version of their file.
    #[test]
    fn the_numbers_that_files_keep_are_always_these() {
        let hashes = |screen: &Screen| (screen.signature(), screen.structure());
        assert_eq!(
            hashes(&Screen::default()),
            (0x0a99_c907_b6f6_4763, 0xfe1d_0b13_49ce_d1c3)
        );
        assert_eq!(
            hashes(&page("com.app:id/send")),
            (0xa358_efee_941e_70ee, 0x6180_2cf7_98e1_8324)
        );
        assert_eq!(hashes(&whole()), (0x0370_add4_8e21_d613, 0x8602_6d0e_89d5_3e9c));
    }

    #[test]
    fn what_ends_one_text_and_begins_the_next_counts() {
        let signature = |app: &str, activity: &str| {
            let (app, activity) = (app.to_owned(), activity.to_owned());
            let screen = Screen {
                app,
                activity,
                ..Screen::default()
            };
            screen.signature()
        };
        assert_ne!(signature("ab", "c"), signature("a", "bc"));
        assert_ne!(signature("", "ab"), signature("ab", ""));
        // A text that is missing is not one that is empty.
        let (mut none, mut empty) = (page("a"), page("a"));
        none.elements[0].text = None;
        empty.elements[0].text = Some(String::new());
        assert_ne!(none.signature(), empty.signature());
    }
}
