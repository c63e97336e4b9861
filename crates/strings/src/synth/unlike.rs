//! What an input or its output has that no example shows: an output is refused for it, though all programs agree.

use std::collections::HashSet;

use crate::{
    expr::{Expr, Op},
    place::Place,
    rewritten::either_plain,
};

use super::{
    cover::Program,
    form::{Case, common_case, form, is_sign},
    joins,
    problem::{Example, Problem, Test},
    table::Table,
};

/// Whether an output looks as if the program had found nothing to work on.
pub(super) fn untreated(made: &str, of: &Test, by: &Expr, problem: &Problem) -> bool {
    left_bare(made, &of.inputs, problem)
        || lacks_a_sign(made, by, problem)
        || not_cleaned(made, by, problem)
        || lacks_a_bracket(made, of, problem)
        || begins_anew(made, of, problem)
        || adds_twice(by, of, problem)
        || leaves_it(made, of, problem)
        || is_a_sign(made, problem)
        || lacks_what_is_put_in(made, of, problem)
        || lacks_decimals(made, problem)
        || has_other_letters(made, of, problem)
        || has_either_letter(by, of, problem)
        || has_other_capitals(by, of, problem)
        || adds_nothing_up(by, of, problem)
        || has_words_in_blocks(by, of, problem)
        || is_cut_by_size(made, by, problem)
}

/// Whether a program cuts by so many characters, and its output has another form than those of all examples, which have one: what is
/// cut there is hardly what was meant.
fn is_cut_by_size(made: &str, by: &Expr, problem: &Problem) -> bool {
    let by_size = |it: &Expr| match it {
        Expr::Apply(Op::Slice(..), _) => true,
        Expr::Call(name, arguments) if name == "span" => {
            let places = arguments.iter().skip(1).filter_map(Expr::as_literal);
            places.filter_map(Place::parse).any(|it| {
                matches!(it, Place::From(_)) || matches!(it, Place::Start(n) | Place::End(n) if n > 0)
            })
        }
        _ => false,
    };
    let mut forms = problem.examples.iter().map(|it| form(&it.output));
    let Some(first) = forms.next() else { return false };
    problem.examples.len() > 1 && forms.all(|it| it == first) && form(made) != first && by.any(&by_size)
}

/// Whether a program puts letters in blocks, as those of no example are: they are rather a word beside the number.
fn has_words_in_blocks(by: &Expr, of: &Test, problem: &Problem) -> bool {
    let letters = |it: &[String]| it.iter().any(|it| it.contains(char::is_alphabetic));
    by.uses(&["blocks", "blocks_from_right"])
        && letters(&of.inputs)
        && !problem.examples.iter().any(|it| letters(&it.inputs))
}

/// Whether a program adds up the numbers of inputs that have none, as those of no example do: that is not always nought.
fn adds_nothing_up(by: &Expr, of: &Test, problem: &Problem) -> bool {
    let none = |it: &[String]| !it.iter().any(|it| it.contains(|it: char| it.is_ascii_digit()));
    by.uses(&["sum_in"]) && none(&of.inputs) && !problem.examples.iter().any(|it| none(&it.inputs))
}

/// Whether a program writes plain letters for one that may be two plain ones, such as `ü`, as no example shows.
fn has_either_letter(by: &Expr, of: &Test, problem: &Problem) -> bool {
    let shown = |sign: char| problem.inputs().any(|it| either_plain(it).any(|it| it == sign));
    let mut inputs = of.inputs.iter();
    by.uses(&["plain_letters"]) && inputs.any(|it| either_plain(it).any(|it| !shown(it)))
}

/// What the capitals of a text say of its words.
#[derive(Clone, Copy, Default)]
struct Capitals {
    /// A word with an upper-case letter behind a lower-case one: `McDonald`.
    inside: bool,
    /// A word in upper case beside others: `Ida IBM`.
    loud: bool,
    /// All words in upper case.
    all: bool,
    /// A word that begins as `McDonald` does, in any case.
    of_a_clan: bool,
}

