//! One, none or many: waiting, deciding, refusing, scrolling.

use device::Clock;
use runtime::{HealedBy, Options};
use trajectory::Outcome;
use ui::{Action, Direction, Element, ElementId, HardAction, Screen};

use crate::fake::{Fake, Runs, button, field, on, ruled, screen};

fn late(state: usize) -> Screen {
    match state {
        0 => screen("loading", vec![button("Cancel")]),
        _ => screen("loaded", vec![button("Cancel"), button("Go")]),
    }
}

fn waits() -> Fake {
    ruled(late, |state, action, _| {
        Ok(if matches!(action, Action::Wait) {
            state + 1
        } else {
            state
        })
    })
}

#[test]
fn finding_waits_and_existing_does_not() {
    let mut fake = waits();
    let run = fake.run("fn f() { env_op.click(env_op.find_element(#{ text: \"Go\" })); }");
    assert_eq!(run.recording.ending.outcome, Outcome::Reached);
    assert_eq!(run.recording.steps.len(), 1, "waiting is no step");
    let run = waits().run("fn f() { assert(!env_op.element_exists(#{ text: \"Go\" }), \"there already\"); }");
    assert_eq!(run.recording.ending.outcome, Outcome::Reached);
    let run = waits().run("fn f() { assert(env_op.wait_for(#{ text: \"Go\" }), \"it never came\"); }");
    assert_eq!(run.recording.ending.outcome, Outcome::Reached);
    let run = waits().run("fn f() { assert(env_op.wait_for(#{ text: \"Go\" }, 2.5), \"it never came\"); }");
    assert_eq!(run.recording.ending.outcome, Outcome::Reached);
    for bad in ["-1", "3601", "\"2\""] {
        let run = waits().run(&format!(
            "fn f() {{ env_op.wait_for(#{{ text: \"Go\" }}, {bad}); }}"
        ));
        let why = run.recording.ending.diagnostic.expect("it is said");
        assert_eq!(why.code, trajectory::Code::Arguments, "{bad}: {why:?}");
    }
    let options = Options {
        find_rounds: Some(1),
        ..Options::default()
    };
    let run = waits().run_with(
        "fn f() { assert(env_op.find_element(#{ text: \"Go\" }) == -1, \"\"); }",
        &[],
        &options,
        None,
    );
    assert_eq!(run.recording.ending.outcome, Outcome::Reached);
}

