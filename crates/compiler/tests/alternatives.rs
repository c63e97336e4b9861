//! Which of several: like controls that were gone through until the wanted thing showed, entries of one sort among others,
//! and the last message of one's own in a conversation.

use crate::pages;

use pages::{button, click, element, icon, params, programs, recording, screen, text};
use trajectory::Recording;
use ui::{Action, Element, ElementId, HardAction, Rect, Screen};

fn bodies(recordings: &[Recording]) -> Vec<String> {
    programs(recordings).iter().map(ToString::to_string).collect()
}

/// A page with as many tabs, and what is below them.
fn tabs(count: u16, below: &[Element]) -> Screen {
    let tab = |column: u16| Element {
        role: Some("tab".to_owned()),
        ..button(&[0, column], &format!("Part {}", column + 1))
    };
    screen("tabs", (0..count).map(tab).chain(below.iter().cloned()).collect())
}

fn link(row: u16, shown: &str) -> Element {
    Element {
        clickable: true,
        ..text("a", &[1, row], shown)
    }
}

/// Tabs are opened one after the other; behind the last of them stands what is wanted.
fn looked(id: &str, values: &[(&str, &str)], opened: &[usize]) -> Recording {
    let wanted = values[0].1;
    let other = |at: usize| tabs(4, &[link(0, &format!("lorem {at}")), link(1, "ipsum")]);
    let mut steps: Vec<(Screen, HardAction)> = Vec::new();
    for (at, tab) in opened.iter().enumerate() {
        steps.push((other(at), click(*tab)));
    }
    steps.push((tabs(4, &[link(0, "dolor"), link(1, wanted)]), click(5)));
    recording(id, params(values), steps, tabs(4, &[]))
}

const SEARCH: &str = "tiny_task(link)\n  repeat at most 30 times counting n until env_op.element_exists(#{ text: link })\n    click #{ role: \"tab\", nth: n }\n  click #{ text: link }\n  stop complete\n";

#[test]
fn like_controls_are_gone_through_until_what_is_wanted_shows() {
    let none = looked("r1", &[("link", "amet")], &[]);
    let two = looked("r2", &[("link", "elit")], &[1, 2]);
    let three = looked("r3", &[("link", "sed")], &[2, 1, 3]);
    assert_eq!(bodies(&[none.clone(), two.clone()])[0], SEARCH);
    assert_eq!(bodies(&[none, two, three])[0], SEARCH);
}

#[test]
fn a_click_beside_the_words_of_a_tab_is_one_on_the_tab() {
    // The link inside the tab was clicked, which is a control of its own.
    let inside = |below: &[Element]| {
        let mut all = tabs(4, below);
        let inner = |column: u16| Element {
            clickable: true,
            ..text("span", &[0, column, 0], &format!("{}", column + 1))
        };
        all.elements.extend((0..4).map(inner));
        all
    };
    let one = recording(
        "r1",
        params(&[("link", "amet")]),
        vec![
            (inside(&[link(0, "lorem")]), click(1)),
            (inside(&[link(0, "ipsum")]), click(4 + 1 + 2)),
            (inside(&[link(0, "amet")]), click(4)),
        ],
        tabs(4, &[]),
    );
    let other = recording(
        "r2",
        params(&[("link", "elit")]),
        vec![(inside(&[link(0, "elit")]), click(4))],
        tabs(4, &[]),
    );
    let all = bodies(&[one, other]);
    assert!(
        all[0].contains("repeat at most 30 times counting n until"),
        "{all:#?}"
    );
}

#[test]
fn a_value_that_no_step_uses_may_say_which_is_opened() {
    let home = [("link", "amet"), ("place", "home")];
    let work = [("link", "elit"), ("place", "work")];
    let all = bodies(&[looked("r1", &home, &[1]), looked("r2", &work, &[2, 3])]);
    assert_ne!(all[0], SEARCH, "it may be a look-alike behind another tab");
}