impl Capitals {
    fn of(text: &str) -> Capitals {
        let words = || {
            text.split(|it: char| !it.is_alphanumeric())
                .filter(|it| it.chars().filter(|it| it.is_alphabetic()).count() > 1)
        };
        // As `kEVIN` as well, which a key that was down has made of `Kevin`.
        let upper = |it: &str| {
            let first = it.chars().next().map_or(0, char::len_utf8);
            let rest = if it.chars().count() > 3 { &it[first..] } else { it };
            !rest.contains(char::is_lowercase) && rest.contains(char::is_uppercase)
        };
        let inside = |it: &str| !upper(it) && it.chars().skip(1).any(char::is_uppercase);
        let clan = |it: &str| it.len() > 3 && it.to_lowercase().starts_with("mc");
        let all = words().next().is_some() && words().all(upper);
        Capitals {
            inside: words().any(inside),
            loud: !all && words().any(upper),
            all,
            of_a_clan: words().any(clan),
        }
    }

    /// Of any of these texts.
    fn of_all<'a>(texts: impl Iterator<Item = &'a String>) -> Capitals {
        texts
            .map(|it| Capitals::of(it))
            .fold(Capitals::default(), |a, b| Capitals {
                inside: a.inside || b.inside,
                loud: a.loud || b.loud,
                all: a.all || b.all,
                of_a_clan: a.of_a_clan || b.of_a_clan,
            })
    }
}

/// Whether a program gives capitals to names, and an input has other ones than all examples: they may stay.
fn has_other_capitals(by: &Expr, of: &Test, problem: &Problem) -> bool {
    if !by.uses(&["proper_case", "title_case"]) {
        return false;
    }
    let here = Capitals::of_all(of.inputs.iter());
    let shown = Capitals::of_all(problem.inputs());
    here.inside && !shown.inside
        || (here.loud || here.all) && !(shown.loud || shown.all)
        || here.of_a_clan && !shown.of_a_clan
}

/// Whether an output lacks a sign that is put into every example's output, though the input does not come back as it is.
fn lacks_what_is_put_in(made: &str, of: &Test, problem: &Problem) -> bool {
    let [first, others @ ..] = problem.examples.as_slice() else {
        return false;
    };
    let put_in =
        |it: &Example, sign: char| it.output.contains(sign) && !it.inputs.iter().any(|of| of.contains(sign));
    let lacks = |sign: char| {
        let all = put_in(first, sign) && others.iter().all(|it| put_in(it, sign));
        is_sign(sign) && all && !made.contains(sign)
    };
    let letters = |it: &str| {
        it.chars()
            .filter(|it| it.is_alphanumeric())
            .map(|it| it.to_lowercase().to_string())
            .collect::<String>()
    };
    let as_it_is = of.inputs.iter().any(|it| letters(it) == letters(made));
    !others.is_empty() && !as_it_is && first.output.chars().any(lacks)
}

/// Whether an output is nothing but signs, as no text of an example is: rather a mark than a value.
fn is_a_sign(made: &str, problem: &Problem) -> bool {
    let sign = |it: &str| !it.is_empty() && !it.contains(char::is_alphanumeric);
    sign(made) && !problem.texts().any(|it| sign(it))
}

/// Whether an output has a number without decimals, where every example's output has one with decimals that do not stand
/// like that in its inputs: they may be written for every number.
fn lacks_decimals(made: &str, problem: &Problem) -> bool {
    let digit = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
    // Two figures behind the only point of a text: an amount, and no date, version or address.
    let decimals = |it: &str| {
        let (before, behind) = it.split_once('.')?;
        let figures = behind.len() - behind.trim_start_matches(|it: char| it.is_ascii_digit()).len();
        let amount = digit(before.chars().next_back()) && figures == 2 && !behind.contains('.');
        amount.then(|| format!(".{}", &behind[..figures]))
    };
    let written = |it: &Example| {
        decimals(&it.output).is_some_and(|decimals| !it.inputs.iter().any(|of| of.contains(&decimals)))
    };
    problem.examples.iter().all(written)
        && made.contains(|it: char| it.is_ascii_digit())
        && !made.contains('.')
}

