//! Examples, and inputs that want an output, to a program and its outputs. Where programs of nearly the same length
//! disagree on an input, it has no output, and the answer says which input would decide.

mod bits;
mod branch;
mod calls;
mod cover;
mod form;
mod joins;
mod letters;
mod problem;
mod shapes;
mod spans;
mod straight;
mod table;
mod unlike;
mod vacuous;

use std::{collections::HashSet, fmt};

use serde::Serialize;
use thiserror::Error;

pub use problem::{Example, Problem, Test};

use crate::{
    expr::Expr,
    literal::quote,
    synth::{
        cover::Program,
        form::{common_case, form, is_sign, joins_letters},
        straight::straight,
        table::{Table, View},
        unlike::{
            another_kind, asks_for_one_example, reads_an_empty_input, takes_one_of_other_words, untreated,
        },
    },
};

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

/// Whether an example has a sign in its inputs.
fn shown(table: &Table, sign: char) -> bool {
    let mut rows = table.rows[..table.outputs.len()].iter().flatten();
    rows.any(|it| it.contains(sign))
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
    let examples = |met: bool| {
        let rows = 0..table.outputs.len();
        rows.filter(|row| (table.value(&branch.of, *row).as_ref() == Some(&branch.is)) == met)
            .count()
    };
    let lone = |it: &Expr, met: bool| it.inputs().is_empty() && examples(met) < 2;
    let granted = (branch.then.reads(&asked) || branch.otherwise.reads(&asked))
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
