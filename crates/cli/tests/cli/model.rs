//! Models that fail, each in its own way.

use std::net::TcpListener;

use crate::{
    desk::{Desk, Ran, start},
    fake_model::{Answer, FOLDER, FakeModel, by_model},
};

fn build(desk: &Desk, url: &str) -> Ran {
    let more = [
        "--text-only",
        "--llm-timeout",
        "1",
        "-n",
        "1",
        "--reflect",
        "0",
        "--json",
    ];
    desk.run(&[&FOLDER[..], &by_model(url), &more].concat())
}

/// Ends as a failed model, with this said; nothing is lost, and no function comes of it.
#[track_caller]
fn case(answer: Answer, texts: &[&str]) {
    let desk = Desk::new();
    let model = FakeModel::new(answer);
    let ran = build(&desk, &model.url);
    ran.assert(21, &[]);
    // Warnings on the way say the same; it is the last word that a person reads.
    let last = ran.err.rsplit("autorpa: ").next().unwrap();
    for text in texts {
        assert!(
            last.contains(text),
            "no `{text}` in the last word of\n{}",
            ran.err
        );
    }
    assert!(model.asked() > 0);
    assert!(desk.files("library").is_empty(), "{:?}", desk.files("library"));
    desk.assert_sound();
}

#[test]
fn nobody_answers() {
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let desk = Desk::new();
    build(&desk, &format!("http://127.0.0.1:{port}/v1")).assert(21, &[&format!("127.0.0.1:{port}"), "help:"]);
    desk.assert_sound();
}

#[test]
fn it_is_rate_limited() {
    case(
        Answer::Status(429),
        &["http://127.0.0.1", "is rate limited", "so sorry", "help:"],
    );
}

#[test]
fn it_has_a_fault() {
    case(Answer::Status(500), &["fails with HTTP 500", "so sorry", "help:"]);
}

#[test]
fn it_refuses() {
    for status in [401, 403] {
        let named = format!("(HTTP {status}): so sorry");
        case(Answer::Status(status), &[&named, "OPENAI_API_KEY", "not expired"]);
    }
}

#[test]
fn it_closes_the_line() {
    case(Answer::Nothing, &["127.0.0.1"]);
}

#[test]
fn it_stays_silent() {
    case(Answer::Silence, &["127.0.0.1", "--llm-timeout"]);
}

#[test]
fn it_sends_no_json() {
    case(Answer::Body("<html>welcome</html>"), &["not whole JSON"]);
    case(Answer::Body("{}"), &["127.0.0.1"]);
    case(Answer::Body(""), &["not whole JSON", "help:"]);
    case(Answer::Body("{\"choices\": [{\"mess"), &["not whole JSON"]);
    case(
        Answer::Body("{\"choices\": \"none\", \"status\": \"fine\"}"),
        &["sent no chat answer", "help:"],
    );
}

#[test]
fn it_streams() {
    case(Answer::Stream, &["text/event-stream", "not as a stream"]);
}

/// A model without eyes is sent a screenshot, refuses it, and the message names the option that helps; with it, the
/// same model is asked without one, and answers.
#[test]
fn it_takes_no_images() {
    let blind = Answer::NoImages("image input is not supported", "bananas");
    let desk = Desk::new();
    let model = FakeModel::new(blind);
    let more = ["-n", "1", "--reflect", "0"];
    let with_pictures = desk.run(&[&FOLDER[..], &by_model(&model.url), &more].concat());
    with_pictures.assert(21, &["image input is not supported", "--text-only"]);
    let asked = model.all();
    assert!(
        asked[0].body["messages"]
            .to_string()
            .contains("data:image/png;base64,"),
        "{:?}",
        asked[0].head
    );
    assert_eq!(asked.len(), 1);
    case(blind, &["reply can't be used"]);
}

/// Sixty thousand words are read, sent back cut once, and then the build ends like after any other nonsense.
#[test]
fn it_does_not_stop_talking() {
    case(Answer::Words(60_000), &["reply can't be used"]);
}

#[test]
fn it_answers_with_nothing() {
    case(Answer::Text(""), &["nothing"]);
}

#[test]
fn it_answers_nonsense() {
    case(
        Answer::Text("bananas"),
        &["reply can't be used", "`### Action` is missing"],
    );
    case(
        Answer::Text("```json\n{\"action\": {\"action_type\": \"fly\"}}\n```"),
        &[],
    );
}

#[test]
fn a_budget_is_kept() {
    let desk = Desk::new();
    let model = FakeModel::new(Answer::Text("bananas"));
    let more = ["-n", "1", "--budget-tokens", "1"];
    let ran = desk.run(&[&FOLDER[..], &by_model(&model.url), &more].concat());
    ran.assert(13, &["token budget is spent", "--budget-tokens"]);
    assert_eq!(model.asked(), 0);
    desk.assert_sound();
}

/// A model that is down does not stop what needs none.
#[test]
fn the_free_tier_asks_nobody() {
    let desk = Desk::new();
    let model = FakeModel::new(Answer::Status(500));
    let ran = desk.run(&[
        "build",
        "--task-type",
        "MarkorCreateFolder",
        "--tier",
        "free",
        "--llm",
        "openai:x",
        "--llm-base-url",
        &model.url,
        "-n",
        "1",
    ]);
    ran.assert(0, &["verified"]);
    assert_eq!(model.asked(), 0);
}

