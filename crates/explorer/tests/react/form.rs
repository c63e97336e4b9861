//! The smallest app with a goal: a field and a button. Right is the parameter's value in the field, then OK.

use device::{
    Clock, Device, DeviceError, DeviceInfo, Environment, EnvironmentError, Judge, Listing, Tasks, Verdict,
};
use task::{Instance, Params, TaskType};
use ui::{Action, ActionKind, Element, HardAction, Rect, Screen};

/// The app and its judge.
#[derive(Default)]
pub struct Form {
    /// What the field holds.
    pub text: String,
    /// Whether OK was pressed.
    pub sent: bool,
    /// How often it was set up.
    pub resets: usize,
    /// Whether the device is gone.
    pub lost: bool,
    /// How far the button stands lower once something was typed, as if a keyboard had come up.
    pub shift: i32,
    /// Whether a second button like it has come with that.
    pub doubles: bool,
}

/// The one task.
pub fn instance() -> Instance {
    Instance {
        suite: "form".to_owned(),
        task_type: "Send".to_owned(),
        seed: 1,
        goal: "Send \"Ada\".".to_owned(),
        params: Params::from_iter([("name".to_owned(), "Ada".into())]),
    }
}

impl Device for Form {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            name: "form".into(),
            called: "a form".to_owned(),
            description: "a form".to_owned(),
            apps: vec!["Form".to_owned()],
            actions: [
                ActionKind::OpenApp,
                ActionKind::Click,
                ActionKind::InputText,
                ActionKind::NavigateBack,
                ActionKind::Answer,
                ActionKind::Status,
            ]
            .into(),
            clock: Clock::Simulated,
            listing: Listing::default(),
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        if self.lost {
            return Err(DeviceError::Lost {
                doing: "observe".to_owned(),
                reason: "unplugged".to_owned(),
            });
        }
        let field = Element {
            text: Some(if self.text.is_empty() { "Name" } else { &self.text }.to_owned()),
            hint_text: Some("Name".to_owned()),
            class_name: Some("android.widget.EditText".to_owned()),
            editable: true,
            bounds: Rect::new(0, 0, 100, 20),
            ..Element::default()
        };
        let shift = if self.text.is_empty() { 0 } else { self.shift };
        let button = Element {
            text: Some(if self.sent { "Sent" } else { "OK" }.to_owned()),
            class_name: Some("android.widget.Button".to_owned()),
            clickable: true,
            bounds: Rect::new(0, 30 + shift, 100, 50 + shift),
            ..Element::default()
        };
        let mut elements = vec![Element::default(), field, button.clone()];
        if self.doubles && !self.text.is_empty() {
            elements.push(button);
        }
        Ok(Screen {
            app: "org.form".to_owned(),
            activity: "Main".to_owned(),
            size: (100, 60),
            elements,
        })
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        Ok(format!("not a picture: {} {}", self.text, self.sent).into_bytes())
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        match action {
            Action::Click { target } if target.0 == 2 => self.sent = true,
            Action::InputText { text, .. } => self.text.clone_from(text),
            Action::OpenApp { app } => {
                return Err(DeviceError::NoApp {
                    app: app.clone(),
                    known: vec!["Form".to_owned()],
                });
            }
            _ => {}
        }
        Ok(())
    }
}

impl Tasks for Form {
    fn suite(&self) -> &str {
        "form"
    }

    fn task_types(&self) -> Vec<TaskType> {
        let (name, suite) = ("Send".to_owned(), "form".to_owned());
        vec![TaskType {
            name,
            suite,
            template: None,
            params: Vec::new(),
            step_budget: 4,
        }]
    }

    fn instance(&mut self, _: &str, _: u64) -> Result<Instance, EnvironmentError> {
        Ok(instance())
    }

    fn reset(&mut self, _: &Instance) -> Result<(), EnvironmentError> {
        (self.text, self.sent) = (String::new(), false);
        self.resets += 1;
        Ok(())
    }
}

impl Judge for Form {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        Ok(Verdict::of_reward(if self.sent && self.text == "Ada" {
            1.0
        } else {
            0.0
        }))
    }
}

impl Environment for Form {}
