//! How an episode, a run or a build ends: a name, whose fault it is, an exit code.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The task is done: the judge says so.
    Reached,
    /// It came to its end, and nobody checked whether the task is done.
    Unchecked,
    /// The episode ended and the environment says the task is not done.
    NotReached,
    /// The script stopped itself rather than guess: several elements fit, or a value read back wrong.
    Refused,
    /// Nothing left to try, or the same screen again and again.
    Stuck,
    /// A budget of steps, seconds, episodes, operations or tokens ran out.
    OverBudget,
    /// The device went away.
    DeviceLost,
    /// The model did not answer, or not in a usable way.
    ModelFailed,
    /// The script itself failed: a syntax error, an unknown call, an assertion, an element not found.
    ScriptFault,
    /// The user stopped it.
    Cancelled,
}

/// Whose fault an ending is. Repair works on script faults only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Nobody's: it worked, as far as anybody can tell.
    None,
    /// The script's: repair may help.
    Script,
    /// The world's: device, model, budget.
    World,
    /// The user's wish.
    User,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Outcome; 10] = [
        Outcome::Reached,
        Outcome::Unchecked,
        Outcome::NotReached,
        Outcome::Refused,
        Outcome::Stuck,
        Outcome::OverBudget,
        Outcome::ScriptFault,
        Outcome::DeviceLost,
        Outcome::ModelFailed,
        Outcome::Cancelled,
    ];

    /// Whose fault it is.
    pub fn fault(self) -> Fault {
        match self {
            Outcome::Reached | Outcome::Unchecked => Fault::None,
            Outcome::NotReached | Outcome::Refused | Outcome::Stuck | Outcome::ScriptFault => Fault::Script,
            Outcome::OverBudget | Outcome::DeviceLost | Outcome::ModelFailed => Fault::World,
            Outcome::Cancelled => Fault::User,
        }
    }

    /// Exit code of a command that ends so. 1 is an unexpected error, 2 is bad usage.
    pub fn exit_code(self) -> u8 {
        match self {
            Outcome::Reached => 0,
            Outcome::Unchecked => 3,
            Outcome::NotReached => 10,
            Outcome::Refused => 11,
            Outcome::Stuck => 12,
            Outcome::OverBudget => 13,
            Outcome::ScriptFault => 14,
            Outcome::DeviceLost => 20,
            Outcome::ModelFailed => 21,
            Outcome::Cancelled => 130,
        }
    }

    /// What it means, for people.
    pub fn meaning(self) -> &'static str {
        match self {
            Outcome::Reached => "the task is done: the judge says so",
            Outcome::Unchecked => "it came to its end, and nobody checked whether the task is done",
            Outcome::NotReached => "it came to its end, and the task is not done",
            Outcome::Refused => "it stopped itself rather than guess: several elements or functions fit",
            Outcome::Stuck => "nothing is left to try",
            Outcome::OverBudget => "steps, seconds, episodes, operations, tokens or money ran out",
            Outcome::ScriptFault => {
                "the script is wrong: a syntax error, an unknown call, an assertion, an element not found"
            }
            Outcome::DeviceLost => "the device can't be had, or went away",
            Outcome::ModelFailed => "the model did not answer, or not in a usable way",
            Outcome::Cancelled => "the user stopped it",
        }
    }

    /// The outcome with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// The name, as it stands in files and output.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Reached => "reached",
            Outcome::Unchecked => "unchecked",
            Outcome::NotReached => "not_reached",
            Outcome::Refused => "refused",
            Outcome::Stuck => "stuck",
            Outcome::OverBudget => "over_budget",
            Outcome::DeviceLost => "device_lost",
            Outcome::ModelFailed => "model_failed",
            Outcome::ScriptFault => "script_fault",
            Outcome::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
