//! A note that lists what is typed into a form, a record on each line: the note is read, and its records are gone through.

use crate::pages;

use autorpa_compiler::emit::emit;
use pages::{button, click, field, params, programs, recording, screen, text, type_into};
use trajectory::Recording;
use ui::{Element, HardAction, Screen};

const NOTE: &str = "part;pieces;remark\nHinge;12;spare\nBolt;40;\nValve;3;Order soon, spare\nBelt;7;old";

fn note(lines: &str) -> Screen {
    let shown = Element {
        resource_name: Some("note".to_owned()),
        ..text("TextView", &[0, 0], lines)
    };
    screen("note", vec![shown, button(&[1, 0], "Stock")])
}

fn form([name, pieces]: [&str; 2]) -> Screen {
    let fields = vec![
        field(&[0, 0], "name", name),
        field(&[0, 1], "pieces", pieces),
        button(&[1, 0], "Save"),
    ];
    screen("form", fields)
}

fn stock() -> Screen {
    screen("stock", vec![button(&[0, 0], "Add a part")])
}

/// Somebody opens the stock and types these parts from the note.
fn entered(lines: &str, goal: &str, values: &[(&str, &str)], parts: &[[&str; 2]]) -> Recording {
    let mut steps: Vec<(Screen, HardAction)> = vec![(note(lines), click(1))];
    for [name, pieces] in parts {
        steps.push((stock(), click(0)));
        steps.push((form(["", ""]), type_into(0, name)));
        steps.push((form([name, ""]), type_into(1, pieces)));
        steps.push((form([name, pieces]), click(2)));
    }
    let mut all = recording("r1", params(values), steps, stock());
    all.instance.goal = goal.to_owned();
    all
}

fn first(recording: &Recording) -> String {
    let programs = programs(std::slice::from_ref(recording));
    emit(programs.first().expect("a program")).source
}

#[test]
fn all_lines_below_the_head_are_gone_through() {
    let all = [["Hinge", "12"], ["Bolt", "40"], ["Valve", "3"], ["Belt", "7"]];
    let script = first(&entered(NOTE, "Add the parts of the note", &[], &all));
    for part in [
        "for record in records_below(listed, \";\") {",
        "part(record, \";\", 1)",
        "part(record, \";\", 2)",
    ] {
        assert!(script.contains(part), "{part}: {script}");
    }
    assert!(!script.contains("Hinge"), "{script}");
}

#[test]
fn a_cell_says_which_lines_are_meant() {
    let spare = [["Hinge", "12"], ["Valve", "3"]];
    let script = first(&entered(NOTE, "Add the spare parts of the note", &[], &spare));
    assert!(
        script.contains("records_saying(listed, \";\", 3, \"spare\")"),
        "{script}"
    );
    let lines = "Hinge;12;A\nBolt;40;B\nValve;3;A";
    let shelf = [("shelf", "A")];
    let script = first(&entered(lines, "Add what is on shelf A", &shelf, &spare));
    assert!(
        script.contains("records_where(listed, \";\", 3, shelf)"),
        "{script}"
    );
}

#[test]
fn of_several_lines_of_one_name_the_one_with_the_other_cells_is_meant() {
    // A stop word says nothing, and what all of them say is told from what is typed by chance.
    let lines = "Bolt;40;the old one\nHinge;12;the spare\nBolt;8;a spare\nBelt;7;an old one";
    let script = first(&entered(
        lines,
        "Add the two",
        &[],
        &[["Bolt", "40"], ["Hinge", "12"]],
    ));
    assert!(!script.contains("records"), "{script}");
    let lines = "Bolt;40;old\nHinge;12;spare\nValve;8;spare";
    let script = first(&entered(
        lines,
        "Add the spare parts",
        &[],
        &[["Hinge", "12"], ["Valve", "8"]],
    ));
    assert!(
        script.contains("records_saying(listed, \";\", 3, \"spare\")"),
        "not all below the first: {script}"
    );
    let lines = "Bolt;40;old\nHinge;12;spare\nBolt;8;spare\nBelt;7;old";
    let spare = [["Hinge", "12"], ["Bolt", "8"]];
    let script = first(&entered(lines, "Add the spare parts", &[], &spare));
    assert!(
        script.contains("records_saying(listed, \";\", 3, \"spare\")"),
        "{script}"
    );
    let spare = [["Bolt", "8"], ["Belt", "7"]];
    let script = first(&entered(lines, "Add these two", &[], &spare));
    assert!(
        !script.contains("records"),
        "nothing tells them from the others: {script}"
    );
}

#[test]
fn a_note_without_records_or_one_record_alone_is_no_list() {
    let all = [["Hinge", "12"], ["Bolt", "40"]];
    for lines in [
        "Hinge\n12\nBolt\n40",
        "Hinge;12\nBolt",
        "Hinge;13\nBolt;41\nBelt;7",
    ] {
        let script = first(&entered(lines, "Add the parts", &[], &all));
        assert!(!script.contains("records"), "{lines}: {script}");
    }
    let given = [
        ("name", "Hinge"),
        ("pieces", "12"),
        ("other", "Bolt"),
        ("more", "40"),
    ];
    let script = first(&entered(
        "part;pieces\nHinge;12\nBolt;40",
        "Add them",
        &given,
        &all,
    ));
    assert!(
        !script.contains("records"),
        "the goal gives each of them: {script}"
    );
    let script = first(&entered(NOTE, "Add the hinges", &[], &all[..1]));
    assert!(!script.contains("records"), "{script}");
}
