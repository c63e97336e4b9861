//! One check, asked once.

use std::{fs, io, path::Path};

use task::file::{
    Document, FileIs, Formula, JsonIs, Machine, OnScreen, Place, PrintedIs, Query, Question, RowsAre,
};

use crate::{
    command, database,
    fault::Fault,
    http,
    lines::{self, Line, Reading},
    screen::{self, Destination, Look},
    secret::without_line_end,
};

/// What a check says.
#[derive(Debug, PartialEq, Eq)]
pub enum Said {
    /// It holds.
    Holds,
    /// It does not, and what is so instead.
    Fails(String),
}

impl Said {
    fn of(holds: bool, otherwise: impl FnOnce() -> String) -> Self {
        match holds {
            true => Said::Holds,
            false => Said::Fails(otherwise()),
        }
    }

    /// It holds if nothing is wrong.
    fn nothing(wrong: &[String]) -> Self {
        Said::of(wrong.is_empty(), || told(wrong))
    }
}

/// Phrases that are told, at most this many.
const TOLD: usize = 5;

fn told(phrases: &[String]) -> String {
    let more = phrases.len().saturating_sub(TOLD);
    let first = phrases[..phrases.len() - more].join("; ");
    match more {
        0 => first,
        more => format!("{first}; and {more} more"),
    }
}

