//! What the interaction graph is worth: the search for a task type of an app with an empty graph, and with what
//! was learned of the app at another task type.
//!
//! `cargo bench -p autorpa-benches --bench graph`
//!
//! Counts, not times: they are the same on every machine. An app's first task type (by name) is searched for
//! with an empty graph; every other one twice.
#![expect(clippy::print_stdout, reason = "a bench that prints its table")]

use std::collections::BTreeMap;

use device::{Cancel, Environment};
use emulator::Emulator;
use explorer::{
    graph::Graph,
    search::{Budget, Options, Report, search},
};

/// The instance that is searched for.
const SEED: u64 = 1;

fn run(task_type: &str, graph: &mut Graph) -> Report {
    let mut env = Emulator::new();
    let instance = env
        .instance(task_type, SEED)
        .expect("the suite knows its task types");
    let options = Options {
        budget: Budget {
            episodes: 300,
            steps: 10_000,
            // The counts decide; nothing depends on the clock.
            seconds: 1e6,
        },
        ..Options::default()
    };
    search(
        &mut env,
        &instance,
        &options,
        graph,
        &Cancel::default(),
        &mut |_| {},
    )
    .expect("the emulator starts every instance")
}

/// The app in which most of an episode happens.
fn app(report: &Report) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for step in &report.recording.as_ref()?.steps {
        *counts.entry(&step.screen.app).or_default() += 1;
    }
    // The launcher is where every way begins; it counts where nothing else was used.
    let launcher = |name: &str| name.contains("launcher");
    let most = counts
        .into_iter()
        .max_by_key(|(name, count)| (!launcher(name), *count))?;
    Some(most.0.to_owned())
}

fn main() {
    let types: Vec<String> = Emulator::new()
        .task_types()
        .into_iter()
        .map(|it| it.name)
        .collect();
    let mut learned: BTreeMap<String, (String, Graph)> = BTreeMap::new();
    let (mut cold_sum, mut warm_sum) = ((0, 0), (0, 0));
    println!(
        "| task type | after | episodes cold | warm | steps cold | warm |\n| --- | --- | --- | --- | --- | --- |"
    );
    for name in &types {
        let mut graph = Graph::default();
        let cold = run(name, &mut graph);
        let Some(app) = app(&cold) else {
            println!("| {name} | not found | {} | | {} | |", cold.episodes, cold.steps);
            continue;
        };
        let Some((first, known)) = learned.get(&app) else {
            println!(
                "| {name} | (first of {app}) | {} | | {} | |",
                cold.episodes, cold.steps
            );
            learned.insert(app, (name.clone(), graph));
            continue;
        };
        let warm = run(name, &mut known.clone());
        println!(
            "| {name} | {first} | {} | {} | {} | {} |",
            cold.episodes, warm.episodes, cold.steps, warm.steps
        );
        cold_sum = (cold_sum.0 + cold.episodes, cold_sum.1 + cold.steps);
        warm_sum = (warm_sum.0 + warm.episodes, warm_sum.1 + warm.steps);
    }
    println!(
        "| all that were searched for twice | | {} | {} | {} | {} |",
        cold_sum.0, warm_sum.0, cold_sum.1, warm_sum.1
    );
}
