//! What each phase of a compilation did, in order.

use std::fmt;

/// A phase of a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Somebody does an instance for the first time.
    Explore,
    /// Code is made from all recordings.
    Build,
    /// The code runs on the instances that it is built on.
    Verify,
    /// A failure is analysed, and done right.
    Repair,
    /// The code runs on an instance that it was not built on.
    HoldOut,
    /// Verified code loses what it can do without, and gains fallbacks and assertions.
    Harden,
}

impl Phase {
    /// The name, as people read it.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Explore => "explore",
            Phase::Build => "build",
            Phase::Verify => "verify",
            Phase::Repair => "repair",
            Phase::HoldOut => "hold out",
            Phase::Harden => "harden",
        }
    }
}

/// One pass through a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The phase.
    pub phase: Phase,
    /// Seed of the instance that it is about, where it is about one.
    pub seed: Option<u64>,
    /// What happened, in one line.
    pub what: String,
    /// In how many runs of a script.
    pub runs: usize,
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.phase.name())?;
        if let Some(seed) = self.seed {
            write!(f, ", instance {seed}")?;
        }
        write!(f, ": {}", self.what)?;
        match self.runs {
            0 => Ok(()),
            1 => f.write_str(" (1 run)"),
            runs => write!(f, " ({runs} runs)"),
        }
    }
}
