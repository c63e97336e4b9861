//! Times as Android's tools write them. The phone's time zone is UTC.

use jiff::{Timestamp, Zoned, civil::DateTime, tz::TimeZone};

/// The point in time; the beginning of time where there is none such.
fn zoned(ms: i64) -> Zoned {
    let time = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
    time.to_zoned(TimeZone::UTC)
}

/// By a pattern of `date`.
pub fn by_pattern(pattern: &str, ms: i64) -> Option<String> {
    jiff::fmt::strtime::format(pattern, &zoned(ms)).ok()
}

/// As `date` says it.
pub fn said(ms: i64) -> String {
    zoned(ms).strftime("%a %b %e %H:%M:%S UTC %Y").to_string()
}

/// As `ls -l` says it.
pub fn listed(ms: i64) -> String {
    zoned(ms).strftime("%Y-%m-%d %H:%M").to_string()
}

/// As `ls -ll` says it.
pub fn listed_fully(ms: i64) -> String {
    let time = zoned(ms);
    format!(
        "{}.{:09} +0000",
        time.strftime("%Y-%m-%d %H:%M:%S"),
        time.subsec_nanosecond()
    )
}

/// As the log says it.
pub fn logged(ms: i64) -> String {
    let time = zoned(ms);
    format!("{}.{:03}", time.strftime("%m-%d %H:%M:%S"), ms.rem_euclid(1000))
}

/// What `date MMDDhhmm[[CC]YY][.ss]` sets, in milliseconds; the year is the one of `now` where none is given.
pub fn set(text: &str, now: i64) -> Option<i64> {
    let (digits, seconds) = match text.split_once('.') {
        Some((digits, seconds)) => (digits, seconds.parse().ok().filter(|_| seconds.len() == 2)?),
        None => (text, 0),
    };
    if !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let two = |at: usize| digits.get(at..at + 2)?.parse::<i8>().ok();
    let year = match digits.len() {
        8 => zoned(now).year(),
        10 => 2000 + i16::from(two(8)?),
        12 => digits[8..].parse().ok()?,
        _ => return None,
    };
    let time = DateTime::new(year, two(0)?, two(2)?, two(4)?, two(6)?, seconds, 0).ok()?;
    let time = time.to_zoned(TimeZone::UTC).ok()?;
    Some(time.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn times_are_written_as_android_does() {
        let ms = 1_697_384_040_123;
        assert_eq!(said(ms), "Sun Oct 15 15:34:00 UTC 2023");
        assert_eq!(listed_fully(ms), "2023-10-15 15:34:00.123000000 +0000");
        assert_eq!(listed(ms), "2023-10-15 15:34");
        assert_eq!(by_pattern("%s", ms).as_deref(), Some("1697384040"));
        assert_eq!(set("101515342023.00", 0), Some(1_697_384_040_000));
        assert_eq!(set("1015153423.00", 0), Some(1_697_384_040_000));
        assert_eq!(set("10151534", ms), Some(1_697_384_040_000));
        assert_eq!(set("13151534", ms), None);
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text: String, ms: i64) {
            let _ = (set(&text, ms), by_pattern(&text, ms), said(ms), listed_fully(ms));
        }
    }
}
