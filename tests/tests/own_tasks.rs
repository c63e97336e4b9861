//! A user's own tasks: the desk's task files, shown once by hand, built from that, and run for other values.

mod desk;

use autorpa::{BuildRequest, ExecRequest, Tier};
use desk::Office;
use trajectory::Outcome;

/// Build from one demonstration, on so many instances.
fn build(office: &Office, task_type: &str, id: String, instances: usize) -> autorpa::Built {
    let request = BuildRequest {
        from: vec![id],
        count: instances.try_into().unwrap(),
        held_out: 0,
        tier: Tier::Free,
        ..BuildRequest::new(task_type)
    };
    office.rpa.build(&request).unwrap()
}

/// Run a function on an instance of its task type.
fn exec(office: &Office, built: &autorpa::Built, task_type: &str, seed: u64) -> autorpa::Ran {
    let function = built.function.as_ref().expect("there is code");
    let request = ExecRequest {
        task_type: Some(task_type.to_owned()),
        seed,
        ..ExecRequest::new(&function.path, task::Params::new())
    };
    office.rpa.exec(&request).unwrap()
}

#[test]
fn an_answer_is_read_from_a_list() {
    let Some(office) = Office::open(&[]) else { return };
    let mut hand = office.begin("ReadAmount", 0);
    hand.click("Orders");
    let number = hand.value("number");
    hand.fill("Search orders", &number);
    hand.click("Search");
    let amount = hand.beside(&number, 3);
    hand.answer(&amount);
    let id = hand.keep();
    let built = build(&office, "ReadAmount", id, 3);
    assert!(built.verified, "{:?}", built.why_not);
    let ran = exec(&office, &built, "ReadAmount", 3);
    assert_eq!(
        ran.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        ran.recording.ending
    );
}

#[test]
fn a_customer_is_found_by_name_and_changed() {
    let Some(office) = Office::open(&[]) else { return };
    let mut hand = office.begin("ChangeEmail", 0);
    let (name, email) = (hand.value("name"), hand.value("email"));
    hand.fill("Search customers", &name);
    hand.click("Search");
    hand.click(&name);
    hand.click("Edit");
    hand.fill("E-mail", &email);
    hand.click("Save customer");
    let id = hand.keep();
    let built = build(&office, "ChangeEmail", id, 3);
    eprintln!(
        "{} {:?}\n{}",
        built.verified,
        built.why_not,
        built.function.as_ref().unwrap().source
    );
}
