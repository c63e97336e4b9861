//! Confirmations: what a page or an app says of itself once a step has done its work ("Claim saved for Ada"). They are
//! the after-state of a step that writes; a run waits for them, and says nothing of success where they do not come.

use strings::{Derived, Expr};
use ui::{Element, ElementId, Found, Key, Locator, Screen, find, own_words, row_holders, row_of};

use crate::{
    fallback::{of_class, tail},
    locator::{describe, is_whole},
};

/// Characters of a sentence that confirms; longer texts are content.
const LONGEST: usize = 200;
/// Words around a value that make it a sentence and no heading or cell.
const FEWEST_WORDS: usize = 2;
/// Letters of a control's word that the confirming word shares with it ("Save", "saved"; "Speichern", "gespeichert").
const SHARED_LETTERS: usize = 3;
/// Letters by which the end of a verb may differ.
const ENDING: usize = 2;
/// Letters of a value that is looked for inside of a sentence.
const SHORTEST_VALUE: usize = 3;
/// Signs of a question, of what still goes on, and of an address.
const NO_CONFIRMATION: [char; 3] = ['?', '…', '@'];
/// Roles of what is said to somebody who can't see the page.
const SPOKEN: [&str; 2] = ["status", "alert"];
/// Beginnings of the words by which interfaces say that something has worked, beside the verb of the control itself.
const WORKED: [&str; 8] = [
    "success", "saved", "added", "created", "changed", "updated", "deleted", "thank",
];

/// What the screen after a step says of it that was not there before, what tells most first: sentences with a value of the
/// task, then what is said aloud, then fixed sentences in the words of the control that was used. A number or a field's content that no value explains
/// may be this instance's only, and is in none of them.
pub(crate) fn confirmations(
    before: &Screen,
    after: &Screen,
    pressed: Option<&Element>,
    derived: &[Derived],
) -> Vec<Locator<Expr>> {
    let rows = row_holders(after);
    let mut ranked: Vec<(u8, Locator<Expr>)> = Vec::new();
    for (id, element) in after.iter() {
        if element.editable || element.clickable || element.scrollable || row_of(&rows, element).is_some() {
            continue;
        }
        let said = [
            (Key::Text, &element.text),
            (Key::ContentDescription, &element.content_description),
        ];
        let Some((key, text)) = said.into_iter().find_map(|(key, it)| Some((key, it.as_deref()?))) else {
            continue;
        };
        let is_new = |it: &str| {
            let asked = Locator::<String>::by(key, it);
            find(before, &asked) == Found::None && find(after, &asked) == Found::One(id)
        };
        let text = text.trim();
        if text.chars().count() > LONGEST || !is_new(text) {
            continue;
        }
        let sentence = general(text, derived);
        let fixed = fixed_part(&sentence);
        if fixed.contains(|it: char| it.is_numeric() || NO_CONFIRMATION.contains(&it))
            || holds_a_field(before, &fixed)
        {
            continue;
        }
        let spoken = element.role.as_deref().is_some_and(|it| SPOKEN.contains(&it));
        let rank = match sentence.inputs().is_empty() {
            false if words(&fixed).count() >= FEWEST_WORDS => 0,
            true if spoken => 1,
            true if says_it_worked(&fixed, pressed) => 2,
            false | true => continue,
        };
        ranked.push((rank, located(after, id, Locator::by(key, sentence), derived)));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, it)| it).collect()
}

/// Whether a locator asks for what a screen says, by nothing else.
pub(crate) fn confirms(arrival: &Locator<Expr>) -> bool {
    let says = |it: &Locator<Expr>| {
        let mut keys = it.attributes.iter().map(|(key, _)| *key);
        keys.all(|it| matches!(it, Key::Text | Key::ContentDescription | Key::ClassName))
    };
    says(arrival) && arrival.or_else.iter().all(says)
}

/// The locator with its description, and its words on an element of its class as the other way.
fn located(screen: &Screen, id: ElementId, by_words: Locator<Expr>, derived: &[Derived]) -> Locator<Expr> {
    let class = screen.get(id).and_then(|it| it.class_name.as_deref());
    Locator {
        or_else: class
            .map(|it| of_class(&by_words, &tail(it, ".")))
            .into_iter()
            .collect(),
        ..by_words.described(describe(screen, id, derived))
    }
}

/// A text with the whole values of the task that are in it as their parameters, the longest first.
fn general(text: &str, derived: &[Derived]) -> Expr {
    let mut values: Vec<&Derived> = derived
        .iter()
        .filter(|it| is_whole(&it.expr) && it.text.chars().count() >= SHORTEST_VALUE)
        .collect();
    values.sort_by_key(|it| (std::cmp::Reverse(it.text.len()), it.cost));
    let mut parts = Vec::new();
    split(text, &values, &mut parts);
    match parts.len() {
        1 => parts.remove(0),
        _ => Expr::Concat(parts),
    }
}

/// The text in parts: where the first of the values stands as a word, and what is around it in the same way.
fn split(text: &str, values: &[&Derived], parts: &mut Vec<Expr>) {
    for (at, value) in values.iter().enumerate() {
        let place = text
            .match_indices(value.text.as_str())
            .find(|(start, it)| is_apart(text, *start, start + it.len()));
        let Some((start, _)) = place else { continue };
        split(&text[..start], &values[at..], parts);
        parts.push(value.expr.clone());
        split(&text[start + value.text.len()..], &values[at..], parts);
        return;
    }
    if !text.is_empty() {
        parts.push(Expr::from(text));
    }
}

/// Whether no letter or digit goes on at either side.
fn is_apart(text: &str, start: usize, end: usize) -> bool {
    let goes_on = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    !goes_on(text[..start].chars().next_back()) && !goes_on(text[end..].chars().next())
}

