//! What everything costs: the one table of description lengths, in tenths of a bit.
//!
//! A program's length is the sum over its parts. It says how many programs are as simple or simpler, and so how often one
//! of them is right by accident. To it comes what is counted on the examples' own texts ([`accident`]) and what the
//! program does to the inputs without outputs ([`UNDEFINED`], [`UNLIKE`], [`SOMEWHAT_UNLIKE`]).

use crate::{
    expr::Op,
    place::{Kind, Place, Thing},
};

/// A further piece of a concatenation.
pub(crate) const JOINT: u32 = 8;
/// An input as it is.
pub(crate) const INPUT: u32 = 8;
/// `if`, without its condition and its arms.
pub(crate) const BRANCH: u32 = 60;
/// What each example may pay for a program with a branch: a longer one is made for the examples.
pub(crate) const OF_AN_EXAMPLE: u32 = 130;
/// An arm for which a single example speaks.
pub(crate) const LONE_ARM: u32 = 25;
/// `span`, without its places.
pub(crate) const SPAN: u32 = 16;
/// No value for an input: for as many of the inputs as all of them.
pub(crate) const UNDEFINED: u32 = 90;
/// An input that is not the same in all rows and that the program doesn't look at.
pub(crate) const UNUSED: u32 = 60;
/// An output that looks like none of the examples: for all of the inputs.
pub(crate) const UNLIKE: u32 = 45;
/// An output that only begins and ends like one.
pub(crate) const SOMEWHAT_UNLIKE: u32 = 14;

/// A span before or behind which something else stands than in the examples, on either side.
pub(crate) const OTHER_NEIGHBOUR: u32 = 24;
/// A span that ends in the middle of a word, where none does in the examples: as odd as can be.
pub(crate) const SPLIT_WORD: u32 = 48;
/// A span that stands between signs in every example, and beside another word here.
pub(crate) const GOES_ON: u32 = 20;
/// A span that ends at a hyphen or an apostrophe inside of a word, where no example has one: as odd as can be.
pub(crate) const INSIDE_A_NAME: u32 = 24;
/// A span that begins or ends with another kind of character than in the examples.
pub(crate) const OTHER_END: u32 = 14;
/// A span behind or before whose next sign something else stands than in the examples.
pub(crate) const OTHER_BEYOND: u32 = 14;
/// A span by the n-th of something that is the whole of one text and a part of another.
pub(crate) const WHOLE_BY_CHANCE: u32 = 25;
/// A text at an end of an input that other inputs have there as well: less than one that only an example has.
pub(crate) const KNOWN_END: u32 = 30;
/// An output with a sign that no example's output has.
pub(crate) const NEW_SIGN: u32 = 28;
/// An output without a sign that all examples' outputs have.
pub(crate) const MISSING_SIGN: u32 = 24;
/// A single letter that is copied into the middle of a word.
pub(crate) const INTO_A_WORD: u32 = 40;
/// Runs of letters or digits that are digits in every example: runs of digits say it better.
pub(crate) const TOO_WIDE: u32 = 25;
/// A condition, or a count, on runs of so many characters.
pub(crate) const OF_A_SIZE: u32 = 20;
/// A count of what was made of a text: the text itself is counted more often.
pub(crate) const COUNTED_ANEW: u32 = 20;
/// A count of the spaces of a text.
pub(crate) const SPACES: u32 = 15;
/// `title_case`, where a name would be written otherwise.
pub(crate) const OTHER_NAME: u32 = 30;
/// A sign of the form that digits are laid out in, and a digit of it.
pub(crate) const SIGN_OF_FORM: u32 = 14;
pub(crate) const DIGIT_OF_FORM: u32 = 2;
/// A number that was calculated and is only a part of the output.
pub(crate) const PART_OF_OUTPUT: u32 = 30;
/// A condition on a space: a sign says more.
pub(crate) const OF_A_SPACE: u32 = 4;
/// A condition on a single letter or digit.
pub(crate) const ONE_LETTER: u32 = 15;
/// What lies between an opening and a closing sign is more often meant than what lies between any two.
pub(crate) const BRACKETED: u32 = 16;
/// A delimiter of which every row has as many: its parts are fields.
pub(crate) const FIELDS: u32 = 12;
/// Texts that are all of the same length: a number of characters is as good a place as any other.
pub(crate) const SAME_LENGTH: u32 = 10;
/// A function that says much of what it is applied to, applied to a part of a text.
pub(crate) const FAR_FETCHED: u32 = 24;
/// A condition that asks for what its arm is cut by.
pub(crate) const OF_ITS_ARM: u32 = 20;
/// A condition that an input is empty.
pub(crate) const EMPTY: u32 = 24;
/// A condition on how many of something an input has: words, numbers or signs, or runs of letters of a kind.
pub(crate) const HOW_MANY: u32 = 18;
pub(crate) const HOW_MANY_LETTERS: u32 = 30;
/// A condition on how long an input is.
pub(crate) const BY_LENGTH: u32 = 40;
/// An output of digits that has another number of them, where all examples have the same number.
pub(crate) const OTHER_LENGTH: u32 = 26;
/// Pieces that lie over each other, where they never do in the examples.
pub(crate) const OVERLAP: u32 = 40;
/// Two pieces that run together to one word or number, where they never do in the examples: as odd as can be.
pub(crate) const RUN_TOGETHER: u32 = 48;
/// A word of an input of which no piece is cut, where every word of the examples has one: as odd as can be.
pub(crate) const LEFT_OUT: u32 = 48;
/// Another word beside a piece, where it is one and the same in all examples: as odd as can be.
pub(crate) const OTHER_LABEL: u32 = 48;
/// Another number of parts than in all examples, for a function of all parts.
pub(crate) const OTHER_COUNT: u32 = 48;
/// A function of several parts that has one of them in every example.
pub(crate) const IN_ONE_PIECE: u32 = 25;
/// A count of runs of letters: words are meant more often.
pub(crate) const RUNS_OF_LETTERS: u32 = 12;
/// A function that changes nothing in any example.
pub(crate) const VACUOUS: u32 = 60;
/// An output with letters of another case, where all letters of the examples' outputs have one.
pub(crate) const OTHER_CASE: u32 = 60;
/// A count, a place or a condition: at most.
pub(crate) const MEASURE: u32 = 66;
/// A condition on which of two inputs is the greater number.
pub(crate) const AT_LEAST: u32 = 10;
/// Such a condition, where no arm reads either of them.
pub(crate) const OF_NEITHER_ARM: u32 = 30;
/// A branch by how two inputs stand to each other.
pub(crate) const OF_COLUMNS: u32 = 130;
/// Outputs that are `true` or `false`, and each of them.
pub(crate) const TRUTHS: u32 = 20;
pub(crate) const TRUTH: u32 = 11;
/// A space that is looked for together with a sign.
const BESIDE_A_SIGN: u32 = 6;
/// A literal of several letters or digits that stands in the inputs of the examples as well.
const COPIED: u32 = 55;
/// A literal letter or digit with which a word of the inputs begins.
const COPIED_FIRST: u32 = 45;

