//! Benches: many workers, devices that differ, and going on after an end that nobody planned.

use std::fs;

use crate::desk::{Desk, Ran, names, start, wait_until};

const FOLDER: [&str; 5] = [
    "bench",
    "--suite",
    "androidworld",
    "--types",
    "MarkorCreateFolder",
];
const FOLDER_TYPE: [&str; 2] = ["--task-type", "MarkorCreateFolder"];

/// A library with one function that does nothing and says that all is done.
fn with_a_liar() -> Desk {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("library/markor")).unwrap();
    desk.file(
        "library/markor/create_folder.rhai",
        "/// Do nothing.\nfn create_folder(folder_name) {\n    env_op.stop(\"complete\");\n}\n",
    );
    desk.file(
        "library/markor/create_folder.receipt.json",
        r#"{"version": 1, "name": "create_folder", "task_type": "MarkorCreateFolder", "suite": "androidworld",
            "device": "emulator", "verified": false, "instances": [], "explorer": {"kind": "person", "episodes": 0,
            "steps": 0}, "params": [{"name": "folder_name", "description": ""}]}"#,
    );
    desk
}

fn run(desk: &Desk, more: &[&str]) -> Ran {
    desk.run(&[&FOLDER[..], more].concat())
}

/// The lines of the one journal there is.
fn journal(desk: &Desk) -> usize {
    let files = desk.files("home/benches");
    files
        .first()
        .map_or(0, |it| fs::read_to_string(it).unwrap().lines().count())
}

#[test]
fn a_bench_that_was_killed_goes_on_where_it_was() {
    let desk = with_a_liar();
    let args = ["--seeds", "0-600", "--workers", "2", "--json"];
    let mut command = desk.command(&FOLDER);
    command.args(args);
    let mut running = start(command);
    assert!(wait_until(std::time::Duration::from_secs(60), || journal(&desk) > 20));
    assert!(!running.ended(), "it ended before it could be killed");
    running.kill();
    running.end();
    let kept = journal(&desk);
    assert!((20..600).contains(&kept), "{kept}");
    // The head and the line for the function are no episodes, and the last line may have been cut.
    let file = desk.files("home/benches")[0].clone();
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, &text[..text.trim_end().len() - 3]).unwrap();
    let done = kept - 3;

    let ran = run(&desk, &args);
    ran.assert(0, &[&format!("{done} of 601 episodes are done")]);
    let json = ran.json();
    assert_eq!(json["rows"][0]["seeds"], 601);
    assert_eq!(json["rows"][0]["failed_seeds"].as_array().unwrap().len(), 601);
    // A bench that is done leaves nothing to go on with.
    assert!(desk.files("home/benches").is_empty());
    let ran = run(&desk, &["--seeds", "3"]);
    ran.assert(0, &[]);
    assert!(!ran.err.contains("going on"), "{}", ran.err);
    desk.assert_sound();
}

#[test]
fn another_function_or_a_fresh_start_takes_nothing_over() {
    let desk = with_a_liar();
    let args = ["--seeds", "0-9", "--json"];
    // A journal as a killed bench leaves it: the name is the bench's own.
    let stop = |desk: &Desk| {
        let mut command = desk.command(&FOLDER);
        command.args(["--seeds", "0-8999", "--perturb", "all", "--json"]);
        let mut running = start(command);
        assert!(wait_until(std::time::Duration::from_secs(60), || journal(desk) > 5));
        running.kill();
        running.end();
    };
    stop(&desk);
    let kept = journal(&desk);
    // Another question has its own journal.
    let ran = run(&desk, &args);
    ran.assert(0, &[]);
    assert!(!ran.err.contains("going on"), "{}", ran.err);
    assert_eq!(journal(&desk), kept);
    // The same question to another function: what was measured with the old one says nothing.
    let script = desk.path("library/markor/create_folder.rhai");
    let text = fs::read_to_string(&script).unwrap();
    fs::write(&script, text.replace("Do nothing", "Do nothing at all")).unwrap();
    let mut command = desk.command(&FOLDER);
    command.args(["--seeds", "0-8999", "--perturb", "all", "--json"]);
    let mut running = start(command);
    assert!(wait_until(std::time::Duration::from_secs(60), || journal(&desk) > kept + 5));
    running.kill();
    let ran = running.end();
    assert!(!ran.err.contains("going on"), "{}", ran.err);
    // The next one takes over what the new function did; with --fresh it would not have.
    let fresh = |more: &[&str]| {
        let mut command = desk.command(&FOLDER);
        command
            .args(["--seeds", "0-8999", "--perturb", "all", "--json"])
            .args(more);
        let lines = journal(&desk);
        let mut running = start(command);
        assert!(wait_until(std::time::Duration::from_secs(60), || {
            let now = journal(&desk);
            now > 0 && now != lines
        }));
        running.kill();
        running.end().err
    };
    assert!(fresh(&[]).contains("going on"));
    assert!(!fresh(&["--fresh"]).contains("going on"));
}

