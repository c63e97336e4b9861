//! The builder's tool answers every reply: with a part of the tree, or with what there is.

use crate::sample;

use std::collections::BTreeMap;

use autorpa_trajectory::{FetchError, Info, Recording, RecordingId, Request, Source, Sources};
use proptest::prelude::*;
use sample::{click, recording};

fn named(id: &str, before: &[&str]) -> Recording {
    let mut made = recording("OpenNote", 1, before, &["note", "text"]);
    made.id = RecordingId(id.to_owned());
    made.steps[0].screenshot = Some("0".repeat(64));
    made
}

#[test]
fn a_call_is_read_however_it_is_wrapped() {
    let expected = Request {
        source: "fix_react_traj".to_owned(),
        step: Some(3),
        info: vec![Info::UiList],
    };
    for reply in [
        r#"{"action": "fetch_info", "arguments": {"source": "fix_react_traj", "step": 3, "info": ["ui_list"]}}"#,
        "I have to look at it.\n```json\n{\"action\": \"fetch_info\", \"arguments\":\n {\"source\": \"fix_react_traj\", \"step\": \"3\", \"info\": \"UI list\"}}\n```\nThanks.",
        r#"{"source": " fix_react_traj", "step": 3.0, "info": ["ui-list"]}"#,
        r#"{"tool": "fetch_info", "source": "fix_react_traj", "step": 3, "info": ["ui_list"]}"#,
        r#"{"name": "fetch_info", "arguments": "{\"source\": \"fix_react_traj\", \"step\": 3, \"info\": [\"ui_list\"]}"}"#,
        r#"A set {1, 2} first, {"a": 1} then, {"source": "fix_react_traj", "step": 3, "info": ["ui_list"]}"#,
    ] {
        assert_eq!(Request::parse(reply), [Ok(expected.clone())], "{reply}");
    }
}

