//! A person does a task by typing: `autorpa record` keeps it as a recording, `autorpa emulator` is for looking around.

use std::{
    io::{self, BufRead, Write},
    path::{Path, PathBuf},
};

use device::{EnvironmentError, Tasks, Verdict};
use trajectory::{Outcome, Recording};
use ui::{Action, ElementId, HardAction, Screen};

use crate::{
    args::{EmulatorArgs, RecordArgs},
    terminal::{print, say},
};
use autorpa::{Autorpa, Demonstration, Error};

const HELP: &str = "\
click IT           tap it                      long IT         press it long
double IT          tap it twice                type IT TEXT    clear the field, type TEXT
append IT TEXT     type TEXT at its end        open APP        start an app
scroll DIR [IT]    up, down, left, right       swipe DIR       over the whole screen
right IT           press it with the right button
drag IT IT         drag one to the other       press KEYS      a key, as Escape or Control+A
select IT TEXT     choose TEXT in a list       upload IT FILE  give a file to it
accept [TEXT]      agree to a dialog           dismiss         do not agree to it
window TITLE       go to a window or tab       link ADDRESS    open an address
back   home   enter   wait                     answer TEXT     answer the task's question
goal               say the task                judge           say that it is done, and have it judged
shot FILE          write the screen as a PNG   changes         what changed on the device
help   quit
undo               take the last action back, where the device can
IT is the element's number, or what it shows: `click 5`, `click #5`, `click OK`, `type \"Phone number\" 555-0100`
\\n in a TEXT is a line break, \\\\ a backslash";

/// What a line asks for.
enum Request {
    Act(HardAction),
    Shot(String),
    Goal,
    Judge,
    Changes,
    Help,
    Quit,
    Undo,
    Nothing,
    Unknown,
    NotOne(NotOne),
}

/// Not exactly one element shows this.
struct NotOne {
    name: String,
    found: Vec<ElementId>,
}

/// `autorpa emulator`: look around, with or without a task.
pub fn emulator(args: &EmulatorArgs) -> Result<(), Error> {
    let mut env = emulator::Emulator::new();
    let instance = args
        .task_type
        .as_ref()
        .map(|it| env.instance(it, args.seed))
        .transpose()?;
    let shown = Demonstration::new(Box::new(env), instance)?;
    Session::new(shown, args.screenshot.as_deref()).run(false)?;
    Ok(())
}

/// `autorpa record`: do one instance of a task type, and keep what was done.
pub fn record(args: &RecordArgs, rpa: &Autorpa) -> Result<(), Error> {
    let Some(task_type) = &args.task_type else {
        return Err(Error::usage(
            "--task-type names the task, or --url the page, to show it on",
        ));
    };
    let shown = rpa.demonstrate(task_type, args.suite.as_deref(), args.seed)?;
    let mut session = Session::new(shown, args.screenshot.as_deref());
    session.run(true)?;
    let recording = session.shown.keep(rpa)?;
    told(
        &recording,
        &format!("autorpa build --task-type {task_type} --from {}", recording.id),
    )
}

/// `autorpa record --by-hand --url`: do something on a page by typed commands, and keep what was done.
pub fn record_page(args: &RecordArgs, rpa: &Autorpa) -> Result<(), Error> {
    let url = args.url.as_deref().unwrap_or_default();
    let goal = args.goal.as_deref().or(args.name.as_deref());
    let Some(goal) = goal else {
        return Err(Error::usage(
            "--goal says what is going to be done, in one sentence with its values",
        ));
    };
    let shown = rpa.demonstrate_page(url, goal, args.name.as_deref())?;
    let mut session = Session::new(shown, args.screenshot.as_deref());
    session.run(true)?;
    let (recording, next) = session.shown.keep_of_page(rpa)?;
    told(&recording, &next)
}

