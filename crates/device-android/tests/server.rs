//! A phone by way of the real adb server: found in its list, used, gone, and not allowed yet.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{
    io::Write,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    sync::Arc,
    thread,
};

use adb::{
    host::Server,
    packet::{Command, Packet},
};
use adb_door::{Door, Live};
use autorpa_device_android::{Android, Options, Rung, phones};
use device::{Device, DeviceError};
use emulator::{Emulator, Phone};
use testkit::AdbServer;
use ui::Action;

/// A phone, and the door to it.
struct Behind {
    emulator: Arc<Live<Emulator>>,
    door: Door,
}

fn behind() -> Behind {
    let emulator = Arc::new(Live::new(Emulator::new()));
    let door = Door::open(emulator.clone(), 0).expect("a free port");
    Behind { emulator, door }
}

fn options(server: &AdbServer, address: Option<&str>) -> Options {
    let at = SocketAddr::from((Ipv4Addr::LOCALHOST, server.port()));
    Options {
        address: address.map(str::to_owned),
        server: Some(Server::at(at)),
        rung: None,
        leases: None,
    }
}

/// Let the server have it; what it is called there.
fn connect(server: &AdbServer, door: &Door) -> String {
    let serial = door.address().to_string();
    let said = server.adb(&["connect", &serial]);
    assert!(said.stdout.starts_with(b"connected to"), "{said:?}");
    serial
}

/// Why no phone could be opened, with what would help.
fn no_start(options: &Options) -> String {
    let error = Android::open(options).err().unwrap();
    assert!(matches!(error, DeviceError::NoStart { .. }), "{error}");
    error.to_string()
}

#[test]
fn a_phone_is_used_by_way_of_the_server_until_it_is_gone() {
    let Some(server) = AdbServer::start() else { return };
    let said = no_start(&options(&server, None));
    assert!(said.contains("the adb server knows no device"), "{said}");
    let it = behind();
    let serial = connect(&server, &it.door);
    let listed = phones(&options(&server, None)).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].serial, serial);
    assert_eq!(listed[0].description, "AutoRPA emulator");
    for (address, rung) in [
        (None, Rung::Server),
        (Some(serial.as_str()), Rung::Plain),
        (None, Rung::Helper),
    ] {
        let mut phone = Android::open(&Options {
            rung: Some(rung),
            ..options(&server, address)
        })
        .unwrap();
        let info = phone.info();
        assert!(info.description.contains(&format!("({serial})")), "{info:?}");
        assert_eq!(phone.rung(), rung, "{:?}", phone.read_by());
        let app = "Markor".to_owned();
        phone.act(&Action::OpenApp { app: app.clone() }).unwrap();
        let screen = phone.observe().unwrap();
        let own = it.emulator.lock().observe().unwrap();
        assert_eq!(Some(screen.app.as_str()), Phone::package(&app));
        assert_eq!((screen.activity, screen.size), (own.activity, own.size));
        assert!(screen.elements.len() > 5, "{:?}", screen.elements);
        assert!(phone.screenshot().unwrap().starts_with(b"\x89PNG"));
        phone.act(&Action::NavigateHome).unwrap();
    }
    let mut phone = Android::open(&options(&server, Some(&serial))).unwrap();
    phone.observe().unwrap();
    assert!(server.adb(&["disconnect", &serial]).status.success());
    for error in [
        phone.observe().unwrap_err(),
        phone.act(&Action::NavigateHome).unwrap_err(),
        phone.screenshot().unwrap_err(),
    ] {
        assert!(matches!(error, DeviceError::Lost { .. }), "{error}");
        assert!(error.to_string().contains(&serial), "{error}");
    }
    // A serial that is no address is not looked for anywhere else.
    let said = no_start(&options(&server, Some("R5CT10ABCDE")));
    assert!(said.contains("no device has the serial `R5CT10ABCDE`"), "{said}");
}

#[test]
fn one_of_several_phones_is_named() {
    let Some(server) = AdbServer::start() else { return };
    let both = [behind(), behind()];
    let serials: Vec<String> = both.iter().map(|it| connect(&server, &it.door)).collect();
    let said = no_start(&options(&server, None));
    assert!(said.contains("several devices are there"), "{said}");
    assert!(serials.iter().all(|it| said.contains(it)), "{said}");
    let mut phone = Android::open(&options(&server, Some(&serials[1]))).unwrap();
    let app = "Markor".to_owned();
    phone.act(&Action::OpenApp { app: app.clone() }).unwrap();
    let fronts = both
        .iter()
        .map(|it| it.emulator.lock().observe().unwrap().app)
        .collect::<Vec<_>>();
    assert_ne!(Some(fronts[0].as_str()), Phone::package(&app));
    assert_eq!(Some(fronts[1].as_str()), Phone::package(&app));
}

/// An adbd that goes on asking who is there, as a phone does until somebody allows it on its screen.
fn suspicious() -> SocketAddr {
    /// What [`Command::Auth`] is about: a token to sign.
    const TOKEN: u32 = 1;
    /// A key that it may learn.
    const PUBLIC_KEY: u32 = 3;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for mut socket in listener.incoming().flatten() {
            while let Ok(said) = Packet::read(&mut socket, false) {
                let waits = said.command == Command::Auth && said.arg0 == PUBLIC_KEY;
                let asks = Packet::new(Command::Auth, TOKEN, 0, [7; 20]);
                if !waits && socket.write_all(&asks.to_bytes()).is_err() {
                    break;
                }
            }
        }
    });
    address
}

#[test]
fn a_phone_that_nobody_has_allowed_yet_is_named_with_what_to_do() {
    let Some(server) = AdbServer::start() else { return };
    let serial = suspicious().to_string();
    let said = server.adb(&["connect", &serial]);
    let listed = phones(&options(&server, None)).unwrap();
    assert_eq!(listed.len(), 1, "{said:?}");
    assert_eq!(
        (listed[0].serial.as_str(), listed[0].description.as_str()),
        (serial.as_str(), "unauthorized")
    );
    // An address that the server has is not tried again behind its back.
    for address in [None, Some(serial.as_str())] {
        let said = no_start(&options(&server, address));
        assert!(
            said.contains("waits for somebody to allow USB debugging"),
            "{said}"
        );
    }
    // Straight to it nobody gets either.
    let nobody = options(&server, Some(&suspicious().to_string()));
    let said = no_start(&nobody);
    assert!(said.contains("asks for authorisation (AUTH)"), "{said}");
    assert!(said.contains("`adb connect HOST:PORT`"), "{said}");
}
