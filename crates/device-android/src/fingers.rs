//! What the kernel tells of a phone's touch panel and keys (`getevent`) to what fingers did.
//!
//! The forms are those of Android's `getevent -p` and `getevent -t`, with codes as numbers: they are the kernel's and the same
//! everywhere (linux/input-event-codes.h).

use std::collections::BTreeMap;

/// What tells which panels there are.
pub const PANELS: &str = "getevent -p";
/// What tells what is done on them.
pub const EVENTS: &str = "getevent -t";

const EV_SYN: u32 = 0;
const EV_KEY: u32 = 1;
const EV_ABS: u32 = 3;
const BTN_TOUCH: u32 = 0x14a;
const ABS_MT_SLOT: u32 = 0x2f;
const ABS_MT_POSITION_X: u32 = 0x35;
const ABS_MT_POSITION_Y: u32 = 0x36;
const ABS_MT_TRACKING_ID: u32 = 0x39;
const LIFTED: u32 = u32::MAX;
const KEY_BACK: u32 = 158;
const KEY_HOMEPAGE: u32 = 172;
/// Keys that change nothing on the screen's content: louder, quieter, power.
const KEYS_BESIDE: [u32; 3] = [114, 115, 116];
/// Codes of buttons, among the keys.
const BUTTONS: std::ops::Range<u32> = 0x100..0x160;

/// A finger that stays within this share of the panel has not moved.
const STILL: f64 = 0.01;
/// One that goes further than this share has moved.
const MOVED: f64 = 0.02;
/// A finger that is down for less than this part of the time that a long press takes is a tap.
const SHORT: f64 = 0.8;
/// One that is down for more than this part is a long press.
const LONG: f64 = 1.3;

/// The least and greatest that a device says of each axis, by the axis' code.
type Axes = BTreeMap<u32, (i64, i64)>;

/// A place on the panel: shares of its width and height.
pub type Place = (f64, f64);

/// What fingers did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// A short touch.
    Tap(Place),
    /// A long touch.
    Hold(Place),
    /// From one place to another.
    Move(Place, Place),
    /// Several fingers at once.
    Several,
    /// One finger, and whether it was a tap, a long press or a movement, or where it was, is not clear.
    Unclear,
    /// Another key.
    Key,
    /// The key for back.
    Back,
    /// The key for the home screen.
    Home,
}

/// A touch panel: its device, and the least and greatest that it says of each direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    device: String,
    x: (i64, i64),
    y: (i64, i64),
}

/// The touch panels that [`PANELS`] tells of.
pub fn panels(text: &str) -> Vec<Panel> {
    let mut all: Vec<(String, Axes)> = Vec::new();
    let mut axes = false;
    for line in text.lines() {
        if let Some((_, device)) = line
            .strip_prefix("add device ")
            .and_then(|it| it.split_once(": "))
        {
            all.push((device.trim().to_owned(), BTreeMap::new()));
            axes = false;
            continue;
        }
        let line = line.trim_start();
        // A kind of events begins with its name and number: `ABS (0003): 0035  : value 0, min 0, max 1079, ..`.
        let rest = match line.split_once("): ") {
            Some((kind, rest)) => {
                axes = kind.starts_with("ABS");
                rest
            }
            None => line,
        };
        let Some((_, known)) = all.last_mut().filter(|_| axes) else {
            continue;
        };
        let number = |name: &str| {
            let said = rest.split(',').find_map(|it| it.trim().strip_prefix(name))?;
            said.trim().parse::<i64>().ok()
        };
        let code = rest
            .split_whitespace()
            .next()
            .and_then(|it| u32::from_str_radix(it, 16).ok());
        if let (Some(code), Some(least), Some(most)) = (code, number("min"), number("max")) {
            known.insert(code, (least, most));
        }
    }
    let panel = |(device, known): (String, Axes)| {
        let side = |code: u32| known.get(&code).copied().filter(|(least, most)| least < most);
        // One that does not tell fingers apart does not tell when they are lifted either.
        side(ABS_MT_SLOT).zip(side(ABS_MT_TRACKING_ID))?;
        let (x, y) = side(ABS_MT_POSITION_X).zip(side(ABS_MT_POSITION_Y))?;
        Some(Panel { device, x, y })
    };
    all.into_iter().filter_map(panel).collect()
}

