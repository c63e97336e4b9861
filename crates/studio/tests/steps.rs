//! A function as steps in the Studio: what the page shows, what it changes in the script, and what it refuses.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod site;

use std::{fs, path::PathBuf};

use serde_json::Value;
use site::{Answer, Site, verified};

/// A Studio with a note-taking function of this repository, which is tried on two instances.
fn with_note() -> Site {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("library");
    fs::create_dir_all(library.join("markor")).unwrap();
    for ending in ["rhai", "receipt.json"] {
        let file = format!("markor/create_note.{ending}");
        fs::copy(verified().join(&file), library.join(&file)).unwrap();
    }
    let receipt = library.join("markor/create_note.receipt.json");
    let mut json: Value = serde_json::from_slice(&fs::read(&receipt).unwrap()).unwrap();
    json["instances"].as_array_mut().unwrap().truncate(2);
    json["history"] = serde_json::json!([]);
    fs::write(&receipt, json.to_string()).unwrap();
    Site::of(dir, library)
}

fn script(site: &Site) -> PathBuf {
    site.dir.path().join("library/markor/create_note.rhai")
}

fn source(site: &Site) -> String {
    fs::read_to_string(script(site)).unwrap()
}

/// Send a form of the page that shows the function as it is now.
fn send(site: &Site, to: &str, fields: &[(&str, &str)]) -> Answer {
    let sha256 = library::sha256(&source(site));
    send_for(site, &sha256, to, fields)
}

fn send_for(site: &Site, sha256: &str, to: &str, fields: &[(&str, &str)]) -> Answer {
    let mut all = vec![("sha256", sha256)];
    all.extend(fields);
    site.send(&format!("/functions/markor/create_note/{to}"), &all)
}

/// The line of the script that has these words, from 1, as the form says it.
fn line(site: &Site, words: &str) -> String {
    let at = source(site).lines().position(|it| it.contains(words));
    (at.unwrap_or_else(|| panic!("no {words}")) + 1).to_string()
}

const PAGE: &str = "/functions/markor/create_note/steps";

#[test]
fn steps_are_shown_and_each_change_is_in_the_script() {
    let site = with_note();
    let page = site.get(PAGE);
    page.has(
        200,
        &[
            "click ImageButton \"Create a new file or folder\""
                .replace('"', "&quot;")
                .as_str(),
            "verified",
            "file_name != &quot;&quot;",
            "env_op.element_exists(ok_button())",
        ],
    );
    assert!(
        !page.text().contains("instances again"),
        "nothing was changed yet"
    );
    let before = source(&site);
    let click = line(&site, "click(ok_button())");
    send(
        &site,
        "edit",
        &[("line", &click), ("what", "name"), ("name", "say yes <b>")],
    )
    .has(303, &[]);
    assert!(source(&site).contains("    // say yes <b>\n    env_op.click(ok_button());"));
    site.get(PAGE).has(
        200,
        &["say yes &lt;b&gt;", "edited", "Run it on its 2 instances again"],
    );
    let click = line(&site, "click(ok_button())");
    send(&site, "edit", &[("line", &click), ("what", "down")]).has(303, &[]);
    let down = source(&site);
    assert!(down.find("expect(undo_button").unwrap() < down.find("click(ok_button").unwrap());
    let click = line(&site, "click(ok_button())");
    send(
        &site,
        "edit",
        &[
            ("line", &click),
            ("what", "only_if"),
            ("condition", "text != \"\""),
        ],
    )
    .has(303, &[]);
    site.get(PAGE)
        .has(200, &["if <code>text != &quot;&quot;</code>", "Do it always"]);
    // An earlier code is taken back: it is the one that was verified.
    let receipt = fs::read_to_string(script(&site).with_extension("receipt.json")).unwrap();
    assert!(receipt.contains("only if text != "), "{receipt}");
    send(&site, "script", &[("source", &before)]).has(303, &[]);
    site.get(PAGE).has(200, &["verified", "001.rhai", "003.rhai"]);
    send(&site, "script", &[("version", "001.rhai")]).has(303, &[]);
    assert!(source(&site).contains("// say yes <b>"));
}

