//! Functions as flows for Maestro: what they say, and that a YAML reader and Maestro's own names agree with it.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::path::{Path, PathBuf};

use autorpa::{Autorpa, ExportForm, ExportRequest, Home};
use compiler::export::{FlowParams, maestro};
use library::Library;
use task::{Params, Value};
use yaml_rust2::{Yaml, YamlLoader};

/// The commands of `YamlFluentCommand.kt` in github.com/mobile-dev-inc/maestro at dcd2f206 (2025-01-20) that flows use, each
/// with the keys of its own class there. Those of a selector are [`SELECTOR`].
const COMMANDS: &[(&str, &[&str])] = &[
    ("assertNotVisible", SELECTOR),
    ("assertTrue", &["condition", "label"]),
    ("assertVisible", SELECTOR),
    ("doubleTapOn", SELECTOR),
    ("eraseText", &[]),
    ("evalScript", &[]),
    ("inputText", &[]),
    ("launchApp", &["appId", "stopApp", "permissions"]),
    ("longPressOn", SELECTOR),
    ("openLink", &[]),
    ("pressKey", &[]),
    ("repeat", &["times", "while", "commands"]),
    ("runFlow", &["when", "commands"]),
    (
        "scrollUntilVisible",
        &["element", "direction", "timeout", "optional"],
    ),
    ("swipe", &["start", "end", "direction", "from", "duration"]),
    ("tapOn", SELECTOR),
    ("waitForAnimationToEnd", &["timeout"]),
];
/// Keys of `YamlElementSelector.kt` there.
const SELECTOR: &[&str] = &["text", "id", "index", "enabled", "selected", "checked", "focused"];
/// Keys of `YamlCondition.kt` there.
const CONDITION: &[&str] = &["visible", "notVisible", "true"];
/// Keys of `YamlConfig.kt` there, and `jsEngine`, which `Orchestra.kt` looks for.
const CONFIG: &[&str] = &["appId", "name", "env", "jsEngine"];
/// Descriptions of `KeyCode.kt` there.
const KEYS: &[&str] = &["Enter", "Tab", "Escape", "Backspace", "Home"];

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/verified")
}

fn exported(name: &str, params: Params) -> Result<String, String> {
    let home = tempfile::tempdir().unwrap();
    let rpa = Autorpa::new(Home::new(home.path(), library()));
    let request = ExportRequest {
        name: name.to_owned(),
        form: ExportForm::Maestro,
        url: None,
        params,
    };
    let exported = rpa.export(&request).map_err(|it| it.to_string())?;
    Ok(exported.text)
}

fn flow(source: &str) -> Result<String, String> {
    let params = FlowParams {
        values: &Params::new(),
        lists: &["names".to_owned()],
        secrets: &["password".to_owned()],
    };
    maestro(source, params).map_err(|it| it.to_string())
}

/// The parts of a flow, as a reader of YAML sees them: what stands before the commands, and those. Every name in it is one of
/// Maestro's.
#[track_caller]
fn read(flow: &str) -> (Yaml, Vec<Yaml>) {
    let mut parts = YamlLoader::load_from_str(flow).unwrap_or_else(|it| panic!("{it}\n{flow}"));
    assert_eq!(parts.len(), 2, "{flow}");
    let commands = parts.pop().unwrap();
    let head = parts.pop().unwrap();
    keys(&head, CONFIG);
    assert!(!head["appId"].is_badvalue(), "{flow}");
    let commands = commands.into_vec().unwrap();
    commands.iter().for_each(command);
    (head, commands)
}

#[track_caller]
fn keys(of: &Yaml, known: &[&str]) {
    for (key, _) in of.as_hash().into_iter().flatten() {
        let key = key.as_str().unwrap_or_default();
        assert!(known.contains(&key), "`{key}` is none of {known:?}: {of:?}");
    }
}

