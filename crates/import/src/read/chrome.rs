//! A user flow of Chrome's Recorder panel: a list of steps with several selectors each, and keys one by one.

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::step::{Read, ReadError, empty, part};
use crate::{
    format::Format,
    intent::{Act, Check, Claim, Effect, Frame, Note, Place, Script, Text},
    locator::{Link, Locator, Target, unread},
    why::{Unread, Why},
    words::Words,
};

/// The keys that are held while others are pressed.
const MODIFIERS: [&str; 4] = ["Control", "Alt", "Shift", "Meta"];

#[derive(Deserialize)]
struct Flow<'a> {
    title: Option<String>,
    #[serde(borrow)]
    steps: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    selectors: Vec<Value>,
    target: Option<String>,
    #[serde(default)]
    frame: Vec<usize>,
    url: Option<String>,
    value: Option<String>,
    key: Option<String>,
    button: Option<String>,
    visible: Option<bool>,
    count: Option<u64>,
    #[serde(default)]
    asserted_events: Vec<Asserted>,
}

#[derive(Deserialize)]
struct Asserted {
    #[serde(rename = "type")]
    kind: String,
    url: Option<String>,
}

pub(super) fn read(text: &str) -> Result<Script, ReadError> {
    let json = |source| ReadError::Json {
        format: Format::ChromeRecorder,
        source,
    };
    // A flow, a list of its steps, or one step.
    let flow = match text.trim_start().as_bytes().first() {
        Some(b'[') => Flow {
            title: None,
            steps: serde_json::from_str(text).map_err(json)?,
        },
        _ => match serde_json::from_str(text) {
            Ok(flow) => flow,
            Err(error) => match serde_json::from_str::<Step>(text) {
                Ok(_) => Flow {
                    title: None,
                    steps: vec![serde_json::from_str(text).map_err(json)?],
                },
                Err(_) => return Err(json(error)),
            },
        },
    };
    let mut script = empty(Format::ChromeRecorder);
    script.title = flow.title;
    let mut keys = Keys::default();
    for raw in flow.steps {
        let (line, step) = part::<Step>(text, raw);
        match step {
            Ok(step) => one(&mut script, line, &step, &mut keys),
            Err(why) => script.add(line, "a step", Place::default(), Err(why)),
        }
    }
    Ok(script)
}

/// Which keys are down.
#[derive(Default)]
struct Keys {
    held: Vec<String>,
    down: Vec<String>,
}

fn one(script: &mut Script, line: usize, step: &Step, keys: &mut Keys) {
    let place = Place {
        page: step.target.clone().filter(|it| it != "main").unwrap_or_default(),
        frames: step.frame.iter().map(|it| Frame::Number(*it)).collect(),
    };
    let read = match step.kind.as_str() {
        "keyDown" | "keyUp" => key(step, keys, line, script),
        _ => act(step, line, &place),
    };
    let led = |it: &&Asserted| it.kind == "navigation";
    let effects: Vec<Effect> = step
        .asserted_events
        .iter()
        .filter(led)
        .filter_map(|it| it.url.clone())
        .map(|address| Effect::Navigation { address })
        .collect();
    script.add(line, &step.kind, place, read);
    if !matches!(step.kind.as_str(), "navigate" | "setViewport") {
        effects.into_iter().for_each(|it| script.led_to(it));
    }
}

fn key(step: &Step, keys: &mut Keys, line: usize, script: &mut Script) -> Result<Read, Why> {
    let key = step.key.clone().ok_or("it names no key")?;
    let modifier = MODIFIERS.contains(&key.as_str());
    if step.kind == "keyUp" {
        let down = match modifier {
            true => &mut keys.held,
            false => &mut keys.down,
        };
        match down.iter().position(|it| *it == key) {
            Some(at) => drop(down.remove(at)),
            None => script.dropped.push(Note {
                line,
                what: step.kind.clone(),
                why: "the key was not down: Shift was let go before it".to_owned(),
            }),
        }
        return Ok(Read::Nothing);
    }
    if modifier {
        keys.held.push(key);
        return Ok(Read::Nothing);
    }
    // A letter is a capital one already where Shift is held.
    let letter = key.chars().count() == 1;
    let held = keys.held.iter().filter(|it| !(letter && *it == "Shift"));
    let mut chord: String = held.map(|it| format!("{it}+")).collect();
    chord.push_str(&key);
    keys.down.push(key);
    let keys = chord.parse().map_err(Why::Chord)?;
    Ok(Read::Act(Act::Press { target: None, keys }))
}

