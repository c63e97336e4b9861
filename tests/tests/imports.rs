//! What other tools recorded on the desk, done again on a running one, and built into functions.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::desk;

use std::{fs, path::PathBuf};

use autorpa::{BuildRequest, ExecRequest, ImportRequest, Imported, Tier};
use desk::Office;
use trajectory::{Outcome, Recording};

/// A file, with the address of this desk in it.
fn file(office: &Office, name: &str) -> PathBuf {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../crates/import/tests/files")
        .join(name);
    let text = fs::read_to_string(source).unwrap();
    written(
        office,
        name,
        &text.replace("http://127.0.0.1:8741", &office.origin()),
    )
}

fn written(office: &Office, name: &str, text: &str) -> PathBuf {
    let path = office.path(name);
    fs::write(&path, text).unwrap();
    path
}

fn import_task(office: &Office, name: &str, task: &str) -> Imported {
    let request = ImportRequest {
        task: Some(office.path(&format!("desk/{task}.task.toml"))),
        ..ImportRequest::new(file(office, name))
    };
    office
        .rpa
        .import(&request)
        .unwrap_or_else(|it| panic!("{name}: {it}"))
}

/// What was done, by the names of the elements.
fn acts(recording: &Recording) -> Vec<String> {
    let one = |step: &trajectory::Step| {
        let on = step
            .action
            .target()
            .and_then(|it| step.screen.get(*it))
            .map(ui::Element::name);
        let value = step.action.value().cloned().unwrap_or_default();
        format!("{} {} {value}", step.action.kind(), on.unwrap_or_default())
    };
    recording.steps.iter().map(one).collect()
}

#[test]
fn files_of_every_format_are_done_again_and_say_the_same() {
    let Some(office) = Office::open(&[]) else { return };
    let mut first: Option<Vec<String>> = None;
    for name in [
        "add_customer.jsonl",
        "add_customer.js",
        "add_customer.spec.ts",
        "add_customer.py",
        "add_customer.recorder.json",
        "add_customer.side",
        "add_customer.history.json",
        "add_customer.workflow.json",
    ] {
        let imported = import_task(&office, name, "add_customer");
        let ending = &imported.recording.ending;
        assert_eq!(ending.outcome, Outcome::Reached, "{name}: {ending:?}");
        let acts = acts(&imported.recording);
        assert_eq!(*first.get_or_insert_with(|| acts.clone()), acts, "{name}");
    }
}

#[test]
fn what_was_imported_is_a_function_for_other_values() {
    let Some(office) = Office::open(&[]) else { return };
    let imported = import_task(&office, "add_customer.jsonl", "add_customer");
    let request = BuildRequest {
        from: vec![imported.recording.id.to_string()],
        count: 3.try_into().unwrap(),
        held_out: 0,
        tier: Tier::Free,
        ..BuildRequest::new("AddCustomer")
    };
    let built = office.rpa.build(&request).unwrap();
    let function = built.function.expect("there is code");
    let request = ExecRequest {
        task_type: Some("AddCustomer".to_owned()),
        seed: Some(1),
        ..ExecRequest::new(&function.path, task::Params::new())
    };
    let ran = office.rpa.exec(&request).unwrap();
    let ending = &ran.recording.ending;
    assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
}

#[test]
fn a_page_alone_is_enough() {
    let Some(office) = Office::open(&[]) else { return };
    // The recorder had another address: what is begun with elsewhere goes on there.
    let source =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../crates/import/tests/files/edit_customer.jsonl");
    let request = ImportRequest {
        url: Some(format!("{}/customers", office.origin())),
        ..ImportRequest::new(source)
    };
    let imported = office.rpa.import(&request).unwrap();
    let recording = &imported.recording;
    assert_eq!(recording.ending.outcome, Outcome::Unchecked);
    assert!(
        recording.instance.goal.contains("Ann.Lee@example.net"),
        "{}",
        recording.instance.goal
    );
    let edited: i64 =
        office.count("select count(*) from customer where email = 'Ann.Lee@example.net' and newsletter = 0");
    assert_eq!(edited, 1);
    assert!(
        imported.left_out.iter().any(|it| it.what.contains("Tab")),
        "{:?}",
        imported.left_out
    );
    // What it did stays, so it is in the log, as a run is.
    let acted = office.acted();
    assert!(
        acted.len() == 1 && acted[0].ends_with("edit_customer.jsonl says: unchecked"),
        "{acted:?}"
    );
}

#[test]
fn a_step_that_can_t_be_done_is_named_with_its_line() {
    let Some(office) = Office::open(&[]) else { return };
    let origin = office.origin();
    let lines = |last: &str| {
        format!(
            "await page.goto('{origin}/customers');\nawait page.getByRole('link', {{ name: 'New customer' }}).click();\n{last}\n"
        )
    };
    let import = |name: &str, text: &str, keep: bool| {
        let request = ImportRequest {
            keep_unfinished: keep,
            ..ImportRequest::new(written(&office, name, text))
        };
        office.rpa.import(&request).unwrap_err()
    };
    let error = import(
        "gone.js",
        &lines("await page.getByLabel('Nickname').fill('x');"),
        true,
    );
    let told = error.to_string();
    assert_eq!(error.outcome(), Some(Outcome::Stuck), "{told}");
    for part in [
        "line 3",
        "getByLabel(Nickname)",
        "it shows",
        "\"Name\"",
        "1 step was done",
        "kept as recording",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let error = import("many.js", &lines("await page.getByRole('radio').check();"), false);
    assert_eq!(error.outcome(), Some(Outcome::Refused), "{error}");
    assert!(error.to_string().contains("several elements fit"), "{error}");
    assert!(error.to_string().contains("nothing is kept"), "{error}");
    // What is not understood is said before anything is done.
    let error = import("loop.js", &lines("for (const it of all) {"), false);
    assert!(error.to_string().contains("line 3"), "{error}");
    assert!(error.to_string().contains("nothing was done"), "{error}");
}

#[test]
fn secrets_are_typed_and_not_kept() {
    let Some(office) = Office::open(&[]) else { return };
    let page = written(
        &office,
        "login.html",
        "<title>Login</title><form><label for=p>Password</label><input id=p type=password>\
         <button onclick=\"event.preventDefault(); out.textContent = 'Hello ' + p.value\">Log in</button></form><p id=out>-</p>\
         <select aria-label=Kind><option value=a1>First</option><option value=b2>Second</option></select>",
    );
    let address = format!("file://{}", page.display());
    let text = format!(
        "page.goto('{address}');\npage.getByLabel('Password').fill('hunter2!');\npage.getByRole('button', {{ name: 'Log in' }}).click();\n\
         page.getByLabel('Kind').selectOption('b2');\n"
    );
    let request = ImportRequest {
        format: Some(autorpa::Format::PlaywrightJavaScript),
        ..ImportRequest::new(written(&office, "login.js", &text))
    };
    let imported = office.rpa.import(&request).unwrap();
    assert_eq!(imported.in_clear, [2]);
    let kept = imported.recording.to_json().unwrap();
    assert!(!kept.contains("hunter2"), "{kept}");
    assert!(kept.contains("Hello {secret:password}"), "{kept}");
    let acts = acts(&imported.recording);
    assert!(
        acts.iter()
            .any(|it| it.starts_with("select_option") && it.ends_with("Second")),
        "{acts:?}"
    );
}
