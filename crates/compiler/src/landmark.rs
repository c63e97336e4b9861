//! Landmarks: what tells one screen from another. An element that stands fast on a screen, outside of what scrolls, by
//! its name and by its words.

use strings::{Derived, Expr};
use task::Params;
use ui::{Element, Evidence, Found, Key, Locator, Screen, find};

use crate::{
    fallback::{MOST_ALIKE, Sighting, common, of_class, tail},
    locator::{describe, explanations, fill, is_about, is_whole},
};

/// Landmarks kept of a screen.
const MOST_LANDMARKS: usize = 8;
/// Longer texts are content, not names, and so are sentences.
const LONGEST_NAME: usize = 40;
/// Words of a name.
const MOST_NAME_WORDS: usize = 4;

/// What tells that the next screen is the recorded one, where it is another one: what stands fast on it, newly
/// there, by its name and by its words.
pub(crate) fn landmarks(before: &Screen, after: &Screen, derived: &[Derived]) -> Vec<Locator<Expr>> {
    let headings = named_headings(before, after, derived);
    if before.is_same_view(after) {
        return headings;
    }
    let mut ranked: Vec<(usize, Locator<Expr>)> = Vec::new();
    for (id, element) in after.iter() {
        // What stands in a list or in a row is likely content.
        let around =
            |it: &Element| it.contains(element) && (it.scrollable || it.clickable && !element.clickable);
        if element.editable || element.scrollable || after.elements.iter().any(around) {
            continue;
        }
        let named = element.resource_name.as_deref().map(|it| tail(it, ":id/"));
        let words = [
            (Key::ContentDescription, &element.content_description),
            (Key::Text, &element.text),
        ];
        let words = words
            .into_iter()
            .find_map(|(key, it)| Some((key, it.as_deref()?.trim())));
        let words = words.filter(|(_, it)| is_fixed(it, derived));
        let (Some(named), Some((key, words))) = (named, words) else {
            continue;
        };
        let named = Locator::by(Key::ResourceName, Expr::Const(named));
        // Of several with its name, which of how many it is.
        let sighting = Sighting {
            screen: after,
            target: id,
            params: &Params::default(),
            lasting: None,
        };
        let nth = match sighting.place(&named) {
            Some((_, 1)) => None,
            Some((at, of)) if of <= MOST_ALIKE => Some(Expr::Const(format!("{at} of {of}"))),
            Some(_) | None => continue,
        };
        let row = nth.is_some();
        let locators = [Locator { nth, ..named }, Locator::by(key, Expr::from(words))];
        let fresh = |it: &Locator<Expr>| {
            let none = Params::default();
            let asked = fill(it, &none);
            asked.is_some_and(|it| find(before, &it) == Found::None && find(after, &it) == Found::One(id))
        };
        if !locators.iter().all(fresh) {
            continue;
        }
        let class = element.class_name.as_deref().map(|it| tail(it, "."));
        let other = |it: Locator<Expr>| match &class {
            Some(class) => of_class(&it, class),
            None => it,
        };
        let [by_name, by_words] = locators;
        let (first, second) = if row {
            (by_words, by_name)
        } else {
            (by_name, by_words)
        };
        let landmark = Locator {
            or_else: vec![other(second)],
            ..first.described(describe(after, id, derived))
        };
        // What stands low is the first to be out of sight on a smaller screen.
        let low = element.bounds.bottom > i32::try_from(after.size.1).unwrap_or(i32::MAX) / 3 * 2;
        let cost = 2 * usize::from(row) + 2 * usize::from(low) + usize::from(!element.clickable);
        ranked.push((cost, landmark));
    }
    ranked.sort_by_key(|(cost, _)| *cost);
    ranked
        .into_iter()
        .map(|(_, it)| it)
        .chain(headings)
        .take(MOST_LANDMARKS)
        .collect()
}

/// New headings that show a value of the task: what was opened says that it is the one that was asked for. Until it shows,
/// what is alike may still be a part of what was open before.
fn named_headings(before: &Screen, after: &Screen, derived: &[Derived]) -> Vec<Locator<Expr>> {
    const HEADING: &str = "heading";
    let mut all = Vec::new();
    for (id, element) in after.iter().filter(|(_, it)| it.role.as_deref() == Some(HEADING)) {
        let (Some(text), Some(class)) = (element.text.as_deref(), element.class_name.as_deref()) else {
            continue;
        };
        let asked = Locator::<String>::by(Key::Text, text).and(Key::Role, HEADING);
        let value = explanations(text.trim(), derived).into_iter().find(is_whole);
        if let Some(value) = value.filter(|_| find(before, &asked) == Found::None)
            && find(after, &asked) == Found::One(id)
        {
            let by_value = Locator::by(Key::Text, value);
            all.push(Locator {
                or_else: vec![of_class(&by_value, &tail(class, "."))],
                ..by_value
                    .and(Key::Role, Expr::from(HEADING))
                    .described(describe(after, id, derived))
            });
        }
    }
    all
}

