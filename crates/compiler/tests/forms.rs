//! A form for an order: custom selects with codes in brackets, lines that are added, choices that are right already, and what
//! two recordings can't tell.

use crate::pages;

use pages::{button, click, element, first_script, params, programs, recording, screen, text, type_into};
use trajectory::Recording;
use ui::{Element, HardAction, Screen};

fn told(recordings: &[Recording]) -> Vec<String> {
    programs(recordings).iter().map(ToString::to_string).collect()
}

fn first(recordings: &[Recording]) -> String {
    told(recordings).first().cloned().unwrap_or_default()
}

/// A field with a label and what it holds.
fn field(path: &[u16], label: &str, holds: &str) -> Element {
    Element {
        editable: true,
        label: Some(label.to_owned()),
        value: Some(holds.to_owned()).filter(|it| !it.is_empty()),
        attributes: [("type".to_owned(), "text".to_owned())].into(),
        ..element("input", path)
    }
}

fn of_role(role: &str, it: Element) -> Element {
    Element {
        role: Some(role.to_owned()),
        clickable: true,
        ..it
    }
}

/// The form with its day, hour and note, a line for each part, and a list that is open.
fn order(held: [&str; 3], lines: &[(&str, &str)], options: &[&str]) -> Screen {
    let mut all = vec![
        field(&[0, 0], "Day", held[0]),
        field(&[0, 1], "Hour", held[1]),
        field(&[0, 2], "Note", held[2]),
        button(&[0, 3], "Save"),
        button(&[0, 4], "Add a line"),
    ];
    for (row, (part, count)) in (0..).zip(lines) {
        all.push(Element {
            column: Some("PART".to_owned()),
            ..of_role("combobox", text("span", &[1, row, 0], part))
        });
        all.push(field(&[1, row, 1], &format!("Count {row}"), count));
    }
    all.extend(
        (0..)
            .zip(options)
            .map(|(row, it)| of_role("option", text("li", &[2, row], it))),
    );
    screen("order", all)
}

const SHOWN: [&str; 3] = ["Nut (N-7)", "Nut M4 (N-71)", "Bolt (B-20)"];

/// An order whose second line and note may be missing. Counts stand at "1" already.
fn ordered(id: &str, given: [&str; 5]) -> Recording {
    let [day, hour, note, part, second] = given;
    let at = |code: &str| {
        SHOWN
            .iter()
            .position(|it| it.contains(&format!("({code})")))
            .expect("a part")
    };
    let name = |code: &str| SHOWN[at(code)];
    let mut steps: Vec<(Screen, HardAction)> = vec![
        (order(["", "", ""], &[("", "1")], &[]), type_into(0, day)),
        (order([day, "", ""], &[("", "1")], &[]), type_into(1, hour)),
    ];
    if !note.is_empty() {
        steps.push((order([day, hour, ""], &[("", "1")], &[]), type_into(2, note)));
    }
    let held = [day, hour, note];
    let mut lines = vec![("", "1")];
    if !second.is_empty() {
        steps.push((order(held, &lines, &[]), click(4)));
        lines.push(("", "1"));
    }
    let open = |lines: &[(&'static str, &'static str)]| order(held, lines, &SHOWN);
    steps.push((order(held, &lines, &[]), click(5)));
    steps.push((open(&lines), click(5 + 2 * lines.len() + at(part))));
    lines[0].0 = name(part);
    if !second.is_empty() {
        steps.push((order(held, &lines, &[]), click(7)));
        steps.push((open(&lines), click(5 + 2 * lines.len() + at(second))));
        lines[1].0 = name(second);
    }
    steps.push((order(held, &lines, &[]), click(3)));
    let names = ["day", "hour", "note", "part", "second"];
    let given: Vec<(&str, &str)> = names.into_iter().zip(given).collect();
    recording(id, params(&given), steps, screen("done", Vec::new()))
}

fn two_orders() -> [Recording; 2] {
    [
        ordered("r1", ["2026-03-01", "09:30", "", "N-7", "B-20"]),
        ordered("r2", ["2026-02-28", "23:59", "ring twice", "B-20", ""]),
    ]
}

