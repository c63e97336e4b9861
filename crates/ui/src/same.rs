//! When two elements are the same, and two screens. There are several questions, and each has its answer here:
//!
//! - [`Element::is_like`]: only its place tells an element from another.
//! - [`are_alike`]: nothing but their places tells these elements of one screen from each other, content included.
//! - [`Element::says_the_same`]: two elements are one kind of thing, and show the same words.
//! - [`Element::is_same_field`]: a field on two screens, whatever it holds.
//! - [`Screen::is_same_form`]: two screens differ in nothing but what their fields hold.
//! - [`Screen::is_same_view`]: two screens are one, with something changed on it.

use std::collections::HashSet;

use crate::{
    element::{Element, ElementId},
    screen::Screen,
};

impl Element {
    /// Whether nothing but its place tells it from another.
    pub fn is_like(&self, other: &Element) -> bool {
        let elsewhere = Element {
            bounds: other.bounds,
            path: other.path.clone(),
            ..self.clone()
        };
        elsewhere == *other
    }

    /// Whether both are one kind of thing and say the same.
    pub fn says_the_same(&self, other: &Element) -> bool {
        self.class_name == other.class_name
            && self.role == other.role
            && self.text == other.text
            && self.content_description == other.content_description
            && self.resource_name == other.resource_name
    }

    /// Whether both are one field that stands in one place, whatever it holds.
    pub fn is_same_field(&self, other: &Element) -> bool {
        self.editable
            && self.path == other.path
            && self.resource_name == other.resource_name
            && self.class_name == other.class_name
    }
}

impl Screen {
    /// Whether both differ in nothing but what their fields hold.
    pub fn is_same_form(&self, other: &Screen) -> bool {
        self.elements.len() == other.elements.len()
            && self
                .elements
                .iter()
                .zip(&other.elements)
                .all(|(a, b)| a.path == b.path && a.class_name == b.class_name && a.editable == b.editable)
    }

    /// Whether a later screen is this one with something changed on it: of one activity, and at least half of what
    /// it shows was there before.
    pub fn is_same_view(&self, later: &Screen) -> bool {
        if self.app != later.app || self.activity != later.activity {
            return false;
        }
        let shown = |it: &Element| {
            (
                it.class_name.clone(),
                it.resource_name.clone(),
                it.text.clone(),
                it.content_description.clone(),
            )
        };
        let known: HashSet<_> = self.elements.iter().map(shown).collect();
        let stayed = later
            .elements
            .iter()
            .filter(|it| known.contains(&shown(it)))
            .count();
        stayed * 2 >= later.elements.len()
    }
}

/// Whether nothing but their places tells these elements from each other, neither themselves nor what is in them.
pub fn are_alike(screen: &Screen, ids: &[ElementId]) -> bool {
    let inside = |outer: &Element| -> Vec<&Element> {
        let all = screen.elements.iter();
        all.filter(|it| outer.contains(it)).collect()
    };
    let all: Option<Vec<&Element>> = ids.iter().map(|id| screen.get(*id)).collect();
    let Some([first, others @ ..]) = all.as_deref() else {
        return false;
    };
    let content = inside(first);
    others.iter().all(|it| {
        let other = inside(it);
        it.is_like(first)
            && other.len() == content.len()
            && other.iter().zip(&content).all(|(a, b)| a.is_like(b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_is_what_differs_in_its_place_only() {
        let element = |path: &[u16], text: &str, left: i32| Element {
            path: path.to_vec(),
            text: Some(text.to_owned()),
            bounds: crate::Rect::new(left, 0, left + 9, 9),
            ..Element::default()
        };
        let mut screen = Screen {
            elements: vec![
                element(&[0], "row", 0),
                element(&[0, 0], "a", 0),
                element(&[1], "row", 20),
                element(&[1, 0], "a", 20),
            ],
            ..Screen::default()
        };
        let rows = [ElementId(0), ElementId(2)];
        assert!(are_alike(&screen, &rows));
        screen.elements[3].text = Some("b".to_owned());
        assert!(!are_alike(&screen, &rows), "what is in them differs");
        screen.elements[3].text = Some("a".to_owned());
        screen.elements[2].focused = true;
        assert!(!are_alike(&screen, &rows), "one has the focus");
        assert!(!are_alike(&screen, &[]) && !are_alike(&screen, &[ElementId(9)]));
    }

    #[test]
    fn a_view_is_the_same_while_half_of_it_stays() {
        let screen = |texts: &[&str]| Screen {
            elements: texts
                .iter()
                .map(|it| Element {
                    text: Some((*it).to_owned()),
                    ..Element::default()
                })
                .collect(),
            ..Screen::default()
        };
        let before = screen(&["a", "b"]);
        assert!(before.is_same_view(&screen(&["a", "c"])));
        assert!(!before.is_same_view(&screen(&["a", "c", "d"])));
        let elsewhere = Screen {
            activity: "other".to_owned(),
            ..before.clone()
        };
        assert!(!before.is_same_view(&elsewhere));
    }
}
