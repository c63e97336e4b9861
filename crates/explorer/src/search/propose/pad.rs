//! Numbers that are entered key by key, where a screen has a key for each digit.

use std::collections::BTreeMap;

use ui::{ElementId, HardAction, same::kind};

use super::{
    super::values::Used,
    scene::{Candidate, Scene},
    shown::touchable,
};

/// Numbers to enter, and the next key of the one that was begun.
pub(super) fn pad(scene: &Scene, all: &mut Vec<Candidate>) {
    let keys = keys(scene);
    if keys.len() < 10 {
        return;
    }
    let mut press = |entry: &str, cost: f32, uses: Used, why: String| {
        let mut rest = entry.chars();
        let Some(target) = rest.next().and_then(|it| keys.get(&it)) else {
            return;
        };
        let Some(element) = scene.screen.get(*target) else {
            return;
        };
        all.push(Candidate {
            action: HardAction::Click { target: *target },
            cost,
            uses,
            why,
            key: format!("click|{}", kind(element)),
            entry: Some(rest.collect()),
        });
    };
    match scene.entry {
        Some(rest) if !rest.is_empty() => {
            press(
                rest,
                scene.weights.next_key,
                0,
                format!("\"{rest}\" is still to be entered"),
            );
        }
        Some(_) => {}
        None => {
            for (entry, uses) in numbers(scene) {
                let again = if scene.used & uses == uses {
                    scene.weights.used_again
                } else {
                    0.0
                };
                press(
                    &entry,
                    scene.weights.control + again,
                    uses,
                    format!("\"{entry}\" can be entered with these keys"),
                );
            }
        }
    }
}

/// The keys, by their digits.
fn keys(scene: &Scene) -> BTreeMap<char, ElementId> {
    let mut keys = BTreeMap::new();
    for (id, it) in scene.screen.iter().filter(|(_, it)| it.enabled && touchable(it)) {
        let shown = it
            .text
            .as_deref()
            .or(it.content_description.as_deref())
            .unwrap_or_default();
        let mut chars = shown.trim().chars();
        if let (Some(digit), None) = (chars.next(), chars.next())
            && digit.is_ascii_digit()
        {
            keys.entry(digit).or_insert(id);
        }
    }
    keys
}

/// What may be entered: the goal's numbers together, two digits each as clocks want them, and each by itself.
fn numbers(scene: &Scene) -> Vec<(String, Used)> {
    let mut found: Vec<(usize, &str, Used)> = Vec::new();
    for (bit, it) in scene.values.landmarks.iter().enumerate() {
        let text = it.text.trim();
        if !text.is_empty() && text.len() <= 12 && text.chars().all(|it| it.is_ascii_digit()) {
            found.push((it.place, text, 1 << bit));
        }
    }
    found.sort_by_key(|(place, ..)| *place);
    let mut all = Vec::new();
    if found.len() >= 2 && found.iter().all(|(_, text, _)| text.len() <= 2) {
        let together = found.iter().map(|(_, text, _)| format!("{text:0>2}")).collect();
        all.push((together, found.iter().fold(0, |all, (.., bit)| all | bit)));
    }
    all.extend(found.into_iter().map(|(_, text, bit)| (text.to_owned(), bit)));
    all
}