#[test]
fn a_code_is_asked_for_with_the_signs_around_it() {
    // `N-7` is also the beginning of another code.
    let program = first(&two_orders());
    assert!(
        program.contains("text_contains: \"(\" + part + \")\", role: \"option\""),
        "{program}"
    );
}

#[test]
fn what_the_same_recordings_do_further_down_says_when_a_line_is_added() {
    let program = first(&two_orders());
    assert!(
        program.contains("if second != \"\"\n    click #{ text: \"Add a line\" }"),
        "{program}"
    );
}

#[test]
fn a_number_that_a_field_holds_is_no_place() {
    let counted = |id: &str, count: &str, day: &str| {
        let open = order(["", "", ""], &[("", count), ("", "5")], &[]);
        let steps = vec![
            (open.clone(), click(5)),
            (open.clone(), type_into(0, day)),
            (order([day, "", ""], &[("", count), ("", "5")], &[]), click(3)),
        ];
        recording(
            id,
            params(&[("count", count), ("day", day)]),
            steps,
            screen("done", Vec::new()),
        )
    };
    let program = first(&[counted("r1", "1", "2026-03-01")]);
    assert!(
        !program.contains("nth: count") && !program.contains("near: count"),
        "{program}"
    );
}

/// A record that is opened where a search has found it, and made where it has not: its kind is chosen in a list of the form.
fn kept(id: &str, given: [&str; 3], found: &[&str]) -> Recording {
    let [title, kind, price] = given;
    let parts = |found: &[&str]| {
        let mut all = vec![of_role("link", text("a", &[0], "New"))];
        let named = |(row, it): (u16, &&str)| Element {
            column: Some("TITLE".to_owned()),
            ..of_role("link", text("a", &[1, row], it))
        };
        all.extend((0..).zip(found).map(named));
        screen("parts", all)
    };
    let form = |held: [&str; 2], open: bool| {
        let mut all = vec![
            field(&[0, 0], "Title", held[0]),
            field(&[0, 1], "Price", held[1]),
            of_role(
                "combobox",
                Element {
                    label: Some("Kind".to_owned()),
                    ..element("span", &[0, 2])
                },
            ),
            button(&[0, 3], "Save"),
        ];
        let kinds = ["Screws", "Nuts", "Tools"].iter().filter(|_| open);
        all.extend(
            (0..)
                .zip(kinds)
                .map(|(row, it)| of_role("option", text("li", &[2, row], it))),
        );
        screen("part", all)
    };
    let mut steps = Vec::new();
    if let Some(at) = found.iter().position(|it| *it == title) {
        steps.push((parts(found), click(1 + at)));
    } else {
        steps.push((parts(found), click(0)));
        steps.push((form(["", ""], false), type_into(0, title)));
        steps.push((form([title, ""], false), click(2)));
        let at = ["Screws", "Nuts", "Tools"]
            .iter()
            .position(|it| *it == kind)
            .expect("a kind");
        steps.push((form([title, ""], true), click(4 + at)));
    }
    steps.push((form([title, ""], false), type_into(1, price)));
    steps.push((form([title, price], false), click(3)));
    let given = params(&[("title", title), ("kind", kind), ("price", price)]);
    recording(id, given, steps, parts(&[]))
}

#[test]
fn a_link_of_a_list_and_an_option_of_a_form_are_two_steps() {
    let all = [
        kept("r1", ["Wing nut", "Nuts", "0.20"], &["Wing nut M4", "Wing nut"]),
        kept("r2", ["Pliers", "Tools", "9.00"], &["Wing nut"]),
    ];
    for it in told(&all) {
        let one = it.contains("click #{ text: title }\n  else\n    click #{ text: kind }");
        assert!(!one, "{it}");
    }
}

