//! The functions of the string language: name, arguments, documentation and code, once.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::{
    amount,
    arguments::{WIDEST, text},
    calculate, calendar,
    class::Class,
    days::{self, Side},
    nth::at,
    numbers::said_number,
    parts,
    place::{Place, Thing, span},
    plain, rewritten, sums,
};

/// What is written otherwise in a part of an address: all but letters, digits and the signs that browsers leave as they are.
const IN_ADDRESS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

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
    "number", 1, "The whole number that a text says, as a text: number(\"7th\") is \"7\", number(\"third\") is \"3\".", |it| said_number(text(it, 0)?);
    "date_as", 2, "A date in another form (%Y %m %-m %d %-d %B %b %A %a %y): date_as(\"2024-03-05\", \"%B %-d\") is \"March 5\".", |it| calendar::date_as(text(it, 0)?, text(it, 1)?);
    "time_as", 2, "A time of day in another form (%H %-H %I %-I %M %p): time_as(\"3:05 PM\", \"%H:%M\") is \"15:05\".", |it| calendar::time_as(text(it, 0)?, text(it, 1)?);
    "moment", 1, "The last date and time in a text, in a form that sorts, or \"\": moment(\"a.md 10/16/2023, 05:51\") is \"2023-10-16 05:51\".", |it| Some(calendar::moment(text(it, 0)?));
    "number_as", 2, "A number in another form (, groups thousands, .00 gives decimals, the rest stays): number_as(\"1234.5\", \"$#,##0.00\") is \"$1,234.50\".", |it| amount::number_as(text(it, 0)?, text(it, 1)?);
    "slice", 3, "From one character to another, counted from 1 or, from the end, -1: slice(\"K7-31\", -2, -1) is \"31\".", slice;
    "replaced", 3, "Every occurrence of one text by another: replaced(\"a_b\", \"_\", \" \") is \"a b\".", replaced;
};

