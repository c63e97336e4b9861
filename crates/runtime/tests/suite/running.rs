//! What a run does on the device, what it records, and how it ends.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use device::{Cause, DeviceError, Lasts, NotAllowed};
use runtime::{Asked, Choice, Consent, Options, Oracle, OracleError, Person, UnknownSecret};
use trajectory::{Code, Origin, Outcome, Position};
use ui::{Action, ElementId, HardAction, Screen, Status};

use crate::fake::{Runs, button, field, on, ruled, screen};

fn form(state: usize) -> Screen {
    match state {
        0 => screen("list", vec![button("New"), button("Old")]),
        1 => screen("form", vec![field("Name", ""), button("Save")]),
        _ => screen("saved", vec![button("Done")]),
    }
}

const SAVE: &str = r#"
fn save(name) {
    let add = env_op.find_element(#{ text: "New", target_description: "the button for a new entry" });
    assert(add != -1, "no button");
    env_op.click(add);
    let field = env_op.find_element(#{ hint_text: "Name" });
    env_op.input_text(name, field, true);
    env_op.click(env_op.find_element(#{ text: "Save" }));
    env_op.stop("complete");
    env_op.go_home();
}
"#;

#[test]
fn a_run_is_a_recording_with_a_place_for_each_step() {
    let mut fake = on(form);
    let run = fake.run_with(SAVE, &[("name", "Ada")], &Options::default(), None);
    let recording = &run.recording;
    assert_eq!(
        recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        recording.ending
    );
    assert_eq!(recording.origin, Origin::Script);
    let expected: Vec<HardAction> = vec![
        Action::Click { target: ElementId(0) },
        Action::InputText {
            target: Some(ElementId(0)),
            text: "Ada".into(),
            clear: true,
        },
        Action::Click { target: ElementId(1) },
        Action::Status {
            goal_status: Status::Complete,
        },
    ];
    assert_eq!(fake.done, expected);
    assert_eq!(
        recording
            .steps
            .iter()
            .map(|it| it.action.clone())
            .collect::<Vec<_>>(),
        expected
    );
    let lines: Vec<usize> = recording
        .steps
        .iter()
        .filter_map(|it| it.position)
        .map(|it| it.line)
        .collect();
    assert_eq!(lines, [5, 7, 8, 9]);
    assert_eq!(
        recording.steps[0].reason.as_deref(),
        Some("the button for a new entry")
    );
    assert_eq!(*recording.steps[1].screen, form(1));
    assert_eq!(*recording.last, form(2));
    assert_eq!(recording.reward, None);
    assert!(run.heals.is_empty());
}

#[test]
fn a_function_that_returns_is_done() {
    let run = on(form).run("fn f() { env_op.click(0); }");
    assert_eq!(run.recording.ending.outcome, Outcome::Reached);
    assert_eq!(run.recording.steps.len(), 1);
}

#[test]
fn what_is_known_for_a_value_is_looked_up_and_what_is_not_ends_the_run() {
    let view = |_| screen("still", vec![button("OK")]);
    let source = "fn f(level) {\n  env_op.log(\"first\");\n  env_op.log(lookup(level, #{ \"low\": \"1\", \"very high\": \"3\" }));\n}";
    let run = |level: &str| on(view).run_with(source, &[("level", level)], &Options::default(), None);
    let known = run("very high");
    assert_eq!(known.recording.ending.outcome, Outcome::Reached);
    let notes = |run: &runtime::Run| -> Vec<String> { run.log.iter().map(|it| it.text.clone()).collect() };
    assert_eq!(notes(&known), ["first", "3"]);
    let unknown = run("Low");
    assert_eq!(unknown.recording.ending.outcome, Outcome::ScriptFault);
    assert_eq!(notes(&unknown), ["first"]);
    let said = unknown
        .recording
        .ending
        .diagnostic
        .expect("a fault says what it is");
    assert_eq!(
        (
            said.code.name(),
            said.message.as_str(),
            said.position.map(|it| it.line)
        ),
        (
            "unknown-value",
            "nothing is known for \"Low\", only for: low, very high",
            Some(3)
        )
    );
}

#[test]
fn the_environment_may_end_the_episode() {
    let mut fake = on(form);
    fake.ends = Box::new(|state| *state == 2);
    let source = r#"fn f() {
        try { env_op.click(1); env_op.click(0); } catch { }
        loop { env_op.click(0); }
    }"#;
    let run = fake.run(source);
    assert_eq!(run.recording.ending.outcome, Outcome::Reached);
    assert_eq!(fake.done, [Action::Click { target: ElementId(1) }]);
}

/// What a script says after the environment has ended the episode counts; one that wants more has said nothing.
#[test]
fn only_what_was_said_of_an_ended_episode_counts() {
    let said = |rest: &str| {
        let mut fake = on(form);
        fake.ends = Box::new(|state| *state == 2);
        let run = fake.run(&format!("fn f() {{ env_op.click(1); {rest} }}"));
        assert_eq!(run.recording.ending.outcome, Outcome::Reached, "{rest}");
        assert_eq!(fake.done.len(), 1, "{rest}");
        run.recording.ending.diagnostic.map(|it| it.code)
    };
    for claim in [
        "",
        "env_op.stop(\"complete\");",
        "assert(env_op.element_exists(#{ text: \"Done\" })); env_op.stop(\"complete\");",
    ] {
        assert_eq!(said(claim), None, "{claim}");
    }
    for more in [
        "env_op.click(0); env_op.stop(\"complete\");",
        "env_op.wait(); env_op.stop(\"complete\");",
        "assert(false, \"not won\"); env_op.stop(\"complete\");",
        "env_op.wait_for(#{ text: \"won\" }); env_op.stop(\"complete\");",
    ] {
        assert_eq!(said(more), Some(Code::EndedEarly), "{more}");
    }
}

#[test]
fn a_script_that_gives_up_has_not_reached_its_task() {
    let run = on(form).run("fn f() { env_op.stop(\"infeasible\"); }");
    assert_eq!(run.recording.ending.outcome, Outcome::NotReached);
}

#[test]
fn a_device_that_goes_away_ends_the_run_whatever_the_script_catches() {
    let mut fake = ruled(form, |_, action, _| {
        Err(DeviceError::Lost {
            doing: action.kind().to_string(),
            reason: "the cable is out".into(),
        })
    });
    let run = fake
        .run("fn f() {\n  try { env_op.click(0); } catch { env_op.go_home(); }\n  env_op.log(\"on\");\n}");
    let ending = run.recording.ending;
    assert_eq!(ending.outcome, Outcome::DeviceLost);
    let diagnostic = ending.diagnostic.expect("a lost device says why");
    assert_eq!(diagnostic.code.name(), "device-lost");
    assert_eq!(diagnostic.position.map(|it| it.line), Some(2));
    assert!(diagnostic.message.contains("the cable is out"));
    assert!(run.log.is_empty());
}

#[test]
fn an_index_is_found_again_after_the_screen_changed() {
    let mut fake = ruled(
        |state| match state {
            0 => screen("a", vec![button("One"), button("Two")]),
            _ => screen("a", vec![button("Zero"), button("One"), button("Two")]),
        },
        |state, _, _| Ok(state + 1),
    );
    let run = fake.run(
        r#"fn f() {
        let two = env_op.find_element(#{ text: "Two", target_description: "the second" });
        env_op.click(two);
        env_op.click(two);
    }"#,
    );
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    assert_eq!(
        fake.done,
        [1, 2].map(|it| Action::Click {
            target: ElementId(it)
        })
    );
    assert_eq!(run.recording.steps[0].reason.as_deref(), Some("the second"));
    assert_eq!(
        run.recording.steps[1].reason.as_deref(),
        Some("the second (found again: the screen had changed since)")
    );
    assert_eq!(run.heals.len(), 1);
}

#[test]
fn an_index_of_an_element_that_is_gone_is_a_fault() {
    let run = on(form).run(
        r#"fn f() {
        let add = env_op.find_element(#{ text: "New" });
        env_op.click(add);
        env_op.click(add);
    }"#,
    );
    assert_eq!(run.recording.ending.outcome, Outcome::ScriptFault);
    let diagnostic = run.recording.ending.diagnostic.expect("a fault says what it is");
    assert_eq!(
        (diagnostic.code.name(), diagnostic.position.map(|it| it.line)),
        ("element-missing", Some(4))
    );
}

#[test]
fn every_row_of_a_list_can_be_acted_on_while_it_changes() {
    let mut fake = ruled(
        |state| {
            let rows = ["a", "b", "c"].iter().enumerate().map(|(at, it)| {
                let mut row = button(it);
                row.checked = state >> at & 1 == 1;
                row
            });
            screen("rows", rows.collect())
        },
        |state, action, _| Ok(action.target().map_or(state, |it| state | 1 << it.0)),
    );
    let run = fake.run(
        "fn f() { for row in env_op.find_elements(#{ class_name: \"Button\" }) { env_op.click(row); } }",
    );
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
    assert_eq!(fake.state, 7);
}

struct Model(Result<&'static str, OracleError>);

impl Oracle for Model {
    fn ask(&mut self, question: &str, _: &str, _: &Screen, screenshot: &[u8]) -> Result<String, OracleError> {
        assert_eq!(question, "How many?");
        assert!(!screenshot.is_empty());
        self.0.clone().map(str::to_owned)
    }

    fn ground(
        &mut self,
        _: &str,
        _: &Screen,
        ids: &[ElementId],
        _: &[u8],
    ) -> Result<Option<ElementId>, OracleError> {
        self.0.clone()?;
        Ok(ids.last().copied())
    }
}

const ASK: &str = "fn f() { let many = env_op.ask_mllm(\"How many?\", \"int\"); env_op.answer(many + 1); }";

#[test]
fn a_model_answers_in_the_form_that_was_asked_for() {
    let mut model = Model(Ok(" 41 "));
    let run = on(form).run_with(ASK, &[], &Options::default(), Some(&mut model));
    assert_eq!(
        run.recording.answer.as_deref(),
        Some("42"),
        "{:?}",
        run.recording.ending
    );
    let mut model = Model(Ok("many"));
    let run = on(form).run_with(ASK, &[], &Options::default(), Some(&mut model));
    assert_eq!(run.recording.ending.outcome, Outcome::ModelFailed);
    let mut model = Model(Err(OracleError::OverBudget {
        source: Cause::of(NotAllowed::PasswordField),
    }));
    let run = on(form).run_with(ASK, &[], &Options::default(), Some(&mut model));
    assert_eq!(run.recording.ending.outcome, Outcome::OverBudget);
    let run = on(form).run(ASK);
    assert_eq!(run.recording.ending.outcome, Outcome::ModelFailed);
    let diagnostic = run.recording.ending.diagnostic.expect("a missing model is named");
    assert_eq!(diagnostic.code.name(), "no-model");
    assert_eq!(diagnostic.position, Some(Position { line: 1, column: 28 }));
}

#[test]
fn the_grounder_decides_where_the_description_does_not() {
    let view = |_| screen("two", vec![button("Go"), button("Go")]);
    let source =
        "fn f() { env_op.click(env_op.find_element(#{ text: \"Go\", target_description: \"the way\" })); }";
    let mut fake = on(view);
    let mut model = Model(Ok(""));
    let run = fake.run_with(source, &[], &Options::default(), Some(&mut model));
    assert_eq!(fake.done, [Action::Click { target: ElementId(1) }]);
    assert_eq!(run.heals.len(), 1);
    assert_eq!(on(view).run(source).recording.ending.outcome, Outcome::Refused);
}

/// Says which of several is meant, and whether anything may be pressed; and can see to it that the screen changes meanwhile.
struct Somebody {
    which: Option<usize>,
    consent: Consent,
    moves: Option<Arc<AtomicBool>>,
}

impl Person for Somebody {
    fn which(&self, choice: &Choice<'_>) -> Option<ElementId> {
        assert!(choice.picture.is_some());
        self.moves.iter().for_each(|it| it.store(true, Ordering::Relaxed));
        choice.candidates.get(self.which?).copied()
    }

    fn consents(&self, _: &Screen, action: &HardAction) -> Consent {
        self.moves.iter().for_each(|it| it.store(true, Ordering::Relaxed));
        match action {
            Action::Click { .. } => self.consent.clone(),
            _ => Consent::NotAsked,
        }
    }

    fn secret(&self, _: &UnknownSecret<'_>) -> Option<String> {
        None
    }
}

#[test]
fn one_of_several_that_are_alike_is_not_taken_once_their_rows_have_changed_places() {
    let moved = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&moved);
    let mut fake = on(move |_| {
        let rows = match seen.load(Ordering::Relaxed) {
            true => ["Bob", "Go", "Ada", "Go"],
            false => ["Ada", "Go", "Bob", "Go"],
        };
        screen("rows", rows.map(button).into())
    });
    let person = Somebody {
        which: Some(0),
        consent: Consent::NotAsked,
        moves: Some(moved),
    };
    let options = Options {
        person: Some(Asked(Arc::new(person))),
        ..Options::default()
    };
    let source = "fn f() { env_op.click(env_op.find_element(#{ text: \"Go\" })); }";
    let run = fake.run_with(source, &[], &options, None);
    assert_eq!(run.recording.ending.outcome, Outcome::Refused);
    assert!(fake.done.is_empty());
}

/// A pause is a step of the recording, on the screen that the action led to; the application is left alone meanwhile.
#[test]
fn pauses_after_actions_are_steps() {
    let mut fake = on(|state| screen("list", vec![button(&format!("Next {state}"))]));
    let options = Options {
        pause: Duration::from_millis(1),
        ..Options::default()
    };
    let source =
        "fn f() { for n in 0..2 { env_op.click(env_op.find_element(#{ text_starts_with: \"Next\" })); } }";
    let run = fake.run_with(source, &[], &options, None);
    let steps: Vec<(bool, bool)> = run
        .recording
        .steps
        .iter()
        .map(|it| {
            let waits = it.action == Action::Wait;
            (waits, it.screen.elements[0].text.as_deref() == Some("Next 0"))
        })
        .collect();
    assert_eq!(
        steps,
        [(false, true), (true, false), (false, false), (true, false)]
    );
}

/// Run a script that clicks what shows "Go", where two do and a third row may come before them; what was clicked.
fn asking(which: Option<usize>, consent: Consent, moves: bool) -> (Vec<String>, Outcome) {
    let moved = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&moved);
    let rows = move || match seen.load(Ordering::Relaxed) {
        true => vec!["News", "Go now", "Go later"],
        false => vec!["Go now", "Go later"],
    };
    let shown = rows.clone();
    let mut fake = on(move |_| screen("two", rows().into_iter().map(button).collect()));
    let person = Somebody {
        which,
        consent,
        moves: moves.then_some(moved),
    };
    let options = Options {
        person: Some(Asked(Arc::new(person))),
        ..Options::default()
    };
    let source = "fn f() { env_op.click(env_op.find_element(#{ text_contains: \"Go\" })); }";
    let run = fake.run_with(source, &[], &options, None);
    let clicked = fake.done.iter().filter_map(|it| it.target());
    let clicked = clicked.map(|it| shown()[it.0].to_owned());
    (clicked.collect(), run.recording.ending.outcome)
}

#[test]
fn the_person_says_which_is_meant_and_whether_it_is_done() {
    let clicks = |which, consent| asking(which, consent, false);
    assert_eq!(
        clicks(Some(1), Consent::NotAsked),
        (vec!["Go later".to_owned()], Outcome::Reached)
    );
    assert_eq!(
        clicks(Some(0), Consent::Given),
        (vec!["Go now".to_owned()], Outcome::Reached)
    );
    // Nobody says, or what is said is none of them: it is refused as without a person.
    assert_eq!(clicks(None, Consent::NotAsked), (Vec::new(), Outcome::Refused));
    assert_eq!(clicks(Some(9), Consent::NotAsked), (Vec::new(), Outcome::Refused));
    let no = Consent::Refused(NotAllowed::Unwanted {
        step: "click \"Go now\"".to_owned(),
        why: Lasts::Named,
    });
    assert_eq!(clicks(Some(0), no), (Vec::new(), Outcome::Refused));
}

#[test]
fn what_was_chosen_is_found_again_where_the_screen_has_changed_meanwhile() {
    for consent in [Consent::NotAsked, Consent::Given] {
        assert_eq!(
            asking(Some(1), consent, true),
            (vec!["Go later".to_owned()], Outcome::Reached)
        );
    }
}

#[test]
fn screenshots_are_kept_once_by_their_hash() {
    let options = Options {
        screenshots: true,
        ..Options::default()
    };
    let run = on(form).run_with(
        "fn f() { env_op.wait(); env_op.wait(); env_op.click(0); env_op.wait(); }",
        &[],
        &options,
        None,
    );
    let names: Vec<_> = run
        .recording
        .steps
        .iter()
        .filter_map(|it| it.screenshot.clone())
        .collect();
    assert_eq!(names.len(), 4);
    assert_eq!(names[0], names[2]);
    assert_eq!(run.screenshots.len(), 2);
    assert_eq!(run.screenshots[1].0, names[3]);
}

#[test]
fn notes_and_prints_are_kept() {
    let run = on(form).run("fn f() {\n  env_op.log(\"one\");\n  print(2);\n}");
    let notes: Vec<&str> = run.log.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(notes, ["one", "2"]);
    assert_eq!(run.log[0].position.map(|it| it.line), Some(2));
}

/// As many entries as the state says, and a button behind them.
fn liked(many: usize) -> Screen {
    let entries = (0..many).map(|_| button("Like"));
    screen("posts", entries.chain([button("Submit")]).collect())
}

/// A loop over the n-th of what fits, as it is built.
const LIKE_ALL: &str = r#"
fn like_all() {
    for n in 1..=30 {
        if !env_op.element_exists(#{ text: "Like", nth: n }) { break; }
        let like = env_op.find_element(#{ text: "Like", nth: n });
        assert(like != -1, "step 1: the button is not on the screen");
        env_op.click(like);
    }
    if env_op.element_exists(#{ text: "Like", nth: 31 }) {
        assert(false, "some are left");
    }
    env_op.click(env_op.find_element(#{ text: "Submit" }));
    env_op.stop("complete");
}
"#;

#[test]
fn a_loop_over_the_nth_submits_nothing_where_its_rounds_were_too_few() {
    for (entries, outcome, clicks) in [
        (0, Outcome::Reached, 1),
        (30, Outcome::Reached, 31),
        (31, Outcome::ScriptFault, 30),
    ] {
        let mut fake = ruled(liked, |state, _, _| Ok(state));
        fake.state = entries;
        let run = fake.run(LIKE_ALL);
        let ending = &run.recording.ending;
        assert_eq!(ending.outcome, outcome, "{entries}: {ending:?}");
        let clicked = fake.done.iter().filter(|it| matches!(it, Action::Click { .. }));
        assert_eq!(clicked.count(), clicks, "{entries}");
    }
}

#[test]
fn a_run_that_did_something_ends_once_the_device_is_at_rest() {
    let rests = |source: &str, ends_at: Option<usize>| {
        let mut fake = on(|_| screen("form", vec![button("Send")]));
        fake.ends = Box::new(move |state| ends_at == Some(*state));
        fake.run(source);
        fake.rests
    };
    let send =
        "fn f() { env_op.click(env_op.find_element(#{ text: \"Send\" })); env_op.stop(\"complete\"); }";
    assert_eq!(rests(send, None), 1);
    // Where the episode has ended by itself, its judge has what it needs.
    assert_eq!(rests(send, Some(1)), 0);
    assert_eq!(
        rests("fn f() { env_op.find_element(#{ text: \"Send\" }); }", None),
        0
    );
    assert_eq!(
        rests(
            "fn f() { env_op.click(env_op.find_element(#{ text: \"Send\" })); throw 1; }",
            None
        ),
        0
    );
}

/// Every function says what it does with an example, which a script can run word for word.
#[test]
fn what_learnt_programs_call_does_what_its_examples_say() {
    let claim = |function: &strings::Function| {
        let start = function.doc.rfind(&format!("{}(", function.name))?;
        let (call, value) = function.doc[start..].trim_end_matches('.').rsplit_once(" is ")?;
        Some(format!("assert({call} == {value}, \"{}\");", function.name))
    };
    let learnt = strings::learnt_functions();
    let mut claims: Vec<String> = learnt.iter().filter_map(claim).collect();
    assert_eq!(claims.len(), learnt.len());
    claims.push(
        "assert(\"<\" + (if has(\"a1\", \"digits\") == \"true\" { left(\"ab\", 1) } else { \"\" }) == \"<a\", \"if\");"
            .to_owned(),
    );
    let script = format!("fn f() {{ {} env_op.stop(\"complete\"); }}", claims.join("\n"));
    let run = on(form).run(&script);
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        run.recording.ending
    );
}
