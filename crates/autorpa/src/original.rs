//! A server of the original AndroidWorld, as a device that brings its own suite along.

use std::sync::Arc;

use device::{Device, Environment, EnvironmentError};
use device_androidworld::{Address, NAME, SUITE, Server, World};
use task::TaskType;
use thiserror::Error;

use crate::{
    bad_start::BadStart,
    error::Error,
    registry::{Driver, Pool, Setup, Start, Suite, Terms},
};

/// What a server's suite does not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotServed {
    /// Instances of a file.
    #[error("`instances` are files for the emulator: a server of AndroidWorld makes its own from seeds")]
    Instances,
}

/// Servers of the original AndroidWorld: `androidworld` is the one where it usually is, `androidworld:URL` another.
#[derive(Clone, Default)]
pub struct OriginalDriver {
    which: Option<String>,
    name: Option<String>,
    options: device_android::Options,
}

impl OriginalDriver {
    /// Servers whose phones are read in this way.
    pub fn new(options: device_android::Options) -> Self {
        Self {
            options,
            ..Self::default()
        }
    }

    fn address(&self) -> Result<Address, Error> {
        match &self.which {
            Some(which) => which.parse().map_err(Error::usage),
            None => Ok(Address::default()),
        }
    }

    fn reach(&self) -> Result<World, Error> {
        let world = World::open(&self.address()?, &self.options);
        Ok(world.map_err(EnvironmentError::from)?)
    }
}

impl Driver for OriginalDriver {
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(NAME)
    }

    fn bare_suite(&self) -> &'static str {
        "androidworld-phone"
    }

    fn needs_url(&self) -> bool {
        false
    }

    fn has_addresses(&self) -> bool {
        false
    }

    fn opens_several(&self) -> bool {
        false
    }

    fn open(&self, start: &Start) -> Result<Box<dyn Device>, Error> {
        match start.url {
            Some(_) => Err(Error::usage(BadStart::Url)),
            None => Ok(Box::new(self.reach()?)),
        }
    }

    fn at(&self, which: &str) -> Option<Arc<dyn Driver>> {
        Some(Arc::new(Self {
            which: Some(which.to_owned()),
            name: Some(format!("{NAME}:{which}")),
            options: self.options.clone(),
        }))
    }

    fn suite(&self) -> Option<Arc<dyn Suite>> {
        Some(Arc::new(Original(self.clone())))
    }
}

/// The tasks and the judge of a server.
struct Original(OriginalDriver);

impl Suite for Original {
    fn name(&self) -> &str {
        SUITE
    }

    fn device(&self) -> &str {
        self.0.name()
    }

    fn task_types(&self) -> Result<Vec<TaskType>, Error> {
        let asked = Server::at(&self.0.address()?.server).and_then(|it| it.task_types());
        let names = asked.map_err(|it| EnvironmentError::from(device_androidworld::no_start(&it)))?;
        Ok(names
            .iter()
            .map(|it| device_androidworld::task_type(it, None))
            .collect())
    }

    fn about(&self) -> String {
        "The original AndroidWorld, on its own server.".to_owned()
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Environment>, Error> {
        self.variants(&setup.perturb)?;
        match setup.instances {
            Some(_) => Err(Error::usage(NotServed::Instances)),
            None => Ok(Box::new(self.0.reach()?)),
        }
    }

    fn pool(&self) -> Result<Box<dyn Pool>, Error> {
        let types = self.task_types()?.into_iter().map(|it| it.name).collect();
        Ok(Box::new(One(self.0.clone(), types)))
    }

    fn terms(&self) -> Terms {
        Terms {
            own_values: false,
            // A run takes minutes on the original.
            candidates: 4,
            side_by_side: false,
            opens_at_once: false,
            keeps_final_seeds: true,
        }
    }
}

/// The only phone that a server has, and its task types.
struct One(OriginalDriver, Vec<String>);

impl Pool for One {
    fn types(&self) -> Vec<String> {
        self.1.clone()
    }

    fn open(&self, _way: Option<&str>) -> Result<Box<dyn Environment>, Error> {
        Ok(Box::new(self.0.reach()?))
    }
}
