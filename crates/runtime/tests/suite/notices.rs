//! Notices that come in between on a page: closed by what dismisses them alone, and only where they are no question.

use device::DeviceError;
use runtime::{HealedBy, Options};
use trajectory::Outcome;
use ui::{Action, Element, Screen};

use crate::fake::{Fake, Runs, button, ruled, screen};

/// A page with a button; in state 1 a dialog with these buttons lies over it, in state 2 the page says that it is saved.
fn page(state: usize, buttons: &[&str]) -> Screen {
    let mut all = vec![Element {
        path: vec![0, 0],
        ..button("Delete")
    }];
    if state == 1 {
        all.push(Element {
            role: Some("dialog".to_owned()),
            path: vec![0, 1],
            ..Element::default()
        });
        all.extend((0..).zip(buttons).map(|(at, it)| Element {
            path: vec![0, 1, at],
            ..button(it)
        }));
    }
    if state == 2 {
        all.push(Element {
            path: vec![0, 2],
            ..button("Deleted")
        });
    }
    screen("/list", all)
}

/// The dialog is there from the first; what lies behind it is out of reach, and its last button closes it.
fn covered(buttons: &'static [&'static str]) -> Fake {
    let mut state = 1;
    ruled(
        move |it| page(if it == 0 { 1 } else { it }, buttons),
        move |_, action, screen| {
            let Action::Click { target } = action else {
                return Ok(state);
            };
            let last = screen.elements.len() - 1;
            state = match (state, target.0) {
                (1, 0) => {
                    return Err(DeviceError::OutOfReach {
                        doing: "click Delete, which is covered".to_owned(),
                        seconds: 1,
                    });
                }
                (1, at) if at == last => 3,
                (3, 0) => 2,
                (it, _) => it,
            };
            Ok(state)
        },
    )
}

const DELETE: &str = r##"fn f() { env_op.click(#{ text: "Delete" }); env_op.expect(#{ text: "Deleted" }); env_op.stop("complete"); }"##;

#[test]
fn a_notice_that_lies_over_the_target_is_dismissed() {
    for buttons in [&["Take the tour", "Not now"][..], &["Close"], &["OK"]] {
        let mut fake = covered(buttons);
        let run = fake.run(DELETE);
        assert_eq!(
            run.recording.ending.outcome,
            Outcome::Reached,
            "{:?}",
            run.recording.ending
        );
        assert!(run.heals.iter().any(|it| it.by == HealedBy::WayOut), "it is said");
        let clicked: Vec<usize> = fake
            .done
            .iter()
            .filter_map(|it| it.target().map(|it| it.0))
            .collect();
        // The click that was refused is none.
        assert_eq!(clicked, [1 + buttons.len(), 0]);
    }
}

#[test]
fn consent_and_choices_are_not_given() {
    for buttons in [
        &["Settings", "Accept all"][..],
        &["Keep", "Replace"],
        &["Learn more", "OK"],
    ] {
        let mut fake = covered(buttons);
        let run = fake.run(DELETE);
        assert_eq!(run.recording.ending.outcome, Outcome::ScriptFault);
        let clicks = fake.done.iter().filter(|it| matches!(it, Action::Click { .. }));
        assert_eq!(clicks.count(), 0, "nothing of the notice was touched");
    }
}

#[test]
fn consent_is_given_where_the_policy_says_so() {
    let mut options = Options::default();
    options.policy.consent = true;
    let mut fake = covered(&["Settings", "Accept all"]);
    let run = fake.run_with(DELETE, &[], &options, None);
    let ending = &run.recording.ending;
    assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
    // What refuses it comes first.
    let mut fake = covered(&["Accept all", "Reject all"]);
    let run = fake.run_with(DELETE, &[], &options, None);
    assert_eq!(run.recording.ending.outcome, Outcome::Reached);
    let mut clicked = fake.done.iter().filter_map(ui::Action::target);
    assert_eq!(clicked.next().map(|it| it.0), Some(3));
}

#[test]
fn the_question_about_what_was_just_done_is_no_notice() {
    // The function knows the question's button as "Delete now"; it is called otherwise today.
    let source = r##"fn f() {
        env_op.click(#{ text: "Delete" });
        env_op.click(#{ text: "Delete now" });
        env_op.stop("complete");
    }"##;
    let mut fake = ruled(
        |state| page(state, &["Remove", "Close"]),
        |state, action, _| Ok(usize::from(state == 1 || matches!(action, Action::Click { .. }))),
    );
    let run = fake.run(source);
    assert_eq!(run.recording.ending.outcome, Outcome::ScriptFault);
    let clicks = fake.done.iter().filter(|it| matches!(it, Action::Click { .. }));
    assert_eq!(clicks.count(), 1, "the question is left as it is");
}
