//! What has a name: functions, suites and devices, and the project that says where functions are.

use std::{fs, path::Path};

use crate::desk::{Desk, start};

const NOTE: [&str; 4] = ["--param", "file_name=a.md", "--param", "text=b"];

/// A project with one function below it, and a folder in it.
fn project() -> Desk {
    let desk = Desk::new();
    let verified = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified/markor");
    fs::create_dir_all(desk.path("project/functions/markor")).unwrap();
    fs::create_dir_all(desk.path("project/deep/below")).unwrap();
    for name in ["create_note.rhai", "create_note.receipt.json"] {
        let to = desk.path(&format!("project/functions/markor/{name}"));
        fs::copy(verified.join(name), to).unwrap();
    }
    desk.file("project/autorpa.toml", "library = \"functions\"\n");
    desk
}

#[test]
fn a_function_is_found_by_its_name_from_any_folder_of_a_project() {
    let desk = project();
    let exec = |folder: &str, name: &str| {
        let mut command = desk.command(&[&["exec", name], &NOTE[..]].concat());
        command
            .current_dir(desk.path(folder))
            .env_remove("AUTORPA_LIBRARY");
        start(command).end()
    };
    for folder in ["project", "project/deep/below"] {
        exec(folder, "markor/create_note").assert(3, &["unchecked in", "Markor/a.md"]);
    }
    exec("project/deep", "markor/create_not").assert(
        2,
        &["no function is called `markor/create_not`", "markor/create_note"],
    );
    // Outside of the project nobody knows it.
    exec(".", "markor/create_note").assert(2, &["no function is called `markor/create_note`"]);
}

#[test]
fn a_project_file_that_is_wrong_is_named_with_its_place() {
    let desk = project();
    desk.file(
        "project/autorpa.toml",
        "library = \"functions\"\n\nlibary = \"x\"\n",
    );
    let mut command = desk.command(&["tasks"]);
    command.current_dir(desk.path("project/deep"));
    start(command)
        .end()
        .assert(2, &["autorpa.toml", "line 3", "libary", "`library`"]);
}

#[test]
fn what_no_suite_and_no_device_is_called_is_answered_with_what_there_is() {
    let desk = Desk::new();
    desk.file("s.rhai", "/// A.\nfn f() {\n    env_op.stop(\"complete\");\n}\n");
    let suite = ["there is no suite `androidwrld`", "did you mean `androidworld`?"];
    for args in [
        &["tasks", "--suite", "androidwrld"][..],
        &["bench", "--suite", "androidwrld"],
        &[
            "record",
            "--task-type",
            "MarkorCreateNote",
            "--suite",
            "androidwrld",
        ],
        &[
            "build",
            "--task-type",
            "MarkorCreateNote",
            "--suite",
            "androidwrld",
        ],
    ] {
        let ran = desk.run(args);
        ran.assert(2, &[&suite[..], &["there are androidworld, miniwob"]].concat());
        assert!(ran.out.is_empty(), "{}", ran.out);
    }
    desk.run(&["exec", "s.rhai", "--device", "emulatr"]).assert(
        2,
        &[
            "there is no device `emulatr`",
            "did you mean `emulator`?",
            "there are emulator, adb, androidworld, web",
        ],
    );
}

#[test]
fn what_is_built_is_not_built_again_unless_that_is_said() {
    let desk = Desk::new();
    let build = |more: &[&str]| {
        let of = [
            "build",
            "--task-type",
            "MarkorCreateFolder",
            "-n",
            "1",
            "--held-out",
            "1",
        ];
        desk.run(&[&of[..], more].concat())
    };
    build(&[]).assert(0, &["verified on 2 instances"]);
    let before = desk.files("home/bank/recordings");
    let script = fs::read(desk.path("library/markor/create_folder.rhai")).unwrap();

    let known = build(&["--json"]);
    known.assert(
        0,
        &[
            "there is a verified function for `MarkorCreateFolder`",
            "autorpa exec markor/create_folder",
            "--again",
        ],
    );
    let json = known.json();
    assert_eq!(
        (&json["verified"], &json["already"]),
        (&true.into(), &true.into())
    );
    assert_eq!(desk.files("home/bank/recordings"), before);

    let again = build(&["--again"]);
    again.assert(0, &["verified on 2 instances"]);
    assert!(
        !again.err.contains("there is a verified function"),
        "{}",
        again.err
    );
    // What is explored in the same way is the same recording; it is said that it was made.
    assert!(again.err.contains("recorded "), "{}", again.err);
    assert_eq!(
        fs::read(desk.path("library/markor/create_folder.rhai")).unwrap(),
        script
    );

    // A function that was edited is not the one that was verified.
    let edited = [&script[..], b"// changed\n"].concat();
    fs::write(desk.path("library/markor/create_folder.rhai"), edited).unwrap();
    build(&[]).assert(0, &["verified on 2 instances"]);
    desk.assert_sound();
}

/// Only a judged run is a success; one that nobody judges says so, with a code of its own.
#[test]
fn a_run_that_nobody_judges_is_neither_success_nor_fault() {
    let desk = Desk::new();
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scripts/verified/markor/create_note.rhai"
    );
    let exec = |more: &[&str]| desk.run(&[&["exec", script][..], &NOTE, more].concat());
    let alone = exec(&["--json"]);
    alone.assert(3, &["nobody checked that the task is done"]);
    let json = alone.json();
    assert_eq!(
        (&json["outcome"], &json["checked"], &json["reward"]),
        (&"unchecked".into(), &false.into(), &serde_json::Value::Null)
    );
    assert_eq!(json["diagnostic"]["code"], "unchecked");
    assert!(json["changes"].to_string().contains("a.md"), "{json}");

    // Judged, with the values that were given.
    let judged = exec(&["--task-type", "MarkorCreateNote", "--json"]);
    judged.assert(0, &[]);
    let json = judged.json();
    assert_eq!(
        (&json["outcome"], &json["checked"], &json["reward"]),
        (&"reached".into(), &true.into(), &1.0.into())
    );
    assert!(json["changes"].to_string().contains("a.md"), "{json}");
    desk.run(&["trajectories", "list"])
        .assert(0, &["unchecked", "reached, reward 1"]);
    desk.assert_sound();
}
