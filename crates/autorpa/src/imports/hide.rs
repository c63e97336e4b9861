//! Secrets are not kept: where a screen shows one, its name stands there.

use std::sync::Arc;

use ui::{Element, Screen};

/// A text that is not kept, and what stands for it.
pub(super) struct Secret {
    pub text: String,
    pub name: String,
}

/// A screen without the texts of secrets.
pub(super) fn without(screen: &Arc<Screen>, secrets: &[Secret]) -> Arc<Screen> {
    let said = |text: &String| secrets.iter().any(|it| text.contains(&it.text));
    let shows = |element: &Element| texts(&mut element.clone()).any(|it| said(it));
    if secrets.is_empty() || !(said(&screen.activity) || screen.elements.iter().any(shows)) {
        return Arc::clone(screen);
    }
    let mut hidden = Screen::clone(screen);
    for secret in secrets {
        let stand_in = format!("{{{}}}", secret.name);
        hidden.activity = hidden.activity.replace(&secret.text, &stand_in);
        for element in &mut hidden.elements {
            for text in texts(element) {
                *text = text.replace(&secret.text, &stand_in);
            }
        }
    }
    Arc::new(hidden)
}

/// Everything of an element that a page may write a secret into.
fn texts(element: &mut Element) -> impl Iterator<Item = &mut String> {
    let own = [
        &mut element.text,
        &mut element.content_description,
        &mut element.label,
        &mut element.value,
        &mut element.hint_text,
        &mut element.tooltip,
    ];
    own.into_iter().flatten().chain(element.attributes.values_mut())
}

/// The name of a field, as a parameter's: its label, else its hint or id.
pub(super) fn name_of(field: &Element) -> String {
    let called = [
        &field.label,
        &field.hint_text,
        &field.content_description,
        &field.resource_name,
    ];
    let called = called
        .into_iter()
        .find_map(|it| it.as_deref())
        .unwrap_or("secret");
    let words = called.to_lowercase();
    let words: Vec<&str> = words
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect();
    words.join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_does_not_show_a_secret() {
        let element = Element {
            text: Some("Logged in with hunter2!".to_owned()),
            attributes: [("href".to_owned(), "/?pw=hunter2!".to_owned())].into(),
            ..Element::default()
        };
        let screen = Arc::new(Screen {
            activity: "/saved?pw=hunter2! Saved".to_owned(),
            elements: vec![element, Element::default()],
            ..Screen::default()
        });
        let secret = Secret {
            text: "hunter2!".to_owned(),
            name: "password".to_owned(),
        };
        let hidden = without(&screen, &[secret]);
        assert!(!format!("{hidden:?}").contains("hunter2"), "{hidden:?}");
        assert_eq!(
            hidden.elements[0].text.as_deref(),
            Some("Logged in with {password}")
        );
        assert!(Arc::ptr_eq(&without(&screen, &[]), &screen));
    }
}