#[test]
fn nothing_found_says_what_the_screen_shows_instead() {
    let source = "\
fn save_note(name) {
    let save = env_op.find_element(#{ text: \"Save note\", target_description: \"the save button\" });
    assert(save != -1, \"the note can't be saved\");
}
";
    let view = |_| {
        let note = Element {
            content_description: Some("Save notes".into()),
            ..button("")
        };
        screen(
            "Editor",
            vec![
                button("Close"),
                Element { text: None, ..note },
                field("Title", ""),
            ],
        )
    };
    let run = on(view).run_with(source, &[("name", "x")], &Options::default(), None);
    assert_eq!(run.recording.ending.outcome, Outcome::ScriptFault);
    let diagnostic = run.recording.ending.diagnostic.expect("a fault says what it is");
    insta::assert_snapshot!(diagnostic.render("save_note.rhai", source));
}

#[test]
fn several_are_refused_with_a_locator_for_each() {
    let source = "\
fn open_mail() {
    try {
        env_op.click(env_op.find_element(#{ text: \"Ada\" }));
    } catch { }
}
";
    let view = |_| {
        let row = |list: u16, text: &str| Element {
            path: vec![0, list, if text == "Ada" { 1 } else { 0 }],
            ..button(text)
        };
        screen(
            "Mail",
            vec![row(1, "Inbox"), row(1, "Ada"), row(2, "Archive"), row(2, "Ada")],
        )
    };
    let mut fake = on(view);
    let run = fake.run(source);
    assert_eq!(run.recording.ending.outcome, Outcome::Refused);
    assert!(fake.done.is_empty(), "nothing is done on a guess");
    let diagnostic = run
        .recording
        .ending
        .diagnostic
        .expect("a refusal lists what fits");
    insta::assert_snapshot!(diagnostic.render("open_mail.rhai", source));
}

#[test]
fn a_description_that_fits_one_clearly_better_decides() {
    let view = |_| {
        let tab = |name: &str| Element {
            content_description: Some(name.into()),
            ..button("Edit")
        };
        screen(
            "Tabs",
            vec![tab("Profile picture"), tab("Home address"), tab("Profile name")],
        )
    };
    let click = |description: &str| {
        let mut fake = on(view);
        let source = format!(
            "fn f() {{ env_op.click(env_op.find_element(#{{ text: \"Edit\", target_description: \"{description}\" }})); }}"
        );
        let run = fake.run(&source);
        (run, fake.done)
    };
    let (run, done) = click("edit button of the address");
    assert_eq!(done, [Action::Click { target: ElementId(1) }]);
    assert_eq!(run.heals[0].by, HealedBy::Margin);
    assert_eq!(
        run.heals[0].proposed.as_ref().map(ToString::to_string).as_deref(),
        Some("#{ content_description: \"Home address\" }")
    );
    assert_eq!(
        click("edit button of the profile").0.recording.ending.outcome,
        Outcome::Refused
    );
    assert_eq!(click("edit button").0.recording.ending.outcome, Outcome::Refused);
}

#[test]
fn an_action_on_nothing_is_a_fault_that_says_what_was_looked_for() {
    let run = on(late).run("fn f() { env_op.click(env_op.find_element(#{ text: \"Gone\" })); }");
    let diagnostic = run.recording.ending.diagnostic.expect("a fault says what it is");
    assert_eq!(diagnostic.code.name(), "element-missing");
    assert!(
        diagnostic.notes[0].contains("6 times for #{ text: \"Gone\" }"),
        "{diagnostic:?}"
    );
}

fn rows(state: usize) -> Screen {
    list_of_rows(state, 1000)
}

/// A list that shows three of its rows, in a place as high as said.
fn list_of_rows(state: usize, height: i32) -> Screen {
    let list = Element {
        scrollable: true,
        class_name: Some("List".into()),
        ..Element::default()
    };
    let mut all = vec![list];
    all.extend((state..state + 3).map(|it| Element {
        path: vec![0, 0, it as u16 % 3],
        ..button(&format!("row {it}"))
    }));
    let mut screen = screen("rows", all);
    screen.elements[0].bounds.bottom = height;
    screen
}

fn scrolls(start: usize) -> Fake {
    let rule = |state: usize, action: &ui::HardAction, _: &Screen| {
        Ok(match action {
            Action::Scroll {
                direction: Direction::Down,
                ..
            } => (state + 2).min(9),
            Action::Scroll {
                direction: Direction::Up,
                ..
            } => state.saturating_sub(2),
            _ => state,
        })
    };
    let mut fake = ruled(rows, rule);
    fake.state = start;
    fake
}

#[test]
fn scrolling_goes_down_to_the_end_and_then_up() {
    let source = "fn f(row) { let it = env_op.scroll_to_element(#{ text: row }); assert(it != -1, \"no such row\"); env_op.click(it); }";
    let mut fake = scrolls(4);
    let run = fake.run_with(source, &[("row", "row 11")], &Options::default(), None);
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    assert_eq!(fake.state, 9);
    let mut fake = scrolls(4);
    let run = fake.run_with(source, &[("row", "row 1")], &Options::default(), None);
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    assert_eq!(fake.state, 0);
    let run = scrolls(4).run_with(source, &[("row", "row 77")], &Options::default(), None);
    assert_eq!(run.recording.ending.outcome, Outcome::ScriptFault);
    assert!(
        run.recording
            .steps
            .iter()
            .all(|it| it.action.target() == Some(&ElementId(0)))
    );
}

/// The script of a function that overwrites a note, with a stem as another way.
const OVERWRITE: &str = r##"fn f(name) {
    let note = env_op.scroll_to_element(#{
        text: name,
        or_else: #{ text_starts_with: stem(name), class_name: "Button" },
        target_description: "the note",
    });
    assert(note != -1, "no such note");
    env_op.click(note);
}"##;

