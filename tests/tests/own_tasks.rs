//! A user's own tasks: the desk's task files, shown once by hand, built from that, and run for other values.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::desk;

use std::{fs, path::PathBuf};

use autorpa::{
    Autorpa, BenchRequest, BuildRequest, Built, Home, ModelOptions, Ran, Report, RunRequest, Seeds, Setup,
    Tier,
};
use desk::{Hand, Office, add_customer, build_with, change_email, exec_with};
use device::conformance;
use trajectory::Outcome;

/// Build from demonstrations, and hold it against so many instances in all.
fn build(office: &Office, task_type: &str, from: Vec<String>, instances: usize) -> Built {
    build_with(&office.rpa, task_type, from, instances)
}

/// Run a function on an instance of its task type.
fn exec(office: &Office, built: &Built, task_type: &str, seed: u64) -> Ran {
    exec_with(&office.rpa, built, task_type, seed)
}

/// The device of pages that are anybody's, with tasks that are anybody's.
#[test]
fn own_tasks_on_a_page_keep_to_the_rules_of_environments() {
    let Some(office) = Office::open(&[]) else { return };
    let suite = office.rpa.registry.suite("desk").unwrap();
    let mut env = suite.open(&Setup::default()).unwrap();
    conformance::check(env.as_mut(), "ChangeEmail", 0).unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn a_task_that_is_shown_once_is_a_function_for_other_values() {
    let Some(office) = Office::open(&[]) else { return };
    let shown = change_email(&office, 0);
    let built = build(&office, "ChangeEmail", vec![shown], 3);
    assert!(built.verified, "{:?}", built.why_not);
    let ran = exec(&office, &built, "ChangeEmail", 3);
    let ending = &ran.recording.ending;
    assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
}

#[test]
fn an_answer_is_read_where_the_person_read_it() {
    let Some(office) = Office::open(&[]) else { return };
    let mut hand = office.begin("ReadAmount", 0);
    let number = hand.value("number");
    hand.click("Orders");
    hand.fill("Search orders", &number);
    hand.click("Search");
    let amount = hand.beside(&number, 3);
    hand.answer(&amount);
    let built = build(&office, "ReadAmount", vec![hand.keep()], 3);
    assert!(built.verified, "{:?}", built.why_not);
    // One of three orders of the same amount, and one on the second page.
    for seed in [4, 5] {
        let ran = exec(&office, &built, "ReadAmount", seed);
        let ending = &ran.recording.ending;
        assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
    }
}

#[test]
fn what_stands_on_a_page_that_nobody_has_shown_is_looked_for_page_by_page() {
    let Some(office) = Office::open(&[]) else { return };
    let mut hand = office.begin("ReadAmount", 0);
    let number = hand.value("number");
    hand.click("Orders");
    let amount = hand.beside(&number, 3);
    hand.answer(&amount);
    // The last of these is on the second page.
    let built = build(&office, "ReadAmount", vec![hand.keep()], 6);
    assert!(built.verified, "{:?}", built.why_not);
    let source = fs::read_to_string(&built.function.as_ref().unwrap().path).unwrap();
    assert!(source.contains("while !env_op.element_exists("), "{source}");
}

#[test]
fn one_of_two_customers_of_the_same_name_is_deleted() {
    let Some(office) = Office::open(&[]) else { return };
    let mut hand = office.begin("DeleteOneOfTwo", 0);
    let (name, email) = (hand.value("name"), hand.value("email"));
    hand.fill("Search customers", &name);
    hand.click("Search");
    hand.click_beside(&email, "Delete");
    hand.click("Delete customer");
    let built = build(&office, "DeleteOneOfTwo", vec![hand.keep()], 3);
    assert!(built.verified, "{:?}", built.why_not);
    // The other of the two, and one whose name is alone.
    for seed in [1, 2] {
        let ran = exec(&office, &built, "DeleteOneOfTwo", seed);
        let ending = &ran.recording.ending;
        assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
    }
}

#[test]
fn a_box_that_was_ticked_is_brought_to_what_a_value_says() {
    let Some(office) = Office::open(&[]) else { return };
    let built = build(&office, "AddCustomer", vec![add_customer(&office, 0)], 3);
    assert!(built.verified, "{:?}", built.why_not);
}

#[test]
fn what_was_left_as_it_is_is_a_value_of_the_task() {
    let Some(office) = Office::open(&[]) else { return };
    // The default plan, no newsletter, no notes: none of it was touched.
    let built = build(&office, "AddCustomer", vec![add_customer(&office, 1)], 2);
    assert!(built.verified, "{:?}", built.why_not);
    let ran = exec(&office, &built, "AddCustomer", 2);
    let ending = &ran.recording.ending;
    assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
}

#[test]
fn what_was_done_for_two_entries_of_a_list_is_done_for_each() {
    let Some(office) = Office::open(&[]) else { return };
    let mut hand = office.begin("MarkPaid", 0);
    for number in hand.values("numbers") {
        hand.fill("Search orders", &number);
        hand.click("Search");
        hand.click(&format!("Select {number}"));
        hand.click("Mark as paid");
    }
    let built = build(&office, "MarkPaid", vec![hand.keep()], 3);
    assert!(built.verified, "{:?}", built.why_not);
    // Four entries, and one that the first page does not show.
    for seed in [3, 4] {
        let ran = exec(&office, &built, "MarkPaid", seed);
        let ending = &ran.recording.ending;
        assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
    }
}

/// Show how a note is created.
fn create_note(rpa: &Autorpa) -> Hand<'_> {
    let mut hand = Hand::begin(rpa, "CreateNote", 0);
    let (name, text) = (hand.value("name"), hand.value("text"));
    hand.click("Create a new file or folder");
    hand.fill("new_file_dialog__name", &name);
    hand.click("OK");
    hand.fill("document__fragment__edit__highlighting_editor", &text);
    hand.click("View mode");
    hand
}

