//! Golden pages: recordings, soft trajectories, program and script, one under the other, of what a program can be
//! made of beyond straight steps.

use crate::pages;

use autorpa_compiler::emit::emit;
use pages::{
    button, click, element, field, icon, list, page, params, programs, recording, screen, text, type_into,
};
use task::{Params, Value};
use trajectory::Recording;
use ui::{Action, Direction, Element, HardAction, Screen};

fn best(recordings: &[Recording]) -> String {
    programs(recordings)[0].to_string()
}

fn titled(path: &[u16], shown: &str) -> Element {
    Element {
        resource_name: Some("title".to_owned()),
        ..text("TextView", path, shown)
    }
}

/// A list that scrolls: in each row a title, and a star that says whether it was pressed.
fn rows(activity: &str, names: &[&str], pressed: &[usize]) -> Screen {
    let list = Element {
        scrollable: true,
        resource_name: Some("list".to_owned()),
        ..element("ListView", &[0])
    };
    let mut all = vec![list];
    for (row, name) in (0..).zip(names) {
        all.push(titled(&[0, row, 0], name));
        let said = if pressed.contains(&usize::from(row)) {
            "Starred"
        } else {
            "Star"
        };
        all.push(icon(&[0, row, 1], said));
    }
    all.push(button(&[1, 0], "Done"));
    screen(activity, all)
}

/// Press the stars of these rows, one after the other; rows that are given as pressed were before.
fn press(activity: &str, names: &[&str], before: &[usize], stars: &[usize]) -> Vec<(Screen, HardAction)> {
    let mut pressed = before.to_vec();
    let mut all = Vec::new();
    for row in stars {
        all.push((rows(activity, names, &pressed), click(2 * row + 2)));
        pressed.push(*row);
    }
    all
}

fn scroll() -> HardAction {
    Action::Scroll {
        target: None,
        direction: Direction::Down,
    }
}

#[test]
fn every_row_down_to_the_end_of_a_list_is_a_loop() {
    let starred = |id: &str, names: &[&str], stars: &[usize]| {
        let mut steps = press("list", names, &[], stars);
        steps.push((rows("list", names, stars), click(2 * names.len() + 1)));
        recording(id, params(&[]), steps, rows("end", &[], &[]))
    };
    // The first list is longer than the screen: its last row only comes up by scrolling.
    let mut steps = press("list", &["ada", "bob", "eve"], &[], &[0, 1, 2]);
    steps.push((rows("list", &["ada", "bob", "eve"], &[0, 1, 2]), scroll()));
    steps.extend(press("list", &["eve", "kim"], &[0], &[1]));
    steps.push((rows("list", &["eve", "kim"], &[0, 1]), click(5)));
    let long = recording("r1", params(&[]), steps, rows("end", &[], &[]));
    let all = [long, starred("r2", &["lou", "zoe"], &[0, 1])];
    insta::assert_snapshot!(page(&all));
    let body = "tiny_task()\n  rows = texts of all #{ resource_name: \"title\" }\n  for row in rows\n    scroll down to: click #{ content_description: \"Star\", near: row }\n  click #{ text: \"Done\" }\n  stop complete\n";
    assert_eq!(best(&all), body);
    // A list with one row is a list.
    let single = starred("r3", &["moe"], &[0]);
    assert_eq!(best(&[all[0].clone(), single]), body);
    // Somebody who left a row out did not mean all of them.
    let some = starred("r4", &["ada", "bob", "eve"], &[0, 2]);
    assert!(!best(&[some]).contains("rows"));
}

fn folders(names: &[&str]) -> Screen {
    screen(
        "folders",
        (0..).zip(names).map(|(row, it)| button(&[0, row], it)).collect(),
    )
}

#[test]
fn a_loop_over_rows_may_stand_in_a_loop_over_a_list() {
    let shown = ["mail", "news", "work"];
    let cleaned = |id: &str, wanted: &[&str], inside: &[&[&str]]| {
        let mut steps: Vec<(Screen, HardAction)> = Vec::new();
        for (name, names) in wanted.iter().zip(inside) {
            let at = shown.iter().position(|it| it == name).expect("it is shown");
            steps.push((folders(&shown), click(at)));
            let every: Vec<usize> = (0..names.len()).collect();
            steps.extend(press(name, names, &[], &every));
            steps.push((rows(name, names, &every), Action::NavigateBack));
        }
        recording(id, list("folders", wanted), steps, folders(&shown))
    };
    let all = [
        cleaned(
            "r1",
            &["news", "mail"],
            &[&["ada", "bob"], &["eve", "kim", "lou"]],
        ),
        cleaned("r2", &["work", "news"], &[&["moe", "zoe"], &["bob"]]),
    ];
    insta::assert_snapshot!(page(&all));
    assert_eq!(
        best(&all),
        "tiny_task(folders)\n  for folder in folders\n    click #{ text: folder }\n    rows = texts of all #{ resource_name: \"title\" }\n    for row in rows\n      scroll down to: click #{ content_description: \"Star\", near: row }\n    navigate_back\n  stop complete\n"
    );
}

