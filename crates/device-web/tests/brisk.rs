//! A hand that waits for nothing: it presses as soon as a page has come, in lists, in windows and after somebody else, and
//! says that it is done right after a press.

use crate::hand;

use std::{thread, time::Duration};

use autorpa_device_web::{Browser, Ears, Hearing, Listened, Listener, Options, Web, Window};
use device::{Device, DeviceError};
use hand::Hand;
use recorder::{Recorder, sentence};
use testkit::{Answer, Asked, Part};
use ui::{Action, Key, Locator, Screen, Touch, find};

/// How long the server thinks where it is slow.
const THINKS: Duration = Duration::from_millis(900);

/// Somebody shows something.
struct Shown {
    url: String,
    listener: Listener,
    recorder: Recorder,
}

impl Shown {
    /// At the pages that a server gives.
    fn of(answer: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Option<Self> {
        let url = format!("http://{}/", testkit::serve(answer));
        let ears = Ears::Own {
            window: Window::Hidden,
            profile: None,
        };
        match Listener::open(Hearing::of(&ears, &url)) {
            Err(error @ DeviceError::NoStart { .. }) => {
                testkit::skip(Part::Web, error);
                None
            }
            opened => Some(Self {
                url,
                listener: opened.expect("opens"),
                recorder: Recorder::new(),
            }),
        }
    }

    fn begin_again(&mut self) {
        self.listener.begin_again(&self.url).expect("begins");
        self.recorder = Recorder::new();
    }

    fn hear(&mut self, most: Duration) -> bool {
        match self.listener.listen(most) {
            Listened::Heard(heard) => {
                self.recorder.hear(&heard);
                true
            }
            Listened::Nothing => false,
            other => panic!("{other:?}"),
        }
    }

    /// Hear what a hand does, and not a moment longer.
    fn while_hand(&mut self, does: impl FnOnce(&mut Hand) + Send + 'static) {
        let port = self.listener.browser().and_then(Browser::port).expect("a port");
        let hand = thread::spawn(move || does(&mut Hand::at_port(port)));
        while !hand.is_finished() {
            self.hear(Duration::from_millis(20));
        }
        hand.join().expect("the hand has done all");
    }

    /// That was all: the last screen.
    fn done(&mut self) -> Screen {
        self.listener.rest();
        while self.hear(Duration::ZERO) {}
        self.recorder.end();
        let look = self.recorder.last_look().expect("it shows something");
        Screen::clone(&look.screen)
    }

    fn steps(&self) -> Vec<String> {
        self.recorder.steps().iter().map(sentence).collect()
    }
}

fn shows(screen: &Screen, text: &str) -> bool {
    let mut all = screen.elements.iter();
    all.any(|it| it.text.as_deref().is_some_and(|it| it.contains(text)))
}

fn think() {
    #[expect(clippy::disallowed_methods, reason = "a server that takes its time")]
    thread::sleep(THINKS);
}

const SLOW: &str = r#"<!doctype html><title>First</title>
<p><a id=link href=/slow>Link</a> <a id=beside href=/slow target=_blank>Beside</a> <a id=file href=/file>File</a></p>
<form method=post action=/keep><button id=keep>Keep</button></form>
<p><button id=script onclick="setTimeout(() => location = '/slow')">Script</button>
<button id=part onclick="fetch('/part').then((it) => it.text()).then((it) => said.textContent = it)">Part</button></p><p id=said></p>"#;

fn slow(asked: &Asked) -> Answer {
    match asked.path() {
        "/" => Answer::page(SLOW),
        "/keep" => {
            think();
            Answer::of("303 See Other", "Location: /slow\r\n", "")
        }
        "/file" => Answer::of(
            "200 OK",
            "Content-Disposition: attachment; filename=it.txt\r\n",
            "x",
        ),
        "/slow" => {
            think();
            Answer::page("<!doctype html><title>Second</title><p>it came</p>")
        }
        "/part" => {
            think();
            Answer::of("200 OK", "", "it came")
        }
        _ => Answer::of("404 Not Found", "", ""),
    }
}

#[test]
fn what_a_press_leads_to_is_seen_last_however_long_it_takes() {
    let Some(mut shown) = Shown::of(slow) else { return };
    for (which, seen) in [
        ("#link", "it came"),
        ("#keep", "it came"),
        ("#script", "it came"),
        ("#part", "it came"),
        ("#file", "Beside"),
        // The new window is the one in front from then on.
        ("#beside", "it came"),
    ] {
        shown.begin_again();
        shown.while_hand(move |hand| {
            hand.until_drawn();
            hand.click(which);
        });
        let last = shown.done();
        assert!(shows(&last, seen), "{which}: {}", ui::describe(&last));
        assert_eq!(shown.steps().len(), 1, "{which}: {:?}", shown.steps());
    }
}

const WORKED_ON: &str = r#"<!doctype html><title>Both</title><style>* { box-sizing: border-box }</style>
<p><button id=one onclick="said.textContent += ' one'">One</button> <button id=ask onclick="said.textContent += confirm('Sure?') ? ' yes' : ' no'">Ask</button>
<a id=on href=/next>On</a></p><p><label for=n>Name</label> <input id=n></p><p id=said>-</p>"#;

/// Another hand works on the page, by what the device does.
fn works(shown: &Shown, texts: &[&str]) {
    let page = shown
        .listener
        .page_to_work_on(Options::default())
        .expect("attaches");
    let mut web = Web::new(page);
    for text in texts {
        let screen = web.observe().expect("observes");
        let locator: Locator = Locator::by(Key::Text, *text);
        let target = find(&screen, &locator).one();
        let target = target.unwrap_or_else(|| panic!("{text}: {}", ui::describe(&screen)));
        web.act(&Action::Click { target }).expect("clicks");
        web.settle().expect("settles");
    }
}

/// Click beside the middle, as people do, and type.
fn type_beside_the_middle(hand: &mut Hand, text: &str) {
    let (x, y) = hand.place("#n");
    hand.click_at((x - 20.0, y + 3.0));
    hand.keys(text);
    hand.until(&format!("document.querySelector('#n').value === {text:?}"));
}

#[test]
fn a_page_that_somebody_else_has_worked_on_takes_the_presses_of_a_person() {
    let shown = Shown::of(|asked| match asked.path() {
        "/" | "/next" => Answer::page(WORKED_ON),
        _ => Answer::of("404 Not Found", "", ""),
    });
    let Some(mut shown) = shown else { return };
    for texts in [&["One"][..], &["One", "On"]] {
        shown.begin_again();
        works(&shown, texts);
        shown.while_hand(|hand| type_beside_the_middle(hand, "Ada"));
        let last = shown.done();
        assert!(last.elements.iter().any(|it| it.value.as_deref() == Some("Ada")));
        assert!(
            shown
                .steps()
                .last()
                .is_some_and(|it| it.starts_with("type \"Ada\"")),
            "{:?}",
            shown.steps()
        );
    }
    // It stops at a dialog, which the person answers.
    shown.begin_again();
    works(&shown, &["One", "Ask"]);
    while shown.hear(Duration::from_millis(500)) {}
    assert!(shown.listener.open_dialog().is_some(), "{:?}", shown.steps());
    let answer = Touch::AnswerDialog {
        accept: true,
        text: None,
    };
    shown
        .listener
        .touch(&answer, &Screen::default())
        .expect("answers");
    shown.while_hand(|hand| {
        hand.until("said.textContent === '- one yes'");
        type_beside_the_middle(hand, "Bob");
    });
    shown.done();
    assert_eq!(shown.steps().len(), 4, "{:?}", shown.steps());
}

const LISTS: &str = r#"<!doctype html><title>Lists</title>
<p><label for=c>Country</label> <select id=c><option>Netherlands<option>Germany<option>France</select></p>
<p><label for=k>Kind</label> <select id=k onchange="more.hidden = k.value !== 'Company'"><option>Person<option>Company</select></p>
<p id=more hidden><label for=v>Number</label> <input id=v></p>
<p><button id=s onclick="said.textContent = c.value + ' ' + k.value + ' ' + v.value">Join</button></p><p id=said></p>"#;

#[test]
fn lists_are_chosen_from_and_left_at_once() {
    let Some(mut shown) = Shown::of(|_| Answer::page(LISTS)) else {
        return;
    };
    shown.while_hand(|hand| {
        hand.until_drawn();
        // The browser's own list opens, by the pointer and by a key.
        hand.click("#c");
        hand.key("ArrowDown", 40, 0);
        hand.key("Enter", 13, 0);
        hand.until("c.value === 'Germany'");
        hand.value("k.focus()");
        hand.key("ArrowDown", 40, 0);
        hand.click("#v");
        hand.keys("77-1");
        hand.click("#s");
        hand.until("said.textContent === 'Germany Company 77-1'");
    });
    let last = shown.done();
    assert!(shows(&last, "Germany Company 77-1"));
    assert_eq!(
        shown.steps(),
        [
            "choose \"Germany\" in combobox \"Country\" (#c)",
            "choose \"Company\" in combobox \"Kind\" (#k)",
            "type \"77-1\" into textbox \"Number\" (#v)",
            "click button \"Join\" (#s)",
        ]
    );
}

#[test]
fn pages_are_gone_through_as_soon_as_they_come() {
    let shown = Shown::of(|asked| {
        let at: u32 = asked.path().trim_start_matches('/').parse().unwrap_or(0);
        let next = at + 1;
        Answer::page(format!(
            "<!doctype html><title>Page {at}</title><p>page {at}</p><a href=/{next}>To {next}</a>"
        ))
    });
    let Some(mut shown) = shown else { return };
    shown.while_hand(|hand| {
        for at in 0..6 {
            hand.until(&format!(
                "document.readyState === 'complete' && document.title === 'Page {at}'"
            ));
            hand.until_drawn();
            hand.click("a");
        }
    });
    let last = shown.done();
    assert!(shows(&last, "page 6"), "{}", ui::describe(&last));
    let expected: Vec<String> = (1..=6).map(|it| format!("click link \"To {it}\"")).collect();
    assert_eq!(shown.steps(), expected);
    // Each was done on its own page.
    for (at, step) in shown.recorder.steps().iter().enumerate() {
        assert!(shows(&step.screen, &format!("page {at}")), "{at}");
    }
}

const OPENER: &str = r#"<!doctype html><title>Opener</title><button onclick="window.open('/window', 'w', 'width=400,height=300')">Choose</button>"#;
const WINDOW: &str = r#"<!doctype html><title>Window</title><p>choose here</p><a id=on href=/slow>On</a>"#;

#[test]
fn a_window_is_pressed_in_as_soon_as_it_comes() {
    let shown = Shown::of(|asked| match asked.path() {
        "/window" => {
            think();
            Answer::page(WINDOW)
        }
        "/slow" => slow(asked),
        _ => Answer::page(OPENER),
    });
    let Some(mut shown) = shown else { return };
    shown.while_hand(|hand| {
        hand.until_drawn();
        hand.click("button");
    });
    assert!(shows(&shown.done(), "choose here"), "{:?}", shown.steps());
    shown.while_hand(|hand| {
        let mut window = hand.at_other();
        window.click("#on");
    });
    assert!(shows(&shown.done(), "it came"), "{:?}", shown.steps());
    assert_eq!(
        shown.steps(),
        ["click button \"Choose\"", "click link \"On\" (#on)"]
    );
}
