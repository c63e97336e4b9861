//! What is said of a model on the command line: whose it is, where it is, what it may cost, and the key nobody else reads.

use std::fs;

use serde_json::json;

use crate::{
    desk::{Desk, Ran, start},
    fake_model::{Answer, FakeModel},
};

/// Long, and not of a form that is known for keys.
const KEY: &str = "Bananas-of-the-Secret-Kind-0042";
const FOLDER: [&str; 3] = ["build", "--task-type", "MarkorCreateFolder"];
const TEXT: &str = "please make me a folder called plans in Markor";
const PLANS: Answer = Answer::Text("{\"folder_name\": \"plans\"}");

/// A desk with the function that makes a folder.
fn with_a_function() -> Desk {
    let desk = Desk::new();
    desk.run(&[&FOLDER[..], &["-n", "1", "--held-out", "1"]].concat())
        .assert(0, &[]);
    desk
}

/// Ask the executor for the values of a text, and run the function.
fn run(desk: &Desk, options: &[&str], key: Option<&str>) -> Ran {
    let mut command = desk.command(&[&["run", TEXT, "--yes"], options].concat());
    command.envs(key.map(|it| ("OPENAI_API_KEY", it)));
    start(command).end()
}

/// The key stands in no file of the desk and in nothing that was said.
#[track_caller]
fn assert_secret(desk: &Desk, ran: &Ran) {
    for (place, text) in [("standard output", &ran.out), ("standard error", &ran.err)] {
        assert!(!text.contains(KEY), "{place} has the key: {text}");
    }
    for file in desk.files("") {
        let bytes = fs::read(&file).unwrap();
        assert!(
            !bytes.windows(KEY.len()).any(|it| it == KEY.as_bytes()),
            "{} has the key",
            file.display()
        );
    }
}

/// One action after the other, as an agent says them; it says the key each time.
macro_rules! action {
    ($($action:literal),*) => {
        &[$(concat!(
            "### Analysis\nMy key is {key}.\n### Done\n- {key}\n### Plan\n- {key}\n### Reason\nBecause of {key}.\n### Action\n",
            $action
        )),*]
    };
}

/// A model that knows the key and tells it wherever it can: the recording, the cassette, the receipt and the log of all
/// that goes on have none of it.
#[test]
fn a_key_is_kept_nowhere() {
    let desk = Desk::new();
    let model = FakeModel::new(Answer::Each(action!(
        r#"{"action_type": "open_app", "app_name": "Markor"}"#,
        r#"{"action_type": "click", "index": 5}"#,
        r#"{"action_type": "input_text", "index": 8, "text": "plans", "clear_text": true}"#,
        r#"{"action_type": "click", "index": 0}"#,
        r#"{"action_type": "status", "goal_status": "complete"}"#
    )));
    let options = [
        "run",
        "Create a new folder in Markor named plans.",
        "--yes",
        "--text-only",
    ];
    let more = [
        "--fallback",
        "react",
        "--build",
        "--cassette",
        "asked.jsonl",
        "-vv",
    ];
    let at = ["--llm", "openai:x", "--llm-base-url", &model.url];
    let mut command = desk.command(&[&options[..], &at, &more].concat());
    command.env("OPENAI_API_KEY", KEY).env("AUTORPA_LOG", "trace");
    let ran = start(command).end();
    ran.assert(0, &["reached in 5 steps", "TRACE", "the answer repeats the key"]);
    assert_eq!(model.all()[0].key(), KEY);
    // What it said is there, without the key.
    let holds = |folder: &str| {
        let files = desk.files(folder);
        files
            .iter()
            .any(|it| String::from_utf8_lossy(&fs::read(it).unwrap()).contains("[key]"))
    };
    assert!(
        fs::read_to_string(desk.path("asked.jsonl"))
            .unwrap()
            .contains("My key is [key].")
    );
    assert!(holds("home/bank/recordings"));
    assert!(
        desk.files("library")
            .iter()
            .any(|it| it.to_string_lossy().ends_with("receipt.json"))
    );
    assert_secret(&desk, &ran);
}

/// A service that repeats the key in what it refuses with.
#[test]
fn a_key_is_in_no_error() {
    for answer in [
        Answer::Refusal(400, "what is {key}?"),
        Answer::Refusal(401, "wrong key: {key}"),
        Answer::Refusal(429, "slow down, {key}"),
        Answer::Refusal(500, "{key} broke me"),
        Answer::Body("<html>{key}</html>"),
        Answer::Body("{\"choices\": \"{key}\"}"),
        Answer::Body("{\"choices\": [{\"message\": {\"content\": \"\"}, \"finish_reason\": \"{key}\"}]}"),
    ] {
        let desk = Desk::new();
        let model = FakeModel::new(answer);
        let options = [
            "--tier",
            "model",
            "--llm",
            "openai:x",
            "--llm-base-url",
            &model.url,
            "--text-only",
        ];
        let more = [
            "-n",
            "1",
            "--llm-timeout",
            "1",
            "--json",
            "--cassette",
            "asked.jsonl",
        ];
        let mut command = desk.command(&[&FOLDER[..], &options, &more].concat());
        command.env("OPENAI_API_KEY", KEY).env("AUTORPA_LOG", "trace");
        let ran = start(command).end();
        ran.assert(21, &["[key]", "TRACE"]);
        assert_secret(&desk, &ran);
    }
}

