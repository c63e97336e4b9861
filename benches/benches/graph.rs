//! What the interaction graph is worth: the search for a task type of an app with an empty graph, and with what
//! was learned of the app at another task type.
//!
//! `cargo bench -p autorpa-benches --bench graph`
//!
//! Counts, not times: they are the same on every machine. An app's first task type (by name) is searched for
//! with an empty graph; every other one twice. It fails where the graph makes no search cheaper in the mean.
#![expect(clippy::print_stdout, reason = "a bench that prints its table")]

use std::collections::BTreeMap;

use device::{Cancel, Tasks};
use emulator::Emulator;
use explorer::{
    graph::Graph,
    search::{Budget, Options, Report, search},
};

/// The instances that are searched for.
const SEEDS: [u64; 3] = [1, 2, 3];

fn run(task_type: &str, seed: u64, graph: &mut Graph) -> Report {
    let mut env = Emulator::new();
    let instance = env
        .instance(task_type, seed)
        .expect("the suite knows its task types");
    let options = Options {
        budget: Budget {
            episodes: 300,
            steps: 5_000,
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
    println!(
        "| task type | seed | after | episodes cold | warm | steps cold | warm |\n\
         | --- | --- | --- | --- | --- | --- | --- |"
    );
    // Steps without and with what was learned.
    let mut all: Vec<(usize, usize)> = Vec::new();
    for seed in SEEDS {
        let mut learned: BTreeMap<String, (&str, Graph)> = BTreeMap::new();
        for name in &types {
            let mut graph = Graph::default();
            let cold = run(name, seed, &mut graph);
            let Some(app) = app(&cold) else { continue };
            let Some((first, known)) = learned.get(&app) else {
                learned.insert(app, (name, graph));
                continue;
            };
            let warm = run(name, seed, &mut known.clone());
            println!(
                "| {name} | {seed} | {first} | {} | {} | {} | {} |",
                cold.episodes, warm.episodes, cold.steps, warm.steps
            );
            all.push((cold.steps.max(1), warm.steps.max(1)));
        }
    }
    let count = |it: fn(&(usize, usize)) -> bool| all.iter().filter(|sums| it(sums)).count();
    let logs: f64 = all
        .iter()
        .map(|(cold, warm)| (*warm as f64 / *cold as f64).ln())
        .sum();
    let mean = (logs / all.len() as f64).exp();
    println!(
        "\nOf {} searches {} are cheaper with what was learned at another task type, {} dearer; steps in all: {} \
         without, {} with; geometric mean of with by without: {mean:.3}",
        all.len(),
        count(|(cold, warm)| warm < cold),
        count(|(cold, warm)| warm > cold),
        all.iter().map(|it| it.0).sum::<usize>(),
        all.iter().map(|it| it.1).sum::<usize>(),
    );
    assert!(mean < 1.0, "what was learned makes the next task type dearer");
}
