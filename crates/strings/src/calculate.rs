//! Calculations that are written out in a text, as `12 + 3 x 4 = ?`.

/// Longer calculations are no exercises.
const MOST_NUMBERS: usize = 8;

/// What two numbers are put together by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
    Times,
    Over,
}

impl Sign {
    fn of(sign: char) -> Option<Sign> {
        match sign {
            '+' => Some(Sign::Plus),
            '-' | '\u{2212}' => Some(Sign::Minus),
            '*' | 'x' | 'X' | '\u{d7}' | '\u{b7}' => Some(Sign::Times),
            '/' | ':' | '\u{f7}' => Some(Sign::Over),
            _ => None,
        }
    }

    fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Sign::Plus => a.checked_add(b),
            Sign::Minus => a.checked_sub(b),
            Sign::Times => a.checked_mul(b),
            // What leaves a rest has no whole number.
            Sign::Over => a
                .checked_rem(b)
                .filter(|it| *it == 0)
                .and_then(|_| a.checked_div(b)),
        }
    }
}

/// What the only calculation in a text comes to, multiplications first: `None` where there is none, where there are several,
/// or where its parts stand so close together that it may be a date, a time or a name.
pub(crate) fn calculated(text: &str) -> Option<String> {
    let mut words = text.split_whitespace().peekable();
    let mut found: Option<i64> = None;
    while let Some(word) = words.next() {
        let Some(first) = number(word) else { continue };
        let mut sum: Vec<(Sign, i64)> = vec![(Sign::Plus, first)];
        while let Some(sign) = words.peek().and_then(|it| sign(it)) {
            words.next();
            let next = number(words.next()?)?;
            sum.push((sign, next));
        }
        if sum.len() > MOST_NUMBERS || (sum.len() > 1 && found.is_some()) {
            return None;
        }
        if sum.len() > 1 {
            found = Some(in_order(sum)?);
        }
    }
    found.map(|it| it.to_string())
}

fn number(word: &str) -> Option<i64> {
    let plain = word.trim_end_matches(['=', '?', '.', ',']);
    let short = plain.len() <= 9 && plain.bytes().all(|it| it.is_ascii_digit());
    plain.parse().ok().filter(|_| short)
}

fn sign(word: &str) -> Option<Sign> {
    let mut all = word.chars();
    let first = all.next()?;
    all.next().is_none().then(|| Sign::of(first)).flatten()
}

/// Multiplied and divided first, then added up.
fn in_order(parts: Vec<(Sign, i64)>) -> Option<i64> {
    let mut terms: Vec<(Sign, i64)> = Vec::new();
    for (sign, number) in parts {
        match (sign, terms.last_mut()) {
            (Sign::Times | Sign::Over, Some((_, last))) => *last = sign.apply(*last, number)?,
            _ => terms.push((sign, number)),
        }
    }
    terms
        .into_iter()
        .try_fold(0, |sum: i64, (sign, number)| sign.apply(sum, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calculation_comes_to_what_it_says() {
        let known = [
            ("7 x 5 = ?", "35"),
            ("What is 2 + 3 * 4?", "14"),
            ("20 - 4 - 6 =", "10"),
            ("3 \u{2212} 8", "-5"),
            ("12 \u{f7} 4", "3"),
        ];
        for (text, result) in known {
            assert_eq!(calculated(text).as_deref(), Some(result), "{text}");
        }
    }

    #[test]
    fn what_is_no_calculation_or_not_the_only_one_comes_to_nothing() {
        for text in [
            "7",
            "2026-03-14",
            "3:05",
            "x 5",
            "7 x",
            "7 / 2",
            "1 + 2 and 3 + 4",
            "Room 4 - Ada",
            "5 + x = 7",
            "",
        ] {
            assert_eq!(calculated(text), None, "{text}");
        }
    }
}
