//! What happened in one run of a function: what it was begun with, what was done, and how it ended.

use task::Instance;

use crate::{diagnostic::Diagnostic, outcome::Outcome, recording::RecordingId};

/// What a record says.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRecord {
    /// Its name: when it began, and a few letters.
    pub id: String,
    /// What was begun.
    pub begins: Begins,
    /// What was done, in order.
    pub steps: Vec<RunStep>,
    /// Pictures that were taken.
    pub pictures: Vec<Picture>,
    /// What the checks said before the first step; `None` where they were not asked.
    pub before: Option<Vec<Finding>>,
    /// How it ended; `None` where it was cut off, or still goes on.
    pub end: Option<End>,
}

/// How a run began and ended.
#[derive(Clone, Debug, PartialEq)]
pub struct RunOutline {
    /// Its name.
    pub id: String,
    /// What was begun.
    pub begins: Begins,
    /// How it ended; `None` where it was cut off, or still goes on.
    pub end: Option<End>,
}

/// One step of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunStep {
    /// What was to be done.
    pub acts: Acts,
    /// What came of it; `None` where the run was cut off in it.
    pub acted: Option<Acted>,
}

/// Something that happened in a run.
#[expect(
    clippy::large_enum_variant,
    reason = "one stands for each line of a file, and goes when it is written"
)]
#[derive(Clone, Debug, PartialEq)]
pub enum RunLine {
    /// It begins; the first line.
    Begins(Begins),
    /// What the checks say before anything is done.
    Before {
        /// A finding for each check that can be asked at any time.
        findings: Vec<Finding>,
    },
    /// A picture was taken.
    Picture(Picture),
    /// A step is about to be done.
    Acts(Acts),
    /// The step is done, or was refused.
    Acted(Acted),
    /// It ended; the last line.
    Ends(Box<End>),
}

/// The beginning of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Begins {
    /// When, as seconds since 1970.
    pub at: f64,
    /// The function's name or file.
    pub function: String,
    /// SHA-256 (hex) of its script.
    pub script_sha256: String,
    /// What was to be done.
    pub instance: Instance,
    /// The row of a file of rows, from 1.
    pub row: Option<usize>,
    /// The run that this one goes on from.
    pub resumes: Option<String>,
}

/// A step that is about to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Acts {
    /// Seconds since the run began.
    pub at: f64,
    /// What is done, for people.
    pub step: String,
    /// Whether it may change what is kept somewhere. What only looks, scrolls or goes elsewhere does not.
    pub may_write: bool,
}

/// What came of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Acted {
    /// Seconds since the run began.
    pub at: f64,
    /// Why the device did not do it.
    pub error: Option<String>,
}

/// A picture of the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Seconds since the run began.
    pub at: f64,
    /// How many steps were done before it.
    pub after: usize,
    /// SHA-256 (hex) of the PNG file; the bank has it.
    pub sha256: String,
}

/// What one check says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The check.
    pub check: String,
    /// Whether it holds; `None` where it can't be asked.
    pub holds: Option<bool>,
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Seconds since the run began.
    pub at: f64,
    /// Its name.
    pub outcome: Outcome,
    /// What went wrong, where something did.
    pub diagnostic: Option<Diagnostic>,
    /// The answer given, if any.
    pub answer: Option<String>,
    /// What was found otherwise than the script says, a line each.
    pub healed: Vec<String>,
    /// What changed on the device, a line each.
    pub changes: Vec<String>,
    /// What was asked of servers and not got, a line each with the step before it.
    pub network: Vec<String>,
    /// By what the screens were read, where the device has several ways: the first one, then each that it fell back to,
    /// with the reason.
    pub read_by: Vec<String>,
    /// The recording with all screens, where it is kept.
    pub recording: Option<RecordingId>,
}

impl RunRecord {
    /// Whether a step was begun that may have changed what is kept somewhere.
    pub fn may_have_written(&self) -> bool {
        self.steps.iter().any(|it| it.acts.may_write)
    }
}
