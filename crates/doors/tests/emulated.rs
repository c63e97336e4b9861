//! The emulator's console, controller and forwarder, as adb and android_env use them.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    sync::Arc,
    time::Duration,
};

use adb_door::{Handset, Live};
use autorpa_doors::{Doors, Ports};
use emulator::Emulator;
use testkit::{AdbServer, android_env};

fn open(token: Option<&str>) -> (Arc<Live<Emulator>>, Doors) {
    let phone = Arc::new(Live::new(Emulator::new()));
    let ports = Ports {
        console: Some(0),
        grpc: Some(0),
        token: token.map(str::to_owned),
        ..Ports::default()
    };
    let doors = Doors::open(&phone, &ports).expect("free ports");
    (phone, doors)
}

/// Somebody at the console.
struct Client(BufReader<TcpStream>);

impl Client {
    fn come(doors: &Doors) -> (Self, String) {
        let socket = TcpStream::connect(doors.console().expect("it is open")).expect("it listens");
        socket
            .set_read_timeout(Some(Duration::from_secs(30)))
            .expect("a socket");
        let mut client = Self(BufReader::new(socket));
        let greeting = client.hear();
        (client, greeting)
    }

    /// All up to `OK` or `KO`.
    fn hear(&mut self) -> String {
        let mut all = String::new();
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).expect("a line") == 0 {
                return all;
            }
            all.push_str(&line);
            if line == "OK\r\n" || line.starts_with("KO: ") {
                return all;
            }
        }
    }

    fn say(&mut self, line: &str) -> String {
        self.0
            .get_mut()
            .write_all(format!("{line}\r\n").as_bytes())
            .expect("it is taken");
        self.hear()
    }
}

#[test]
fn the_console_changes_the_phone() {
    let (phone, doors) = open(None);
    let (mut client, greeting) = Client::come(&doors);
    assert!(greeting.ends_with("OK\r\n"), "{greeting}");
    assert!(client.say("help").contains("geo fix"));
    assert_eq!(client.say("sms send +1555 See you, at 7"), "OK\r\n");
    let kept = phone.lock().rows("sms");
    assert_eq!(
        (kept[0].get("address"), kept[0].get("body")),
        ("+1555", "See you, at 7")
    );
    assert_eq!(client.say("power capacity 17"), "OK\r\n");
    assert_eq!(client.say("power status discharging"), "OK\r\n");
    assert_eq!(phone.hardware().battery.level, 17);
    assert!(client.say("power display").contains("status: discharging\r\n"));
    assert_eq!(client.say("geo fix 8.5417 47.3769 408"), "OK\r\n");
    assert_eq!(phone.hardware().location, Some((8.5417, 47.3769, 408.0)));
    assert_eq!(client.say("gsm call 5551234"), "OK\r\n");
    assert_eq!(
        client.say("gsm list"),
        "inbound from 5551234    : incoming\r\nOK\r\n"
    );
    assert_eq!(client.say("gsm cancel 5551234"), "OK\r\n");
    assert_eq!(
        phone.lock().rows("calls").last().expect("a call").get("number"),
        "5551234"
    );
    for wrong in [
        "fly",
        "power capacity 101",
        "geo fix 181 0",
        "geo fix north",
        "sms send 555",
        "sms send home now",
        "gsm accept 1",
        "gsm call",
    ] {
        let said = client.say(wrong);
        assert!(said.starts_with("KO: "), "{wrong}: {said}");
    }
}

#[test]
fn who_does_not_say_the_token_may_only_ask_for_help() {
    let (phone, doors) = open(Some("secret\n"));
    let (mut client, greeting) = Client::come(&doors);
    assert!(greeting.contains("Authentication required"), "{greeting}");
    assert!(client.say("sms send 555 hi").starts_with("KO: "));
    assert!(client.say("auth wrong").starts_with("KO: "));
    assert!(phone.lock().rows("sms").is_empty());
    assert!(client.say("auth secret").ends_with("OK\r\n"));
    assert_eq!(client.say("sms send 555 hi"), "OK\r\n");
}

#[test]
fn junk_disturbs_nobody_else() {
    let (_phone, doors) = open(None);
    let (mut good, _) = Client::come(&doors);
    let (mut long, _) = Client::come(&doors);
    // It may end before all of it is written.
    let _ = long.0.get_mut().write_all(&vec![b'x'; 1 << 20]);
    let mut rest = Vec::new();
    let _ = long.0.read_to_end(&mut rest);
    let (mut odd, _) = Client::come(&doors);
    assert!(odd.say("\u{0}\u{1}GET / HTTP/1.1").starts_with("KO: "));
    let mut controller = TcpStream::connect(doors.grpc().expect("it is open")).expect("it listens");
    controller
        .write_all(b"GET / HTTP/1.1\r\n\r\n")
        .expect("it is taken");
    let _ = controller.read_to_end(&mut rest);
    assert!(good.say("ping").contains("alive"));
}

/// `adb emu` opens the console by itself, one port below the phone's.
#[test]
fn adb_knows_it_as_an_emulator() {
    let Some(server) = AdbServer::start() else { return };
    let phone = Arc::new(Live::new(Emulator::new()));
    // Two ports beside each other, as adb expects them.
    let doors = (0..50).find_map(|_| {
        let free = std::net::TcpListener::bind("127.0.0.1:0").ok()?;
        let console = free.local_addr().ok()?.port() & !1;
        drop(free);
        let ports = Ports {
            adb: console.checked_add(1)?,
            console: Some(console),
            ..Ports::default()
        };
        Doors::open(&phone, &ports).ok()
    });
    let doors = doors.expect("two ports beside each other");
    let console = doors.console().expect("it is open").port();
    server.add_emulator(doors.adb().port());
    let serial = format!("emulator-{console}");
    let said = server.adb(&["-s", &serial, "emu", "sms", "send", "555", "From the console"]);
    assert!(said.status.success(), "{said:?}");
    let said = server.adb(&["-s", &serial, "shell", "content query --uri content://sms/inbox"]);
    let said = String::from_utf8_lossy(&said.stdout);
    assert!(said.contains("body=From the console"), "{said}");
}

#[test]
fn android_env_has_its_emulator() {
    let (Some(python), Some(server)) = (android_env(), AdbServer::start()) else {
        return;
    };
    let (_phone, doors) = open(None);
    let serial = doors.adb().to_string();
    server.adb(&["connect", &serial]);
    let grpc = doors.grpc().expect("it is open").port().to_string();
    let output = server
        .command(python.to_str().expect("a path"))
        .args([
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/emulated.py"),
            &grpc,
            &serial,
        ])
        .output()
        .expect("python runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.ends_with("ok\n"),
        "{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
