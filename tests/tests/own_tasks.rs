//! A user's own tasks: the desk's task files, shown once by hand, built from that, and run for other values.

mod desk;

use autorpa::{BuildRequest, Built, ExecRequest, Ran, Tier};
use desk::Office;
use trajectory::Outcome;

/// Build from demonstrations, and hold it against so many instances in all.
fn build(office: &Office, task_type: &str, from: Vec<String>, instances: usize) -> Built {
    let request = BuildRequest {
        from,
        count: instances.try_into().unwrap(),
        held_out: 0,
        tier: Tier::Free,
        ..BuildRequest::new(task_type)
    };
    office.rpa.build(&request).unwrap()
}

/// Run a function on an instance of its task type.
fn exec(office: &Office, built: &Built, task_type: &str, seed: u64) -> Ran {
    let function = built.function.as_ref().expect("there is code");
    let request = ExecRequest {
        task_type: Some(task_type.to_owned()),
        seed,
        ..ExecRequest::new(&function.path, task::Params::new())
    };
    office.rpa.exec(&request).unwrap()
}

/// Show how a customer's address is changed.
fn change_email(office: &Office, seed: u64) -> String {
    let mut hand = office.begin("ChangeEmail", seed);
    let (name, email) = (hand.value("name"), hand.value("email"));
    hand.fill("Search customers", &name);
    hand.click("Search");
    hand.click(&name);
    hand.click("Edit");
    hand.fill("E-mail", &email);
    hand.click("Save changes");
    hand.keep()
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
fn an_answer_of_one_recording_is_caught_by_the_checks() {
    let Some(office) = Office::open(&[]) else { return };
    let mut hand = office.begin("ReadAmount", 0);
    let number = hand.value("number");
    hand.click("Orders");
    hand.fill("Search orders", &number);
    hand.click("Search");
    let amount = hand.beside(&number, 3);
    hand.answer(&amount);
    let built = build(&office, "ReadAmount", vec![hand.keep()], 2);
    // FIXME: where the answer stands is not learned from one recording; its amount is taken for everybody's.
    let why = built.why_not.unwrap_or_default();
    assert!(
        !built.verified && why.contains("the answer is the stored amount"),
        "{why}"
    );
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
fn a_form_whose_box_is_ticked_by_the_recording_is_caught_by_the_checks() {
    let Some(office) = Office::open(&[]) else { return };
    let mut hand = office.begin("AddCustomer", 0);
    hand.click("New customer");
    for (label, name) in [
        ("Name", "name"),
        ("E-mail", "email"),
        ("Born", "born"),
        ("Notes", "notes"),
    ] {
        let value = hand.value(name);
        hand.fill(label, &value);
    }
    let (country, plan) = (hand.value("country"), hand.value("plan"));
    hand.select("Country", &country);
    hand.click(&plan);
    if hand.value("newsletter") == "yes" {
        hand.click("Newsletter");
    }
    hand.click("Save customer");
    let built = build(&office, "AddCustomer", vec![hand.keep()], 3);
    // FIXME: a box that is ticked is a value of its own recording, not the one that the goal says.
    let why = built.why_not.unwrap_or_default();
    assert!(
        !built.verified && why.contains("stored once, with every value"),
        "{why}"
    );
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
    let why = ending
        .diagnostic
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default();
    assert!(why.contains("expected"), "{why}");
}
