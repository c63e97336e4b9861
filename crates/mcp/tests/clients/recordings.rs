//! Recordings that a client begins, with a hand at their browser.

#[path = "../../../device-web/tests/hand/mod.rs"]
mod hand;

use std::{
    net::TcpStream,
    path::Path,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use device_web::find_chromium;
use serde_json::{Value as Json, json};
use testkit::{Answer, Part, serve, there};

use super::{Server, ends::Client, refusal};
use hand::Hand;

const PAGE: &str = "<!doctype html><title>Guests</title><label>Name <input id=name></label> <button onclick=\"said.textContent = 'Hello ' + \
                    document.querySelector('#name').value\">Add</button><p id=said></p>";

/// A site with that page, for as long as the test runs.
fn site() -> String {
    let address = serve(|_| Answer::page(PAGE));
    format!("http://{address}/guests")
}

/// A server in this folder.
fn server(folder: &Path) -> Option<Server> {
    there(Part::Web, find_chromium())?;
    Some(super::server_in(folder, Stdio::null()))
}

/// What a call answers.
#[track_caller]
fn said(answer: &Json) -> Json {
    assert_ne!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["structuredContent"].clone()
}

/// Begin a recording without a window: its number, and the port where its browser can be driven.
#[track_caller]
fn start(server: &mut Server, id: u64, url: &str) -> (u64, u16) {
    let arguments = json!({ "url": url, "name": "add_guest", "goal": "Add the guest Ada.", "hidden": true });
    let begun = said(&server.call(id, "start_recording", &arguments));
    assert_eq!(
        (&begun["state"], &begun["goes_on"]),
        (&json!("recording"), &json!(true))
    );
    let port = begun["devtools"].as_str().unwrap().rsplit(':').next().unwrap();
    (begun["session"].as_u64().unwrap(), port.parse().unwrap())
}

/// Ask how a recording stands until it is so.
#[track_caller]
fn until(server: &mut Server, session: u64, is: impl Fn(&Json) -> bool) -> Json {
    let begun = Instant::now();
    let mut id = 1000;
    loop {
        id += 1;
        let status = said(&server.call(id, "recording_status", &json!({ "session": session })));
        if is(&status) {
            return status;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{status}");
        thread::park_timeout(Duration::from_millis(50));
    }
}

/// Add a guest.
fn add(port: u16) {
    let mut hand = Hand::at_port(port);
    hand.until("!!document.querySelector('#name')");
    hand.until_drawn();
    hand.click("#name");
    hand.keys("Ada");
    hand.click("button");
    hand.until("document.querySelector('#said').textContent === 'Hello Ada'");
}

/// Whether anything listens there within a while; a browser takes some time to end.
fn is_gone(port: u16) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(20) {
        if TcpStream::connect(("127.0.0.1", port)).is_err() {
            return true;
        }
        thread::park_timeout(Duration::from_millis(50));
    }
    false
}

#[test]
fn what_a_hand_does_is_recorded_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut server) = server(folder.path()) else {
        return;
    };
    let (session, port) = start(&mut server, 1, &site());
    add(port);
    let status = until(&mut server, session, |it| {
        it["steps"].as_array().unwrap().len() == 2
    });
    let step = status["steps"][0]["step"].as_str().unwrap();
    assert!(step.contains("Ada") && step.contains("Name"), "{status}");
    let kept = said(&server.call(2, "stop_recording", &json!({ "session": session })));
    assert_eq!(kept["steps"].as_array().unwrap().len(), 2, "{kept}");
    assert_eq!(kept["gaps"], json!([]), "{kept}");
    let id = kept["recording"].as_str().unwrap();
    assert!(kept["next"].to_string().contains(id), "{kept}");
    assert!(is_gone(port));
    // It is over.
    let why = refusal(&server.call(3, "stop_recording", &json!({ "session": session })));
    assert!(why.contains("is over: it was kept"), "{why}");
    let status = said(&server.call(4, "recording_status", &json!({ "session": session })));
    assert_eq!(
        (&status["state"], &status["goes_on"]),
        (&json!("kept"), &json!(false))
    );
    // Where recordings are.
    let home = autorpa::Home::new(&folder.path().join("home"), folder.path().join("library"));
    let bank = trajectory::Bank::open(&home.bank).unwrap();
    assert_eq!(
        bank.load(&trajectory::RecordingId(id.to_owned()))
            .unwrap()
            .steps
            .len(),
        2
    );
}

