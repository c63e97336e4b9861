//! Screen and element to the locators that find exactly that element, best first.
//!
//! Stable attributes go before texts, texts before positions, one attribute before two
//! (the order of Robula+, Leotta et al. 2016, and of Similo, Nass et al. 2023).

use crate::{
    element::{Element, ElementId, short_id},
    find::{Found, find, looks, shows},
    locator::{ExtraAction, Key, Locator},
    screen::Screen,
};

/// A locator that is unique on the screen it was made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The locator.
    pub locator: Locator,
    /// Lower is likelier to survive; comparable within one call.
    pub cost: u32,
}

const PAIR: u32 = 4;
const NEAR_VALUE: u32 = 8;
const NEAR_TEXT: u32 = 22;
const NTH: u32 = 60;
/// Longer texts are content, not names.
const NAME_LENGTH: usize = 120;

/// The locators that find exactly this element, cheapest first.
///
/// `values` are texts that mean something to the task (its parameters and what was made of them):
/// they may be matched by part and serve as anchors of `near`.
pub fn suggest(screen: &Screen, id: ElementId, values: &[&str]) -> Vec<Suggestion> {
    let Some(element) = screen.get(id) else {
        return Vec::new();
    };
    let singles = singles(element, values);
    let mut tried: Vec<Suggestion> = singles.clone();
    for (idx, a) in singles.iter().enumerate() {
        for b in &singles[idx + 1..] {
            tried.extend(both(a, b));
        }
    }
    let anchors = anchors(screen, id, values);
    for base in singles.iter().filter(|it| it.cost < NTH) {
        for (anchor, cost) in &anchors {
            if !base.locator.values().any(|it| it == anchor) {
                let mut locator = base.locator.clone();
                locator.near = Some(anchor.clone());
                tried.push(Suggestion {
                    locator,
                    cost: base.cost + cost,
                });
            }
        }
    }
    for base in &singles {
        if let Found::Many(ids) = find(screen, &base.locator)
            && let Some(at) = ids.iter().position(|it| *it == id)
        {
            let mut nth = |n: String, cost: u32| {
                let mut locator = base.locator.clone();
                locator.nth = Some(n);
                tried.push(Suggestion {
                    locator,
                    cost: base.cost + cost,
                });
            };
            nth((at + 1).to_string(), NTH);
            if at + 1 == ids.len() {
                nth("-1".to_owned(), NTH + 5);
            }
        }
    }
    tried.sort_by_key(|it| it.cost);
    let mut unique: Vec<Suggestion> = Vec::new();
    for it in tried {
        if unique.len() < 48
            && !unique.iter().any(|kept| kept.locator.asks_same(&it.locator))
            && find(screen, &it.locator) == Found::One(id)
        {
            unique.push(it);
        }
    }
    unique
}

fn both(a: &Suggestion, b: &Suggestion) -> Option<Suggestion> {
    let mut locator = a.locator.clone();
    for (key, value) in &b.locator.attributes {
        if locator.get(*key).is_some() {
            return None;
        }
        locator = locator.and(*key, value.clone());
    }
    locator
        .additional_actions
        .extend(b.locator.additional_actions.iter().copied());
    Some(Suggestion {
        locator,
        cost: a.cost + b.cost + PAIR,
    })
}

fn singles(element: &Element, values: &[&str]) -> Vec<Suggestion> {
    let mut all = Vec::new();
    let mut add = |key: Key, value: Option<&str>, cost: u32| {
        if let Some(value) = value
            .map(str::trim)
            .filter(|it| !it.is_empty() && it.chars().count() <= NAME_LENGTH)
        {
            all.push(Suggestion {
                locator: Locator::by(key, value),
                cost,
            });
        }
    };
    let resource = element.resource_name.as_deref().map(short_id);
    add(
        Key::ResourceName,
        resource,
        if element.lasting_id().is_some() { 10 } else { 45 },
    );
    add(
        Key::ContentDescription,
        element.content_description.as_deref(),
        11,
    );
    add(Key::Label, element.label.as_deref(), 11);
    add(Key::HintText, element.hint_text.as_deref(), 12);
    add(Key::Name, element.attributes.get("name").map(String::as_str), 12);
    add(Key::Tooltip, element.tooltip.as_deref(), 14);
    let text = element
        .text
        .as_deref()
        .filter(|it| element.hint_text.as_deref() != Some(it));
    add(Key::Text, text, if element.editable { 40 } else { 14 });
    for (key, name) in [
        (Key::Color, "color"),
        (Key::Shape, "shape"),
        (Key::Size, "size"),
        (Key::Type, "type"),
    ] {
        add(key, element.attributes.get(name).map(String::as_str), 18);
    }
    add(Key::Column, element.column.as_deref(), 20);
    add(Key::Role, element.role.as_deref(), 26);
    add(
        Key::ClassName,
        element
            .class_name
            .as_deref()
            .map(|it| it.rsplit('.').next().unwrap_or(it)),
        28,
    );
    for (key, have) in [
        (Key::Selected, element.selected),
        (Key::Checked, element.checked),
        (Key::Focused, element.focused),
    ] {
        add(key, have.then_some("true"), 36);
    }
    add(Key::Enabled, (!element.enabled).then_some("false"), 48);
    for value in values.iter().filter(|it| !it.trim().is_empty()) {
        add(Key::Looks, looks(element, value).then_some(value), 13);
        for (key, have) in [
            (Key::TextContains, &element.text),
            (Key::ContentDescriptionContains, &element.content_description),
        ] {
            let part = have
                .as_deref()
                .is_some_and(|it| it.contains(value) && it.trim() != value.trim());
            add(key, part.then_some(value), 17);
        }
        let ends = |test: fn(&str, &str) -> bool| {
            element
                .text
                .as_deref()
                .is_some_and(|it| it.trim() != value.trim() && test(it.trim(), value))
        };
        add(
            Key::TextStartsWith,
            ends(|it, value| it.starts_with(value)).then_some(value),
            16,
        );
        add(
            Key::TextEndsWith,
            ends(|it, value| it.ends_with(value)).then_some(value),
            16,
        );
    }
    for (extra, cost) in [
        (ExtraAction::InputText, 20),
        (ExtraAction::LongPress, 30),
        (ExtraAction::Swipe, 24),
    ] {
        if element.additional_actions().contains(&extra) {
            let locator = Locator {
                additional_actions: vec![extra],
                ..Locator::default()
            };
            all.push(Suggestion { locator, cost });
        }
    }
    all
}

/// Texts to stand near: the task's values wherever they are shown, then what the closest neighbours show.
fn anchors(screen: &Screen, id: ElementId, values: &[&str]) -> Vec<(String, u32)> {
    let element = &screen.elements[id.0];
    let mut all: Vec<(String, u32)> = Vec::new();
    for value in values {
        if screen.iter().any(|(it, other)| it != id && shows(other, value)) {
            all.push(((*value).to_owned(), NEAR_VALUE));
        }
    }
    let mut neighbours: Vec<(usize, &str)> = screen
        .iter()
        .filter(|(it, other)| *it != id && !other.editable)
        .filter_map(|(_, other)| Some((element.shared_depth(other), other.text.as_deref()?)))
        .filter(|(_, text)| text.chars().count() <= 60)
        .collect();
    neighbours.sort_by_key(|(depth, _)| std::cmp::Reverse(*depth));
    for (_, text) in neighbours.into_iter().take(6) {
        if !all.iter().any(|(it, _)| it == text) {
            all.push((text.to_owned(), NEAR_TEXT));
        }
    }
    all
}