fn editor(ending: &str, body: &str) -> Screen {
    screen(
        "editor",
        vec![
            field(&[0, 0], "ending", ending),
            field(&[0, 1], "body", body),
            button(&[1, 0], "Save"),
        ],
    )
}

#[test]
fn what_is_typed_for_each_kind_is_a_small_map() {
    let saved = |id: &str, kind: &str, ending: &str, body: &str| {
        let steps = vec![
            (editor("", ""), type_into(0, ending)),
            (editor(ending, ""), type_into(1, body)),
            (editor(ending, body), click(2)),
        ];
        recording(
            id,
            params(&[("kind", kind), ("body", body)]),
            steps,
            editor("", ""),
        )
    };
    let all = [
        saved("r1", "Plain Text", "txt", "one two"),
        saved("r2", "Markdown", "md", "three"),
        saved("r3", "Plain Text", "txt", "four"),
    ];
    let all_bodies: Vec<String> = programs(&all).iter().map(ToString::to_string).collect();
    let known = "lookup(kind, #{ \"Markdown\": \"md\", \"Plain Text\": \"txt\" })";
    assert!(all_bodies[0].contains(known), "{all_bodies:#?}");
    insta::assert_snapshot!(page(&all));
}

#[test]
fn a_text_seen_on_one_screen_is_typed_on_another() {
    let message = |shown: &str| {
        screen(
            "message",
            vec![
                Element {
                    resource_name: Some("message_body".to_owned()),
                    ..text("TextView", &[0, 0], shown)
                },
                button(&[1, 0], "Reply"),
            ],
        )
    };
    let answered = |id: &str, shown: &str, code: &str| {
        let steps = vec![
            (message(shown), click(1)),
            (editor("", ""), type_into(1, code)),
            (editor("", code), click(2)),
        ];
        recording(id, params(&[]), steps, editor("", ""))
    };
    insta::assert_snapshot!(page(&[
        answered("r1", "Your code: K7-31", "K7-31"),
        answered("r2", "The code: M2-90", "M2-90"),
    ]));
}

#[test]
fn a_number_that_is_how_many_there_are_is_a_count() {
    let answers = ["1", "2", "3", "4"];
    let asked = |id: &str, name: &str, names: &[&str], count: usize| {
        let mut all: Vec<Element> = (0..)
            .zip(names)
            .map(|(row, it)| text("TextView", &[0, row], it))
            .collect();
        all.extend((0..).zip(answers).map(|(at, it)| button(&[1, at], it)));
        let shown = screen("who", all);
        let press = click(names.len() + count - 1);
        recording(id, params(&[("name", name)]), vec![(shown.clone(), press)], shown)
    };
    insta::assert_snapshot!(page(&[
        asked("r1", "ada", &["ada", "bob", "ada", "ada"], 3),
        asked("r2", "eve", &["eve", "kim"], 1),
    ]));
}

#[test]
fn a_dialog_that_only_sometimes_comes_is_guarded() {
    let asking = screen(
        "editor",
        vec![
            text("TextView", &[5, 0], "Allow access?"),
            button(&[5, 1], "Allow"),
        ],
    );
    let saved = |id: &str, body: &str, asked: bool| {
        let given: Params = [("body".to_owned(), Value::from(body))].into_iter().collect();
        let mut steps = vec![(editor("", ""), type_into(1, body)), (editor("", body), click(2))];
        if asked {
            steps.push((asking.clone(), click(1)));
        }
        recording(id, given, steps, editor("", body))
    };
    insta::assert_snapshot!(page(&[saved("r1", "one two", false), saved("r2", "three", true)]));
}

#[test]
fn what_is_typed_is_a_part_by_its_place_and_a_number_in_another_format() {
    let saved = |id: &str, code: &str, price: &str, part: &str, written: &str| {
        let steps = vec![
            (editor("", ""), type_into(0, part)),
            (editor(part, ""), type_into(1, written)),
            (editor(part, written), click(2)),
        ];
        let given = params(&[("code", code), ("price", price)]);
        recording(id, given, steps, editor("", ""))
    };
    let all = [
        saved("r1", "ABXZCD", "1234.5", "XZ", "$1,234.50"),
        saved("r2", "EFGHQRST", "80", "GHQR", "$80.00"),
    ];
    let body = "tiny_task(code, price)\n  input_text #{ resource_name: \"ending\" } <- slice(code, 3, -3)\n  input_text #{ resource_name: \"body\" } <- number_as(price, \"$#,##0.00\")\n  click #{ text: \"Save\" }\n  stop complete\n";
    assert_eq!(best(&all), body);
    insta::assert_snapshot!(page(&all));
}

