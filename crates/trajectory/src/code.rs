//! What diagnostics are called: a name for each, which stays what it is from version to version.

use std::fmt;

use serde::{Serialize, Serializer};

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $code:ident = $name:literal,)+) => {
        /// What a diagnostic is called. Files have its name.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = $doc])+ $code,)+
            /// A name that this version does not know: another version wrote it.
            #[default]
            Unknown,
        }

        impl Code {
            /// All that this version knows.
            pub const ALL: &[Code] = &[$(Code::$code,)+];

            /// The code with this name; [`Code::Unknown`] where another version wrote it.
            pub fn from_name(name: &str) -> Self {
                Self::ALL.iter().copied().find(|it| it.name() == name).unwrap_or_default()
            }

            /// The name, as files, scripts and people see it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)+
                    Code::Unknown => "unknown",
                }
            }
        }
    };
}

codes! {
    // How a script is written.
    /// The text is no script.
    Syntax = "syntax",
    /// A function has two parameters of one name.
    DuplicateParameter = "duplicate-parameter",
    /// The script defines no function.
    NoFunction = "no-function",
    /// Nothing uses a parameter.
    UnusedParameter = "unused-parameter",
    /// Nothing limits how often a loop runs.
    UnboundedLoop = "unbounded-loop",
    /// A locator does not say what it looks for.
    MissingDescription = "missing-description",
    /// An element has no such key.
    UnknownKey = "unknown-key",
    /// A text is the value of a parameter in one instance.
    HardCodedValue = "hard-coded-value",
    /// A call with too few or too many arguments.
    WrongArguments = "wrong-arguments",
    /// There is no such function.
    UnknownFunction = "unknown-function",
    /// Nothing is called so.
    UnknownVariable = "unknown-variable",
    /// A condition holds on no recorded screen on which what it guards was done.
    NeverHolds = "never-holds",
    /// A locator finds several elements on a recorded screen.
    NotUnique = "not-unique",
    /// The receipt does not list what the function does and nothing takes back.
    UnlistedConsequence = "unlisted-consequence",
    /// On an altered screen the script acts on something else than what is meant.
    Misled = "misled",

    // How a function is called.
    /// Parameters are missing, unknown or of another type.
    Parameters = "parameters",
    /// Which function is to be called is not said.
    Entry = "entry",
    /// The function does not serve this goal.
    GoalUncovered = "goal-uncovered",

    // What a script does.
    /// A function was called with what it does not take.
    Arguments = "arguments",
    /// A locator that asks nothing, or what it can't ask.
    Locator = "locator",
    /// A parameter has a value that the function has never seen and does not cover.
    UnknownValue = "unknown-value",
    /// What the script asserts does not hold.
    AssertionFailed = "assertion-failed",
    /// The script threw a value.
    Thrown = "thrown",
    /// The script failed.
    ScriptError = "script-error",
    /// The script says that the task can't be done.
    Infeasible = "infeasible",
    /// The environment ended the episode, and the script had more to do or failed after that. It never said that the
    /// task is done.
    EndedEarly = "ended-early",

    // What was found on the screen.
    /// No element fits.
    ElementMissing = "element-missing",
    /// Several elements fit.
    ElementAmbiguous = "element-ambiguous",
    /// The element stayed disabled.
    ElementDisabled = "element-disabled",
    /// Something stayed in front of the element.
    ElementCovered = "element-covered",
    /// The element is on the screen no more.
    NoElement = "no-element",
    /// An element was found otherwise than recorded, and independent ways to it do not agree.
    HealedUnsure = "healed-unsure",
    /// A list was not seen to its end.
    ListUnfinished = "list-unfinished",
    /// A field does not hold what was typed.
    NotTaken = "not-taken",

    // What the device says.
    /// The device does not do this.
    UnsupportedAction = "unsupported-action",
    /// The device did not take a value.
    ValueNotTaken = "value-not-taken",
    /// The screen has more than is read.
    ScreenTooLarge = "screen-too-large",
    /// An address can't be opened.
    Unreachable = "unreachable",
    /// Something keeps an element from being acted on.
    OutOfReach = "out-of-reach",
    /// There is no such app.
    NoApp = "no-app",
    /// Several apps are called so.
    AppAmbiguous = "app-ambiguous",
    /// A dialog of the page is open.
    DialogOpen = "dialog-open",
    /// There is no dialog to answer.
    NoDialog = "no-dialog",
    /// There is no such window.
    NoWindow = "no-window",
    /// Several windows fit.
    WindowAmbiguous = "window-ambiguous",
    /// The user or the task does not allow it.
    NotAllowed = "not-allowed",
    /// The device is gone.
    DeviceLost = "device-lost",
    /// Who was logged in is not any more.
    LoggedOut = "logged-out",
    /// A file that the device was given to save did not come whole, or could not be kept.
    NotSaved = "not-saved",
    /// What an action sent has no answer, so that nobody can say whether it was done.
    Unanswered = "unanswered",
    /// The phone sleeps.
    DeviceAsleep = "device-asleep",
    /// The phone is locked.
    DeviceLocked = "device-locked",
    /// The device does not say what is on its screen.
    ScreenUnreadable = "screen-unreadable",
    /// The device missed its deadline.
    DeviceTimeout = "device-timeout",
    /// The device failed in an agent's episode.
    Device = "device",

    // What is spent.
    /// The run took too long.
    TimeLimit = "time-limit",
    /// The script has done too many actions.
    StepLimit = "step-limit",
    /// The script has done too many operations.
    OperationLimit = "operation-limit",
    /// Too many calls inside one another.
    DepthLimit = "depth-limit",
    /// A value got too large.
    SizeLimit = "size-limit",
    /// The script can't be started.
    NoThread = "no-thread",
    /// The agent's steps are spent.
    StepsSpent = "steps-spent",
    /// The agent's tokens are spent.
    TokensSpent = "tokens-spent",
    /// Several steps of the agent in a row changed nothing.
    NoEffect = "no-effect",

    // What a model says.
    /// The script asks a model, and there is none.
    NoModel = "no-model",
    /// The model that a script asks is not there.
    ModelUnavailable = "model-unavailable",
    /// The model's answer can't be used by the script.
    ModelAnswer = "model-answer",
    /// What a script may spend on a model is spent.
    ModelBudget = "model-budget",
    /// An agent's reply can't be used.
    ModelReply = "model-reply",
    /// The agent's model failed.
    Model = "model",

    // How a person's recording ended.
    /// The last page was closed.
    PageClosed = "page-closed",
    /// The page is gone.
    PageLost = "page-lost",
    /// The person stopped.
    Stopped = "stopped",

    // What is known of the end.
    /// A step of an imported file could not be done.
    Import = "import",
    /// Nobody checked it.
    Unchecked = "unchecked",
    /// A check says that the task is not done.
    CheckFailed = "check-failed",
    /// The run did not begin.
    NotRun = "not-run",
    /// The checks say that it was done before.
    DoneBefore = "done-before",
    /// A run that was cut off is not repeated.
    NotRepeated = "not-repeated",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_written() {
        for code in Code::ALL {
            assert_eq!(Code::from_name(code.name()), *code);
        }
        let mut names: Vec<&str> = Code::ALL.iter().map(|it| it.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
    }

    #[test]
    fn a_code_of_another_version_is_unknown() {
        assert_eq!(Code::from_name("of-tomorrow"), Code::Unknown);
    }
}
