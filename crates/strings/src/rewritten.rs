//! Functions that write a text anew: names with capitals, letters and digits in blocks or in a form, what is found in a
//! text, what is taken away from it or put to it where it lacks.

use crate::{
    arguments::{WIDEST, text},
    calendar,
    place::{Kind, Thing},
};

/// Letters that stand behind an apostrophe in a name: `O'Neil`, and not `it's` or `I'll`.
const LEAST_BEHIND: usize = 3;

fn is_apostrophe(it: char) -> bool {
    matches!(it, '\'' | '\u{2019}')
}

/// Letters with which such a name starts: `O'Neil`, `D'Arcy`, `L'Ange`, and not `y'all`.
const BEFORE_AN_APOSTROPHE: [char; 3] = ['o', 'd', 'l'];

/// Each part of a name with an upper-case letter first: behind a hyphen, and behind the apostrophe of `O'Neil`.
pub(crate) fn proper_case(of: &str) -> String {
    let mut out = String::with_capacity(of.len());
    // Letters since the last sign, and whether the next letter starts a part.
    let (mut since, mut starts) = (0, true);
    let mut opens = false;
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
            opens = since == 1 && BEFORE_AN_APOSTROPHE.contains(&it.to_ascii_lowercase());
        } else {
            out.push(it);
            let letters = || rest.clone().take_while(|it| it.is_alphabetic()).count();
            starts = !is_apostrophe(it) || since == 0 || opens && letters() >= LEAST_BEHIND;
            since = 0;
        }
    }
    out
}

/// Signs before a number: a minus, and the plus of a country's telephone code.
const BEFORE_A_NUMBER: [char; 4] = ['-', '\u{2212}', '\u{2013}', '+'];

/// Whether a point or a comma stands between two digits.
fn has_point(of: &str) -> bool {
    let signs: Vec<char> = of.chars().collect();
    let point = |it: &[char]| it[0].is_ascii_digit() && matches!(it[1], '.' | ',') && it[2].is_ascii_digit();
    signs.windows(3).any(point)
}

