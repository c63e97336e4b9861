//! An application that keeps records: a list that is searched, a form for each record, fields that are named by what they hold.

mod pages;

use pages::{button, click, element, field, icon, params, programs, recording, screen, text, type_into};
use trajectory::Recording;
use ui::{Element, Screen};

fn first(recordings: &[Recording]) -> String {
    programs(recordings)
        .first()
        .map_or_else(|| "no program".to_owned(), ToString::to_string)
}

fn link(path: &[u16], shown: &str) -> Element {
    Element {
        clickable: true,
        role: Some("link".to_owned()),
        ..text("a", path, shown)
    }
}

fn cell(path: &[u16], column: &str, shown: &str) -> Element {
    Element {
        column: Some(column.to_owned()),
        ..text("td", path, shown)
    }
}

/// The rows that a search has found, each with a code and a title that leads to the form.
fn found(searched: &str, rows: &[(&str, &str)]) -> Screen {
    let mut all = vec![
        field(&[0, 0], "search", searched),
        button(&[0, 1], "Search"),
        button(&[2, 0], "New part"),
    ];
    for (row, (code, title)) in (0..).zip(rows) {
        all.push(cell(&[1, row, 0], "CODE", code));
        all.push(Element {
            column: Some("TITLE".to_owned()),
            ..link(&[1, row, 1], title)
        });
    }
    screen("list", all)
}

fn form(code: &str, price: &str) -> Screen {
    screen(
        "form",
        vec![
            field(&[0, 0], "code", code),
            field(&[0, 1], "price", price),
            button(&[0, 2], "Save"),
        ],
    )
}

/// The price of a part that is there is set; one that is not there is made first.
fn priced(id: &str, code: &str, price: &str, rows: &[(&str, &str)]) -> Recording {
    let at = rows.iter().position(|(it, _)| *it == code);
    let mut steps = vec![(found("", &[]), type_into(0, code)), (found(code, &[]), click(1))];
    let held = match at {
        Some(row) => {
            steps.push((found(code, rows), click(4 + 2 * row)));
            code
        }
        None => {
            steps.push((found(code, rows), click(2)));
            steps.push((form("", ""), type_into(0, code)));
            code
        }
    };
    steps.push((form(held, ""), type_into(1, price)));
    steps.push((form(held, price), click(2)));
    recording(
        id,
        params(&[("code", code), ("price", price)]),
        steps,
        found("", &[]),
    )
}

#[test]
fn what_is_there_is_opened_and_what_is_not_is_made() {
    // The code of the one is a part of the other's: only the whole cell says that it is there.
    let there = priced(
        "r1",
        "B-20",
        "4.50",
        &[("B-200", "Bolts, long"), ("B-20", "Bolt")],
    );
    let missing = priced("r2", "B-2", "7.00", &[("B-200", "Bolts, long"), ("B-20", "Bolt")]);
    for all in [[there.clone(), missing.clone()], [missing, there]] {
        let told: Vec<String> = programs(&all).iter().map(ToString::to_string).collect();
        let cell = "env_op.element_exists(#{ text: code, column: \"CODE\" })";
        assert!(told.iter().any(|it| it.contains(cell)), "{told:#?}");
        assert!(!told.iter().any(|it| it.contains("ends_with")), "{told:#?}");
    }
}

fn record(name: &str, phone: &str, born: &str) -> Screen {
    screen(
        "record",
        vec![
            text("h1", &[0, 0], name),
            field(&[0, 1], "phone", phone),
            field(&[0, 2], "born", born),
            button(&[0, 3], "Save"),
            button(&[0, 4], "All"),
        ],
    )
}

fn people(names: &[&str]) -> Screen {
    screen(
        "people",
        (0..).zip(names).map(|(row, it)| link(&[row], it)).collect(),
    )
}

/// The date of birth of one is typed for another, and no value of the task says it.
fn copied(id: &str, from: (&str, &str), to: (&str, &str)) -> Recording {
    let all = people(&[from.0, to.0]);
    let steps = vec![
        (all.clone(), click(0)),
        (record(from.0, "555", from.1), click(4)),
        (all.clone(), click(1)),
        (record(to.0, "556", to.1), type_into(2, from.1)),
        (record(to.0, "556", from.1), click(3)),
    ];
    recording(id, params(&[("from", from.0), ("to", to.0)]), steps, all)
}

#[test]
fn what_a_field_of_another_record_holds_is_read_there() {
    let all = [
        copied("r1", ("Ada Byron", "1815-12-10"), ("Bob Stone", "1990-01-02")),
        copied("r2", ("Eve Marsh", "1971-05-06"), ("Kim Field", "")),
    ];
    {
        let program = first(&all);
        assert!(
            program.contains("seen = text of #{ resource_name: \"born\" }"),
            "{program}"
        );
        assert!(
            program.contains("#{ resource_name: \"born\" } <- seen"),
            "{program}"
        );
    }
}

