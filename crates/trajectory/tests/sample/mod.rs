//! The smallest recordings that the tests of this folder need.

use std::sync::Arc;

use autorpa_trajectory::{Origin, Recording, RecordingId, Step};
use task::Instance;
use ui::{Action, Element, ElementId, Rect, Screen};

/// A screen of buttons with these texts.
pub fn screen(texts: &[&str]) -> Arc<Screen> {
    let button = |(at, text): (usize, &&str)| Element {
        text: Some((*text).to_owned()),
        class_name: Some("Button".to_owned()),
        path: vec![0, at as u16],
        bounds: Rect::new(0, 0, 9, 9),
        ..Element::default()
    };
    Arc::new(Screen {
        app: "net.example.notes".to_owned(),
        activity: "Main".to_owned(),
        size: (1080, 2400),
        elements: texts.iter().enumerate().map(button).collect(),
        today: String::new(),
        in_part: Vec::new(),
    })
}

/// A step that clicks the first element of a screen.
pub fn click(texts: &[&str]) -> Step {
    Step::new(screen(texts), Action::Click { target: ElementId(0) })
}

/// One click from one screen to another.
pub fn recording(task_type: &str, seed: u64, before: &[&str], after: &[&str]) -> Recording {
    let instance = Instance {
        suite: "tests".to_owned(),
        task_type: task_type.to_owned(),
        seed,
        goal: format!("Do {task_type} with number {seed}"),
        params: [("number".to_owned(), seed.to_string().into())]
            .into_iter()
            .collect(),
    };
    let recording = Recording::reached(Origin::Search, instance, vec![click(before)], screen(after));
    Recording {
        id: RecordingId("unnamed".to_owned()),
        ..recording
    }
}