#[track_caller]
fn command(it: &Yaml) {
    if it.as_str() == Some("back") {
        return;
    }
    let all = it.as_hash().unwrap_or_else(|| panic!("{it:?}"));
    let (name, takes) = all.iter().next().unwrap();
    let name = name.as_str().unwrap();
    let known = COMMANDS.iter().find(|it| it.0 == name);
    let known = known.unwrap_or_else(|| panic!("`{name}` is no command"));
    assert_eq!(all.len(), 1, "{it:?}");
    keys(takes, known.1);
    for part in ["element", "from"] {
        keys(&takes[part], SELECTOR);
    }
    for part in ["when", "while"] {
        keys(&takes[part], CONDITION);
        keys(&takes[part]["visible"], SELECTOR);
        keys(&takes[part]["notVisible"], SELECTOR);
    }
    if name == "pressKey" {
        assert!(KEYS.contains(&takes.as_str().unwrap()), "{takes:?}");
    }
    let inner = takes["commands"].as_vec();
    assert!(
        !["repeat", "runFlow"].contains(&name) || inner.is_some(),
        "{it:?}"
    );
    inner.into_iter().flatten().for_each(command);
}

#[test]
fn a_note_is_created() {
    let params = [
        ("file_name", "it's: \"a\".md"),
        ("markor_app", "net.gsantner.markor"),
    ];
    let params = params.map(|(name, it)| (name.to_owned(), Value::from(it)));
    let flow = exported("markor/create_note", Params::from_iter(params)).unwrap();
    let (head, _) = read(&flow);
    assert_eq!(
        head["env"]["FILE_NAME"].as_str(),
        Some("${typeof FILE_NAME === \"string\" ? FILE_NAME : \"it's: \\\"a\\\".md\"}")
    );
    insta::assert_snapshot!(flow);
}

#[test]
fn a_note_is_looked_for_in_a_list_and_deleted() {
    let flow = exported("markor/delete_note", Params::new()).unwrap();
    read(&flow);
    insta::assert_snapshot!(flow);
}

#[test]
fn expenses_of_a_list_are_deleted_one_by_one() {
    let flow = exported("pro_expense/expense_delete_multiple", Params::new()).unwrap();
    read(&flow);
    insta::assert_snapshot!(flow);
}

/// Each function of the library becomes a flow that Maestro's names agree with, or is refused by name.
#[test]
fn each_function_is_a_flow_or_refused_by_name() {
    let mut flows = Vec::new();
    let mut refusals = std::collections::BTreeSet::new();
    for function in Library::open(library()).list().unwrap().functions {
        let title = function.title();
        match exported(&title, Params::new()) {
            Ok(flow) => {
                read(&flow);
                flows.push(title);
            }
            Err(why) => {
                let why = why.split("line ").last().unwrap_or_default();
                refusals.insert(why.trim_start_matches(|it: char| it.is_ascii_digit()).to_owned());
            }
        }
    }
    assert!(!flows.iter().any(|it| it.starts_with("miniwob/")), "{flows:?}");
    let refusals: Vec<String> = refusals.into_iter().collect();
    insta::assert_snapshot!(format!("{}\n\n{}", flows.join("\n"), refusals.join("\n")));
}

