//! `autorpa studio`: the address that it prints, the port that it may not have, and how it ends.
#![cfg(target_os = "linux")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Stdio},
    time::Duration,
};

use crate::desk::{Desk, signal, wait_until};

const SOON: Duration = Duration::from_secs(40);

/// A Studio that has said where it is.
fn opened(desk: &Desk) -> (Child, String) {
    let mut child = desk
        .command(&["studio"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    (child, line.trim().to_owned())
}

fn get(port: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn it_opens_at_a_port_of_this_machine_and_ends_when_it_is_asked_to() {
    let desk = Desk::new();
    let (mut child, address) = opened(&desk);
    let rest = address.strip_prefix("http://127.0.0.1:").expect(&address);
    let (port, path) = rest.split_once('/').unwrap();
    assert!(get(port, "/").starts_with("HTTP/1.1 403"));
    let let_in = get(port, &format!("/{path}"));
    assert!(
        let_in.starts_with("HTTP/1.1 200") && let_in.contains("set-cookie"),
        "{let_in}"
    );
    desk.run(&["studio", "--port", port])
        .assert(2, &[&format!("port {port} of this machine is taken"), "--port"]);

    signal("TERM", &child.id().to_string());
    assert!(
        wait_until(SOON, || child.try_wait().unwrap().is_some()),
        "it does not end"
    );
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    let token = path.split("token=").nth(1).unwrap();
    assert!(said.contains("Ctrl-C") && !said.contains(token), "{said}");
}

#[test]
fn it_answers_collectors_of_metrics_beside_its_pages() {
    let desk = Desk::new();
    let mut command = desk.command(&["studio", "--metrics", "127.0.0.1:0"]);
    command.env("AUTORPA_METRICS_TOKEN", "open sesame");
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let at = line.trim().strip_prefix("listening: http://").expect(&line);
    let (host, path) = at.split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let token = "Authorization: Bearer open sesame";
    write!(
        stream,
        "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{token}\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("# TYPE autorpa_runs_total counter"), "{answer}");
    signal("TERM", &child.id().to_string());
    assert!(
        wait_until(SOON, || child.try_wait().unwrap().is_some()),
        "it does not end"
    );
}