/// Follows fingers, event by event.
#[derive(Clone, Debug)]
pub struct Fingers {
    panels: Vec<Panel>,
    /// How long a long press takes, in seconds.
    holds: f64,
    down: Option<Down>,
    /// The slot that the panel speaks of now.
    slot: u32,
    /// The slots with a finger.
    held: Vec<u32>,
    /// Where the panel said last that the first finger is.
    at: (Option<i64>, Option<i64>),
}

/// Fingers that are down.
#[derive(Clone, Copy, Debug)]
struct Down {
    since: f64,
    from: Option<Place>,
    to: Option<Place>,
    /// How far it was from where it came down, at most.
    furthest: f64,
    several: bool,
}

/// An event: when in seconds, of which device, type, code and value.
type Event<'a> = (f64, &'a str, u32, u32, u32);

/// `[   100.000001] /dev/input/event2: 0003 0039 0000000a`.
fn event(line: &str) -> Option<Event<'_>> {
    let (time, rest) = line.trim().strip_prefix('[')?.split_once(']')?;
    let (device, rest) = rest.trim_start().split_once(": ")?;
    let mut words = rest.split_whitespace().map(|it| u32::from_str_radix(it, 16).ok());
    let mut next = || words.next().flatten();
    Some((time.trim().parse().ok()?, device, next()?, next()?, next()?))
}

impl Fingers {
    /// On these panels, where a long press takes so many seconds.
    pub fn new(panels: Vec<Panel>, holds: f64) -> Self {
        Self {
            panels,
            holds,
            down: None,
            slot: 0,
            held: Vec::new(),
            at: (None, None),
        }
    }

    /// Whether one is down.
    pub fn is_down(&self) -> bool {
        self.down.is_some()
    }

    /// Hear a line; what was done, where it ends something. Whatever is no event is passed over.
    pub fn hear(&mut self, line: &str) -> Option<Gesture> {
        let (time, device, kind, code, value) = event(line)?;
        if kind == EV_KEY && value == 1 {
            match code {
                KEY_BACK => return Some(Gesture::Back),
                KEY_HOMEPAGE => return Some(Gesture::Home),
                it if !BUTTONS.contains(&it) && !KEYS_BESIDE.contains(&it) => return Some(Gesture::Key),
                _ => {}
            }
        }
        let panel = self.panels.iter().find(|it| it.device == device)?.clone();
        match (kind, code) {
            (EV_ABS, ABS_MT_SLOT) => self.slot = value,
            (EV_ABS, ABS_MT_TRACKING_ID) if value == LIFTED => self.held.retain(|it| *it != self.slot),
            (EV_ABS, ABS_MT_TRACKING_ID) => {
                if self.held.is_empty() {
                    self.begin(time);
                }
                if !self.held.contains(&self.slot) {
                    self.held.push(self.slot);
                }
                if let Some(down) = &mut self.down {
                    down.several |= self.held.len() > 1;
                }
            }
            (EV_ABS, ABS_MT_POSITION_X) if self.is_first() => self.at.0 = Some(i64::from(value)),
            (EV_ABS, ABS_MT_POSITION_Y) if self.is_first() => self.at.1 = Some(i64::from(value)),
            (EV_KEY, BTN_TOUCH) if value == 1 && self.down.is_none() => self.begin(time),
            (EV_SYN, 0) => return self.packet(&panel, time),
            _ => {}
        }
        None
    }

    /// Whether the panel speaks of the finger that went down first.
    fn is_first(&self) -> bool {
        self.held.first().is_none_or(|it| *it == self.slot)
    }

    fn begin(&mut self, since: f64) {
        self.down = Some(Down {
            since,
            from: None,
            to: None,
            furthest: 0.0,
            several: false,
        });
    }

