//! A person shows a task of their own on a page, without a task file: every value is a parameter that is called as its
//! field, what they say of it holds, and a further recording joins the first by its name.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::desk;
use crate::hand;

use std::{
    net::TcpListener,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use autorpa::{
    Autorpa, BuildRequest, Built, Event, ExecRequest, ListenRequest, Listening, Observer, Tier, Word, Words,
};
use desk::Office;
use desk_app::Drift;
use device_web::{Ears, Window};
use hand::Hand;
use task::Params;
use trajectory::{Outcome, Recording};

/// Somebody who hears everything and agrees to nothing.
#[derive(Clone, Default)]
struct Hears(Arc<Mutex<Vec<String>>>);

impl Observer for Hears {
    fn hear(&self, event: &Event<'_>) {
        if let Event::Line { text } = event {
            self.0.lock().unwrap().push(text.clone());
        }
    }
}

impl Hears {
    fn all(&self) -> String {
        self.0.lock().unwrap().join("\n")
    }
}

/// What a customer is.
#[derive(Clone)]
struct Customer {
    name: &'static str,
    email: &'static str,
    /// Which of the countries, from 1.
    country: usize,
    plan: &'static str,
    newsletter: bool,
    notes: &'static str,
}

const ADA: Customer = Customer {
    name: "Ada Lovelace",
    email: "ada@example.net",
    country: 2,
    plan: "Team",
    newsletter: true,
    notes: "first",
};

/// Show a task at an address while a hand does it.
fn show(
    rpa: &Autorpa,
    url: String,
    (name, goal): (Option<&str>, Option<&str>),
    does: impl FnOnce(&mut Hand) + Send + 'static,
) -> Listening {
    let request = ListenRequest {
        ears: Ears::Own {
            window: Window::Hidden,
            profile: None,
        },
        url: Some(url),
        goal: goal.map(str::to_owned),
        name: name.map(str::to_owned),
        task: None,
        secrets: Vec::new(),
        login: None,
    };
    let mut listening = rpa.listen(&request).unwrap();
    go_on(&mut listening, does);
    listening
}

/// Go on while a hand does something.
fn go_on(listening: &mut Listening, does: impl FnOnce(&mut Hand) + Send + 'static) {
    let port = listening.port().unwrap();
    let hand = thread::spawn(move || does(&mut Hand::at_port(port)));
    while !hand.is_finished() {
        listening.listen(Duration::from_millis(20));
    }
    hand.join().unwrap();
}

fn done(mut listening: Listening, rpa: &Autorpa, answers: &str) -> Recording {
    listening.say(Word::Done);
    let words = Words::parse(answers).unwrap();
    let recording = listening.keep_asked(rpa, words, &mut || None).unwrap();
    assert_eq!(
        recording.ending.outcome,
        Outcome::Unchecked,
        "{:?}",
        recording.ending
    );
    recording
}

fn loaded(hand: &mut Hand, path: &str) {
    hand.until(&format!(
        "document.readyState === 'complete' && {path}.test(location.pathname)"
    ));
}

/// Click what shows this.
fn click(hand: &mut Hand, selector: &str, shows: &str) {
    let at = hand.place_by(&format!(
        "(() => {{ const it = [...document.querySelectorAll({selector:?})].find((it) => it.textContent.trim() === {shows:?}); \
         it.scrollIntoViewIfNeeded(); const r = it.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }})()"
    ));
    hand.click_at(at);
}

fn fill(hand: &mut Hand, selector: &str, text: &str) {
    hand.click(selector);
    hand.keys(text);
}

/// Add a customer, from the list on.
fn add(hand: &mut Hand, it: &Customer) {
    loaded(hand, "/customers$/");
    click(hand, "a", "New customer");
    loaded(hand, "/new$/");
    fill(hand, "input[type=text]", it.name);
    fill(hand, "input[type=email]", it.email);
    hand.value("document.querySelector('select').focus()");
    for _ in 0..it.country {
        hand.key("ArrowDown", 40, 0);
    }
    if it.plan != "Basic" {
        click(hand, "label", it.plan);
    }
    if it.newsletter {
        hand.click("input[type=checkbox]");
    }
    fill(hand, "textarea", it.notes);
    hand.click("form.form button.primary");
    loaded(hand, "/customers$/");
}

/// Search for a customer in the list.
fn search(hand: &mut Hand, name: &str) {
    fill(hand, "input[name=q]", name);
    hand.key("Enter", 13, 0);
    hand.until("document.readyState === 'complete' && location.search.startsWith('?q=')");
}

fn of_recording(office: &Office, recording: &Recording) -> BuildRequest {
    BuildRequest {
        from: vec![recording.id.to_string()],
        url: Some(office.origin() + "/customers"),
        tier: Tier::Free,
        ..BuildRequest::new(&recording.instance.task_type)
    }
}

fn build(office: &Office, rpa: &Autorpa, recording: &Recording) -> Built {
    rpa.build(&of_recording(office, recording)).unwrap()
}

fn run(office: &Office, rpa: &Autorpa, built: &Built, values: &[(&str, &str)]) -> Outcome {
    ran(office, rpa, built, values).0
}

/// How a run ended, and what it says of that.
fn ran(office: &Office, rpa: &Autorpa, built: &Built, values: &[(&str, &str)]) -> (Outcome, String) {
    let params: Params = values
        .iter()
        .map(|(name, it)| ((*name).to_owned(), (*it).into()))
        .collect();
    let function = built.function.as_ref().unwrap();
    let request = ExecRequest {
        url: Some(office.origin() + "/customers"),
        ..ExecRequest::new(&function.path, params)
    };
    let ending = rpa.exec(&request).unwrap().recording.ending;
    (
        ending.outcome,
        ending.diagnostic.map(|it| it.message).unwrap_or_default(),
    )
}

/// Somebody who hears everything, and the recording of a customer that is added, with what was understood taken as it is.
fn shown_to_add(office: &Office) -> (Hears, Autorpa, Recording) {
    let hears = Hears::default();
    let rpa = office.rpa.clone().watched_by(Arc::new(hears.clone()));
    let list = office.origin() + "/customers";
    let shown = show(&rpa, list, (Some("add_customer"), None), |hand| add(hand, &ADA));
    let recording = done(shown, &rpa, "");
    (hears, rpa, recording)
}

const BOB: [(&str, &str); 6] = [
    ("name", "Bob Ray"),
    ("e_mail", "bob@example.net"),
    ("country", "France"),
    ("plan", "Pro"),
    ("newsletter", "no"),
    ("notes", "second"),
];

#[test]
fn every_value_is_a_parameter_that_is_called_as_its_field() {
    let Some(office) = Office::open(&[]) else { return };
    let (hears, rpa, recording) = shown_to_add(&office);
    let params: Vec<(&str, String)> = recording
        .instance
        .params
        .iter()
        .map(|(name, it)| (name.as_str(), it.to_string()))
        .collect();
    let country = recording.instance.params["country"].to_string();
    let expected = [
        ("name", "Ada Lovelace"),
        ("e_mail", "ada@example.net"),
        ("country", &country),
        ("plan", "Team"),
        ("newsletter", "yes"),
        ("notes", "first"),
    ];
    let expected: Vec<(&str, String)> = expected
        .iter()
        .map(|(name, it)| (*name, (*it).to_owned()))
        .collect();
    assert_eq!(params, expected);
    assert!(
        recording
            .instance
            .goal
            .starts_with("add customer with name \"Ada Lovelace\", e mail")
    );
    let said = hears.all();
    assert!(said.contains("goal: add customer with name \"{name}\""), "{said}");
    assert!(
        said.contains("\nparameters:\n  1. name = \"Ada Lovelace\" (step 2)"),
        "{said}"
    );

    let built = build(&office, &rpa, &recording);
    assert_eq!(
        run(&office, &rpa, &built, &BOB),
        Outcome::Unchecked,
        "{}",
        hears.all()
    );
    let kept = "select count(*) from customer where name = 'Bob Ray' and email = 'bob@example.net' and country = 'France' and plan = 'Pro' \
                and newsletter = 0 and notes = 'second'";
    assert_eq!(
        office.count(kept),
        1,
        "{}",
        std::fs::read_to_string(&built.function.as_ref().unwrap().path).unwrap()
    );
}

#[test]
fn what_was_looked_up_judges_each_run() {
    let Some(office) = Office::open(&[]) else { return };
    let hears = Hears::default();
    let rpa = office.rpa.clone().watched_by(Arc::new(hears.clone()));
    let list = office.origin() + "/customers";
    let mut shown = show(&rpa, list, (Some("add_customer"), None), |hand| add(hand, &ADA));
    shown.say(Word::Check);
    go_on(&mut shown, |hand| search(hand, ADA.name));
    let recording = done(shown, &rpa, "");
    // README shows this very recording.
    let readme = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let said = hears.all();
    let steps = autorpa::steps_of(&recording)
        .into_iter()
        .take(8)
        .map(|it| it.words);
    let steps: Vec<String> = (1..).zip(steps).map(|(n, it)| format!("{n}. {it}")).collect();
    let missing: Vec<&str> = steps
        .iter()
        .map(String::as_str)
        .chain(said.lines())
        .filter(|it| !readme.contains(it))
        .collect();
    assert!(missing.is_empty(), "README lacks:\n{}", missing.join("\n"));

    let named: Vec<&str> = recording.instance.params.keys().map(String::as_str).collect();
    assert_eq!(named, BOB.map(|it| it.0));
    let built = build(&office, &rpa, &recording);
    let function = built.function.as_ref().unwrap();
    let Some(read_back) = &function.receipt.read_back else {
        panic!("{}", hears.all())
    };
    assert!(read_back.contains("text: e_mail"), "{read_back}");
    // The function itself looks nothing up.
    let source = std::fs::read_to_string(&function.path).unwrap();
    assert!(!source.contains("search"), "{source}");
    // Reached is what shows on a page that is loaded afresh; what shows already is not done again.
    assert_eq!(
        ran(&office, &rpa, &built, &BOB),
        (Outcome::Reached, String::new()),
        "{read_back}"
    );
    let (outcome, why) = ran(&office, &rpa, &built, &BOB);
    assert_ne!(outcome, Outcome::Reached);
    assert!(why.contains("shows already"), "{why}");
    let bobs = "select count(*) from customer where name = 'Bob Ray'";
    assert_eq!(office.count(bobs), 1);
    // A desk that says that it was saved, and loses it.
    let Some(loses) = Office::open(&[Drift::LostSave]) else {
        return;
    };
    let (outcome, why) = ran(&loses, &loses.rpa, &built, &BOB);
    assert_eq!(outcome, Outcome::NotReached, "{why}");
    assert_eq!(loses.count(bobs), 0);
}

/// What was done before, as somebody has it in a table: there, the address is made of the name, and all notes are the same.
const BEFORE: &str = "Name,Mail address,Country,Plan,Notes\n\
Grace Hopper,grace@example.net,France,Pro,first\n\
Ada Lovelace,ada@example.net,Belgium,Team,first\n\
\"Turing, Alan\",turing,@example.net,Belgium,Team,first\n\
Linus Torvalds,linus@example.net,Germany,Basic,first\n\
Margaret Heafield Hamilton,margaret@example.net,Belgium,Team,first\n";

#[test]
fn a_file_of_what_was_done_before_tells_what_is_made_of_what() {
    let Some(office) = Office::open(&[]) else { return };
    let (hears, rpa, recording) = shown_to_add(&office);
    let file = office.rpa.home.bank.with_file_name("before.csv");
    std::fs::write(&file, BEFORE).unwrap();
    let request = BuildRequest {
        done: Some(file),
        yes: true,
        ..of_recording(&office, &recording)
    };
    let built = rpa.build(&request).unwrap();
    let said = hears.all();
    for line in [
        "the first in line 4: it has 6 cells",
        "made of others:\n  2. e_mail = \"ada@example.net\" (step 3): the first word in `name` in lower case, then \"@example.net\", in all 4 rows",
        "6. notes = \"first\" (step 7): in all 4 rows",
    ] {
        assert!(said.contains(line), "{line}:\n{said}");
    }
    let function = built.function.as_ref().unwrap();
    let source = std::fs::read_to_string(&function.path).unwrap();
    let params: Vec<&str> = function
        .receipt
        .params
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(params, ["name", "country", "plan", "newsletter"], "{source}");
    assert!(
        source.contains("let e_mail = ") && !source.contains("ada@"),
        "{source}"
    );
    let bob: Vec<(&str, &str)> = BOB
        .into_iter()
        .filter(|(name, _)| !["e_mail", "notes"].contains(name))
        .collect();
    assert_eq!(ran(&office, &rpa, &built, &bob).0, Outcome::Unchecked, "{source}");
    let kept = "select count(*) from customer where name = 'Bob Ray' and email = 'bob@example.net' and notes = 'first'";
    assert_eq!(office.count(kept), 1, "{source}");
    // What they say stays with the recording, and holds where it is built again without the file.
    let again = BuildRequest {
        again: true,
        yes: true,
        ..BuildRequest {
            from: vec![function.receipt.recordings[0].to_string()],
            ..of_recording(&office, &recording)
        }
    };
    let again = rpa.build(&again).unwrap().function.unwrap();
    let source = std::fs::read_to_string(&again.path).unwrap();
    assert!(source.contains("let e_mail = "), "{source}");
    // Another file takes back what the first has said.
    let other = office.rpa.home.bank.with_file_name("other.csv");
    std::fs::write(&other, "Name,Plan\nAda Lovelace,Team\nBob Ray,Pro\n").unwrap();
    let request = BuildRequest {
        done: Some(other),
        again: true,
        yes: true,
        from: vec![again.receipt.recordings[0].to_string()],
        ..of_recording(&office, &recording)
    };
    let built = rpa.build(&request).unwrap().function.unwrap();
    let source = std::fs::read_to_string(&built.path).unwrap();
    assert!(
        source.contains("e_mail, ") && !source.contains("let e_mail"),
        "{source}"
    );
}

/// A page that keeps nothing, and shows whatever is searched for.
const ECHO: &str = "<!doctype html><title>Notes</title>\
<p><label for=n>Note</label> <input id=n></p><p><button onclick=\"document.title = 'kept'\">Keep</button></p>\
<p><label for=s>Search</label> <input id=s type=search oninput=\"document.querySelector('#r').textContent = this.value\"></p>\
<p id=r></p>";

#[test]
fn a_look_up_that_shows_whatever_is_asked_judges_nothing() {
    let Some(office) = Office::open(&[]) else { return };
    let hears = Hears::default();
    let rpa = office.rpa.clone().watched_by(Arc::new(hears.clone()));
    let page = office.path("echo.html");
    std::fs::write(&page, ECHO).unwrap();
    let url = format!("file://{}", page.display());
    let mut shown = show(&rpa, url.clone(), (Some("keep_note"), None), |hand| {
        hand.until("document.readyState === 'complete'");
        fill(hand, "#n", "buy two lamps");
        hand.click("button");
        hand.until("document.title === 'kept'");
    });
    shown.say(Word::Check);
    go_on(&mut shown, |hand| {
        fill(hand, "#s", "buy two lamps");
        hand.until("document.querySelector('#r').textContent === 'buy two lamps'");
    });
    let recording = done(shown, &rpa, "");
    let request = BuildRequest {
        from: vec![recording.id.to_string()],
        url: Some(url),
        tier: Tier::Free,
        ..BuildRequest::new("keep_note")
    };
    let built = rpa.build(&request).unwrap();
    let said = hears.all();
    let refused = "does not judge a run: it holds for other values as well (\"cvz uxp mbnqt\")";
    assert!(said.contains(refused), "{said}");
    assert_eq!(built.function.unwrap().receipt.read_back, None);
}

#[test]
fn what_the_person_answers_holds_and_a_further_recording_joins_by_its_name() {
    let Some(office) = Office::open(&[]) else { return };
    let hears = Hears::default();
    let rpa = office.rpa.clone().watched_by(Arc::new(hears.clone()));
    let list = office.origin() + "/customers";
    let goal = "Register Ada Lovelace on the plan Team";
    let shown = show(&rpa, list.clone(), (Some("add_customer"), Some(goal)), |hand| {
        add(hand, &ADA);
    });
    let first = done(shown, &rpa, "name 1 customer\nconstant notes\ncomputed 2\nok\n");
    let said = hears.all();
    assert!(
        said.contains("`e_mail` is not made of any value before it"),
        "{said}"
    );
    let told = &first.instance.goal;
    assert!(told.starts_with(&format!("{goal} with e mail")), "{told}");
    assert!(first.instance.params.contains_key("customer"));
    assert!(!first.instance.params.contains_key("notes"));
    // Another goal, and what is left as it is: the first plan, and no newsletter.
    let cy = Customer {
        name: "Cy Young",
        email: "cy@example.net",
        country: 1,
        plan: "Basic",
        newsletter: false,
        notes: "first",
    };
    let shown = show(&rpa, list.clone(), (Some("add_customer"), None), move |hand| {
        add(hand, &cy);
    });
    let second = done(shown, &rpa, "constant notes");
    let built = build(&office, &rpa, &second);
    let said = hears.all();
    assert!(
        said.contains(&format!("joined: recording {}", first.id)),
        "{said}"
    );
    assert!(said.contains("built from 2 recordings"), "{said}");
    let function = built.function.as_ref().unwrap();
    let source = std::fs::read_to_string(&function.path).unwrap();
    let mut bob = BOB[..5].to_vec();
    bob[0].0 = "customer";
    assert_eq!(run(&office, &rpa, &built, &bob), Outcome::Unchecked, "{source}");
    let kept = "select count(*) from customer where name = 'Bob Ray' and email = 'bob@example.net' \
                and country = 'France' and plan = 'Pro' and newsletter = 0 and notes = 'first'";
    assert_eq!(office.count(kept), 1, "{source}");
    // What has none of its values is another task, and is not joined.
    let shown = show(&rpa, list, (Some("add_customer"), None), |hand| {
        loaded(hand, "/customers$/");
        search(hand, "Clara");
    });
    let other = done(shown, &rpa, "");
    let request = BuildRequest {
        again: false,
        ..of_recording(&office, &other)
    };
    let refused = rpa.build(&request).unwrap_err().to_string();
    let said = hears.all();
    assert!(
        said.contains("is not joined: it has none of the same values"),
        "{said}"
    );
    // What there is of that name stays, unless that is wished.
    assert!(refused.contains("add_customer stays as it is"), "{refused}");
    assert_eq!(std::fs::read_to_string(&function.path).unwrap(), source);
    let request = BuildRequest {
        again: true,
        ..request
    };
    let built = rpa.build(&request).unwrap().function.unwrap();
    assert_eq!(built.receipt.recordings, [other.id]);
}

/// Show how a customer is deleted, and look whether they are gone.
fn show_deletion(office: &Office, rpa: &Autorpa, name: &str) -> Recording {
    let list = office.origin() + "/customers";
    let (first, second) = (name.to_owned(), name.to_owned());
    let mut shown = show(rpa, list, (Some("delete_customer"), None), move |hand| {
        loaded(hand, "/customers$/");
        search(hand, &first);
        click(hand, "a", &first);
        loaded(hand, "/customers.\\d+$/");
        click(hand, "a, button", "Delete");
        hand.until("document.readyState === 'complete' && [...document.querySelectorAll('button')].some((it) => it.textContent.trim() === 'Delete customer')");
        click(hand, "a, button", "Delete customer");
        loaded(hand, "/customers$/");
    });
    shown.say(Word::Check);
    go_on(&mut shown, move |hand| search(hand, &second));
    done(shown, rpa, "")
}

#[test]
fn what_was_deleted_has_to_be_gone() {
    let Some(office) = Office::open(&[]) else { return };
    let hears = Hears::default();
    let rpa = office.rpa.clone().watched_by(Arc::new(hears.clone()));
    // Two who have no orders, and nobody of their name beside them.
    let database = rusqlite::Connection::open(office.path("desk/desk.db")).unwrap();
    let alone = |which: i64| -> String {
        let query = "select name from customer where id not in (select customer_id from orders) \
                     group by name having count(*) = 1 order by name limit 1 offset ?";
        database.query_row(query, [which], |row| row.get(0)).unwrap()
    };
    let (first, other) = (alone(0), alone(1));
    let recording = show_deletion(&office, &rpa, &first);
    let value: Vec<String> = recording
        .instance
        .params
        .values()
        .map(ToString::to_string)
        .collect();
    assert_eq!(value, std::slice::from_ref(&first), "{}", hears.all());
    let name = recording.instance.params.keys().next().unwrap().clone();
    office.reset();
    // Who was put back is there: what does not hold for what was shown is not believed.
    let built = build(&office, &rpa, &recording);
    let read_back = built.function.as_ref().unwrap().receipt.read_back.clone();
    assert_eq!(read_back, None, "{}", hears.all());
    office.sql(&format!("delete from customer where name = '{first}'"));
    let built = build(&office, &rpa, &recording);
    let function = built.function.as_ref().unwrap();
    let Some(read_back) = &function.receipt.read_back else {
        panic!("{}", hears.all())
    };
    assert!(read_back.contains("env_op.expect_gone("), "{read_back}");
    let values = [(name.as_str(), other.as_str())];
    assert_eq!(
        ran(&office, &rpa, &built, &values),
        (Outcome::Reached, String::new()),
        "{read_back}"
    );
    // Who is gone is not deleted again, and who stays is not said to be gone.
    let (outcome, why) = ran(&office, &rpa, &built, &values);
    assert_ne!(outcome, Outcome::Reached);
    assert!(why.contains("shows already"), "{why}");
}

/// A list of people that are entered by a form. Of some it puts the address into the first row.
fn people(asked: &testkit::Asked, all: &Mutex<Vec<[String; 2]>>) -> testkit::Answer {
    let mut all = all.lock().unwrap();
    if asked.is_post() {
        let sent = asked.body.replace('+', " ").replace("%40", "@");
        let value = |name: &str| {
            let mut fields = sent.split('&').filter_map(|it| it.split_once('='));
            fields.find(|it| it.0 == name).unwrap().1.to_owned()
        };
        let (name, mut email) = (value("n"), value("e"));
        if name.starts_with("Mixed") {
            all[0][1] = std::mem::replace(&mut email, "-".to_owned());
        }
        all.push([name, email]);
        return testkit::Answer::of("303 See Other", "Location: /\r\n", "");
    }
    let rows: String = (all.iter())
        .map(|[name, email]| format!("<tr><td>{name}</td><td>{email}</td></tr>"))
        .collect();
    testkit::Answer::page(match asked.path() {
        "/list" => format!(
            "<!doctype html><title>List</title><table><thead><tr><th>Name</th><th>E-mail</th></tr></thead><tbody>{rows}</tbody></table>"
        ),
        _ => "<!doctype html><title>People</title><form method=post action=/keep><p><label for=n>Name</label> <input id=n name=n></p>\
              <p><label for=e>E-mail</label> <input id=e name=e></p><p><button>Keep</button></p></form><p><a href=/list>List</a></p>"
            .to_owned(),
    })
}

#[test]
fn a_value_that_shows_in_another_row_is_not_in_its_place() {
    let Some(office) = Office::open(&[]) else { return };
    let hears = Hears::default();
    let rpa = office.rpa.clone().watched_by(Arc::new(hears.clone()));
    let all = Mutex::new(vec![["Zed Early", "zed@example.net"].map(str::to_owned)]);
    let url = format!("http://{}/", testkit::serve(move |it| people(it, &all)));
    let mut shown = show(&rpa, url.clone(), (Some("keep_person"), None), |hand| {
        hand.until("document.readyState === 'complete'");
        fill(hand, "#n", "Ada Lovelace");
        fill(hand, "#e", "ada@example.net");
        click(hand, "button", "Keep");
        hand.until("document.readyState === 'complete' && !document.querySelector('#n').value");
    });
    shown.say(Word::Check);
    go_on(&mut shown, |hand| {
        click(hand, "a", "List");
        hand.until("document.readyState === 'complete' && document.title === 'List'");
    });
    let recording = done(shown, &rpa, "");
    let request = BuildRequest {
        from: vec![recording.id.to_string()],
        url: Some(url.clone()),
        tier: Tier::Free,
        ..BuildRequest::new("keep_person")
    };
    let built = rpa.build(&request).unwrap();
    let function = built.function.as_ref().unwrap();
    let Some(read_back) = &function.receipt.read_back else {
        panic!("{}", hears.all())
    };
    assert!(read_back.contains("env_op.expect_together("), "{read_back}");
    assert!(read_back.contains("column: \"E-mail\""), "{read_back}");
    let run = |name: &str, email: &str| {
        let params: Params = [("name", name), ("e_mail", email)]
            .into_iter()
            .map(|(name, it)| (name.to_owned(), it.into()))
            .collect();
        let request = ExecRequest {
            url: Some(url.clone()),
            ..ExecRequest::new(&function.path, params)
        };
        let ran = rpa.exec(&request).unwrap();
        (ran.recording.ending.outcome, ran.record)
    };
    let (outcome, bob) = run("Bob Ray", "bob@example.net");
    assert_eq!(outcome, Outcome::Reached, "{read_back}");
    // Both values show, and not together.
    let (outcome, mixed) = run("Mixed Up", "mixed@example.net");
    assert_eq!(outcome, Outcome::NotReached, "{read_back}");
    // What is done is not done again; of what was written otherwise nobody knows what to do.
    let again = |run: Option<String>| {
        let request = ExecRequest {
            url: Some(url.clone()),
            ..ExecRequest::new(&function.path, Params::new())
        };
        let recording = rpa.resume(&run.unwrap(), &request).unwrap().recording;
        let why = recording.ending.diagnostic.map(|it| it.message);
        (
            recording.ending.outcome,
            why.unwrap_or_default(),
            recording.steps.len(),
        )
    };
    let (outcome, _, steps) = again(bob);
    assert_eq!((outcome, steps), (Outcome::Reached, 0));
    let (outcome, why, steps) = again(mixed);
    assert_eq!((outcome, steps), (Outcome::Refused, 0), "{why}");
    assert!(why.contains("in doubt"), "{why}");
}

/// An application that is spoken to over a socket alone: notes are kept, listed and found. What begins with `Lost` it says is
/// kept.
fn notes() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let kept = Arc::new(Mutex::new(vec!["Water plants".to_owned()]));
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let kept = Arc::clone(&kept);
            thread::spawn(move || {
                let Ok(mut socket) = tungstenite::accept(stream) else {
                    return;
                };
                while let Ok(message) = socket.read() {
                    let said = message.to_text().unwrap_or_default().to_owned();
                    let mut kept = kept.lock().unwrap();
                    let answer = match said.split_once(' ') {
                        Some(("keep", note)) => {
                            kept.extend((!note.starts_with("Lost")).then(|| note.to_owned()));
                            "kept".to_owned()
                        }
                        Some(("list", _)) => kept.join("\n"),
                        Some(("find", note)) => kept
                            .iter()
                            .filter(|it| *it == note)
                            .cloned()
                            .collect::<Vec<_>>()
                            .join("\n"),
                        _ => continue,
                    };
                    if socket.send(answer.into()).is_err() {
                        return;
                    }
                }
            });
        }
    });
    let script = format!(
        "<script>let beats = 0; const socket = new WebSocket('ws://127.0.0.1:{port}/');\
         socket.onopen = () => {{ socket.send('hello ' + location.pathname); \
           if (location.pathname === '/list') socket.send('list all'); setInterval(() => {{ socket.send('here ' + Date.now()); beats++; }}, 300); }};\
         socket.onmessage = (it) => {{ if (it.data === 'kept') {{ n.value = ''; said.textContent = 'Kept'; return; }} \
           rows.innerHTML = it.data.split('\\n').map((it) => `<tr><td>${{it}}</td></tr>`).join(''); }};</script>"
    );
    let list = "<table><thead><tr><th>Note</th></tr></thead><tbody id=rows></tbody></table>";
    let address = testkit::serve(move |asked| {
        testkit::Answer::page(match asked.path() {
            "/list" => format!("<!doctype html><title>List</title>{list}{script}"),
            _ => format!(
                "<!doctype html><title>Notes</title><p><label for=n>Note</label> <input id=n></p>\
                 <p><button onclick=\"socket.send('keep ' + n.value)\">Keep</button> <span id=said></span></p>\
                 <p><label for=f>Which</label> <input id=f> <button onclick=\"socket.send('find ' + f.value)\">Find</button></p>\
                 <p><a href=/list>List</a></p>{list}{script}"
            ),
        })
    });
    format!("http://{address}/")
}

