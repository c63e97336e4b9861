//! Functions that are right, and functions that go by place, on recordings of a list.

use std::sync::Arc;

use task::Value;
use trajectory::Step;
use ui::{HardAction, Rect, Screen};

use super::*;

fn element(path: &[u16], class: &str, text: &str) -> Element {
    let row = i32::from(*path.get(1).unwrap_or(&0));
    Element {
        text: (!text.is_empty()).then(|| text.to_owned()),
        class_name: Some(class.to_owned()),
        clickable: class == "Button",
        bounds: Rect::new(0, row * 20, 90, row * 20 + 18),
        path: path.to_vec(),
        ..Element::default()
    }
}

fn screen(activity: &str, elements: Vec<Element>) -> Arc<Screen> {
    Arc::new(Screen {
        app: "app".to_owned(),
        activity: activity.to_owned(),
        size: (90, 400),
        elements,
        today: String::new(),
        in_part: Vec::new(),
    })
}

fn list(names: &[&str]) -> Arc<Screen> {
    let mut elements = vec![element(&[0], "ListView", "")];
    for (row, name) in (0..).zip(names) {
        elements.push(element(&[0, row], "LinearLayout", ""));
        elements.push(element(&[0, row, 0], "TextView", name));
        elements.push(element(&[0, row, 1], "Button", "Delete"));
    }
    screen("list", elements)
}

/// The button of a row is pressed, and then the one of a dialog.
fn recording(names: &[&str], at: usize) -> Recording {
    let before = list(names);
    let asked = screen(
        "sure",
        vec![element(&[1], "Dialog", ""), element(&[1, 0], "Button", "Yes")],
    );
    let mut left = names.to_vec();
    let name = left.remove(at);
    let click = |id: usize| HardAction::Click {
        target: ElementId(id),
    };
    let instance = Instance {
        suite: "tests".to_owned(),
        task_type: "Delete".to_owned(),
        seed: 1,
        goal: format!("Delete {name}"),
        params: [("name".to_owned(), Value::from(name))].into_iter().collect(),
    };
    let steps = vec![Step::new(before, click(at * 3 + 3)), Step::new(asked, click(1))];
    Recording::reached(Origin::Search, instance, steps, list(&left))
}

/// A function that presses the button that a locator finds, and then says yes.
fn function(locator: &str) -> String {
    format!(
        "/// D.\nfn delete(name) {{\n    let it = env_op.find_element(#{{ {locator}, target_description: \"D\" }});\n    \
         assert(it != -1, \"gone\");\n    env_op.click(it);\n    \
         env_op.click(env_op.find_element(#{{ text: \"Yes\", target_description: \"Y\" }}));\n    \
         env_op.stop(\"complete\");\n}}\n"
    )
}

fn played(source: &str, recording: &Recording) -> Played {
    let arguments = |it: &Instance| it.params.clone();
    play(source, arguments, std::slice::from_ref(recording), |_| Vec::new())
}

fn changes(played: &Played) -> Vec<Change> {
    played.wrong.iter().map(|it| it.change).collect()
}

#[test]
fn a_function_that_goes_by_the_name_is_right_or_refuses() {
    let names = ["Bob", "Adam", "Eve"];
    let played = played(&function("text: \"Delete\", near: name"), &recording(&names, 1));
    assert_eq!((changes(&played), played.left_out), (vec![], vec![]));
    let score = played.score.unwrap();
    // Renamed, gone, and two of one name: there it stops. The dialog's button alone can be gone, and have a heading.
    assert_eq!((score.wrong, score.mutants), (0, score.right + score.refused));
    assert!(score.right >= 6 && score.refused >= 4, "{score}");
}