#[test]
fn what_leads_elsewhere_or_deletes_is_no_place_to_look() {
    let page = |first: &str, below: &[Element]| {
        let mut all = vec![button(&[0, 0], first), button(&[0, 1], "Later")];
        all.extend_from_slice(below);
        screen("buttons", all)
    };
    let away = |wanted: &str| screen("elsewhere", vec![link(0, "dolor"), link(1, wanted)]);
    let pressed = |id: &str, wanted: &str, at: usize, first: &str| {
        recording(
            id,
            params(&[("link", wanted)]),
            vec![(page(first, &[]), click(at)), (away(wanted), click(1))],
            away(""),
        )
    };
    let stays = |id: &str, wanted: &str, at: usize| {
        recording(
            id,
            params(&[("link", wanted)]),
            vec![
                (page("Delete", &[]), click(at)),
                (page("Delete", &[link(0, wanted)]), click(2)),
            ],
            page("Delete", &[]),
        )
    };
    let seen = |id: &str, wanted: &str| {
        recording(
            id,
            params(&[("link", wanted)]),
            vec![(away(wanted), click(1))],
            away(""),
        )
    };
    for recordings in [
        [pressed("r1", "amet", 1, "Now"), seen("r2", "elit")],
        [stays("r1", "amet", 1), seen("r2", "elit")],
    ] {
        let first = &bodies(&recordings)[0];
        assert!(!first.contains("counting n"), "{first}");
    }
}

fn row(at: u16, said: &str) -> Element {
    Element {
        resource_name: Some("app:id/row".to_owned()),
        clickable: true,
        long_clickable: true,
        ..icon(&[0, at], said)
    }
}

/// A list with folders before its files, and the button that deletes.
fn shelf(folders: &[&str], files: &[&str]) -> Screen {
    let folders = folders.iter().map(|it| format!("Folder {it}"));
    let files = files.iter().map(|it| format!("File {it}"));
    let rows = (0..).zip(folders.chain(files)).map(|(at, it)| row(at, &it));
    screen(
        "shelf",
        [button(&[1, 0], "Go to")].into_iter().chain(rows).collect(),
    )
}

/// Each file is deleted by a long press and a click.
fn emptied(id: &str, folders: &[&str], files: &[&str]) -> Recording {
    let ask = || screen("ask", vec![button(&[0, 0], "Delete")]);
    let mut steps: Vec<(Screen, HardAction)> = Vec::new();
    for done in 0..files.len() {
        let target = ElementId(1 + folders.len());
        steps.push((shelf(folders, &files[done..]), Action::LongPress { target }));
        steps.push((ask(), click(0)));
    }
    recording(id, params(&[]), steps, shelf(folders, &[]))
}

#[test]
fn entries_of_one_sort_are_taken_until_none_of_it_is_left_in_the_list() {
    let one = emptied("r1", &[".."], &["b.md", "a.md"]);
    let other = emptied("r2", &["..", "kept"], &["x.md", "y.md", "z.md"]);
    let expected = "tiny_task()\n  repeat at most 30 times counting n until env_op.scroll_to_element(#{ content_description_starts_with: \"File\", resource_name: \"row\", nth: 1 }) == -1\n";
    for recordings in [vec![one.clone()], vec![one, other]] {
        let first = &bodies(&recordings)[0];
        assert!(first.starts_with(expected), "{first}");
    }
}

/// A conversation: messages of others at the left, one's own at the right.
fn conversation(messages: &[(&str, bool)]) -> Screen {
    let list = Element {
        scrollable: true,
        bounds: Rect::new(0, 0, 100, 200),
        ..element("List", &[0])
    };
    let bubbles = (0..).zip(messages).map(|(at, (said, own))| {
        let (left, right) = if *own { (30, 98) } else { (2, 60) };
        Element {
            resource_name: Some("app:id/message".to_owned()),
            clickable: true,
            long_clickable: true,
            bounds: Rect::new(left, 20 * i32::from(at), right, 20 * i32::from(at) + 18),
            ..text("TextView", &[0, at], said)
        }
    });
    screen("conversation", [list].into_iter().chain(bubbles).collect())
}

fn copied(id: &str, messages: &[(&str, bool)]) -> Recording {
    let own = messages.iter().rposition(|it| it.1).expect("one's own message");
    let target = ElementId(own + 1);
    let copy = || screen("bar", vec![button(&[0, 0], "Copy")]);
    recording(
        id,
        params(&[]),
        vec![
            (conversation(messages), Action::LongPress { target }),
            (copy(), click(0)),
        ],
        copy(),
    )
}

#[test]
fn the_last_of_ones_own_messages_is_the_last_at_its_side() {
    let short = copied("r1", &[("See you at eight", true), ("What did you say?", false)]);
    let long = copied(
        "r2",
        &[
            ("Hello", false),
            ("Good morning", true),
            ("The key is under the mat", true),
            ("Which mat?", false),
            ("I did not get that", false),
        ],
    );
    let first = &bodies(&[short, long])[0];
    let asked = "scroll down to: long_press #{ resource_name: \"message\", side: \"right\", nth: -1 }";
    assert!(first.contains(asked), "{first}");
}
