//! Days as people and lists say them: `tomorrow`, `this Friday`, `8 Oct`, `October 16 (Mon)`; and lengths and distances in a
//! unit that is asked for.

use std::ops::Range;

use jiff::{ToSpan, civil::Date};

use crate::{
    amount,
    calendar::{self, DAYS, month_of, number_of_day, read_date, year_of},
    numbers::said_number,
    stop::word_spans,
};

/// Words of what says a day and nothing else.
const MOST_WORDS: usize = 6;

/// On which side of today a day of the week lies that has no date.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// The next one, from tomorrow on.
    Next,
    /// The last one, until yesterday.
    Last,
    /// Nobody says which: it is no day.
    Unknown,
}

/// The words of a text, in lower case.
pub(crate) fn lower_words(text: &str) -> Vec<String> {
    let spans = word_spans(text).into_iter();
    spans.map(|it| text[it].to_lowercase()).collect()
}

/// Which day of the week a word is, from Sunday on; three letters will do.
fn weekday(word: &str) -> Option<i8> {
    let at = DAYS.iter().position(|it| {
        let it = it.to_lowercase();
        it == word || (word.len() == 3 && it.starts_with(word))
    })?;
    i8::try_from(at).ok()
}

/// The day that a text says as the device's calendar stands.
pub(crate) fn day(text: &str, today: &str, side: Side) -> Option<String> {
    let today: Date = today.parse().ok()?;
    let words = lower_words(text);
    if words.is_empty() || words.len() > MOST_WORDS {
        return None;
    }
    let found = read_date(text)
        .or_else(|| of_month(&words, today))
        .or_else(|| beside_today(&words, today))
        .or_else(|| of_week(&words, today, side))?;
    Some(found.to_string())
}

/// A month and a day beside it, with or without a year. Without one it is the nearest.
fn of_month(words: &[String], today: Date) -> Option<Date> {
    let at = words.iter().position(|it| month_of(it).is_some())?;
    let month = month_of(&words[at])?;
    let beside = |at: usize| words.get(at).and_then(|it| number_of_day(it));
    let day = beside(at + 1).or_else(|| beside(at.checked_sub(1)?))?;
    if let Some(year) = words.iter().find_map(|it| year_of(it)) {
        return Date::new(year, month, day).ok();
    }
    let years = [-1, 0, 1]
        .into_iter()
        .filter_map(|it| today.year().checked_add(it));
    let all = years.filter_map(|year| Date::new(year, month, day).ok());
    all.min_by_key(|it| it.duration_since(today).as_secs().unsigned_abs())
}

/// Words that say something of a day, though not which it is.
const OF_DAYS: [&str; 14] = [
    "day", "days", "week", "weeks", "weekend", "month", "months", "year", "years", "later", "soon",
    "upcoming", "earlier", "recent",
];

/// The day that an entry or a heading says in a list of what is to come: a day of the week is the next one, and what is overdue is
/// of the day before. Empty where the text says nothing of a day, as `No date`.
pub(crate) fn coming_day(text: &str, today: &str) -> Option<String> {
    let words = lower_words(text);
    let says = |it: &String| {
        OF_DAYS.contains(&it.as_str())
            || it.contains(|it: char| it.is_ascii_digit())
            || month_of(it).is_some()
            || weekday(it).is_some()
            || beside(it).is_some()
    };
    if words.iter().any(says) {
        return day(text, today, Side::Next);
    }
    let is_overdue =
        words.iter().any(|it| it == "overdue") || words.windows(2).any(|it| it == ["past", "due"]);
    if !is_overdue {
        return Some(String::new());
    }
    let today: Date = today.parse().ok()?;
    Some(today.yesterday().ok()?.to_string())
}

/// The same in a list whose days follow each other: the last day before it where it says none itself, and nothing where its day
/// comes before that one.
pub(crate) fn coming_after(last: &str, text: &str, today: &str) -> Option<String> {
    let day = coming_day(text, today)?;
    if day.is_empty() {
        return Some(last.to_owned());
    }
    (day.as_str() >= last).then_some(day)
}