/// What a literal costs more, where it may be copied from the inputs: one text for each example.
pub(crate) fn copied(text: &str, inputs: &[String]) -> u32 {
    let runs = text
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty());
    let one = |run: &str| {
        let run = run.to_lowercase();
        let mut inputs = inputs.iter();
        if run.chars().count() > 1 {
            return if inputs.all(|it| it.contains(&run)) {
                COPIED
            } else {
                0
            };
        }
        let starts = |it: &String| {
            it.split(|it: char| !it.is_alphanumeric())
                .any(|word| word.starts_with(&run))
        };
        if inputs.all(starts) { COPIED_FIRST } else { 0 }
    };
    runs.map(one).sum()
}

/// What speaks against something in rows from one on: the worst of them and all of them on the average.
pub(crate) fn over_rows(rows: &[u32], from: usize) -> u32 {
    let rows = rows.get(from..).unwrap_or_default();
    let worst = rows.iter().max().copied().unwrap_or(0);
    let sum: u32 = rows.iter().sum();
    let count = u32::try_from(rows.len().max(1)).unwrap_or(u32::MAX);
    worst * 2 / 5 + sum * 3 / 5 / count
}

/// A literal.
pub(crate) fn literal(text: &str) -> u32 {
    let of = |it: char| match it {
        ' ' | '-' | ',' | '.' | '/' | '@' | ':' | '_' | '(' | ')' | '\n' => 22,
        it if it.is_ascii_punctuation() => 30,
        _ => 50,
    };
    text.chars().fold(12, |sum: u32, it| sum.saturating_add(of(it)))
}

/// Ten times the binary logarithm.
pub(crate) fn log2(n: usize) -> u32 {
    let exact = (n.max(1) as f64).log2() * 10.0;
    exact as u32
}

/// How often a family of functions was right by accident: counted as the number of different texts of a length that it
/// makes of the inputs and that stand in the outputs.
pub(crate) fn accident(hits: usize) -> u32 {
    log2(hits)
}

/// The n-th: the first and the last are meant more often than the others.
pub(crate) fn nth(n: i64) -> u32 {
    match n {
        1 => 0,
        -1 => 4,
        n if n > 0 => 4 + 4 * u32::try_from(n.min(20)).unwrap_or(20),
        n => 16 + 6 * u32::try_from(n.unsigned_abs().min(20)).unwrap_or(20),
    }
}

/// What is looked for.
pub(crate) fn thing(it: &Thing) -> u32 {
    match it {
        Thing::Sized(_, kind) => thing(&Thing::Run(*kind)) + 9,
        Thing::Run(kind) => match kind {
            Kind::Digits | Kind::Word => 13,
            Kind::Letters | Kind::Solid => 16,
            Kind::Number | Kind::Space => 20,
            Kind::Upper | Kind::Capitalised => 24,
            Kind::Lower => 26,
        },
        Thing::Text(text) => {
            let word = text.chars().filter(|it| it.is_alphanumeric()).count();
            let spaces = text.chars().filter(|it| it.is_whitespace()).count();
            let signs = text
                .chars()
                .count()
                .saturating_sub(word + spaces)
                .max(usize::from(word == 0));
            let count = |n: usize| u32::try_from(n.min(40)).unwrap_or(40);
            // A space beside a sign is one more that has to be there.
            let beside = if word + spaces < text.chars().count() {
                spaces
            } else {
                0
            };
            10 + 3 * count(signs) + 12 * count(word) + BESIDE_A_SIGN * count(beside)
        }
    }
}

