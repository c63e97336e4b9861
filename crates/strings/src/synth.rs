//! Examples, and inputs that want an output, to a program and its outputs. Where programs of nearly the same length
//! disagree on an input, it has no output, and the answer says which input would decide.

mod bits;
mod branch;
mod calls;
mod cover;
mod joins;
mod shapes;
mod spans;
mod straight;
mod table;
mod vacuous;

use std::{collections::HashSet, fmt};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    expr::{Expr, Op},
    literal::quote,
    rewritten::either_plain,
    synth::{
        cover::Program,
        straight::straight,
        table::{Table, View},
    },
};

/// Inputs with their outputs, and inputs that want one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// At least one; all have as many inputs.
    pub examples: Vec<Example>,
    /// Inputs that want an output.
    #[serde(default)]
    pub tests: Vec<Test>,
}

/// Inputs with their output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// At least one text.
    pub inputs: Vec<String>,
    /// What is to be made of them.
    pub output: String,
}

/// Inputs that want an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// As many texts as the examples have.
    pub inputs: Vec<String>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Synthesis {
    /// An output for each test; none where programs that are as good disagree, or none was found.
    pub outputs: Vec<Option<String>>,
    /// The simplest program that makes the examples' outputs.
    pub program: Option<Expr>,
    /// Its length in tenths of a bit.
    pub bits: u32,
    /// Why an output is missing.
    pub refusal: Option<Refusal>,
}

/// Why an output is missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Refusal {
    /// No program is shorter than the outputs themselves.
    NothingFound,
    /// All examples have the same output: one with another would show what it depends on.
    AllAlike,
    /// Programs of nearly the same length disagree; this input would decide.
    Undecided {
        /// Which test: 0 is the first.
        test: usize,
        /// Its inputs.
        inputs: Vec<String>,
        /// What the programs make of it, the likeliest first, and a program for each.
        outputs: Vec<(Option<String>, Expr)>,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NothingFound => {
                f.write_str("no program is shorter than the outputs themselves: give more examples")
            }
            Refusal::AllAlike => f.write_str("all examples have the same output: give one with another"),
            Refusal::Undecided { inputs, outputs, .. } => {
                let inputs: Vec<String> = inputs.iter().map(|it| quote(it)).collect();
                let shown = |it: &Option<String>| it.as_deref().map_or_else(|| "nothing".to_owned(), quote);
                let outputs: Vec<String> = outputs.iter().map(|(it, _)| shown(it)).collect();
                match outputs.as_slice() {
                    [_, _, ..] => write!(
                        f,
                        "programs that are about as simple make {} of {}: its output would decide",
                        outputs.join(" or "),
                        inputs.join(", ")
                    ),
                    _ => write!(
                        f,
                        "{} is too unlike the examples: give its output",
                        inputs.join(", ")
                    ),
                }
            }
        }
    }
}

/// Why a problem is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SynthError {
    /// Nothing to learn from.
    #[error("there is no example: give at least one, as {{\"inputs\": [\"..\"], \"output\": \"..\"}}")]
    NoExamples,
    /// An example without inputs.
    #[error("the first example has no inputs")]
    NoInputs,
    /// Not as many inputs as the first example.
    #[error("{place} has {found} inputs, and the first example has {wanted}")]
    Inputs {
        /// `example 2`, `test 1`.
        place: String,
        /// How many it has.
        found: usize,
        /// How many it should.
        wanted: usize,
    },
    /// More than can be looked at in a few seconds.
    #[error("{what} is {found}, and at most {most} can be taken")]
    TooMuch {
        /// What is too long or too many.
        what: &'static str,
        /// How much it is.
        found: usize,
        /// The limit.
        most: usize,
    },
    /// The same inputs with different outputs.
    #[error("examples {first} and {second} have the same inputs and different outputs")]
    Contradiction {
        /// The one, from 1.
        first: usize,
        /// The other, from 1.
        second: usize,
    },
}