/// The day that a text says, where it is not over: a day of the week is the next one.
pub(crate) fn day_ahead(text: &str, today: &str) -> Option<String> {
    day(text, today, Side::Next).filter(|it| it.as_str() >= today)
}

fn beside_today(words: &[String], today: Date) -> Option<Date> {
    let off = days_off(words).or_else(|| words.iter().find_map(|it| beside(it)))?;
    today.checked_add(off.days()).ok()
}

/// How many days after today a word says.
fn beside(word: &str) -> Option<i64> {
    match word {
        "today" | "tonight" => Some(0),
        "tomorrow" | "tmrw" => Some(1),
        "yesterday" | "yest" => Some(-1),
        _ => None,
    }
}

/// How many days after today some words say: `in two weeks`, `3 days from today`, `a week ago`, `the day after tomorrow`.
fn days_off(words: &[String]) -> Option<i64> {
    let said: Vec<&str> = words.iter().map(String::as_str).collect();
    let said = said.strip_prefix(&["the"]).unwrap_or(&said);
    match said {
        ["day", "after", "tomorrow"] => return Some(2),
        ["day", "before", "yesterday"] => return Some(-2),
        _ => {}
    }
    let (said, is_ahead) = match said {
        [all @ .., "from", "today" | "now"] => (all.strip_prefix(&["in"]).unwrap_or(all), true),
        ["in", all @ ..] => (all, true),
        [all @ .., "ago"] => (all, false),
        _ => return None,
    };
    let [many, unit] = said else {
        return None;
    };
    let each = match *unit {
        "day" | "days" => 1,
        "week" | "weeks" => 7,
        _ => return None,
    };
    let many: i64 = match *many {
        "a" | "one" => 1,
        many => said_number(many)?.parse().ok()?,
    };
    let off = each * Some(many).filter(|it| (1..=MOST_OFF).contains(it))?;
    Some(if is_ahead { off } else { -off })
}

/// Days or weeks that people count.
const MOST_OFF: i64 = 366;

/// Where a text says a day beside today: `in two weeks from today`, `this Friday`. A day of the week that stands alone, or beside
/// a date or a word that makes another day of it, says none.
pub(crate) fn beside_today_in(text: &str) -> Vec<Range<usize>> {
    let spans = word_spans(text);
    let word = |at: usize| text[spans[at].clone()].to_lowercase();
    let turns = |at: Option<usize>| {
        at.filter(|at| *at < spans.len()).is_some_and(|at| {
            let it = word(at);
            TURNING.contains(&it.as_str()) || month_of(&it).is_some() || number_of_day(&it).is_some()
        })
    };
    let mut all = Vec::new();
    let mut at = 0;
    while at < spans.len() {
        let most = MOST_WORDS.min(spans.len() - at);
        let said = (1..=most).rev().find(|many| {
            let part = &text[spans[at].start..spans[at + many - 1].end];
            is_beside_today(part) && !(*many == 1 && lower_words(part).iter().all(|it| weekday(it).is_some()))
        });
        let Some(many) = said else {
            at += 1;
            continue;
        };
        if !turns(at.checked_sub(1)) && !turns(Some(at + many)) {
            all.push(spans[at].start..spans[at + many - 1].end);
        }
        at += many;
    }
    all
}

/// Words beside a day that make another one of it.
const TURNING: [&str; 8] = [
    "last", "every", "each", "after", "before", "from", "until", "till",
];

/// Whether a text says a day beside today, and nothing else.
pub(crate) fn is_beside_today(text: &str) -> bool {
    let words = lower_words(text);
    let named: &[String] = match words.split_first() {
        Some((first, rest)) if ["this", "on", "for", "by"].contains(&first.as_str()) => rest,
        _ => &words,
    };
    let is_weekday = matches!(named, [one] if one.len() > 3 && weekday(one).is_some());
    let is_beside = matches!(&words[..], [one] if beside(one).is_some());
    is_weekday || is_beside || days_off(&words).is_some()
}

