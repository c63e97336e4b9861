//! When a page is at rest after an action, and how long a page that blocks can keep a caller waiting.
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use std::{
    net::TcpListener,
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use autorpa_device_web::{Web, find_chromium};
use device::{Device, DeviceError};
use testkit::{Answer, Asked, serve};
use ui::{Action, Key, Locator, find};

/// How long the server takes over what is sent to it.
const TAKES: Duration = Duration::from_millis(300);

/// A server of one page that counts what it has saved.
struct Server {
    port: u16,
    saved: Arc<AtomicUsize>,
}

impl Server {
    fn with(page: &'static str) -> Self {
        let saved = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&saved);
        let port = serve(move |asked| answer(asked, page, &counter)).port();
        Self { port, saved }
    }

    fn open(&self) -> Web {
        Web::open(&format!("http://127.0.0.1:{}/", self.port)).expect("Chromium starts")
    }
}

fn answer(asked: &Asked, page: &str, saved: &AtomicUsize) -> Answer {
    if !asked.is_post() {
        return Answer::page(page);
    }
    keep_waiting(TAKES);
    let count = 1 + saved.fetch_add(1, Ordering::SeqCst);
    Answer::page(format!("<p>saved {count}</p>{page}"))
}

/// A server takes so long over its answer.
fn keep_waiting(time: Duration) {
    let (never, lock) = (Condvar::new(), Mutex::new(()));
    let held = lock.lock().expect("nobody panics with it");
    drop(never.wait_timeout(held, time).expect("nobody panics with it"));
}

fn click_save(web: &mut Web) -> Result<(), DeviceError> {
    let screen = web.observe()?;
    let save: Locator = Locator::by(Key::Text, "Save");
    let target = find(&screen, &save).one().expect("the button is there");
    web.act(&Action::Click { target })
}

fn there(test: &str) -> bool {
    find_chromium()
        .map_err(|it| eprintln!("skipped {test}: {it}"))
        .is_ok()
}

#[test]
fn what_a_click_sends_has_its_answer_when_the_page_is_at_rest() {
    if !there("what_a_click_sends_has_its_answer_when_the_page_is_at_rest") {
        return;
    }
    for page in [
        "<form method=post action=/save><button>Save</button></form>",
        "<button onclick=\"fetch('/save', { method: 'POST' })\">Save</button>",
        "<button onclick=\"setTimeout(() => fetch('/save', { method: 'POST' }), 200)\">Save</button>",
        "<button onclick=\"this.title = 'saving'; setTimeout(() => document.forms[0].submit(), 200)\">Save</button>
         <form method=post action=/save></form>",
    ] {
        let server = Server::with(page);
        let mut web = server.open();
        click_save(&mut web).expect("clicks");
        web.rest().expect("comes to rest");
        assert_eq!(server.saved.load(Ordering::SeqCst), 1, "{page}");
    }
}

#[test]
fn a_page_that_is_drawn_by_its_scripts_is_waited_for() {
    if !there("a_page_that_is_drawn_by_its_scripts_is_waited_for") {
        return;
    }
    let page = "<div id=app><svg width=20 height=20><path d='M0 0h9v9z'/></svg></div><script src=/app.js></script><script>
        setTimeout(() => fetch('/part').then(() => setTimeout(() => { app.innerHTML = '<button>Save</button>'; }, 1200)), 1200)
        </script>";
    let mut web = Server::with(page).open();
    click_save(&mut web).expect("it is there at the first look");
}

/// A page that sends what it has to keep one after the other, a while after the press, and asks before it is left.
const KEEPS: &str = "<button onclick=\"keep(2)\">Save</button><p id=told></p><script>
let unkept = 0;
const keep = (many) => {
  told.textContent = unkept = many;
  if (many) setTimeout(() => fetch('/save', { method: 'POST' }).then(() => keep(many - 1)), 900);
};
addEventListener('beforeunload', (event) => { if (unkept) event.preventDefault(); });
</script>";
/// A page whose text nobody sends.
const DRAFT: &str =
    "<button onclick=\"this.title = 'typed'; onbeforeunload = () => 'It is not sent yet.'\">Save</button>";

#[test]
fn a_page_that_would_ask_before_it_is_left_is_waited_for_as_long_as_it_keeps_something() {
    if !there("a_page_that_would_ask_before_it_is_left_is_waited_for_as_long_as_it_keeps_something") {
        return;
    }
    for (page, saved, unsaved) in [(KEEPS, 2, false), (DRAFT, 0, true)] {
        let server = Server::with(page);
        let mut web = server.open();
        click_save(&mut web).expect("clicks");
        web.rest().expect("comes to rest");
        web.await_saved().expect("keeps what it has");
        assert_eq!(server.saved.load(Ordering::SeqCst), saved, "{page}");
        let told = web.changes().iter().any(|it| it.contains("not saved"));
        assert_eq!(told, unsaved, "{page}");
    }
}

