//! A person shows a task of the example desk in a browser: real input events, at the pace of a program; what was
//! recorded is judged by the task's own checks, and the function that is built from it serves other customers.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::desk;
use crate::hand;

use std::{fs, thread, time::Duration};

use autorpa::{BuildRequest, ExecRequest, ListenRequest, Listening, Over, Said, ShownTask, Tier, Word};
use desk::Office;
use device_web::{Ears, Window};
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

/// Listen to a task of the desk.
fn listen(office: &Office, task: (&str, u64)) -> Listening {
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
    office.rpa.listen(&request).unwrap()
}

/// What is understood while a hand does something.
fn heard(listening: &mut Listening, does: impl FnOnce(&mut Hand) + Send + 'static) -> Vec<Said> {
    let port = listening.port().unwrap();
    let hand = thread::spawn(move || does(&mut Hand::at_port(port)));
    let mut said = Vec::new();
    while !hand.is_finished() {
        said.extend(listening.listen(Duration::from_millis(20)));
    }
    hand.join().unwrap();
    said
}

/// Show a task while a hand does it.
fn show(
    office: &Office,
    task: (&str, u64),
    does: impl FnOnce(&mut Hand) + Send + 'static,
) -> (Recording, Vec<String>) {
    let mut listening = listen(office, task);
    let mut said = heard(&mut listening, does);
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

#[test]
fn what_is_done_in_a_pause_is_in_no_step_and_the_recording_says_so() {
    let Some(office) = Office::open(&[]) else { return };
    let mut listening = listen(&office, ("ChangeEmail", 0));
    heard(&mut listening, |hand| {
        click(hand, "New customer");
        is_at(hand, "!!document.querySelector('input[type=email]')");
    });
    listening.say(Word::Pause);
    heard(&mut listening, |hand| {
        hand.click("input[type=email]");
        hand.keys("in a pause");
    });
    let said = listening.say(Word::Pause);
    let told = said.iter().filter_map(|it| match it {
        Said::Note(it) => Some(it.as_str()),
        _ => None,
    });
    let missed = "something was done on the page while nothing was recorded: a function does not do it";
    assert_eq!(
        told.collect::<Vec<_>>(),
        ["what is done now is recorded again", missed]
    );
    // A pause in which nothing was done is nothing to tell.
    listening.say(Word::Pause);
    listening.say(Word::Pause);
    heard(&mut listening, |hand| hand.click("input[type=email]"));
    listening.say(Word::Done);
    let recording = listening.keep(&office.rpa).unwrap();
    let typed = recording.steps.iter().filter_map(|it| it.action.value());
    assert!(
        !typed.into_iter().any(|it| it.contains("pause")),
        "{:#?}",
        recording.steps.len()
    );
    let notes = recording
        .shown
        .as_ref()
        .map(|it| it.notes.as_slice())
        .unwrap_or_default();
    let kept: Vec<_> = notes
        .iter()
        .filter(|it| it.text == missed)
        .map(|it| it.after)
        .collect();
    let lines: Vec<_> = recording.steps.iter().map(|it| it.action.to_string()).collect();
    assert_eq!(kept, [1], "{lines:?} {:?}", recording.shown);
}

/// What another tool recorded, with a button that this page does not have.
const RECORDED: &str = r#"const { chromium } = require('playwright');
(async () => {
  const browser = await chromium.launch({ headless: false });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('ORIGIN/customers');
  await page.getByRole('searchbox').fill('Clara Adler');
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('link', { name: 'Clara Adler' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('E-mail').fill('new@example.net');
  await page.getByRole('button', { name: 'Save everything' }).click();
  await context.close();
  await browser.close();
})();
"#;

#[test]
fn a_person_goes_on_where_a_file_of_another_tool_does_not_fit() {
    let Some(office) = Office::open(&[]) else { return };
    let file = office.path("edit.js");
    fs::write(&file, RECORDED.replace("ORIGIN", &office.origin())).unwrap();
    let mut listening = listen(&office, ("ChangeEmail", 0));
    let said = listening.say(Word::parse(&format!("import '{}'", file.display())).unwrap());
    let Some(Said::Note(stopped)) = said.last() else {
        panic!("{said:?}")
    };
    assert!(
        stopped.contains("line 12: click") && stopped.contains("Save everything"),
        "{stopped}"
    );
    assert!(
        stopped.ends_with("go on by hand from here, then `done`"),
        "{stopped}"
    );
    heard(&mut listening, |hand| {
        click(hand, "Save changes");
        is_at(hand, "!document.querySelector('input[type=email]')");
    });
    listening.say(Word::Done);
    let recording = listening.keep(&office.rpa).unwrap();
    let lines: Vec<_> = recording.steps.iter().map(|it| it.action.to_string()).collect();
    assert_eq!(recording.ending.outcome, Outcome::Reached, "{lines:?}");
    assert_eq!(recording.steps.len(), 6, "{lines:?}");
    // What it did stays, so it is in the log.
    let acted = office.acted();
    assert!(
        acted.len() == 1 && acted[0].ends_with("edit.js says: stuck"),
        "{acted:?}"
    );
}
