//! Numbers as people write them, with money, groups and brackets around them, to plain ones: `(1,200.50)` to `-1200.50`.

/// More digits than any amount has.
const MOST_DIGITS: usize = 24;

/// The only number in a text, without groups; below zero where it has a minus or stands in brackets.
///
/// `point` is what stands before the decimals, and the other one of point and comma groups thousands.
fn plain(text: &str, point: char) -> Option<String> {
    let group = if point == '.' { ',' } else { '.' };
    let in_number = |it: char| it.is_ascii_digit() || it == point || matches!(it, ',' | '.' | '\'');
    let start = text.find(|it: char| it.is_ascii_digit())?;
    let rest = &text[start..];
    let end = rest.find(|it: char| !in_number(it)).unwrap_or(rest.len());
    let (number, behind) = rest.split_at(end);
    if behind.contains(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let before = text[..start].trim_end();
    let number = number.trim_end_matches([',', '.', '\'']);
    let (whole, decimals) = match number.rsplit_once(point) {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (number, None),
    };
    let groups: Vec<&str> = whole.split([group, '\'']).collect();
    let digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let grouped =
        groups.len() == 1 || (1..=3).contains(&groups[0].len()) && groups[1..].iter().all(|it| it.len() == 3);
    let whole = groups.concat();
    let long = whole.len() + decimals.map_or(0, str::len);
    if !grouped || !digits(&whole) || decimals.is_some_and(|it| !digits(it)) || long > MOST_DIGITS {
        return None;
    }
    let minus = before
        .trim_end_matches(|it: char| !it.is_alphanumeric() && !matches!(it, '-' | '\u{2212}' | '('))
        .ends_with(['-', '\u{2212}']);
    let in_brackets = before.contains('(') && behind.contains(')');
    let sign = if minus || in_brackets { "-" } else { "" };
    let decimals = decimals.map_or_else(String::new, |it| format!(".{it}"));
    Some(format!("{sign}{whole}{decimals}"))
}

/// The only number in a text, where a point stands before its decimals.
pub(crate) fn plain_number(text: &str) -> Option<String> {
    plain(text, '.')
}

/// The only number in a text, where a comma stands before its decimals.
pub(crate) fn plain_number_comma(text: &str) -> Option<String> {
    plain(text, ',')
}

/// A number with its point so many digits further to the right, without zeros that say nothing.
pub(crate) fn shifted(text: &str, digits: i64) -> Option<String> {
    const FARTHEST: u64 = 12;
    let number = plain_number(text).filter(|it| *it == text.trim())?;
    let (sign, number) = match number.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", number.as_str()),
    };
    let far = usize::try_from(digits.unsigned_abs()).ok()?;
    if digits.unsigned_abs() > FARTHEST {
        return None;
    }
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let zeros = "0".repeat(far);
    let all = format!("{zeros}{whole}{decimals}{zeros}");
    let point = zeros.len() + whole.len();
    let point = if digits < 0 { point - far } else { point + far };
    let whole = all[..point].trim_start_matches('0');
    let decimals = all[point..].trim_end_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let sign = if whole == "0" && decimals.is_empty() {
        ""
    } else {
        sign
    };
    Some(match decimals {
        "" => format!("{sign}{whole}"),
        decimals => format!("{sign}{whole}.{decimals}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lose_what_stands_around_them() {
        for (text, plain) in [
            ("$1,234.50", Some("1234.50")),
            ("EUR 99", Some("99")),
            ("(2,300.10)", Some("-2300.10")),
            ("-$5", Some("-5")),
            ("12'000.00 CHF", Some("12000.00")),
            ("1,23", None),
            ("3 of 4", None),
            ("none", None),
        ] {
            assert_eq!(plain_number(text).as_deref(), plain, "{text}");
        }
        assert_eq!(plain_number_comma("-7.300,1").as_deref(), Some("-7300.1"));
        assert_eq!(plain_number_comma("10.000").as_deref(), Some("10000"));
    }

    #[test]
    fn a_point_moves_in_both_directions() {
        for (text, digits, moved) in [
            ("0.075", 2, "7.5"),
            ("1", 2, "100"),
            ("0", 2, "0"),
            ("1250", -3, "1.25"),
            ("-0.5", 2, "-50"),
            ("7", -2, "0.07"),
        ] {
            assert_eq!(shifted(text, digits).as_deref(), Some(moved), "{text}");
        }
    }
}
