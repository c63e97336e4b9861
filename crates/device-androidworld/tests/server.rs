//! A server that is not there, has no phone, or is none.

use std::{net::TcpListener, sync::Arc};

use adb_door::Live;
use autorpa_device_androidworld::{Address, World};
use device::{Device, DeviceError, EnvironmentError, Judge, Tasks, Verdict};
use device_android::Options;
use doors::{Doors, Ports};
use emulator::Emulator;
use testkit::Answer;

fn address(server: &str, phone: &str) -> Address {
    format!("http://{server}?adb={phone}")
        .parse()
        .expect("an address")
}

#[track_caller]
fn refused(address: &Address, expected: &[&str]) {
    let Err(DeviceError::NoStart { reason, help }) = World::open(address, &Options::default()) else {
        panic!("it opens");
    };
    for it in expected {
        assert!(reason.contains(it) || help.contains(it), "{reason}\n{help}");
    }
}

/// A port that nobody listens at.
fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").to_string()
}

fn doors() -> (Arc<Live<Emulator>>, Doors) {
    let phone = Arc::new(Live::new(Emulator::new()));
    let ports = Ports {
        adb: 0,
        http: Some(0),
        ..Ports::default()
    };
    let doors = Doors::open(&phone, &ports).expect("free ports");
    (phone, doors)
}

fn open(doors: &Doors) -> World {
    let server = doors.http().expect("it is open").to_string();
    let address = address(&server, &doors.adb().to_string());
    World::open(&address, &Options::default()).expect("a server and its phone")
}

#[test]
fn it_keeps_to_the_rules_of_devices() {
    let (_phone, doors) = doors();
    device::conformance::check_device(&mut open(&doors)).unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn what_is_not_there_is_named() {
    let (_phone, doors) = doors();
    let server = doors.http().expect("it is open").to_string();
    refused(&address(&nobody(), "127.0.0.1:1"), &["GET /health", "docker run"]);
    refused(
        &address(&server, &nobody()),
        &["the server is there", "?adb=SERIAL"],
    );
    let other = testkit::serve(|_| Answer::page("<html>hello</html>"));
    refused(
        &address(&other.to_string(), "127.0.0.1:1"),
        &["no `status`", "hello"],
    );
    let failing = testkit::serve(|_| Answer::of("500 Internal Server Error", "", "Internal Server Error"));
    refused(&address(&failing.to_string(), "127.0.0.1:1"), &["answers 500"]);
}

#[test]
fn instances_have_the_values_of_their_goals() {
    let (_phone, doors) = doors();
    let mut world = open(&doors);
    assert_eq!(world.task_types().len(), Emulator::new().task_types().len());
    let note = world.instance("MarkorCreateNote", 3).expect("an instance");
    let text = note.params["text"].as_text().expect("a text").to_owned();
    assert!(note.goal.ends_with(&text) && !text.is_empty(), "{}", note.goal);
    assert_eq!(world.instance("MarkorCreateNote", 3).expect("the same"), note);
    assert_ne!(
        world.instance("MarkorCreateNote", 4).expect("another").goal,
        note.goal
    );
    let Err(EnvironmentError::UnknownTaskType { near, .. }) = world.instance("MarkorCreateNot", 0) else {
        panic!("there is no such type");
    };
    assert_eq!(near.first().map(String::as_str), Some("MarkorCreateNote"));
}

/// The server has one seed at a time: a task that goes on is not given up for a look at another instance.
#[test]
fn a_task_that_goes_on_is_not_lost() {
    let (phone, doors) = doors();
    let mut world = open(&doors);
    assert!(matches!(world.finish(), Err(EnvironmentError::NoEpisode)));
    let instance = world.instance("SystemWifiTurnOff", 3).expect("an instance");
    world.reset(&instance).expect("it is set up");
    let other = world.instance("SystemWifiTurnOff", 4);
    assert!(
        matches!(other, Err(EnvironmentError::BadInstance { seed: 4, .. })),
        "{other:?}"
    );
    assert_eq!(
        world.instance("SystemWifiTurnOff", 3).expect("the same"),
        instance
    );
    let verdict = world.finish().expect("judged");
    assert!(matches!(verdict, Verdict::NotReached { .. }), "{verdict:?}");
    adb_door::Handset::set(&mut *phone.lock(), "global", "wifi_on", Some("0"));
    assert!(matches!(world.finish().expect("judged"), Verdict::Reached { .. }));
    // It is judged: another one may come, and the same again.
    world.instance("SystemWifiTurnOff", 4).expect("another");
    world.reset(&instance).expect("the same again");
    assert!(matches!(
        world.finish().expect("judged"),
        Verdict::NotReached { .. }
    ));
}

/// Answers go to the server: its judge reads them.
#[test]
fn answers_reach_the_judge() {
    let (phone, doors) = doors();
    let mut world = open(&doors);
    let text = "seven".to_owned();
    world.act(&ui::HardAction::Answer { text }).expect("it is taken");
    assert_eq!(phone.lock().state().answer.as_deref(), Some("seven"));
}
