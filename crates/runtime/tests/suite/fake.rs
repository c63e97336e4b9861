//! A device of a few screens: what is in front depends on a number, and a rule says what an action makes of it.

use device::{
    Cancel, Clock, Device, DeviceError, DeviceInfo, Environment, EnvironmentError, Judge, Listing, Tasks,
    Verdict,
};
use runtime::{Options, Oracle, Run};
use task::{Instance, Params, TaskType, Value};
use ui::{Action, Element, HardAction, Rect, Screen};

/// What an action makes of the state.
pub type Rule = Box<dyn FnMut(usize, &HardAction, &Screen) -> Result<usize, DeviceError> + Send>;

/// The device.
pub struct Fake {
    pub state: usize,
    pub view: Box<dyn Fn(usize) -> Screen + Send>,
    pub rule: Rule,
    pub ends_at: Option<usize>,
    pub done: Vec<HardAction>,
    pub rests: usize,
}

impl Fake {
    /// A device on which nothing changes but what a click on the n-th element says: state n + 1.
    pub fn new(view: impl Fn(usize) -> Screen + Send + 'static) -> Self {
        let rule = Box::new(|state, action: &HardAction, _: &Screen| {
            Ok(match action {
                Action::Click { target } => target.0 + 1,
                _ => state,
            })
        });
        Self {
            state: 0,
            view: Box::new(view),
            rule,
            ends_at: None,
            done: Vec::new(),
            rests: 0,
        }
    }

    /// The same with another rule.
    pub fn ruled(
        view: impl Fn(usize) -> Screen + Send + 'static,
        rule: impl FnMut(usize, &HardAction, &Screen) -> Result<usize, DeviceError> + Send + 'static,
    ) -> Self {
        Self {
            rule: Box::new(rule),
            ..Self::new(view)
        }
    }

    /// Run a script on it.
    pub fn run(&mut self, source: &str) -> Run {
        self.run_with(source, &[], &Options::default(), None)
    }

    /// Run a script on it with parameters.
    pub fn run_with(
        &mut self,
        source: &str,
        args: &[(&str, &str)],
        options: &Options,
        oracle: Option<&mut dyn Oracle>,
    ) -> Run {
        let args: Params = args
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Value::from(*value)))
            .collect();
        runtime::run(
            source,
            "test",
            &args,
            self,
            &instance(),
            options,
            oracle,
            &Cancel::default(),
        )
    }
}

/// An instance of no task in particular.
pub fn instance() -> Instance {
    Instance {
        suite: "fake".into(),
        task_type: "Fake".into(),
        seed: 1,
        goal: "Do it".into(),
        params: Params::new(),
    }
}

/// A screen of elements below one another.
pub fn screen(activity: &str, elements: Vec<Element>) -> Screen {
    let elements = elements
        .into_iter()
        .enumerate()
        .map(|(at, it)| {
            let top = 100 * at as i32;
            let path = if it.path.is_empty() {
                vec![0, at as u16]
            } else {
                it.path.clone()
            };
            Element {
                bounds: Rect::new(0, top, 1000, top + 100),
                path,
                ..it
            }
        })
        .collect();
    Screen {
        app: "fake".into(),
        activity: activity.into(),
        size: (1000, 2000),
        elements,
    }
}

/// A button with a text.
pub fn button(text: &str) -> Element {
    Element {
        text: Some(text.into()),
        class_name: Some("Button".into()),
        clickable: true,
        ..Element::default()
    }
}

/// A field with a hint and what it holds.
pub fn field(hint: &str, text: &str) -> Element {
    Element {
        text: Some(if text.is_empty() { hint } else { text }.into()),
        hint_text: Some(hint.into()),
        class_name: Some("EditText".into()),
        editable: true,
        clickable: true,
        ..Element::default()
    }
}

impl Device for Fake {
    fn info(&self) -> DeviceInfo {
        // Its clock moves only when told, so waiting costs no time.
        DeviceInfo {
            name: "emulator".into(),
            called: "an Android phone".into(),
            description: "fake".into(),
            apps: Vec::new(),
            actions: std::collections::BTreeSet::new(),
            clock: Clock::Simulated,
            listing: Listing {
                shared_ids: Some("android"),
                ..Listing::default()
            },
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        Ok((self.view)(self.state))
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        Ok(self.state.to_le_bytes().to_vec())
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        let screen = (self.view)(self.state);
        self.state = (self.rule)(self.state, action, &screen)?;
        self.done.push(action.clone());
        Ok(())
    }

    fn rest(&mut self) -> Result<(), DeviceError> {
        self.rests += 1;
        Ok(())
    }

    fn has_ended(&mut self) -> Result<bool, DeviceError> {
        Ok(self.ends_at == Some(self.state))
    }
}

impl Tasks for Fake {
    fn suite(&self) -> &str {
        "fake"
    }

    fn task_types(&self) -> Vec<TaskType> {
        Vec::new()
    }

    fn instance(&mut self, _: &str, _: u64) -> Result<Instance, EnvironmentError> {
        Ok(instance())
    }

    fn reset(&mut self, _: &Instance) -> Result<(), EnvironmentError> {
        self.state = 0;
        Ok(())
    }
}

impl Judge for Fake {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        Ok(Verdict::of_reward(1.0))
    }
}

impl Environment for Fake {}
