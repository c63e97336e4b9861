//! A phone over adb: dumps, taps, screenshots and whole looks through the emulator's door.

use std::{hint::black_box, sync::Arc, time::Duration};

use adb::{
    Link,
    link::{Direct, exec, shell},
};
use adb_door::{Door, Live};
use criterion::{Criterion, criterion_group, criterion_main};
use device::Device;
use device_android::{Android, Options, Rung};
use emulator::Emulator;

const LONG: Duration = Duration::from_secs(20);

fn phone(c: &mut Criterion) {
    let mut emulator = Emulator::new();
    emulator.phone_mut().start("net.gsantner.markor");
    let door = Door::open(Arc::new(Live::new(emulator)), 0).expect("a free port");
    let address = door.address().to_string();
    let link = Direct::connect(&address, LONG).expect("a phone");
    let link: &dyn Link = &link;
    c.bench_function("phone/uiautomator dump", |it| {
        it.iter(|| black_box(exec(link, "uiautomator dump /dev/tty", LONG).expect("a dump")));
    });
    c.bench_function("phone/input tap", |it| {
        it.iter(|| shell(link, "input tap 540 300", LONG).expect("a tap"));
    });
    c.bench_function("phone/screencap -p", |it| {
        it.iter(|| black_box(exec(link, "screencap -p", LONG).expect("a picture")));
    });
    for rung in [Rung::Helper, Rung::Server, Rung::Plain] {
        let options = Options {
            address: Some(address.clone()),
            rung: Some(rung),
            ..Options::default()
        };
        let mut phone = Android::open(&options).expect("a phone");
        c.bench_function(&format!("phone/look by {}", rung.name()), |it| {
            it.iter(|| black_box(phone.observe().expect("a screen")));
        });
    }
}

criterion_group!(benches, phone);
criterion_main!(benches);
