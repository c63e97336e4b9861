//! The road from a task type to a verified function, and everything that looks at what lies along it.

use std::fs;

use crate::desk::{Desk, names, start};

#[test]
#[expect(
    clippy::too_many_lines,
    clippy::cognitive_complexity,
    reason = "one build, looked at from everywhere"
)]
fn a_function_is_built_and_everything_can_look_at_it() {
    let desk = Desk::new();
    let built = desk.run(&["build", "--task-type", "MarkorCreateFolder", "--json"]);
    built.assert(0, &["verified on"]);
    let json = built.json();
    for field in [
        "task_type",
        "suite",
        "device",
        "verified",
        "script",
        "receipt",
        "instances",
        "refinements",
        "tokens",
        "explorer",
        "seconds",
    ] {
        assert!(names(&json).contains(&field), "no {field}: {json}");
    }
    assert_eq!(
        (&json["suite"], &json["device"]),
        (&"androidworld".into(), &"emulator".into())
    );
    assert_eq!(json["verified"], true);
    assert_eq!(
        json["tokens"],
        serde_json::json!({ "prompt": 0, "completion": 0 })
    );
    assert_eq!(names(&json["explorer"]), ["kind", "episodes", "steps"]);
    let instances = json["instances"].as_array().unwrap();
    // What it is built on is drawn from seeds that no measure takes.
    let seeds = instances.iter().map(|it| it["seed"].as_u64().unwrap());
    let seeds: Vec<u64> = seeds.collect();
    assert_eq!(seeds.len(), 15);
    assert!(seeds[..3].iter().all(|it| (4000..8000).contains(it)), "{seeds:?}");
    assert!(instances.iter().all(|it| it["reward"] == 1.0), "{json}");
    assert!(fs::exists(json["receipt"].as_str().unwrap()).unwrap());
    let script = json["script"].as_str().unwrap();

    // With values of one's own, on a fresh device.
    let ran = desk.run(&["exec", script, "--param", "folder_name=Summer plans", "--json"]);
    ran.assert(3, &[]);
    let json = ran.json();
    for field in [
        "outcome", "checked", "reward", "steps", "tokens", "answer", "changes",
    ] {
        assert!(names(&json).contains(&field), "no {field}: {json}");
    }
    assert_eq!(
        (&json["outcome"], &json["checked"], &json["reward"]),
        (&"unchecked".into(), &false.into(), &serde_json::Value::Null)
    );
    assert!(json["changes"].to_string().contains("Summer plans"), "{json}");
    desk.run(&["exec", script, "--param", "folder_name=Autumn"])
        .assert(3, &["unchecked in", "Autumn"]);

    // On an instance it has not seen, judged.
    let ran = desk.run(&[
        "exec",
        script,
        "--task-type",
        "MarkorCreateFolder",
        "--seed",
        "105",
        "--json",
        "--screenshot",
        "last.png",
    ]);
    ran.assert(0, &[]);
    assert_eq!(ran.json()["reward"], 1.0);
    assert_eq!(&fs::read(desk.path("last.png")).unwrap()[..4], b"\x89PNG");

    let checked = desk.run(&["check", script]);
    checked.assert(0, &["nothing to say against it"]);
    // Its recordings are in the bank, and make it again: every locator was held against the screens.
    assert!(!checked.err.contains("not held"), "{}", checked.err);
    desk.run(&["show", script])
        .assert(0, &["fn markor_create_folder(folder_name)"]);
    for name in ["MarkorCreateFolder", "create_folder", script] {
        desk.run(&["history", name]).assert(
            0,
            &[
                "001.rhai: first code",
                "+fn markor_create_folder(folder_name)",
                "## the last build\nexplore, instance",
                "\nverify",
            ],
        );
    }

    let list = desk.run(&["trajectories", "list", "--task-type", "MarkorCreateFolder"]);
    list.assert(0, &["Search MarkorCreateFolder seed ", "reached, reward 1"]);
    let found = list
        .out
        .lines()
        .find(|it| it.contains("Search") && it.contains("reward 1"))
        .unwrap();
    let id = found.split_whitespace().next().unwrap();
    for (form, text) in [
        ("recording", "ended reached, reward 1"),
        ("soft", "open_app <- \"Markor\""),
        ("program", "markor_create_folder(folder_name)"),
        ("script", "fn markor_create_folder(folder_name)"),
    ] {
        desk.run(&["show", id, "--form", form]).assert(0, &[text]);
        // The beginning of a name is enough.
        desk.run(&["show", &id[..10], "--form", form]).assert(0, &[text]);
    }
    desk.run(&["trajectories", "search", "create", "folder"])
        .assert(0, &["MarkorCreateFolder"]);
    desk.run(&["trajectories", "search", "zebra"])
        .assert(0, &["nothing fits"]);
    let kept = desk.files("home/bank/recordings").len();
    desk.run(&["trajectories", "rebuild"])
        .assert(0, &[&format!("indexed {kept} recordings")]);
    desk.run(&["doctor"]).assert(0, &["1 functions", "built in"]);
    let tasks = desk.run(&["tasks", "--suite", "androidworld"]);
    let row = |name: &str| {
        let words = |it: &str| it.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let mut rows = tasks.out.lines().map(words);
        rows.find(|it| it[1] == name).map(|it| it[2].clone())
    };
    assert_eq!(row("MarkorCreateFolder").as_deref(), Some("verified"));
    assert_eq!(row("MarkorMoveNote").as_deref(), Some("-"));

    let bench = [
        "bench",
        "--suite",
        "androidworld",
        "--types",
        "MarkorCreateFolder",
        "--seeds",
        "100-102",
    ];
    desk.run(&[&bench[..], &["--json", "rows.json", "--html", "rows.html"]].concat())
        .assert(0, &["3/3", "1 of 1 task types verified"]);
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(desk.path("rows.json")).unwrap()).unwrap();
    let row = &json["rows"][0];
    for field in [
        "task_type",
        "built",
        "verified",
        "seeds",
        "successes",
        "steps",
        "tokens",
        "seconds",
    ] {
        assert!(names(row).contains(&field), "no {field}: {row}");
    }
    assert_eq!(
        (&row["successes"], &json["totals"]["successes"]),
        (&3.into(), &3.into())
    );
    let page = fs::read_to_string(desk.path("rows.html")).unwrap();
    assert!(
        page.contains("MarkorCreateFolder") && page.trim_end().ends_with("</html>"),
        "{page}"
    );
    let ran = desk.run(&[&bench[..], &["--json"]].concat());
    assert_eq!(ran.json()["totals"]["successes"], 3);
    desk.assert_sound();

    // What can't be held against recorded screens is said to be so, not passed over.
    let source = fs::read_to_string(script).unwrap();
    fs::write(script, source.replace("\"FOLDER\"", "\"OK\"")).unwrap();
    desk.run(&["check", script]).assert(
        0,
        &[
            "not played with altered screens",
            "shows another way than the function goes",
        ],
    );
    fs::write(script, source).unwrap();
    fs::remove_dir_all(desk.path("home")).unwrap();
    desk.run(&["check", script])
        .assert(0, &["were not held against recorded screens", "not in the bank"]);
}

