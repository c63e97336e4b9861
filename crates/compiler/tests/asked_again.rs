//! What is pressed twice by the same name is no loop where the second press goes to something else that is called the same.

use crate::pages;

use pages::{button, click, element, first_script, params, recording, screen, text};
use trajectory::Recording;
use ui::{Element, Screen};

/// Guests, each with a button; and, where it is asked once more, a dialog over them with a button of the same name.
fn guests(names: &[&str], asks: bool) -> Screen {
    let mut all: Vec<Element> = Vec::new();
    for (at, name) in (0..).zip(names) {
        all.extend([
            element("tr", &[0, at]),
            text("td", &[0, at, 0], name),
            button(&[0, at, 1], "Delete"),
        ]);
    }
    if asks {
        for it in &mut all {
            it.attributes.insert("behind".to_owned(), "true".to_owned());
        }
        all.extend([
            element("dialog", &[1]),
            text("p", &[1, 0], "Delete it?"),
            button(&[1, 1], "No"),
            button(&[1, 2], "Delete"),
        ]);
    }
    screen("guests", all)
}

fn loops(shown: &Recording) -> bool {
    let script = first_script(std::slice::from_ref(shown)).source;
    script.contains("while") || script.contains("for ")
}

#[test]
fn a_dialog_that_asks_once_more_is_no_second_round() {
    let steps = vec![
        (guests(&["Ada", "Bob"], false), click(5)),
        (guests(&["Ada", "Bob"], true), click(9)),
    ];
    let shown = recording("r", params(&[]), steps, guests(&["Ada"], false));
    assert!(!loops(&shown), "{}", first_script(&[shown]).source);
}

#[test]
fn a_page_that_asks_once_more_is_no_second_round() {
    let guest = |activity: &str, path: &[u16]| {
        screen(activity, vec![text("h1", &[0], "Bob"), button(path, "Delete")])
    };
    let steps = vec![
        (guest("guest", &[1, 0]), click(1)),
        (guest("really", &[1, 1]), click(1)),
    ];
    let shown = recording("r", params(&[]), steps, guests(&["Ada"], false));
    assert!(!loops(&shown), "{}", first_script(&[shown]).source);
}

#[test]
fn the_same_button_again_is_a_second_round() {
    let left = |count: u16| {
        let rows = (0..count).map(|at| text("td", &[0, at], "guest"));
        screen("guests", rows.chain([button(&[1], "Delete")]).collect())
    };
    let steps = vec![(left(2), click(2)), (left(1), click(1))];
    let shown = recording(
        "r",
        params(&[]),
        steps,
        screen("guests", vec![text("p", &[0], "None")]),
    );
    assert!(loops(&shown), "{}", first_script(&[shown]).source);
}
