//! Playwright code as codegen writes it: one statement after the other on `page`.

use std::collections::BTreeMap;

use super::{
    call::{self, Chain, Link as Call, Value, camel},
    selector,
    step::{Read, empty},
};
use crate::{
    format::Format,
    intent::{Act, Check, Choice, Claim, Effect, Part, Place, Script, Text, Variable},
    locator::{Link, Locator, Target},
    why::Why,
    words::Words,
};

/// Lines of one statement, at most.
const LONGEST: usize = 200;

pub(super) fn read(text: &str, format: Format) -> Script {
    let mut code = Code {
        script: empty(format),
        pages: BTreeMap::new(),
        awaited: BTreeMap::new(),
        answer: None,
    };
    for (line, statement) in statements(text) {
        code.statement(line, &statement);
    }
    code.script
}

/// The statements, each with the line that it begins on: lines are joined until all brackets are closed.
fn statements(text: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (at, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        let (first, statement) = match open.take() {
            Some((first, before)) => (first, format!("{before}\n{line}")),
            None if trimmed.is_empty() || trimmed.starts_with("//") || trimmed.starts_with('#') => continue,
            None => (at + 1, trimmed.to_owned()),
        };
        let opens_block = first == at + 1 && (trimmed.ends_with("=> {") || trimmed.ends_with(':'));
        let dialog = trimmed.contains("'dialog'") || trimmed.contains("\"dialog\"");
        if (opens_block && !dialog) || is_closed(&statement) || at + 1 - first >= LONGEST {
            all.push((first, statement));
        } else {
            open = Some((first, statement));
        }
    }
    all.extend(open);
    all
}

/// Whether no bracket and no text is open at the end.
fn is_closed(text: &str) -> bool {
    let (mut depth, mut at) = (0_i64, 0);
    while let Some(it) = text[at..].chars().next() {
        at += it.len_utf8();
        match it {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '"' | '\'' | '`' => {
                let quote = [&it.to_string().repeat(3), &it.to_string()]
                    .into_iter()
                    .find(|quote| text[at - 1..].starts_with(quote.as_str()))
                    .cloned()
                    .unwrap_or_default();
                at += quote.len() - 1;
                let mut escaped = false;
                loop {
                    let Some(inner) = text[at..].chars().next() else {
                        return false;
                    };
                    if !escaped && text[at..].starts_with(&quote) {
                        at += quote.len();
                        break;
                    }
                    // A text in plain quotes ends with its line at the latest.
                    if inner == '\n' && quote.len() == 1 && it != '`' && !escaped {
                        break;
                    }
                    escaped = inner == '\\' && !escaped;
                    at += inner.len_utf8();
                }
            }
            _ => {}
        }
    }
    depth <= 0
}

/// What a name of the code stands for until it comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Popup,
    Download,
}

struct Code {
    script: Script,
    /// The names of pages in the code; the first one is the page that is begun with.
    pages: BTreeMap<String, String>,
    awaited: BTreeMap<String, Awaited>,
    /// How the next dialog is answered.
    answer: Option<(bool, Option<Text>)>,
}

impl Code {
    fn statement(&mut self, line: usize, statement: &str) {
        let text = statement.trim().trim_end_matches(';').trim();
        if is_frame_of_code(text) {
            return;
        }
        let read = self.said(line, text);
        if let Err(why) = read {
            let what: String = head(text);
            self.script.add(line, &what, Place::default(), Err(why));
        }
    }

    fn said(&mut self, line: usize, text: &str) -> Result<(), Why> {
        if self.title(text) {
            return Ok(());
        }
        if text.contains(".once('dialog'")
            || text.contains(".once(\"dialog\"")
            || text.contains(".on(\"dialog\"")
            || text.contains(".on('dialog'")
        {
            return self.dialog(text);
        }
        if let Some(awaited) = text
            .strip_prefix("with ")
            .or_else(|| text.strip_prefix("async with "))
        {
            return self.expects(awaited.trim_end_matches(':'));
        }
        let text = text.strip_prefix("await ").unwrap_or(text);
        if let Some((name, value)) = assignment(text) {
            return self.assigns(line, name, value);
        }
        match call::parse(text)? {
            Value::Chain(chain) => self.call(line, text, &chain),
            _ => Err("it is no call".into()),
        }
    }

