//! What a run came to.

use serde_json::{Value as Json, json};
use settings::{Call, Request, Setting};
use thiserror::Error;
use trajectory::{Diagnostic, Outcome, Recording};

use crate::{
    answered::{as_csv, as_json},
    error::Error,
    saved::SavedFile,
};

/// A function's or an agent's run, for whoever asked for it.
#[derive(Clone, Debug)]
pub struct Ran {
    /// What ran: a diagnostic names it.
    pub name: String,
    /// Its source, which a diagnostic shows a line of; an agent has none.
    pub source: String,
    /// What was seen and done, and how it ended.
    pub recording: Recording,
    /// What changed on the device, a line each.
    pub changes: Vec<String>,
    /// What servers did not give to the page, or to what was to be written there; a line each.
    pub network: Vec<String>,
    /// The files that were saved. The changes name them too.
    pub files: Vec<SavedFile>,
    /// The last screen as a PNG file, where it was asked for.
    pub screenshot: Option<Vec<u8>>,
    /// Tokens that were sent, and that came back.
    pub tokens: (u64, u64),
    /// The name of its record, where a function ran: `autorpa report` shows it.
    pub record: Option<String>,
}

impl Ran {
    /// The report as JSON.
    pub fn json(&self) -> Json {
        json!({
            "run": self.record,
            "outcome": self.recording.ending.outcome.name(),
            "checked": self.recording.reward.is_some(),
            "reward": self.recording.reward,
            "steps": self.recording.steps.len(),
            "tokens": { "prompt": self.tokens.0, "completion": self.tokens.1 },
            "answer": as_json(self.recording.answer.as_deref()),
            "log": self.recording.log,
            "changes": self.changes,
            "files": self.files,
            "network": self.network,
            "diagnostic": self.recording.ending.for_people(),
        })
    }

    /// What is told outside of it: a function of this name has run.
    pub(crate) fn told(&self, function: &str) -> Json {
        let ending = &self.recording.ending;
        json!({
            "what": "run",
            "function": function,
            "run": self.record,
            "outcome": ending.outcome.name(),
            "answer": self.recording.answer,
            "message": ending.for_people().map(|it| it.message),
        })
    }

    /// How it ended, in lines for people: the ending, what changed on the device, and the answer.
    pub fn said(&self) -> Vec<String> {
        let recording = &self.recording;
        let part =
            |word: &str, of: Option<String>| of.map_or_else(String::new, |it| format!(", {word} {it}"));
        let ended = format!(
            "{} in {} steps{}{}",
            recording.ending.outcome,
            recording.steps.len(),
            part("reward", recording.reward.map(|it| it.to_string())),
            part("run", self.record.clone())
        );
        let mut lines = vec![ended];
        lines.extend(self.changes.iter().map(|it| format!("  {it}")));
        lines.extend(self.network.iter().map(|it| format!("  network: {it}")));
        if !recording.read_by.is_empty() {
            lines.push(format!("  read by {}", recording.read_by.join(", then ")));
        }
        lines.extend(recording.answer.iter().map(|it| format!("  answer: {it}")));
        lines
    }

    /// The rows that it answered with as CSV.
    pub fn csv(&self) -> Result<Vec<u8>, Error> {
        let came_to_its_end = matches!(
            self.recording.ending.outcome,
            Outcome::Reached | Outcome::Unchecked
        );
        let failed = || self.ended().err().filter(|_| !came_to_its_end);
        as_csv(self.recording.answer.as_deref())
            .ok_or_else(|| failed().unwrap_or_else(|| Error::usage(NoTableAnswered)))
    }

    /// An error where the run did not reach its goal.
    pub fn ended(&self) -> Result<(), Error> {
        let outcome = self.recording.ending.outcome;
        if outcome == Outcome::Reached {
            return Ok(());
        }
        let why = match (self.recording.ending.for_people(), outcome) {
            (Some(diagnostic), Outcome::Unchecked) => NotReached::Unchecked { diagnostic },
            (Some(diagnostic), _) => NotReached::Fault {
                diagnostic,
                name: self.name.clone(),
                source_text: self.source.clone(),
            },
            (None, Outcome::Cancelled) => NotReached::Stopped,
            (None, _) => NotReached::NotDone,
        };
        Err(Error::ended(outcome, why))
    }
}

/// A run that was asked for rows answered with something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the run has not answered with the rows of a table: there is nothing to write as CSV")]
pub struct NoTableAnswered;

/// Why a run is no success.
#[derive(Clone, Debug, Error)]
pub enum NotReached {
    /// Nobody can say whether the task is done.
    #[error(
        "unchecked: {}\nhelp: a task file with a [[check]], or {:#} of a suite, says whether it worked; `{}` takes your word",
        diagnostic.message,
        Setting::TaskType,
        Call::new(Request::Accept)
    )]
    Unchecked {
        /// What is said of that.
        diagnostic: Diagnostic,
    },
    /// The script or the device did not do what it should.
    #[error("{}", diagnostic.render(name, source_text))]
    Fault {
        /// What happened, and where.
        diagnostic: Diagnostic,
        /// The script.
        name: String,
        /// Its text.
        source_text: String,
    },
    /// Somebody stopped it.
    #[error("stopped")]
    Stopped,
    /// It came to its end, and the judge is not content.
    #[error("the function came to its end, and the judge says that the task is not done")]
    NotDone,
}
