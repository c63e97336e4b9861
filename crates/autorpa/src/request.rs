//! What can be asked for, as plain data. Every front end fills these in.

use std::{env, fmt, num::NonZeroUsize, path::PathBuf};

use llm::{Dollars, ModelError, Role, Target};
use task::{
    Params,
    seeds::{SERIES, number, series},
};

use crate::perturb::Perturb;

pub use compiler::compile::Tier;

/// Instances a function is held against besides those it is built on, if nothing else is asked for.
pub const HELD_OUT: usize = 12;
/// Instances a function is built on, if nothing else is asked for.
pub const BUILT_ON: NonZeroUsize = NonZeroUsize::new(3).expect("three is not zero");
/// Refinements an instance may cost, if nothing else is asked for.
pub const REFINEMENTS: usize = 3;
/// The environment variable that names the model where no option does.
pub const LLM_VARIABLE: &str = "AUTORPA_LLM";
/// What stands for a model where nobody is to be asked, whatever keys there are.
pub const NOBODY: &str = "none";

/// A tier's name, as it is typed.
pub fn tier_name(tier: Tier) -> &'static str {
    match tier {
        Tier::Free => "free",
        Tier::Auto => "auto",
        Tier::Model => "model",
    }
}

/// Which model is asked, and how much of it.
#[derive(Clone, Debug)]
pub struct ModelOptions {
    /// The model, as PROVIDER:MODEL; [`NOBODY`] asks nobody. Keys come from the environment or from `key_command`.
    pub llm: Option<String>,
    /// Other models for single agents.
    pub llm_for: Vec<RoleModel>,
    /// Where the model's service is, if not at its provider.
    pub llm_base_url: Option<String>,
    /// Whether the builder is offered its tool as one also at a service that a URL names.
    pub llm_tools: bool,
    /// The proxy to reach models through.
    pub llm_proxy: Option<String>,
    /// A shell command that prints the key, where the environment has none.
    pub llm_key_command: Option<String>,
    /// Tokens that may be spent.
    pub budget_tokens: u64,
    /// Dollars that may be spent.
    pub budget_usd: Option<Dollars>,
    /// Seconds to wait for one answer.
    pub llm_timeout: u64,
    /// Whether no screenshots are sent.
    pub text_only: bool,
    /// Apps that agents may use; empty allows all that the task allows.
    pub allow_app: Vec<String>,
    /// Kinds of actions that agents may not do.
    pub forbid: Vec<String>,
    /// Where exchanges are recorded to, or answered from where no model is named.
    pub cassette: Option<PathBuf>,
    /// What the head of a recorded cassette says of its answers.
    pub cassette_label: Option<String>,
    /// An earlier recording whose answers are taken.
    pub cassette_known: Option<PathBuf>,
}

impl Default for ModelOptions {
    fn default() -> Self {
        Self {
            llm: None,
            llm_for: Vec::new(),
            llm_base_url: None,
            llm_tools: false,
            llm_proxy: None,
            llm_key_command: None,
            budget_tokens: 2_000_000,
            budget_usd: None,
            llm_timeout: 600,
            text_only: false,
            allow_app: Vec::new(),
            forbid: Vec::new(),
            cassette: None,
            cassette_label: None,
            cassette_known: None,
        }
    }
}

impl ModelOptions {
    /// The same with the model that the environment names, where no option says who answers.
    pub fn or_environment(&self) -> Self {
        let named = || env::var(LLM_VARIABLE).ok().filter(|it| !it.trim().is_empty());
        let mut all = self.clone();
        if all.llm.is_none() && all.cassette.is_none() {
            all.llm = named();
        }
        all
    }

    /// Whether a model is named, or answers are.
    pub fn names_one(&self) -> bool {
        self.llm.is_some() || self.cassette.is_some()
    }
}

/// A model for one agent.
#[derive(Clone, Debug)]
pub struct RoleModel {
    /// Which agent.
    pub role: Role,
    /// Its model.
    pub target: Target,
    /// Where its service is, if not at its provider.
    pub base_url: Option<String>,
}

