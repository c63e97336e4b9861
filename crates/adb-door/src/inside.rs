//! What all streams of the door share: the phone, the files that are the door's own, and the time.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use adb::transport::Stream;
use emulator::state::Files;

use crate::{disk::Disk, handset::Handset, live::Live, lock::lock, methods::Methods};

/// The most commands that go on beside others.
const MOST_BESIDE: usize = 16;

/// Who waits for an answer: a stream, else nobody who could go away.
#[derive(Clone, Default)]
pub struct Client(pub Option<Stream>);

impl Client {
    /// Wait so long, or until the client is gone; answers whether it is.
    fn wait(&self, most: Duration) -> bool {
        match &self.0 {
            Some(stream) => stream.wait_closed(most),
            None => {
                #[expect(
                    clippy::disallowed_methods,
                    reason = "for nobody, until so much time has passed"
                )]
                thread::sleep(most);
                false
            }
        }
    }
}

/// What all streams share.
pub struct Inside {
    phone: Arc<Live<dyn Handset>>,
    scratch: Mutex<Files>,
    beside: Arc<AtomicUsize>,
    properties: Mutex<BTreeMap<String, String>>,
    methods: Mutex<Methods>,
    sockets: Mutex<BTreeMap<String, SocketAddr>>,
    /// The sockets of the helpers that run.
    helpers: Mutex<BTreeSet<String>>,
    /// What was logged, a line each.
    log: Mutex<Vec<String>>,
    closed: AtomicBool,
}

/// The most lines that the log keeps.
const MOST_LOG: usize = 2000;

/// A place among what goes on beside.
pub struct Beside(Arc<AtomicUsize>);

impl Drop for Beside {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Inside {
    /// Around a phone.
    pub fn new(phone: Arc<Live<dyn Handset>>) -> Self {
        let mut scratch = Files::default();
        scratch.mkdir("/data/local/tmp", 0);
        Self {
            phone,
            scratch: Mutex::new(scratch),
            beside: Arc::default(),
            properties: Mutex::new(properties()),
            methods: Mutex::default(),
            sockets: Mutex::default(),
            helpers: Mutex::default(),
            log: Mutex::default(),
            closed: AtomicBool::new(false),
        }
    }

    /// The phone, whose time goes on as that of the world.
    pub fn phone(&self) -> MutexGuard<'_, dyn Handset + 'static> {
        self.phone.lock()
    }

    /// From now on somebody at an address of this machine answers at a socket of the phone.
    pub fn set_socket(&self, name: &str, answers: SocketAddr) {
        lock(&self.sockets).insert(name.to_owned(), answers);
    }

    /// Who answers at a socket of the phone.
    pub fn socket(&self, name: &str) -> Option<SocketAddr> {
        lock(&self.sockets).get(name).copied()
    }

    /// The phone as all doors share it.
    pub fn live(&self) -> &Live<dyn Handset> {
        &self.phone
    }

    /// The files.
    pub fn disk<T>(&self, with: impl FnOnce(&mut Disk<'_>) -> T) -> T {
        let mut phone = self.phone();
        with(&mut Disk {
            phone: &mut *phone,
            scratch: lock(&self.scratch),
        })
    }

    /// Let time pass, until the client or the door is gone; answers whether one is.
    pub fn wait(&self, time: Duration, client: &Client) -> bool {
        /// How long the end of the door may stay unseen.
        const LOOK: Duration = Duration::from_millis(100);
        let begun = Instant::now();
        loop {
            let left = time.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return false;
            }
            if client.wait(left.min(LOOK)) || self.closed.load(Ordering::Relaxed) {
                return true;
            }
        }
    }

    /// Let everything that waits come to its end.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// A place for a command that goes on beside others; `None` where there are too many.
    pub fn beside(&self) -> Option<Beside> {
        let before = self.beside.fetch_add(1, Ordering::Relaxed);
        let place = Beside(Arc::clone(&self.beside));
        (before < MOST_BESIDE).then_some(place)
    }

    /// The properties of the system.
    pub fn properties(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        lock(&self.properties)
    }

    /// The input methods.
    pub fn methods(&self) -> MutexGuard<'_, Methods> {
        lock(&self.methods)
    }

    /// The sockets of the helpers that run.
    pub fn helpers(&self) -> MutexGuard<'_, BTreeSet<String>> {
        lock(&self.helpers)
    }

    /// Log a line under a tag.
    pub fn log(&self, tag: &str, line: &str) {
        let now = self.phone().now_ms();
        let mut log = lock(&self.log);
        if log.len() >= MOST_LOG {
            log.drain(..MOST_LOG / 2);
        }
        log.push(format!(
            "{}  1000  1000 I {tag}: {line}",
            crate::time::logged(now)
        ));
    }

    /// What was logged.
    pub fn logged(&self) -> MutexGuard<'_, Vec<String>> {
        lock(&self.log)
    }
}

/// What a phone says of itself, as far as clients ask.
fn properties() -> BTreeMap<String, String> {
    const ALL: [(&str, &str); 32] = [
        ("dev.bootcomplete", "1"),
        ("gsm.operator.alpha", "T-Mobile"),
        ("gsm.sim.state", "LOADED"),
        ("init.svc.bootanim", "stopped"),
        ("persist.sys.locale", "en-US"),
        ("persist.sys.timezone", "UTC"),
        ("ro.boot.qemu", "1"),
        ("ro.boot.serialno", "AUTORPA0001"),
        ("ro.build.characteristics", "emulator"),
        (
            "ro.build.fingerprint",
            "autorpa/emulator/emulator:13/AUTORPA/1:userdebug/test-keys",
        ),
        ("ro.build.id", "AUTORPA"),
        ("ro.build.tags", "test-keys"),
        ("ro.build.type", "userdebug"),
        ("ro.build.version.codename", "REL"),
        ("ro.build.version.incremental", "1"),
        ("ro.build.version.release", "13"),
        ("ro.build.version.sdk", "33"),
        ("ro.debuggable", "1"),
        ("ro.hardware", "ranchu"),
        ("ro.kernel.qemu", "1"),
        ("ro.product.brand", "autorpa"),
        ("ro.product.cpu.abi", "x86_64"),
        ("ro.product.cpu.abilist", "x86_64,arm64-v8a"),
        ("ro.product.device", "emulator"),
        ("ro.product.locale", "en-US"),
        ("ro.product.manufacturer", "AutoRPA"),
        ("ro.product.model", "AutoRPA emulator"),
        ("ro.product.name", "emulator"),
        ("ro.serialno", "AUTORPA0001"),
        ("ro.sf.lcd_density", "420"),
        ("sys.boot_completed", "1"),
        ("sys.usb.state", "adb"),
    ];
    let all = ALL.map(|(name, value)| (name.to_owned(), value.to_owned()));
    all.into()
}
