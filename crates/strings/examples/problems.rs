//! Measures the synthesiser on a file of problems: how many it solves, refuses and gets wrong, from one, two and three
//! examples.
//!
//! `cargo run --release -p autorpa-strings --example problems -- crates/strings/tests/problems/problems.txt`
//!
//! A line `= name` opens a problem. A line is a JSON list: the inputs, then the output. The first rows are the examples,
//! all others the tests. With `-v`, what is not solved is shown.

#![expect(clippy::print_stdout, reason = "what is measured is printed")]
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example has files and a clock"
)]

use std::{collections::BTreeMap, time::Instant};

use autorpa_strings::{Example, Problem, Test, synthesise};

type Rows = Vec<Vec<String>>;

fn read(text: &str) -> Vec<(String, Rows)> {
    let mut all: Vec<(String, Rows)> = Vec::new();
    for line in text.lines().filter(|it| !it.starts_with('#') && !it.is_empty()) {
        match (line.strip_prefix("= "), all.last_mut()) {
            (Some(name), _) => all.push((name.to_owned(), Vec::new())),
            (None, Some((_, rows))) => rows.push(serde_json::from_str(line).expect("a list of texts")),
            (None, None) => panic!("a row without a problem: {line}"),
        }
    }
    all
}

fn problem(rows: &Rows, examples: usize) -> (Problem, Vec<String>) {
    let split = |row: &Vec<String>| {
        let (output, inputs) = row.split_last().expect("a row has an output");
        (inputs.to_vec(), output.clone())
    };
    let problem = Problem {
        examples: rows[..examples]
            .iter()
            .map(split)
            .map(|(inputs, output)| Example { inputs, output })
            .collect(),
        tests: rows[examples..]
            .iter()
            .map(|it| Test { inputs: split(it).0 })
            .collect(),
    };
    (problem, rows[examples..].iter().map(|it| split(it).1).collect())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let shown = arguments.iter().any(|it| it == "-v");
    let path = arguments
        .iter()
        .find(|it| *it != "-v")
        .expect("a file of problems");
    let problems = read(&std::fs::read_to_string(path).expect("the file can be read"));
    let mut times: Vec<(f64, String)> = Vec::new();
    for examples in 1..=3 {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (name, rows) in problems.iter().filter(|it| it.1.len() > examples) {
            let (problem, wanted) = problem(rows, examples);
            let start = Instant::now();
            let found = synthesise(&problem).expect("the problem is one");
            times.push((start.elapsed().as_secs_f64(), format!("{name} ({examples})")));
            let pairs = || found.outputs.iter().zip(&wanted);
            let wrong = pairs().find(|(found, wanted)| found.as_ref().is_some_and(|it| it != *wanted));
            let result = match wrong {
                Some(_) => "wrong",
                None if pairs().all(|(found, wanted)| found.as_ref() == Some(wanted)) => "solved",
                None => "refused",
            };
            *counts.entry(result).or_default() += 1;
            if shown && result != "solved" {
                let program = found
                    .program
                    .as_ref()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                println!("{examples} {result} {name}: {program} [{}] {wrong:?}", found.bits);
                if let (None, Some(autorpa_strings::Refusal::Undecided { inputs, outputs, .. })) =
                    (wrong, &found.refusal)
                {
                    println!("      {inputs:?}");
                    for (value, expr) in outputs {
                        println!("      {value:?} {expr}");
                    }
                }
            }
        }
        println!("{examples} example(s): {counts:?}");
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let median = times.get(times.len() / 2).map_or(0.0, |it| it.0);
    println!("median {median:.3} s, most {:?}", times.last());
}