/// Examples at most.
const MOST_EXAMPLES: usize = 200;
/// Tests at most.
const MOST_TESTS: usize = 10_000;
/// Inputs of a row at most.
const MOST_INPUTS: usize = 12;
/// Bytes of a text at most.
const LONGEST: usize = 4_000;
/// Tests that the search looks at.
const MOST_LOOKED_AT: usize = 40;
/// Examples that the search starts from; the others only have to agree.
const MOST_SEARCHED: usize = 12;
/// Programs that are held against each other.
const MOST_PROGRAMS: usize = 160;
/// Programs without a branch whose concatenations are looked for, in each world.
const MOST_COVERS: usize = 120;
/// An output is given where so much of the weight of all programs speaks for it, in percent.
const SURE: f64 = 0.75;

/// From two examples on, less is enough where no program within so many tenths of a bit says anything else.
const LIKELY: f64 = 0.65;
const APART: u32 = 25;

/// What is odd about a program at an input speaks against it there once more, by this share.
const ODD_HERE: f64 = 0.5;

/// What is asked for has a value for every input: so much speaks a program that has none.
const NO_VALUE: f64 = 0.6;

/// Tenths of a bit within which more is open at an input of another form than the examples'.
const NEAR: u32 = 40;

/// An input that is so unlike the examples at the places that count has no output.
const ODD: u32 = 48;

/// Find the program, and its outputs for the tests.
pub fn synthesise(problem: &Problem) -> Result<Synthesis, SynthError> {
    check(problem)?;
    let mut examples: Vec<&Example> = Vec::new();
    for it in &problem.examples {
        if !examples.contains(&it) {
            examples.push(it);
        }
    }
    let rows = examples.iter().map(|it| it.inputs.clone());
    let tests = problem
        .tests
        .iter()
        .take(MOST_LOOKED_AT)
        .map(|it| it.inputs.clone());
    let table = Table::new(
        rows.chain(tests).collect(),
        examples.iter().map(|it| it.output.clone()).collect(),
    );
    let programs = programs(&table);
    Ok(judged(problem, &table, &programs))
}

/// The programs that make the outputs of a table, simplest first.
fn programs(table: &Table) -> Vec<Program> {
    let view = View {
        table,
        picked: (0..table.outputs.len().min(MOST_SEARCHED)).collect(),
    };
    let mut programs = straight(&view, MOST_COVERS);
    let shortest = programs.first().map_or(u32::MAX, |it| it.bits);
    programs.extend(branch::branches(&view, shortest));
    let whole = View {
        table,
        picked: (0..table.outputs.len()).collect(),
    };
    programs.retain(|it| whole.whole(&it.values) && !it.expr.is_const());
    for it in &mut programs {
        it.surprise = surprise(&it.values, table);
        it.bits += it.surprise + unused(&it.expr, table);
    }
    programs.sort_by(|a, b| (a.bits, &a.expr).cmp(&(b.bits, &b.expr)));
    let mut seen = HashSet::new();
    programs.retain(|it| seen.insert(it.expr.to_string()));
    programs.truncate(MOST_PROGRAMS);
    for it in &mut programs {
        it.bits += bits::VACUOUS * vacuous::vacuous(it, table);
    }
    programs.sort_by(|a, b| (a.bits, &a.expr).cmp(&(b.bits, &b.expr)));
    programs
}

fn check(problem: &Problem) -> Result<(), SynthError> {
    let first = problem.examples.first().ok_or(SynthError::NoExamples)?;
    let wanted = first.inputs.len();
    if wanted == 0 {
        return Err(SynthError::NoInputs);
    }
    let limit = |what: &'static str, found: usize, most: usize| match found > most {
        true => Err(SynthError::TooMuch { what, found, most }),
        false => Ok(()),
    };
    limit("the number of examples", problem.examples.len(), MOST_EXAMPLES)?;
    limit("the number of tests", problem.tests.len(), MOST_TESTS)?;
    limit("the number of inputs", wanted, MOST_INPUTS)?;
    let examples = (1..)
        .zip(&problem.examples)
        .map(|(n, it)| (format!("example {n}"), &it.inputs));
    let tests = (1..)
        .zip(&problem.tests)
        .map(|(n, it): (usize, _)| (format!("test {n}"), &it.inputs));
    for (place, inputs) in examples.chain(tests) {
        if inputs.len() != wanted {
            let found = inputs.len();
            return Err(SynthError::Inputs { place, found, wanted });
        }
        for text in inputs {
            limit("the length of an input in bytes", text.len(), LONGEST)?;
        }
    }
    for it in &problem.examples {
        limit("the length of an output in bytes", it.output.len(), LONGEST)?;
    }
    for (n, a) in problem.examples.iter().enumerate() {
        let mut before = problem.examples[..n].iter();
        if let Some(m) = before.position(|b| a.inputs == b.inputs && a.output != b.output) {
            return Err(SynthError::Contradiction {
                first: m + 1,
                second: n + 1,
            });
        }
    }
    Ok(())
}