    /// `test('title', async ({ page }) => {`, `async def run(..):`
    fn title(&mut self, text: &str) -> bool {
        let Some(rest) = text.strip_prefix("test(") else {
            return false;
        };
        let Some((title, rest)) = rest.split_once([',']) else {
            return false;
        };
        if let Ok(Value::Text(title)) = call::parse(title)
            && rest.contains("=> {")
        {
            self.script.title = title.fill(&|_| None).ok().filter(|it| it != "test");
            return true;
        }
        false
    }

    fn dialog(&mut self, text: &str) -> Result<(), Why> {
        let answer = |call: &str| text.split_once(call).map(|(_, rest)| rest);
        match (answer(".accept("), answer(".dismiss(")) {
            (Some(rest), None) => {
                let argument = rest.split_once(')').map_or("", |(it, _)| it).trim();
                let text = match argument.is_empty() {
                    true => None,
                    false => Some(
                        call::parse(argument)?
                            .text()
                            .cloned()
                            .ok_or("the dialog's text is not read")?,
                    ),
                };
                self.answer = Some((true, text));
            }
            (None, Some(_)) => self.answer = Some((false, None)),
            (_, _) => return Err("how the dialog is answered is not read".into()),
        }
        Ok(())
    }

    /// `page.expect_popup() as page1_info`
    fn expects(&mut self, text: &str) -> Result<(), Why> {
        if text.starts_with("sync_playwright()") || text.starts_with("async_playwright()") {
            return Ok(());
        }
        let (call, name) = text.rsplit_once(" as ").ok_or("what is expected has no name")?;
        let awaited = match call.rsplit_once('.').map(|(_, it)| it) {
            Some("expect_popup()") => Awaited::Popup,
            Some("expect_download()") => Awaited::Download,
            _ => return Err("what is expected is not read".into()),
        };
        self.awaited.insert(name.trim().to_owned(), awaited);
        Ok(())
    }

    fn assigns(&mut self, line: usize, name: &str, value: &str) -> Result<(), Why> {
        let value = match call::parse(value)? {
            Value::Chain(chain) => chain,
            // `await page1Promise`
            Value::Text(Text(parts)) => {
                let [Part::Variable(awaited)] = &parts[..] else {
                    let value = Text(parts).fill(&|_| None).ok();
                    self.script.variables.push(Variable {
                        name: name.to_owned(),
                        value,
                        line,
                    });
                    return Ok(());
                };
                return match self.awaited.get(awaited).copied() {
                    Some(awaited) => {
                        self.came(name, awaited);
                        Ok(())
                    }
                    None => Err("it is computed".into()),
                };
            }
            _ => return Err("it is computed".into()),
        };
        let last = value.links.last().map(|it| camel(&it.name)).unwrap_or_default();
        match last.as_str() {
            "waitForEvent" => {
                let event = value
                    .links
                    .last()
                    .and_then(|it| it.args.first())
                    .and_then(Value::plain);
                let awaited = match event.as_deref() {
                    Some("popup") => Awaited::Popup,
                    Some("download") => Awaited::Download,
                    _ => return Err("what is waited for is not read".into()),
                };
                self.awaited.insert(name.to_owned(), awaited);
                Ok(())
            }
            // Python: `page1 = page1_info.value`
            "value" => match self.awaited.get(&value.root).copied() {
                Some(awaited) => {
                    self.came(name, awaited);
                    Ok(())
                }
                None => Err("it is computed".into()),
            },
            "launch" | "newContext" => Ok(()),
            "newPage" if self.pages.is_empty() => {
                self.pages.insert(name.to_owned(), String::new());
                Ok(())
            }
            "newPage" => Err("a second page is opened by hand".into()),
            _ => Err("it is computed".into()),
        }
    }

    fn came(&mut self, name: &str, awaited: Awaited) {
        match awaited {
            Awaited::Popup => {
                self.pages.insert(name.to_owned(), name.to_owned());
                self.script.led_to(Effect::Popup {
                    page: name.to_owned(),
                });
            }
            Awaited::Download => self.script.led_to(Effect::Download),
        }
    }

