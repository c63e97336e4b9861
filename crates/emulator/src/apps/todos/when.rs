//! Days as the app says them: the nearest by their names, all others in full.

use crate::toolkit::date::{DAY_MS, Date, WEEKDAYS};

/// How long a day is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `Tmrw`, `Wed`, `Oct 25`: beside a task.
    Short,
    /// `Tomorrow`, `Wednesday`, `Wednesday, October 25`: in the editor.
    Full,
    /// As in full, within a sentence: over a section.
    Within,
}

/// Milliseconds of the beginning of a moment's day.
pub(super) fn day(ms: i64) -> i64 {
    ms.div_euclid(DAY_MS) * DAY_MS
}

/// A moment with the time, where it has one: a second that is no full minute says so.
pub(super) fn moment(ms: i64, now: i64, style: Style) -> String {
    let words = relative(ms, now, style);
    match (has_time(ms), day(ms) == day(now)) {
        (false, _) => words,
        (true, true) => Date::from_ms(ms).time(),
        (true, false) => format!("{words} {}", Date::from_ms(ms).time()),
    }
}

/// Whether a task is due at a time, not on a day.
pub(super) fn has_time(ms: i64) -> bool {
    ms % 60_000 > 0
}

/// A day.
pub(super) fn relative(ms: i64, now: i64, style: Style) -> String {
    let date = Date::from_ms(ms);
    let weekday = WEEKDAYS[date.weekday as usize];
    let words = match (day(ms) - day(now)) / DAY_MS {
        0 => ["Today", "Today", "today"],
        1 => ["Tmrw", "Tomorrow", "tomorrow"],
        -1 => ["Yest", "Yesterday", "yesterday"],
        -6..=6 => [&weekday[..3], weekday, weekday],
        _ => return full(&date, now, style),
    };
    let at = match style {
        Style::Short => 0,
        Style::Full => 1,
        Style::Within => 2,
    };
    words[at].to_owned()
}

/// A day with its month, and its year where it is another one.
fn full(date: &Date, now: i64, style: Style) -> String {
    let month = date.month_name();
    let year = match date.year == Date::from_ms(now).year {
        true => String::new(),
        false => format!(", {}", date.year),
    };
    match style {
        Style::Short => format!("{} {}{year}", &month[..3], date.day),
        Style::Full | Style::Within => {
            let weekday = WEEKDAYS[date.weekday as usize];
            format!("{weekday}, {month} {}{year}", date.day)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_said_by_their_distance() {
        let now = 1_697_384_040_000;
        let said = |days: i64, style| relative(now + days * DAY_MS, now, style);
        assert_eq!(
            [-7, -6, -1, 0, 1, 6, 7].map(|it| said(it, Style::Short)),
            ["Oct 8", "Mon", "Yest", "Today", "Tmrw", "Sat", "Oct 22"]
        );
        assert_eq!(said(1, Style::Full), "Tomorrow");
        assert_eq!(said(3, Style::Within), "Wednesday");
        assert_eq!(said(10, Style::Within), "Wednesday, October 25");
        assert_eq!(said(90, Style::Short), "Jan 13, 2024");
    }

    #[test]
    fn a_second_says_that_there_is_a_time() {
        let now = 1_697_384_040_000;
        assert_eq!(moment(now, now, Style::Short), "Today");
        assert_eq!(moment(now + 1_000, now, Style::Short), "15:34");
        assert_eq!(moment(now + DAY_MS + 1_000, now, Style::Short), "Tmrw 15:34");
    }
}
