//! Dates and times of day: read in the formats that goals and screens use, written in any.

use jiff::civil::Date;

const MONTHS: [&str; 12] = [
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
pub(crate) const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// The words and numbers of a text, without what separates them.
fn words(text: &str) -> Vec<&str> {
    text.split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect()
}

pub(crate) fn month_of(word: &str) -> Option<i8> {
    let word = word.to_lowercase();
    if word.chars().count() < 3 {
        return None;
    }
    let at = MONTHS
        .iter()
        .position(|it| it.to_lowercase() == word || it.to_lowercase()[..3] == word)?;
    i8::try_from(at + 1).ok()
}

/// `3` of `3rd`.
fn ordinal_stem(word: &str) -> Option<&str> {
    ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|it| word.strip_suffix(it))
}

/// A word without the ending that makes a number of a number's place, and the word itself where it has none.
pub fn without_ordinal(word: &str) -> &str {
    ordinal_stem(word).unwrap_or(word)
}

/// The place that a text in digits says: 3 of `3rd`. `None` for anything else, and for no place at all.
pub fn ordinal(text: &str) -> Option<usize> {
    ordinal_stem(text.trim())?.parse().ok().filter(|it| *it > 0)
}

pub(crate) fn number_of_day(word: &str) -> Option<i8> {
    let digits = without_ordinal(word);
    (digits.len() <= 2).then(|| digits.parse().ok())?
}

pub(crate) fn year_of(word: &str) -> Option<i16> {
    (word.len() == 4).then(|| word.parse().ok())?
}

/// Which of two numbers is the day, where both can be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// As in America, but for what is written with points.
    MonthFirst,
    DayFirst,
}

fn read_in(text: &str, order: Order) -> Option<Date> {
    let mut words = words(text);
    // A weekday in front says nothing new.
    if words.len() == 4
        && DAYS
            .iter()
            .any(|it| it.to_lowercase().starts_with(&words[0].to_lowercase()))
    {
        words.remove(0);
    }
    let (year, month, day) = match words.as_slice() {
        [a, b, c] if year_of(a).is_some() => (
            year_of(a)?,
            number_of_day(b).or_else(|| month_of(b))?,
            number_of_day(c)?,
        ),
        [a, b, c] if month_of(a).is_some() => (year_of(c)?, month_of(a)?, number_of_day(b)?),
        [a, b, c] if month_of(b).is_some() => (year_of(c)?, month_of(b)?, number_of_day(a)?),
        [a, b, c] => {
            let (first, second, year) = (number_of_day(a)?, number_of_day(b)?, year_of(c)?);
            // 13/04/2020 and 3.4.2020 can only be read with the day first.
            if order == Order::DayFirst || first > 12 || text.contains('.') {
                (year, second, first)
            } else {
                (year, first, second)
            }
        }
        [all] if all.len() == 8 && all.bytes().all(|it| it.is_ascii_digit()) => (
            all[..4].parse().ok()?,
            all[4..6].parse().ok()?,
            all[6..].parse().ok()?,
        ),
        _ => return None,
    };
    Date::new(year, month, day).ok()
}

/// A date with its year.
pub(crate) fn read_date(text: &str) -> Option<Date> {
    read_in(text, Order::MonthFirst)
}

/// Whether a date of three numbers can only be read with the day first (`true`), only with the month first (`false`),
/// or either way.
pub(crate) fn day_is_first(text: &str) -> Option<bool> {
    let [first, second, year] = words(text)[..] else {
        return None;
    };
    year_of(year)?;
    match (number_of_day(first)?, number_of_day(second)?) {
        (13.., 1..=12) => Some(true),
        (1..=12, 13..) => Some(false),
        _ => None,
    }
}

pub(crate) fn date_as(text: &str, format: &str) -> Option<String> {
    written(read_in(text, Order::MonthFirst)?, format)
}

pub(crate) fn date_day_first(text: &str, format: &str) -> Option<String> {
    written(read_in(text, Order::DayFirst)?, format)
}

