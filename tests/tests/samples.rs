//! Files of other tools from real sessions and from the tools' own examples, each read in place: what of it is understood.
//!
//! The files lie beside this repository. What is kept is how much of each is understood and what is refused, with the line.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{fmt::Write, fs, path::PathBuf};

use import::{Format, Script, read};
use testkit::demonstrations;

/// The folders with files that can be imported.
const FOLDERS: [&str; 8] = [
    "browser_use_history",
    "chrome_recorder",
    "playwright_javascript",
    "playwright_jsonl",
    "playwright_python",
    "playwright_test",
    "selenium_ide",
    "workflow_use",
];

/// What came of a file, without anything that was typed.
fn told(script: &Script) -> String {
    let mut out = format!("{}, {} steps", script.format, script.intents.len());
    for (count, what) in [
        (script.variables.len(), "variables"),
        (script.checks.len(), "checks"),
        (script.dropped.len(), "left out"),
    ] {
        if count > 0 {
            write!(out, ", {count} {what}").unwrap();
        }
    }
    let secrets = script.intents.iter().filter(|it| it.act.looks_secret()).count();
    if secrets > 0 {
        write!(out, ", {secrets} with a secret").unwrap();
    }
    for it in &script.unread {
        write!(out, "\n    not understood: {it}").unwrap();
    }
    out
}

#[test]
fn every_sample_is_read_or_refused_by_name() {
    let mut out = String::new();
    for name in FOLDERS {
        let Some(folder) = demonstrations(name) else {
            return;
        };
        let files = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        let mut files: Vec<PathBuf> = files.collect();
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let came = match Format::of(&text) {
                Some(format) => {
                    read(&text, format).map_or_else(|it| format!("refused: {it}"), |it| told(&it))
                }
                None => "no format that is known".to_owned(),
            };
            let file = file.file_name().unwrap().to_string_lossy().into_owned();
            writeln!(out, "{name}/{file}: {came}").unwrap();
        }
    }
    insta::assert_snapshot!(out);
}
