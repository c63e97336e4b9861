//! One episode, step by step, by whoever did it; and its file format.

use std::{fmt, sync::Arc};

use task::{ForPeople, Instance};
use thiserror::Error;
use ui::{Action, HardAction, Screen, Sent};

use crate::{
    diagnostic::{Diagnostic, Position},
    outcome::Outcome,
    shown::DemonstrationNotes,
};

/// The newest version of the file format. This code reads it and all older ones, and writes the oldest that has what a
/// recording holds.
pub const VERSION: u32 = 2;

/// Name of a recording: unique in a bank, stable for the same content.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordingId(pub String);

impl fmt::Display for RecordingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The screen before the action.
    pub screen: Arc<Screen>,
    /// SHA-256 (hex) of the screenshot before the action, where one was taken.
    pub screenshot: Option<String>,
    /// What was done, on an index of `screen`.
    pub action: HardAction,
    /// Why, in the actor's words.
    pub reason: Option<String>,
    /// What the action did, in one line (the paper's execution summary).
    pub summary: Option<String>,
    /// The line of the script that did it, for runs of scripts.
    pub position: Option<Position>,
    /// What the device sent after it that may write; `None` where the device can't tell.
    pub sent: Option<Vec<Sent>>,
}

/// How an episode ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The name of the ending.
    pub outcome: Outcome,
    /// What went wrong, where something did, as script, device or model say it. Models read it, so no word of a check
    /// stands in it.
    pub diagnostic: Option<Diagnostic>,
    /// What the judge shows for its word.
    pub evidence: ForPeople,
}

impl Ending {
    /// An ending without a judge's word, or with one that shows nothing.
    pub fn new(outcome: Outcome, diagnostic: Option<Diagnostic>) -> Self {
        Self {
            outcome,
            diagnostic,
            evidence: ForPeople::default(),
        }
    }

    /// What went wrong, for people: the diagnostic, else what the judge shows. Nothing of it may come before a model.
    pub fn for_people(&self) -> Option<Diagnostic> {
        let shown = self.evidence.for_people();
        let of_judge = || match self.outcome {
            _ if shown.is_empty() => None,
            Outcome::Unchecked => Some(Diagnostic::unchecked(shown)),
            _ => Some(Diagnostic::not_done(shown)),
        };
        self.diagnostic.clone().or_else(of_judge)
    }
}

/// One episode.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
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
    pub breakpoint: Option<usize>,
    /// How it ended.
    pub ending: Ending,
    /// What the judge said; 1.0 is success; `None` where nobody judged.
    pub reward: Option<f64>,
    /// The answer given, if any.
    pub answer: Option<String>,
    /// What a script noted on the way.
    pub log: Vec<String>,
    /// What happened as a whole (the paper's conclusion C).
    pub conclusion: Option<String>,
    /// For failures: what to do otherwise.
    pub reflection: Option<String>,
    /// What a person said while they showed it, where one did.
    pub shown: Option<DemonstrationNotes>,
    /// By what the screens were read, where the device has several ways: the first one, then each that it fell back to,
    /// with the reason.
    pub read_by: Vec<String>,
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
            sent: None,
        }
    }
}

/// Note what was sent since it was noted last: the last of these steps that did something has led to it. What was sent
/// before there was any step is nobody's. `None` is a device that can't tell.
pub fn note_sent(steps: &mut [Step], sent: Option<Vec<Sent>>) {
    let Some(sent) = sent else { return };
    let did = |it: &Step| {
        !matches!(
            it.action,
            Action::Status { .. } | Action::Answer { .. } | Action::Wait
        )
    };
    let cause = steps.iter().rposition(did).or(steps.len().checked_sub(1));
    if let Some(step) = cause.and_then(|it| steps.get_mut(it)) {
        let known = step.sent.get_or_insert_default();
        known.extend(sent);
    }
    // Of the others it is known that they sent nothing.
    if let Some(last) = steps.last_mut() {
        last.sent.get_or_insert_default();
    }
}

impl Recording {
    /// An episode that ended in success, without a name yet.
    pub fn reached(origin: Origin, instance: Instance, steps: Vec<Step>, last: Arc<Screen>) -> Self {
        Self {
            id: RecordingId(String::new()),
            origin,
            instance,
            steps,
            last,
            breakpoint: None,
            ending: Ending::new(Outcome::Reached, None),
            reward: Some(1.0),
            answer: None,
            conclusion: None,
            reflection: None,
            shown: None,
            read_by: Vec::new(),
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
}
