//! A function for each row of a file: what is wrong before anything runs, a process that is killed, and what is kept.

use std::{fs, time::Duration};

use crate::desk::{Desk, start, wait_until};

/// For the name `b` it presses something, and then never comes to its end.
const SCRIPT: &str = "\
/// Look into Markor.
fn look(name) {
    env_op.open_app(\"Markor\");
    if name == \"b\" {
        env_op.click(env_op.find_element(#{ content_description: \"Create a new file or folder\" }));
        loop { env_op.find_element(#{ text: \"-\", target_description: \"-\" }); }
    }
    env_op.answer(name);
    env_op.stop(\"complete\");
}
";

const ROWS: [&str; 4] = ["exec", "look.rhai", "--rows", "names.csv"];

#[test]
fn a_process_that_is_killed_is_gone_on_with_and_repeats_nothing() {
    let desk = Desk::new();
    desk.file("look.rhai", SCRIPT);
    desk.file("names.csv", "Name\na\nb\nc\n");
    let mut running = start(desk.command(&ROWS));
    let pressed = wait_until(Duration::from_secs(60), || {
        let records = desk.files("home/bank/runs");
        let clicked = |it: &std::path::PathBuf| fs::read_to_string(it).is_ok_and(|it| it.contains("clicked"));
        records.iter().any(clicked)
    });
    assert!(pressed, "row 2 never began");
    running.kill();
    running.end();
    let results = || fs::read_to_string(desk.path("names.results.csv")).unwrap();
    assert!(results().contains("\n2,begun,"), "{}", results());
    desk.run(&ROWS).assert(2, &["are there already", "--resume"]);
    let ran = desk.run(&[&ROWS[..], &["--resume", "--junit", "junit.xml"]].concat());
    ran.assert(
        11,
        &[
            "row 2 of 3: refused",
            "in doubt",
            "row 3 of 3: unchecked",
            "answer \"c\"",
        ],
    );
    let lines: Vec<String> = results().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    for (line, begins) in lines[1..]
        .iter()
        .zip(["1,unchecked,a,", "2,refused,", "3,unchecked,c,"])
    {
        assert!(line.starts_with(begins) || begins == "2,refused,", "{line}");
    }
    let junit = fs::read_to_string(desk.path("junit.xml")).unwrap();
    assert!(
        junit.contains("tests=\"3\"") && junit.contains("in doubt"),
        "{junit}"
    );
    let runs = desk.files("home/bank/runs").len();
    // All have an end now: nothing more is run.
    desk.run(&[&ROWS[..], &["--resume"]].concat()).assert(11, &[]);
    assert_eq!(desk.files("home/bank/runs").len(), runs);
    desk.run(&["exec", "look.rhai", "--resume", "last"])
        .assert(3, &["had ended unchecked: nothing was done"]);
    let report = desk.run(&["report", "last"]);
    report.assert(0, &["<!doctype html>", "Look into Markor"]);
    desk.run(&["report", "nothing"])
        .assert(2, &["no run is called `nothing`"]);
    desk.assert_sound();
}

#[test]
fn what_is_wrong_with_a_file_is_said_before_anything_runs() {
    let desk = Desk::new();
    desk.file("look.rhai", SCRIPT);
    for (rows, said) in [
        ("nam\na\n", "did you mean `name`?"),
        ("name;other\na;b\n", "semicolons"),
        ("name,name\na,b\n", "several columns"),
        ("", "it is empty"),
        ("name\n", "no row"),
        ("name\na\nb,c\n", "names.csv:3: row 2: it has 2 cells"),
        ("name\n\"a\nb\n", "opens a quote"),
    ] {
        desk.file("names.csv", rows);
        desk.run(&ROWS).assert(2, &[said]);
        assert!(!desk.path("names.results.csv").exists(), "{rows:?}");
    }
    desk.run(&["exec", "look.rhai", "--rows", "other.csv"])
        .assert(1, &["other.csv"]);
    desk.run(&["exec", "look.rhai", "--resume"])
        .assert(2, &["--rows FILE"]);
    assert!(desk.files("home/bank/runs").is_empty());
}

#[test]
fn every_run_has_a_record_of_its_own_and_a_dry_run_stops() {
    let desk = Desk::new();
    desk.file("look.rhai", SCRIPT);
    for _ in 0..2 {
        desk.run(&["exec", "look.rhai", "--param", "name=a"])
            .assert(3, &[", run 20"]);
    }
    // Two equal runs are two records, and one recording.
    assert_eq!(desk.files("home/bank/runs").len(), 2);
    assert_eq!(desk.files("home/bank/recordings").len(), 1);
    let dry = desk.run(&["exec", "look.rhai", "--param", "name=a", "--dry-run"]);
    dry.assert(3, &["unchecked in"]);
}

#[test]
fn what_is_said_does_nothing_to_the_terminal() {
    let desk = Desk::new();
    desk.file(
        "s.rhai",
        "/// A.\nfn f() {\n    print(\"a\\u001b[2Jb\\u202ec\");\n    env_op.answer(\"x\\u001b]0;t\\u0007\");\n    env_op.stop(\"complete\");\n}\n",
    );
    for args in [
        &["exec", "s.rhai"][..],
        &["exec", "s.rhai", "--json"],
        &["report", "last"],
    ] {
        let ran = desk.run(args);
        let said = format!("{}{}", ran.out, ran.err);
        assert!(
            !said.contains(['\u{1b}', '\u{7}', '\u{202e}']),
            "{args:?}: {said:?}"
        );
        assert!(said.contains("\\u001b"), "{args:?}: {said:?}");
    }
    let json = desk.run(&["exec", "s.rhai", "--json"]).json();
    assert_eq!(json["answer"], "x\u{1b}]0;t\u{7}");
}