/// The command is asked where the environment has no key, is told whose, and what it prints is sent and kept nowhere.
#[test]
fn a_command_gives_the_key() {
    let desk = with_a_function();
    desk.file(
        "key.sh",
        &format!("[ \"$AUTORPA_PROVIDER\" = openai ] && printf '%s\\n' {KEY}\n"),
    );
    let script = fs::read(desk.path("key.sh")).unwrap();
    let model = FakeModel::new(PLANS);
    let at = ["--llm", "openai:x", "--llm-base-url", &model.url];
    let by = |command: &str, key: Option<&str>| {
        run(&desk, &[&at[..], &["--llm-key-command", command]].concat(), key)
    };
    let ran = by("sh key.sh", None);
    ran.assert(0, &["folder_name = plans"]);
    assert_eq!(model.all()[0].key(), KEY);
    fs::remove_file(desk.path("key.sh")).unwrap();
    assert_secret(&desk, &ran);
    fs::write(desk.path("key.sh"), script).unwrap();
    // The environment comes first.
    by("exit 3", Some("another-key-than-that")).assert(0, &[]);
    assert_eq!(model.all()[1].key(), "another-key-than-that");
    // A command that gives none ends it before anything is asked, and says how it ended.
    let help = "help: run it in a shell: it has to print the key and nothing else";
    by("exit 3", None).assert(
        2,
        &[
            "--llm-key-command gives no key for openai",
            "exit status: 3",
            help,
        ],
    );
    by("true", None).assert(2, &["gives no key for openai", help]);
    let anthropic = ["--llm", "anthropic:x", "--llm-key-command", "sh key.sh"];
    run(&desk, &anthropic, None).assert(2, &["gives no key for anthropic"]);
    assert_eq!(model.asked(), 2);
}

/// Each agent is asked where its own model is: behind its `@`, else where all the others of its provider are.
#[test]
fn an_agent_has_a_model_of_its_own() {
    let desk = with_a_function();
    let (others, own) = (FakeModel::new(PLANS), FakeModel::new(PLANS));
    let at = ["--llm", "openai:x", "--llm-base-url", &others.url, "--llm-for"];
    let with = |it: &str| run(&desk, &[&at[..], &[it]].concat(), None);
    with(&format!("executor=openai:own@{}", own.url)).assert(0, &["folder_name = plans"]);
    assert_eq!(
        (own.all()[0].body["model"].clone(), others.asked()),
        (json!("own"), 0)
    );
    with("executor=openai:own").assert(0, &[]);
    assert_eq!(
        (own.asked(), others.all()[0].body["model"].clone()),
        (1, json!("own"))
    );
    with("grounder=openai:own").assert(0, &[]);
    assert_eq!(others.all()[1].body["model"], "x");
    // Said twice, the last one counts.
    let twice = [
        &at[..],
        &["executor=openai:first", "--llm-for", "executor=openai:last"],
    ]
    .concat();
    run(&desk, &twice, None).assert(0, &[]);
    assert_eq!(others.all()[2].body["model"], "last");
    // Another provider's model is not looked for there: at its own place it wants a key.
    with("executor=anthropic:own").assert(2, &["there is no key for anthropic", "ANTHROPIC_API_KEY"]);
    with(&format!("executor=anthropic:own@{}", own.url)).assert(21, &["sent no chat answer"]);
    assert!(
        own.all()[1].head.starts_with("POST /v1/messages "),
        "{}",
        own.all()[1].head
    );
    for (given, words) in [
        ("executor", "write ROLE=PROVIDER:MODEL"),
        (
            "nobody=openai:x",
            "there is no agent `nobody`; there are react, summarizer",
        ),
        ("executor=google:x", "none of `openai`, `anthropic` and `gemini`"),
        ("executor=openai:", "there is no model behind the colon"),
        ("executor=openai:x@http:", "is no base URL"),
    ] {
        with(given).assert(2, &[words]);
    }
    run(&desk, &["--llm-for", "executor=openai:own"], None).assert(2, &["name the others' with --llm"]);
    assert_eq!((own.asked(), others.asked()), (2, 3));
}

