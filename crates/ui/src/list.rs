//! A screen as a list for models: a JSON object for every element, keyed as locators are.

use serde_json::{Map, Value};

use crate::{
    element::{Element, ElementId},
    screen::Screen,
};

/// Longer texts are cut: a page of text would drown the elements around it.
const LONGEST: usize = 400;

/// A line for every element that is [`listed`]; the others are left out, so indices may have gaps.
pub fn element_list(screen: &Screen) -> String {
    let lines: Vec<String> = listed(screen).map(|(id, it)| element_line(id, it)).collect();
    lines.join("\n")
}

/// One element as a JSON object on one line: `index`, what it shows and is, the states that are not as usual,
/// `additional_actions`, and `box` (left, top, right, bottom).
///
/// What one attribute says no later one repeats, but for what a field holds. Where only its hint shows there is no
/// `text`, so that nobody takes it for what the field holds; that a field can be edited, its `input_text` says.
pub fn element_line(id: ElementId, element: &Element) -> String {
    let mut line = Map::new();
    line.insert("index".to_owned(), id.0.into());
    line.extend(shown(element));
    let at = element.bounds;
    line.insert(
        "box".to_owned(),
        vec![at.left, at.top, at.right, at.bottom].into(),
    );
    Value::Object(line).to_string()
}

/// The same without `index` and `box`: what the element is on any screen.
pub fn element_kind(element: &Element) -> String {
    Value::Object(shown(element)).to_string()
}

/// What an element shows and is, by the names that locators have for it.
fn shown(element: &Element) -> Map<String, Value> {
    let mut line = Map::new();
    let tail = |it: &Option<String>, separator: &str| {
        it.as_deref()
            .map(|it| it.rsplit(separator).next().unwrap_or(it).to_owned())
    };
    let texts = [
        ("text", element.text.clone().filter(|_| !element.shows_hint())),
        ("content_description", element.content_description.clone()),
        ("hint_text", element.hint_text.clone()),
        ("tooltip", element.tooltip.clone()),
        ("label", element.label.clone()),
        ("value", element.value.clone()),
        ("role", element.role.clone()),
        ("class_name", tail(&element.class_name, ".")),
        ("resource_name", tail(&element.resource_name, ":id/")),
    ];
    for (idx, (name, value)) in texts.iter().enumerate() {
        let said = texts[..idx].iter().any(|(_, it)| it == value);
        if let Some(value) = value.as_ref().filter(|it| !it.is_empty())
            && (!said || *name == "value")
        {
            line.insert((*name).to_owned(), Value::String(cut(value)));
        }
    }
    for (name, value) in &element.attributes {
        if !value.is_empty() && !line.contains_key(name) {
            line.insert(name.clone(), Value::String(cut(value)));
        }
    }
    let states = [
        ("checked", element.checkable, element.checked),
        ("selected", element.selected, element.selected),
        ("focused", element.focused, element.focused),
        ("password", element.password, element.password),
        ("enabled", !element.enabled, element.enabled),
    ];
    for (name, unusual, value) in states {
        if unusual {
            line.insert(name.to_owned(), value.into());
        }
    }
    let more: Vec<Value> = element
        .additional_actions()
        .iter()
        .map(|it| it.name().into())
        .collect();
    if !more.is_empty() {
        line.insert("additional_actions".to_owned(), more.into());
    }
    line
}

/// The elements that models are shown: those that show something, hold something or react. Of a page, where nothing
/// says what listens to a click, also those that have a place of their own and hold no others, as the empty cells of a
/// board. What is left out is a bare container.
pub fn listed(screen: &Screen) -> impl Iterator<Item = (ElementId, &Element)> {
    screen.iter().filter(|(id, it)| {
        let next = screen.elements.get(id.0 + 1);
        let is_leaf = it.bounds.has_area() && next.is_none_or(|inner| !it.contains(inner));
        (is_leaf && it.package_name.is_none())
            || it.words().any(|it| !it.trim().is_empty())
            || !it.attributes.is_empty()
            || it.clickable
            || it.checkable
            || !it.additional_actions().is_empty()
    })
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rect;

    #[test]
    fn elements_are_json_and_bare_containers_are_left_out() {
        let bare = Element {
            class_name: Some("android.widget.FrameLayout".to_owned()),
            ..Element::default()
        };
        let field = Element {
            text: Some("a \"b\"\n```".to_owned()),
            class_name: Some("android.widget.EditText".to_owned()),
            resource_name: Some("app:id/name".to_owned()),
            editable: true,
            focused: true,
            bounds: Rect::new(1, 2, 30, 40),
            ..Element::default()
        };
        let empty = Element {
            text: Some("Name".to_owned()),
            hint_text: Some("Name".to_owned()),
            label: Some("Name".to_owned()),
            value: Some("Name".to_owned()),
            editable: true,
            ..Element::default()
        };
        assert_eq!(
            element_line(ElementId(2), &empty),
            r#"{"index":2,"hint_text":"Name","value":"Name","additional_actions":["input_text"],"box":[0,0,0,0]}"#
        );
        let screen = Screen {
            elements: vec![bare, field],
            ..Screen::default()
        };
        assert_eq!(
            element_list(&screen),
            r#"{"index":1,"text":"a \"b\"\n```","class_name":"EditText","resource_name":"name","focused":true,"additional_actions":["input_text"],"box":[1,2,30,40]}"#
        );
    }

    #[test]
    fn a_box_that_holds_nothing_is_listed_where_it_has_area() {
        let placed = |path: &[u16], right: i32| Element {
            bounds: Rect::new(0, 0, right, 10),
            path: path.to_vec(),
            ..Element::default()
        };
        let screen = Screen {
            elements: vec![
                placed(&[0], 10),
                placed(&[0, 0], 10),
                placed(&[0, 1], 10),
                placed(&[0, 2], 0),
            ],
            ..Screen::default()
        };
        let all: Vec<usize> = listed(&screen).map(|(id, _)| id.0).collect();
        assert_eq!(all, [1, 2]);
    }
}
