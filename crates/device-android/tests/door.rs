//! A phone over adb against the emulator's own door: what is seen and done through it is what the emulator itself
//! shows and does.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod before;

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use adb_door::{Door, Handset, Live};
use autorpa_device_android::{Android, Options, Rung};
use before::Before;
use device::{Device, DeviceError, conformance};
use emulator::{Emulator, Phone};
use ui::{Action, Direction, Element, ElementId, HardAction, Screen};

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(20);

const LADDER: [Rung; 3] = [Rung::Helper, Rung::Server, Rung::Plain];

struct Reached {
    emulator: Arc<Live<Emulator>>,
    phone: Android,
    door: Door,
}

fn reach(rung: Rung) -> Reached {
    let emulator = Arc::new(Live::new(Emulator::new()));
    let door = Door::open(emulator.clone(), 0).expect("a free port");
    let phone = Android::open(&Options {
        address: Some(door.address().to_string()),
        rung: Some(rung),
        ..Options::default()
    })
    .expect("a phone");
    assert_eq!(phone.rung(), rung, "{:?}", phone.read_by());
    Reached {
        emulator,
        phone,
        door,
    }
}

/// What a script goes by. Windows have one frame more through the door, and the tools of every phone
/// know no hints.
fn essence(screen: &Screen, rung: Rung) -> (String, String, (u32, u32), Vec<Element>) {
    let plain = |it: &Element| Element {
        path: Vec::new(),
        hint_text: it.hint_text.clone().filter(|_| rung != Rung::Plain),
        ..it.clone()
    };
    // Nor do they know what floats above the window in front.
    let front = screen.elements.iter().filter_map(|it| it.path.first()).min();
    let known = |it: &&Element| rung != Rung::Plain || it.path.first() == front;
    let elements = screen.elements.iter().filter(known).map(plain).collect();
    // The emulator writes some activities with their package, which a phone may or may not do.
    let activity = screen.activity.replace(&format!("/{}.", screen.app), "/.");
    (screen.app.clone(), activity, screen.size, elements)
}

impl Reached {
    #[track_caller]
    fn compare(&mut self, doing: &str) -> Screen {
        let rung = self.phone.rung();
        // The time goes on between the two looks, and some screens show it.
        for _ in 0..5 {
            let own = self.emulator.lock().observe().unwrap();
            let through = self.phone.observe().unwrap();
            if essence(&own, rung) == essence(&through, rung) {
                return through;
            }
        }
        let own = self.emulator.lock().observe().unwrap();
        let through = self.phone.observe().unwrap();
        let (own, through) = (essence(&own, rung), essence(&through, rung));
        let missing: Vec<&Element> = own.3.iter().filter(|it| !through.3.contains(it)).collect();
        let more: Vec<&Element> = through.3.iter().filter(|it| !own.3.contains(it)).collect();
        panic!(
            "{doing}, {:?} {:?}: missing {missing:#?}, more {more:#?}",
            own.1, through.1
        );
    }

    fn act(&mut self, action: &HardAction) {
        self.phone
            .act(action)
            .unwrap_or_else(|it| panic!("{action}: {it}"));
    }
}

fn id(screen: &Screen, is: impl Fn(&Element) -> bool) -> ElementId {
    screen.iter().find(|(_, it)| is(it)).expect("an element").0
}

/// A phone of an adb server at another address than this machine's own.
#[test]
fn a_phone_is_reached_through_the_adb_server_of_another_machine() {
    let Some(server) = testkit::AdbServer::start() else {
        return;
    };
    let emulator = Arc::new(Live::new(Emulator::new()));
    let door = Door::open(emulator.clone(), 0).expect("a free port");
    let address = door.address().to_string();
    let connected = server.adb(&["connect", &address]);
    assert!(connected.status.success(), "{connected:?}");
    let elsewhere = testkit::elsewhere(server.port()).unwrap();
    let options = Options {
        address: Some(address.clone()),
        server: Some(adb::host::Server::at(elsewhere)),
        ..Options::default()
    };
    let listed = autorpa_device_android::phones(&options).unwrap();
    assert_eq!(listed.len(), 1, "{listed:?}");
    let mut phone = Android::open(&options).unwrap();
    phone
        .act(&Action::OpenApp {
            app: "Markor".to_owned(),
        })
        .unwrap();
    assert_eq!(
        phone.observe().unwrap().app,
        emulator.lock().observe().unwrap().app
    );
    // One that is not there is named, and none is started here instead.
    let nobody = Options {
        address: Some("R5CT10ABCDE".to_owned()),
        server: Some(adb::host::Server::at("127.0.0.2:1".parse().unwrap())),
        ..Options::default()
    };
    let said = Android::open(&nobody).map(drop).unwrap_err().to_string();
    assert!(said.contains("no adb server answers at 127.0.0.2:1"), "{said}");
}

