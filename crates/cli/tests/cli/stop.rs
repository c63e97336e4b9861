//! Ctrl-C in each stage: exit code 130, soon, and everything that was kept can be read.
#![cfg(target_os = "linux")]

use std::{
    process::{Command, Stdio},
    time::Duration,
};

use crate::{
    desk::{Desk, Ran, Running, signal, start, wait_until},
    fake_model::{Answer, FakeModel},
};

const SOON: Duration = Duration::from_secs(20);
const LOOK: &str =
    "/// A.\nfn f() {\n    loop { env_op.find_element(#{ text: \"-\", target_description: \"-\" }); }\n}\n";

/// One Ctrl-C when the time has come.
fn stop(command: Command, mut when: impl FnMut(&mut Running) -> bool) -> Ran {
    let mut running = start(command);
    assert!(
        wait_until(SOON, || running.listens() && when(&mut running)),
        "the moment to stop never came"
    );
    assert!(
        !running.ended(),
        "it ended before it could be stopped: {}",
        running.end().err
    );
    signal("INT", &running.id().to_string());
    assert!(wait_until(SOON, || running.ended()), "it does not stop");
    running.end()
}

#[test]
fn a_build_that_waits_for_its_model() {
    let desk = Desk::new();
    let model = FakeModel::new(Answer::Silence);
    let args = [
        "build",
        "--task-type",
        "MarkorCreateNote",
        "--tier",
        "model",
        "--llm",
        "openai:x",
        "--llm-base-url",
        &model.url,
    ];
    stop(desk.command(&args), |_| model.asked() > 0).assert(130, &["stopped"]);
    desk.assert_sound();
}

#[test]
fn a_build_that_searches() {
    let desk = Desk::new();
    // More instances than can be done before the signal comes.
    let args = ["build", "--task-type", "MarkorCreateNote", "--json", "-n", "2000"];
    // The first episode asks whether there is anything to do, and sees no app.
    let ran = stop(desk.command(&args), |_| {
        desk.files("home/bank/recordings").len() > 2
    });
    ran.assert(130, &["stopped"]);
    assert!(ran.out.is_empty(), "{}", ran.out);
    desk.assert_sound();
    // What was kept is a good start for the next build, what was learned of the apps too.
    let graph = std::fs::read_to_string(desk.path("home/graphs/androidworld.json")).unwrap();
    assert!(graph.contains("net.gsantner.markor"), "{graph}");
    desk.run(&["build", "--task-type", "MarkorCreateFolder", "-n", "1"])
        .assert(0, &["verified"]);
}

#[test]
fn a_script_that_looks_forever() {
    let desk = Desk::new();
    desk.file("s.rhai", LOOK);
    let ran = stop(desk.command(&["exec", "s.rhai", "--json"]), |_| true);
    ran.assert(130, &["stopped"]);
    assert_eq!(ran.json()["outcome"], "cancelled");
    desk.assert_sound();
}

/// What `timeout` and a closed terminal send ends it as tidily.
#[test]
fn other_requests_to_end_are_heard_too() {
    let desk = Desk::new();
    desk.file("s.rhai", LOOK);
    for name in ["TERM", "HUP"] {
        let mut running = start(desk.command(&["exec", "s.rhai"]));
        assert!(wait_until(SOON, || running.listens()));
        signal(name, &running.id().to_string());
        assert!(wait_until(SOON, || running.ended()), "it does not stop");
        running.end().assert(130, &["stopped"]);
    }
    desk.assert_sound();
}

#[test]
fn a_bench_keeps_the_rows_it_has() {
    let desk = Desk::new();
    let args = [
        "bench",
        "--suite",
        "androidworld",
        "--agent",
        "search",
        "--types",
        "MarkorCreateFolder,MarkorCreateNote",
        "--seeds",
        "0-8999",
        "--json",
        "rows.json",
    ];
    // A bench says nothing and keeps nothing before its first row: it is stopped when it can be.
    stop(desk.command(&args), |_| true).assert(
        130,
        &[
            "stopped; the table has what was done",
            "the same command goes on from there",
        ],
    );
    let rows: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(desk.path("rows.json")).unwrap()).unwrap();
    assert!(rows["rows"].is_array(), "{rows}");
    desk.assert_sound();
}

#[test]
fn a_session_ends_at_once() {
    let desk = Desk::new();
    let mut command = desk.command(&["emulator"]);
    command.stdin(Stdio::piped());
    let mut running = start(command);
    let held = running.stdin();
    signal("INT", &running.id().to_string());
    assert!(wait_until(SOON, || running.ended()), "the session goes on");
    drop(held);
    assert!(!running.end().status.success());
}
