//! Numbers with decimals: read as goals and screens write them, written in a format like `$#,##0.00`.

/// A number without what stands around it: its sign, its digits before the point and those behind it.
struct Amount {
    negative: bool,
    whole: String,
    decimals: String,
}

/// More digits than any amount has.
const MOST_DIGITS: usize = 18;

/// What may stand before and behind a number that is read.
const AROUND: [char; 7] = ['$', '€', '£', '¥', '₹', '%', ' '];

impl Amount {
    fn read(text: &str) -> Option<Amount> {
        let text = text.trim_matches(AROUND);
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest.trim_start_matches(AROUND)),
            None => (false, text),
        };
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let groups: Vec<&str> = whole.split(',').collect();
        // What is no group of three is no number, but a list or a date.
        let grouped = groups.len() == 1
            || (1..=3).contains(&groups[0].len()) && groups[1..].iter().all(|it| it.len() == 3);
        let whole = groups.concat();
        let digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
        let short = whole.len() + decimals.len() <= MOST_DIGITS;
        (grouped && short && digits(&whole) && digits(decimals)).then(|| Amount {
            negative,
            whole,
            decimals: decimals.to_owned(),
        })
    }

    /// How many parts of which so many decimals make a whole; nothing where it has more decimals.
    fn in_parts(&self, places: usize) -> Option<i128> {
        let decimals = self.decimals.trim_end_matches('0');
        let missing = places.checked_sub(decimals.len())?;
        let all: i128 = format!("{}{decimals}{}", self.whole, "0".repeat(missing))
            .parse()
            .ok()?;
        Some(if self.negative { -all } else { all })
    }

    /// With so many decimals, rounded: half goes up.
    fn rounded(&self, decimals: usize) -> Option<Amount> {
        let kept = self.decimals.get(..decimals).unwrap_or(&self.decimals);
        let up = self
            .decimals
            .as_bytes()
            .get(decimals)
            .is_some_and(|it| *it >= b'5');
        let all: u64 = format!("{}{kept}{}", self.whole, "0".repeat(decimals - kept.len()))
            .parse()
            .ok()?;
        let all = format!("{:0>width$}", all + u64::from(up), width = decimals + 1);
        let (whole, decimals) = all.split_at(all.len() - decimals);
        Some(Amount {
            negative: self.negative && all.bytes().any(|it| it != b'0'),
            whole: whole.to_owned(),
            decimals: decimals.to_owned(),
        })
    }
}

/// The only number that is written in a text; `None` in the place of a text where there is none, nothing where several are
/// and nobody says which.
fn only_number(text: &str) -> Option<Option<String>> {
    let in_number = |it: char| it.is_ascii_digit() || matches!(it, '.' | ',' | '-' | '\u{2212}');
    let runs = text.split(|it: char| !in_number(it));
    let mut numbers = runs.filter(|it| it.bytes().any(|it| it.is_ascii_digit()));
    let one = numbers.next();
    if numbers.next().is_some() {
        return None;
    }
    let plain = |it: &str| {
        it.replace('\u{2212}', "-")
            .trim_end_matches(['.', ',', '-'])
            .to_owned()
    };
    Some(one.map(plain))
}

/// The units of time that lengths of time are written with, in seconds.
const UNITS: [(&[&str], u64); 4] = [
    (&["d", "day", "days"], 86_400),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600),
    (&["m", "min", "mins", "minute", "minutes"], 60),
    (&["s", "sec", "secs", "second", "seconds"], 1),
];

/// A length of time in thousandths of a second, as `2h 5m`, `1 hour 30 min` or `1.5 h`: numbers and units one after the
/// other and nothing else, the greatest unit first.
pub(crate) fn length_of_time(text: &str) -> Option<u64> {
    let mut rest = text.trim();
    let mut sum: u64 = 0;
    let mut last = u64::MAX;
    while !rest.is_empty() {
        let in_number = |it: char| it.is_ascii_digit() || matches!(it, '.' | ',');
        let number = rest.len() - rest.trim_start_matches(in_number).len();
        let count = Amount::read(&rest[..number])?.in_parts(3)?;
        let count = u64::try_from(count).ok()?;
        rest = rest[number..].trim_start();
        let word = rest.len() - rest.trim_start_matches(char::is_alphabetic).len();
        let named = rest[..word].to_lowercase();
        let (_, unit) = UNITS.iter().find(|(names, _)| names.contains(&named.as_str()))?;
        if *unit >= last {
            return None;
        }
        last = *unit;
        sum = sum.checked_add(count.checked_mul(*unit)?)?;
        rest = rest[word..].trim_start_matches(['.', ',', ' ', '\u{a0}']);
    }
    (last != u64::MAX).then_some(sum)
}

/// Whether a text is a length of time.
pub fn is_length_of_time(text: &str) -> bool {
    length_of_time(text).is_some()
}

