//! A task is shown once, and done once more with other values in the same session: what was understood does at once what
//! fits, the person does the rest, and a function is built from both.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::desk;
use crate::hand;

use std::{thread, time::Duration};

use autorpa::{
    Autorpa, BuildRequest, ExecRequest, ListenRequest, Listening, Recording, Said, ShownTask, Tier, Words,
};
use desk::Office;
use device_web::{Ears, Window};
use hand::Hand;
use task::Params;
use trajectory::Outcome;

/// Members of a club: a company has to give its number too, and the button can't be pressed without.
const CLUB: &str = "<!doctype html><title>Club</title><h1>New member</h1>\
<p><label for=n>Name</label> <input id=n></p>\
<p><label for=k>Kind</label> <select id=k><option>Person</option><option>Company</option></select></p>\
<p id=more hidden><label for=v>Number</label> <input id=v></p>\
<p><button id=s>Join</button></p><p id=said></p><script>\
const by = (it) => document.querySelector(it);\
const look = () => { const firm = by('#k').value === 'Company'; by('#more').hidden = !firm; by('#s').disabled = firm && !by('#v').value; };\
by('#k').onchange = look; by('#v').oninput = look;\
by('#s').onclick = () => { by('#said').textContent = `${by('#n').value} (${by('#k').value}${by('#v').value ? ' ' + by('#v').value : ''}) is in`; };\
</script>";

