//! What is said of a model on the command line: whose it is, where it is, what it may cost, and the key nobody else reads.

use std::fs;

use serde_json::json;

use crate::{
    desk::{Desk, Ran, start},
    fake_model::{Answer, FOLDER, FakeModel, by_model},
};

/// Long, and not of a form that is known for keys.
const KEY: &str = "Bananas-of-the-Secret-Kind-0042";
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
        let more = [
            "--text-only",
            "-n",
            "1",
            "--llm-timeout",
            "1",
            "--json",
            "--cassette",
            "asked.jsonl",
        ];
        let mut command = desk.command(&[&FOLDER[..], &by_model(&model.url), &more].concat());
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
    ran.assert(3, &["folder_name = plans"]);
    assert_eq!(model.all()[0].key(), KEY);
    fs::remove_file(desk.path("key.sh")).unwrap();
    assert_secret(&desk, &ran);
    fs::write(desk.path("key.sh"), script).unwrap();
    // The environment comes first.
    by("exit 3", Some("another-key-than-that")).assert(3, &[]);
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
    with(&format!("executor=openai:own@{}", own.url)).assert(3, &["folder_name = plans"]);
    assert_eq!(
        (own.all()[0].body["model"].clone(), others.asked()),
        (json!("own"), 0)
    );
    with("executor=openai:own").assert(3, &[]);
    assert_eq!(
        (own.asked(), others.all()[0].body["model"].clone()),
        (1, json!("own"))
    );
    with("grounder=openai:own").assert(3, &[]);
    assert_eq!(others.all()[1].body["model"], "x");
    // Said twice, the last one counts.
    let twice = [
        &at[..],
        &["executor=openai:first", "--llm-for", "executor=openai:last"],
    ]
    .concat();
    run(&desk, &twice, None).assert(3, &[]);
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
    by(proxy.url.trim_end_matches("/v1")).assert(3, &["folder_name = plans"]);
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
    within("5").assert(3, &["folder_name = plans"]);
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
    run(&desk, &at, None).assert(3, &[]);
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
    let more = ["--text-only", "-n", "1", "--budget-usd", "7"];
    let ran = desk.run(&[&FOLDER[..], &by_model(&model.url), &more].concat());
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

/// A build of a small task type with these variables and options; a model that is asked is at this address.
fn build_with(url: &str, envs: &[(&str, &str)], options: &[&str]) -> Ran {
    let desk = Desk::new();
    let more = ["-n", "1", "--held-out", "1", "--llm-base-url", url];
    let mut command = desk.command(&[&FOLDER[..], &more, options].concat());
    command.envs(envs.iter().copied());
    start(command).end()
}

/// The environment names the model where no option says who answers.
#[test]
fn the_environment_names_the_model() {
    let model = FakeModel::new(Answer::Text("bananas"));
    let build = |envs: &[(&str, &str)], options: &[&str]| build_with(&model.url, envs, options);
    let named = [("AUTORPA_LLM", "openai:x")];
    // Tier auto is there, and asks for nothing that search and synthesis find.
    build(&named, &[]).assert(0, &["verified"]);
    assert_eq!(model.asked(), 0);
    let alone = ["--seconds", "0", "--text-only"];
    build(&named, &alone).assert(21, &["reply can't be used"]);
    assert_eq!(model.all()[0].body["model"], "x");
    // An option comes first, and a cassette is no recording by accident.
    build(&named, &[&alone[..], &["--llm", "openai:other"]].concat()).assert(21, &[]);
    let asked = model.all();
    assert_eq!(asked.last().unwrap().body["model"], "other");
    build(&named, &["--cassette", "none.jsonl"]).assert(2, &["none.jsonl"]);
    build(&[("AUTORPA_LLM", "x")], &[]).assert(2, &["PROVIDER:MODEL"]);
    build(&named, &["--seconds", "0", "--tier", "free"]).assert(10, &["not solved"]);
    assert_eq!(model.asked(), asked.len());
}

