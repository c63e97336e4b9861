//! Steps and recordings to words, without a model: what was done, and what the two screens show of its effect.
//!
//! Where an agent left a summary or a conclusion, that one stands; these are made for all others, so that every
//! recording has the three layers of the trajectory tree.

use std::collections::{BTreeMap, BTreeSet};

use ui::{Action, Element, ElementId, HardAction, Screen};

use crate::recording::{Origin, Recording};

/// How many texts of one kind a summary lists before it counts the rest.
const LISTED: usize = 6;
/// How much of one text a summary shows, in characters.
const TEXT: usize = 48;

/// What an action did, in one line: the action, then what changed, appeared and vanished.
pub fn summarize_step(before: &Screen, action: &HardAction, after: &Screen) -> String {
    let mut line = describe_action(before, action);
    let effects = effects(before, after);
    if effects.is_empty() {
        line.push_str("; nothing changed");
    }
    for effect in effects {
        line.push_str("; ");
        line.push_str(&effect);
    }
    line
}

/// The action in words, its target by name instead of by index.
pub fn describe_action(screen: &Screen, action: &HardAction) -> String {
    in_words(screen, action, short)
}

/// The same with what was typed or answered in full, on one line.
pub fn describe_action_in_full(screen: &Screen, action: &HardAction) -> String {
    in_words(screen, action, |text| text.replace('\n', "\\n"))
}

fn in_words(screen: &Screen, action: &HardAction, text_of: impl Fn(&str) -> String) -> String {
    let at = |id: &ElementId| target(screen, *id);
    match action {
        Action::OpenApp { app } => format!("opened the app \"{}\"", short(app)),
        Action::Click { target } => format!("clicked {}", at(target)),
        Action::DoubleTap { target } => format!("double-tapped {}", at(target)),
        Action::LongPress { target } => format!("long-pressed {}", at(target)),
        Action::RightClick { target } => format!("right-clicked {}", at(target)),
        Action::Hover { target } => format!("moved the pointer over {}", at(target)),
        Action::DragTo { target, to } => format!("dragged {} to {}", at(target), at(to)),
        Action::ClickAt { target, at: point } => format!("clicked {} at {point}", at(target)),
        Action::DragAlong { target, path } => format!("dragged over {} along {path}", at(target)),
        Action::SelectText { target, text } => format!("selected \"{}\" in {}", text_of(text), at(target)),
        Action::SelectOption { target, option } => {
            format!("chose \"{}\" in {}", text_of(option), at(target))
        }
        Action::UploadFiles { target, files } => {
            let files = files.lines().collect::<Vec<_>>().join(", ");
            format!("gave the files \"{}\" to {}", text_of(&files), at(target))
        }
        Action::InputText { target, text, clear } => {
            let place = target.as_ref().map_or_else(|| "the focused field".to_owned(), at);
            let how = if *clear { ", replacing what it held" } else { "" };
            format!("typed \"{}\" into {place}{how}", text_of(text))
        }
        Action::Scroll { target, direction } => match target {
            Some(target) => format!("scrolled {} {direction}", at(target)),
            None => format!("scrolled the screen {direction}"),
        },
        Action::Swipe { direction } => format!("swiped {direction}"),
        Action::KeyboardEnter => "pressed enter".to_owned(),
        Action::PressKeys { keys } => format!("pressed {keys}"),
        Action::AnswerDialog { accept, text } => {
            let how = if *accept { "accepted" } else { "dismissed" };
            match text {
                Some(text) => format!("{how} the dialog with \"{}\"", text_of(text)),
                None => format!("{how} the dialog"),
            }
        }
        Action::NavigateBack => "went back".to_owned(),
        Action::NavigateHome => "went home".to_owned(),
        Action::SwitchWindow { title } => format!("went to the window \"{}\"", text_of(title)),
        Action::OpenLink { link } => format!("opened the address \"{}\"", text_of(link)),
        Action::Wait => "waited".to_owned(),
        Action::Answer { text } => format!("answered \"{}\"", text_of(text)),
        Action::Status { goal_status } => format!("ended the episode as {goal_status}"),
    }
}

/// What happened as a whole: who did what, in how many steps, how it ended.
pub fn conclude(recording: &Recording) -> String {
    let who = match recording.origin {
        Origin::Search => "The search",
        Origin::React => "The agent",
        Origin::Script => "The function",
        Origin::Hybrid => "The function and, from its breakpoint, the explorer",
        Origin::Person => "A person",
    };
    let idle = (0..recording.steps.len())
        .filter(|it| !recording.changed(*it))
        .count();
    let steps = match recording.steps.len() {
        1 => "1 step".to_owned(),
        many => format!("{many} steps"),
    };
    let mut text = format!(
        "{who} worked on \"{}\" in {steps}",
        one_line(&recording.instance.goal)
    );
    if idle > 0 {
        text.push_str(&format!(", {idle} of them without effect"));
    }
    if let Some(breakpoint) = recording.breakpoint {
        text.push_str(&format!(
            "; the function did the first {breakpoint} before it failed"
        ));
    }
    text.push_str(&format!(". Outcome: {}", recording.ending.outcome));
    if let Some(reward) = recording.reward {
        text.push_str(&format!(", reward {reward}"));
    }
    text.push('.');
    if let Some(answer) = &recording.answer {
        text.push_str(&format!(" Answer: \"{}\".", short(answer)));
    }
    if let Some(diagnostic) = &recording.ending.diagnostic {
        text.push_str(&format!(" {diagnostic}."));
    }
    if let Some(last) = recording.steps.len().checked_sub(1) {
        text.push_str(&format!(
            " Last: {}.",
            describe_action(&recording.steps[last].screen, &recording.steps[last].action)
        ));
    }
    text
}