#[test]
fn a_function_that_goes_by_place_is_told_which_screen_misleads_it() {
    let desk = Desk::new();
    let built = desk.run(&["build", "--task-type", "MarkorDeleteNote", "-n", "1", "--json"]);
    built.assert(0, &["verified on"]);
    let json = built.json();
    assert_eq!(json["mutation"]["wrong"], 0, "{json}");
    assert!(json["mutation"]["mutants"].as_u64() > Some(5), "{json}");
    let script = json["script"].as_str().unwrap();
    desk.run(&["check", script])
        .assert(0, &["altered screens: ", "0 wrong", "nothing to say against it"]);
    desk.run(&["history", "markor/delete_note"])
        .assert(0, &["## on altered screens", "0 wrong"]);

    // It takes the row by its place: in which one the note stands, the recording says.
    let source = fs::read_to_string(script).unwrap();
    let by_place = |n: usize| {
        let place = format!("class_name: \"TextView\", nth: {n},");
        fs::write(script, source.replace("text: file_name,", &place)).unwrap();
        desk.run(&["check", script])
    };
    assert!(source.contains("text: file_name,"), "{source}");
    let misled = (1..20).map(by_place).find(|it| it.out.contains("error[misled]"));
    misled.unwrap().assert(
        14,
        &[
            "it would do the wrong thing: long_press",
            "altered at step 2 of recording",
            "right is",
        ],
    );
    fs::write(script, source).unwrap();
    fs::remove_dir_all(desk.path("home")).unwrap();
    desk.run(&["check", script])
        .assert(0, &["not played with altered screens", "not in the bank"]);
}

