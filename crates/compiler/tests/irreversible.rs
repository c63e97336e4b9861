//! What nothing takes back is asked once, of the recorded step, and goes along into the program; a script without a program
//! is read and says the same.

use crate::pages;

use autorpa_compiler::{
    consequence::consequences, emit::emit, script::Script, soft::SoftTrajectory, translate::translate,
};
use pages::{button, click, field, params, programs, recording, screen, type_into};
use trajectory::Recording;
use ui::{Action, Element, Screen};

/// A form whose field holds something; the button has an id and says what it does.
fn form(holds: &str, says: &str) -> Screen {
    let named = Element {
        resource_name: Some("app:id/button1".to_owned()),
        ..button(&[1, 0], says)
    };
    screen("form", vec![field(&[0, 0], "note", holds), named])
}

fn filled(id: &str, holds: &str, note: &str, says: &str) -> Recording {
    let steps = vec![
        (form(holds, says), type_into(0, note)),
        (form(note, says), click(1)),
    ];
    recording(id, params(&[("note", note)]), steps, screen("done", Vec::new()))
}

fn listed(script: &Script, softs: &[SoftTrajectory]) -> Vec<String> {
    let all = consequences(script, softs);
    all.iter().map(ToString::to_string).collect()
}

/// What the program says, and what is read where nobody knows the program.
fn both(recordings: &[Recording]) -> (Vec<String>, Vec<String>) {
    let softs: Vec<SoftTrajectory> = recordings.iter().map(translate).collect();
    let program = &programs(recordings)[0];
    let printed = emit(program);
    let written = Script {
        lasting: None,
        ..printed.clone()
    };
    assert_eq!(printed.lasting.as_deref(), Some(&program.consequences()[..]));
    (listed(&printed, &softs), listed(&written, &softs))
}

#[test]
fn a_program_and_its_code_say_the_same() {
    let all = [
        filled("r1", "old", "first", "Send"),
        filled("r2", "", "second", "Send"),
    ];
    let (program, code) = both(&all);
    assert_eq!(program.len(), 2, "{program:?}");
    assert!(program[0].starts_with("overwrite: what "), "{program:?}");
    assert!(program[1].starts_with("send: "), "{program:?}");
    assert_eq!(code, program);
}

#[test]
fn a_step_is_marked_where_one_of_its_recordings_is() {
    let empty = filled("r1", "", "first", "Next");
    let full = filled("r2", "old", "second", "Next");
    assert!(both(std::slice::from_ref(&empty)).0.is_empty());
    let program = &programs(&[empty, full])[0];
    assert_eq!(program.consequences().len(), 1, "{program}");
    assert!(
        program.to_string().contains(" [irreversible: overwrite]\n"),
        "{program}"
    );
}

#[test]
fn what_was_typed_before_is_not_overwritten() {
    let steps = vec![
        (form("", "Next"), type_into(0, "draft")),
        (form("draft", "Next"), type_into(0, "final")),
        (form("final", "Next"), click(1)),
    ];
    let own = recording(
        "r1",
        params(&[("note", "final")]),
        steps,
        screen("done", Vec::new()),
    );
    let marked = translate(&own)
        .steps
        .iter()
        .filter(|it| it.lasting.is_some())
        .count();
    assert_eq!(marked, 0);
}

#[test]
fn a_row_that_shows_a_value_says_nothing_by_it() {
    let mails = |said: &str| {
        let rows = vec![button(&[0, 0], said), button(&[0, 1], "Delete the old files")];
        screen("inbox", rows)
    };
    let opened = |id: &str, mail: &str| {
        let steps = vec![(mails(mail), click(0))];
        recording(id, params(&[("mail", mail)]), steps, screen("mail", Vec::new()))
    };
    let (program, code) = both(&[opened("r1", "Send invoice"), opened("r2", "Lunch")]);
    assert!(program.is_empty() && code.is_empty(), "{program:?} {code:?}");
}

#[test]
fn enter_belongs_to_the_field_that_was_typed_into() {
    let chat = |holds: &str| {
        let hinted = Element {
            hint_text: Some("Reply to all".to_owned()),
            ..field(&[0, 0], "body", holds)
        };
        screen("chat", vec![hinted, button(&[1, 0], "Back")])
    };
    let steps = vec![
        (chat(""), type_into(0, "hello")),
        (chat("hello"), Action::KeyboardEnter),
    ];
    let all = [recording(
        "r1",
        params(&[("text", "hello")]),
        steps,
        screen("sent", Vec::new()),
    )];
    let (program, code) = both(&all);
    assert_eq!(program.len(), 1, "{program:?}");
    assert!(program[0].starts_with("send: Enter in "), "{program:?}");
    assert_eq!(code, program);
}