/// A list of notes with these names, three of which are in view.
fn notes(names: &'static [&'static str]) -> Fake {
    let last = names.len() - 3;
    let rule = move |state: usize, action: &ui::HardAction, _: &Screen| {
        Ok(match action {
            Action::Scroll {
                direction: Direction::Down,
                ..
            } => (state + 2).min(last),
            Action::Scroll {
                direction: Direction::Up,
                ..
            } => state.saturating_sub(2),
            Action::Click { .. } => 100 + state,
            _ => state,
        })
    };
    let mut fake = ruled(rows, rule);
    fake.view = Box::new(move |state| {
        let mut screen = rows(state % 100);
        for (at, it) in screen.elements[1..].iter_mut().enumerate() {
            it.text = Some(names[state % 100 + at].to_owned());
        }
        screen
    });
    fake
}

/// The name that was clicked, if one was, and how the run ended: the same whatever moves the device's time.
fn clicked(names: &'static [&'static str], source: &str, name: &str) -> (Option<String>, Outcome) {
    let clicked = |clock: Clock| {
        let mut notes = notes(names);
        notes.info.clock = clock;
        let run = notes.run_with(source, &[("name", name)], &Options::default(), None);
        let step = run.recording.steps.iter().find_map(|it| match it.action {
            Action::Click { target } => it.screen.get(target)?.text.clone(),
            _ => None,
        });
        (step, run.recording.ending.outcome)
    };
    let real = clicked(Clock::Real);
    assert_eq!(real, clicked(Clock::Simulated));
    real
}

#[test]
fn the_exact_name_is_looked_for_down_the_list_before_a_part_of_it() {
    let names: &[&str] = &["X.md", "A.txt", "B.txt", "C.txt", "D.txt", "X.txt"];
    assert_eq!(
        clicked(names, OVERWRITE, "X.txt"),
        (Some("X.txt".to_owned()), Outcome::Reached)
    );
    // A part of a name that the call gives in full is no other way to it.
    let names: &[&str] = &["X.md", "A.txt", "B.txt", "C.txt", "D.txt", "E.txt"];
    assert_eq!(clicked(names, OVERWRITE, "X.txt"), (None, Outcome::ScriptFault));
    let alone: &[&str] = &["X.md", "A.txt", "B.txt"];
    assert_eq!(clicked(alone, OVERWRITE, "X.txt"), (None, Outcome::ScriptFault));
}

#[test]
fn what_find_element_finds_otherwise_may_stand_further_down() {
    let source = r##"fn f(name) {
        let note = env_op.find_element(#{ text: name, or_else: #{ class_name: "Button", text: "A.txt" } });
        assert(note != -1, "no such note");
        env_op.click(note);
    }"##;
    let names: &[&str] = &["X.md", "A.txt", "B.txt", "C.txt", "D.txt", "X.txt"];
    assert_eq!(
        clicked(names, source, "X.txt"),
        (Some("X.txt".to_owned()), Outcome::Reached)
    );
}

#[test]
fn two_of_a_name_are_refused_wherever_in_the_list_they_stand() {
    let names: &[&str] = &["X.txt", "A.txt", "B.txt", "C.txt", "D.txt", "X.txt"];
    assert_eq!(clicked(names, OVERWRITE, "X.txt"), (None, Outcome::Refused));
    // One that two views show is one.
    let names: &[&str] = &["A.txt", "B.txt", "X.txt", "C.txt", "D.txt", "E.txt"];
    assert_eq!(
        clicked(names, OVERWRITE, "X.txt"),
        (Some("X.txt".to_owned()), Outcome::Reached)
    );
    // What the call does not name is the first that comes into sight.
    let source = OVERWRITE.replace("text: name", "text: \"X.txt\"");
    let names: &[&str] = &["X.txt", "A.txt", "B.txt", "C.txt", "D.txt", "X.txt"];
    assert_eq!(
        clicked(names, &source, "other"),
        (Some("X.txt".to_owned()), Outcome::Reached)
    );
}

