//! Examples of texts to a program and its outputs: what `autorpa synth` reads and answers, as JSON.

use std::{
    io::{self, Read},
    path::Path,
};

use serde::Serialize;
use strings::{Expr, Problem, Refusal, synthesise};
use thiserror::Error;

use crate::error::Error;

/// More than that is no problem of texts.
const MOST_BYTES: u64 = 16 << 20;

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SynthAnswer {
    /// An output for each test; null where it refuses.
    pub outputs: Vec<Option<String>>,
    /// The program, as a script writes it; null where none was found.
    pub program: Option<String>,
    /// The program in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_words: Option<String>,
    /// Its description length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<f64>,
    /// Why an output is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The input whose output would decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deciding: Option<Deciding>,
}

/// An input on which programs of nearly the same length disagree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Deciding {
    /// Which test: 0 is the first.
    pub test: usize,
    /// Its inputs.
    pub inputs: Vec<String>,
    /// What programs make of it, the likeliest first.
    pub candidates: Vec<Candidate>,
}

/// What one of the programs makes of the input that would decide.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// Its output; null where it has none.
    pub output: Option<String>,
    /// The program.
    pub program: String,
}

/// Read a problem to its end.
pub fn read_problem(from: &mut dyn Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let message = format!("it has more than {} MB", MOST_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// A text is no problem to find a program for.
#[derive(Debug, Error)]
#[error(
    "{0}\nhelp: {{\"examples\": [{{\"inputs\": [\"Ada Lovelace\"], \"output\": \"Ada\"}}], \"tests\": [{{\"inputs\": [\"Alan Turing\"]}}]}}"
)]
pub struct BadProblem(serde_json::Error);

/// Find the program that makes the examples' outputs, and its outputs for the tests. `name` is what messages call the
/// text.
pub fn synth(text: &str, name: &str) -> Result<SynthAnswer, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let problem: Problem =
        serde_json::from_str(text).map_err(|error| Error::in_file(Path::new(name), BadProblem(error)))?;
    let found = synthesise(&problem).map_err(|error| Error::in_file(Path::new(name), error))?;
    Ok(SynthAnswer {
        outputs: found.outputs,
        program: found.program.as_ref().map(Expr::to_string),
        in_words: found.program.as_ref().map(Expr::in_words),
        bits: found.program.is_some().then(|| f64::from(found.bits) / 10.0),
        why: found.refusal.as_ref().map(ToString::to_string),
        deciding: found.refusal.and_then(deciding),
    })
}

fn deciding(refusal: Refusal) -> Option<Deciding> {
    match refusal {
        Refusal::NothingFound | Refusal::AllAlike => None,
        Refusal::Undecided {
            test,
            inputs,
            outputs,
        } => {
            let candidate = |(output, program): (Option<String>, Expr)| Candidate {
                output,
                program: program.to_string(),
            };
            Some(Deciding {
                test,
                inputs,
                candidates: outputs.into_iter().map(candidate).collect(),
            })
        }
    }
}