/// What speaks against a program in the inputs that it doesn't look at.
fn unused(expr: &Expr, table: &Table) -> u32 {
    let used = expr.inputs();
    let varies = |n: usize| table.rows.iter().any(|row| row.get(n) != table.rows[0].get(n));
    let unused = table.names.iter().enumerate();
    let unused = unused.filter(|(n, name)| varies(*n) && !used.contains(&name.as_str()));
    unused.map(|_| bits::UNUSED).sum()
}

/// What speaks against a program in what it makes of the inputs without outputs: no value, or one that looks like no
/// example's.
fn surprise(values: &[Option<String>], table: &Table) -> u32 {
    let tests = &values[table.outputs.len()..];
    if tests.is_empty() {
        return 0;
    }
    let known: Vec<Vec<char>> = table.outputs.iter().map(|it| form(it)).collect();
    let ends = |it: &[char]| (it.first().copied(), it.last().copied());
    // What all examples have many figures of: one alone says nothing.
    let long = table.outputs.first().map(String::len).filter(|long| {
        *long >= 3 && table.outputs.len() > 1 && table.outputs.iter().all(|it| it.len() == *long)
    });
    let case = common_case(&table.outputs);
    let of = |it: &Option<String>| {
        let Some(it) = it else { return bits::UNDEFINED };
        if case.is_some_and(|case| !case.holds(it)) {
            return bits::OTHER_CASE;
        }
        let figures = it.bytes().all(|it| it.is_ascii_digit());
        if figures && long.is_some_and(|long| long != it.len()) {
            return bits::OTHER_LENGTH;
        }
        let form = form(it);
        let inside_words = |sign: char| joins_letters(it, sign) && !shown(table, sign);
        let new =
            |it: &char| is_sign(*it) && !known.iter().any(|known| known.contains(it)) && !inside_words(*it);
        let missing =
            |it: &char| is_sign(*it) && !form.contains(it) && known.iter().all(|known| known.contains(it));
        if known.contains(&form) {
            0
        } else if form.iter().any(new) {
            bits::NEW_SIGN
        } else if known.len() > 1 && known[0].iter().any(missing) {
            bits::MISSING_SIGN
        } else if known.iter().any(|it| ends(it) == ends(&form)) {
            bits::SOMEWHAT_UNLIKE
        } else {
            bits::UNLIKE
        }
    };
    let rows: Vec<u32> = tests.iter().map(of).collect();
    bits::over_rows(&rows, 0)
}

/// Whether a sign is a hyphen or an apostrophe that stands only between two letters of a text, as in `Jean-Luc`.
pub(crate) fn joins_letters(text: &str, sign: char) -> bool {
    let letter = |it: Option<char>| it.is_some_and(char::is_alphabetic);
    let joins = |(at, _): (usize, &str)| {
        letter(text[..at].chars().next_back()) && letter(text[at + sign.len_utf8()..].chars().next())
    };
    matches!(sign, '-' | '\'' | '\u{2019}') && text.matches(sign).count() > 0 && {
        let mut at = text.match_indices(sign);
        at.all(joins)
    }
}

/// Whether an example has a sign in its inputs.
fn shown(table: &Table, sign: char) -> bool {
    let mut rows = table.rows[..table.outputs.len()].iter().flatten();
    rows.any(|it| it.contains(sign))
}

/// The one case of all letters of some texts.
#[derive(Clone, Copy)]
enum Case {
    Upper,
    Lower,
}

impl Case {
    fn holds(self, text: &str) -> bool {
        match self {
            Case::Upper => !text.contains(char::is_lowercase),
            Case::Lower => !text.contains(char::is_uppercase),
        }
    }
}

/// The case that all letters of these texts have, where each of them has several.
fn common_case(texts: &[String]) -> Option<Case> {
    let several = |it: &String| it.chars().filter(|it| it.is_alphabetic()).count() > 1;
    let mut cases = [Case::Upper, Case::Lower].into_iter();
    cases.find(|case| texts.iter().all(|it| several(it) && case.holds(it)))
}

