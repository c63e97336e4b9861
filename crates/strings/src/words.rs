//! Expressions in plain words, for the comment of the function that uses them.

use crate::{
    class::Class,
    expr::{Expr, List, Op},
    literal::{identifier, quote},
    numbers::ordinal,
    records::Meant,
    reserved::THIS_DAY,
};

impl Expr {
    /// What it says, in words: `stem(file_name)` is "the name `file_name` without its ending".
    pub fn in_words(&self) -> String {
        match self {
            Expr::Input(name) => format!("`{}`", identifier(name)),
            Expr::Item(list, n) => format!("{} of {}", place("entry", *n), list.in_words()),
            Expr::Const(text) => quote(text),
            Expr::Concat(parts) => {
                let parts: Vec<String> = parts.iter().map(Expr::in_words).collect();
                parts.join(", then ")
            }
            Expr::Apply(op, of) => op.in_words(&of.in_words()),
            Expr::Call(name, arguments) => call_in_words(name, arguments),
            Expr::If(it) => format!(
                "{} where {} is {}, else {}",
                it.then.in_words(),
                it.of.in_words(),
                quote(&it.is),
                it.otherwise.in_words()
            ),
        }
    }
}

/// A function with its arguments: there is no better word for most of them than their own names.
fn call_in_words(name: &str, arguments: &[Expr]) -> String {
    let words: Vec<String> = arguments.iter().map(Expr::in_words).collect();
    match (name, words.as_slice()) {
        ("span", [of, from, to]) => format!("what goes from {from} to {to} in {of}"),
        ("kept", [of, what]) => format!("only the {what} of {of}"),
        ("without", [of, what]) => format!("{of} without its {what}"),
        ("left", [of, n]) => format!("the first {n} characters of {of}"),
        ("right", [of, n]) => format!("the last {n} characters of {of}"),
        ("day", [of, today]) if *today == format!("`{THIS_DAY}`") => format!("the day that {of} is"),
        ("time_after", [time, length]) => format!("the time {length} after {time}"),
        ("size", [of]) => format!("the number of characters of {of}"),
        ("count_of", [of, what]) => format!("how often {of} has {what}"),
        ("has", [of, what]) => format!("whether {of} has {what}"),
        (_, words) => format!("{name} of {}", words.join(" and ")),
    }
}

impl List {
    /// What its entries are, in words.
    pub fn in_words(&self) -> String {
        match self {
            List::Input(name) => format!("`{}`", identifier(name)),
            List::Items(of) => format!("what {} enumerates", of.in_words()),
            List::Split(of, by) => format!("{} cut at {}", of.in_words(), quote(by)),
            List::ButLast(of) => format!("{} without the last one", of.in_words()),
            List::Characters(of) => format!("the characters of {}", of.in_words()),
            List::Records(it) => {
                let lines = format!("the lines of {}, cut at {}", it.of.in_words(), quote(&it.by));
                match &it.meant {
                    Meant::All => lines,
                    Meant::BelowHead => format!("{lines}, below the first"),
                    Meant::Where(n, of) => {
                        format!("{lines}, whose {} is {}", place("cell", nth(*n)), of.in_words())
                    }
                    Meant::Saying(n, of) => {
                        format!("{lines}, whose {} says {}", place("cell", nth(*n)), of.in_words())
                    }
                }
            }
        }
    }
}

impl Op {
    fn in_words(&self, of: &str) -> String {
        match self {
            Op::Stem => format!("the name {of} without its ending"),
            Op::Extension => format!("the ending of the name {of} with its dot"),
            Op::ExtensionName => format!("the ending of the name {of} without its dot"),
            Op::Before(by, n) => format!("what stands before {} in {of}", place(&quote(by), *n)),
            Op::After(by, n) => format!("what stands behind {} in {of}", place(&quote(by), *n)),
            Op::Part(by, n) => format!("{} of {of} cut at {}", place("part", *n), quote(by)),
            Op::Token(class, n) => format!("{} in {of}", place(run_of(*class), *n)),
            Op::Upper => format!("{of} in upper case"),
            Op::Lower => format!("{of} in lower case"),
            Op::Title => format!("{of} with an upper-case letter at the start of each word"),
            Op::Trim => format!("{of} without white space at both ends"),
            Op::Initials => format!("the first letter of each word of {of}"),
            Op::Pad(width, fill) => format!("{of} filled with {} to {width} characters", quote(fill)),
            Op::Plus(n) if *n < 0 => format!("{of} minus {}", n.unsigned_abs()),
            Op::Plus(n) => format!("{of} plus {n}"),
            Op::Page(each) => format!("the page on which entry {of} stands, {each} to a page"),
            Op::OnPage(each) => format!("the place of entry {of} on its page, {each} to a page"),
            Op::Number => format!("the number that {of} says"),
            Op::Date(_) => format!("the date {of} written like {}", self.example("2024-03-05")),
            Op::Time(_) => format!("the time {of} written like {}", self.example("15:05")),
            Op::NumberAs(_) => format!("the number {of} written like {}", self.example("1234.5")),
            Op::Moment => format!("the last date and time in {of}"),
            Op::Replace(from, to) if to.is_empty() => format!("{of} without {}", quote(from)),
            Op::Replace(from, to) => format!("{of} with {} in place of {}", quote(to), quote(from)),
            Op::Slice(from, to) if from == to => format!("{} of {of}", place("character", *from)),
            Op::Slice(from, to) => format!(
                "what goes from {} to {} of {of}",
                place("character", *from),
                place("character", *to)
            ),
            Op::Lookup(entries) => {
                let entry = |it: &(String, String)| format!("{} for {}", quote(&it.1), quote(&it.0));
                let entries: Vec<String> = entries.iter().map(entry).collect();
                format!("what the examples have for {of} ({})", entries.join(", "))
            }
        }
    }

    /// What it makes of a value that shows its format.
    fn example(&self, value: &str) -> String {
        quote(&self.apply(value.to_owned()).unwrap_or_default())
    }
}

fn run_of(class: Class) -> &'static str {
    match class {
        Class::Digits => "run of digits",
        Class::Letters => "run of letters",
        Class::Word => "word",
        Class::Capitalised => "word with an upper-case letter first",
    }
}

fn nth(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// `the third part`, `the last part`.
fn place(what: &str, n: i64) -> String {
    let nth = |n: u64| ordinal(n).map_or_else(|| format!("{what} {n}"), |it| format!("{it} {what}"));
    match n {
        -1 => format!("the last {what}"),
        n if n < 0 => format!("the {} from the end", nth(n.unsigned_abs())),
        n => format!("the {}", nth(n.unsigned_abs())),
    }
}
