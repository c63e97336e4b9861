//! A step in words, with the locator that holds on its own screen.

use ui::{Action, ElementId, HardAction, Key, Locator, Screen, suggest};

use crate::step::Step;

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
        Action::OpenApp { .. }
        | Action::Swipe { .. }
        | Action::NavigateHome
        | Action::Wait
        | Action::Status { .. } => words(&step.action),
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
            let which = if nth == "-1" {
                "the last".to_owned()
            } else {
                format!("number {nth}")
            };
            format!("{which} of {}", told(screen, target, &locator))
        }
        Proof::Nothing => screen
            .get(target)
            .map(ui::Element::name)
            .unwrap_or_else(|| "nothing".to_owned()),
    }
}

fn told(screen: &Screen, target: ElementId, locator: &Locator) -> String {
    let parts = locator.attributes.iter().filter_map(|(key, value)| {
        Some(match key {
            Key::Text | Key::TextContains | Key::TextStartsWith | Key::TextEndsWith => format!("\"{value}\""),
            Key::Label
            | Key::HintText
            | Key::ContentDescription
            | Key::ContentDescriptionContains
            | Key::Tooltip => {
                format!("\"{value}\"")
            }
            Key::ResourceName => format!("#{value}"),
            Key::Name => format!("[{value}]"),
            Key::Role | Key::ClassName | Key::Type => return None,
            _ => format!("{key} {value}"),
        })
    });
    let parts: Vec<String> = parts.collect();
    let kind = screen.get(target).map(kind_of).unwrap_or_default();
    let mut told = match parts.is_empty() {
        true => format!("the {kind}"),
        false => format!("{kind} {}", parts.join(" ")),
    };
    // An id alone says little to a person.
    let shown = screen.get(target).and_then(shown);
    if let Some(shown) = shown.filter(|it| !told.contains(it.as_str())) {
        told = format!("{told} (\"{shown}\")");
    }
    if let Some(near) = &locator.near {
        told = format!("{told} in the row \"{near}\"");
    }
    told
}

fn kind_of(element: &ui::Element) -> String {
    let kind = element.role.as_deref().or(element.class_name.as_deref());
    kind.unwrap_or("element").to_owned()
}

fn shown(element: &ui::Element) -> Option<String> {
    let named = [
        &element.label,
        &element.text,
        &element.content_description,
        &element.hint_text,
    ];
    let shown = named.into_iter().find_map(|it| it.as_deref())?;
    Some(shown.chars().take(40).collect())
}
