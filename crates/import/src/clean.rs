//! What a recording has that does nothing for the task, taken out one kind after the other. Nothing goes silently: each
//! is listed with its line.

use crate::intent::{Act, Intent, Note, Script};

/// Says why an intent goes, if it does.
type Pass = fn(&[Intent], usize) -> Option<&'static str>;

/// Take out what does nothing, and join what is one.
pub(crate) fn clean(script: &mut Script) {
    let passes: [Pass; 9] = [
        clicks_without_a_press,
        clicks_on_nothing,
        tab,
        clicks_before_more_clicks,
        typed_key,
        earlier_value,
        focus,
        again,
        close_at_the_end,
    ];
    for pass in passes {
        let mut at = 0;
        while at < script.intents.len() {
            match pass(&script.intents, at) {
                None => at += 1,
                Some(why) => {
                    let gone = script.intents.remove(at);
                    script.dropped.push(Note {
                        line: gone.line,
                        what: gone.act.to_string(),
                        why: why.to_owned(),
                    });
                    // What it led to is told by what is left.
                    if let Some(before) = at.checked_sub(1).and_then(|it| script.intents.get_mut(it)) {
                        before.effects.extend(gone.effects);
                    }
                    // What stands before it has another one behind it now.
                    at = at.saturating_sub(1);
                }
            }
        }
    }
    script.dropped.sort_by_key(|it| it.line);
}

/// Whether two intents are about the same element: all names that the one has, the other has too.
fn same(a: &Intent, b: &Intent) -> bool {
    let (Some(one), Some(other)) = (a.act.target(), b.act.target()) else {
        return false;
    };
    let (one, other) = (names(one), names(other));
    let (fewer, more) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    // A recorder adds a name by what a field holds, and leaves alternatives out of what it writes by itself.
    a.place == b.place && fewer.iter().all(|it| more.contains(it))
}

fn names(target: &crate::locator::Target) -> Vec<&str> {
    target.names.iter().map(|it| it.written.as_str()).collect()
}

/// A browser reports a click on the button that Enter presses.
fn clicks_without_a_press(all: &[Intent], at: usize) -> Option<&'static str> {
    matches!(all[at].act, Act::Click { count: 0, .. }).then_some("it is the effect of the key before it")
}

/// A click beside everything is recorded as one on the document.
fn clicks_on_nothing(all: &[Intent], at: usize) -> Option<&'static str> {
    let document = |name: &crate::locator::Locator| {
        [
            "html",
            "css=html",
            "body",
            "css=body",
            "locator(html)",
            "locator(body)",
        ]
        .contains(&name.written.as_str())
    };
    match &all[at].act {
        Act::Click { target, .. } => target
            .names
            .iter()
            .any(document)
            .then_some("it hits nothing but the page itself"),
        _ => None,
    }
}

fn tab(all: &[Intent], at: usize) -> Option<&'static str> {
    match &all[at].act {
        Act::Press { keys, .. } if keys.key() == "Tab" && !keys.control && !keys.alt && !keys.meta => {
            Some("going to the next field is no part of the task")
        }
        _ => None,
    }
}

/// Recorders write the single clicks of a double one too.
fn clicks_before_more_clicks(all: &[Intent], at: usize) -> Option<&'static str> {
    let next = all.get(at + 1)?;
    match (&all[at].act, &next.act) {
        (Act::Click { count: 1, .. }, Act::Click { count: 2.., .. }) if same(&all[at], next) => {
            Some("it is one of the clicks that follow")
        }
        // A third click follows a double one.
        (Act::Click { count: 1, .. }, Act::Click { count: 1, .. }) if same(&all[at], next) => {
            let then = all.get(at + 2)?;
            let double = matches!(then.act, Act::Click { count: 2.., .. }) && same(next, then);
            double.then_some("it is one of the clicks that follow")
        }
        _ => None,
    }
}

/// A key that wrote something is told by what the field holds.
fn typed_key(all: &[Intent], at: usize) -> Option<&'static str> {
    let Act::Press { keys, target } = &all[at].act else {
        return None;
    };
    let writes = !keys.is_modified() && keys.key().chars().count() == 1
        || ["Backspace", "Delete", "Space"].contains(&keys.key())
        || (keys.control || keys.meta) && ["A", "V", "X", "C"].contains(&keys.key())
        || keys.shift
            && !keys.control
            && ["Home", "End", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].contains(&keys.key());
    if !writes {
        return None;
    }
    let other = all[at + 1..]
        .iter()
        .find(|it| !matches!(it.act, Act::Press { .. }))?;
    let filled = matches!(other.act, Act::Fill { .. });
    let there = target.is_none() || same(&all[at], other);
    let before = at
        .checked_sub(1)
        .is_none_or(|it| target.is_some() || same_field(&all[it], other));
    (filled && there && before).then_some("what it wrote is told by what the field holds then")
}

/// Whether what was done before leaves the focus in a field, or is in the middle of it.
fn same_field(before: &Intent, field: &Intent) -> bool {
    same(before, field) || matches!(before.act, Act::Press { .. })
}

/// Only the last of several values that a field held counts.
fn earlier_value(all: &[Intent], at: usize) -> Option<&'static str> {
    let next = all.get(at + 1)?;
    let both = matches!((&all[at].act, &next.act), (Act::Fill { .. }, Act::Fill { .. }));
    (both && same(&all[at], next)).then_some("the field holds something else a moment later")
}

/// A click that only brings the focus to what is filled next.
fn focus(all: &[Intent], at: usize) -> Option<&'static str> {
    let next = all.get(at + 1)?;
    let click = matches!(all[at].act, Act::Click { .. }) && all[at].effects.is_empty();
    let filled = matches!(
        next.act,
        Act::Fill { .. } | Act::Choose { .. } | Act::Append { .. }
    );
    (click && filled && same(&all[at], next)).then_some("it brings the focus to what is filled next")
}

/// The same value in the same field, or the same state of the same box, once more.
fn again(all: &[Intent], at: usize) -> Option<&'static str> {
    let before = all.get(at.checked_sub(1)?)?;
    let states = matches!(
        all[at].act,
        Act::Fill { .. } | Act::Tick { .. } | Act::Choose { .. }
    );
    (states && before.act == all[at].act && before.place == all[at].place)
        .then_some("it says the same once more")
}

fn close_at_the_end(all: &[Intent], at: usize) -> Option<&'static str> {
    let rest = all[at..].iter().all(|it| matches!(it.act, Act::Close));
    rest.then_some("a recording ends with what was done on the page")
}

#[cfg(test)]
mod tests;
