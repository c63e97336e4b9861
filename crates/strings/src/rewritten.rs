//! Functions that write a text anew: names with capitals, letters and digits in blocks or in a form, what is found in a
//! text, what is taken away from it or put to it where it lacks.

use crate::{calendar, place::Kind};

/// Longer than any field: a script can't ask for a text that fills the memory.
const WIDEST: usize = 256;

/// Letters that stand behind an apostrophe in a name: `O'Neil`, and not `it's` or `I'll`.
const LEAST_BEHIND: usize = 3;

fn text(arguments: &[String], n: usize) -> Option<&str> {
    arguments.get(n).map(String::as_str)
}

fn is_apostrophe(it: char) -> bool {
    matches!(it, '\'' | '\u{2019}')
}

/// Each part of a name with an upper-case letter first: behind a hyphen, and behind the apostrophe of `O'Neil`.
pub(crate) fn proper_case(of: &str) -> String {
    let mut out = String::with_capacity(of.len());
    // Letters since the last sign, and whether the next letter starts a part.
    let (mut since, mut starts) = (0, true);
    let mut rest = of.chars();
    while let Some(it) = rest.next() {
        if it.is_alphanumeric() {
            if starts {
                out.extend(it.to_uppercase());
            } else {
                out.extend(it.to_lowercase());
            }
            since += 1;
            starts = false;
        } else {
            out.push(it);
            let letters = || rest.clone().take_while(|it| it.is_alphabetic()).count();
            starts = !is_apostrophe(it) || since == 0 || since == 1 && letters() >= LEAST_BEHIND;
            since = 0;
        }
    }
    out
}

/// The letters and digits of a text in blocks of so many, with a text between them. All other signs go.
fn in_blocks(arguments: &[String], from_the_right: bool) -> Option<String> {
    let all: Vec<char> = text(arguments, 0)?
        .chars()
        .filter(|it| it.is_alphanumeric())
        .collect();
    let long: usize = text(arguments, 1)?.trim().parse().ok()?;
    let between = text(arguments, 2)?;
    if !(1..=WIDEST).contains(&long) || all.is_empty() || between.len() > WIDEST {
        return None;
    }
    let first = match all.len() % long {
        rest if from_the_right && rest > 0 => rest,
        _ => long.min(all.len()),
    };
    let (first, others) = all.split_at(first);
    let blocks = std::iter::once(first).chain(others.chunks(long));
    let blocks: Vec<String> = blocks.map(|it| it.iter().collect()).collect();
    Some(blocks.join(between))
}

/// In blocks of so many, where the last one may be shorter.
pub(crate) fn blocks(arguments: &[String]) -> Option<String> {
    in_blocks(arguments, false)
}

/// In blocks of so many, where the first one may be shorter.
pub(crate) fn blocks_from_right(arguments: &[String]) -> Option<String> {
    in_blocks(arguments, true)
}

/// The digits of a text in place of the zeros of a form. No value where these are not as many.
pub(crate) fn laid_out(arguments: &[String]) -> Option<String> {
    let (of, form) = (text(arguments, 0)?, text(arguments, 1)?);
    let mut digits = of.chars().filter(char::is_ascii_digit);
    let mut out = String::with_capacity(form.len());
    for it in form.chars() {
        out.push(if it == '0' { digits.next()? } else { it });
    }
    (digits.next().is_none() && form.contains('0')).then_some(out)
}

/// The only date with its year that is written in a text, as it is written there. No value where there is none, or several.
pub(crate) fn date_in(of: &str) -> Option<&str> {
    let mut found: Option<&str> = None;
    let mut from = 0;
    let words: Vec<std::ops::Range<usize>> = solid(of);
    while from < words.len() {
        let date = (1..=MOST_WORDS.min(words.len() - from)).rev().find_map(|count| {
            let part = of.get(words[from].start..words[from + count - 1].end)?;
            let part = part.trim_matches(|it: char| !it.is_alphanumeric());
            calendar::read_date(part).map(|_| (part, count))
        });
        match date {
            Some(_) if found.is_some() => return None,
            Some((part, count)) => {
                found = Some(part);
                from += count;
            }
            None => from += 1,
        }
    }
    found
}

/// Words of a date: `Tue, 3 May 2023`.
const MOST_WORDS: usize = 4;

fn solid(of: &str) -> Vec<std::ops::Range<usize>> {
    crate::place::Thing::Run(Kind::Solid).found(of)
}

