//! A phone that goes on by itself: its time is the world's, and who serves it shares its fingers, its hardware and what
//! is broadcast on it.

use std::{
    sync::{
        Mutex, MutexGuard,
        mpsc::{self, Receiver, Sender},
    },
    time::{Duration, Instant},
};

use crate::{
    handset::{Finger, Handset, Key},
    keys,
    lock::lock,
};

/// A finger that moved less than this, in pixels, has not moved.
const SLOP: u32 = 24;
/// A finger that is down so long holds.
const HOLDS: Duration = Duration::from_millis(400);

/// A finger that is down: where, where it is now, and since when.
type Down = ((i32, i32), (i32, i32), Instant);

/// A phone that several doors serve.
pub struct Live<T: ?Sized> {
    since: Mutex<Instant>,
    finger: Mutex<Option<Down>>,
    hardware: Mutex<Hardware>,
    listeners: Mutex<Vec<Sender<Broadcast>>>,
    watchers: Mutex<Vec<Sender<Trail>>>,
    phone: Mutex<T>,
}

/// What the phone is made of, as far as it can be changed from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Hardware {
    /// The battery.
    pub battery: Battery,
    /// Longitude and latitude in degrees, and metres above the sea; where it was said.
    pub location: Option<(f64, f64, f64)>,
    /// Who calls, and how far that is.
    pub calls: Vec<(String, CallState)>,
}

/// A battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battery {
    /// Whether it is charged from a socket.
    pub plugged: bool,
    /// Whether there is one.
    pub present: bool,
    /// As Android numbers it: 2 is charging.
    pub status: u32,
    /// As Android numbers it: 2 is good.
    pub health: u32,
    /// In percent.
    pub level: u32,
}

/// How far a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallState {
    /// Nobody has answered it.
    Ringing,
    /// Somebody speaks.
    Active,
    /// Somebody waits.
    Held,
}

impl CallState {
    /// As the emulator's console says it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ringing => "incoming",
            Self::Active => "active",
            Self::Held => "held",
        }
    }
}

impl Default for Hardware {
    fn default() -> Self {
        Self {
            battery: Battery {
                plugged: true,
                present: true,
                status: 2,
                health: 2,
                level: 100,
            },
            location: None,
            calls: Vec::new(),
        }
    }
}

/// What a finger did on the glass: where it came down and was lifted, in pixels, and how long that took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trail {
    /// Where it came down.
    pub from: (i32, i32),
    /// Where it was lifted.
    pub to: (i32, i32),
    /// How long it was down.
    pub held: Duration,
}

/// What was broadcast to the phone's apps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broadcast {
    /// The action.
    pub action: String,
    /// The only package that gets it; `None` for all.
    pub package: Option<String>,
    /// What it says besides, by name.
    pub extras: Vec<(String, String)>,
}

impl Broadcast {
    /// What it says under a name.
    pub fn extra(&self, name: &str) -> Option<&str> {
        let found = self.extras.iter().find(|(it, _)| it == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether an app gets it.
    pub fn is_for(&self, package: &str) -> bool {
        self.package.as_deref().is_none_or(|it| it == package)
    }
}

impl<T> Live<T> {
    /// A phone whose time goes on from now.
    pub fn new(phone: T) -> Self {
        Self {
            since: Mutex::new(Instant::now()),
            finger: Mutex::default(),
            hardware: Mutex::default(),
            listeners: Mutex::default(),
            watchers: Mutex::default(),
            phone: Mutex::new(phone),
        }
    }
}

impl<T: Handset + ?Sized> Live<T> {
    /// The phone, at the time that it is now. Nobody else has it meanwhile.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        let mut phone = lock(&self.phone);
        let mut since = lock(&self.since);
        let passed = since.elapsed().as_millis() as i64;
        if passed > 0 {
            *since = Instant::now();
            phone.pass(passed);
        }
        phone
    }

    /// What it is made of.
    pub fn hardware(&self) -> MutexGuard<'_, Hardware> {
        lock(&self.hardware)
    }

    /// What is broadcast from now on.
    pub fn broadcasts(&self) -> Receiver<Broadcast> {
        let (listener, heard) = mpsc::channel();
        lock(&self.listeners).push(listener);
        heard
    }

    /// Tell all who listen.
    pub fn broadcast(&self, broadcast: &Broadcast) {
        // Who does not listen any more is forgotten.
        lock(&self.listeners).retain(|it| it.send(broadcast.clone()).is_ok());
    }

    /// What fingers do on the glass from now on, each when it is lifted. What is put in behind it, as adb does, is not among it.
    pub fn trails(&self) -> Receiver<Trail> {
        let (watcher, seen) = mpsc::channel();
        lock(&self.watchers).push(watcher);
        seen
    }

    /// A finger is down at a place, or is lifted: what it did between is done then. One that is lifted and was not down
    /// does nothing.
    pub fn finger(&self, at: (i32, i32), down: bool) {
        let mut finger = lock(&self.finger);
        if down {
            match &mut *finger {
                Some((_, now, _)) => *now = at,
                none => *none = Some((at, at, Instant::now())),
            }
            return;
        }
        let Some((from, now, since)) = finger.take() else {
            return;
        };
        // Some lift it without saying where.
        let to = if at == (0, 0) { now } else { at };
        let trail = Trail {
            from,
            to,
            held: since.elapsed(),
        };
        let moved = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)) > SLOP;
        let held = since.elapsed() >= HOLDS;
        self.lock().touch(match (moved, held) {
            (true, _) => Finger::Move(from, to),
            (false, true) => Finger::Hold(to.0, to.1),
            (false, false) => Finger::Tap(to.0, to.1),
        });
        lock(&self.watchers).retain(|it| it.send(trail).is_ok());
    }

    /// The finger that is down is lifted, and nothing comes of it.
    pub fn let_go(&self) {
        lock(&self.finger).take();
    }

    /// Press a key by its number; what does nothing here is taken all the same, as on a phone.
    pub fn press(&self, code: u32) {
        let key = match code {
            3 => Key::Home,
            4 => Key::Back,
            66 | 160 => Key::Enter,
            67 => Key::Delete,
            187 => Key::Recents,
            _ => {
                if let Some(typed) = keys::typed(code) {
                    self.lock().type_text(typed.encode_utf8(&mut [0; 4]));
                }
                return;
            }
        };
        self.lock().press(key);
    }
}