#[test]
fn what_may_write_and_has_no_answer_is_no_rest() {
    if !there("what_may_write_and_has_no_answer_is_no_rest") {
        return;
    }
    let page = "<button onclick=\"fetch('/KIND', { method: 'KIND' })\">Save</button>";
    for (kind, rests) in [("POST", false), ("GET", true)] {
        let page = page.replace("KIND", kind);
        let port = serve(move |asked| {
            if asked.path() != "/" {
                keep_waiting(Duration::from_secs(20));
            }
            Answer::page(page.clone())
        });
        let mut web = Web::open(&format!("http://127.0.0.1:{}/", port.port())).expect("Chromium starts");
        click_save(&mut web).expect("clicks");
        // Whatever is done meanwhile, it is still on its way.
        web.observe().expect("observes");
        web.act(&Action::Scroll {
            target: None,
            direction: ui::Direction::Down,
        })
        .expect("scrolls");
        web.limit(Some(Duration::from_secs(2)));
        let rested = web.await_answers();
        let named = matches!(&rested, Err(DeviceError::Unanswered { sent, .. }) if sent.ends_with("/POST"));
        assert_eq!((rested.is_ok(), named), (rests, !rests), "{kind}: {rested:?}");
    }
}

#[test]
fn what_a_page_asks_again_by_itself_is_waited_for_by_nobody() {
    if !there("what_a_page_asks_again_by_itself_is_waited_for_by_nobody") {
        return;
    }
    let page = "<button onclick=\"poll()\">Save</button>
        <script>const poll = () => fetch('/poll', { method: 'POST' }); poll();</script>";
    let port = serve(move |asked| {
        if asked.path() != "/" {
            keep_waiting(Duration::from_secs(20));
        }
        Answer::page(page)
    });
    let mut web = Web::open(&format!("http://127.0.0.1:{}/", port.port())).expect("Chromium starts");
    click_save(&mut web).expect("clicks");
    web.limit(Some(Duration::from_secs(2)));
    web.await_answers().expect("nothing was sent for the press");
}

#[test]
fn what_is_sent_that_may_write_is_told_whatever_sends_it() {
    if !there("what_is_sent_that_may_write_is_told_whatever_sends_it") {
        return;
    }
    let cases = [
        (
            "<div onclick=\"fetch('/save?token=1', { method: 'POST' })\">Save</div>",
            vec!["POST to /save"],
        ),
        (
            "<form method=post action=/next><button>Save</button></form>",
            vec!["POST to /next"],
        ),
        (
            "<button onclick=\"setTimeout(() => navigator.sendBeacon('/told', 'x'), 100)\">Save</button>",
            vec!["POST to /told"],
        ),
        (
            "<form method=post action=/next target=_blank><button>Save</button></form>",
            vec!["something to /next"],
        ),
        // A form that is submitted as a question is told as that; a script that looks something up only asks.
        (
            "<form action=/find><input name=q><button>Save</button></form>",
            vec!["GET to /find"],
        ),
        ("<button onclick=\"fetch('/find?q=1')\">Save</button>", vec![]),
    ];
    for (page, expected) in cases {
        let server = Server::with(page);
        let mut web = server.open();
        web.observe().expect("observes");
        assert_eq!(web.sent(), Some(Vec::new()), "{page}");
        click_save(&mut web).expect("clicks");
        web.observe().expect("observes");
        web.rest().expect("comes to rest");
        let sent = web.sent().expect("a page can tell");
        let origin = format!("http://127.0.0.1:{}", server.port);
        let sent: Vec<String> = sent
            .iter()
            .map(|it| it.to_string().replace(&origin, ""))
            .collect();
        assert_eq!(sent, expected, "{page}");
    }
}

/// What is known of the loads before a form is sent is not taken for the load that it leads to.
#[test]
fn the_page_that_answers_a_form_is_waited_for_each_time() {
    if !there("the_page_that_answers_a_form_is_waited_for_each_time") {
        return;
    }
    let server = Server::with("<form method=post action=/save><button>Save</button></form>");
    let mut web = server.open();
    for count in 1..=3 {
        click_save(&mut web).expect("clicks");
        let screen = web.observe().expect("observes");
        let said: Locator = Locator::by(Key::Text, format!("saved {count}"));
        assert!(find(&screen, &said).one().is_some(), "{count}: {screen:#?}");
    }
}