impl Recording {
    /// The summary of a step (0-based): the actor's own, or one made from the screens. `None` past the end.
    pub fn summary(&self, step: usize) -> Option<String> {
        let it = self.steps.get(step)?;
        let made = || summarize_step(&it.screen, &it.action, self.after(step));
        Some(said(&it.summary).unwrap_or_else(made))
    }

    /// The conclusion: the actor's own, or one made from the steps and the ending.
    pub fn concluded(&self) -> String {
        said(&self.conclusion).unwrap_or_else(|| conclude(self))
    }
}

/// What an actor said; a blank text says nothing.
fn said(text: &Option<String>) -> Option<String> {
    text.clone().filter(|it| !it.trim().is_empty())
}

fn target(screen: &Screen, id: ElementId) -> String {
    screen.get(id).map_or_else(
        || format!("element {id}, which the screen does not have"),
        |it| one_line(&it.name()),
    )
}

/// What is different on the second screen, most telling first.
fn effects(before: &Screen, after: &Screen) -> Vec<String> {
    let mut all = Vec::new();
    if before.app != after.app {
        all.push(format!("{} is in front", shown_place(after)));
    } else if before.activity != after.activity {
        all.push(format!("went on to {}", shown_place(after)));
    }
    let paired = ui::same::paired(before, after);
    for (old, new) in &paired {
        all.extend(changes(old, new));
    }
    let (appeared, vanished) = (texts(after), texts(before));
    // A field's text is told as what the field holds, so it neither appears nor vanishes once more.
    let typed: BTreeSet<String> = paired
        .iter()
        .filter(|(_, new)| new.editable)
        .flat_map(|(old, new)| [old, new])
        .flat_map(|it| it.words().map(one_line))
        .collect();
    let only = |here: &BTreeMap<String, usize>, there: &BTreeMap<String, usize>| -> Vec<String> {
        here.iter()
            .filter(|(text, count)| there.get(*text).is_none_or(|it| it < count) && !typed.contains(*text))
            .map(|(text, _)| text.clone())
            .collect()
    };
    let order = |screen: &Screen, texts: Vec<String>| -> Vec<String> {
        let mut seen = BTreeSet::new();
        let on_screen = screen
            .elements
            .iter()
            .flat_map(|it| it.words().map(one_line).collect::<Vec<_>>());
        on_screen
            .filter(|it| texts.contains(it) && seen.insert(it.clone()))
            .collect()
    };
    for (verb, screen, texts) in [
        ("appeared", after, only(&appeared, &vanished)),
        ("vanished", before, only(&vanished, &appeared)),
    ] {
        if !texts.is_empty() {
            all.push(format!("{verb}: {}", listed(&order(screen, texts))));
        }
    }
    if all.is_empty() && before.elements != after.elements {
        all.push(match after.elements.len() as i64 - before.elements.len() as i64 {
            0 => "elements moved or changed their state".to_owned(),
            more if more > 0 => format!("{more} more elements, none with a text"),
            fewer => format!("{} fewer elements, none with a text", -fewer),
        });
    }
    all
}

fn shown_place(screen: &Screen) -> String {
    let place = [screen.app.as_str(), screen.activity.as_str()];
    let named: Vec<&str> = place.into_iter().filter(|it| !it.is_empty()).collect();
    if named.is_empty() {
        "another screen".to_owned()
    } else {
        one_line(&named.join(" "))
    }
}

fn changes(old: &Element, new: &Element) -> Option<String> {
    let what = || {
        let label = [&new.label, &new.hint_text, &new.content_description];
        let text = [&new.text, &new.resource_name];
        let mut named = label.into_iter().filter_map(|it| it.as_deref());
        let mut other = text.into_iter().filter_map(|it| it.as_deref());
        named
            .find(|it| !it.is_empty())
            .or_else(|| other.find(|it| !it.is_empty()))
            .map_or_else(|| "the field".to_owned(), |it| format!("\"{}\"", short(it)))
    };
    if old.editable && new.editable && old.held_text() != new.held_text() {
        return Some(match new.held_text() {
            "" => format!("{} is empty", what()),
            held => format!("{} holds \"{}\"", what(), short(held)),
        });
    }
    // Only the same thing changes its state; another row that moved to this place does not.
    let same = old.text == new.text && old.content_description == new.content_description;
    let state = [
        (old.checked, new.checked, "is checked", "is not checked"),
        (old.selected, new.selected, "is selected", "is not selected"),
        (old.enabled, new.enabled, "is enabled", "is disabled"),
        (
            old.focused && old.editable,
            new.focused && new.editable,
            "has the focus",
            "lost the focus",
        ),
    ];
    state
        .into_iter()
        .find(|(was, is, ..)| same && was != is)
        .map(|(_, is, on, off)| format!("{} {}", what(), if is { on } else { off }))
}

