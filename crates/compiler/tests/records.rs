//! An application that keeps records: a list that is searched, a form for each record, fields that are named by what they hold.

use crate::pages;

use autorpa_compiler::{soft::SoftTrajectory, translate::translate, understood::understood};
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

/// A part is opened by its title where its code is found, and made with both where it is not.
fn titled(id: &str, (code, title): (&str, &str), rows: &[(&str, &str)]) -> Recording {
    let at = rows.iter().position(|(it, _)| *it == code);
    let mut steps = vec![(found("", &[]), type_into(0, code)), (found(code, &[]), click(1))];
    match at {
        Some(row) => steps.push((found(code, rows), click(4 + 2 * row))),
        None => {
            steps.push((found(code, rows), click(2)));
            steps.push((form("", ""), type_into(0, code)));
            steps.push((form(code, ""), type_into(1, title)));
        }
    }
    steps.push((form(code, title), click(2)));
    recording(
        id,
        params(&[("code", code), ("title", title)]),
        steps,
        found("", &[]),
    )
}

#[test]
fn a_record_is_there_where_what_was_searched_for_shows_and_not_what_its_row_says_besides() {
    let rows = [("B-200", "Bolts, long"), ("B-20", "Bolt")];
    let there = titled("r1", ("B-20", "Bolt"), &rows);
    // Its title does not show here either, and it would for another part that is missing: two parts may be called alike.
    let missing = titled("r2", ("N-1", "Nut"), &rows);
    for all in [[there.clone(), missing.clone()], [missing, there]] {
        let told: Vec<String> = programs(&all).iter().map(ToString::to_string).collect();
        let both = |it: &&String| {
            it.contains("click #{ text: \"New part\" }") && it.contains("click #{ text: title }")
        };
        let decides = |it: &String| {
            it.find("element_exists(")
                .map(|at| it[at..].lines().next().unwrap_or_default().to_owned())
        };
        let first = told.iter().filter(both).find_map(decides).unwrap_or_default();
        assert!(first.contains("text: code, column: \"CODE\""), "{told:#?}");
    }
}

/// A list that says what it holds in an element of its own, and what it is called in its label.
fn picker(path: &[u16], label: &str, focused: bool) -> Element {
    Element {
        clickable: true,
        focused,
        role: Some("combobox".to_owned()),
        label: Some(label.to_owned()),
        ..element("span", path)
    }
}

/// The locators of the first step of a recording.
fn ways(steps: Vec<(Screen, ui::HardAction)>) -> Vec<String> {
    let soft = translate(&recording(
        "r1",
        params(&[("note", "milk")]),
        steps,
        screen("end", Vec::new()),
    ));
    let target = soft.steps[0].action.target().cloned().unwrap_or_default();
    target.iter().map(ToString::to_string).collect()
}

#[test]
fn where_the_cursor_is_names_nothing_that_is_clicked() {
    let form = screen(
        "form",
        vec![picker(&[0, 0], "Colour", false), picker(&[0, 1], "Size", true)],
    );
    let all = ways(vec![(form, click(1))]);
    assert!(
        !all.is_empty() && all.iter().all(|it| !it.contains("focused")),
        "{all:?}"
    );
}

#[test]
fn where_the_cursor_is_names_the_field_that_is_typed_into() {
    let typed = |focused: bool, path: &[u16]| Element {
        editable: true,
        focused,
        ..element("input", path)
    };
    let form = screen(
        "form",
        vec![typed(false, &[0, 0]), typed(true, &[0, 1]), typed(false, &[0, 2])],
    );
    let all = ways(vec![(form, type_into(1, "milk"))]);
    assert!(all.iter().any(|it| it.contains("focused")), "{all:?}");
}

