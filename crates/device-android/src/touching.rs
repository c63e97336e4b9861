//! What fingers did on the panel, joined with what was on the screen.

use std::{
    io::{BufRead, BufReader, ErrorKind, Read},
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use adb::{AdbError, Link, link, link::Channel};
use device::{DeviceError, Touched, Touches};
use ui::{Direction, Element};

use crate::{
    fingers::{self, Fingers, Gesture, on_screen},
    tree::SYSTEM,
};

/// How long the phone may take to begin to tell.
const BEGINS: Duration = Duration::from_secs(20);
/// How often it is looked whether somebody still listens.
const LISTENS: Duration = Duration::from_millis(500);
/// The longest line that is one of an event.
const LONGEST: u64 = 4096;
/// What tells how long a long press takes, in milliseconds.
const HOLDS: &str = "settings get secure long_press_timeout";
/// How long it takes where the phone does not say it: Android's own `ViewConfiguration`.
const HOLDS_USUALLY: f64 = 0.4;
/// A share of the screen at whose edges a movement is one of the system's.
const EDGE: f64 = 0.03;
/// What the key that ends what is typed says, in lower case.
const ENDS: [&str; 7] = ["enter", "search", "send", "go", "done", "next", "previous"];

/// What is around the apps, as it was seen last.
#[derive(Debug, Default)]
pub(crate) struct Around {
    /// Width and height of the screen.
    pub size: (u32, u32),
    /// By how many quarters it is turned, where the phone says it.
    pub quarters: Option<u8>,
    /// Package of the keyboard.
    pub keyboard: Option<String>,
    /// Keys of the keyboard, buttons of the system's bars; `None` where the phone is read without them.
    pub elements: Option<Vec<Element>>,
    /// Whether something was done since then.
    pub touched: bool,
}

/// What is around the apps, shared with who looks at the screen.
pub(crate) type Shared = Arc<Mutex<Around>>;

/// What it is now.
pub(crate) fn seen(around: &Shared) -> MutexGuard<'_, Around> {
    // A poisoned lock only means that another thread panicked.
    around.lock().unwrap_or_else(|it| it.into_inner())
}

/// What the thread that hears the phone shares.
#[derive(Default)]
struct Ear {
    /// Whether a finger is down.
    down: AtomicBool,
    /// How many gestures were told and not taken.
    waiting: AtomicUsize,
    /// Nobody listens any more.
    closed: AtomicBool,
}

/// Hears a phone's panel.
pub(crate) struct Hearing {
    gestures: Receiver<(Instant, Gesture)>,
    ear: Arc<Ear>,
    around: Shared,
    looked: Instant,
}

fn lost(doing: &str, reason: &str) -> DeviceError {
    DeviceError::Lost {
        doing: doing.to_owned(),
        reason: reason.to_owned(),
    }
}

impl Hearing {
    /// Begin to hear; `None` where the phone tells of no touch panel.
    pub(crate) fn begin(phone: &dyn Link, around: Shared) -> Result<Option<Self>, DeviceError> {
        let failed = |error: AdbError| lost(fingers::EVENTS, &error.to_string());
        let told = link::shell(phone, fingers::PANELS, BEGINS).map_err(failed)?;
        let panels = fingers::panels(&told.text());
        if panels.is_empty() {
            return Ok(None);
        }
        let holds = link::shell(phone, HOLDS, BEGINS).map_err(failed)?;
        let holds = holds.text().trim().parse::<f64>().ok().filter(|it| *it > 0.0);
        let fingers = Fingers::new(panels, holds.map_or(HOLDS_USUALLY, |it| it / 1000.0));
        let stream = phone
            .open(&format!("exec:{}", fingers::EVENTS), BEGINS)
            .map_err(failed)?;
        let (told, gestures) = channel();
        let ear = Arc::new(Ear::default());
        let of_thread = Arc::clone(&ear);
        thread::spawn(move || hear(stream, fingers, &of_thread, &told));
        Ok(Some(Self {
            gestures,
            ear,
            around,
            looked: Instant::now(),
        }))
    }

    /// What a gesture is on the screen as it was seen last.
    fn touched(&self, gesture: Gesture) -> Touched {
        let around = seen(&self.around);
        let quarters = match (around.quarters, around.size) {
            (Some(quarters), _) => quarters,
            (None, (width, height)) if width < height => 0,
            (None, _) => return Touched::Other("a touch on a screen that does not say how it is turned"),
        };
        if around.elements.is_none() {
            return Touched::Other("a touch while the phone is read without its keyboard");
        }
        let on = |it| on_screen(it, around.size, quarters);
        match gesture {
            Gesture::Back => around.back(),
            Gesture::Home => Touched::Home,
            Gesture::Key => Touched::Keyboard,
            Gesture::Several => Touched::Other("a touch of several fingers"),
            Gesture::Unclear => {
                Touched::Other("a touch that may be short or long, or may have moved a little")
            }
            Gesture::Tap(place) => {
                let (x, y) = on(place);
                around.pressed(x, y).unwrap_or(Touched::Tap(x, y))
            }
            Gesture::Hold(place) => {
                let (x, y) = on(place);
                around.pressed(x, y).unwrap_or(Touched::Hold(x, y))
            }
            Gesture::Move(from, to) => around.moved(on(from), on(to)),
        }
    }
}

