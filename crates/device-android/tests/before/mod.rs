//! An adbd before another one, which answers some services itself, and has no uiautomator2 server any more once that is
//! said.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use adb::{
    Banner, Channel, Link,
    link::Direct,
    transport::{Serve, Services, Stream, Transport},
};
use adb_door::Door;
use autorpa_device_android::{Android, Options, Rung};

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(20);

/// Opens services that are not the phone's own.
type Other = Box<dyn Fn(&str) -> Option<TcpStream> + Send + Sync>;

/// An adbd before another one.
pub struct Before {
    phone: Direct,
    other: Other,
    address: String,
    /// The uiautomator2 server is gone.
    pub ended: AtomicBool,
    /// It does what it is told, and its answers are lost.
    pub mute: AtomicBool,
    /// What was asked for.
    pub opened: Mutex<Vec<String>>,
}

impl Before {
    /// Before a door, with other services besides. One client is taken.
    pub fn new(door: &Door, other: impl Fn(&str) -> Option<TcpStream> + Send + Sync + 'static) -> Arc<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let before = Arc::new(Self {
            phone: Direct::connect(&door.address().to_string(), LONG).unwrap(),
            other: Box::new(other),
            address: listener.local_addr().unwrap().to_string(),
            ended: AtomicBool::new(false),
            mute: AtomicBool::new(false),
            opened: Mutex::default(),
        });
        let services = Arc::clone(&before);
        thread::spawn(move || {
            let (socket, _) = listener.accept().unwrap();
            let banner = Banner::new("device", &["shell_v2", "cmd"]);
            Transport::accept(socket, &banner, services).unwrap()
        });
        before
    }

    /// The phone, reached through this.
    pub fn phone(&self, rung: Option<Rung>) -> Android {
        let phone = Android::open(&Options {
            address: Some(self.address.clone()),
            rung,
            ..Options::default()
        });
        phone.unwrap()
    }
}

impl Services for Before {
    fn open(&self, name: &str) -> Option<Serve> {
        self.opened.lock().unwrap().push(name.to_owned());
        if name == "tcp:9008" && self.ended.load(Ordering::Relaxed) {
            return None;
        }
        let is_mute = name == "tcp:9008" && self.mute.load(Ordering::Relaxed);
        let other = (self.other)(name);
        let hang_up = other.as_ref().map(|it| it.try_clone().unwrap());
        let there: Box<dyn Channel> = match other {
            Some(other) => Box::new(other),
            None => self.phone.open(name, LONG).ok()?,
        };
        Some(Box::new(move |stream| pass(stream, there, hang_up, is_mute)))
    }
}

/// Pass on what both say, until `there` has said all.
fn pass(mut stream: Stream, mut there: Box<dyn Channel>, hang_up: Option<TcpStream>, is_mute: bool) {
    let mut to_there = there.another().unwrap();
    let (mut client, over) = (stream.clone(), Arc::new(AtomicBool::new(false)));
    let is_over = Arc::clone(&over);
    let passing = thread::spawn(move || {
        // Whether all is said is asked again and again: a client may wait for the end without a word.
        client.set_timeout(Some(Duration::from_millis(20)));
        let mut bytes = [0; 4096];
        while !is_over.load(Ordering::Relaxed) {
            match client.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) => to_there.write_all(&bytes[..count]).unwrap_or_default(),
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {}
                Err(_) => break,
            }
        }
        // What is not the phone's own hears that its client is gone.
        let _ = hang_up.map(|it| it.shutdown(Shutdown::Write));
    });
    let _ = match is_mute {
        // Its answer comes, and nobody hears it.
        true => there.read(&mut [0; 4096]).map(drop),
        false => io::copy(&mut there, &mut stream).map(drop),
    };
    over.store(true, Ordering::Relaxed);
    passing.join().unwrap();
}
