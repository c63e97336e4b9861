//! Texts to select: values of the goal, in what shows them among other words.

use ui::{ActionKind, Element, HardAction, same::kind};

use super::{
    super::words::same,
    scene::{Candidate, Scene, supports},
};

/// Words of a goal that ask for a part of a text to be taken.
const TAKES: [&str; 6] = ["select", "highlight", "mark", "bold", "italic", "underline"];

/// Select a value of the goal where it stands once among other words.
pub(super) fn mark(scene: &Scene, all: &mut Vec<Candidate>) {
    let asks = |word: &str| TAKES.iter().any(|it| same(it, word));
    let asked = scene.values.goal.iter().any(|it| asks(&it.word));
    if !asked || !supports(scene, ActionKind::SelectText) {
        return;
    }
    for (bit, landmark) in scene.values.landmarks.iter().enumerate() {
        let text = landmark.text.trim();
        let uses = 1 << bit;
        let again = match scene.used & uses == uses {
            true => scene.weights.used_again,
            false => 0.0,
        };
        for (target, element) in scene.screen.iter().filter(|(_, it)| has_once(it, text)) {
            all.push(Candidate {
                action: HardAction::SelectText {
                    target,
                    text: text.to_owned(),
                },
                cost: scene.weights.marked + again,
                uses,
                why: format!("it shows {} among other words", landmark.text),
                key: format!("select_text|{}", kind(element)),
                entry: None,
            });
        }
    }
}

/// Whether a text stands once in an element, not as a part of a longer word, and with something beside it.
fn has_once(element: &Element, text: &str) -> bool {
    // What is pressed is chosen as a whole.
    if text.is_empty() || (element.clickable && !element.editable) {
        return false;
    }
    let shown = element.held_text();
    let letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let alone = shown.match_indices(text).filter(|(at, it)| {
        let (before, behind) = (&shown[..*at], &shown[at + it.len()..]);
        let goes_on = letter(before.chars().next_back()) && letter(it.chars().next())
            || letter(behind.chars().next()) && letter(it.chars().next_back());
        !goes_on
    });
    shown.trim() != text && alone.count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_selected_where_it_stands_once_as_a_word_among_others() {
        let shows = |shown: &str, text: &str| {
            let element = Element {
                text: Some(shown.to_owned()),
                ..Element::default()
            };
            has_once(&element, text)
        };
        assert!(shows("amber and amberly", "amber") && shows("a big cat.", "big cat"));
        assert!(!shows("amber and amber", "amber") && !shows("amberly", "amber"));
        assert!(!shows("amber", "amber") && !shows("amber and", ""));
    }
}
