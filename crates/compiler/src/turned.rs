//! What a tap turned over: the box, switch or choice that was in another state after it. The tap may have been on its
//! label, or on the row that it stands in.

use ui::{HardAction, Screen};

use crate::soft::Turned;

/// What an action turned over between two screens; `None` where it was no tap, or nothing that belongs to its target
/// has another state.
pub fn turned(action: &HardAction, before: &Screen, after: &Screen) -> Option<Turned> {
    let HardAction::Click { target } = action else {
        return None;
    };
    let tapped = before.get(*target)?;
    let mut found: Option<Turned> = None;
    for (id, element) in before.iter().filter(|(_, element)| element.checkable) {
        let belongs =
            id == *target || (!tapped.checkable && tapped.is_label_of(element)) || tapped.contains(element);
        let Some(now) = belongs.then(|| after.box_again(element)).flatten() else {
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
