//! What stands in a field is typed over only with what the goal says, also where a judge would take any word.

use crate::pages;

use autorpa_compiler::{translate::translate, unasked::unasked};
use pages::{button, click, field, params, programs, recording, screen, text, type_into};
use trajectory::{Origin, Recording};

/// Somebody types a word into a field that holds another one, and submits.
fn typed(held: &str, word: &str) -> Recording {
    let form = |held: &str| {
        screen(
            "form",
            vec![field(&[0, 0], "essay", held), button(&[1, 0], "Submit")],
        )
    };
    let steps = vec![(form(held), type_into(0, word)), (form(word), click(1))];
    let done = screen("done", vec![text("TextView", &[0, 0], "Thanks")]);
    Recording {
        origin: Origin::Search,
        ..recording("r1", params(&[("topic", "geese")]), steps, done)
    }
}

fn said(recording: &Recording) -> Option<String> {
    let all = programs(std::slice::from_ref(recording));
    let program = all.first().expect("a program");
    unasked(program, &[translate(recording)]).map(|it| it.to_string())
}

#[test]
fn a_word_that_the_goal_does_not_say_is_not_typed_over_the_users_text() {
    let reason = said(&typed("All about ducks.", "x")).expect("a reason");
    assert!(
        reason.starts_with("it types “x” in the place of what ")
            && reason.ends_with("and no goal says that text"),
        "{reason}"
    );
}

#[test]
fn an_empty_field_and_a_value_of_the_task_are_for_typing() {
    assert_eq!(said(&typed("", "x")), None);
    assert_eq!(said(&typed("All about ducks.", "geese")), None);
}

#[test]
fn the_goal_may_say_the_word() {
    let mut all = typed("All about ducks.", "Draft");
    all.instance.goal = "Replace the essay on geese by the word draft.".to_owned();
    assert_eq!(said(&all), None);
}

#[test]
fn what_a_person_showed_is_their_word() {
    let mut all = typed("All about ducks.", "x");
    all.origin = Origin::Person;
    assert_eq!(said(&all), None);
}