#[test]
fn a_task_file_of_the_emulator_is_shown_once() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::new(&dir.path().join("home"), dir.path().join("library"));
    let tasks = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples/tasks/phone");
    let rpa = Autorpa::new(home).with_tasks(&[tasks]).unwrap();
    let built = build_with(&rpa, "CreateNote", vec![create_note(&rpa).keep()], 2);
    assert!(built.verified, "{:?}", built.why_not);
    for seed in [2, 3] {
        let ran = exec_with(&rpa, &built, "CreateNote", seed);
        let ending = &ran.recording.ending;
        assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
    }
}

#[test]
fn a_save_that_is_lost_is_not_reached() {
    let Some(office) = Office::open(&[]) else { return };
    let shown = change_email(&office, 0);
    let built = build(&office, "ChangeEmail", vec![shown], 2);
    let Some(careless) = Office::open(&[desk_app::Drift::LostSave]) else {
        return;
    };
    let ran = exec(&careless, &built, "ChangeEmail", 1);
    let ending = &ran.recording.ending;
    assert_eq!(ending.outcome, Outcome::NotReached, "{ending:?}");
    let why = ending.for_people().map(|it| it.to_string()).unwrap_or_default();
    assert!(why.contains("expected"), "{why}");
}

#[test]
fn a_function_restores_the_beginning_of_another_task() {
    let Some(office) = Office::open(&[]) else { return };
    let built = build(&office, "ChangeEmail", vec![change_email(&office, 0)], 1);
    assert!(built.verified, "{:?}", built.why_not);
    // Nobody has this address before the function has given it to somebody.
    let rpa = office.with_more(
        "find",
        "FindByEmail",
        r#"
        format = 1
        name = "FindByEmail"
        goal = "Who has the address {email}? It is {name}."
        [start]
        device = "web"
        url = "http://127.0.0.1:8731/customers"
        shows = "New customer"
        [params.name]
        type = "text"
        [params.email]
        type = "text"
        [[instance]]
        name = "Clara Adler"
        email = "found@example.net"
        [reset]
        function = "change_email"
        [[check]]
        page = "http://127.0.0.1:8731/customers?q={email}"
        row = ["{answer}", "{email}"]
        "#,
    );
    let mut hand = Hand::begin(&rpa, "FindByEmail", 0);
    let (name, email) = (hand.value("name"), hand.value("email"));
    hand.fill("Search customers", &email);
    hand.click("Search");
    hand.click(&name);
    hand.answer(&name);
    hand.keep();
}