#[test]
fn a_page_that_blocks_keeps_a_caller_no_longer_than_its_time() {
    if !there("a_page_that_blocks_keeps_a_caller_no_longer_than_its_time") {
        return;
    }
    let server = Server::with("<button onclick=\"for (;;) {}\">Save</button>");
    let mut web = server.open();
    web.observe().expect("observes");
    let started = Instant::now();
    web.limit(Some(Duration::from_secs(2)));
    let clicked = click_save(&mut web);
    let seen = web.observe();
    assert!(clicked.is_err() || seen.is_err(), "{clicked:?} {seen:?}");
    drop(web);
    let took = started.elapsed();
    assert!(took < Duration::from_secs(8), "{took:?}");
}

/// A server of messages that hears all and says nothing.
fn socket() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = listener.local_addr().expect("it has an address").port();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            thread::spawn(move || {
                let Ok(mut socket) = tungstenite::accept(stream) else {
                    return;
                };
                while socket.read().is_ok() {}
            });
        }
    });
    port
}

/// A page that says over a socket what is done on it, who it is as it is loaded, and again and again that it is there.
fn talking() -> Server {
    let port = socket();
    let page = format!(
        "<a href=/other>Other</a> <button onclick=\"socket.send('save Ada')\">Save</button> <script>
           const socket = new WebSocket('ws://127.0.0.1:{port}/?key=1');
           socket.onopen = () => {{
             socket.send('hello from ' + location.pathname);
             setInterval(() => socket.send('here ' + Date.now()), 200);
           }};
         </script>"
    );
    Server::with(Box::leak(page.into_boxed_str()))
}

/// Whoever looks something up on a page writes nothing by what the page says of itself; what he leads to counts.
#[test]
fn a_message_counts_where_somebody_has_led_to_it() {
    if !there("a_message_counts_where_somebody_has_led_to_it") {
        return;
    }
    let server = talking();
    let mut web = server.open();
    let click = |web: &mut Web, text: &str| {
        let screen = web.observe().expect("observes");
        let wanted: Locator = Locator::by(Key::Text, text);
        let target = find(&screen, &wanted).one();
        let target = target.expect("it is there");
        web.act(&Action::Click { target }).expect("clicks");
    };
    let says = |web: &mut Web| {
        for _ in 0..3 {
            web.act(&Action::Wait).expect("waits");
            web.observe().expect("observes");
        }
        let sent = web.sent().expect("a page can tell").into_iter();
        sent.map(|it| it.method).collect::<Vec<String>>()
    };
    assert_eq!(says(&mut web), [""; 0], "as it is loaded");
    click(&mut web, "Other");
    assert_eq!(says(&mut web), [""; 0], "as a link leads to it");
    click(&mut web, "Save");
    assert_eq!(says(&mut web), ["WEBSOCKET"], "what was done");
    let link = format!("http://127.0.0.1:{}/", server.port);
    web.act(&Action::OpenLink { link }).expect("opens");
    assert_eq!(says(&mut web), [""; 0], "as it is opened again");
}

/// A form that a list has drawn anew by the server: what its fields held when it was asked stays, what is typed later does not.
const DRAWN_ANEW: &str = r#"<label>Kind <select id=kind><option>Bug<option>Task</select></label>
<div id=rest><label>Text <input id=text></label></div><p id=said></p>
<script>
kind.onchange = async () => {
  const held = text.value;
  await fetch("/form", { method: "POST" });
  rest.innerHTML = "<label>Text <input id=text></label>";
  text.value = held;
  said.textContent = "a form for a " + kind.value;
};
</script>"#;

#[test]
fn a_form_that_is_drawn_anew_is_waited_for_before_more_is_typed_into_it() {
    if !there("a_form_that_is_drawn_anew_is_waited_for_before_more_is_typed_into_it") {
        return;
    }
    let server = Server::with(DRAWN_ANEW);
    let mut web = server.open();
    let at = |web: &mut Web, label: &str| {
        let screen = web.observe().expect("the page shows");
        let asked: Locator = Locator::by(Key::Label, label);
        find(&screen, &asked).one().expect("the field is there")
    };
    let (target, option) = (at(&mut web, "Kind"), "Task".to_owned());
    web.act(&Action::SelectOption { target, option })
        .expect("is chosen");
    let target = at(&mut web, "Text");
    web.act(&Action::InputText {
        target: Some(target),
        text: "late".to_owned(),
        clear: true,
    })
    .expect("is typed");
    web.rest().expect("the page is there");
    let field = at(&mut web, "Text");
    let screen = web.observe().expect("the page shows");
    assert_eq!(screen.get(field).map(|it| it.held_text()), Some("late"));
}
