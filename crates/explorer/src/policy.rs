//! What an agent or a function may do, whatever a screen asks of it: checked before an action is done.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use device::{Checkpoint, Device, DeviceError, DeviceInfo, Environment, EnvironmentError};
use task::{Instance, TaskType};
use thiserror::Error;
use ui::{Action, HardAction, Screen};

/// What the user allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// Apps that may be opened and used, by names that `open_app` takes; empty allows all.
    pub apps: Vec<String>,
    /// Kinds of actions that are not done, as [`ui::Action::kind`] names them.
    pub forbidden: Vec<String>,
}

/// A policy that does not fit the device.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadPolicy {
    /// It has no such app.
    #[error(
        "the policy allows the app `{name}`, which is not on this device; there are {}",
        listed(known)
    )]
    App {
        /// The name.
        name: String,
        /// Apps there are.
        known: Vec<String>,
    },
    /// It takes no such action.
    #[error(
        "the policy forbids `{name}`, which is no action of this device; there are {}",
        listed(known)
    )]
    Action {
        /// The name.
        name: String,
        /// Actions there are.
        known: Vec<String>,
    },
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.join(", "),
    }
}

/// Why an action is not done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAllowed {
    /// The user forbids this kind.
    #[error("the user does not allow `{kind}`")]
    Kind {
        /// The kind of action.
        kind: &'static str,
    },
    /// The app has nothing to do with the task, or the user does not allow it.
    #[error("`{app}` is not to be used for this task, only {}", allowed.join(", "))]
    App {
        /// The app, by the name that was used or that the launcher shows.
        app: String,
        /// Apps that may be used.
        allowed: Vec<String>,
    },
}

/// The policy and the task's own scope, on one device.
pub struct Guard {
    forbidden: Vec<String>,
    /// Apps that may be used; empty where nothing limits them.
    pub(crate) allowed: Vec<String>,
    allowed_packages: BTreeSet<String>,
    /// Names of the launcher's other apps, by package.
    outside: BTreeMap<String, String>,
}

impl Guard {
    /// An app may be used where both the task's scope and the user allow it; an empty task type has no scope.
    pub fn new(env: &dyn Environment, task_type: &str, policy: &Policy) -> Result<Self, BadPolicy> {
        let info = env.info();
        if let Some(name) = policy.apps.iter().find(|it| env.package(it).is_none()) {
            return Err(BadPolicy::App {
                name: name.clone(),
                known: info.apps,
            });
        }
        if let Some(name) = policy
            .forbidden
            .iter()
            .find(|it| !info.actions.contains(&it.as_str()))
        {
            return Err(BadPolicy::Action {
                name: name.clone(),
                known: info.actions.into_iter().map(str::to_owned).collect(),
            });
        }
        let packages = |names: &[String]| -> BTreeSet<String> {
            names.iter().filter_map(|it| env.package(it)).collect()
        };
        let scope = env.scope(task_type);
        let (of_task, of_user) = (packages(&scope), packages(&policy.apps));
        let allows = |package: &String| {
            (scope.is_empty() || of_task.contains(package))
                && (policy.apps.is_empty() || of_user.contains(package))
        };
        let mut guard = Self {
            forbidden: policy.forbidden.clone(),
            allowed: Vec::new(),
            allowed_packages: BTreeSet::new(),
            outside: BTreeMap::new(),
        };
        if scope.is_empty() && policy.apps.is_empty() {
            return Ok(guard);
        }
        for app in info.apps {
            let Some(package) = env.package(&app) else {
                continue;
            };
            if allows(&package) {
                guard.allowed_packages.insert(package);
                guard.allowed.push(app);
            } else {
                guard.outside.insert(package, app);
            }
        }
        Ok(guard)
    }

    /// Whether apps are limited: else it does not matter which is in front.
    fn limits_apps(&self) -> bool {
        !self.outside.is_empty() || !self.allowed.is_empty()
    }