impl RoleModel {
    /// From PROVIDER:MODEL, with `@URL` behind where its service is elsewhere.
    pub fn parse(role: Role, model: &str) -> Result<Self, ModelError> {
        let (target, base_url) = match model.split_once("@http") {
            Some((target, rest)) => (target, Some(format!("http{rest}"))),
            None => (model, None),
        };
        Ok(Self {
            role,
            target: target.parse()?,
            base_url,
        })
    }
}

/// Why a text names no model of one agent.
#[derive(Debug, thiserror::Error)]
pub enum RoleModelError {
    /// It does not say whose model it is.
    #[error("write ROLE=PROVIDER:MODEL, for example grounder=openai:gpt-4o")]
    NoRole,
    /// There is no such agent.
    #[error("there is no agent `{name}`; there are {}", Role::ALL.map(Role::name).join(", "))]
    UnknownRole {
        /// What it is called.
        name: String,
    },
    /// It names no model.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// From ROLE=PROVIDER:MODEL.
impl std::str::FromStr for RoleModel {
    type Err = RoleModelError;

    fn from_str(text: &str) -> Result<Self, RoleModelError> {
        let (role, model) = text.split_once('=').ok_or(RoleModelError::NoRole)?;
        let known = Role::ALL.into_iter().find(|it| it.name() == role);
        let known = known.ok_or_else(|| RoleModelError::UnknownRole {
            name: role.to_owned(),
        });
        Ok(RoleModel::parse(known?, model)?)
    }
}

/// How much the explorer may try.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// Episodes an exploration may end.
    pub episodes: usize,
    /// Steps an exploration may take in all.
    pub steps: usize,
    /// Seconds an exploration may take.
    pub seconds: f64,
    /// How often the ReAct agent reflects and tries again (the paper's N_ref).
    pub reflect: usize,
    /// Parts of the method that are left out, with [`Tier::Model`].
    pub without: Vec<Part>,
    /// Whether the agent that acts names its elements by locators at once, with [`Tier::Model`].
    pub unified: bool,
}

impl Default for ExploreOptions {
    fn default() -> Self {
        Self {
            episodes: 3_000,
            steps: 120_000,
            seconds: 60.0,
            reflect: 2,
            without: Vec::new(),
            unified: false,
        }
    }
}

impl ExploreOptions {
    /// Whether a part of the method is left out.
    pub fn lacks(&self, part: Part) -> bool {
        self.without.contains(&part)
    }
}

/// A part of the method that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The agent that explores and goes on from breakpoints: the builder has nothing but its own failed runs.
    React,
    /// The translator: the builder sees elements as they were recorded.
    Translator,
    /// Going on from a breakpoint: the builder mends the function from the failed run alone.
    RepairReact,
    /// The builder's looks into the recordings.
    Retrieval,
}

impl Part {
    /// The name, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Part::React => "react",
            Part::Translator => "translator",
            Part::RepairReact => "repair-react",
            Part::Retrieval => "retrieval",
        }
    }
}

/// Make a function for a task type.
#[derive(Clone, Debug)]
pub struct BuildRequest {
    /// The task type.
    pub task_type: String,
    /// Its suite; found from the task type where only one has it.
    pub suite: Option<String>,
    /// The device, if not the suite's own.
    pub device: Option<String>,
    /// Instances to build on (the paper's N).
    pub count: NonZeroUsize,
    /// Refinements an instance may cost (the paper's M).
    pub refinements: usize,
    /// Further instances the function must hold on before it counts as verified.
    pub held_out: usize,
    /// Seeds of the instances; `count` of those that the suite takes if not given.
    pub seeds: Option<Seeds>,
    /// A file of instances, for a suite that reads one; a seed is then a position in it.
    pub instances: Option<PathBuf>,
    /// How the device differs while it is built, by names that the device has for it.
    pub perturb: Perturb,
    /// Recordings of done instances, by name or file.
    pub from: Vec<String>,
    /// Where the page is that a recording of no suite was made on.
    pub url: Option<String>,
    /// A CSV file of the times that it was done before, a row each with its values: for a recording of no suite.
    pub done: Option<PathBuf>,
    /// A file that answers what was understood of a recording of no suite.
    pub answers: Option<PathBuf>,
    /// Whether what was understood is taken as it is.
    pub yes: bool,
    /// Whether a function that is verified already is built again.
    pub again: bool,
    /// Which drivers do the work.
    pub tier: Tier,
    /// How much the explorer may try.
    pub explore: ExploreOptions,
    /// Which model is asked.
    pub model: ModelOptions,
}