/// A choice among three, of which the first stands already, and a price.
fn chosen(id: &str, state: &str, price: &str) -> Recording {
    let names = ["Active", "Paused", "Over"];
    let form = |held: &str, on: &str| {
        let choice = |(row, name): (u16, &str)| Element {
            checkable: true,
            checked: name == on,
            label: Some(name.to_owned()),
            ..of_role("radio", element("input", &[1, row]))
        };
        let mut all = vec![field(&[0, 0], "Price", held), button(&[0, 1], "Save")];
        all.extend((0..).zip(names).map(choice));
        screen("state", all)
    };
    let steps = vec![
        (form("", "Active"), type_into(0, price)),
        (form(price, state), click(1)),
    ];
    recording(
        id,
        params(&[("state", state), ("price", price)]),
        steps,
        screen("done", Vec::new()),
    )
}

#[test]
fn a_choice_that_stands_already_is_made_for_other_values() {
    let all = [chosen("r1", "Active", "4.00"), chosen("r2", "Active", "7.50")];
    let program = first(&all);
    assert!(program.contains("click #{ label: state }"), "{program}");
    let script = pages::first_script(&all).source;
    assert!(!script.contains("is_checked"), "{script}");
}

/// Something is copied to another record that was empty where it was copied from, and may not have been.
fn copied(id: &str, from: (&str, &str), to: (&str, &str), held: &str) -> Recording {
    let people = |names: [&str; 2]| {
        let link = |(row, it): (u16, &str)| of_role("link", text("a", &[row], it));
        screen("people", (0..).zip(names).map(link).collect())
    };
    let form = |name: &str, phone: &str, born: &str| {
        let heading = text("h1", &[0, 9], name);
        let fields = [field(&[0, 0], "Phone", phone), field(&[0, 1], "Born", born)];
        let rest = [button(&[0, 2], "Save"), button(&[0, 3], "All"), heading];
        screen("record", fields.into_iter().chain(rest).collect())
    };
    let all = people([from.0, to.0]);
    let mut steps = vec![
        (all.clone(), click(0)),
        (form(from.0, from.1, ""), click(3)),
        (all.clone(), click(1)),
        (form(to.0, to.1, held), type_into(0, from.1)),
    ];
    if !held.is_empty() {
        steps.push((form(to.0, from.1, held), type_into(1, "")));
    }
    steps.push((form(to.0, from.1, ""), click(2)));
    recording(id, params(&[("from", from.0), ("to", to.0)]), steps, all)
}

#[test]
fn a_field_that_one_of_two_recordings_emptied_is_not_emptied_for_all() {
    let all = told(&[
        copied("r1", ("Ada Byron", "555-0101"), ("Bob Stone", "1"), "1990-01-02"),
        copied("r2", ("Eve Marsh", "555-0102"), ("Kim Field", "2"), ""),
    ]);
    for it in &all {
        assert!(!it.contains("#{ label: \"Born\" } <- \"\""), "{it}");
    }
    // Both emptied it: that is what the task is.
    let both = first(&[
        copied("r1", ("Ada Byron", "555-0101"), ("Bob Stone", "1"), "1990-01-02"),
        copied("r2", ("Eve Marsh", "555-0102"), ("Kim Field", "2"), "1971-05-06"),
    ]);
    assert!(both.contains("#{ label: \"Born\" } <- \"\""), "{both}");
}

#[test]
fn of_two_recordings_the_words_that_they_typed_tell_nothing() {
    let wrote = |id: &str, note: &str, stamped: bool| {
        let form = |held: &str| {
            screen(
                "note",
                vec![
                    field(&[0], "Note", held),
                    button(&[1], "Stamp"),
                    button(&[2], "Save"),
                ],
            )
        };
        let mut steps = vec![(form(""), type_into(0, note))];
        if stamped {
            steps.push((form(note), click(1)));
        }
        steps.push((form(note), click(2)));
        recording(id, params(&[("note", note)]), steps, screen("done", Vec::new()))
    };
    for it in told(&[wrote("r1", "late maybe", true), wrote("r2", "tomorrow", false)]) {
        assert!(!it.contains("note.contains") && !it.contains("note =="), "{it}");
    }
}

