//! A dump of the widgets to the elements of a screen, by AndroidWorld's rules.

use std::{collections::VecDeque, fmt};

use roxmltree::{Document, Node, ParsingOptions};
use ui::{Element, Rect};

/// The most nodes that are read.
pub const MOST_NODES: u32 = 60_000;
/// Whose bars are at the edges of the screen.
pub const SYSTEM: &str = "com.android.systemui";

/// What belongs to no app: it is left out.
#[derive(Clone, Debug, Default)]
pub struct Windows {
    /// Width and height of the screen.
    pub size: (u32, u32),
    /// Package of the keyboard, where it is known.
    pub keyboard: Option<String>,
}

/// A dump that can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeError {
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// The elements of a dump, which may have other text around it. The window in front comes first.
pub fn read(text: &str, windows: &Windows) -> Result<Vec<Element>, TreeError> {
    let wrong = |reason: String| TreeError { reason };
    let begin = text.find("<hierarchy").ok_or_else(|| {
        let said: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let said: String = said.chars().take(200).collect();
        wrong(format!("there is no tree of widgets in it: {said:?}"))
    })?;
    let end = "</hierarchy>";
    let Some(close) = text.rfind(end) else {
        // An empty screen has no closing tag.
        return match text[begin..]
            .split('>')
            .next()
            .is_some_and(|it| it.ends_with('/'))
        {
            true => Ok(Vec::new()),
            false => Err(wrong("the tree of widgets ends early".to_owned())),
        };
    };
    let options = ParsingOptions {
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    let xml = text.get(begin..close + end.len()).unwrap_or_default();
    let document = Document::parse_with_options(xml, options).map_err(|it| wrong(it.to_string()))?;
    let mut roots: Vec<Node<'_, '_>> = nodes_in(document.root_element())
        .filter(|it| !is_left_out(*it, windows))
        .collect();
    // The one in front, then the others from the highest down; they are listed upwards.
    if let Some(above) = roots.get_mut(1..) {
        above.reverse();
    }
    let mut elements = Vec::new();
    // What does not fill the screen lies over something.
    let lies_over = roots.first().is_some_and(|it| !fills(bounds(*it), windows.size));
    for (idx, root) in roots.into_iter().enumerate() {
        let window = u16::try_from(idx + usize::from(lies_over)).unwrap_or(u16::MAX);
        let mut queue = VecDeque::from([(root, vec![window])]);
        while let Some((node, path)) = queue.pop_front() {
            for child in nodes_in(node) {
                let index = attribute(child, "index").parse().unwrap_or_default();
                queue.push_back((child, [&path[..], &[index]].concat()));
            }
            let element = element(node, path);
            if is_listed(&element, nodes_in(node).next().is_none()) {
                elements.push(element);
            }
        }
    }
    Ok(elements)
}

fn nodes_in<'a, 'b>(node: Node<'a, 'b>) -> impl Iterator<Item = Node<'a, 'b>> {
    // The uiautomator2 server names the elements after their classes.
    node.children().filter(Node::is_element)
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    node.attribute(name).unwrap_or_default()
}

/// What belongs to no app in a dump that can be read: keys of the keyboard, buttons of the system's bars.
pub fn around(text: &str, windows: &Windows) -> Vec<Element> {
    let options = ParsingOptions {
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    let xml = text
        .find("<hierarchy")
        .and_then(|it| text.get(it..))
        .unwrap_or_default();
    let Ok(document) = Document::parse_with_options(xml, options) else {
        return Vec::new();
    };
    let roots = nodes_in(document.root_element()).filter(|it| is_left_out(*it, windows));
    let all = roots.flat_map(|it| it.descendants().filter(Node::is_element));
    // The window of a keyboard may be as high as the screen, and takes touches only where its keys are.
    let most = i64::from(windows.size.1) * 3 / 4;
    all.map(|it| element(it, Vec::new()))
        .filter(|it| i64::from(it.bounds.height()) <= most)
        .collect()
}

/// Bars of the system, and the keyboard.
fn is_left_out(root: Node<'_, '_>, windows: &Windows) -> bool {
    let package = attribute(root, "package");
    if package.is_empty() {
        return false;
    }
    if windows.keyboard.as_deref() == Some(package) {
        return true;
    }
    let (width, height) = (windows.size.0 as i32, windows.size.1 as i32);
    let at = bounds(root);
    package == SYSTEM && (at.height() * 6 < height || at.width() * 6 < width)
}

/// Whether a window leaves less than a quarter of the screen to what is below it.
fn fills(at: Rect, size: (u32, u32)) -> bool {
    let area = |width: i64, height: i64| width * height;
    let screen = area(i64::from(size.0), i64::from(size.1));
    area(i64::from(at.width()), i64::from(at.height())) * 4 >= screen * 3
}

/// `[left,top][right,bottom]`; all zero where it is written otherwise.
fn bounds(node: Node<'_, '_>) -> Rect {
    let text = attribute(node, "bounds");
    let mut numbers = text
        .split(['[', ']', ','])
        .filter(|it| !it.is_empty())
        .map(|it| it.parse::<i32>().ok());
    let mut next = || numbers.next().flatten();
    match (next(), next(), next(), next()) {
        (Some(left), Some(top), Some(right), Some(bottom)) => Rect::new(left, top, right, bottom),
        _ => Rect::default(),
    }
}

fn element(node: Node<'_, '_>, path: Vec<u16>) -> Element {
    let text = |name: &str| Some(attribute(node, name).to_owned()).filter(|it| !it.is_empty());
    let is = |name: &str| attribute(node, name) == "true";
    let class_name = text("class");
    let editable = class_name
        .as_deref()
        .is_some_and(|it| it.ends_with("EditText") || it.ends_with("AutoCompleteTextView"));
    Element {
        text: text("text"),
        content_description: text("content-desc"),
        hint_text: text("hint"),
        class_name,
        resource_name: text("resource-id"),
        package_name: text("package"),
        bounds: bounds(node),
        path,
        checkable: is("checkable"),
        checked: is("checked"),
        clickable: is("clickable"),
        editable,
        // A dump without it would leave nothing to act on.
        enabled: attribute(node, "enabled") != "false",
        focused: is("focused"),
        focusable: is("focusable"),
        long_clickable: is("long-clickable"),
        scrollable: is("scrollable"),
        selected: is("selected"),
        password: is("password"),
        ..Element::default()
    }
}

/// Whether a widget is an element: one that scrolls, one that is described, and one that holds no others and shows or
/// does something. Pictures and spaces that say and do nothing are not important for accessibility.
fn is_listed(it: &Element, leaf: bool) -> bool {
    let shows = it.text.is_some()
        || it
            .class_name
            .as_deref()
            .is_some_and(|it| it.ends_with("TextView"));
    let acts = it.clickable || it.long_clickable || it.checkable || it.focusable;
    it.scrollable || it.content_description.is_some() || (leaf && (shows || acts))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SIZE: Windows = Windows {
        size: (100, 200),
        keyboard: None,
    };

    #[test]
    fn elements_are_listed_level_by_level() {
        let dump = r#"noise <?xml version='1.0'?><hierarchy rotation="0">
            <node index="0" class="android.widget.FrameLayout" package="app" bounds="[0,0][100,200]">
              <node index="0" class="android.widget.LinearLayout" bounds="[0,0][100,100]">
                <node index="1" text="a &amp; b&#10;c" class="android.widget.TextView" resource-id="app:id/x" bounds="[0,0][10,10]" enabled="true"/>
              </node>
              <node index="3" class="android.widget.EditText" clickable="true" bounds="[0,-5][10,10]" enabled="false"/>
              <node index="4" class="android.widget.ImageView" bounds="[0,0][10,10]"/>
            </node></hierarchy>UI hierchary dumped to: /dev/tty"#;
        let all = read(dump, &SIZE).unwrap();
        let shown: Vec<_> = all
            .iter()
            .map(|it| (it.text.as_deref(), it.path.clone(), it.editable))
            .collect();
        assert_eq!(
            shown,
            [(None, vec![0, 3], true), (Some("a & b\nc"), vec![0, 0, 1], false)]
        );
        assert!(!all[0].enabled && all[1].enabled);
        assert_eq!(all[0].bounds, Rect::new(0, -5, 10, 10));
    }

    #[test]
    fn bars_and_keyboard_are_left_out_and_a_dialog_lies_over() {
        let node = |package: &str, bounds: &str, text: &str| {
            format!(
                r#"<node package="{package}" bounds="{bounds}"><node index="0" text="{text}" bounds="{bounds}"/></node>"#
            )
        };
        let dump = format!(
            "<hierarchy>{}{}{}{}</hierarchy>",
            node("app", "[10,50][90,100]", "dialog"),
            node(SYSTEM, "[0,0][100,10]", "12:00"),
            node("keys", "[0,100][100,200]", "q"),
            node("app", "[0,180][100,190]", "toast"),
        );
        let windows = Windows {
            keyboard: Some("keys".to_owned()),
            ..SIZE
        };
        let all = read(&dump, &windows).unwrap();
        let shown: Vec<_> = all
            .iter()
            .map(|it| (it.text.as_deref().unwrap(), it.path[0]))
            .collect();
        assert_eq!(shown, [("dialog", 1), ("toast", 2)]);
    }

    #[test]
    fn what_is_no_tree_is_named() {
        let error = read("ERROR: could not get idle state.\n", &SIZE).unwrap_err();
        assert!(error.reason.contains("could not get idle state"), "{error}");
        assert_eq!(read("<hierarchy rotation=\"0\" />", &SIZE), Ok(Vec::new()));
        assert!(read("<hierarchy><node>", &SIZE).is_err());
        assert!(read("<hierarchy><node></hierarchy>", &SIZE).is_err());
        let many = format!("<hierarchy>{}</hierarchy>", "<node/>".repeat(MOST_NODES as usize));
        assert!(read(&many, &SIZE).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in "(<hierarchy>|</hierarchy>|<node |index=\"1\"|bounds=\"\\[1,2\\]\"|/>|[ -~é]){0,20}") {
            let _ = read(&text, &SIZE);
        }
    }
}
