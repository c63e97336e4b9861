//! What is no adb, or broken: the connection ends, and nobody else is disturbed.

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::Arc,
    time::Duration,
};

use adb::{
    Link,
    link::{Direct, shell},
    packet::{Command, Packet, VERSION, VERSION_WITH_CHECKSUM},
};
use autorpa_adb_door::{Door, Live};
use emulator::Emulator;

const LONG: Duration = Duration::from_secs(30);

fn door() -> Door {
    Door::open(Arc::new(Live::new(Emulator::new())), 0).expect("a free port")
}

fn raw(door: &Door) -> TcpStream {
    let socket = TcpStream::connect(door.address()).expect("it listens");
    socket.set_read_timeout(Some(LONG)).expect("a socket");
    socket
}

/// What comes until the connection ends.
fn rest(mut socket: TcpStream) -> Vec<u8> {
    let mut all = Vec::new();
    // A connection that is reset has ended as well.
    let _ = socket.read_to_end(&mut all);
    all
}

fn hello(version: u32) -> Vec<u8> {
    Packet::new(Command::Connect, version, 4096, "host::").to_bytes()
}

fn still_works(link: &dyn Link) {
    let said = shell(link, "echo there", LONG).expect("a shell");
    assert_eq!(said.text(), "there\n");
}

#[test]
fn junk_ends_its_own_connection_alone() {
    let door = door();
    let good = Direct::connect(&door.address().to_string(), LONG).expect("a phone");
    for junk in [
        &b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"[..],
        &[0; 64],
        &[0xff; 24],
        // A stream before anybody has said who he is.
        &Packet::new(Command::Open, 1, 0, "shell:ls\0").to_bytes(),
    ] {
        let mut socket = raw(&door);
        socket.write_all(junk).expect("it is taken");
        assert_eq!(rest(socket), b"");
    }
    // Half a packet, and then nothing more for as long as the test runs.
    let mut half = raw(&door);
    half.write_all(&hello(VERSION)[..13]).expect("it is taken");
    still_works(&good);
}

#[test]
fn a_wrong_checksum_ends_the_connection_of_who_sends_them() {
    let door = door();
    let mut wrong = Packet::new(Command::Open, 1, 0, "shell:ls\0").to_bytes();
    wrong[16] ^= 1;
    for (version, ends) in [(VERSION_WITH_CHECKSUM, true), (VERSION, false)] {
        let mut socket = raw(&door);
        socket.write_all(&hello(version)).expect("it is taken");
        let answer = Packet::read(&mut socket, true).expect("an answer");
        assert_eq!(answer.command, Command::Connect);
        socket.write_all(&wrong).expect("it is taken");
        match ends {
            true => assert_eq!(rest(socket), b""),
            false => {
                let answer = Packet::read(&mut socket, true).expect("an answer");
                assert_eq!(answer.command, Command::Okay);
            }
        }
    }
}

#[test]
fn services_that_are_not_there_are_refused() {
    let door = door();
    let link = Direct::connect(&door.address().to_string(), LONG).expect("a phone");
    for service in ["tcp:1", "localabstract:x", "dev:/dev/null", "", ":", "shell2:ls"] {
        assert!(link.open(service, LONG).is_err(), "{service}");
    }
    let mut sync = link.open("sync:", LONG).expect("files");
    sync.write_all(b"JUNKJUNKJUNK").expect("it is taken");
    let mut all = Vec::new();
    sync.read_to_end(&mut all).expect("it ends");
    assert_eq!(all, b"");
    let mut http = link.open("tcp:9008", LONG).expect("the server");
    http.write_all(b"\x00\x01\x02\r\n\r\n").expect("it is taken");
    http.read_to_end(&mut all).expect("it ends");
    assert!(
        all.starts_with(b"HTTP/1.1 400"),
        "{}",
        String::from_utf8_lossy(&all)
    );
    still_works(&link);
}

/// Whoever asks the helper for what is no request ends that helper alone.
#[test]
fn a_helper_is_there_from_its_start_to_its_end() {
    let door = door();
    let link = Direct::connect(&door.address().to_string(), LONG).expect("a phone");
    let start = "exec:CLASSPATH=/data/local/tmp/x.jar app_process / autorpa.Helper x 60000";
    for (request, answer) in [
        (&b"\xff\xff\xff\xff"[..], &b""[..]),
        (b"\0\0\0\x02{}", b"\0\0\0\x16\x01this is not done here"),
        (
            b"\0\0\0\x18{\"do\":\"touch\",\"points\":1}",
            b"\0\0\0\x16\x01this is not done here",
        ),
        (b"\0\0\0\x0e{\"do\":\"hello\"}", b"\0\0\0\x0d\0autorpa 1 33"),
    ] {
        assert!(link.open("localabstract:x", LONG).is_err());
        let mut process = link.open(start, LONG).expect("a shell");
        let mut ready = [0; 6];
        process.read_exact(&mut ready).expect("it starts");
        assert_eq!(&ready, b"ready\n");
        let mut helper = link.open("localabstract:x", LONG).expect("the helper");
        helper.write_all(request).expect("it is taken");
        let mut said = vec![0; answer.len()];
        helper.read_exact(&mut said).expect("an answer");
        assert_eq!(said, answer, "{request:?}");
        drop(helper);
        let mut rest = Vec::new();
        process.read_to_end(&mut rest).expect("it ends");
        assert_eq!(rest, b"");
    }
    still_works(&link);
}
