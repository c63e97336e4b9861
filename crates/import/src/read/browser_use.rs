//! The history of a browser-use agent: what it asked for, what came of it, and which element it met.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::step::{Read, ReadError, empty, line_of};
use crate::{
    format::Format,
    intent::{Act, Choice, Place, Script, Text},
    locator::{Link, Locator, Target},
    why::Why,
    words::Words,
};

#[derive(Deserialize)]
struct History<'a> {
    #[serde(borrow)]
    history: Vec<Step<'a>>,
}

#[derive(Deserialize)]
struct Step<'a> {
    #[serde(borrow)]
    model_output: Option<Output<'a>>,
    #[serde(default)]
    result: Vec<Outcome>,
    #[serde(default)]
    state: State,
}

#[derive(Deserialize)]
struct Output<'a> {
    #[serde(borrow, default)]
    action: Vec<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct Outcome {
    error: Option<String>,
    /// Where it was clicked or typed.
    metadata: Option<BTreeMap<String, Value>>,
}

#[derive(Default, Deserialize)]
struct State {
    #[serde(default)]
    interacted_element: Vec<Option<Met>>,
}

#[derive(Deserialize)]
struct Met {
    #[serde(default)]
    node_name: String,
    #[serde(default)]
    attributes: BTreeMap<String, String>,
    x_path: Option<String>,
    ax_name: Option<String>,
}

pub(super) fn read(text: &str) -> Result<Script, ReadError> {
    let history: History<'_> = serde_json::from_str(text).map_err(|source| ReadError::Json {
        format: Format::BrowserUse,
        source,
    })?;
    let mut script = empty(Format::BrowserUse);
    for step in &history.history {
        let actions = step.model_output.iter().flat_map(|it| &it.action);
        for (at, raw) in actions.enumerate() {
            let line = line_of(text, raw.get());
            let outcome = step.result.get(at);
            let met = step.state.interacted_element.get(at).and_then(Option::as_ref);
            // Each action is an object with one key, its name.
            let action: Result<BTreeMap<String, Value>, _> = serde_json::from_str(raw.get());
            let (name, read) = match action.ok().and_then(|it| it.into_iter().next()) {
                Some((name, arguments)) => {
                    let read = act(&name, &arguments, outcome, met);
                    (name, read)
                }
                None => ("an action".to_owned(), Err("it has no name".into())),
            };
            script.add(line, &name, Place::default(), read);
        }
    }
    Ok(script)
}

fn act(name: &str, arguments: &Value, outcome: Option<&Outcome>, met: Option<&Met>) -> Result<Read, Why> {
    let of = |key: &str| arguments.get(key).and_then(Value::as_str);
    let Some(outcome) = outcome else {
        return Ok(Read::Dropped(
            "it was not done: another action before it ended the step",
        ));
    };
    if outcome.error.is_some() {
        return Ok(Read::Dropped("it failed"));
    }
    let needs_element = matches!(
        name,
        "click"
            | "click_element"
            | "click_element_by_index"
            | "input"
            | "input_text"
            | "select_dropdown"
            | "select_dropdown_option"
            | "upload_file"
    );
    if !needs_element {
        return without(name, arguments);
    }
    let Some(met) = met else {
        return match &outcome.metadata {
            Some(_) => Err("the file does not keep which element it was".into()),
            None => Ok(Read::Dropped("it met no element")),
        };
    };
    let target = target(met)?;
    Ok(Read::Act(match name {
        "click" | "click_element" | "click_element_by_index" => Act::Click { target, count: 1 },
        "input" | "input_text" => {
            let text = secrets(of("text").ok_or("it has no text")?);
            match arguments.get("clear").and_then(Value::as_bool) {
                Some(false) => Act::Append { target, text },
                _ => Act::Fill { target, text },
            }
        }
        "upload_file" => Act::Upload {
            target,
            files: vec![Text::plain(of("path").ok_or("it has no path")?)],
        },
        _ => Act::Choose {
            target,
            choice: Choice::Label(secrets(of("text").ok_or("it has no text")?)),
        },
    }))
}

fn without(name: &str, arguments: &Value) -> Result<Read, Why> {
    let of = |key: &str| arguments.get(key).and_then(Value::as_str);
    Ok(match name {
        "navigate" | "go_to_url" => {
            if arguments.get("new_tab").and_then(Value::as_bool) == Some(true) {
                return Err("a second page was opened by hand".into());
            }
            Read::Act(Act::Open {
                address: Text::plain(of("url").ok_or("it has no address")?),
            })
        }
        "go_back" => Read::Act(Act::Back),
        "send_keys" => {
            let keys = of("keys").ok_or("it has no keys")?;
            let keys = keys.parse().map_err(Why::Chord)?;
            Read::Act(Act::Press { target: None, keys })
        }
        "close" | "close_tab" => Read::Act(Act::Close),
        "scroll" | "find_text" | "scroll_to_text" => Read::Dropped("the device scrolls to what it needs"),
        "wait" => Read::Dropped("the device waits by itself"),
        "done" => Read::Dropped("the agent's own word is no check"),
        "extract" | "screenshot" | "read_file" | "write_file" | "replace_file" | "dropdown_options"
        | "search_page" | "find_elements" => Read::Dropped("it reads, and changes nothing on the page"),
        "switch" | "switch_tab" => return Err("tabs are named by numbers of that one run".into()),
        _ => return Err("there is no such action, or it is none of the browser's".into()),
    })
}

/// Values that were kept from the model stand as names.
fn secrets(text: &str) -> Text {
    const CLOSE: char = '\u{e000}';
    let text = text.replace("</secret>", &CLOSE.to_string());
    Text::with_variables(&text, "<secret>", CLOSE)
}

fn target(met: &Met) -> Result<Target, Why> {
    let tag = met.node_name.to_lowercase();
    let mut all = Vec::new();
    let mut selector = tag.clone();
    for name in ["id", "name", "type", "placeholder", "href"] {
        if let Some(value) = met.attributes.get(name).filter(|it| !it.is_empty()) {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            selector.push_str(&format!("[{name}=\"{value}\"]"));
        }
    }
    if !selector.is_empty() {
        all.push(Locator::css(&selector));
    }
    if let Some(name) = met.ax_name.as_deref().map(str::trim).filter(|it| !it.is_empty()) {
        let link = Link::Role {
            role: None,
            name: Some(Words::Exactly(name.to_owned())),
            checked: None,
        };
        all.push(Ok(Locator::of(&format!("{tag} \"{name}\""), link)));
    }
    if let Some(path) = &met.x_path {
        all.push(Locator::xpath(path, path));
    }
    Target::read(all)
}
