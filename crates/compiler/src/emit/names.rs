//! Names for elements: by their words and their kind, by what tells them from each other, and at last by a number.

use strings::{Expr, THIS_DAY};
use ui::{Key, Locator, Nth};

/// Keys whose values are words that a person reads.
const WORDS: [Key; 5] = [
    Key::Label,
    Key::ContentDescription,
    Key::Text,
    Key::HintText,
    Key::Tooltip,
];

/// Keys by which a value of the task is looked for on the screen.
const SHOWN: [Key; 5] = [
    Key::Text,
    Key::TextContains,
    Key::TextStartsWith,
    Key::ContentDescription,
    Key::ContentDescriptionContains,
];

/// Keys that say how something drawn looks.
const LOOKS: [Key; 3] = [Key::Size, Key::Color, Key::Shape];

/// Classes and tags that say nothing of what an element is for.
const PLAIN: [&str; 17] = [
    "constraintlayout",
    "checkedtextview",
    "div",
    "framelayout",
    "label",
    "li",
    "linearlayout",
    "p",
    "relativelayout",
    "row",
    "section",
    "span",
    "td",
    "textview",
    "tr",
    "view",
    "viewgroup",
];

/// What the first places are called.
const PLACES: [(i64, &str); 5] = [
    (1, "first"),
    (2, "second"),
    (3, "third"),
    (4, "fourth"),
    (-1, "last"),
];

/// The words that an element is known by, on every screen that it was found on.
pub(super) fn words(locator: &Locator<Expr>) -> Option<&str> {
    let own = std::iter::once(locator).chain(&locator.or_else);
    own.flat_map(|way| WORDS.iter().filter_map(|key| literal(way, *key)))
        .find(|it| it.chars().any(char::is_alphanumeric))
}

fn literal(locator: &Locator<Expr>, key: Key) -> Option<&str> {
    locator.get(key)?.as_literal()
}

/// Names for an element, the best first, without an end: one of them is not taken.
pub(super) fn names(locator: &Locator<Expr>, description: &str) -> impl Iterator<Item = String> {
    let name = name(locator, description);
    let told_apart = told_apart(locator, &name);
    let numbered = name.clone();
    [Some(name), told_apart]
        .into_iter()
        .flatten()
        .chain((2..).map(move |n| format!("{numbered}_{n}")))
}

/// A name with what else the element is found by: the words near it, its place.
fn told_apart(locator: &Locator<Expr>, name: &str) -> Option<String> {
    let place = locator.nth.as_ref().and_then(Expr::as_literal);
    let place = place.and_then(|it| it.parse::<Nth>().ok()).map(|it| it.at.get());
    if let Some((_, place)) = PLACES.iter().find(|(n, _)| place == Some(*n)) {
        return Some(format!("{place}_{name}"));
    }
    let near = words_of(locator.near.as_ref()?.as_literal()?);
    (!near.is_empty()).then(|| format!("{name}_near_{near}"))
}

/// What a kind of element is called behind its words.
fn suffix(kind: &str) -> Option<&'static str> {
    match kind.to_ascii_lowercase().as_str() {
        "button" | "imagebutton" => Some("button"),
        "edittext" | "textbox" | "input" | "textarea" | "searchbox" => Some("field"),
        "tab" => Some("tab"),
        "checkbox" => Some("box"),
        "switch" => Some("switch"),
        "link" | "a" => Some("link"),
        "radio" | "radiobutton" => Some("choice"),
        _ => None,
    }
}

/// A name for an element: its words and its kind; its kind alone where its values name it.
fn name(locator: &Locator<Expr>, description: &str) -> String {
    let kind = description.split([' ', ',']).next().unwrap_or_default();
    let has_values = locator.values().any(|it| !it.is_const());
    let said = words(locator)
        .filter(|_| !has_values || locator.attributes.iter().any(|(_, it)| it.as_literal().is_some()))
        .or_else(|| {
            [Key::ResourceName, Key::Name]
                .into_iter()
                .find_map(|key| literal(locator, key))
        });
    let Some(said) = said else {
        return by_kind(locator, kind, description);
    };
    let mut name = words_of(said);
    if name.is_empty() {
        name = snake(kind);
    }
    let kind = suffix(kind).unwrap_or_default();
    if name.starts_with(|it: char| it.is_ascii_digit()) {
        let kind = if kind.is_empty() { "element" } else { kind };
        return format!("{kind}_{name}");
    }
    if !kind.is_empty() && !name.split('_').any(|it| it == kind) {
        name = format!("{name}_{kind}");
    }
    name
}

