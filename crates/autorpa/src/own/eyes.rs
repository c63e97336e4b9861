//! How checks look: at the device in front, and at pages of their own.

use std::time::Duration;

use checks::{Destination, Look};
use device::{Device, DeviceError, Printed};
use ui::{Action, Screen, Sent};

use crate::registry::{Driver, Start};

/// The device, as checks look at it. A page of a check's own is loaded afresh, with the cookies of the run: the one in
/// front stays as it is.
pub(super) struct Eyes<'a> {
    device: &'a mut dyn Device,
    driver: &'a dyn Driver,
    elsewhere: Option<Box<dyn Device>>,
    /// What was sent from there.
    pub(super) sent: Vec<Sent>,
}

impl<'a> Eyes<'a> {
    pub(super) fn new(device: &'a mut dyn Device, driver: &'a dyn Driver) -> Self {
        Self {
            device,
            driver,
            elsewhere: None,
            sent: Vec::new(),
        }
    }

    /// A page of its own, where the device can't open one beside itself.
    fn afresh(&self, url: &impl std::fmt::Display) -> Result<Box<dyn Device>, DeviceError> {
        let start = Start {
            url: Some(url.to_string()),
            ..Start::default()
        };
        self.driver.open(&start).map_err(|it| DeviceError::Lost {
            doing: format!("open {url}"),
            reason: it.to_string(),
        })
    }

    fn front(&mut self) -> &mut dyn Device {
        match &mut self.elsewhere {
            Some(device) => device.as_mut(),
            None => self.device,
        }
    }
}

impl Look for Eyes<'_> {
    fn visit(&mut self, destination: &Destination) -> Result<(), DeviceError> {
        match destination {
            Destination::Url(url) => {
                let beside = self.device.beside(url.as_str())?;
                let opened = beside.map_or_else(|| self.afresh(url), Ok);
                self.elsewhere = Some(opened?);
                Ok(())
            }
            Destination::App(app) => self.device.act(&Action::OpenApp { app: app.clone() }),
        }
    }

    fn screen(&mut self) -> Result<Screen, DeviceError> {
        let front = self.front();
        front.settle()?;
        let screen = front.observe()?;
        let sent = self.elsewhere.as_mut().and_then(|it| it.sent());
        self.sent.extend(sent.unwrap_or_default());
        Ok(screen)
    }

    fn address(&mut self) -> Result<Option<String>, DeviceError> {
        let screen = self.device.observe()?;
        Ok(self.device.address_of(&screen))
    }

    fn file(&mut self, path: &str) -> Result<Option<Vec<u8>>, DeviceError> {
        self.device.file(path)
    }

    fn run(&mut self, command: &[String], most: Duration) -> Result<Printed, DeviceError> {
        self.device.run(command, most)
    }
}