    /// Whether an action may be done with this app in front.
    ///
    /// Screens of the system (launcher, dialogs, the sheet that shares a text) belong to no app of the
    /// launcher and may be used; from an app that may not be used one may only leave.
    pub fn check(&self, env: &dyn Environment, action: &HardAction, front: &str) -> Result<(), NotAllowed> {
        let kind = action.kind();
        if self.forbidden.iter().any(|it| it == kind) {
            return Err(NotAllowed::Kind { kind });
        }
        if !self.limits_apps() {
            return Ok(());
        }
        let app = |app: &str| NotAllowed::App {
            app: app.to_owned(),
            allowed: self.allowed.clone(),
        };
        match action {
            Action::OpenApp { app: name } => match env.package(name) {
                // The device says itself that there is no such app.
                None => Ok(()),
                Some(it) if self.allowed_packages.contains(&it) => Ok(()),
                Some(_) => Err(app(name)),
            },
            Action::NavigateBack
            | Action::NavigateHome
            | Action::Wait
            | Action::Answer { .. }
            | Action::Status { .. } => Ok(()),
            Action::Click { .. }
            | Action::DoubleTap { .. }
            | Action::LongPress { .. }
            | Action::Hover { .. }
            | Action::InputText { .. }
            | Action::Scroll { .. }
            | Action::Swipe { .. }
            | Action::KeyboardEnter => match self.outside.get(front) {
                Some(name) => Err(app(name)),
                None => Ok(()),
            },
        }
    }
}

/// An environment on which only what a guard allows is done. What it does not allow is a [`DeviceError::NotAllowed`].
pub struct Guarded<'a> {
    env: &'a mut dyn Environment,
    guard: Guard,
    /// The app that was in front when it was looked last; `None` after an action.
    front: Option<String>,
}

impl<'a> Guarded<'a> {
    /// Guard an environment.
    pub fn new(env: &'a mut dyn Environment, guard: Guard) -> Self {
        Self {
            env,
            guard,
            front: None,
        }
    }
}

impl Device for Guarded<'_> {
    fn info(&self) -> DeviceInfo {
        self.env.info()
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        let screen = self.env.observe()?;
        self.front = Some(screen.app.clone());
        Ok(screen)
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        self.env.screenshot()
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        let front = match self.front.take() {
            Some(front) => front,
            None if self.guard.limits_apps() => self.env.observe()?.app,
            None => String::new(),
        };
        let checked = self.guard.check(self.env, action, &front);
        checked.map_err(|it| DeviceError::NotAllowed {
            reason: it.to_string(),
        })?;
        self.env.act(action)
    }

    fn settle(&mut self) -> Result<(), DeviceError> {
        self.env.settle()
    }

    fn rest(&mut self) -> Result<(), DeviceError> {
        self.env.rest()
    }

    fn limit(&mut self, left: Option<Duration>) {
        self.env.limit(left);
    }

    fn package(&self, app: &str) -> Option<String> {
        self.env.package(app)
    }

    fn version(&self, package: &str) -> Option<String> {
        self.env.version(package)
    }
}

impl Environment for Guarded<'_> {
    fn suite(&self) -> &'static str {
        self.env.suite()
    }

    fn task_types(&self) -> Vec<TaskType> {
        self.env.task_types()
    }

    fn scope(&self, task_type: &str) -> Vec<String> {
        self.env.scope(task_type)
    }

    fn instance(&mut self, task_type: &str, seed: u64) -> Result<Instance, EnvironmentError> {
        self.env.instance(task_type, seed)
    }

    fn reset(&mut self, instance: &Instance) -> Result<(), EnvironmentError> {
        self.front = None;
        self.env.reset(instance)
    }

    fn ended(&mut self) -> Result<bool, EnvironmentError> {
        self.env.ended()
    }

    fn finish(&mut self) -> Result<f64, EnvironmentError> {
        self.env.finish()
    }

    fn checkpoint(&mut self) -> Option<Checkpoint> {
        self.env.checkpoint()
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), EnvironmentError> {
        self.front = None;
        self.env.restore(checkpoint)
    }

    fn changes(&mut self) -> Vec<String> {
        self.env.changes()
    }
}