/// Ask a check once.
pub fn ask(
    question: &Question,
    with: &Reading<'_>,
    look: Option<&mut (dyn Look + '_)>,
    before: Option<&[Line]>,
    answer: Option<&str>,
) -> Result<Said, Fault> {
    match question {
        Question::Sql { query, expect } => sql(query, expect, with),
        Question::Http {
            document,
            status,
            expect,
        } => get(document, *status, expect, with),
        Question::Screen { place, expect } => on_screen(place, expect, with, look),
        Question::Address(pattern) => {
            let address = look.ok_or(Fault::NoDevice)?.address()?.ok_or(Fault::NoAddress)?;
            let holds = with.values.is_address(pattern, &address)?;
            Ok(Said::of(holds, || {
                format!("expected {pattern}, the address is {address}")
            }))
        }
        Question::File { of, path, expect } => file(*of, &with.values.text(path)?, expect, with, look),
        Question::Command {
            on,
            command,
            exit,
            expect,
        } => {
            let argv = with.values.texts(command)?;
            let printed = lines::run(*on, &argv, with, look)?;
            printed_is(&printed, *exit, expect, with)
        }
        Question::Unchanged { of, except } => {
            let after = lines::read(of, with, look)?;
            let changes = lines::changes(before.unwrap_or_default(), &after, except, with.values)?;
            Ok(Said::nothing(&changes))
        }
        Question::Answer(expected) => {
            let expected = with.values.text(expected)?;
            Ok(match answer {
                Some(given) => Said::of(given.trim() == expected.trim(), || {
                    format!("expected \"{expected}\", the answer is \"{given}\"")
                }),
                None => Said::Fails(format!("expected \"{expected}\", nothing was answered")),
            })
        }
    }
}

fn sql(query: &Query, expect: &RowsAre, with: &Reading<'_>) -> Result<Said, Fault> {
    let rows = database::ask(query, with.values, with.dir)?;
    let asked = || format!("(query: {})", query.sql);
    let listed = || {
        let rows: Vec<String> = rows.iter().map(|row| format!("\"{}\"", row.join("|"))).collect();
        match rows.is_empty() {
            true => "no row".to_owned(),
            false => told(&rows),
        }
    };
    Ok(match expect {
        RowsAre::First(expected) => {
            let expected = with.values.text(expected)?;
            match rows.first().and_then(|row| row.first()) {
                Some(found) => Said::of(*found == expected, || {
                    format!("expected {expected}, found {found} {}", asked())
                }),
                None => Said::Fails(format!("expected {expected}, found no row {}", asked())),
            }
        }
        RowsAre::All(expected) => {
            let mut wanted = Vec::new();
            for row in expected {
                wanted.push(with.values.texts(row)?);
            }
            Said::of(rows == wanted, || {
                let rows: Vec<String> = wanted
                    .iter()
                    .map(|row| format!("\"{}\"", row.join("|")))
                    .collect();
                format!("expected {}, found {} {}", told(&rows), listed(), asked())
            })
        }
        RowsAre::Empty(true) => Said::of(rows.is_empty(), || {
            format!("expected no row, found {} {}", listed(), asked())
        }),
        RowsAre::Empty(false) => Said::of(!rows.is_empty(), || {
            format!("expected a row, found none {}", asked())
        }),
    })
}

fn get(document: &Document, status: Option<u16>, expect: &JsonIs, with: &Reading<'_>) -> Result<Said, Fault> {
    let answered = with.get(document)?;
    let url = with.values.url(&document.url)?;
    if !http::is_expected(answered.status, status) {
        let expected = status.map_or_else(|| "200 to 299".to_owned(), |status| status.to_string());
        return Ok(Said::Fails(format!(
            "expected status {expected}, found {} ({url})",
            answered.status
        )));
    }
    let path = document
        .json
        .as_ref()
        .and_then(|path| Some((path, with.parsed.paths.get(path)?)));
    let (texts, whole) = match path {
        Some((path, parsed)) => match http::nodes(&answered.body, parsed) {
            Some(nodes) => {
                let joined = nodes.join(", ");
                let count = nodes.len();
                let wrong = match (expect.count, expect.absent) {
                    (Some(wanted), _) if wanted != count => Some(format!("{wanted} nodes")),
                    (_, Some(true)) if count > 0 => Some("no node".to_owned()),
                    (_, Some(false)) if count == 0 => Some("a node".to_owned()),
                    // What is not there can't be anything.
                    _ if count == 0 && expect.is.is_some() => Some("a node".to_owned()),
                    _ => None,
                };
                if let Some(wrong) = wrong {
                    return Ok(Said::Fails(format!(
                        "expected {wrong} at {path}, found {count}: \"{joined}\" ({url})"
                    )));
                }
                (nodes, joined)
            }
            None => return Ok(Said::Fails(format!("what comes is no JSON ({url})"))),
        },
        None => {
            let body = without_line_end(&answered.body).to_owned();
            (vec![body.clone()], body)
        }
    };
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let wrong = wrong_text(&whole, &texts, expect.is.as_ref(), &expect.contains, with)?;
    Ok(match wrong {
        Some(wrong) => Said::Fails(format!("{wrong} ({url})")),
        None => Said::Holds,
    })
}

/// What a text must be or contain and is or does not.
fn wrong_text(
    whole: &str,
    parts: &[&str],
    is: Option<&Formula>,
    contains: &[Formula],
    with: &Reading<'_>,
) -> Result<Option<String>, Fault> {
    if let Some(expected) = is {
        let expected = with.values.text(expected)?;
        if without_line_end(&expected) != whole {
            return Ok(Some(format!("expected \"{expected}\", found \"{whole}\"")));
        }
    }
    for text in with.values.texts(contains)? {
        if !parts.iter().any(|part| part.contains(&text)) {
            return Ok(Some(format!("\"{text}\" is not in \"{whole}\"")));
        }
    }
    Ok(None)
}

fn on_screen(
    place: &Place,
    expect: &OnScreen,
    with: &Reading<'_>,
    look: Option<&mut (dyn Look + '_)>,
) -> Result<Said, Fault> {
    let look = look.ok_or(Fault::NoDevice)?;
    let destination = match place {
        Place::Here => None,
        Place::Url(url) => Some(Destination::Url(with.values.url(url)?)),
        Place::App(app) => Some(Destination::App(app.clone())),
    };
    if let Some(destination) = destination {
        look.visit(&destination)?;
    }
    let missing = screen::missing(&look.screen()?, expect, with.values)?;
    Ok(Said::nothing(&missing))
}

fn file(
    of: Machine,
    path: &str,
    expect: &FileIs,
    with: &Reading<'_>,
    look: Option<&mut (dyn Look + '_)>,
) -> Result<Said, Fault> {
    let bytes = match of {
        Machine::Device => look.ok_or(Fault::NoDevice)?.file(path)?,
        Machine::Computer => own_file(&with.dir.join(path))?,
    };
    let Some(bytes) = bytes else {
        return Ok(Said::of(expect.absent, || format!("there is no {path}")));
    };
    if expect.absent {
        return Ok(Said::Fails(format!("{path} is there")));
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = without_line_end(&text);
    let wrong = wrong_text(text, &[text], expect.is.as_ref(), &expect.contains, with)?;
    Ok(match wrong {
        Some(wrong) => Said::Fails(format!("{wrong} ({path})")),
        None => Said::Holds,
    })
}

/// What is in a file of this computer; `None` where there is none.
fn own_file(path: &Path) -> Result<Option<Vec<u8>>, Fault> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Fault::File {
            path: path.to_owned(),
            error,
        }),
    }
}

fn printed_is(
    printed: &command::Printed,
    exit: i32,
    expect: &PrintedIs,
    with: &Reading<'_>,
) -> Result<Said, Fault> {
    if printed.exit != Some(exit) {
        let said = printed.err.lines().last().unwrap_or_default();
        return Ok(Said::Fails(format!(
            "expected status {exit}, it ended with {}{}{said}",
            command::status(printed.exit),
            if said.is_empty() { "" } else { ": " }
        )));
    }
    let text = without_line_end(&printed.out);
    let wrong = wrong_text(text, &[text], expect.is.as_ref(), &expect.contains, with)?;
    Ok(wrong.map_or(Said::Holds, Said::Fails))
}