#[test]
fn a_bench_builds_what_the_library_lacks() {
    let desk = Desk::new();
    let bench = [
        "bench",
        "--suite",
        "androidworld",
        "--types",
        "MarkorCreateFolder",
        "--seeds",
        "100",
        "-n",
        "1",
    ];
    desk.run(&bench).assert(0, &["0/1", "no function"]);
    desk.run(&[&bench[..], &["--build"]].concat())
        .assert(0, &["1/1", "1 of 1 task types verified"]);
    desk.assert_sound();
}

/// The page is made of the program: whoever changes a call, an option or an ending writes it anew.
#[test]
fn the_reference_is_current() {
    let ran = Desk::new().run(&["reference"]);
    ran.assert(0, &["| 11 | `refused` |", "## `autorpa build`", "find_element"]);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference.md");
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        fs::write(path, &ran.out).unwrap();
    }
    assert!(
        fs::read_to_string(path).unwrap() == ran.out,
        "docs/reference.md is old: run `UPDATE_REFERENCE=1 cargo test -p autorpa-cli reference`"
    );
}

/// Neither a home nor a library is needed to learn what there is.
#[test]
fn what_needs_no_home_does_without_one() {
    let desk = Desk::new();
    for args in [
        &["--help"][..],
        &["reference"],
        &["completions", "bash"],
        &["emulator"],
    ] {
        let mut command = desk.command(args);
        for name in ["XDG_DATA_HOME", "AUTORPA_HOME", "AUTORPA_LIBRARY"] {
            command.env_remove(name);
        }
        command.env("HOME", desk.path("user"));
        start(command).end().assert(0, &[]);
    }
    assert_eq!(desk.files("."), Vec::<std::path::PathBuf>::new());
}

#[test]
fn the_program_explains_itself() {
    let desk = Desk::new();
    desk.run(&["--help"]).assert(
        0,
        &[
            "autorpa build --task-type MarkorCreateNote",
            "Exit codes",
            " 11 refused",
            "130 cancelled",
        ],
    );
    desk.run(&["exec", "--help"])
        .assert(0, &["--param <NAME=VALUE>", "--params-file"]);
    desk.run(&["--version"]).assert(0, &["autorpa "]);
    desk.run(&["reference"])
        .assert(0, &["find_element", "input_text", "target_description"]);
    for (shell, text) in [
        ("bash", "complete -F _autorpa"),
        ("zsh", "#compdef autorpa"),
        ("fish", "complete -c autorpa"),
    ] {
        desk.run(&["completions", shell]).assert(0, &[text]);
    }
    let bare = desk
        .command(&["doctor"])
        .env("AUTORPA_CHROMIUM", "/nowhere")
        .env("AUTORPA_MINIWOB_HTML", "/nowhere")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&bare.stdout).into_owned();
    assert!(bare.status.success(), "{said}");
    for text in [
        "missing  Chromium",
        "apt-get install chromium",
        "missing  MiniWoB++ pages",
        "pip install",
        "absent   OPENAI_API_KEY",
    ] {
        assert!(said.contains(text), "no `{text}` in\n{said}");
    }
}

#[test]
fn a_receipt_lists_what_nothing_takes_back() {
    let desk = Desk::new();
    for (task_type, name, kinds) in [
        ("MarkorDeleteNote", "delete_note", &["delete: "][..]),
        (
            "MarkorChangeNoteContent",
            "change_note_content",
            &["overwrite: what "][..],
        ),
        ("MarkorCreateFolder", "create_folder", &[][..]),
    ] {
        desk.run(&["build", "--task-type", task_type, "--seconds", "60"])
            .assert(0, &["verified"]);
        let script = format!("library/markor/{name}.rhai");
        let file = desk.path(&format!("library/markor/{name}.receipt.json"));
        let mut receipt: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let listed: Vec<String> = receipt["irreversible"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|it| it.as_str().unwrap().to_owned())
            .collect();
        assert_eq!(listed.is_empty(), kinds.is_empty(), "{listed:?}");
        for kind in kinds {
            assert!(listed.iter().any(|it| it.starts_with(kind)), "{listed:?}");
        }
        desk.run(&["check", &script])
            .assert(0, &["nothing to say against it"]);
        // Who takes it out of the receipt is told.
        if let Some(fields) = receipt.as_object_mut() {
            fields.remove("irreversible");
        }
        fs::write(&file, receipt.to_string()).unwrap();
        for said in &listed {
            desk.run(&["check", &script]).assert(
                14,
                &[
                    "error[unlisted-consequence]",
                    &format!("the receipt does not list `{said}`"),
                ],
            );
        }
    }
}
