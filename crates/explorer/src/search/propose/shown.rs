//! What an element by itself says: whether it reacts to a tap, is a button, shows a text.

use ::device::Listing;
use ui::{Element, Screen, looks};

use super::super::costs::Weights;

/// Longer texts of elements are no names.
pub(super) const LONGEST_NAME: usize = 24;

/// Whether it probably reacts to a tap: it says so, or it is an icon with a name.
pub(super) fn touchable(element: &Element) -> bool {
    let icon = element.text.is_none() && element.content_description.is_some();
    element.clickable || element.checkable || (icon && !element.scrollable)
}

/// Whether it may react to a tap: it probably does, or it is a text of a device that lists no containers, so that
/// nobody says what a tap on it reaches. Beside fields, texts are their labels.
pub(super) fn pressable(listing: Listing, screen: &Screen, element: &Element) -> bool {
    touchable(element) || (bare(listing, element) && !screen.elements.iter().any(|it| it.editable))
}

/// Whether it is a short text of a device that lists no containers.
pub(super) fn bare(listing: Listing, element: &Element) -> bool {
    let short = |it: &String| it.chars().count() <= LONGEST_NAME;
    listing.leaves_out_containers && !element.editable && element.text.as_ref().is_some_and(short)
}

/// How well an element shows a text: 0 is exactly, `None` not at all.
pub(in crate::search) fn shown(weights: &Weights, element: &Element, text: &str) -> Option<f32> {
    let wanted = text.trim();
    if wanted.is_empty() {
        return None;
    }
    let texts = [
        &element.text,
        &element.content_description,
        &element.label,
        &element.value,
    ];
    let mut best: Option<f32> = None;
    let mut offer = |cost: f32| best = Some(best.map_or(cost, |it| it.min(cost)));
    for have in texts.into_iter().flatten() {
        let have = have.trim();
        if have == wanted {
            offer(0.0);
        } else if have.eq_ignore_ascii_case(wanted) {
            offer(weights.other_case);
        } else if wanted.chars().count() >= 2 && contains_words(have, wanted) {
            offer(weights.among_words);
        } else if wanted.chars().count() >= 2 && (have.starts_with(wanted) || have.ends_with(wanted)) {
            offer(weights.at_an_end);
        }
    }
    if looks(element, wanted) {
        offer(0.0);
    }
    let tags = element
        .attributes
        .iter()
        .filter(|(name, _)| is_look(name))
        .map(|(_, it)| it.as_str());
    let class = element
        .class_name
        .as_deref()
        .map(|it| it.rsplit('.').next().unwrap_or(it));
    for have in tags.chain(class).chain(element.role.as_deref()) {
        if have.eq_ignore_ascii_case(wanted) {
            offer(0.0);
        }
    }
    best
}

/// Whether an element shows just this text, in whatever letters' case.
pub(in crate::search) fn is_shown(weights: &Weights, element: &Element, text: &str) -> bool {
    shown(weights, element, text).is_some_and(|how| how <= weights.other_case)
}

/// Attributes that say how an element looks or what it is for, not how the page is made.
pub(super) fn is_look(name: &str) -> bool {
    matches!(name, "color" | "size" | "shape" | "type" | "name")
}

/// Whether `have` has `wanted` in it, not as a part of a longer word.
fn contains_words(have: &str, wanted: &str) -> bool {
    let edge = |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric());
    have.match_indices(wanted)
        .any(|(at, _)| edge(have[..at].chars().next_back()) && edge(have[at + wanted.len()..].chars().next()))
}
