//! Sums, differences and products of numbers with decimals, and which of two numbers is greater: exact, without rounding
//! on the way.

use crate::plain::plain_number;

/// Digits of a number that is calculated with, with its decimals.
const MOST_DIGITS: usize = 15;
/// Decimals of a result.
const MOST_DECIMALS: usize = 6;

/// A number as a whole one, and how many of its digits are decimals.
#[derive(Clone, Copy)]
struct Scaled {
    all: i128,
    decimals: usize,
}

impl Scaled {
    /// A number with nothing around it but groups and a currency.
    fn read(text: &str) -> Option<Scaled> {
        let plain = plain_number(text)?;
        let (whole, decimals) = plain.split_once('.').unwrap_or((&plain, ""));
        let all = format!("{whole}{decimals}");
        let fits = all.len() <= MOST_DIGITS && decimals.len() <= MOST_DECIMALS;
        Some(Scaled {
            all: all.parse().ok().filter(|_| fits)?,
            decimals: decimals.len(),
        })
    }

    /// With so many decimals, which are not fewer than it has.
    fn with(self, decimals: usize) -> Option<i128> {
        let more = u32::try_from(decimals.checked_sub(self.decimals)?).ok()?;
        self.all.checked_mul(10_i128.checked_pow(more)?)
    }

    /// With so many decimals; half goes away from nought.
    fn written(self, decimals: usize) -> Option<String> {
        let all = match self.with(decimals) {
            Some(all) => all,
            None => {
                let fewer = u32::try_from(self.decimals.checked_sub(decimals)?).ok()?;
                let unit = 10_i128.checked_pow(fewer)?;
                let half = if self.all < 0 { -unit / 2 } else { unit / 2 };
                self.all.checked_add(half)? / unit
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
    Some((Scaled::read(a)?, Scaled::read(b)?, decimals))
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
    let (a, b) = (Scaled::read(a)?, Scaled::read(b)?);
    let decimals = a.decimals.max(b.decimals);
    Some((a.with(decimals)? >= b.with(decimals)?).to_string())
}

/// All whole numbers of a text, added; nought where there is none.
pub(crate) fn sum_in(text: &str) -> Option<String> {
    let figure = |it: char| it.is_ascii_digit();
    // A point or a comma between two digits makes of them one number, and nobody says which one.
    let signs: Vec<char> = text.chars().collect();
    let joins = |it: &[char]| figure(it[0]) && matches!(it[1], '.' | ',') && figure(it[2]);
    if signs.windows(3).any(joins) {
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
        assert_eq!(of(number_times, "-0.5", "0.5", "1").as_deref(), Some("-0.3"));
        assert_eq!(of(number_times, "0.125", "1", "2").as_deref(), Some("0.13"));
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
        assert_eq!(sum_in("1,200 and 3"), None);
        assert_eq!(sum_in("99999999999999999999"), None);
    }
}
