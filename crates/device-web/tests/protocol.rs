//! The client against browsers that answer badly.

use std::{
    net::{TcpListener, TcpStream},
    thread,
    time::Duration,
};

use autorpa_device_web::{Cdp, CdpError};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// A client of a browser that does this after the handshake.
fn client(browser: impl FnOnce(WebSocket<TcpStream>) + Send + 'static) -> Cdp {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        browser(tungstenite::accept(stream).expect("a handshake"));
    });
    Cdp::connect(port, "/devtools/page/x", Duration::from_millis(300)).expect("connects")
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