#[test]
fn a_further_demonstration_joins_the_earlier_one() {
    let Some(office) = Office::open(&[]) else { return };
    change_email(&office, 0);
    let built = build(&office, "ChangeEmail", vec![change_email(&office, 1)], 2);
    assert!(built.verified, "{:?}", built.why_not);
    let receipt = &built.function.as_ref().unwrap().receipt;
    assert_eq!(receipt.recordings.len(), 2);
    let understood = &built.json["understood"];
    assert_eq!(understood["parameters"][0]["name"], "name", "{understood}");
    assert_eq!(
        understood["open"].as_array().map(Vec::len),
        Some(0),
        "{understood}"
    );
}

/// Measure the functions of a folder of task files on these instances.
fn bench(rpa: &Autorpa, suite: &str, types: &str, seeds: &[u64]) -> Report {
    let request = BenchRequest {
        types: types.to_owned(),
        workers: 1.try_into().ok(),
        fresh: true,
        ..BenchRequest::new(suite, Seeds(seeds.to_vec()))
    };
    let benched = rpa.bench(&request).unwrap();
    assert!(benched.ended.is_none(), "{:?}", benched.ended);
    benched.report
}

#[test]
fn a_task_of_a_page_is_measured_and_run_by_the_words_of_its_goal() {
    let Some(office) = Office::open(&[]) else { return };
    let built = build(&office, "ChangeEmail", vec![change_email(&office, 0)], 1);
    assert!(built.verified, "{:?}", built.why_not);
    // One that has a function, and one that has none.
    let report = bench(&office.rpa, "desk", "ChangeEmail,ReadAmount", &[1, 2]);
    let rows: Vec<(&str, String)> = report.rows.iter().map(|it| (it.state(), it.success())).collect();
    assert_eq!(rows, [("verified", "2/2".to_owned()), ("none", "0/2".to_owned())]);

    let hand = office.begin("ChangeEmail", 3);
    let (goal, email) = (hand.goal(), hand.value("email"));
    let has = format!("select count(*) from customer where email = '{email}'");
    assert_eq!(office.count(&has), 0);
    let request = RunRequest {
        text: goal,
        yes: true,
        url: None,
        screenshot: false,
        timeout: 60,
        steps: 50,
        fallback: None,
        build: false,
        model: ModelOptions::default(),
    };
    let ran = office.rpa.run(&request).unwrap().ran.expect("it was run");
    let ending = &ran.recording.ending;
    assert_eq!(ending.outcome, Outcome::Reached, "{ending:?}");
    assert_eq!(office.count(&has), 1);
}

#[test]
fn what_has_no_check_is_measured_as_unchecked() {
    let dir = tempfile::tempdir().unwrap();
    let home = Home::new(&dir.path().join("home"), dir.path().join("library"));
    let file =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples/tasks/phone/create_note.task.toml");
    let text = fs::read_to_string(file).unwrap();
    let tasks = dir.path().join("mine");
    fs::create_dir(&tasks).unwrap();
    let unchecked = text.split("[[check]]").next().unwrap();
    fs::write(tasks.join("create_note.task.toml"), unchecked).unwrap();
    let rpa = Autorpa::new(home).with_tasks(&[tasks]).unwrap();
    let built = build_with(&rpa, "CreateNote", vec![create_note(&rpa).keep_unchecked()], 2);
    assert!(built.unchecked && !built.verified, "{:?}", built.why_not);
    let report = bench(&rpa, "mine", "all", &[2, 3]);
    let row = &report.rows[0];
    assert_eq!(
        (row.state(), row.success().as_str()),
        ("unchecked", "2 unchecked")
    );
    assert_eq!((row.failures.len(), report.totals.successes), (0, 0));
    assert!(report.text().contains("2 ended unchecked"), "{}", report.text());
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(json["totals"]["ended_unchecked"], 2);
}

