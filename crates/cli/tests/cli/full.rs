//! A disk that is full: a message that says so, exit code 1, and no half of a file.

use std::{
    fs::{self, OpenOptions},
    process::{Command, Stdio},
};

use testkit::{Part, skip};

use crate::desk::{AUTORPA, Desk, start};

/// Blocks of 512 bytes that a file may have; more answers "file too large", as a used-up quota does.
fn limited(desk: &Desk, blocks: usize, args: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    shell.args([
        "-c",
        &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""),
        AUTORPA,
    ]);
    desk.through(shell, args)
}

#[test]
fn a_build_without_room_keeps_nothing_half() {
    let desk = Desk::new();
    let ran = start(limited(
        &desk,
        2,
        &["build", "--task-type", "MarkorCreateFolder", "--json"],
    ))
    .end();
    ran.assert(1, &["no room to write", "free some space"]);
    assert!(ran.out.is_empty(), "{}", ran.out);
    assert!(
        desk.files("home/bank").is_empty(),
        "{:?}",
        desk.files("home/bank")
    );
    assert!(desk.files("library").is_empty(), "{:?}", desk.files("library"));
    desk.assert_sound();
}

#[test]
fn a_file_that_was_there_stays_as_it_was() {
    let desk = Desk::new();
    desk.file("shot.png", "old");
    desk.file("s.rhai", "/// A.\nfn f() {\n    env_op.stop(\"complete\");\n}\n");
    let ran = start(limited(&desk, 1, &["exec", "s.rhai", "--screenshot", "shot.png"])).end();
    ran.assert(1, &["shot.png", "free some space"]);
    assert_eq!(fs::read_to_string(desk.path("shot.png")).unwrap(), "old");
    desk.assert_sound();
    let ran = start(limited(&desk, 1, &["exec", "s.rhai"])).end();
    ran.assert(3, &["unchecked in", "the run is not kept: no room to write"]);
    desk.assert_sound();
}

#[test]
fn a_full_standard_output_is_an_error() {
    let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else {
        skip(Part::FullDisk, "this system has no /dev/full");
        return;
    };
    let desk = Desk::new();
    for args in [&["reference"][..], &["completions", "bash"], &["doctor"]] {
        let mut command = desk.command(args);
        let ended = command
            .stdout(full.try_clone().unwrap())
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(1), "{args:?}: {said}");
        assert!(
            said.contains("standard output") && said.contains("No space left"),
            "{said}"
        );
    }
}

/// A reader that has seen enough, like `head -1`.
#[test]
fn a_closed_standard_output_is_none() {
    let desk = Desk::new();
    for args in [
        "reference",
        "completions bash",
        "--help",
        "doctor",
        "show s.rhai",
        "trajectories list",
    ] {
        desk.file("s.rhai", &"// a line\n".repeat(20_000));
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            &format!("{{ \"$0\" {args}; echo \"code $?\" >&2; }} | head -1"),
            AUTORPA,
        ]);
        start(desk.through(shell, &[])).end().assert(0, &["code 0"]);
    }
}

/// Nobody hears what it says: the build goes on, and ends as it would.
#[test]
fn a_standard_error_that_nobody_reads_ends_nothing() {
    for err in ["2>&-", "2>/dev/full", "2>&1 >/dev/null | head -1"] {
        let desk = Desk::new();
        let build = "\"$0\" build --task-type MarkorCreateFolder -n 1 --held-out 1";
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{build} {err}"), AUTORPA]);
        let ran = start(desk.through(shell, &[])).end();
        assert_eq!(ran.status.code(), Some(0), "{err}: {}", ran.err);
        let built = desk.files("library");
        assert!(
            built.iter().any(|it| it.ends_with("create_folder.rhai")),
            "{err}: {built:?}"
        );
        desk.assert_sound();
    }
}

/// A file system of its own with very little room, where the system lets us make one.
#[test]
fn a_full_file_system_is_named() {
    let desk = Desk::new();
    fs::create_dir(desk.path("home")).unwrap();
    let mount = "mount -t tmpfs -o size=64k none home 2>/dev/null || exit 99; ";
    let then = "\"$0\" \"$@\"; code=$?; find home -name '.unfinished*' | sed 's/^/left behind: /' >&2; \"$0\" trajectories list >&2 || exit 98; exit $code";
    let mut own = Command::new("unshare");
    own.args(["-m", "sh", "-c", &format!("{mount}{then}"), AUTORPA]);
    if Command::new("unshare")
        .args(["-m", "true"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|it| it.success())
    {
        let ran = start(desk.through(own, &["build", "--task-type", "MarkorCreateFolder"])).end();
        if ran.status.code() == Some(99) {
            skip(Part::FullDisk, "no file system may be mounted here");
            return;
        }
        ran.assert(1, &["no room to write", "free some space"]);
        assert!(
            !ran.err.contains("left behind") && !ran.err.contains("skipped"),
            "{}",
            ran.err
        );
        assert!(desk.files("library").is_empty());
    } else {
        skip(Part::FullDisk, "no file system may be mounted here");
    }
}

/// Rows that are left by a full disk are run once there is room again, and none twice.
#[test]
fn a_queue_without_room_loses_no_row() {
    let desk = Desk::new();
    desk.file(
        "say.rhai",
        "/// Say.\nfn say(name) {\n    env_op.answer(name);\n    env_op.stop(\"complete\");\n}\n",
    );
    let names: String = (1..=30).map(|it| format!("n{it}\n")).collect();
    desk.file("names.csv", &format!("name\n{names}"));
    let add = ["queue", "add", "say.rhai", "--rows", "names.csv"];
    start(limited(&desk, 8, &add))
        .end()
        .assert(1, &["no room to write"]);
    // No half of a job is there.
    desk.run(&add).assert(0, &["job 1: 30 rows"]);
    let ran = start(limited(&desk, 200, &["queue", "run"])).end();
    ran.assert(1, &["no room to write", "no row is lost"]);
    desk.run(&["queue", "run"]).assert(3, &["unchecked"]);
    let results = desk.run(&["queue", "results", "1"]);
    let rows: Vec<&str> = results.out.lines().skip(1).collect();
    assert_eq!(rows.len(), 30, "{}", results.out);
    for (number, row) in (1..).zip(rows) {
        assert!(
            row.starts_with(&format!("{number},unchecked,n{number},")),
            "{row}"
        );
    }
    assert_eq!(desk.files("home/bank/runs").len(), 30, "no row was run twice");
    desk.assert_sound();
}
