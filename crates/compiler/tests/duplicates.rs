//! A row that another one says the same as is taken away: what stands in the list again is meant, not this row.

use crate::pages;

use autorpa_compiler::{emit::emit, program::Program};
use pages::{button, click, params, programs, recording, screen, text};
use trajectory::Recording;
use ui::{Element, HardAction, Screen};

/// A list of parts: name, pieces.
fn list(parts: &[[&str; 2]]) -> Screen {
    let mut all = Vec::new();
    for (at, [name, pieces]) in (0..).zip(parts) {
        let named = |id: &str, it: Element| Element {
            resource_name: Some(id.to_owned()),
            ..it
        };
        all.push(named("name", text("TextView", &[0, at, 0], name)));
        all.push(named("pieces", text("TextView", &[0, at, 1], pieces)));
    }
    screen("list", all)
}

fn page([name, pieces]: [&str; 2]) -> Screen {
    let shown = vec![
        text("TextView", &[0, 0], name),
        text("TextView", &[0, 1], pieces),
        button(&[1, 0], "Delete"),
    ];
    screen("part", shown)
}

fn sure() -> Screen {
    screen(
        "sure",
        vec![text("TextView", &[0, 0], "Delete it?"), button(&[1, 0], "OK")],
    )
}

/// Somebody deletes these rows of a list one after the other, each on its page.
fn deleted(goal: &str, parts: &[[&str; 2]], rows: &[usize]) -> Recording {
    let mut left = parts.to_vec();
    let mut steps: Vec<(Screen, HardAction)> = Vec::new();
    for row in rows {
        steps.push((list(&left), click(row * 2)));
        steps.push((page(left[*row]), click(2)));
        steps.push((sure(), click(1)));
        left.remove(*row);
    }
    let mut all = recording("r1", params(&[]), steps, list(&left));
    all.instance.goal = goal.to_owned();
    all
}

fn loops(all: &[Program]) -> Vec<String> {
    let sources = all.iter().map(|it| emit(it).source);
    sources.filter(|it| it.contains("_duplicate(")).collect()
}

const PARTS: [[&str; 2]; 6] = [
    ["Hinge", "12"],
    ["Bolt", "40"],
    ["Hinge", "12"],
    ["Hinge", "3"],
    ["Belt", "7"],
    ["Belt", "7"],
];

#[test]
fn a_row_that_stood_there_again_is_any_that_does() {
    let one = deleted("Delete what is there twice", &PARTS, &[2]);
    let all = programs(std::slice::from_ref(&one));
    let script = emit(all.first().expect("a program")).source;
    assert!(
        script.contains("while env_op.open_duplicate(#{ resource_name: \"name\""),
        "{script}"
    );
    assert!(!script.contains("Hinge") && !script.contains("12"), "{script}");
    // Several, and the first of its kind as well as the last.
    let several = deleted("Delete what is there twice", &PARTS, &[0, 4]);
    assert_eq!(loops(&programs(&[several])).len(), loops(&all).len());
}

#[test]
fn where_the_goal_does_not_say_so_it_is_not_what_is_meant() {
    let one = deleted("Tidy up", &PARTS, &[2]);
    assert!(loops(&programs(&[one])).is_empty());
}

#[test]
fn a_row_that_is_there_once_is_no_duplicate() {
    let one = deleted("Delete what is there twice", &PARTS, &[1]);
    assert!(loops(&programs(&[one])).is_empty());
    // One recording that shows it and one that shows something else.
    let both = [
        deleted("Delete what is there twice", &PARTS, &[2]),
        deleted("Delete what is there twice", &PARTS, &[3]),
    ];
    assert!(loops(&programs(&both)).is_empty());
}
