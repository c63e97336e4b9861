//! What a script may use up, and that it can't get around it.

use std::time::Duration;

use device::Cancel;
use runtime::{Limits, Options};
use task::Params;
use trajectory::{Ending, Outcome};

use crate::fake::{Fake, Runs, button, on, ruled, screen};

fn still() -> Fake {
    on(|_| screen("still", vec![button("OK")]))
}

fn small() -> Options {
    let limits = Limits {
        operations: 60_000,
        text: 20_000,
        list: 500,
        map: 500,
        steps: 20,
        ..Limits::default()
    };
    Options {
        limits,
        ..Options::default()
    }
}

#[track_caller]
fn ends(source: &str, outcome: Outcome, code: &str, line: Option<usize>) -> Ending {
    let ending = still().run_with(source, &[], &small(), None).recording.ending;
    assert_eq!(ending.outcome, outcome, "{ending:?}");
    let diagnostic = ending.diagnostic.as_ref().expect("a limit is named");
    assert_eq!(diagnostic.code.name(), code, "{diagnostic:?}");
    assert_eq!(diagnostic.position.map(|it| it.line), line, "{diagnostic:?}");
    ending
}

#[test]
fn an_endless_loop_ends_with_a_place() {
    ends(
        "fn f() {\n  let x = 0;\n  loop {\n    x += 1;\n  }\n}",
        Outcome::OverBudget,
        "operation-limit",
        Some(4),
    );
    ends(
        "fn f() {\n  let x = 0;\n  loop {\n    try { x += 1; } catch { }\n  }\n}",
        Outcome::OverBudget,
        "operation-limit",
        Some(3),
    );
    ends(
        "fn f() {\n  loop { }\n}",
        Outcome::OverBudget,
        "operation-limit",
        Some(2),
    );
}

#[test]
fn recursion_without_an_end_ends_with_a_place() {
    ends(
        "fn f() {\n  g(1)\n}\nprivate fn g(x) {\n  g(x + 1)\n}",
        Outcome::ScriptFault,
        "depth-limit",
        Some(5),
    );
    ends(
        "fn f() {\n  g()\n}\nprivate fn g() {\n  g()\n}",
        Outcome::ScriptFault,
        "depth-limit",
        Some(2),
    );
}

#[test]
fn huge_values_end_the_run() {
    ends(
        "fn f() {\n  let s = \"xx\";\n  loop { s += s; }\n}",
        Outcome::ScriptFault,
        "size-limit",
        Some(3),
    );
    ends(
        "fn f() {\n  let a = [];\n  loop { a.push(1); }\n}",
        Outcome::ScriptFault,
        "size-limit",
        Some(3),
    );
    // The engine itself does not count entries that are set by key.
    ends(
        "fn f() {\n  let m = #{};\n  let i = 0;\n  loop {\n    i += 1;\n    m[`k${i}`] = i;\n  }\n}",
        Outcome::ScriptFault,
        "size-limit",
        Some(6),
    );
    ends(
        "fn f() {\n  let m = #{ a: #{} };\n  let i = 0;\n  loop {\n    i += 1;\n    m.a[`k${i}`] = \"0123456789\";\n  }\n}",
        Outcome::ScriptFault,
        "size-limit",
        Some(6),
    );
    let padded = still()
        .run("fn f() { let s = \"x\"; s.pad(2000000000, \"y\"); }")
        .recording
        .ending;
    assert_eq!(padded.outcome, Outcome::ScriptFault);
}

#[test]
fn actions_are_counted() {
    ends(
        "fn f() {\n  loop {\n    env_op.click(0);\n  }\n}",
        Outcome::OverBudget,
        "step-limit",
        Some(3),
    );
    ends(
        "fn f() {\n  loop {\n    try { env_op.click(0); } catch { }\n  }\n}",
        Outcome::OverBudget,
        "step-limit",
        Some(3),
    );
}

#[test]
fn time_is_counted() {
    let limits = Limits {
        time: Duration::ZERO,
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    let source = "fn f() {\n  let x = 0;\n  loop { x += 1; }\n}";
    let ending = still().run_with(source, &[], &options, None).recording.ending;
    assert_eq!(ending.outcome, Outcome::OverBudget);
    let diagnostic = ending.diagnostic.expect("a limit is named");
    assert_eq!(
        (diagnostic.code.name(), diagnostic.position.map(|it| it.line)),
        ("time-limit", Some(3))
    );
}

#[test]
fn another_thread_can_end_a_run() {
    let cancel = Cancel::default();
    let mut fake = ruled(|_| screen("still", vec![button("OK")]), {
        let cancel = cancel.clone();
        move |state, _, _| {
            let cancel = cancel.clone();
            std::thread::spawn(move || cancel.cancel());
            Ok(state)
        }
    });
    let source = "fn f() { env_op.click(0); loop { try { loop { } } catch { } } }";
    let options = Options {
        limits: Limits {
            operations: u64::MAX,
            ..Limits::default()
        },
        ..Options::default()
    };
    let task = fake.task.clone();
    let run = runtime::run(
        source,
        "test",
        &Params::new(),
        &mut fake,
        &task,
        &options,
        None,
        &cancel,
    );
    assert_eq!(run.recording.ending.outcome, Outcome::Cancelled);
    assert_eq!(run.recording.steps.len(), 1);
}

#[test]
fn there_are_no_files_no_imports_and_no_eval() {
    let syntax = |source: &str| {
        let ending = still().run(source).recording.ending;
        assert_eq!(ending.outcome, Outcome::ScriptFault, "{source}");
        ending.diagnostic.expect("a fault says what it is").code.name()
    };
    assert_eq!(syntax("fn f() { eval(\"1\") }"), "syntax");
    assert_eq!(syntax("import \"x\" as x; fn f() { }"), "syntax");
    assert_eq!(
        syntax("fn f() { open_file(\"/etc/passwd\") }"),
        "unknown-function"
    );
    assert_eq!(syntax("fn f() { sleep(1000) }"), "unknown-function");
}

#[test]
fn notes_are_kept_up_to_a_limit_and_the_rest_is_counted() {
    for note in ["env_op.log(text)", "print(text)", "debug(text)"] {
        let source = format!(
            "fn f() {{ let text = \"\"; for n in range(0, 1000) {{ text += \"0123456789\"; }} for n in range(0, 300) {{ {note}; }} }}"
        );
        let run = still().run(&source);
        assert_eq!(
            run.recording.ending.outcome,
            Outcome::Reached,
            "{:?}",
            run.recording.ending
        );
        let kept: usize = run.recording.log.iter().map(String::len).sum();
        assert!((60_000..70_000).contains(&kept), "{note}: {kept}");
        assert_eq!(
            run.recording.log.first().map(String::len),
            run.log.first().map(|it| it.text.len())
        );
        let last = run.recording.log.last().map(String::as_str);
        assert_eq!(last, Some("... 294 more left out"), "{note}");
    }
    let run = still().run("fn f() { env_op.log(\"one\"); print(\"two\"); }");
    assert_eq!(run.recording.log, ["one", "two"]);
}

#[test]
fn a_script_that_catches_each_of_its_faults_keeps_some_and_ends_with_the_newest() {
    let source = "fn f() { for n in range(0, 3000) { try { env_op.click(-1); } catch { } } env_op.scroll(\"north\"); }";
    let run = still().run(source);
    let diagnostic = run.recording.ending.diagnostic.expect("a fault says what it is");
    assert_eq!(diagnostic.message, "`north` is no direction");
}
