//! The server and its phone as an environment.

use std::collections::BTreeMap;

use device::{Cause, Device, DeviceError, DeviceInfo, Environment, EnvironmentError, Judge, Tasks, Verdict};
use device_android::{Android, Options};
use serde_json::json;
use settings::Setting;
use task::{Instance, ParamSpec, Params, TaskType, Template};
use thiserror::Error;
use ui::{HardAction, Screen};

use crate::{
    address::Address,
    server::{Server, ServerError},
};

/// The name this device is registered under.
pub const NAME: &str = "androidworld";
/// The suite that it brings along: the tasks are the original's own.
pub const SUITE: &str = "androidworld-original";
/// Steps an agent may take: the server does not say how many.
const STEP_BUDGET: usize = 30;

/// A server, and the phone behind it.
pub struct World {
    server: Server,
    phone: Android,
    types: Vec<String>,
    /// The seed that the server's instances are made by now.
    made: Option<u64>,
    /// The templates that each type was seen to have.
    templates: BTreeMap<String, Vec<Template>>,
    begun: Option<Begun>,
}

/// The task that is set up.
struct Begun {
    task_type: String,
    seed: u64,
    /// Whether it was judged: nothing is lost with it any more.
    judged: bool,
}

/// Another instance is set up and not judged.
#[derive(Debug, Error)]
#[error("the server has one seed at a time, and instance {seed} of `{task_type}` goes on")]
struct GoesOn {
    task_type: String,
    seed: u64,
}

impl World {
    /// Reach a server and its phone; `options` says how the phone is read.
    pub fn open(address: &Address, options: &Options) -> Result<Self, DeviceError> {
        let server = Server::at(&address.server).map_err(|it| no_start(&it))?;
        server.health().map_err(|it| no_start(&it))?;
        let types = server.task_types().map_err(|it| no_start(&it))?;
        let phone = Android::open(&Options {
            address: Some(address.phone.clone()),
            ..options.clone()
        });
        let phone = phone.map_err(|error| no_phone(&address.phone, error))?;
        Ok(Self {
            server,
            phone,
            types,
            made: None,
            templates: BTreeMap::new(),
            begun: None,
        })
    }

    /// Refuse a name that the server does not have.
    fn known(&self, task_type: &str) -> Result<(), EnvironmentError> {
        match self.types.iter().any(|it| it == task_type) {
            true => Ok(()),
            false => Err(EnvironmentError::UnknownTaskType {
                name: task_type.to_owned(),
                near: device::nearest(task_type, self.types.iter().map(String::as_str)),
            }),
        }
    }

    /// Let the server have the instances of a seed. The task that is set up is taken away first: the server would forget
    /// it, and one that nobody has judged is not given up.
    fn make(&mut self, task_type: &str, seed: u64) -> Result<(), EnvironmentError> {
        if self.made == Some(seed) {
            return Ok(());
        }
        match &self.begun {
            Some(begun) if !begun.judged => Err(EnvironmentError::BadInstance {
                task_type: task_type.to_owned(),
                seed,
                source: Cause::of(GoesOn {
                    task_type: begun.task_type.clone(),
                    seed: begun.seed,
                }),
            }),
            Some(_) | None => {
                self.tear_down()?;
                self.made = None;
                self.server.make(seed).map_err(lost)?;
                self.made = Some(seed);
                Ok(())
            }
        }
    }

    /// Take away what was set up, if anything was.
    fn tear_down(&mut self) -> Result<(), EnvironmentError> {
        match self.begun.take() {
            Some(begun) => Ok(self.server.tear_down(&begun.task_type).map_err(lost)?),
            None => Ok(()),
        }
    }

    /// The template of the instance of a type; `None` where the server has none that can be read.
    fn template(&mut self, task_type: &str) -> Result<Option<Template>, EnvironmentError> {
        let text = self.server.template(task_type).map_err(lost)?;
        let template = Template::parse(&text).ok().filter(|_| !text.is_empty());
        let seen = self.templates.entry(task_type.to_owned()).or_default();
        seen.extend(
            template
                .iter()
                .filter(|it| !seen.contains(it))
                .cloned()
                .collect::<Vec<_>>(),
        );
        Ok(template)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // A server that is gone has nothing set up any more.
        let _ = self.tear_down();
    }
}

