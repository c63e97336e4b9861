//! The client against browsers that answer badly, and what a real one says where a document is gone.

use crate::site;

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::Duration,
};

use autorpa_device_web::{Browser, Cdp, CdpError, Door, Options, Refusal, find_chromium};
use serde_json::{Value, json};
use site::Site;
use testkit::{Part, there};
use tungstenite::{Message, WebSocket};

/// A client of a browser that does this after the handshake.
fn client(browser: impl FnOnce(WebSocket<TcpStream>) + Send + 'static) -> Cdp {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        browser(tungstenite::accept(stream).expect("a handshake"));
    });
    Cdp::connect(&port.into(), "/devtools/page/x", Duration::from_millis(300)).expect("connects")
}

fn say(socket: &mut WebSocket<TcpStream>, text: &str) {
    socket.send(Message::text(text)).expect("sends");
}

#[test]
fn what_is_no_answer_is_skipped() {
    let mut cdp = client(|mut socket| {
        socket.read().expect("a command");
        for noise in [
            "not json",
            "[1, 2]",
            "null",
            "{\"id\": \"1\"}",
            "{\"method\": 5}",
            "{\"method\": \"Page.x\"}",
            "{\"id\": 99}",
        ] {
            say(&mut socket, noise);
        }
        socket.send(Message::binary(vec![0xff, 0])).expect("sends");
        say(&mut socket, "{\"id\": 1, \"result\": {\"value\": 7}}");
    });
    let answer = cdp.call("Runtime.evaluate", json!({})).expect("an answer");
    assert_eq!(answer.get("value").and_then(Value::as_i64), Some(7));
    assert_eq!(cdp.last_event(&["Page.x"]), Some("Page.x"));
}

#[test]
fn answers_of_a_batch_come_in_any_order() {
    let mut cdp = client(|mut socket| {
        for _ in 0..3 {
            socket.read().expect("a command");
        }
        for id in [3, 1, 2] {
            say(&mut socket, &format!("{{\"id\": {id}, \"result\": {id}}}"));
        }
    });
    let answers = cdp
        .batch(vec![("A", json!({})), ("B", json!({})), ("C", json!({}))])
        .expect("answers");
    assert_eq!(answers, [json!(1), json!(2), json!(3)]);
}

#[test]
fn a_refusal_a_silence_and_an_end_are_three_things() {
    let mut cdp = client(|mut socket| {
        socket.read().expect("a command");
        say(&mut socket, "{\"id\": 1, \"error\": 7}");
        socket.read().expect("another");
        socket.read().expect("a third");
    });
    assert!(matches!(cdp.call("A", json!({})), Err(CdpError::Refused { method, .. }) if method == "A"));
    assert!(matches!(cdp.call("B", json!({})), Err(CdpError::Late { method, .. }) if method == "B"));
    assert!(matches!(
        cdp.call("C", json!({})),
        Err(CdpError::Closed { .. } | CdpError::Late { .. })
    ));
    assert!(matches!(cdp.call("D", json!({})), Err(CdpError::Closed { method, .. }) if method == "D"));
}

