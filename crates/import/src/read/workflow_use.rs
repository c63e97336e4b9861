//! A workflow of workflow-use, in the shapes that are about: recorded with selectors, older ones with `action` and
//! `target`, and such that name elements by their text.

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::step::{Read, ReadError, empty, part};
use crate::{
    format::Format,
    intent::{Act, Choice, Part, Place, Script, Text, Variable},
    locator::{Link, Locator, Target, unread},
    why::{Unread, Why},
    words::Words,
};

#[derive(Deserialize)]
struct Workflow<'a> {
    name: Option<String>,
    #[serde(borrow)]
    steps: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    input_schema: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Input {
    name: String,
    default: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    #[serde(rename = "type", alias = "action")]
    kind: String,
    url: Option<String>,
    target: Option<String>,
    value: Option<Value>,
    selected_text: Option<String>,
    key: Option<String>,
    css_selector: Option<String>,
    xpath: Option<String>,
    element_tag: Option<String>,
    element_text: Option<String>,
    #[serde(rename = "target_text")]
    target_text: Option<String>,
    #[serde(default)]
    selector_strategies: Vec<Strategy>,
}

#[derive(Deserialize)]
struct Strategy {
    #[serde(rename = "type")]
    kind: String,
    value: String,
}

pub(super) fn read(text: &str) -> Result<Script, ReadError> {
    let workflow: Workflow<'_> = serde_json::from_str(text).map_err(|source| ReadError::Json {
        format: Format::WorkflowUse,
        source,
    })?;
    let mut script = empty(Format::WorkflowUse);
    script.title = workflow.name;
    for raw in workflow.input_schema {
        let (line, input) = part::<Input>(text, raw);
        match input {
            Ok(input) => script.variables.push(Variable {
                name: input.name,
                value: input.default.as_ref().map(plain),
                line,
            }),
            Err(why) => script.add(line, "an input", Place::default(), Err(why)),
        }
    }
    for raw in workflow.steps {
        let (line, step) = part::<Step>(text, raw);
        match step {
            Ok(step) => script.add(line, &step.kind, Place::default(), act(&step)),
            Err(why) => script.add(line, "a step", Place::default(), Err(why)),
        }
    }
    Ok(script)
}

fn act(step: &Step) -> Result<Read, Why> {
    let text = || {
        step.value
            .as_ref()
            .map(|it| value(&plain(it)))
            .ok_or("it has no value")
    };
    Ok(Read::Act(match step.kind.as_str() {
        "navigation" | "navigate" => {
            let address = step
                .url
                .as_ref()
                .or(step.target.as_ref())
                .ok_or("it has no address")?;
            Act::Open {
                address: slots(address),
            }
        }
        "click" => Act::Click {
            target: target(step)?,
            count: 1,
        },
        "input" | "type" | "fill" => Act::Fill {
            target: target(step)?,
            text: text()?,
        },
        "select_change" | "select" => {
            let chosen = step.selected_text.as_deref().map(slots);
            Act::Choose {
                target: target(step)?,
                choice: Choice::Label(chosen.map_or_else(text, Ok)?),
            }
        }
        "key_press" => {
            let key = step.key.as_deref().ok_or("it has no key")?;
            let keys = key.replace("CmdOrCtrl", "Control");
            Act::Press {
                target: target(step).ok(),
                keys: keys.parse().map_err(Why::Chord)?,
            }
        }
        "go_back" => Act::Back,
        "scroll" => return Ok(Read::Dropped("the device scrolls to what it needs")),
        "wait" => return Ok(Read::Dropped("the device waits by itself")),
        "extract" | "extract_page_content" => {
            return Ok(Read::Dropped("it reads, and changes nothing on the page"));
        }
        "agent" => return Err("an agent decides what is done there".into()),
        _ => return Err("there is no such step".into()),
    }))
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn slots(text: &str) -> Text {
    Text::with_variables(text, "{", '}')
}

/// What was typed; the recorder keeps passwords as stars, which were typed as such else.
fn value(text: &str) -> Text {
    match !text.is_empty() && text.chars().all(|it| it == '*') {
        true => Text(vec![Part::Variable("password".to_owned())]),
        false => slots(text),
    }
}

fn target(step: &Step) -> Result<Target, Why> {
    let given = |it: &Option<String>| it.clone().filter(|it| !it.trim().is_empty());
    let mut all: Vec<Result<Locator, Unread>> = Vec::new();
    if let Some(css) = given(&step.css_selector) {
        all.push(Locator::css(&css));
    }
    if let Some(path) = given(&step.xpath) {
        all.push(Locator::xpath(&path, &path));
    }
    let pressed = step
        .element_tag
        .as_deref()
        .is_some_and(|it| matches!(it.to_lowercase().as_str(), "button" | "a"));
    if let Some(text) = given(&step.element_text).filter(|_| pressed) {
        all.push(Ok(named(&text)));
    }
    if let Some(text) = given(&step.target_text) {
        all.push(Ok(named(&text)));
    }
    if let Some(target) = given(&step.target) {
        all.push(Locator::css(&target));
    }
    all.extend(step.selector_strategies.iter().map(strategy));
    Target::read(all)
}

/// By what it is called, whatever it is.
fn named(text: &str) -> Locator {
    let link = Link::Role {
        role: None,
        name: Some(Words::Exactly(text.trim().to_owned())),
        checked: None,
    };
    Locator::of(&format!("\"{}\"", text.trim()), link)
}

fn strategy(it: &Strategy) -> Result<Locator, Unread> {
    let written = format!("{} {}", it.kind, it.value);
    let exact = || Words::Exactly(it.value.clone());
    let attribute = |name: &str| {
        let value = it.value.replace('\\', "\\\\").replace('"', "\\\"");
        Locator::css_as(&format!("[{name}=\"{value}\"]"), &written)
    };
    match it.kind.as_str() {
        "css" => Locator::css_as(&it.value, &written),
        "xpath" => Locator::xpath(&it.value, &written),
        "id" => attribute("id"),
        "name" => attribute("name"),
        "text_exact" | "text" | "aria_label" => Ok(named(&it.value)),
        "placeholder" => Ok(Locator::of(&written, Link::Placeholder(exact()))),
        "title" => Ok(Locator::of(&written, Link::Title(exact()))),
        "alt_text" => Ok(Locator::of(&written, Link::Alt(exact()))),
        _ => Err(unread(&written, "there is no such strategy")),
    }
}
