//! Building online: what an agent has done is a function at once, also where no task type has goals like it.

use std::fs;

use serde_json::Value;

use crate::{
    desk::{Desk, Ran, start},
    fake_model::{Answer, FakeModel},
};

/// What an agent says in an episode of which it is told by words, too: what each action did, and what it all was.
macro_rules! told {
    ($($action:literal),*) => {
        &[$(concat!("### Analysis\nSo far.\n### Done\n- nothing\n### Plan\n- go on\n### Reason\nIt is next.\n### Action\n", $action), "### Summary\nIt was done.",)* "### Conclusion\nAll was done."]
    };
}

/// A page of no suite.
const GUESTS: &str = "<!DOCTYPE html><title>Guests</title><input id=guest aria-label=Guest>\
    <button onclick=\"out.textContent = 'Expected: ' + guest.value\">Note down</button><p id=out></p>";

/// Let the agent do it, text by text.
fn run(desk: &Desk, text: &str, model: &FakeModel, more: &[&str]) -> Ran {
    let options = ["run", text, "--yes", "--text-only", "--llm", "openai:x"];
    let agent = ["--llm-base-url", &model.url, "--fallback", "react"];
    desk.run(&[&options[..], &agent, more].concat())
}

/// What stands between backticks and begins like this, in what was said.
fn command(ran: &Ran, begins: &str) -> String {
    let quoted = ran.err.split('`').find(|it| it.starts_with(begins));
    quoted
        .unwrap_or_else(|| panic!("no `{begins}` in\n{}", ran.err))
        .to_owned()
}

/// Type a command that was said.
fn typed(desk: &Desk, line: &str) -> Ran {
    let line = line.replacen("autorpa", crate::desk::AUTORPA, 1);
    start(desk.through(std::process::Command::new("sh"), &["-c", &line])).end()
}

fn receipt(desk: &Desk) -> Value {
    let files = desk.files("library");
    let file = files
        .iter()
        .find(|it| it.to_string_lossy().ends_with("receipt.json"));
    serde_json::from_str(&fs::read_to_string(file.unwrap()).unwrap()).unwrap()
}

/// The agent's own recording is kept and offered by the exact command; the function knows that nobody has judged it.
#[test]
fn a_page_of_no_suite_becomes_a_function_that_nobody_has_judged() {
    if !crate::web::ready() {
        return;
    }
    let desk = Desk::new();
    desk.file("guests.html", GUESTS);
    let url = format!("file://{}", desk.path("guests.html").display());
    let at = ["--url", url.as_str()];
    let ada = FakeModel::new(Answer::Each(told!(
        r#"{"action_type": "input_text", "index": 0, "text": "Ada Byron", "clear_text": true}"#,
        r#"{"action_type": "click", "index": 1}"#,
        r#"{"action_type": "status", "goal_status": "complete"}"#
    )));
    let text = "Put Ada Byron on the list of guests.";
    let ran = run(&desk, text, &ada, &at);
    ran.assert(3, &["nobody judged it", "what was done is kept"]);
    assert!(desk.files("library").is_empty());
    let asked = ada.asked();
    typed(&desk, &command(&ran, "autorpa build")).assert(
        0,
        &[
            "came to its end when it was run again from the beginning",
            "nobody has judged it, so `run` does not take it",
        ],
    );
    assert_eq!(ada.asked(), asked);
    let kept = receipt(&desk);
    assert_eq!(
        (&kept["verified"], &kept["unjudged"]),
        (&Value::from(false), &Value::from(true))
    );
    assert_eq!(kept["instances"][0]["outcome"], "unchecked");
    assert_eq!(kept["instances"][0]["reward"], Value::Null);
    assert_eq!(kept["templates"][0], "Put {list} on the list of guests.");
    // It is nobody's to take but the user's, who is told how.
    let other = "Put Bob on the list of guests.";
    let none = desk.run(&["run", other, "--yes"]);
    none.assert(12, &["nobody has judged", "no function serves"]);
    let exec = command(&none, "autorpa exec");
    let ran = typed(&desk, &exec.replace("--url URL", &format!("--url {url}")));
    ran.assert(3, &["nobody checked that the task is done"]);
    // Another instance that the agent has done counts besides.
    let bob = FakeModel::new(Answer::Each(told!(
        r#"{"action_type": "input_text", "index": 0, "text": "Bob", "clear_text": true}"#,
        r#"{"action_type": "click", "index": 1}"#,
        r#"{"action_type": "status", "goal_status": "complete"}"#
    )));
    run(&desk, other, &bob, &[&at[..], &["--build"]].concat()).assert(
        3,
        &[
            "nobody has judged",
            "built from 2 recordings, which came to its end",
        ],
    );
    assert_eq!(receipt(&desk)["recordings"].as_array().unwrap().len(), 2);
    desk.assert_sound();
}