/// Show how a note is kept, and how it is looked up; build from that.
fn keep_note(rpa: &Autorpa, url: &str, name: &str, looks: impl FnOnce(&mut Hand) + Send + 'static) -> Built {
    let mut shown = show(rpa, url.to_owned(), (Some(name), None), |hand| {
        // What is heard again and again is known by then.
        hand.until("document.readyState === 'complete' && beats > 0");
        fill(hand, "#n", "Call Ada");
        click(hand, "button", "Keep");
        hand.until("document.querySelector('#said').textContent === 'Kept'");
    });
    shown.say(Word::Check);
    go_on(&mut shown, looks);
    let recording = done(shown, rpa, "");
    let request = BuildRequest {
        from: vec![recording.id.to_string()],
        url: Some(url.to_owned()),
        tier: Tier::Free,
        ..BuildRequest::new(name)
    };
    rpa.build(&request).unwrap()
}

#[test]
fn what_is_kept_over_a_socket_is_looked_up_as_well() {
    let Some(office) = Office::open(&[]) else { return };
    let hears = Hears::default();
    let rpa = office.rpa.clone().watched_by(Arc::new(hears.clone()));
    let url = notes();
    let built = keep_note(&rpa, &url, "keep_note", |hand| {
        click(hand, "a", "List");
        hand.until("document.title === 'List' && document.body.textContent.includes('Call Ada')");
    });
    let function = built.function.as_ref().unwrap();
    assert!(function.receipt.read_back.is_some(), "{}", hears.all());
    let run = |note: &str| {
        let params: Params = [("note".to_owned(), note.into())].into();
        let request = ExecRequest {
            url: Some(url.clone()),
            ..ExecRequest::new(&function.path, params)
        };
        rpa.exec(&request).unwrap().recording.ending.outcome
    };
    assert_eq!(run("Buy milk"), Outcome::Reached);
    assert_eq!(run("Lost in the post"), Outcome::NotReached);
    // What a press sends may write: nobody can tell, and it is said so.
    let built = keep_note(&rpa, &url, "find_note", |hand| {
        fill(hand, "#f", "Call Ada");
        click(hand, "button", "Find");
        hand.until("document.body.textContent.includes('Call Ada')");
    });
    assert!(built.function.as_ref().unwrap().receipt.read_back.is_none());
    assert!(
        hears.all().contains("sends a message on the socket"),
        "{}",
        hears.all()
    );
}
