//! What all readers share: a script that is filled step by step, with the line of each.

use serde_json::value::RawValue;
use thiserror::Error;

use crate::{
    format::Format,
    intent::{Act, Check, Effect, Intent, Note, Place, Script},
    why::Why,
};

/// Why a text is no file of a format at all.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It is no JSON, or not of the shape.
    #[error("it is no file of {format}: {source}")]
    Json {
        /// The format.
        format: Format,
        /// What the reader says.
        source: serde_json::Error,
    },
    /// There is no step in it.
    #[error("there is nothing in it that was done")]
    Empty,
    /// It holds several recordings.
    #[error("it holds several recordings: {}; keep one of them in a file of its own", names.join(", "))]
    Several {
        /// What they are called.
        names: Vec<String>,
    },
}

/// A script without anything in it yet.
pub(super) fn empty(format: Format) -> Script {
    Script {
        format,
        title: None,
        intents: Vec::new(),
        variables: Vec::new(),
        checks: Vec::new(),
        dropped: Vec::new(),
        unread: Vec::new(),
    }
}

/// What one step of a file comes to.
pub(super) enum Read {
    Act(Act),
    Check(Check),
    /// It does nothing for the task, for this reason.
    Dropped(&'static str),
    /// It is told of elsewhere.
    Nothing,
}

impl Script {
    /// Add what a step came to, or why it is not understood.
    pub(super) fn add(&mut self, line: usize, what: &str, place: Place, read: Result<Read, Why>) {
        let note = |why: String| Note {
            line,
            what: what.to_owned(),
            why,
        };
        match read {
            Ok(Read::Act(act)) => self.intents.push(Intent {
                line,
                place,
                act,
                effects: Vec::new(),
            }),
            Ok(Read::Check(check)) => self.checks.push(check),
            Ok(Read::Dropped(why)) => self.dropped.push(note(why.to_owned())),
            Ok(Read::Nothing) => {}
            Err(why) => self.unread.push(note(why.to_string())),
        }
    }

    /// Say of the last thing done what it led to.
    pub(super) fn led_to(&mut self, effect: Effect) {
        if let Some(last) = self.intents.last_mut() {
            last.effects.push(effect);
        }
    }
}

/// The line on which a part of a text begins, from 1.
pub(super) fn line_of(text: &str, part: &str) -> usize {
    let at = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    1 + text.as_bytes().iter().take(at).filter(|it| **it == b'\n').count()
}

/// A part of a JSON text, read, with its line.
pub(super) fn part<'a, T: serde::Deserialize<'a>>(text: &str, raw: &'a RawValue) -> (usize, Result<T, Why>) {
    let read = serde_json::from_str(raw.get()).map_err(|it| Why::shape(&it));
    (line_of(text, raw.get()), read)
}