/// The same on the device; what does not come to its end a second time is said.
#[test]
fn a_task_that_no_type_has_becomes_a_function_on_the_device() {
    let desk = Desk::new();
    let model = FakeModel::new(Answer::Each(told!(
        r#"{"action_type": "open_app", "app_name": "Markor"}"#,
        r#"{"action_type": "click", "index": 5}"#,
        r#"{"action_type": "input_text", "index": 8, "text": "plans", "clear_text": true}"#,
        r#"{"action_type": "click", "index": 0}"#,
        r#"{"action_type": "status", "goal_status": "complete"}"#
    )));
    let text = "I would like a place called plans among my notes.";
    run(&desk, text, &model, &["--build"]).assert(
        3,
        &[
            "built from 1 recording, which came to its end",
            "markor/i_would_like",
        ],
    );
    let kept = receipt(&desk);
    assert_eq!(
        kept["templates"][0],
        "I would like a place called {among} among my notes."
    );
    assert_eq!(
        (&kept["suite"], &kept["device"]),
        (&Value::from("device"), &Value::from("emulator"))
    );
    desk.assert_sound();
}

/// How goals of a page read, recordings tell; the page with these values is looked up, judged, and built from.
#[test]
fn a_goal_of_a_page_is_known_by_its_recordings() {
    if !crate::web::ready() {
        return;
    }
    let desk = Desk::new();
    let mut goals = Vec::new();
    for seed in ["7", "8", "9"] {
        let ran = desk.run(&["record", "--task-type", "enter-text", "--seed", seed]);
        ran.assert(130, &["kept as recording"]);
        let goal = ran.err.lines().find_map(|it| it.strip_prefix("task: "));
        goals.push(goal.unwrap().to_owned());
    }
    let value = goals[1].split('"').nth(1).unwrap();
    let other = goals[1].replace(value, "Nobody-Has-This");
    let model = FakeModel::new(Answer::Text("bananas"));
    run(&desk, &other, &model, &[]).assert(
        12,
        &[
            "`enter-text`",
            "make their own values",
            "autorpa build --task-type enter-text",
        ],
    );
    assert_eq!(model.asked(), 0);
    let action = |it: String| -> &'static str {
        Box::leak(format!("### Analysis\nSo far.\n### Done\n- nothing\n### Plan\n- go on\n### Reason\nIt is next.\n### Action\n{it}").into_boxed_str())
    };
    let type_it =
        format!(r#"{{"action_type": "input_text", "index": 0, "text": "{value}", "clear_text": true}}"#);
    let press = r#"{"action_type": "click", "index": 1}"#.to_owned();
    let model = FakeModel::new(Answer::Each(Vec::leak(vec![action(type_it), action(press)])));
    let ran = run(&desk, &goals[1], &model, &["--build"]);
    ran.assert(
        0,
        &["reward 1", "2 steps, done by the ReAct agent", "verified on"],
    );
    // From now on nobody needs the agent: the page is set up again, and the function does it.
    let asked = model.asked();
    run(&desk, &goals[1], &model, &[]).assert(0, &["reward 1"]);
    assert_eq!(model.asked(), asked);
    desk.assert_sound();
}