fn act(step: &Step, line: usize, place: &Place) -> Result<Read, Why> {
    let target = || Target::read(step.selectors.iter().map(selector).collect());
    let check = |target, claim| {
        Ok(Read::Check(Check {
            line,
            place: place.clone(),
            target,
            claim,
        }))
    };
    Ok(Read::Act(match step.kind.as_str() {
        "setViewport" | "emulateNetworkConditions" => {
            return Ok(Read::Dropped("the browser has settings of its own"));
        }
        "scroll" => return Ok(Read::Dropped("the device scrolls to what it needs")),
        "navigate" => Act::Open {
            address: Text::plain(step.url.clone().ok_or("it has no address")?),
        },
        "click" => match step.button.as_deref().unwrap_or("primary") {
            "primary" => Act::Click {
                target: target()?,
                count: 1,
            },
            "secondary" => Act::RightClick { target: target()? },
            button => return Err(Why::not_read(format!("the {button} button"))),
        },
        "doubleClick" => Act::Click {
            target: target()?,
            count: 2,
        },
        "hover" => Act::Hover { target: target()? },
        "change" => Act::Fill {
            target: target()?,
            text: Text::plain(step.value.clone().ok_or("it has no value")?),
        },
        "close" => Act::Close,
        "waitForElement" => {
            let claim = match (step.visible, step.count) {
                (Some(false), _) | (_, Some(0)) => Claim::Absent,
                (_, None | Some(1)) => Claim::Shows,
                (_, Some(count)) => Claim::Other(format!("is there {count} times")),
            };
            return check(Some(target()?), claim);
        }
        "waitForExpression" => return check(None, Claim::Other("fulfils an expression".to_owned())),
        _ => return Err("there is no such step, or only an extension knows it".into()),
    }))
}

/// One alternative: a text, or several that lead through what stands around it.
fn selector(value: &Value) -> Result<Locator, Unread> {
    let parts: Option<Vec<&str>> = match value {
        Value::String(one) => Some(vec![one]),
        Value::Array(all) => all.iter().map(Value::as_str).collect(),
        _ => None,
    };
    let parts = parts.ok_or_else(|| unread(&value.to_string(), "it is no text"))?;
    let written = parts.join(" ");
    let mut links = Vec::new();
    for part in parts {
        links.extend(link(part, &written)?);
    }
    match links.is_empty() {
        true => Err(unread(&written, "it names no element")),
        false => Ok(Locator { written, links }),
    }
}

fn link(part: &str, written: &str) -> Result<Vec<Link>, Unread> {
    let locator = match part.split_once('/') {
        Some(("aria", name)) => return Ok(vec![aria(name)]),
        Some(("text", text)) => return Ok(vec![Link::Text(Words::Within(text.to_owned()))]),
        Some(("xpath", path)) => Locator::xpath(path, written)?,
        Some(("pierce", css)) => Locator::css_as(css, written)?,
        _ => Locator::css_as(part, written)?,
    };
    Ok(locator.links)
}

/// `Save[role="button"]`: an accessible name, and perhaps a role.
fn aria(text: &str) -> Link {
    let (mut name, mut role) = (text, None);
    while let Some((before, attribute)) = name.strip_suffix("\"]").and_then(|it| it.rsplit_once('[')) {
        let Some((key, value)) = attribute.split_once("=\"") else {
            break;
        };
        match key.trim() {
            "role" => role = Some(value.to_owned()),
            "name" => {
                return Link::Role {
                    role,
                    name: Some(Words::Exactly(value.to_owned())),
                    checked: None,
                };
            }
            _ => break,
        }
        name = before;
    }
    Link::Role {
        role,
        name: Some(Words::Exactly(name.to_owned())).filter(|it| !it.text().is_empty()),
        checked: None,
    }
}