impl BuildRequest {
    /// What `build` does for a task type where nothing else is asked for.
    pub fn new(task_type: &str) -> Self {
        Self {
            task_type: task_type.to_owned(),
            suite: None,
            device: None,
            count: BUILT_ON,
            refinements: REFINEMENTS,
            held_out: HELD_OUT,
            seeds: None,
            instances: None,
            perturb: Perturb::default(),
            from: Vec::new(),
            url: None,
            done: None,
            answers: None,
            yes: false,
            again: false,
            tier: Tier::Auto,
            explore: ExploreOptions::default(),
            model: ModelOptions::default(),
        }
    }
}

/// Run a function.
#[derive(Clone, Debug)]
pub struct ExecRequest {
    /// The script: a file, or the name of a function of the library.
    pub script: PathBuf,
    /// Its parameters.
    pub params: Params,
    /// The device, if not the one in the script's receipt.
    pub device: Option<String>,
    /// The task type of which an instance is set up first; it also judges.
    pub task_type: Option<String>,
    /// Its suite; found from the task type where only one has it.
    pub suite: Option<String>,
    /// Seed of the instance; 0 where none is said. Values that are given stand in the place of the instance's, and those that
    /// are not given are taken from it only where a seed is said, or none is given at all.
    pub seed: Option<u64>,
    /// A file of instances, for a suite that reads one.
    pub instances: Option<PathBuf>,
    /// Which of the file's instances of the task type, from 0.
    pub index: u64,
    /// How the device differs, by names that the device has for it.
    pub perturb: Perturb,
    /// The page to run on.
    pub url: Option<String>,
    /// Whether a task file's `[reset]` is left alone: it runs on what is really there.
    pub keep: bool,
    /// Whether nothing may be written: a page sends questions only. Where nobody can promise that, it does not begin.
    pub reads_only: bool,
    /// Whether it stops before the first step that can't be taken back: one that the task file names, or that deletes,
    /// sends, pays or overwrites by its words.
    pub dry: bool,
    /// What the person is asked on the way.
    pub asks: Asks,
    /// Which pictures the run's record keeps.
    pub pictures: Pictures,
    /// Whether the last screen is wanted as a picture.
    pub screenshot: bool,
    /// Seconds the script may take.
    pub timeout: u64,
    /// Steps the script may take.
    pub steps: usize,
    /// Who takes over when the function fails.
    pub fallback: Option<Fallback>,
    /// Which model is asked.
    pub model: ModelOptions,
}

impl ExecRequest {
    /// Run this function with no more than its parameters.
    pub fn new(script: impl Into<PathBuf>, params: Params) -> Self {
        Self {
            script: script.into(),
            params,
            device: None,
            task_type: None,
            suite: None,
            seed: None,
            instances: None,
            index: 0,
            perturb: Perturb::default(),
            url: None,
            keep: false,
            reads_only: false,
            dry: false,
            asks: Asks::default(),
            pictures: Pictures::default(),
            screenshot: false,
            timeout: 120,
            steps: 200,
            fallback: None,
            model: ModelOptions::default(),
        }
    }
}

/// What a run asks the person on the way. Where nobody is there, it ends as without asking, and does nothing that it
/// would have asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asks {
    /// Nothing.
    #[default]
    Nothing,
    /// Which element is meant, where several fit.
    Which,
    /// That, and before each step that nothing takes back whether it is to be done.
    WhichAndWhether,
}