    /// The page that a name of the code is.
    fn page(&mut self, name: &str) -> Option<String> {
        if let Some(page) = self.pages.get(name) {
            return Some(page.clone());
        }
        // A test is handed its page.
        (name == "page").then(|| self.pages.entry(name.to_owned()).or_default().clone())
    }

    fn call(&mut self, line: usize, text: &str, chain: &Chain) -> Result<(), Why> {
        if chain.root == "expect" {
            return self.expect(line, chain);
        }
        if chain.root == "test" {
            return match chain.links.first().map(|it| it.name.as_str()) {
                Some("use" | "setTimeout" | "slow") => Ok(()),
                _ => Err("it is not a step of one test".into()),
            };
        }
        let Some(page) = self.page(&chain.root) else {
            return match chain.links.last().map(|it| it.name.as_str()) {
                // What is opened around the page is closed again.
                Some("close" | "storage_state" | "storageState") => Ok(()),
                _ => Err(Why::NoPage {
                    name: chain.root.to_string(),
                }),
            };
        };
        let (last, before) = chain.links.split_last().ok_or("nothing is done with the page")?;
        let mut place = Place {
            page,
            frames: Vec::new(),
        };
        let what = head(text);
        if before.is_empty()
            || before
                .iter()
                .all(|it| it.name == "keyboard" || it.name == "mouse")
        {
            let read = on_page(last, before, &mut place, &what);
            self.add(line, &what, place, read);
            return Ok(());
        }
        let (frames, locator) = locator(before, &what)?;
        place.frames = frames;
        let read = on_element(last, Target::of(locator), &what);
        self.add(line, &what, place, read);
        Ok(())
    }

    /// Add what was read, and behind what was done the dialog that it led to.
    fn add(&mut self, line: usize, what: &str, place: Place, read: Result<Read, Why>) {
        let done = matches!(read, Ok(Read::Act(_)));
        let page = place.page.clone();
        self.script.add(line, what, place, read);
        if let Some((accept, text)) = self.answer.take_if(|_| done) {
            let answer = Act::Answer {
                accept: Some(accept),
                text,
            };
            let place = Place {
                page,
                frames: Vec::new(),
            };
            self.script.add(line, "a dialog", place, Ok(Read::Act(answer)));
        }
    }

    /// `expect(page.getByText('x')).toBeVisible()`
    fn expect(&mut self, line: usize, chain: &Chain) -> Result<(), Why> {
        let about = chain.links.first().and_then(|it| it.args.first());
        let (frames, target, page) = match about {
            Some(Value::Text(Text(parts))) => match &parts[..] {
                [Part::Variable(name)] => (Vec::new(), None, self.page(name)),
                _ => return Err("what is expected is not read".into()),
            },
            Some(Value::Chain(about)) => {
                let (frames, locator) = locator(&about.links, "expect")?;
                (frames, Some(Target::of(locator)), self.page(&about.root))
            }
            _ => return Err("what is expected is not read".into()),
        };
        let page = page.ok_or("it is about no page")?;
        let not = chain
            .links
            .iter()
            .any(|it| it.name == "not" || it.name.starts_with("not_"));
        let last = chain.links.last().ok_or("nothing is expected")?;
        let name = camel(last.name.trim_start_matches("not_"));
        let text = || last.text().cloned().ok_or("the expected text is not read");
        let claim = match (name.as_str(), not) {
            ("toBeVisible" | "toBeAttached", false) => Claim::Shows,
            ("toBeVisible" | "toBeAttached", true) | ("toBeHidden", false) => Claim::Absent,
            ("toHaveText", false) => Claim::Text(text()?),
            ("toContainText", false) => Claim::Contains(text()?),
            ("toHaveValue", false) => Claim::Value(text()?),
            ("toHaveTitle", false) => Claim::Title(text()?),
            ("toHaveURL", false) => Claim::Address(text()?),
            ("toBeChecked", not) => Claim::Ticked(!not),
            (name, _) => Claim::Other(format!("{}{name}", if not { "not " } else { "" })),
        };
        self.script.checks.push(Check {
            line,
            place: Place { page, frames },
            target,
            claim,
        });
        Ok(())
    }
}

