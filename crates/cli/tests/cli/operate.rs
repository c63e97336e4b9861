//! Functions that are left alone: the policy of a project, the audit log, signatures, and who is told.

use std::{
    fs,
    sync::{Arc, Mutex},
};

use serde_json::json;
use testkit::{Answer, Asked, NOBODY, serve, shut};

use crate::{
    desk::Desk,
    fake_model::{self, FakeModel},
};

/// Makes a note for the name `gone`, and deletes it.
const SCRIPT: &str = "\
/// Say a name.
fn say(name) {
    env_op.open_app(\"Markor\");
    if name == \"gone\" {
        env_op.click(env_op.find_element(#{ content_description: \"Create a new file or folder\" }));
        env_op.input_text(name, env_op.find_element(#{ hint_text: \"my_note\" }), true);
        env_op.click(env_op.find_element(#{ text: \"OK\" }));
        env_op.click(env_op.find_element(#{ content_description: \"Navigate up\" }));
        env_op.long_press(env_op.find_element(#{ text: name + \".md\" }));
        env_op.click(env_op.find_element(#{ content_description: \"Delete\" }));
        env_op.click(env_op.find_element(#{ text: \"OK\" }));
    }
    env_op.answer(name);
    env_op.stop(\"complete\");
}
";

fn desk(policy: &str) -> Desk {
    let desk = Desk::new();
    desk.file("say.rhai", SCRIPT);
    desk.file("names.csv", "name\na\nb\nc\n");
    desk.file("autorpa.toml", &format!("[policy]\n{policy}\n"));
    desk
}

fn exec(name: &str) -> Vec<String> {
    let name = format!("name={name}");
    ["exec", "say.rhai", "--device", "emulator", "--param", &name]
        .map(str::to_owned)
        .to_vec()
}

fn run(desk: &Desk, args: &[String]) -> crate::desk::Ran {
    desk.run(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

fn log(desk: &Desk) -> String {
    fs::read_to_string(desk.path("home/audit.jsonl")).unwrap()
}

#[test]
fn every_run_is_in_the_log_and_a_log_that_was_changed_is_noticed() {
    let desk = desk("");
    desk.run(&["audit", "verify"])
        .assert(2, &["there is no audit log"]);
    run(&desk, &exec("Ada")).assert(3, &["unchecked"]);
    let rows = ["say.rhai", "--rows", "names.csv", "--device", "emulator"];
    desk.run(&[&["exec"], &rows[..]].concat()).assert(3, &[]);
    desk.run(&[&["queue", "add"], &rows[..]].concat()).assert(0, &[]);
    desk.run(&["queue", "run"]).assert(3, &["3 unchecked"]);
    let said = log(&desk);
    // One by itself, three of a file, three of a queue; a beginning and an end each, and the adding.
    for (text, times) in [
        ("\"what\":\"begins\"", 7),
        ("\"what\":\"ends\"", 7),
        ("\"by\":\"queue\"", 6),
        ("\"what\":\"queued\"", 1),
        ("\"outcome\":\"unchecked\"", 7),
    ] {
        assert_eq!(said.matches(text).count(), times, "{text} in\n{said}");
    }
    assert!(!said.contains("Ada"), "{said}");
    let verified = desk.run(&["audit", "verify"]);
    verified.assert(0, &["15 entries, 7 runs"]);
    let kept = verified.out.split("--from: ").nth(1).unwrap().trim().to_owned();
    desk.run(&["audit", "verify", "--from", &kept]).assert(0, &[]);
    let lines: Vec<&str> = said.lines().collect();
    let put = |lines: &[&str]| desk.file("home/audit.jsonl", &format!("{}\n", lines.join("\n")));
    // A line of the middle is gone.
    put(&[&lines[..4], &lines[5..]].concat());
    desk.run(&["audit", "verify"])
        .assert(1, &["audit.jsonl:5", "it says that it is entry 6"]);
    // Its end is gone: the runs that did something are still there.
    put(&lines[..2]);
    desk.run(&["audit", "verify"])
        .assert(1, &["did something", "does not know it"]);
    desk.run(&["audit", "verify", "--from", &kept])
        .assert(1, &["entry 15 is not the one", "there is none"]);
    // Nothing is run where it can't be gone on with.
    put(&["junk"]);
    desk.run(&["queue", "retry", "1"]).assert(0, &[]);
    run(&desk, &exec("b")).assert(3, &["its last line is no entry"]);
    desk.run(&[
        "queue",
        "add",
        "say.rhai",
        "--rows",
        "names.csv",
        "--device",
        "emulator",
        "--duplicates",
    ])
    .assert(1, &["its last line is no entry"]);
}

#[test]
fn no_front_end_and_no_option_is_wider_than_the_policy() {
    let desk = desk("irreversible = [\"send\"]\nallow_app = [\"Markor\"]");
    run(&desk, &exec("plain")).assert(3, &["unchecked"]);
    run(&desk, &exec("gone")).assert(11, &["to delete", "the policy allows only: send"]);
    let wider = [exec("plain"), vec!["--allow-app".to_owned(), "Clock".to_owned()]].concat();
    run(&desk, &wider).assert(2, &["the policy allows Markor only, not `Clock`"]);
    // Without the policy, it is done.
    desk.file("autorpa.toml", "");
    run(&desk, &exec("gone")).assert(3, &["unchecked"]);
}

#[test]
fn so_many_rows_begin_a_day_and_the_others_wait() {
    let desk = desk("rows_a_day = 2");
    let rows = ["say.rhai", "--rows", "names.csv", "--device", "emulator"];
    desk.run(&[&["queue", "add"], &rows[..]].concat())
        .assert(0, &["3 rows"]);
    let ran = desk.run(&["queue", "run", "--workers", "2"]);
    ran.assert(
        3,
        &["2 unchecked", "2 runs were begun today, and the policy allows 2"],
    );
    desk.run(&["queue", "status"])
        .assert(0, &["2 unchecked, 1 waiting"]);
    desk.run(&["queue", "status", "--metrics"]).assert(
        0,
        &[
            "# TYPE autorpa_queue_rows gauge",
            "state=\"waiting\",outcome=\"\"} 1",
            "state=\"ended\",outcome=\"unchecked\"} 2",
        ],
    );
    run(&desk, &exec("a")).assert(11, &["the policy allows 2"]);
    assert!(log(&desk).contains("\"what\":\"refused\""));
    desk.file("autorpa.toml", "[policy]\nrows_a_day = 3\n");
    desk.run(&["queue", "run"]).assert(3, &["1 unchecked"]);
    desk.run(&["audit", "verify"]).assert(0, &["3 runs"]);
}

#[test]
fn outside_the_hours_nothing_begins_and_no_row_is_lost() {
    // An hour of the day that is not now, whenever that is.
    let desk = desk("hours = \"00:00-12:00\"");
    let rows = ["say.rhai", "--rows", "names.csv", "--device", "emulator"];
    desk.run(&[&["queue", "add"], &rows[..]].concat())
        .assert(0, &["3 rows"]);
    let first = desk.run(&["queue", "run"]);
    desk.file("autorpa.toml", "[policy]\nhours = \"12:00-24:00\"\n");
    let second = desk.run(&["queue", "run"]);
    let shut = [&first, &second].map(|it| it.out.contains("lets runs begin"));
    assert_eq!(
        shut.iter().filter(|it| **it).count(),
        1,
        "{}{}",
        first.out,
        second.out
    );
    desk.run(&["queue", "status"]).assert(0, &["3 unchecked"]);
}

/// A line of a policy, and what is said of it.
type Rule = (String, &'static str);

/// A task on pages, which forget nothing.
const ENTRY: &str = "\
format = 1
name = \"AddEntry\"
goal = \"Add the entry {entry}.\"
sandbox = true

[start]
device = \"web\"
url = \"http://127.0.0.1:9/\"

[touch]
origins = [\"http://127.0.0.1:9\"]

[params.entry]
type = \"text\"
examples = [\"plans\", \"ideas\", \"recipes\"]
";

/// MCP, HTTP, the Studio, `worker` and `watch` have tests of their own for that, and so have the rows of a queue, which wait.
#[test]
fn whatever_acts_on_a_device_asks_the_policy_first() {
    let desk = desk("");
    let model = FakeModel::new(fake_model::Answer::Silence);
    let steps = json!([
        { "type": "navigate", "url": "http://127.0.0.1:9/" },
        { "type": "click", "selectors": [["aria/OK"]], "offsetX": 1, "offsetY": 1 },
    ]);
    desk.file(
        "flow.json",
        &json!({ "title": "look", "steps": steps }).to_string(),
    );
    fs::create_dir(desk.path("mine")).unwrap();
    desk.file("mine/entry.task.toml", ENTRY);
    // All days are those of one time zone.
    let zone = "time_zone = \"UTC\"";
    desk.file("autorpa.toml", &format!("[policy]\n{zone}\n"));
    run(&desk, &exec("a")).assert(3, &["unchecked"]);
    let hours = (shut(), "the policy lets runs begin");
    let rows = (format!("rows_a_day = 1\n{zone}"), "1 runs were begun today");
    let signed = (
        format!("{zone}\nsigned_by = [\"{NOBODY}\"]"),
        "signed functions only",
    );
    let acts: &[&Rule] = &[&hours, &rows];
    let function: &[&Rule] = &[&hours, &rows, &signed];
    let say = ["say.rhai", "--device", "emulator", "--param", "name=b"];
    let agent = [
        "run",
        "Note down what is due",
        "--fallback",
        "react",
        "--yes",
        "--llm",
        "openai:x",
        "--llm-base-url",
        &model.url,
    ];
    let table: [(Vec<&str>, &[&Rule]); 4] = [
        ([&["exec"], &say[..]].concat(), function),
        (vec!["--tasks", "mine", "build", "--task-type", "AddEntry"], acts),
        (vec!["import", "flow.json"], acts),
        (agent.to_vec(), acts),
    ];
    let recordings = || desk.files("home/bank/recordings").len();
    let kept = recordings();
    for (args, rules) in table {
        for (policy, words) in rules {
            desk.file("autorpa.toml", &format!("[policy]\n{policy}\n"));
            let before = log(&desk).matches("\"what\":\"refused\"").count();
            desk.run(&args).assert(11, &[words]);
            let after = log(&desk).matches("\"what\":\"refused\"").count();
            assert_eq!(
                (after, recordings()),
                (before + 1, kept),
                "{args:?} under {policy}"
            );
        }
    }
    assert_eq!(model.asked(), 0);
    // What a build does on the emulator is gone when it ends: it may at any time.
    desk.file("autorpa.toml", &format!("[policy]\n{}\n", shut()));
    desk.run(&["build", "--task-type", "MarkorCreateFolder", "-n", "1"])
        .assert(0, &[]);
}

#[test]
fn only_what_is_signed_by_who_is_named_runs_where_the_policy_says_so() {
    let desk = desk("");
    let signed = desk.run(&["sign", "say.rhai"]);
    signed.assert(0, &["a key was made", "signed by ed25519:"]);
    let key = signed.out.split("signed by ").nth(1).unwrap().trim().to_owned();
    desk.file("autorpa.toml", &format!("[policy]\nsigned_by = [\"{key}\"]\n"));
    run(&desk, &exec("a")).assert(3, &["unchecked"]);
    desk.file("say.rhai", &format!("{SCRIPT}// More.\n"));
    run(&desk, &exec("a")).assert(11, &["signed functions only", "its script is another one"]);
    desk.run(&["sign", "say.rhai", "--key", "other.key"])
        .assert(0, &[]);
    run(&desk, &exec("a")).assert(11, &["which the policy does not name"]);
    desk.run(&["sign", "say.rhai"]).assert(0, &[]);
    run(&desk, &exec("a")).assert(3, &["unchecked"]);
    fs::remove_file(desk.path("say.signature.json")).unwrap();
    let rows = [
        "queue",
        "add",
        "say.rhai",
        "--rows",
        "names.csv",
        "--device",
        "emulator",
    ];
    desk.run(&rows).assert(11, &["it is not signed"]);
    let said = log(&desk);
    assert_eq!(said.matches("\"what\":\"signed\"").count(), 3, "{said}");
    assert_eq!(said.matches("\"what\":\"refused\"").count(), 3, "{said}");
}

#[test]
fn a_command_and_an_address_are_told_of_rows_that_ended() {
    let desk = desk("");
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let address = serve(move |asked: &Asked| {
        let mut heard = ears.lock().unwrap();
        heard.push(asked.body.clone());
        // It fails the first time, and is asked again.
        match heard.len() {
            1 => Answer::of("500 Internal Server Error", "", ""),
            _ => Answer::page(""),
        }
    });
    let rows = ["say.rhai", "--rows", "names.csv", "--device", "emulator"];
    desk.run(&[&["queue", "add"], &rows[..]].concat()).assert(0, &[]);
    let webhook = format!("http://{address}/T0KEN");
    let ran = desk.run(&[
        "queue",
        "run",
        "--webhook",
        &webhook,
        "--tell",
        "tee -a told.jsonl",
        "--tell-on",
        "unchecked",
    ]);
    ran.assert(3, &["3 unchecked"]);
    assert!(!ran.err.contains("was not told"), "{}", ran.err);
    let told = fs::read_to_string(desk.path("told.jsonl")).unwrap();
    let heard = heard.lock().unwrap();
    assert_eq!((told.lines().count(), heard.len()), (3, 4));
    assert_eq!(told.lines().next(), heard.first().map(String::as_str));
    for (number, line) in (1..).zip(told.lines()) {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&json["what"], &json["row"], &json["outcome"]),
            (&"row".into(), &number.into(), &"unchecked".into())
        );
    }
    // Who is not there is said, and the rows end all the same.
    desk.run(&[
        "queue",
        "add",
        "say.rhai",
        "--rows",
        "names.csv",
        "--device",
        "emulator",
        "--duplicates",
    ])
    .assert(0, &[]);
    let ran = desk.run(&[
        "queue",
        "run",
        "--tell",
        "nobody-is-called-so",
        "--tell-on",
        "unchecked",
    ]);
    ran.assert(3, &["3 unchecked", "`nobody-is-called-so` was not told"]);
    // Rows that are done are not told of unless that is said.
    let silent = desk.run(&["queue", "run", "--tell", "tee -a told.jsonl"]);
    silent.assert(0, &[]);
    assert_eq!(fs::read_to_string(desk.path("told.jsonl")).unwrap(), told);
}

#[test]
fn a_run_that_was_not_done_is_told_outside_and_so_is_each_such_row() {
    let desk = Desk::new();
    desk.file(
        "look.rhai",
        "/// Look for `name`.\nfn look(name) {\n    env_op.open_app(\"Markor\");\n    \
         if name != \"none\" { env_op.stop(\"complete\"); }\n    env_op.require(#{ text: \"nobody has this\" });\n}\n",
    );
    desk.file("names.csv", "name\nada\nnone\n");
    let tell = ["--device", "emulator", "--tell", "tee -a told.jsonl"];
    let exec = |more: &[&str]| desk.run(&[&["exec", "look.rhai"], &tell[..], more].concat());
    exec(&["--param", "name=ada"]).assert(3, &[]);
    assert!(
        !desk.path("told.jsonl").exists(),
        "what was done is told to nobody"
    );
    exec(&["--param", "name=none", "--tell-on", "unchecked,stuck"]).assert(14, &[]);
    assert!(!desk.path("told.jsonl").exists(), "nobody asked to hear of that");
    exec(&["--param", "name=none"]).assert(14, &[]);
    let told = || -> Vec<serde_json::Value> {
        let text = fs::read_to_string(desk.path("told.jsonl")).unwrap();
        text.lines().map(|it| serde_json::from_str(it).unwrap()).collect()
    };
    let first = told().remove(0);
    assert_eq!(
        (&first["what"], &first["outcome"]),
        (&"run".into(), &"script_fault".into())
    );
    assert!(
        first["message"].as_str().unwrap().contains("nobody has this"),
        "{first}"
    );
    assert!(
        desk.path("home/bank/runs")
            .join(format!("{}.jsonl", first["run"].as_str().unwrap()))
            .exists()
    );
    exec(&["--rows", "names.csv"]).assert(14, &[]);
    let rows = told().split_off(1);
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert_eq!((&rows[0]["what"], &rows[0]["row"]), (&"row".into(), &2.into()));
}
