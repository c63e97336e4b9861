//! What is right on the recorded screens by luck alone: another column of the row that is meant, and a place that was the last
//! one each time.

use crate::pages;

use autorpa_compiler::{
    soft::SoftTrajectory,
    translate::translate,
    understood::{Open, understood},
};
use pages::{button, element, params, programs, recording, screen, text};
use trajectory::{Ending, Outcome, Recording};
use ui::{Action, Element, ElementId, HardAction, Screen};

/// Orders: who, which state, and a button for each.
fn orders(rows: &[(&str, &str)]) -> Screen {
    let mut all = vec![text("h1", &[0, 0], "Orders")];
    for (at, (who, state)) in (0..).zip(rows) {
        all.extend([
            element("tr", &[1, at]),
            text("td", &[1, at, 0], who),
            text("td", &[1, at, 1], state),
            button(&[1, at, 2], "Edit"),
        ]);
    }
    screen("orders", all)
}

/// The order of somebody is opened.
fn opened(id: &str, who: &str, rows: &[(&str, &str)], at: usize) -> Recording {
    let target = ElementId(4 + 4 * at);
    recording(
        id,
        params(&[("who", who)]),
        vec![(orders(rows), Action::Click { target })],
        screen("order", vec![text("h1", &[0, 0], "Order")]),
    )
}

fn all(recordings: &[Recording]) -> String {
    let programs = programs(recordings);
    programs.iter().map(ToString::to_string).collect()
}

#[test]
fn a_row_that_the_task_names_is_not_found_by_another_of_its_columns() {
    // The names of the page are longer than those of the task, so nothing stands beside a value of it.
    let first = [("Ada Lovelace", "paid"), ("Bob Ray", "late"), ("Cy Young", "new")];
    let second = [("Dee Roe", "new"), ("Ada Lovelace", "late"), ("Eve Orr", "paid")];
    let two = [opened("r1", "Bob", &first, 1), opened("r2", "Ada", &second, 1)];
    let made = all(&two);
    assert!(!made.contains("near: \"late\""), "{made}");
    assert!(!made.contains("nth: 2"), "{made}");
    // Of one alone it is told that nothing settles it.
    let softs = vec![translate(&two[0])];
    let open = understood(&programs(&two[..1])[0], &softs).open;
    assert!(
        open.iter().any(|it| matches!(it, Open::Neighbour { .. })),
        "{open:?}"
    );
    // Where the page says what the task says, that is what the row is found by.
    let first = [("Ada", "paid"), ("Bob", "late"), ("Cy", "new")];
    let second = [("Dee", "new"), ("Ada", "late"), ("Eve", "paid")];
    let two = [opened("r1", "Bob", &first, 1), opened("r2", "Ada", &second, 1)];
    let made = all(&two);
    assert!(made.contains("near: who"), "{made}");
    assert!(!made.contains("near: \"late\""), "{made}");
}

#[test]
fn a_row_that_has_one_name_on_every_page_is_found_by_it() {
    // Settings: the task says what is set, and never which row.
    let rows = |held: &str| {
        [("Sound", "loud"), ("Theme", held), ("Size", "big")].map(|(a, b)| (a.to_owned(), b.to_owned()))
    };
    let of = |id: &str, who: &str, held: &str| {
        let rows = rows(held);
        let rows: Vec<(&str, &str)> = rows.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        opened(id, who, &rows, 1)
    };
    let made = all(&[of("r1", "dark", "light"), of("r2", "light", "dark")]);
    assert!(made.contains("near: \"Theme\""), "{made}");
}

#[test]
fn a_row_is_not_found_by_what_is_cut_out_of_a_value_where_nobody_judges() {
    // The new remark has the old one in it, which stands in the row.
    let rows = [("Ada", "paid"), ("Bob", "late"), ("Cy", "new")];
    let judged = recording(
        "r1",
        params(&[("remark", "very late")]),
        vec![(orders(&rows), Action::Click { target: ElementId(8) })],
        screen("order", vec![text("h1", &[0, 0], "Order")]),
    );
    let unjudged = Recording {
        ending: Ending::new(Outcome::Unchecked, None),
        ..judged.clone()
    };
    let made = programs(&[unjudged])[0].to_string();
    assert!(!made.contains("remark"), "{made}");
    // A further instance tells where somebody judges.
    assert!(all(&[judged]).contains("part(remark"));
}

