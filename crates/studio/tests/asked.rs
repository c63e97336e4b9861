//! Secrets and one-time codes that nothing on the machine knows: a run asks for them on its page, types them, and they stand in
//! nothing that is kept, told or shown.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod site;

use std::{fs, path::Path, thread};

use autorpa::{Autorpa, Home};
use serde_json::json;
use site::{Answer, Site, put};

const PIN: &str = "Vq3-paper-lantern";
/// Types a secret as the name of a note.
const JOT: &str = "/// Jot.\nfn jot(title) {\n    env_op.open_app(\"Markor\");\n    \
    env_op.click(#{ resource_name: \"fab_add_new_item\", target_description: \"new\" });\n    \
    env_op.input_text(\"{secret:pin}\", #{ resource_name: \"new_file_dialog__name\", target_description: \"name\" }, true);\n    \
    env_op.input_text(title, #{ resource_name: \"new_file_dialog__ext\", target_description: \"ending\" }, true);\n    \
    env_op.stop(\"complete\");\n}\n";
/// Types a one-time code twice.
const ENTER: &str = "/// Enter.\nfn enter() {\n    env_op.open_app(\"Markor\");\n    \
    env_op.click(#{ resource_name: \"fab_add_new_item\", target_description: \"new\" });\n    \
    env_op.input_text(\"{secret:code}\", #{ resource_name: \"new_file_dialog__name\", target_description: \"name\" }, true);\n    \
    env_op.input_text(\"{secret:code}\", #{ resource_name: \"new_file_dialog__ext\", target_description: \"ending\" }, true);\n    \
    env_op.stop(\"complete\");\n}\n";

/// Functions of a user's own tasks, whose secrets are where nothing is.
fn site() -> Site {
    let dir = tempfile::tempdir().unwrap();
    let tasks = dir.path().join("own");
    fs::create_dir(&tasks).unwrap();
    let task = |name: &str, rest: &str| format!("format = 1\nname = \"{name}\"\ngoal = \"{name}{rest}");
    let jot = " {title}.\"\n[start]\ndevice = \"emulator\"\n[params.title]\ntype = \"text\"\nexamples = [\"a\", \"b\"]\n\
        [params.pin]\ntype = \"secret\"\nfile = \"missing\"\n";
    let enter = ".\"\n[start]\ndevice = \"emulator\"\n[params.code]\ntype = \"totp\"\nfile = \"missing\"\n";
    fs::write(tasks.join("jot.task.toml"), task("Jot", jot)).unwrap();
    fs::write(tasks.join("enter.task.toml"), task("Enter", enter)).unwrap();
    let library = dir.path().join("library");
    put(&library, "own/jot", JOT, &["title"], &[]);
    put(&library, "own/enter", ENTER, &[], &[]);
    for (name, task_type) in [("jot", "Jot"), ("enter", "Enter")] {
        let path = library.join(format!("own/{name}.receipt.json"));
        let mut receipt: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        (receipt["suite"], receipt["task_type"]) = (json!("own"), json!(task_type));
        fs::write(&path, receipt.to_string()).unwrap();
    }
    let home = Home::new(&dir.path().join("home"), library);
    let rpa = Autorpa::new(home).with_tasks(&[tasks]).unwrap();
    Site::with(dir, rpa)
}

/// Wait until a piece of work asks its next question.
fn asks(site: &Site, work: &str, number: usize) -> Answer {
    loop {
        let page = site.get(work);
        if page
            .text()
            .contains(&format!("name=\"number\" value=\"{number}\""))
        {
            return page;
        }
        assert!(page.text().contains("id=\"stop\""), "{}", page.text());
        thread::yield_now();
    }
}

fn say(site: &Site, work: &str, number: usize, secret: &str) -> Answer {
    let number = number.to_string();
    site.send(
        &format!("{work}/answer"),
        &[("number", &number), ("secret", secret)],
    )
}

/// The end of a piece of work: all that was told of it, and its page.
fn ended(site: &Site, work: &str) -> (Answer, Answer) {
    let heard = site.get(&format!("{work}/events"));
    heard.has(200, &["\"kind\":\"over\""]);
    (heard, site.get(work))
}

fn stands_in_no_file(folder: &Path, texts: &[&str]) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            stands_in_no_file(&path, texts);
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        for text in texts {
            let found = bytes.windows(text.len()).any(|it| it == text.as_bytes());
            assert!(!found, "{text} is in {}", path.display());
        }
    }
}

#[test]
fn a_secret_that_nothing_knows_is_typed_by_the_person_and_kept_nowhere() {
    let site = site();
    let begun = site.post("/functions/own/jot/run", &[("value.title", ".md")], None);
    begun.has(303, &[]);
    let work = begun.header("location").to_owned();
    asks(&site, &work, 1).has(
        200,
        &[
            "It asks you",
            "types the secret pin, which is not known",
            "type=\"password\"",
        ],
    );
    // It is not one of several answers, nor none.
    site.send(&format!("{work}/answer"), &[("number", "1"), ("answer", "0")])
        .has(409, &[]);
    say(&site, &work, 1, "").has(409, &[]);
    say(&site, &work, 1, PIN).has(303, &[]);
    let (heard, page) = ended(&site, &work);
    page.has(200, &["unchecked in"]);
    let run = page.text();
    let run = run
        .split("href=\"/runs/")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .to_owned();
    let report = site.get(&format!("/runs/{run}"));
    report.has(200, &["{secret:pin}"]);
    for shown in [&heard, &page, &report, &site.get("/works")] {
        assert!(!shown.text().contains(PIN), "{}", shown.text());
    }
    stands_in_no_file(site.dir.path(), &[PIN]);
    // Who stops it instead has typed nothing.
    let begun = site.post("/functions/own/jot/run", &[("value.title", ".md")], None);
    let work = begun.header("location").to_owned();
    asks(&site, &work, 1);
    site.post(&format!("{work}/stop"), &[], None).has(303, &[]);
    ended(&site, &work).1.has(200, &["cancelled"]);
}

#[test]
fn a_one_time_code_is_asked_for_each_time_and_a_key_makes_all() {
    let site = site();
    let run = || {
        let begun = site.post("/functions/own/enter/run", &[], None);
        begun.has(303, &[]);
        begun.header("location").to_owned()
    };
    let work = run();
    asks(&site, &work, 1).has(200, &["types the one-time code code", "type=\"password\""]);
    say(&site, &work, 1, "918 273").has(303, &[]);
    // A code is good for one time: the next step needs another one.
    asks(&site, &work, 2);
    say(&site, &work, 2, "645546").has(303, &[]);
    let (heard, page) = ended(&site, &work);
    page.has(200, &["unchecked in"]);
    for code in ["918273", "918 273", "645546"] {
        assert!(
            !heard.text().contains(code) && !page.text().contains(code),
            "{code}"
        );
    }
    // The key itself makes a code for every step; it is shown no more than they are.
    let key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    let work = run();
    asks(&site, &work, 1);
    say(&site, &work, 1, key).has(303, &[]);
    let (heard, page) = ended(&site, &work);
    page.has(200, &["unchecked in"]);
    assert!(!heard.text().contains(key) && !page.text().contains(key));
    // What is neither ends the run, and is not repeated.
    let work = run();
    asks(&site, &work, 1);
    say(&site, &work, 1, "hunter2!").has(303, &[]);
    let (_, page) = ended(&site, &work);
    page.has(200, &["it is no secret of one-time codes"]);
    assert!(!page.text().contains("hunter2"));
    stands_in_no_file(site.dir.path(), &["918273", "645546", key, "hunter2"]);
}
