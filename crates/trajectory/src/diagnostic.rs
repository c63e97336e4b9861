//! What is wrong with a script or a recording: a stable code, a place, what was found and tried, what would help.

use std::fmt;

use serde::Serialize;

use crate::code::Code;

/// A place in a script; both count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Position {
    /// Line.
    pub line: usize,
    /// Column, in characters.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One of several elements that fitted, with a locator that finds it alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Index on the screen.
    pub index: usize,
    /// What it is.
    pub element: String,
    /// A `find_element` map that finds only this one; empty where none was found.
    pub locator: String,
}

/// A finding about a script or a recording. It is a value, never a panic, and a repairer's prompt. Commands print it as
/// JSON; files have it as `file` says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// What it is called.
    pub code: Code,
    /// One line: what is wrong.
    pub message: String,
    /// Where in the script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// What was found and what was tried, a line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The elements that fitted, where there were several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// One thing to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// What stands before what a judge shows of a task that is not done.
const NOT_DONE: &str = "the task is not done:\n  ";
/// What stands before why nobody could tell.
const UNCHECKED: &str = "nobody checked that the task is done: ";

impl Diagnostic {
    /// A finding with a code and a message.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            ..Self::default()
        }
    }

    /// A judge says that the task is not done, and shows these lines.
    pub(crate) fn not_done(shown: &[String]) -> Self {
        Self::new(Code::CheckFailed, format!("{NOT_DONE}{}", shown.join("\n  ")))
    }

    /// Nobody could tell whether the task is done, for these reasons.
    pub fn unchecked(why: &[String]) -> Self {
        Self::new(Code::Unchecked, format!("{UNCHECKED}{}", why.join("; ")))
    }

    /// What a judge showed, where this is no more than its word: older files have it so. Each text is a line.
    pub(crate) fn shown_by_judge(&self) -> Option<Vec<String>> {
        let lines = match self.code {
            Code::CheckFailed => {
                let shown = self.message.strip_prefix(NOT_DONE).unwrap_or(&self.message);
                shown.lines().map(|it| it.trim_start().to_owned()).collect()
            }
            Code::Unchecked => vec![self.message.strip_prefix(UNCHECKED)?.to_owned()],
            _ => return None,
        };
        Some(lines)
    }

    /// The same at a place in the script.
    pub fn at(mut self, position: Option<Position>) -> Self {
        self.position = position;
        self
    }

    /// The same with one line more of what was found or tried.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same with what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The finding with its line of the script under it, as a terminal shows it.
    pub fn render(&self, name: &str, source: &str) -> String {
        let mut out = format!("error[{}]: {}\n", self.code, self.message);
        if let Some(position) = self.position {
            let number = position.line.to_string();
            let pad = " ".repeat(number.len());
            out.push_str(&format!("{pad}--> {name}:{position}\n"));
            if let Some(line) = source.lines().nth(position.line.saturating_sub(1)) {
                let caret = " ".repeat(position.column.saturating_sub(1));
                out.push_str(&format!("{pad} |\n{number} | {line}\n{pad} | {caret}^\n"));
            }
        }
        for note in &self.notes {
            out.push_str(&format!("  = {note}\n"));
        }
        for it in &self.candidates {
            out.push_str(&format!("  = {} {}  {}\n", it.index, it.element, it.locator));
        }
        if let Some(hint) = &self.hint {
            out.push_str(&format!("hint: {hint}\n"));
        }
        out
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        if let Some(position) = self.position {
            write!(f, " (at {position})")?;
        }
        Ok(())
    }
}