#[test]
fn a_row_that_no_value_names_is_told_to_be_open() {
    let open = |row: Element| {
        let shown = screen("list", vec![text("h1", &[0], "Chairs"), row]);
        let pressed = recording(
            "r1",
            params(&[]),
            vec![(shown, Action::Click { target: ElementId(1) })],
            screen("one", vec![]),
        );
        let softs = vec![translate(&pressed)];
        understood(&programs(&[pressed])[0], &softs).open
    };
    let which = |said: &str| {
        vec![Open::Which {
            text: said.to_owned(),
        }]
    };
    let cell = Element {
        column: Some("Title".to_owned()),
        ..button(&[1, 0], "Broken chair")
    };
    assert_eq!(open(cell), which("Broken chair"));
    // A day of a calendar; and a button that is none of several.
    assert_eq!(open(button(&[1, 0], "17")), which("17"));
    assert_eq!(open(button(&[1, 0], "Save")), []);
}

#[test]
fn an_option_is_told_by_what_it_is_before_the_option_beside_it() {
    let option = |path: &[u16], shown: &str| Element {
        role: Some("option".to_owned()),
        ..button(path, shown)
    };
    let shown = screen(
        "rooms",
        vec![
            text("td", &[0, 0], "Tower"),
            option(&[1, 0], "Garden"),
            option(&[1, 1], "Tower"),
            option(&[1, 2], "Attic"),
        ],
    );
    let chosen = recording(
        "r1",
        params(&[("room", "Tower")]),
        vec![(shown, Action::Click { target: ElementId(2) })],
        screen("rooms", vec![text("td", &[0, 0], "Tower")]),
    );
    let made = programs(&[chosen])[0].to_string();
    assert!(made.contains("text: room") && !made.contains("near"), "{made}");
}

/// A list that is ordered by dragging.
fn names(all: &[&str]) -> Screen {
    let item = |(at, name): (u16, &&str)| Element {
        role: Some("listitem".to_owned()),
        ..text("li", &[0, at], name)
    };
    screen("list", (0..).zip(all).map(item).collect())
}

/// One of them is taken to another place.
fn dragged(id: &str, name: &str, rows: &[&str], to: usize) -> Recording {
    let target = ElementId(rows.iter().position(|it| *it == name).unwrap_or_default());
    let drag: HardAction = Action::DragTo {
        target,
        to: ElementId(to),
    };
    let mut left: Vec<&str> = rows.iter().copied().filter(|it| *it != name).collect();
    left.insert(to, name);
    recording(
        id,
        params(&[("name", name)]),
        vec![(names(rows), drag)],
        names(&left),
    )
}

#[test]
fn what_was_dragged_to_the_last_place_each_time_goes_to_the_last_place() {
    let two = [
        dragged("r1", "Ada", &["Ada", "Bob", "Cy", "Dee"], 3),
        dragged("r2", "Eve", &["Fay", "Eve", "Gus", "Hal"], 3),
    ];
    let first = programs(&two)
        .first()
        .map(ToString::to_string)
        .unwrap_or_default();
    assert!(first.contains("nth: -1"), "{first}");
    let softs: Vec<SoftTrajectory> = two.iter().map(translate).collect();
    let open = understood(&programs(&two)[0], &softs).open;
    assert!(
        open.iter().any(|it| matches!(it, Open::LastPlace { .. })),
        "{open:?}\n{first}"
    );
    // Where a list was longer, it is the place that counts.
    let two = [
        dragged("r1", "Ada", &["Ada", "Bob", "Cy", "Dee"], 2),
        dragged("r2", "Eve", &["Fay", "Eve", "Gus"], 2),
    ];
    let first = programs(&two)
        .first()
        .map(ToString::to_string)
        .unwrap_or_default();
    assert!(!first.contains("nth: -1"), "{first}");
    assert!(first.contains("drag_to"), "{first}");
}