#[test]
fn what_would_break_the_script_is_refused_and_nothing_is_written() {
    let site = with_note();
    let before = source(&site);
    let first = line(&site, "open_app");
    for (fields, why) in [
        (
            vec![("line", first.as_str()), ("what", "up")],
            "it is the first step there",
        ),
        (
            vec![("line", "1"), ("what", "delete")],
            "no step begins at line 1",
        ),
        (
            vec![
                ("line", first.as_str()),
                ("what", "only_if"),
                ("condition", "nobody"),
            ],
            "nothing is called `nobody`",
        ),
        (
            vec![("line", first.as_str()), ("what", "")],
            "Say what is to be changed",
        ),
        (
            vec![("line", first.as_str()), ("what", "out")],
            "stands in no branch and in no loop",
        ),
        (
            vec![("line", first.as_str()), ("what", "into"), ("into", "1")],
            "Say what is to be changed",
        ),
        (
            vec![("line", first.as_str()), ("what", "into"), ("into", "1.0")],
            "no branch or loop with such an arm begins at line 1",
        ),
    ] {
        let answer = send(&site, "edit", &fields);
        answer.has(422, &["It was not changed", why]);
    }
    let broken = format!("{before}\nfn (");
    let answer = send(&site, "script", &[("source", &broken)]);
    answer.has(422, &["it is no script yet", "fn ("]);
    // A page that shows what is there no more changes nothing.
    let answer = send_for(&site, "00", "edit", &[("line", &first), ("what", "delete")]);
    answer.has(422, &["changed meanwhile"]);
    // No file but those of the history is a version.
    let answer = send(&site, "script", &[("version", "../create_note.receipt.json")]);
    assert_eq!(answer.status, 422);
    assert_eq!(source(&site), before);
}

#[test]
fn steps_go_into_a_branch_and_out_of_it_and_its_condition_is_changed() {
    let site = with_note();
    let before = source(&site);
    let click = line(&site, "click(ok_button())");
    let only_if = [
        ("line", click.as_str()),
        ("what", "only_if"),
        ("condition", "text != \"\""),
    ];
    send(&site, "edit", &only_if).has(303, &[]);
    let branch = line(&site, "if text != \"\"");
    let condition = [
        ("line", branch.as_str()),
        ("what", "condition"),
        ("arm", "0"),
        ("condition", "text == \"a\""),
    ];
    send(&site, "edit", &condition).has(303, &[]);
    assert!(source(&site).contains("if text == \"a\" {"), "{}", source(&site));
    // The step below goes in, behind what is there.
    let expects = line(&site, "expect(undo_button())");
    site.get(PAGE).has(
        200,
        &[
            "Move out, behind this",
            "if text == &quot;a&quot;",
            "Move it there",
        ],
    );
    let arm = format!("{branch}.0");
    send(
        &site,
        "edit",
        &[("line", &expects), ("what", "into"), ("into", &arm)],
    )
    .has(303, &[]);
    let inside = "    if text == \"a\" {\n        env_op.click(ok_button());\n        env_op.expect(undo_button());\n    }\n";
    assert!(source(&site).contains(inside), "{}", source(&site));
    // Both come out, each right behind the branch; without that the script is the old one.
    for what in ["expect(undo_button())", "click(ok_button())"] {
        let step = line(&site, what);
        send(&site, "edit", &[("line", &step), ("what", "out")]).has(303, &[]);
    }
    let branch = line(&site, "if text == \"a\"");
    send(&site, "edit", &[("line", &branch), ("what", "delete")]).has(303, &[]);
    assert_eq!(source(&site), before);
}

#[test]
fn an_edited_function_is_held_against_its_instances_again() {
    let site = with_note();
    let click = line(&site, "click(ok_button())");
    send(
        &site,
        "edit",
        &[("line", &click), ("what", "name"), ("name", "keep it")],
    )
    .has(303, &[]);
    let verify = "/functions/markor/create_note/verify";
    let (_, end) = site.begin(verify, &[], None);
    end.has(200, &["verified", "right on 2 of 2 instances"]);
    site.get(PAGE).has(200, &["<span class=\"outcome verified\">"]);
    // Without what it types it does the wrong thing, and is not verified any more.
    let types = line(&site, "input_text(text");
    send(&site, "edit", &[("line", &types), ("what", "delete")]).has(303, &[]);
    let (_, end) = site.begin(verify, &[], None);
    end.has(200, &["unverified", "right on 0 of 2 instances", "not_reached"]);
    site.get(PAGE).has(200, &["<span class=\"outcome unverified\">"]);
}

