//! Playwright codegen's JSON lines: a header, then one action a line.

use serde::Deserialize;

use super::{
    selector,
    step::{Read, ReadError, empty},
};
use crate::{
    format::Format,
    intent::{Act, Check, Choice, Claim, Effect, Place, Script, Text},
    locator::Target,
    why::Why,
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    name: Option<String>,
    #[serde(default)]
    page_guid: String,
    selector: Option<String>,
    url: Option<String>,
    text: Option<String>,
    value: Option<String>,
    key: Option<String>,
    button: Option<String>,
    #[serde(default)]
    modifiers: u8,
    click_count: Option<u8>,
    position: Option<serde_json::Value>,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    files: Vec<String>,
    checked: Option<bool>,
    #[serde(default)]
    substring: bool,
    #[serde(default)]
    signals: Vec<Signal>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Signal {
    name: String,
    url: Option<String>,
    popup_page_guid: Option<String>,
    selector: Option<String>,
}

pub(super) fn read(text: &str) -> Result<Script, ReadError> {
    let mut script = empty(Format::PlaywrightJsonl);
    let mut first = None;
    for (at, written) in text.lines().enumerate().filter(|(_, it)| !it.trim().is_empty()) {
        let line: Line = match serde_json::from_str(written) {
            Ok(line) => line,
            Err(error) => {
                let why = Why::shape(&error);
                script.add(at + 1, "a line", Place::default(), Err(why));
                continue;
            }
        };
        // The header has no name.
        let Some(name) = &line.name else { continue };
        let page = first.get_or_insert_with(|| line.page_guid.clone());
        let page = if *page == line.page_guid {
            String::new()
        } else {
            line.page_guid.clone()
        };
        step(&mut script, at + 1, name, &line, page);
    }
    Ok(script)
}

fn step(script: &mut Script, at: usize, name: &str, line: &Line, page: String) {
    let mut place = Place {
        page,
        frames: Vec::new(),
    };
    let mut target = None;
    if let Some(written) = &line.selector {
        match selector::read(written) {
            Ok((frames, locator)) => {
                place.frames = frames;
                target = Some(Target::of(locator));
            }
            Err(unread) => {
                return script.add(at, name, place, Err(unread.into()));
            }
        }
    }
    let read = act(name, line, target, &place, at);
    let done = matches!(read, Ok(Read::Act(_)));
    script.add(at, name, place, read);
    for signal in line.signals.iter().filter(|_| done) {
        effect(script, at, signal, line);
    }
}

fn act(name: &str, line: &Line, target: Option<Target>, place: &Place, at: usize) -> Result<Read, Why> {
    let text = |it: &Option<String>| Text::plain(it.clone().unwrap_or_default());
    match name {
        "openPage" | "closePage" | "navigate" => return alone(name, line, place),
        _ => {}
    }
    let target = target.ok_or("it names no element")?;
    let check = |target, claim| {
        Ok(Read::Check(Check {
            line: at,
            place: place.clone(),
            target: Some(target),
            claim,
        }))
    };
    Ok(Read::Act(match name {
        "click" => click(line, target)?,
        "fill" => Act::Fill {
            target,
            text: text(&line.text),
        },
        "press" => Act::Press {
            target: Some(target),
            keys: chord(line)?,
        },
        "select" => match &line.options[..] {
            [one] => Act::Choose {
                target,
                choice: Choice::Value(Text::plain(one)),
            },
            options => return Err(Why::SeveralOptions { count: options.len() }),
        },
        "check" => Act::Tick { target, on: true },
        "uncheck" => Act::Tick { target, on: false },
        "setInputFiles" => Act::Upload {
            target,
            files: line.files.iter().map(Text::plain).collect(),
        },
        "hover" => Act::Hover { target },
        "assertVisible" => return check(target, Claim::Shows),
        "assertText" if line.substring => return check(target, Claim::Contains(text(&line.text))),
        "assertText" => return check(target, Claim::Text(text(&line.text))),
        "assertValue" => return check(target, Claim::Value(text(&line.value))),
        "assertChecked" => return check(target, Claim::Ticked(line.checked.unwrap_or(true))),
        "assertSnapshot" => {
            return check(target, Claim::Other("looks as its recorded snapshot".to_owned()));
        }
        _ => return Err("there is no such action".into()),
    }))
}

fn alone(name: &str, line: &Line, place: &Place) -> Result<Read, Why> {
    let address = line.url.as_deref().unwrap_or_default();
    match name {
        "navigate" => Ok(Read::Act(Act::Open {
            address: Text::plain(address),
        })),
        "closePage" => Ok(Read::Act(Act::Close)),
        _ if place.page.is_empty() || address.is_empty() || address == "about:blank" => Ok(Read::Nothing),
        _ => Err("a second page was opened by hand".into()),
    }
}

fn click(line: &Line, target: Target) -> Result<Act, Why> {
    if line.position.is_some() {
        return Err("it is clicked at a place within it, which only coordinates tell".into());
    }
    if line.modifiers != 0 {
        return Err("a key is held while it is clicked".into());
    }
    match (
        line.button.as_deref().unwrap_or("left"),
        line.click_count.unwrap_or(1),
    ) {
        ("left", count @ 0..=3) => Ok(Act::Click { target, count }),
        ("right", _) => Ok(Act::RightClick { target }),
        (button, count) => Err(Why::Clicks {
            count: count.to_string(),
            button: Some(button.to_owned()),
        }),
    }
}

fn chord(line: &Line) -> Result<ui::Chord, Why> {
    let held = [(2, "Control"), (1, "Alt"), (8, "Shift"), (4, "Meta")];
    let held = held.into_iter().filter(|(bit, _)| line.modifiers & bit != 0);
    let mut text: String = held.map(|(_, name)| format!("{name}+")).collect();
    text.push_str(line.key.as_deref().unwrap_or_default());
    text.parse().map_err(Why::Chord)
}

fn effect(script: &mut Script, at: usize, signal: &Signal, line: &Line) {
    let place = Place {
        page: script
            .intents
            .last()
            .map(|it| it.place.page.clone())
            .unwrap_or_default(),
        frames: Vec::new(),
    };
    match (
        signal.name.as_str(),
        &signal.url,
        &signal.popup_page_guid,
        &signal.selector,
    ) {
        ("navigation", Some(address), _, _) => script.led_to(Effect::Navigation {
            address: address.clone(),
        }),
        ("popup", _, Some(page), _) => script.led_to(Effect::Popup { page: page.clone() }),
        ("download", _, _, _) => script.led_to(Effect::Download),
        ("expect", _, _, Some(written)) => {
            if let Ok((_, locator)) = selector::read(written) {
                script.led_to(Effect::Shows(locator));
            }
        }
        ("dialog", _, _, _) => {
            let act = Act::Answer {
                accept: None,
                text: None,
            };
            script.add(
                at,
                line.name.as_deref().unwrap_or_default(),
                place,
                Ok(Read::Act(act)),
            );
        }
        // What a later version may tell is no part of what was done.
        _ => {}
    }
}