/// What a phone lacks is refused by name, and nothing of it is done.
#[test]
fn a_phone_keeps_to_the_rules_of_devices() {
    for rung in LADDER {
        let mut it = reach(rung);
        let app = "Markor".to_owned();
        it.act(&Action::OpenApp { app });
        conformance::check_device(&mut it.phone).unwrap_or_else(|broken| panic!("{rung:?}: {broken}"));
    }
}

#[test]
fn every_app_looks_the_same() {
    for rung in LADDER {
        let mut it = reach(rung);
        for app in Phone::apps() {
            let package = Phone::package(&app).unwrap().to_owned();
            it.act(&Action::OpenApp { app: package });
            let screen = it.compare(&app);
            assert!(!screen.elements.is_empty(), "{app}");
            // Into it, wherever its first buttons lead.
            for n in 0..4 {
                let screen = it.compare(&app);
                let clickable: Vec<ElementId> = screen
                    .iter()
                    .filter(|(_, it)| it.clickable && it.enabled)
                    .map(|(id, _)| id)
                    .collect();
                let Some(target) = clickable.get((n * 7) % clickable.len().max(1)).copied() else {
                    break;
                };
                it.act(&Action::Click { target });
                it.compare(&format!("{app}, click {n}"));
                it.act(&Action::Scroll {
                    target: None,
                    direction: Direction::Down,
                });
                it.compare(&format!("{app}, scrolled {n}"));
            }
        }
        it.act(&Action::Swipe {
            direction: Direction::Down,
        });
        it.compare("the shade");
        assert_eq!(it.phone.rung(), rung, "{:?}", it.phone.read_by());
    }
}

#[test]
fn apps_are_opened_by_what_their_icons_are_called() {
    let mut it = reach(Rung::Plain);
    for app in Phone::apps() {
        it.act(&Action::OpenApp { app: app.clone() });
        let screen = it.phone.observe().unwrap();
        assert_eq!(Some(screen.app.as_str()), Phone::package(&app), "{app}");
        assert_eq!(it.phone.package(&app).as_deref(), Phone::package(&app));
    }
    let error = it
        .phone
        .act(&Action::OpenApp {
            app: "Nothing".to_owned(),
        })
        .unwrap_err();
    let DeviceError::NoApp { known, .. } = &error else {
        panic!("{error}")
    };
    assert!(known.contains(&"Markor".to_owned()), "{known:?}");
    assert!(it.phone.version("net.gsantner.markor").is_some());
}

