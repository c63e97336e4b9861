//! When a page is at rest after an action, and how long a page that blocks can keep a caller waiting.
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use autorpa_device_web::{Web, find_chromium};
use device::{Device, DeviceError};
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
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let saved = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&saved);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let counter = Arc::clone(&counter);
                thread::spawn(move || answer(stream, page, &counter));
            }
        });
        Self { port, saved }
    }

    fn open(&self) -> Web {
        Web::open(&format!("http://127.0.0.1:{}/", self.port)).expect("Chromium starts")
    }
}

fn answer(mut stream: TcpStream, page: &str, saved: &AtomicUsize) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line).ok()? > 2 {
        if let Some(it) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = it.trim().parse().ok()?;
        }
        line.clear();
    }
    reader.take(length).read_to_end(&mut Vec::new()).ok()?;
    let page = if first.starts_with("POST") {
        let (never, lock) = (Condvar::new(), Mutex::new(()));
        drop(never.wait_timeout(lock.lock().ok()?, TAKES).ok()?);
        saved.fetch_add(1, Ordering::SeqCst);
        "saved"
    } else {
        page
    };
    let length = page.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(format!("{head}{page}").as_bytes()).ok()
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
