//! A list of invoices with a state in each row: what is done to the rows that show a value of the task, and to no other one;
//! and addresses that have such a value in them.

use crate::pages;

use std::sync::Arc;

use pages::{button, click, element, field, params, programs, recording, screen, text, type_into};
use trajectory::Recording;
use ui::{Action, Element, ElementId, HardAction, Screen};

fn first(recordings: &[Recording]) -> String {
    let all = programs(recordings);
    all.first().map(ToString::to_string).unwrap_or_default()
}

fn cell(column: &str, it: Element) -> Element {
    Element {
        column: Some(column.to_owned()),
        ..it
    }
}

fn of_role(role: &str, it: Element) -> Element {
    Element {
        role: Some(role.to_owned()),
        ..it
    }
}

/// Number, payer and state of each invoice; the states of the first `done` of those that are meant are changed.
fn invoices(rows: &[(&str, &str)], payer: &str, done: usize) -> Screen {
    let mut all = vec![button(&[0, 0], "Save")];
    let mut changed = 0;
    for (at, (number, of)) in (0..).zip(rows) {
        let is_meant = of.contains(payer) && !of.contains(&format!("{payer}."));
        changed += usize::from(is_meant);
        let state = if is_meant && changed <= done {
            "Sent"
        } else {
            "Open"
        };
        let list = Element {
            clickable: true,
            value: Some(state.to_owned()),
            resource_name: Some(format!("row-{at}-state")),
            ..element("select", &[1, at, 2])
        };
        all.extend([
            cell("NUMBER", of_role("link", text("a", &[1, at, 0], number))),
            cell("PAYER", of_role("cell", text("td", &[1, at, 1], of))),
            cell("STATE", of_role("combobox", list)),
        ]);
    }
    screen("invoices", all)
}

/// Whose invoices were all set to sent, and saved.
fn sent(id: &str, payer: &str, rows: &[(&str, &str)]) -> Recording {
    sent_for(id, ("payer", payer), payer, rows)
}

/// The same, done for another value than what the rows show.
fn sent_for(id: &str, value: (&str, &str), payer: &str, rows: &[(&str, &str)]) -> Recording {
    let meant =
        |it: &(usize, &(&str, &str))| it.1.1.contains(payer) && !it.1.1.contains(&format!("{payer}."));
    let targets = rows.iter().enumerate().filter(meant).map(|(at, _)| 3 + 3 * at);
    let mut steps: Vec<(Screen, HardAction)> = Vec::new();
    for (done, at) in targets.enumerate() {
        let choose = Action::SelectOption {
            target: ElementId(at),
            option: "Sent".to_owned(),
        };
        steps.push((invoices(rows, payer, done), choose));
    }
    let last = invoices(rows, payer, steps.len());
    steps.push((last, click(0)));
    recording(id, params(&[value]), steps, screen("saved", Vec::new()))
}

const ANN: [(&str, &str); 5] = [
    ("Invoice 31", "Ann Lee <ann@lee.example>"),
    ("Invoice 18", "Ann Lee <ann@lee.example.au>"),
    ("Invoice 12", "Ann Lee <ann@lee.example>"),
    ("Invoice 9", "Bo Lund <bo@lund.example>"),
    ("Invoice 4", "Ann Lee <ann@lee.example>"),
];
const BO: [(&str, &str); 2] = [
    ("Invoice 40", "Bo Lund <bo@lund.example>"),
    ("Invoice 22", "Kim Ro <kim@ro.example>"),
];

#[test]
fn what_was_done_to_the_rows_that_show_a_value_is_a_loop_over_these() {
    for all in [
        vec![sent("r1", "ann@lee.example", &ANN)],
        vec![
            sent("r1", "ann@lee.example", &ANN),
            sent("r2", "bo@lund.example", &BO),
        ],
    ] {
        let program = first(&all);
        let reads = "cell = text of #{ text_contains: \"<\" + payer + \">\", column: \"PAYER\", nth: 1 }";
        assert!(program.contains(reads), "{program}");
        assert!(
            program.contains("rows = texts of all #{ role: \"link\", column: \"NUMBER\", near: cell }"),
            "{program}"
        );
        assert!(program.contains("for row in rows"), "{program}");
        assert!(!program.contains("row-0-state"), "{program}");
    }
}

#[test]
fn what_was_done_to_the_rows_that_show_the_same_text_is_a_loop_over_these() {
    const NORTH: [(&str, &str); 4] = [
        ("Invoice 31", "late"),
        ("Invoice 18", "paid"),
        ("Invoice 12", "late"),
        ("Invoice 9", "new"),
    ];
    const SOUTH: [(&str, &str); 3] = [("Invoice 2", "new"), ("Invoice 7", "late"), ("Invoice 5", "late")];
    let of = |id: &str, region: &str, rows: &[(&str, &str)]| sent_for(id, ("region", region), "late", rows);
    let both = [of("r1", "North", &NORTH), of("r2", "South", &SOUTH)];
    let program = first(&both);
    let reads = "rows = texts of all #{ role: \"link\", column: \"NUMBER\", near: \"late\" }";
    assert!(program.contains(reads), "{program}");
    // Elsewhere on the page the text says nothing of a row.
    assert!(program.contains("near: [row, \"late\"]"), "{program}");
    // One alone may show it by chance: it comes behind what was done.
    let alone = programs(&both[..1]);
    let texts: Vec<String> = alone.iter().map(ToString::to_string).collect();
    assert!(!texts[0].contains(reads), "{}", texts[0]);
    assert!(texts.iter().any(|it| it.contains(reads)));
    // Where one of them was left as it was, it is not what says which are meant.
    let mut left = both.clone();
    left[1].steps.remove(0);
    for program in programs(&left) {
        assert!(!program.to_string().contains(reads), "{program}");
    }
}

