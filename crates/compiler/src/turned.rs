//! What a tap turned over: the box, switch or choice that was in another state after it. The tap may have been on its
//! label, or on the row that it stands in.

use ui::{Element, HardAction, Screen};

use crate::soft::Turned;

/// What an action turned over between two screens; `None` where it was no tap, or nothing that belongs to its target
/// has another state.
pub(crate) fn turned(action: &HardAction, before: &Screen, after: &Screen) -> Option<Turned> {
    let HardAction::Click { target } = action else {
        return None;
    };
    let tapped = before.get(*target)?;
    let mut found: Option<Turned> = None;
    for (id, element) in before.iter().filter(|(_, element)| element.checkable) {
        let belongs = id == *target || is_label_of(tapped, element) || tapped.contains(element);
        let Some(now) = belongs.then(|| same_box(element, after)).flatten() else {
            continue;
        };
        if now.checked == element.checked {
            continue;
        }
        if found.is_some() {
            return None;
        }
        found = Some(Turned {
            element: id,
            on: now.checked,
        });
    }
    found
}

/// Whether an element is one of several of which one is on.
pub(crate) fn is_choice(element: &Element) -> bool {
    let said = [&element.role, &element.class_name];
    said.into_iter()
        .flatten()
        .any(|kind| kind.to_lowercase().contains("radio"))
}

/// Whether a text is the label of a box and nothing else.
fn is_label_of(text: &Element, element: &Element) -> bool {
    let label = element
        .label
        .as_deref()
        .map(str::trim)
        .filter(|it| !it.is_empty());
    !text.checkable && !text.editable && label.is_some() && text.text.as_deref().map(str::trim) == label
}

/// The same box on another screen of the same page.
fn same_box<'a>(element: &Element, screen: &'a Screen) -> Option<&'a Element> {
    let same = |other: &&Element| {
        other.checkable
            && other.path == element.path
            && other.class_name == element.class_name
            && other.resource_name == element.resource_name
            && other.label == element.label
    };
    screen.elements.iter().find(same)
}