impl Asks {
    /// All that can be asked, or nothing.
    pub fn all_if(asked: bool) -> Self {
        if asked {
            Self::WhichAndWhether
        } else {
            Self::Nothing
        }
    }
}

/// Which pictures of the screen a run's record keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pictures {
    /// One before each step and one at the end, as long as there are not too many.
    Each,
    /// The first and the last.
    #[default]
    Ends,
    /// The last, of a run that was not done.
    Failed,
    /// None.
    None,
}

/// Run a function once for each row of a CSV file.
#[derive(Clone, Debug)]
pub struct RowsRequest {
    /// How each row is run. Its parameters are the same for all rows.
    pub exec: ExecRequest,
    /// The CSV file; its columns are parameters.
    pub file: PathBuf,
    /// Where results are written; beside the file if not given.
    pub results: Option<PathBuf>,
    /// Whether the results that are there already are gone on with.
    pub resume: bool,
    /// Whether rows that can't be called with are named in the results instead of keeping all others from running.
    pub skip_bad_rows: bool,
    /// After how many rows that were not done no further one is begun.
    pub max_failures: Option<NonZeroUsize>,
    /// How many rows are run at once, each on a device of its own.
    pub workers: NonZeroUsize,
}

impl RowsRequest {
    /// One row after the other, to the end.
    pub fn new(exec: ExecRequest, file: impl Into<PathBuf>) -> Self {
        Self {
            exec,
            file: file.into(),
            results: None,
            resume: false,
            skip_bad_rows: false,
            max_failures: None,
            workers: NonZeroUsize::MIN,
        }
    }
}

/// Run the function whose goal a text is.
#[derive(Clone, Debug)]
pub struct RunRequest {
    /// What is to be done, in the words of a function's goal.
    pub text: String,
    /// Whether it runs without asking.
    pub yes: bool,
    /// The page to run on, for functions of the web.
    pub url: Option<String>,
    /// Whether the last screen is wanted as a picture.
    pub screenshot: bool,
    /// Seconds the script may take.
    pub timeout: u64,
    /// Steps the script may take.
    pub steps: usize,
    /// What to do when no function serves the text, or the one that does fails.
    pub fallback: Option<Fallback>,
    /// Whether a function is built from what the agent did.
    pub build: bool,
    /// Which model is asked.
    pub model: ModelOptions,
}

/// Who takes over when a function fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// The ReAct agent, from the beginning of the task.
    React,
}

/// Measure an agent or the library's functions on a suite.
#[derive(Clone, Debug)]
pub struct BenchRequest {
    /// The suite.
    pub suite: String,
    /// Task types, with commas; `all` is all of them.
    pub types: String,
    /// Who does the tasks.
    pub agent: Agent,
    /// Seeds of the instances.
    pub seeds: Seeds,
    /// Whether these are final seeds: how often they fail is measured, and not which of them and why.
    pub is_final: bool,
    /// Whether what the library lacks is built first.
    pub build: bool,
    /// Ways in which devices differ, measured one after the other, by names that the suite's device has for them.
    pub perturb: Perturb,
    /// Whether each seed's adversarial instance is measured as well.
    pub adversarial: bool,
    /// How many work side by side; as many as there are cores if not given.
    pub workers: Option<NonZeroUsize>,
    /// Whether it begins anew where the same bench was stopped.
    pub fresh: bool,
    /// Instances to build on.
    pub count: NonZeroUsize,
    /// Seeds of these instances; `count` of those that the suite takes if not given.
    pub build_seeds: Option<Seeds>,
    /// Which drivers build.
    pub tier: Tier,
    /// How much the explorer may try.
    pub explore: ExploreOptions,
    /// Which model is asked.
    pub model: ModelOptions,
}

impl Seeds {
    /// So many final ones.
    pub fn last(count: NonZeroUsize) -> Self {
        Self((task::FINAL..).take(count.get()).collect())
    }
}