    /// All that belongs to one moment was said.
    fn packet(&mut self, panel: &Panel, time: f64) -> Option<Gesture> {
        let share = |at: i64, (least, most): (i64, i64)| {
            ((at - least) as f64 / (most - least) as f64).clamp(0.0, 1.0)
        };
        let place = self
            .at
            .0
            .zip(self.at.1)
            .map(|(x, y)| (share(x, panel.x), share(y, panel.y)));
        let down = self.down.as_mut()?;
        if !self.held.is_empty() {
            // A panel says of a place only what is another than before.
            down.from = down.from.or(place);
            down.to = place.or(down.to);
            if let Some((from, to)) = down.from.zip(down.to) {
                let away = (from.0 - to.0).abs().max((from.1 - to.1).abs());
                down.furthest = down.furthest.max(away);
            }
            return None;
        }
        let down = self.down.take()?;
        if down.several {
            return Some(Gesture::Several);
        }
        let Some(from) = down.from.or(place) else {
            return Some(Gesture::Unclear);
        };
        let held = (time - down.since) / self.holds;
        let (still, moved) = (down.furthest < STILL, down.furthest > MOVED);
        Some(if moved {
            Gesture::Move(from, down.to.unwrap_or(from))
        } else if still && held > LONG {
            Gesture::Hold(from)
        } else if still && held < SHORT {
            Gesture::Tap(from)
        } else {
            Gesture::Unclear
        })
    }
}

