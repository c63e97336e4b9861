//! The paper's story (appendix E.2), for real: a function made from one kind of note fails on another kind,
//! is repaired, and serves both.

use crate::desk::Desk;

const TASK: [&str; 2] = ["--task-type", "MarkorCreateNote"];

#[test]
fn a_note_of_another_kind_breaks_the_first_function_and_the_repaired_one_serves_both() {
    let desk = Desk::new();
    let built = desk.run(&["build", TASK[0], TASK[1], "--json"]);
    built.assert(0, &["starting anew", "verified on"]);
    let json = built.json();
    assert_eq!(json["verified"], true);
    assert!(json["refinements"].as_u64().unwrap() >= 1, "{json}");
    assert_eq!(
        json["tokens"],
        serde_json::json!({ "prompt": 0, "completion": 0 })
    );
    let script = json["script"].as_str().unwrap();
    let first = script.replace(".rhai", ".history/001.rhai");

    let on =
        |script: &str, seed: &str| desk.run(&["exec", script, TASK[0], TASK[1], "--seed", seed, "--json"]);
    on(&first, "3").assert(0, &[]);
    let broken = on(&first, "1");
    broken.assert(10, &["the judge says that the task is not done"]);
    assert_eq!(
        (&broken.json()["outcome"], &broken.json()["reward"]),
        (&"not_reached".into(), &0.0.into())
    );
    for seed in ["1", "2", "3", "200", "201", "202", "203"] {
        let ran = on(script, seed);
        ran.assert(0, &[]);
        assert_eq!(ran.json()["reward"], 1.0, "seed {seed}");
    }

    let history = desk.run(&["history", "MarkorCreateNote"]);
    history.assert(
        0,
        &[
            "001.rhai: first code",
            "002.rhai: instance ",
            "+",
            "extension(file_name)",
        ],
    );

    let ran = desk.run(&[
        "exec",
        script,
        TASK[0],
        TASK[1],
        "--param",
        "file_name=todo.txt",
        "--param",
        "text=buy milk",
    ]);
    ran.assert(
        0,
        &[
            "reached in",
            "reward 1",
            "/storage/emulated/0/Documents/Markor/todo.txt",
            "buy milk",
        ],
    );

    // Who gives a value gives them all, or says whose the others are.
    let half = ["exec", script, TASK[0], TASK[1], "--param", "file_name=todo.txt"];
    desk.run(&half).assert(2, &["no value for `text`"]);
    desk.run(&[&half[..], &["--seed", "4"]].concat())
        .assert(0, &["todo.txt"]);
}
