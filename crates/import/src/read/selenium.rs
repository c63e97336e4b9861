//! A project of Selenium IDE: commands with a target, its alternatives, and a value.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::step::{Read, ReadError, empty, part};
use crate::{
    format::Format,
    intent::{Act, Check, Choice, Claim, Frame, Place, Script, Text, Variable},
    locator::{Link, Locator, Target, unread},
    why::{Unread, Why},
    words::Words,
};

#[derive(Deserialize)]
struct Project<'a> {
    #[serde(default)]
    name: String,
    #[serde(default)]
    url: String,
    #[serde(borrow)]
    tests: Vec<Test<'a>>,
}

#[derive(Deserialize)]
struct Test<'a> {
    #[serde(default)]
    name: String,
    #[serde(borrow, default)]
    commands: Vec<&'a RawValue>,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Command {
    command: String,
    #[serde(default)]
    target: String,
    #[serde(default)]
    targets: Vec<Vec<String>>,
    #[serde(default)]
    value: String,
    #[serde(default)]
    opens_window: bool,
    window_handle_name: Option<String>,
}

pub(super) fn read(text: &str) -> Result<Script, ReadError> {
    let project: Project<'_> = serde_json::from_str(text).map_err(|source| ReadError::Json {
        format: Format::SeleniumIde,
        source,
    })?;
    let mut tests: Vec<&Test<'_>> = project
        .tests
        .iter()
        .filter(|it| !it.commands.is_empty())
        .collect();
    if tests.len() > 1 {
        return Err(ReadError::Several {
            names: tests.iter().map(|it| it.name.clone()).collect(),
        });
    }
    let Some(test) = tests.pop() else {
        return Err(ReadError::Empty);
    };
    let mut reader = Reader {
        script: empty(Format::SeleniumIde),
        base: project.url.trim_end_matches('/').to_owned(),
        place: Place::default(),
        answer: None,
        now: BTreeMap::new(),
        used: BTreeSet::new(),
    };
    let title = if test.name.is_empty() {
        &project.name
    } else {
        &test.name
    };
    reader.script.title = Some(title.clone()).filter(|it| !it.is_empty());
    for raw in &test.commands {
        let (line, command) = part::<Command>(text, raw);
        match command {
            Ok(command) => {
                let command = reader.with_variables(command);
                reader.command(line, &command);
            }
            Err(why) => reader.script.add(line, "a command", Place::default(), Err(why)),
        }
    }
    Ok(reader.script)
}

struct Reader {
    script: Script,
    /// The address that others are relative to.
    base: String,
    place: Place,
    /// How the next dialog is answered, where that stands in front of what opens it.
    answer: Option<(bool, Option<Text>)>,
    /// Names that were stored to again after a step had used them, each with the variable that it stands for by now.
    now: BTreeMap<String, String>,
    /// Variables that a command so far has in it.
    used: BTreeSet<String>,
}

impl Reader {
    /// A command with the variables that its names stand for by now.
    fn with_variables(&mut self, mut it: Command) -> Command {
        let written = |name: &str| format!("${{{name}}}");
        let alternatives = it.targets.iter_mut().flatten();
        for text in alternatives.chain([&mut it.target, &mut it.value]) {
            for (name, now) in &self.now {
                *text = text.replace(&written(name), &written(now));
            }
            let used = self.script.variables.iter().map(|it| &it.name);
            self.used
                .extend(used.filter(|it| text.contains(&written(it))).cloned());
        }
        it
    }

    fn command(&mut self, line: usize, it: &Command) {
        let name = it.command.as_str();
        // A command behind slashes is switched off.
        if name.starts_with("//") || name.is_empty() {
            return self.add(line, name, Ok(Read::Dropped("it is switched off")));
        }
        let read = match name {
            "selectFrame" => self.frame(&it.target),
            "selectWindow" => self.window(&it.target),
            "chooseOkOnNextConfirmation" => self.next(true, None),
            "chooseCancelOnNextConfirmation" | "chooseCancelOnNextPrompt" => self.next(false, None),
            "answerOnNextPrompt" => self.next(true, Some(slots(&it.target))),
            "store" => self.store(line, it),
            _ => self.act(line, it),
        };
        let done = matches!(&read, Ok(Read::Act(_)));
        self.add(line, name, read);
        if done && it.opens_window {
            let page = it.window_handle_name.clone().unwrap_or_default();
            self.script.led_to(crate::intent::Effect::Popup { page });
        }
        if done && let Some((accept, text)) = self.answer.take() {
            let accept = Some(accept);
            self.add(line, "a dialog", Ok(Read::Act(Act::Answer { accept, text })));
        }
    }

    fn add(&mut self, line: usize, what: &str, read: Result<Read, Why>) {
        self.script.add(line, what, self.place.clone(), read);
    }