/// The proxy is asked for what is elsewhere; what it is called with is not repeated.
#[test]
fn a_proxy_is_gone_through() {
    let desk = with_a_function();
    let proxy = FakeModel::new(PLANS);
    let by = |proxy: &str| {
        let at = [
            "--llm",
            "openai:x",
            "--llm-base-url",
            "http://models.example/v1",
            "--llm-proxy",
            proxy,
        ];
        run(&desk, &at, Some(KEY))
    };
    by(proxy.url.trim_end_matches("/v1")).assert(0, &["folder_name = plans"]);
    let asked = proxy.all().remove(0);
    assert!(
        asked
            .head
            .starts_with("POST http://models.example/v1/chat/completions "),
        "{}",
        asked.head
    );
    let ran = by("http://me:hush@[bad");
    ran.assert(2, &["`[bad` is no base URL"]);
    assert!(!ran.err.contains("hush"), "{}", ran.err);
}

/// A budget in money needs prices, those of the home first, and no call is made that could pass it.
#[test]
fn a_budget_in_dollars_goes_by_the_table() {
    let desk = with_a_function();
    let model = FakeModel::new(PLANS);
    let at = ["--llm", "openai:x", "--llm-base-url", &model.url, "--budget-usd"];
    let within = |dollars: &str| run(&desk, &[&at[..], &[dollars]].concat(), None);
    within("5").assert(
        2,
        &["there is no price for openai:x", "prices.toml", "--budget-tokens"],
    );
    within("free").assert(2, &["it is no amount of money"]);
    within("-1").assert(2, &[]);
    let price = |line: &str| desk.file("home/prices.toml", line);
    price("\"openai:x\" = { prompt = 1.0 }");
    within("5").assert(2, &["prices.toml is damaged", "help: a line looks like"]);
    assert_eq!(model.asked(), 0);
    // Cheap enough, and too dear.
    price("\"openai:*\" = { prompt = 1.0, completion = 1.0 }");
    within("5").assert(0, &["folder_name = plans"]);
    price(
        "\"openai:*\" = { prompt = 1.0, completion = 1.0 }\n\"openai:x\" = { prompt = 1e6, completion = 1.0 }",
    );
    within("5").assert(13, &["the budget of $5.0000 is spent", "--budget-usd"]);
    // The published prices are there for all that the table does not name.
    let at = [
        "--llm",
        "openai:gpt-4o",
        "--llm-base-url",
        &model.url,
        "--budget-usd",
        "$5",
    ];
    run(&desk, &at, None).assert(0, &[]);
    assert_eq!(model.asked(), 2);
}

/// The receipt of a build with a price says what it cost; a budget that one answer spends ends it before the second.
#[test]
fn a_budget_in_dollars_ends_a_build() {
    let desk = Desk::new();
    fs::create_dir(desk.path("home")).unwrap();
    // An answer has seven tokens.
    desk.file(
        "home/prices.toml",
        "\"openai:x\" = { prompt = 0.0, completion = 1e6 }",
    );
    let model = FakeModel::new(Answer::Text("bananas"));
    let options = [
        "--tier",
        "model",
        "--llm",
        "openai:x",
        "--llm-base-url",
        &model.url,
        "--text-only",
    ];
    let ran = desk.run(&[&FOLDER[..], &options, &["-n", "1", "--budget-usd", "7"]].concat());
    ran.assert(
        13,
        &["the budget of $7.0000 is spent: $7.0000 used", "--budget-usd"],
    );
    assert_eq!(model.asked(), 1);
    desk.assert_sound();
}

/// The first instance was shown, the second breaks the code, and the budget allows nobody to mend it: the build ends by
/// name, and the code so far is kept.
#[test]
fn a_budget_that_ends_in_a_build_keeps_the_code() {
    let desk = Desk::new();
    let model = FakeModel::new(Answer::Text("bananas"));
    let shown = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/hybrid/note_in_markdown.json"
    );
    let ran = desk.run(&[
        "build",
        "--task-type",
        "MarkorCreateNote",
        "--tier",
        "auto",
        "--seconds",
        "0",
        "--from",
        shown,
        "--seeds",
        "3,6",
        "--text-only",
        "--llm",
        "openai:x",
        "--llm-base-url",
        &model.url,
        "--budget-tokens",
        "1",
        "--json",
    ]);
    ran.assert(
        13,
        &[
            "the token budget is spent: 0 of 1 used",
            "the best code is kept, unverified",
        ],
    );
    assert_eq!(model.asked(), 0);
    let report = ran.json();
    assert_eq!(report["verified"], false);
    let script = desk.path(report["script"].as_str().unwrap());
    let code = fs::read_to_string(&script).unwrap();
    assert!(code.contains("fn markor_create_note("), "{code}");
    let receipt = fs::read_to_string(script.with_extension("receipt.json")).unwrap();
    let receipt: serde_json::Value = serde_json::from_str(&receipt).unwrap();
    assert_eq!(
        (&receipt["verified"], &receipt["tokens"]["prompt"]),
        (&json!(false), &json!(0))
    );
    desk.assert_sound();
    // It does what it was built on, and leaves open whether that is all.
    let script = script.display().to_string();
    desk.run(&["exec", &script, "--task-type", "MarkorCreateNote", "--seed", "1"])
        .assert(14, &["every step is done, but this function is not verified"]);
}