/// What is the same for every instance.
fn fixed_part(sentence: &Expr) -> String {
    match sentence {
        Expr::Const(text) => text.clone(),
        Expr::Concat(parts) => parts.iter().map(fixed_part).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !it.is_alphanumeric());
    words.filter(|it| it.chars().any(char::is_alphabetic))
}

/// Whether a text repeats what a field held before: that is this instance's.
fn holds_a_field(before: &Screen, fixed: &str) -> bool {
    let mut held = before.elements.iter().filter_map(|it| {
        let shown = it.value.as_deref().or(it.editable.then(|| it.held_text()));
        shown
            .map(str::trim)
            .filter(|it| it.chars().count() >= SHORTEST_VALUE)
    });
    held.any(|it| {
        fixed
            .match_indices(it)
            .any(|(start, it)| is_apart(fixed, start, start + it.len()))
    })
}

/// Whether a sentence speaks of what was pressed, or in the words by which interfaces say that something has worked.
fn says_it_worked(sentence: &str, pressed: Option<&Element>) -> bool {
    let sentence = sentence.to_lowercase();
    let pressed = pressed.map(|it| own_words(it).collect::<Vec<_>>().join(" ").to_lowercase());
    let verbs: Vec<String> = words(pressed.as_deref().unwrap_or_default())
        .map(|it| {
            let letters = it.chars().count();
            it.chars()
                .take(letters.saturating_sub(ENDING).max(SHARED_LETTERS))
                .collect()
        })
        .filter(|it: &String| it.chars().count() >= SHARED_LETTERS)
        .collect();
    let says = words(&sentence).any(|word| {
        WORKED.iter().any(|it| word.starts_with(it)) || verbs.iter().any(|it| word.contains(it.as_str()))
    });
    says && words(&sentence).count() > FEWEST_WORDS
}

#[cfg(test)]
mod tests {
    use task::Params;

    use super::*;

    fn text(shows: &str, role: Option<&str>) -> Element {
        Element {
            class_name: Some("p".to_owned()),
            text: Some(shows.to_owned()),
            role: role.map(str::to_owned),
            ..Element::default()
        }
    }

    fn field(holds: &str) -> Element {
        Element {
            class_name: Some("input".to_owned()),
            value: Some(holds.to_owned()),
            editable: true,
            ..Element::default()
        }
    }

    fn button(shows: &str) -> Element {
        Element {
            class_name: Some("button".to_owned()),
            clickable: true,
            ..text(shows, None)
        }
    }

    fn screen(elements: Vec<Element>) -> Screen {
        let placed = elements.into_iter().enumerate().map(|(at, it)| Element {
            path: vec![0, at as u16],
            ..it
        });
        Screen {
            elements: placed.collect(),
            ..Screen::default()
        }
    }

    fn found(before: Vec<Element>, after: Vec<Element>, control: &str) -> Vec<String> {
        let params: Params = [
            ("name".to_owned(), "Ada".into()),
            ("city".to_owned(), "Bern".into()),
        ]
        .into_iter()
        .collect();
        let pressed = button(control);
        let derived = strings::derive_all(&params);
        let all = confirmations(&screen(before), &screen(after), Some(&pressed), &derived);
        all.iter().map(crate::soft::print_locator).collect()
    }

    #[test]
    fn a_sentence_is_for_every_value() {
        let said = text("Claim saved for Ada in Bern.", None);
        assert_eq!(
            found(vec![field("Ada")], vec![said.clone()], "Go"),
            [r##"#{ text: "Claim saved for " + name + " in " + city + "." }"##]
        );
        assert!(
            found(vec![said.clone()], vec![said.clone()], "Go").is_empty(),
            "it was there before"
        );
        assert!(
            found(vec![], vec![said.clone(), said], "Go").is_empty(),
            "twice says nothing"
        );
        // Adam is another one.
        assert!(found(vec![], vec![text("Claim opened for Adam", None)], "Go").is_empty());
    }

    #[test]
    fn what_may_be_one_instances_own_confirms_nothing() {
        for own in [
            "Claim 17 saved for Ada",
            "Claim of Gold saved for Ada",
            "Ada",
            "Saving the claim of Ada…",
            "Delete the claim of Ada?",
            "Claim saved for Ada, who is told by info@example.org.",
            "Prefers to be called at noon.",
        ] {
            assert!(
                found(vec![field("Gold")], vec![text(own, None)], "Save").is_empty(),
                "{own}"
            );
        }
        let cell = text("Claim saved for Ada", Some("cell"));
        assert!(found(vec![], vec![cell], "Save").is_empty());
    }

    #[test]
    fn a_fixed_sentence_speaks_of_what_was_pressed_or_is_said_aloud() {
        let fixed =
            |said: &str, role: Option<&str>, control: &str| found(vec![], vec![text(said, role)], control);
        assert_eq!(fixed("Die Akte wurde gespeichert.", None, "Speichern").len(), 1);
        assert_eq!(fixed("The record was added.", None, "OK").len(), 1);
        assert_eq!(fixed("All is well", Some("status"), "OK").len(), 1);
        assert!(fixed("All is well here", None, "OK").is_empty());
        assert!(
            fixed("Saved", None, "Save").is_empty(),
            "a word alone may be a heading or a tab"
        );
    }

    #[test]
    fn what_a_screen_says_confirms_and_what_is_on_it_does_not() {
        let said = Locator::by(Key::Text, Expr::from("It was saved."));
        let said = Locator {
            or_else: vec![of_class(&said, "p")],
            ..said
        };
        assert!(confirms(&said));
        let named = Locator {
            or_else: vec![Locator::by(Key::ResourceName, Expr::from("send"))],
            ..said
        };
        assert!(!confirms(&named));
    }
}
