//! Milliseconds since 1970 to what apps show; the device's time zone is UTC.

use jiff::{Timestamp, civil, tz::Offset};

/// A moment, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// Year.
    pub year: i64,
    /// Month, from 1.
    pub month: u32,
    /// Day of the month, from 1.
    pub day: u32,
    /// Hour, 0 to 23.
    pub hour: u32,
    /// Minute.
    pub minute: u32,
    /// Second.
    pub second: u32,
    /// Day of the week, 0 is Monday.
    pub weekday: u32,
}

/// Milliseconds of a day.
pub const DAY_MS: i64 = 86_400_000;

/// The day that moments are counted from.
const EPOCH: civil::Date = civil::date(1970, 1, 1);

/// English names of the months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// English names of the days, from Monday.
pub const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

impl Date {
    /// From milliseconds since 1970; at the ends of the calendar where they are beyond the years -9999 to 9999.
    pub fn from_ms(ms: i64) -> Self {
        let beyond = if ms < 0 { Timestamp::MIN } else { Timestamp::MAX };
        let moment = Timestamp::from_millisecond(ms).unwrap_or(beyond);
        let it = Offset::UTC.to_datetime(moment);
        Self {
            year: i64::from(it.year()),
            month: it.month().unsigned_abs().into(),
            day: it.day().unsigned_abs().into(),
            hour: it.hour().unsigned_abs().into(),
            minute: it.minute().unsigned_abs().into(),
            second: it.second().unsigned_abs().into(),
            weekday: it.weekday().to_monday_zero_offset().unsigned_abs().into(),
        }
    }

    /// Milliseconds since 1970 of a moment of the calendar. Days, hours and minutes beyond their month, day and hour
    /// count on, and so do months beyond their year.
    pub fn ms_of(year: i64, month: u32, day: u32, hour: u32, minute: u32) -> i64 {
        let days = first_of(year, month).duration_since(EPOCH).as_hours() / 24 + i64::from(day) - 1;
        ((days * 24 + i64::from(hour)) * 60 + i64::from(minute)) * 60_000
    }

    /// How many days a month has.
    pub fn days_in(year: i64, month: u32) -> u32 {
        first_of(year, month).days_in_month().unsigned_abs().into()
    }

    /// Milliseconds since 1970 of the beginning of its day.
    pub fn midnight(&self) -> i64 {
        Self::ms_of(self.year, self.month, self.day, 0, 0)
    }

    /// Its month's English name.
    pub fn month_name(&self) -> &'static str {
        MONTHS[self.month as usize - 1]
    }

    /// `10/15/2023, 15:34`.
    pub fn stamp(&self) -> String {
        format!(
            "{:02}/{:02}/{}, {:02}:{:02}",
            self.month, self.day, self.year, self.hour, self.minute
        )
    }

    /// `2023-10-15`.
    pub fn iso(&self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// `15:34`.
    pub fn time(&self) -> String {
        format!("{:02}:{:02}", self.hour, self.minute)
    }

    /// `Sun, Oct 15`.
    pub fn short_day(&self) -> String {
        let weekday = WEEKDAYS[self.weekday as usize];
        let month = MONTHS[self.month as usize - 1];
        format!("{}, {} {}", &weekday[..3], &month[..3], self.day)
    }
}

/// The first day of a month; a month beyond the year is one of a later year.
fn first_of(year: i64, month: u32) -> civil::Date {
    let months = year * 12 + i64::from(month) - 1;
    let year = i16::try_from(months.div_euclid(12)).unwrap_or(if months < 0 { i16::MIN } else { i16::MAX });
    let month = i8::try_from(months.rem_euclid(12) + 1).unwrap_or(1);
    let beyond = if months < 0 {
        civil::Date::MIN
    } else {
        civil::Date::MAX
    };
    civil::Date::new(year, month, 1).unwrap_or(beyond)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_devices_first_minute() {
        let date = Date::from_ms(1_697_384_040_000);
        assert_eq!(date.stamp(), "10/15/2023, 15:34");
        assert_eq!(date.short_day(), "Sun, Oct 15");
        assert_eq!(Date::from_ms(-1).stamp(), "12/31/1969, 23:59");
    }

    #[test]
    fn there_and_back() {
        assert_eq!(Date::ms_of(2023, 10, 15, 15, 34), 1_697_384_040_000);
        for day in -800_000..800_000 {
            let ms = day * DAY_MS + 61_000;
            let it = Date::from_ms(ms);
            assert_eq!(
                Date::ms_of(it.year, it.month, it.day, it.hour, it.minute) + 1000,
                ms
            );
        }
        let days = [(2023, 2), (2024, 2), (1900, 2), (2000, 2), (2023, 12)];
        assert_eq!(
            days.map(|(year, month)| Date::days_in(year, month)),
            [28, 29, 28, 29, 31]
        );
    }

    #[test]
    fn what_is_beyond_its_month_counts_on() {
        let day = |ms| Date::from_ms(ms).stamp();
        assert_eq!(day(Date::ms_of(2023, 2, 31, 24, 60)), "03/04/2023, 01:00");
        assert_eq!(day(Date::ms_of(2023, 13, 0, 0, 0)), "12/31/2023, 00:00");
        assert_eq!(Date::from_ms(i64::MAX).year, 9999);
        assert_eq!(Date::from_ms(i64::MIN).year, -9999);
    }
}