/// Say what became of a recording, and how to go on; the error is its ending.
pub fn told(recording: &Recording, next: &str) -> Result<(), Error> {
    print(&recording.id.to_string());
    let (id, outcome) = (&recording.id, recording.ending.outcome);
    let kept = format!("kept as recording {id} of {} steps", recording.steps.len());
    let next = format!("next: {next}");
    let why = match (&recording.ending.diagnostic, recording.reward) {
        (Some(why), _) => why.message.clone(),
        (None, Some(reward)) => format!("the judge says {reward}"),
        (None, None) => "the session ended before `judge`".to_owned(),
    };
    let message = match outcome {
        Outcome::Reached => {
            say(&format!("{kept}\n{next}"));
            return Ok(());
        }
        // Where nobody checks, the person's word is all there is.
        Outcome::Unchecked => format!("{why}\n{kept}\n{next}"),
        _ => format!(
            "the task is not done: {why}\n{kept}\nhelp: record it again; `changes` shows what was done to the device"
        ),
    };
    Err(Error::Ended { outcome, message })
}

struct Session<'a> {
    shown: Demonstration,
    /// Where the screen is drawn after every action.
    screenshot: Option<&'a Path>,
}

impl<'a> Session<'a> {
    fn new(shown: Demonstration, screenshot: Option<&'a Path>) -> Self {
        Self { shown, screenshot }
    }

    fn goal(&self) -> Option<&str> {
        self.shown.instance().map(|it| it.goal.as_str())
    }

    /// Until `quit`, the end of input, or, `once`, the judge's word.
    fn run(&mut self, once: bool) -> Result<(), Error> {
        if let Some(goal) = self.goal() {
            say(&format!("task: {goal}"));
        }
        say("type `help` for what can be done");
        self.tell()?;
        for line in io::stdin().lock().lines() {
            let line = match line {
                Ok(line) => line,
                // What was done so far is worth more than a line that can't be read.
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    say("that is no UTF-8 text; type it again");
                    continue;
                }
                Err(source) => {
                    return Err(Error::File {
                        path: "standard input".into(),
                        source,
                        help: "type plain text",
                    });
                }
            };
            match parse(&line, self.shown.screen()) {
                Request::Act(action) => self.act(action)?,
                Request::Shot(file) => match self.shoot(&PathBuf::from(&file)) {
                    Ok(()) => say(&format!("wrote {file}")),
                    Err(error) => say(&error.to_string()),
                },
                Request::Goal => say(self.goal().unwrap_or("no task; start with --task-type NAME")),
                Request::Judge if self.goal().is_some() => self.judge()?,
                Request::Judge => say("no task; start with --task-type NAME"),
                Request::Changes => self.shown.changes().iter().for_each(|it| say(it)),
                Request::Help => say(HELP),
                Request::Quit => break,
                Request::Undo => match self.shown.undo()? {
                    true => self.tell()?,
                    false => say("there is nothing that could be taken back here"),
                },
                Request::Nothing => {}
                Request::Unknown => say("that is no action; type `help`"),
                Request::NotOne(NotOne { name, found }) if found.is_empty() => say(&format!(
                    "nothing on the screen shows \"{name}\"; give the element's number"
                )),
                Request::NotOne(NotOne { name, found }) => {
                    let numbers: Vec<String> = found.iter().map(|it| it.0.to_string()).collect();
                    say(&format!(
                        "several elements show \"{name}\", or have it as their number: {}; give the number of the one that is meant, as #{}",
                        numbers.join(", "),
                        numbers.first().map_or("", String::as_str)
                    ));
                }
            }
            if once && self.shown.verdict().is_some() {
                break;
            }
        }
        Ok(())
    }

    fn act(&mut self, action: HardAction) -> Result<(), Error> {
        match self.shown.act(action) {
            Ok(()) => {}
            Err(Error::Environment(EnvironmentError::Device(error))) if error.is_refusal() => {
                say(&error.to_string());
                return Ok(());
            }
            Err(error) => return Err(error),
        }
        self.tell()?;
        if let Some(verdict) = self.shown.verdict() {
            tell_verdict(verdict);
        }
        Ok(())
    }

    fn judge(&mut self) -> Result<(), Error> {
        tell_verdict(self.shown.judge()?);
        Ok(())
    }

    /// Say what is on the screen.
    fn tell(&mut self) -> Result<(), Error> {
        say(&ui::describe(self.shown.screen()));
        if let Some(file) = self.screenshot {
            self.shoot(file)?;
        }
        // The prompt has no line break of its own.
        io::stderr().flush().ok();
        Ok(())
    }

    fn shoot(&mut self, file: &Path) -> Result<(), Error> {
        let png = self.shown.screenshot()?;
        autorpa::write(file, &png)
    }
}