/// Run the function on an instance; the name of its run and the page of it.
fn run(site: &Site, seed: &str) -> (String, Answer) {
    let path = "/functions/markor/create_note/run";
    let (_, page) = site.begin(path, &[("begin", "instance"), ("seed", seed)], None);
    let text = page.text();
    let run = text
        .split("href=\"/runs/")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let shown = site.get(&format!("/runs/{run}"));
    (run.to_owned(), shown)
}

/// Run the function right once, and have it look for a button that the application does not have; the recording that it is said
/// to be made from, and its script.
fn with_another_button(site: &Site) -> (String, String) {
    run(site, "7").1.has(200, &["reached", "Step by step"]);
    let bank = trajectory::Bank::open(site.dir.path().join("home/bank")).unwrap();
    let recorded = bank.list(&trajectory::Filter::default()).unwrap().entries;
    let recorded = recorded[0].id.to_string();
    let broken = source(site).lines().fold(String::new(), |all, it| match it {
        it if it.contains("fn ok_button()") => {
            all + "private fn ok_button() { #{ text: \"Okay\", class_name: \"Button\", target_description: \"the button\" } }\n"
        }
        it if it.contains("or_else: [#{ text: \"OK\"") => all,
        it => all + it + "\n",
    });
    fs::write(script(site), &broken).unwrap();
    let path = site.dir.path().join("library/markor/create_note.receipt.json");
    let mut receipt: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    receipt["script_sha256"] = library::sha256(&broken).into();
    receipt["recordings"] = serde_json::json!([recorded]);
    fs::write(&path, receipt.to_string()).unwrap();
    (recorded, broken)
}

#[test]
fn where_a_run_stopped_is_shown_and_a_repair_is_kept_by_a_persons_word_alone() {
    let site = with_note();
    let (recorded, broken) = with_another_button(&site);
    let (id, stopped) = run(&site, "8");
    stopped.has(
        200,
        &[
            "Where it stopped",
            "It looked for",
            "class=\"gone\"",
            "class=\"alike\"",
            "Most like it, on this screen",
            &format!("step 5 of recording {recorded}"),
            "The screen of the recording, with the element marked",
        ],
    );
    let text = stopped.text();
    let element = |name: &str| {
        let at = text
            .split("<li>")
            .find(|it| it.starts_with(&format!("Button &quot;{name}&quot;")));
        let button = at.unwrap_or_else(|| panic!("no {name} in\n{text}"));
        button
            .split("value=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned()
    };
    let repair = format!("/runs/{id}/repair");
    let proposed = site.get(&format!("{repair}?element={}", element("OK")));
    proposed.has(
        200,
        &[
            "<ins>+private fn ok_button()",
            "<del>-private fn ok_button()",
            "Keep the repair",
            "counts as edited",
        ],
    );
    assert_eq!(source(&site), broken, "nothing is kept yet");
    // Another script than the one that was shown is not kept, nor one that another page asks for.
    let fields = [("element", element("OK")), ("sha256", library::sha256("other"))];
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, it)| (*name, it.as_str())).collect();
    site.send(&repair, &fields).has(409, &["It was not kept"]);
    let shown = proposed.text();
    let sha256 = shown.split("name=\"sha256\" value=\"").nth(1).unwrap();
    let sha256 = sha256.split('"').next().unwrap();
    let mine = format!(
        "Host: {}\r\nCookie: {}\r\nOrigin: http://evil.example\r\n",
        site.host(),
        site.cookie
    );
    site.raw("POST", &repair, &mine, b"").has(403, &[]);
    assert_eq!(source(&site), broken);
    site.send(&repair, &[("element", &element("OK")), ("sha256", sha256)])
        .has(303, &[]);
    assert!(
        source(&site).contains("text: \"OK\"") || source(&site).contains("button1"),
        "{}",
        source(&site)
    );
    site.get(PAGE)
        .has(200, &["edited", "Run it on its 2 instances again"]);
    run(&site, "8").1.has(200, &["reached"]);
    // The run was one of other code: nothing is proposed from it any more.
    site.get(&format!("{repair}?element=1"))
        .has(409, &["are not kept here"]);
    site.get("/runs/nothing/repair").has(409, &[]);
}
