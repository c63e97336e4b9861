//! What an agent or a function may do, whatever a screen asks of it: checked before an action is done.

use std::collections::{BTreeMap, BTreeSet};

use device::{Device, DeviceError, DeviceInfo, NotAllowed};
use thiserror::Error;
use ui::{Action, ActionKind, HardAction, Irreversible, Lasting, Means, Screen};

/// What the user allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// Apps that may be opened and used, by names that `open_app` takes; empty allows all.
    pub apps: Vec<String>,
    /// Kinds of actions that are not done, as [`ui::Action::kind`] names them.
    pub forbidden: Vec<String>,
    /// What may be done of what nothing takes back; `None` allows all.
    pub lasting: Option<BTreeSet<Irreversible>>,
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

/// The policy and the task's own scope, on one device.
pub struct Guard {
    forbidden: BTreeSet<ActionKind>,
    lasting: Option<BTreeSet<Irreversible>>,
    /// Apps that may be used; empty where nothing limits them.
    pub(crate) allowed: Vec<String>,
    allowed_packages: BTreeSet<String>,
    /// Names of the launcher's other apps, by package.
    outside: BTreeMap<String, String>,
}

impl Guard {
    /// An app may be used where both the task's scope and the user allow it; an empty scope leaves it to the user.
    pub fn new(device: &dyn Device, scope: &[String], policy: &Policy) -> Result<Self, BadPolicy> {
        let info = device.info();
        if let Some(name) = policy.apps.iter().find(|it| device.package(it).is_none()) {
            return Err(BadPolicy::App {
                name: name.clone(),
                known: info.apps,
            });
        }
        let known = |name: &String| ActionKind::from_name(name).filter(|it| info.takes(*it));
        if let Some(name) = policy.forbidden.iter().find(|it| known(it).is_none()) {
            return Err(BadPolicy::Action {
                name: name.clone(),
                known: info.actions.iter().map(ToString::to_string).collect(),
            });
        }
        let packages = |names: &[String]| -> BTreeSet<String> {
            names.iter().filter_map(|it| device.package(it)).collect()
        };
        let (of_task, of_user) = (packages(scope), packages(&policy.apps));
        let allows = |package: &String| {
            (scope.is_empty() || of_task.contains(package))
                && (policy.apps.is_empty() || of_user.contains(package))
        };
        let mut guard = Self {
            forbidden: policy.forbidden.iter().filter_map(known).collect(),
            lasting: policy.lasting.clone(),
            allowed: Vec::new(),
            allowed_packages: BTreeSet::new(),
            outside: BTreeMap::new(),
        };
        if scope.is_empty() && policy.apps.is_empty() {
            return Ok(guard);
        }
        for app in info.apps {
            let Some(package) = device.package(&app) else {
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

    /// Take what is not allowed out of what a device says that it has.
    pub(crate) fn narrow(&self, info: &mut DeviceInfo) {
        info.actions.retain(|it| !self.forbidden.contains(it));
        info.untold.retain(|it| !self.forbidden.contains(it));
        if self.limits_apps() {
            info.apps.retain(|it| self.allowed.contains(it));
        }
    }

    /// Whether apps are limited: else it does not matter which is in front.
    pub fn limits_apps(&self) -> bool {
        !self.outside.is_empty() || !self.allowed.is_empty()
    }

    /// Whether an action may be done on this screen, by what its words say that it does.
    pub fn check_lasting(&self, action: &HardAction, screen: &Screen) -> Result<(), NotAllowed> {
        let Some(allowed) = &self.lasting else {
            return Ok(());
        };
        // What is typed is kept by what follows.
        let lasting = Lasting::of(action, screen, &[]).filter(|it| it.means != Means::Typing);
        match lasting.filter(|it| !allowed.contains(&it.kind)) {
            Some(it) => Err(NotAllowed::Lasting {
                what: it.to_string(),
                allowed: allowed.iter().map(|it| it.name().to_owned()).collect(),
            }),
            None => Ok(()),
        }
    }

    /// Whether it matters what is on the screen.
    fn looks(&self) -> bool {
        self.lasting.is_some()
    }

    /// Whether an action may be done with this app in front.
    ///
    /// Screens of the system (launcher, dialogs, the sheet that shares a text) belong to no app of the
    /// launcher and may be used; from an app that may not be used one may only leave.
    pub fn check(&self, device: &dyn Device, action: &HardAction, front: &str) -> Result<(), NotAllowed> {
        let kind = action.kind();
        if self.forbidden.contains(&kind) {
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
            Action::OpenApp { app: name } => match device.package(name) {
                // The device says itself that there is no such app.
                None => Ok(()),
                Some(it) if self.allowed_packages.contains(&it) => Ok(()),
                Some(_) => Err(app(name)),
            },
            // Which app would come to the front can't be told beforehand; from there one may only leave.
            Action::SwitchWindow { .. }
            | Action::OpenLink { .. }
            | Action::NavigateBack
            | Action::NavigateHome
            | Action::Wait
            | Action::Answer { .. }
            | Action::Status { .. } => Ok(()),
            Action::Click { .. }
            | Action::DoubleTap { .. }
            | Action::LongPress { .. }
            | Action::RightClick { .. }
            | Action::Hover { .. }
            | Action::DragTo { .. }
            | Action::ClickAt { .. }
            | Action::DragAlong { .. }
            | Action::SelectText { .. }
            | Action::InputText { .. }
            | Action::SelectOption { .. }
            | Action::UploadFiles { .. }
            | Action::Scroll { .. }
            | Action::Swipe { .. }
            | Action::KeyboardEnter
            | Action::PressKeys { .. }
            | Action::AnswerDialog { .. } => match self.outside.get(front) {
                Some(name) => Err(app(name)),
                None => Ok(()),
            },
        }
    }
}

/// A device on which only what a guard allows is done. What it does not allow is a [`DeviceError::NotAllowed`].
pub struct Guarded<'a> {
    device: &'a mut dyn Device,
    guard: Guard,
    /// The app that was in front when it was looked last; `None` after an action.
    front: Option<String>,
    /// What was seen last, where that matters.
    seen: Screen,
}

impl<'a> Guarded<'a> {
    /// Guard a device.
    pub fn new(device: &'a mut dyn Device, guard: Guard) -> Self {
        Self {
            device,
            guard,
            front: None,
            seen: Screen::default(),
        }
    }
}

impl Device for Guarded<'_> {
    fn info(&self) -> DeviceInfo {
        self.device.info()
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        let screen = self.device.observe()?;
        self.front = Some(screen.app.clone());
        if self.guard.looks() {
            self.seen.clone_from(&screen);
        }
        Ok(screen)
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        self.device.screenshot()
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        let front = match self.front.take() {
            Some(front) => front,
            None if self.guard.limits_apps() => self.device.observe()?.app,
            None => String::new(),
        };
        self.guard.check(self.device, action, &front)?;
        self.guard.check_lasting(action, &self.seen)?;
        self.device.act(action)
    }

    fn tell_secret(&mut self, name: &str, value: &str) -> Result<bool, DeviceError> {
        self.device.tell_secret(name, value)
    }

    device::forward_to_device!(device);
}