/// Say what the judge says.
pub fn tell_verdict(verdict: &Verdict) {
    match verdict.reward() {
        Some(reward) => say(&format!("reward {reward}")),
        None => say("unchecked"),
    }
    verdict.evidence().iter().for_each(|it| say(&format!("  {it}")));
}

fn parse(line: &str, screen: &Screen) -> Request {
    let line = line.trim();
    let (verb, rest) = line
        .split_once(' ')
        .map_or((line, ""), |(verb, rest)| (verb, rest.trim()));
    match verb {
        "" => return Request::Nothing,
        "help" | "?" => return Request::Help,
        "quit" | "exit" => return Request::Quit,
        "undo" => return Request::Undo,
        "goal" => return Request::Goal,
        "judge" => return Request::Judge,
        "changes" => return Request::Changes,
        "shot" if !rest.is_empty() => return Request::Shot(rest.to_owned()),
        _ => {}
    }
    match parse_action(verb, rest, screen) {
        Ok(Some(action)) => Request::Act(action),
        Ok(None) => Request::Unknown,
        Err(not_one) => Request::NotOne(not_one),
    }
}

/// The action of a line, if it is one.
fn parse_action(verb: &str, rest: &str, screen: &Screen) -> Result<Option<HardAction>, NotOne> {
    // The first word, or what stands in quotes; then the text.
    let end = match rest.strip_prefix('"').and_then(|it| it.find('"')) {
        Some(closing) => closing + 2,
        None => rest.find(' ').unwrap_or(rest.len()),
    };
    let (first, text) = (&rest[..end], unescaped(rest[end..].trim()));
    // A name may stand in quotes, as an element's may.
    let plain = rest
        .strip_prefix('"')
        .and_then(|it| it.strip_suffix('"'))
        .unwrap_or(rest);
    let field = |clear| {
        element(first, screen).map(|it| Action::InputText {
            target: Some(it),
            text: text.clone(),
            clear,
        })
    };
    let direction = || first.parse().ok();
    Ok(Some(match verb {
        "back" => Action::NavigateBack,
        "home" => Action::NavigateHome,
        "enter" => Action::KeyboardEnter,
        "wait" => Action::Wait,
        "dismiss" => Action::AnswerDialog {
            accept: false,
            text: None,
        },
        "accept" => Action::AnswerDialog {
            accept: true,
            text: Some(unescaped(rest)).filter(|it| !it.is_empty()),
        },
        _ if rest.is_empty() => return Ok(None),
        "click" | "tap" => Action::Click {
            target: element(rest, screen)?,
        },
        "double" => Action::DoubleTap {
            target: element(rest, screen)?,
        },
        "long" => Action::LongPress {
            target: element(rest, screen)?,
        },
        "right" => Action::RightClick {
            target: element(rest, screen)?,
        },
        "drag" if !text.is_empty() => Action::DragTo {
            target: element(first, screen)?,
            to: element(&text, screen)?,
        },
        "select" => Action::SelectOption {
            target: element(first, screen)?,
            option: text,
        },
        "upload" => Action::UploadFiles {
            target: element(first, screen)?,
            files: text,
        },
        "press" => {
            let Ok(keys) = rest.parse() else {
                return Ok(None);
            };
            Action::PressKeys { keys }
        }
        "window" => Action::SwitchWindow {
            title: plain.to_owned(),
        },
        "link" => Action::OpenLink {
            link: plain.to_owned(),
        },
        "type" => field(true)?,
        "append" => field(false)?,
        "open" => Action::OpenApp {
            app: plain.to_owned(),
        },
        "answer" => Action::Answer {
            text: unescaped(rest),
        },
        "scroll" => {
            let Some(direction) = direction() else {
                return Ok(None);
            };
            let target = match text.as_str() {
                "" => None,
                text => Some(element(text, screen)?),
            };
            Action::Scroll { target, direction }
        }
        "swipe" => {
            let Some(direction) = direction() else {
                return Ok(None);
            };
            Action::Swipe { direction }
        }
        _ => return Ok(None),
    }))
}