impl Drop for Hearing {
    fn drop(&mut self) {
        self.ear.closed.store(true, Ordering::Relaxed);
    }
}

/// Hear what the phone says until nobody listens, or it says no more.
fn hear(mut stream: Box<dyn Channel>, mut fingers: Fingers, ear: &Ear, told: &Sender<(Instant, Gesture)>) {
    stream.set_timeout(LISTENS);
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    let mut began = None;
    while !ear.closed.load(Ordering::Relaxed) {
        match (&mut stream).take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) => {}
            // Nothing was said for a while; the part of a line that was is kept.
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => continue,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        }
        let gesture = fingers.hear(&String::from_utf8_lossy(&line));
        line.clear();
        if fingers.is_down() {
            began.get_or_insert_with(Instant::now);
            ear.down.store(true, Ordering::Relaxed);
        }
        let Some(gesture) = gesture else { continue };
        ear.waiting.fetch_add(1, Ordering::Relaxed);
        let begun = began.take().unwrap_or_else(Instant::now);
        if told.send((begun, gesture)).is_err() {
            return;
        }
        ear.down.store(fingers.is_down(), Ordering::Relaxed);
    }
}

impl Around {
    /// What a press on the keyboard, or on a bar of the system, is.
    fn pressed(&self, x: i32, y: i32) -> Option<Touched> {
        let here = self
            .elements
            .iter()
            .flatten()
            .filter(|it| it.bounds.contains(x, y));
        let mut keys = here.clone().filter(|it| self.is_of_keyboard(it)).peekable();
        if keys.peek().is_some() {
            let says = |it: &Element| {
                it.words()
                    .any(|word| ENDS.contains(&word.to_lowercase().as_str()))
            };
            return Some(if keys.any(says) {
                Touched::Enter
            } else {
                Touched::Keyboard
            });
        }
        let mut all = here
            .filter(|it| it.package_name.as_deref() == Some(SYSTEM))
            .peekable();
        all.peek()?;
        let named = all.find_map(|it| match it.lasting_id().map(ui::short_id)? {
            "back" => Some(self.back()),
            "home" | "home_button" => Some(Touched::Home),
            _ => None,
        });
        Some(named.unwrap_or(Touched::Other("a touch of the system's bars")))
    }

    fn is_of_keyboard(&self, element: &Element) -> bool {
        self.keyboard.is_some() && element.package_name == self.keyboard
    }

    /// Where there is a keyboard, back puts it away.
    fn back(&self) -> Touched {
        match self.elements.iter().flatten().any(|it| self.is_of_keyboard(it)) {
            true => Touched::PutAway,
            false => Touched::Back,
        }
    }

    fn moved(&self, from: (i32, i32), to: (i32, i32)) -> Touched {
        if let Some(Touched::Keyboard | Touched::Enter) = self.pressed(from.0, from.1) {
            return Touched::Keyboard;
        }
        let share = |at: i32, side: u32| f64::from(at) / f64::from(side.max(1));
        let (wide, high) = self.size;
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let sideways = x.abs() > y.abs();
        let (left, low) = (share(from.0, wide), share(from.1, high));
        if sideways && (left < EDGE && x > 0 || left > 1.0 - EDGE && x < 0) {
            return self.back();
        }
        if !sideways && low > 1.0 - EDGE && y < 0 {
            return Touched::Home;
        }
        if !sideways && low < EDGE && y > 0 {
            return Touched::Other("the pull of the system's shade");
        }
        // What is below comes up with the finger.
        let direction = match (sideways, x > 0, y > 0) {
            (true, true, _) => Direction::Left,
            (true, false, _) => Direction::Right,
            (false, _, true) => Direction::Up,
            (false, _, false) => Direction::Down,
        };
        Touched::Scroll(from.0, from.1, direction)
    }
}

impl Touches for Hearing {
    fn next(&mut self, within: Duration) -> Result<Option<Touched>, DeviceError> {
        match self.gestures.recv_timeout(within) {
            Ok((begun, gesture)) => {
                self.ear.waiting.fetch_sub(1, Ordering::Relaxed);
                let touched = self.touched(gesture);
                seen(&self.around).touched = true;
                let is_text = matches!(touched, Touched::Keyboard | Touched::Enter);
                let is_seen = begun >= self.looked || is_text;
                Ok(Some(if is_seen { touched } else { Touched::TooSoon }))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(lost(fingers::EVENTS, "the phone tells no more")),
        }
    }

    fn is_busy(&self) -> bool {
        let waiting = self.ear.waiting.load(Ordering::Relaxed);
        waiting > 0 || self.ear.down.load(Ordering::Relaxed)
    }

    fn looked(&mut self) {
        self.looked = Instant::now();
    }
}
