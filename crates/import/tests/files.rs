//! Files of every format, and what is read from them.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]
#![expect(clippy::disallowed_methods, reason = "the tests read kept files")]

use std::{fmt::Write, fs, path::Path};

use autorpa_import::{Format, Script, read};

fn script(file: &str) -> Script {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/files")
        .join(file);
    let text = fs::read_to_string(path).unwrap();
    let format = Format::of(&text).expect("its format is told by what stands in it");
    read(&text, format).unwrap()
}

fn told(script: &Script) -> String {
    let mut out = format!(
        "{}: {}\n",
        script.format,
        script.title.as_deref().unwrap_or("without a title")
    );
    for it in &script.intents {
        writeln!(out, "{:>4} {it}", it.line).unwrap();
        for effect in &it.effects {
            writeln!(out, "     leads to {effect:?}").unwrap();
        }
    }
    for it in &script.variables {
        writeln!(out, "variable {} = {:?}, line {}", it.name, it.value, it.line).unwrap();
    }
    for it in &script.checks {
        writeln!(out, "check, line {}: {it}", it.line).unwrap();
    }
    for it in &script.dropped {
        writeln!(out, "dropped: {it}").unwrap();
    }
    for it in &script.unread {
        writeln!(out, "not understood: {it}").unwrap();
    }
    out
}

#[test]
fn every_file_is_read() {
    for file in [
        "add_customer.jsonl",
        "add_customer.js",
        "add_customer.spec.ts",
        "add_customer.py",
        "add_customer.recorder.json",
        "add_customer.side",
        "add_customer.history.json",
        "add_customer.workflow.json",
        "edit_customer.jsonl",
        "edit_customer_pytest.py",
        "edit_customer_async.py",
    ] {
        let script = script(file);
        assert!(script.unread.is_empty(), "{file}: {:?}", script.unread);
        insta::assert_snapshot!(file, told(&script));
    }
}

/// What was done, without how its targets are named.
fn acts(script: &Script) -> Vec<String> {
    let without = |it: &autorpa_import::Intent| {
        let texts: Vec<String> = it.act.texts().iter().map(ToString::to_string).collect();
        format!("{:?} {}", std::mem::discriminant(&it.act), texts.join(" "))
    };
    script.intents.iter().map(without).collect()
}

#[test]
fn all_playwright_files_of_one_session_say_the_same() {
    let first = acts(&script("add_customer.jsonl"));
    for file in ["add_customer.js", "add_customer.spec.ts", "add_customer.py"] {
        assert_eq!(acts(&script(file)), first, "{file}");
    }
    let first = acts(&script("edit_customer.jsonl"));
    for file in ["edit_customer_pytest.py", "edit_customer_async.py"] {
        assert_eq!(acts(&script(file)), first, "{file}");
    }
}

/// What is read from a project of Selenium IDE with these commands: a command, its target and its value.
fn selenium(commands: &[[&str; 3]]) -> String {
    let command = |[command, target, value]: &[&str; 3]| {
        format!(r#"{{ "command": "{command}", "target": "{target}", "value": "{value}" }}"#)
    };
    let commands: Vec<String> = commands.iter().map(command).collect();
    let text = format!(
        "{{ \"name\": \"p\", \"tests\": [{{ \"name\": \"t\", \"commands\": [\n{}\n] }}] }}",
        commands.join(",\n")
    );
    told(&read(&text, Format::SeleniumIde).unwrap())
}

#[test]
fn what_is_stored_again_holds_for_what_comes_after_it() {
    let read = selenium(&[
        ["store", "Ann", "who"],
        ["store", "Ada", "who"],
        ["type", "id=name", "${who}"],
        ["store", "Bob", "who"],
        ["type", "id=friend", "${who} and ${who}"],
        ["assertText", "id=said", "${who}"],
    ]);
    assert_eq!(
        read,
        "selenium-ide: t\n   4 fill `id=name`: \"{who}\"\n   6 fill `id=friend`: \"{who_2} and {who_2}\"\n\
         variable who = Some(\"Ada\"), line 3\nvariable who_2 = Some(\"Bob\"), line 5\n\
         check, line 7: `id=said` says \"{who_2}\"\n"
    );
}

#[test]
fn a_further_option_of_a_list_is_refused_by_name() {
    let read = selenium(&[
        ["select", "id=days", "label=Monday"],
        ["addSelection", "id=days", "label=Tuesday"],
        ["removeSelection", "id=days", "label=Monday"],
    ]);
    let why = "several options at once are not read: a list is given one option";
    assert_eq!(
        read,
        format!(
            "selenium-ide: t\n   2 choose in `id=days`: \"Monday\"\n\
             not understood: line 3: addSelection: {why}\nnot understood: line 4: removeSelection: {why}\n"
        )
    );
}