#[test]
fn the_same_bench_does_not_run_twice_at_once() {
    let desk = with_a_liar();
    let args = ["--seeds", "0-8999", "--perturb", "all"];
    let mut command = desk.command(&FOLDER);
    command.args(args);
    let mut running = start(command);
    assert!(wait_until(std::time::Duration::from_secs(60), || journal(&desk) > 0));
    run(&desk, &args).assert(2, &["the same bench is running", "help:"]);
    // Another one does.
    run(&desk, &["--seeds", "1"]).assert(0, &["0/1"]);
    running.kill();
    running.end();
}

#[test]
fn what_says_complete_and_is_not_is_listed_with_its_seed() {
    let desk = with_a_liar();
    let ran = run(
        &desk,
        &[
            "--seeds",
            "7,9",
            "--perturb",
            "dark,slow",
            "--json",
            "a.json",
            "--html",
            "a.html",
        ],
    );
    ran.assert(
        0,
        &[
            "said complete and was not: MarkorCreateFolder: seeds 7,9\n",
            "said complete and was not: MarkorCreateFolder under dark: seeds 7,9",
            "6 of 6 runs said complete and were not",
        ],
    );
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(desk.path("a.json")).unwrap()).unwrap();
    let row = &json["rows"][0];
    assert_eq!((&row["built"], &row["verified"]), (&true.into(), &false.into()));
    assert_eq!(row["false_successes"], 2);
    let perturbed = row["perturbed"].as_array().unwrap();
    let kinds: Vec<&str> = perturbed.iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["slow", "dark"]);
    assert!(perturbed.iter().all(|it| it["false_successes"] == 2), "{row}");
    let failures = row["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 6);
    assert!(failures.iter().all(|it| it["said_complete"] == true), "{row}");
    assert_eq!(json["totals"]["false_successes"], 6);
    let page = fs::read_to_string(desk.path("a.html")).unwrap();
    assert!(
        page.contains("MarkorCreateFolder under slow: seeds 7,9"),
        "{page}"
    );
    assert!(
        json["command"]
            .as_str()
            .unwrap()
            .contains("--seeds 7,9 --perturb slow,dark"),
        "{json}"
    );

    // The page of results says it too, and can be made from several benches.
    let page = desk.run(&["results", "a.json", "a.json"]);
    page.assert(
        0,
        &[
            "MarkorCreateFolder under slow: seeds 7,9",
            "| androidworld (code-only)",
        ],
    );
    desk.run(&["results", "a.json", "--out", "docs/results.md"])
        .assert(0, &["wrote docs/results.md"]);
    assert!(
        fs::read_to_string(desk.path("docs/results.md"))
            .unwrap()
            .starts_with("# Results\n")
    );
    desk.file("half.json", "{\"rows\": [");
    desk.file("other.json", "{\"rows\": 3}");
    desk.file("newer.json", "{\"version\": 99}");
    desk.run(&["results", "half.json"])
        .assert(2, &["half.json", "bench --json"]);
    desk.run(&["results", "other.json"])
        .assert(2, &["other.json", "bench --json"]);
    desk.run(&["results", "newer.json"]).assert(2, &["version 99"]);
    desk.run(&["results", "nowhere.json"])
        .assert(1, &["nowhere.json", "help:"]);
}

