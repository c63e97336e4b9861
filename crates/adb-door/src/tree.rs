//! The widgets as `uiautomator dump` writes them.

use ui::{Element, Rect};

use crate::handset::Node;

/// Which form is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Of the tool that every phone has: the window in front alone.
    Stock,
    /// Of the uiautomator2 server: every window, the one in front first; hints too.
    Server,
}

/// What stands for the window's own frame around what an app puts into it.
const FRAME: &str = "android.widget.FrameLayout";

/// The document, for a screen of this size.
pub fn xml(windows: &[Node], form: Form, size: (u32, u32)) -> String {
    let mut out = String::with_capacity(16 << 10);
    let declaration = match form {
        Form::Stock => "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>",
        Form::Server => "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n",
    };
    out.push_str(declaration);
    out.push_str("<hierarchy rotation=\"0\">");
    let roots: Vec<&Node> = match (form, windows) {
        (_, []) => Vec::new(),
        (Form::Stock, [front, ..]) => vec![front],
        // The one in front, then the others from the highest down.
        (Form::Server, [front, above @ ..]) => std::iter::once(front).chain(above.iter().rev()).collect(),
    };
    for (index, root) in roots.into_iter().enumerate() {
        // An activity's window lies below the system's bars too, whatever is left to what is in it.
        let is_activity = index == 0 && root.element.path.first() == Some(&0);
        let bounds = match is_activity {
            true => Rect::new(0, 0, size.0 as i32, size.1 as i32),
            false => root.element.bounds,
        };
        let frame = Element {
            class_name: Some(FRAME.to_owned()),
            package_name: root.element.package_name.clone(),
            bounds,
            ..Element::default()
        };
        open(&mut out, &frame, index, form);
        out.push('>');
        write(&mut out, root, 0, form);
        out.push_str("</node>");
    }
    out.push_str("</hierarchy>");
    out
}

fn write(out: &mut String, node: &Node, index: usize, form: Form) {
    open(out, &node.element, index, form);
    if node.children.is_empty() {
        out.push_str(" />");
        return;
    }
    out.push('>');
    for child in &node.children {
        // Its place among all that its parent contains, seen or not.
        let index = child.element.path.last().copied().unwrap_or_default();
        write(out, child, usize::from(index), form);
    }
    out.push_str("</node>");
}

fn open(out: &mut String, element: &Element, index: usize, form: Form) {
    let text = |it: &Option<String>| it.clone().unwrap_or_default();
    out.push_str("<node");
    attribute(out, "index", &index.to_string());
    attribute(out, "text", &text(&element.text));
    attribute(out, "resource-id", &text(&element.resource_name));
    attribute(out, "class", &text(&element.class_name));
    attribute(out, "package", &text(&element.package_name));
    attribute(out, "content-desc", &text(&element.content_description));
    for (name, value) in [
        ("checkable", element.checkable),
        ("checked", element.checked),
        ("clickable", element.clickable),
        ("enabled", element.enabled),
        ("focusable", element.focusable),
        ("focused", element.focused),
        ("scrollable", element.scrollable),
        ("long-clickable", element.long_clickable),
        ("password", element.password),
        ("selected", element.selected),
    ] {
        attribute(out, name, if value { "true" } else { "false" });
    }
    if form == Form::Server {
        attribute(out, "visible-to-user", "true");
    }
    attribute(out, "bounds", &bounds(element.bounds));
    if form == Form::Server {
        attribute(out, "drawing-order", "0");
        attribute(out, "hint", &text(&element.hint_text));
        attribute(out, "display-id", "0");
    }
}

/// A box, as Android writes it.
pub fn bounds(it: Rect) -> String {
    format!("[{},{}][{},{}]", it.left, it.top, it.right, it.bottom)
}

/// Write an attribute behind what is there.
pub fn attribute(out: &mut String, name: &str, value: &str) {
    out.push_str(&format!(" {name}=\"{}\"", escaped(value)));
}

/// A text as a document has it.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            // No document may have other control characters; Android writes a dot.
            it if (it as u32) < 0x20 || (0xfffe..=0xffff).contains(&(it as u32)) => out.push('.'),
            it => out.push(it),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (u32, u32) = (100, 200);

    fn leaf(text: &str, window: u16) -> Node {
        let element = Element {
            text: Some(text.to_owned()),
            class_name: Some("android.widget.TextView".to_owned()),
            path: vec![window],
            bounds: Rect::new(0, 1, 2, 3),
            hint_text: Some("h".to_owned()),
            ..Element::default()
        };
        Node {
            element,
            listed: true,
            children: Vec::new(),
        }
    }

    #[test]
    fn texts_are_kept_whole() {
        let xml = xml(&[leaf("a<&\">\n\u{1}é", 0), leaf("above", 1)], Form::Stock, SIZE);
        assert!(xml.starts_with("<?xml version='1.0'"), "{xml}");
        assert!(xml.contains("text=\"a&lt;&amp;&quot;&gt;&#10;.é\""), "{xml}");
        assert!(!xml.contains("above") && !xml.contains("hint"), "{xml}");
        assert!(xml.contains("bounds=\"[0,1][2,3]\" />"), "{xml}");
    }

    #[test]
    fn an_activity_has_the_whole_screen_and_a_dialog_its_own_place() {
        let frame = |window: u16| {
            let xml = xml(&[leaf("in it", window)], Form::Stock, SIZE);
            let start = xml.find("bounds=").unwrap();
            xml[start..].split('>').next().unwrap().to_owned()
        };
        assert_eq!(frame(0), "bounds=\"[0,0][100,200]\"");
        assert_eq!(frame(1), "bounds=\"[0,1][2,3]\"");
    }

    #[test]
    fn the_server_has_every_window() {
        let all = [leaf("low", 0), leaf("middle", 1), leaf("high", 2)];
        let xml = xml(&all, Form::Server, SIZE);
        let at = |it: &str| xml.find(it).unwrap();
        assert!(at("low") < at("high") && at("high") < at("middle"), "{xml}");
        assert!(xml.contains("hint=\"h\""), "{xml}");
    }
}