/// What only programs that are learnt from examples use: scripts may call it all, and who writes one by hand isn't
/// told of it.
const LEARNT: &[Function] = table! {
    "span", 3, "From one place to another; a place is start, start+3, end, end-4, from+2 (so many behind the first place), or before or after the n-th (-1: the last) or the next of digits, letters, word, upper, lower, capitalised, number, solid, space, of those with so many characters (4 digits) or of a text, or until the next of them or the end: span(\"a (b) c\", \"after 1 of (\", \"before 1 of )\") is \"b\".", |it| span(text(it, 0)?, &Place::parse(text(it, 1)?)?, &Place::parse(text(it, 2)?)?).map(str::to_owned);
    "run", 3, "The n-th run of digits, letters, word, upper, lower, capitalised, number, solid or space characters: run(\"costs 7.50 now\", \"number\", 1) is \"7.50\".", |it| nth_thing(it).map(|(_, it)| it.to_owned());
    "word_with", 2, "The first word between spaces that has a kind or a text in it: word_with(\"ask jo@rio.br now\", \"of @\") is \"jo@rio.br\".", |it| word(it, false);
    "word_starting", 2, "The first word between spaces that starts with a kind or a text: word_starting(\"see #rain now\", \"of #\") is \"#rain\".", |it| word(it, true);
    "kept", 2, "Only the characters of a kind, or of a text: kept(\"a1-2\", \"digits\") is \"12\", kept(\"a1-2\", \"of 1-\") is \"1-\".", |it| filtered(it, true);
    "without", 2, "Without the characters of a kind, or of a text: without(\"a1-2\", \"digits\") is \"a-\".", |it| filtered(it, false);
    "sentence_case", 1, "The first character in upper case, the others in lower case: sentence_case(\"SEA eagle\") is \"Sea eagle\".", |it| Some(sentence(text(it, 0)?));
    "tidied", 1, "Without white space at both ends, and with one space for each run of it inside: tidied(\" a  b\") is \"a b\".", |it| Some(text(it, 0)?.split_whitespace().collect::<Vec<_>>().join(" "));
    "camel_case", 1, "The words as one, each but the first with an upper-case letter: camel_case(\"last login date\") is \"lastLoginDate\".", |it| Some(camel(text(it, 0)?, false));
    "pascal_case", 1, "The words as one, each with an upper-case letter: pascal_case(\"last login\") is \"LastLogin\".", |it| Some(camel(text(it, 0)?, true));
    "words_apart", 1, "A space before each upper-case letter behind a lower-case one or a digit: words_apart(\"lastLoginDate\") is \"last Login Date\".", |it| Some(apart(text(it, 0)?));
    "initials_with", 2, "The first letter of each word, each with a text behind it: initials_with(\"Ada Lovelace\", \".\") is \"A.L.\".", initials_with;
    "without_start", 2, "Without a text at the start, where it is there: without_start(\"www.rio.br\", \"www.\") is \"rio.br\".", |it| trimmed_of(it, |of, what| of.strip_prefix(what));
    "without_end", 2, "Without a text at the end, where it is there: without_end(\"12 kg\", \" kg\") is \"12\".", |it| trimmed_of(it, |of, what| of.strip_suffix(what));
    "before_end", 2, "What stands before words at the end, and nothing where these do not stand there: before_end(\"2 cups of flour\", \"flour\") is \"2 cups of\".", |it| beside_of(it, |of, what| of.strip_suffix(what), |rest| rest.ends_with(char::is_whitespace));
    "after_start", 2, "What stands behind words at the start, and nothing where these do not stand there: after_start(\"Paris 20 C\", \"Paris\") is \"20 C\".", |it| beside_of(it, |of, what| of.strip_prefix(what), |rest| rest.starts_with(char::is_whitespace));
    "masked", 3, "A sign in place of each character of a kind, or of a text: masked(\"12-34\", \"digits\", \"*\") is \"**-**\".", masked;
    "date_day_first", 2, "A date in another form, read with the day before the month: date_day_first(\"03/04/2020\", \"%B %-d\") is \"April 3\".", |it| calendar::date_day_first(text(it, 0)?, text(it, 1)?);
    "percent", 2, "A hundred times a number, with so many decimals: percent(\"0.256\", 0) is \"26\".", |it| amount::percent(text(it, 0)?, usize::try_from(number(it, 1)?).ok()?);
    "reversed", 1, "The characters from the last to the first: reversed(\"abc\") is \"cba\".", |it| Some(text(it, 0)?.chars().rev().collect());
    "left", 2, "The first n characters: left(\"abcd\", 2) is \"ab\".", |it| split_at(it, false).map(|(left, _)| left.to_owned());
    "right", 2, "The last n characters: right(\"abcd\", 2) is \"cd\".", |it| split_at(it, true).map(|(_, right)| right.to_owned());
    "drop_left", 2, "Without the first n characters: drop_left(\"abcd\", 1) is \"bcd\".", |it| split_at(it, false).map(|(_, right)| right.to_owned());
    "drop_right", 2, "Without the last n characters: drop_right(\"abcd\", 1) is \"abc\".", |it| split_at(it, true).map(|(left, _)| left.to_owned());
    "mid", 3, "So many characters from the n-th on: mid(\"abcd\", 2, 2) is \"bc\".", mid;
    "replaced_first", 3, "The first occurrence of one text by another: replaced_first(\"a_b_c\", \"_\", \" \") is \"a b_c\".", |it| (!text(it, 1)?.is_empty()).then(|| Some(text(it, 0)?.replacen(text(it, 1)?, text(it, 2)?, 1)))?;
    "runs_joined", 3, "All runs of a kind with a text between them: runs_joined(\"Red, (blue)\", \"word\", \"-\") is \"Red-blue\".", parts::runs_joined;
    "parts_joined", 3, "The parts between a delimiter, without white space around them, with another one between them: parts_joined(\"a;b; c\", \";\", \"-\") is \"a-b-c\".", parts::parts_joined;
    "parts_turned", 3, "The same from the last part to the first: parts_turned(\"Lovelace, Ada\", \",\", \" \") is \"Ada Lovelace\".", parts::parts_turned;
    "count_parts", 2, "How many parts there are between a delimiter: count_parts(\"a, b\", \",\") is \"2\".", parts::count_parts;
    "firsts", 3, "The first character of each run of a kind, each with a text behind it: firsts(\"House of Lords\", \"capitalised\", \"\") is \"HL\".", parts::firsts;
    "together", 3, "Two texts with another between them, or one alone where the other is empty: together(\"Ada\", \", \", \"\") is \"Ada\".", parts::together;
    "wrapped", 3, "A text between two others, or nothing where it is empty: wrapped(\"7\", \" (\", \")\") is \" (7)\".", parts::wrapped;
    "first_filled", 2, "The first of two texts that is not empty: first_filled(\"\", \"b\") is \"b\".", parts::first_filled;
    "padded_right", 3, "Filled at the right up to a width: padded_right(\"7\", 3, \".\") is \"7..\".", parts::padded_right;
    "cut_off", 3, "At most so many characters, and a text behind what was cut off: cut_off(\"abcd\", 2, \"..\") is \"ab..\".", parts::cut_off;
    "shortened", 3, "At most so many characters in all, with a text at the end of what was cut off: shortened(\"abcde\", 4, \"..\") is \"ab..\".", parts::shortened;
    "masked_behind", 3, "A sign in place of all letters and digits but the first ones: masked_behind(\"ab-cd\", \"*\", 1) is \"a*-**\".", parts::masked_behind;
    "masked_before", 3, "A sign in place of all letters and digits but the last ones: masked_before(\"12-34\", \"*\", 1) is \"**-*4\".", parts::masked_before;
    "capitalised", 1, "Each word with an upper-case letter first, the other letters as they are: capitalised(\"old NASA map\") is \"Old NASA Map\".", |it| Some(parts::capitalised(text(it, 0)?));
    "from_place", 2, "What stands behind a place, or all where the place is not there: from_place(\"Dr. Wu\", \"after 1 of . \") is \"Wu\".", parts::from_place;
    "up_to_place", 2, "What stands before a place, or all where the place is not there: up_to_place(\"Wu (a)\", \"before 1 of  (\") is \"Wu\".", parts::up_to_place;
    "plain_number", 1, "The only number of a text without money and groups, and with a minus where it stands in brackets: plain_number(\"($1,200.50)\") is \"-1200.50\".", |it| plain::plain_number(text(it, 0)?);
    "plain_number_comma", 1, "The same where a comma stands before the decimals: plain_number_comma(\"1.200,50\") is \"1200.50\".", |it| plain::plain_number_comma(text(it, 0)?);
    "shifted", 2, "A number with its point so many digits further to the right: shifted(\"0.075\", 2) is \"7.5\".", |it| plain::shifted(text(it, 0)?, number(it, 1)?);
    "long_year", 1, "A year of four figures for one of two, from 1930 to 2029: long_year(\"98\") is \"1998\".", |it| parts::long_year(text(it, 0)?);
    "minus", 2, "A whole number minus another: minus(\"7\", 2) is \"5\".", |it| Some(number(it, 0)?.checked_sub(number(it, 1)?)?.to_string());
    "times", 2, "A whole number times another: times(\"7\", 2) is \"14\".", |it| Some(number(it, 0)?.checked_mul(number(it, 1)?)?.to_string());
    "quantity", 1, "The only number in a text, in a form that sorts, or \"\" where there is none or several: quantity(\"1 of 2\") is \"\".", |it| Some(amount::quantity(text(it, 0)?));
    "added", 3, "A number with the number added that a text shows in a unit, or as it is where it shows none: added(\"7.50\", \"EUR 2\", \"EUR\") is \"9.50\".", |it| amount::added(text(it, 0)?, text(it, 1)?, text(it, 2)?);
    "calculated", 1, "What the only calculation with whole numbers that is written in a text comes to: calculated(\"7 x 5 = ?\") is \"35\".", |it| calculate::calculated(text(it, 0)?);
    "month", 1, "The year and the month of a date, or of a month with its year, in a form that sorts: month(\"Jun 2026\") is \"2026-06\".", |it| calendar::month(text(it, 0)?);
    "on_line", 3, "The number that belongs to a number as two others belong to theirs, along a straight line: on_line(\"50\", \"10 is 18\", \"90 is 82\") is \"50\".", amount::on_line;
    "day", 2, "The day that a text says, as the calendar stands today; a day of the week is the next one: day(\"this Friday\", \"2023-10-15\") is \"2023-10-20\".", |it| days::day(text(it, 0)?, text(it, 1)?, Side::Next);
    "past_day", 2, "The same; a day of the week is the last one: past_day(\"Friday\", \"2023-10-15\") is \"2023-10-13\".", |it| days::day(text(it, 0)?, text(it, 1)?, Side::Last);
    "exact_day", 2, "The same, where it does not hang on which of two weeks a day of the week is in: exact_day(\"8 Oct\", \"2023-10-15\") is \"2023-10-08\".", |it| days::day(text(it, 0)?, text(it, 1)?, Side::Unknown);
    "coming_day", 2, "The day of an entry or a heading in a list of what is to come: a day of the week is the next one, what is overdue is of the day before, and \"\" stands where it says nothing of a day: coming_day(\"Due Friday\", \"2023-10-15\") is \"2023-10-20\".", |it| days::coming_day(text(it, 0)?, text(it, 1)?);
    "coming_after", 3, "The same in a list whose days follow each other, behind the last day before it, and nothing where its day is earlier: coming_after(\"2023-10-15\", \"Friday\", \"2023-10-15\") is \"2023-10-20\".", |it| days::coming_after(text(it, 0)?, text(it, 1)?, text(it, 2)?);
    "day_ahead", 2, "The day that a text says, where it is not over: day_ahead(\"tomorrow\", \"2023-10-15\") is \"2023-10-16\".", |it| days::day_ahead(text(it, 0)?, text(it, 1)?);
    "week", 1, "The Monday of the week of a day: week(\"2023-10-15\") is \"2023-10-09\".", |it| days::week(text(it, 0)?, 0);
    "next_week", 1, "The Monday after that week: next_week(\"2023-10-15\") is \"2023-10-16\".", |it| days::week(text(it, 0)?, 1);
    "in_unit", 2, "A length of time or a distance as a number in a unit: in_unit(\"3:42:00\", \"minutes\") is \"222\".", |it| days::in_unit(text(it, 0)?, text(it, 1)?);
    "time_after", 2, "The time of day so long after another; a bare number is the hour, or minutes: time_after(\"22:30\", \"1 h 45 min\") is \"00:15\".", |it| days::time_after(text(it, 0)?, text(it, 1)?);
    "in_address", 1, "As it stands in an address, where it is one part of it: in_address(\"Ann & Bob\") is \"Ann%20%26%20Bob\".", |it| Some(utf8_percent_encode(text(it, 0)?, IN_ADDRESS).to_string());
    "proper_case", 1, "A name with an upper-case letter at the start of each part, behind an apostrophe as well: proper_case(\"anne o'neil\") is \"Anne O'Neil\".", |it| Some(rewritten::proper_case(text(it, 0)?));
    "blocks", 3, "The letters and digits in blocks of so many, with a text between them: blocks(\"AB12-345\", 4, \" \") is \"AB12 345\".", rewritten::blocks;
    "blocks_from_right", 3, "The same, counted from the end: blocks_from_right(\"12345\", 3, \" \") is \"12 345\".", rewritten::blocks_from_right;
    "laid_out", 2, "The digits of a text without letters in place of the zeros of a form, where these are as many: laid_out(\"030 12-34\", \"(000) 0000\") is \"(030) 1234\".", rewritten::laid_out;
    "date_in", 1, "The only date with its year in a text: date_in(\"paid on 3/5/2023, Oslo\") is \"3/5/2023\".", |it| rewritten::date_in(text(it, 0)?).map(str::to_owned);
    "host", 1, "The host of an address: host(\"https://www.rio.br/a?b=1\") is \"www.rio.br\".", |it| rewritten::host(text(it, 0)?).map(str::to_owned);
    "site", 1, "The same without www: site(\"https://www.rio.br/a?b=1\") is \"rio.br\".", |it| rewritten::site(text(it, 0)?).map(str::to_owned);
    "file_name", 1, "The last name of a path, whichever way its slashes lean: file_name(\"a/b.txt\") is \"b.txt\".", |it| rewritten::file_name(text(it, 0)?).map(str::to_owned);
    "plain_letters", 1, "Plain letters in place of those with signs on them: plain_letters(\"José Øst\") is \"Jose Ost\".", |it| rewritten::plain_letters(text(it, 0)?);
    "without_words", 2, "Without the words of another text that stand in it once, whatever their case, and as it is where they are not there: without_words(\"saw KIVO 18V\", \"Kivo\") is \"saw 18V\".", |it| rewritten::without_words(text(it, 0)?, text(it, 1)?);
    "with_start", 2, "With a text at the start, where it is not there: with_start(\"4711\", \"#\") is \"#4711\".", |it| rewritten::with_start(text(it, 0)?, text(it, 1)?);
    "with_end", 2, "With a text at the end, where it is not there: with_end(\"/home\", \"/\") is \"/home/\".", |it| rewritten::with_end(text(it, 0)?, text(it, 1)?);
    "parts_sorted", 3, "The parts between a delimiter in their order, with another one between them: parts_sorted(\"b;a\", \";\", \"/\") is \"a/b\".", parts::parts_sorted;
    "parts_once", 3, "The parts between a delimiter, each once whatever its case, with another one between them: parts_once(\"b;a;B\", \";\", \"/\") is \"b/a\".", parts::parts_once;
    "parts_sorted_once", 3, "Both: parts_sorted_once(\"b;a;b\", \";\", \"/\") is \"a/b\".", parts::parts_sorted_once;
    "number_plus", 3, "A number plus another, with so many decimals, and nothing where it has more: number_plus(\"7.5\", \"2\", 2) is \"9.50\".", sums::number_plus;
    "number_minus", 3, "A number minus another, with so many decimals, and nothing where it has more: number_minus(\"7.5\", \"2\", 1) is \"5.5\".", sums::number_minus;
    "number_times", 3, "A number times another, with so many decimals, and nothing where it has more: number_times(\"7.5\", \"2\", 0) is \"15\".", sums::number_times;
    "sum_in", 1, "All whole numbers of a text added, or 0: sum_in(\"3 adults, 2 children\") is \"5\".", |it| sums::sum_in(text(it, 0)?);
    "at_least", 2, "Whether a number is not less than another: at_least(\"9\", \"10\") is \"false\".", |it| sums::at_least(text(it, 0)?, text(it, 1)?);
    "size", 1, "How many characters: size(\"abc\") is \"3\".", |it| Some(text(it, 0)?.chars().count().to_string());
    "count_of", 2, "How often a kind or a text is in it: count_of(\"a,b,c\", \"of ,\") is \"2\", count_of(\"a1b22\", \"digits\") is \"2\".", |it| Some(things(it)?.len().to_string());
    "place_of", 3, "At which character the n-th of a kind or text starts: place_of(\"ab@c\", \"of @\", 1) is \"3\".", |it| Some((text(it, 0)?[..nth_thing(it)?.0].chars().count() + 1).to_string());
    "has", 2, "Whether a kind or a text is in it: has(\"a1\", \"digits\") is \"true\".", |it| Some((!things(it)?.is_empty()).to_string());
    "starts", 2, "Whether it starts with a kind or a text: starts(\"(7)\", \"of (\") is \"true\".", |it| Some(things(it)?.first().is_some_and(|it| it.start == 0).to_string());
    "ends", 2, "Whether it ends with a kind or a text: ends(\"a1\", \"digits\") is \"true\".", ends;
    "same", 2, "Whether two texts are the same: same(\"a\", \"b\") is \"false\".", |it| Some((text(it, 0)? == text(it, 1)?).to_string());
};

