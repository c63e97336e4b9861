//! Numbers as words say them.

use crate::calendar::without_ordinal;

const ORDINALS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];

/// `third` for 3, where there is such a word for it.
pub(crate) fn ordinal(n: u64) -> Option<&'static str> {
    let at = usize::try_from(n.checked_sub(1)?).ok()?;
    ORDINALS.get(at).copied()
}

const CARDINALS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// The number that one word says.
pub(crate) fn said_number(of: &str) -> Option<String> {
    let of = of.trim().to_lowercase();
    if of == "last" {
        return Some("-1".to_owned());
    }
    if let Some(n) = ORDINALS.iter().chain(&CARDINALS).position(|it| *it == of) {
        return Some((n % ORDINALS.len() + 1).to_string());
    }
    let plain: String = without_ordinal(&of).chars().filter(|it| *it != ',').collect();
    plain.parse::<i64>().ok().map(|it| it.to_string())
}
