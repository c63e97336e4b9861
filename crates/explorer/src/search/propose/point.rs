//! Points of drawings: what is drawn there is no element, so the middle of each quarter is tried.

use ui::{ActionKind, Element, ElementId, HardAction};

use super::scene::{Candidate, Scene, supports};

/// The middles of the quarters. That of the whole is where a click goes anyway.
const QUARTERS: [&str; 4] = ["25%,25%", "75%,25%", "25%,75%", "75%,75%"];
/// What is drawn on and shows nothing of what is drawn.
const DRAWN: [&str; 3] = ["canvas", "embed", "object"];

/// Press a drawing at its quarters.
pub(super) fn point(scene: &Scene, target: ElementId, element: &Element, all: &mut Vec<Candidate>) {
    let drawn = element
        .class_name
        .as_deref()
        .is_some_and(|it| DRAWN.contains(&it));
    if !drawn || !element.bounds.has_area() || !supports(scene, ActionKind::ClickAt) {
        return;
    }
    for at in QUARTERS {
        all.push(Candidate {
            action: HardAction::ClickAt {
                target,
                at: at.to_owned(),
            },
            cost: scene.weights.pointed,
            uses: 0,
            why: "what is drawn there can't be told".to_owned(),
            key: format!("click_at|{at}"),
            entry: None,
        });
    }
}
