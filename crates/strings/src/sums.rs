//! Sums, differences and products of numbers with decimals, and which of two numbers is greater: exact, without rounding
//! on the way.

use crate::plain::plain_number;

/// Digits of a number that is calculated with, with its decimals.
const MOST_DIGITS: usize = 15;
/// Decimals of a result.
const MOST_DECIMALS: usize = 6;

/// Signs of money.
const CURRENCY_SIGNS: [char; 12] = ['$', '€', '£', '¥', '₹', '₽', '₩', '₺', '₴', '₪', '฿', '₫'];

/// Codes of money that stand beside amounts.
const CURRENCY_CODES: [&str; 36] = [
    "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EUR", "GBP", "HKD",
    "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KRW", "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "RON", "RUB",
    "SEK", "SGD", "THB", "TRY", "USD", "ZAR",
];

/// A number as a whole one, and how many of its digits are decimals.
#[derive(Clone, Copy)]
pub(crate) struct Scaled {
    all: i128,
    decimals: usize,
}

/// A text without the currency at one end of it, and that currency.
fn without_currency(text: &str) -> (&str, Option<&str>) {
    let known = |it: &str| {
        let mut signs = it.chars();
        let sign = signs.next().is_some_and(|it| CURRENCY_SIGNS.contains(&it)) && signs.next().is_none();
        sign || CURRENCY_CODES.contains(&it)
    };
    let outer = |it: char| it.is_ascii_digit() || matches!(it, '-' | '+' | '\u{2212}') || it.is_whitespace();
    let start = text.find(outer).unwrap_or(text.len());
    let end = text
        .rfind(outer)
        .map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    match (&text[..start], text.get(end..).unwrap_or_default()) {
        (before, _) if known(before) => (text[start..].trim_start(), Some(before)),
        (_, behind) if known(behind) => (text[..end].trim_end(), Some(behind)),
        _ => (text, None),
    }
}

/// A text without the sign in front of it, and whether that is a minus.
fn without_sign(text: &str) -> (&str, Option<bool>) {
    match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (rest.trim_start(), Some(true)),
        None => text
            .strip_prefix('+')
            .map_or((text, None), |rest| (rest.trim_start(), Some(false))),
    }
}

impl Scaled {
    /// A number with nothing around it but a sign and a currency; and that currency.
    pub(crate) fn read(text: &str) -> Option<(Scaled, Option<&str>)> {
        let (rest, sign) = without_sign(text.trim());
        let (rest, currency) = without_currency(rest);
        let (rest, inner) = match sign {
            None => without_sign(rest),
            Some(_) => (rest, None),
        };
        let figure = |it: &u8| it.is_ascii_digit();
        let number = |it: u8| it.is_ascii_digit() || matches!(it, b',' | b'.' | b'\'');
        let all = rest.as_bytes();
        if !all.first().is_some_and(figure) || !all.last().is_some_and(figure) || !rest.bytes().all(number) {
            return None;
        }
        let plain = plain_number(rest)?;
        let (whole, decimals) = plain.split_once('.').unwrap_or((&plain, ""));
        let digits = format!("{whole}{decimals}");
        let fits = digits.len() <= MOST_DIGITS && decimals.len() <= MOST_DECIMALS;
        let all: i128 = digits.parse().ok().filter(|_| fits)?;
        let minus = sign.or(inner) == Some(true);
        let scaled = Scaled {
            all: if minus { -all } else { all },
            decimals: decimals.len(),
        };
        Some((scaled, currency))
    }

    /// With as many decimals as any number has.
    pub(crate) fn in_order(self) -> Option<i128> {
        self.with(MOST_DECIMALS)
    }

    /// With so many decimals, which are not fewer than it has.
    fn with(self, decimals: usize) -> Option<i128> {
        let more = u32::try_from(decimals.checked_sub(self.decimals)?).ok()?;
        self.all.checked_mul(10_i128.checked_pow(more)?)
    }

