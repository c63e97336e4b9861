//! Scripts that are wrong, or never end.

use std::{fs, path::Path};

use serde_json::Value;

use crate::desk::{Desk, names, start};

const EXEC_FIELDS: [&str; 6] = ["outcome", "reward", "steps", "tokens", "answer", "changes"];

/// Run it and check it: both say the same, and where.
fn case(source: &str, run: (i32, &[&str]), checked: &[&str]) {
    let desk = Desk::new();
    desk.file("s.rhai", source);
    desk.run(&["exec", "s.rhai"]).assert(run.0, run.1);
    let ran = desk.run(&["exec", "s.rhai", "--json"]);
    ran.assert(run.0, run.1);
    if !ran.out.is_empty() {
        let json = ran.json();
        for field in EXEC_FIELDS {
            assert!(names(&json).contains(&field), "{json}");
        }
        assert!(json["diagnostic"]["message"].is_string(), "{json}");
    }
    desk.run(&["check", "s.rhai"]).assert(14, checked);
    desk.assert_sound();
}

#[test]
fn a_syntax_error_has_a_place() {
    case(
        "/// A.\nfn f() {\n    let x = ;\n}\n",
        (14, &["error[syntax]", "s.rhai:3:13"]),
        &["error[syntax]", "s.rhai:3:13"],
    );
    case("fn f() {", (14, &["error[syntax]", "s.rhai:1:"]), &["s.rhai:1:"]);
    case(
        "",
        (14, &["no public function", "hint:"]),
        &["no function", "hint:"],
    );
    case("\u{0}\u{1}binary", (14, &["s.rhai:1:"]), &["s.rhai:1:"]);
}

#[test]
fn an_endless_loop_ends() {
    case(
        "/// A.\nfn f() {\n    let n = 0;\n    loop { n += 1; }\n}\n",
        (13, &["operations", "s.rhai:4:", "hint:"]),
        &["error[unbounded-loop]", "s.rhai:4:5"],
    );
    // A function that calls itself is no wrong form: it is stopped when it runs.
    let desk = Desk::new();
    desk.file("s.rhai", "/// A.\nfn f() {\n    f();\n}\n");
    desk.run(&["exec", "s.rhai"]).assert(14, &["s.rhai:3:"]);
}

#[test]
fn a_call_that_does_not_exist_is_named_with_its_neighbour() {
    case(
        "/// A.\nfn f() {\n    env_op.klick(1);\n}\n",
        (
            14,
            &[
                "error[unknown-function]",
                "`klick`",
                "s.rhai:3:12",
                "did you mean `click`",
            ],
        ),
        &["error[unknown-function]", "s.rhai:3:12", "did you mean `click`"],
    );
}

#[test]
fn the_outside_is_out_of_reach() {
    for call in ["eval(\"1\")", "open_file(\"/etc/passwd\")", "import \"x\" as y"] {
        let desk = Desk::new();
        desk.file("s.rhai", &format!("/// A.\nfn f() {{\n    {call};\n}}\n"));
        desk.run(&["exec", "s.rhai"]).assert(14, &["s.rhai:3:"]);
    }
}

#[test]
fn a_time_limit_is_kept() {
    let desk = Desk::new();
    let look = "/// A.\nfn f() {\n    loop { env_op.find_element(#{ text: \"-\", target_description: \"-\" }); }\n}\n";
    desk.file("s.rhai", look);
    desk.run(&["exec", "s.rhai", "--timeout", "1"])
        .assert(13, &["error[time-limit]", "1 s", "s.rhai:3:"]);
}

#[test]
fn there_is_nothing_to_say_against_the_functions_that_come_along() {
    let desk = Desk::new();
    let verified = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified");
    let mut checked = 0;
    let places = std::fs::read_dir(verified).unwrap().flatten();
    // A library that was built into has a lock beside its folders.
    for place in places.filter(|it| it.path().is_dir()) {
        for file in std::fs::read_dir(place.path()).unwrap().flatten() {
            let script = file.path();
            if script.extension().is_some_and(|it| it == "rhai") {
                desk.run(&["check", script.to_str().unwrap()])
                    .assert(0, &["nothing to say against it"]);
                checked += 1;
            }
        }
    }
    assert!(checked >= 6, "only {checked} functions are there");
}

#[test]
fn what_a_script_notes_is_shown_and_kept() {
    let desk = Desk::new();
    let script = desk.file("s.rhai", "fn f() { env_op.log(\"one\"); print(\"two\"); }");
    desk.run(&["exec", &script]).assert(3, &["one\ntwo"]);
    let ran = desk.run(&["exec", &script, "--json"]);
    assert_eq!(ran.json()["log"].to_string(), "[\"one\",\"two\"]");
    let kept = desk.files("home/bank/recordings");
    assert!(!kept.is_empty());
    // Ten times as much as is kept.
    let much = "fn f() { let text = \"\"; for n in range(0, 6400) { text += \"0123456789\"; } for n in range(0, 10) { print(text); } }";
    let script = desk.file("much.rhai", much);
    desk.run(&["exec", &script]).assert(3, &["... 9 more left out"]);
}

#[test]
fn a_function_is_written_into_a_folder_under_a_name_of_its_own() {
    let desk = Desk::new();
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified");
    let written = |form: &str, out: &str| {
        let args = ["export", "markor/create_note", "--as", form, "--out", out];
        let mut command = desk.command(&args);
        command.env("AUTORPA_LIBRARY", &library);
        let said = start(command).end();
        said.assert(0, &[]);
        said.out
    };
    // One that is not there yet is made; one that is there needs no slash.
    for folder in ["skills/", "skills"] {
        let said = written("skill", folder);
        assert!(
            said.trim().ends_with("skills/markor-create-note/SKILL.md"),
            "{said}"
        );
    }
    let skill = fs::read_to_string(desk.path("skills/markor-create-note/SKILL.md")).unwrap();
    assert!(
        skill.starts_with("---\nname: markor-create-note\ndescription: \""),
        "{skill}"
    );
    let said = written("maestro", "flows/");
    assert!(said.trim().ends_with("flows/markor-create-note.yaml"), "{said}");
    // A file is called as it is said.
    assert_eq!(written("skill", "mine.md"), "");
    assert_eq!(fs::read_to_string(desk.path("mine.md")).unwrap(), skill);
}

#[test]
fn a_function_is_written_as_an_openapi_document() {
    let desk = Desk::new();
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified");
    let mut command = desk.command(&[
        "export",
        "markor/create_note",
        "--as",
        "openapi",
        "--url",
        "http://here:1",
    ]);
    command.env("AUTORPA_LIBRARY", library);
    let said = start(command).end();
    said.assert(0, &[]);
    let document: Value = serde_json::from_str(&said.out).unwrap();
    assert!(
        document["openapi"].as_str().unwrap().starts_with("3.1"),
        "{document}"
    );
    let call = &document["paths"]["/functions/markor/create_note/runs"]["post"];
    let schema = &call["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(
        schema["required"],
        serde_json::json!(["file_name", "text"]),
        "{document}"
    );
    assert_eq!(document["servers"][0]["url"], "http://here:1");
}
