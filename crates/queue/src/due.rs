//! When rows of a job may begin: windows of the day, rates, schedules, and what may not go on at once.

use std::{fmt, str::FromStr, time::Duration};

use croner::parser::{CronParser, Seconds};
use jiff::{
    SignedDuration, Timestamp, ToSpan, Zoned,
    civil::{Time, Weekday},
    tz::TimeZone,
};
use thiserror::Error;

/// The days as they are typed, Monday first.
const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// A time of the day in which rows begin, on some days of the week. One that ends before it begins goes over midnight,
/// and belongs to the day on which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The days, Monday first.
    days: [bool; 7],
    begins: Time,
    ends: Time,
}

/// A text that is no window.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no window of the day: write `08:00-18:00`, `mon-fri 08:00-18:00` or `sat,sun 22:00-06:00`")]
pub struct WindowError(String);

impl FromStr for Window {
    type Err = WindowError;

    fn from_str(text: &str) -> Result<Self, WindowError> {
        let bad = || WindowError(text.to_owned());
        let (days, times) = match text.trim().rsplit_once(' ') {
            Some((days, times)) => (days_of(days).ok_or_else(bad)?, times),
            None => ([true; 7], text.trim()),
        };
        let (begins, ends) = times.split_once('-').ok_or_else(bad)?;
        let (begins, ends) = (time_of(begins).ok_or_else(bad)?, time_of(ends).ok_or_else(bad)?);
        match begins == ends {
            true => Err(bad()),
            false => Ok(Self { days, begins, ends }),
        }
    }
}

fn days_of(text: &str) -> Option<[bool; 7]> {
    let day = |it: &str| DAYS.iter().position(|day| *day == it.trim().to_lowercase());
    let mut days = [false; 7];
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (day(first)?, day(last)?);
        let mut at = first;
        loop {
            days[at] = true;
            if at == last {
                break;
            }
            at = (at + 1) % 7;
        }
    }
    Some(days)
}

/// An hour and a minute; `24:00` is midnight.
fn time_of(text: &str) -> Option<Time> {
    let (hour, minute) = text.trim().split_once(':')?;
    let number = |it: &str| -> Option<i8> {
        let digits = (1..=2).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_digit());
        digits.then(|| it.parse().ok())?
    };
    let (hour, minute) = (number(hour)?, number(minute)?);
    match (hour, minute) {
        (24, 0) => Some(Time::midnight()),
        _ => Time::new(hour, minute, 0, 0).ok(),
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.days != [true; 7] {
            let named = DAYS.iter().zip(self.days).filter(|(_, is)| *is);
            let named: Vec<&str> = named.map(|(day, _)| *day).collect();
            write!(f, "{} ", named.join(","))?;
        }
        let time = |it: Time| format!("{:02}:{:02}", it.hour(), it.minute());
        write!(f, "{}-{}", time(self.begins), time(self.ends))
    }
}

impl Window {
    /// Whether it is open.
    pub fn is_open(&self, now: &Zoned) -> bool {
        let time = now.time();
        let on = |day: Weekday| self.days[usize::try_from(day.to_monday_zero_offset()).unwrap_or(0)];
        let today = now.weekday();
        match self.begins < self.ends {
            true => on(today) && self.begins <= time && time < self.ends,
            false => (on(today) && self.begins <= time) || (on(today.previous()) && time < self.ends),
        }
    }

    /// When it opens next, where it is shut. A clock that is put forward over its beginning opens it then.
    pub fn opens(&self, now: &Zoned) -> Option<Timestamp> {
        let days = (0_i64..9).filter_map(|it| now.date().checked_add(it.days()).ok());
        let begin =
            |it: jiff::civil::Date| it.to_datetime(self.begins).to_zoned(now.time_zone().clone()).ok();
        let mut begins = days.filter_map(begin).filter(|it| it > now && self.is_open(it));
        begins.next().map(|it| it.timestamp())
    }
}

/// How many rows may begin in a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    count: u32,
    unit: Unit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Second,
    Minute,
    Hour,
    Day,
}

impl Unit {
    const ALL: [(Unit, &str, u64); 4] = [
        (Unit::Second, "s", 1),
        (Unit::Minute, "min", 60),
        (Unit::Hour, "h", 3600),
        (Unit::Day, "d", 86_400),
    ];
}

/// A text that is no rate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no rate: write a number and s, min, h or d, as `30/min`")]
pub struct RateError(String);

impl FromStr for Rate {
    type Err = RateError;

    fn from_str(text: &str) -> Result<Self, RateError> {
        let bad = || RateError(text.to_owned());
        let (count, unit) = text.trim().split_once('/').ok_or_else(bad)?;
        let count = count.trim().parse().ok().filter(|it| *it > 0).ok_or_else(bad)?;
        let unit = Unit::ALL.into_iter().find(|(_, name, _)| *name == unit.trim());
        let (unit, ..) = unit.ok_or_else(bad)?;
        Ok(Self { count, unit })
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Unit::ALL.into_iter().find(|(unit, ..)| *unit == self.unit);
        write!(f, "{}/{}", self.count, name.map_or("", |(_, name, _)| name))
    }
}

impl Rate {
    /// When the row after one that begins now may begin: rows are spread evenly.
    pub fn next(self, now: Timestamp) -> Timestamp {
        let seconds = Unit::ALL.into_iter().find(|(unit, ..)| *unit == self.unit);
        let pause = Duration::from_secs(seconds.map_or(1, |(.., it)| it)) / self.count;
        let pause = SignedDuration::try_from(pause).unwrap_or(SignedDuration::ZERO);
        now.saturating_add(pause).unwrap_or(now)
    }
}

