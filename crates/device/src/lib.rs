//! A device that is observed and acted on, and an environment: a device with tasks and a judge.
//!
//! Both are blocking: a script, a search and a person act one step at a time. Implementations that
//! speak a protocol do so inside.

mod cancel;
pub mod conformance;
mod error;
mod nearest;

use std::{any::Any, sync::Arc, time::Duration};

use task::{Instance, TaskType};
use ui::{HardAction, Screen};

pub use cancel::Cancel;
pub use error::{DeviceError, EnvironmentError};
pub use nearest::nearest;

/// Something with a screen.
pub trait Device {
    /// What it is.
    fn info(&self) -> DeviceInfo;

    /// What is on the screen now. Reading it changes nothing.
    fn observe(&mut self) -> Result<Screen, DeviceError>;

    /// The screen as a PNG file, at the size [`Screen::size`] says.
    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError>;

    /// Do one action. Indices belong to the screen that is in front now.
    /// `Status` changes nothing on the device; `Answer` is kept for the judge.
    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError>;

    /// Wait for a moment, until the screen no longer changes by itself. What takes time only there where nobody acts
    /// has nothing to wait for.
    fn settle(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }

    /// Wait until what was done has had its effect: nothing that it began is still under way. A run that says that it
    /// is done ends with this.
    fn rest(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }

    /// How long the calls that follow may take together; `None` is as long as they need. Only a device that can be
    /// kept waiting has a use for it.
    fn limit(&mut self, left: Option<Duration>) {
        let _ = left;
    }

    /// The package of an app that `open_app` finds by this name. `None` where there are no apps, or not this
    /// one.
    fn package(&self, app: &str) -> Option<String> {
        let _ = app;
        None
    }

    /// The version of the app with this package, as it is installed now. `None` where that is not known; what was
    /// learned of the app then holds for as long as the device describes itself the same way.
    fn version(&self, package: &str) -> Option<String> {
        let _ = package;
        None
    }
}

/// What a device is, for prompts, receipts and `doctor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// `emulator`, `web`, ...
    pub kind: &'static str,
    /// For people: name and version.
    pub description: String,
    /// Names of the apps its launcher shows; empty where there are none.
    pub apps: Vec<String>,
    /// Kinds of actions it takes, by [`ui::Action::kind`].
    pub actions: Vec<&'static str>,
}

impl DeviceInfo {
    /// What agents are told that they work on. It has no version: the same screen is the same question after an update.
    pub fn called(&self) -> &str {
        match self.kind {
            "emulator" => "an Android phone",
            "web" => "a web page",
            _ => &self.description,
        }
    }
}

/// A device with tasks: it sets up an instance and judges how it ended.
///
/// The explorer and the compiler see what a user sees (screens, goal, parameters) and the reward;
/// nothing here hands out more than that.
pub trait Environment: Device {
    /// Name of the suite.
    fn suite(&self) -> &'static str;

    /// The task types, sorted by name.
    fn task_types(&self) -> Vec<TaskType>;

    /// The apps a task type is about, by names that `open_app` takes; empty where that is not said.
    fn scope(&self, task_type: &str) -> Vec<String> {
        let _ = task_type;
        Vec::new()
    }

    /// The instance a seed makes: its goal and, where the suite gives them, its parameters.
    /// Does not touch a running episode.
    fn instance(&mut self, task_type: &str, seed: u64) -> Result<Instance, EnvironmentError>;

    /// Set the device to the beginning of an instance. The same instance gives the same screen.
    fn reset(&mut self, instance: &Instance) -> Result<(), EnvironmentError>;

    /// Whether the environment has ended the episode by itself (a web task that saw its answer).
    fn ended(&mut self) -> Result<bool, EnvironmentError>;

    /// End the episode and judge it: 1.0 is success.
    fn finish(&mut self) -> Result<f64, EnvironmentError>;

    /// The state of device and episode, if the environment can keep it.
    fn checkpoint(&mut self) -> Option<Checkpoint>;

    /// Go back to a checkpoint of this environment.
    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), EnvironmentError>;

    /// What the episode changed on the device, a line each; for people, after [`Environment::finish`].
    fn changes(&mut self) -> Vec<String>;
}

/// A kept state; cheap to clone.
#[derive(Clone)]
pub struct Checkpoint(Arc<dyn Any + Send + Sync>);

impl Checkpoint {
    /// Wrap an environment's own state.
    pub fn new(state: impl Any + Send + Sync) -> Self {
        Self(Arc::new(state))
    }

    /// The state, if it is of this type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}