/// What is on all of these screens once, outside of what scrolls, by its name and by its words.
pub(crate) fn shared_landmark(screens: &[&Screen]) -> Option<Locator<Expr>> {
    let (first, others) = screens.split_first()?;
    let none = Params::default();
    first.iter().find_map(|(id, element)| {
        let around = |it: &Element| it.contains(element) && it.scrollable;
        let named = element.resource_name.as_deref().map(|it| tail(it, ":id/"))?;
        let words = element.content_description.as_deref().map(str::trim)?;
        if element.editable || !is_fixed(words, &[]) || first.elements.iter().any(around) {
            return None;
        }
        let by_name = Locator::by(Key::ResourceName, Expr::Const(named));
        let by_words = Locator::by(Key::ContentDescription, Expr::from(words));
        let asked = [&by_name, &by_words].map(|it| fill(it, &none));
        let once = |screen: &Screen| common(asked.iter().flatten().map(|it| find(screen, it).one()));
        let here = once(first) == Some(id);
        (here && others.iter().all(|it| once(it).is_some())).then(|| {
            let way = match element.class_name.as_deref() {
                Some(class) => of_class(&by_words, &tail(class, ".")),
                None => by_words,
            };
            Locator {
                or_else: vec![way],
                ..by_name.described(describe(first, id, &[]))
            }
        })
    })
}

/// Whether a text is one that the app writes itself, as far as that shows: no value of the task, no number.
fn is_fixed(text: &str, derived: &[Derived]) -> bool {
    let count = text.chars().count();
    (2..=LONGEST_NAME).contains(&count)
        && text.split_whitespace().count() <= MOST_NAME_WORDS
        && !text.ends_with(['.', '!', '?'])
        && text.chars().any(char::is_alphabetic)
        && !text.chars().any(char::is_numeric)
        && explanations(text, derived).is_empty()
        && !derived
            .iter()
            .any(|it| it.text.chars().count() > 2 && text.contains(&it.text))
}

/// The first landmark that all recordings of a step have, with the other ways that all have.
pub(crate) fn common_landmark(all: &[&[Locator<Expr>]]) -> Option<Locator<Expr>> {
    let (first, others) = all.split_first()?;
    let same = |landmark: &Locator<Expr>| {
        let mut landmark = landmark.clone();
        for other in others {
            let known = other.iter().find(|it| it.asks_same(&landmark))?;
            let has = |way: &Locator<Expr>| known.or_else.iter().any(|it| it.asks_same(way));
            landmark.or_else.retain(has);
        }
        Some(landmark)
    };
    // What rests on evidence of one kind alone does not outlive that kind.
    first.iter().filter_map(same).find(|it| !it.or_else.is_empty())
}

/// Whether what finds a target says by itself that its screen is the right one: it has a name or fixed words
/// of its own, and another way of that rank.
pub(crate) fn identifies_the_screen(target: &Locator<Expr>) -> bool {
    let strong = |it: &Locator<Expr>| {
        let named = matches!(it.evidence(), Evidence::Name | Evidence::Words);
        let about = it
            .attributes
            .iter()
            .any(|(key, _)| is_about(*key) || *key == Key::ResourceName);
        named && about && it.values().all(Expr::is_const)
    };
    strong(target) && target.nth.is_none() && target.or_else.iter().any(strong)
}

#[cfg(test)]
mod tests {

    use super::*;

    fn element(class: &str, id: &str, text: &str) -> Element {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Element {
            class_name: some(class),
            resource_name: some(id),
            text: some(text),
            clickable: true,
            ..Element::default()
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

    #[test]
    fn a_heading_that_shows_what_was_asked_for_is_a_landmark_of_the_same_page() {
        let heading = |text: &str| Element {
            role: Some("heading".to_owned()),
            clickable: false,
            ..element("h2", "", text)
        };
        let link = element("a", "", "Rope");
        let before = screen(vec![link.clone(), heading("Welcome")]);
        let after = screen(vec![link, heading("Rope"), heading("Welcome")]);
        let params: Params = [("title".to_owned(), "Rope".into())].into_iter().collect();
        let derived = strings::derive_all(&params);
        let found = landmarks(&before, &after, &derived);
        let printed: Vec<String> = found.iter().map(crate::soft::print_locator).collect();
        assert_eq!(printed, [r##"#{ text: title, role: "heading" }"##]);
        // It was there before, or there are two: it tells nothing.
        assert!(landmarks(&after, &after, &derived).is_empty());
        let twice = screen(vec![heading("Rope"), heading("Rope")]);
        assert!(landmarks(&before, &twice, &derived).is_empty());
    }

    #[test]
    fn a_landmark_stands_fast_and_is_new() {
        let before = screen(vec![element("Tab", "", "Clock")]);
        let list = Element {
            scrollable: true,
            ..element("List", "", "")
        };
        let row = Element {
            path: vec![0, 0, 0],
            ..element("TextView", "app:id/row", "Ada")
        };
        let mut after = screen(vec![
            list,
            row.clone(),
            element("TextView", "app:id/count", "3 messages"),
            element("Tab", "", "Clock"),
            element("TextView", "app:id/item", "Copy"),
            element("TextView", "app:id/item", "Move"),
            element("Button", "app:id/send", "Send"),
        ]);
        after.elements[1] = row;
        let found = landmarks(&before, &after, &[]);
        let printed: Vec<String> = found.iter().map(crate::soft::print_locator).collect();
        assert_eq!(
            printed,
            [
                r##"#{ resource_name: "send" }"##,
                r##"#{ text: "Copy" }"##,
                r##"#{ text: "Move" }"##
            ]
        );
        assert_eq!(
            crate::soft::print_locator(&found[2].or_else[0]),
            r##"#{ class_name: "TextView", resource_name: "item", nth: "2 of 2" }"##
        );
        assert!(
            landmarks(&before, &before, &[]).is_empty(),
            "the same screen has no arrival"
        );
    }
}