/// What stands around the steps in generated code, and does nothing by itself.
fn is_frame_of_code(text: &str) -> bool {
    let closers = text.chars().all(|it| "{}();".contains(it));
    let starts = [
        "import ",
        "from ",
        "const { chromium",
        "const { firefox",
        "const { webkit",
        "def ",
        "async def ",
        "@pytest.",
        "return {",
        "(async () => {",
        "run(playwright)",
        "asyncio.run(",
    ];
    let keeps = ["const { test", "const test ="];
    closers || starts.iter().chain(&keeps).any(|it| text.starts_with(it)) || text == "await run(playwright)"
}

/// The beginning of a statement, without values.
fn head(text: &str) -> String {
    let text = text.strip_prefix("await ").unwrap_or(text);
    let end = text.find(['\'', '"', '`', '\n', '{', '=']).unwrap_or(text.len());
    let head: String = text[..end].chars().take(60).collect();
    let last = text
        .rsplit_once(").")
        .map(|(_, it)| it.split('(').next().unwrap_or_default());
    let last = last.filter(|it| {
        !it.is_empty() && it.len() < 30 && it.chars().all(|it| it.is_alphanumeric() || it == '_')
    });
    match last {
        Some(last) => format!("{}…).{last}", head.trim_end()),
        None => head.trim_end().to_owned(),
    }
}

/// The name and the value of an assignment.
fn assignment(text: &str) -> Option<(&str, &str)> {
    let text = ["const ", "let ", "var "]
        .iter()
        .find_map(|it| text.strip_prefix(it))
        .unwrap_or(text);
    let (name, value) = text.split_once('=')?;
    let name = name.trim().split(':').next()?.trim();
    let plain = !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_');
    (plain && !value.starts_with(['=', '>'])).then_some((name, value))
}

/// The element that calls name: `getByRole(..)`, `locator(..)`, `first()`, ..
fn locator(calls: &[Call], written: &str) -> Result<(Vec<crate::intent::Frame>, Locator), Why> {
    let written = match calls.iter().map(told).collect::<Vec<_>>().join(".") {
        told if told.is_empty() => written.to_owned(),
        told => told,
    };
    let mut path = selector::Path::new(&written);
    for call in calls {
        let name = camel(&call.name);
        match name.as_str() {
            "contentFrame" => path.enter()?,
            "frameLocator" => {
                pushed(&mut path, call)?;
                path.enter()?;
            }
            "locator" => {
                match call.args.first() {
                    Some(Value::Chain(chain)) => {
                        let (_, inner) = locator(&chain.links, &written)?;
                        path.links.extend(inner.links);
                    }
                    _ => pushed(&mut path, call)?,
                }
                filter(call, &mut path.links)?;
            }
            "filter" => filter(call, &mut path.links)?,
            "and" => match call.args.first() {
                Some(Value::Chain(chain)) => {
                    let (_, other) = locator(&chain.links, &written)?;
                    path.links.push(Link::And(Box::new(other)));
                }
                _ => return Err("`and` is not read".into()),
            },
            "first" => path.links.push(Link::Nth(0)),
            "last" => path.links.push(Link::Last),
            "nth" => match call.args.first() {
                Some(Value::Number(number)) if number == "-1" => path.links.push(Link::Last),
                Some(Value::Number(number)) => {
                    path.links
                        .push(Link::Nth(number.parse().map_err(|_| "the number is not read")?));
                }
                _ => return Err("the number is not read".into()),
            },
            _ => path.links.push(by(&name, call)?),
        }
    }
    path.end().map_err(|it| it.why)
}

/// A call as it is shown: its name and its first text.
fn told(call: &Call) -> String {
    let name = call
        .option("name")
        .or(call.option("hasText"))
        .and_then(Value::plain);
    let texts: Vec<String> = call
        .args
        .first()
        .and_then(Value::plain)
        .into_iter()
        .chain(name)
        .collect();
    match call.args.first() {
        Some(Value::Number(number)) => format!("{}({number})", call.name),
        None if texts.is_empty() => call.name.clone(),
        Some(_) | None => format!("{}({})", call.name, texts.join(", ")),
    }
}

