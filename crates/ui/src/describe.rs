//! A screen as text for people: a line for every element.

use std::fmt::Write;

use crate::{element::Element, screen::Screen};

/// The app in front and a line for every element: index, kind and text, what can be done with it
/// and where it is.
pub fn describe(screen: &Screen) -> String {
    let mut text = format!("{} {}\n", screen.app, screen.activity);
    let digits = screen.elements.len().saturating_sub(1).to_string().len();
    for (id, element) in screen.iter() {
        let depth = element.path.len().saturating_sub(1).min(12);
        // Writing to a string can't fail.
        let _ = writeln!(text, "{:>digits$} {:depth$}{}", id.0, "", line(element));
    }
    text
}

fn line(element: &Element) -> String {
    let mut line = element.name();
    let shown = [
        &element.text,
        &element.content_description,
        &element.label,
        &element.hint_text,
    ];
    let name = shown.iter().find_map(|it| it.as_deref());
    let more = [
        ("description", &element.content_description),
        ("hint", &element.hint_text),
        ("value", &element.value),
        ("tooltip", &element.tooltip),
    ];
    for (what, value) in more {
        if let Some(value) = value.as_deref().filter(|it| Some(*it) != name) {
            let _ = write!(line, " {what} \"{value}\"");
        }
    }
    let flags = [
        ("click", element.clickable),
        ("long press", element.long_clickable),
        ("edit", element.editable),
        ("scroll", element.scrollable),
        ("checked", element.checked),
        ("not checked", element.checkable && !element.checked),
        ("selected", element.selected),
        ("focused", element.focused),
        ("password", element.password),
        ("disabled", !element.enabled),
    ];
    let flags: Vec<&str> = flags
        .iter()
        .filter(|(_, on)| *on)
        .map(|(flag, _)| *flag)
        .collect();
    if !flags.is_empty() {
        let _ = write!(line, " [{}]", flags.join(", "));
    }
    let at = element.bounds;
    let _ = write!(
        line,
        " ({}, {}, {}, {})",
        at.left,
        at.top,
        at.width(),
        at.height()
    );
    line.replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rect;

    #[test]
    fn a_screen_reads_as_a_list() {
        let field = Element {
            text: Some("my_note".to_owned()),
            hint_text: Some("Name".to_owned()),
            class_name: Some("android.widget.EditText".to_owned()),
            bounds: Rect::new(10, 20, 110, 70),
            editable: true,
            focused: true,
            ..Element::default()
        };
        let button = Element {
            content_description: Some("Save\nnow".to_owned()),
            class_name: Some("android.widget.Button".to_owned()),
            clickable: true,
            enabled: false,
            path: vec![0, 1],
            ..Element::default()
        };
        let screen = Screen {
            app: "notes".to_owned(),
            activity: "Main".to_owned(),
            size: (100, 100),
            elements: vec![field, button],
            today: String::new(),
            in_part: Vec::new(),
        };
        let expected = "notes Main\n\
                        0 EditText \"my_note\" hint \"Name\" [edit, focused] (10, 20, 100, 50)\n\
                        1  Button \"Save\\nnow\" [click, disabled] (0, 0, 0, 0)\n";
        assert_eq!(describe(&screen), expected);
    }
}