#[test]
fn a_function_that_goes_by_the_place_presses_the_wrong_row() {
    let source = function("text: \"Delete\", nth: 2");
    let played = played(&source, &recording(&["Bob", "Adam", "Eve"], 1));
    let wrong = changes(&played);
    for change in [
        Change::RowBefore,
        Change::Swapped,
        Change::Renamed,
        Change::LongerName,
        Change::SameName,
        Change::Gone,
    ] {
        assert!(wrong.contains(&change), "{change:?} of {wrong:?}");
    }
    // Where nothing moved it, it is right.
    for change in [Change::RowAfter, Change::OthersRenamed, Change::ShorterName] {
        assert!(!wrong.contains(&change), "{change:?} of {wrong:?}");
    }
    let score = played.score.unwrap();
    assert_eq!(score.wrong, wrong.len());
    // Each has its place in the script, what it would do, and what is right.
    let gone = played.wrong.iter().find(|it| it.change == Change::Gone).unwrap();
    let diagnostic = gone.diagnostic();
    assert_eq!(diagnostic.code, Code::Misled);
    assert_eq!(diagnostic.position.map(|it| it.line), Some(5));
    let said = diagnostic.render("f.rhai", &source);
    for part in [
        "click Button \"Delete\"",
        "step 1 of recording",
        "it is gone",
        "right is to stop",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_part_of_the_name_is_not_the_name() {
    let source = function("text: \"Delete\", near: name.sub_string(0, 3)");
    // It does not find its way even on the recording: nothing stands near `Ada`.
    let played = played(&source, &recording(&["Bob", "Adam", "Eve"], 1));
    assert_eq!(played.score, None);
    assert_eq!(played.left_out.len(), 1);
    assert!(
        played.left_out[0].contains("from step 1 on"),
        "{:?}",
        played.left_out
    );
}

#[test]
fn a_recording_that_goes_another_way_is_left_for_a_run_of_its_own() {
    let source = function("text: \"Delete\", near: name");
    let mut other = recording(&["Bob", "Adam", "Eve"], 1);
    // It shows how another row is deleted.
    other.steps[0].action = HardAction::Click { target: ElementId(3) };
    let arguments = |it: &Instance| it.params.clone();
    let none = play(&source, arguments, std::slice::from_ref(&other), |_| Vec::new());
    assert_eq!((none.score, none.left_out.len()), (None, 1));
    let own = |_: &Instance| vec![recording(&["Bob", "Adam", "Eve"], 1)];
    let some = play(&source, arguments, std::slice::from_ref(&other), own);
    assert!(some.score.is_some_and(|it| it.wrong == 0) && some.left_out.is_empty());
}

#[test]
fn a_list_that_was_scrolled_is_scrolled_again() {
    // The row comes into view after a scroll; the function looks for it in the whole list.
    let (first, second) = (list(&["Bob", "Carl"]), list(&["Adam", "Eve"]));
    let mut steps = recording(&["Adam", "Eve"], 0).steps;
    let scroll = HardAction::Scroll {
        target: None,
        direction: ui::Direction::Down,
    };
    steps.insert(0, Step::new(first, scroll));
    assert_eq!(*steps[1].screen, *second);
    let scrolled = Recording {
        steps,
        ..recording(&["Adam", "Eve"], 0)
    };
    let source = function("text: \"Delete\", near: name")
        .replace("find_element(#{ text: \"D", "scroll_to_element(#{ text: \"D");
    let played = played(&source, &scrolled);
    assert_eq!((changes(&played), played.left_out), (vec![], vec![]));
    // Of the list that was scrolled a part alone is on the screen: only the dialog is altered.
    assert!(
        played.score.is_some_and(|it| it.mutants < 4),
        "{:?}",
        played.score
    );
}

#[test]
fn where_it_looks_further_it_does_nothing_wrong() {
    // Another line goes on to where the row may be; that is no act on a wrong row.
    let source = "/// D.\nfn delete(name) {\n    if !env_op.element_exists(#{ text: name, target_description: \"N\" }) {\n        \
        env_op.click(env_op.find_element(#{ text: \"More\", target_description: \"M\" }));\n    }\n    \
        let it = env_op.find_element(#{ text: \"Delete\", near: name, target_description: \"D\" });\n    \
        assert(it != -1, \"gone\");\n    env_op.click(it);\n    \
        env_op.click(env_op.find_element(#{ text: \"Yes\", target_description: \"Y\" }));\n}\n";
    let mut shown = recording(&["Bob", "Adam"], 1);
    let mut screen = (*shown.steps[0].screen).clone();
    screen.elements.push(element(&[0, 9], "Button", "More"));
    shown.steps[0].screen = Arc::new(screen.clone());
    assert_eq!(changes(&played(source, &shown)), vec![]);
    // What says that nothing takes it back is acted on wrongly, wherever that stands.
    let hasty = source.replace("\"More\"", "\"Delete all\"");
    screen.elements.last_mut().unwrap().text = Some("Delete all".to_owned());
    shown.steps[0].screen = Arc::new(screen);
    assert_eq!(
        changes(&played(&hasty, &shown)),
        [Change::Renamed, Change::Gone, Change::OnlyLonger]
    );
}

#[test]
fn ids_of_every_app_are_those_of_a_recording_that_shows_some() {
    let plain = recording(&["Ada", "Bea"], 0);
    let shared = |of: &Recording| device::Device::info(&Player::new(of)).listing.shared_ids;
    assert_eq!(shared(&plain), None);
    let with = |id: &str| {
        let mut last = Screen::clone(&plain.last);
        last.elements[0].resource_name = Some(id.to_owned());
        Recording {
            last: Arc::new(last),
            ..plain.clone()
        }
    };
    assert_eq!(shared(&with("android:id/list")), Some("android"));
    // A page may call an element so, and an app is not the system.
    assert_eq!(shared(&with("android")), None);
    assert_eq!(shared(&with("org.example.android:id/list")), None);
}
