//! Timers: what is typed for a new one, and those that run.
//!
//! A timer is a row of the table `timers`: `length_ms`, and `end_ms` while it runs or `left_ms` while it does
//! not; the other one of the two is empty.

use super::round::Round;
use crate::msg::clock::{Msg as Clock, OnTimer as Msg};
use crate::{
    paint::{Align, IconName},
    state::{DeviceState, Row},
    toolkit::{Dim, Gravity, View, button, column, frame_of, image_button, row, scroller, text, view::Axis},
};

const TABLE: &str = "timers";
/// Digits of hours, minutes and seconds.
const DIGITS: usize = 6;

/// What is typed for a new timer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Setup {
    digits: Vec<u8>,
    /// Whether a timer is added to others.
    adding: bool,
}

impl Setup {
    fn is_open(&self, device: &DeviceState) -> bool {
        self.adding || device.tables.rows(TABLE).is_empty()
    }

    /// Hours, minutes and seconds as they are typed: the digits move in from the right.
    fn parts(&self) -> [i64; 3] {
        let at = |place: usize| {
            let digit = self.digits.len().checked_sub(DIGITS - place);
            digit.map_or(0, |it| i64::from(self.digits[it]))
        };
        [0, 2, 4].map(|place| at(place) * 10 + at(place + 1))
    }

    pub(super) fn clear(&mut self) {
        self.digits.clear();
    }

    /// Put away what is typed; `false` where the running timers were shown already, or there are none.
    pub(super) fn close(&mut self, device: &DeviceState) -> bool {
        self.digits.clear();
        std::mem::take(&mut self.adding) && !device.tables.rows(TABLE).is_empty()
    }

    pub(super) fn page(&self, device: &DeviceState) -> (View, [Option<Round>; 3]) {
        if !self.is_open(device) {
            let now = device.clock.now_ms();
            let timers = device.tables.rows(TABLE).iter().map(|it| card(it, now));
            let list = scroller(
                "androidx.recyclerview.widget.RecyclerView",
                "recycler_view",
                "timers",
                timers,
            );
            return (
                list,
                [None, Some(Round("fab", "Add timer", IconName::Plus)), None],
            );
        }
        let go = (!self.digits.is_empty()).then_some(Round("fab", "Start", IconName::Play));
        let cancel = self
            .adding
            .then_some(Round("left_button", "Cancel", IconName::Close));
        (self.setup(), [cancel, go, None])
    }

    fn setup(&self) -> View {
        let [hours, minutes, seconds] = self.parts();
        let time = text(format!("{hours:02}h {minutes:02}m {seconds:02}s"))
            .id("timer_setup_time")
            .desc(format!(
                "{}, {}, {}",
                counted(hours, "hour"),
                counted(minutes, "minute"),
                counted(seconds, "second")
            ))
            .size(40)
            .align(Align::Center)
            .wide()
            .pad(16, 24);
        let digit = |id: &'static str, digit: u8| key(id, digit.to_string(), Msg::Digit(digit));
        let mut keys = vec![
            digit("timer_setup_digit_1", 1),
            digit("timer_setup_digit_2", 2),
            digit("timer_setup_digit_3", 3),
            digit("timer_setup_digit_4", 4),
            digit("timer_setup_digit_5", 5),
            digit("timer_setup_digit_6", 6),
            digit("timer_setup_digit_7", 7),
            digit("timer_setup_digit_8", 8),
            digit("timer_setup_digit_9", 9),
            key("timer_setup_digit_00", "00".to_owned(), Msg::DoubleZero),
            digit("timer_setup_digit_0", 0),
        ];
        let erase = key("timer_setup_delete", "⌫".to_owned(), Msg::Erase);
        keys.push(
            erase
                .hold(Clock::Timer(Msg::Erase))
                .enabled(!self.digits.is_empty()),
        );
        let mut grid = frame_of(keys).id("timer_setup_digits").wide();
        grid.axis = Axis::Grid(3);
        column([time, grid]).id("timer_setup")
    }

