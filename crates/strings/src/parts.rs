//! Functions of all the parts of a text at once, and of texts that may be empty.

use crate::{
    arguments::{WIDEST, text},
    place::{Place, Thing},
    rewritten::plain_letters,
    sums::Scaled,
};

fn count(arguments: &[String], n: usize) -> Option<usize> {
    text(arguments, n)?.trim().parse().ok().filter(|it| *it <= WIDEST)
}

/// The runs of a kind, with a text between them.
pub(crate) fn runs_joined(arguments: &[String]) -> Option<String> {
    let of = text(arguments, 0)?;
    let runs = Thing::parse(text(arguments, 1)?)?.found(of);
    let runs: Vec<&str> = runs.into_iter().filter_map(|it| of.get(it)).collect();
    (!runs.is_empty()).then(|| runs.join(text(arguments, 2).unwrap_or_default()))
}

/// The parts between a delimiter, without white space around them; empty ones are left out.
fn parts<'a>(of: &'a str, by: &str) -> Option<Vec<&'a str>> {
    let by = if by.trim().is_empty() { by } else { by.trim() };
    if by.is_empty() {
        return None;
    }
    let parts = of.split(by).map(str::trim);
    Some(parts.filter(|it| !it.is_empty()).collect())
}

/// The parts between a delimiter, with another one between them.
pub(crate) fn parts_joined(arguments: &[String]) -> Option<String> {
    Some(parts(text(arguments, 0)?, text(arguments, 1)?)?.join(text(arguments, 2)?))
}

/// The parts between a delimiter from the last to the first, with another one between them.
pub(crate) fn parts_turned(arguments: &[String]) -> Option<String> {
    let mut parts = parts(text(arguments, 0)?, text(arguments, 1)?)?;
    parts.reverse();
    Some(parts.join(text(arguments, 2)?))
}

/// Texts in order: numbers by how great they are, all others by their plain letters, whatever their case; of those that
/// have the same ones, lower case comes first. No value where some have digits and not all are numbers.
fn in_order(parts: &mut [&str]) -> Option<()> {
    let figures = |it: &&str| it.contains(|it: char| it.is_numeric());
    if parts.iter().any(figures) {
        let number = |it: &&str| Scaled::read(it).filter(|it| it.1.is_none())?.0.in_order();
        let keys: Vec<i128> = parts.iter().map(number).collect::<Option<_>>()?;
        // Zeros in front are those of a code, where they do not make all of them as long.
        let code = |it: &&str| it.starts_with('0') && it.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        if parts.iter().any(code) && parts.iter().any(|it| it.len() != parts[0].len()) {
            return None;
        }
        let mut both: Vec<(i128, &str)> = keys.into_iter().zip(parts.iter().copied()).collect();
        both.sort_by_key(|it| it.0);
        for (part, (_, it)) in parts.iter_mut().zip(both) {
            *part = it;
        }
        return Some(());
    }
    if parts.iter().any(|it| plain_letters(it).is_none()) {
        return None;
    }
    parts.sort_by_cached_key(|it| {
        let upper: Vec<bool> = it.chars().map(char::is_uppercase).collect();
        (plain_letters(&it.to_lowercase()), upper)
    });
    Some(())
}

/// The same parts, each once: the first one stays, whatever the case of the others.
fn once(parts: Vec<&str>) -> Vec<&str> {
    let mut seen = std::collections::HashSet::new();
    parts
        .into_iter()
        .filter(|it| seen.insert(it.to_lowercase()))
        .collect()
}

/// The parts between a delimiter in their order, with another one between them.
pub(crate) fn parts_sorted(arguments: &[String]) -> Option<String> {
    let mut parts = parts(text(arguments, 0)?, text(arguments, 1)?)?;
    in_order(&mut parts)?;
    Some(parts.join(text(arguments, 2)?))
}

/// The parts between a delimiter, each once, with another one between them.
pub(crate) fn parts_once(arguments: &[String]) -> Option<String> {
    let parts = parts(text(arguments, 0)?, text(arguments, 1)?)?;
    Some(once(parts).join(text(arguments, 2)?))
}

/// The parts between a delimiter in their order and each once, with another one between them.
pub(crate) fn parts_sorted_once(arguments: &[String]) -> Option<String> {
    let mut parts = once(parts(text(arguments, 0)?, text(arguments, 1)?)?);
    in_order(&mut parts)?;
    Some(parts.join(text(arguments, 2)?))
}

/// How many parts there are between a delimiter.
pub(crate) fn count_parts(arguments: &[String]) -> Option<String> {
    Some(parts(text(arguments, 0)?, text(arguments, 1)?)?.len().to_string())
}

/// The first character of each run of a kind, with a text behind each; white space at the end is left out.
pub(crate) fn firsts(arguments: &[String]) -> Option<String> {
    let of = text(arguments, 0)?;
    let behind = text(arguments, 2)?;
    let runs = Thing::parse(text(arguments, 1)?)?.found(of);
    let firsts = runs.into_iter().filter_map(|it| of.get(it)?.chars().next());
    let all: String = firsts.map(|it| format!("{it}{behind}")).collect();
    (!all.is_empty()).then(|| all.trim_end().to_owned())
}

/// Two texts with another between them; where one of the two is empty, the other one alone.
pub(crate) fn together(arguments: &[String]) -> Option<String> {
    let (a, between, b) = (text(arguments, 0)?, text(arguments, 1)?, text(arguments, 2)?);
    let between = if a.is_empty() || b.is_empty() { "" } else { between };
    Some(format!("{a}{between}{b}"))
}

