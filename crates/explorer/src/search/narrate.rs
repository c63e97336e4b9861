//! What a step did, in one line, from the screens before and after it.

use std::collections::HashSet;

use ui::{HardAction, Screen, same::identity};

/// The action with the name of what it acts on.
pub(super) fn deed(screen: &Screen, action: &HardAction) -> String {
    let target = action.target().and_then(|id| screen.get(*id)).map(|it| it.name());
    match (action, target) {
        (
            HardAction::InputText {
                text, clear: true, ..
            },
            Some(it),
        ) => format!("replaced the text of {it} by \"{text}\""),
        (HardAction::InputText { text, .. }, Some(it)) => format!("typed \"{text}\" into {it}"),
        (HardAction::InputText { text, .. }, None) => format!("typed \"{text}\""),
        (HardAction::SelectOption { option, .. }, Some(it)) => format!("chose \"{option}\" in {it}"),
        (HardAction::UploadFiles { files, .. }, Some(it)) => format!("gave {files:?} to {it}"),
        (HardAction::DragTo { to, .. }, Some(it)) => {
            let to = screen.get(*to).map(|it| it.name()).unwrap_or_default();
            format!("dragged {it} to {to}")
        }
        (HardAction::ClickAt { at, .. }, Some(it)) => format!("clicked {it} at {at}"),
        (HardAction::DragAlong { path, .. }, Some(it)) => format!("dragged over {it} along {path}"),
        (HardAction::SelectText { text, .. }, Some(it)) => format!("selected \"{text}\" in {it}"),
        (HardAction::PressKeys { keys }, _) => format!("pressed {keys}"),
        (HardAction::AnswerDialog { accept: true, .. }, _) => "accepted the dialog".to_owned(),
        (HardAction::AnswerDialog { accept: false, .. }, _) => "dismissed the dialog".to_owned(),
        (HardAction::SwitchWindow { title }, _) => format!("went to the window {title}"),
        (HardAction::OpenLink { link }, _) => format!("opened the address {link}"),
        (HardAction::OpenApp { app }, _) => format!("opened the app {app}"),
        (HardAction::Answer { text }, _) => format!("answered \"{text}\""),
        (HardAction::Scroll { direction, .. }, Some(it)) => format!("scrolled {it} {direction}"),
        (other, Some(it)) => format!("{} on {it}", other.kind().name().replace('_', " ")),
        (other, None) => other.kind().name().replace('_', " "),
    }
}

/// What changed between two screens.
pub(super) fn change(before: &Screen, after: &Screen) -> String {
    if before.signature() == after.signature() {
        return "nothing visible changed".to_owned();
    }
    let mut parts = Vec::new();
    if (&before.app, &before.activity) != (&after.app, &after.activity) {
        parts.push(
            format!("now on {} {}", after.app, after.activity)
                .trim_end()
                .to_owned(),
        );
    }
    let names = |of: &Screen, not: &Screen| -> Vec<String> {
        let known: HashSet<String> = not.elements.iter().map(identity).collect();
        let fresh = of
            .elements
            .iter()
            .filter(|it| !known.contains(&identity(it)) && it.words().next().is_some());
        fresh.map(|it| it.name()).collect()
    };
    for (what, names) in [
        ("appeared", names(after, before)),
        ("went away", names(before, after)),
    ] {
        if !names.is_empty() {
            let more = if names.len() > 4 {
                format!(" and {} more", names.len() - 4)
            } else {
                String::new()
            };
            parts.push(format!(
                "{what}: {}{more}",
                names.iter().take(4).cloned().collect::<Vec<_>>().join(", ")
            ));
        }
    }
    let mut held: Vec<String> = Vec::new();
    for (old, new) in before.elements.iter().zip(&after.elements) {
        if new.editable && old.path == new.path && old.held_text() != new.held_text() {
            held.push(format!("a field now holds \"{}\"", new.held_text().trim_end()));
        }
        if old.path == new.path && old.checked != new.checked {
            held.push(format!(
                "{} is {}",
                new.name(),
                if new.checked { "checked" } else { "not checked" }
            ));
        }
    }
    parts.extend(held.into_iter().take(3));
    if parts.is_empty() {
        "the screen changed a little".to_owned()
    } else {
        parts.join("; ")
    }
}
