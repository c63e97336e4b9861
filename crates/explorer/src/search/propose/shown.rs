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
    let is_letter = wanted.chars().nth(1).is_none();
    let texts = [
        &element.text,
        &element.content_description,
        &element.label,
        &element.value,
    ];
    let mut best: Option<f32> = None;
    let mut offer = |cost: f32| best = Some(best.map_or(cost, |it| it.min(cost)));
    // This is asked for every element and value of every state: what is shorter than the text can't show it.
    for have in texts.into_iter().flatten().filter(|it| it.len() >= wanted.len()) {
        let have = have.trim();
        if have.len() == wanted.len() {
            if have == wanted {
                offer(0.0);
            } else if have.eq_ignore_ascii_case(wanted) {
                offer(weights.other_case);
            }
        } else if have.len() > wanted.len() && !is_letter {
            if contains_words(have, wanted) {
                offer(weights.among_words);
            } else if have.starts_with(wanted) || have.ends_with(wanted) {
                offer(weights.at_an_end);
            }
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
    for have in tags.chain(element.role.as_deref()) {
        if have.eq_ignore_ascii_case(wanted) {
            offer(0.0);
        }
    }
    if element
        .class_name
        .as_deref()
        .is_some_and(|it| is_class(it, wanted))
    {
        offer(0.0);
    }
    best
}

/// Whether a class is called so, with or without its package.
fn is_class(class: &str, wanted: &str) -> bool {
    let at = class.len().checked_sub(wanted.len());
    let Some((package, name)) = at.and_then(|it| class.split_at_checked(it)) else {
        return false;
    };
    (package.is_empty() || package.ends_with('.')) && name.eq_ignore_ascii_case(wanted)
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
    let Some(first) = wanted.chars().next() else {
        return false;
    };
    let edge = |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric());
    have.match_indices(first).any(|(at, _)| {
        have[at..].starts_with(wanted)
            && edge(have[..at].chars().next_back())
            && edge(have[at + wanted.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn how(text: &str, wanted: &str) -> Option<f32> {
        let element = Element {
            text: Some(text.to_owned()),
            class_name: Some("android.widget.TextView".to_owned()),
            ..Element::default()
        };
        shown(&Weights::default(), &element, wanted)
    }

    #[test]
    fn the_whole_text_is_shown_best() {
        let weights = Weights::default();
        for (text, wanted, cost) in [
            ("Rent", " Rent", Some(0.0)),
            ("RENT ", "rent", Some(weights.other_case)),
            ("Rent of May", "Rent", Some(weights.among_words)),
            ("Rents and Rent", "Rent", Some(weights.among_words)),
            ("Rents", "Rent", Some(weights.at_an_end)),
            ("unRent", "Rent", Some(weights.at_an_end)),
            ("unRents", "Rent", None),
            ("Ren", "Rent", None),
            ("R 2", "R", None),
            ("Größe 3", "Größe", Some(weights.among_words)),
            ("x", "", None),
        ] {
            assert_eq!(how(text, wanted), cost, "{text} {wanted}");
        }
    }

    #[test]
    fn a_class_is_called_by_its_name_or_with_its_package() {
        assert_eq!(how("x", "textview"), Some(0.0));
        assert_eq!(how("x", "android.widget.TextView"), Some(0.0));
        assert_eq!(how("x", "view"), None);
    }
}