/// What stands around the only number of a text: its unit, or nothing; `None` where there is no number, or several.
pub fn unit(text: &str) -> Option<String> {
    let number = only_number(text)??;
    Amount::read(&number)?;
    let around = text.replace('\u{2212}', "-").replacen(&number, " ", 1);
    Some(around.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Whether a unit is one of money: a sign, or a code of three capitals.
fn is_money(unit: &str) -> bool {
    let code = unit.len() == 3 && unit.bytes().all(|it| it.is_ascii_uppercase());
    code || (!unit.is_empty() && unit.chars().all(|it| AROUND.contains(&it)))
}

/// A number with the number of a text in this unit added; as it is where the text shows none in it. Amounts of other money are
/// added to none.
pub(crate) fn added(sum: &str, text: &str, wanted: &str) -> Option<String> {
    let Some(unit) = unit(text) else {
        return Some(sum.to_owned());
    };
    if unit != wanted {
        let other_money = is_money(&unit) && is_money(wanted);
        return (!other_money).then(|| sum.to_owned());
    }
    let more = only_number(text)??;
    let decimals = |it: &str| it.split_once('.').map_or(0, |(_, it)| it.len());
    let places = decimals(sum).max(decimals(&more));
    let of = |it: &str| Amount::read(it)?.in_parts(places);
    let all = of(sum)?.checked_add(of(&more)?)?;
    let digits = format!("{:0>width$}", all.unsigned_abs(), width = places + 1);
    let (whole, behind) = digits.split_at(digits.len() - places);
    let sign = if all < 0 { "-" } else { "" };
    let point = if places > 0 { "." } else { "" };
    Some(format!("{sign}{whole}{point}{behind}"))
}

/// The only number in a text, in a form that sorts as numbers do, or the length of a time; empty where there is none, or
/// where several are and nobody says which.
pub(crate) fn quantity(text: &str) -> String {
    let one = match length_of_time(text) {
        Some(length) => Some(length.to_string()),
        None => only_number(text).flatten(),
    };
    let Some(one) = one else {
        return String::new();
    };
    let Some(amount) = Amount::read(&one) else {
        return String::new();
    };
    let sorted = format!(
        "{:0>MOST_DIGITS$}.{:0<MOST_DIGITS$}",
        amount.whole, amount.decimals
    );
    if !amount.negative || sorted.bytes().all(|it| matches!(it, b'0' | b'.')) {
        return sorted;
    }
    // Of two below zero, the one with the greater digits is less; and a minus comes before every digit.
    let turned = sorted.chars().map(|it| match it.to_digit(10) {
        Some(digit) => char::from_digit(9 - digit, 10).unwrap_or(it),
        None => it,
    });
    std::iter::once('-').chain(turned).collect()
}

/// Digits with a comma before each group of three.
fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (at, it) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(it);
    }
    out
}

const GROUPED: &str = "#,##0";

/// A number in a format: what stands before it, `0` or `#,##0`, a point with as many zeros as there are decimals,
/// what stands behind it.
pub(crate) fn number_as(text: &str, format: &str) -> Option<String> {
    let start = format.find(['#', '0'])?;
    let (before, rest) = format.split_at(start);
    let groups = rest.starts_with(GROUPED);
    let rest = rest.strip_prefix(GROUPED).or_else(|| rest.strip_prefix('0'))?;
    let zeros = rest
        .strip_prefix('.')
        .map_or(0, |it| it.len() - it.trim_start_matches('0').len());
    let behind = if zeros > 0 { rest.get(zeros + 1..)? } else { rest };
    // Another digit would be taken for one of the number.
    if zeros > MOST_DIGITS || behind.contains(['#', '0']) {
        return None;
    }
    let amount = Amount::read(text)?.rounded(zeros)?;
    let whole = if groups {
        grouped(&amount.whole)
    } else {
        amount.whole
    };
    let sign = if amount.negative { "-" } else { "" };
    let point = if zeros > 0 { "." } else { "" };
    Some(format!("{sign}{before}{whole}{point}{}{behind}", amount.decimals))
}

/// The number that belongs to the first text as the numbers of two others, `10 is 18`, belong to theirs: on a straight line,
/// with at most two decimals.
pub(crate) fn on_line(arguments: &[String]) -> Option<String> {
    let [value, one, other] = arguments else {
        return None;
    };
    let pair = |it: &str| {
        let (value, belongs) = it.split_once(" is ")?;
        Some((plain_number(value)?, plain_number(belongs)?))
    };
    let (value, (a, at_a), (b, at_b)) = (plain_number(value)?, pair(one)?, pair(other)?);
    let found = at_a + (at_b - at_a) * (value - a) / (b - a);
    let rounded = (found * 100.0).round() / 100.0;
    // No minus before a nought.
    rounded.is_finite().then(|| (rounded + 0.0).to_string())
}