/// The letters and digits of a text in blocks of so many, with a text between them. All other signs go.
fn in_blocks(arguments: &[String], from_the_right: bool) -> Option<String> {
    let of = text(arguments, 0)?;
    // With a sign or decimals it is a number, which is no row of digits.
    if of.trim_start().starts_with(BEFORE_A_NUMBER) || from_the_right && has_point(of) {
        return None;
    }
    let all: Vec<char> = of.chars().filter(|it| it.is_alphanumeric()).collect();
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

/// The digits of a text in place of the zeros of a form. No value where these are not as many, or the text has letters.
pub(crate) fn laid_out(arguments: &[String]) -> Option<String> {
    let (of, form) = (text(arguments, 0)?, text(arguments, 1)?);
    // The digits behind a plus begin with the code of a country.
    let code = of.trim_start().starts_with('+') && !form.contains('+');
    if code || of.contains(char::is_alphabetic) {
        return None;
    }
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
    let words: Vec<std::ops::Range<usize>> = Thing::Run(Kind::Solid).found(of);
    while from < words.len() {
        let date = (1..=MOST_WORDS.min(words.len() - from)).rev().find_map(|count| {
            // A sign alone belongs to what stands around the date.
            let ends = [from, from + count - 1].map(|it| of.get(words[it].clone()));
            if !ends.iter().flatten().all(|it| it.contains(char::is_alphanumeric)) {
                return None;
            }
            let part = of.get(words[from].start..words[from + count - 1].end)?;
            let part = part.trim_matches(|it: char| !it.is_alphanumeric());
            let date = calendar::read_date(part).filter(|_| clearly_a_date(part));
            date.map(|_| (part, from, count))
        });
        match date {
            Some(_) if found.is_some() => return None,
            Some((part, first, count)) => {
                let inside = |it: &[std::ops::Range<usize>]| -> Vec<&str> {
                    it.iter().filter_map(|it| of.get(it.clone())).collect()
                };
                let (before, behind) = (inside(&words[..first]), inside(&words[first + count..]));
                if leaves_a_date(&before, &behind) {
                    return None;
                }
                found = Some(part);
                from += count;
            }
            None => from += 1,
        }
    }
    found
}

/// Whether what can be read as a date is written like one: figures alone in one run with one sign between them, and a
/// weekday with more than a letter.
fn clearly_a_date(part: &str) -> bool {
    if part.contains(char::is_alphabetic) {
        let words: Vec<&str> = part
            .split(|it: char| !it.is_alphanumeric())
            .filter(|it| !it.is_empty())
            .collect();
        return words.len() < MOST_WORDS || words[0].chars().count() > 1;
    }
    let signs: Vec<char> = part.chars().filter(|it| !it.is_ascii_digit()).collect();
    matches!(signs[..], [a, b] if a == b && !a.is_whitespace())
}

/// Words and signs between the two ends of a range, or between two of several days.
const OF_A_RANGE: [&str; 12] = [
    "-", "\u{2013}", "\u{2014}", "\u{2212}", "to", "until", "till", "through", "and", "or", "&", "/",
];

/// Whether a part of another date, or of a range, is left beside a date.
fn leaves_a_date(before: &[&str], behind: &[&str]) -> bool {
    let bare = |it: &&str| -> String {
        let it = it.trim_matches(|it: char| !it.is_alphanumeric());
        it.to_lowercase()
    };
    let figures = |it: &&str| {
        let it = bare(it);
        let groups: Vec<&str> = it.split(['/', '-', '.']).collect();
        let group = |it: &&str| matches!(it.len(), 1 | 2 | 4) && it.bytes().all(|it| it.is_ascii_digit());
        groups.len() == 3 && groups.iter().all(group)
    };
    let range = |it: &str| OF_A_RANGE.contains(&it.to_lowercase().as_str());
    let month = |it: &&str| calendar::month_of(&bare(it)).is_some();
    let day = |it: &&str| calendar::number_of_day(&bare(it)).is_some();
    let day_or_month = |it: &&str| day(it) || month(it) || it.starts_with(|it: char| it.is_ascii_digit());
    let ends = |it: &&str| it.ends_with(['-', '\u{2013}', '\u{2014}']) && day_or_month(it);
    let range_before = match before {
        [.., number, sign] if range(sign) => day_or_month(number),
        [.., last] => ends(last),
        [] => false,
    };
    let range_behind = match behind {
        [sign, number, ..] if range(sign) => day_or_month(number),
        [first, ..] => {
            first.starts_with(['-', '\u{2013}', '\u{2014}']) && day_or_month(&bare(first).as_str())
        }
        [] => false,
    };
    let of_a_month = |it: &[&str]| {
        it.windows(2)
            .any(|it| month(&it[0]) && day(&it[1]) || day(&it[0]) && month(&it[1]))
    };
    let left = [before, behind];
    range_before || range_behind || left.iter().any(|it| it.iter().any(figures) || of_a_month(it))
}

/// Words of a date: `Tue, 3 May 2023`.
const MOST_WORDS: usize = 4;

/// A text without the words of another, wherever they stand and whatever their case; as it is where they are not there.
/// White space beside them goes with them. No value where they stand there several times, or beside a sign.
pub(crate) fn without_words(of: &str, words: &str) -> Option<String> {
    let words = words.trim();
    if words.is_empty() {
        return Some(of.to_owned());
    }
    let letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    let wanted: Vec<String> = words.chars().map(|it| it.to_lowercase().collect()).collect();
    let mut found: Option<(&str, &str)> = None;
    for (at, _) in of.char_indices() {
        let mut rest = of[at..].char_indices();
        let same = wanted.iter().all(|wanted| {
            rest.next()
                .is_some_and(|(_, it)| it.to_lowercase().eq(wanted.chars()))
        });
        let end = rest.next().map_or(of.len(), |(end, _)| at + end);
        let (before, behind) = (&of[..at], &of[end..]);
        if same && !letter(before.chars().next_back()) && !letter(behind.chars().next()) {
            if found.is_some() {
                return None;
            }
            found = Some((before, behind));
        }
    }
    let Some((before, behind)) = found else {
        return Some(of.to_owned());
    };
    // A sign beside them may go with them or not.
    let apart = |it: &str, rest: &str| it.is_empty() || rest.len() < it.len();
    if !apart(before, before.trim_end()) || !apart(behind, behind.trim_start()) {
        return None;
    }
    let (before, behind) = (before.trim_end(), behind.trim_start());
    let between = if before.is_empty() || behind.is_empty() {
        ""
    } else {
        " "
    };
    Some(format!("{before}{between}{behind}"))
}

/// The letters and digits of a text that is put at an end, without the signs around them, in lower case.
fn core(of: &str) -> String {
    of.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase()
}

/// A text with another at its start; as it is where it starts with that already. No value where it starts with that in
/// another case, with other signs, or as a part of a word.
pub(crate) fn with_start(of: &str, start: &str) -> Option<String> {
    let letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    if let Some(rest) = of.strip_prefix(start) {
        let inside = letter(start.chars().next_back()) && letter(rest.chars().next());
        return (!inside).then(|| of.to_owned());
    }
    let core = core(start);
    let nearly = of
        .trim_start()
        .to_lowercase()
        .starts_with(&start.trim().to_lowercase())
        || !core.is_empty()
            && of
                .trim_start_matches(|it: char| !it.is_alphanumeric())
                .to_lowercase()
                .starts_with(&core);
    (!nearly).then(|| format!("{start}{of}"))
}

/// A text with another at its end; as it is where it ends with that already. No value where it ends with that in another
/// case, with other signs, or as a part of a word, or where both would have a sign of a sentence at their end.
pub(crate) fn with_end(of: &str, end: &str) -> Option<String> {
    let letter = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
    if let Some(rest) = of.strip_suffix(end) {
        let inside = letter(end.chars().next()) && letter(rest.chars().next_back());
        return (!inside).then(|| of.to_owned());
    }
    let core = core(end);
    let sentence = ['.', ',', ';', ':', '!', '?', '\u{2026}'];
    let nearly = of.trim_end().to_lowercase().ends_with(&end.trim().to_lowercase())
        || end.starts_with(sentence) && of.trim_end().ends_with(sentence)
        || !core.is_empty()
            && of
                .trim_end_matches(|it: char| !it.is_alphanumeric())
                .to_lowercase()
                .ends_with(&core);
    (!nearly).then(|| format!("{of}{end}"))
}

/// The host of an address: what stands between its scheme, if it has one, and its path, its port or its question.
pub(crate) fn host(of: &str) -> Option<&str> {
    let of = of.trim();
    let in_scheme = |it: char| it.is_ascii_alphanumeric() || matches!(it, '+' | '-');
    let scheme = of.split_once("://").filter(|(scheme, _)| {
        scheme.starts_with(|it: char| it.is_ascii_alphabetic()) && scheme.chars().all(in_scheme)
    });
    let rest = scheme.map_or(of, |(_, rest)| rest);
    let rest = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let rest = match rest.rsplit_once('@') {
        // An address of a mail is none of a page.
        Some(_) if scheme.is_none() => return None,
        Some((_, host)) => host,
        None => rest,
    };
    let (host, port) = rest.split_once(':').unwrap_or((rest, ""));
    let fits = !of.contains('\\') && port.bytes().all(|it| it.is_ascii_digit()) && is_host(host);
    fits.then_some(host)
}

/// Whether a text is the name of a host, or an address of four numbers.
fn is_host(of: &str) -> bool {
    let labels: Vec<&str> = of.split('.').collect();
    let sign = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_');
    let label =
        |it: &&str| !it.is_empty() && it.chars().all(sign) && !it.starts_with('-') && !it.ends_with('-');
    let number = |it: &&str| it.bytes().all(|it| it.is_ascii_digit()) && it.parse::<u8>().is_ok();
    let last = |it: &str| it.chars().count() > 1 && it.chars().all(char::is_alphabetic);
    labels.len() > 1
        && labels.iter().all(label)
        && (labels.last().is_some_and(|it| last(it)) || labels.len() == 4 && labels.iter().all(number))
}

/// The host of an address without `www.`, whatever its case.
pub(crate) fn site(of: &str) -> Option<&str> {
    let host = host(of)?;
    match host.split_once('.') {
        Some((www, rest)) if www.eq_ignore_ascii_case("www") => rest.contains('.').then_some(rest),
        _ => Some(host),
    }
}

/// The last name of a path: what stands behind its last slash, whichever way that leans. No value where there is no slash, or nothing
/// behind it.
pub(crate) fn file_name(of: &str) -> Option<&str> {
    let (_, name) = of.trim().rsplit_once(['/', '\\'])?;
    (!name.is_empty()).then_some(name)
}

/// Letters with signs on them, and the plain ones that stand for them in addresses and codes.
const PLAIN: [(&str, &str); 38] = [
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
    ("ĥħ", "h"),
    ("ĤĦ", "H"),
    ("ìíîïĩīĭįı", "i"),
    ("ÌÍÎÏĨĪĬĮİ", "I"),
    ("ĵ", "j"),
    ("Ĵ", "J"),
    ("ķ", "k"),
    ("Ķ", "K"),
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
    ("ŵ", "w"),
    ("Ŵ", "W"),
    ("ýÿŷ", "y"),
    ("ÝŸŶ", "Y"),
    ("źżž", "z"),
    ("ŹŻŽ", "Z"),
];

/// Letters for which two plain ones may stand, or one: `Müller` is `Muller` or `Mueller`.
const EITHER_PLAIN: &str = "äöüåøßæœñ";

/// The letters of a text for which one plain letter may stand, or two, in lower case.
pub(crate) fn either_plain(of: &str) -> impl Iterator<Item = char> {
    of.chars()
        .flat_map(char::to_lowercase)
        .filter(|it| EITHER_PLAIN.contains(*it))
}

/// Whether a sign is a letter that a Latin one was made of, or a mark that is put on one.
fn is_marked(it: char) -> bool {
    let latin = matches!(it,
        '\u{aa}' | '\u{ba}' | '\u{c0}'..='\u{2af}' | '\u{1d00}'..='\u{1d7f}' | '\u{1e00}'..='\u{1eff}'
        | '\u{2c60}'..='\u{2c7f}' | '\u{a720}'..='\u{a7ff}' | '\u{fb00}'..='\u{fb06}' | '\u{ff21}'..='\u{ff5a}');
    let mark = matches!(it,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}');
    latin && it.is_alphabetic() || mark
}

/// A text with plain letters in place of those with signs on them. No value where one is left for which none is known.
pub(crate) fn plain_letters(of: &str) -> Option<String> {
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
                None if is_marked(it) => return None,
                None => out.push(it),
            },
        }
    }
    Some(out)
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
            ("y'all", "Y'all"),
            ("Y'ALL go", "Y'all Go"),
            ("L'ANGE", "L'Ange"),
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
            ("3 5 2023", None),
            ("no. 3 5/2023", None),
            ("3/5-2023", None),
            ("20230503", None),
            ("Lot 20230503 of 3 May 2023", Some("3 May 2023")),
            ("T 3 May 2023", Some("3 May 2023")),
            ("due 1/2/20, paid 3/2/2020", None),
            ("3 - 5 May 2023", None),
            ("3 to 5 May 2023", None),
            ("3-5 May 2023", None),
            ("5 May 2023 to 7 June", None),
            ("May 3 and May 5, 2023", None),
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
        assert_eq!(without_words("Kivo saw kivo", "Kivo"), None);
        assert_eq!(without_words("a-Kivo-b", "Kivo"), None);
        assert_eq!(
            without_words("a  b  Kivo  c  d", "Kivo").as_deref(),
            Some("a  b c  d")
        );
        assert_eq!(without_words(" a Kivo", "Kivo").as_deref(), Some(" a"));
        assert_eq!(without_words("İi x", "i̇i").as_deref(), Some("İi x"));
    }

    #[test]
    fn the_last_name_of_a_path_is_the_file_s() {
        for (path, name) in [
            ("/home/ida/tax.2023.pdf", Some("tax.2023.pdf")),
            ("C:\\Users\\ida/list.v2.xlsx", Some("list.v2.xlsx")),
            ("tax.pdf", None),
            ("/home/", None),
        ] {
            assert_eq!(file_name(path), name, "{path}");
        }
    }

    #[test]
    fn hosts_are_found_with_and_without_a_scheme() {
        for (address, host_of_it) in [
            ("https://user@a.b-c.org:8080/x.html?y", Some("a.b-c.org")),
            ("www.rio.br", Some("www.rio.br")),
            ("http://x.org?q=a.b", Some("x.org")),
            ("no host", None),
            ("nowhere", None),
            ("jo@rio.br", None),
            ("mailto:jo@rio.br", None),
            ("C:\\a.b\\c.txt", None),
            ("https://rio.br\\@x.org", None),
            ("a..br", None),
            (".br", None),
            ("3.14", None),
            ("v1.2.3", None),
            ("rio.br:x", None),
            ("192.168.0.255:80/x", Some("192.168.0.255")),
            ("192.168.0.256", None),
            ("rio.br/?to=http://x.org", Some("rio.br")),
        ] {
            assert_eq!(host(address), host_of_it, "{address}");
        }
        assert_eq!(site("http://WWW.rio.br/"), Some("rio.br"));
        assert_eq!(site("wwwrio.br"), Some("wwwrio.br"));
        assert_eq!(site("www.br"), None);
    }

    #[test]
    fn numbers_and_words_are_no_rows_of_digits() {
        let all = |it: [&str; 3]| it.map(str::to_owned);
        assert_eq!(blocks(&all(["-12345", "3", " "])), None);
        assert_eq!(blocks_from_right(&all([" \u{2212}12345", "3", " "])), None);
        assert_eq!(blocks_from_right(&all(["1234.5", "3", " "])), None);
        assert_eq!(blocks_from_right(&all(["1,234", "3", " "])), None);
        assert_eq!(blocks(&all(["12.345", "3", " "])).as_deref(), Some("123 45"));
        let form = |it: &str| laid_out(&[it.to_owned(), "00-00".to_owned()]);
        assert_eq!(form("12 34").as_deref(), Some("12-34"));
        assert_eq!(form("A1234"), None);
        assert_eq!(form("+1234"), None);
        assert_eq!(blocks(&all(["+12345", "3", " "])), None);
    }

    #[test]
    fn what_may_be_there_already_is_not_put_there() {
        for (text, start, made) in [
            ("4711", "#", Some("#4711")),
            ("#4711", "#", Some("#4711")),
            ("inv-7", "INV-", None),
            ("INV7", "INV-", None),
            ("SO 7", "SO", Some("SO 7")),
            ("SOLO", "SO", None),
        ] {
            assert_eq!(with_start(text, start).as_deref(), made, "{text}");
        }
        for (text, end, made) in [
            ("/home", "/", Some("/home/")),
            ("/home/", "/", Some("/home/")),
            ("/home/ ", "/", None),
            ("5 KG", " kg", None),
            ("5kg", " kg", None),
            ("5", " kg", Some("5 kg")),
            ("Macao", "ao", None),
            ("Go!", ".", None),
        ] {
            assert_eq!(with_end(text, end).as_deref(), made, "{text}");
        }
    }

    #[test]
    fn letters_are_plain_or_there_is_no_value() {
        assert_eq!(plain_letters("Ķ\u{135}ŵĦĥ é").as_deref(), Some("KjwHh e"));
        assert_eq!(plain_letters("50 € Жук").as_deref(), Some("50 € Жук"));
        for it in ["\u{14b}", "\u{fe}or", "e\u{301}", "\u{1ec7}"] {
            assert_eq!(plain_letters(it), None, "{it}");
        }
    }
}