#[test]
fn any_text_is_typed_or_refused() {
    let text = "it's 50%s \"x\" $HOME `a` \\ ; & | * é 日本";
    for rung in LADDER {
        let mut it = reach(rung);
        it.act(&Action::OpenApp {
            app: "net.gsantner.markor".to_owned(),
        });
        let screen = it.phone.observe().unwrap();
        it.act(&Action::Click {
            target: id(&screen, |it| {
                it.content_description.as_deref() == Some("Create a new file or folder")
            }),
        });
        let screen = it.phone.observe().unwrap();
        let field = id(&screen, |it| {
            it.resource_name
                .as_deref()
                .is_some_and(|it| it.ends_with("__name"))
        });
        let mut type_it = |text: &str, clear: bool| {
            let typed = it.phone.act(&Action::InputText {
                target: Some(field),
                text: text.to_owned(),
                clear,
            });
            let screen = it.phone.observe().unwrap();
            (typed, screen.get(field).unwrap().text.clone().unwrap_or_default())
        };
        let plain = &text[..text.find('é').unwrap() - 1];
        let (typed, held) = type_it(plain, true);
        typed.unwrap();
        assert_eq!(held, plain);
        let (typed, held) = type_it("a  b", true);
        typed.unwrap();
        assert_eq!(held, "a  b");
        let (typed, held) = type_it(text, false);
        match rung {
            Rung::Helper | Rung::Server => {
                typed.unwrap();
                assert_eq!(held, format!("a  b{text}"));
            }
            Rung::Plain => {
                assert!(matches!(typed, Err(DeviceError::NotTaken { .. })), "{typed:?}");
                assert_eq!(held, "a  b");
            }
        }
    }
}

/// Where ADBKeyBoard is the input method already, no more is needed for any text.
#[test]
fn any_text_is_typed_where_a_keyboard_takes_it() {
    let keyboard = "com.android.adbkeyboard/.AdbIME";
    let mut it = reach(Rung::Plain);
    let command = |it: &mut Reached, line: &[&str]| {
        let line: Vec<String> = line.iter().map(|it| (*it).to_owned()).collect();
        it.phone.run(&line, LONG).unwrap()
    };
    command(&mut it, &["ime", "enable", keyboard]);
    let set = command(&mut it, &["ime", "set", keyboard]);
    assert_eq!(
        (set.exit, set.out.as_str()),
        (
            Some(0),
            "Input method com.android.adbkeyboard/.AdbIME selected for user #0\n"
        )
    );
    let missing = command(&mut it, &["cat", "/sdcard/it's gone"]);
    assert_eq!(missing.exit, Some(1));
    assert!(
        missing.err.contains("it's gone: No such file or directory"),
        "{missing:?}"
    );
    it.phone = Android::open(&Options {
        address: Some(it.door.address().to_string()),
        rung: Some(Rung::Plain),
        ..Options::default()
    })
    .unwrap();
    it.act(&Action::OpenApp {
        app: "net.gsantner.markor".to_owned(),
    });
    let screen = it.phone.observe().unwrap();
    let new = |it: &Element| it.content_description.as_deref() == Some("Create a new file or folder");
    it.act(&Action::Click {
        target: id(&screen, new),
    });
    let screen = it.phone.observe().unwrap();
    let is_name = |it: &Element| {
        it.resource_name
            .as_deref()
            .is_some_and(|it| it.ends_with("__name"))
    };
    let field = id(&screen, is_name);
    let text = "é 日本".to_owned();
    it.act(&Action::InputText {
        target: Some(field),
        text: text.clone(),
        clear: true,
    });
    let screen = it.phone.observe().unwrap();
    assert_eq!(screen.get(field).unwrap().text, Some(text));
}

#[test]
fn files_of_the_phone_are_read_by_who_judges() {
    let mut it = reach(Rung::Plain);
    let path = "/storage/emulated/0/Documents/a 'b'.md";
    it.emulator.lock().write(path, b"x\n");
    for named in [path, "/sdcard/Documents/a 'b'.md"] {
        assert_eq!(it.phone.file(named).unwrap().as_deref(), Some(&b"x\n"[..]));
    }
    assert_eq!(it.phone.file("/sdcard/Documents/none").unwrap(), None);
    let error = it.phone.file("/sdcard/Documents").unwrap_err();
    assert!(matches!(error, DeviceError::Lost { .. }), "{error}");
}

/// A phone whose uiautomator2 server ends or loses its answers when that is wished; it is there as long as its door.
fn behind() -> (Door, Arc<Before>, Android) {
    let emulator = Arc::new(Live::new(Emulator::new()));
    let door = Door::open(emulator, 0).unwrap();
    let before = Before::new(&door, |_| None);
    let phone = before.phone(None);
    (door, before, phone)
}