fn pushed(path: &mut selector::Path, call: &Call) -> Result<(), Why> {
    let selector = call
        .args
        .first()
        .and_then(Value::plain)
        .ok_or("the selector is not read")?;
    let (frames, locator) = selector::read(&selector).map_err(|it| it.why)?;
    if !frames.is_empty() {
        return Err("a selector that enters frames is not read there".into());
    }
    path.links.extend(locator.links);
    Ok(())
}

fn filter(call: &Call, links: &mut Vec<Link>) -> Result<(), Why> {
    for (name, value) in &call.named {
        match (camel(name).as_str(), value) {
            ("hasText", value) => links.push(Link::HasText(within(value)?)),
            ("has", Value::Chain(chain)) => {
                let (_, inner) = locator(&chain.links, "has")?;
                links.push(Link::Has(Box::new(inner)));
            }
            ("visible", Value::Bool(true)) => links.push(Link::Visible),
            (name, _) => return Err(Why::not_read(format!("`{name}` of a filter"))),
        }
    }
    Ok(())
}

fn within(value: &Value) -> Result<Words, Why> {
    match value {
        Value::Other(what) => Err(Why::not_read(*what)),
        value => value
            .plain()
            .map(Words::Within)
            .ok_or_else(|| "a name that is computed is not read".into()),
    }
}

fn by(name: &str, call: &Call) -> Result<Link, Why> {
    let exact = call.option("exact") == Some(&Value::Bool(true));
    let words = |value: &Value| {
        Ok::<_, Why>(match within(value)? {
            Words::Within(text) if exact => Words::Exactly(text),
            words => words,
        })
    };
    let first = call
        .args
        .first()
        .ok_or_else(|| Why::not_read(format!("`{name}`")))?;
    Ok(match name {
        "getByRole" => Link::Role {
            role: first.plain(),
            name: call.option("name").map(words).transpose()?,
            checked: match call.option("checked") {
                Some(Value::Bool(on)) => Some(*on),
                _ => None,
            },
        },
        "getByLabel" => Link::Label(words(first)?),
        "getByPlaceholder" => Link::Placeholder(words(first)?),
        "getByText" => Link::Text(words(first)?),
        "getByAltText" => Link::Alt(words(first)?),
        "getByTitle" => Link::Title(words(first)?),
        "getByTestId" => Link::TestId(words(first)?.text().to_owned()),
        _ => return Err(Why::not_read(format!("`{name}`"))),
    })
}

/// What is done with the page itself; older code names the element in the call.
fn on_page(last: &Call, before: &[Call], place: &mut Place, what: &str) -> Result<Read, Why> {
    let name = camel(&last.name);
    let text = || last.text().cloned().ok_or("its text is not read");
    match (before.first().map(|it| it.name.as_str()), name.as_str()) {
        (None, "goto") => Ok(Read::Act(Act::Open { address: text()? })),
        (None, "close") => Ok(Read::Act(Act::Close)),
        (None, "goBack") => Ok(Read::Act(Act::Back)),
        (None, "waitForTimeout" | "waitForLoadState" | "waitForURL" | "waitForSelector") => {
            Ok(Read::Dropped("the device waits by itself"))
        }
        (None, "bringToFront" | "setViewportSize" | "screenshot" | "pause" | "setDefaultTimeout") => {
            Ok(Read::Dropped("it changes nothing on the page"))
        }
        (Some("keyboard"), "press") => Ok(Read::Act(Act::Press {
            target: None,
            keys: chord(last)?,
        })),
        (
            None,
            "click" | "dblclick" | "fill" | "type" | "press" | "check" | "uncheck" | "selectOption" | "hover",
        ) => {
            let mut path = selector::Path::new("");
            pushed(&mut path, last)?;
            let written = last.args.first().and_then(Value::plain).unwrap_or_default();
            let locator = Locator {
                written,
                links: path.links,
            };
            place.frames = path.frames;
            let rest = Call {
                name: last.name.clone(),
                args: last.args.iter().skip(1).cloned().collect(),
                named: last.named.clone(),
            };
            on_element(&rest, Target::of(locator), what)
        }
        (_, name) => Err(Why::not_read(format!("`{name}`"))),
    }
}