fn of_week(words: &[String], today: Date, side: Side) -> Option<Date> {
    let wanted = words.iter().find_map(|it| weekday(it))?;
    let now = today.weekday().to_sunday_zero_offset();
    let ahead = i64::from((wanted - now).rem_euclid(7));
    let ahead = if ahead == 0 { 7 } else { ahead };
    let after_next = words.windows(2).any(|it| it[0] == "after" && it[1] == "next");
    let days = match side {
        _ if after_next => ahead + 7,
        Side::Next => ahead,
        Side::Last if ahead == 7 => -7,
        Side::Last => ahead - 7,
        Side::Unknown => return None,
    };
    today.checked_add(days.days()).ok()
}

/// The Monday of the week of a day, so many weeks later.
pub(crate) fn week(day: &str, later: i64) -> Option<String> {
    let day: Date = day.parse().ok()?;
    let since = i64::from(day.weekday().to_monday_zero_offset());
    let monday = day.checked_add((7 * later - since).days()).ok()?;
    Some(monday.to_string())
}

/// Units of distance with how many metres they are.
const DISTANCES: [(&[&str], f64); 5] = [
    (&["mi", "mile", "miles"], 1609.344),
    (
        &["km", "kilometer", "kilometers", "kilometre", "kilometres"],
        1000.0,
    ),
    (&["m", "meter", "meters", "metre", "metres"], 1.0),
    (&["yd", "yard", "yards"], 0.9144),
    (&["ft", "foot", "feet"], 0.3048),
];

/// Units of time with how many seconds they are.
const TIMES: [(&[&str], f64); 3] = [
    (&["hours", "hour", "h"], 3600.0),
    (&["minutes", "minute", "min"], 60.0),
    (&["seconds", "second", "s"], 1.0),
];

fn unit_of(units: &[(&[&str], f64)], word: &str) -> Option<f64> {
    let found = units.iter().find(|(names, _)| names.contains(&word));
    found.map(|it| it.1)
}

/// A length of time or a distance as a number in a unit: `3:42:00` is 222 minutes.
pub(crate) fn in_unit(text: &str, unit: &str) -> Option<String> {
    let text = text.trim();
    let number = if let Some(each) = unit_of(&TIMES, unit) {
        seconds(text)? / each
    } else {
        let each = unit_of(&DISTANCES, unit)?;
        let (number, word) = text.split_once(' ')?;
        let number: f64 = number.replace(',', "").parse().ok()?;
        number * unit_of(&DISTANCES, &word.trim().to_lowercase())? / each
    };
    let written = format!("{number:.3}");
    number.is_finite().then(|| {
        let short = written.trim_end_matches('0').trim_end_matches('.');
        short.to_owned()
    })
}

/// The time of day so long after another, on the next day past midnight: `22:30` and `1 h 45 min` are `00:15`. A bare number is an
/// hour as a time, and minutes as a length; a length is at most a day.
pub(crate) fn time_after(time: &str, length: &str) -> Option<String> {
    let (hour, minute) = calendar::read_time(time).or_else(|| Some((full_hour(time)?, 0)))?;
    let minutes = whole_minutes(length).or_else(|| length_in_minutes(length))?;
    let then = (hour * 60 + minute + minutes) % DAY;
    Some(format!("{:02}:{:02}", then / 60, then % 60))
}

/// Minutes of a day.
const DAY: u32 = 24 * 60;

/// The hour that a bare number says.
pub(crate) fn full_hour(text: &str) -> Option<u32> {
    digits(text).filter(|it| *it < 24)
}

/// The minutes that a bare number says, of a day at most.
pub(crate) fn whole_minutes(text: &str) -> Option<u32> {
    digits(text).filter(|it| *it <= DAY)
}