/// A place.
pub(crate) fn place(it: &Place) -> u32 {
    match it {
        Place::Start(0) | Place::End(0) => 3,
        Place::Start(1) => 14,
        Place::Start(n) => 22 + log2(*n),
        Place::End(1) => 20,
        Place::End(n) => 24 + log2(*n),
        Place::Nth(_, n, it) => thing(it) + nth(*n),
        Place::Next(_, it @ Thing::Text(_)) => thing(it) + 2,
        Place::Next(_, it @ (Thing::Run(_) | Thing::Sized(..))) => thing(it) + 16,
        Place::Until(it) => thing(it) + 12,
        Place::From(1) => 14,
        Place::From(n) => 22 + log2(*n),
    }
}

/// The n-th run of a kind, or the n-th part between texts.
pub(crate) fn unit(it: &Thing, n: i64) -> u32 {
    8 + thing(it) + nth(n)
}

/// A listed function, with its arguments.
pub(crate) fn op(it: &Op) -> u32 {
    match it {
        Op::Stem | Op::Extension | Op::ExtensionName => 18,
        Op::Before(by, n) | Op::After(by, n) => 12 + thing(&Thing::Text(by.clone())) + nth(*n),
        Op::Part(by, n) => 8 + thing(&Thing::Text(by.clone())) + nth(*n),
        Op::Token(class, n) => {
            let thing = Thing::parse(class.name()).map_or(30, |it| thing(&it));
            8 + thing + nth(*n)
        }
        Op::Upper | Op::Lower | Op::Title => 24,
        Op::Trim => 24,
        Op::Initials => 30,
        Op::Number => 30,
        Op::Pad(..) => 40,
        Op::Plus(n) => 40 + log2(usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX)),
        Op::Page(_) | Op::OnPage(_) | Op::Lookup(_) => 120,
        // A day or an hour alone is a number of the text before it is one of a date.
        Op::Date(format) | Op::Time(format) => {
            let names = format.contains(['B', 'b', 'A', 'a', 'p']);
            let alone = format.matches('%').count() == 1 && !names;
            40 + 5 * length(format) + if alone { 25 } else { 0 }
        }
        // Whether thousands are grouped does not show in a small number.
        // A letter in it is one of the text around the number, and costs what it does there.
        Op::NumberAs(format) => {
            let letters = format.chars().filter(|it| it.is_alphabetic()).collect::<String>();
            let plain = format.trim_matches(['#', ',', '0', '.']).is_empty();
            let grouped = if plain && format.contains("#,##") { 18 } else { 0 };
            30 + grouped + 4 * length(&format.replace("#,##", "")) + 46 * length(&letters)
        }
        Op::Moment => 60,
        Op::Replace(from, to) => 26 + thing(&Thing::Text(from.clone())) + literal(to) / 2,
        Op::Slice(from, to) => 50 + nth(*from) + nth(*to),
    }
}

fn length(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(1000).min(1000)
}

/// A function that only learnt programs call, without its arguments.
pub(crate) fn call(name: &str) -> u32 {
    match name {
        "run" => 8,
        "word_with" | "word_starting" => 22,
        "kept" | "without" | "tidied" | "sentence_case" => 26,
        "proper_case" => 25,
        "camel_case" | "pascal_case" | "words_apart" | "initials_with" | "plain_letters" => 30,
        "blocks" | "file_name" | "laid_out" | "without_words" => 30,
        "with_start" | "with_end" => 26,
        "date_in" | "host" | "site" | "sum_in" | "at_least" | "blocks_from_right" => 34,
        "parts_sorted" | "parts_once" => 36,
        "parts_sorted_once" | "number_plus" | "number_minus" | "number_times" => 40,
        "without_start" | "without_end" | "masked" => 30,
        "runs_joined" | "parts_joined" | "parts_turned" | "firsts" | "capitalised" => 26,
        "together" | "wrapped" | "first_filled" => 20,
        "padded_right" | "cut_off" | "shortened" | "masked_behind" | "masked_before" => 36,
        "from_place" | "up_to_place" => 22,
        "plain_number" => 34,
        "count_parts" => 26,
        "plain_number_comma" | "shifted" | "long_year" => 40,
        "percent" => 34,
        "left" | "right" | "drop_left" | "drop_right" => 24,
        "mid" | "same" => 30,
        "count_of" | "has" => 34,
        "size" | "starts" | "ends" => 36,
        "place_of" => 40,
        "replaced" | "replaced_first" | "plus" | "minus" | "padded" => 34,
        "part" | "token" | "before" | "after" => 26,
        _ => 50,
    }
}