/// Functions that programs learnt from examples may call beside those of [`functions`]. The runtime has them, and
/// nobody who writes a script is told of them: the list that models are given stays as it was recorded.
pub fn learnt_functions() -> &'static [Function] {
    LEARNT
}

/// A function of either table.
pub(crate) fn any(name: &str) -> Option<&'static Function> {
    TABLE.iter().chain(LEARNT).find(|it| it.name == name)
}

fn things(arguments: &[String]) -> Option<Vec<std::ops::Range<usize>>> {
    Some(Thing::parse(text(arguments, 1)?)?.found(text(arguments, 0)?))
}

/// Where the n-th of something stands, and what it is.
fn nth_thing(arguments: &[String]) -> Option<(usize, &str)> {
    let found = at(&things(arguments)?, number(arguments, 2)?)?.clone();
    Some((found.start, text(arguments, 0)?.get(found)?))
}

/// The first word that has, or starts with, something.
fn word(arguments: &[String], at_start: bool) -> Option<String> {
    let thing = Thing::parse(text(arguments, 1)?)?;
    let found = |it: &&str| {
        thing
            .found(it)
            .first()
            .is_some_and(|it| !at_start || it.start == 0)
    };
    text(arguments, 0)?
        .split_whitespace()
        .find(found)
        .map(str::to_owned)
}

