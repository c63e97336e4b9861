//! Clients from PyPI against the door, unmodified.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use autorpa_adb_door::{Door, Live};
use emulator::Emulator;
use testkit::{AdbServer, adb_clients, mobilerun};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients.py");

fn door() -> Door {
    Door::open(Arc::new(Live::new(Emulator::new())), 0).expect("a free port")
}

/// What a client does with a phone of its own.
fn client(name: &str) {
    client_of(adb_clients(), name);
}

fn client_of(python: Option<PathBuf>, name: &str) {
    let (Some(python), Some(server)) = (python, AdbServer::start()) else {
        return;
    };
    let door = door();
    let serial = door.address().to_string();
    server.adb(&["connect", &serial]);
    run(&python, &server, &serial, name);
}

#[track_caller]
fn run(python: &Path, server: &AdbServer, serial: &str, name: &str) {
    let mut command = server.command(python.to_str().expect("a path"));
    let output = command
        .args([SCRIPT, serial, name])
        .output()
        .expect("python runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.ends_with("ok\n"),
        "{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn adbutils() {
    client("adbutils");
}

#[test]
fn uiautomator2() {
    client("uiautomator2");
}

#[test]
fn pure_python_adb() {
    client("pure-python-adb");
}

#[test]
fn adb_shell() {
    client("adb-shell");
}

#[test]
fn mobilerun_core_local() {
    client_of(mobilerun(), "mobilerun-core-local");
}

#[test]
fn three_clients_at_once() {
    let (Some(python), Some(server)) = (adb_clients(), AdbServer::start()) else {
        return;
    };
    let door = door();
    let serial = door.address().to_string();
    server.adb(&["connect", &serial]);
    thread::scope(|scope| {
        for name in ["pure-python-adb", "adb-shell"] {
            let (python, server, serial) = (&python, &server, &serial);
            scope.spawn(move || run(python, server, serial, name));
        }
        for n in 0..20 {
            let said = server.adb(&["-s", &serial, "shell", &format!("echo {n}")]);
            assert_eq!(String::from_utf8_lossy(&said.stdout), format!("{n}\n"));
        }
    });
}
