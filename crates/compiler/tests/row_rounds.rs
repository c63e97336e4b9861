//! Rounds over the rows of a table: which rows may be meant, by what they are known, and where nobody can say.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::sync::Arc;

use autorpa_compiler::row_rounds::{RowRounds, Unclear, row_rounds};
use task::{Instance, Params};
use trajectory::{Origin, Recording, Step};
use ui::{Action, Element, ElementId, Pager, RowAfter, Screen};

/// A table with these heads and rows, and a button in each row.
fn screen(heads: &[&str], rows: &[&[&str]]) -> Arc<Screen> {
    let element = |class: &str, role: &str, text: &str, path: &[u16], column: Option<&str>| Element {
        class_name: Some(class.to_owned()),
        role: Some(role.to_owned()),
        text: Some(text.to_owned()),
        column: column.map(str::to_owned),
        clickable: class == "button",
        path: path.to_vec(),
        ..Element::default()
    };
    let at = |it: usize| u16::try_from(it).unwrap();
    let mut elements = vec![element("h2", "heading", "Orders", &[0, 0], None)];
    for (nth, head) in heads.iter().enumerate() {
        elements.push(element("th", "columnheader", head, &[0, 1, 0, 0, at(nth)], None));
    }
    for (n, row) in rows.iter().enumerate() {
        for (nth, cell) in row.iter().enumerate() {
            elements.push(element(
                "td",
                "cell",
                cell,
                &[0, 1, 1, at(n), at(nth)],
                Some(heads[nth]),
            ));
        }
        elements.push(element(
            "button",
            "button",
            "Approve",
            &[0, 1, 1, at(n), at(row.len()), 0],
            None,
        ));
    }
    Arc::new(Screen {
        elements,
        ..Screen::default()
    })
}

/// The button of the row that shows this.
fn button(screen: &Screen, shows: &str) -> ElementId {
    let cell = screen
        .elements
        .iter()
        .find(|it| it.text.as_deref() == Some(shows))
        .unwrap();
    let row = &cell.path[..cell.path.len() - 1];
    let is = |it: &Element| it.clickable && it.path.starts_with(row);
    ElementId(screen.elements.iter().position(is).unwrap())
}

fn recording(presses: &[(Arc<Screen>, &str)], last: Arc<Screen>) -> Recording {
    let steps = presses.iter().map(|(screen, row)| {
        let target = button(screen, row);
        Step::new(Arc::clone(screen), Action::Click { target })
    });
    let instance = Instance::of_no_type("page", "approve", Params::new());
    Recording::reached(Origin::Person, instance, steps.collect(), last)
}

const HEADS: [&str; 3] = ["Number", "Customer", "Status"];

fn clear(recording: &Recording) -> RowRounds {
    row_rounds(recording).unwrap().unwrap()
}

fn told(rounds: &RowRounds) -> Vec<(String, Vec<String>, RowAfter)> {
    let told = |it: &autorpa_compiler::row_rounds::Choice| {
        (it.of.rows.to_string(), it.takes.clone(), it.of.after.clone())
    };
    rounds.choices.iter().map(told).collect()
}

#[test]
fn what_all_that_were_done_show_and_none_that_was_passed_over_is_the_choice() {
    let before = screen(
        &HEADS,
        &[
            &["N1", "A", "late"],
            &["N2", "A", "paid"],
            &["N3", "B", "late"],
            &["N4", "A", "late"],
        ],
    );
    let between = screen(
        &HEADS,
        &[
            &["N1", "A", "done"],
            &["N2", "A", "paid"],
            &["N3", "B", "late"],
            &["N4", "A", "late"],
        ],
    );
    let after = screen(
        &HEADS,
        &[
            &["N1", "A", "done"],
            &["N2", "A", "paid"],
            &["N3", "B", "done"],
            &["N4", "A", "late"],
        ],
    );
    let rounds = clear(&recording(&[(before, "N1"), (between, "N3")], after));
    let late = "row of \"Orders\" whose \"Status\" is \"late\"".to_owned();
    let done = RowAfter::Shows(vec![("Status".to_owned(), "done".to_owned())]);
    assert_eq!(told(&rounds), [(late, vec!["N4".to_owned()], done)]);
}

#[test]
fn two_columns_together_tell_where_no_single_one_does() {
    let rows = [
        &["N1", "A", "late"][..],
        &["N2", "B", "late"],
        &["N3", "A", "paid"],
        &["N4", "A", "late"],
    ];
    let before = screen(&HEADS, &rows);
    let rounds = clear(&recording(
        &[(Arc::clone(&before), "N1"), (Arc::clone(&before), "N4")],
        before,
    ));
    let both = "row of \"Orders\" whose \"Customer\" is \"A\" and \"Status\" is \"late\"".to_owned();
    // Nothing shows that they are done.
    let takes = vec!["N1".to_owned(), "N4".to_owned()];
    assert_eq!(told(&rounds), [(both, takes, RowAfter::AsBefore)]);
}

