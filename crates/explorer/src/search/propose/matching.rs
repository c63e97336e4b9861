//! How well elements match the goal: the values they show, and the words they share with it.

use std::collections::BTreeSet;

use ::device::Listing;
use ui::{Element, Screen, short_id};

use super::{
    super::{
        values::{Offer, Used},
        words::words,
    },
    scene::Scene,
    shown::{LONGEST_NAME, is_shown, pressable, shown},
    surroundings::Surroundings,
};

/// The bits of the goal's words that elements of a screen are named by, as buttons and menu entries are.
pub(in crate::search) fn words_shown(scene: &Scene) -> Used {
    let named = scene
        .screen
        .iter()
        .filter(|(_, it)| it.enabled && pressable(scene.device.listing, scene.screen, it) && !it.editable);
    named
        .filter_map(|(_, it)| overlap(scene, it))
        .filter(|it| it.share > scene.weights.named)
        .fold(0, |all, it| all | it.bits)
}

/// The bits of the values that a screen shows without their having been typed.
pub(in crate::search) fn values_shown(scene: &Scene) -> Used {
    let shows = |text: &str| {
        let shown = |it: &Element| !it.editable && is_shown(scene.weights, it, text);
        scene.screen.elements.iter().any(shown)
    };
    // What was typed, or a part of it, is no news.
    let typed: Vec<String> = scene.typed.iter().map(|it| it.trim().to_lowercase()).collect();
    let own = |text: &str| {
        let text = text.trim().to_lowercase();
        typed
            .iter()
            .any(|it| it.contains(&text) || (!it.is_empty() && text.contains(it.as_str())))
    };
    let all = scene.values.landmarks.iter().enumerate();
    all.filter(|(_, it)| !own(&it.text) && shows(&it.text))
        .fold(0, |all, (bit, _)| all | 1 << bit)
}

/// The words that a screen's elements are named by, of those that can be pressed and whose names are short.
pub(in crate::search) fn names(listing: Listing, screen: &Screen) -> BTreeSet<String> {
    let named = screen
        .elements
        .iter()
        .filter(|it| pressable(listing, screen, it) && !it.editable);
    let texts = named.flat_map(|it| {
        [&it.text, &it.content_description, &it.label]
            .into_iter()
            .flatten()
    });
    let short = texts.filter(|it| it.chars().count() <= LONGEST_NAME);
    short
        .flat_map(|it| words(it))
        .filter(|it| strings::is_content(it))
        .take(MOST_NAMES)
        .collect()
}

/// Words that are kept of one screen.
const MOST_NAMES: usize = 60;

/// The value that an element shows best, with what it costs to think so.
pub(super) fn match_of<'a>(
    scene: &'a Scene,
    surroundings: &Surroundings,
    element: &Element,
) -> Option<(f32, &'a Offer)> {
    let mut best: Option<(f32, &Offer)> = None;
    let mut parts: Vec<&str> = Vec::new();
    for offer in &scene.values.offers {
        let Some(how) = shown(scene.weights, element, &offer.text) else {
            continue;
        };
        // Short parts of values are everywhere; they count only where they stand alone.
        if offer.cost > 0.0 && how > scene.weights.other_case && offer.text.chars().count() < 3 {
            continue;
        }
        let cost = cost_of_match(scene, surroundings, element, offer, how);
        if !parts.contains(&offer.text.as_str()) {
            parts.push(&offer.text);
        }
        if best.is_none_or(|(it, _)| cost < it) {
            best = Some((cost, offer));
        }
    }
    // Two parts of one value shown by one element say more than one.
    let distinct = parts.iter().filter(|it| {
        !parts
            .iter()
            .any(|other| other.len() > it.len() && other.contains(*it))
    });
    let more = distinct.count().saturating_sub(1).min(3) as f32;
    best.map(|(cost, offer)| ((cost + scene.weights.shows_more_parts * more).max(0.0), offer))
}

/// What it costs to think that an element, which shows a text so well, shows the value that the text is made of.
fn cost_of_match(
    scene: &Scene,
    surroundings: &Surroundings,
    element: &Element,
    offer: &Offer,
    how: f32,
) -> f32 {
    let weights = scene.weights;
    let derived = offer.cost > 0.0;
    let exact = || surroundings.exact.iter().filter(|(_, bit)| bit & offer.uses != 0);
    // Where the whole value stands alone, what only has it in it, or has a part of it, is something else.
    let inside = || exact().any(|(it, _)| element.contains(&scene.screen.elements[*it]));
    let shows_it = how <= weights.other_case && !derived;
    let other = if exact().next().is_none() || shows_it || inside() {
        0.0
    } else {
        weights.other_shows_value
    };
    let among_words = if derived && how > weights.other_case {
        weights.part_among_words
    } else {
        0.0
    };
    let used = offer.uses != 0 && scene.used & offer.uses == offer.uses;
    let again = if used && !scene.values.plural {
        weights.used_again
    } else {
        0.0
    };
    other + among_words + offer.cost + how + again
}

/// Words of an element that the goal has.
pub(super) struct Overlap {
    /// Of all its words, the part.
    pub(super) share: f32,
    /// Their bits.
    pub(super) bits: Used,
    /// Where the last of them stands in the goal.
    pub(super) place: usize,
    /// The words, for people.
    pub(super) said: String,
}

/// The words of an element that the goal has; `None` where there are none.
pub(super) fn overlap(scene: &Scene, element: &Element) -> Option<Overlap> {
    let mut names: Vec<String> = Vec::new();
    for it in [
        &element.text,
        &element.content_description,
        &element.label,
        &element.tooltip,
    ]
    .into_iter()
    .flatten()
    {
        names.extend(words(it));
    }
    if element.editable {
        names.extend(element.hint_text.iter().flat_map(|it| words(it)));
    }
    if names.is_empty() {
        // An icon: its id or class is all it says.
        let id = element.resource_name.as_deref().map(short_id);
        names.extend(id.into_iter().flat_map(words));
        names.extend(
            element
                .attributes
                .get("class")
                .into_iter()
                .flat_map(|it| words(it)),
        );
        names.extend(
            element
                .attributes
                .get("name")
                .into_iter()
                .flat_map(|it| words(it)),
        );
    }
    names.sort();
    names.dedup();
    names.retain(|it| strings::is_content(it));
    if names.is_empty() || names.len() > 12 {
        return None;
    }
    let (mut hits, mut bits, mut place) = (0.0, 0, 0);
    let mut said: Vec<&str> = Vec::new();
    for name in &names {
        if let Some(word) = scene.values.goal_word(name) {
            let spent = scene.used & word.bit != 0 && word.count < 2;
            hits += if spent { scene.weights.spent_word } else { 1.0 };
            bits |= word.bit;
            place = place.max(word.place);
            said.push(&word.word);
        }
    }
    (hits > 0.0).then(|| Overlap {
        share: hits / names.len() as f32,
        bits,
        place,
        said: said.join(" "),
    })
}