fn lost(error: ServerError) -> DeviceError {
    DeviceError::Lost {
        doing: "a request to the server".to_owned(),
        reason: error.to_string(),
    }
}

/// A server that can't be had.
pub fn no_start(error: &ServerError) -> DeviceError {
    DeviceError::NoStart {
        reason: error.to_string(),
        help: format!(
            "start AndroidWorld's server (its README: `docker run --privileged -p 5000:5000 -p 5555:5555 ...`), and name it: {}",
            Setting::Device.to("androidworld:http://HOST:PORT")
        ),
    }
}

fn no_phone(address: &str, error: DeviceError) -> DeviceError {
    match error {
        DeviceError::NoStart { reason, .. } => DeviceError::NoStart {
            reason: format!(
                "the server is there, and the phone behind it is not reached by adb at {address}: {reason}"
            ),
            help: format!(
                "the server tells no list of elements, so its phone is read by adb: let its port out (`-p 5555:5555`), or name the phone: {}",
                Setting::Device.to("androidworld:URL?adb=SERIAL")
            ),
        },
        other => other,
    }
}

/// A type as its name says it, and its template where all its instances have the same.
pub fn task_type(name: &str, template: Option<&Template>) -> TaskType {
    let slots = template.into_iter().flat_map(Template::slots);
    let param = |name: &str| ParamSpec {
        name: name.to_owned(),
        description: String::new(),
    };
    TaskType {
        name: name.to_owned(),
        suite: SUITE.to_owned(),
        params: slots.map(param).collect(),
        template: template.map(ToString::to_string),
        step_budget: STEP_BUDGET,
    }
}

/// A template and the values of a goal as it has them: the names that its braces have.
fn values(template: Option<&Template>, goal: &str) -> Params {
    template.and_then(|it| it.extract(goal)).unwrap_or_default()
}

impl Device for World {
    fn info(&self) -> DeviceInfo {
        let phone = self.phone.info();
        DeviceInfo {
            name: NAME.to_owned(),
            description: format!(
                "AndroidWorld's server at {}, its phone: {}",
                self.server.address(),
                phone.description
            ),
            ..phone
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        self.phone.observe()
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        self.phone.screenshot()
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        if let HardAction::Answer { text } = action {
            let answer = json!({"action_type": "answer", "text": text});
            self.server.execute(&answer).map_err(lost)?;
        }
        self.phone.act(action)
    }

    device::forward_to_device!(phone);
}

impl Tasks for World {
    fn suite(&self) -> &str {
        SUITE
    }

    fn task_types(&self) -> Vec<TaskType> {
        let only = |name: &String| match &self.templates.get(name)?[..] {
            [one] => Some(one),
            _ => None,
        };
        self.types.iter().map(|it| task_type(it, only(it))).collect()
    }

    fn instance(&mut self, task_type: &str, seed: u64) -> Result<Instance, EnvironmentError> {
        self.known(task_type)?;
        self.make(task_type, seed)?;
        let goal = self.server.goal(task_type).map_err(lost)?;
        let template = self.template(task_type)?;
        Ok(Instance {
            suite: SUITE.to_owned(),
            task_type: task_type.to_owned(),
            seed,
            params: values(template.as_ref(), &goal),
            goal,
        })
    }

    fn reset(&mut self, instance: &Instance) -> Result<(), EnvironmentError> {
        self.known(&instance.task_type)?;
        // What was begun is given up: this asks for another beginning.
        self.tear_down()?;
        self.make(&instance.task_type, instance.seed)?;
        self.server.reset().map_err(lost)?;
        self.server.initialize(&instance.task_type).map_err(lost)?;
        self.begun = Some(Begun {
            task_type: instance.task_type.clone(),
            seed: instance.seed,
            judged: false,
        });
        Ok(())
    }
}

impl Judge for World {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        let begun = self.begun.as_mut().ok_or(EnvironmentError::NoEpisode)?;
        let score = self.server.score(&begun.task_type).map_err(lost)?;
        begun.judged = true;
        Ok(Verdict::of_reward(score))
    }
}

impl Environment for World {}
