//! What fingers did on the panel, joined with what was on the screen.

use std::{
    io::{BufRead, BufReader},
    sync::{
        Arc, Mutex, MutexGuard,
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use adb::{AdbError, Link, link};
use device::{DeviceError, Touched, Touches};
use ui::{Direction, Element};

use crate::{
    fingers::{self, Fingers, Gesture, on_screen},
    tree::SYSTEM,
};

/// How long the phone may take to begin to tell.
const BEGINS: Duration = Duration::from_secs(20);
/// The phone tells nothing for as long as nobody touches it: as long as a session may last.
const SILENT: Duration = Duration::from_secs(24 * 3600);
/// A share of the screen at whose edges a movement is one of the system's.
const EDGE: f64 = 0.03;

/// What is around the apps, as it was seen last.
#[derive(Debug, Default)]
pub(crate) struct Around {
    /// Width and height of the screen.
    pub size: (u32, u32),
    /// By how many quarters it is turned.
    pub quarters: u8,
    /// Package of the keyboard.
    pub keyboard: Option<String>,
    /// Keys of the keyboard, buttons of the system's bars.
    pub elements: Vec<Element>,
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

/// Hears a phone's panel.
pub(crate) struct Hearing {
    gestures: Receiver<(Instant, Gesture)>,
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
        let mut stream = phone
            .open(&format!("exec:{}", fingers::EVENTS), BEGINS)
            .map_err(failed)?;
        stream.set_timeout(SILENT);
        let (told, gestures) = channel();
        let mut fingers = Fingers::new(panels);
        thread::spawn(move || {
            for line in BufReader::new(stream).lines() {
                let Ok(line) = line else { return };
                if let Some(gesture) = fingers.hear(&line)
                    && told.send((Instant::now(), gesture)).is_err()
                {
                    return;
                }
            }
        });
        Ok(Some(Self {
            gestures,
            around,
            looked: Instant::now(),
        }))
    }

    /// What a gesture is on the screen as it was seen last.
    fn touched(&self, gesture: Gesture) -> Touched {
        let around = seen(&self.around);
        let on = |it| on_screen(it, around.size, around.quarters);
        match gesture {
            Gesture::Back => Touched::Back,
            Gesture::Home => Touched::Home,
            Gesture::Several => Touched::Other("a touch of several fingers"),
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

impl Around {
    /// What a press on the keyboard, or on a bar of the system, is.
    fn pressed(&self, x: i32, y: i32) -> Option<Touched> {
        let here = self.elements.iter().filter(|it| it.bounds.contains(x, y));
        let mut packages = here.clone().filter_map(|it| it.package_name.as_deref());
        if packages.any(|it| Some(it) == self.keyboard.as_deref()) {
            return Some(Touched::Keyboard);
        }
        let mut all = here
            .filter(|it| it.package_name.as_deref() == Some(SYSTEM))
            .peekable();
        all.peek()?;
        let named = all.find_map(|it| match it.lasting_id().map(ui::short_id)? {
            "back" => Some(Touched::Back),
            "home" | "home_button" => Some(Touched::Home),
            _ => None,
        });
        Some(named.unwrap_or(Touched::Other("a touch of the system's bars")))
    }

    fn moved(&self, from: (i32, i32), to: (i32, i32)) -> Touched {
        if let Some(Touched::Keyboard) = self.pressed(from.0, from.1) {
            return Touched::Keyboard;
        }
        let share = |at: i32, side: u32| f64::from(at) / f64::from(side.max(1));
        let (wide, high) = self.size;
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let sideways = x.abs() > y.abs();
        let (left, low) = (share(from.0, wide), share(from.1, high));
        if sideways && (left < EDGE && x > 0 || left > 1.0 - EDGE && x < 0) {
            return Touched::Back;
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
            Ok((at, gesture)) => {
                seen(&self.around).touched = true;
                let touched = self.touched(gesture);
                let is_seen = at >= self.looked || touched == Touched::Keyboard;
                Ok(Some(if is_seen { touched } else { Touched::TooSoon }))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(lost(fingers::EVENTS, "the phone tells no more")),
        }
    }

    fn looked(&mut self) {
        self.looked = Instant::now();
    }
}
