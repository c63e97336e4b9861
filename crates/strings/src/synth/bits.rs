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
/// An arm for which a single example speaks.
pub(crate) const LONE_ARM: u32 = 25;
/// `span`, without its places.
pub(crate) const SPAN: u32 = 16;
/// No value for an input: for as many of the inputs as all of them.
pub(crate) const UNDEFINED: u32 = 90;
/// An output that looks like none of the examples: for all of the inputs.
pub(crate) const UNLIKE: u32 = 45;
/// An output that only begins and ends like one.
pub(crate) const SOMEWHAT_UNLIKE: u32 = 14;

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
        n => 10 + 6 * u32::try_from(n.unsigned_abs().min(20)).unwrap_or(20),
    }
}

/// What is looked for.
pub(crate) fn thing(it: &Thing) -> u32 {
    match it {
        Thing::Run(kind) => match kind {
            Kind::Digits | Kind::Word => 13,
            Kind::Letters | Kind::Solid => 16,
            Kind::Number | Kind::Space => 20,
            Kind::Upper | Kind::Capitalised => 24,
            Kind::Lower => 26,
        },
        Thing::Text(text) => {
            let word = text.chars().filter(|it| it.is_alphanumeric()).count();
            let signs = text.chars().count().saturating_sub(word);
            let count = |n: usize| u32::try_from(n.min(40)).unwrap_or(40);
            10 + 3 * count(signs) + 12 * count(word)
        }
    }
}

/// A place.
pub(crate) fn place(it: &Place) -> u32 {
    match it {
        Place::Start(0) | Place::End(0) => 3,
        Place::Start(n) => 22 + log2(*n),
        Place::End(n) => 24 + log2(*n),
        Place::Nth(_, n, it) => thing(it) + nth(*n),
        Place::Next(_, it) => thing(it) + 2,
    }
}

/// The n-th run of a kind, or the n-th part between texts.
pub(crate) fn unit(it: &Thing, n: i64) -> u32 {
    8 + thing(it) + nth(n)
}

/// A listed function, with its arguments.
pub(crate) fn op(it: &Op) -> u32 {
    match it {
        Op::Stem | Op::Extension | Op::ExtensionName => 22,
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
        Op::Date(format) | Op::Time(format) => 40 + 5 * length(format),
        Op::NumberAs(format) => 30 + 4 * length(format),
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
        "kept" | "without" | "tidied" | "sentence_case" => 26,
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