/// The whole minutes of a length that says its units: `1 h 45 min` is 105.
pub(crate) fn length_in_minutes(text: &str) -> Option<u32> {
    let thousandths = amount::length_of_time(text)?;
    let minutes = u32::try_from(thousandths / 60_000).ok()?;
    (thousandths % 60_000 == 0 && minutes <= DAY).then_some(minutes)
}

/// A number of one to four digits and nothing else.
fn digits(text: &str) -> Option<u32> {
    let bare = (1..=4).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_digit());
    bare.then(|| text.parse().ok())?
}

/// `3:42:00`, `35:00` or `2h 5m` in seconds.
fn seconds(text: &str) -> Option<f64> {
    if let Some(thousandths) = amount::length_of_time(text) {
        return Some(thousandths as f64 / 1000.0);
    }
    let parts: Vec<&str> = text.split(':').collect();
    let digits = |it: &&str| !it.is_empty() && it.len() <= 3 && it.bytes().all(|it| it.is_ascii_digit());
    if !(2..=3).contains(&parts.len())
        || !parts.iter().all(digits)
        || parts[1..].iter().any(|it| it.len() != 2)
    {
        return None;
    }
    let mut sum = 0.0;
    for it in parts {
        sum = sum * 60.0 + it.parse::<f64>().ok()?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Sunday.
    const TODAY: &str = "2023-10-15";

    #[test]
    fn a_length_is_added_to_a_time_of_day() {
        for (time, length, expected) in [
            ("10:00", "45", "10:45"),
            ("10", "60", "11:00"),
            ("3:05 PM", "1 h 15 min", "16:20"),
            ("22:30", "90 minutes", "00:00"),
            ("0", "1440", "00:00"),
        ] {
            assert_eq!(
                time_after(time, length).as_deref(),
                Some(expected),
                "{time} {length}"
            );
        }
        for (time, length) in [
            ("24", "5"),
            ("10:00", "1441"),
            ("10:00", "25 h"),
            ("10:00", "30 s"),
            ("ten", "5"),
            ("10:00", "soon"),
            ("", ""),
        ] {
            assert_eq!(time_after(time, length), None, "{time} {length}");
        }
    }

    #[test]
    fn days_are_read_as_goals_and_lists_say_them() {
        for (text, expected) in [
            ("today", "2023-10-15"),
            ("Tmrw", "2023-10-16"),
            ("Yesterday", "2023-10-14"),
            ("this Friday", "2023-10-20"),
            ("Sunday", "2023-10-22"),
            ("the Tuesday after next", "2023-10-24"),
            ("the day after tomorrow", "2023-10-17"),
            ("in two weeks", "2023-10-29"),
            ("two weeks from today", "2023-10-29"),
            ("In 3 days", "2023-10-18"),
            ("a week from now", "2023-10-22"),
            ("10 days ago", "2023-10-05"),
            ("October 28", "2023-10-28"),
            ("8 Oct", "2023-10-08"),
            ("Dec 30", "2023-12-30"),
            ("Jan 13, 2024", "2024-01-13"),
            ("October 16 (Mon)", "2023-10-16"),
            ("Due Wednesday, October 25", "2023-10-25"),
            ("October 07 2023", "2023-10-07"),
            ("2023-10-09", "2023-10-09"),
        ] {
            assert_eq!(day(text, TODAY, Side::Next).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(
            day("Wed", TODAY, Side::Unknown),
            None,
            "it may be over, or still to come"
        );
        assert_eq!(
            day("October 16 (Mon)", TODAY, Side::Unknown).as_deref(),
            Some("2023-10-16")
        );
        assert_eq!(day("Monday", TODAY, Side::Last).as_deref(), Some("2023-10-09"));
        assert_eq!(day("Sun", TODAY, Side::Last).as_deref(), Some("2023-10-08"));
    }

    #[test]
    fn what_says_no_day_is_none() {
        for odd in [
            "",
            "October 2023",
            "Oct",
            "14:30",
            "35",
            "walk along the canal with Sam on Monday",
            "in two months",
            "in a while",
        ] {
            assert_eq!(day(odd, TODAY, Side::Next), None, "{odd}");
        }
        assert_eq!(day("today", "", Side::Next), None, "nobody knows which day it is");
    }

    #[test]
    fn what_a_goal_says_beside_today_is_found_in_it() {
        for (goal, said) in [
            ("Book a room for tomorrow at 12.", vec!["tomorrow"]),
            (
                "Add it in two weeks from today at 4h",
                vec!["in two weeks from today"],
            ),
            (
                "Move this Friday's call to the day after tomorrow",
                vec!["this Friday", "the day after tomorrow"],
            ),
            ("Put 2 weeks of leave, from October 15 on, in", vec![]),
            ("Book Friday 17 October, or on Friday 17 October", vec![]),
            ("Meet every Friday, the last Friday and next Friday", vec![]),
            ("Order a Sunday roast a week from tomorrow", vec![]),
            ("", vec![]),
        ] {
            let found: Vec<&str> = beside_today_in(goal).into_iter().map(|it| &goal[it]).collect();
            assert_eq!(found, said, "{goal}");
        }
    }

    #[test]
    fn the_nearest_year_is_meant() {
        assert_eq!(
            day("Jan 2", "2023-12-30", Side::Next).as_deref(),
            Some("2024-01-02")
        );
        assert_eq!(
            day("Dec 30", "2024-01-02", Side::Next).as_deref(),
            Some("2023-12-30")
        );
    }

    #[test]
    fn headings_of_what_is_to_come_say_days_in_their_order() {
        for (text, expected) in [
            ("Overdue", Some("2023-10-14")),
            ("2 past due", None),
            ("Past due", Some("2023-10-14")),
            ("Due today", Some("2023-10-15")),
            ("Wednesday", Some("2023-10-18")),
            ("Due Sunday, October 22", Some("2023-10-22")),
            ("No due date", Some("")),
            ("Completed", Some("")),
            ("Later", None),
            ("Next week", None),
            ("2 done", None),
        ] {
            assert_eq!(coming_day(text, TODAY).as_deref(), expected, "{text}");
        }
        let after = |last, text| coming_after(last, text, TODAY);
        assert_eq!(after("2023-10-15", "Wed").as_deref(), Some("2023-10-18"));
        assert_eq!(after("2023-10-15", "Completed").as_deref(), Some("2023-10-15"));
        assert_eq!(
            after("2023-10-19", "Wed"),
            None,
            "the last Wednesday, or another list"
        );
        assert_eq!(day_ahead("today", TODAY).as_deref(), Some(TODAY));
        assert_eq!(day_ahead("yesterday", TODAY), None);
    }

    #[test]
    fn a_week_begins_on_monday() {
        assert_eq!(week("2023-10-15", 0).as_deref(), Some("2023-10-09"));
        assert_eq!(week("2023-10-16", 0).as_deref(), Some("2023-10-16"));
        assert_eq!(week("2023-10-15", 1).as_deref(), Some("2023-10-16"));
    }

    #[test]
    fn lengths_come_in_the_unit_that_is_asked_for() {
        for (text, unit, expected) in [
            ("3:42:00", "minutes", "222"),
            ("35:00", "minutes", "35"),
            ("2h 5m", "minutes", "125"),
            ("0.75 mi", "meters", "1207.008"),
            ("1,200 m", "km", "1.2"),
        ] {
            assert_eq!(in_unit(text, unit).as_deref(), Some(expected), "{text}");
        }
        for (text, unit) in [
            ("5", "meters"),
            ("a mile", "meters"),
            ("12:3", "minutes"),
            ("3:42", "meters"),
            ("5 mi", "pounds"),
        ] {
            assert_eq!(in_unit(text, unit), None, "{text} {unit}");
        }
    }
}
