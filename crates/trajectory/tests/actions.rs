//! Every kind of action in a recording's file.

use std::sync::Arc;

use autorpa_trajectory::{Origin, Recording, RecordingError, Step};
use task::{Instance, Params};
use ui::{Action, ActionKind, Element, ElementId, HardAction, Screen};

fn recording(actions: Vec<HardAction>) -> Recording {
    let screen = Arc::new(Screen {
        elements: vec![Element::default(); 2],
        ..Screen::default()
    });
    let instance = Instance {
        suite: "own".into(),
        task_type: "All".into(),
        seed: 1,
        goal: "Do all".into(),
        params: Params::new(),
    };
    let steps = actions
        .into_iter()
        .map(|it| Step::new(Arc::clone(&screen), it))
        .collect();
    Recording::reached(Origin::Person, instance, steps, screen)
}

#[test]
fn what_a_web_page_takes_is_read_as_it_was_written() {
    let (target, to) = (ElementId(0), ElementId(1));
    let actions = vec![
        Action::RightClick { target },
        Action::DragTo { target, to },
        Action::SelectOption {
            target,
            option: "Large".into(),
        },
        Action::UploadFiles {
            target,
            files: "a.txt\nb.txt".into(),
        },
        Action::PressKeys {
            keys: "Control+A".into(),
        },
        Action::AnswerDialog {
            accept: true,
            text: Some("Ada".into()),
        },
        Action::AnswerDialog {
            accept: false,
            text: None,
        },
        Action::SwitchWindow { title: "Mail".into() },
        Action::OpenLink {
            link: "http://127.0.0.1/".into(),
        },
    ];
    let recording = recording(actions.clone());
    let text = recording.to_json().unwrap();
    let read: Vec<HardAction> = Recording::from_json(&text)
        .unwrap()
        .steps
        .into_iter()
        .map(|it| it.action)
        .collect();
    assert_eq!(read, actions);
    for kind in actions.iter().map(Action::kind).map(ActionKind::name) {
        assert!(text.contains(&format!("\"{kind}\"")), "{kind} is not in {text}");
    }
    assert!(text.contains("\"Control+A\""), "{text}");
}

#[test]
fn a_place_to_drop_that_is_not_there_is_a_damaged_file() {
    let text = recording(vec![Action::DragTo {
        target: ElementId(0),
        to: ElementId(2),
    }])
    .to_json()
    .unwrap();
    assert!(matches!(
        Recording::from_json(&text),
        Err(RecordingError::NoElement {
            step: 1,
            index: 2,
            count: 2
        })
    ));
}
