//! The adb door of a phone in this process: an adbd on loopback that real clients use unmodified.
//!
//! A client's line goes from [`services`] through the grammar ([`syntax`]) and the shell ([`shell`]) to a tool
//! ([`tools`]), which asks the phone ([`handset`]) or the files ([`disk`]).

mod databases;
mod disk;
mod door;
mod emulated;
mod handset;
mod helper;
mod http;
mod inside;
mod keys;
mod live;
mod lock;
mod methods;
mod mp3;
mod pattern;
mod picture;
mod preferences;
mod selector;
mod server;
mod services;
mod shell;
mod syntax;
mod time;
mod tools;
mod tree;

use std::{
    io,
    sync::{Arc, Mutex},
};

pub use door::{Door, DoorError, listen};
pub use handset::{App, Entry, Finger, Handset, Key, Node};
pub use live::{Battery, Broadcast, CallState, Hardware, Live, Trail};

/// Read a line as the phone's shell does, and say whether it is understood.
pub fn understands(line: &str) -> bool {
    syntax::parse(line).is_ok()
}

/// What a line says on a phone, in the phone's shell, and how it ends; nobody types anything into it.
pub fn run(phone: Arc<Live<dyn Handset>>, line: &str) -> (Vec<u8>, u8) {
    let inside = Arc::new(inside::Inside::new(phone));
    let kept = Arc::new(Mutex::new(Vec::new()));
    let io = shell::Io {
        stdin: shell::no_input(),
        stdout: kept.clone(),
        stderr: kept.clone(),
    };
    let done: io::Result<u8> =
        shell::Shell::new(inside, inside::Client::default(), tools::find).run(line, &io);
    let said = std::mem::take(&mut *lock::lock(&kept));
    (said, done.unwrap_or(1))
}
