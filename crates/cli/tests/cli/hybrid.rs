//! Repairs as they happened with a real model, a page for each: the first code, how it failed, what was made of that, how
//! the task was done after all, what changed in the code, and how that runs. The answers are recordings; all else is done.

use std::{fs, path::Path};

use serde_json::Value;
use similar::TextDiff;
use trajectory::{Recording, read_recording, summarize_step};

use crate::desk::{Desk, Ran};

/// A build that is replayed, and the instance whose repair is shown.
struct Repair<'a> {
    /// Task type, and what says where its instances come from.
    on: &'a [&'a str],
    /// What else is said to `build`.
    with: &'a [&'a str],
    /// Its recorded answers, below `tests/cassettes`.
    cassette: &'a str,
    /// The seed of the instance, or its number in a file of instances.
    seed: u64,
    /// How that number is said to `exec`.
    number: &'a str,
}

fn kept(name: &str) -> String {
    format!("{}/../../tests/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// What a build said of an instance, from its goal to the end of its first repair.
struct Told {
    goal: String,
    failed: String,
    analysis: String,
    recording: String,
    done_by: String,
    why: String,
}

fn told(ran: &Ran, seed: u64) -> Told {
    let head = format!("(seed {seed}): ");
    let mut lines = ran.err.lines().skip_while(|it| !it.contains(&head));
    let goal = lines.next().unwrap().split_once(&head).unwrap().1.to_owned();
    let block: Vec<&str> = lines.take_while(|it| !it.starts_with("instance ")).collect();
    let after = |start: &str| -> String {
        let found = block.iter().find_map(|it| it.trim_start().strip_prefix(start));
        found
            .unwrap_or_else(|| panic!("no `{start}` in {block:#?}"))
            .to_owned()
    };
    // Where the model's analyzer was asked, its word is the last before the instance was done.
    let until = block
        .iter()
        .position(|it| it.trim_start().starts_with("recorded "));
    let before = block[..until.unwrap_or(block.len())].iter().rev();
    let analysis = before
        .clone()
        .find_map(|it| it.trim_start().strip_prefix("analysis: "));
    let (recording, done_by) = {
        let line = after("recorded ");
        let (id, how) = line.split_once(": ").unwrap();
        (id.to_owned(), how.to_owned())
    };
    Told {
        goal,
        failed: after(&format!("ran on instance {seed}: ")),
        analysis: analysis
            .unwrap_or_else(|| panic!("no analysis in {block:#?}"))
            .to_owned(),
        recording,
        done_by,
        why: after("built ").split_once("): ").unwrap().1.to_owned(),
    }
}

/// What was done, and what its agent thought of it.
fn steps(recording: &Recording) -> String {
    let mut text = String::new();
    for (idx, step) in recording.steps.iter().enumerate() {
        let done = summarize_step(&step.screen, &step.action, recording.after(idx));
        text += &format!("{}. {done}\n", idx + 1);
        if let Some(reason) = step.reason.as_deref().filter(|it| !it.is_empty()) {
            text += &format!("   because: {reason}\n");
        }
    }
    let ending = &recording.ending;
    text += &format!("ended {}, reward {:?}\n", ending.outcome, recording.reward);
    if let Some(diagnostic) = &ending.diagnostic {
        text += &format!("{diagnostic}\n");
        for note in &diagnostic.notes {
            // How often it was looked for is the clock's doing.
            let what = note
                .split_once(" times for ")
                .filter(|_| note.starts_with("looked "));
            text += &what.map_or_else(|| format!("  {note}\n"), |it| format!("  looked for {}\n", it.1));
        }
    }
    text
}

/// The code, run on the instance in a home of its own.
fn run(repair: &Repair<'_>, code: &str) -> Recording {
    let desk = Desk::new();
    let seed = repair.seed.to_string();
    let file = desk.file("code.rhai", code);
    let args = [
        &["exec", &file, "--task-type"],
        repair.on,
        &[repair.number, &seed],
    ]
    .concat();
    let ran = desk.run(&args);
    let recordings = desk.files("home/bank/recordings");
    assert_eq!(recordings.len(), 1, "{}", ran.err);
    read_recording(&recordings[0]).unwrap()
}

fn page(repair: &Repair<'_>) -> String {
    let desk = Desk::new();
    let cassette = kept(&format!("cassettes/{}.jsonl", repair.cassette));
    let args = [
        &["build", "--task-type"],
        repair.on,
        repair.with,
        &["--text-only", "--json", "--cassette", &cassette],
    ];
    let ran = desk.run(&args.concat());
    ran.assert(0, &["verified on"]);
    let report = ran.json();
    let told = told(&ran, repair.seed);

    let receipt: Value =
        serde_json::from_str(&fs::read_to_string(report["receipt"].as_str().unwrap()).unwrap()).unwrap();
    let versions = receipt["history"].as_array().unwrap();
    let repaired = versions.iter().position(|it| it["why"] == *told.why).unwrap();
    let history = Path::new(report["script"].as_str().unwrap()).with_extension("history");
    let code = |version: usize| {
        fs::read_to_string(history.join(versions[version]["file"].as_str().unwrap())).unwrap()
    };
    let (before, after) = (code(repaired - 1), code(repaired));
    let diff = TextDiff::from_lines(&before, &after);
    let diff = diff.unified_diff().context_radius(2).to_string();

    let file = desk
        .files("home/bank/recordings")
        .into_iter()
        .find(|it| it.file_stem().is_some_and(|it| *it == *told.recording))
        .unwrap();
    let shown = read_recording(&file).unwrap();
    let (first, second) = (run(repair, &before), run(repair, &after));
    assert!(!first.succeeded() && shown.succeeded() && second.succeeded());
    assert!(
        told.failed.starts_with(&first.ending.outcome.to_string()),
        "{}",
        told.failed
    );
    desk.assert_sound();
    format!(
        "# {}\n\n## First code\n{before}\n## Failure: {}\n{}\n## Analysis\n{}\n\n{}\n\n## Continued: {}\n{}\n## Diff\n{diff}\n## Second run\n{}",
        told.goal,
        told.failed,
        steps(&first),
        told.analysis,
        analyzer(&cassette),
        told.done_by,
        steps(&shown),
        steps(&second),
    )
}

/// What the analyzer answered, where it was asked.
fn analyzer(cassette: &str) -> String {
    let text = fs::read_to_string(cassette).unwrap();
    let exchanges = text
        .lines()
        .skip(1)
        .map(|it| serde_json::from_str::<Value>(it).unwrap());
    let answers = exchanges.filter(|it| it["role"] == "analyzer");
    let answers = answers.map(|it| it["reply"]["text"].as_str().unwrap().trim().to_owned());
    answers.collect::<Vec<_>>().join("\n\n")
}

/// Compare with the page that is kept.
fn check(name: &str, repair: &Repair<'_>) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../../../tests/hybrid");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, page(repair)));
}

/// The app adds `.md`, and somebody has shown a note where that was right; this one is to end in `.txt`.
#[test]
fn a_name_without_the_usual_ending() {
    let shown = kept("hybrid/note_in_markdown.json");
    let from = ["--from", &shown, "--seeds", "11:3,11:6,11:2", "--held-out", "6"];
    let repair = Repair {
        on: &["MarkorCreateNote"],
        with: &[&["--tier", "auto", "--seconds", "0"], &from[..]].concat(),
        cassette: "hybrid/name_ending",
        seed: 11_000_000_000_003,
        number: "--seed",
    };
    check("name_ending", &repair);
}

/// The only expense there is was in sight; the oldest of fourteen is not.
#[test]
fn a_row_that_has_to_be_scrolled_to() {
    let file = kept("hybrid/one_expense_then_many.json");
    let repair = Repair {
        on: &["ExpenseDeleteSingle", "--instances", &file],
        with: &["--tier", "auto", "--seconds", "0", "--seeds", "0,1,2,3"],
        cassette: "hybrid/scrolled_list",
        seed: 1,
        number: "--index",
    };
    check("scrolled_list", &repair);
}

/// A popup covers the form, on some pages only.
#[cfg(target_os = "linux")]
#[test]
fn a_dialog_that_appears_only_sometimes() {
    if !crate::web::ready() {
        return;
    }
    let repair = Repair {
        on: &["login-user-popup", "--suite", "miniwob"],
        with: &["--tier", "model", "--seeds", "3,1,2", "--held-out", "6"],
        cassette: "hybrid/popup",
        seed: 1,
        number: "--seed",
    };
    check("popup", &repair);
}

/// The newest note that somebody has seen deleted is not the newest here, and no deleted note comes back.
#[test]
fn an_instance_that_must_restart() {
    let file = kept("hybrid/another_newest_note.json");
    let repair = Repair {
        on: &["MarkorDeleteNewestNote", "--instances", &file],
        with: &["--tier", "auto", "--seconds", "0", "--seeds", "0,1,2,3"],
        cassette: "hybrid/restart",
        seed: 1,
        number: "--index",
    };
    check("restart", &repair);
}