/// The kinds of characters of a text, each run once. A comma that groups thousands belongs to its number.
fn form(text: &str) -> Vec<char> {
    let kind = |it: char| match it {
        it if it.is_ascii_digit() => '0',
        it if it.is_alphabetic() => 'a',
        it if it.is_whitespace() => ' ',
        it => it,
    };
    let figure = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
    let mut form: Vec<char> = Vec::new();
    let mut rest = text.chars();
    let mut before = None;
    while let Some(it) = rest.next() {
        let groups = it == ',' && figure(before) && figure(rest.clone().next());
        if !groups && form.last() != Some(&kind(it)) {
            form.push(kind(it));
        }
        before = Some(it);
    }
    form
}

/// Whether something in a form is a sign.
fn is_sign(it: char) -> bool {
    !it.is_alphanumeric() && it != ' '
}

/// The outputs for which enough of the weight of all programs speaks.
fn judged(problem: &Problem, table: &Table, programs: &[Program]) -> Synthesis {
    let refused = |why: Refusal| Synthesis {
        outputs: vec![None; problem.tests.len()],
        program: None,
        bits: 0,
        refusal: Some(why),
    };
    if table.outputs.len() > 1 && table.outputs.iter().all(|it| *it == table.outputs[0]) {
        return refused(Refusal::AllAlike);
    }
    let explains = |it: &&Program| it.bits < by_heart(&table.outputs) + of_columns(&it.expr, table);
    let Some(best) = programs.first().filter(explains) else {
        return refused(Refusal::NothingFound);
    };
    let examples = u32::try_from(table.outputs.len()).unwrap_or(u32::MAX);
    let branched = matches!(best.expr, Expr::If(_));
    let overlong = branched && best.bits > bits::OF_AN_EXAMPLE.saturating_mul(examples);
    let unread = unused(&best.expr, table) > 0;
    let guessed = overlong || unread || asks_for_one_example(&best.expr, problem);
    let mut outputs = Vec::new();
    let mut undecided: Option<(f64, Refusal)> = None;
    let known = |inputs: &[String]| inputs.iter().map(|it| form(it)).collect::<Vec<_>>();
    let forms: Vec<Vec<Vec<char>>> = table.rows[..table.outputs.len()]
        .iter()
        .map(|it| known(it))
        .collect();
    // The more examples and inputs share a form, the less is known of an input of another one.
    let alike = forms.len() - forms.iter().collect::<HashSet<_>>().len();
    let familiar = problem
        .tests
        .iter()
        .filter(|it| forms.contains(&known(&it.inputs)))
        .count();
    let familiar = familiar as f64 / problem.tests.len().max(1) as f64;
    let per_bit_of_new = 10.0 + (10.0 * (alike as f64 + familiar)).min(20.0);
    for (test, it) in problem.tests.iter().enumerate() {
        let row = table.outputs.len() + test;
        let one = Table::new(vec![it.inputs.clone()], Vec::new());
        let value = |program: &Program| match program.values.get(row) {
            Some(value) => value.clone(),
            None => one.value(&program.expr, 0),
        };
        let new = !forms.contains(&known(&it.inputs));
        let per_bit = if new { per_bit_of_new } else { 10.0 };
        let speak = speaking(programs, row, per_bit, value);
        let all: f64 = speak.iter().map(|it| it.1).sum();
        let first = speak.first().and_then(|it| it.0.clone());
        let odd = guessed
            || best.odd.get(row).is_some_and(|it| *it >= ODD)
            || first.as_deref().is_some_and(|made| {
                untreated(made, it, &best.expr, problem)
                    || reads_an_empty_input(it, &best.expr, table)
                    || takes_one_of_other_words(it, &best.expr, problem)
                    || another_kind(made, best, problem, by_heart(&table.outputs))
            });
        let share = speak.first().map_or(0.0, |it| it.1 / all);
        // The first program that makes something else of it is the shortest of those.
        let apart = speak.get(1).map_or(u32::MAX, |it| it.2.bits - best.bits);
        let likely = forms.len() > 1 && share >= LIKELY && apart >= APART;
        let sure = !odd && (share >= SURE || likely);
        outputs.push(first.clone().filter(|_| sure));
        if !sure || first.is_none() {
            let (margin, refusal) = what_decides(test, it, speak, all);
            if undecided.as_ref().is_none_or(|(known, _)| margin < *known) {
                undecided = Some((margin, refusal));
            }
        }
    }
    Synthesis {
        outputs,
        program: Some(best.expr.clone()),
        bits: best.bits,
        refusal: undecided.map(|(_, it)| it),
    }
}

