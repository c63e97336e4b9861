//! A person shows a task of the example desk in a browser: real input events, at the pace of a program; what was
//! recorded is judged by the task's own checks, and the function that is built from it serves other customers.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod desk;
#[path = "../../crates/device-web/tests/hand/mod.rs"]
mod hand;

use std::{thread, time::Duration};

use autorpa::{BuildRequest, ExecRequest, ListenRequest, Over, Said, ShownTask, Tier, Word};
use desk::Office;
use device_web::{Browser, Cdp, Ears, Window};
use hand::Hand;
use task::Params;
use trajectory::{Origin, Outcome, Recording};

/// Something that shows this, as a script of the page finds it.
fn place(hand: &mut Hand, selector: &str, shows: &str, behind: &str) -> (f64, f64) {
    hand.place_by(&format!(
        "(() => {{ const all = [...document.querySelectorAll({selector:?})]; const text = (it) => it.textContent.trim(); \
         const from = {behind:?} ? [...document.querySelectorAll('td, a')].find((it) => text(it) === {behind:?}) : null; \
         const it = all.find((it) => text(it) === {shows:?} && (!from || from.compareDocumentPosition(it) & 4)); \
         it.scrollIntoViewIfNeeded(); const r = it.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }})()"
    ))
}

fn click(hand: &mut Hand, shows: &str) {
    let at = place(hand, "a, button", shows, "");
    hand.click_at(at);
}

fn is_at(hand: &mut Hand, script: &str) {
    hand.until(&format!("document.readyState === 'complete' && ({script})"));
}

/// Show a task while a hand does it.
fn show(
    office: &Office,
    task: (&str, u64),
    does: impl FnOnce(&mut Hand) + Send + 'static,
) -> (Recording, Vec<String>) {
    let request = ListenRequest {
        ears: Ears::Own {
            window: Window::Hidden,
            profile: None,
        },
        url: None,
        goal: None,
        name: None,
        task: Some(ShownTask {
            task_type: task.0.to_owned(),
            suite: None,
            seed: task.1,
        }),
        secrets: Vec::new(),
        login: None,
    };
    let mut listening = office.rpa.listen(&request).unwrap();
    let port = listening.port().unwrap();
    let hand = thread::spawn(move || does(&mut Hand::at_port(port)));
    let mut said = Vec::new();
    while !hand.is_finished() {
        said.extend(listening.listen(Duration::from_millis(20)));
    }
    hand.join().unwrap();
    said.extend(listening.say(Word::Done));
    let lines = said.into_iter().filter_map(|it| match it {
        Said::Step {
            number,
            words,
            warning,
        } => Some(format!(
            "{number}. {words}{}",
            warning.map_or_else(String::new, |it| format!(" ({it})"))
        )),
        Said::Gap(it) => Some(format!("gap: {it}")),
        Said::Note(_) | Said::Refused(_) => None,
        Said::Over(over) => (over != Over::Done).then(|| format!("{over:?}")),
    });
    (listening.keep(&office.rpa).unwrap(), lines.collect())
}

fn change_email(office: &Office) -> (Recording, Vec<String>) {
    show(office, ("ChangeEmail", 0), |hand| {
        let field = "(() => { const r = document.querySelector('input[type=search], input[name=q]').getBoundingClientRect(); return [r.left + 20, r.top + 10]; })()";
        let at = hand.place_by(field);
        hand.click_at(at);
        hand.keys("Clara Adler");
        hand.key("Enter", 13, 0);
        is_at(hand, "location.search.includes('Clara')");
        click(hand, "Clara Adler");
        is_at(hand, "/customers.\\d+$/.test(location.pathname)");
        click(hand, "Edit");
        is_at(hand, "!!document.querySelector('input[type=email]')");
        hand.click("input[type=email]");
        hand.key("a", 65, 2);
        hand.keys("new@example.net");
        click(hand, "Save changes");
        is_at(hand, "!document.querySelector('input[type=email]')");
    })
}

#[test]
fn a_task_that_is_shown_in_a_browser_is_a_function_for_other_values() {
    let Some(office) = Office::open(&[]) else { return };
    let (recording, lines) = change_email(&office);
    assert_eq!(
        recording.ending.outcome,
        Outcome::Reached,
        "{:?}\n{lines:#?}",
        recording.ending
    );
    assert_eq!(recording.origin, Origin::Person);
    assert!(lines.iter().all(|it| !it.starts_with("gap")), "{lines:#?}");
    assert_eq!(recording.steps.len(), 6, "{lines:#?}");
    for step in &recording.steps {
        assert!(step.screenshot.is_some(), "{}", step.action);
    }
    let request = BuildRequest {
        from: vec![recording.id.to_string()],
        count: 3.try_into().unwrap(),
        held_out: 0,
        tier: Tier::Free,
        ..BuildRequest::new("ChangeEmail")
    };
    let built = office.rpa.build(&request).unwrap();
    assert!(built.verified, "{:?}\n{lines:#?}", built.why_not);
    let function = built.function.expect("there is code");
    let request = ExecRequest {
        task_type: Some("ChangeEmail".to_owned()),
        seed: Some(3),
        ..ExecRequest::new(&function.path, Params::new())
    };
    let ran = office.rpa.exec(&request).unwrap();
    assert_eq!(ran.recording.ending.outcome, Outcome::Reached);
}

#[test]
fn what_was_not_done_to_the_end_does_not_count() {
    let Some(office) = Office::open(&[]) else { return };
    let (recording, _) = show(&office, ("ChangeEmail", 0), |hand| {
        click(hand, "New customer");
        is_at(hand, "!!document.querySelector('input[type=email]')");
    });
    assert_eq!(
        recording.ending.outcome,
        Outcome::NotReached,
        "{:?}",
        recording.ending
    );
    assert_eq!(recording.steps.len(), 1);
}