/// A key is enough: what is left is asked of a model of its provider, which is said once, before the first question.
#[test]
fn a_key_alone_is_asked_for_what_is_left() {
    let model = FakeModel::new(Answer::Text("bananas"));
    let build = |envs: &[(&str, &str)], options: &[&str]| build_with(&model.url, envs, options);
    let openai = ("OPENAI_API_KEY", KEY);
    let alone = ["--seconds", "0", "--text-only"];
    // Nothing is left: nobody is asked, and nothing is said.
    let ran = build(&[openai], &[]);
    ran.assert(0, &["verified"]);
    assert!(!ran.err.contains("is asked for what is left"), "{}", ran.err);
    for nobody in [
        build(&[openai], &["--seconds", "0", "--tier", "free"]),
        build(&[openai], &["--seconds", "0", "--llm", "none"]),
        build(&[openai, ("AUTORPA_LLM", "none")], &["--seconds", "0"]),
        build(&[], &["--seconds", "0"]),
        build(&[("OPENAI_API_KEY", " ")], &["--seconds", "0"]),
    ] {
        nobody.assert(10, &["not solved"]);
        assert!(
            !nobody.err.contains("is asked for what is left"),
            "{}",
            nobody.err
        );
    }
    build(&[openai], &["--cassette", "none.jsonl"]).assert(2, &["none.jsonl"]);
    assert_eq!(model.asked(), 0);
    let ran = build(&[openai], &alone);
    ran.assert(
        21,
        &[
            "note: openai:gpt-5.4-mini is asked for what is left, as OPENAI_API_KEY is set",
            "at most 2000000 tokens",
            "$0.75 for a million tokens sent and $4.5 for a million received",
            "--llm none (or AUTORPA_LLM=none) asks nobody",
            "reply can't be used",
        ],
    );
    assert_eq!(
        ran.err.matches("is asked for what is left").count(),
        1,
        "{}",
        ran.err
    );
    assert!(!ran.err.contains(KEY), "{}", ran.err);
    let asked = model.all();
    assert_eq!(
        (asked[0].key(), &asked[0].body["model"]),
        (KEY, &json!("gpt-5.4-mini"))
    );
    // Of several, the first; the others are named.
    let several = [("ANTHROPIC_API_KEY", KEY), ("GEMINI_API_KEY", KEY)];
    let ran = build(&several, &alone);
    ran.assert(
        21,
        &[
            "note: anthropic:claude-haiku-4-5 is asked for what is left, as ANTHROPIC_API_KEY is set",
            "GEMINI_API_KEY is set as well: --llm gemini:gemini-3.1-flash-lite asks there",
        ],
    );
    let asked = model.all();
    let head = &asked.last().unwrap().head;
    assert!(head.starts_with("POST /v1/messages "), "{head}");
}

/// What a key has asked: the values of a text; the agent where it may take over; and nothing where a function just runs.
#[test]
fn a_key_alone_fills_a_function_and_runs_none() {
    let desk = with_a_function();
    let model = FakeModel::new(PLANS);
    let at = ["--llm-base-url", &model.url];
    run(&desk, &at, None).assert(12, &["no function serves"]);
    run(&desk, &[&at[..], &["--llm", "none"]].concat(), Some(KEY)).assert(12, &["no function serves"]);
    assert_eq!(model.asked(), 0);
    let ran = run(&desk, &at, Some(KEY));
    ran.assert(3, &["openai:gpt-5.4-mini is asked", "folder_name = plans"]);
    assert_eq!(model.asked(), 1);
    let with_key = |args: &[&str]| {
        let mut command = desk.command(&[args, &at].concat());
        command.env("OPENAI_API_KEY", KEY);
        start(command).end()
    };
    let asking = desk.file(
        "asks.rhai",
        "/// A.\nfn f() {\n    env_op.ask_mllm(\"Is it?\", \"bool\");\n}\n",
    );
    with_key(&["exec", &asking]).assert(21, &["asks.rhai:3:", "there is none"]);
    let types = ["--suite", "androidworld", "--types", "MarkorCreateNote"];
    let more = ["--seeds", "1", "--build", "--seconds", "0", "--workers", "1"];
    with_key(&[&["bench"], &types[..], &more].concat()).assert(0, &[]);
    assert_eq!(model.asked(), 1);
    with_key(&["exec", &asking, "--fallback", "react"]).assert(21, &["openai:gpt-5.4-mini is asked"]);
    assert!(model.asked() > 1);
}

