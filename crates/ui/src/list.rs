//! A screen as a list for models: a JSON object for every element, keyed as locators are.

use serde_json::{Map, Value};

use crate::{
    element::{Element, ElementId, short_id},
    screen::Screen,
};

/// Longer texts are cut: a page of text would drown the elements around it.
const LONGEST: usize = 400;

/// What is out of view is told shorter still.
const LONGEST_OUT_OF_VIEW: usize = 100;

/// So many elements out of view are told in a row; of the rest only how many they are.
const MOST_OUT_OF_VIEW: usize = 80;

/// One line of a list.
#[derive(Clone, Debug)]
pub enum ListLine<'s> {
    /// An element that is in view.
    InView(ElementId, &'s Element),
    /// A run of elements without area that have something to tell.
    OutOfView(Vec<&'s Element>),
}

impl ListLine<'_> {
    /// The line as JSON: `{"index":3,"text":"Save",..}`, or `{"out_of_view":["Ada","Leo"],"more":3}` where of the run only
    /// those are told whose position in it `is_told`.
    pub fn told(&self, is_told: impl Fn(usize) -> bool) -> String {
        let run = match self {
            ListLine::InView(id, element) => return element_line(*id, element),
            ListLine::OutOfView(run) => run,
        };
        let told = (0..run.len()).filter(|nth| is_told(*nth));
        let told: Vec<usize> = told.collect();
        let texts = told.iter().flat_map(|nth| told_briefly(run[*nth]));
        let texts: Vec<Value> = texts.map(Value::String).collect();
        let mut line = Map::new();
        line.insert("out_of_view".to_owned(), texts.into());
        if told.len() < run.len() {
            line.insert("more".to_owned(), (run.len() - told.len()).into());
        }
        Value::Object(line).to_string()
    }

    /// Whether a list without limits of its own tells what stands at this position of a run out of view.
    pub fn is_told(nth: usize) -> bool {
        nth < MOST_OUT_OF_VIEW
    }
}

/// A line for every element that is [`listed`] and in view; the others are left out, so indices may have gaps.
///
/// What has no area is scrolled away or folded up. Such elements have one line for each run of them, which has what
/// they show and no more, as `{"out_of_view":["Ada","Leo"]}`: enough to know where to scroll.
pub fn element_list(screen: &Screen) -> String {
    let lines = list_lines(screen, |_, _| true);
    let lines: Vec<String> = lines.iter().map(|it| it.told(ListLine::is_told)).collect();
    lines.join("\n")
}

/// The same without `index` and `box`: what is on the screen, a line for an element or for a run out of view.
pub fn element_kinds(screen: &Screen) -> Vec<String> {
    let told = |it: &ListLine<'_>| match it {
        ListLine::InView(_, element) => Value::Object(shown(element)).to_string(),
        ListLine::OutOfView(_) => it.told(ListLine::is_told),
    };
    list_lines(screen, |_, _| true).iter().map(told).collect()
}

/// The lines of [`element_list`] one by one, for those elements alone that are `wanted`.
pub fn list_lines(screen: &Screen, wanted: impl Fn(ElementId, &Element) -> bool) -> Vec<ListLine<'_>> {
    let mut lines: Vec<ListLine<'_>> = Vec::new();
    for (id, element) in listed(screen).filter(|(id, it)| wanted(*id, it)) {
        if element.bounds.has_area() {
            lines.push(ListLine::InView(id, element));
        } else if !told_briefly(element).is_empty() {
            match lines.last_mut() {
                Some(ListLine::OutOfView(run)) => run.push(element),
                Some(ListLine::InView(..)) | None => lines.push(ListLine::OutOfView(vec![element])),
            }
        }
    }
    lines
}