/// A uiautomator2 server that ends in the middle: the phone is read on by its own tools, and says so.
#[test]
fn a_fall_to_the_next_rung_is_told() {
    let (_door, before, mut phone) = behind();
    let seen = phone.observe().unwrap();
    assert_eq!(phone.read_by(), ["uiautomator2 server"]);
    before.ended.store(true, Ordering::Relaxed);
    let after = phone.observe().unwrap();
    assert_eq!((after.app, after.activity), (seen.app, seen.activity));
    phone.act(&Action::NavigateHome).unwrap();
    phone.observe().unwrap();
    let [first, second] = phone.read_by() else {
        panic!("{:?}", phone.read_by())
    };
    assert_eq!(first, "uiautomator2 server");
    assert!(
        second.starts_with("uiautomator dump: the uiautomator2 server answers no more ("),
        "{second}"
    );
    assert!(phone.info().description.contains("read by uiautomator dump"));
}

/// A press that was sent and not answered may have been made: it is not made again by another way.
#[test]
fn a_press_without_an_answer_is_made_once() {
    let (_door, before, mut phone) = behind();
    let screen = phone.observe().unwrap();
    let target = id(&screen, |it| it.clickable);
    before.mute.store(true, Ordering::Relaxed);
    let pressed = phone.act(&Action::Click { target });
    assert!(
        matches!(&pressed, Err(DeviceError::Unanswered { sent, .. }) if sent == "click"),
        "{pressed:?}"
    );
    let opened = before.opened.lock().unwrap().join("\n");
    assert!(!opened.contains("input tap"), "{opened}");
    // Its answers may be lost where it only tells something: that is asked another way.
    phone.observe().unwrap();
    assert!(
        phone.read_by()[1].starts_with("uiautomator dump"),
        "{:?}",
        phone.read_by()
    );
}

#[test]
fn a_phone_that_goes_away_is_lost_by_name() {
    let mut it = reach(Rung::Server);
    it.phone.observe().unwrap();
    let address = it.door.address().to_string();
    drop(it.door);
    let error = it.phone.observe().unwrap_err();
    assert!(matches!(error, DeviceError::Lost { .. }), "{error}");
    let error = it.phone.act(&Action::NavigateHome).unwrap_err();
    assert!(matches!(error, DeviceError::Lost { .. }), "{error}");
    let gone = Android::open(&Options {
        address: Some(address),
        ..Options::default()
    });
    let error = gone.err().unwrap();
    assert!(matches!(error, DeviceError::NoStart { .. }), "{error}");
}

#[test]
fn what_it_does_not_take_is_refused() {
    let mut it = reach(Rung::Plain);
    let info = it.phone.info();
    assert!(
        info.description.contains("uiautomator dump") && info.apps.len() > 5,
        "{info:?}"
    );
    let error = it
        .phone
        .act(&Action::Click {
            target: ElementId(999),
        })
        .unwrap_err();
    assert!(
        matches!(error, DeviceError::NoElement { index: 999, .. }),
        "{error}"
    );
    let error = it
        .phone
        .act(&Action::RightClick { target: ElementId(0) })
        .unwrap_err();
    assert!(matches!(error, DeviceError::Unsupported { .. }), "{error}");
    let target = ElementId(0);
    let text = "Phone".to_owned();
    let error = it.phone.act(&Action::SelectText { target, text }).unwrap_err();
    assert!(matches!(error, DeviceError::Unsupported { .. }), "{error}");
    let at = "120%,50%".to_owned();
    let error = it.phone.act(&Action::ClickAt { target, at }).unwrap_err();
    assert!(matches!(error, DeviceError::NoPoint { .. }), "{error}");
    let path = "10%,10% 50%,90% 90%,10%".to_owned();
    let error = it.phone.act(&Action::DragAlong { target, path }).unwrap_err();
    assert!(matches!(error, DeviceError::NotTaken { .. }), "{error}");
    let link = "https://example.org/?a=1&b='2'".to_owned();
    let error = it.phone.act(&Action::OpenLink { link }).unwrap_err();
    assert!(matches!(error, DeviceError::Unreachable { .. }), "{error}");
    assert!(it.phone.screenshot().unwrap().starts_with(b"\x89PNG"));
}