/// A page of records that are open one below the other, each with an icon to change it.
fn opened(names: &[&str]) -> Screen {
    let records = (1..).zip(names).flat_map(|(at, name)| {
        [
            text("h2", &[at, 0], name),
            icon(&[at, 1, 0], "Change"),
            text(
                "p",
                &[at, 2],
                if name.starts_with("No") {
                    "It is not there"
                } else {
                    "Written in May"
                },
            ),
        ]
    });
    screen("records", records.collect())
}

#[test]
fn that_something_is_missing_is_told_by_words_that_are_the_pages_own() {
    let page = |told: &str| {
        screen(
            "page",
            vec![
                text("h2", &[0], "Records"),
                text("p", &[1], told),
                icon(&[2], "Change"),
                icon(&[3], "New"),
            ],
        )
    };
    let done = |id: &str, name: &str, told: &str, at: usize| {
        let steps = vec![(page(told), click(at)), (opened(&[name]), click(1))];
        recording(id, params(&[("name", name)]), steps, screen("end", Vec::new()))
    };
    let all = [
        done("r1", "Ada", "Written on 1 May", 2),
        done("r2", "Eve", "There is no record \"Eve\" yet", 3),
    ];
    let told: Vec<String> = programs(&all).iter().map(ToString::to_string).collect();
    // With another name the same words are there; a day is another one for each record.
    assert!(
        told.iter()
            .any(|it| it.contains("\"There is no record \\\"\" + name")),
        "{told:#?}"
    );
    assert!(
        !told
            .iter()
            .any(|it| it.contains("Exists") || it.contains("element_exists(#{ text: \"Written on 1 May\"")),
        "{told:#?}"
    );
    assert!(
        !told.iter().any(|it| it.contains("no record \\\"Eve")),
        "{told:#?}"
    );
}

/// What is open is thrown away one after the other, by a menu that each has. Some records have more buttons than others.
fn thrown_away(id: &str, names: &[&str]) -> Recording {
    let page = |left: &[&str], menu: bool| {
        let mut all = vec![text("h1", &[0, 0], "Records"), icon(&[0, 1], "New")];
        for (at, name) in (1..).zip(left) {
            all.push(icon(&[at, 0], "More"));
            all.push(text("h2", &[at, 1], name));
            let others = if name.len() > 3 { 2 } else { 1 };
            all.extend((2..2 + others).map(|it| icon(&[at, it], "Print")));
        }
        if menu {
            all.push(button(&[9, 0], "Delete"));
        }
        screen("records", all)
    };
    let mut steps = Vec::new();
    for at in 0..names.len() {
        let open = page(&names[at..], true);
        let delete = open.elements.len() - 1;
        steps.push((page(&names[at..], false), click(2)));
        steps.push((open, click(delete)));
    }
    recording(id, params(&[("kind", "old")]), steps, page(&[], false))
}

#[test]
fn what_one_recording_does_several_times_and_another_once_is_done_until_nothing_is_left() {
    let all = [
        thrown_away("r1", &["Adam", "Bob", "Cid"]),
        thrown_away("r2", &["Eve"]),
    ];
    for all in [all.clone(), [all[1].clone(), all[0].clone()]] {
        let told: Vec<String> = programs(&all).iter().map(ToString::to_string).collect();
        let looped = |it: &&String| {
            it.contains("repeat") && it.contains("content_description: \"More\"") && !it.contains("near: \"")
        };
        assert!(told.iter().any(|it| looped(&it)), "{told:#?}");
    }
    // How many there were in one recording says nothing.
    let told: Vec<String> = programs(&all[..1]).iter().map(ToString::to_string).collect();
    assert!(
        told.iter()
            .all(|it| !it.contains("repeat \"3\" times") && !it.contains("repeat 3 times")),
        "{told:#?}"
    );
}

/// What the programs of these recordings that have something in them leave open.
fn open(recordings: &[Recording], with: &str) -> Vec<String> {
    let softs: Vec<SoftTrajectory> = recordings.iter().map(translate).collect();
    let all = programs(recordings)
        .into_iter()
        .filter(|it| it.to_string().contains(with));
    all.flat_map(|it| understood(&it, &softs).open)
        .map(|it| it.to_string())
        .collect()
}

