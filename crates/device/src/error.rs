//! What can go wrong with a device or an environment: the world failing, never the script.

use settings::{Call, Request};
use thiserror::Error;
use ui::ActionKind;

use crate::{Cause, Verdict, no_option::NoOption, not_allowed::NotAllowed};

/// A device did not do what it was asked.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// The action names an element that is not on the screen.
    #[error("there is no element {index} on the screen: it has {count} elements (0 to {})", count.saturating_sub(1))]
    NoElement {
        /// The index asked for.
        index: usize,
        /// Elements on the screen.
        count: usize,
    },
    /// The device does not know this kind of action.
    #[error("the device can't do `{action}`")]
    Unsupported {
        /// The action's kind.
        action: ActionKind,
    },
    /// The element does not take this value.
    #[error("\"{value}\" can't be put there: {reason}")]
    NotTaken {
        /// The value.
        value: String,
        /// What it would have to be.
        reason: &'static str,
    },
    /// A list has no such option, or several.
    #[error(transparent)]
    NoOption(#[from] NoOption),
    /// The text names no keys.
    #[error(transparent)]
    NoKeys {
        /// What is wrong with it.
        source: ui::ChordError,
    },
    /// The text names no points, or none of this element.
    #[error("nothing is done at \"{value}\": {source}")]
    NoPoint {
        /// The text.
        value: String,
        /// What is wrong with it.
        source: ui::PointError,
    },
    /// An element can't be acted on: something covers it, it keeps moving, or no scrolling brings it into the window.
    #[error("can't {doing}: that was waited for for {seconds} s")]
    OutOfReach {
        /// What was to be done to what, and why it can't be.
        doing: String,
        /// How long that was waited for.
        seconds: u64,
    },
    /// The screen has more elements than are read: half a screen is no screen.
    #[error("the screen has more than {limit} elements")]
    TooLarge {
        /// How many are read.
        limit: usize,
    },
    /// It has no shell that could be asked.
    #[error(
        "this device has no shell, so nothing but its screen can be looked at\nhelp: `device_file` and `adb` are for phones (device = \"adb\")"
    )]
    NoShell,
    /// No app has this name.
    #[error("no app is called \"{app}\"; the launcher shows: {}", known.join(", "))]
    NoApp {
        /// The name asked for.
        app: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A dialog keeps the device from everything else.
    #[error("a dialog is open (\"{message}\") and has to be answered first")]
    DialogOpen {
        /// What it says.
        message: String,
    },
    /// There is no dialog to answer.
    #[error("no dialog is open")]
    NoDialog,
    /// No open window has this title or address.
    #[error("no window has the title or the address \"{title}\"; there are: {}", known.join(", "))]
    NoWindow {
        /// What was asked for.
        title: String,
        /// The titles that there are.
        known: Vec<String>,
    },
    /// Several open windows have this title or address.
    #[error("{count} windows have the title or the address \"{title}\"")]
    SeveralWindows {
        /// What was asked for.
        title: String,
        /// How many have it.
        count: usize,
    },
    /// An address can't be opened.
    #[error("`{address}` can't be opened: {reason}")]
    Unreachable {
        /// The address.
        address: String,
        /// What the device said.
        reason: String,
    },
    /// Who was logged in is not any more.
    #[error("the login `{login}` has ended: {address} asks for a password")]
    LoggedOut {
        /// The name of the login.
        login: String,
        /// Where a password is asked for.
        address: String,
    },
    /// A file that was to be saved did not come whole.
    #[error("the download `{name}` is not saved: {reason}")]
    NotSaved {
        /// The file's name.
        name: String,
        /// Why not.
        reason: String,
    },
    /// What an action sent has no answer.
    #[error("`{sent}` has no answer after {seconds} s: nobody can say whether it was done")]
    Unanswered {
        /// What was sent: its method and its address without values.
        sent: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// The user or the task does not allow the action, and it was not done.
    #[error("not done: {0}")]
    NotAllowed(#[from] NotAllowed),
    /// Several apps have this name.
    #[error("several apps are called \"{app}\": name one by its package")]
    SeveralApps {
        /// The name asked for.
        app: String,
    },
    /// The screen is off.
    #[error("the device's screen is off: wake it, and keep it awake while it is used")]
    Asleep,
    /// The lock screen is in front.
    #[error("the device is locked: unlock it by hand")]
    Locked,
    /// What the device says of its screen can't be read.
    #[error("the screen can't be read: {reason}")]
    Unreadable {
        /// What came instead.
        reason: String,
    },
    /// The device went away in the middle.
    #[error("the device is gone while doing `{doing}`: {reason}")]
    Lost {
        /// What was going on.
        doing: String,
        /// What the connection said.
        reason: String,
    },
    /// The device could not be started.
    #[error("the device does not start: {reason}\nhelp: {help}")]
    NoStart {
        /// What was found and tried.
        reason: String,
        /// What would help.
        help: String,
    },
    /// It took longer than its deadline.
    #[error("`{doing}` took longer than {seconds} s")]
    Timeout {
        /// What was going on.
        doing: String,
        /// The deadline.
        seconds: u64,
    },
}

impl DeviceError {
    /// Whether the device is there and did not do what it was asked: somebody may ask for something else.
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::NoElement { .. }
            | Self::Unsupported { .. }
            | Self::NotTaken { .. }
            | Self::NoOption(_)
            | Self::NoKeys { .. }
            | Self::NoPoint { .. }
            | Self::OutOfReach { .. }
            | Self::NoApp { .. }
            | Self::SeveralApps { .. }
            | Self::Unreachable { .. }
            | Self::DialogOpen { .. }
            | Self::NoDialog
            | Self::NoShell
            | Self::NoWindow { .. }
            | Self::SeveralWindows { .. }
            | Self::NotAllowed(_) => true,
            Self::TooLarge { .. }
            | Self::Asleep
            | Self::Locked
            | Self::LoggedOut { .. }
            | Self::NotSaved { .. }
            | Self::Unanswered { .. }
            | Self::Unreadable { .. }
            | Self::Lost { .. }
            | Self::NoStart { .. }
            | Self::Timeout { .. } => false,
        }
    }
}