    /// With so many decimals. No value where it has more: nobody says how these are rounded.
    fn written(self, decimals: usize) -> Option<String> {
        let all = match self.with(decimals) {
            Some(all) => all,
            None => {
                let fewer = u32::try_from(self.decimals.checked_sub(decimals)?).ok()?;
                let unit = 10_i128.checked_pow(fewer)?;
                (self.all % unit == 0).then_some(self.all / unit)?
            }
        };
        let digits = format!("{:0>width$}", all.unsigned_abs(), width = decimals + 1);
        let (whole, behind) = digits.split_at(digits.len() - decimals);
        let sign = if all < 0 { "-" } else { "" };
        let point = if decimals > 0 { "." } else { "" };
        Some(format!("{sign}{whole}{point}{behind}"))
    }
}

/// Two numbers, and how many decimals the result has.
fn read(arguments: &[String]) -> Option<(Scaled, Scaled, usize)> {
    let [a, b, decimals] = arguments else {
        return None;
    };
    let decimals = decimals.trim().parse().ok().filter(|it| *it <= MOST_DECIMALS)?;
    let (a, b) = both(a, b)?;
    Some((a, b, decimals))
}

/// Two numbers that are not in different currencies.
fn both(a: &str, b: &str) -> Option<(Scaled, Scaled)> {
    let ((a, of_a), (b, of_b)) = (Scaled::read(a)?, Scaled::read(b)?);
    let differ = of_a.is_some() && of_b.is_some() && of_a != of_b;
    (!differ).then_some((a, b))
}

fn added(a: Scaled, b: Scaled) -> Option<Scaled> {
    let decimals = a.decimals.max(b.decimals);
    let all = a.with(decimals)?.checked_add(b.with(decimals)?)?;
    Some(Scaled { all, decimals })
}

/// A number plus another, with so many decimals.
pub(crate) fn number_plus(arguments: &[String]) -> Option<String> {
    let (a, b, decimals) = read(arguments)?;
    added(a, b)?.written(decimals)
}

/// A number minus another, with so many decimals.
pub(crate) fn number_minus(arguments: &[String]) -> Option<String> {
    let (a, b, decimals) = read(arguments)?;
    let less = Scaled {
        all: b.all.checked_neg()?,
        ..b
    };
    added(a, less)?.written(decimals)
}

/// A number times another, with so many decimals.
pub(crate) fn number_times(arguments: &[String]) -> Option<String> {
    let (a, b, decimals) = read(arguments)?;
    let product = Scaled {
        all: a.all.checked_mul(b.all)?,
        decimals: a.decimals + b.decimals,
    };
    product.written(decimals)
}

/// Whether a number is not less than another.
pub(crate) fn at_least(a: &str, b: &str) -> Option<String> {
    let (a, b) = both(a, b)?;
    let decimals = a.decimals.max(b.decimals);
    Some((a.with(decimals)? >= b.with(decimals)?).to_string())
}

/// Whether signs between two digits, or a minus before one, leave it open which numbers a text has.
fn unclear(signs: &[char]) -> bool {
    let figure = |at: usize| signs.get(at).is_some_and(char::is_ascii_digit);
    let space = |at: usize| signs.get(at).is_some_and(|it| it.is_whitespace());
    let digits = |from: usize| (from..signs.len()).take_while(|at| figure(*at)).count();
    (0..signs.len()).any(|at| match signs[at] {
        '-' | '\u{2212}' | '\u{2013}' => {
            let before = (0..at).rev().find(|it| !space(*it)).is_some_and(figure);
            let behind = (at + 1..signs.len()).find(|it| !space(*it)).is_some_and(figure);
            figure(at + 1) || before && behind
        }
        '.' | ',' | '\'' | '\u{2019}' | ':' | '/' => at > 0 && figure(at - 1) && figure(at + 1),
        // A space that groups thousands.
        it if it.is_whitespace() => {
            let before = (0..at).rev().take_while(|it| figure(*it)).count();
            (1..=3).contains(&before) && digits(at + 1) == 3
        }
        _ => false,
    })
}