/// A cassette of another program, newer or older, is not guessed at.
#[test]
fn a_cassette_of_another_version_is_named() {
    let desk = Desk::new();
    for version in [0, 99] {
        let head = format!("{{\"cassette\":{version},\"label\":\"x\",\"model\":\"y\"}}\n");
        let file = desk.file("other.jsonl", &head);
        let ran = desk.run(&["build", "--task-type", "MarkorCreateFolder", "--cassette", &file]);
        let version = format!("has version {version}");
        ran.assert(2, &[&version, "help: update AutoRPA or record it again"]);
    }
    desk.assert_sound();
}

/// Two builds that ask the same model and record into the same directory: each has its own file, and both are whole.
#[test]
fn two_builds_at_once_with_a_model() {
    let desk = Desk::new();
    let model = FakeModel::new(Answer::Text("bananas"));
    let cassettes = desk.path("cassettes");
    let running: Vec<_> = ["MarkorCreateFolder", "MarkorDeleteNote"]
        .iter()
        .map(|it| {
            let of = ["build", "--task-type", it];
            let cassettes = cassettes.display().to_string();
            let more = ["--text-only", "--reflect", "0", "--cassette", &cassettes];
            start(desk.command(&[&of[..], &by_model(&model.url), &more].concat()))
        })
        .collect();
    for it in running {
        it.end().assert(21, &["reply can't be used"]);
    }
    let files: Vec<_> = std::fs::read_dir(&cassettes).unwrap().flatten().collect();
    assert_eq!(files.len(), 2);
    for file in files {
        let text = std::fs::read_to_string(file.path()).unwrap();
        let lines = text.lines().map(serde_json::from_str::<serde_json::Value>);
        assert!(
            text.lines().count() > 2 && lines.into_iter().all(|it| it.is_ok()),
            "{text}"
        );
    }
    desk.assert_sound();
}

/// Parts of the paper's method are left out of the paper's tier only.
#[test]
fn ablations_go_with_the_model_tier() {
    let desk = Desk::new();
    let build = ["build", "--task-type", "MarkorCreateFolder"];
    desk.run(&[&build[..], &["--without", "translator,retrieval"]].concat())
        .assert(2, &["--tier model"]);
    desk.run(
        &[
            &build[..],
            &[
                "--tier",
                "model",
                "--llm",
                "openai:x",
                "--llm-base-url",
                "http://127.0.0.1:9/v1",
                "--unified",
                "--without",
                "translator",
            ],
        ]
        .concat(),
    )
    .assert(2, &["--unified"]);
}

const DONE: &str = "### Analysis\nIt is done.\n### Done\n- all\n### Plan\n- nothing\n### Reason\nNothing is left.\n### Action\n{\"action_type\": \"status\", \"goal_status\": \"complete\"}";

/// The executor reads the values out of words that are no goal of the function; a model that says that the function is
/// none for this leaves it alone.
#[test]
fn a_model_fills_a_function() {
    let desk = Desk::new();
    desk.run(&["build", "--task-type", "MarkorCreateFolder", "-n", "1"])
        .assert(0, &[]);
    let text = "please make me a folder called plans in Markor";
    let ask = |url: &str| {
        desk.run(&[
            "run",
            text,
            "--yes",
            "--json",
            "--llm",
            "openai:x",
            "--llm-base-url",
            url,
        ])
    };
    let model = FakeModel::new(Answer::Text("{\"folder_name\": \"plans\"}"));
    let ran = ask(&model.url);
    ran.assert(3, &["folder_name = plans"]);
    assert!(ran.json()["changes"].to_string().contains("plans"), "{}", ran.out);
    assert_eq!(ran.json()["tokens"]["completion"], 7);
    let other = "{\"does_what_the_goal_asks\": false, \"folder_name\": \"\"}";
    ask(&FakeModel::new(Answer::Text(other)).url).assert(12, &["no function serves"]);
    // What it says is no arguments: it is told so once, and then nothing runs.
    let model = FakeModel::new(Answer::Text("create_folder(plans)"));
    ask(&model.url).assert(21, &["the executor's answers can't be used"]);
    assert_eq!(model.asked(), 2);
}

/// One action after the other, as an agent says them.
macro_rules! action {
    ($($action:literal),*) => {
        &[$(concat!("### Analysis\nSo far.\n### Done\n- nothing\n### Plan\n- go on\n### Reason\nIt is next.\n### Action\n", $action)),*]
    };
}

/// A folder "plans", made in Markor.
const A_FOLDER: &[&str] = action!(
    r#"{"action_type": "open_app", "app_name": "Markor"}"#,
    r#"{"action_type": "click", "index": 5}"#,
    r#"{"action_type": "input_text", "index": 8, "text": "plans", "clear_text": true}"#,
    r#"{"action_type": "click", "index": 0}"#,
    r#"{"action_type": "status", "goal_status": "complete"}"#
);