/// Whether an output has letters of another case than those of all examples' outputs, or letters with signs on them where
/// an address or a code is made, as the inputs of no example have.
fn has_other_letters(made: &str, of: &Test, problem: &Problem) -> bool {
    let outputs: Vec<String> = problem.examples.iter().map(|it| it.output.clone()).collect();
    let signed = |it: char| it.is_alphabetic() && !it.is_ascii();
    let shown = || problem.inputs().any(|it| it.contains(signed));
    let changed = problem
        .examples
        .iter()
        .any(|it| !it.inputs.iter().any(|of| of.contains(&it.output)));
    let code = |it: &String| {
        !it.contains(' ') && it.contains(['@', '.', '_', '-']) && it.contains(char::is_alphabetic)
    };
    let lower = matches!(common_case(&outputs), Some(Case::Lower));
    if lower && changed && outputs.iter().all(code) && made.contains(signed) && !shown() {
        return true;
    }
    let other_case = common_case(&outputs).is_some_and(|it| !it.holds(made));
    other_case && !of.inputs.iter().any(|it| it == made)
}

/// Whether a program takes one word of a phrase in small letters that has another number of words than all examples have:
/// nothing shows what becomes of the others. Of a name, the first and the last word are meant.
pub(super) fn takes_one_of_other_words(of: &Test, by: &Expr, problem: &Problem) -> bool {
    let Expr::Apply(Op::Token(..) | Op::Part(..), taken) = by else {
        return false;
    };
    let ([input], Expr::Input(_)) = (of.inputs.as_slice(), taken.as_ref()) else {
        return false;
    };
    let phrase = |it: &str| it.chars().all(|it| it.is_lowercase() || it == ' ');
    let words = |it: &str| it.split(' ').count();
    let mut counts = problem.inputs().map(|it| words(it));
    let first = counts.next().unwrap_or(0);
    problem.examples.len() > 1
        && problem.inputs().all(|it| phrase(it))
        && first > 1
        && counts.all(|it| it == first)
        && words(input) != first
}

/// Whether an output lacks a sign that every example has in its inputs and in its output.
fn lacks_a_sign(made: &str, by: &Expr, problem: &Problem) -> bool {
    // Of a list there may be one entry alone.
    if matches!(by, Expr::Call(name, _) if name.starts_with("parts_")) {
        return false;
    }
    let [first, others @ ..] = problem.examples.as_slice() else {
        return false;
    };
    let (has, made) = (|text: &str, it: char| form(text).contains(&it), form(made));
    let both = |example: &Example, it: char| {
        has(&example.output, it) && example.inputs.iter().any(|input| has(input, it))
    };
    let kept = |it: &char| is_sign(*it) && both(first, *it) && others.iter().all(|other| both(other, *it));
    !others.is_empty()
        && form(&first.output)
            .iter()
            .any(|it| kept(it) && !made.contains(it))
}

/// Whether a program that says little of outputs of a few kinds makes one of another kind.
pub(super) fn another_kind(made: &str, best: &Program, problem: &Problem, by_heart: u32) -> bool {
    let outputs: Vec<&str> = problem.examples.iter().map(|it| it.output.as_str()).collect();
    let kinds: HashSet<&&str> = outputs.iter().collect();
    let counts = !matches!(best.expr, Expr::If(_)) && outputs.iter().all(|it| it.parse::<i64>().is_ok());
    !counts && kinds.len() < outputs.len() && !kinds.contains(&made) && best.bits.saturating_mul(2) > by_heart
}

/// Whether an input comes back as it is, without a sign that all examples' outputs have, though it is as long as one of
/// them: nothing was found to work on.
fn left_bare(made: &str, inputs: &[String], problem: &Problem) -> bool {
    let sign = |it: &char| !it.is_alphanumeric() && !matches!(it, ' ' | ',');
    let outputs = || problem.examples.iter().map(|it| it.output.as_str());
    let all_have = |it: char| outputs().all(|output| output.contains(it));
    let missing = |it: char| !made.contains(it) && all_have(it);
    let kept = problem.examples.iter().any(|it| it.inputs.contains(&it.output));
    let letters = |it: &str| it.chars().filter(|it| it.is_alphanumeric()).count();
    let long = outputs().any(|it| letters(it) <= letters(made));
    !kept
        && long
        && inputs.iter().any(|it| it == made)
        && outputs()
            .next()
            .is_some_and(|it| it.chars().filter(sign).any(missing))
}