#[test]
fn whatever_stands_in_a_text_stays_a_text() {
    let source = r##"fn save(name) {
    env_op.open_app("com.example.app");
    env_op.click(#{ text: "it's: \"x\" ${HOME} # {1}\n- back", target_description: "a" });
    env_op.input_text("key: ${name} 'y' \\", #{ resource_name: "field", target_description: "b" }, true);
    env_op.click(#{ text_contains: `${name} {a}$`, target_description: "c" });
    assert(name != "${x}\n", "it's: ${x}");
    env_op.open_link("https://example.org/?a=" + name);
}
"##;
    let flow = flow(source).unwrap();
    let (head, commands) = read(&flow);
    assert_eq!(head["appId"].as_str(), Some("com.example.app"));
    let of = |name: &str| {
        commands
            .iter()
            .find(|it| !it[name].is_badvalue())
            .map(|it| &it[name])
    };
    assert_eq!(
        of("tapOn").unwrap()["text"].as_str(),
        Some("(?-i)it's: \"x\" \\$\\{HOME\\} # \\{1\\}\n- back")
    );
    assert_eq!(
        of("inputText").unwrap().as_str(),
        Some("${\"key: \\x24\\x7bname\\x7d 'y' \\\\\"}")
    );
    let taps: Vec<&Yaml> = commands.iter().filter(|it| !it["tapOn"].is_badvalue()).collect();
    assert_eq!(
        taps[2]["tapOn"]["text"].as_str(),
        Some("${\"(?-i).*\\\\Q\" + (NAME + \" \\x7ba\\x7d\\x24\") + \"\\\\E.*\"}")
    );
    let asserted = commands
        .iter()
        .rev()
        .find(|it| !it["assertTrue"].is_badvalue())
        .unwrap();
    assert_eq!(
        asserted["assertTrue"]["condition"].as_str(),
        Some("${NAME !== \"\\x24\\x7bx\\x7d\\n\"}")
    );
    assert_eq!(asserted["assertTrue"]["label"].as_str(), Some("it's: $ {x}"));
    assert_eq!(
        of("openLink").unwrap().as_str(),
        Some("${\"https://example.org/?a=\" + NAME}")
    );
}

#[test]
fn conditions_loops_and_keys_are_said() {
    let source = r##"fn sign_in(names, password) {
    env_op.swipe("down");
    if password != "" && !env_op.element_exists(on()) {
        env_op.click(on());
    } else if env_op.is_checked(box()) {
        env_op.go_back();
    } else {
        env_op.go_home();
    }
    while !env_op.element_exists(on()) { env_op.scroll("down"); }
    let label = upper_case(names[0]);
    label += "!";
    for n in 1..=names.len() { env_op.press_keys("Tab"); env_op.log(`${n}: ${label}`); }
    let field = env_op.find_element(#{ hint_text: "Password", target_description: "field" });
    assert(field != -1, "no field");
    env_op.input_text(password, field, true);
    env_op.double_tap(field);
    env_op.scroll("left", box());
    env_op.expect_gone(on());
    env_op.wait();
    env_op.press_enter();
    env_op.stop("complete");
}
private fn on() { #{ text: "On", enabled: true, target_description: "a" } }
private fn box() { #{ resource_name: "box.one", target_description: "b" } }
"##;
    let flow = flow(source).unwrap();
    read(&flow);
    for part in [
        "'true': '${PASSWORD !== \"\"}'",
        "times: 50",
        "pressKey: Tab",
        "pressKey: Home",
        "- back",
        "doubleTapOn:",
    ] {
        assert!(flow.contains(part), "{part}: {flow}");
    }
}

#[test]
fn what_can_not_be_said_is_refused_with_its_line_and_the_reason() {
    for (body, said) in [
        (
            "env_op.answer(name);",
            "`env_op.answer`: a flow passes or fails, and answers nothing",
        ),
        (
            "env_op.click(#{ resource_name: \"a\", near: name, target_description: \"a\" });",
            "`near`: it has `below`, `rightOf` and the like, and nothing for the same row",
        ),
        (
            "env_op.click(#{ class_name: \"Button\", target_description: \"a\" });",
            "`class_name`: its selectors know no such attribute",
        ),
        (
            "env_op.input_text(\"a\\nb\", #{ resource_name: \"a\", target_description: \"a\" });",
            "a line break in what is typed: it types none on Android",
        ),
        (
            "env_op.open_app(name);",
            "an app that only a run knows: it starts an app by its package, and a function by what its icon is called",
        ),
        ("env_op.press_keys(\"F1\");", "the key `F1`: it has no such key"),
        (
            "let x = initials(name);",
            "`initials`: its scripts have no such function",
        ),
        (
            "if name == \"\" { env_op.stop(\"complete\"); }",
            "`env_op.stop`: a flow ends at its end, or fails",
        ),
        (
            "env_op.stop(\"infeasible\");",
            "`env_op.stop`: a flow ends at its end, or fails",
        ),
    ] {
        let source = format!("fn save(name) {{\n    {body}\n}}\n");
        let expected = format!("line 2: a Maestro flow has no way to say {said}");
        assert_eq!(flow(&source).unwrap_err(), expected, "{body}");
    }
    let params = Params::from_iter([("street".to_owned(), Value::from("x"))]);
    let other = exported("markor/create_note", params).unwrap_err();
    assert!(other.contains("the flow takes no value `street`"), "{other}");
    let page = exported("miniwob/click_button", Params::new()).unwrap_err();
    assert!(page.contains("this function is for pages"), "{page}");
}
