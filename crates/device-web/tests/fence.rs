//! Where a page may be taken: a script, a link, a redirect, a form, a timer and a window are all refused alike.
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

use std::sync::{Arc, Mutex};

use autorpa_device_web::{Browser, Fence, Options, Web, find_chromium};
use device::{Device, DeviceError};
use testkit::{Answer, serve};
use ui::{Action, Key, Locator, find};

/// A server that answers every path, and remembers what it was asked for.
struct Server {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// `other` is the address that its links lead to.
    fn start(other: String) -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&asked);
        let port = serve(move |asked| {
            let path = asked.path();
            told.lock().expect("nobody panics with it").push(path.to_owned());
            answer(path, &other)
        })
        .port();
        Self { port, asked }
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// The documents that it was asked for.
    fn asked(&self) -> Vec<String> {
        let mut asked = self.asked.lock().expect("nobody panics with it").clone();
        asked.retain(|it| it != "/favicon.ico");
        asked
    }
}

fn answer(path: &str, other: &str) -> Answer {
    let (status, body) = match path {
        "/away" => (format!("302 Found\r\nLocation: {other}redirected"), String::new()),
        "/private" => (
            "401 Unauthorized\r\nWWW-Authenticate: Basic realm=x".to_owned(),
            String::new(),
        ),
        "/broken" => ("503 Service Unavailable".to_owned(), "<p>down</p>".to_owned()),
        "/missing" => ("404 Not Found".to_owned(), "<p>an app of its own</p>".to_owned()),
        "/round" => ("302 Found\r\nLocation: /round".to_owned(), String::new()),
        "/timer" => (
            "200 OK".to_owned(),
            format!("<p>soon</p><script>setTimeout(() => location.href = '{other}timed', 50)</script>"),
        ),
        "/" => (
            "200 OK".to_owned(),
            format!(
                "<title>here</title><a href='{other}linked'>Link</a> <a href='/away'>Redirect</a> \
                 <a href='{other}window' target=_blank>Window</a> <a href='/inside'>Inside</a> \
                 <form method=post action='{other}posted'><button>Send</button></form>"
            ),
        ),
        _ => ("200 OK".to_owned(), format!("<p>{path}</p>")),
    };
    Answer::of(status, "", body)
}

fn click(web: &mut Web, shows: &str) -> Result<(), DeviceError> {
    let screen = web.observe()?;
    let locator: Locator = Locator::by(Key::Text, shows);
    let target = find(&screen, &locator)
        .one()
        .unwrap_or_else(|| panic!("no {shows} in {screen:?}"));
    // What a click leads to may be known only when the page is looked at.
    web.act(&Action::Click { target })?;
    web.settle()?;
    web.observe().map(drop)
}

/// The address in front, and the two servers. None where there is no browser.
fn open(allowed: impl Fn(&Server) -> Vec<String>) -> Option<(Web, Server, Server)> {
    if let Err(it) = find_chromium() {
        eprintln!("skipped: {it}");
        return None;
    }
    let other = Server::start(String::new());
    let own = Server::start(other.address());
    let browser = Browser::launch(Options::default()).expect("it starts");
    let mut page = browser.page().expect("a page");
    let fence = Fence::around(&own.address(), &allowed(&other)).expect("addresses");
    page.stay_within(fence).expect("it can be kept in");
    page.open(&own.address()).expect("it opens");
    Some((Web::new(page), own, other))
}

fn refused(done: Result<(), DeviceError>, other: &Server) {
    match done {
        Err(DeviceError::NotAllowed(why)) => {
            let reason = why.to_string();
            assert!(
                reason.contains(&other.address()) && reason.contains("`allow_origin`"),
                "{reason}"
            );
        }
        done => panic!("not refused: {done:?}"),
    }
}

#[test]
fn whoever_leads_elsewhere_is_refused_and_the_page_stays() {
    let Some((mut web, own, other)) = open(|_| Vec::new()) else {
        return;
    };
    for shows in ["Link", "Redirect", "Send"] {
        refused(click(&mut web, shows), &other);
        assert_eq!(web.observe().expect("it is there").activity, "/ here", "{shows}");
    }
    refused(
        web.act(&Action::OpenLink {
            link: format!("{}typed", other.address()),
        }),
        &other,
    );
    for address in [
        "file:///etc/passwd",
        "chrome://version",
        "view-source:http://127.0.0.1/",
    ] {
        let done = web.page().open(address);
        assert!(
            matches!(
                done,
                Err(DeviceError::NotAllowed { .. } | DeviceError::Unsupported { .. })
            ),
            "{address}: {done:?}"
        );
    }
    assert_eq!(other.asked(), Vec::<String>::new(), "nothing was asked for");
    // What leads on without anybody's doing is known at the next step.
    web.act(&Action::OpenLink {
        link: format!("{}timer", own.address()),
    })
    .expect("it is its own");
    refused(web.rest(), &other);
    assert_eq!(other.asked(), Vec::<String>::new(), "nothing was asked for");
    assert!(web.observe().expect("it is there").activity.starts_with("/timer"));
}

#[test]
fn a_window_that_opens_elsewhere_is_closed() {
    let Some((mut web, _own, other)) = open(|_| Vec::new()) else {
        return;
    };
    refused(click(&mut web, "Window"), &other);
    assert_eq!(web.observe().expect("it is there").activity, "/ here");
    click(&mut web, "Inside").expect("it is its own");
    assert!(
        web.observe()
            .expect("it is there")
            .activity
            .starts_with("/inside")
    );
}

#[test]
fn an_origin_that_is_allowed_is_gone_to() {
    let Some((mut web, _own, other)) = open(|other| vec![other.address()]) else {
        return;
    };
    click(&mut web, "Redirect").expect("it is allowed");
    assert!(
        web.observe()
            .expect("it is there")
            .activity
            .starts_with("/redirected")
    );
    web.act(&Action::NavigateBack).expect("back");
    click(&mut web, "Window").expect("it is allowed");
    assert!(
        web.observe()
            .expect("it is there")
            .activity
            .starts_with("/window")
    );
    assert_eq!(other.asked(), ["/redirected", "/window"]);
}

#[test]
fn an_address_that_does_not_come_says_why() {
    let Some((mut web, own, _other)) = open(|_| vec!["*".to_owned()]) else {
        return;
    };
    let at = |path: &str| format!("{}{path}", own.address());
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let nobody = format!(
        "http://127.0.0.1:{}/",
        free.local_addr().expect("an address").port()
    );
    drop(free);
    for (address, why) in [
        (at("private"), "login"),
        (at("broken"), "HTTP 503"),
        (at("round"), "without an end"),
        (nobody, "nothing listens"),
        ("http://no-such-machine.invalid/".to_owned(), "DNS"),
    ] {
        let done = web.page().open(&address);
        match done {
            Err(DeviceError::Unreachable { reason, .. }) => {
                assert!(reason.contains(why), "{address}: {reason}")
            }
            done => panic!("{address}: {done:?}"),
        }
    }
    // Applications answer 404 with pages of their own.
    web.act(&Action::OpenLink { link: at("missing") })
        .expect("it is a page");
}
