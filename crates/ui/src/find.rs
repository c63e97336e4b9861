//! Locator and screen to one, none or many elements.

use crate::{
    element::{Element, ElementId},
    locator::{Key, Locator},
    screen::Screen,
};

/// The answer of [`find`]. Three different answers: nothing here picks among many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Exactly one element.
    One(ElementId),
    /// No element.
    None,
    /// Two or more, in screen order.
    Many(Vec<ElementId>),
}

impl Found {
    fn of(mut ids: Vec<ElementId>) -> Self {
        match ids.len() {
            0 => Found::None,
            1 => Found::One(ids.remove(0)),
            _ => Found::Many(ids),
        }
    }

    /// The element, if it is exactly one.
    pub fn one(&self) -> Option<ElementId> {
        match self {
            Found::One(id) => Some(*id),
            Found::None | Found::Many(_) => None,
        }
    }
}

/// Every element that a locator fits.
///
/// A match inside another match (a label inside its button) counts as one thing: the innermost
/// clickable of the chain, or the innermost where none is clickable.
pub fn find(screen: &Screen, locator: &Locator) -> Found {
    let mut ids: Vec<ElementId> = screen
        .iter()
        .filter(|(_, it)| fits(it, locator))
        .map(|(id, _)| id)
        .collect();
    if let Some(anchor) = &locator.near {
        ids = nearest(screen, &ids, anchor);
    }
    if ids.len() > 1 {
        ids = outermost_once(screen, ids);
    }
    if let Some(nth) = &locator.nth {
        ids = numbered(ids, nth).into_iter().collect();
    }
    Found::of(ids)
}

/// The n-th of some; `2 of 5` is the second if there are five.
fn numbered(ids: Vec<ElementId>, nth: &str) -> Option<ElementId> {
    let (nth, of) = match nth.split_once(" of ") {
        Some((nth, of)) => (nth, Some(of.trim().parse::<usize>().ok()?)),
        None => (nth, None),
    };
    if of.is_some_and(|it| it != ids.len()) {
        return None;
    }
    let at = match nth.trim().parse::<i64>().ok()? {
        n if n > 0 => usize::try_from(n - 1).ok()?,
        n if n < 0 => ids.len().checked_sub(usize::try_from(n.unsigned_abs()).ok()?)?,
        _ => return None,
    };
    ids.get(at).copied()
}

fn fits(element: &Element, locator: &Locator) -> bool {
    locator
        .attributes
        .iter()
        .all(|(key, wanted)| holds(element, *key, wanted))
        && locator
            .additional_actions
            .iter()
            .all(|it| element.additional_actions().contains(it))
}

fn is(have: &Option<String>, wanted: &str) -> bool {
    have.as_deref().is_some_and(|it| it.trim() == wanted.trim())
}

/// The whole, or the part behind the last `separator`.
fn is_tail(have: &Option<String>, separator: &str, wanted: &str) -> bool {
    have.as_deref()
        .is_some_and(|it| it == wanted || it.rsplit(separator).next() == Some(wanted))
}

fn holds(element: &Element, key: Key, wanted: &str) -> bool {
    let text = |test: fn(&str, &str) -> bool| {
        element
            .text
            .as_deref()
            .is_some_and(|it| test(it.trim(), wanted.trim()))
    };
    let flag = |have: bool| wanted == if have { "true" } else { "false" };
    let attribute = |name: &str| element.attributes.get(name).is_some_and(|it| it == wanted);
    match key {
        Key::Text => is(&element.text, wanted),
        Key::TextContains => text(|it, wanted| it.contains(wanted)),
        Key::TextStartsWith => text(|it, wanted| it.starts_with(wanted)),
        Key::TextEndsWith => text(|it, wanted| it.ends_with(wanted)),
        Key::ContentDescription => is(&element.content_description, wanted),
        Key::ContentDescriptionContains => element
            .content_description
            .as_deref()
            .is_some_and(|it| it.contains(wanted.trim())),
        Key::HintText => is(&element.hint_text, wanted),
        Key::Tooltip => is(&element.tooltip, wanted),
        Key::Label => is(&element.label, wanted),
        Key::Value => element.held_text() == wanted,
        Key::Role => is(&element.role, wanted),
        Key::ClassName => is_tail(&element.class_name, ".", wanted),
        Key::ResourceName => is_tail(&element.resource_name, ":id/", wanted),
        Key::PackageName => is(&element.package_name, wanted),
        Key::Name => attribute("name"),
        Key::Type => attribute("type"),
        Key::Color => attribute("color"),
        Key::Size => attribute("size"),
        Key::Shape => attribute("shape"),
        Key::Checked => flag(element.checked),
        Key::Selected => flag(element.selected),
        Key::Enabled => flag(element.enabled),
        Key::Focused => flag(element.focused),
        Key::Editable => flag(element.editable),
        Key::Clickable => flag(element.clickable),
    }
}

/// Whether an element shows exactly this: as text, description, label or value.
pub fn shows(element: &Element, shown: &str) -> bool {
    is(&element.text, shown)
        || is(&element.content_description, shown)
        || is(&element.label, shown)
        || is(&element.value, shown)
}

/// Of `ids`, those that share the most containers with an element showing `anchor`.
fn nearest(screen: &Screen, ids: &[ElementId], anchor: &str) -> Vec<ElementId> {
    let anchors: Vec<(ElementId, &Element)> = screen.iter().filter(|(_, it)| shows(it, anchor)).collect();
    let depth = |id: ElementId| {
        let element = &screen.elements[id.0];
        anchors
            .iter()
            .filter(|(it, _)| *it != id)
            .map(|(_, it)| element.shared_depth(it))
            .max()
    };
    let depths: Vec<(ElementId, usize)> = ids.iter().filter_map(|id| Some((*id, depth(*id)?))).collect();
    let best = depths.iter().map(|(_, depth)| *depth).max();
    depths
        .into_iter()
        .filter(|(_, depth)| Some(*depth) == best)
        .map(|(id, _)| id)
        .collect()
}

/// Collapse chains of nested matches to one each.
fn outermost_once(screen: &Screen, ids: Vec<ElementId>) -> Vec<ElementId> {
    let at = |id: ElementId| &screen.elements[id.0];
    let mut chains: Vec<Vec<ElementId>> = Vec::new();
    for id in ids {
        let nested = |other: &ElementId| at(*other).contains(at(id)) || at(id).contains(at(*other));
        match chains.iter_mut().find(|chain| chain.iter().all(nested)) {
            Some(chain) => chain.push(id),
            None => chains.push(vec![id]),
        }
    }
    chains
        .into_iter()
        .filter_map(|mut chain| {
            chain.sort_by_key(|id| at(*id).path.len());
            let clickable = chain.iter().rev().find(|id| at(**id).clickable).copied();
            clickable.or(chain.last().copied())
        })
        .collect()
}
