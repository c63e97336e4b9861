//! What is typed wrong: a message that names what would fit, exit code 2, and nothing done.

use crate::desk::Desk;

/// Command lines, each with the exit code and what has to be said.
const CASES: &[(&[&str], i32, &[&str])] = &[
    (
        &["build", "--task-type", "MarkorCreateNot"],
        2,
        &["`MarkorCreateNot`", "did you mean MarkorCreateNote"],
    ),
    (
        &[
            "build",
            "--suite",
            "androidworld",
            "--task-type",
            "MarkorCreateNot",
        ],
        2,
        &["did you mean MarkorCreateNote"],
    ),
    (
        &["build", "--task-type", "zzz"],
        2,
        &["`zzz`", "`autorpa tasks` lists them"],
    ),
    (
        &["exec", "f.rhai", "--task-type", "MarkorMoveNot"],
        2,
        &["did you mean MarkorMoveNote"],
    ),
    (
        &["bench", "--suite", "androidworld", "--types", "MarkorCreateFoldr"],
        2,
        &["did you mean MarkorCreateFolder"],
    ),
    (
        &["bench", "--suite", "androidworld", "--types", ","],
        2,
        &["names no task type"],
    ),
    (
        &["emulator", "--task-type", "MarkorCreateFoldr"],
        2,
        &["did you mean MarkorCreateFolder"],
    ),
    (&["bild"], 2, &["bild", "build"]),
    (&["build"], 2, &["--task-type"]),
    (
        &["build", "--task-type", "MarkorCreateNote", "--seeds", "5-1"],
        2,
        &["`5-1` names no seeds", "100-119"],
    ),
    (
        &["build", "--task-type", "MarkorCreateNote", "--seeds", ""],
        2,
        &["names no seeds"],
    ),
    (
        &["build", "--task-type", "MarkorCreateNote", "--seeds", "1,x"],
        2,
        &["`1,x` names no seeds"],
    ),
    (
        &["build", "--task-type", "MarkorCreateNote", "-n", "0"],
        2,
        &["-n"],
    ),
    (
        &["build", "--task-type", "MarkorCreateNote", "--device", "web"],
        2,
        &["androidworld", "`emulator`"],
    ),
    (
        &[
            "build",
            "--task-type",
            "MarkorCreateNote",
            "--instances",
            "nowhere.json",
        ],
        1,
        &["nowhere.json", "help:"],
    ),
    (
        &[
            "build",
            "--task-type",
            "MarkorCreateNote",
            "--instances",
            "list.json",
        ],
        2,
        &["list.json", "JSON list"],
    ),
    (
        &[
            "build",
            "--task-type",
            "MarkorCreateNote",
            "--instances",
            "object.json",
        ],
        2,
        &["object.json"],
    ),
    (&["exec", "nowhere.rhai"], 1, &["nowhere.rhai", "autorpa build"]),
    (
        &["exec", "f.rhai", "--param", "junk"],
        2,
        &["`junk` is no parameter", "NAME=VALUE"],
    ),
    (&["exec", "f.rhai", "--param", "=x"], 2, &["`=x` is no parameter"]),
    (
        &["exec", "f.rhai", "--params-file", "nowhere.json"],
        1,
        &["nowhere.json"],
    ),
    (
        &["exec", "f.rhai", "--params-file", "list.json"],
        2,
        &["list.json", "not an object"],
    ),
    (
        &["exec", "f.rhai", "--params-file", "deep.json"],
        2,
        &["deep.json", "`folder_name`"],
    ),
    (
        &["exec", "f.rhai"],
        2,
        &["no value for `folder_name`", "--param folder_name="],
    ),
    (
        &["exec", "f.rhai", "--param", "foldr_name=x"],
        2,
        &["`foldr_name`", "did you mean `folder_name`"],
    ),
    (&["exec", "f.rhai", "--device", "web"], 2, &["--url"]),
    (
        &[
            "exec",
            "f.rhai",
            "--param",
            "folder_name=x",
            "--fallback",
            "react",
        ],
        2,
        &["--llm"],
    ),
    (
        &["bench", "--suite", "androidworld", "--agent", "react"],
        2,
        &["--llm"],
    ),
    (
        &["build", "--task-type", "MarkorCreateNote", "--tier", "model"],
        2,
        &["--llm", "--cassette"],
    ),
    (
        &["build", "--task-type", "MarkorCreateNote", "--llm", "gpt"],
        2,
        &["colon"],
    ),
    (
        &["build", "--task-type", "MarkorCreateNote", "--llm", "openai:gpt"],
        2,
        &["OPENAI_API_KEY"],
    ),
    (
        &[
            "build",
            "--task-type",
            "MarkorCreateNote",
            "--llm",
            "openai:x",
            "--llm-base-url",
            "nowhere",
        ],
        2,
        &["http://"],
    ),
    (
        &[
            "build",
            "--task-type",
            "MarkorCreateNote",
            "--cassette",
            "nowhere.jsonl",
        ],
        2,
        &["nowhere.jsonl"],
    ),
    (&["history", "nowhere"], 1, &["no function is called `nowhere`"]),
    (
        &["show", "f.rhai", "--form", "soft"],
        2,
        &["f.rhai is a script", "no form `soft`", "receipt"],
    ),
    (&["show", "nowhere"], 1, &["no recording is called `nowhere`"]),
    (&["check", "nowhere.rhai"], 1, &["nowhere.rhai"]),
];

#[test]
fn options_that_do_not_fit_are_named() {
    let desk = Desk::new();
    desk.file("list.json", "[1, 2");
    desk.file("deep.json", r#"{"folder_name": {"a": 1}}"#);
    desk.file("object.json", r#"{"a": 1}"#);
    desk.file(
        "f.rhai",
        "/// Do nothing.\nfn f(folder_name) {\n    env_op.stop(\"complete\");\n}\n",
    );
    for (args, code, texts) in CASES {
        let ran = desk.run(args);
        ran.assert(*code, texts);
        assert!(ran.out.is_empty(), "{args:?}: {}", ran.out);
    }
    // Nothing that was typed wrong has left anything.
    assert_eq!(desk.files("home").len() + desk.files("library").len(), 0);
}

#[test]
fn the_right_value_wins_over_the_files() {
    let desk = Desk::new();
    desk.file("p.json", r#"{"a": "file", "b": ["one", "two"]}"#);
    let script = "/// Say.\nfn f(a, b) {\n    env_op.answer(a + \" \" + b[0] + b[1]);\n    env_op.stop(\"complete\");\n}\n";
    desk.file("f.rhai", script);
    let ran = desk.run(&[
        "exec",
        "f.rhai",
        "--params-file",
        "p.json",
        "--param",
        "a=typed",
        "--json",
    ]);
    ran.assert(3, &[]);
    assert_eq!(ran.json()["answer"], "typed onetwo");
    let ran = desk.run(&[
        "exec", "f.rhai", "--param", "a=x", "--param", "b=1", "--param", "b=2", "--json",
    ]);
    assert_eq!(ran.json()["answer"], "x 12");
}