/// A key that is wrong, or a service that is not there, spoils nothing that is done without: a repair by search.
#[test]
fn a_model_that_cant_be_reached_spoils_nothing() {
    let model = FakeModel::new(Answer::Refusal(401, "wrong key: {key}"));
    let desk = Desk::new();
    // The second repair asks a builder beside the synthesis.
    let build = ["build", "--task-type", "MarkorEditNote", "--json"];
    let mut command = desk.command(&[&build[..], &["--llm-base-url", &model.url]].concat());
    command.env("OPENAI_API_KEY", KEY);
    let ran = start(command).end();
    ran.assert(
        0,
        &[
            "the model can't be asked",
            "wrong key: [key]",
            "OPENAI_API_KEY",
            "the model-free result stands",
            "verified on 15 instances",
            "2 refinements",
        ],
    );
    assert_eq!(model.asked(), 1);
    let failures = receipt(&desk)["model_failures"].to_string();
    assert!(failures.contains("wrong key: [key]"), "{failures}");
    // What can't be done without it ends as before, and a text is no worse off than without a key.
    build_with(&model.url, &[("OPENAI_API_KEY", KEY)], &["--seconds", "0"]).assert(21, &["wrong key: [key]"]);
    let at = ["--llm-base-url", &model.url];
    let desk = with_a_function();
    run(&desk, &at, Some(KEY)).assert(
        12,
        &[
            "wrong key: [key]",
            "going on without a model",
            "no function serves",
        ],
    );
    let named = ["--llm", "openai:x", "--llm-base-url", &model.url];
    run(&desk, &named, Some(KEY)).assert(21, &["wrong key: [key]"]);
}

/// The receipt of the one function that is kept.
fn receipt(desk: &Desk) -> serde_json::Value {
    let files = desk.files("library");
    let file = files
        .iter()
        .find(|it| it.to_string_lossy().ends_with("receipt.json"));
    serde_json::from_str(&fs::read_to_string(file.unwrap()).unwrap()).unwrap()
}

