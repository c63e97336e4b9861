//! A whole build by a model, its answers from a recording: no network, no key, the same every time.

use std::{collections::BTreeMap, fs, sync::Mutex, thread};

use serde_json::{Value, json};

use crate::desk::{Desk, Ran, start};

/// The instances of our phone that the recordings are of: those of series 11.
const RECORDED: &str = "11:1-3";

/// A recording of the repository.
fn cassette(name: &str) -> String {
    format!(
        "{}/../../tests/cassettes/{name}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// The task types that a folder has recordings of.
fn names(folder: &str) -> Vec<String> {
    let folder = format!("{}/../../tests/cassettes/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .filter_map(|it| it.strip_suffix(".jsonl").map(str::to_owned))
        .collect();
    names.sort();
    names
}

fn build(desk: &Desk, cassette: &str, more: &[&str]) -> Ran {
    let options = [
        "build",
        "--task-type",
        "MarkorCreateNote",
        "--tier",
        "model",
        "--text-only",
        "--json",
        "--cassette",
        cassette,
    ];
    desk.run(&[&options[..], more].concat())
}

/// Every exchange of the file, its head left out.
fn exchanges(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    text.lines()
        .skip(1)
        .map(|it| serde_json::from_str(it).unwrap())
        .collect()
}

/// A whole build, without a repair: the function of the first instance serves all of them, and notes of both kinds.
#[test]
fn a_recorded_model_builds_a_function() {
    let desk = Desk::new();
    let (repairs, steps) = (0, 9);
    let file = cassette("build_markor_create_note");
    let ran = build(&desk, &file, &["--seeds", RECORDED]);
    ran.assert(
        0,
        &[
            "done by the ReAct agent",
            "ran on instance 11000000000003: reached",
            "verified on 15 instances",
        ],
    );
    let json = ran.json();
    assert_eq!(
        (&json["verified"], &json["refinements"]),
        (&true.into(), &repairs.into())
    );
    assert_eq!(
        json["explorer"],
        json!({ "kind": "react", "episodes": 1 + repairs, "steps": steps })
    );
    let instances = json["instances"].as_array().unwrap();
    assert_eq!(instances.len(), 15);
    assert!(instances.iter().all(|it| it["reward"] == 1.0), "{json}");

    // What it cost is what was recorded: every answer was used, and each once.
    let mut asked = BTreeMap::<String, usize>::new();
    let mut tokens = BTreeMap::from([("prompt", 0), ("completion", 0)]);
    for exchange in exchanges(&file) {
        *asked
            .entry(exchange["role"].as_str().unwrap().to_owned())
            .or_default() += 1;
        for (kind, sum) in &mut tokens {
            *sum += exchange["reply"]["usage"][kind].as_u64().unwrap();
        }
    }
    assert_eq!(json["tokens"], json!(tokens));
    let calls = |role: &str| asked.get(role).copied().unwrap_or(0);
    assert_eq!(
        (calls("builder"), calls("analyzer"), calls("concluder")),
        (1 + repairs, repairs, 1 + repairs),
        "{asked:?}"
    );

    let script = json["script"].as_str().unwrap();
    let given = ["--param", "file_name=later.txt", "--param", "text=Nothing new"];
    let judged = ["exec", script, "--task-type", "MarkorCreateNote", "--json"];
    let ran = desk.run(&[&judged[..], &given].concat());
    ran.assert(0, &[]);
    assert_eq!(ran.json()["reward"], 1.0);
    let changes = ran.json()["changes"].to_string();
    assert!(
        changes.contains("later.txt") && changes.contains("Nothing new"),
        "{changes}"
    );
    desk.assert_sound();
}

/// The ReAct agent alone does what it did.
fn assert_acted_again(suite: &str, seeds: &str) {
    let folder = format!("react/{suite}");
    let types = names(&folder);
    let desk = Desk::new();
    let cassettes = format!("{}/../../tests/cassettes/{folder}", env!("CARGO_MANIFEST_DIR"));
    let on = [
        "bench",
        "--suite",
        suite,
        "--types",
        &types.join(","),
        "--seeds",
        seeds,
    ];
    let how = [
        "--agent",
        "react",
        "--text-only",
        "--cassette",
        &cassettes,
        "--workers",
        "1",
        "--json",
    ];
    let ran = desk.run(&[&on[..], &how].concat());
    ran.assert(0, &[]);
    let json = ran.json();
    for row in json["rows"].as_array().unwrap() {
        assert!(row["tokens"].as_u64().is_some_and(|it| it > 0), "{row}");
    }
    // It may fail at an instance; what it says is done, and was not, is counted.
    let totals = &json["totals"];
    let (episodes, successes) = (totals["episodes"].as_u64(), totals["successes"].as_u64());
    assert!(
        episodes.unwrap() >= types.len() as u64 && successes.unwrap() * 10 >= episodes.unwrap() * 8,
        "{totals}"
    );
}

#[test]
fn a_recorded_agent_does_tasks() {
    assert_acted_again("androidworld", "11:200-201");
}

#[cfg(target_os = "linux")]
#[test]
fn a_recorded_agent_works_on_pages() {
    if crate::web::ready() {
        assert_acted_again("miniwob", "2000-2002");
    }
}

const AT_ONCE: usize = 4;

/// Recordings that only `bench` answers from: whether this page's list, which comes up 300 ms after a key, was there in
/// time decides what is asked, and the ids that the page makes up count how often it came up.
const BY_THE_CLOCK: [&str; 1] = ["use-autocomplete"];

/// Every so many-th recorded build, by name, is in the tests of every change; the others are in the tier `long`.
const EVERY: usize = 4;

/// Of the recorded builds of a folder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    OfEveryChange,
    TheOthers,
}

/// Each build of a share of a folder happens again from its recording. Most of the time each waits, for a page or for an element
/// that is not there: several go on at a time.
fn assert_built_again(folder: &str, suite: &str, seeds: &str, share: Share) {
    let folder = format!("builds/{folder}");
    let numbered = names(&folder).into_iter().enumerate();
    let mut all: Vec<String> = numbered
        .filter(|(at, _)| (at % EVERY == 0) == (share == Share::OfEveryChange))
        .map(|(_, name)| name)
        .collect();
    all.retain(|it| !BY_THE_CLOCK.contains(&it.as_str()));
    assert!(!all.is_empty(), "{folder} has no such builds");
    let left = Mutex::new(all);
    let next = || left.lock().unwrap().pop();
    let failed = Mutex::new(Vec::new());
    let build_again = || {
        while let Some(name) = next() {
            let desk = Desk::new();
            let file = cassette(&format!("{folder}/{name}"));
            let options = ["build", "--suite", suite, "--task-type", &name, "--seeds", seeds];
            let from = ["--text-only", "--cassette", &file];
            let built = desk.run(&[&options[..], SPARING, &from].concat());
            let said = [built.out, built.err].concat();
            let again = said.contains("done by the ReAct agent") && said.contains("verified on ");
            match built.status.success() && again {
                true => desk.assert_sound(),
                false => failed.lock().unwrap().push(format!("{name}:\n{said}")),
            }
        }
    };
    thread::scope(|it| {
        for _ in 0..AT_ONCE {
            it.spawn(build_again);
        }
    });
    let failed = failed.into_inner().unwrap();
    assert!(
        failed.is_empty(),
        "{} builds failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

/// Where the model acted and the synthesis wrote what it could.
const SPARING: &[&str] = &["--tier", "auto", "--seconds", "0"];

fn assert_built_sparingly(share: Share) {
    assert_built_again("androidworld_auto", "androidworld", RECORDED, share);
}

#[cfg(target_os = "linux")]
fn assert_built_of_pages(share: Share) {
    if crate::web::ready() {
        assert_built_again("miniwob_auto", "miniwob", "1-3", share);
    }
}

#[test]
fn recorded_builds_with_a_sparing_model() {
    assert_built_sparingly(Share::OfEveryChange);
}

#[test]
fn other_recorded_builds_with_a_sparing_model() {
    assert_built_sparingly(Share::TheOthers);
}

#[cfg(target_os = "linux")]
#[test]
fn recorded_builds_of_pages() {
    assert_built_of_pages(Share::OfEveryChange);
}

#[cfg(target_os = "linux")]
#[test]
fn other_recorded_builds_of_pages() {
    assert_built_of_pages(Share::TheOthers);
}

/// The fonts, the language and the hour of a machine are no part of what a page shows, and so of no question.
#[cfg(target_os = "linux")]
#[test]
fn a_recorded_build_on_a_machine_with_other_fonts() {
    if !crate::web::ready() {
        return;
    }
    let desk = Desk::new();
    let fonts = concat!(env!("CARGO_MANIFEST_DIR"), "/../picture/assets");
    desk.file(
        "fonts.conf",
        &format!("<?xml version=\"1.0\"?><fontconfig><dir>{fonts}</dir></fontconfig>"),
    );
    let file = cassette("builds/miniwob_auto/enter-date");
    let options = [
        "build",
        "--suite",
        "miniwob",
        "--task-type",
        "enter-date",
        "--seeds",
        "1-3",
    ];
    let from = ["--text-only", "--cassette", &file];
    let mut command = desk.command(&[&options[..], SPARING, &from].concat());
    command.env("FONTCONFIG_FILE", desk.path("fonts.conf"));
    command
        .env("TZ", "Pacific/Kiritimati")
        .env("LC_ALL", "de_DE.UTF-8");
    start(command).end().assert(0, &["verified on "]);
    desk.assert_sound();
}

/// A function that loses a game is not verified, and does not say that it has won it.
#[cfg(target_os = "linux")]
#[test]
fn a_recorded_build_that_is_not_verified() {
    if !crate::web::ready() {
        return;
    }
    let desk = Desk::new();
    let file = cassette("builds/miniwob_unsolved/tic-tac-toe");
    let options = [
        "build",
        "--suite",
        "miniwob",
        "--task-type",
        "tic-tac-toe",
        "--seeds",
        "1-3",
        "--text-only",
    ];
    desk.run(&[&options[..], SPARING, &["--cassette", &file]].concat())
        .assert(
            10,
            &[
                "could not be verified",
                "the episode ended by itself before the script was through",
            ],
        );
    desk.assert_sound();
}

/// What was never recorded is not made up.
#[test]
fn a_question_that_was_not_recorded_has_no_answer() {
    let desk = Desk::new();
    let ran = build(
        &desk,
        &cassette("build_markor_create_note"),
        &["--seeds", "4,5,6"],
    );
    ran.assert(21, &["no answer to this question", "nearest: exchange"]);
    assert!(desk.files("library").is_empty(), "{:?}", desk.files("library"));
    desk.assert_sound();
}

/// Every recording says who answered, and when.
#[test]
fn recordings_say_where_their_answers_are_from() {
    fn walk(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
        for it in fs::read_dir(folder).unwrap() {
            let path = it.unwrap().path();
            match path.is_dir() {
                true => walk(&path, found),
                false if path.extension().is_some_and(|it| it == "jsonl") => found.push(path),
                false => {}
            }
        }
    }
    let mut files = Vec::new();
    walk(
        format!("{}/../../tests/cassettes", env!("CARGO_MANIFEST_DIR")).as_ref(),
        &mut files,
    );
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let head: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let label = head["label"].as_str().unwrap();
        let date = label.rsplit(", ").next().unwrap();
        let is_date = date.len() == 10 && date.bytes().all(|it| it.is_ascii_digit() || it == b'-');
        assert!(label.contains("model") && is_date, "{}: {label}", file.display());
    }
}