fn ends(arguments: &[String]) -> Option<String> {
    let of = text(arguments, 0)?;
    let ends = match Thing::parse(text(arguments, 1)?)? {
        Thing::Text(text) => of.ends_with(&text),
        thing @ (Thing::Run(_) | Thing::Sized(..)) => {
            thing.found(of).last().is_some_and(|it| it.end == of.len())
        }
    };
    Some(ends.to_string())
}

fn filtered(arguments: &[String], keep: bool) -> Option<String> {
    let thing = Thing::parse(text(arguments, 1)?)?;
    Some(
        text(arguments, 0)?
            .chars()
            .filter(|it| thing.has(*it) == keep)
            .collect(),
    )
}

fn initials_with(arguments: &[String]) -> Option<String> {
    let behind = text(arguments, 1)?;
    let words = text(arguments, 0)?.split_whitespace();
    let firsts = words.filter_map(|it| it.chars().next());
    Some(firsts.map(|first| format!("{first}{behind}")).collect())
}

fn camel(of: &str, first_as_well: bool) -> String {
    let words = of
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty());
    let cased = |(n, it): (usize, &str)| match n == 0 && !first_as_well {
        true => it.to_lowercase(),
        false => sentence(it),
    };
    words.enumerate().map(cased).collect()
}