/// A text between two others; nothing where it is empty.
pub(crate) fn wrapped(arguments: &[String]) -> Option<String> {
    let (of, before, behind) = (text(arguments, 0)?, text(arguments, 1)?, text(arguments, 2)?);
    Some(match of {
        "" => String::new(),
        of => format!("{before}{of}{behind}"),
    })
}

/// The first of two texts that is not empty.
pub(crate) fn first_filled(arguments: &[String]) -> Option<String> {
    let (a, b) = (text(arguments, 0)?, text(arguments, 1)?);
    Some(if a.is_empty() { b } else { a }.to_owned())
}

/// Filled at the right up to a width.
pub(crate) fn padded_right(arguments: &[String]) -> Option<String> {
    let of = text(arguments, 0)?;
    let fill = text(arguments, 2)?.chars().next()?;
    let missing = count(arguments, 1)?.saturating_sub(of.chars().count());
    Some(of.chars().chain(std::iter::repeat_n(fill, missing)).collect())
}

/// At most so many characters of a text, and another text behind what was cut off.
pub(crate) fn cut_off(arguments: &[String]) -> Option<String> {
    let of = text(arguments, 0)?;
    let kept = count(arguments, 1)?;
    Some(match of.char_indices().nth(kept) {
        Some((end, _)) => format!("{}{}", &of[..end], text(arguments, 2)?),
        None => of.to_owned(),
    })
}

/// A text that has at most so many characters, with another text at the end of it where it was cut off.
pub(crate) fn shortened(arguments: &[String]) -> Option<String> {
    let (of, end) = (text(arguments, 0)?, text(arguments, 2)?);
    let most = count(arguments, 1)?;
    if of.chars().count() <= most {
        return Some(of.to_owned());
    }
    let kept = most.checked_sub(end.chars().count())?;
    Some(of.chars().take(kept).chain(end.chars()).collect())
}

/// A sign in place of all letters and digits but so many at one end.
fn hidden(arguments: &[String], at_the_end: bool) -> Option<String> {
    let of = text(arguments, 0)?;
    let sign = text(arguments, 1)?.chars().next()?;
    let shown = count(arguments, 2)?;
    let all = of.chars().filter(|it| it.is_alphanumeric()).count();
    let mut seen = 0;
    let masked = of.chars().map(|it| {
        if !it.is_alphanumeric() {
            return it;
        }
        seen += 1;
        let stays = if at_the_end {
            seen + shown > all
        } else {
            seen <= shown
        };
        if stays { it } else { sign }
    });
    Some(masked.collect())
}

/// A sign in place of all letters and digits but the first ones.
pub(crate) fn masked_behind(arguments: &[String]) -> Option<String> {
    hidden(arguments, false)
}

/// A sign in place of all letters and digits but the last ones.
pub(crate) fn masked_before(arguments: &[String]) -> Option<String> {
    hidden(arguments, true)
}

/// Each word with an upper-case letter first; the other letters stay as they are.
pub(crate) fn capitalised(of: &str) -> String {
    let mut start = true;
    let mut out = String::with_capacity(of.len());
    for it in of.chars() {
        if start {
            out.extend(it.to_uppercase());
        } else {
            out.push(it);
        }
        start = !it.is_alphanumeric() && it != '\'';
    }
    out
}

/// What stands behind a place; the whole text where the place is not there.
pub(crate) fn from_place(arguments: &[String]) -> Option<String> {
    let (of, place) = (text(arguments, 0)?, Place::parse(text(arguments, 1)?)?);
    Some(of[place.find(of, 0).unwrap_or(0)..].to_owned())
}

/// What stands before a place; the whole text where the place is not there.
pub(crate) fn up_to_place(arguments: &[String]) -> Option<String> {
    let (of, place) = (text(arguments, 0)?, Place::parse(text(arguments, 1)?)?);
    Some(of[..place.find(of, 0).unwrap_or(of.len())].to_owned())
}

/// A year of four figures for one of two: before 30 it is of this century, as spreadsheets read it.
pub(crate) fn long_year(of: &str) -> Option<String> {
    const FIRST_OF_THE_LAST_CENTURY: u32 = 30;
    let plain = of.len() == 2 && of.bytes().all(|it| it.is_ascii_digit());
    let year: u32 = of.parse().ok().filter(|_| plain)?;
    let century = if year < FIRST_OF_THE_LAST_CENTURY {
        2000
    } else {
        1900
    };
    Some((century + year).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_be_put_in_order_is() {
        for (list, sorted) in [
            ("b;a;C", Some("a;b;C")),
            ("10;9;2.5;-1", Some("-1;2.5;9;10")),
            ("1.10;1.9", Some("1.10;1.9")),
            ("Ulm;\u{c9}vian;Fano", Some("\u{c9}vian;Fano;Ulm")),
            ("B;b", Some("b;B")),
            ("A10;A9", None),
            ("10;9;none", None),
            ("2 kg;10 kg", None),
            ("010;9", None),
            ("b;\u{14b};a", None),
        ] {
            let arguments = [list, ";", ";"].map(str::to_owned);
            assert_eq!(parts_sorted(&arguments).as_deref(), sorted, "{list}");
            assert_eq!(
                parts_sorted_once(&arguments).is_none(),
                sorted.is_none(),
                "{list}"
            );
        }
    }
}