#[test]
fn what_was_typed_into_a_field_is_no_source() {
    let note = |title: &str, body: &str| {
        screen(
            "note",
            vec![
                field(&[0, 0], "title", title),
                field(&[0, 1], "body", body),
                button(&[0, 2], "Save"),
            ],
        )
    };
    let steps = vec![
        (note("", ""), type_into(0, "minutes")),
        (note("minutes", ""), type_into(1, "minutes")),
        (note("minutes", "minutes"), click(2)),
    ];
    let program = first(&[recording("r1", params(&[]), steps, note("", ""))]);
    assert!(!program.contains("text of"), "{program}");
}

/// A form whose fields are named by the task: "depth:" among others.
fn fields(names: &[&str], filled: Option<(usize, &str)>) -> Screen {
    let named = |(row, name): (u16, &&str)| Element {
        editable: true,
        value: filled
            .filter(|(at, _)| *at == usize::from(row))
            .map(|(_, value)| value.to_owned()),
        label: Some(format!("{name}:")),
        ..element("input", &[row])
    };
    let mut all: Vec<Element> = (0..).zip(names).map(named).collect();
    all.push(button(&[9], "Save"));
    screen("fields", all)
}

fn set(id: &str, name: &str, value: &str, names: &[&str]) -> Recording {
    let at = names.iter().position(|it| *it == name).expect("a field");
    let all = fields(names, None);
    let filled = fields(names, Some((at, value)));
    let steps = vec![(all.clone(), type_into(at, value)), (filled, click(names.len()))];
    recording(id, params(&[("field", name), ("value", value)]), steps, all)
}

#[test]
fn a_label_with_a_value_of_the_task_inside_is_made_of_it() {
    let all = [
        set("r1", "depth", "12", &["depth", "length", "crew"]),
        set("r2", "crew", "40", &["depth", "crew", "length"]),
    ];
    let program = first(&all[..1]);
    assert!(
        program.contains("label: field + \":\"") || program.contains("label: {field}:"),
        "{program}"
    );
    let program = first(&all);
    assert!(
        program.contains("label: field + \":\"") || program.contains("label: {field}:"),
        "{program}"
    );
}

#[test]
fn a_value_inside_of_another_word_is_no_value() {
    let names = ["depths", "length"];
    let all = fields(&names, None);
    let filled = fields(&names, Some((0, "12")));
    let steps = vec![(all.clone(), type_into(0, "12")), (filled, click(2))];
    let program = first(&[recording(
        "r1",
        params(&[("field", "depth"), ("value", "12")]),
        steps,
        all,
    )]);
    assert!(program.contains("label: \"depths:\""), "{program}");
}

#[test]
fn an_entry_with_a_value_inside_is_asked_for_by_its_role() {
    let option = |row: u16, shown: &str| Element {
        role: Some("option".to_owned()),
        clickable: true,
        ..text("li", &[1, row], shown)
    };
    let opened = |all: &[&str]| {
        let mut elements = vec![text("h2", &[0, 0], "Choose")];
        elements.extend((0..).zip(all).map(|(row, it)| option(row, it)));
        screen("list", elements)
    };
    let chosen = |id: &str, code: &str, at: usize, all: &[&str]| {
        let steps = vec![(opened(all), click(at + 1))];
        recording(id, params(&[("code", code)]), steps, opened(&[]))
    };
    let program = first(&[
        chosen("r1", "B-20", 1, &["Nut (N-1)", "Bolt (B-20)"]),
        chosen("r2", "N-77", 0, &["Wing nut (N-77)", "Bolt (B-20)"]),
    ]);
    // With the signs around it, `B-2` is not the beginning of another code.
    assert!(
        program.contains("text_contains: \"(\" + code + \")\", role: \"option\""),
        "{program}"
    );
}

#[test]
fn many_links_of_a_page_are_not_tried_one_after_the_other() {
    let long = |last: &str| {
        let mut all: Vec<Element> = (0..30)
            .map(|row| link(&[0, row], &format!("Entry {row}")))
            .collect();
        all.push(link(&[1, 0], last));
        screen("long", all)
    };
    let went = |id: &str, wanted: &str, at: usize| {
        let steps = vec![(long("More"), click(at)), (long(wanted), click(30))];
        recording(id, params(&[("wanted", wanted)]), steps, long("done"))
    };
    let all = programs(&[went("r1", "lorem", 4), went("r2", "ipsum", 9)]);
    for it in all {
        assert!(!it.to_string().contains("nth: n"), "{it}");
    }
}

#[test]
fn two_controls_with_names_of_their_own_are_not_tried_in_turn() {
    let bar = |shown: &str| {
        let icons = ["New", "Edit", "Print"].map(|it| icon(&[0], it));
        let icons = (0..).zip(icons).map(|(at, it)| Element {
            path: vec![0, at],
            ..it
        });
        let heading = text("h2", &[1, 0], shown);
        screen("bar", icons.chain([heading]).collect())
    };
    let went = |id: &str, wanted: &str, at: usize| {
        let steps = vec![(bar("Welcome"), click(at)), (bar(wanted), click(2))];
        recording(id, params(&[("wanted", wanted)]), steps, bar("done"))
    };
    let all = programs(&[went("r1", "lorem", 0), went("r2", "ipsum", 1)]);
    for it in all {
        assert!(!it.to_string().contains("nth: n"), "{it}");
    }
}