/// A text without the words of another, wherever they stand and whatever their case; as it is where they are not there.
/// White space that they leave behind goes with them.
pub(crate) fn without_words(of: &str, words: &str) -> Option<String> {
    let words = words.trim();
    if words.is_empty() {
        return Some(of.to_owned());
    }
    let letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let wanted: Vec<String> = words.chars().map(|it| it.to_lowercase().collect()).collect();
    for (at, _) in of.char_indices() {
        let mut rest = of[at..].char_indices();
        let same = wanted.iter().all(|wanted| {
            rest.next()
                .is_some_and(|(_, it)| it.to_lowercase().eq(wanted.chars()))
        });
        let end = rest.next().map_or(of.len(), |(end, _)| at + end);
        let (before, behind) = (&of[..at], &of[end..]);
        if same && !letter(before.chars().next_back()) && !letter(behind.chars().next()) {
            let left = format!("{before} {behind}");
            return Some(left.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    Some(of.to_owned())
}

/// A text with another at its start; as it is where it starts with that already, whatever the case.
pub(crate) fn with_start(of: &str, start: &str) -> String {
    if of.to_lowercase().starts_with(&start.to_lowercase()) {
        of.to_owned()
    } else {
        format!("{start}{of}")
    }
}

/// A text with another at its end; as it is where it ends with that already, whatever the case.
pub(crate) fn with_end(of: &str, end: &str) -> String {
    if of.to_lowercase().ends_with(&end.to_lowercase()) {
        of.to_owned()
    } else {
        format!("{of}{end}")
    }
}

/// The host of an address: what stands between its scheme, if it has one, and its path, its port or its question.
pub(crate) fn host(of: &str) -> Option<&str> {
    let of = of.trim();
    let rest = of.split_once("://").map_or(of, |(_, rest)| rest);
    let rest = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let rest = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    let host = rest.split(':').next().unwrap_or(rest);
    let fits = |it: char| it.is_alphanumeric() || matches!(it, '.' | '-' | '_');
    (host.contains('.') && host.chars().all(fits)).then_some(host)
}

/// Letters with signs on them, and the plain ones that stand for them in addresses and codes.
const PLAIN: [(&str, &str); 30] = [
    ("àáâãäåāăą", "a"),
    ("ÀÁÂÃÄÅĀĂĄ", "A"),
    ("çćĉċč", "c"),
    ("ÇĆĈĊČ", "C"),
    ("ďđð", "d"),
    ("ĎĐÐ", "D"),
    ("èéêëēĕėęě", "e"),
    ("ÈÉÊËĒĔĖĘĚ", "E"),
    ("ĝğġģ", "g"),
    ("ĜĞĠĢ", "G"),
    ("ìíîïĩīĭįı", "i"),
    ("ÌÍÎÏĨĪĬĮİ", "I"),
    ("ĺļľł", "l"),
    ("ĹĻĽŁ", "L"),
    ("ñńņň", "n"),
    ("ÑŃŅŇ", "N"),
    ("òóôõöøōŏő", "o"),
    ("ÒÓÔÕÖØŌŎŐ", "O"),
    ("ŕŗř", "r"),
    ("ŔŖŘ", "R"),
    ("śŝşšș", "s"),
    ("ŚŜŞŠȘ", "S"),
    ("ţťțŧ", "t"),
    ("ŢŤȚŦ", "T"),
    ("ùúûüũūŭůűų", "u"),
    ("ÙÚÛÜŨŪŬŮŰŲ", "U"),
    ("ýÿŷ", "y"),
    ("ÝŸŶ", "Y"),
    ("źżž", "z"),
    ("ŹŻŽ", "Z"),
];

/// A text with plain letters in place of those with signs on them; all others stay.
pub(crate) fn plain_letters(of: &str) -> String {
    let mut out = String::with_capacity(of.len());
    for it in of.chars() {
        match it {
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'Æ' => out.push_str("Ae"),
            'œ' => out.push_str("oe"),
            'Œ' => out.push_str("Oe"),
            it if it.is_ascii() => out.push(it),
            it => match PLAIN.iter().find(|(signed, _)| signed.contains(it)) {
                Some((_, plain)) => out.push_str(plain),
                None => out.push(it),
            },
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_their_capitals() {
        for (text, name) in [
            ("anne-marie o'neil", "Anne-Marie O'Neil"),
            ("DON'T SHOUT, I'LL COME", "Don't Shout, I'll Come"),
            ("l\u{2019}ange 21ST", "L\u{2019}Ange 21st"),
            ("d'ANGELO", "D'Angelo"),
            ("'quoted'", "'Quoted'"),
            ("\u{e9}mile", "\u{c9}mile"),
            ("", ""),
        ] {
            assert_eq!(proper_case(text), name);
        }
    }

    #[test]
    fn only_one_date_is_the_date_of_a_text() {
        for (text, date) in [
            ("Order 88/12 placed on 1/12/2019.", Some("1/12/2019")),
            ("(due: Tue, 3 May 2023)", Some("Tue, 3 May 2023")),
            ("2023-05-03: Room 12", Some("2023-05-03")),
            ("from 1/2/2020 to 3/2/2020", None),
            ("31/31/2020", None),
            ("", None),
        ] {
            assert_eq!(date_in(text), date, "{text}");
        }
    }

    #[test]
    fn words_go_whatever_their_case_and_only_whole() {
        assert_eq!(without_words("Saw KIVO DF3", "Kivo").as_deref(), Some("Saw DF3"));
        assert_eq!(without_words("Kivosaw 3", "Kivo").as_deref(), Some("Kivosaw 3"));
        assert_eq!(without_words("a b", "").as_deref(), Some("a b"));
        assert_eq!(without_words("İi x", "i̇i").as_deref(), Some("İi x"));
    }

    #[test]
    fn hosts_are_found_with_and_without_a_scheme() {
        for (address, host_of_it) in [
            ("https://user@a.b-c.org:8080/x.html?y", Some("a.b-c.org")),
            ("www.rio.br", Some("www.rio.br")),
            ("http://x.org?q=a.b", Some("x.org")),
            ("no host", None),
            ("nowhere", None),
        ] {
            assert_eq!(host(address), host_of_it, "{address}");
        }
    }
}