impl EnvironmentError {
    /// Nobody can tell whether the task is done, for what this verdict shows. People read it: an error ends the work.
    pub fn unjudged(verdict: &Verdict) -> Self {
        Self::Unjudged {
            shown: verdict.evidence().for_people().to_vec(),
        }
    }
}

/// An environment could not set up or judge a task.
#[derive(Debug, Error)]
pub enum EnvironmentError {
    /// The device under it failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// No task type has this name.
    #[error("no task type is called `{name}`{}", nearest(.near))]
    UnknownTaskType {
        /// The name asked for.
        name: String,
        /// The most similar names there are.
        near: Vec<String>,
    },
    /// The instance can't be set up.
    #[error("instance {seed} of `{task_type}` can't be set up: {source}")]
    BadInstance {
        /// Its type.
        task_type: String,
        /// Its seed.
        seed: u64,
        /// What is wrong with it.
        source: Cause,
    },
    /// Nobody can tell whether the task is done.
    #[error("nobody can tell whether the task is done: {}", shown.join("; "))]
    Unjudged {
        /// What the judge shows for that, a line each.
        shown: Vec<String>,
    },
    /// There is nothing to judge.
    #[error("no instance is set up: `reset` comes first")]
    NoEpisode,
    /// The environment keeps no states, or this one is not its own.
    #[error("the state can't be restored: {why}")]
    NoCheckpoint {
        /// Why.
        why: NoState,
    },
}

/// Why a state can't be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoState {
    /// The environment keeps none.
    #[error("the environment keeps no states")]
    NoneKept,
    /// Another environment made it.
    #[error("the checkpoint was made by another kind of environment")]
    OfAnother,
}

fn nearest(near: &[String]) -> String {
    match near.is_empty() {
        true => format!("; `{}` lists them", Call::new(Request::Tasks)),
        false => format!("; did you mean {}?", near.join(", ")),
    }
}