fn written(date: Date, format: &str) -> Option<String> {
    let month = MONTHS.get(usize::from(date.month().unsigned_abs()) - 1)?;
    let day = DAYS.get(usize::from(date.weekday().to_sunday_zero_offset().unsigned_abs()))?;
    fill(format, |directive| {
        Some(match directive {
            "Y" => format!("{:04}", date.year()),
            "y" => format!("{:02}", date.year() % 100),
            "m" => format!("{:02}", date.month()),
            "-m" => date.month().to_string(),
            "d" => format!("{:02}", date.day()),
            "-d" => date.day().to_string(),
            "B" => (*month).to_owned(),
            "b" => month[..3].to_owned(),
            "A" => (*day).to_owned(),
            "a" => day[..3].to_owned(),
            _ => return None,
        })
    })
}

/// The year and the month of a date, or of what is headed by a month and its year, in a form that sorts.
pub(crate) fn month(text: &str) -> Option<String> {
    let (year, month) = match words(text).as_slice() {
        [a, b] if month_of(a).is_some() => (year_of(b)?, month_of(a)?),
        [a, b] if month_of(b).is_some() => (year_of(a)?, month_of(b)?),
        _ => {
            let date = read_in(text, Order::MonthFirst)?;
            (date.year(), date.month())
        }
    };
    Some(format!("{year:04}-{month:02}"))
}

pub(crate) fn time_as(text: &str, format: &str) -> Option<String> {
    let (hour, minute) = read_time(text)?;
    let twelve = if hour.is_multiple_of(12) { 12 } else { hour % 12 };
    fill(format, |directive| {
        Some(match directive {
            "H" => format!("{hour:02}"),
            "-H" => hour.to_string(),
            "I" => format!("{twelve:02}"),
            "-I" => twelve.to_string(),
            "M" => format!("{minute:02}"),
            "-M" => minute.to_string(),
            "p" => if hour < 12 { "AM" } else { "PM" }.to_owned(),
            _ => return None,
        })
    })
}

/// The last date and the last time of day among the words of a text, as `2023-10-16 05:51`.
pub(crate) fn moment(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let last = |most: usize, read: &dyn Fn(&str) -> Option<String>| {
        (0..words.len()).rev().find_map(|start| {
            (1..=most.min(words.len() - start)).rev().find_map(|count| {
                let part = words[start..start + count].join(" ");
                read(part.trim_end_matches([',', ';', '.', ')']))
            })
        })
    };
    let date = last(4, &|it| date_as(it, "%Y-%m-%d"));
    let time = last(2, &|it| time_as(it, "%H:%M"));
    let both: Vec<String> = [date, time].into_iter().flatten().collect();
    both.join(" ")
}

/// The hour and the minute of a time of day: `3:05 PM` is 15 and 5.
pub(crate) fn read_time(text: &str) -> Option<(u32, u32)> {
    let text = text
        .trim()
        .to_lowercase()
        .replace("a.m.", "am")
        .replace("p.m.", "pm");
    let (clock, half) = match (text.strip_suffix("am"), text.strip_suffix("pm")) {
        (Some(it), _) => (it.trim(), Some(0)),
        (_, Some(it)) => (it.trim(), Some(12)),
        (None, None) => (text.as_str(), None),
    };
    let (hour, minute) = clock.split_once(':').or(half.map(|_| (clock, "00")))?;
    let digits = |it: &str| !it.is_empty() && it.len() <= 2 && it.bytes().all(|it| it.is_ascii_digit());
    if !digits(hour) || minute.len() != 2 || !digits(minute) {
        return None;
    }
    let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
    let hour = match half {
        Some(half) if (1..=12).contains(&hour) => hour % 12 + half,
        Some(_) => return None,
        None => hour,
    };
    (hour < 24 && minute < 60).then_some((hour, minute))
}

/// A format with its `%` directives filled in; `None` where one is not known.
fn fill(format: &str, value: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut out = String::new();
    let mut chars = format.chars();
    while let Some(it) = chars.next() {
        if it != '%' {
            out.push(it);
            continue;
        }
        let mut directive = String::new();
        match chars.next()? {
            '%' => {
                out.push('%');
                continue;
            }
            '-' => {
                directive.push('-');
                directive.push(chars.next()?);
            }
            it => directive.push(it),
        }
        out.push_str(&value(&directive)?);
    }
    Some(out)
}