/// What programs make of a row, the best one's output first, with what speaks for it and the first program that makes it.
type Speaking<'a> = Vec<(Option<String>, f64, &'a Program)>;

/// What the programs make of a row. `per_bit` is how much longer a program is of which half as much speaks.
fn speaking<'a>(
    programs: &'a [Program],
    row: usize,
    per_bit: f64,
    value: impl Fn(&Program) -> Option<String>,
) -> Speaking<'a> {
    let mut speak: Speaking<'a> = Vec::new();
    let Some(best) = programs.first() else {
        return speak;
    };
    let odd_here = |it: &Program| it.odd.get(row).map_or(0.0, |it| f64::from(*it) * ODD_HERE);
    let by_itself = |it: &Program| it.bits.saturating_sub(it.surprise);
    for program in programs {
        let value = value(program);
        let longer = f64::from(program.bits - best.bits) + odd_here(program) - odd_here(best);
        // Of what is much longer, as little is likely at an input of another form as at any.
        let far = by_itself(program) > by_itself(best).saturating_add(NEAR);
        let near = if far { longer.min(f64::from(NEAR)) } else { longer };
        let no_value = if value.is_none() { NO_VALUE } else { 1.0 };
        let weight = no_value * 2f64.powf(-near / per_bit - (longer - near) / 10.0);
        match speak.iter_mut().find(|(known, ..)| *known == value) {
            Some((_, sum, _)) => *sum += weight,
            None => speak.push((value, weight, program)),
        }
    }
    speak
}

/// How much speaks for the likeliest output of a test that is refused, and what the programs make of it.
fn what_decides(
    test: usize,
    of: &Test,
    mut speak: Vec<(Option<String>, f64, &Program)>,
    all: f64,
) -> (f64, Refusal) {
    speak.sort_by(|a, b| b.1.total_cmp(&a.1));
    let margin = speak.first().map_or(1.0, |it| it.1 / all);
    let said = speak
        .into_iter()
        .take(3)
        .map(|(value, _, it)| (value, it.expr.clone()));
    let refusal = Refusal::Undecided {
        test,
        inputs: of.inputs.clone(),
        outputs: said.collect(),
    };
    (margin, refusal)
}

/// Whether an output looks as if the program had found nothing to work on.
fn untreated(made: &str, of: &Test, by: &Expr, problem: &Problem) -> bool {
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
}

/// Whether a program puts letters in blocks, as those of no example are: they are rather a word beside the number.
fn has_words_in_blocks(by: &Expr, of: &Test, problem: &Problem) -> bool {
    let letters = |it: &[String]| it.iter().any(|it| it.contains(char::is_alphabetic));
    by.to_string().contains("blocks")
        && letters(&of.inputs)
        && !problem.examples.iter().any(|it| letters(&it.inputs))
}

/// Whether a program adds up the numbers of inputs that have none, as those of no example do: that is not always nought.
fn adds_nothing_up(by: &Expr, of: &Test, problem: &Problem) -> bool {
    let none = |it: &[String]| !it.iter().any(|it| it.contains(|it: char| it.is_ascii_digit()));
    by.to_string().contains("sum_in(")
        && none(&of.inputs)
        && !problem.examples.iter().any(|it| none(&it.inputs))
}