#[test]
fn a_row_that_shows_the_value_and_was_left_is_no_such_loop() {
    // The second of the three was left as it is: it is not the payer that says which rows they are.
    let mut all = sent("r1", "ann@lee.example", &ANN);
    all.steps.remove(1);
    let program = first(&[all]);
    assert!(!program.contains("near: cell"), "{program}");
}

#[test]
fn rows_that_show_just_the_value_need_no_cell_that_is_read() {
    let named =
        |rows: &[(&'static str, &'static str)]| -> Vec<(&'static str, &'static str)> { rows.to_vec() };
    let rows = named(&[("K-1", "Ann"), ("K-2", "Joann"), ("K-3", "Ann")]);
    let mut recorded = sent("r1", "Ann", &rows);
    recorded
        .steps
        .retain(|it| !matches!(&it.action, Action::Click { .. }));
    let program = first(&[recorded]);
    assert!(
        program.contains("rows = texts of all #{ role: \"link\", column: \"NUMBER\", near: payer }"),
        "{program}"
    );
}

#[test]
fn a_value_that_nothing_is_done_with_tells_the_one_of_that_name() {
    // Only one of the name was found each time: nothing but the goal says that the town counts.
    let opened = |id: &str, name: &str, town: &str| {
        let list = screen(
            "list",
            vec![
                cell("NAME", of_role("link", text("a", &[1, 0, 0], name))),
                cell("TOWN", of_role("cell", text("td", &[1, 0, 1], town))),
            ],
        );
        let held = Element {
            label: Some("Town".to_owned()),
            ..field(&[0], "town", town)
        };
        let form = screen("form", vec![held, button(&[1], "Archive")]);
        let steps = vec![(list, click(0)), (form, click(1))];
        let values = params(&[("name", name), ("town", town)]);
        recording(id, values, steps, screen("done", Vec::new()))
    };
    let program = first(&[opened("r1", "Ann Lee", "Leeds"), opened("r2", "Bo Lund", "Malmö")]);
    assert!(program.contains("click #{ text: name, near: town }"), "{program}");
    assert!(!program.contains("input_text"), "{program}");
    // In another row it says nothing of who is meant.
    let beside_another = |id: &str, name: &str, town: &str| {
        let mut it = opened(id, name, town);
        let list = Arc::make_mut(&mut it.steps[0].screen);
        list.elements[1].path = vec![1, 1, 1];
        it
    };
    let program = first(&[
        beside_another("r1", "Ann Lee", "Leeds"),
        beside_another("r2", "Bo Lund", "Malmö"),
    ]);
    assert!(!program.contains("near: town"), "{program}");
}

/// A note that is opened by its address, and given a label.
fn labelled(id: &str, names: &[&str], label: &str) -> Recording {
    let titles = names.join("; ");
    let note = |name: &str, held: &str| {
        let field = Element {
            editable: true,
            label: Some("Label".to_owned()),
            value: Some(held.to_owned()).filter(|it| !it.is_empty()),
            ..element("input", &[0, 1])
        };
        screen(
            "note",
            vec![text("h1", &[0, 0], name), field, button(&[0, 2], "Keep")],
        )
    };
    let mut steps: Vec<(Screen, HardAction)> = Vec::new();
    let mut before = note("Start", "");
    for name in names {
        let escaped = name.replace('%', "%25").replace(' ', "%20").replace('&', "%26");
        let link = format!("http://notes.example/all/#{escaped}");
        steps.push((before.clone(), Action::OpenLink { link }));
        steps.push((note(name, ""), type_into(1, label)));
        steps.push((note(name, label), click(2)));
        before = note(name, label);
    }
    let given = params(&[("titles", &titles), ("label", label)]);
    recording(id, given, steps, before)
}

#[test]
fn a_value_in_an_address_is_written_as_addresses_have_it() {
    let program = first(&[labelled("r1", &["Rope 10m"], "old")]);
    assert!(
        program.contains("\"http://notes.example/all/#\" + in_address(titles)"),
        "{program}"
    );
    let searched = |id: &str, tag: &str, escaped: &str| {
        let link = format!("http://notes.example/#:%5Btag%5B{escaped}%5D%5D");
        let all = screen("notes", vec![button(&[0, 2], "Keep")]);
        let steps = vec![(all.clone(), Action::OpenLink { link }), (all.clone(), click(0))];
        recording(id, params(&[("tag", tag)]), steps, screen("kept", Vec::new()))
    };
    let program = first(&[
        searched("r1", "old", "old"),
        searched("r2", "old maybe", "old%20maybe"),
    ]);
    assert!(
        program.contains("\"http://notes.example/#:%5Btag%5B\" + in_address(tag) + \"%5D%5D\""),
        "{program}"
    );
    let program = first(&[
        labelled("r1", &["Rope", "Fish & chips", "Chain"], "checked"),
        labelled("r2", &["Aurora II", "50%"], "to sell"),
    ]);
    assert!(program.contains("for title in"), "{program}");
    assert!(
        program.contains("\"http://notes.example/all/#\" + in_address(title)"),
        "{program}"
    );
}