#[test]
fn a_recording_that_is_discarded_is_not_kept_and_its_page_may_go() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut server) = server(folder.path()) else {
        return;
    };
    let url = site();
    let (first, port) = start(&mut server, 1, &url);
    let (second, other) = start(&mut server, 2, &url);
    add(port);
    let gone = said(&server.call(3, "stop_recording", &json!({ "session": first, "keep": false })));
    assert_eq!(gone["state"], "discarded", "{gone}");
    assert!(is_gone(port));
    // The second one's page is closed: that is said, and what was done before can be kept.
    add(other);
    until(&mut server, second, |it| {
        it["steps"].as_array().unwrap().len() == 2
    });
    Hand::at_port(other).call("Page.close", json!({}));
    let status = until(&mut server, second, |it| it["goes_on"] == false);
    assert_eq!(
        (&status["state"], &status["why"]),
        (&json!("page_gone"), &json!("the page was closed"))
    );
    let kept = said(&server.call(4, "stop_recording", &json!({ "session": second })));
    assert_eq!(
        (&kept["outcome"], kept["steps"].as_array().unwrap().len()),
        (&json!("cancelled"), 2)
    );
}

#[test]
fn a_client_that_vanishes_leaves_no_browser_behind() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut server) = server(folder.path()) else {
        return;
    };
    let url = site();
    let ports = [1, 2].map(|id| start(&mut server, id, &url).1);
    add(ports[0]);
    drop(server.child.stdin.take());
    assert!(server.child.wait().unwrap().success());
    assert!(ports.into_iter().all(is_gone));
    // A server that is killed takes them along as well.
    let mut server = self::server(folder.path()).unwrap();
    let (_, port) = start(&mut server, 1, &url);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    assert!(is_gone(port));
}

#[test]
fn what_is_no_page_too_much_or_outside_the_policy_is_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    let policy = "[policy]\nallow_origin = [\"https://crm.example\"]\n";
    std::fs::write(folder.path().join("autorpa.toml"), policy).unwrap();
    let Some(mut strict) = server(folder.path()) else {
        return;
    };
    let url = site();
    let why = refusal(&strict.call(1, "start_recording", &json!({ "url": url, "hidden": true })));
    assert!(why.contains("crm.example") || why.contains("not"), "{why}");
    for (id, page) in (2..).zip([
        "file:///etc/passwd",
        "data:text/html,x",
        "chrome://settings",
        "crm",
    ]) {
        let why = refusal(&strict.call(id, "start_recording", &json!({ "url": page })));
        assert!(why.contains("begins at an http or https address"), "{why}");
    }
    let why = refusal(&strict.call(10, "start_recording", &json!({ "uri": url })));
    assert!(why.contains("the arguments are wrong"), "{why}");
    let why = refusal(&strict.call(11, "recording_status", &json!({ "session": 7 })));
    assert!(why.contains("there is no recording 7"), "{why}");

    let folder = tempfile::tempdir().unwrap();
    let mut server = server(folder.path()).unwrap();
    for id in 1..=4 {
        start(&mut server, id, &url);
    }
    let why = refusal(&server.call(5, "start_recording", &json!({ "url": url, "hidden": true })));
    assert!(why.contains("4 recordings go on already"), "{why}");
}

/// Over HTTP a recording is not bound to a connection: another client of the same server goes on with it. It ends with the server.
#[test]
fn over_http_a_recording_outlives_its_client_and_ends_with_the_server() {
    let folder = tempfile::tempdir().unwrap();
    if there(Part::Web, find_chromium()).is_none() {
        return;
    }
    let (mut server, url) = super::over_http(folder.path());
    let site = site();
    let begin = || {
        let arguments =
            json!({ "url": site, "name": "add_guest", "goal": "Add the guest Ada.", "hidden": true });
        let begun = Client::new(&url).said("start_recording", &arguments);
        let port = begun["devtools"].as_str().unwrap().rsplit(':').next().unwrap();
        (begun["session"].clone(), port.parse::<u16>().unwrap())
    };
    let (session, port) = begin();
    add(port);
    let other = Client::new(&url);
    let begun = Instant::now();
    while other.said("recording_status", &json!({ "session": session }))["steps"]
        .as_array()
        .unwrap()
        .len()
        < 2
    {
        assert!(begun.elapsed() < Duration::from_secs(30));
        thread::park_timeout(Duration::from_millis(50));
    }
    let kept = other.said("stop_recording", &json!({ "session": session }));
    assert_eq!(kept["steps"].as_array().unwrap().len(), 2, "{kept}");
    let (_, port) = begin();
    super::ends::told(&server, "-TERM");
    assert!(server.child.wait().unwrap().success());
    assert!(is_gone(port));
}
