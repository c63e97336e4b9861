//! What a run does when the screen is not the recorded one: other ways, refusals, windows that come in between.

use runtime::{HealedBy, Options};
use trajectory::Outcome;
use ui::{Action, Element, ElementId, HardAction, Screen};

use crate::fake::{Fake, Runs, button, field, on, ruled, screen};

const SAVE: &str = r##"fn f() {
    let save = env_op.find_element(#{
        resource_name: "save",
        or_else: [#{ text: "Save", class_name: "Button" }, #{ class_name: "Button", nth: "2 of 2" }],
        target_description: "the button",
    });
    assert(save != -1, "it is not there");
    env_op.click(save);
}"##;

/// What was done beside waiting.
fn acted(fake: &Fake) -> Vec<HardAction> {
    let all = fake.done.iter().filter(|it| !matches!(it, Action::Wait));
    all.cloned().collect()
}

fn named(id: &str, text: &str) -> Element {
    Element {
        resource_name: Some(id.into()),
        package_name: Some("fake".into()),
        ..button(text)
    }
}

#[test]
fn another_name_is_survived_by_the_words_and_said() {
    let mut fake = on(|_| {
        screen(
            "Note",
            vec![named("fake:id/close", "Close"), named("fake:id/keep", "Save")],
        )
    });
    let run = fake.run(SAVE);
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    assert_eq!(acted(&fake), [Action::Click { target: ElementId(1) }]);
    assert_eq!(run.heals[0].by, HealedBy::OtherWay);
    assert_eq!(
        run.recording.steps[0].reason.as_deref(),
        Some("the button (found by another way than recorded)")
    );
}

#[test]
fn two_candidates_are_refused() {
    let mut fake = on(|_| {
        screen(
            "Note",
            vec![
                named("fake:id/a", "Save"),
                named("fake:id/b", "Save"),
                button("Close"),
            ],
        )
    });
    let run = fake.run(SAVE);
    assert_eq!(run.recording.ending.outcome, Outcome::ScriptFault);
    assert!(acted(&fake).is_empty(), "nothing is done on a guess");
}

#[test]
fn ways_that_disagree_are_refused() {
    // The words say the first, the place says the second.
    let mut fake = on(|_| {
        let save = named("fake:id/a", "Save");
        screen("Note", vec![save, button("Send"), field("Title", "")])
    });
    let run = fake.run(SAVE);
    assert_eq!(run.recording.ending.outcome, Outcome::ScriptFault);
    assert!(acted(&fake).is_empty());
}

#[test]
fn something_of_another_class_is_not_taken() {
    let mut fake = on(|_| {
        let label = Element {
            class_name: Some("TextView".into()),
            ..button("Save")
        };
        screen(
            "Note",
            vec![label, button("Close"), button("Send"), button("Help")],
        )
    });
    let run = fake.run(SAVE);
    assert_eq!(run.recording.ending.outcome, Outcome::ScriptFault);
    assert!(acted(&fake).is_empty());
}

#[test]
fn a_place_alone_is_enough_to_type_and_not_to_tap() {
    let mut fake = on(|_| screen("Note", vec![button("Zu"), button("Sichern")]));
    let run = fake.run(SAVE);
    let diagnostic = run.recording.ending.diagnostic.expect("a refusal says why");
    assert_eq!(
        (run.recording.ending.outcome, diagnostic.code.name()),
        (Outcome::Refused, "healed-unsure")
    );
    assert!(acted(&fake).is_empty());
    let mut fake = on(|_| screen("Form", vec![field("Vorname", ""), field("Nachname", "")]));
    let source = r##"fn f() {
        let name = env_op.find_element(#{ hint_text: "Last name", or_else: #{ class_name: "EditText", nth: "2 of 2" } });
        env_op.input_text("Byron", name, true);
    }"##;
    let run = fake.run(source);
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    assert_eq!(acted(&fake)[0].target(), Some(&ElementId(1)));
}

