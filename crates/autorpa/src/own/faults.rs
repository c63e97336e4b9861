//! Why tasks of a user's own are not what they should be.

use checks::Fault;
use device::DeviceError;
use explorer::policy::BadPolicy;
use task::file::SUFFIX;
use thiserror::Error;
use trajectory::{Diagnostic, Outcome};

use crate::error::Error;

/// Why a folder of task files is no suite, or not one for this.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadFolder {
    /// It has no task files.
    #[error("the folder `{name}` has no task files (*{SUFFIX})")]
    Empty {
        /// The folder.
        name: String,
    },
    /// A file's task runs elsewhere than the others.
    #[error(
        "it runs on the device `{device}`, and the other tasks of its folder on `{others}`\n\
         help: a folder's tasks run on one device: give it a folder of its own"
    )]
    OtherDevice {
        /// Where it runs.
        device: String,
        /// Where they run.
        others: String,
    },
    /// Two files are of one task type.
    #[error("another file of the folder is of the task type `{name}` as well")]
    Twice {
        /// The task type.
        name: String,
    },
    /// A file names no device, and none begins where it does.
    #[error("it names no device, and there is none for where it begins")]
    NoDevice,
    /// No file is of this task type.
    #[error("no task type is called `{name}` in {suite}")]
    NoTask {
        /// The task type.
        name: String,
        /// The folder.
        suite: String,
    },
    /// Its instances would come from elsewhere.
    #[error(
        "`instances` of a request are files in AndroidWorld's form; a task file names its own (`instances`, [[instance]])"
    )]
    Instances,
}

/// Why a device does not stand where a task begins.
#[derive(Debug, Error)]
pub enum NoBeginning {
    /// The folder has no such task.
    #[error("it is not in the folder")]
    NoTask,
    /// The task file does not say where, for these values.
    #[error(transparent)]
    Values(#[from] Fault),
    /// No device opens there.
    #[error(transparent)]
    NoDevice(Error),
    /// The task file names apps that the device does not have.
    #[error(transparent)]
    Policy(#[from] BadPolicy),
    /// The device did not do what leads there.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// It shows something else.
    #[error(
        "it begins where \"{text}\" shows, and that does not show within {seconds} s; there is {app} {activity}"
    )]
    NotShown {
        /// What should show.
        text: String,
        /// How long it was waited for.
        seconds: u64,
        /// The app that shows instead.
        app: String,
        /// Its screen.
        activity: String,
    },
}

/// Why a function did not restore the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotRun {
    /// Nobody says that it works.
    #[error("it is not verified, and nobody has accepted it")]
    NotTrusted,
    /// It takes what the task does not have.
    #[error("it takes `{name}`, which the task has not")]
    NoValue {
        /// The parameter.
        name: String,
    },
    /// It came to no good end.
    #[error("{}", diagnostic.as_ref().map_or_else(|| outcome.to_string(), ToString::to_string))]
    Ended {
        /// How it ended.
        outcome: Outcome,
        /// What is known of that.
        diagnostic: Option<Diagnostic>,
    },
}
