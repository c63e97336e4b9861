//! Every kind of action.

use ui::{Action, Direction, ElementId, HardAction, Status};

/// One action of each kind, and both forms of those with a part that may be missing.
pub fn actions() -> Vec<HardAction> {
    let (target, to) = (ElementId(0), ElementId(1));
    let say = || "a text".to_owned();
    let mut all = vec![
        Action::OpenApp { app: say() },
        Action::Click { target },
        Action::DoubleTap { target },
        Action::LongPress { target },
        Action::RightClick { target },
        Action::Hover { target },
        Action::DragTo { target, to },
        Action::InputText {
            target: Some(target),
            text: say(),
            clear: true,
        },
        Action::InputText {
            target: None,
            text: say(),
            clear: false,
        },
        Action::SelectOption {
            target,
            option: say(),
        },
        Action::UploadFiles {
            target,
            files: "a.txt\nb.txt".to_owned(),
        },
        Action::Scroll {
            target: Some(target),
            direction: Direction::Up,
        },
        Action::Scroll {
            target: None,
            direction: Direction::Down,
        },
    ];
    all.extend([Direction::Left, Direction::Right].map(|direction| Action::Swipe { direction }));
    all.extend([
        Action::KeyboardEnter,
        Action::PressKeys {
            keys: "Control+Shift+A".into(),
        },
        Action::AnswerDialog {
            accept: true,
            text: Some(say()),
        },
        Action::AnswerDialog {
            accept: false,
            text: None,
        },
        Action::NavigateBack,
        Action::NavigateHome,
        Action::SwitchWindow { title: say() },
        Action::OpenLink { link: say() },
        Action::Wait,
        Action::Answer { text: say() },
    ]);
    all.extend([
        Action::ClickAt {
            target,
            at: "25%,50% of 400x300".to_owned(),
        },
        Action::DragAlong {
            target,
            path: "10%,50% 90%,50%".to_owned(),
        },
        Action::SelectText { target, text: say() },
    ]);
    all.extend([Status::Complete, Status::Infeasible].map(|goal_status| Action::Status { goal_status }));
    all
}
