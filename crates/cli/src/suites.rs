//! Which suite a task type belongs to, and how its environment is opened.

use std::{fs, path::Path};

use device::{DeviceError, Environment, EnvironmentError};
use device_web::{MiniWob, MiniWobOptions};
use emulator::Emulator;

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
fn pages() -> Result<Vec<String>, DeviceError> {
    let html = device_web::find_pages()?;
    let files = fs::read_dir(html.join("miniwob")).into_iter().flatten().flatten();
    Ok(files
        .filter_map(|it| it.file_name().to_str()?.strip_suffix(".html").map(str::to_owned))
        .collect())
}

/// Open the environment of a suite.
pub fn open(
    suite: Suite,
    device: Option<DeviceKind>,
    instances: Option<&Path>,
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
    match (suite, instances) {
        (Suite::Androidworld, None) => Ok(Box::new(Emulator::new())),
        (Suite::Androidworld, Some(file)) => {
            let text = home::read(file, "name a file of instances in AndroidWorld's form")?;
            let instances = emulator::instances::load(&text)
                .map_err(|it| CliError::usage(format!("{}: {it}", file.display())))?;
            Ok(Box::new(Emulator::with_instances(instances)))
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
