//! A text instead of a script's name: one function serves it, none does, or many do.

use std::fs;

use crate::desk::Desk;

#[test]
fn one_none_and_many_are_three_answers() {
    let desk = Desk::new();
    let none = desk.run(&["run", "Create a new folder in Markor named plans."]);
    none.assert(12, &["no function serves", "autorpa build"]);
    desk.run(&["build", "--task-type", "MarkorCreateFolder"])
        .assert(0, &[]);

    let text = "Create a new folder in Markor named Büro \"9\".";
    // Nobody is there to agree.
    desk.run(&["run", text])
        .assert(2, &["markor/create_folder", "folder_name = Büro \"9\"", "--yes"]);
    let ran = desk.run(&["run", text, "--yes", "--json"]);
    ran.assert(3, &["folder_name = Büro \"9\""]);
    let json = ran.json();
    assert_eq!(json["outcome"], "unchecked");
    assert!(json["changes"].to_string().contains("Büro"), "{json}");

    // Words of a goal are no goal: what is near is named, nothing runs.
    desk.run(&["run", "please make folders in Markor", "--yes"])
        .assert(
            12,
            &[
                "no function serves",
                "markor/create_folder",
                "Create a new folder in Markor named {folder_name}",
            ],
        );
    desk.run(&["run", "zebra", "--yes"])
        .assert(12, &["none has words of it"]);

    // A second function with the same goal: nobody guesses.
    let folder = desk.path("library/other");
    fs::create_dir_all(&folder).unwrap();
    for ending in ["rhai", "receipt.json"] {
        let from = desk.path(&format!("library/markor/create_folder.{ending}"));
        fs::copy(from, folder.join(format!("make_folder.{ending}"))).unwrap();
    }
    desk.run(&["run", text, "--yes"]).assert(
        11,
        &[
            "2 functions serve",
            "exec",
            "markor/create_folder.rhai",
            "other/make_folder.rhai",
            "--param folder_name=",
        ],
    );
    // One that was changed since it was verified serves nothing.
    let script = folder.join("make_folder.rhai");
    fs::write(
        &script,
        format!("{}// changed\n", fs::read_to_string(&script).unwrap()),
    )
    .unwrap();
    desk.run(&["run", text, "--yes"])
        .assert(3, &["markor/create_folder"]);
    desk.assert_sound();
}

#[test]
fn a_function_runs_only_for_a_goal_that_it_serves() {
    let desk = Desk::new();
    desk.run(&["build", "--task-type", "SystemWifiTurnOff"])
        .assert(0, &[]);
    let script = "library/androidworld/system_wifi_turn_off.rhai";
    let own = desk.run(&[
        "exec",
        script,
        "--task-type",
        "SystemWifiTurnOff",
        "--seed",
        "300",
    ]);
    own.assert(0, &["reached"]);
    // The same template, and a value that the function does not take.
    let other = desk.run(&["exec", script, "--task-type", "SystemWifiTurnOn", "--json"]);
    other.assert(
        11,
        &[
            "takes no `on_or_off`",
            "Turn wifi on.",
            "it serves: Turn wifi {on_or_off}.",
        ],
    );
    assert_eq!(other.json()["outcome"], "refused");
    assert_eq!(other.json()["steps"], 0);
    // Another template altogether.
    desk.run(&["exec", script, "--task-type", "MarkorCreateFolder"])
        .assert(11, &["does not serve goals like this one"]);
    desk.run(&["run", "Turn wifi on.", "--yes"])
        .assert(12, &["no function serves"]);
    desk.run(&["run", "Turn wifi off.", "--yes"])
        .assert(3, &["unchecked in"]);
    desk.assert_sound();
}
