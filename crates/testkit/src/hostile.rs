//! Clients that mean no good to a server that speaks HTTP.

use std::{
    io::{ErrorKind, Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

/// How long a server may keep somebody who says nothing.
const PATIENCE: Duration = Duration::from_secs(45);
/// How many come at once.
const CROWD: usize = 600;

/// Bytes that nobody has thought of, the same each time.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    std::iter::repeat_with(next).take(length).collect()
}

fn connected(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server takes no client");
    let limit = Some(PATIENCE);
    stream.set_read_timeout(limit).expect("a limit");
    stream.set_write_timeout(limit).expect("a limit");
    stream
}

/// What a client hears until the connection is closed; `None` where it stays open.
fn heard(mut stream: &TcpStream) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    match stream.read_to_end(&mut all) {
        Ok(_) => Some(all),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => None,
        Err(_) => Some(all),
    }
}

/// Have all kinds of them ask a server at this address and path; those whom these headers let in as well. The server closes on
/// each of them, and answers others all the while, as `alive` asserts.
///
/// # Panics
///
/// Where it does not.
pub fn hostile(address: &str, path: &str, let_in: &str, alive: impl Fn()) {
    let head = |more: &str| {
        let accept = "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n";
        format!("POST {path} HTTP/1.1\r\nHost: {address}\r\n{let_in}\r\n{accept}{more}\r\n")
    };
    let long = "a".repeat(1 << 20);
    let mut junk: Vec<Vec<u8>> = (1..20).map(|seed| noise(seed, 4096)).collect();
    junk.extend(
        [
            "\r\n\r\n\r\n",
            "\u{16}\u{3}\u{1}\u{2}\0\u{1}",
            "GET",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "GET / HTTP/9.9\r\n\r\n",
            &format!("GET /{long} HTTP/1.1\r\n\r\n"),
            &format!("GET / HTTP/1.1\r\nX: {long}\r\n\r\n"),
            &format!("GET / HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(5000)),
            &head("Content-Length: -1\r\n"),
            &head("Content-Length: 99999999999999999999\r\n"),
            &head("Content-Length: 1\r\nContent-Length: 2\r\n"),
            &head("Transfer-Encoding: chunked\r\n").replace("\r\n\r\n", "\r\n\r\nzz\r\n"),
            &head("Transfer-Encoding: chunked\r\n").replace("\r\n\r\n", "\r\n\r\nffffffffffffffff\r\n"),
        ]
        .map(|it| it.as_bytes().to_vec()),
    );
    for bytes in &junk {
        let mut stream = connected(address);
        // It may have closed before all of it is said.
        let _closed = stream
            .write_all(bytes)
            .and_then(|()| stream.shutdown(std::net::Shutdown::Write));
        let said =
            heard(&stream).unwrap_or_else(|| panic!("it stays with {:.80}", String::from_utf8_lossy(bytes)));
        assert!(
            !said.starts_with(b"HTTP/1.1 2"),
            "{:.200}",
            String::from_utf8_lossy(&said)
        );
    }
    alive();
    large(address, &head(&format!("Content-Length: {}\r\n", 100_u64 << 30)));
    large(address, &head("Transfer-Encoding: chunked\r\n"));
    alive();
    let stranger = format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: 100\r\n\r\n{{");
    let slow: Vec<TcpStream> = [
        String::new(),
        format!("POST {path} HTT"),
        head("Content-Length: 100\r\n") + "{",
        head("Transfer-Encoding: chunked\r\n") + "1\r\n{\r\n",
        stranger,
    ]
    .iter()
    .map(|it| {
        let mut stream = connected(address);
        stream.write_all(it.as_bytes()).expect("it is taken");
        stream
    })
    .collect();
    alive();
    let began = Instant::now();
    for (number, stream) in slow.iter().enumerate() {
        assert!(heard(stream).is_some(), "it waits for slow client {number}");
    }
    assert!(began.elapsed() < PATIENCE, "it waits too long");
    let crowd: Vec<TcpStream> = (0..CROWD).map(|_| connected(address)).collect();
    alive();
    drop(crowd);
    alive();
}

/// More than anybody has room for: it is refused before all of it is said.
fn large(address: &str, head: &str) {
    let mut stream = connected(address);
    stream.write_all(head.as_bytes()).expect("it is taken");
    let piece = [b"10000\r\n".to_vec(), vec![b'['; 0x10000], b"\r\n".to_vec()].concat();
    // 64 MiB: far more than is buffered on the way.
    let refused = (0..1024).any(|_| stream.write_all(&piece).is_err());
    assert!(refused, "it takes as much as anybody sends");
}
