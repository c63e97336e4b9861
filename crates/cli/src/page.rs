//! A web page that belongs to no suite, as an environment without tasks.

use std::time::Duration;

use device::{Checkpoint, Device, DeviceError, DeviceInfo, Environment, EnvironmentError};
use device_web::Web;
use task::{Instance, TaskType};
use ui::{HardAction, Screen};

use crate::error::CliError;

/// Open an address in Chromium.
pub fn open(url: &str) -> Result<Box<dyn Environment>, CliError> {
    Ok(Box::new(Page(Web::open(url).map_err(EnvironmentError::from)?)))
}

struct Page(Web);

impl Device for Page {
    fn info(&self) -> DeviceInfo {
        self.0.info()
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        self.0.observe()
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        self.0.screenshot()
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        self.0.act(action)
    }

    fn settle(&mut self) -> Result<(), DeviceError> {
        self.0.settle()
    }

    fn rest(&mut self) -> Result<(), DeviceError> {
        self.0.rest()
    }

    fn limit(&mut self, left: Option<Duration>) {
        self.0.limit(left);
    }
}

impl Environment for Page {
    fn suite(&self) -> &'static str {
        "page"
    }

    fn task_types(&self) -> Vec<TaskType> {
        Vec::new()
    }

    fn instance(&mut self, task_type: &str, _seed: u64) -> Result<Instance, EnvironmentError> {
        Err(EnvironmentError::UnknownTaskType {
            name: task_type.to_owned(),
            near: Vec::new(),
        })
    }

    fn reset(&mut self, instance: &Instance) -> Result<(), EnvironmentError> {
        Err(EnvironmentError::UnknownTaskType {
            name: instance.task_type.clone(),
            near: Vec::new(),
        })
    }

    fn ended(&mut self) -> Result<bool, EnvironmentError> {
        Ok(false)
    }

    fn finish(&mut self) -> Result<f64, EnvironmentError> {
        Err(EnvironmentError::BadInstance {
            task_type: String::new(),
            seed: 0,
            reason: "a page that belongs to no suite has no judge".to_owned(),
        })
    }

    fn checkpoint(&mut self) -> Option<Checkpoint> {
        None
    }

    fn restore(&mut self, _checkpoint: &Checkpoint) -> Result<(), EnvironmentError> {
        Err(EnvironmentError::NoCheckpoint {
            reason: "a page keeps no states".to_owned(),
        })
    }

    fn changes(&mut self) -> Vec<String> {
        Vec::new()
    }
}
