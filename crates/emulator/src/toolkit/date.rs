//! Milliseconds since 1970 to what apps show; the device's time zone is UTC.

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
    /// From milliseconds since 1970 (Hinnant's days-to-civil).
    pub fn from_ms(ms: i64) -> Self {
        let seconds = ms.div_euclid(1000);
        let days = seconds.div_euclid(86_400);
        let rest = seconds.rem_euclid(86_400);
        let z = days + 719_468;
        let era = z.div_euclid(146_097);
        let doe = z.rem_euclid(146_097);
        let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
        let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
        let mp = (5 * doy + 2) / 153;
        let month = if mp < 10 { mp + 3 } else { mp - 9 };
        Self {
            year: yoe + era * 400 + i64::from(month <= 2),
            month: month as u32,
            day: (doy - (153 * mp + 2) / 5 + 1) as u32,
            hour: (rest / 3600) as u32,
            minute: (rest / 60 % 60) as u32,
            second: (rest % 60) as u32,
            weekday: (days + 3).rem_euclid(7) as u32,
        }
    }

    /// Milliseconds since 1970 of a moment of the calendar.
    pub fn ms_of(year: i64, month: u32, day: u32, hour: u32, minute: u32) -> i64 {
        let (month, day) = (i64::from(month), i64::from(day));
        let y = if month <= 2 { year - 1 } else { year };
        let era = y.div_euclid(400);
        let yoe = y.rem_euclid(400);
        let mp = if month > 2 { month - 3 } else { month + 9 };
        let doe = yoe * 365 + yoe / 4 - yoe / 100 + (153 * mp + 2) / 5 + day - 1;
        let days = era * 146_097 + doe - 719_468;
        ((days * 24 + i64::from(hour)) * 60 + i64::from(minute)) * 60_000
    }

    /// How many days a month has.
    pub fn days_in(year: i64, month: u32) -> u32 {
        let (next_year, next) = if month == 12 {
            (year + 1, 1)
        } else {
            (year, month + 1)
        };
        let ms = Self::ms_of(next_year, next, 1, 0, 0) - Self::ms_of(year, month, 1, 0, 0);
        (ms / DAY_MS) as u32
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
}