    fn frame(&mut self, target: &str) -> Result<Read, Why> {
        match target.split_once('=') {
            Some(("index", number)) => {
                let number = number.parse().map_err(|_| "the frame's number is not read")?;
                self.place.frames.push(Frame::Number(number));
            }
            Some(("relative", "parent")) => drop(self.place.frames.pop()),
            Some(("relative", "top")) => self.place.frames.clear(),
            _ => {
                let target = Target::read(vec![locator(target)])?;
                self.place.frames.push(Frame::Element(target));
            }
        }
        Ok(Read::Nothing)
    }

    fn window(&mut self, target: &str) -> Result<Read, Why> {
        let name = target
            .strip_prefix("handle=${")
            .and_then(|it| it.strip_suffix('}'));
        let name = name.ok_or("which window is meant is not read")?;
        self.place.page = if name == "root" {
            String::new()
        } else {
            name.to_owned()
        };
        self.place.frames.clear();
        Ok(Read::Nothing)
    }

    fn next(&mut self, accept: bool, text: Option<Text>) -> Result<Read, Why> {
        self.answer = Some((accept, text));
        Ok(Read::Nothing)
    }

    fn store(&mut self, line: usize, it: &Command) -> Result<Read, Why> {
        let value = slots(&it.target).fill(&|_| None).ok();
        let name = self.now.get(&it.value).unwrap_or(&it.value).clone();
        let known = self.script.variables.iter_mut().find(|it| it.name == name);
        let name = match known {
            Some(known) if self.used.contains(&name) && (known.value.is_none() || known.value != value) => {
                // Steps before this one go on with the value before it.
                let now = self.free_name(&it.value);
                self.now.insert(it.value.clone(), now.clone());
                now
            }
            Some(known) => {
                (known.value, known.line) = (value, line);
                return Ok(Read::Nothing);
            }
            None => name,
        };
        self.script.variables.push(Variable { name, value, line });
        Ok(Read::Nothing)
    }

    /// A name like this one that no variable has.
    fn free_name(&self, name: &str) -> String {
        let taken = |it: &String| self.script.variables.iter().any(|known| known.name == *it);
        let mut all = (2..).map(|number| format!("{name}_{number}"));
        all.find(|it| !taken(it)).unwrap_or_default()
    }

    fn act(&self, line: usize, it: &Command) -> Result<Read, Why> {
        let name = it.command.as_str();
        if let Some(claim) = claim(name, &it.value) {
            return self.check(line, it, claim);
        }
        let target = || target(it);
        Ok(Read::Act(match name {
            "open" => Act::Open {
                address: self.address(&it.target),
            },
            "click" | "clickAt" => Act::Click {
                target: target()?,
                count: 1,
            },
            "doubleClick" | "doubleClickAt" => Act::Click {
                target: target()?,
                count: 2,
            },
            "type" | "editContent" => Act::Fill {
                target: target()?,
                text: slots(&it.value),
            },
            "sendKeys" => keys(target()?, &it.value)?,
            "select" => Act::Choose {
                target: target()?,
                choice: choice(&it.value)?,
            },
            "check" => Act::Tick {
                target: target()?,
                on: true,
            },
            "uncheck" => Act::Tick {
                target: target()?,
                on: false,
            },
            "mouseOver" => Act::Hover { target: target()? },
            "dragAndDropToObject" => Act::Drag {
                target: target()?,
                to: Target::read(vec![locator(&it.value)])?,
            },
            "close" => Act::Close,
            "webdriverChooseOkOnVisibleConfirmation" => Act::Answer {
                accept: Some(true),
                text: None,
            },
            "webdriverChooseCancelOnVisibleConfirmation" | "webdriverChooseCancelOnVisiblePrompt" => {
                Act::Answer {
                    accept: Some(false),
                    text: None,
                }
            }
            "webdriverAnswerOnVisiblePrompt" => Act::Answer {
                accept: Some(true),
                text: Some(slots(&it.target)),
            },
            "setWindowSize" | "setSpeed" | "echo" | "debugger" => {
                return Ok(Read::Dropped("it changes nothing on the page"));
            }
            "pause" => return Ok(Read::Dropped("the device waits by itself")),
            "mouseDownAt" | "mouseMoveAt" | "mouseUpAt" | "mouseDown" | "mouseUp" | "mouseOut" => {
                return Ok(Read::Dropped("it is a part of what the pointer does besides"));
            }
            "runScript" if it.target.trim_start().starts_with("window.scrollTo(") => {
                return Ok(Read::Dropped("the device scrolls to what it needs"));
            }
            "runScript" | "executeScript" | "executeAsyncScript" => {
                return Err("scripts of the page are not run".into());
            }
            "if" | "elseIf" | "else" | "while" | "times" | "forEach" | "do" | "repeatIf" | "end" => {
                return Err("loops and conditions of the author are not read: show one round".into());
            }
            "addSelection" | "removeSelection" => {
                return Err("several options at once are not read: a list is given one option".into());
            }
            "run" => return Err("another test is run there: import that one by itself".into()),
            _ => return Err("there is no such command, or only an extension knows it".into()),
        }))
    }

