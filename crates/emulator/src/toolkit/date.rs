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
}
