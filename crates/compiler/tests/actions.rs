//! Golden page: what is done on a web page beyond taps and typing, from two recordings to a script.

use crate::pages;

use pages::{button, click, field, first_script, page, params, recording, screen, text};
use trajectory::Recording;
use ui::{Action, Element, ElementId, HardAction, Screen};

/// A board: two cards, two places for them, a list, a button that asks for files, one that asks for a name.
fn board(shown: &str) -> Screen {
    let kind = Element {
        label: Some("Kind".to_owned()),
        role: Some("combobox".to_owned()),
        ..field(&[4], "kind", "Task")
    };
    screen(
        shown,
        vec![
            button(&[0], "Fix the roof"),
            button(&[1], "Paint the door"),
            text("Column", &[2], "Doing"),
            text("Column", &[3], "Done"),
            kind,
            button(&[5], "Attach"),
            button(&[6], "Rename"),
            text("State", &[7], shown),
        ],
    )
}

fn done(id: &str, card: usize, column: usize, [kind, file, name, window]: [&str; 4]) -> Recording {
    let shown = |id: usize| board("").elements[id].text.clone().unwrap_or_default();
    let values = params(&[
        ("card", &shown(card)),
        ("column", &shown(column)),
        ("kind", kind),
        ("file", file),
        ("name", name),
        ("window", window),
    ]);
    let (target, to) = (ElementId(card), ElementId(column));
    let own = |it: &str| it.to_owned();
    let actions: Vec<HardAction> = vec![
        Action::OpenLink {
            link: own("http://127.0.0.1:8000/board"),
        },
        Action::RightClick { target },
        Action::PressKeys { keys: own("Escape") },
        Action::DragTo { target, to },
        Action::SelectOption {
            target: ElementId(4),
            option: own(kind),
        },
        Action::UploadFiles {
            target: ElementId(5),
            files: own(file),
        },
        click(6),
        Action::AnswerDialog {
            accept: true,
            text: Some(own(name)),
        },
        Action::AnswerDialog {
            accept: false,
            text: None,
        },
        Action::SwitchWindow { title: own(window) },
    ];
    let screens = [
        "empty",
        "board",
        "menu",
        "closed",
        "moved",
        "chosen",
        "given",
        "asked",
        "asked again",
        "renamed",
    ];
    let steps = screens.map(board).into_iter().zip(actions).collect();
    recording(id, values, steps, board("other window"))
}

fn both() -> [Recording; 2] {
    [
        done("r1", 0, 3, ["Bug", "/tmp/a.pdf", "Fix roof and wall", "Calendar"]),
        done("r2", 1, 2, ["Chore", "/tmp/b.pdf", "Paint it red", "Archive"]),
    ]
}

#[test]
fn every_action_of_a_page_becomes_a_line_with_its_parameters() {
    insta::assert_snapshot!(page(&both()));
}

#[test]
fn what_is_dragged_and_where_to_are_found_each_by_its_own_value() {
    let script = first_script(&both()).source;
    for line in [
        "env_op.open_link(\"http://127.0.0.1:8000/board\");",
        "env_op.press_keys(\"Escape\");",
        "env_op.select_option(kind, kind_element);",
        "env_op.upload_files(file, attach);",
        "env_op.answer_dialog(true, name);",
        "env_op.answer_dialog(false);",
        "env_op.switch_window(window);",
    ] {
        assert!(script.contains(line), "{line} is not in\n{script}");
    }
    let drag = script
        .lines()
        .find_map(|it| it.trim().strip_prefix("env_op.drag_to("))
        .unwrap_or_else(|| panic!("no drag in\n{script}"));
    let (from, to) = drag
        .trim_end_matches(");")
        .split_once(", ")
        .expect("two elements");
    for (variable, value) in [(from, "text: card"), (to, "text: column")] {
        let found = format!("let {variable} = env_op.find_element(#{{");
        let at = script
            .find(&found)
            .unwrap_or_else(|| panic!("{found} is not in\n{script}"));
        let asked = script[at..].split("target_description").next().expect("a map");
        assert!(asked.contains(value), "{value} is not in {asked}");
    }
    // One recording alone has both by their values as well.
    let alone = first_script(&both()[..1]).source;
    assert!(
        alone.contains("text: card") && alone.contains("text: column"),
        "{alone}"
    );
}

#[test]
fn what_is_added_until_a_field_holds_a_value_is_that_value() {
    let add = |held: &str, added: &str, value: &str| {
        let action = Action::InputText {
            target: Some(ElementId(0)),
            text: added.to_owned(),
            clear: false,
        };
        let form = |held: &str| screen("form", vec![field(&[0], "to", held), button(&[1], "Save")]);
        let whole = format!("{held}{added}");
        let steps = vec![(form(held), action), (form(&whole), click(1))];
        let done = screen("saved", vec![text("State", &[0], "Saved")]);
        first_script(&[recording("r1", params(&[("to", value)]), steps, done)]).source
    };
    let whole = add("https://example.net/page", "3", "https://example.net/page3");
    assert!(whole.contains("input_text(to, to_element, true);"), "{whole}");
    let only = add("Milk", " and bread", " and bread");
    assert!(only.contains("input_text(to, to_element, false);"), "{only}");
}
