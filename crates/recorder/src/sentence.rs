//! A step in words, with the locator that holds on its own screen.

use ui::{Action, ElementId, HardAction, Key, Locator, Screen, suggest};

use crate::step::Step;

/// The longest text that an element is called by, in characters.
const SHORT: usize = 50;

/// How a target can be named on its own screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// By this locator, which finds it and nothing else there.
    Holds(Locator),
    /// Only by its place among others that are alike.
    PlaceOnly(Locator),
    /// Not at all.
    Nothing,
}

/// The likeliest locator that finds an element and nothing else on its screen.
pub fn prove(screen: &Screen, target: ElementId) -> Proof {
    match suggest(screen, target, &[]).into_iter().next() {
        Some(it) if it.locator.nth.is_some() => Proof::PlaceOnly(it.locator),
        Some(it) => Proof::Holds(it.locator),
        None => Proof::Nothing,
    }
}

/// A step in words; a text that stands for a secret is its name.
pub fn sentence(step: &Step) -> String {
    let it = |target: &ElementId| named(&step.screen, *target);
    let quoted = |text: &str| format!("\"{}\"", text.replace('\n', "\\n"));
    let value = |text: &String| match &step.secret {
        Some(name) => format!("the secret {name}"),
        None => quoted(text),
    };
    match &step.action {
        Action::Click { target } => format!("click {}", it(target)),
        Action::DoubleTap { target } => format!("double click {}", it(target)),
        Action::LongPress { target } => format!("press {} long", it(target)),
        Action::RightClick { target } => format!("right click {}", it(target)),
        Action::Hover { target } => format!("point at {}", it(target)),
        Action::DragTo { target, to } => format!("drag {} to {}", it(target), it(to)),
        Action::ClickAt { target, at } => format!("click {} at {at}", it(target)),
        Action::DragAlong { target, path } => format!("drag over {} along {path}", it(target)),
        Action::SelectText { target, text } => format!("select the text {} in {}", quoted(text), it(target)),
        Action::InputText { target, text, clear } => {
            let verb = if *clear { "type" } else { "add" };
            match target {
                Some(target) => format!("{verb} {} into {}", value(text), it(target)),
                None => format!("{verb} {}", value(text)),
            }
        }
        Action::SelectOption { target, option } => format!("choose {} in {}", quoted(option), it(target)),
        Action::UploadFiles { target, files } => format!("give {} to {}", quoted(files), it(target)),
        Action::Scroll { target, direction } => match target {
            Some(target) => format!("scroll {} {direction}", it(target)),
            None => format!("scroll {direction}"),
        },
        Action::KeyboardEnter => "press Enter".to_owned(),
        Action::PressKeys { keys } => format!("press {keys}"),
        Action::AnswerDialog { accept, text } => {
            let answer = if *accept { "agree to" } else { "refuse" };
            let asked = step.screen.elements.first().and_then(|it| it.text.as_deref());
            let asked = asked.map(|it| format!(" {}", quoted(it))).unwrap_or_default();
            let with = text.as_ref().map(|it| format!(" with {}", quoted(it)));
            format!("{answer} the dialog{asked}{}", with.unwrap_or_default())
        }
        Action::NavigateBack => "go back".to_owned(),
        Action::SwitchWindow { title } => format!("go to the window {}", quoted(title)),
        Action::OpenLink { link } => format!("open {link}"),
        Action::Answer { text } => format!("answer {}", value(text)),
        Action::OpenApp { app } => format!("open {app}"),
        Action::Swipe { .. } | Action::NavigateHome | Action::Wait | Action::Status { .. } => {
            words(&step.action)
        }
    }
}

fn words(action: &HardAction) -> String {
    action.kind().name().replace('_', " ")
}

/// What an element is called by the locator that holds for it.
fn named(screen: &Screen, target: ElementId) -> String {
    match prove(screen, target) {
        Proof::Holds(locator) => told(screen, target, &locator),
        Proof::PlaceOnly(locator) => {
            let nth = locator.nth.clone().unwrap_or_default();
            let which = match nth.as_str() {
                "-1" => "the last".to_owned(),
                nth => format!("number {nth}"),
            };
            format!("{which} of {}", told(screen, target, &locator))
        }
        Proof::Nothing => screen
            .get(target)
            .map_or_else(|| "nothing".to_owned(), ui::Element::name),
    }
}

/// The element's kind, what it shows, and what the locator goes by where that is something else.
fn told(screen: &Screen, target: ElementId, locator: &Locator) -> String {
    let Some(element) = screen.get(target) else {
        return "nothing".to_owned();
    };
    let kind = element.role.as_deref().or(element.class_name.as_deref());
    // A phone's classes have long names, whose last part says what it is.
    let kind = kind.map(|it| it.rsplit('.').next().unwrap_or(it));
    let mut told = kind.unwrap_or("element").to_owned();
    let shown = shown(element);
    if let Some(shown) = &shown {
        told = format!("{told} \"{shown}\"");
    }
    let parts = locator.attributes.iter().filter_map(|(key, value)| match key {
        Key::ResourceName => Some(format!("#{value}")),
        // What tells no two of a page apart by itself says nothing to a person.
        Key::Role | Key::ClassName | Key::Type => None,
        Key::Text | Key::Label | Key::ContentDescription | Key::HintText | Key::Tooltip
            if shown.as_deref() == Some(value) =>
        {
            None
        }
        key => Some(format!("{key} {value}")),
    });
    let parts: Vec<String> = parts.collect();
    if !parts.is_empty() {
        told = format!("{told} ({})", parts.join(", "));
    }
    let anchors: Vec<String> = locator.anchors().map(|it| format!("\"{it}\"")).collect();
    if !anchors.is_empty() {
        told = format!("{told} in the row {}", anchors.join(", "));
    }
    told
}

/// What an element shows, or is called.
fn shown(element: &ui::Element) -> Option<String> {
    let named = [
        &element.label,
        &element.text,
        &element.content_description,
        &element.hint_text,
    ];
    let shown = named.into_iter().find_map(|it| it.as_deref())?;
    let short = shown.chars().count() <= SHORT;
    Some(match short {
        true => shown.to_owned(),
        false => shown.chars().take(SHORT).chain(['…']).collect(),
    })
}
