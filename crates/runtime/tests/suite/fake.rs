//! The devices of these tests: what is in front depends on a number, and a rule says what an action makes of it.

use device::{Cancel, DeviceError};
use runtime::{Options, Oracle, Run};
use task::{Params, Value};
use ui::{Action, Element, HardAction, Rect, Screen};

pub type Fake = testkit::Fake<usize>;

/// A device on which nothing changes but what a click on the n-th element says: state n + 1.
pub fn on(view: impl Fn(usize) -> Screen + Send + 'static) -> Fake {
    ruled(view, |state, action, _| {
        Ok(match action {
            Action::Click { target } => target.0 + 1,
            _ => state,
        })
    })
}

/// The same with another rule.
pub fn ruled(
    view: impl Fn(usize) -> Screen + Send + 'static,
    mut rule: impl FnMut(usize, &HardAction, &Screen) -> Result<usize, DeviceError> + Send + 'static,
) -> Fake {
    let rule = move |state: &mut usize, action: &HardAction, screen: &Screen| {
        *state = rule(*state, action, screen)?;
        Ok(())
    };
    let mut fake = Fake::new(0, move |state| view(*state), rule);
    fake.info.listing.shared_ids = Some("android");
    fake
}

/// Scripts are run on it.
pub trait Runs {
    /// Run a script.
    fn run(&mut self, source: &str) -> Run {
        self.run_with(source, &[], &Options::default(), None)
    }

    /// Run a script with parameters.
    fn run_with(
        &mut self,
        source: &str,
        args: &[(&str, &str)],
        options: &Options,
        oracle: Option<&mut dyn Oracle>,
    ) -> Run;
}

impl<S: Clone + Send + Sync + 'static> Runs for testkit::Fake<S> {
    fn run_with(
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
        let task = self.task.clone();
        runtime::run(
            source,
            "test",
            &args,
            self,
            &task,
            options,
            oracle,
            &Cancel::default(),
        )
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
        today: String::new(),
        in_part: Vec::new(),
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
