//! Steps that a task file says can't be taken back.

use task::file::Irreversible;
use ui::{Action, HardAction, Screen, shows};

/// The step of a task file that an action is: what is pressed shows what the step quotes. ENTER may press any control of
/// its form, so it counts as the step where what the step presses is on the screen.
pub fn irreversible_step<'a>(
    steps: &'a [Irreversible],
    screen: &Screen,
    action: &HardAction,
) -> Option<&'a Irreversible> {
    let on_screen = |shown: &str| screen.elements.iter().any(|it| shows(it, shown));
    let target = |shown: &str| {
        let mut targets = action.targets().filter_map(|it| screen.get(*it));
        targets.any(|it| shows(it, shown))
    };
    steps.iter().find(|step| {
        let Some(shown) = step.shown() else { return false };
        match action {
            Action::Click { .. }
            | Action::DoubleTap { .. }
            | Action::LongPress { .. }
            | Action::RightClick { .. }
            | Action::DragTo { .. }
            | Action::ClickAt { .. }
            | Action::DragAlong { .. } => target(shown),
            Action::KeyboardEnter | Action::PressKeys { .. } => on_screen(shown),
            // On a phone, what is typed is followed by ENTER.
            Action::InputText { .. } => target(shown),
            Action::AnswerDialog { accept: true, .. } => on_screen(shown),
            Action::OpenApp { .. }
            | Action::OpenLink { .. }
            | Action::Hover { .. }
            | Action::SelectText { .. }
            | Action::SelectOption { .. }
            | Action::UploadFiles { .. }
            | Action::Scroll { .. }
            | Action::Swipe { .. }
            | Action::AnswerDialog { .. }
            | Action::NavigateBack
            | Action::NavigateHome
            | Action::SwitchWindow { .. }
            | Action::Wait
            | Action::Answer { .. }
            | Action::Status { .. } => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use ui::{Element, ElementId};

    use super::*;

    #[test]
    fn a_step_is_known_by_what_it_presses() {
        let element = |text: &str| Element {
            text: Some(text.to_owned()),
            ..Element::default()
        };
        let screen = Screen {
            elements: vec![
                element("Save customer"),
                element("Cancel"),
                element("It's \"final\""),
            ],
            ..Screen::default()
        };
        let step = |text: &str| Irreversible {
            step: text.to_owned(),
            say: None,
        };
        let steps = [step("click 'Save customer'"), step("click It's \"final\"")];
        let is = |action: HardAction| irreversible_step(&steps, &screen, &action).map(|it| it.step.as_str());
        let click = |id: usize| Action::Click {
            target: ElementId(id),
        };
        assert_eq!(is(click(0)), Some("click 'Save customer'"));
        assert_eq!(is(click(1)), None);
        assert_eq!(is(Action::KeyboardEnter), Some("click 'Save customer'"));
        assert_eq!(is(Action::Wait), None);
    }
}
