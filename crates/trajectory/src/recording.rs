//! One episode, step by step, by whoever did it; and its file format.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};
use task::Instance;
use thiserror::Error;
use ui::{HardAction, Screen};

use crate::{
    diagnostic::{Diagnostic, Position},
    outcome::Outcome,
    shown::Shown,
};

/// Version of the file format this code writes. It reads this and all older ones.
pub const VERSION: u32 = 1;

/// Name of a recording: unique in a bank, stable for the same content.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RecordingId(pub String);

impl fmt::Display for RecordingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The model-free search.
    Search,
    /// The ReAct agent.
    React,
    /// A generated function.
    Script,
    /// A function up to its breakpoint, then the explorer (the paper's hybrid trajectory, section 3.4).
    Hybrid,
    /// A demonstration.
    Person,
}

impl Origin {
    /// Every origin.
    pub const ALL: [Origin; 5] = [
        Origin::Search,
        Origin::React,
        Origin::Script,
        Origin::Hybrid,
        Origin::Person,
    ];

    /// The name, as it stands in files and output.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Search => "search",
            Origin::React => "react",
            Origin::Script => "script",
            Origin::Hybrid => "hybrid",
            Origin::Person => "person",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One step: what was on the screen, and what was done. What it led to is the next step's screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The screen before the action.
    pub screen: Arc<Screen>,
    /// SHA-256 (hex) of the screenshot before the action, where one was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<String>,
    /// What was done, on an index of `screen`.
    pub action: HardAction,
    /// Why, in the actor's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What the action did, in one line (the paper's execution summary).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The line of the script that did it, for runs of scripts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

/// How an episode ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The name of the ending.
    pub outcome: Outcome,
    /// What went wrong, where something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnostic: Option<Diagnostic>,
}

/// One episode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// Version of the file format.
    pub version: u32,
    /// Its name.
    pub id: RecordingId,
    /// Who did it.
    pub origin: Origin,
    /// What was to be done.
    pub instance: Instance,
    /// What was done.
    pub steps: Vec<Step>,
    /// The screen at the end.
    pub last: Arc<Screen>,
    /// For hybrid recordings: how many of the steps the function did before its breakpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breakpoint: Option<usize>,
    /// How it ended.
    pub ending: Ending,
    /// What the judge said; 1.0 is success; `None` where nobody judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reward: Option<f64>,
    /// The answer given, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// What a script noted on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<String>,
    /// What happened as a whole (the paper's conclusion C).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conclusion: Option<String>,
    /// For failures: what to do otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reflection: Option<String>,
    /// What a person said while they showed it, where one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
}

/// Why a recording can't be read.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// Not a recording, or cut off.
    #[error(
        "this is not a whole recording: {reason}\nhelp: the file may have been cut off; record again or delete it"
    )]
    Damaged {
        /// What the parser found.
        reason: String,
    },
    /// Written by a newer AutoRPA.
    #[error(
        "the recording has format version {found}; this AutoRPA reads up to {VERSION}\nhelp: update AutoRPA"
    )]
    TooNew {
        /// The file's version.
        found: u32,
    },
    /// A step names an element its screen does not have.
    #[error("step {step} acts on element {index}, but its screen has only {count} elements")]
    NoElement {
        /// The step, from 1.
        step: usize,
        /// The index.
        index: usize,
        /// Elements on the screen.
        count: usize,
    },
}

impl Step {
    /// An action on a screen, about which nothing more is known.
    pub fn new(screen: Arc<Screen>, action: HardAction) -> Self {
        Self {
            screen,
            screenshot: None,
            action,
            reason: None,
            summary: None,
            position: None,
        }
    }
}

impl Recording {
    /// An episode that ended in success, without a name yet.
    pub fn reached(origin: Origin, instance: Instance, steps: Vec<Step>, last: Arc<Screen>) -> Self {
        Self {
            version: VERSION,
            id: RecordingId(String::new()),
            origin,
            instance,
            steps,
            last,
            breakpoint: None,
            ending: Ending {
                outcome: Outcome::Reached,
                diagnostic: None,
            },
            reward: Some(1.0),
            answer: None,
            conclusion: None,
            reflection: None,
            shown: None,
            log: Vec::new(),
        }
    }

    /// The screen after a step (0-based).
    pub fn after(&self, step: usize) -> &Screen {
        self.steps.get(step + 1).map_or(&self.last, |it| &it.screen)
    }

    /// Whether a step (0-based) changed the screen.
    pub fn changed(&self, step: usize) -> bool {
        self.steps.get(step).is_some_and(|it| {
            it.screen.elements != self.after(step).elements || it.screen.activity != self.after(step).activity
        })
    }

    /// Whether the judge said success.
    pub fn succeeded(&self) -> bool {
        self.reward.is_some_and(|it| it >= 1.0)
    }

    /// Whether nothing speaks against it: the judge said success, or it came to its end and nobody could tell.
    pub fn passed(&self) -> bool {
        self.succeeded() || self.ending.outcome == Outcome::Unchecked
    }

    /// Whether its function came to its end without reaching the goal, and what it did was put right after that:
    /// it shows a way that works, not the one to take.
    pub fn mends(&self) -> bool {
        let before = self.breakpoint.and_then(|it| it.checked_sub(1));
        let last = before.and_then(|it| self.steps.get(it));
        last.is_some_and(|it| matches!(it.action, HardAction::Status { .. }))
    }

    /// The file's text.
    pub fn to_json(&self) -> Result<String, RecordingError> {
        serde_json::to_string(self).map_err(|it| RecordingError::Damaged {
            reason: it.to_string(),
        })
    }

    /// Read a file's text; every index is checked against its screen.
    pub fn from_json(text: &str) -> Result<Self, RecordingError> {
        #[derive(Deserialize)]
        struct Head {
            version: u32,
        }
        let damaged = |it: serde_json::Error| RecordingError::Damaged {
            reason: it.to_string(),
        };
        let head: Head = serde_json::from_str(text).map_err(damaged)?;
        if head.version > VERSION {
            return Err(RecordingError::TooNew { found: head.version });
        }
        let recording: Recording = serde_json::from_str(text).map_err(damaged)?;
        for (idx, step) in recording.steps.iter().enumerate() {
            let missing = step.action.targets().find(|id| step.screen.get(**id).is_none());
            if let Some(id) = missing {
                return Err(RecordingError::NoElement {
                    step: idx + 1,
                    index: id.0,
                    count: step.screen.elements.len(),
                });
            }
        }
        Ok(recording)
    }
}