/// A client of a new page of a real browser.
fn page_of(browser: &Browser) -> Cdp {
    let port = browser.port().expect("it listens at a port");
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    let asked = format!("GET /json/version HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(asked.as_bytes()).expect("asks");
    // It may keep the connection.
    let mut answer = String::new();
    for line in BufReader::new(stream).lines() {
        answer.push_str(&line.expect("answers"));
        if answer.contains("webSocketDebuggerUrl") {
            break;
        }
    }
    let (_, rest) = answer
        .split_once("/devtools/browser/")
        .expect("it says its address");
    let (id, _) = rest.split_once('"').expect("a text");
    let most = Duration::from_secs(20);
    let mut whole = Cdp::connect(&port.into(), &format!("/devtools/browser/{id}"), most).expect("connects");
    let made = whole.call("Target.createTarget", json!({ "url": "about:blank" }));
    let page = made.expect("a page")["targetId"]
        .as_str()
        .expect("an id")
        .to_owned();
    Cdp::connect(&port.into(), &format!("/devtools/page/{page}"), most).expect("connects")
}

/// What it says to the first of these commands, the second of which makes the first impossible.
fn refused(cdp: &mut Cdp, first: (&'static str, Value), second: (&'static str, Value)) -> CdpError {
    let answers = cdp
        .batch_each(vec![first, second], |_, _| false)
        .expect("both are answered");
    let first = answers.into_iter().next().expect("it was asked");
    first.expect_err("it can't be done")
}

/// A promise that is never kept, waited for in this context.
fn never(context: Option<&Value>) -> (&'static str, Value) {
    let mut params = json!({ "expression": "globalThis.held = new Promise(() => {})", "awaitPromise": true });
    if let Some(context) = context {
        params["contextId"] = context.clone();
    }
    ("Runtime.evaluate", params)
}

fn evaluate(cdp: &mut Cdp, expression: &str) {
    let params = json!({ "expression": expression });
    cdp.call("Runtime.evaluate", params).expect("evaluates");
}

/// A world of our own in a frame of the page.
fn world_in_a_frame(cdp: &mut Cdp) -> Value {
    evaluate(cdp, "document.body.append(document.createElement('iframe'))");
    let tree = cdp.call("Page.getFrameTree", json!({})).expect("answers");
    let frame = tree
        .pointer("/frameTree/childFrames/0/frame/id")
        .expect("a frame");
    let made = cdp.call(
        "Page.createIsolatedWorld",
        json!({ "frameId": frame, "worldName": "own" }),
    );
    made.expect("a world")["executionContextId"].clone()
}

/// The wordings by which a document that is gone is known, brought about in a real browser.
#[test]
fn a_real_browser_still_says_that_a_document_is_gone_in_these_words() {
    if there(Part::Web, find_chromium()).is_none() {
        return;
    }
    let site = Site::with(|_| vec![("one.html", "<!DOCTYPE html><p>a page".to_owned())]);
    let options = Options {
        door: Door::Port,
        ..Options::default()
    };
    let browser = Browser::launch(options).expect("it starts");
    let one = site.url("127.0.0.1", "one.html");
    let open = || {
        let mut cdp = page_of(&browser);
        cdp.call("Page.enable", json!({})).expect("enables");
        cdp.call("Page.navigate", json!({ "url": one })).expect("opens");
        cdp.wait_event("Page.loadEventFired", Duration::from_secs(20))
            .expect("loads");
        cdp
    };
    let nobody = json!({ "expression": "1", "contextId": 987_654 });
    let (mut framed, mut left) = (open(), open());
    let world = world_in_a_frame(&mut framed);
    let remove = json!({ "expression": "document.querySelector('iframe').remove()" });
    let said = [
        (
            "Cannot find context",
            open()
                .call("Runtime.evaluate", nobody)
                .expect_err("no such world"),
        ),
        (
            "context was destroyed",
            refused(&mut framed, never(Some(&world)), ("Runtime.evaluate", remove)),
        ),
        (
            "navigated or closed",
            refused(&mut left, never(None), ("Page.reload", json!({}))),
        ),
    ];
    for (wording, error) in said {
        match &error {
            CdpError::Refused { why, message, .. } => {
                assert_eq!(*why, Refusal::ContextGone, "{wording}: {error}");
                assert!(message.contains(wording), "{wording}: {message}");
            }
            other => panic!("{wording}: {other}"),
        }
    }
    // The same code stands for other things, which are no end of a document.
    let error = open().call("Page.navigate", json!({ "url": "no address" }));
    assert!(
        matches!(
            &error,
            Err(CdpError::Refused {
                why: Refusal::Other,
                ..
            })
        ),
        "{error:?}"
    );
}
