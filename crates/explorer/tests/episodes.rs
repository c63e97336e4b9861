//! How many episodes the search needs for each task type of the emulator, held against a table; and for each feature
//! of its costs, the type that needs it.
//!
//! `cargo xtask episodes` writes the table anew; `cargo xtask episodes features` says what each feature is needed by.
#![expect(
    clippy::print_stdout,
    reason = "the measure of the features is a table on the terminal"
)]

use std::{fmt::Write as _, fs, path::Path};

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, Weights, search},
};
use device::{Cancel, Tasks};
use emulator::Emulator;
use trajectory::Outcome;

/// The instance of each type.
const SEED: u64 = 1;
/// What a search may spend before the table says that it finds nothing.
const MOST: Budget = Budget {
    episodes: 300,
    steps: 20_000,
    seconds: f64::INFINITY,
};
/// Searches of the table with more steps are left to the command.
const SAMPLE: usize = 1_500;
/// What `AUTORPA_EPISODES` may ask for.
const ASKED: &str = "AUTORPA_EPISODES";

/// What one search took.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    task_type: String,
    /// Whether it reached the reward.
    found: bool,
    /// Episodes until then.
    episodes: usize,
    /// Actions on the device, with those of making the way shorter.
    steps: usize,
    /// Steps of the way that was found.
    length: usize,
}

impl Row {
    /// Whether it took more than another search did.
    fn needs_more_than(&self, other: &Row) -> bool {
        other.found && (!self.found || self.episodes > other.episodes || self.steps * 4 > other.steps * 5)
    }
}

fn measured(task_type: &str, weights: Weights, budget: Budget) -> Row {
    let mut env = Emulator::new();
    let instance = env.instance(task_type, SEED).expect("a type of the suite");
    let options = Options {
        budget,
        weights,
        ..Options::default()
    };
    let mut graph = Graph::default();
    let cancel = Cancel::default();
    let report = search(&mut env, &instance, &options, &mut graph, &cancel, &mut |_| {})
        .expect("the emulator sets up every instance");
    Row {
        task_type: task_type.to_owned(),
        found: report.outcome == Outcome::Reached,
        episodes: report.found_after,
        steps: report.steps,
        length: report.recording.map_or(0, |it| it.steps.len()),
    }
}

fn path() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/episodes.csv")
}

fn table() -> Vec<Row> {
    let text = fs::read_to_string(path()).expect("the table is there");
    let row = |line: &str| {
        let [task_type, found, episodes, steps, length] = line
            .split(',')
            .collect::<Vec<_>>()
            .try_into()
            .expect("five columns");
        let number = |text: &str| text.parse().expect("a number");
        Row {
            task_type: task_type.to_owned(),
            found: found == "found",
            episodes: number(episodes),
            steps: number(steps),
            length: number(length),
        }
    };
    text.lines().skip(1).map(row).collect()
}

fn written(rows: &[Row]) -> String {
    let mut text = "task type,ending,episodes,steps,length\n".to_owned();
    for it in rows {
        let ending = if it.found { "found" } else { "not found" };
        writeln!(
            text,
            "{},{ending},{},{},{}",
            it.task_type, it.episodes, it.steps, it.length
        )
        .expect("a text takes what is written to it");
    }
    text
}

fn is_asked(what: &str) -> bool {
    std::env::var(ASKED).is_ok_and(|it| it == what)
}

#[test]
fn no_type_needs_more_episodes_than_the_table_says() {
    if is_asked("write") || is_asked("add") {
        let known = if is_asked("add") { table() } else { Vec::new() };
        let types = Emulator::new().task_types();
        let rows = types.iter().map(|it| {
            let known = known.iter().find(|row| row.task_type == it.name).cloned();
            known.unwrap_or_else(|| measured(&it.name, Weights::default(), MOST))
        });
        return fs::write(path(), written(&rows.collect::<Vec<_>>())).expect("the table is written");
    }
    let all = table();
    assert_eq!(
        written(&all),
        fs::read_to_string(path()).expect("the table is there")
    );
    let sample = all.iter().filter(|it| it.found && it.steps <= SAMPLE);
    let mut worse = String::new();
    for known in sample {
        let now = measured(&known.task_type, Weights::default(), MOST);
        if now.needs_more_than(known) {
            worse.push_str(&format!("\n  {known:?}\n  {now:?}"));
        }
    }
    assert!(
        worse.is_empty(),
        "these need more than the table says:{worse}\n\
         help: where the loss is worth it, `cargo xtask episodes` writes the table anew; say in the commit what it was for"
    );
}

#[test]
fn the_table_has_every_type() {
    let types = Emulator::new().task_types();
    let types: Vec<&str> = types.iter().map(|it| it.name.as_str()).collect();
    let table = table();
    let known: Vec<&str> = table.iter().map(|it| it.task_type.as_str()).collect();
    assert_eq!(known, types);
}

/// A search without a feature, which may spend a few times what the table says.
fn without(feature: &str, known: &Row) -> Row {
    let budget = Budget {
        episodes: known.episodes * 3 + 10,
        steps: known.steps * 3 + 500,
        seconds: f64::INFINITY,
    };
    measured(&known.task_type, Weights::default().without(feature), budget)
}

#[test]
fn each_feature_is_needed_by_the_type_that_its_row_names() {
    let table = table();
    if is_asked("features") {
        return measure(&table);
    }
    let mut idle = String::new();
    for feature in Weights::TABLE {
        let Some(task_type) = feature.needed_by else {
            continue;
        };
        let known = table.iter().find(|it| it.task_type == task_type);
        let known = known.unwrap_or_else(|| panic!("{task_type} is in the table"));
        let now = without(feature.name, known);
        if !now.needs_more_than(known) {
            idle.push_str(&format!(
                "\n  {}: {known:?} with it, {now:?} without",
                feature.name
            ));
        }
    }
    assert!(
        idle.is_empty(),
        "these features are not needed any more by the type that their row names:{idle}\n\
         help: `cargo xtask episodes features` says what needs them; a feature that nothing needs may go"
    );
}

/// Say for each feature which types of the sample need more without it, and how many times the steps.
fn measure(table: &[Row]) {
    for feature in Weights::TABLE {
        let sample = table.iter().filter(|it| it.found && it.steps <= SAMPLE);
        let needed = sample.filter_map(|known| {
            let now = without(feature.name, known);
            let times = if now.found {
                now.steps as f64 / known.steps as f64
            } else {
                f64::INFINITY
            };
            now.needs_more_than(known)
                .then_some((known.steps, known.task_type.as_str(), times))
        });
        println!("{}: {:?}", feature.name, needed.collect::<Vec<_>>());
    }
}