#[test]
fn where_nothing_tells_no_choice_is_made_up() {
    let rows = [
        &["N1", "A", "late"][..],
        &["N2", "A", "late"],
        &["N3", "A", "late"],
    ];
    let before = screen(&HEADS, &rows);
    let passed = recording(
        &[(Arc::clone(&before), "N1"), (Arc::clone(&before), "N3")],
        Arc::clone(&before),
    );
    let list = "Orders".to_owned();
    let rows = vec!["N2".to_owned()];
    assert_eq!(
        row_rounds(&passed),
        Some(Err(Unclear::PassedOver {
            list: list.clone(),
            rows
        }))
    );
    // Two of one number.
    let twice = screen(
        &HEADS,
        &[&["N1", "A", "late"], &["N1", "A", "paid"], &["N2", "A", "late"]],
    );
    let pressed = recording(&[(Arc::clone(&twice), "late"), (Arc::clone(&twice), "N2")], twice);
    assert_eq!(row_rounds(&pressed), Some(Err(Unclear::NotToldApart { list })));
}

#[test]
fn one_row_and_other_buttons_are_no_rounds() {
    let before = screen(&HEADS, &[&["N1", "A", "late"], &["N2", "A", "late"]]);
    let once = recording(&[(Arc::clone(&before), "N1")], Arc::clone(&before));
    assert_eq!(row_rounds(&once), None);
    let again = recording(
        &[(Arc::clone(&before), "N1"), (Arc::clone(&before), "N1")],
        before,
    );
    assert_eq!(row_rounds(&again), None, "the same row twice");
}

#[test]
fn a_number_that_says_the_place_alone_tells_no_row() {
    let heads = ["#", "Number", "Status"];
    let before = screen(
        &heads,
        &[&["1", "X", "late"], &["2", "Y", "late"], &["3", "Z", "late"]],
    );
    let between = screen(&heads, &[&["1", "Y", "late"], &["2", "Z", "late"]]);
    let after = screen(&heads, &[&["1", "Z", "late"]]);
    let rounds = clear(&recording(&[(before, "X"), (between, "Y")], after));
    assert_eq!(rounds.choices[0].of.rows.known_by, "Number");
    let rows: Vec<&str> = rounds.rounds.iter().map(|it| it.row.as_str()).collect();
    assert_eq!(rows, ["X", "Y"]);
    let only_places = ["#", "Customer", "Status"];
    let before = screen(
        &only_places,
        &[&["1", "A", "late"], &["2", "B", "late"], &["3", "A", "paid"]],
    );
    let unclear = recording(&[(Arc::clone(&before), "1"), (Arc::clone(&before), "2")], before);
    let list = "Orders".to_owned();
    assert_eq!(row_rounds(&unclear), Some(Err(Unclear::NotToldApart { list })));
}

#[test]
fn two_buttons_that_say_different_things_are_no_rounds() {
    let before = screen(&HEADS, &[&["N1", "A", "late"], &["N2", "B", "late"]]);
    let mut other = (*before).clone();
    let second = button(&other, "N2");
    other.elements[second.0].text = Some("Reject".to_owned());
    let other = Arc::new(other);
    let both = recording(&[(Arc::clone(&other), "N1"), (Arc::clone(&other), "N2")], other);
    assert_eq!(row_rounds(&both), None);
    // What says the row's own number besides is one button of each row.
    let mut named = (*before).clone();
    for (row, says) in [("N1", "Approve order N1"), ("N2", "Approve order N2")] {
        let at = button(&named, row);
        named.elements[at.0].text = Some(says.to_owned());
    }
    let named = Arc::new(named);
    let both = recording(&[(Arc::clone(&named), "N1"), (Arc::clone(&named), "N2")], named);
    assert!(row_rounds(&both).is_some());
}

/// A screen with more on it.
fn with(screen: &Arc<Screen>, more: &[Element]) -> Arc<Screen> {
    let mut screen = Screen::clone(screen);
    screen.elements.extend(more.iter().cloned());
    Arc::new(screen)
}

/// Something beside the table.
fn beside(class: &str, text: &str, at: u16) -> Element {
    Element {
        class_name: Some(class.to_owned()),
        role: Some(class.to_owned()),
        text: Some(text.to_owned()),
        clickable: class == "button",
        path: vec![0, 5, at],
        ..Element::default()
    }
}