/// A list of so many rows on whatever device, read to its end.
fn read(last: usize, view: fn(usize) -> Screen) -> (Outcome, Vec<String>, String) {
    let rule = move |state: usize, action: &ui::HardAction, _: &Screen| {
        Ok(match action {
            Action::Scroll {
                direction: Direction::Down,
                ..
            } => (state + 2).min(last),
            Action::Scroll {
                direction: Direction::Up,
                ..
            } => state.saturating_sub(2),
            _ => state,
        })
    };
    let source = "fn f() { for it in env_op.read_all(#{ class_name: \"Button\" }) { env_op.log(it); } }";
    let run = ruled(view, rule).run(source);
    let said = run.recording.ending.diagnostic.map_or_else(String::new, |it| {
        format!("{} {} {}", it.code, it.message, it.notes.join(" "))
    });
    let notes = run.log.into_iter().map(|it| it.text).collect();
    (run.recording.ending.outcome, notes, said)
}

#[test]
fn a_list_is_read_to_its_end_or_the_run_says_that_it_was_not() {
    let names = |n: usize| -> Vec<String> { (0..n).map(|it| format!("row {it}")).collect() };
    // Thirty-nine scrolls of two rows, and one that changes nothing.
    assert_eq!(read(78, rows), (Outcome::Reached, names(81), String::new()));
    let (outcome, notes, said) = read(79, rows);
    assert_eq!((outcome, notes), (Outcome::Refused, Vec::new()));
    assert!(
        said.starts_with(
            "list-unfinished reading #{ class_name: \"Button\" }: the list still moved after 40 scrolls"
        ),
        "{said}"
    );
    assert!(
        said.ends_with("with 82 texts read the last one read: row 81"),
        "{said}"
    );
}

#[test]
fn an_empty_list_has_nothing_to_read() {
    let empty = |_| {
        let mut screen = rows(0);
        screen.elements.truncate(1);
        screen
    };
    assert_eq!(read(0, empty), (Outcome::Reached, Vec::new(), String::new()));
    // Nor has a screen without any list.
    let none = |_| screen("none", vec![field("Name", "Ada")]);
    assert_eq!(read(0, none), (Outcome::Reached, Vec::new(), String::new()));
}

#[test]
fn a_strip_is_scrolled_sideways() {
    let rule = |state: usize, action: &ui::HardAction, _: &Screen| {
        Ok(match action {
            Action::Scroll {
                direction: Direction::Right,
                ..
            } => (state + 2).min(9),
            Action::Scroll {
                direction: Direction::Left,
                ..
            } => state.saturating_sub(2),
            _ => state,
        })
    };
    let mut fake = ruled(|state| list_of_rows(state, 100), rule);
    let source = "fn f(row) { let it = env_op.scroll_to_element(#{ text: row }); assert(it != -1); env_op.click(it); }";
    let run = fake.run_with(source, &[("row", "row 8")], &Options::default(), None);
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    assert_eq!(fake.state, 6);
}

