//! A device alone, where an environment is asked for: it has no tasks, and nobody judges.

use task::{Instance, TaskType};
use ui::{HardAction, Screen};

use crate::{Device, DeviceError, DeviceInfo, Environment, EnvironmentError, Judge, Tasks, Verdict};

/// A device without tasks.
pub struct Bare {
    device: Box<dyn Device>,
    /// What stands for a suite in recordings of what was done on it.
    suite: &'static str,
}

impl Bare {
    /// A device, as an environment; `suite` stands for one in recordings.
    pub fn new(device: Box<dyn Device>, suite: &'static str) -> Self {
        Self { device, suite }
    }
}

fn no_task(name: &str) -> EnvironmentError {
    EnvironmentError::UnknownTaskType {
        name: name.to_owned(),
        near: Vec::new(),
    }
}

impl Device for Bare {
    fn info(&self) -> DeviceInfo {
        self.device.info()
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        self.device.observe()
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        self.device.screenshot()
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        self.device.act(action)
    }

    crate::forward_to_device!(device);

    // It stands before nothing.
    fn beside(&mut self, address: &str) -> Result<Option<Box<dyn Device>>, DeviceError> {
        self.device.beside(address)
    }
}

impl Tasks for Bare {
    fn suite(&self) -> &str {
        self.suite
    }

    fn task_types(&self) -> Vec<TaskType> {
        Vec::new()
    }

    fn instance(&mut self, task_type: &str, _seed: u64) -> Result<Instance, EnvironmentError> {
        Err(no_task(task_type))
    }

    fn reset(&mut self, instance: &Instance) -> Result<(), EnvironmentError> {
        Err(no_task(&instance.task_type))
    }
}

impl Judge for Bare {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        Ok(Verdict::Unknown {
            evidence: vec!["there is no check for what belongs to no task".to_owned()].into(),
        })
    }
}

impl Environment for Bare {}
