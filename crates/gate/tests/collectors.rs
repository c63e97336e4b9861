//! Collectors of counts, those who mean no good among them.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{
    io::{Read, Write},
    net::TcpStream,
};

use autorpa::{Autorpa, Home};
use testkit::hostile;

#[test]
fn hostile_collectors_are_closed_on_and_others_are_answered() {
    let dir = tempfile::tempdir().unwrap();
    let rpa = Autorpa::new(Home::new(&dir.path().join("home"), dir.path().join("library")));
    let told = autorpa_gate::metrics(&rpa, "127.0.0.1:0".parse().unwrap()).unwrap();
    let (listens, token) = told.split_once("\nAuthorization: Bearer ").unwrap();
    let at = listens.strip_prefix("listening: http://").unwrap();
    let (address, _) = at.split_once('/').unwrap();
    let let_in = format!("Authorization: Bearer {token}");
    hostile(address, "/metrics", &let_in, || {
        let mut stream = TcpStream::connect(address).unwrap();
        let typed = format!(
            "GET /metrics HTTP/1.1\r\nHost: here\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\r\n"
        );
        stream.write_all(typed.as_bytes()).unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        assert!(
            said.starts_with("HTTP/1.1 200") && said.contains("autorpa_runs_total"),
            "{said}"
        );
    });
}