    pub(super) fn tapped(&mut self, device: &mut DeviceState, msg: Msg) {
        let now = device.clock.now_ms();
        match msg {
            Msg::Digit(digit) => self.press(digit),
            Msg::DoubleZero => {
                self.press(0);
                self.press(0);
            }
            Msg::Erase => {
                self.digits.pop();
            }
            Msg::PlayPause(id) => {
                device.tables.update(TABLE, id, |row| {
                    let left = left_ms(row, now);
                    if is_running(row) {
                        stop(row, left);
                    } else {
                        run(row, now + left);
                    }
                });
            }
            Msg::Reset(id) => {
                device.tables.update(TABLE, id, |row| {
                    let length = number(row, "length_ms");
                    stop(row, length);
                });
            }
            Msg::AddMinute(id) => {
                device.tables.update(TABLE, id, |row| {
                    let left = left_ms(row, now) + 60_000;
                    if is_running(row) {
                        run(row, now + left);
                    } else {
                        stop(row, left);
                    }
                });
            }
            Msg::Delete(id) => {
                device.tables.delete(TABLE, id);
            }
        }
    }

    /// A zero in front of everything is no digit, and there are no more than six.
    fn press(&mut self, digit: u8) {
        if self.digits.len() < DIGITS && (digit > 0 || !self.digits.is_empty()) {
            self.digits.push(digit);
        }
    }

    /// The middle button: start what is typed, or type another one.
    pub(super) fn go(&mut self, device: &mut DeviceState) {
        if !self.is_open(device) {
            self.adding = true;
            return;
        }
        let [hours, minutes, seconds] = self.parts();
        let length = ((hours * 60 + minutes) * 60 + seconds) * 1000;
        if length > 0 {
            let end = device.clock.now_ms() + length;
            let fields = [
                ("length_ms", length.to_string()),
                ("end_ms", end.to_string()),
                ("left_ms", String::new()),
            ];
            device.tables.insert(TABLE, fields);
            self.digits.clear();
            self.adding = false;
        }
    }
}

/// "1 hour", "2 hours".
fn counted(count: i64, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}

fn key(id: &'static str, label: String, msg: Msg) -> View {
    let key = button(label, Clock::Timer(msg)).as_written();
    key.id(id).size(28).wide().high(84)
}

fn number(row: &Row, column: &str) -> i64 {
    row.get(column).parse().unwrap_or(0)
}

fn is_running(row: &Row) -> bool {
    !row.get("end_ms").is_empty()
}

fn left_ms(row: &Row, now: i64) -> i64 {
    if is_running(row) {
        number(row, "end_ms") - now
    } else {
        number(row, "left_ms")
    }
}

fn stop(row: &mut Row, left: i64) {
    row.set("end_ms", "");
    row.set("left_ms", left.to_string());
}

fn run(row: &mut Row, end: i64) {
    row.set("end_ms", end.to_string());
    row.set("left_ms", "");
}

/// `1:05:09`, `5:09`, `9`, with a minus after it has run out.
fn shown(left_ms: i64) -> String {
    let seconds = left_ms.abs().div_euclid(1000);
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let minus = if left_ms < 0 { "-" } else { "" };
    match (h, m) {
        (0, 0) => format!("{minus}{s}"),
        (0, m) => format!("{minus}{m}:{s:02}"),
        (h, m) => format!("{minus}{h}:{m:02}:{s:02}"),
    }
}

fn card(timer: &Row, now: i64) -> View {
    let id = timer.id;
    let (picture, desc) = if is_running(timer) {
        (IconName::Pause, "Pause")
    } else {
        (IconName::Play, "Start")
    };
    let head = row([
        text(counted_length(number(timer, "length_ms")))
            .id("timer_label")
            .width(Dim::Share(1))
            .at(Gravity::Center),
        image_button(IconName::Close, "Delete", Clock::Timer(Msg::Delete(id))).id("close"),
    ]);
    let minute = button("+1:00", Clock::Timer(Msg::AddMinute(id)))
        .as_written()
        .id("add_one_min")
        .desc("Add 1 Minute");
    let foot = row([
        minute,
        View::new("android.view.View").width(Dim::Share(1)),
        image_button(IconName::Undo, "Reset", Clock::Timer(Msg::Reset(id))).id("reset"),
        image_button(picture, desc, Clock::Timer(Msg::PlayPause(id))).id("play_pause"),
    ]);
    column([
        head.wide(),
        text(shown(left_ms(timer, now)))
            .id("timer_text")
            .size(48)
            .align(Align::Center)
            .wide(),
        foot.wide(),
    ])
    .wide()
    .pad(24, 16)
}

fn counted_length(length_ms: i64) -> String {
    format!("{} timer", shown(length_ms))
}