/// Whether a program that takes signs away or replaces them leaves one that no example has.
fn not_cleaned(made: &str, by: &Expr, problem: &Problem) -> bool {
    let sign = |it: &char| !it.is_alphanumeric() && !it.is_whitespace();
    let known = |sign: char| problem.texts().any(|it| it.contains(sign));
    by.uses(&["replaced", "without"]) && made.chars().filter(sign).any(|it| !known(it))
}

/// Whether what a program asks for is a word of a single example: any other word of it would do as well.
pub(super) fn asks_for_one_example(by: &Expr, problem: &Problem) -> bool {
    let asked = match by {
        Expr::If(branch) => &branch.of,
        other => other,
    };
    let Expr::Call(name, arguments) = asked else {
        return false;
    };
    let [_, Expr::Const(thing)] = arguments.as_slice() else {
        return false;
    };
    let Some(word) = thing.strip_prefix("of ") else {
        return false;
    };
    let has = |it: &&Example| it.inputs.iter().any(|input| input.contains(word));
    ["has", "starts", "ends"].contains(&name.as_str())
        && word.chars().any(char::is_alphanumeric)
        && problem.examples.iter().filter(has).count() < 2
}

/// Whether a program looks at an input that is empty, and is so in no example: what stands around it may have to go as
/// well.
pub(super) fn reads_an_empty_input(of: &Test, by: &Expr, table: &Table) -> bool {
    let (read, guarded) = (by.inputs(), joins::guarded(by));
    let blank = |row: &[String], n: usize| row.get(n).is_some_and(|it| it.trim().is_empty());
    let examples = &table.rows[..table.outputs.len()];
    let mut inputs = table.names.iter().enumerate();
    inputs.any(|(n, name)| {
        read.contains(&name.as_str())
            && !guarded.contains(&name.as_str())
            && blank(&of.inputs, n)
            && !examples.iter().any(|row| blank(row, n))
    })
}

/// Whether an output has one bracket of a pair without the other, as no input of it and no example has.
fn lacks_a_bracket(made: &str, of: &Test, problem: &Problem) -> bool {
    let uneven = |it: &str| {
        let count = |sign: char| it.chars().filter(|it| *it == sign).count();
        let pairs = [('(', ')'), ('[', ']'), ('<', '>'), ('{', '}')];
        pairs.iter().any(|(open, close)| count(*open) != count(*close))
    };
    uneven(made)
        && !of.inputs.iter().any(|it| uneven(it))
        && !problem.examples.iter().any(|it| uneven(&it.output))
}

/// Whether an output begins with a sign that stands in no example.
fn begins_anew(made: &str, of: &Test, problem: &Problem) -> bool {
    let known = |sign: char| problem.texts().any(|it| it.contains(sign));
    let whole = problem.examples.iter().any(|it| it.inputs.contains(&it.output))
        && of.inputs.iter().any(|it| it == made);
    let number = |it: &str| it.parse::<f64>().is_ok();
    let below_zero = number(made) && problem.examples.iter().all(|it| number(&it.output));
    let first = made.chars().next();
    !whole && !below_zero && first.is_some_and(|it| !it.is_alphanumeric() && !known(it))
}

/// Whether a program adds signs that the inputs have already, as those of no example have.
fn adds_twice(by: &Expr, of: &Test, problem: &Problem) -> bool {
    let Expr::Concat(parts) = by else { return false };
    let mut literals = parts.iter().filter_map(Expr::as_literal);
    literals.any(|literal| {
        let mut signs = literal.split(|it: char| it.is_alphanumeric() || it.is_whitespace());
        signs.any(|run| {
            let new = |(n, input): (usize, &String)| {
                let has = |it: &Example| it.inputs.get(n).is_some_and(|it| it.contains(run));
                input.contains(run) && !problem.examples.iter().any(has)
            };
            !run.is_empty() && of.inputs.iter().enumerate().any(new)
        })
    })
}

/// Whether an input comes back as it is, with a sign that is taken out of every example that has it.
fn leaves_it(made: &str, of: &Test, problem: &Problem) -> bool {
    let taken = |sign: char| {
        let mut with = problem
            .examples
            .iter()
            .filter(|it| it.inputs.iter().any(|it| it.contains(sign)));
        with.next().is_some() && !problem.examples.iter().any(|it| it.output.contains(sign))
    };
    of.inputs.iter().any(|it| it == made) && made.chars().any(|it| is_sign(it) && taken(it))
}