#[test]
fn a_value_that_is_typed_twice_is_typed_into_two_fields() {
    let form = |held: [&str; 2], on: usize| {
        let named = |(row, label): (u16, &str)| Element {
            focused: usize::from(row) == on,
            resource_name: Some(format!("secret{row}")),
            ..field(&[0, row], label, held[usize::from(row)])
        };
        let mut all: Vec<Element> = (0..).zip(["Word", "Again"]).map(named).collect();
        all.push(button(&[1], "Save"));
        screen("words", all)
    };
    let twice = |id: &str, word: &str| {
        let steps = vec![
            (form(["", ""], 0), type_into(0, word)),
            (form([word, ""], 1), type_into(1, word)),
            (form([word, word], 2), click(2)),
        ];
        recording(id, params(&[("word", word)]), steps, screen("done", Vec::new()))
    };
    let program = first(&[twice("r1", "correct-horse"), twice("r2", "x!Y2zzzz")]);
    assert!(!program.contains("repeat"), "{program}");
    assert_eq!(program.matches("<- word").count(), 2, "{program}");
}

#[test]
fn a_digit_inside_of_a_code_is_no_value() {
    let option = |row: u16, shown: &str| of_role("option", text("li", &[1, row], shown));
    let chosen = |shown: &str, others: &[&str], count: &str| {
        let all = std::iter::once(&shown)
            .chain(others)
            .zip(0..)
            .map(|(it, row)| option(row, it));
        let steps = vec![(screen("list", all.collect()), click(0))];
        let all = recording(
            "r1",
            params(&[("count", count)]),
            steps,
            screen("done", Vec::new()),
        );
        told(&[all]).concat()
    };
    // The 1 of a code says nothing of how many are ordered; a number by itself does.
    let inside = chosen("Cable (HD-1035)", &["Plug (HD-2)"], "1");
    assert!(!inside.contains("text_contains: count"), "{inside}");
    let apart = chosen("Box of 12", &["Box of 120", "Box of 5"], "12");
    assert!(apart.contains("count"), "{apart}");
}

/// An order with a second line whose count stands at what was asked for already.
fn counted(id: &str, part: &str, count: &str, second: Option<(&str, &str)>) -> Recording {
    let none = ["2026-03-01", "09:30", "x"];
    let at = |code: &str| {
        SHOWN
            .iter()
            .position(|it| it.contains(&format!("({code})")))
            .expect("a part")
    };
    let name = |code: &str| SHOWN[at(code)];
    let mut lines = vec![("---", "1")];
    let mut steps: Vec<(Screen, HardAction)> = Vec::new();
    if second.is_some() {
        steps.push((order(none, &lines, &[]), click(4)));
        lines.push(("---", "1"));
    }
    steps.push((order(none, &lines, &[]), click(5)));
    steps.push((order(none, &lines, &SHOWN), click(5 + 2 * lines.len() + at(part))));
    lines[0].0 = name(part);
    steps.push((order(none, &lines, &[]), type_into(6, count)));
    lines[0].1 = "4";
    if let Some((second, _)) = second {
        steps.push((order(none, &lines, &[]), click(7)));
        steps.push((
            order(none, &lines, &SHOWN),
            click(5 + 2 * lines.len() + at(second)),
        ));
        lines[1].0 = name(second);
    }
    steps.push((order(none, &lines, &[]), click(3)));
    let (second, count2) = second.unwrap_or_default();
    let given = [
        ("part", part),
        ("count", count),
        ("second", second),
        ("count2", count2),
    ];
    recording(id, params(&given), steps, screen("done", Vec::new()))
}

#[test]
fn a_count_that_stood_there_already_is_typed_for_other_values() {
    let program = first(&[
        counted("r1", "N-7", "4", Some(("B-20", "1"))),
        counted("r2", "B-20", "4", None),
    ]);
    assert!(program.contains("<- count2"), "{program}");
}

