//! Damage on disk: named, passed over, never made worse.

use std::fs;

use crate::desk::{Desk, Ran};

/// A desk with two recordings, and the file of one.
fn with_recordings() -> (Desk, std::path::PathBuf) {
    let desk = Desk::new();
    for app in ["Markor", "Contacts"] {
        desk.file("s.rhai", &format!("/// Open {app}.\nfn f() {{\n    env_op.open_app(\"{app}\");\n    env_op.stop(\"complete\");\n}}\n"));
        desk.run(&["exec", "s.rhai"]).assert(3, &["unchecked in"]);
    }
    let files = desk.files("home/bank/recordings");
    assert_eq!(files.len(), 2);
    let first = files[0].clone();
    (desk, first)
}

fn search(desk: &Desk) -> Ran {
    desk.run(&["trajectories", "search", "Contacts"])
}

#[test]
fn recordings_that_cannot_be_read_are_named_and_passed_over() {
    let (desk, file) = with_recordings();
    let whole = fs::read_to_string(&file).unwrap();
    desk.file("half.json", &whole[..whole.len() / 2]);
    desk.run(&["show", "half.json"])
        .assert(1, &["half.json", "not a whole recording", "help:"]);
    assert!(whole.contains(r#""version":1"#), "{}", &whole[..80]);
    desk.file(
        "newer.json",
        &whole.replacen(r#""version":1"#, r#""version":999"#, 1),
    );
    desk.run(&["show", "newer.json"])
        .assert(1, &["newer.json", "version 999", "up to 2", "update AutoRPA"]);
    desk.file("empty.json", "");
    desk.run(&["show", "empty.json"])
        .assert(1, &["empty.json", "help:"]);

    // The same damage inside the home: the other recording is still listed and found.
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    for command in [
        &["trajectories", "list"][..],
        &["trajectories", "search", "open"],
        &["trajectories", "rebuild"],
    ] {
        desk.run(command).assert(
            0,
            &["skipped", "not a whole recording", &file.display().to_string()],
        );
    }
    assert_eq!(desk.run(&["trajectories", "list"]).out.lines().count(), 1);
    let id = file.file_stem().unwrap().to_string_lossy().into_owned();
    desk.run(&["show", &id]).assert(1, &["not a whole recording"]);
    // Nobody tidies up what a person may still want to mend.
    assert_eq!(fs::read_to_string(&file).unwrap(), &whole[..whole.len() / 2]);
}

#[test]
fn a_locked_index_is_read_as_it_is() {
    let (desk, _) = with_recordings();
    search(&desk).assert(0, &["Contacts"]);
    let lock = fs::OpenOptions::new()
        .write(true)
        .open(desk.path("home/bank/index.lock"))
        .unwrap();
    lock.lock().unwrap();
    let found = search(&desk);
    found.assert(0, &["another process works on the index"]);
    assert!(found.out.contains("Contacts"), "{}", found.out);
    desk.run(&["trajectories", "rebuild"])
        .assert(1, &["another process works on the index", "help:"]);
    // Locked and not there: nothing can be said, and nothing is made behind the other's back.
    fs::remove_dir_all(desk.path("home/bank/index")).unwrap();
    search(&desk).assert(
        1,
        &[
            "another process works on the index",
            "recordings themselves are safe",
        ],
    );
    assert!(desk.files("home/bank/index").is_empty());
    drop(lock);
    search(&desk).assert(0, &["Contacts"]);
    desk.assert_sound();
}

#[test]
fn a_damaged_index_is_made_anew() {
    let (desk, _) = with_recordings();
    search(&desk).assert(0, &["Contacts"]);
    let files = desk.files("home/bank/index");
    assert!(!files.is_empty());
    for file in &files {
        fs::write(file, "rubbish").unwrap();
    }
    let found = search(&desk);
    found.assert(0, &["the index was built again"]);
    assert!(found.out.contains("Contacts"), "{}", found.out);
    for file in desk.files("home/bank/index") {
        let length = fs::metadata(&file).unwrap().len();
        fs::OpenOptions::new()
            .write(true)
            .open(&file)
            .unwrap()
            .set_len(length / 2)
            .unwrap();
    }
    search(&desk).assert(0, &["Contacts"]);
    let quiet = search(&desk);
    assert!(!quiet.err.contains("built again"), "{}", quiet.err);
    desk.assert_sound();
}

#[test]
fn a_damaged_graph_or_receipt_stops_nobody() {
    let desk = Desk::new();
    let build = ["build", "--task-type", "MarkorCreateFolder", "-n", "1"];
    desk.run(&build).assert(0, &["verified"]);
    fs::write(desk.path("home/graphs/androidworld.json"), "{\"half").unwrap();
    let receipt = desk
        .files("library")
        .into_iter()
        .find(|it| it.to_string_lossy().ends_with(".receipt.json"))
        .unwrap();
    fs::write(&receipt, "{\"half").unwrap();
    let script = desk
        .files("library")
        .into_iter()
        .find(|it| it.ends_with("markor/create_folder.rhai"))
        .unwrap();
    let script = script.display().to_string();
    let given = ["--param", "folder_name=folder_20230101_000000"];
    desk.run(&[&["exec", &script], &build[1..3], &given].concat())
        .assert(0, &["reached in", "reward 1"]);
    desk.run(&["doctor"])
        .assert(0, &["broken", &receipt.display().to_string()]);
    desk.run(&build).assert(0, &["verified"]);
    desk.assert_sound();
}

#[test]
fn a_home_that_cannot_be_written_is_named() {
    let desk = Desk::new();
    desk.file("home", "a file stands where the folder should be");
    desk.file("s.rhai", "/// A.\nfn f() {\n    env_op.stop(\"complete\");\n}\n");
    desk.run(&["exec", "s.rhai"])
        .assert(3, &["unchecked in", "the run is not kept", "can't write"]);
    desk.run(&["build", "--task-type", "MarkorCreateFolder"])
        .assert(1, &["can't write", "home"]);
    desk.run(&["trajectories", "list"])
        .assert(1, &["can't write", "home"]);
    desk.run(&["doctor"]).assert(0, &["broken", "can't write"]);
    assert!(desk.files("library").is_empty());
    // The same for the library: the work is done by then, and the message says where it could not go.
    let desk = Desk::new();
    desk.file("library", "a file stands where the folder should be");
    desk.run(&["build", "--task-type", "MarkorCreateFolder", "-n", "1"])
        .assert(1, &["library"]);
    desk.assert_sound();
}
