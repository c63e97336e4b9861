//! Which suite a task type belongs to, and how its environment is opened.

use std::path::{Path, PathBuf};

use device::{DeviceError, Environment, EnvironmentError, Tasks};
use device_web::{Browser, MiniWob, MiniWobOptions};
use emulator::{
    Emulator,
    perturb::{Kind, Perturb},
};

use crate::{
    args::{DeviceKind, Suite},
    error::CliError,
    home,
};

impl Suite {
    /// The name, as in files.
    pub fn name(self) -> &'static str {
        match self {
            Suite::Androidworld => "androidworld",
            Suite::Miniwob => "miniwob",
        }
    }

    /// The device the suite runs on.
    pub fn device(self) -> DeviceKind {
        match self {
            Suite::Androidworld => DeviceKind::Emulator,
            Suite::Miniwob => DeviceKind::Web,
        }
    }

    /// A suite by its name in a file.
    pub fn from_name(name: &str) -> Option<Self> {
        [Suite::Androidworld, Suite::Miniwob]
            .into_iter()
            .find(|it| it.name() == name)
    }
}

impl DeviceKind {
    /// The name, as in files.
    pub fn name(self) -> &'static str {
        match self {
            DeviceKind::Emulator => "emulator",
            DeviceKind::Web => "web",
        }
    }
}

/// The suite that has this task type.
pub fn suite_of(task_type: &str, named: Option<Suite>) -> Result<Suite, CliError> {
    if let Some(suite) = named {
        return Ok(suite);
    }
    let android: Vec<String> = Emulator::new()
        .task_types()
        .into_iter()
        .map(|it| it.name)
        .collect();
    if android.iter().any(|it| it == task_type) {
        return Ok(Suite::Androidworld);
    }
    let (web, missing) = match pages() {
        Ok(web) => (web, None),
        Err(missing) => (Vec::new(), Some(missing)),
    };
    if web.iter().any(|it| it == task_type) {
        return Ok(Suite::Miniwob);
    }
    let near = device::nearest(task_type, android.iter().chain(&web).map(String::as_str));
    let unknown = EnvironmentError::UnknownTaskType {
        name: task_type.to_owned(),
        near,
    };
    match missing {
        None => Err(unknown.into()),
        Some(missing) => Err(CliError::usage(format!(
            "{unknown}\nnote: the task types of miniwob are not known: {missing}"
        ))),
    }
}

/// The task types of MiniWoB++, read from its directory: no browser is started to find a name.
pub fn pages() -> Result<Vec<String>, DeviceError> {
    let types = device_web::task_types_in(&device_web::find_pages()?)?;
    Ok(types.into_iter().collect())
}

/// Where the devices of workers come from that run side by side: emulators of their own, pages of one browser.
pub enum Source {
    /// The embedded emulator.
    Emulator,
    /// A browser that runs.
    Web {
        /// It.
        browser: Browser,
        /// The directory of the suite's pages.
        html: PathBuf,
        /// Its task types.
        types: Vec<String>,
    },
}

impl Source {
    /// Where the devices of a suite come from.
    pub fn open_suite(suite: Suite) -> Result<Self, CliError> {
        match suite {
            Suite::Androidworld => Ok(Self::Emulator),
            Suite::Miniwob => {
                let first = MiniWob::launch(MiniWobOptions::default()).map_err(EnvironmentError::from)?;
                Ok(Self::Web {
                    browser: first.browser().clone(),
                    html: first.html().to_owned(),
                    types: first.task_types().into_iter().map(|it| it.name).collect(),
                })
            }
        }
    }

    /// The suite's task types.
    pub fn types(&self) -> Vec<String> {
        match self {
            Self::Emulator => Emulator::new()
                .task_types()
                .into_iter()
                .map(|it| it.name)
                .collect(),
            Self::Web { types, .. } => types.clone(),
        }
    }

    /// One more device; an emulator may differ in one way.
    pub fn open(&self, kind: Option<Kind>) -> Result<Box<dyn Environment>, CliError> {
        match self {
            Self::Emulator => Ok(Box::new(Emulator::new().perturbed(Perturb::new(kind, 0)))),
            Self::Web { browser, html, .. } => match MiniWob::on(browser, html.clone()) {
                Ok(page) => Ok(Box::new(page)),
                // The browser is gone: this worker goes on in another one.
                Err(_) => open(Suite::Miniwob, None, None, &Perturb::default()),
            },
        }
    }
}

/// Only the emulator's phones differ as they are told.
pub fn can_differ(suite: Suite) -> Result<(), CliError> {
    match suite {
        Suite::Androidworld => Ok(()),
        Suite::Miniwob => Err(CliError::usage(
            "--perturb is for the emulator; the pages of miniwob are what they are",
        )),
    }
}

/// Open the environment of a suite, on a device that may differ.
pub fn open(
    suite: Suite,
    device: Option<DeviceKind>,
    instances: Option<&Path>,
    perturb: &Perturb,
) -> Result<Box<dyn Environment>, CliError> {
    if let Some(device) = device
        && device != suite.device()
    {
        return Err(CliError::usage(format!(
            "the suite {} runs on the device `{}`, not on `{}`",
            suite.name(),
            suite.device().name(),
            device.name()
        )));
    }
    if !perturb.is_none() {
        can_differ(suite)?;
    }
    match (suite, instances) {
        (Suite::Androidworld, None) => Ok(Box::new(Emulator::new().perturbed(perturb.clone()))),
        (Suite::Androidworld, Some(file)) => {
            let text = home::read(file, "name a file of instances in AndroidWorld's form")?;
            let instances = emulator::instances::load(&text)
                .map_err(|it| CliError::usage(format!("{}: {it}", file.display())))?;
            Ok(Box::new(
                Emulator::with_instances(instances).perturbed(perturb.clone()),
            ))
        }
        (Suite::Miniwob, None) => {
            let env = MiniWob::launch(MiniWobOptions::default()).map_err(EnvironmentError::from)?;
            Ok(Box::new(env))
        }
        (Suite::Miniwob, Some(_)) => Err(CliError::usage(
            "instance files are AndroidWorld's; the pages of miniwob make their instances from seeds",
        )),
    }
}