fn on_element(last: &Call, target: Target, what: &str) -> Result<Read, Why> {
    let name = camel(&last.name);
    let text = || last.text().cloned().ok_or("its text is not read");
    Ok(Read::Act(match name.as_str() {
        "click" | "dblclick" | "tap" => click(last, target, if name == "dblclick" { 2 } else { 1 })?,
        "fill" => Act::Fill {
            target,
            text: text()?,
        },
        "clear" => Act::Fill {
            target,
            text: Text::default(),
        },
        "type" | "pressSequentially" => Act::Append {
            target,
            text: text()?,
        },
        "press" => Act::Press {
            target: Some(target),
            keys: chord(last)?,
        },
        "check" => Act::Tick { target, on: true },
        "uncheck" => Act::Tick { target, on: false },
        "setChecked" => match last.args.first() {
            Some(Value::Bool(on)) => Act::Tick { target, on: *on },
            _ => return Err("whether it is ticked is not read".into()),
        },
        "selectOption" => Act::Choose {
            target,
            choice: choice(last)?,
        },
        "setInputFiles" => Act::Upload {
            target,
            files: files(last)?,
        },
        "hover" => Act::Hover { target },
        "dragTo" => match last.args.first() {
            Some(Value::Chain(chain)) => {
                let (_, to) = locator(&chain.links, what)?;
                Act::Drag {
                    target,
                    to: Target::of(to),
                }
            }
            _ => return Err("where it is dragged to is not read".into()),
        },
        "focus" | "blur" | "scrollIntoViewIfNeeded" | "waitFor" | "screenshot" | "highlight" => {
            return Ok(Read::Dropped("it changes nothing on the page"));
        }
        name => return Err(Why::not_read(format!("`{name}`"))),
    }))
}

fn click(call: &Call, target: Target, count: u8) -> Result<Act, Why> {
    let mut count = count;
    let mut right = false;
    for (name, value) in &call.named {
        match (camel(name).as_str(), value) {
            ("clickCount", Value::Number(number)) => match number.parse() {
                Ok(it @ 1..=3) => count = it,
                _ => {
                    return Err(Why::Clicks {
                        count: number.to_string(),
                        button: None,
                    });
                }
            },
            ("button", value) => match value.plain().as_deref() {
                Some("left") => {}
                Some("right") => right = true,
                _ => return Err("the button is not read".into()),
            },
            ("timeout" | "delay" | "noWaitAfter", _) => {}
            ("position", _) => {
                return Err("it is clicked at a place within it, which only coordinates tell".into());
            }
            ("modifiers", _) => return Err("a key is held while it is clicked".into()),
            (name, _) => return Err(Why::not_read(format!("`{name}` of a click"))),
        }
    }
    Ok(match right {
        true => Act::RightClick { target },
        false => Act::Click { target, count },
    })
}

fn choice(call: &Call) -> Result<Choice, Why> {
    let not_read = "which option is chosen is not read";
    if let Some((name, value)) = call.named.first() {
        return match (name.as_str(), value) {
            ("label", value) => value
                .text()
                .cloned()
                .map(Choice::Label)
                .ok_or_else(|| not_read.into()),
            ("value", value) => value
                .text()
                .cloned()
                .map(Choice::Value)
                .ok_or_else(|| not_read.into()),
            ("index", Value::Number(number)) => {
                number.parse().map(Choice::Number).map_err(|_| not_read.into())
            }
            _ => Err(not_read.into()),
        };
    }
    match call.args.first() {
        Some(Value::Text(text)) => Ok(Choice::Value(text.clone())),
        Some(Value::List(all)) => match &all[..] {
            [Value::Text(text)] => Ok(Choice::Value(text.clone())),
            all => Err(Why::SeveralOptions { count: all.len() }),
        },
        _ => Err(not_read.into()),
    }
}

fn files(call: &Call) -> Result<Vec<Text>, Why> {
    let texts = match call.args.first() {
        Some(Value::List(all)) => all.iter().map(|it| it.text().cloned()).collect(),
        Some(one) => one.text().cloned().map(|it| vec![it]),
        None => None,
    };
    texts.ok_or_else(|| "its files are not read".into())
}

fn chord(call: &Call) -> Result<ui::Chord, Why> {
    let keys = call
        .args
        .first()
        .and_then(Value::plain)
        .ok_or("its key is not read")?;
    keys.replace("ControlOrMeta", "Control")
        .parse()
        .map_err(Why::Chord)
}
