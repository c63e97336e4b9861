//! What makes an element the same one on another screen.

use ui::{Element, ElementId, Screen};

/// What an element is, with the data it shows.
pub(super) fn identity(element: &Element) -> String {
    let of = |it: &Option<String>| it.clone().unwrap_or_default();
    format!(
        "{}|{}|{}|{}|{}|{}",
        element.lasting_id().unwrap_or_default(),
        of(&element.class_name),
        of(&element.role),
        if element.editable {
            String::new()
        } else {
            of(&element.text)
        },
        of(&element.content_description),
        of(&element.label)
            .chars()
            .chain(of(&element.hint_text).chars())
            .collect::<String>(),
    )
}

/// What kind of element it is: the same for all rows of a list, different for the buttons of a bar.
pub(super) fn kind(element: &Element) -> String {
    let class = element.class_name.as_deref().unwrap_or_default();
    let role = element.role.as_deref().unwrap_or_default();
    let name = [&element.content_description, &element.text, &element.label]
        .into_iter()
        .find_map(|it| it.as_deref())
        .filter(|it| !element.editable && it.chars().count() <= 24)
        .unwrap_or_default();
    match element.lasting_id() {
        // Without the name: rows of one list share their id and differ in what they show.
        Some(id) => format!("{id}|{class}"),
        None => format!("|{class}|{role}|{name}"),
    }
}

/// The element of `screen` that is what `element` (at `id` of its own screen) was.
pub(super) fn locate(screen: &Screen, element: &Element, id: ElementId) -> Option<ElementId> {
    let wanted = identity(element);
    if screen
        .get(id)
        .is_some_and(|it| identity(it) == wanted && it.bounds == element.bounds)
    {
        return Some(id);
    }
    let distance = |it: &Element| {
        let ((ax, ay), (bx, by)) = (it.bounds.center(), element.bounds.center());
        (it.path != element.path, (ax - bx).abs() + (ay - by).abs())
    };
    screen
        .iter()
        .filter(|(_, it)| identity(it) == wanted)
        .min_by_key(|(_, it)| distance(it))
        .map(|(id, _)| id)
}
