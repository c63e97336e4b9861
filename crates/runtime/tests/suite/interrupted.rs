//! Lists over which something comes while they are read to their end: no part is taken for the whole.

use trajectory::Outcome;
use ui::{Action, Direction, Element, Rect, Screen};

use crate::fake::{Fake, Runs, button, ruled, screen};

/// What is added to how far the list is scrolled while a window lies over it.
const COVERED: usize = 100;
/// How far the list can be scrolled.
const LAST: usize = 4;

/// Seven names, three of which are in view.
const NAMES: [&str; 7] = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Ada", "Donald"];

fn element(path: &[u16], class: &str) -> Element {
    Element {
        path: path.to_vec(),
        class_name: Some(class.to_owned()),
        package_name: Some("fake".to_owned()),
        ..Element::default()
    }
}

fn list(at: usize) -> Screen {
    let mut all = vec![Element {
        scrollable: true,
        ..element(&[0, 0], "List")
    }];
    for (nth, name) in (0..).zip(&NAMES[at..at + 3]) {
        all.push(element(&[0, 0, nth], "Row"));
        all.push(Element {
            resource_name: Some("name".to_owned()),
            text: Some((*name).to_owned()),
            clickable: true,
            ..element(&[0, 0, nth, 0], "Text")
        });
    }
    let mut it = screen("list", all);
    it.elements[0].bounds.bottom = 1000;
    it
}

/// A window of the same app that leaves a part of the screen to what lies under it.
fn window() -> Screen {
    let mut it = screen(
        "list",
        vec![Element {
            path: vec![1, 0],
            package_name: Some("fake".to_owned()),
            ..button("Rate this app")
        }],
    );
    it.elements[0].bounds = Rect::new(100, 800, 900, 1200);
    it
}

/// A window comes over the list when it is scrolled down so far for the first time; it goes away by going back, or never.
fn interrupted(at: usize, goes: bool) -> Fake {
    let mut came = false;
    ruled(
        |state| {
            if state >= COVERED { window() } else { list(state) }
        },
        move |state, action, _| {
            Ok(match (action, state >= COVERED) {
                (Action::NavigateBack, true) if goes => state - COVERED,
                (_, true) => state,
                (Action::Scroll { direction, .. }, false) => {
                    let to = match direction {
                        Direction::Down => (state + 1).min(LAST),
                        _ => state.saturating_sub(1),
                    };
                    if to == at && *direction == Direction::Down && !came {
                        came = true;
                        COVERED + to
                    } else {
                        to
                    }
                }
                (_, false) => state,
            })
        },
    )
}

const READ: &str = r##"fn f() {
    let all = "";
    for row in env_op.read_rows(#{ resource_name: "name", target_description: "the names" }, 1) { all += row["name"] + " "; }
    env_op.answer(all);
    env_op.stop("complete");
}"##;

/// The names are called otherwise.
const READ_AT: &str = r##"fn f() {
    let all = "";
    let places = #{ list: "List", mark: "Text 0", cells: #{ known_as: "Text 0" } };
    for row in env_op.read_rows(#{ resource_name: "known_as", target_description: "the names" }, 1, places) { all += row["known_as"] + " "; }
    env_op.answer(all);
    env_op.stop("complete");
}"##;

const READ_ALL: &str = r##"fn f() {
    env_op.answer(`${env_op.read_all(#{ resource_name: "name", target_description: "the names" }).len()}`);
    env_op.stop("complete");
}"##;

const CLICK: &str = r##"fn f(name) {
    let it = env_op.scroll_to_element(#{ text: name, target_description: "the name" });
    assert(it != -1, "no such name");
    env_op.click(it);
    env_op.stop("complete");
}"##;

#[test]
fn a_cell_that_no_row_has_is_empty_unless_rows_have_one_of_another_name() {
    let with = |known: &str| READ.replace(" }, 1)", &format!(" }}, 1, #{{ known: {known} }})"));
    let reads = with("[\"name\", \"note\"]").replace("row[\"name\"] +", "row[\"name\"] + row[\"note\"] +");
    let run = interrupted(1, true).run(&reads);
    assert_eq!(run.recording.answer, Some(NAMES.join(" ") + " "));
    let run = interrupted(1, true).run(&with("[\"title\", \"note\"]"));
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Refused,
        "a `title` may be called `name` now"
    );
    let run = interrupted(1, true).run(&with("\"note\""));
    assert_ne!(run.recording.ending.outcome, Outcome::Reached, "it is no list");
}

#[test]
fn what_lies_over_a_list_is_closed_and_the_list_is_read_again() {
    for at in 1..=LAST {
        for (source, expected) in [(READ, NAMES.join(" ") + " "), (READ_ALL, "6".to_owned())] {
            let run = interrupted(at, true).run(source);
            let ending = &run.recording.ending;
            assert_eq!(ending.outcome, Outcome::Reached, "{at}: {ending:?}");
            assert_eq!(run.recording.answer.as_deref(), Some(&*expected), "{at}");
        }
    }
}

#[test]
fn rows_are_read_by_where_they_stand_where_their_cells_are_called_otherwise() {
    for at in 1..=LAST {
        let run = interrupted(at, true).run(READ_AT);
        assert_eq!(run.recording.answer, Some(NAMES.join(" ") + " "), "{at}");
    }
    let elsewhere = READ_AT.replace("list: \"List\"", "list: \"Grid\"");
    let run = interrupted(1, true).run(&elsewhere);
    assert_ne!(run.recording.answer, Some(NAMES.join(" ") + " "));
    let unread = READ_AT.replace("mark: \"Text 0\"", "mark: \"Text first\"");
    let run = interrupted(1, true).run(&unread);
    assert_ne!(run.recording.ending.outcome, Outcome::Reached);
    assert_eq!(run.recording.answer, None);
}

#[test]
fn a_list_that_stays_covered_is_not_read_in_part() {
    for at in 1..=LAST {
        for source in [READ, READ_AT, READ_ALL] {
            let run = interrupted(at, false).run(source);
            assert_eq!(run.recording.ending.outcome, Outcome::Refused, "{at}: {source}");
            assert_eq!(run.recording.answer.as_deref(), None, "{at}: {source}");
        }
    }
}

#[test]
fn a_second_of_the_same_name_behind_an_interruption_is_one_of_two() {
    for at in 1..=LAST {
        let args = [("name", "Ada")];
        let run = interrupted(at, true).run_with(CLICK, &args, &runtime::Options::default(), None);
        assert_eq!(run.recording.ending.outcome, Outcome::Refused, "{at}");
        let run = interrupted(at, false).run_with(CLICK, &args, &runtime::Options::default(), None);
        assert_ne!(run.recording.ending.outcome, Outcome::Reached, "{at}");
    }
}
