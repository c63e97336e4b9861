//! Keys to press: those that the goal says, and the arrows where what they move has the focus.

use ui::{ActionKind, Chord, Element, HardAction, Role};

use super::{
    super::{
        values::Used,
        words::{same, words},
    },
    scene::{Candidate, Scene, supports},
};

/// What moves a thing that is slid.
const ARROWS: [&str; 4] = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"];

/// Keys to press.
pub(super) fn chords(scene: &Scene, all: &mut Vec<Candidate>) {
    if !supports(scene, ActionKind::PressKeys) {
        return;
    }
    let mut add = |keys: Chord, cost: f32, uses: Used, why: &str| {
        let key = format!("press_keys|{keys}");
        if all.iter().all(|it| it.key != key) {
            all.push(Candidate {
                action: HardAction::PressKeys {
                    keys: keys.to_string(),
                },
                cost,
                uses,
                why: why.to_owned(),
                key,
                entry: None,
            });
        }
    };
    let weights = scene.weights;
    for (keys, uses) in said(scene) {
        let again = if uses != 0 && scene.used & uses == uses {
            weights.used_again
        } else {
            0.0
        };
        add(keys, weights.keys_said + again, uses, "the goal says these keys");
    }
    if scene.screen.elements.iter().any(|it| it.focused && it.editable) {
        for (keys, uses) in implied(scene) {
            add(
                keys,
                weights.keys_implied,
                uses,
                "the goal says what these keys do",
            );
        }
    }
    if scene.screen.elements.iter().any(|it| it.focused && slides(it)) {
        for name in ARROWS {
            if let Ok(keys) = name.parse() {
                add(keys, weights.arrow, 0, "the arrows move what has the focus");
            }
        }
    }
}

/// Whether it is slid, by what it is or by the word that its class has.
fn slides(element: &Element) -> bool {
    let class = element
        .attributes
        .get("class")
        .into_iter()
        .flat_map(|it| words(it));
    element.is(Role::Slider) || class.into_iter().any(|it| same(&it, "slider"))
}

/// The keys that the goal says, in its order, each with what pressing it uses.
fn said(scene: &Scene) -> Vec<(Chord, Used)> {
    let mut all = Vec::new();
    for landmark in scene.values.landmarks.iter().enumerate() {
        let (bit, text) = (landmark.0, landmark.1.text.trim());
        if let Some(keys) = chord(text) {
            all.push((keys, 1 << bit));
        }
    }
    let marks = |it: char| !it.is_alphanumeric() && it != '+';
    for word in scene.goal.split_whitespace().map(|it| it.trim_matches(marks)) {
        if let Some(keys) = chord(word) {
            all.push((keys, scene.values.goal_bits(&words(word))));
        }
    }
    all
}

/// What keys do to a text everywhere, by words that a goal asks for it with.
const DEEDS: [(&[&str], &str); 7] = [
    (&["select", "all"], "Control+A"),
    (&["select", "whole"], "Control+A"),
    (&["select", "entire"], "Control+A"),
    (&["copy"], "Control+C"),
    (&["cut"], "Control+X"),
    (&["paste"], "Control+V"),
    (&["undo"], "Control+Z"),
];

/// The keys that do what the goal asks for, each with what pressing them uses.
fn implied(scene: &Scene) -> Vec<(Chord, Used)> {
    let said = words(scene.goal);
    let asks = |deed: &str| said.iter().any(|it| same(it, deed));
    let asked = DEEDS.iter().filter(|(deed, _)| deed.iter().all(|it| asks(it)));
    let chord = |(deed, keys): &(&[&str], &str)| {
        let words: Vec<String> = deed.iter().map(|it| (*it).to_owned()).collect();
        Some((keys.parse().ok()?, scene.values.goal_bits(&words)))
    };
    asked.filter_map(chord).collect()
}

/// The keys that a word says: several that are held together, or one by a name that is no other word's.
fn chord(word: &str) -> Option<Chord> {
    let keys: Chord = word.parse().ok()?;
    let held = keys.control || keys.alt || keys.shift || keys.meta;
    let numbered = keys.key().starts_with('F') && word.len() > 1;
    let named = word == keys.key() && NAMES.contains(&word);
    (held || numbered || named).then_some(keys)
}

/// Names of keys that a goal says as such.
const NAMES: [&str; 9] = [
    "Escape",
    "Backspace",
    "PageUp",
    "PageDown",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Tab",
];
