//! Which apps there are, and what their icons are called.

use ui::{Element, Screen};

/// The components of a list, `package/activity` a line each.
pub fn components(text: &str) -> Vec<String> {
    let words = text.lines().map(str::trim);
    words
        .filter(|it| it.contains('/') && !it.contains(char::is_whitespace))
        .map(str::to_owned)
        .collect()
}

/// The package of a component.
pub fn package(component: &str) -> &str {
    component.split('/').next().unwrap_or(component)
}

/// The icons of a launcher's screen that are called so.
pub fn icons<'a>(screen: &'a Screen, name: &str) -> Vec<&'a Element> {
    let name = name.trim().to_lowercase();
    let called = |it: &&Element| labels(it).any(|it| it.to_lowercase() == name);
    screen.elements.iter().filter(called).collect()
}

/// What an icon is called.
pub fn labels(element: &Element) -> impl Iterator<Item = &str> {
    let is_icon = element.clickable && !element.editable;
    let texts = [&element.text, &element.content_description];
    texts
        .into_iter()
        .filter(move |_| is_icon)
        .filter_map(|it| it.as_deref())
        .map(str::trim)
        .filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_found_among_other_lines() {
        let text = "2 activities found:\n  Activity #0:\n    priority=0\n    com.a/.Main\ncom.b/com.b.X\n";
        assert_eq!(components(text), ["com.a/.Main", "com.b/com.b.X"]);
        assert_eq!(package("com.a/.Main"), "com.a");
    }
}
