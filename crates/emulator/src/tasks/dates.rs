//! Days and times as goals say them: `tomorrow`, `this Friday`, `October 28`, `4:15pm`.

use task::{Params, Random};

use super::about::text;
use crate::{
    state::Clock,
    toolkit::date::{DAY_MS, Date, MONTHS, WEEKDAYS},
};

/// The beginning of the day on which episodes begin, in milliseconds.
pub(super) fn today() -> i64 {
    Date::from_ms(Clock::default().now_ms()).midnight()
}

/// The beginning of the day so many days from today.
pub(super) fn in_days(days: i64) -> i64 {
    today() + days * DAY_MS
}

/// The day's name of the week.
pub(super) fn weekday(day: i64) -> &'static str {
    WEEKDAYS[Date::from_ms(day).weekday as usize]
}

/// `October 28 2023`.
pub(super) fn in_full(day: i64) -> String {
    let date = Date::from_ms(day);
    format!("{} {:02} {}", date.month_name(), date.day, date.year)
}

/// All the ways in which a goal may say a day.
pub(super) fn wordings(day: i64) -> Vec<String> {
    let date = Date::from_ms(day);
    let mut all = vec![format!("{} {:02}", date.month_name(), date.day), in_full(day)];
    let name = weekday(day);
    match (day - today()).div_euclid(DAY_MS) {
        0 => all.push("today".to_owned()),
        days @ 1..=7 => {
            if days == 1 {
                all.push("tomorrow".to_owned());
            }
            all.extend([name.to_owned(), format!("this {name}")]);
        }
        8..=14 => all.push(format!("the {name} after next")),
        -1 => all.push("yesterday".to_owned()),
        _ => {}
    }
    all
}

/// A day in one of its wordings.
pub(super) fn worded(random: &mut Random, day: i64) -> String {
    let all = wordings(day);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    random.pick(&all).to_owned()
}

/// The beginning of the day that a value says; the first of all where it says none.
pub(super) fn day_said(params: &Params, name: &str) -> i64 {
    day_of(text(params, name)).unwrap_or_default()
}

/// Whether a moment is on a day.
pub(super) fn is_on(moment: i64, day: i64) -> bool {
    (day..day + DAY_MS).contains(&moment)
}

/// The beginning of the day that a goal says; `None` where it says none. A day of the week is the next one.
pub(super) fn day_of(words: &str) -> Option<i64> {
    let called =
        |days: std::ops::RangeInclusive<i64>, name: &str| days.map(in_days).find(|day| weekday(*day) == name);
    if let Some(name) = words
        .strip_prefix("the ")
        .and_then(|it| it.strip_suffix(" after next"))
    {
        return called(8..=14, name);
    }
    if let Some(name) = words.strip_prefix("this ") {
        return called(1..=7, name);
    }
    match words {
        "today" => Some(in_days(0)),
        "tomorrow" => Some(in_days(1)),
        "yesterday" => Some(in_days(-1)),
        _ => called(1..=7, words).or_else(|| of_month(words)),
    }
}

/// `October 28`, with or without its year.
fn of_month(words: &str) -> Option<i64> {
    let mut parts = words.split_whitespace();
    let name = parts.next()?;
    let month = MONTHS.iter().position(|it| it.eq_ignore_ascii_case(name))? as u32 + 1;
    let day: u32 = parts.next()?.parse().ok()?;
    let year = match parts.next() {
        Some(year) => year.parse().ok().filter(|it| (1970..=2100).contains(it))?,
        None => Date::from_ms(today()).year,
    };
    let is_one = parts.next().is_none() && (1..=Date::days_in(year, month)).contains(&day);
    is_one.then(|| Date::ms_of(year, month, day, 0, 0))
}

/// Milliseconds from midnight to a time that a goal says: `16:15`, `4:15pm` or `4pm`.
pub(super) fn time_of(words: &str) -> Option<i64> {
    let lower = words.trim().to_ascii_lowercase();
    let half = lower.strip_suffix("am").map(|it| (it, 0));
    let half = half.or_else(|| lower.strip_suffix("pm").map(|it| (it, 12)));
    let clock = half.map_or(lower.as_str(), |it| it.0);
    let (hour, minute) = match (clock.split_once(':'), half) {
        (Some((hour, minute)), _) => (hour, minute),
        (None, Some(_)) => (clock, "0"),
        (None, None) => return None,
    };
    let (hour, minute): (i64, i64) = (hour.parse().ok()?, minute.parse().ok()?);
    let hour = match half {
        Some((_, later)) => (1..=12).contains(&hour).then_some(hour % 12 + later)?,
        None => (0..24).contains(&hour).then_some(hour)?,
    };
    (0..60).contains(&minute).then_some((hour * 60 + minute) * 60_000)
}

/// A moment as `October 28 2023 16:15`, in milliseconds.
pub(super) fn moment_of(words: &str) -> Option<i64> {
    let (day, time) = words.trim().rsplit_once(' ')?;
    // Only the whole date, and only the time of 24 hours.
    let is_whole = day.split_whitespace().count() == 3 && !time.ends_with(['m', 'M']);
    let (day, time) = (of_month(day)?, time_of(time)?);
    is_whole.then_some(day + time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wording_means_its_day() {
        for days in -20..=20 {
            let day = in_days(days);
            for words in wordings(day) {
                assert_eq!(day_of(&words), Some(day), "{words}");
            }
        }
        let friday = wordings(in_days(5)).join(" | ");
        assert_eq!(friday, "October 20 | October 20 2023 | Friday | this Friday");
        assert_eq!(wordings(in_days(12))[2], "the Friday after next");
        for odd in [
            "",
            "October",
            "October 32",
            "Caturday",
            "this",
            "October 1 2 3",
            "the day after next",
        ] {
            assert_eq!(day_of(odd), None, "{odd}");
        }
    }

    #[test]
    fn times() {
        let minutes = |words| time_of(words).map(|it| it / 60_000);
        for (words, expected) in [
            ("16:15", 975),
            ("4:15pm", 975),
            ("4pm", 960),
            ("12pm", 720),
            ("12am", 0),
            ("7:05am", 425),
        ] {
            assert_eq!(minutes(words), Some(expected), "{words}");
        }
        for odd in ["", "16", "13pm", "25:00", "4:60", "pm", "0:30am"] {
            assert_eq!(minutes(odd), None, "{odd}");
        }
        assert_eq!(
            moment_of("October 16 2023 09:30"),
            Some(in_days(1) + 570 * 60_000)
        );
        assert_eq!(moment_of("October 16 09:30"), None);
        assert_eq!(moment_of("October 16 2023 9am"), None);
    }
}