/// Every readable text of a screen with the number of elements that show it.
fn texts(screen: &Screen) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for element in &screen.elements {
        let own: BTreeSet<String> = element
            .words()
            .map(one_line)
            .filter(|it| !it.is_empty())
            .collect();
        for text in own {
            *all.entry(text).or_insert(0) += 1;
        }
    }
    all
}

fn listed(texts: &[String]) -> String {
    let mut line: Vec<String> = texts
        .iter()
        .take(LISTED)
        .map(|it| format!("\"{}\"", short(it)))
        .collect();
    if texts.len() > LISTED {
        line.push(format!("{} more", texts.len() - LISTED));
    }
    line.join(", ")
}

/// A text without line breaks and runs of blanks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text on one line, cut where it is long.
fn short(text: &str) -> String {
    let line = one_line(text);
    match line.char_indices().nth(TEXT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use ui::{Direction, Element};

    use super::*;

    fn button(text: &str, place: u16) -> Element {
        Element {
            text: Some(text.to_owned()),
            class_name: Some("android.widget.Button".to_owned()),
            clickable: true,
            path: vec![0, place],
            ..Element::default()
        }
    }

    fn field(held: &str) -> Element {
        Element {
            text: Some(if held.is_empty() { "Name" } else { held }.to_owned()),
            hint_text: Some("Name".to_owned()),
            class_name: Some("android.widget.EditText".to_owned()),
            editable: true,
            path: vec![0, 9],
            ..Element::default()
        }
    }

    fn screen(activity: &str, elements: Vec<Element>) -> Screen {
        Screen {
            app: "notes".to_owned(),
            activity: activity.to_owned(),
            size: (100, 200),
            elements,
            today: String::new(),
            in_part: Vec::new(),
        }
    }

    #[track_caller]
    fn check(before: &Screen, action: HardAction, after: &Screen, expected: &str) {
        assert_eq!(summarize_step(before, &action, after), expected);
    }

    #[test]
    fn tells_what_appeared_and_vanished() {
        let list = screen("list", vec![button("New", 0), button("Sort", 1)]);
        let dialog = screen("list", vec![button("Sort", 1), button("Keep\n it", 2), field("")]);
        check(
            &list,
            Action::Click { target: ElementId(0) },
            &dialog,
            "clicked Button \"New\"; appeared: \"Keep it\", \"Name\"; vanished: \"New\"",
        );
    }

    #[test]
    fn tells_what_a_field_holds_once() {
        check(
            &screen("list", vec![field("")]),
            Action::InputText {
                target: Some(ElementId(0)),
                text: "a.md".into(),
                clear: true,
            },
            &screen("list", vec![field("a.md")]),
            "typed \"a.md\" into EditText (hint: \"Name\"), replacing what it held; \"Name\" holds \"a.md\"",
        );
    }

    #[test]
    fn a_long_text_is_cut_or_told_in_full() {
        let (empty, text) = (screen("list", vec![]), format!("{}\nend", "long ".repeat(12)));
        let answer = Action::Answer { text };
        assert!(describe_action(&empty, &answer).ends_with("…\""));
        let full = describe_action_in_full(&empty, &answer);
        assert!(full.ends_with("long \\nend\""), "{full}");
    }

    #[test]
    fn tells_states_places_and_nothing() {
        let off = screen("list", vec![button("Save", 0)]);
        let mut on = off.clone();
        on.elements[0].selected = true;
        check(&off, Action::Wait, &on, "waited; \"Save\" is selected");
        check(
            &off,
            Action::NavigateBack,
            &screen("", vec![button("Save", 0)]),
            "went back; went on to notes",
        );
        check(
            &off,
            Action::Scroll {
                target: None,
                direction: Direction::Down,
            },
            &off,
            "scrolled the screen down; nothing changed",
        );
    }

    #[test]
    fn counts_what_it_does_not_list() {
        let many = screen(
            "list",
            (0..9).map(|it| button(&format!("row {it}"), it)).collect(),
        );
        let said = summarize_step(&screen("list", vec![]), &Action::Wait, &many);
        assert!(said.ends_with("\"row 5\", 3 more"), "{said}");
    }

    #[test]
    fn an_index_of_another_screen_is_said_so() {
        let empty = screen("list", vec![]);
        let said = summarize_step(&empty, &Action::Click { target: ElementId(7) }, &empty);
        assert_eq!(
            said,
            "clicked element 7, which the screen does not have; nothing changed"
        );
    }
}
