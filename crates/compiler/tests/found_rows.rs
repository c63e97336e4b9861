//! A row is taken away that another one says the same as, or whose page says a value of the task: what is so is meant, not this row.

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
    all.push(Element {
        content_description: Some("New part".to_owned()),
        resource_name: Some("new_part".to_owned()),
        ..button(&[1, 0], "")
    });
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

/// A part's page with what it is made of and where it lies.
fn described([name, made_of, lies]: [&str; 3]) -> Screen {
    let named = |id: &str, at: u16, says: &str| Element {
        resource_name: Some(id.to_owned()),
        ..text("TextView", &[0, at], says)
    };
    let shown = vec![
        named("title", 0, name),
        named("material", 1, made_of),
        named("shelf", 2, lies),
        button(&[1, 0], "Delete"),
    ];
    screen("part", shown)
}

/// Somebody deletes these rows of a list, for a value of their pages.
fn deleted_for(goal: &str, value: &str, parts: &[[&str; 3]], rows: &[usize]) -> Recording {
    let mut left = parts.to_vec();
    let listed = |left: &[[&str; 3]]| list(&left.iter().map(|it| [it[0], "1"]).collect::<Vec<_>>());
    let mut steps: Vec<(Screen, HardAction)> = Vec::new();
    for row in rows {
        steps.push((listed(&left), click(row * 2)));
        steps.push((described(left[*row]), click(3)));
        steps.push((sure(), click(1)));
        left.remove(*row);
    }
    let mut all = recording("r1", params(&[("what", value)]), steps, listed(&left));
    all.instance.goal = goal.replace("{what}", value);
    all
}

const MADE_OF: [[&str; 3]; 4] = [
    ["Hinge", "brass", "steel rack"],
    ["Bolt", "steel, zinc plated", "rack 1"],
    ["Lever", "steel", "rack 2"],
    ["Belt", "rubber", "rack 1"],
];

fn sayings(recording: Recording) -> Vec<String> {
    let all = programs(&[recording]);
    let sources = all.iter().map(|it| emit(it).source);
    sources.filter(|it| it.contains("open_row_")).collect()
}

#[test]
fn a_row_whose_page_says_a_value_in_the_part_that_the_goal_names_is_meant() {
    let goal = "Delete the parts whose material is {what}";
    let all = sayings(deleted_for(goal, "steel", &MADE_OF, &[2, 1]));
    assert!(
        all[0].contains("while env_op.open_row_saying(#{ resource_name: \"name\""),
        "{}",
        all[0]
    );
    assert!(
        all[0].contains("what, #{ resource_name: \"material\""),
        "{}",
        all[0]
    );
    let code = all[0].lines().filter(|it| !it.starts_with("///"));
    assert!(!code.collect::<String>().contains("steel"), "{}", all[0]);
    // A part of a word will do where that alone is right.
    assert!(
        all.iter().any(|it| it.contains("open_row_containing(")),
        "{all:#?}"
    );
}

#[test]
fn where_the_list_says_it_or_another_part_of_the_page_did_no_page_is_asked() {
    let goal = "Delete the parts whose material is {what}";
    assert!(
        sayings(deleted_for(goal, "Hinge", &MADE_OF, &[0])).is_empty(),
        "its row says it"
    );
    let of = |rows: &[usize]| sayings(deleted_for(goal, "steel", &MADE_OF, rows));
    let everywhere = of(&[0]);
    assert!(
        everywhere
            .iter()
            .all(|it| !it.contains("resource_name: \"material\"")),
        "{everywhere:#?}"
    );
    assert!(
        of(&[2, 0]).is_empty(),
        "once the material says it, and once the shelf does"
    );
}

#[test]
fn all_rows_are_taken_away_until_none_is_left_where_the_goal_says_all() {
    let parts = [["Bolt", "5"], ["Bolt", "5"], ["Nut", "7"]];
    let body = |goal: &str, rows: &[usize]| {
        let all = programs(&[deleted(goal, &parts, rows)]);
        all.first().map(ToString::to_string).unwrap_or_default()
    };
    let until = "!env_op.element_exists(#{ resource_name: \"name\", nth: 1 })";
    // Two of them show the same: no text tells which is which.
    let all = body("Delete all parts.", &[0, 0, 0]);
    assert!(all.contains(until), "{all}");
    for (goal, rows) in [
        ("Delete Bolt, Bolt and Nut.", &[0, 0, 0][..]),
        // One was left.
        ("Delete all parts.", &[0, 0]),
        // The last was taken first.
        ("Delete all parts.", &[2, 0, 0]),
    ] {
        let other = body(goal, rows);
        assert!(!other.contains(until), "{other}");
    }
}
