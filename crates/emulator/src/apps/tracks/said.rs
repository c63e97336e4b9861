//! Days, times and distances as OpenTracks says them.

use crate::{
    state::Row,
    toolkit::date::{DAY_MS, Date, WEEKDAYS},
};

/// Metres of a mile.
const MILE_M: f64 = 1609.344;

/// A column as a number.
pub(crate) fn number(row: &Row, column: &str) -> f64 {
    row.get(column).parse().unwrap_or_default()
}

/// A column that holds a moment or a time, in milliseconds.
pub(crate) fn millis(row: &Row, column: &str) -> i64 {
    number(row, column) as i64
}

/// A day: the nearest by their names, all others by their dates.
pub(super) fn day(ms: i64, now: i64) -> String {
    let date = Date::from_ms(ms);
    let month = &date.month_name()[..3];
    match now.div_euclid(DAY_MS) - ms.div_euclid(DAY_MS) {
        0 => "Today".to_owned(),
        1 => "Yesterday".to_owned(),
        2..=6 => WEEKDAYS[date.weekday as usize].to_owned(),
        _ if date.year == Date::from_ms(now).year => format!("{} {month}", date.day),
        _ => format!("{} {month} {}", date.day, date.year),
    }
}

/// `35:00` or `1:35:00`.
pub(super) fn length(ms: i64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes:02}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Miles with two digits behind the point.
pub(super) fn miles(metres: f64) -> String {
    format!("{:.2}", metres / MILE_M)
}

/// So many metres that a number of hundredths of a mile says them.
pub(crate) fn as_shown(metres: f64) -> f64 {
    ((metres / MILE_M * 100.0).round() / 100.0 * MILE_M).round()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said() {
        let now = 1_697_384_040_000;
        let said = [0, 1, 3, 6, 7, 300].map(|it| day(now - it * DAY_MS, now));
        assert_eq!(
            said,
            ["Today", "Yesterday", "Thursday", "Monday", "8 Oct", "19 Dec 2022"]
        );
        assert_eq!([length(2_100_000), length(13_320_000)], ["35:00", "3:42:00"]);
        assert_eq!((miles(1207.0), as_shown(1200.0)), ("0.75".to_owned(), 1207.0));
    }
}