impl BenchRequest {
    /// What `bench` does for these instances of all task types of a suite where nothing else is asked for.
    pub fn new(suite: &str, seeds: Seeds) -> Self {
        Self {
            suite: suite.to_owned(),
            types: "all".to_owned(),
            agent: Agent::CodeOnly,
            seeds,
            is_final: false,
            build: false,
            perturb: Perturb::default(),
            adversarial: false,
            workers: None,
            fresh: false,
            count: BUILT_ON,
            build_seeds: None,
            tier: Tier::Auto,
            explore: ExploreOptions::default(),
            model: ModelOptions::default(),
        }
    }
}

/// Who does the tasks of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// The model-free search, each instance anew.
    Search,
    /// The ReAct agent.
    React,
    /// The library's function, verified or the best there is.
    CodeOnly,
    /// The verified function; the ReAct agent where there is none or it fails.
    Autorpa,
}

impl Agent {
    /// The name, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Agent::Search => "search",
            Agent::React => "react",
            Agent::CodeOnly => "code-only",
            Agent::Autorpa => "autorpa",
        }
    }
}

/// The last series: a page counts no further exactly.
const MOST_SERIES: u64 = 9000;

/// Seeds in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds(pub Vec<u64>);

impl fmt::Display for Seeds {
    /// As it is typed: what follows in order as a range.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs: Vec<String> = self
            .0
            .chunk_by(|a, b| a.checked_add(1) == Some(*b) && series(*a) == series(*b))
            .map(|run| {
                let (first, last) = (number(run[0]), number(run[run.len() - 1]));
                let numbers = match first == last {
                    true => first.to_string(),
                    false => format!("{first}-{last}"),
                };
                match series(run[0]) {
                    0 => numbers,
                    series => format!("{series}:{numbers}"),
                }
            })
            .collect();
        f.write_str(&runs.join(","))
    }
}

/// Text that names no seeds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` names no seeds; write `1,2,3`, `100-119`, or `7:100-119` for those of series 7")]
pub struct SeedsError(String);

impl std::str::FromStr for Seeds {
    type Err = SeedsError;

    fn from_str(text: &str) -> Result<Self, SeedsError> {
        let bad = || SeedsError(text.to_owned());
        let whole = |it: &str| it.trim().parse::<u64>().map_err(|_| bad());
        let mut seeds = Vec::new();
        for part in text.split(',') {
            let (series, numbers) = match part.split_once(':') {
                Some((series, numbers)) => (whole(series)?, numbers),
                None => (0, part),
            };
            let (first, last) = match numbers.split_once('-') {
                Some((first, last)) => (whole(first)?, whole(last)?),
                None => (whole(numbers)?, whole(numbers)?),
            };
            let too_many = first > last || last - first > 100_000;
            let out_of_series = series > 0 && last >= SERIES;
            if too_many || out_of_series || series > MOST_SERIES {
                return Err(bad());
            }
            seeds.extend((first..=last).map(|it| series * SERIES + it));
        }
        Ok(Seeds(seeds))
    }
}

/// One seed, as it is typed: `7`, or `11:7` for that of series 11.
pub fn read_seed(text: &str) -> Result<u64, SeedsError> {
    match text.parse::<Seeds>()?.0[..] {
        [seed] => Ok(seed),
        _ => Err(SeedsError(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn seeds_are_read_as_they_are_written(
            seeds in prop::collection::vec((0..=MOST_SERIES, 0..20_000_u64), 1..20)
        ) {
            let seeds = Seeds(seeds.into_iter().map(|(series, it)| series * SERIES + it).collect());
            prop_assert_eq!(seeds.to_string().parse::<Seeds>(), Ok(seeds));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9:,-]{0,40}") {
            let _either = text.parse::<Seeds>();
        }
    }

    #[test]
    fn a_series_stands_before_its_seeds() {
        let read = |text: &str| text.parse::<Seeds>().map(|it| it.0);
        assert_eq!(read("7:1-2,3"), Ok(vec![7 * SERIES + 1, 7 * SERIES + 2, 3]));
        for text in [
            "7:",
            ":1",
            "1:2:3",
            "9001:1",
            "18446744:73709551616",
            "1:1000000000000",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
