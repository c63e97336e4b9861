//! A browser that is listened to while a hand uses it: what was done is what is understood.

mod hand;
mod site;

use std::{thread, time::Duration};

use autorpa_device_web::{Ears, Listened, Listener, Window};
use device::DeviceError;
use hand::Hand;
use recorder::{Gap, Recorder, Step, Told, sentence};
use site::Site;
use testkit::Part;

/// What was understood.
struct Understood {
    steps: Vec<Step>,
    lines: Vec<String>,
    gaps: Vec<Gap>,
    listener: Listener,
}

fn hidden() -> Ears {
    Ears::Own {
        window: Window::Hidden,
        profile: None,
    }
}

/// Listen to a page while a hand uses it.
fn listen(url: &str, secrets: &[&str], does: impl FnOnce(&mut Hand) + Send + 'static) -> Option<Understood> {
    let secrets: Vec<String> = secrets.iter().map(|it| (*it).to_owned()).collect();
    let mut listener = match Listener::open(&hidden(), url, &secrets) {
        Err(error @ DeviceError::NoStart { .. }) => {
            testkit::skip(Part::Web, error);
            return None;
        }
        opened => opened.expect("opens"),
    };
    let browser = listener.browser().expect("our own").clone();
    let hand = thread::spawn(move || does(&mut Hand::at(&browser)));
    let mut recorder = Recorder::new();
    let mut lines = Vec::new();
    let mut over = false;
    loop {
        let heard = match listener.listen(Duration::from_millis(50)) {
            Listened::Heard(heard) => heard,
            Listened::Nothing if over => break,
            Listened::Nothing if hand.is_finished() => {
                over = true;
                listener.rest();
                continue;
            }
            Listened::Nothing => continue,
            other => {
                lines.push(format!("{other:?}"));
                break;
            }
        };
        if std::env::var_os("AUTORPA_SHOW_HEARD").is_some() {
            let mut told = format!("{heard:?}");
            told.truncate(300);
            eprintln!("{told}");
        }
        tell(recorder.hear(&heard), &mut lines);
    }
    hand.join().expect("the hand has done all");
    tell(recorder.end(), &mut lines);
    let steps = recorder.steps().to_vec();
    lines.extend(steps.iter().map(sentence));
    Some(Understood {
        lines,
        gaps: recorder.gaps().to_vec(),
        steps,
        listener,
    })
}

fn tell(told: Vec<Told>, lines: &mut Vec<String>) {
    for it in told {
        match it {
            Told::Step(_) | Told::Again(_) => {}
            Told::Note(it) => lines.push(format!("note: {it}")),
            Told::Gap(it) => lines.push(format!("gap: {it}")),
        }
    }
}

const FORM: &str = r#"<!doctype html><title>New customer</title><form method=post action="saved.html">
<p><label for=a>Full name</label> <input id=a name=name></p>
<p><label for=p>Password</label> <input id=p name=password type=password></p>
<p><label for=c>Country</label> <select id=c name=country><option>Netherlands<option>Germany<option>France</select></p>
<p><label><input type=checkbox name=news id=n> Newsletter</label></p>
<p><label><input type=radio name=plan value=b id=b checked> Basic</label> <label><input type=radio name=plan value=f id=f> Full</label></p>
<p><label for=d>Born</label> <input id=d type=date name=born></p>
<p><label for=t>Notes</label> <textarea id=t name=notes></textarea></p>
<p><button id=s>Save customer</button></p></form>"#;

const SAVED: &str = "<!doctype html><title>Saved</title><h1>Saved</h1><a href=form.html>Another one</a>";

#[test]
fn a_form_is_filled_in_and_sent() {
    let site = Site::with(|_| vec![("form.html", FORM.to_owned()), ("saved.html", SAVED.to_owned())]);
    let understood = listen(&site.url("127.0.0.1", "form.html"), &[], |hand| {
        hand.click("#a");
        hand.keys("Ada Lovelace");
        hand.key("Tab", 9, 0);
        hand.keys("s3cret");
        hand.click("#n");
        hand.click("#f");
        hand.click("#b");
        hand.click("#t");
        hand.keys("one");
        hand.key("Enter", 13, 0);
        hand.keys("two");
        hand.click("#s");
        hand.until("document.title === 'Saved'");
        hand.click("a");
        hand.until("document.title === 'New customer'");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            "type \"Ada Lovelace\" into textbox \"Full name\"",
            "type the secret password into textbox \"Password\"",
            "click checkbox \"Newsletter\"",
            "click radio \"Full\"",
            "click radio \"Basic\"",
            "type \"one\\ntwo\" into textbox \"Notes\"",
            "click button \"Save customer\"",
            "click link \"Another one\"",
        ]
    );
    assert!(understood.gaps.is_empty());
}
