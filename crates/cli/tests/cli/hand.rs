//! A person at the keyboard: looking around, showing a task, and a function made of what was shown.

use std::{fs, io::Write, process::Stdio};

use serde_json::Value;

use crate::desk::{Desk, Ran, start};

/// A session with these lines typed.
fn session(desk: &Desk, args: &[&str], lines: &str) -> Ran {
    let mut command = desk.command(args);
    command.stdin(Stdio::piped());
    let mut running = start(command);
    running.stdin().write_all(lines.as_bytes()).unwrap();
    running.end()
}

const FOLDER: [&str; 5] = ["record", "--task-type", "MarkorCreateFolder", "--seed", "7"];

/// The lines that do the task of [`FOLDER`]; the name is read from the goal, as a person does.
fn lines(desk: &Desk) -> String {
    let asked = session(desk, &FOLDER, "");
    let goal = asked
        .err
        .lines()
        .find_map(|it| it.split_once("named "))
        .unwrap()
        .1;
    format!(
        "open Markor\nclick Create a new file or folder\ntype \"my_note\" {}\nclick FOLDER\njudge\n",
        goal.trim_end_matches('.')
    )
}

#[test]
fn a_function_is_made_of_what_was_shown() {
    let desk = Desk::new();
    let lines = lines(&desk);
    let shown = session(&desk, &FOLDER, &lines);
    shown.assert(
        0,
        &["task: Create a new folder in Markor named", "reward 1", "--from"],
    );
    let id = shown.out.trim().to_owned();
    let built = desk.run(&[
        "build",
        "--task-type",
        "MarkorCreateFolder",
        "--from",
        &id,
        "--json",
        "--episodes",
        "1",
    ]);
    built.assert(0, &["shown by a person", "verified on 15 instances"]);
    let report: Value = serde_json::from_str(&built.out).unwrap();
    assert_eq!(report["explorer"]["kind"], "person");
    assert_eq!(report["explorer"]["steps"], 0);
    assert_eq!(report["instances"][0]["seed"], 7);
}

#[test]
fn a_wrong_step_is_taken_back_and_names_may_stand_in_quotes() {
    let desk = Desk::new();
    let right = lines(&desk).replace("open Markor", "open \"Markor\"");
    let wrong = "undo\nopen \"Contacts\"\nundo\nclick +49\n";
    let shown = session(&desk, &FOLDER, &format!("{wrong}{right}"));
    shown.assert(
        0,
        &[
            "no step to undo",
            "nothing on the screen shows \"+49\"",
            "reward 1",
            "kept as recording",
            "of 5 steps",
        ],
    );
}

#[test]
fn what_does_not_show_the_task_is_not_built_from() {
    let desk = Desk::new();
    let stopped = session(&desk, &FOLDER, "open Markor\n");
    stopped.assert(130, &["ended before `judge`", "kept as recording"]);
    let wrong = session(&desk, &FOLDER, "open Markor\njudge\n");
    wrong.assert(10, &["the judge says 0"]);
    let wrong = wrong.out.trim();
    let build = |task_type: &str, from: &[&str]| {
        let mut args = vec!["build", "--task-type", task_type];
        from.iter().for_each(|it| args.extend(["--from", it]));
        desk.run(&args)
    };
    build("MarkorCreateFolder", &[wrong]).assert(2, &["does not end with the task done"]);
    build("MarkorCreateNote", &[wrong]).assert(2, &["is of the task type `MarkorCreateFolder`"]);
    build("MarkorCreateFolder", &["nothing"]).assert(1, &["nothing"]);
    let done = session(&desk, &FOLDER, &lines(&desk));
    let done = done.out.trim();
    build("MarkorCreateFolder", &[done, done]).assert(2, &["shows instance 7 again"]);
    desk.assert_sound();
}

#[test]
fn an_element_is_named_by_what_it_shows_if_only_one_does() {
    let desk = Desk::new();
    let ran = session(
        &desk,
        &["emulator"],
        "open Contacts\nclick Nothing of the kind\nopen Phone\nscroll sideways\nswipe\ntype\nquit\n",
    );
    ran.assert(
        0,
        &[
            "nothing on the screen shows \"Nothing of the kind\"",
            "that is no action",
        ],
    );
    let twice = session(
        &desk,
        &["emulator"],
        "open Settings\nclick Settings\nclick \"12\"\nquit\n",
    );
    twice.assert(0, &["nothing on the screen shows \"12\""]);
}

#[test]
fn a_person_uses_the_emulator() {
    let desk = Desk::new();
    let ran = session(
        &desk,
        &[
            "emulator",
            "--task-type",
            "MarkorCreateFolder",
            "--seed",
            "1",
            "--screenshot",
            "now.png",
        ],
        "help\ngoal\nopen Markor\nfly\nclick 999\nclick\nopen Nowhere\nshot /proc/x/y.png\nshot here.png\nchanges\njudge\nquit\n",
    );
    ran.assert(
        0,
        &[
            "click IT",
            "task: Create a new folder in Markor named",
            "net.gsantner.markor",
            "that is no action",
            "there is no element 999",
            "Nowhere",
            "/proc/x",
            "wrote here.png",
            "reward 0",
        ],
    );
    for file in ["now.png", "here.png"] {
        assert_eq!(&fs::read(desk.path(file)).unwrap()[..4], b"\x89PNG");
    }
}