#[test]
fn checks_that_hold_before_anything_is_done_are_refused() {
    let Some(office) = Office::open(&[]) else { return };
    let task = |check: &str| {
        format!(
            r#"
            format = 1
            name = "Watch"
            goal = "Change the address of {{name}} to {{email}}."
            sandbox = true
            [start]
            device = "web"
            url = "http://127.0.0.1:8731/customers"
            shows = "New customer"
            [params.name]
            type = "text"
            [params.email]
            type = "text"
            [[instance]]
            name = "Clara Adler"
            email = "new@example.net"
            [reset]
            http = {{ method = "POST", url = "http://127.0.0.1:8731/reset", expect = 204 }}
            [[check]]
            page = "http://127.0.0.1:8731/customers?q=Clara"
            {check}
            "#
        )
    };
    let built = |folder: &str, check: &str| {
        let rpa = office.with_more(folder, "Watch", &task(check));
        let plain = BuildRequest::new("Watch");
        let explore = autorpa::ExploreOptions {
            episodes: 1,
            steps: 3,
            ..plain.explore.clone()
        };
        let request = BuildRequest {
            count: 1.try_into().unwrap(),
            held_out: 0,
            tier: Tier::Free,
            explore,
            ..plain
        };
        let built = rpa.build(&request);
        built.map_or_else(
            |it| it.to_string(),
            |it| it.why_not.map(|it| it.to_string()).unwrap_or_default(),
        )
    };
    // The customer is there before and after.
    let why = built("before", "shows = [\"{name}\"]");
    assert!(
        why.contains("say nothing: they hold before anything is done"),
        "{why}"
    );
    // That of the new address fails before: it may tell something.
    let why = built("after", "shows = [\"{email}\"]");
    assert!(!why.contains("say nothing"), "{why}");
}

#[test]
fn checks_that_hold_for_other_values_as_well_are_not_believed() {
    let Some(office) = Office::open(&[]) else { return };
    let there = office.count("select count(*) from customer");
    let task = |check: &str| {
        format!(
            r#"
            format = 1
            name = "Enter"
            goal = "Enter {{name}}, who has the address {{email}}."
            sandbox = false
            [start]
            device = "web"
            url = "http://127.0.0.1:8731/customers"
            shows = "New customer"
            [params.name]
            type = "text"
            [params.email]
            type = "text"
            [[instance]]
            name = "Ada Lovelace"
            email = "ada@example.net"
            [[instance]]
            name = "Bob Ray"
            email = "bob@example.net"
            [reset]
            http = {{ method = "POST", url = "http://127.0.0.1:8731/reset", expect = 204 }}
            [[check]]
            within = "1s"
            {check}
            "#
        )
    };
    let judged = |folder: &str, check: &str, email: Option<&str>| {
        let rpa = office.with_more(folder, "Enter", &task(check));
        let mut hand = Hand::begin(&rpa, "Enter", 0);
        let (name, own) = (hand.value("name"), hand.value("email"));
        hand.click("New customer");
        hand.fill("Name", &name);
        hand.fill("E-mail", email.unwrap_or(&own));
        hand.select("Country", "Austria");
        hand.click("Save customer");
        hand.judged()
    };
    // It counts, and says that for whoever was entered.
    let counts = format!(
        "sql = \"../desk/desk.db\"\nquery = \"select count(*) > {there} and :name <> '' from customer\"\nis = \"1\""
    );
    let said = judged("counts", &counts, None);
    assert!(
        said.contains("hold as well for other values") && said.contains("Bob Ray"),
        "{said}"
    );
    // The right one is believed, and looked at on a page.
    let row = "page = \"http://127.0.0.1:8731/customers?q={email}\"\nrow = [\"{name}\", \"{email}\"]";
    let said = judged("row", row, None);
    assert!(said.starts_with("Reached"), "{said}");
    // What was not done is not reached, whatever was tested.
    let said = judged("other", row, Some("other@example.net"));
    assert!(said.starts_with("NotReached"), "{said}");
}
