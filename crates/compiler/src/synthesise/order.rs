//! The order in which fields are filled and several alike are pressed: where it does not matter, all recordings
//! get the same.

use ui::{Action, Element};

use crate::soft::Step;

/// The lines with their runs of typing in one order.
pub(super) fn alike(lines: &[Vec<Step>]) -> Vec<Vec<Step>> {
    let mut order: Vec<String> = Vec::new();
    for key in lines.iter().flatten().filter_map(key) {
        if !order.contains(&key) {
            order.push(key);
        }
    }
    lines
        .iter()
        .map(|it| as_they_stand(&in_order(it, &order)))
        .collect()
}

/// The line with presses of several alike in the order in which these stand: it does not matter which is first.
fn as_they_stand(line: &[Step]) -> Vec<Step> {
    let mut all = line.to_vec();
    let mut at = 0;
    while at < all.len() {
        let alike = |it: &Step| {
            let first = &all[at];
            first.screen.is_same_form(&it.screen)
                && pressed(first)
                    .zip(pressed(it))
                    .is_some_and(|(a, b)| a.says_the_same(b))
        };
        let end = at + all[at..].iter().take_while(|it| alike(it)).count();
        let place = |it: &Step| pressed(it).map(|it| it.path.clone());
        let mut places: Vec<_> = all[at..end].iter().map(place).collect();
        places.sort();
        places.dedup();
        // What is pressed twice is pressed for what the first press did.
        if places.len() == end - at {
            all[at..end].sort_by_key(place);
        }
        at = end.max(at + 1);
    }
    all
}

/// What a step presses.
fn pressed(step: &Step) -> Option<&Element> {
    let Action::Click { .. } = step.action else {
        return None;
    };
    step.screen.get(step.target?)
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
                .is_some_and(|it| !it.screen.is_same_form(&step.screen))
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