/// When the rows of a job are queued anew: a cron line of five fields.
#[derive(Clone, Debug)]
pub struct Schedule {
    line: String,
    cron: croner::Cron,
}

/// A cron line that can't be read, or never comes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{line}` is no cron line: {reason}\nhelp: five fields, as `0 8 * * mon-fri`: minute, hour, day, month, weekday"
)]
pub struct ScheduleError {
    line: String,
    reason: String,
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        let line = text.trim().to_owned();
        let parser = CronParser::builder().seconds(Seconds::Disallowed).build();
        match parser.parse(&line) {
            Ok(cron) => Ok(Self { line, cron }),
            Err(error) => Err(ScheduleError {
                line,
                reason: error.to_string(),
            }),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

impl Schedule {
    /// The first time after this one.
    pub fn next(&self, after: &Zoned) -> Result<Timestamp, ScheduleError> {
        let found = self.cron.find_next_occurrence(after, false);
        found.map(|it| it.timestamp()).map_err(|error| ScheduleError {
            line: self.line.clone(),
            reason: error.to_string(),
        })
    }
}

/// A time as the people of a zone say it; the machine's own zone where none is named.
pub fn zoned(now: Timestamp, zone: Option<&str>) -> Result<Zoned, jiff::Error> {
    match zone {
        Some(name) => now.in_tz(name),
        None => Ok(now.to_zoned(TimeZone::system())),
    }
}

/// What a job's rows share with those of other jobs: an application, or a device there is one of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its name.
    pub scope: String,
    /// Whether nothing else may go on there.
    pub alone: bool,
}

impl Place {
    /// Whether a row may begin here while those go on.
    pub fn has_room<'a>(&self, going_on: impl IntoIterator<Item = &'a Place>) -> bool {
        let is_in_the_way = |it: &Place| it.scope == self.scope && (it.alone || self.alone);
        !going_on.into_iter().any(is_in_the_way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Zoned {
        text.parse().unwrap()
    }

    fn opens(window: &str, now: &str) -> String {
        let window: Window = window.parse().unwrap();
        let now = at(now);
        match window.is_open(&now) {
            true => "open".to_owned(),
            false => window
                .opens(&now)
                .unwrap()
                .to_zoned(now.time_zone().clone())
                .datetime()
                .to_string(),
        }
    }

    #[test]
    fn a_window_opens_on_its_days() {
        // A Friday.
        let berlin = |time: &str| format!("2026-11-27T{time}[Europe/Berlin]");
        assert_eq!(opens("08:00-18:00", &berlin("08:00")), "open");
        assert_eq!(opens("08:00-18:00", &berlin("18:00")), "2026-11-28T08:00:00");
        assert_eq!(
            opens("mon-fri 08:00-18:00", &berlin("18:00")),
            "2026-11-30T08:00:00"
        );
        assert_eq!(opens("fri 22:00-06:00", &berlin("05:00")), "2026-11-27T22:00:00");
        // The night belongs to the day on which it begins.
        assert_eq!(opens("thu 22:00-06:00", &berlin("05:00")), "open");
        assert_eq!(
            opens("sat-mon 22:00-24:00", &berlin("05:00")),
            "2026-11-28T22:00:00"
        );
        // On 28 March 2027 there is no 02:30 in Berlin.
        assert_eq!(
            opens("02:30-05:00", "2027-03-28T01:00[Europe/Berlin]"),
            "2027-03-28T03:30:00"
        );
        for bad in [
            "",
            "8-18",
            "08:00",
            "08:00-25:00",
            "08:00-08:00",
            "day 08:00-09:00",
            "08:00-09:60",
        ] {
            assert!(bad.parse::<Window>().is_err(), "{bad}");
        }
        for good in ["08:00-18:00", "mon,sun 22:00-06:00"] {
            assert_eq!(good.parse::<Window>().unwrap().to_string(), good);
        }
    }

    #[test]
    fn a_rate_spreads_rows_evenly() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let next = |rate: &str| rate.parse::<Rate>().unwrap().next(now).to_string();
        assert_eq!(next("30/min"), "2026-01-01T00:00:02Z");
        assert_eq!(next("24/d"), "2026-01-01T01:00:00Z");
        for bad in ["", "5", "0/h", "-1/h", "5/week", "x/min"] {
            assert!(bad.parse::<Rate>().is_err(), "{bad}");
        }
        assert_eq!("30/min".parse::<Rate>().unwrap().to_string(), "30/min");
    }

    #[test]
    fn a_schedule_is_meant_in_its_zone() {
        let next = |line: &str, now: &str| {
            let schedule: Schedule = line.parse().unwrap();
            schedule.next(&at(now)).map(|it| it.to_string())
        };
        // Eight in the morning there, in winter and in summer.
        assert_eq!(
            next("0 8 * * mon-fri", "2026-01-02T09:00[Europe/Berlin]").unwrap(),
            "2026-01-05T07:00:00Z"
        );
        assert_eq!(
            next("0 8 * * *", "2026-07-01T09:00[Europe/Berlin]").unwrap(),
            "2026-07-02T06:00:00Z"
        );
        assert!(next("0 0 30 2 *", "2026-01-01T00:00[UTC]").is_err());
        for bad in ["", "* * * *", "0 0 8 * * *", "61 * * * *", "daily"] {
            assert!(bad.parse::<Schedule>().is_err(), "{bad}");
        }
    }

    #[test]
    fn who_needs_a_place_for_himself_gets_it() {
        let place = |scope: &str, alone| Place {
            scope: scope.to_owned(),
            alone,
        };
        let (desk, alone) = (place("desk", false), place("desk", true));
        assert!(desk.has_room([&desk]) && alone.has_room([&place("shop", true)]));
        assert!(!desk.has_room([&alone]) && !alone.has_room([&desk]));
    }
}
