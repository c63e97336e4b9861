//! What a locator means in words, and whether those are words of the task.

use ui::{Key, Locator};

/// What a locator means, in words.
pub fn named(locator: &Locator) -> String {
    match locator.target_description.trim() {
        "" => locator.to_string(),
        it => it.to_owned(),
    }
}

/// Whether a value of the task says which element is meant.
pub fn is_named(locator: &Locator, values: &[String]) -> bool {
    let is_said = |key: &Key| key.is_words() || *key == Key::Looks;
    let words = locator.attributes.iter().filter(|(key, _)| is_said(key));
    let mut said = words.map(|(_, it)| it).chain(locator.anchors());
    said.any(|said| {
        let mut values = values.iter().filter(|it| !it.is_empty());
        values.any(|value| said.contains(value.as_str()))
    })
}
