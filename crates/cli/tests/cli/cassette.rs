//! A whole build by a model, its answers from a recording: no network, no key, the same every time.

use std::{collections::BTreeMap, fs};

use serde_json::{Value, json};

use crate::desk::{Desk, Ran};

/// Recorded with three instances, of which the third has an ending that the first code did not think of.
const BUILD: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/cassettes/build_markor_create_note.jsonl"
);

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
fn exchanges() -> Vec<Value> {
    let text = fs::read_to_string(BUILD).unwrap();
    text.lines()
        .skip(1)
        .map(|it| serde_json::from_str(it).unwrap())
        .collect()
}

/// Explored, translated, built, run, analysed, explored anew, repaired, and held against instances that
/// nobody has seen: by the model's own words.
#[test]
fn a_recorded_model_builds_a_function() {
    let desk = Desk::new();
    let ran = build(&desk, BUILD, &[]);
    ran.assert(
        0,
        &[
            "done by the ReAct agent",
            "analysis: ",
            "starting anew",
            "verified on 15 instances",
        ],
    );
    let json = ran.json();
    assert_eq!(
        (&json["verified"], &json["refinements"]),
        (&true.into(), &1.into())
    );
    assert_eq!(
        json["explorer"],
        json!({ "kind": "react", "episodes": 2, "steps": 15 })
    );
    let instances = json["instances"].as_array().unwrap();
    assert_eq!(instances.len(), 15);
    assert!(instances.iter().all(|it| it["reward"] == 1.0), "{json}");

    // What it cost is what was recorded: every answer was used, and each once.
    let mut asked = BTreeMap::<String, usize>::new();
    let mut tokens = BTreeMap::from([("prompt", 0), ("completion", 0)]);
    for exchange in exchanges() {
        *asked
            .entry(exchange["role"].as_str().unwrap().to_owned())
            .or_default() += 1;
        for (kind, sum) in &mut tokens {
            *sum += exchange["reply"]["usage"][kind].as_u64().unwrap();
        }
    }
    assert_eq!(json["tokens"], json!(tokens));
    assert_eq!(
        (asked["builder"], asked["analyzer"], asked["concluder"]),
        (2, 1, 2),
        "{asked:?}"
    );

    // The function takes its values, and the part of the name that the repair was about.
    let script = json["script"].as_str().unwrap();
    let given = ["--param", "file_name=later.txt", "--param", "text=Nothing new"];
    let ran = desk.run(&[&["exec", script, "--json"], &given[..]].concat());
    ran.assert(0, &[]);
    let changes = ran.json()["changes"].to_string();
    assert!(
        changes.contains("later.txt") && changes.contains("Nothing new"),
        "{changes}"
    );
    desk.assert_sound();
}

/// What was never recorded is not made up.
#[test]
fn a_question_that_was_not_recorded_has_no_answer() {
    let desk = Desk::new();
    let ran = build(&desk, BUILD, &["--seeds", "4,5,6"]);
    ran.assert(21, &["no answer to this question", "nearest: exchange"]);
    assert!(desk.files("library").is_empty(), "{:?}", desk.files("library"));
    desk.assert_sound();
}
