//! The ReAct agent on one instance of the emulator, its exchanges recorded.
//!
//! `cargo run -p autorpa-explorer --example react -- TASK_TYPE SEED openai:MODEL BASE_URL CASSETTE LABEL`
//! asks a model and records it; with `TASK_TYPE SEED CASSETTE` alone the cassette answers.

#![expect(
    clippy::print_stdout,
    reason = "an example says on the terminal what came of it"
)]

use std::{error::Error, path::Path, time::Duration};

use autorpa_explorer::react::{Options, explore};
use device::{Cancel, Tasks};
use emulator::Emulator;
use llm::{Budget, Cassette, Http, HttpOptions, Meter, Model, Recorder};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let given: Vec<&str> = args.iter().map(String::as_str).collect();
    let (task_type, seed, model): (_, _, Box<dyn Model>) = match given[..] {
        [task_type, seed, cassette] => (task_type, seed, Box::new(Cassette::read(Path::new(cassette))?)),
        [task_type, seed, target, base_url, cassette, label] => {
            let options = HttpOptions {
                base_url: Some(base_url.to_owned()),
                attempt: Duration::from_secs(900),
                deadline: Duration::from_secs(900),
                ..HttpOptions::default()
            };
            let http = Http::new(target.parse()?, options)?;
            (task_type, seed, Box::new(Recorder::new(http, cassette, label)?))
        }
        _ => return Err("wanted: TASK_TYPE SEED [openai:MODEL BASE_URL] CASSETTE [LABEL]".into()),
    };
    let mut model = Meter::new(
        model,
        Budget {
            tokens: Some(500_000),
            ..Budget::default()
        },
    );
    let mut env = Emulator::new();
    let instance = env.instance(task_type, seed.parse()?)?;
    println!("{}", instance.goal);
    let it = explore(
        &mut env,
        &mut model,
        &instance,
        &Options::default(),
        &Cancel::default(),
    )?;
    for recording in it.failed.iter().chain([&it.recording]) {
        for (idx, step) in recording.steps.iter().enumerate() {
            let summary = recording.summary(idx).unwrap_or_default();
            println!(
                "{}. {}\n   {}\n   {summary}",
                idx + 1,
                step.action,
                step.reason.as_deref().unwrap_or("")
            );
        }
        println!(
            "{} reward {:?}\n{}",
            recording.ending.outcome,
            recording.reward,
            recording.concluded()
        );
    }
    println!("{}", model.tally());
    Ok(())
}