/// All whole numbers of a text, added; nought where there is none.
pub(crate) fn sum_in(text: &str) -> Option<String> {
    let figure = |it: char| it.is_ascii_digit();
    let signs: Vec<char> = text.chars().collect();
    if unclear(&signs) {
        return None;
    }
    let numbers = text.split(|it| !figure(it)).filter(|it| !it.is_empty());
    let mut sum: u64 = 0;
    for it in numbers {
        sum = sum.checked_add(it.parse().ok()?)?;
    }
    Some(sum.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: fn(&[String]) -> Option<String>, a: &str, b: &str, decimals: &str) -> Option<String> {
        name(&[a, b, decimals].map(str::to_owned))
    }

    #[test]
    fn decimals_are_exact() {
        assert_eq!(
            of(number_plus, "0.1", "$1,000.25", "2").as_deref(),
            Some("1000.35")
        );
        assert_eq!(of(number_minus, "5", "7.5", "1").as_deref(), Some("-2.5"));
        assert_eq!(of(number_times, "3", "2.50", "2").as_deref(), Some("7.50"));
        assert_eq!(of(number_times, "-0.5", "0.5", "2").as_deref(), Some("-0.25"));
        assert_eq!(of(number_times, "2.50", "2", "0").as_deref(), Some("5"));
        assert_eq!(of(number_plus, "0", "0", "0").as_deref(), Some("0"));
        for (a, b, decimals) in [("a", "1", "0"), ("1", "", "0"), ("1", "1", "99"), ("1", "1", "x")] {
            assert_eq!(of(number_plus, a, b, decimals), None);
        }
        assert_eq!(
            of(number_times, "999999999999999", "999999999999999", "1").as_deref(),
            Some("999999999999998000000000000001.0")
        );
        assert_eq!(of(number_times, "9999999999999999", "1", "0"), None);
    }

    #[test]
    fn nothing_is_rounded() {
        assert_eq!(of(number_times, "2.5", "3", "0"), None);
        assert_eq!(of(number_times, "0.125", "1", "2"), None);
        assert_eq!(of(number_plus, "0.5", "1", "0"), None);
        assert_eq!(of(number_minus, "1", "0.25", "1"), None);
    }

    #[test]
    fn only_a_number_is_a_number() {
        for (text, sum) in [
            ("-5", Some("-4")),
            (" $ 5 ", Some("6")),
            ("-$5", Some("-4")),
            ("$-5", Some("-4")),
            ("5 EUR", Some("6")),
            ("EUR 1,005", Some("1006")),
            ("+5€", Some("6")),
            ("-999999999999999", Some("-999999999999998")),
            ("2 kg", None),
            ("A-5", None),
            ("12 March", None),
            ("12 MAR", None),
            ("5-", None),
            ("--5", None),
            ("$5$", None),
            ("(5)", None),
            ("5 6", None),
            ("1.2.3", None),
        ] {
            assert_eq!(of(number_plus, text, "1", "0").as_deref(), sum, "{text}");
        }
        assert_eq!(of(number_plus, "$5", "€5", "0"), None);
        assert_eq!(of(number_plus, "5 USD", "5 EUR", "0"), None);
        assert_eq!(of(number_plus, "$5", "$5", "0").as_deref(), Some("10"));
        assert_eq!(at_least("$5", "€4"), None);
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        assert_eq!(at_least("9", "10").as_deref(), Some("false"));
        assert_eq!(at_least("10.0", "10").as_deref(), Some("true"));
        assert_eq!(at_least("-3", "-2").as_deref(), Some("false"));
        assert_eq!(at_least("none", "2"), None);
    }

    #[test]
    fn what_may_be_one_number_or_two_is_no_sum() {
        assert_eq!(sum_in("3 pallets, 2 crates").as_deref(), Some("5"));
        assert_eq!(sum_in("").as_deref(), Some("0"));
        assert_eq!(sum_in("Tom 2 Ida 100").as_deref(), Some("102"));
        for it in [
            "1,200 and 3",
            "1'200 and 3",
            "1\u{2019}200 and 3",
            "10:30 and 3",
            "1/2 and 3",
            "3-5 rooms",
            "3 - 5 rooms",
            "3\u{2212}5",
            "-5 and 3",
            "A-5 and 3",
            "1 200 and 3",
            "12\u{a0}000 and 3",
        ] {
            assert_eq!(sum_in(it), None, "{it}");
        }
        assert_eq!(sum_in("99999999999999999999"), None);
    }
}