fn ears() -> Ears {
    Ears::Own {
        window: Window::Hidden,
        profile: None,
    }
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

fn said(all: &[Said]) -> String {
    let lines: Vec<String> = all.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

fn fill(hand: &mut Hand, selector: &str, text: &str) {
    hand.click(selector);
    hand.keys(text);
}

/// Listen to how somebody joins.
fn listen(rpa: &Autorpa, url: &str) -> Listening {
    let request = ListenRequest {
        ears: ears(),
        url: Some(url.to_owned()),
        goal: None,
        name: Some("join".to_owned()),
        task: None,
        secrets: Vec::new(),
        login: None,
    };
    rpa.listen(&request).unwrap()
}

/// Show how a person joins.
fn show(rpa: &Autorpa, url: &str) -> Listening {
    let mut listening = listen(rpa, url);
    let early = said(&listening.hear("example 2 name=Bob"));
    assert!(early.contains("nothing was shown yet"), "{early}");
    go_on(&mut listening, |hand| {
        hand.until("document.readyState === 'complete'");
        fill(hand, "#n", "Ada Lovelace");
        hand.value("document.querySelector('#k').focus()");
        hand.key("ArrowDown", 40, 0);
        hand.key("ArrowUp", 38, 0);
        hand.click("#s");
        hand.until("document.querySelector('#said').textContent.includes('Ada')");
    });
    listening
}

fn done(mut listening: Listening, rpa: &Autorpa) -> Recording {
    let mut words = Words::parse("done\nok\n").unwrap();
    let word = words.next(0).unwrap();
    listening.say(word);
    let recording = listening.keep_asked(rpa, words, &mut || None).unwrap();
    assert_eq!(
        recording.ending.outcome,
        Outcome::Unchecked,
        "{:?}",
        recording.ending
    );
    recording
}

fn params(values: &[(&str, &str)]) -> Params {
    let all = values.iter();
    all.map(|(name, it)| ((*name).to_owned(), (*it).into())).collect()
}

#[test]
fn what_fits_is_done_at_once_and_a_person_goes_on_where_it_does_not() {
    let Some(office) = Office::open(&[]) else { return };
    let page = office.path("club.html");
    std::fs::write(&page, CLUB).unwrap();
    let url = format!("file://{}", page.display());
    let rpa = &office.rpa;
    let mut listening = show(rpa, &url);
    for (line, why) in [
        ("example 2", "say its values: example 2 'name=Ada Lovelace'"),
        ("example 3 name=Bob", "the next example is number 2"),
        ("example 2 nam=Bob", "there is no value `nam`; there are name"),
    ] {
        let refused = said(&listening.hear(line));
        assert!(refused.contains(why), "{line}: {refused}");
    }
    // Another person joins: all of it fits, and nobody touches anything.
    let second = said(&listening.hear("example 2 name=\"Bob Ray\""));
    assert!(second.contains("all that was shown was done"), "{second}");
    assert!(second.contains("type \"Bob Ray\""), "{second}");
    go_on(&mut listening, |hand| {
        hand.until("document.querySelector('#said').textContent === 'Bob Ray (Person) is in'");
    });
    assert_eq!(office.acted(), ["join: unchecked"]);
    // It is a recording like one that was done by hand.
    let recording = done(listening, rpa);
    assert_eq!(recording.instance.params["name"].to_string(), "Bob Ray");
    assert_eq!(recording.instance.task_type, "join");
}

#[test]
fn the_second_demonstration_is_the_difference() {
    let Some(office) = Office::open(&[]) else { return };
    let page = office.path("club.html");
    // A club in which a person chooses, so that the kind is a value.
    std::fs::write(
        &page,
        CLUB.replace("<option>Person", "<option>None<option>Person"),
    )
    .unwrap();
    let url = format!("file://{}", page.display());
    let rpa = &office.rpa;
    let mut listening = listen(rpa, &url);
    go_on(&mut listening, |hand| {
        hand.until("document.readyState === 'complete'");
        fill(hand, "#n", "Ada Lovelace");
        hand.value("document.querySelector('#k').focus()");
        hand.key("ArrowDown", 40, 0);
        hand.click("#s");
        hand.until("document.querySelector('#said').textContent.includes('Ada')");
    });
    let second = said(&listening.hear("example 2 name=\"Acme Ltd\" kind=Company"));
    assert!(
        second.contains("it stopped where what was shown does not fit"),
        "{second}"
    );
    assert!(second.contains("choose \"Company\""), "{second}");
    go_on(&mut listening, |hand| {
        hand.until("document.querySelector('#n').value === 'Acme Ltd'");
        fill(hand, "#v", "77-1");
        hand.click("#s");
        hand.until("document.querySelector('#said').textContent === 'Acme Ltd (Company 77-1) is in'");
    });
    let recording = done(listening, rpa);
    let shown: Vec<String> = autorpa::steps_of(&recording)
        .into_iter()
        .map(|it| it.words)
        .collect();
    assert_eq!(recording.steps.len(), 4, "{shown:#?}");
    assert_eq!(recording.instance.params["name"].to_string(), "Acme Ltd");
    assert_eq!(recording.instance.params["number"].to_string(), "77-1");
    let built = rpa
        .build(&BuildRequest {
            from: vec![recording.id.to_string()],
            url: Some(url.clone()),
            tier: Tier::Free,
            ..BuildRequest::new(&recording.instance.task_type)
        })
        .unwrap();
    let function = built.function.unwrap();
    check_both_kinds(rpa, &function, &url);
}

/// The function serves persons and companies.
fn check_both_kinds(rpa: &Autorpa, function: &library::Function, url: &str) {
    let source = std::fs::read_to_string(&function.path).unwrap();
    for (values, says) in [
        (
            [("name", "Bob Ray"), ("kind", "Person"), ("number", "")],
            "Bob Ray (Person) is in",
        ),
        (
            [("name", "Umbra"), ("kind", "Company"), ("number", "5-5")],
            "Umbra (Company 5-5) is in",
        ),
    ] {
        let request = ExecRequest {
            url: Some(url.to_owned()),
            ..ExecRequest::new(&function.path, params(&values))
        };
        let ran = rpa.exec(&request).unwrap().recording;
        assert_eq!(
            ran.ending.outcome,
            Outcome::Unchecked,
            "{:?}\n{source}",
            ran.ending
        );
        let shows = ran
            .last
            .elements
            .iter()
            .any(|it| it.text.as_deref() == Some(says));
        assert!(shows, "{says}\n{source}");
        // The record says what was to be done in the words of whoever showed it, with the values of this run.
        let goal = &ran.instance.goal;
        let all = values.iter().all(|(_, value)| goal.contains(value));
        assert!(all && !goal.contains('`'), "{goal}");
    }
}

#[test]
fn a_task_file_has_the_values_of_the_next_one_and_judges_it() {
    let Some(office) = Office::open(&[]) else { return };
    let mut listening = office
        .rpa
        .listen(&ListenRequest {
            ears: ears(),
            url: None,
            goal: None,
            name: None,
            task: Some(ShownTask {
                task_type: "ChangeEmail".to_owned(),
                suite: None,
                seed: 0,
            }),
            secrets: Vec::new(),
            login: None,
        })
        .unwrap();
    go_on(&mut listening, |hand| {
        let field = "(() => { const r = document.querySelector('input[name=q]').getBoundingClientRect(); return [r.left + 20, r.top + 10]; })()";
        hand.until("document.readyState === 'complete' && !!document.querySelector('input[name=q]')");
        let at = hand.place_by(field);
        hand.click_at(at);
        hand.keys("Clara Adler");
        hand.key("Enter", 13, 0);
        hand.until("document.readyState === 'complete' && location.search.includes('Clara')");
        click(hand, "Clara Adler");
        hand.until("document.readyState === 'complete' && /customers.\\d+$/.test(location.pathname)");
        click(hand, "Edit");
        hand.until("document.readyState === 'complete' && !!document.querySelector('input[type=email]')");
        hand.click("input[type=email]");
        hand.key("a", 65, 2);
        hand.keys("new@example.net");
        click(hand, "Save changes");
        hand.until("document.readyState === 'complete' && !document.querySelector('input[type=email]')");
    });
    let second = said(&listening.hear("example 2"));
    assert!(second.contains("all that was shown was done"), "{second}");
    let mut words = Words::parse("done").unwrap();
    let word = words.next(0).unwrap();
    listening.say(word);
    let recording = listening
        .keep_asked(&office.rpa, Words::default(), &mut || None)
        .unwrap();
    // The checks of the second instance say so, whose values nobody has typed.
    assert_eq!(
        recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        recording.ending
    );
    assert_eq!(recording.instance.seed, 1);
}

/// Click the link or button that shows this.
fn click(hand: &mut Hand, shows: &str) {
    let at = hand.place_by(&format!(
        "(() => {{ const it = [...document.querySelectorAll('a, button')].find((it) => it.textContent.trim() === {shows:?}); \
         it.scrollIntoViewIfNeeded(); const r = it.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }})()"
    ));
    hand.click_at(at);
}
