//! How many episodes the search needs for each task type of a suite, held against a table; and for each feature of its
//! costs, the types that need it.

use std::{
    fmt::{Debug, Write as _},
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use compiler::{soft::SoftTrajectory, translate::translate, world::hints};
use device::{Cancel, Environment};
use explorer::{
    graph::Graph,
    search::{Budget, Options, Report, Weights, search},
};
use task::{Instance, extract, induce, seeds::SERIES};
use trajectory::Outcome;

/// The instance of each type.
const SEED: u64 = 1;
/// The instance that was done before.
const BEFORE: u64 = 2;
/// What a row of the features says behind a type that needs it where another instance was done before.
pub const AGAIN: &str = " again";
/// What `AUTORPA_EPISODES` may ask for.
const ASKED: &str = "AUTORPA_EPISODES";

/// What to do about a feature that the type in its row does not need.
pub const NOT_NEEDED: &str = "these features are not needed any more by the type that their row names\n\
    help: `cargo xtask episodes features` says what needs them; a feature that nothing needs may go";

/// The types of a table, as rows of the features name them.
pub fn names_in(table: &'static str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/episodes")
        .join(table);
    let text = fs::read_to_string(path).expect("the table is there");
    let suffix = if table == "again.csv" { AGAIN } else { "" };
    let rows = text.lines().skip(1).map(row);
    rows.map(|it| it.task_type + suffix).collect()
}

/// Where types are searched for.
pub struct Ground {
    /// The table's file, beside this one.
    pub table: &'static str,
    /// What a search may spend before the table says that it finds nothing.
    pub most: Budget,
    /// How many steps the searches take that are held: the others are held elsewhere, or left to the command.
    pub sample: Range<usize>,
    /// How many more episodes a search may take than the table says: pages have clocks of their own.
    pub slack: usize,
    /// The series that the instances of the table are of.
    pub series: u64,
    /// Whether another instance was done before, so that its way is a hint.
    pub again: bool,
}

/// What one search took.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The type.
    pub task_type: String,
    /// Whether it reached the reward.
    found: bool,
    /// Episodes until then.
    episodes: usize,
    /// Actions on the device, with those of making the way shorter.
    steps: usize,
    /// Steps of the way that was found.
    length: usize,
}

impl Ground {
    fn path(&self) -> PathBuf {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/episodes");
        folder.join(self.table)
    }

    /// The table as it is kept.
    pub fn rows(&self) -> Vec<Row> {
        let text = fs::read_to_string(self.path()).expect("the table is there");
        let rows: Vec<Row> = text.lines().skip(1).map(row).collect();
        assert_eq!(written(&rows), text, "the table is as it is written");
        rows
    }

    /// Whether a search took more than another did.
    fn is_worse(&self, now: &Row, known: &Row) -> bool {
        let more =
            now.episodes > known.episodes + self.slack || now.steps * 4 > known.steps * 5 + self.slack * 20;
        known.found && (!now.found || more)
    }

    /// Hold the types against the table, or write it where that is asked for.
    pub fn hold(&self, env: &mut dyn Environment, types: &[String]) {
        let asked = std::env::var(ASKED).unwrap_or_default();
        if asked == "write" || asked == "add" {
            let known = if asked == "add" { self.rows() } else { Vec::new() };
            let rows = types.iter().map(|name| {
                let known = known.iter().find(|row| row.task_type == *name).cloned();
                known.unwrap_or_else(|| self.measured(env, name, Weights::default(), self.most))
            });
            let rows: Vec<Row> = rows.collect();
            return fs::write(self.path(), written(&rows)).expect("the table is written");
        }
        self.hold_sample(env);
    }

    /// Hold the sample against the table.
    pub fn hold_sample(&self, env: &mut dyn Environment) {
        let mut worse = String::new();
        for known in self.sample() {
            let now = self.measured(env, &known.task_type, Weights::default(), self.most);
            if self.is_worse(&now, &known) {
                worse.push_str(&format!("\n  {known:?}\n  {now:?}"));
            }
        }
        assert!(
            worse.is_empty(),
            "these need more than the table says:{worse}\n\
             help: where the loss is worth it, `cargo xtask episodes` writes the tables anew; say in the commit what it was for"
        );
    }

    fn sample(&self) -> impl Iterator<Item = Row> + use<> {
        let held = self.sample.clone();
        let rows = self.rows().into_iter();
        let only = std::env::var("AUTORPA_TYPES").ok();
        rows.filter(move |it| {
            only.as_ref()
                .is_none_or(|only| only.split(',').any(|x| x == it.task_type))
        })
        .filter(move |it| it.found && held.contains(&it.steps))
    }