fn apart(of: &str) -> String {
    let mut out = String::with_capacity(of.len() + 8);
    for it in of.chars() {
        if it.is_uppercase() && out.ends_with(|before: char| before.is_lowercase() || before.is_ascii_digit())
        {
            out.push(' ');
        }
        out.push(it);
    }
    out
}

/// A text without another at one of its ends; as it is where the other is not there.
fn trimmed_of(arguments: &[String], strip: for<'a> fn(&'a str, &str) -> Option<&'a str>) -> Option<String> {
    let (of, what) = (text(arguments, 0)?, text(arguments, 1)?);
    Some(strip(of, what).unwrap_or(of).to_owned())
}

/// What a text says beside words at one end of it, where a space parts both.
fn beside_of(
    arguments: &[String],
    strip: for<'a> fn(&'a str, &str) -> Option<&'a str>,
    apart: fn(&str) -> bool,
) -> Option<String> {
    let (of, what) = (text(arguments, 0)?.trim(), text(arguments, 1)?.trim());
    let rest = strip(of, what).filter(|it| !what.is_empty() && apart(it))?;
    let rest = rest.trim();
    (!rest.is_empty()).then(|| rest.to_owned())
}

fn masked(arguments: &[String]) -> Option<String> {
    let thing = Thing::parse(text(arguments, 1)?)?;
    let sign = text(arguments, 2)?.chars().next()?;
    let masked = |it: char| if thing.has(it) { sign } else { it };
    Some(text(arguments, 0)?.chars().map(masked).collect())
}

fn sentence(of: &str) -> String {
    let mut chars = of.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    first + &chars.as_str().to_lowercase()
}

/// A text at so many characters from the left or from the right.
fn split_at(arguments: &[String], from_the_right: bool) -> Option<(&str, &str)> {
    let of = text(arguments, 0)?;
    let n = usize::try_from(number(arguments, 1)?).ok()?;
    let all = of.chars().count();
    let n = if from_the_right { all.checked_sub(n)? } else { n };
    let bytes = of.char_indices().map(|(at, _)| at).chain([of.len()]).nth(n)?;
    Some(of.split_at(bytes))
}

fn mid(arguments: &[String]) -> Option<String> {
    let from = usize::try_from(number(arguments, 1)?).ok()?.checked_sub(1)?;
    let long = usize::try_from(number(arguments, 2)?).ok()?;
    Some(text(arguments, 0)?.chars().skip(from).take(long).collect())
}

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

/// Each word with a capital; what stands between the words stays, so that the text is still the text.
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