/// A call that asks for several steps is several calls.
#[test]
fn several_steps_are_asked_for_at_once() {
    let call = |source: &str, step| Request {
        source: source.to_owned(),
        step: Some(step),
        info: vec![Info::UiList],
    };
    let both = [Ok(call("recording 1", 1)), Ok(call("recording 2", 3))];
    for reply in [
        r#"{"action": "fetch_info", "arguments": [{"source": "recording 1", "step": 1, "info": ["ui_list"]}, {"source": "recording 2", "step": 3, "info": ["ui_list"]}]}"#,
        r#"[{"source": "recording 1", "step": 1, "info": ["ui_list"]}, {"source": "recording 2", "step": 3, "info": ["ui_list"]}]"#,
        "{\"action\": \"fetch_info\", \"arguments\": {\"source\": \"recording 1\", \"step\": 1, \"info\": [\"ui_list\"]}}\n\
         {\"action\": \"fetch_info\", \"arguments\": {\"source\": \"recording 2\", \"step\": 3, \"info\": [\"ui_list\"]}}",
    ] {
        assert_eq!(Request::parse(reply), both, "{reply}");
    }
    let steps = r#"{"source": "recording 1", "step": [1, "2"], "info": ["ui_list"]}"#;
    let both = [Ok(call("recording 1", 1)), Ok(call("recording 1", 2))];
    assert_eq!(Request::parse(steps), both);

    let one = named("r1", &["open"]);
    let mut sources = Sources::default();
    sources.put(Source::SuccessfulReact, "recording 1", &one, BTreeMap::new());
    let told = sources.answer(steps).unwrap().text;
    assert!(
        told.starts_with("recording 1: step 1 of 1 (successful_react_traj)\n"),
        "{told}"
    );
    assert!(
        told.ends_with("\n\nfetch_info: recording 1 has no step 2: it has steps 1 to 1"),
        "{told}"
    );
    let many = format!("[{}]", [r#"{"source": "recording 1"}"#; 11].join(","));
    let told = sources.answer(&many).unwrap().text;
    assert!(told.ends_with("\n\n(3 more: no more than 8 at once)"), "{told}");
}

/// What a model plausibly calls a recording is understood.
#[test]
fn a_source_is_known_by_what_it_is_called() {
    let (first, second, failed) = (
        named("a1b2", &["x"]),
        named("c3d4", &["y"]),
        named("e5f6", &["z"]),
    );
    let mut sources = Sources::default();
    sources.put(Source::SuccessfulReact, "recording 1", &first, BTreeMap::new());
    sources.put(Source::SuccessfulReact, "recording 12", &second, BTreeMap::new());
    sources.put(Source::FailedReact, "attempt 1", &failed, BTreeMap::new());
    for (source, name) in [
        ("a1b2", "recording 1"),
        ("`a1b2`", "recording 1"),
        ("recording a1b2", "recording 1"),
        ("Recording 1", "recording 1"),
        ("1", "recording 1"),
        ("Recording 1 (successful_react_traj)", "recording 1"),
        ("## Recording 12 (successful_react_traj)", "recording 12"),
        ("\"recording 12\"", "recording 12"),
        ("successful_react_traj (A1B2)", "recording 1"),
        ("<successful_react_traj>", "recording 12"),
        ("attempt 1", "attempt 1"),
        ("Attempt 1 (failed_react_traj)", "attempt 1"),
    ] {
        let call = serde_json::json!({ "source": source, "step": 1, "info": ["action"] }).to_string();
        let told = sources.answer(&call).unwrap().text;
        assert!(
            told.starts_with(&format!("{name}: step 1 of 1")),
            "{source}: {told}"
        );
    }
    let told = sources
        .answer(r#"{"source": "recording 2", "step": 1}"#)
        .unwrap()
        .text;
    assert_eq!(
        told,
        "fetch_info: there is no trajectory `recording 2` here; there are: recording 1 (successful_react_traj, 1 step), \
         recording 12 (successful_react_traj, 1 step), attempt 1 (failed_react_traj, 1 step)"
    );
}

#[test]
fn a_reply_without_a_call_is_none() {
    for reply in [
        "",
        "### Skill Code:\nfn f() { let a = #{ text: \"x\", source: 1 }; }",
        r#"{"action": "click", "arguments": {"source": "fix_react_traj"}}"#,
        "fetch_info is not needed",
        "{{{{",
    ] {
        assert_eq!(Request::parse(reply), [], "{reply}");
        assert_eq!(Sources::default().answer(reply), None);
    }
}

#[test]
fn a_wrong_call_is_told_what_there_is() {
    let mut sources = Sources::default();
    let one = named("r1", &["open"]);
    sources.put(Source::SuccessfulReact, "recording 1", &one, BTreeMap::new());
    for (call, said) in [
        (
            r#"{"action": "fetch_info"}"#,
            "fetch_info: fetch_info needs a `source`: one of pre_skill_exec_traj, successful_react_traj, failed_react_traj, fix_react_traj",
        ),
        (
            r#"{"source": "failed_react_traj"}"#,
            "fetch_info: there is no trajectory `failed_react_traj` here; there are: recording 1 (successful_react_traj, 1 step)",
        ),
        (
            r#"{"source": "successful_react_traj", "step": 2}"#,
            "fetch_info: successful_react_traj has no step 2: it has steps 1 to 1",
        ),
        (
            r#"{"source": "successful_react_traj", "step": 0}"#,
            "fetch_info: `step` must be a whole number from 1 on, not 0",
        ),
        (
            r#"{"source": "successful_react_traj", "step": -1.5}"#,
            "fetch_info: `step` must be a whole number from 1 on, not -1.5",
        ),
        (
            r#"{"source": "successful_react_traj", "info": ["pixels"]}"#,
            "fetch_info: `info` can't be \"pixels\"; it is a list of: action, summary, ui_list, screenshot, conclusion",
        ),
    ] {
        assert_eq!(sources.answer(call).unwrap().text, said);
    }
    let nothing = Sources::default().fetch(&Request {
        source: "x".to_owned(),
        step: None,
        info: vec![],
    });
    assert!(matches!(nothing, Err(FetchError::UnknownSource { known, .. }) if known == "none"));
}

#[test]
fn without_a_step_it_is_the_simplified_trajectory() {
    let mut sources = Sources::default();
    let mut one = named("r1", &["open"]);
    one.steps.push(click(&["note", "text"]));
    one.steps[1].summary = Some("Nothing happened.".to_owned());
    sources.put(Source::FailedReact, "", &one, BTreeMap::new());
    let fetched = sources.answer(r#"{"source": "failed_react_traj"}"#).unwrap();
    insta::assert_snapshot!(fetched.text, @r#"
    failed_react_traj: trajectory r1
    goal: Do OpenNote with number 1
    1. clicked Button "open"; appeared: "note", "text"; vanished: "open"
    2. clicked Button "note": Nothing happened. (the screen did not change)
    conclusion: The search worked on "Do OpenNote with number 1" in 2 steps, 1 of them without effect. Outcome: reached, reward 1. Last: clicked Button "note".
    "#);
    let fetched = sources
        .answer(r#"{"source": "r1", "info": ["conclusion"]}"#)
        .unwrap();
    assert!(
        fetched
            .text
            .starts_with("failed_react_traj r1: The search worked on"),
        "{}",
        fetched.text
    );
}

#[test]
fn with_a_step_it_is_the_block() {
    let (first, second) = (named("r1", &["old"]), named("r2", &["open"]));
    let mut sources = Sources::default();
    sources.put(Source::FixReact, "", &first, BTreeMap::new());
    let translated = BTreeMap::from([(1, "click #{ text: \"open\" }".to_owned())]);
    sources.put(Source::FixReact, "", &second, translated);
    let fetched = sources
        .answer(r#"{"source": "FIX_REACT_TRAJ", "step": 1}"#)
        .unwrap();
    insta::assert_snapshot!(fetched.text, @r#"
    r2: step 1 of 1 (fix_react_traj); others of this source: r1
    action: click 0 (clicked Button "open")
    translated action: click #{ text: "open" }
    summary: clicked Button "open"; appeared: "note", "text"; vanished: "open"
    screen before the action: net.example.notes Main
    {"index":0,"text":"open","class_name":"Button","box":[0,0,9,9]}
    screen after the action: net.example.notes Main
    {"index":0,"text":"note","class_name":"Button","box":[0,0,9,9]}
    {"index":1,"text":"text","class_name":"Button","box":[0,0,9,9]}
    "#);
    assert_eq!(fetched.screenshot, second.steps[0].screenshot);
    let fetched = sources
        .answer(r#"{"source": "r1", "step": 1, "info": ["summary"]}"#)
        .unwrap();
    assert_eq!(fetched.screenshot, None);
    assert!(
        fetched
            .text
            .ends_with("summary: clicked Button \"old\"; appeared: \"note\", \"text\"; vanished: \"old\"")
    );
}

#[test]
fn a_long_list_of_elements_is_cut_between_two() {
    let rows: Vec<String> = (0..2000).map(|it| format!("row {it}")).collect();
    let long = named("r1", &rows.iter().map(String::as_str).collect::<Vec<_>>());
    let mut sources = Sources::default();
    sources.put(Source::PreSkillExec, "", &long, BTreeMap::new());
    let fetched = sources
        .answer(r#"{"source": "pre_skill_exec_traj", "step": 1, "info": ["ui_list"]}"#)
        .unwrap();
    assert!(fetched.text.len() < 25_000 && fetched.text.contains(" more elements)"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_reply_gets_an_answer_or_none(reply in prop_oneof![
        ".{0,80}",
        "[{}\\[\\]\":,a-z0-9 \\\\-]{0,60}",
        "\\{\"source\": [a-z0-9\"{}\\[\\].-]{0,12}, \"step\": [a-z0-9\".-]{0,8}\\}",
    ]) {
        let one = named("r1", &["open"]);
        let mut sources = Sources::default();
        sources.put(Source::SuccessfulReact, "recording 1", &one, BTreeMap::new());
        if let Some(fetched) = sources.answer(&reply) {
            prop_assert!(!fetched.text.is_empty());
        }
    }
}
