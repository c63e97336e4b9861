//! Values and files that nobody hoped for: whatever is typed arrives as it was typed, and what can't be is named.

use std::fs;

use serde_json::{Value, json};

use crate::desk::{Desk, Ran};

/// Texts that break programs.
fn odd_texts() -> Vec<String> {
    [
        "",
        " ",
        "She said \"hi\", didn't she?",
        "a/b\\c/../d",
        "`${x}` #{y} {{z}} %s $HOME",
        "Büro \u{1F600}\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
        "\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{202E}abc\u{202C} \u{645}\u{631}\u{62D}\u{628}\u{627}",
        "two\nlines\tand a tab",
        "e\u{301} and \u{e9}",
        "=1+1",
        "--json",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(["x".repeat(10_000), "\u{1F600}".repeat(10_000)])
    .collect()
}

/// A script that says its parameter back.
const ECHO: &str = "/// Say it.\nfn f(a) {\n    env_op.answer(a);\n    env_op.stop(\"complete\");\n}\n";
/// A script that says the entries of a list back.
const ECHO_ALL: &str = "/// Say them.\nfn f(all) {\n    let said = `${all.len()}`;\n    for it in all {\n        \
                        said += `|${it}`;\n    }\n    env_op.answer(said);\n    env_op.stop(\"complete\");\n}\n";

fn answer(ran: &Ran) -> Value {
    ran.assert(3, &[]);
    ran.json()["answer"].clone()
}

#[test]
fn a_text_arrives_as_it_was_typed() {
    let desk = Desk::new();
    desk.file("f.rhai", ECHO);
    for text in odd_texts() {
        let typed = format!("a={text}");
        let ran = desk.run(&["exec", "f.rhai", "--json", "--param", &typed]);
        assert_eq!(answer(&ran), json!(text), "typed");
        desk.file("p.json", &json!({ "a": text }).to_string());
        let ran = desk.run(&["exec", "f.rhai", "--json", "--params-file", "p.json"]);
        assert_eq!(answer(&ran), json!(text), "from a file");
    }
    // Some editors put a mark before the first letter of a file.
    desk.file("f.rhai", &format!("\u{feff}{ECHO}"));
    desk.file("p.json", "\u{feff}{\"a\": \"x\"}");
    desk.run(&["check", "f.rhai"]).assert(0, &[]);
    let ran = desk.run(&["exec", "f.rhai", "--json", "--params-file", "p.json"]);
    assert_eq!(answer(&ran), json!("x"));
    // What only looks like a list is a text.
    for text in ["[", "[1, 2]", "[\"a\", 2]", "[a]", "[\"a\""] {
        let ran = desk.run(&["exec", "f.rhai", "--json", "--param", &format!("a={text}")]);
        assert_eq!(answer(&ran), json!(text));
    }
}

#[test]
fn a_list_is_typed_in_three_ways() {
    let desk = Desk::new();
    desk.file("f.rhai", ECHO_ALL);
    let all = |args: &[&str]| answer(&desk.run(&[&["exec", "f.rhai", "--json"][..], args].concat()));
    assert_eq!(all(&["--param", r#"all=["Ann","Bob"]"#]), "2|Ann|Bob");
    assert_eq!(all(&["--param", "all=Ann", "--param", "all=Bob"]), "2|Ann|Bob");
    assert_eq!(
        all(&["--param", r#"all=["Ann"]"#, "--param", "all=Bob"]),
        "2|Ann|Bob"
    );
    assert_eq!(all(&["--param", "all=[]"]), "0");
    desk.file("p.json", r#"{"all": []}"#);
    assert_eq!(all(&["--params-file", "p.json"]), "0");
    let many: Vec<String> = (0..500).map(|it| format!("row {it} \"\u{1F600}\"")).collect();
    desk.file("p.json", &json!({ "all": many }).to_string());
    assert_eq!(
        all(&["--params-file", "p.json"]),
        format!("500|{}", many.join("|"))
    );
    assert_eq!(
        all(&["--param", &format!("all={}", json!(many))]),
        format!("500|{}", many.join("|"))
    );
    desk.run(&["exec", "--help"])
        .assert(0, &[r#"names=["Ann","Bob"]"#]);
    for (file, named) in [
        (r#"{"all": [1]}"#, "`all`"),
        (r#"{"all": [["x"]]}"#, "`all`"),
        (r#"["all"]"#, "object"),
    ] {
        desk.file("p.json", file);
        desk.run(&["exec", "f.rhai", "--params-file", "p.json"])
            .assert(2, &["p.json", named]);
    }
}

#[test]
fn a_function_is_not_led_astray_by_odd_names() {
    let desk = Desk::new();
    let built = desk.run(&["build", "--task-type", "MarkorCreateFolder", "--json"]);
    built.assert(0, &[]);
    let script = built.json()["script"].as_str().unwrap().to_owned();
    for text in odd_texts() {
        let ran = desk.run(&[
            "exec",
            &script,
            "--json",
            "--param",
            &format!("folder_name={text}"),
        ]);
        assert!(!ran.err.contains("panicked"), "{text:.40}: {}", ran.err);
        let code = ran.status.code();
        // Done, or a refusal with a name; never an end without one.
        assert!(
            code.is_some_and(|it| [3, 11, 12, 14].contains(&it)),
            "{text:.40}: {code:?} {}",
            ran.err
        );
        let json = ran.json();
        let ordinary = !text.trim().is_empty() && text.len() < 200 && !text.contains(['/', '\n', '\\']);
        if code == Some(3) && ordinary {
            let changes = json["changes"].as_array().unwrap();
            let made = |it: &Value| it.as_str().unwrap().contains(text.trim());
            assert!(changes.iter().any(made), "{text}: {json}");
        }
    }
    desk.assert_sound();
}

/// A file with one instance that can be.
fn good_instance() -> Value {
    json!({
        "task": "MarkorCreateFolder", "seed": 30, "idx": 0, "instance_seed": 1,
        "goal_before_init": "Create a new folder in Markor named plans.",
        "goal_after_init": "Create a new folder in Markor named plans.",
        "params": { "folder_name": "plans", "seed": 1 },
        "initial_state": { "files": { "/storage/emulated/0/Documents/Markor/a.md": "text\n" } },
    })
}

/// Files with one that can't be, each with what has to be said.
fn wrong_instances(good: &Value) -> Vec<(Value, &'static [&'static str])> {
    let with = |change: &dyn Fn(&mut Value)| {
        let mut it = good.clone();
        change(&mut it);
        it
    };
    let markor = "/storage/emulated/0/Documents/Markor";
    vec![
        (json!([]), &["none of the 0 instances"]),
        (
            json!([{ "task": "NoSuchTask" }]),
            &["instance 0 (NoSuchTask)", "missing field"],
        ),
        (
            json!([with(&|it| it["task"] = json!("NoSuchTask"))]),
            &["none of the 1 instances", "MarkorCreateFolder"],
        ),
        (json!([3]), &["instance 0"]),
        (
            json!([good, with(&|it| it["sed"] = json!(1))]),
            &["instance 1", "unknown field `sed`"],
        ),
        (
            json!([with(&|it| it["seed"] = json!("x"))]),
            &["instance 0", "invalid type"],
        ),
        (
            json!([with(&|it| it["params"] = json!({}))]),
            &["instance 0 (MarkorCreateFolder)", "folder_name"],
        ),
        (
            json!([with(&|it| it["params"]["folder_name"] = json!({}))]),
            &["instance 0", "folder_name"],
        ),
        (
            json!([with(&|it| it["initial_state"]["fils"] = json!({}))]),
            &["instance 0", "unknown field `fils`"],
        ),
        (
            json!([with(
                &|it| it["initial_state"]["files"] =
                    json!({ format!("{markor}/plans"): "x", format!("{markor}/plans/a"): "y" })
            )]),
            &["instance 0"],
        ),
        (
            json!([with(
                &|it| it["initial_state"]["settings"] = json!({ "no_such": 1 })
            )]),
            &["instance 0", "no_such"],
        ),
        (
            json!([with(
                &|it| it["initial_state"]["tables"] = json!({ "no_such": [{}] })
            )]),
            &["instance 0", "no_such"],
        ),
        (json!([good, good]), &["instance 1", "twice"]),
    ]
}

#[test]
fn files_of_instances_that_can_not_be_are_refused_by_name() {
    let desk = Desk::new();
    let good = good_instance();
    for (content, texts) in &wrong_instances(&good) {
        desk.file("i.json", &content.to_string());
        for command in [
            &[
                "build",
                "--task-type",
                "MarkorCreateFolder",
                "--instances",
                "i.json",
            ][..],
            &[
                "exec",
                "f.rhai",
                "--task-type",
                "MarkorCreateFolder",
                "--instances",
                "i.json",
            ],
        ] {
            desk.file("f.rhai", ECHO);
            let ran = desk.run(command);
            ran.assert(2, &[&["i.json"][..], texts].concat());
            assert!(ran.out.is_empty(), "{}", ran.out);
        }
    }
    // The good one alone is done, and judged.
    desk.file("i.json", &json!([good]).to_string());
    let built = desk.run(&[
        "build",
        "--task-type",
        "MarkorCreateFolder",
        "--instances",
        "i.json",
        "-n",
        "1",
        "--json",
    ]);
    built.assert(0, &["verified"]);
    let script = built.json()["script"].as_str().unwrap().to_owned();
    let exec = |index: &str| {
        let args = [
            "--task-type",
            "MarkorCreateFolder",
            "--instances",
            "i.json",
            "--index",
            index,
            "--json",
        ];
        desk.run(&[&["exec", &script][..], &args].concat())
    };
    let ran = exec("0");
    ran.assert(0, &[]);
    assert_eq!(ran.json()["reward"], 1.0);
    exec("1").assert(2, &["1 instances", "counted from 0"]);
    assert!(fs::exists(desk.path("library")).unwrap());
}

#[test]
fn a_name_that_is_nearly_right_is_met_half_way() {
    let desk = Desk::new();
    desk.run(&["build", "--task-type", "MarkorCreateFolder", "-n", "1"])
        .assert(0, &[]);
    for name in ["MarkorCreateFoldr", "create_foldr", "markor/create_folders"] {
        desk.run(&["history", name]).assert(
            1,
            &[
                &format!("no function is called `{name}`"),
                "did you mean markor/create_folder?",
            ],
        );
    }
    let long = "x".repeat(10_000);
    for name in ["../../etc", "\u{1F600}", "a/b/c", "", &long] {
        let ran = desk.run(&["history", name]);
        ran.assert(1, &["no function is called"]);
        let ran = desk.run(&["show", &format!("{name}\u{5E9}")]);
        ran.assert(1, &["no recording is called"]);
    }
}

#[test]
fn for_an_empty_list_nothing_is_done_and_that_is_said() {
    let desk = Desk::new();
    let verified = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/verified");
    let function = format!("{verified}/broccoli/recipe_delete_multiple_recipes.rhai");
    let ran = desk.run(&["exec", &function, "--param", "titles=[]", "--json"]);
    ran.assert(3, &["the list `titles` is empty: nothing is done for it"]);
    assert_eq!(ran.json()["changes"], json!([]));
    // A task that names nothing is no task.
    for (task_type, goal, table, param) in [
        (
            "RecipeDeleteMultipleRecipes",
            "Delete the following recipes from Broccoli app: .",
            "recipes",
            "titles",
        ),
        (
            "ExpenseDeleteMultiple",
            "Delete the following expenses from pro expense: .",
            "expense",
            "names",
        ),
    ] {
        let instance = json!([{
            "task": task_type, "seed": 30, "idx": 0, "instance_seed": 1, "goal_before_init": "",
            "goal_after_init": goal, "params": {"row_objects": [], "seed": 1},
            "initial_state": {"tables": {table: []}},
        }]);
        desk.file("none.json", &instance.to_string());
        desk.run(&[
            "exec",
            &function,
            "--task-type",
            task_type,
            "--instances",
            "none.json",
        ])
        .assert(
            2,
            &["none.json", task_type, &format!("parameter `{param}` is empty")],
        );
    }
}
