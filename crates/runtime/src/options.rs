//! What a run may use, and how it decides.

use std::time::Duration;

use crate::person::Asked;

/// What a script may use up before it is stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Operations of the script engine.
    pub operations: u64,
    /// Time for the whole run.
    pub time: Duration,
    /// Actions on the device.
    pub steps: usize,
    /// Nested calls.
    pub depth: usize,
    /// Length of a text, in bytes; of all texts in one value together.
    pub text: usize,
    /// Entries of a list; of all lists in one value together.
    pub list: usize,
    /// Entries of a map; of all maps in one value together.
    pub map: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            operations: 3_000_000,
            time: Duration::from_secs(300),
            steps: 200,
            depth: 48,
            text: 1 << 20,
            list: 20_000,
            map: 60_000,
        }
    }
}

/// What a run does beyond what its locators say, before it is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Take the element that the description fits clearly better than all others.
    pub margin: bool,
    /// Ask the grounder, where there is a model.
    pub grounder: bool,
    /// Where a locator finds nothing, go by its other ways, if they agree on one element.
    pub other_ways: bool,
    /// Where nothing is found and a window lies over the app that the run has found nothing in, go back once.
    pub way_out: bool,
    /// Where a notice asks for consent and has nothing that refuses it, give it.
    pub consent: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            margin: true,
            grounder: true,
            other_ways: true,
            way_out: true,
            consent: false,
        }
    }
}

/// How a script is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What it may use up.
    pub limits: Limits,
    /// How long finding waits for an element that is not there yet.
    pub find_deadline: Duration,
    /// How often finding looks at most; `None` looks until the deadline. A device whose clock moves only
    /// when told looks six times in either case: nothing but waiting changes it.
    pub find_rounds: Option<usize>,
    /// How ambiguity is decided.
    pub policy: Policy,
    /// How long the application is left alone after each action. A pause is a step of the recording, a `Wait`.
    pub pause: Duration,
    /// Whether each step keeps a screenshot.
    pub screenshots: bool,
    /// The function to call; `None` is the script's one public function.
    pub entry: Option<String>,
    /// Who is asked on the way, where somebody is.
    pub person: Option<Asked>,
    /// Whether a value that is empty shows nothing, so that `expect` does not wait for it.
    pub empty_shows_nothing: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            find_deadline: Duration::from_secs(3),
            find_rounds: None,
            policy: Policy::default(),
            pause: Duration::ZERO,
            screenshots: false,
            entry: None,
            person: None,
            empty_shows_nothing: false,
        }
    }
}