/// A text as it is typed on one line: `\n` is a line break, `\t` a tab, and `\\` a backslash.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars();
    while let Some(it) = letters.next() {
        match (it, letters.clone().next()) {
            ('\\', Some(next @ ('n' | 't' | '\\'))) => {
                out.push(match next {
                    'n' => '\n',
                    't' => '\t',
                    other => other,
                });
                letters.next();
            }
            (it, _) => out.push(it),
        }
    }
    out
}

/// The element with this number, or the only one that shows this; in quotes, a number is something shown.
fn element(text: &str, screen: &Screen) -> Result<ElementId, NotOne> {
    let quoted = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    let number = |text: &str| {
        // "+49" is something shown.
        let digits = !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten().map(ElementId)
    };
    if let Some(number) = text.strip_prefix('#').and_then(number) {
        return Ok(number);
    }
    let name = quoted.unwrap_or(text);
    let mut found: Vec<ElementId> = screen
        .iter()
        .filter(|(_, it)| it.words().any(|word| word.trim() == name))
        .map(|(id, _)| id)
        .collect();
    if let Some(number) = number(text).filter(|_| quoted.is_none()) {
        if found.iter().all(|it| *it == number) {
            return Ok(number);
        }
        // A key that shows a number, and the element with that number: either may be meant.
        if screen.get(number).is_some() && !found.contains(&number) {
            found.push(number);
            return Err(NotOne {
                name: name.to_owned(),
                found,
            });
        }
    }
    match found[..] {
        [one] => Ok(one),
        _ => Err(NotOne {
            name: name.to_owned(),
            found,
        }),
    }
}

#[cfg(test)]
mod tests {
    use ui::Element;

    use super::*;

    fn screen() -> Screen {
        let element = |text: &str| Element {
            text: Some(text.to_owned()),
            ..Element::default()
        };
        Screen {
            elements: ["7", "+49", "OK", "5", "C"].map(element).to_vec(),
            ..Screen::default()
        }
    }

    fn clicked(line: &str) -> Result<usize, Vec<usize>> {
        match parse(line, &screen()) {
            Request::Act(Action::Click { target }) => Ok(target.0),
            Request::NotOne(NotOne { found, .. }) => Err(found.iter().map(|it| it.0).collect()),
            _ => Err(Vec::new()),
        }
    }

    #[test]
    fn a_number_is_an_element_unless_another_one_shows_it() {
        assert_eq!(clicked("click 2"), Ok(2));
        assert_eq!(clicked("click #2"), Ok(2));
        // "7" is what the first one shows, and there is no eighth.
        assert_eq!(clicked("click 7"), Ok(0));
        assert_eq!(clicked("click \"5\""), Ok(3));
        assert_eq!(clicked("click +49"), Ok(1));
        assert_eq!(clicked("click #+49"), Err(Vec::new()));
        let mut six = screen();
        six.elements.push(Element::default());
        let both = parse("click 5", &six);
        assert!(matches!(both, Request::NotOne(NotOne { found, .. }) if found.len() == 2));
    }

    #[test]
    fn a_text_may_have_line_breaks_and_backslashes() {
        let typed = |line: &str| match parse(line, &screen()) {
            Request::Act(Action::InputText { text, .. }) => text,
            _ => panic!("{line} types nothing"),
        };
        assert_eq!(typed(r"type #2 one\ntwo \\n three\x"), "one\ntwo \\n three\\x");
        assert_eq!(typed("type #2 "), "");
    }
}
