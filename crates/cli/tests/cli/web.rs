//! Chromium that is not there, and Chromium that dies.
#![cfg(target_os = "linux")]

use std::{fs, os::unix::process::CommandExt, process::Command, time::Duration};

use testkit::{Part, there};

use crate::desk::{Desk, Running, signal, start, wait_until};

const SOON: Duration = Duration::from_secs(40);
/// Less than the browser may take to answer one call, where nobody sets a limit.
const ONE_CALL: Duration = Duration::from_secs(29);
const LOOK: &str =
    "/// A.\nfn f() {\n    loop { env_op.find_element(#{ text: \"-\", target_description: \"-\" }); }\n}\n";

#[test]
fn chromium_is_not_installed() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("html/miniwob")).unwrap();
    fs::create_dir_all(desk.path("html/core")).unwrap();
    desk.file("html/core/core.js", "");
    desk.file("html/miniwob/click-button.html", "<html></html>");
    desk.file("s.rhai", LOOK);
    for args in [
        &["build", "--task-type", "click-button"][..],
        &[
            "bench",
            "--suite",
            "miniwob",
            "--types",
            "click-button",
            "--json",
            "rows.json",
        ],
        &["exec", "s.rhai", "--task-type", "click-button"],
        &["exec", "s.rhai", "--device", "web", "--url", "about:blank"],
    ] {
        let mut command = desk.command(args);
        command
            .env("AUTORPA_CHROMIUM", "/nowhere/chromium")
            .env("AUTORPA_MINIWOB_HTML", desk.path("html"));
        start(command).end().assert(
            20,
            &[
                "/nowhere/chromium",
                "apt-get install chromium",
                "AUTORPA_CHROMIUM",
            ],
        );
    }
    assert!(!desk.path("rows.json").exists());
    assert!(desk.files("library").is_empty());
    desk.assert_sound();
}

#[test]
fn the_pages_are_not_installed() {
    let desk = Desk::new();
    let mut command = desk.command(&["build", "--task-type", "click-button"]);
    command.env("AUTORPA_MINIWOB_HTML", "/nowhere");
    start(command).end().assert(
        2,
        &["no task type is called `click-button`", "/nowhere", "pip install"],
    );
    let mut command = desk.command(&["build", "--suite", "miniwob", "--task-type", "click-button"]);
    command.env("AUTORPA_MINIWOB_HTML", "/nowhere");
    start(command).end().assert(20, &["/nowhere", "pip install"]);
}

/// What the web tests need is here.
pub fn ready() -> bool {
    there(Part::Web, device_web::find_chromium()).is_some()
        && there(Part::MiniWob, device_web::find_pages()).is_some()
}

/// The process ids of the browsers among its children.
fn browsers(of: &Running) -> Vec<String> {
    let parent = of.id().to_string();
    let is_child = |id: &String| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.rsplit(')')
            .next()
            .and_then(|it| it.split_whitespace().nth(1).map(str::to_owned))
            == Some(parent.clone())
    };
    let is_browser = |id: &String| {
        fs::read_to_string(format!("/proc/{id}/cmdline")).is_ok_and(|it| it.contains("--remote-debugging"))
    };
    let ids = fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .map(|it| it.file_name().to_string_lossy().into_owned());
    ids.filter(|it| it.bytes().all(|it| it.is_ascii_digit()))
        .filter(is_child)
        .filter(is_browser)
        .collect()
}

/// A script on a page, with Chromium up and the script looking for something.
fn looking(desk: &Desk) -> Option<Running> {
    if !ready() {
        return None;
    }
    desk.file("s.rhai", LOOK);
    let mut command: Command =
        desk.command(&["exec", "s.rhai", "--task-type", "click-button", "--json", "-vv"]);
    command.process_group(0);
    let mut running = start(command);
    assert!(
        wait_until(SOON, || running.ended() || browsers(&running).len() == 1),
        "Chromium does not start"
    );
    Some(running)
}

#[test]
fn chromium_dies_in_the_middle() {
    let desk = Desk::new();
    let Some(mut running) = looking(&desk) else { return };
    for id in browsers(&running) {
        signal("KILL", &id);
    }
    assert!(wait_until(SOON, || running.ended()), "it waits for the dead");
    running.end().assert(20, &["device"]);
    desk.assert_sound();
}

/// The rows measured before the browser died are kept.
#[test]
fn chromium_dies_during_a_bench() {
    if !ready() {
        return;
    }
    let desk = Desk::new();
    let types = "click-button,click-dialog";
    let args = [
        "bench",
        "--suite",
        "miniwob",
        "--agent",
        "search",
        "--types",
        types,
        "--seeds",
        "0-8999",
        "--seconds",
        "5",
        "--json",
        "rows.json",
    ];
    let mut running = start(desk.command(&args));
    assert!(
        wait_until(SOON, || running.ended() || browsers(&running).len() == 1),
        "Chromium does not start"
    );
    // Let it get into its episodes; there are far more of them than end in this time.
    assert!(
        !wait_until(Duration::from_secs(3), || running.ended()),
        "{}",
        running.end().err
    );
    // Each worker has a browser of its own, and the last one may only just start.
    let died = wait_until(SOON, || {
        for id in browsers(&running) {
            signal("KILL", &id);
        }
        running.ended()
    });
    assert!(died, "it waits for the dead");
    running.end().assert(20, &["the browser is gone", "click-button"]);
    let rows: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(desk.path("rows.json")).unwrap()).unwrap();
    assert_eq!(rows["rows"][0]["task_type"], "click-button", "{rows}");
    desk.assert_sound();
}

/// A terminal sends Ctrl-C to the whole group, the browser included.
#[test]
fn a_terminals_ctrl_c_is_not_a_lost_device() {
    let desk = Desk::new();
    let Some(mut running) = looking(&desk) else { return };
    assert!(running.listens());
    signal("INT", &format!("-{}", running.id()));
    assert!(wait_until(SOON, || running.ended()), "it does not stop");
    running.end().assert(130, &[]);
    desk.assert_sound();
}

/// The first calls to a browser that starts are cut short by the signal.
#[test]
fn ctrl_c_while_chromium_starts_is_not_a_lost_device() {
    if !ready() {
        return;
    }
    let desk = Desk::new();
    let mut running = start(desk.command(&["build", "--task-type", "click-test"]));
    assert!(wait_until(SOON, || running.listens() && !browsers(&running).is_empty()));
    signal("INT", &running.id().to_string());
    assert!(wait_until(SOON, || running.ended()), "it does not stop");
    running.end().assert(130, &["stopped"]);
    desk.assert_sound();
}

/// The screen and the picture that are kept of a page that answers no more cost seconds, not the time that one call may take.
#[test]
fn a_page_that_blocks_does_not_keep_a_run_beyond_its_time() {
    if there(Part::Web, device_web::find_chromium()).is_none() {
        return;
    }
    let desk = Desk::new();
    let page = "<!DOCTYPE html><title>Busy</title><script>setTimeout(() => { for (;;) {} }, 500)</script>";
    desk.file("busy.html", page);
    desk.file("s.rhai", LOOK);
    let url = format!("file://{}", desk.path("busy.html").display());
    let mut running = start(desk.command(&["exec", "s.rhai", "--url", &url, "--timeout", "3"]));
    assert!(wait_until(ONE_CALL, || running.ended()), "it waits for the page");
    let ran = running.end();
    ran.assert(13, &["longer than 3 s"]);
    assert!(!ran.err.contains("WARN"), "{}", ran.err);
}