    /// Without the feature, the type that its row names needs more.
    pub fn hold_feature(
        &self,
        env: &mut dyn Environment,
        feature: &str,
        task_type: &str,
    ) -> Result<(), String> {
        let known = self.rows().into_iter().find(|it| it.task_type == task_type);
        let known = known.unwrap_or_else(|| panic!("{task_type} is in the table"));
        // More than this is worse already.
        let enough = Budget {
            episodes: known.episodes + self.slack + 1,
            steps: known.steps * 5 / 4 + self.slack * 20 + 1,
            seconds: f64::INFINITY,
        };
        let now = self.without(env, &[feature], &known, enough);
        if self.is_worse(&now, &known) {
            return Ok(());
        }
        Err(format!("\n  {feature}: {known:?} with it, {now:?} without"))
    }

    /// The features whose rows name a type of this table that does not need them.
    pub fn idle(&self, env: &mut dyn Environment) -> String {
        let types: Vec<String> = self.rows().into_iter().map(|it| it.task_type).collect();
        let named = Weights::TABLE.iter().filter_map(|it| {
            let name = if self.again {
                it.needed_by.strip_suffix(AGAIN)
            } else {
                Some(it.needed_by)
            };
            Some((it.name, name.filter(|name| types.iter().any(|it| it == name))?))
        });
        let idle = named.filter_map(|(name, task_type)| self.hold_feature(env, name, task_type).err());
        idle.collect()
    }

    /// Say for each feature the first type of the sample, the shortest searches first, that needs more without it, and
    /// how many times the steps. `AUTORPA_FEATURES` names those that are asked for; a comma between two takes both away.
    #[expect(
        clippy::print_stdout,
        reason = "the measure of the features is a table on the terminal"
    )]
    pub fn measure(&self, env: &mut dyn Environment) {
        let together = std::env::var("AUTORPA_FEATURES").ok();
        let sets: Vec<Vec<&str>> = match &together {
            Some(names) => names.split(';').map(|it| it.split(',').collect()).collect(),
            None => Weights::TABLE.iter().map(|it| vec![it.name]).collect(),
        };
        let mut sample: Vec<Row> = self.sample().collect();
        sample.sort_by_key(|it| it.steps);
        for features in sets {
            let needed = sample.iter().find_map(|known| {
                let few_times = Budget {
                    episodes: known.episodes * 3 + 10,
                    steps: known.steps * 3 + 500,
                    seconds: f64::INFINITY,
                };
                let now = self.without(env, &features, known, few_times);
                let times = if now.found {
                    now.steps as f64 / known.steps as f64
                } else {
                    f64::INFINITY
                };
                self.is_worse(&now, known).then_some((&known.task_type, times))
            });
            println!("{}: {needed:?}", features.join(","));
        }
    }

    /// A search without features.
    fn without(&self, env: &mut dyn Environment, features: &[&str], known: &Row, budget: Budget) -> Row {
        let weights = features
            .iter()
            .fold(Weights::default(), |weights, it| weights.without(it));
        self.measured(env, &known.task_type, weights, budget)
    }

    fn measured(&self, env: &mut dyn Environment, task_type: &str, weights: Weights, budget: Budget) -> Row {
        let instance = instance_of(env, task_type, self.series * SERIES + SEED);
        let mut options = Options {
            budget,
            weights,
            ..Options::default()
        };
        if self.again {
            let before = instance_of(env, task_type, self.series * SERIES + BEFORE);
            let found = searched(
                env,
                &before,
                &Options {
                    budget: self.most,
                    ..Options::default()
                },
            );
            let known: Vec<SoftTrajectory> = found.recording.iter().map(translate).collect();
            options.hints = hints(&known, &instance.params);
        }
        let report = searched(env, &instance, &options);
        Row {
            task_type: task_type.to_owned(),
            found: report.outcome == Outcome::Reached,
            episodes: report.found_after,
            steps: report.steps,
            length: report.recording.map_or(0, |it| it.steps.len()),
        }
    }
}

fn searched(env: &mut dyn Environment, instance: &Instance, options: &Options) -> Report {
    let mut graph = Graph::default();
    let cancel = Cancel::default();
    search(env, instance, options, &mut graph, &cancel, &mut |_| {})
        .expect("the suite sets up every instance")
}

/// Whether the command asks for the measure of the features.
pub fn features_are_asked_for() -> bool {
    std::env::var(ASKED).is_ok_and(|it| it == "features")
}

/// The instance, with what its goal says of its values where the suite does not give them.
fn instance_of(env: &mut dyn Environment, task_type: &str, seed: u64) -> Instance {
    let types = env.task_types();
    let known = types.iter().find(|it| it.name == task_type);
    let has_template = known.is_some_and(|it| it.template.is_some());
    let mut instance = env.instance(task_type, seed).expect("a type of the suite");
    if has_template || !instance.params.is_empty() {
        return instance;
    }
    let goals = (0..12).map(|seed| env.instance(task_type, seed).expect("a type of the suite").goal);
    let templates = induce(&goals.collect::<Vec<String>>());
    if let Some((form, params)) = extract(&templates, &instance.goal) {
        instance.params = params;
        if templates.len() > 1 {
            let form = (form + 1).to_string();
            instance.params.insert("form".to_owned(), form.into());
        }
    }
    instance
}

fn row(line: &str) -> Row {
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
