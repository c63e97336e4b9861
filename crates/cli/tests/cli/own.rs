//! A user's own task: its file, what is said of a wrong one, and a person's word where nobody checks.

use std::{fs, io::Write, process::Stdio};

use serde_json::Value;

use crate::desk::{Desk, Ran, start};

/// A task that no check is written for.
const FOLDER: &str = "\
format = 1
name = \"MakeFolder\"
goal = \"Make a folder {folder} among the notes.\"
sandbox = true

[start]
device = \"emulator\"

[touch]
apps = [\"Markor\"]

[params.folder]
type = \"text\"
examples = [\"plans\", \"ideas\", \"recipes\"]
";

#[test]
fn a_new_task_file_can_be_checked_at_once() {
    let desk = Desk::new();
    let made = desk.run(&["new-task", "AddCustomer"]);
    made.assert(0, &["next:", "autorpa check"]);
    let file = made.out.trim().to_owned();
    assert!(desk.path(&file).ends_with("AddCustomer.task.toml"), "{file}");
    desk.run(&["check", &file])
        .assert(0, &["nothing to say against it", "`AddCustomer`", "1 check"]);
    // What is there is left alone.
    desk.file("AddCustomer.task.toml", "mine");
    desk.run(&["new-task", "AddCustomer"])
        .assert(2, &["is there already"]);
    assert_eq!(
        fs::read_to_string(desk.path("AddCustomer.task.toml")).unwrap(),
        "mine"
    );
    for name in ["", "a/b", "a b", ".."] {
        desk.run(&["new-task", name])
            .assert(2, &["is no name of a task type"]);
    }
    assert_eq!(desk.files(".").len(), 1);
    // In a folder that is named.
    desk.run(&["new-task", "Other", "--folder", "tasks"])
        .assert(0, &[]);
    desk.run(&["tasks", "--tasks", "tasks", "--suite", "tasks"])
        .assert(0, &["Other"]);
}

#[test]
fn what_is_wrong_in_a_task_file_is_said_with_its_place() {
    let desk = Desk::new();
    for (wrong, texts) in [
        (
            FOLDER.replace("sandbox", "sandbx"),
            &[
                "f.task.toml:4:1",
                "error[task-unknown-key]",
                "`sandbx`",
                "did you mean `sandbox`?",
            ][..],
        ),
        (
            FOLDER.replace("{folder}", "{foldr}"),
            &["f.task.toml:3:", "foldr", "did you mean `folder`"],
        ),
        (
            FOLDER.replace("type = \"text\"", "type = \"txt\""),
            &["f.task.toml:13:", "error[task-bad-value]", "did you mean `text`?"],
        ),
        // What the device does not have.
        (
            format!(
                "{FOLDER}\n[[check]]\nurl = \"/notes/*\"\n\n[[check]]\npage = \"/notes\"\nshows = [\"{{folder}}\"]\n"
            ),
            &[
                "f.task.toml:17:7: error[task-conflict]",
                "the device `emulator` has no addresses",
                "f.task.toml:20:8: error[task-conflict]",
            ],
        ),
        (
            FOLDER.replace("device = \"emulator\"", "device = \"emulatr\""),
            &[
                "f.task.toml:7:10: error[task-unknown-name]: no device is called `emulatr`",
                "did you mean `emulator`?",
            ],
        ),
        (
            FOLDER.replace("[\"Markor\"]", "[\"Markr\"]") + "\n[[check]]\napp = \"Markr\"\nshows = [\"x\"]\n",
            &[
                "f.task.toml:10:9: error[task-unknown-name]: no app is called `Markr`",
                "did you mean `Markor`?",
                "f.task.toml:17:7: error[task-unknown-name]: no app is called `Markr`",
            ],
        ),
        (
            format!("{FOLDER}\n[reset]\nfunction = \"no/such\"\n"),
            &["f.task.toml:17:12: error[task-unknown-name]: no function is called `no/such`"],
        ),
        // What is no expression, and no path.
        (
            format!("{FOLDER}\n[[check]]\nshows = [\"{{upercase(folder)}}\"]\n"),
            &[
                "f.task.toml:17:10: error[task-bad-value]: `{upercase(folder)}`",
                "shows: ",
            ],
        ),
        (
            format!("{FOLDER}\n[[check]]\nget = \"http://127.0.0.1:9/x\"\njson = \"$[\"\nis = \"1\"\n"),
            &[
                "f.task.toml:18:8: error[task-bad-value]: \"$[\" is no JSONPath",
                "json: ",
            ],
        ),
        // Steps that can't be taken back say what is pressed.
        (
            format!("{FOLDER}\n[[irreversible]]\nstep = \"clck 'OK'\"\n"),
            &[
                "f.task.toml:17:8: error[task-bad-value]: \"clck 'OK'\" is no step",
                "did you mean `click`?",
            ],
        ),
        (FOLDER.replace("[start]", "[start"), &["f.task.toml:6:"]),
    ] {
        desk.file("f.task.toml", &wrong);
        let ran = desk.run(&["check", "f.task.toml"]);
        ran.assert(2, texts);
        assert!(ran.out.is_empty(), "{}", ran.out);
    }
    // A suite with a file that is wrong says so, too.
    desk.run(&["--tasks", "f.task.toml", "build", "--task-type", "MakeFolder"])
        .assert(2, &["f.task.toml:6:"]);
}

#[test]
fn a_file_that_is_wrong_keeps_no_other_of_its_folder_from_being_done() {
    let desk = Desk::new();
    fs::create_dir(desk.path("mine")).unwrap();
    let named = |name: &str| FOLDER.replace("MakeFolder", name);
    desk.file("mine/a.task.toml", &named("Wrong").replace("{folder}", "{foldr}"));
    desk.file("mine/folder.task.toml", FOLDER);
    desk.file("mine/one.task.toml", &named("Twin"));
    desk.file("mine/two.task.toml", &named("Twin"));
    let mine = |args: &[&str]| -> Ran { desk.run(&[&["--tasks", "mine"], args].concat()) };
    let listed = mine(&["tasks", "--suite", "mine"]);
    listed.assert(0, &["MakeFolder"]);
    assert!(!listed.out.contains("Twin"), "{}", listed.out);
    let left_out = "note: a task of mine is left out: ";
    let twin = "another file of the folder is of the task type `Twin` as well";
    for said in [
        left_out,
        "a.task.toml:3:",
        "did you mean `folder`",
        "one.task.toml",
        "two.task.toml",
        twin,
    ] {
        assert!(listed.err.contains(said), "no {said:?} in {}", listed.err);
    }
    // Who asks for the wrong one hears why it is not there, with its suite's name and without; a part of a suite is not measured.
    for asked in [
        &["build", "--task-type", "Wrong"][..],
        &["build", "--task-type", "Wrong", "--suite", "mine"],
        &["bench", "--suite", "mine", "--seeds", "0"],
    ] {
        mine(asked).assert(2, &[left_out, "a.task.toml:3:"]);
    }
}

#[test]
fn the_schema_of_task_files_is_json() {
    let schema = Desk::new().run(&["schema"]);
    schema.assert(0, &[]);
    let json = schema.json();
    for key in ["name", "goal", "start", "params", "check", "reset"] {
        assert!(json["properties"][key].is_object(), "no {key}: {json}");
    }
}

/// A person shows it, and looks at what the function did: from then on their word counts.
#[test]
fn a_person_accepts_what_nobody_checks() {
    let desk = Desk::new();
    fs::create_dir(desk.path("mine")).unwrap();
    desk.file("mine/folder.task.toml", FOLDER);
    let mine = |args: &[&str]| -> Ran { desk.run(&[&["--tasks", "mine"], args].concat()) };
    mine(&["check", "mine/folder.task.toml"])
        .assert(0, &["0 checks", "only a person can say that it worked"]);

    let mut command = desk.command(&[
        "--tasks",
        "mine",
        "record",
        "--task-type",
        "MakeFolder",
        "--seed",
        "0",
    ]);
    command.stdin(Stdio::piped());
    let mut session = start(command);
    let shown =
        "open Markor\nclick Create a new file or folder\ntype \"my_note\" plans\nclick FOLDER\njudge\n";
    session.stdin().write_all(shown.as_bytes()).unwrap();
    let session = session.end();
    session.assert(
        3,
        &["nobody checked that the task is done", "next: autorpa build"],
    );
    let id = session.out.trim().to_owned();

    mine(&["build", "--task-type", "MakeFolder", "--from", &id]).assert(3, &["the best code is kept"]);
    let function = "markor/make_folder";
    let text = "Make a folder attic among the notes.";
    // What was shown is no run of the function, and nobody has said yet that it works.
    mine(&["accept", function, "--run", &id]).assert(2, &["is no run of markor/make_folder"]);
    // Neither is the build's own trial: nobody has looked at it.
    mine(&["accept", function]).assert(2, &["there is no run of markor/make_folder"]);
    mine(&["run", text, "--yes"]).assert(12, &["no function serves"]);
    let ran = mine(&["exec", function, "--param", "folder=cellar", "--json"]);
    ran.assert(3, &["nobody checked that the task is done"]);
    assert!(
        ran.json()["changes"].to_string().contains("cellar"),
        "{}",
        ran.out
    );

    // A run of other code says nothing of this one.
    let files = desk.files("library");
    let ending = |it: &str| {
        files
            .iter()
            .find(|file| file.to_string_lossy().ends_with(it))
            .unwrap()
    };
    let (script, receipt) = (ending("make_folder.rhai"), ending(".receipt.json"));
    let kept = [script, receipt].map(|it| fs::read_to_string(it).unwrap());
    let newer = format!("{}// newer\n", kept[0]);
    fs::write(script, &newer).unwrap();
    let sha = |it: &str| library::sha256(it);
    fs::write(receipt, kept[1].replace(&sha(&kept[0]), &sha(&newer))).unwrap();
    mine(&["accept", function]).assert(2, &["an earlier version of its code ran"]);
    fs::write(script, &kept[0]).unwrap();
    fs::write(receipt, &kept[1]).unwrap();

    mine(&["accept", function]).assert(0, &["is accepted by your word"]);
    let ran = mine(&["run", text, "--yes", "--json"]);
    ran.assert(3, &["folder = attic"]);
    assert!(ran.json()["changes"].to_string().contains("attic"), "{}", ran.out);
    let receipt: Value = serde_json::from_str(&fs::read_to_string(receipt).unwrap()).unwrap();
    assert_eq!(receipt["verified"], false);
    assert!(receipt["accepted"]["run"].is_string(), "{receipt}");
    desk.assert_sound();

    // Without what its file says, nobody knows where it may be run and what is secret there.
    desk.file("mine/folder.task.toml", &FOLDER.replace("sandbox", "sandbx"));
    desk.file("mine/other.task.toml", &FOLDER.replace("MakeFolder", "Other"));
    for named in [
        &[function, "--param", "folder=loft"][..],
        &[function, "--task-type", "MakeFolder"],
    ] {
        mine(&[&["exec"], named].concat()).assert(2, &["a task of mine is left out", "`sandbx`"]);
    }
}