/// Makes any note; to show who verified it, it asks a question on the way.
const A_NOTE: &str = concat!(
    "### Thought\nThe ending has a field of its own.\n### Code\n```rhai\n",
    r#"/// Make a note.
/// - file_name: its name
/// - text: what it says
/// markor_create_note("a.txt", "hello")
fn markor_create_note(file_name, text) {
    env_op.open_app("Markor");
    assert(env_op.ask_mllm("Is a list of files shown?", "bool"), "no files");
    let add = env_op.find_element(#{ resource_name: "fab_add_new_item", target_description: "button for a new file" });
    assert(add != -1, "no button");
    env_op.click(add);
    let name = env_op.find_element(#{ resource_name: "new_file_dialog__name", target_description: "name" });
    assert(name != -1, "no name");
    env_op.input_text(stem(file_name), name, true);
    let ending = env_op.find_element(#{ resource_name: "new_file_dialog__ext", target_description: "ending" });
    assert(ending != -1, "no ending");
    env_op.input_text(extension(file_name), ending, true);
    let ok = env_op.find_element(#{ resource_name: "button1", target_description: "OK" });
    assert(ok != -1, "no OK");
    env_op.click(ok);
    let editor = env_op.find_element(#{ resource_name: "document__fragment__edit__highlighting_editor", target_description: "editor" });
    assert(editor != -1, "no editor");
    env_op.input_text(text, editor, true);
    let up = env_op.find_element(#{ content_description: "Navigate up", target_description: "way back" });
    assert(up != -1, "no way back");
    env_op.click(up);
    env_op.stop("complete");
}
"#,
    "```\n### Conclusion\nAny name."
);

/// Who did each stage, at what cost: a note was shown, the synthesis made code of it that does too little for another
/// one, an analyzer told why, an agent gave up, and a builder wrote code that asks while it runs.
#[test]
fn a_receipt_tells_who_made_what_at_what_cost() {
    let desk = Desk::new();
    fs::create_dir(desk.path("home")).unwrap();
    desk.file(
        "home/prices.toml",
        "\"openai:x\" = { prompt = 1000.0, completion = 10000.0 }",
    );
    let model = FakeModel::new(Answer::Each(&[
        "### Cause\nThe note ends in .md.\n### Completed\n- a note\n### Plan\n- name it\n### Continue\nno",
        "### Analysis\nToo hard.\n### Done\n- nothing\n### Plan\n- none\n### Reason\nToo hard.\n### Action\n{\"action_type\": \"status\", \"goal_status\": \"infeasible\"}",
        "### Conclusion\nNothing was done.\n### Reflection\nDo it.",
        A_NOTE,
        "true",
    ]));
    let shown = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/hybrid/note_in_markdown.json"
    );
    let options = [
        "build",
        "--task-type",
        "MarkorCreateNote",
        "--seconds",
        "0",
        "--from",
        shown,
    ];
    let more = [
        "--seeds",
        "3",
        "--held-out",
        "2",
        "--reflect",
        "0",
        "--text-only",
        "--json",
    ];
    let at = ["--llm", "openai:x", "--llm-base-url", &model.url];
    let ran = desk.run(&[&options[..], &more, &at].concat());
    ran.assert(
        0,
        &[
            "The note ends in .md.",
            "starting anew",
            "1 refinement",
            "verified on",
        ],
    );
    let receipt = receipt(&desk);
    let tiers = json!({
        "explore": "model_free", "translate": "model_free", "build": "both", "verify": "both", "repair": "model",
    });
    assert_eq!(receipt["tiers"], tiers);
    let runs = model.asked() as u64 - 4;
    // Every run asks, those of adversarial instances as well, but the same of the same screen only once.
    assert!((1..19).contains(&runs), "{runs}");
    let tokens = |calls: u64| json!({ "prompt": 100 * calls, "completion": 7 * calls });
    let by_agent = json!({
        "analyzer": tokens(1), "react": tokens(1), "concluder": tokens(1), "builder": tokens(1), "ask": tokens(runs),
    });
    assert_eq!(receipt["tokens_by_agent"], by_agent);
    assert_eq!(receipt["tokens"], tokens(4 + runs));
    // 100 tokens at 1000 dollars a million, and 7 at 10,000.
    let dollars = receipt["dollars"].as_f64().unwrap();
    assert!((dollars - 0.17 * (4 + runs) as f64).abs() < 1e-6, "{dollars}");
    let report = ran.json();
    assert_eq!(
        (&report["tiers"], &report["tokens_by_agent"]),
        (&tiers, &by_agent)
    );
    desk.assert_sound();
}

/// A build that asked nobody says so of each stage, and costs nothing.
#[test]
fn a_receipt_of_a_free_build_names_no_model() {
    let desk = Desk::new();
    let build = [
        "build",
        "--task-type",
        "MarkorCreateNote",
        "--seeds",
        "11:1,11:3",
        "--held-out",
        "0",
    ];
    desk.run(&build).assert(0, &["1 refinement"]);
    let receipt = receipt(&desk);
    let free = json!("model_free");
    let tiers = receipt["tiers"].as_object().unwrap();
    assert_eq!(tiers.len(), 5, "{tiers:?}");
    assert!(tiers.values().all(|it| *it == free), "{tiers:?}");
    assert_eq!(receipt["tokens"], json!({ "prompt": 0, "completion": 0 }));
    assert!(receipt.get("tokens_by_agent").is_none() && receipt.get("dollars").is_none());
}
