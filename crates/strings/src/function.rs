//! The functions of the string language: name, arguments, documentation and code, once.

use crate::{
    amount, calendar,
    expr::{Class, at},
};

/// A function that scripts can call. Numbers come as decimal texts.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Number of arguments.
    pub arity: usize,
    /// What it does, with an example.
    pub doc: &'static str,
    /// Its value; `None` where it does not apply to these arguments.
    pub call: fn(&[String]) -> Option<String>,
}

macro_rules! table {
    ($($name:literal, $arity:literal, $doc:literal, $call:expr;)*) => {
        &[$(Function { name: $name, arity: $arity, doc: $doc, call: $call }),*]
    };
}

const TABLE: &[Function] = table! {
    "stem", 1, "A file name without its extension: stem(\"a.b.txt\") is \"a.b\".", |it| Some(split_file(text(it, 0)?).0.to_owned());
    "extension", 1, "The extension with its dot, or \"\": extension(\"a.b.txt\") is \".txt\".", |it| Some(split_file(text(it, 0)?).1.to_owned());
    "extension_name", 1, "The extension without its dot: extension_name(\"a.b.txt\") is \"txt\".", |it| Some(split_file(text(it, 0)?).1.trim_start_matches('.').to_owned());
    "before", 3, "Before the n-th delimiter, -1 is the last: before(\"a-b-c\", \"-\", 1) is \"a\".", |it| cut(it).map(|(before, _)| before.to_owned());
    "after", 3, "Behind the n-th delimiter: after(\"a-b-c\", \"-\", 1) is \"b-c\".", |it| cut(it).map(|(_, after)| after.to_owned());
    "part", 3, "The n-th part between delimiters: part(\"Ada Lovelace\", \" \", 2) is \"Lovelace\".", part;
    "token", 3, "The n-th run of \"digits\", \"letters\", \"word\" or \"capitalised\" characters: token(\"room 12b\", \"digits\", 1) is \"12\".", token;
    "upper_case", 1, "In upper case.", |it| Some(text(it, 0)?.to_uppercase());
    "lower_case", 1, "In lower case.", |it| Some(text(it, 0)?.to_lowercase());
    "title_case", 1, "Each word with an upper-case letter first: title_case(\"big cat\") is \"Big Cat\".", |it| Some(title(text(it, 0)?));
    "trimmed", 1, "Without white space at both ends.", |it| Some(text(it, 0)?.trim().to_owned());
    "initials", 1, "The first letter of each word: initials(\"Ada Lovelace\") is \"AL\".", |it| Some(text(it, 0)?.split_whitespace().filter_map(|it| it.chars().next()).collect());
    "padded", 3, "Filled at the left up to a width: padded(\"7\", 2, \"0\") is \"07\".", padded;
    "plus", 2, "A whole number plus another: plus(\"7\", -1) is \"6\".", |it| Some(number(it, 0)?.checked_add(number(it, 1)?)?.to_string());
    "page_of", 2, "The page of the n-th entry, with so many on each: page_of(\"7\", 3) is \"3\".", |it| page(it).map(|(page, _)| page.to_string());
    "place_on_page", 2, "The n-th entry's place on its page: place_on_page(\"8\", 3) is \"2\".", |it| page(it).map(|(_, place)| place.to_string());
    "number", 1, "The whole number that a text says: number(\"7th\") is \"7\", number(\"third\") is \"3\".", |it| said_number(text(it, 0)?);
    "date_as", 2, "A date in another form (%Y %m %-m %d %-d %B %b %A %a %y): date_as(\"2024-03-05\", \"%B %-d\") is \"March 5\".", |it| calendar::date_as(text(it, 0)?, text(it, 1)?);
    "time_as", 2, "A time of day in another form (%H %-H %I %-I %M %p): time_as(\"3:05 PM\", \"%H:%M\") is \"15:05\".", |it| calendar::time_as(text(it, 0)?, text(it, 1)?);
    "moment", 1, "The last date and time in a text, in a form that sorts, or \"\": moment(\"a.md 10/16/2023, 05:51\") is \"2023-10-16 05:51\".", |it| Some(calendar::moment(text(it, 0)?));
    "number_as", 2, "A number in another form (, groups thousands, .00 gives decimals, the rest stays): number_as(\"1234.5\", \"$#,##0.00\") is \"$1,234.50\".", |it| amount::number_as(text(it, 0)?, text(it, 1)?);
    "slice", 3, "From one character to another, counted from 1 or, from the end, -1: slice(\"K7-31\", -2, -1) is \"31\".", slice;
    "replaced", 3, "Every occurrence of one text by another: replaced(\"a_b\", \"_\", \" \") is \"a b\".", replaced;
};

/// Every function of one text result. [`items`] and [`characters`], which give lists, are apart.
pub fn functions() -> &'static [Function] {
    TABLE
}

