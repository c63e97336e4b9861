//! What was made.

use task::Instance;
use trajectory::RecordingId;

use super::unverified::Unverified;
use crate::{
    consequence::Consequence, script::Script, trace::Trace, understood::Understood, world::WorldError,
};

/// One version of the code, and why it was made.
#[derive(Clone, Debug)]
pub struct Version {
    /// The code.
    pub script: Script,
    /// Why it was made.
    pub why: String,
    /// Whether a model wrote it.
    pub by_model: bool,
}

/// How much of a stage was done without a model, and how much by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Without.
    pub free: usize,
    /// By a model.
    pub model: usize,
}

impl Shares {
    pub(super) fn count(&mut self, by_model: bool) {
        match by_model {
            true => self.model += 1,
            false => self.free += 1,
        }
    }
}

/// What was made.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The best code there is; `None` if no instance was ever solved.
    pub script: Option<Script>,
    /// Whether it reached the goal of every instance it was built on and held against.
    pub verified: bool,
    /// Whether it came to its end on all of them and nobody could tell whether the task was done.
    pub unchecked: bool,
    /// The instances it was built on, then those it was held against, and the last code's reward on each.
    pub instances: Vec<(Instance, f64)>,
    /// Held-out instances that it refuses: at most one of ten.
    pub refused: Vec<Instance>,
    /// How many times the code was refined.
    pub refinements: usize,
    /// Who found out what to refine: how an instance is done on which the code failed, or what is wrong with it.
    pub repaired: Shares,
    /// Every version of the code, oldest first.
    pub versions: Vec<Version>,
    /// What each phase did, in order.
    pub trace: Vec<Trace>,
    /// The recordings it was made from.
    pub recordings: Vec<RecordingId>,
    /// The app it works in: the one its first trajectory opens.
    pub app: Option<String>,
    /// Why it is not verified.
    pub reason: Option<Unverified>,
    /// What the script can do that nothing takes back.
    pub irreversible: Vec<Consequence>,
    /// What was understood of the task; nothing where a model wrote the code.
    pub understood: Option<Understood>,
    /// What was found out where several were alike, a line each.
    pub alike: Vec<String>,
    /// Whether a model wrote the code.
    pub by_model: bool,
    /// What ended the work before its time: a model that failed, or a budget that is spent.
    pub ended: Option<WorldError>,
}