/// A task that no function does, with more options.
fn make_a_folder(desk: &Desk, model: &FakeModel, more: &[&str]) -> Ran {
    let text = "Create a new folder in Markor named plans.";
    let options = ["run", text, "--yes", "--text-only", "--llm", "openai:x"];
    desk.run(&[&options[..], &["--llm-base-url", &model.url], more].concat())
}

/// Where no function serves, the agent does it if it may, and a function is offered.
#[test]
fn the_agent_does_what_no_function_does() {
    let desk = Desk::new();
    let model = FakeModel::new(Answer::Text(DONE));
    make_a_folder(&desk, &model, &[]).assert(12, &["no function serves"]);
    assert_eq!(model.asked(), 0);
    make_a_folder(&desk, &model, &["--fallback", "react"]).assert(
        3,
        &[
            "the ReAct agent does it",
            "nobody judged it",
            "autorpa build --task-type MarkorCreateFolder",
        ],
    );
    assert!(desk.files("library").is_empty());
    // What the agent calls done and is not is no function's beginning.
    let ran = make_a_folder(&desk, &model, &["--fallback", "react", "--build"]);
    assert_ne!(ran.status.code(), Some(0), "{}", ran.err);
    assert!(desk.files("library").is_empty());
    desk.assert_sound();
}

/// The agent's own recording is what the function is built from: nobody does that instance again.
#[test]
fn a_function_is_built_from_what_the_agent_did() {
    let desk = Desk::new();
    let model = FakeModel::new(Answer::Each(A_FOLDER));
    let ran = make_a_folder(&desk, &model, &["--fallback", "react", "--build"]);
    ran.assert(
        0,
        &[
            "reached in 5 steps, reward 1",
            "instance 1 (seed 0): Create a new folder in Markor named plans.",
            "5 steps, done by the ReAct agent",
            "ran on instance 0: reached",
            "verified on 15 instances",
        ],
    );
    assert_eq!(model.asked(), A_FOLDER.len());
    let listed = desk.run(&["trajectories", "list"]).out;
    let count = |what: &str| {
        listed
            .lines()
            .filter(|it| it.contains(what) && it.contains("named plans."))
            .count()
    };
    assert_eq!((count("React"), count("Search")), (1, 0), "{listed}");
    let receipt = desk
        .files("library")
        .into_iter()
        .find(|it| it.to_string_lossy().ends_with("receipt.json"));
    let receipt = std::fs::read_to_string(receipt.unwrap()).unwrap();
    let receipt: serde_json::Value = serde_json::from_str(&receipt).unwrap();
    assert_eq!(
        receipt["explorer"],
        serde_json::json!({ "kind": "react", "episodes": 0, "steps": 0 })
    );
    // From now on nobody needs the agent.
    make_a_folder(&desk, &model, &["--fallback", "react"]).assert(3, &["folder_name = plans"]);
    assert_eq!(model.asked(), A_FOLDER.len());
    desk.assert_sound();
}

/// The agent that takes over from a function does what the person asked for, in the person's words.
#[test]
fn the_agent_does_what_a_function_failed_at() {
    let desk = Desk::new();
    desk.run(&["build", "--task-type", "MarkorDeleteNote", "--seeds", "11:1-3"])
        .assert(0, &[]);
    let model = FakeModel::new(Answer::Text(DONE));
    let cassette = desk.path("asked.jsonl");
    let cassette = cassette.to_str().unwrap();
    let text = "Delete the note in Markor named nowhere.md.";
    let options = ["run", text, "--yes", "--text-only", "--llm", "openai:x", "--json"];
    let more = [
        "--llm-base-url",
        &model.url,
        "--fallback",
        "react",
        "--cassette",
        cassette,
    ];
    let ran = desk.run(&[&options[..], &more].concat());
    ran.assert(
        3,
        &[
            "file_name = nowhere.md",
            "the ReAct agent takes over",
            "autorpa build --task-type MarkorDeleteNote",
        ],
    );
    assert_eq!(ran.json()["outcome"], "unchecked");
    let asked = std::fs::read_to_string(cassette).unwrap();
    assert!(asked.contains("named nowhere.md."), "{asked}");
    assert!(!asked.contains("`file_name`"), "{asked}");
    desk.assert_sound();
}

/// What the user does not allow, a function does not do either.
#[test]
fn a_function_keeps_to_what_is_allowed() {
    let desk = Desk::new();
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scripts/verified/markor/create_note.rhai"
    );
    let run = |more: &[&str]| {
        let given = ["--param", "file_name=a.md", "--param", "text=b", "--json"];
        desk.run(&[&["exec", script][..], &given, more].concat())
    };
    for more in [["--allow-app", "Contacts"], ["--forbid", "input_text"]] {
        let ran = run(&more);
        ran.assert(11, &["not-allowed", more[0]]);
        assert_eq!(ran.json()["changes"].to_string(), "[]", "{}", ran.out);
    }
    run(&["--allow-app", "Markor"]).assert(3, &["nobody checked that the task is done"]);
    run(&["--allow-app", "Nowhere"]).assert(2, &["`Nowhere`", "Markor"]);
}