/// A name for an element without words of its own: how it looks, what stands near it, or its kind.
fn by_kind(locator: &Locator<Expr>, kind: &str, description: &str) -> String {
    let looks: Vec<String> = LOOKS
        .iter()
        .filter_map(|key| Some(words_of(literal(locator, *key)?)))
        .collect();
    if !looks.is_empty() {
        return format!("{}_figure", looks.join("_"));
    }
    let is_plain = PLAIN.contains(&kind.to_ascii_lowercase().as_str());
    let of_the_task = |it: &Expr| !it.is_const();
    if is_plain && SHOWN.iter().any(|key| locator.get(*key).is_some_and(of_the_task)) {
        return "entry".to_owned();
    }
    let of_kind = match kind {
        "" | "the" | "an" | "a" => words_of(description),
        kind => suffix(kind).map_or_else(|| snake(kind), ToOwned::to_owned),
    };
    let near = locator.near.as_ref().and_then(Expr::as_literal).map(words_of);
    match near.filter(|it| it.starts_with(|first: char| first.is_ascii_alphabetic())) {
        Some(near) if !is_plain && !of_kind.is_empty() => format!("{near}_{of_kind}"),
        _ if of_kind.is_empty() => "element".to_owned(),
        _ => of_kind,
    }
}

/// The first words of a text as a name.
fn words_of(text: &str) -> String {
    let parts: Vec<String> = text
        .split(|it: char| !it.is_ascii_alphanumeric())
        .filter(|it| !it.is_empty())
        .take(4)
        .map(str::to_ascii_lowercase)
        .collect();
    let mut name = parts.join("_");
    name.truncate(32);
    name.trim_end_matches('_').to_owned()
}

/// `CheckedTextView` to `checked_text_view`.
fn snake(kind: &str) -> String {
    crate::script::function_name(kind)
}

/// The line that asks the device which day it is.
pub(super) fn this_day() -> String {
    format!("let {THIS_DAY} = env_op.today();")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locator(attributes: &[(Key, Expr)], near: Option<&str>, nth: Option<&str>) -> Locator<Expr> {
        Locator {
            attributes: attributes.to_vec(),
            near: near.map(Expr::from),
            nth: nth.map(Expr::from),
            ..Locator::default()
        }
    }

    fn first(locator: &Locator<Expr>, description: &str, taken: usize) -> Vec<String> {
        names(locator, description).take(taken).collect()
    }

    #[test]
    fn what_shows_a_value_of_the_task_is_an_entry() {
        let file = || Expr::Input("file_name".to_owned());
        let shown = locator(&[(Key::Text, file())], None, Some("1"));
        assert_eq!(
            first(&shown, "TextView with file_name, bottom", 3),
            ["entry", "first_entry", "entry_2"]
        );
        let field = locator(&[(Key::TextStartsWith, file())], None, None);
        assert_eq!(first(&field, "EditText with file_name", 2), ["field", "field_2"]);
    }

    #[test]
    fn what_is_found_by_its_looks_is_called_after_them() {
        let drawn = locator(&[(Key::Shape, Expr::from("circle"))], None, None);
        assert_eq!(
            first(&drawn, "the figure by its shape", 2),
            ["circle_figure", "circle_figure_2"]
        );
    }

    #[test]
    fn words_that_stand_near_tell_apart() {
        let field = locator(&[(Key::Type, Expr::from("text"))], Some("Director"), None);
        assert_eq!(first(&field, "textbox, left", 1), ["director_field"]);
        let reply = locator(
            &[(Key::ContentDescription, Expr::from("icon"))],
            Some("Reply"),
            None,
        );
        assert_eq!(
            first(&reply, "div \"icon\", left", 2),
            ["icon", "icon_near_reply"]
        );
    }
}