/// Where a place of the panel is on a screen of this size, which is turned by so many quarters against the panel.
pub fn on_screen((x, y): Place, (width, height): (u32, u32), quarters: u8) -> (i32, i32) {
    let (x, y) = match quarters % 4 {
        0 => (x, y),
        1 => (y, 1.0 - x),
        2 => (1.0 - x, 1.0 - y),
        _ => (1.0 - y, x),
    };
    let pixel = |share: f64, side: u32| (share * f64::from(side.saturating_sub(1))).round() as i32;
    (pixel(x, width), pixel(y, height))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TOLD: &str = "add device 1: /dev/input/event0\n  name:     \"gpio-keys\"\n  events:\n    KEY (0001): 0072  0073  0074\n  \
        input props:\n    <none>\n\
        add device 2: /dev/input/event2\n  name:     \"touch\"\n  events:\n    KEY (0001): 014a\n    \
        ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0\n                \
        0035  : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0\n                \
        0036  : value 0, min 0, max 2399, fuzz 0, flat 0, resolution 0\n                \
        0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0\n  input props:\n    INPUT_PROP_DIRECT\n";

    /// Events of one moment: (time, [(type, code, value)]).
    type Moment<'a> = (f64, &'a [(u32, u32, u32)]);

    /// What is done by these.
    fn heard(moments: &[Moment<'_>]) -> Vec<Gesture> {
        let mut fingers = Fingers::new(panels(TOLD), 0.4);
        let mut all = Vec::new();
        for (time, events) in moments {
            for (kind, code, value) in events.iter().chain(&[(0, 0, 0)]) {
                let line = format!("[{time:>15.6}] /dev/input/event2: {kind:04x} {code:04x} {value:08x}");
                all.extend(fingers.hear(&line));
            }
        }
        all
    }

    const DOWN: (u32, u32, u32) = (3, 0x39, 7);
    const UP: (u32, u32, u32) = (3, 0x39, LIFTED);

    fn at(x: u32, y: u32) -> [(u32, u32, u32); 2] {
        [(3, 0x35, x), (3, 0x36, y)]
    }

    #[test]
    fn a_panel_is_told_by_its_axes() {
        let panel = Panel {
            device: "/dev/input/event2".to_owned(),
            x: (0, 1079),
            y: (0, 2399),
        };
        assert_eq!(panels(TOLD), [panel]);
        assert_eq!(panels("add device 1: /dev/input/event0\n  name: \"keys\"\n"), []);
        assert_eq!(
            panels(&TOLD.replace("0039  :", "0040  :")),
            [],
            "fingers are not told apart"
        );
    }

    #[test]
    fn a_tap_a_hold_and_a_movement_are_told_apart() {
        let [x, y] = at(1079, 0);
        assert_eq!(
            heard(&[(1.0, &[DOWN, x, y]), (1.08, &[UP])]),
            [Gesture::Tap((1.0, 0.0))]
        );
        assert_eq!(
            heard(&[(1.0, &[DOWN, x, y]), (1.9, &[UP])]),
            [Gesture::Hold((1.0, 0.0))]
        );
        // Between a tap and a long press, and between still and moved, nobody can say what the phone took it for.
        assert_eq!(heard(&[(1.0, &[DOWN, x, y]), (1.4, &[UP])]), [Gesture::Unclear]);
        let [_, near] = at(0, 36);
        assert_eq!(
            heard(&[(1.0, &[DOWN, x, y]), (1.1, &[near]), (1.2, &[UP])]),
            [Gesture::Unclear]
        );
        let [_, further] = at(0, 2399);
        let moved = heard(&[(1.0, &[DOWN, x, y]), (1.1, &[further]), (1.9, &[UP])]);
        assert_eq!(moved, [Gesture::Move((1.0, 0.0), (1.0, 1.0))]);
        // The second tap is where the first was: the panel says nothing of it again.
        let twice = heard(&[(1.0, &[DOWN, x, y]), (1.1, &[UP]), (2.0, &[DOWN]), (2.1, &[UP])]);
        assert_eq!(twice, [Gesture::Tap((1.0, 0.0)); 2]);
    }

    #[test]
    fn several_fingers_are_no_tap() {
        let [x, y] = at(10, 10);
        let second = [(3, 0x2f, 1), (3, 0x39, 8), x, y];
        let lift = [(3, 0x2f, 0), UP, (3, 0x2f, 1), UP];
        assert_eq!(
            heard(&[(1.0, &[DOWN, x, y]), (1.05, &second), (1.2, &lift)]),
            [Gesture::Several]
        );
    }

    #[test]
    fn keys_are_told() {
        let mut fingers = Fingers::new(Vec::new(), 0.4);
        let key = |code: u32, value: u32| format!("[ 1.0] /dev/input/event0: 0001 {code:04x} {value:08x}");
        assert_eq!(fingers.hear(&key(KEY_BACK, 1)), Some(Gesture::Back));
        assert_eq!(fingers.hear(&key(KEY_BACK, 0)), None);
        assert_eq!(fingers.hear(&key(KEY_HOMEPAGE, 1)), Some(Gesture::Home));
        assert_eq!(
            fingers.hear(&key(30, 1)),
            Some(Gesture::Key),
            "a letter of a keyboard"
        );
        assert_eq!(fingers.hear(&key(115, 1)), None, "louder");
    }

    #[test]
    fn a_screen_may_be_turned_against_its_panel() {
        let upright = (1000, 2000);
        let lying = (2000, 1000);
        assert_eq!(on_screen((0.25, 0.0), upright, 0), (250, 0));
        assert_eq!(on_screen((0.25, 0.0), lying, 1), (0, 749));
        assert_eq!(on_screen((0.25, 0.0), upright, 2), (749, 1999));
        assert_eq!(on_screen((0.25, 0.0), lying, 3), (1999, 250));
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text: String, lines in proptest::collection::vec("[ -~]{0,60}", 0..20)) {
            let mut fingers = Fingers::new(panels(&text), 0.4);
            for line in lines {
                let _ = fingers.hear(&line);
            }
        }

        #[test]
        fn any_events_are_taken(events in proptest::collection::vec((0..4u32, 0..0x150u32, any::<u32>()), 0..60)) {
            let mut fingers = Fingers::new(panels(TOLD), 0.4);
            for (kind, code, value) in events {
                let _ = fingers.hear(&format!("[1.5] /dev/input/event2: {kind:04x} {code:04x} {value:08x}"));
            }
        }
    }
}
