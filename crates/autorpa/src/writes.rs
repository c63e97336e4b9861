//! Whether doing again what was recorded writes where it was done.

use std::fmt::Display;

use trajectory::{Recording, Step};
use ui::Action;

/// What is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writes {
    /// Each step is known to have sent nothing that may write.
    Nothing,
    /// This step is known to have submitted a form as a question, as searches are, and no step to have sent more. In the
    /// second place where to.
    Asked(usize, String),
    /// This step sends a form, as far as its looks tell; or the device can't tell what it sends. In the second place
    /// what it is.
    Perhaps(usize, &'static str),
    /// This step has sent what may write. In the second place what it sent.
    Sent(usize, String),
}

impl Writes {
    /// What recordings show, by the first step that may write; steps count from 1.
    pub fn of<'a>(recordings: impl IntoIterator<Item = &'a Recording>) -> Self {
        let each = recordings.into_iter().map(Self::one);
        each.fold(Self::Nothing, Self::or)
    }

    fn one(recording: &Recording) -> Self {
        let steps = (1..).zip(&recording.steps);
        steps
            .map(|(at, it)| Self::step(at, it))
            .fold(Self::Nothing, Self::or)
    }

    fn step(at: usize, step: &Step) -> Self {
        match &step.sent {
            Some(sent) => match (sent.iter().find(|it| !it.is_question()), sent.first()) {
                (Some(more), _) => Self::Sent(at, more.to_string()),
                (None, Some(form)) => Self::Asked(at, form.address.clone()),
                (None, None) => Self::Nothing,
            },
            None if sends_a_form(step) => Self::Perhaps(at, "sends a form"),
            None if step.action.kind().may_write() => {
                Self::Perhaps(at, "may write: the device can't tell what it sends")
            }
            None => Self::Nothing,
        }
    }

    /// The one that writes rather, the first of two alike.
    pub fn or(self, other: Self) -> Self {
        match other.rank() > self.rank() {
            true => other,
            false => self,
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Asked(..) => 1,
            Self::Perhaps(..) => 2,
            Self::Sent(..) => 3,
        }
    }

    /// It as a clause; `None` where nothing is written.
    pub fn says(&self) -> Option<String> {
        match self {
            Self::Nothing => None,
            Self::Asked(at, to) => Some(format!("step {at} submits a form to {to}")),
            Self::Perhaps(at, what) => Some(format!("step {at} {what}")),
            Self::Sent(at, what) => Some(sends(*at, what)),
        }
    }
}

/// What a step has sent, as a clause.
pub fn sends(step: usize, what: impl Display) -> String {
    format!("step {step} sends {what}")
}

/// Whether a step sends a form by its looks: a press on what sends one, whatever it is called, or Enter in a field.
fn sends_a_form(step: &Step) -> bool {
    match &step.action {
        Action::Click { target } | Action::DoubleTap { target } => {
            let target = step.screen.get(*target);
            let kind = target.and_then(|it| it.attributes.get("type"));
            kind.is_some_and(|it| it == "submit" || it == "image")
        }
        Action::KeyboardEnter => step.screen.elements.iter().any(|it| it.focused && it.editable),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use task::{Instance, Params};
    use trajectory::Origin;
    use ui::{Element, ElementId, HardAction, Screen, Sent};

    use super::*;

    const PRESS: HardAction = Action::Click { target: ElementId(0) };

    /// A recording of these actions on one button, with what each is known to have sent.
    fn recording(kind: &str, steps: &[(HardAction, Option<&[&str]>)]) -> Recording {
        let screen = Arc::new(Screen {
            elements: vec![Element {
                attributes: [("type".to_owned(), kind.to_owned())].into(),
                ..Element::default()
            }],
            ..Screen::default()
        });
        let sent = |methods: &[&str]| {
            let each = methods.iter().map(|it| Sent {
                method: (*it).to_owned(),
                address: "http://a.example/".to_owned(),
            });
            each.collect()
        };
        let steps = steps.iter().map(|(action, methods)| Step {
            sent: methods.map(sent),
            ..Step::new(Arc::clone(&screen), action.clone())
        });
        let instance = Instance::of_no_type("", "", Params::new());
        Recording::reached(Origin::Person, instance, steps.collect(), Arc::default())
    }

    fn case(kind: &str, steps: &[(HardAction, Option<&[&str]>)], expected: Option<&str>) {
        assert_eq!(Writes::of([&recording(kind, steps)]).says().as_deref(), expected);
    }

    #[test]
    fn what_was_sent_counts_and_not_what_it_looks_like() {
        case("submit", &[(PRESS, Some(&[]))], None);
        // A form that is submitted counts, also as a question; what writes for sure is said rather.
        let form = "step 1 submits a form to http://a.example/";
        case(
            "button",
            &[(PRESS, Some(&["GET"])), (PRESS, Some(&[]))],
            Some(form),
        );
        let saves = Some("step 2 sends PUT to http://a.example/");
        case(
            "button",
            &[(PRESS, Some(&["GET"])), (PRESS, Some(&["GET", "PUT"]))],
            saves,
        );
        case(
            "button",
            &[(PRESS, Some(&[])), (PRESS, Some(&["POST"]))],
            Some("step 2 sends POST to http://a.example/"),
        );
    }

    #[test]
    fn where_nobody_could_tell_looks_count_and_whatever_else_may_write() {
        case("submit", &[(PRESS, None)], Some("step 1 sends a form"));
        let unknown = "step 2 may write: the device can't tell what it sends";
        case("button", &[(Action::Wait, None), (PRESS, None)], Some(unknown));
        case("button", &[(Action::Wait, None)], None);
        // What is known to be sent is surer than what only looks so.
        case(
            "submit",
            &[(PRESS, None), (PRESS, Some(&["PUT"]))],
            Some("step 2 sends PUT to http://a.example/"),
        );
    }
}