    fn address(&self, target: &str) -> Text {
        let relative = !target.contains("://");
        let slash = if relative && !target.starts_with('/') {
            "/"
        } else {
            ""
        };
        match relative {
            true => slots(&format!("{}{slash}{target}", self.base)),
            false => slots(target),
        }
    }

    fn check(&self, line: usize, it: &Command, claim: Claim) -> Result<Read, Why> {
        let whole_page = matches!(claim, Claim::Title(_));
        let names_none = matches!(claim, Claim::Other(_)) && target(it).is_err();
        Ok(Read::Check(Check {
            line,
            place: self.place.clone(),
            target: if whole_page || names_none {
                None
            } else {
                Some(target(it)?)
            },
            claim: match claim {
                Claim::Title(_) => Claim::Title(slots(&it.target)),
                claim => claim,
            },
        }))
    }
}

/// What a command claims, if it claims something.
fn claim(name: &str, value: &str) -> Option<Claim> {
    let text = || slots(value);
    let stem = name
        .strip_prefix("assert")
        .or_else(|| name.strip_prefix("verify"))
        .or_else(|| name.strip_prefix("waitFor"))?;
    Some(match stem {
        "Text" => Claim::Text(text()),
        "ElementPresent" | "ElementVisible" => Claim::Shows,
        "ElementNotPresent" | "ElementNotVisible" => Claim::Absent,
        "Value" => Claim::Value(text()),
        "Checked" => Claim::Ticked(true),
        "NotChecked" => Claim::Ticked(false),
        "Title" => Claim::Title(text()),
        _ => Claim::Other(name.to_owned()),
    })
}

fn slots(text: &str) -> Text {
    Text::with_variables(text, "${", '}')
}

fn target(it: &Command) -> Result<Target, Why> {
    let mut all = Vec::new();
    if !it.target.is_empty() {
        all.push(locator(&it.target));
    }
    all.extend(
        it.targets
            .iter()
            .filter_map(|it| it.first())
            .map(|it| locator(it)),
    );
    Target::read(all)
}

fn locator(written: &str) -> Result<Locator, Unread> {
    let link = |words| Link::Role {
        role: Some("link".to_owned()),
        name: Some(words),
        checked: None,
    };
    let attribute = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        Locator::css_as(&format!("[{name}=\"{value}\"]"), written)
    };
    match written.split_once('=') {
        Some(("id", id)) => attribute("id", id),
        Some(("name", name)) => attribute("name", name),
        Some(("css", css)) => Locator::css_as(css, written),
        Some(("xpath", path)) => Locator::xpath(path, written),
        Some(("linkText" | "link", text)) => Ok(Locator::of(written, link(Words::Exactly(text.to_owned())))),
        Some(("partialLinkText", text)) => Ok(Locator::of(written, link(Words::Within(text.to_owned())))),
        _ if written.starts_with("//") || written.starts_with("(//") => Locator::xpath(written, written),
        _ => Err(unread(written, "there is no such strategy")),
    }
}

fn choice(value: &str) -> Result<Choice, Why> {
    match value.split_once('=') {
        Some(("label", text)) => Ok(Choice::Label(slots(text))),
        Some(("value", text)) => Ok(Choice::Value(slots(text))),
        Some(("index", number)) => number
            .parse()
            .map(Choice::Number)
            .map_err(|_| "the number is not read".into()),
        Some(("id", _)) => Err("an option by its id is not read".into()),
        _ => Ok(Choice::Label(slots(value))),
    }
}

/// Keys have names in capital letters: `${KEY_ENTER}`. Anything else is text.
fn keys(target: Target, value: &str) -> Result<Act, Why> {
    let key = value.strip_prefix("${KEY_").and_then(|it| it.strip_suffix('}'));
    match key {
        Some(name) => {
            let name = match name {
                "PAGE_UP" => "PageUp".to_owned(),
                "PAGE_DOWN" => "PageDown".to_owned(),
                "RETURN" => "Enter".to_owned(),
                "ESC" | "ESCAPE" => "Escape".to_owned(),
                "BKSP" => "Backspace".to_owned(),
                "DEL" => "Delete".to_owned(),
                name => name.strip_prefix("ARROW_").unwrap_or(name).to_owned(),
            };
            let keys = name.parse().map_err(Why::Chord)?;
            Ok(Act::Press {
                target: Some(target),
                keys,
            })
        }
        None if value.contains("${KEY_") => Err("keys among text are not read".into()),
        None => Ok(Act::Append {
            target,
            text: slots(value),
        }),
    }
}