#[test]
fn what_only_some_rounds_of_a_loop_need_is_optional_in_it() {
    let shown = ["mail", "news", "work", "home"];
    let asking = || {
        let question = [text("TextView", &[5, 0], "Delete it?"), button(&[5, 1], "Yes")];
        screen("folders", question.to_vec())
    };
    // Some folders are deleted without a question.
    let deleted = |id: &str, wanted: &[(&str, bool)]| {
        let mut left = shown.to_vec();
        let mut steps: Vec<(Screen, HardAction)> = Vec::new();
        for (name, asked) in wanted {
            let at = left.iter().position(|it| it == name).expect("it is shown");
            steps.push((folders(&left), click(at)));
            if *asked {
                steps.push((asking(), click(1)));
            }
            left.remove(at);
        }
        let names: Vec<&str> = wanted.iter().map(|it| it.0).collect();
        recording(id, list("folders", &names), steps, folders(&left))
    };
    let all = [
        deleted("r1", &[("news", true), ("mail", false), ("home", false)]),
        deleted("r2", &[("work", false), ("news", true)]),
    ];
    let body = "tiny_task(folders)\n  for folder in folders\n    click #{ text: folder }\n    if there: click #{ text: \"Yes\" }\n  stop complete\n";
    assert_eq!(best(&all), body);
    insta::assert_snapshot!(page(&all));
    // One recording shows it, too, and one with a single entry follows.
    assert!(programs(&all[..1]).iter().any(|it| it.to_string() == body));
    let single = deleted("r3", &[("mail", true)]);
    assert_eq!(best(&[all[0].clone(), single]), body);
}

#[test]
fn what_an_entry_says_decides_inside_a_loop() {
    let files = ["a.md", "b.txt", "c.md", "d.txt"];
    let sorted = |id: &str, wanted: &[&str]| {
        let opened = screen("file", vec![button(&[1, 0], "Note"), button(&[1, 1], "Other")]);
        let mut steps: Vec<(Screen, HardAction)> = Vec::new();
        for name in wanted {
            let at = files.iter().position(|it| it == name).expect("it is shown");
            steps.push((folders(&files), click(at)));
            steps.push((opened.clone(), click(usize::from(!name.ends_with(".md")))));
        }
        steps.push((folders(&files), Action::NavigateBack));
        recording(id, list("files", wanted), steps, folders(&files))
    };
    let all = [
        sorted("r1", &["c.md", "b.txt", "a.md"]),
        sorted("r2", &["d.txt", "a.md"]),
    ];
    let body = "tiny_task(files)\n  for file in files\n    click #{ text: file }\n    if file.ends_with(\".md\")\n      click #{ text: \"Note\" }\n    else\n      click #{ text: \"Other\" }\n  navigate_back\n  stop complete\n";
    let found: Vec<String> = programs(&all).iter().map(ToString::to_string).collect();
    assert_eq!(found[0], body);
}

#[test]
fn what_a_loop_needs_once_is_done_where_its_first_entry_does_not_show() {
    let opened = screen("entry", vec![button(&[2, 0], "Delete")]);
    // Every button is of one kind, so rounds could as well begin with "More".
    let start = |names: &[&str]| {
        let mut all = folders(names);
        all.elements.push(button(&[3, 0], "More"));
        all
    };
    let deleted = |id: &str, recent: &[&str], wanted: &[&str]| {
        let mut steps: Vec<(Screen, HardAction)> = Vec::new();
        let mut left = vec!["mail", "news", "work", "home"];
        if !recent.contains(&wanted[0]) {
            steps.push((start(recent), click(recent.len())));
        }
        for name in wanted {
            let shown = if recent.contains(name) {
                start(recent)
            } else {
                folders(&left)
            };
            let at = shown
                .elements
                .iter()
                .position(|it| it.text.as_deref() == Some(name));
            steps.push((shown, click(at.expect("it is shown"))));
            steps.push((opened.clone(), click(0)));
            left.retain(|it| it != name);
        }
        recording(id, list("folders", wanted), steps, folders(&left))
    };
    let all = [
        deleted("r1", &["mail", "news"], &["news", "mail"]),
        deleted("r2", &["mail", "news"], &["work", "home"]),
    ];
    let body = "tiny_task(folders)\n  if !env_op.element_exists(#{ text: folders[0] })\n    click #{ text: \"More\" }\n  for folder in folders\n    click #{ text: folder }\n    click #{ text: \"Delete\" } [irreversible: delete]\n  stop complete\n";
    assert_eq!(best(&all), body);
}

#[test]
fn entries_used_by_their_places_are_no_reason_to_leave_others_out() {
    let filled = |id: &str, ending: &str, body: &str| {
        let steps = vec![
            (editor("", ""), type_into(0, ending)),
            (editor(ending, ""), type_into(1, body)),
            (editor(ending, body), click(2)),
        ];
        recording(id, list("parts", &[ending, body]), steps, editor("", ""))
    };
    let all = [filled("r1", "ada", "bob"), filled("r2", "eve", "kim")];
    let source = emit(&programs(&all)[0]).source;
    assert!(source.contains("assert(parts.len == 2, "), "{source}");
    // One that is taken out of several leaves the others out on purpose.
    let first = |id: &str, wanted: &[&str]| {
        let steps = vec![
            (editor("", ""), type_into(0, wanted[0])),
            (editor(wanted[0], ""), click(2)),
        ];
        recording(id, list("parts", wanted), steps, editor("", ""))
    };
    let all = [first("r1", &["ada", "bob"]), first("r2", &["eve", "kim"])];
    let source = emit(&programs(&all)[0]).source;
    assert!(!source.contains(".len"), "{source}");
}