#[test]
fn many_workers_measure_what_one_does() {
    let desk = Desk::new();
    let bench = |workers: &str| {
        let args = [
            "bench",
            "--suite",
            "androidworld",
            "--types",
            "MarkorCreateFolder,MarkorDeleteNote,MarkorCreateNote",
            "--seeds",
            "11:100-106",
            "--build",
            "--build-seeds",
            "11:1-3",
            "--workers",
            workers,
            "--json",
        ];
        let ran = desk.run(&args);
        ran.assert(
            0,
            &[
                "MarkorCreateFolder: 7/7",
                "MarkorDeleteNote: 7/7",
                "MarkorCreateNote: 7/7",
            ],
        );
        ran.json()
    };
    // Built side by side, into one library and one graph; then measured by one.
    let (many, one) = (bench("3"), bench("1"));
    let told = |json: &serde_json::Value| -> Vec<String> {
        let rows = json["rows"].as_array().unwrap().iter();
        rows.map(|it| {
            format!(
                "{} {} {} {}",
                it["task_type"], it["verified"], it["successes"], it["steps"]
            )
        })
        .collect()
    };
    assert_eq!(told(&many), told(&one));
    assert!(
        many["rows"][0]["explored"]["episodes"].as_u64().unwrap() > 0,
        "{many}"
    );
    assert!(names(&many["totals"]).contains(&"wall_seconds"));
    desk.assert_sound();
}

#[test]
fn two_builds_at_once_in_one_home() {
    let desk = Desk::new();
    let types = ["MarkorCreateFolder", "MarkorDeleteNote", "ContactsAddContact"];
    let running: Vec<_> = types
        .iter()
        .chain(&types[..1])
        .map(|it| start(desk.command(&["build", "--task-type", it, "--seeds", "11:1-3"])))
        .collect();
    for it in running {
        it.end().assert(0, &["verified on"]);
    }
    desk.assert_sound();
    desk.run(&["doctor"]).assert(0, &["3 functions"]);
    // What each learned of the apps is in the graph.
    let graph = fs::read_to_string(desk.path("home/graphs/androidworld.json")).unwrap();
    for app in ["net.gsantner.markor", "contacts"] {
        assert!(graph.contains(app), "{app}");
    }
}

#[test]
fn a_function_runs_on_a_phone_that_differs() {
    let desk = Desk::new();
    let built = desk.run(&["build", "--task-type", "MarkorCreateFolder", "-n", "1", "--json"]);
    built.assert(0, &[]);
    let script = built.json()["script"].as_str().unwrap().to_owned();
    let exec = |kinds: &str| {
        desk.run(
            &[
                &["exec", &script, "--param", "folder_name=A", "--perturb", kinds][..],
                &FOLDER_TYPE,
            ]
            .concat(),
        )
    };
    exec("dark").assert(0, &["reached in", "reward 1"]);
    exec("darc").assert(2, &["no perturbation is called `darc`", "did you mean `dark`"]);
    desk.run(&["bench", "--suite", "miniwob", "--perturb", "dark"])
        .assert(2, &["`perturb` is for a device that can differ"]);
    desk.run(&["bench", "--suite", "androidworld", "--perturb", "nothing,dark"])
        .assert(2, &["no perturbation is called `nothing`"]);
    desk.run(&["bench", "--suite", "androidworld", "--workers", "0"])
        .assert(2, &["--workers"]);
    desk.run(&[&FOLDER[..], &["--workers", "2", "--cassette", "none.jsonl"]].concat())
        .assert(2, &["one worker"]);
}

#[test]
fn final_instances_are_measured_and_not_looked_at() {
    let desk = with_a_liar();
    let ran = run(&desk, &["--final", "3", "--perturb", "dark", "--json"]);
    ran.assert(0, &["0/3", "autorpa bench", "--final 3"]);
    let json = ran.json();
    let row = &json["rows"][0];
    assert_eq!((&row["seeds"], &row["false_successes"]), (&3.into(), &3.into()));
    assert_eq!(row["failed_seeds"], serde_json::json!([]));
    assert!(row.get("failures").is_none(), "{row}");
    // Whole words: the decimals of a time may hold the same digits.
    let named = ran
        .out
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '.')
        .any(|word| ["9000", "9001", "9002"].contains(&word));
    assert!(!named, "no final instance is named: {}", ran.out);
    // Nothing else takes one.
    let refused = ["is a final one", "below 9000"];
    run(&desk, &["--seeds", "8999-9000"]).assert(2, &refused);
    let task = ["--task-type", "MarkorCreateFolder"];
    for (command, option) in [("build", "--seeds"), ("record", "--seed"), ("emulator", "--seed")] {
        let ran = desk.run(&[command, task[0], task[1], option, "9000"]);
        ran.assert(2, &refused);
    }
}
