//! A note with a name and a text: a first function from one recording, and what a second one makes of it.

use crate::pages;

use autorpa_compiler::emit::emit;
use pages::{
    button, click, element, field, icon, page, params, programs, recording, screen, text, type_into,
};
use trajectory::Recording;
use ui::{Action, Screen};

const FILES: &[&str] = &["old.md"];

fn home() -> Screen {
    screen("home", vec![text("TextView", &[0, 0], "Notes")])
}

fn files(names: &[&str]) -> Screen {
    let mut all = vec![
        text("TextView", &[0, 0], "My files"),
        icon(&[0, 9], "Create a new file or folder"),
    ];
    all.extend(
        (1..)
            .zip(names)
            .map(|(row, name)| text("TextView", &[1, row], name)),
    );
    screen("files", all)
}

fn dialog(name: &str, extension: &str) -> Screen {
    let mut field_for_name = field(&[2, 1], "app:id/name", name);
    field_for_name.hint_text = Some("Name".to_owned());
    if name.is_empty() {
        field_for_name.text = Some("Name".to_owned());
    }
    screen(
        "dialog",
        vec![
            text("TextView", &[2, 0], "New file"),
            field_for_name,
            field(&[2, 2], "app:id/ext", extension),
            button(&[2, 3], "CANCEL"),
            button(&[2, 4], "OK"),
        ],
    )
}

fn editor(title: &str, content: &str) -> Screen {
    let mut save = icon(&[0, 2], "Save");
    save.enabled = !content.is_empty();
    screen(
        "editor",
        vec![
            text("TextView", &[0, 0], title),
            field(&[1, 0], "app:id/editor", content),
            save,
        ],
    )
}

fn first() -> Recording {
    let stem = "final_eagle";
    recording(
        "r1",
        params(&[("file_name", "final_eagle.md"), ("text", "Winter is coming.")]),
        vec![
            (
                home(),
                Action::OpenApp {
                    app: "Notes".to_owned(),
                },
            ),
            (files(FILES), click(1)),
            (dialog("", ".md"), click(0)),
            (dialog("", ".md"), click(1)),
            (focused(dialog("", ".md")), type_into(1, stem)),
            (dialog(stem, ".md"), click(4)),
            (editor(stem, ""), type_into(1, "Winter is coming.")),
            (editor(stem, "Winter is coming."), click(2)),
        ],
        editor(stem, "Winter is coming."),
    )
}

fn focused(mut screen: Screen) -> Screen {
    screen.elements[1].focused = true;
    screen
}

fn second() -> Recording {
    let stem = "bold_king";
    recording(
        "r2",
        params(&[("file_name", "bold_king.txt"), ("text", "Be kind.")]),
        vec![
            (
                home(),
                Action::OpenApp {
                    app: "Notes".to_owned(),
                },
            ),
            (files(&["old.md", "older.md"]), click(1)),
            (dialog("", ".md"), type_into(1, stem)),
            (dialog(stem, ".md"), type_into(2, ".txt")),
            (dialog(stem, ".txt"), click(4)),
            (editor(stem, ""), type_into(1, "Be kind.")),
            (editor(stem, "Be kind."), click(2)),
        ],
        editor(stem, "Be kind."),
    )
}

#[test]
fn one_recording_gives_a_straight_function() {
    insta::assert_snapshot!(page(&[first()]));
}

#[test]
fn the_second_recording_adds_the_extension_for_all() {
    insta::assert_snapshot!(page(&[first(), second()]));
}

#[test]
fn the_order_of_the_recordings_does_not_matter() {
    let one = programs(&[first(), second()])[0].to_string();
    let other = programs(&[second(), first()])[0].to_string();
    assert_eq!(one, other);
}

#[test]
fn a_recording_without_steps_gives_a_function_that_says_so() {
    let empty = |id: &str| {
        recording(
            id,
            params(&[("a", "b")]),
            Vec::new(),
            screen("home", vec![element("View", &[0])]),
        )
    };
    let all = programs(&[empty("r0"), empty("r1")]);
    let [program] = all.as_slice() else {
        panic!("{} programs", all.len());
    };
    assert_eq!(
        emit(program).source,
        "/// Do a tiny task.\n\
         /// It does nothing: on every instance it was built on, nothing was to be done.\n\
         ///\n\
         /// tiny_task()\n\
         fn tiny_task() {\n    \
         env_op.stop(\"complete\");\n\
         }\n"
    );
    assert!(
        !emit(&programs(&[first()])[0])
            .source
            .contains("nothing was to be done")
    );
}