fn dialog(no: &str, yes: &str) -> Screen {
    let own = |id: &str, text: &str| Element {
        resource_name: Some(format!("android:id/{id}")),
        package_name: Some("fake".into()),
        ..button(text)
    };
    let title = Element {
        package_name: Some("fake".into()),
        clickable: false,
        ..button("A question")
    };
    let mut dialog = screen("Note", vec![title, own("button2", no), own("button1", yes)]);
    // The window of the app lies below.
    for it in &mut dialog.elements {
        it.path[0] = 1;
    }
    dialog
}

/// First a form, then the dialog of its button, over which another one comes.
fn interrupted(state: usize) -> Screen {
    match state {
        0 => screen(
            "Note",
            (0..18)
                .map(|at| named("fake:id/row", &format!("row {at}")))
                .chain([named("fake:id/save", "Save")])
                .collect(),
        ),
        1 => dialog("Not now", "Rate"),
        _ => dialog("Cancel", "OK"),
    }
}

const CONFIRM: &str = r##"fn f() {
    env_op.click(env_op.find_element(#{ resource_name: "save", or_else: #{ text: "Save", class_name: "Button" } }));
    let ok = env_op.find_element(#{
        resource_name: "button1",
        or_else: [#{ text: "OK", class_name: "Button" }, #{ class_name: "Button", nth: "3 of 3" }],
    });
    assert(ok != -1, "no OK");
    env_op.click(ok);
}"##;

#[test]
fn a_window_that_came_in_between_is_left_by_back_and_never_confirmed() {
    let mut fake = ruled(interrupted, |state, action, _| {
        Ok(match (state, action) {
            (0, Action::Click { .. }) => 1,
            (1, Action::NavigateBack) => 2,
            (state, _) => state,
        })
    });
    let run = fake.run(CONFIRM);
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    let kinds: Vec<&str> = run
        .recording
        .steps
        .iter()
        .map(|it| it.action.kind().name())
        .collect();
    assert_eq!(kinds, ["click", "navigate_back", "click"]);
    assert_eq!(run.heals[0].by, HealedBy::WayOut);
    assert!(
        run.recording.steps[1]
            .reason
            .as_deref()
            .is_some_and(|it| it.contains("came in between")),
        "{:?}",
        run.recording.steps[1].reason
    );
}

#[test]
fn a_window_that_comes_after_an_element_was_found_is_left_before_it_is_used() {
    let over_the_field = |state: usize| match state {
        0 | 2 => screen(
            "Note",
            (0..18)
                .map(|at| named("fake:id/row", &format!("row {at}")))
                .chain([field("Name", "")])
                .collect(),
        ),
        _ => dialog("Not now", "Rate"),
    };
    let mut fake = ruled(over_the_field, |state, action, _| {
        Ok(match (state, action) {
            (0, Action::InputText { .. }) => 1,
            (1, Action::NavigateBack) => 2,
            (state, _) => state,
        })
    });
    let source = r##"fn f() {
        let name = env_op.find_element(#{ hint_text: "Name" });
        env_op.input_text("Ada", name, true);
        assert(env_op.read_text(name) == "", "the field is not read");
        env_op.stop("complete");
    }"##;
    let run = fake.run(source);
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    let kinds: Vec<&str> = run
        .recording
        .steps
        .iter()
        .map(|it| it.action.kind().name())
        .collect();
    assert_eq!(kinds, ["input_text", "navigate_back", "status"]);
    assert!(run.heals.iter().any(|it| it.by == HealedBy::WayOut));
}

#[test]
fn a_window_that_back_does_not_close_is_tried_once() {
    let mut fake = ruled(interrupted, |state, action, _| {
        Ok(match (state, action) {
            (0, Action::Click { .. }) => 1,
            (state, _) => state,
        })
    });
    let run = fake.run(CONFIRM);
    assert_eq!(run.recording.ending.outcome, Outcome::ScriptFault);
    let backs = fake.done.iter().filter(|it| matches!(it, Action::NavigateBack));
    assert_eq!(backs.count(), 1);
    let clicks = fake.done.iter().filter(|it| matches!(it, Action::Click { .. }));
    assert_eq!(clicks.count(), 1, "nothing of the strange window was touched");
}

#[test]
fn a_full_screen_window_with_little_on_it_is_not_left() {
    let empty_list = |_| {
        let title = Element {
            clickable: false,
            ..named("fake:id/title", "Notes")
        };
        screen("Note", vec![title, named("fake:id/add", "Add")])
    };
    for find in ["find_element", "scroll_to_element", "wait_for"] {
        let mut fake = on(empty_list);
        fake.run(&format!(
            "fn f() {{ for n in range(0, 5) {{ let it = env_op.{find}(#{{ text: \"Save \" + n }}); }} }}"
        ));
        let backs = fake.done.iter().filter(|it| matches!(it, Action::NavigateBack));
        assert_eq!(backs.count(), 0, "{find}");
    }
}

#[test]
fn what_is_covered_is_waited_for_and_not_tapped_through() {
    let view = |state: usize| {
        let mut shown = screen("Note", vec![named("fake:id/save", "Save")]);
        if state < 2 {
            let mut card = named("fake:id/card", "News");
            card.path = vec![1];
            card.bounds = shown.elements[0].bounds;
            shown.elements.push(card);
        }
        shown
    };
    let click = "fn f() { env_op.click(env_op.find_element(#{ resource_name: \"save\" })); }";
    let goes = |state: usize, action: &HardAction, _: &Screen| {
        Ok(state + usize::from(matches!(action, Action::Wait)))
    };
    let run = ruled(view, goes).run(click);
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    let mut stays = ruled(view, |state, _, _| Ok(state));
    let run = stays.run(click);
    let diagnostic = run.recording.ending.diagnostic.expect("a refusal says why");
    assert_eq!(diagnostic.code.name(), "element-covered");
    assert!(!stays.done.iter().any(|it| matches!(it, Action::Click { .. })));
}

#[test]
fn bad_other_ways_are_named() {
    let source = "fn f() { env_op.find_element(#{ text: \"x\", or_else: 3 }); }";
    let run = on(|_| screen("x", Vec::new())).run(source);
    let diagnostic = run.recording.ending.diagnostic.expect("a fault says what it is");
    assert_eq!(diagnostic.message, "`or_else` is 3 (i64)");
}

/// A title that is found by its id, then one of three buttons by its words, which are gone.
const SECOND: &str = r##"fn f() {
    assert(env_op.wait_for(#{ resource_name: "title", or_else: #{ text: "Note", class_name: "Label" } }), "no title");
    let save = env_op.find_element(#{ text: "Save", or_else: #{ class_name: "Button", nth: "2 of 3" } });
    assert(save != -1, "it is not there");
    env_op.click(save);
}"##;

fn titled(title: &str, id: &str) -> Screen {
    let title = Element {
        class_name: Some("Label".into()),
        ..named(id, title)
    };
    let buttons = ["Zu", "Sichern", "Hilfe"].map(button);
    screen("Note", [title].into_iter().chain(buttons).collect())
}

#[test]
fn a_place_is_enough_where_words_fail_everywhere_and_the_screen_is_known() {
    let mut fake = on(|_| titled("Notiz", "fake:id/title"));
    let run = fake.run(SECOND);
    let ending = &run.recording.ending;
    assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
    assert_eq!(acted(&fake), [Action::Click { target: ElementId(2) }]);
}

#[test]
fn a_place_is_not_enough_where_the_words_around_it_hold() {
    let mut fake = on(|_| titled("Note", "fake:id/title"));
    let run = fake.run(SECOND);
    let diagnostic = run.recording.ending.diagnostic.expect("a refusal says why");
    assert_eq!(diagnostic.code.name(), "healed-unsure");
    assert!(acted(&fake).is_empty());
}

#[test]
fn a_screen_is_recognised_by_another_way_or_the_run_ends() {
    let mut fake = on(|_| titled("Note", "fake:id/heading"));
    let check = r##"fn f() {
        assert(env_op.wait_for(#{ resource_name: "title", or_else: #{ text: "Note", class_name: "Label" } }), "no title");
    }"##;
    assert_eq!(fake.run(check).recording.ending.outcome, Outcome::Reached);
    let mut other = on(|_| titled("Mail", "fake:id/heading"));
    let ending = other.run(check).recording.ending;
    assert_eq!(ending.outcome, Outcome::ScriptFault);
    assert_eq!(
        ending.diagnostic.map(|it| it.message).as_deref(),
        Some("no title")
    );
}

#[test]
fn a_window_in_between_is_left_before_anything_was_found() {
    // The first thing the script looks for stands in the place of the dialog's own button.
    let view = |state: usize| match state {
        0 => dialog("Not now", "Rate"),
        _ => interrupted(0),
    };
    let mut fake = ruled(view, |state, action, _| {
        Ok(state + usize::from(matches!(action, Action::NavigateBack)))
    });
    let save = r##"fn f() {
        env_op.click(env_op.find_element(#{ text: "Save", or_else: #{ class_name: "Button", nth: "3 of 3" } }));
    }"##;
    let run = fake.run(save);
    let ending = &run.recording.ending;
    assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
    let kinds: Vec<&str> = run
        .recording
        .steps
        .iter()
        .map(|it| it.action.kind().name())
        .collect();
    assert_eq!(kinds, ["navigate_back", "click"]);
}

/// A field with an id and a label.
fn labelled(id: &str, label: &str) -> Element {
    Element {
        resource_name: Some(id.into()),
        label: Some(label.into()),
        class_name: Some("input".into()),
        ..field("", "")
    }
}

#[test]
fn a_field_whose_label_names_another_one_is_not_filled_in() {
    let code = r##"fn f() {
        env_op.input_text("ada@example.net", #{ resource_name: "email", or_else: #{ label: "E-mail", class_name: "input" } }, true);
    }"##;
    let form = |ids: [&'static str; 2]| {
        on(move |_| screen("Form", vec![labelled(ids[0], "Name"), labelled(ids[1], "E-mail")]))
    };
    let mut swapped = form(["email", "name"]);
    let run = swapped.run(code);
    let diagnostic = run.recording.ending.diagnostic.expect("a refusal says why");
    assert_eq!(
        (run.recording.ending.outcome, diagnostic.code.name()),
        (Outcome::Refused, "element-ambiguous")
    );
    assert!(acted(&swapped).is_empty());
    for usual in [["name", "email"], ["a", "b"]] {
        let mut form = form(usual);
        let run = form.run(code);
        let ending = &run.recording.ending;
        assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
        assert!(matches!(
            acted(&form)[..],
            [Action::InputText {
                target: Some(ElementId(1)),
                ..
            }]
        ));
    }
}

#[test]
fn capitals_are_no_other_words_but_for_a_value_of_the_task() {
    let mut capitals = on(|_| screen("Note", vec![button("CLOSE"), button("SAVE")]));
    let run = capitals.run(r##"fn f() { env_op.click(#{ text: "Save" }); }"##);
    let ending = &run.recording.ending;
    assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
    assert_eq!(acted(&capitals), [Action::Click { target: ElementId(1) }]);
    assert_eq!(run.heals[0].by, HealedBy::OtherWay);
    let mut file = on(|_| screen("Files", vec![button("README")]));
    let run = file.run_with(
        r##"fn f(name) { env_op.click(#{ text: name }); }"##,
        &[("name", "readme")],
        &Options::default(),
        None,
    );
    assert_ne!(run.recording.ending.outcome, Outcome::Reached);
    assert!(acted(&file).is_empty());
}

#[test]
fn an_empty_value_is_waited_for_but_where_it_shows_nothing() {
    let code = r##"fn f(name, notes) {
        env_op.expect_together([#{ text: name }, #{ text: notes }], 1);
        env_op.expect(#{ text: notes });
        env_op.stop("complete");
    }"##;
    let mut options = Options::default();
    let args = [("name", "Ada"), ("notes", "")];
    let shows = || on(|_| screen("Guest", vec![button("Ada")]));
    let run = shows().run_with(code, &args, &options, None);
    assert_ne!(run.recording.ending.outcome, Outcome::Reached);
    options.empty_shows_nothing = true;
    let run = shows().run_with(code, &args, &options, None);
    let ending = &run.recording.ending;
    assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
    let run = shows().run_with(code, &[("name", "Bob"), ("notes", "")], &options, None);
    assert_ne!(run.recording.ending.outcome, Outcome::Reached);
}