/// Whether a program writes plain letters for one that may be two plain ones, such as `ü`, as no example shows.
fn has_either_letter(by: &Expr, of: &Test, problem: &Problem) -> bool {
    let shown = |sign: char| {
        let mut inputs = problem.examples.iter().flat_map(|it| &it.inputs);
        inputs.any(|it| either_plain(it).any(|it| it == sign))
    };
    let mut inputs = of.inputs.iter();
    by.to_string().contains("plain_letters(") && inputs.any(|it| either_plain(it).any(|it| !shown(it)))
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
    let here = Capitals::of_all(of.inputs.iter());
    let shown = Capitals::of_all(problem.examples.iter().flat_map(|it| &it.inputs));
    let written = by.to_string();
    ["proper_case(", "title_case("]
        .iter()
        .any(|it| written.contains(it))
        && (here.inside && !shown.inside
            || (here.loud || here.all) && !(shown.loud || shown.all)
            || here.of_a_clan && !shown.of_a_clan)
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
    let mut texts = problem
        .examples
        .iter()
        .flat_map(|it| it.inputs.iter().chain([&it.output]));
    sign(made) && !texts.any(|it| sign(it))
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
    let shown = || {
        let mut inputs = problem.examples.iter().flat_map(|it| &it.inputs);
        inputs.any(|it| it.contains(signed))
    };
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
fn takes_one_of_other_words(of: &Test, by: &Expr, problem: &Problem) -> bool {
    let Expr::Apply(Op::Token(..) | Op::Part(..), taken) = by else {
        return false;
    };
    let ([input], Expr::Input(_)) = (of.inputs.as_slice(), taken.as_ref()) else {
        return false;
    };
    let phrase = |it: &str| it.chars().all(|it| it.is_lowercase() || it == ' ');
    let words = |it: &str| it.split(' ').count();
    let mut counts = problem
        .examples
        .iter()
        .flat_map(|it| &it.inputs)
        .map(|it| words(it));
    let first = counts.next().unwrap_or(0);
    problem.examples.len() > 1
        && problem
            .examples
            .iter()
            .flat_map(|it| &it.inputs)
            .all(|it| phrase(it))
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
fn another_kind(made: &str, best: &Program, problem: &Problem, by_heart: u32) -> bool {
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
    let known = |it: char| {
        let has = |example: &Example| {
            example.output.contains(it) || example.inputs.iter().any(|of| of.contains(it))
        };
        problem.examples.iter().any(has)
    };
    let written = by.to_string();
    let cleans = written.contains("replaced(") || written.contains("without(");
    cleans && made.chars().filter(sign).any(|it| !known(it))
}

/// Whether what a program asks for is a word of a single example: any other word of it would do as well.
fn asks_for_one_example(by: &Expr, problem: &Problem) -> bool {
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
fn reads_an_empty_input(of: &Test, by: &Expr, table: &Table) -> bool {
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
    let known = |it: char| {
        let has = |example: &Example| {
            example.output.contains(it) || example.inputs.iter().any(|of| of.contains(it))
        };
        problem.examples.iter().any(has)
    };
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

/// What a program may cost more where it asks how two inputs stand to each other: there are few such questions, and no other
/// reason to give both. Only where an arm reads one of them, and no other one is a text that a single example has.
fn of_columns(by: &Expr, table: &Table) -> u32 {
    let Expr::If(branch) = by else { return 0 };
    let Expr::Call(name, arguments) = &branch.of else {
        return 0;
    };
    let inputs = arguments.iter().all(|it| matches!(it, Expr::Input(_)));
    if !inputs || !matches!(name.as_str(), "at_least" | "same") {
        return 0;
    }
    let asked = branch.of.inputs();
    let reads = |it: &Expr| it.inputs().iter().any(|it| asked.contains(it));
    let examples = |met: bool| {
        let rows = 0..table.outputs.len();
        rows.filter(|row| (table.value(&branch.of, *row).as_ref() == Some(&branch.is)) == met)
            .count()
    };
    let lone = |it: &Expr, met: bool| it.inputs().is_empty() && examples(met) < 2;
    let granted = (reads(&branch.then) || reads(&branch.otherwise))
        && !lone(&branch.then, true)
        && !lone(&branch.otherwise, false);
    if granted { bits::OF_COLUMNS } else { 0 }
}

/// What the outputs cost by themselves: a program that is longer explains nothing.
fn by_heart(outputs: &[String]) -> u32 {
    // What is only ever true or false says one bit an example.
    if outputs.iter().all(|it| calls::TRUTHS.contains(&it.as_str())) {
        return bits::TRUTHS + bits::TRUTH * u32::try_from(outputs.len()).unwrap_or(u32::MAX / 1000);
    }
    let distinct: HashSet<&String> = outputs.iter().collect();
    let literals: u32 = distinct.iter().map(|it| bits::literal(it)).sum();
    let choices = bits::log2(distinct.len()).saturating_mul(u32::try_from(outputs.len()).unwrap_or(u32::MAX));
    literals.saturating_add(choices)
}