/// A new user, whose roles are right already; `typed` is what the field of the name is filled with, one after the other.
fn new_user(typed: &[&str]) -> Recording {
    let menu = || {
        let link = |path, it| of_role("link", text("a", path, it));
        screen(
            "list",
            vec![link(&[0, 0], "Add User"), link(&[0, 1], "User List")],
        )
    };
    let form = |name: &str| {
        let all = vec![
            field(&[0, 0], "Name", name),
            field(&[0, 1], "Phone", ""),
            field(&[0, 2], "Roles", "User"),
            button(&[0, 3], "Save"),
        ];
        screen("form", all)
    };
    let mut steps = vec![(menu(), click(0))];
    let mut held = "";
    for it in typed {
        steps.push((form(held), type_into(0, it)));
        held = it;
    }
    steps.push((form(held), click(3)));
    let given = [("name", "Greta Holm"), ("roles", "User")];
    recording("r", params(&given), steps, screen("done", Vec::new()))
}

#[test]
fn a_value_in_the_words_of_a_control_may_be_that_of_a_field() {
    let told = told(&[new_user(&["Greta Holm"])]);
    let sets = |it: &String| it.contains("{ label: \"Roles\" } <- roles");
    let fixed = |it: &String| it.contains("click #{ text: \"Add User\" }");
    assert!(told.iter().any(|it| sets(it) && fixed(it)), "{told:#?}");
    // Which of both it is, one recording does not say: what was done comes first.
    assert!(!sets(&told[0]) && !fixed(&told[0]), "{}", told[0]);
}

#[test]
fn what_was_typed_and_put_right_is_no_value_of_its_own() {
    let right = told(&[new_user(&["Greta Holm"])]);
    let mended = told(&[new_user(&["GretaGreta Holm", "Greta Holm"])]);
    assert_eq!(mended[0], right[0]);
}

/// Preferences with boxes that are drawn by their labels: mails are on and turned off, reports are off and turned on.
fn preferences() -> Recording {
    let label = |path, it, checked| Element {
        checkable: true,
        checked,
        ..of_role("checkbox", text("label", path, it))
    };
    let form = |mails, reports| {
        let all = vec![
            label(&[0, 0], "Marketing mails", mails),
            label(&[0, 1], "Weekly reports", reports),
            button(&[0, 2], "Save"),
        ];
        screen("form", all)
    };
    let steps = vec![
        (form(true, false), click(0)),
        (form(false, false), click(1)),
        (form(false, true), click(2)),
    ];
    let given = [("marketing", "no"), ("reports", "yes")];
    recording("r", params(&given), steps, screen("done", Vec::new()))
}

#[test]
fn each_of_several_boxes_is_brought_to_the_value_that_it_is_called_like() {
    let told = first(&[preferences()]);
    for (box_of, value) in [("Marketing mails", "marketing"), ("Weekly reports", "reports")] {
        let line = told.lines().find(|it| it.contains(box_of)).unwrap_or_default();
        assert!(line.contains(value), "{told}");
    }
}

/// A list that is open over a page with rows of the same words: what a value names by itself has no place, whatever number the task has.
#[test]
fn an_option_that_a_value_names_has_no_place() {
    let cells = (0..4).map(|row| text("td", &[0, row, 2], if row == 2 { "New" } else { "In progress" }));
    let options = ["New", "In progress", "Done"].into_iter().enumerate();
    let options = options.map(|(at, it)| Element {
        role: Some("option".to_owned()),
        ..button(&[2, u16::try_from(at).expect("few")], it)
    });
    let page = screen("form", cells.chain(options).collect());
    let at = page
        .elements
        .iter()
        .position(|it| it.role.is_some() && it.text.as_deref() == Some("In progress"));
    let values = params(&[("status", "In progress"), ("quantity", "4")]);
    let steps = vec![(page, click(at.expect("an option")))];
    let script = first_script(&[recording("chosen", values, steps, screen("done", Vec::new()))]);
    assert!(script.source.contains("role: \"option\""), "{}", script.source);
    assert!(!script.source.contains("nth: quantity"), "{}", script.source);
}
