//! What a person types to do a task by hand: a line becomes an action on the screen in front, or a request about it.

use std::fmt;

use ui::{Action, Chord, ElementId, HardAction, HowMany, Points, Screen};

/// What a typed line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// Do this.
    Act(HardAction),
    /// Write the screen as a picture into this file.
    Shot(String),
    /// Say the task.
    Goal,
    /// It is done: have it judged.
    Judge,
    /// Say what changed on the device.
    Changes,
    /// Say what can be typed.
    Help,
    /// End.
    Quit,
    /// Take the last action back.
    Undo,
    /// The line is empty.
    Nothing,
    /// The line is none of these.
    Unknown,
    /// It does not name one element.
    NotOne(NotOne),
}

/// Not exactly one element shows what was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotOne {
    /// What was typed.
    pub name: String,
    /// The elements that show it, or have it as their number.
    pub found: Vec<ElementId>,
}

impl fmt::Display for NotOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        let Some(first) = self.found.first() else {
            return write!(
                f,
                "nothing on the screen shows \"{name}\"; give the element's number"
            );
        };
        let numbers: Vec<String> = self.found.iter().map(|it| it.0.to_string()).collect();
        write!(
            f,
            "several elements show \"{name}\", or have it as their number: {}; give the number of the one that is meant, as #{}",
            numbers.join(", "),
            first.0
        )
    }
}

impl Typed {
    /// What can be typed, for people.
    pub const HELP: &str = "\
click IT           tap it                      long IT         press it long
double IT          tap it twice                type IT TEXT    clear the field, type TEXT
append IT TEXT     type TEXT at its end        open APP        start an app
scroll DIR [IT]    up, down, left, right       swipe DIR       over the whole screen
right IT           press it with the right button
drag IT IT         drag one to the other       press KEYS      a key, as Escape or Control+A
at IT POINT        tap it at a point           along IT POINTS press at the first, release at the last
mark IT TEXT       select TEXT in it           a point is so far from its left and upper edge: 25%,50% or 8px,50%
select IT TEXT     choose TEXT in a list       upload IT FILE  give a file to it
accept [TEXT]      agree to a dialog           dismiss         do not agree to it
window TITLE       go to a window or tab       link ADDRESS    open an address
back   home   enter   wait                     answer TEXT     answer the task's question
goal               say the task                judge           say that it is done, and have it judged
shot FILE          write the screen as a PNG   changes         what changed on the device
help   quit
undo               take the last action back, where the device can
param VALUE NAME   VALUE is a parameter           secret          what was typed last is a secret
check              what follows looks up whether it worked
IT is the element's number, or what it shows: `click 5`, `click #5`, `click OK`, `type \"Phone number\" 555-0100`
\\n in a TEXT is a line break, \\\\ a backslash";

    /// Read a line against the screen in front.
    pub fn parse(line: &str, screen: &Screen) -> Self {
        let line = line.trim();
        let (verb, rest) = line
            .split_once(' ')
            .map_or((line, ""), |(verb, rest)| (verb, rest.trim()));
        match verb {
            "" => return Typed::Nothing,
            "help" | "?" => return Typed::Help,
            "quit" | "exit" => return Typed::Quit,
            "undo" => return Typed::Undo,
            "goal" => return Typed::Goal,
            "judge" => return Typed::Judge,
            "changes" => return Typed::Changes,
            "shot" if !rest.is_empty() => return Typed::Shot(rest.to_owned()),
            _ => {}
        }
        match parse_action(verb, rest, screen) {
            Ok(Some(action)) => Typed::Act(action),
            Ok(None) => Typed::Unknown,
            Err(not_one) => Typed::NotOne(not_one),
        }
    }
}

/// The action of a line that names no element and no text, if it is one.
fn plain_action(verb: &str, rest: &str) -> Option<HardAction> {
    Some(match verb {
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
        _ => return None,
    })
}

/// The action of a line, if it is one.
fn parse_action(verb: &str, rest: &str, screen: &Screen) -> Result<Option<HardAction>, NotOne> {
    if let Some(action) = plain_action(verb, rest) {
        return Ok(Some(action));
    }
    if rest.is_empty() {
        return Ok(None);
    }
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
        .unwrap_or(rest)
        .to_owned();
    let whole = || element(rest, screen);
    let target = || element(first, screen);
    let typed = |clear| {
        target().map(|it| Action::InputText {
            target: Some(it),
            text: text.clone(),
            clear,
        })
    };
    let direction = || first.parse().ok();
    Ok(Some(match verb {
        "click" | "tap" => Action::Click { target: whole()? },
        "double" => Action::DoubleTap { target: whole()? },
        "long" => Action::LongPress { target: whole()? },
        "right" => Action::RightClick { target: whole()? },
        "drag" if !text.is_empty() => Action::DragTo {
            target: target()?,
            to: element(&text, screen)?,
        },
        "at" | "along" | "mark" => return Ok(in_element(verb, target()?, text)),
        "select" => Action::SelectOption {
            target: target()?,
            option: text,
        },
        "upload" => Action::UploadFiles {
            target: target()?,
            files: text,
        },
        "press" => {
            let Ok(keys) = rest.parse::<Chord>() else {
                return Ok(None);
            };
            Action::PressKeys {
                keys: keys.to_string(),
            }
        }
        "window" => Action::SwitchWindow { title: plain },
        "link" => Action::OpenLink { link: plain },
        "type" => typed(true)?,
        "append" => typed(false)?,
        "open" => Action::opening(&plain),
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

/// The action of a line that names points of an element, or a text that it shows.
fn in_element(verb: &str, target: ElementId, text: String) -> Option<HardAction> {
    Some(match verb {
        "at" => Action::ClickAt {
            target,
            at: points(&text, HowMany::One)?,
        },
        "along" => Action::DragAlong {
            target,
            path: points(&text, HowMany::AWay)?,
        },
        "mark" if !text.is_empty() => Action::SelectText { target, text },
        _ => return None,
    })
}

/// So many points, as an action has them.
fn points(text: &str, how_many: HowMany) -> Option<String> {
    let points: Points = text.parse().ok()?;
    points.are(how_many).ok()?;
    Some(points.to_string())
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
        match Typed::parse(line, &screen()) {
            Typed::Act(Action::Click { target }) => Ok(target.0),
            Typed::NotOne(NotOne { found, .. }) => Err(found.iter().map(|it| it.0).collect()),
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
        let both = Typed::parse("click 5", &six);
        assert!(matches!(both, Typed::NotOne(NotOne { found, .. }) if found.len() == 2));
    }

    #[test]
    fn a_text_may_have_line_breaks_and_backslashes() {
        let typed = |line: &str| match Typed::parse(line, &screen()) {
            Typed::Act(Action::InputText { text, .. }) => text,
            _ => panic!("{line} types nothing"),
        };
        assert_eq!(typed(r"type #2 one\ntwo \\n three\x"), "one\ntwo \\n three\\x");
        assert_eq!(typed("type #2 "), "");
    }
}