#[test]
fn what_only_one_recording_shows_is_said_to_be_open() {
    let page = |told: &str| {
        let all = vec![text("p", &[0], told), button(&[1], "Join"), button(&[2], "Leave")];
        screen("page", all)
    };
    let done = |id: &str, told: &str, at: usize| {
        let steps = vec![(page(told), click(at)), (page("Thanks"), click(1))];
        recording(id, params(&[("note", "milk")]), steps, screen("end", Vec::new()))
    };
    let (inside, outside) = ("You are a member", "You are no member");
    let two = [done("r1", inside, 2), done("r2", outside, 1)];
    let decides = "element_exists(#{ text: \"You are";
    let said = open(&two, decides);
    assert!(
        said.iter()
            .any(|it| it.starts_with("whether") && it.contains("one recording alone shows")),
        "{said:?}"
    );
    // A second recording of each kind has settled it.
    let four = [two.clone(), [done("r3", inside, 2), done("r4", outside, 1)]].concat();
    let said = open(&four, decides);
    assert!(
        !said.iter().any(|it| it.contains("one recording alone shows")),
        "{said:?}"
    );
}

#[test]
fn a_value_that_is_as_many_as_the_rounds_of_the_only_recording_is_said_to_be_open() {
    let pressed = |id: &str, count: usize| {
        let page = screen("page", vec![button(&[0], "More"), button(&[1], "Done")]);
        let mut steps = vec![(page.clone(), click(0)); count];
        steps.push((page.clone(), click(1)));
        recording(id, params(&[("count", &count.to_string())]), steps, page)
    };
    let by_chance = |all: &[Recording]| open(all, "repeat").iter().any(|it| it.contains("by chance"));
    assert!(by_chance(&[pressed("r1", 3)]));
    assert!(!by_chance(&[pressed("r1", 3), pressed("r2", 5)]));
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

/// The phone of one is typed for another, and the other's date of birth is emptied where there is one.
fn copied_besides(id: &str, from: (&str, &str, &str), to: (&str, &str, &str)) -> Recording {
    let all = people(&[from.0, to.0]);
    let mut steps = vec![
        (all.clone(), click(0)),
        (record(from.0, from.1, from.2), click(4)),
        (all.clone(), click(1)),
        (record(to.0, to.1, to.2), type_into(1, from.1)),
    ];
    if !to.2.is_empty() {
        steps.push((record(to.0, from.1, to.2), type_into(2, "")));
    }
    steps.push((record(to.0, from.1, ""), click(3)));
    recording(id, params(&[("from", from.0), ("to", to.0)]), steps, all)
}

#[test]
fn what_is_empty_on_the_record_that_is_copied_is_copied_too() {
    let (ada, eve) = (("Ada Byron", "5551", ""), ("Eve Marsh", "5553", ""));
    let program = first(&[
        copied_besides("r1", ada, ("Bob Stone", "5552", "1990-01-02")),
        copied_besides("r2", eve, ("Kim Field", "5554", "")),
    ]);
    assert!(
        program.contains("= text of #{ resource_name: \"born\" }"),
        "{program}"
    );
    assert!(
        program.contains("#{ resource_name: \"born\" } <- seen_2"),
        "{program}"
    );
    // One that was emptied although it is not empty there was not copied.
    let told = programs(&[
        copied_besides(
            "r1",
            ("Ada Byron", "5551", "1815-12-10"),
            ("Bob Stone", "5552", "1990-01-02"),
        ),
        copied_besides("r2", eve, ("Kim Field", "5554", "")),
    ]);
    assert!(
        told.iter()
            .all(|it| !it.to_string().contains("= text of #{ resource_name: \"born\" }"))
    );
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
