//! Tiny screens and recordings for the compiler's tests, and the page that shows one on its way through.

pub mod world;

use std::sync::Arc;

use autorpa_compiler::{
    check::unique, emit::emit, program::Program, script::Script, soft::SoftTrajectory,
    synthesise::synthesise, translate::translate,
};
use task::{Instance, Params, Value};
use trajectory::{Origin, Recording, RecordingId, Step};
use ui::{Action, Element, ElementId, HardAction, Rect, Screen};

/// An element of this class in a container; a row further down for each.
pub fn element(class: &str, path: &[u16]) -> Element {
    let row = i32::from(*path.last().unwrap_or(&0));
    let column = i32::from(*path.first().unwrap_or(&0));
    Element {
        class_name: Some(class.to_owned()),
        bounds: Rect::new(column * 10, row * 20, column * 10 + 90, row * 20 + 18),
        path: path.to_vec(),
        ..Element::default()
    }
}

pub fn text(class: &str, path: &[u16], text: &str) -> Element {
    Element {
        text: Some(text.to_owned()),
        ..element(class, path)
    }
}

pub fn button(path: &[u16], shown: &str) -> Element {
    Element {
        clickable: true,
        ..text("Button", path, shown)
    }
}

pub fn field(path: &[u16], id: &str, holds: &str) -> Element {
    Element {
        editable: true,
        clickable: true,
        resource_name: Some(id.to_owned()),
        ..text("EditText", path, holds)
    }
}

pub fn icon(path: &[u16], description: &str) -> Element {
    Element {
        clickable: true,
        content_description: Some(description.to_owned()),
        ..element("ImageButton", path)
    }
}

pub fn screen(activity: &str, elements: Vec<Element>) -> Screen {
    Screen {
        app: "app".to_owned(),
        activity: activity.to_owned(),
        size: (100, 200),
        elements,
        today: String::new(),
        in_part: Vec::new(),
    }
}

pub fn params(pairs: &[(&str, &str)]) -> Params {
    pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), Value::from(*value)))
        .collect()
}

pub fn list(name: &str, entries: &[&str]) -> Params {
    Params::from_iter([(
        name.to_owned(),
        Value::List(entries.iter().map(|it| (*it).to_owned()).collect()),
    )])
}

pub fn click(at: usize) -> HardAction {
    Action::Click {
        target: ElementId(at),
    }
}

pub fn type_into(at: usize, what: &str) -> HardAction {
    Action::InputText {
        target: Some(ElementId(at)),
        text: what.to_owned(),
        clear: true,
    }
}

pub fn recording(id: &str, params: Params, steps: Vec<(Screen, HardAction)>, last: Screen) -> Recording {
    let goal = params
        .iter()
        .map(|(name, value)| format!("{name}: {value}"))
        .collect::<Vec<_>>()
        .join("; ");
    let instance = Instance {
        suite: "tiny".to_owned(),
        task_type: "TinyTask".to_owned(),
        seed: 1,
        goal,
        params,
    };
    let steps = steps
        .into_iter()
        .map(|(screen, action)| Step::new(Arc::new(screen), action))
        .collect();
    Recording {
        id: RecordingId(id.to_owned()),
        ..Recording::reached(Origin::Person, instance, steps, Arc::new(last))
    }
}

pub fn programs(recordings: &[Recording]) -> Vec<Program> {
    let softs: Vec<SoftTrajectory> = recordings.iter().map(translate).collect();
    synthesise(&softs, "TinyTask", "Do a tiny task.")
}

pub fn first_script(recordings: &[Recording]) -> Script {
    emit(programs(recordings).first().expect("a program"))
}

/// Recordings, soft trajectories, the first program and its script, one under the other.
pub fn page(recordings: &[Recording]) -> String {
    let mut out = String::new();
    for it in recordings {
        out.push_str(&format!("--- recording {}\n", it.id));
        for (idx, step) in it.steps.iter().enumerate() {
            let named = step
                .action
                .map(|id| step.screen.elements[id.0].name(), Clone::clone);
            out.push_str(&format!("{}. {named}\n", idx + 1));
        }
    }
    for it in recordings {
        out.push_str(&format!("--- soft trajectory\n{}", translate(it)));
    }
    let all = programs(recordings);
    let best = all.first().expect("a program");
    let softs: Vec<SoftTrajectory> = recordings.iter().map(translate).collect();
    assert_eq!(unique(best, &emit(best), &softs), []);
    out.push_str(&format!(
        "--- program (first of {})\n{best}--- script\n{}",
        all.len(),
        emit(best)
    ));
    out
}
