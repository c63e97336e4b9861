//! The order in which fields are filled: where it does not matter, the first recording's is everybody's.

use ui::{Action, Screen};

use crate::soft::Step;

/// The lines with their runs of typing in one order.
pub(super) fn alike(lines: &[Vec<Step>]) -> Vec<Vec<Step>> {
    let mut order: Vec<String> = Vec::new();
    for key in lines.iter().flatten().filter_map(key) {
        if !order.contains(&key) {
            order.push(key);
        }
    }
    lines.iter().map(|it| in_order(it, &order)).collect()
}

fn in_order(line: &[Step], order: &[String]) -> Vec<Step> {
    let mut all = line.to_vec();
    let mut at = 0;
    while at < all.len() {
        let end = run(&all, at);
        let rank = |it: &Step| key(it).and_then(|it| order.iter().position(|known| *known == it));
        all[at..end].sort_by_key(rank);
        at = end.max(at + 1);
    }
    all
}

/// The end of the run of typing that starts here: into different fields of one screen, each a value of the
/// task that no other field gets.
fn run(line: &[Step], start: usize) -> usize {
    let mut end = start;
    while let Some(step) = line.get(end) {
        let before = &line[start..end];
        let Some(own) = key(step) else { break };
        let place = |it: &Step| {
            it.target
                .and_then(|id| it.screen.get(id))
                .map(|it| it.path.clone())
        };
        let apart = before
            .iter()
            .all(|it| place(it) != place(step) && key(it).as_ref() != Some(&own));
        if !apart
            || before
                .first()
                .is_some_and(|it| !same_form(&it.screen, &step.screen))
        {
            break;
        }
        end += 1;
    }
    end
}

/// The value that a step types, if it is one of the task.
fn key(step: &Step) -> Option<String> {
    let Action::InputText {
        target: Some(_),
        text,
        ..
    } = &step.action
    else {
        return None;
    };
    text.first().filter(|it| !it.is_const()).map(ToString::to_string)
}

/// Whether two screens differ in nothing but what their fields hold.
fn same_form(a: &Screen, b: &Screen) -> bool {
    a.elements.len() == b.elements.len()
        && a.elements
            .iter()
            .zip(&b.elements)
            .all(|(a, b)| a.path == b.path && a.class_name == b.class_name && a.editable == b.editable)
}