/// A number as it is written without a unit, groups or an exponent.
fn plain_number(text: &str) -> Option<f64> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.len() <= 12
        && digits.starts_with(|it: char| it.is_ascii_digit())
        && digits.chars().all(|it| it.is_ascii_digit() || it == '.');
    text.parse().ok().filter(|_| plain)
}

/// A hundred times a number, with so many decimals.
pub(crate) fn percent(text: &str, decimals: usize) -> Option<String> {
    let it = Amount::read(text)?;
    let mut behind = it.decimals;
    while behind.len() < 2 {
        behind.push('0');
    }
    let (up, behind) = behind.split_at(2);
    let sign = if it.negative { "-" } else { "" };
    let behind = if behind.is_empty() { "0" } else { behind };
    let zeros = if decimals > 0 {
        format!(".{}", "0".repeat(decimals.min(MOST_DIGITS)))
    } else {
        String::new()
    };
    let written = number_as(&format!("{sign}{}{up}.{behind}", it.whole), &format!("0{zeros}"))?;
    let plain = written.trim_start_matches('-').trim_start_matches('0');
    let plain = if plain.is_empty() || plain.starts_with('.') {
        format!("0{plain}")
    } else {
        plain.to_owned()
    };
    Some(format!(
        "{}{plain}",
        if written.starts_with('-') { "-" } else { "" }
    ))
}

/// The formats in which a number may be written like this: with groups where none shows as well. None where the
/// number is whole and without groups: that is no format.
pub(crate) fn formats_like(written: &str) -> Vec<String> {
    let written = written.strip_prefix('-').unwrap_or(written);
    let Some(start) = written.find(|it: char| it.is_ascii_digit()) else {
        return Vec::new();
    };
    let end = written
        .rfind(|it: char| it.is_ascii_digit())
        .map_or(start, |it| it + 1);
    let (before, behind) = (&written[..start], &written[end..]);
    let short = |it: &str| it.chars().count() <= 4 && !it.contains(['#', '.', ',']);
    let number = &written[start..end];
    if !short(before) || !short(behind) || Amount::read(number).is_none() {
        return Vec::new();
    }
    let decimals = number.split_once('.').map_or(0, |(_, it)| it.len());
    let point = if decimals > 0 {
        format!(".{}", "0".repeat(decimals))
    } else {
        String::new()
    };
    let written_as = |whole: &str| format!("{before}{whole}{point}{behind}");
    match (number.contains(','), decimals) {
        (true, _) => vec![written_as(GROUPED)],
        (false, 0) => Vec::new(),
        (false, _) => vec![written_as("0"), written_as(GROUPED)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time_sort_by_how_long_they_are_and_not_by_their_figures() {
        let longer = [
            ("45 min", "1h 5m"),
            ("5 h", "6.5 h"),
            ("59 min", "1 hour"),
            ("900 m", "1,200 m"),
            ("9h 58m", "10h 2m"),
        ];
        for (short, long) in longer {
            assert!(
                quantity(short) < quantity(long) && !quantity(short).is_empty(),
                "{short} {long}"
            );
        }
        for other in ["5m 2h", "3 of 4", "2h 5", "h", "", "5", "5 km"] {
            assert!(!is_length_of_time(other), "{other}");
        }
    }

    #[test]
    fn what_a_text_shows_in_a_unit_is_added_with_its_decimals() {
        let known = [
            ("0", "EUR 12", "EUR", "12"),
            ("12", "$1,200.50", "$", "1212.50"),
            ("0.05", "-0.10", "", "-0.05"),
            ("3", "Bread", "EUR", "3"),
            ("3", "Vitamin B12", "EUR", "3"),
            ("3", "7", "EUR", "3"),
            ("3", "2 of 7", "", "3"),
        ];
        for (sum, text, unit, result) in known {
            assert_eq!(added(sum, text, unit).as_deref(), Some(result), "{text}");
        }
        assert_eq!(added("3", "5 USD", "EUR"), None);
        assert_eq!(added("3", "$5", "EUR"), None);
    }

    #[test]
    fn quantities_sort_as_numbers_do() {
        let sorted = [
            "-12.5 °C",
            "-3",
            "0",
            "7",
            "EUR 12.25",
            "EUR 12.3",
            "$1,250.50",
            "9000 km",
        ];
        for pair in sorted.windows(2) {
            assert!(quantity(pair[0]) < quantity(pair[1]), "{pair:?}");
        }
        for unclear in ["", "none", "1 of 2", "2026-03-05", "1.234,50", "12,34"] {
            assert_eq!(quantity(unclear), "", "{unclear}");
        }
        assert_eq!(quantity("-0"), quantity("0"));
    }
}