/// Two rows are opened one after the other in a panel beside the table, which says this of each, and its button is pressed.
fn in_a_panel(says: impl Fn(&str) -> String) -> Recording {
    in_a_panel_with(says, &[])
}

/// The same on a page that has more.
fn in_a_panel_with(says: impl Fn(&str) -> String, more: &[Element]) -> Recording {
    let table = screen(
        &HEADS,
        &[&["N1", "A", "late"], &["N2", "A", "late"], &["N3", "B", "late"]],
    );
    let table = with(&table, more);
    let save = beside("button", "Save", 1);
    let panel = |row: &str| with(&table, &[beside("heading", &says(row), 0), save.clone()]);
    let mut steps = Vec::new();
    for (before, row) in [(Arc::clone(&table), "N1"), (panel("N1"), "N2")] {
        let target = button(&before, row);
        steps.push(Step::new(before, Action::Click { target }));
        let open = panel(row);
        let target = ElementId(open.elements.len() - 1);
        steps.push(Step::new(open, Action::Click { target }));
    }
    let instance = Instance::of_no_type("page", "approve", Params::new());
    Recording::reached(Origin::Person, instance, steps, panel("N2"))
}

#[test]
fn a_panel_that_may_be_the_row_before_has_to_say_of_which_row_it_is() {
    let named = clear(&in_a_panel(|row| format!("Order {row}")));
    assert!(named.choices[0].of.named_beside);
    let unnamed = row_rounds(&in_a_panel(|_| "Order".to_owned()));
    assert!(
        matches!(&unnamed, Some(Err(Unclear::OfNoRow { control, .. })) if control.contains("Save")),
        "{unnamed:?}"
    );
    // The number of another one is none.
    let other = row_rounds(&in_a_panel(|row| format!("Order {row}0")));
    assert!(matches!(other, Some(Err(Unclear::OfNoRow { .. }))), "{other:?}");
    // Nor is one that stood there before: it tells nothing of when the panel is the row's.
    let recent = beside("p", "Recent: N1, N2, N3", 7);
    let always = row_rounds(&in_a_panel_with(|row| format!("Order {row}"), &[recent]));
    assert!(matches!(always, Some(Err(Unclear::OfNoRow { .. }))), "{always:?}");
}

#[test]
fn rows_that_are_only_marked_on_several_pages_are_no_loop() {
    let marked = |more: &[Element]| {
        let mut page = Screen::clone(&screen(&HEADS, &[&["N1", "A", "late"], &["N2", "A", "late"]]));
        for it in page.elements.iter_mut().filter(|it| it.clickable) {
            it.checkable = true;
        }
        let page = with(&Arc::new(page), more);
        row_rounds(&recording(
            &[(Arc::clone(&page), "N1"), (Arc::clone(&page), "N2")],
            page,
        ))
        .unwrap()
    };
    assert!(marked(&[]).is_ok());
    let list = "Orders".to_owned();
    assert_eq!(
        marked(&[beside("button", "Next", 0)]),
        Err(Unclear::SetOverPages { list })
    );
}

#[test]
fn what_rows_become_is_asked_where_all_became_the_same() {
    let table = |one: &str, two: &str| {
        screen(
            &["Number", "Status", "Sent"],
            &[&["N1", "late", one], &["N2", "late", two], &["N3", "late", "no"]],
        )
    };
    let sent = |one: &str, two: &str| {
        let rounds = clear(&recording(
            &[(table("no", "no"), "N1"), (table(one, "no"), "N2")],
            table(one, two),
        ));
        rounds.choices[0].of.after.clone()
    };
    let yes = RowAfter::Shows(vec![("Sent".to_owned(), "yes".to_owned())]);
    assert_eq!(sent("yes", "yes"), yes);
    // Another time each, or what may be one.
    assert_eq!(sent("early", "late"), RowAfter::AsBefore);
    assert_eq!(sent("10:32", "10:32"), RowAfter::AsBefore);
}

#[test]
fn a_table_of_several_pages_is_done_over_all_of_them_by_what_leads_on() {
    let rows = [&["N1", "A", "late"][..], &["N2", "A", "late"]];
    let pages = |more: &[Element]| {
        let before = with(&screen(&HEADS, &rows), more);
        let rounds = clear(&recording(
            &[(Arc::clone(&before), "N1"), (Arc::clone(&before), "N2")],
            before,
        ));
        rounds.choices[0].of.pages.clone()
    };
    assert_eq!(
        pages(&[beside("button", "Next", 0)]),
        Some(Pager::Says("Next".to_owned()))
    );
    assert_eq!(pages(&[beside("p", "1-2 of 2", 0)]), None);
    // What says that there are more, and nothing that leads there.
    assert_eq!(pages(&[beside("p", "1-2 of 45", 0)]), None);
}
