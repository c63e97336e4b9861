//! A board of cards and what a card opens: where a card is dropped, and two clicks on what shows the same value.

use crate::pages;

use pages::{button, click, element, params, programs, recording, screen, text, type_into};
use trajectory::Recording;
use ui::{Action, Element, ElementId, HardAction, Screen};

fn first(recordings: &[Recording]) -> String {
    programs(recordings)
        .first()
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// A column of cards that is called so, or one whose name nobody says.
fn column(at: u16, name: Option<&str>, cards: &[(&str, &str)]) -> Vec<Element> {
    let mut all = vec![Element {
        content_description: name.map(str::to_owned),
        ..element("section", &[0, at])
    }];
    for (row, (title, owner)) in (0..).zip(cards) {
        all.push(text("div", &[0, at, row], title));
        all.push(text("span", &[0, at, row, 0], owner));
    }
    all
}

/// The board: three cards that are open, two that are done.
fn board(named: bool) -> Screen {
    let name = |it: &'static str| named.then_some(it);
    let open = [("Login", "Ada"), ("Export", "Bo"), ("Search", "Ada")];
    let done = [("Report", "Ada"), ("Stock", "Ada")];
    let mut all = column(0, name("Open"), &open);
    all.extend(column(1, name("Done"), &done));
    all.extend(column(2, name("Waiting"), &[("Audit", "Bo")]));
    screen("board", all)
}

fn at(screen: &Screen, shows: &str) -> ElementId {
    let shown = |it: &Element| it.text.as_deref() == Some(shows);
    ElementId(screen.elements.iter().position(shown).expect("it is there"))
}

/// A card is dropped on another card of the column.
fn moved(id: &str, title: &str, to: &str, on: &str, named: bool) -> Recording {
    let before = board(named);
    let drag: HardAction = Action::DragTo {
        target: at(&before, title),
        to: ElementId(at(&before, on).0 + 1),
    };
    recording(
        id,
        params(&[("card", title), ("status", to)]),
        vec![(before, drag)],
        screen("moved", vec![button(&[0], "Undo")]),
    )
}

#[test]
fn what_is_dropped_among_the_cards_of_a_column_is_dropped_on_the_column() {
    let shown = first(&[
        moved("r1", "Login", "Done", "Report", true),
        moved("r2", "Export", "Waiting", "Audit", true),
    ]);
    assert!(shown.contains("content_description: status"), "{shown}");
    // The owner of the card that lay under the pointer has nothing to do with it.
    assert!(!shown.contains("\"Ada\"") && !shown.contains("\"Bo\""), "{shown}");
    let unnamed = first(&[moved("r1", "Login", "Done", "Report", false)]);
    assert!(!unnamed.contains("content_description"), "{unnamed}");
}

/// A card is opened by its link in a row beside its owner, and its heading is clicked to write another title.
fn renamed(id: &str, title: &str, owner: &str, new: &str) -> Recording {
    let link = Element {
        clickable: true,
        ..text("a", &[0, 0, 0], title)
    };
    let heading = Element {
        role: Some("heading".to_owned()),
        clickable: true,
        ..text("h3", &[1, 0], title)
    };
    let list = vec![link, text("td", &[0, 0, 1], owner)];
    let opened: Vec<Element> = list.iter().cloned().chain([heading]).collect();
    let field = Element {
        editable: true,
        label: Some("Title".to_owned()),
        ..element("input", &[1, 0])
    };
    let editing: Vec<Element> = list.iter().cloned().chain([field]).collect();
    let steps = vec![
        (screen("list", list.clone()), click(0)),
        (screen("list", opened), click(2)),
        (screen("list", editing), type_into(2, new)),
    ];
    recording(
        id,
        params(&[("title", title), ("new", new)]),
        steps,
        screen("list", list),
    )
}

#[test]
fn an_entry_and_the_heading_of_what_it_opens_are_no_rounds() {
    let shown = first(&[
        renamed("r1", "Login", "Ada", "Sign in"),
        renamed("r2", "Export", "Ada", "Download"),
    ]);
    assert!(!shown.contains("repeat"), "{shown}");
    assert!(!shown.contains("\"Ada\""), "{shown}");
}