/// What an element shows: its words, else how it looks; what can be acted on is at least called by its name.
fn told_briefly(element: &Element) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for it in element.words() {
        let it = cut(it.trim(), LONGEST_OUT_OF_VIEW);
        if !it.is_empty() && !told.contains(&it) {
            told.push(it);
        }
    }
    if told.is_empty() {
        let looks = ["size", "color", "shape"].map(|it| element.attributes.get(it).map(String::as_str));
        let looks: Vec<&str> = looks.into_iter().flatten().collect();
        told.extend((!looks.is_empty()).then(|| looks.join(" ")));
    }
    if told.is_empty() && (element.clickable || element.checkable || element.editable) {
        let name = element.resource_name.as_deref().map(short_id);
        told.extend(name.or(element.role.as_deref()).map(str::to_owned));
    }
    told
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
            line.insert((*name).to_owned(), Value::String(cut(value, LONGEST)));
        }
    }
    for (name, value) in &element.attributes {
        if !value.is_empty() && !line.contains_key(name) {
            line.insert(name.clone(), Value::String(cut(value, LONGEST)));
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
/// board. What is left out is a bare container, or a wrapper with the same words as the one element in it.
pub fn listed(screen: &Screen) -> impl Iterator<Item = (ElementId, &Element)> {
    let elements = &screen.elements;
    screen.iter().filter(|(id, it)| {
        let within: Vec<&Element> = elements[id.0 + 1..]
            .iter()
            .take_while(|inner| it.contains(inner))
            .collect();
        let is_leaf = within.is_empty() && it.bounds.has_area() && it.package_name.is_none();
        (says_something(it) || is_leaf) && !is_repeated(it, &within)
    })
}

/// What draws and is nothing else: HTML's and SVG's elements, and the roles that say so.
const GRAPHICS: [&str; 11] = [
    "img",
    "image",
    "picture",
    "canvas",
    "svg",
    "path",
    "line",
    "polyline",
    "use",
    "graphics-symbol",
    "graphics-object",
];

/// Attributes that say how something is drawn, and not what it is.
const DRAWN: [&str; 6] = ["class", "src", "shape", "color", "hex", "size"];

/// A graphic of this part of the screen is what the screen is about.
const LARGE: i64 = 10;

/// Whether an element is a graphic that nothing names and that takes nothing: an icon, a picture, a stroke. A figure that
/// people have a word for, as a circle or a triangle, is none, nor is what takes up much of a screen of that size.
pub fn is_nameless_graphic(element: &Element, size: (u32, u32)) -> bool {
    let is_graphic = |it: &Option<String>| it.as_deref().is_some_and(|it| GRAPHICS.contains(&it));
    let shape = element.attributes.get("shape");
    let area = i64::from(element.bounds.width()) * i64::from(element.bounds.height());
    (is_graphic(&element.class_name) || is_graphic(&element.role))
        && shape.is_none_or(|it| GRAPHICS.contains(&it.as_str()))
        && !has_words(element)
        && element.resource_name.is_none()
        && element.attributes.keys().all(|it| DRAWN.contains(&it.as_str()))
        && !element.clickable
        && !element.checkable
        && !element.focused
        && !element.selected
        && element.additional_actions().is_empty()
        && area * LARGE < i64::from(size.0) * i64::from(size.1)
}

/// Whether an element shows something, holds something or reacts.
fn says_something(element: &Element) -> bool {
    has_words(element)
        || !element.attributes.is_empty()
        || element.clickable
        || element.checkable
        || !element.additional_actions().is_empty()
}

fn has_words(element: &Element) -> bool {
    element.words().any(|it| !it.trim().is_empty())
}

/// Whether the one element that is listed within this one says all that it says, as the box within a label does.
fn is_repeated(element: &Element, within: &[&Element]) -> bool {
    let mut inner = within.iter().filter(|it| says_something(it));
    let (Some(only), None) = (inner.next(), inner.next()) else {
        return false;
    };
    let has_more = element.resource_name.is_some()
        || (element.role.is_some() && element.role != only.role)
        || !element.attributes.is_empty()
        || !element.additional_actions().is_empty()
        || element.checkable
        || element.selected
        || element.focused
        || !element.enabled;
    let said = [&only.text, &only.content_description, &only.label];
    !has_more
        && has_words(element)
        && element
            .words()
            .all(|it| said.iter().any(|said| said.as_deref() == Some(it)))
        && (!element.clickable || only.clickable)
        && (!element.bounds.has_area() || only.bounds.has_area())
}

fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rect;

    fn placed(path: &[u16], text: Option<&str>) -> Element {
        Element {
            text: text.map(str::to_owned),
            bounds: Rect::new(0, 0, 10, 10),
            path: path.to_vec(),
            ..Element::default()
        }
    }

    fn hidden(path: &[u16], text: Option<&str>) -> Element {
        Element {
            bounds: Rect::new(0, 10, 10, 10),
            ..placed(path, text)
        }
    }

    fn indices(elements: Vec<Element>) -> Vec<usize> {
        let screen = Screen {
            elements,
            ..Screen::default()
        };
        listed(&screen).map(|(id, _)| id.0).collect()
    }

    fn list(elements: Vec<Element>) -> String {
        element_list(&Screen {
            elements,
            ..Screen::default()
        })
    }

    #[test]
    fn what_is_out_of_view_is_one_line_of_words_at_its_place() {
        let with = |attributes: &[(&str, &str)], clickable: bool| Element {
            attributes: attributes
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            clickable,
            ..hidden(&[0], None)
        };
        let field = Element {
            label: Some("Name".to_owned()),
            value: Some("Ada".to_owned()),
            hint_text: Some("Name".to_owned()),
            ..hidden(&[0], None)
        };
        let nameless = Element {
            resource_name: Some("app:id/send".to_owned()),
            ..with(&[], true)
        };
        let elements = vec![
            hidden(&[0], Some("above")),
            placed(&[1], Some("seen")),
            hidden(&[2], Some("Le\"o")),
            with(&[("class", "row")], false),
            with(&[("shape", "circle"), ("color", "red"), ("size", "large")], false),
            field,
            nameless,
            hidden(&[3], Some(&"a".repeat(101))),
        ];
        let long = "a".repeat(100);
        assert_eq!(
            list(elements),
            format!(
                "{}\n{}\n{{\"out_of_view\":[\"Le\\\"o\",\"large red circle\",\"Name\",\"Ada\",\"send\",\"{long}…\"]}}",
                r#"{"out_of_view":["above"]}"#, r#"{"index":1,"text":"seen","box":[0,0,10,10]}"#,
            )
        );
        assert_eq!(list(vec![with(&[("class", "row")], false)]), "");
    }

    #[test]
    fn of_a_long_run_out_of_view_the_rest_is_counted() {
        let run = |count: usize| (0..count).map(|it| hidden(&[], Some(&it.to_string()))).collect();
        assert!(list(run(MOST_OUT_OF_VIEW)).ends_with(r#","79"]}"#));
        assert!(list(run(MOST_OUT_OF_VIEW + 3)).ends_with(r#","79"],"more":3}"#));
    }

    #[test]
    fn a_graphic_is_nameless_where_it_says_only_how_it_is_drawn() {
        let size = (100, 100);
        let drawn = |class: &str, attributes: &[(&str, &str)]| Element {
            class_name: Some(class.to_owned()),
            attributes: attributes
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            ..placed(&[0], None)
        };
        let icon = drawn("img", &[("src", "b.png"), ("class", "icon")]);
        let stroke = drawn(
            "path",
            &[("shape", "path"), ("color", "black"), ("hex", "#000000")],
        );
        for it in [icon.clone(), stroke, drawn("canvas", &[])] {
            assert!(is_nameless_graphic(&it, size), "{it:?}");
        }
        let named = Element {
            tooltip: Some("Help".to_owned()),
            ..icon.clone()
        };
        let pressed = Element {
            clickable: true,
            ..icon.clone()
        };
        let by_id = Element {
            resource_name: Some("logo".to_owned()),
            ..icon.clone()
        };
        let large = Element {
            bounds: Rect::new(0, 0, 50, 20),
            ..icon
        };
        let figure = drawn("circle", &[("shape", "circle"), ("color", "red")]);
        for it in [
            named,
            pressed,
            by_id,
            large,
            figure,
            drawn("div", &[("class", "icon")]),
        ] {
            assert!(!is_nameless_graphic(&it, size), "{it:?}");
        }
    }

    #[test]
    fn a_named_box_that_holds_nothing_is_listed_and_a_container_is_not() {
        let board = vec![
            placed(&[0], None),
            placed(&[0, 0], None),
            placed(&[0, 1], None),
            hidden(&[0, 2], None),
        ];
        assert_eq!(indices(board), [1, 2]);
    }

    #[test]
    fn a_wrapper_that_says_only_what_is_in_it_is_left_out() {
        let label = Element {
            clickable: true,
            ..placed(&[0], Some("News"))
        };
        let box_ = Element {
            label: Some("News".to_owned()),
            checkable: true,
            clickable: true,
            ..placed(&[0, 0], None)
        };
        assert_eq!(indices(vec![label.clone(), box_.clone()]), [1]);
        // What is clicked, named, marked or said by it alone stays, and so do words about several things.
        let plain = placed(&[0, 0], Some("News"));
        assert_eq!(indices(vec![label.clone(), plain]), [0, 1]);
        let named = Element {
            resource_name: Some("news".to_owned()),
            ..label.clone()
        };
        assert_eq!(indices(vec![named, box_.clone()]), [0, 1]);
        let heading = Element {
            role: Some("heading".to_owned()),
            ..label.clone()
        };
        assert_eq!(indices(vec![heading, box_.clone()]), [0, 1]);
        let chosen = Element {
            selected: true,
            ..label.clone()
        };
        assert_eq!(indices(vec![chosen, box_.clone()]), [0, 1]);
        let more = Element {
            tooltip: Some("Once a week".to_owned()),
            ..label.clone()
        };
        assert_eq!(indices(vec![more, box_.clone()]), [0, 1]);
        let held = Element {
            label: None,
            value: Some("News".to_owned()),
            ..box_.clone()
        };
        assert_eq!(indices(vec![label.clone(), held]), [0, 1]);
        let unseen = Element {
            bounds: Rect::new(0, 0, 0, 10),
            ..box_.clone()
        };
        assert_eq!(indices(vec![label.clone(), unseen]), [0, 1]);
        let second = placed(&[0, 1], Some("Old"));
        assert_eq!(indices(vec![label, box_, second]), [0, 1, 2]);
    }

    #[test]
    fn elements_are_json_and_bare_containers_are_left_out() {
        let bare = Element {
            class_name: Some("android.widget.FrameLayout".to_owned()),
            ..placed(&[0], None)
        };
        let field = Element {
            text: Some("a \"b\"\n```".to_owned()),
            class_name: Some("android.widget.EditText".to_owned()),
            resource_name: Some("app:id/name".to_owned()),
            editable: true,
            focused: true,
            bounds: Rect::new(1, 2, 30, 40),
            path: vec![0, 0],
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
}