/// The entries of an enumeration or of a path: `items("a, b and c")` and `items("a > b > c")` are `["a", "b", "c"]`.
pub fn items(text: &str) -> Vec<String> {
    text.split([',', ';', '\n', '>'])
        .flat_map(|it| it.split(" and "))
        .map(|it| {
            let it = it.trim();
            it.strip_prefix("and ").unwrap_or(it).trim()
        })
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The characters of a text: `characters("0415")` is `["0", "4", "1", "5"]`.
pub fn characters(text: &str) -> Vec<String> {
    text.chars().map(String::from).collect()
}

fn text(arguments: &[String], n: usize) -> Option<&str> {
    arguments.get(n).map(String::as_str)
}

fn number(arguments: &[String], n: usize) -> Option<i64> {
    arguments.get(n)?.trim().parse().ok()
}

/// Name and extension with its dot. A dot at the beginning starts no extension.
fn split_file(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(at) if at > 0 && !name[..at].ends_with('/') && !name[at..].contains('/') => name.split_at(at),
        _ => (name, ""),
    }
}

fn cut(arguments: &[String]) -> Option<(&str, &str)> {
    let (of, by) = (text(arguments, 0)?, text(arguments, 1)?);
    if by.is_empty() {
        return None;
    }
    let places: Vec<usize> = of.match_indices(by).map(|(at, _)| at).collect();
    let place = *at(&places, number(arguments, 2)?)?;
    Some((&of[..place], &of[place + by.len()..]))
}

fn part(arguments: &[String]) -> Option<String> {
    let (of, by) = (text(arguments, 0)?, text(arguments, 1)?);
    if by.is_empty() {
        return None;
    }
    let parts: Vec<&str> = of.split(by).collect();
    at(&parts, number(arguments, 2)?).map(|it| (*it).to_owned())
}

fn slice(arguments: &[String]) -> Option<String> {
    let places: Vec<usize> = (0..text(arguments, 0)?.chars().count()).collect();
    let place = |n: usize| at(&places, number(arguments, n)?).copied();
    let (from, to) = (place(1)?, place(2)?);
    let of = text(arguments, 0)?.chars();
    (from <= to).then(|| of.skip(from).take(to - from + 1).collect())
}

fn token(arguments: &[String]) -> Option<String> {
    let class = Class::ALL
        .into_iter()
        .find(|it| Some(it.name()) == text(arguments, 1))?;
    let of = text(arguments, 0)?;
    let tokens: Vec<&str> = match class {
        Class::Digits => of
            .split(|it: char| !it.is_ascii_digit())
            .filter(|it| !it.is_empty())
            .collect(),
        Class::Letters => of
            .split(|it: char| !it.is_alphabetic())
            .filter(|it| !it.is_empty())
            .collect(),
        Class::Word => of
            .split(|it: char| !it.is_alphanumeric())
            .filter(|it| !it.is_empty())
            .collect(),
        Class::Capitalised => of
            .split(|it: char| !it.is_alphanumeric())
            .filter(|it| it.starts_with(char::is_uppercase))
            .collect(),
    };
    at(&tokens, number(arguments, 2)?).map(|it| (*it).to_owned())
}

fn title(of: &str) -> String {
    let mut start = true;
    let mut out = String::with_capacity(of.len());
    for it in of.chars() {
        if start && it.is_alphabetic() {
            out.extend(it.to_uppercase());
        } else {
            out.extend(it.to_lowercase());
        }
        start = !it.is_alphanumeric() && it != '\'';
    }
    out
}

/// Wider than any field: a script can't ask for a text that fills the memory.
const WIDEST: usize = 256;

fn padded(arguments: &[String]) -> Option<String> {
    let of = text(arguments, 0)?;
    let width = usize::try_from(number(arguments, 1)?)
        .ok()
        .filter(|it| *it <= WIDEST)?;
    let fill = text(arguments, 2)?.chars().next()?;
    let missing = width.saturating_sub(of.chars().count());
    Some(std::iter::repeat_n(fill, missing).chain(of.chars()).collect())
}

/// The page of an entry and its place there, both from 1.
fn page(arguments: &[String]) -> Option<(i64, i64)> {
    let (entry, each) = (number(arguments, 0)?, number(arguments, 1)?);
    (entry >= 1 && each >= 1).then(|| ((entry - 1) / each + 1, (entry - 1) % each + 1))
}

fn replaced(arguments: &[String]) -> Option<String> {
    let from = text(arguments, 1)?;
    (!from.is_empty())
        .then(|| text(arguments, 0).map(|it| it.replace(from, arguments.get(2).map_or("", String::as_str))))?
}

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

fn said_number(of: &str) -> Option<String> {
    let of = of.trim().to_lowercase();
    if of == "last" {
        return Some("-1".to_owned());
    }
    if let Some(n) = ORDINALS.iter().chain(&CARDINALS).position(|it| *it == of) {
        return Some((n % ORDINALS.len() + 1).to_string());
    }
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|it| of.strip_suffix(it))
        .unwrap_or(&of);
    let plain: String = digits.chars().filter(|it| *it != ',').collect();
    plain.parse::<i64>().ok().map(|it| it.to_string())
}