#[test]
fn the_screen_can_be_read_and_counted() {
    let view = |_| {
        screen(
            "form",
            vec![field("Name", "Ada"), field("City", ""), button("Save")],
        )
    };
    let run = on(view).run(
        r#"fn f() {
        let name = env_op.find_element(#{ hint_text: "Name" });
        let city = env_op.find_element(#{ hint_text: "City" });
        env_op.log(env_op.read_text(name) + "|" + env_op.read_text(city));
        env_op.log(env_op.count_elements(#{ editable: true }));
        for it in env_op.get_cur_ui_element_list() {
            if it.text == "Save" && it.type == "" && it.column == "" && it.clickable { env_op.click(it.index); }
        }
    }"#,
    );
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    assert_eq!(
        run.log.iter().map(|it| it.text.as_str()).collect::<Vec<_>>(),
        ["Ada|", "2"]
    );
    assert_eq!(
        run.recording.steps[0].action,
        Action::Click { target: ElementId(2) }
    );
}

/// A button that becomes enabled after so many waits.
fn waking(after: usize) -> Fake {
    let view = move |state: usize| {
        let save = Element {
            enabled: state >= after,
            ..button("Save")
        };
        screen("form", vec![save])
    };
    ruled(view, |state, action, _| {
        Ok(state + usize::from(matches!(action, Action::Wait)))
    })
}

#[test]
fn a_disabled_button_is_waited_for_and_then_a_fault() {
    let found = [
        "env_op.click(env_op.find_element(#{ text: \"Save\" }));",
        "env_op.click(env_op.find_elements(#{ text: \"Save\" })[0]);",
    ];
    for click in found {
        let source = format!("fn f() {{ {click} env_op.stop(\"complete\"); }}");
        let mut woken = waking(2);
        let run = woken.run(&source);
        assert_eq!(
            run.recording.ending.outcome,
            Outcome::Reached,
            "{:?}",
            run.recording.ending
        );
        assert!(woken.done.iter().any(|it| matches!(it, Action::Click { .. })));
        let mut asleep = waking(usize::MAX);
        let run = asleep.run(&source);
        let diagnostic = run.recording.ending.diagnostic.expect("a fault says what it is");
        assert_eq!(
            (run.recording.ending.outcome, diagnostic.code.name()),
            (Outcome::ScriptFault, "element-disabled")
        );
        assert!(diagnostic.message.contains("Save"), "{diagnostic:?}");
        assert!(!asleep.done.iter().any(|it| matches!(it, Action::Click { .. })));
    }
}

#[test]
fn a_value_that_a_field_did_not_take_is_a_fault() {
    // A field of one line, which holds what was typed without its line breaks.
    let view = |state: usize| screen("form", vec![field("Title", ["", "Ada", "one two"][state])]);
    let mut fake = ruled(view, |state, action, _| {
        Ok(match action {
            Action::InputText { text, .. } => 1 + usize::from(text != "Ada"),
            _ => state,
        })
    });
    let source = r#"fn f(text) { env_op.input_text(text, env_op.find_element(#{ hint_text: "Title" }), true); env_op.stop("complete"); }"#;
    let run = fake.run_with(source, &[("text", "Ada")], &Options::default(), None);
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    let run = fake.run_with(source, &[("text", "one\ntwo")], &Options::default(), None);
    let diagnostic = run.recording.ending.diagnostic.expect("a fault says what it is");
    assert_eq!(
        (run.recording.ending.outcome, diagnostic.code.name()),
        (Outcome::ScriptFault, "not-taken")
    );
    assert!(
        diagnostic.notes.iter().any(|it| it.contains("one two")),
        "{diagnostic:?}"
    );
}

/// Folders of these names, as rows that say more than their name, and what was clicked among them.
fn picked(names: &[&str]) -> (Outcome, Vec<HardAction>) {
    let rows: Vec<Element> = names
        .iter()
        .enumerate()
        .flat_map(|(at, name)| {
            let row = Element {
                content_description: Some(format!("Folder {name} 10/15/2023")),
                clickable: true,
                path: vec![0, at as u16],
                ..Element::default()
            };
            let title = Element {
                text: Some((*name).to_owned()),
                path: vec![0, at as u16, 0],
                ..Element::default()
            };
            [row, title]
        })
        .collect();
    let mut fake = on(move |_| screen("Folders", rows.clone()));
    let script = r##"fn f(folder) {
        let it = env_op.find_element(#{ content_description_contains: folder });
        assert(it != -1, "it is not there");
        env_op.click(it);
    }"##;
    let run = fake.run_with(script, &[("folder", "Notes")], &Options::default(), None);
    let done = fake.done.into_iter().filter(|it| !matches!(it, Action::Wait));
    (run.recording.ending.outcome, done.collect())
}

#[test]
fn what_a_value_names_is_meant_and_not_what_contains_it() {
    let target = ElementId(2);
    let (outcome, done) = picked(&["Old Notes", "Notes", "Notes 2"]);
    assert_eq!(
        (outcome, done),
        (Outcome::Reached, vec![Action::Click { target }])
    );
    // Two that are called so, or none that is: nobody knows.
    for names in [&["Notes", "Notes"][..], &["Old Notes", "Notes 2"]] {
        let (outcome, done) = picked(names);
        assert_eq!((outcome, done), (Outcome::Refused, Vec::new()), "{names:?}");
    }
    // Only one has the name in its own: it is another folder. What all rows say beside their names is no part of them.
    for (names, reached) in [
        (&["Old Notes", "Mail"][..], false),
        (&["Mail", "Notes 2 of 3"], false),
        (&["Footnotes Notesbook", "Mail"], false),
        (&["Mail", "Notes"], true),
    ] {
        let (outcome, done) = picked(names);
        assert_eq!(outcome == Outcome::Reached, reached, "{names:?}: {outcome:?}");
        assert_eq!(done.is_empty(), !reached, "{names:?}");
    }
}
