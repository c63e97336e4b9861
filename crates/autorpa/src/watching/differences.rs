//! What a page looked like when a function was right, and what is different now. Only controls count: what rows, links and
//! texts say is what a page is about, and changes by itself.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use trajectory::{Outcome, Recording, Step, describe_action};
use ui::{Element, Role, Screen};

/// What was seen in a run, version 1 of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookV1 {
    pub version: u32,
    /// The hash of the script that looked.
    pub script_sha256: String,
    pub run: Option<String>,
    pub outcome: String,
    /// What was found otherwise than the script says.
    pub healed: BTreeSet<String>,
    /// By what was done there: the controls of the screens on which it was done.
    pub screens: BTreeMap<String, BTreeSet<String>>,
    /// What was told of last, so that it is told once.
    pub told: Vec<String>,
}

/// Version of the file this code writes.
pub const VERSION: u32 = 1;

/// The screen that a run ended on.
const LAST: &str = "at its end";

impl LookV1 {
    /// What was seen in a run.
    pub fn of(script_sha256: &str, recording: &Recording, run: Option<&str>, healed: &[String]) -> Self {
        let mut screens: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let places = recording.steps.iter().map(|it| (place(it), it.screen.as_ref()));
        for (place, screen) in places.chain([(LAST.to_owned(), recording.last.as_ref())]) {
            screens.entry(place).or_default().extend(controls(screen));
        }
        Self {
            version: VERSION,
            script_sha256: script_sha256.to_owned(),
            run: run.map(str::to_owned),
            outcome: recording.ending.outcome.name().to_owned(),
            healed: healed.iter().cloned().collect(),
            screens,
            told: Vec::new(),
        }
    }

    /// Whether the function came through.
    pub fn is_right(&self) -> bool {
        [Outcome::Reached, Outcome::Unchecked]
            .iter()
            .any(|it| it.name() == self.outcome)
    }

    /// What is different now, a line each. Of a run that broke off, only the screens that it came to are held against these.
    pub fn differences(&self, now: &Self) -> Vec<String> {
        let mut lines = Vec::new();
        if now.outcome != self.outcome {
            lines.push(format!("it ended {}, and was {}", now.outcome, self.outcome));
        }
        lines.extend(
            now.healed
                .difference(&self.healed)
                .map(|it| format!("found otherwise: {it}")),
        );
        let mut said = BTreeSet::new();
        for (place, was) in &self.screens {
            let Some(is) = now.screens.get(place) else {
                continue;
            };
            for (set, other, what) in [(was, is, "gone"), (is, was, "new")] {
                let new = set
                    .difference(other)
                    .filter(|it| said.insert((what, (*it).clone())));
                let new: Vec<String> = new.cloned().collect();
                lines.extend(
                    new.iter()
                        .map(|it| format!("{what} {}: {it}", place_words(place))),
                );
            }
        }
        lines
    }
}

fn place_words(place: &str) -> String {
    match place {
        LAST => LAST.to_owned(),
        place => format!("where {place}"),
    }
}

/// What a step is called: by the line that did it, and what it did, without what was typed.
fn place(step: &Step) -> String {
    let line = step.position.map_or(0, |it| it.line);
    let target = step.action.targets().next().and_then(|it| step.screen.get(*it));
    match target.and_then(control) {
        Some(control) => format!("line {line} uses {control}"),
        None => format!("line {line} runs ({})", step.action.kind()),
    }
}

/// The controls of a screen, each once: what it is, and what it is called.
fn controls(screen: &Screen) -> BTreeSet<String> {
    screen.elements.iter().filter_map(control).collect()
}

/// What a control is and what it is called; `None` for what is no control, or has no name.
fn control(element: &Element) -> Option<String> {
    let what = if element.editable {
        "field"
    } else if element.is(Role::Choice) {
        "list"
    } else if element.checkable {
        "box"
    } else if element.is(Role::Button) {
        "button"
    } else {
        return None;
    };
    let own = [&element.label, &element.content_description, &element.hint_text];
    let text = element.text.as_ref().filter(|_| what == "button");
    let name = text
        .into_iter()
        .chain(own.into_iter().flatten())
        .find(|it| !it.trim().is_empty())?;
    Some(format!("{what} \"{}\"", name.trim()))
}

/// A step in words, for what a function did that it may not.
pub fn words(step: &Step) -> String {
    describe_action(&step.screen, &step.action)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use task::{Instance, Params};
    use trajectory::Origin;
    use ui::{Action, ElementId};

    use super::*;

    fn button(text: &str) -> Element {
        Element {
            text: Some(text.to_owned()),
            class_name: Some("button".to_owned()),
            clickable: true,
            ..Element::default()
        }
    }

    fn field(label: &str, held: &str) -> Element {
        Element {
            label: Some(label.to_owned()),
            text: Some(held.to_owned()),
            editable: true,
            ..Element::default()
        }
    }

    fn row(text: &str) -> Element {
        Element {
            text: Some(text.to_owned()),
            class_name: Some("td".to_owned()),
            ..Element::default()
        }
    }

    fn look(elements: Vec<Element>, outcome: Outcome, healed: &[String]) -> LookV1 {
        let screen = Arc::new(Screen {
            elements,
            ..Screen::default()
        });
        let step = Step::new(Arc::clone(&screen), Action::Click { target: ElementId(0) });
        let instance = Instance::of_no_type("", "", Params::new());
        let mut recording = Recording::reached(Origin::Script, instance, vec![step], screen);
        recording.ending.outcome = outcome;
        LookV1::of("h", &recording, None, healed)
    }

    /// What an earlier program has seen is read, and written to the same bytes.
    #[test]
    fn the_kept_sample_is_read_and_written() {
        const V1: &str = include_str!("../../tests/samples/look-v1.json");
        let read: LookV1 = serde_json::from_str(V1).unwrap();
        assert!(read.is_right());
        assert_eq!(serde_json::to_string_pretty(&read).unwrap(), V1.trim_end());
    }

    #[test]
    fn controls_count_and_what_a_page_is_about_does_not() {
        let before = look(
            vec![button("Save"), field("Name", "Ada"), row("Ada")],
            Outcome::Reached,
            &[],
        );
        let same = look(
            vec![button("Save"), row("Grace"), row("Karel"), field("Name", "Grace")],
            Outcome::Reached,
            &[],
        );
        assert_eq!(before.differences(&same), Vec::<String>::new());
        let other = look(
            vec![button("Save"), field("Full name", ""), button("Cancel")],
            Outcome::Stuck,
            &["line 3: by its place".to_owned()],
        );
        let said = before.differences(&other);
        assert_eq!(
            said,
            [
                "it ended stuck, and was reached",
                "found otherwise: line 3: by its place",
                "gone at its end: field \"Name\"",
                "new at its end: button \"Cancel\"",
                "new at its end: field \"Full name\"",
            ]
        );
        assert!(before.is_right() && !other.is_right());
    }
}
