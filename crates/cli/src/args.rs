//! What can be typed: commands, options, and the help that teaches them.

use std::{net::SocketAddr, num::NonZeroUsize, path::PathBuf, time::Duration};

use autorpa::{
    Agent, Anchor, Asks, BUILT_ON, BenchRequest, BuildRequest, CommandLine, ExecRequest, ExploreOptions,
    ExportForm, Fallback, Format, HELD_OUT, ModelOptions, Part, Perturb, Pictures, QueueAddRequest,
    QueueRunRequest, REFINEMENTS, RoleModel, RunRequest, Seeds, Tell, Tier, WatchRequest, Webhook,
    queue::due::{Rate, Schedule, Window},
    queue::{Address, Server, retry::Retries},
};
use clap::{Args, Parser, Subcommand, ValueEnum};
use device::Cancel;
use front::Common;
use llm::Dollars;

use crate::terminal::say;

/// A request made of the fields of the same names of what was typed; behind the `;` of what is made of others.
macro_rules! same {
    ($typed:ident => $request:ident { $($field:ident),* $(,)? $(; $($own:ident),*)? }) => {
        $request { $($field: $typed.$field.clone(),)* $($($own),*)? }
    };
}

/// Compile what an agent did once into a function that does it again, for other values, without a model.
#[derive(Debug, Parser)]
#[command(
    name = "autorpa",
    version,
    after_help = after_help()
)]
pub struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

fn after_help() -> String {
    let endings: String = autorpa::exit_codes()
        .map(|(code, name, _)| format!("\n  {code:>3} {name}"))
        .collect();
    format!(
        "\
Start here (no key, no phone, no network):
  autorpa build --task-type MarkorCreateNote
  autorpa exec markor/create_note --task-type MarkorCreateNote --param file_name=todo.txt --param text=\"buy milk\"

Exit codes (docs/reference.md says more):{endings}"
    )
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a function for a task type: explore, translate, build, verify, repair.
    Build(BuildArgs),
    /// Run a function.
    Exec(Box<ExecArgs>),
    /// Run functions for many rows: added to a queue, run by as many processes as you start, each row to exactly one end.
    Queue(QueueArgs),
    /// Take rows of a queue on a server until it is asked to end (SIGTERM, Ctrl-C): what it has begun comes to its end first.
    Worker(WorkerArgs),
    /// Run the function whose goal a text is: `autorpa run "Create a folder in Markor named plans."`
    Run(RunArgs),
    /// Measure an agent or the library's functions on a suite.
    Bench(BenchArgs),
    /// Make a page of what benches measured.
    Results(ResultsArgs),
    /// Show a recording or a script, in one of its forms.
    Show(ShowArgs),
    /// Search and keep the recordings.
    Trajectories(TrajectoriesArgs),
    /// Show how a function came to be: every refinement as a difference, and what each phase of the last build did.
    History(HistoryArgs),
    /// Make a page of a run's record: its steps with their times, pictures, what was found how, and how it ended.
    Report(ReportArgs),
    /// Show what the last runs of a function found otherwise than it says, as an update of it: proven on its recordings and
    /// on the screens of these runs, and kept only where you accept it.
    Heal(HealArgs),
    /// Write a function for another tool: a test for Playwright, a flow for Maestro, a skill for agents, an OpenAPI document.
    Export(ExportArgs),
    /// Check a script, or a task file, without running it. A function is also played on its recordings with altered
    /// screens: rows added, moved and renamed, the same words elsewhere, its target gone.
    Check(CheckArgs),
    /// Write a commented task file for a task of your own.
    NewTask(NewTaskArgs),
    /// Print the JSON Schema of task files.
    Schema,
    /// Accept a run that nobody could check: its function counts as right from then on, by your word.
    Accept(AcceptArgs),
    /// Show a task, on a page or by typed commands, and keep it as a recording to build from.
    Record(RecordArgs),
    /// Log in by hand once, in a browser that opens; what it knows then is kept, encrypted, for `--login NAME` and for task
    /// files. Without a name: list the logins that are kept.
    Login(LoginArgs),
    /// Do again on the live page what another tool recorded, and keep it as a recording to build from: Playwright codegen
    /// (JSON lines, JavaScript, TypeScript, Python), Chrome's Recorder, Selenium IDE, browser-use, workflow-use.
    Import(ImportArgs),
    /// List the elements of a page, with a locator each.
    Page(PageArgs),
    /// Use the embedded emulator by hand.
    Emulator(EmulatorArgs),
    /// List the devices, and the phones that adb has; no real phone was at hand to try them on (docs/android.md).
    Devices,
    /// List the task types, with their goals and whether there is a function.
    Tasks(TasksArgs),
    /// Offer the functions of the library as tools of the Model Context Protocol, on standard input and output (the
    /// program `autorpa-mcp`).
    Mcp(ProgramArgs),
    /// Run the functions of the library for other programs, over HTTP (the program `autorpa-serve`).
    Serve(ProgramArgs),
    /// Find, run and look at functions in a browser of this machine: prints the address to open.
    Studio(StudioArgs),
    /// Run a function again and again, where that writes nothing or is put back, and tell when its pages have drifted.
    Watch(WatchArgs),
    /// Look at the audit log: who ran what.
    Audit {
        #[command(subcommand)]
        command: AuditCommand,
    },
    /// Sign a function as it is now; `signed_by` in the policy of a project lets only signed ones run.
    Sign(SignArgs),
    /// Find the program that makes texts of texts, from examples; say null where programs as good disagree.
    Synth(SynthArgs),
    /// Say what is installed, what is missing, and how to get it.
    Doctor,
    /// Print the reference: what a script may call, what can be typed, how a command ends.
    Reference,
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Which model, and how much of it.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Model")]
pub struct ModelArgs {
    /// The model, as PROVIDER:MODEL with `openai` (or anything compatible), `anthropic` or `gemini`; `none` asks nobody.
    /// Keys come from OPENAI_API_KEY, ANTHROPIC_API_KEY and GEMINI_API_KEY, or from --llm-key-command. `build`, `run` and
    /// `exec` take the model from AUTORPA_LLM where neither this nor a --cassette is given; where that is not set either,
    /// a key is enough for `build`, `run` and `exec --fallback`: a model of its provider is asked for what is left.
    #[arg(long, value_name = "PROVIDER:MODEL")]
    pub llm: Option<String>,
    /// Another model for one agent, again for others: react, summarizer, concluder, translator, builder,
    /// analyzer, grounder, executor, ask. `@URL` behind it names its service.
    #[arg(long, value_name = "ROLE=PROVIDER:MODEL")]
    pub llm_for: Vec<RoleModel>,
    /// Where the model's service is, if not at its provider.
    #[arg(long, value_name = "URL")]
    pub llm_base_url: Option<String>,
    /// Offer the builder its tool as one also at a service that a URL names; else it is told of it in words there.
    #[arg(long)]
    pub llm_tools: bool,
    /// The proxy to reach models through, if not what HTTPS_PROXY says.
    #[arg(long, value_name = "URL")]
    pub llm_proxy: Option<String>,
    /// A command that prints the key, where the environment has none: `secret-tool lookup service openai`,
    /// `security find-generic-password -s openai -w`, `pass openai`. AUTORPA_PROVIDER says whose key it is.
    #[arg(long, value_name = "COMMAND")]
    #[arg(env = "AUTORPA_KEY_COMMAND", hide_env_values = true)]
    pub llm_key_command: Option<String>,
    /// Stop asking after so many tokens.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    pub budget_tokens: u64,
    /// Stop asking before it costs more than so many dollars, by published prices or those of prices.toml in the home.
    #[arg(long, value_name = "DOLLARS")]
    pub budget_usd: Option<Dollars>,
    /// Seconds to wait for one answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub llm_timeout: u64,
    /// Send no screenshots: for models that read text only.
    #[arg(long)]
    pub text_only: bool,
    /// An app that agents may open and use, again for others; without one, all that the task allows.
    #[arg(long, value_name = "NAME")]
    pub allow_app: Vec<String>,
    /// A kind of action that agents may not do, again for others: `long_press`, `input_text`, ...
    #[arg(long, value_name = "ACTION")]
    pub forbid: Vec<String>,
    /// Record every exchange into this file (`.jsonl`), or into a new file of this directory; without --llm, answer
    /// from it.
    #[arg(long, value_name = "PATH")]
    pub cassette: Option<PathBuf>,
    /// What the head of a recorded cassette says of its answers: who gave them, and when.
    #[arg(long, value_name = "TEXT", requires = "cassette")]
    pub cassette_label: Option<String>,
    /// While recording, take answers from this earlier recording (a file or a directory); only the rest is asked.
    #[arg(long, value_name = "PATH", requires = "cassette", requires = "llm")]
    pub cassette_known: Option<PathBuf>,
}

impl ModelArgs {
    /// As the library takes it.
    pub fn options(&self) -> ModelOptions {
        same!(self => ModelOptions {
            llm, llm_for, llm_base_url, llm_tools, llm_proxy, llm_key_command, budget_tokens, budget_usd, llm_timeout,
            text_only, allow_app, forbid, cassette, cassette_label, cassette_known,
        })
    }
}

/// How much the explorer may try.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Explorer")]
pub struct ExploreArgs {
    /// Episodes an exploration may end.
    #[arg(long, value_name = "N", default_value_t = ExploreOptions::default().episodes)]
    pub episodes: usize,
    /// Steps an exploration may take in all.
    #[arg(long, value_name = "N", default_value_t = ExploreOptions::default().steps)]
    pub steps: usize,
    /// Seconds an exploration may take.
    #[arg(long, value_name = "SECONDS")]
    #[arg(default_value_t = ExploreOptions::default().seconds)]
    pub seconds: f64,
    /// How often the ReAct agent reflects and tries again (the paper's N_ref).
    #[arg(long, value_name = "N", default_value_t = ExploreOptions::default().reflect)]
    pub reflect: usize,
    /// With --tier model: leave a part of the method out, to see what it is good for; again or with commas for
    /// several: react (the agent that explores and goes on from breakpoints), translator, repair-react (going on from a
    /// breakpoint), retrieval (the builder's looks into the recordings).
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub without: Vec<Part>,
    /// With --tier model: the agent that acts names its elements by locators at once; no translator is asked.
    #[arg(long)]
    pub unified: bool,
}

impl ExploreArgs {
    /// As the library takes it.
    pub fn options(&self) -> ExploreOptions {
        same!(self => ExploreOptions { episodes, steps, seconds, reflect, without, unified })
    }
}

#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The task type.
    #[arg(long, value_name = "NAME")]
    pub task_type: String,
    /// Its suite; found from the task type where only one has it.
    #[arg(long, value_name = "NAME")]
    pub suite: Option<String>,
    /// The device, if not the suite's own.
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// Instances to build on (the paper's N).
    #[arg(short = 'n', value_name = "N", default_value_t = BUILT_ON)]
    pub count: NonZeroUsize,
    /// Refinements an instance may cost (the paper's M).
    #[arg(short = 'm', value_name = "M", default_value_t = REFINEMENTS)]
    pub refinements: usize,
    /// Further instances the function must hold on before it counts as verified; the explorer does none of
    /// them, but one that fails is built on as well.
    #[arg(long, value_name = "N", default_value_t = HELD_OUT)]
    pub held_out: usize,
    /// Seeds of the instances. If not given: as many as -n says, from 1 for tasks of your own; a suite's are drawn for each
    /// task type, always the same. `7:1-3` are those of series 7.
    #[arg(long, value_name = "SEEDS")]
    pub seeds: Option<Seeds>,
    /// Take the instances from a file in AndroidWorld's form instead; a seed is then a position in the file.
    #[arg(long, value_name = "FILE")]
    pub instances: Option<PathBuf>,
    /// Let the phone differ in these ways while it is built: `dialog,slow`, or `all`.
    #[arg(long, value_name = "KIND,..", default_value = "")]
    pub perturb: Perturb,
    /// A recording of a done instance (its name or file), again for others: the explorer does only the instances
    /// that nobody has shown. `autorpa record` makes one by hand.
    #[arg(long, value_name = "RECORDING")]
    pub from: Vec<String>,
    /// Build it anew where the library has a verified function for the task type already.
    #[arg(long)]
    pub again: bool,
    /// Where the page is that a recording of no suite was made on: the function is run on it once more.
    #[arg(long, value_name = "URL", requires = "from")]
    pub url: Option<String>,
    /// A CSV file of the times that it was done before, a row each with its values: they tell what is the same each time and what is
    /// made of what (for a recording of no suite).
    #[arg(long, value_name = "FILE", requires = "from")]
    pub done: Option<PathBuf>,
    /// What a recording of no suite was understood as, answered: a line each, as in `record --answers`.
    #[arg(long, value_name = "FILE", requires = "from")]
    pub answers: Option<PathBuf>,
    /// Take what was understood of it as it is, and ask nothing.
    #[arg(long)]
    pub yes: bool,
    /// Print one JSON object on standard output at the end; everything else goes to standard error.
    #[arg(long)]
    pub json: bool,
    /// Which drivers do the work: `free` (search and synthesis; no model is ever asked), `auto` (these first; a model for what they
    /// leave), `model` (the paper's agents for everything). `auto` is `free` where no model is named and there is no key.
    #[arg(long, default_value = "auto", value_parser = autorpa::read_tier)]
    pub tier: Tier,
    #[command(flatten)]
    pub explore: ExploreArgs,
    #[command(flatten)]
    pub model: ModelArgs,
}

impl BuildArgs {
    /// As the library takes it.
    pub fn request(&self) -> BuildRequest {
        let (explore, model) = (self.explore.options(), self.model.options());
        same!(self => BuildRequest {
            task_type, suite, device, count, refinements, held_out, seeds, instances, perturb, from, url, done, answers, yes,
            again, tier;
            explore, model
        })
    }
}

/// How far a run may go, and how it is told.
#[derive(Debug, Args)]
pub struct RunOnceArgs {
    /// Write the last screen as a PNG file.
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// Seconds the script may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    pub timeout: u64,
    /// Steps the script may take.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub steps: usize,
    /// Print one JSON object on standard output at the end; everything else goes to standard error.
    #[arg(long)]
    pub json: bool,
}

/// What is run, and on what.
#[derive(Debug, Args)]
pub struct OnArgs {
    /// The script: a file, or the name of a function of the library (`markor/create_note`).
    pub script: PathBuf,
    /// A parameter: a text, or a list as `names=["Ann","Bob"]`. Given again with the same name it is a list as
    /// well. A text that looks like a list goes into --params-file.
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = autorpa::read_param)]
    pub params: Vec<(String, String)>,
    /// Parameters from a JSON file: an object of texts and lists of texts.
    #[arg(long, value_name = "FILE")]
    pub params_file: Option<PathBuf>,
    /// The device, if not the one in the script's receipt.
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// Set the device to an instance of this task type first, take the parameters from it, and judge.
    #[arg(long, value_name = "NAME")]
    pub task_type: Option<String>,
    /// Its suite; found from the task type where only one has it.
    #[arg(long, value_name = "NAME")]
    pub suite: Option<String>,
    /// Seed of the instance: 0 where neither it nor --param is given. With it, what --param leaves out is the instance's.
    #[arg(long, value_parser = autorpa::read_seed)]
    pub seed: Option<u64>,
    /// Address the page to run on (with --device web and no task type).
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Pictures that the run's record keeps: `each` step's (at most sixty), `ends`, `failed` (the last, of a run that was not done),
    /// `none`; `ends` for one run, `failed` with --rows.
    #[arg(long, value_name = "WHICH")]
    pub pictures: Option<Pictures>,
}

#[derive(Debug, Args)]
pub struct ExecArgs {
    #[command(flatten)]
    pub on: OnArgs,
    /// Take the instance from a file in AndroidWorld's form.
    #[arg(long, value_name = "FILE")]
    pub instances: Option<PathBuf>,
    /// Which of the file's instances of the task type, from 0.
    #[arg(long, default_value_t = 0)]
    pub index: u64,
    /// Let the phone differ in these ways: `dialog,slow`, or `all`.
    #[arg(long, value_name = "KIND,..", default_value = "")]
    pub perturb: Perturb,
    #[command(flatten)]
    pub once: RunOnceArgs,
    /// What to do when the function fails and a model is there: `react` is the ReAct agent, from the beginning.
    #[arg(long, value_name = "AGENT")]
    pub fallback: Option<Fallback>,
    /// Stop before the first step that can't be taken back: one that the task file names, or that deletes, sends, pays or
    /// overwrites by its words. What comes before it is done.
    #[arg(long)]
    pub dry_run: bool,
    /// Ask at the terminal which element is meant where several fit, and before each step that can't be taken back whether
    /// it is to be done. Without a terminal the run ends there.
    #[arg(long, conflicts_with = "rows")]
    pub ask: bool,
    /// Write how it ended as a JUnit file; with --rows a case for each row.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    #[command(flatten)]
    pub tell: TellArgs,
    /// Tell of runs and rows that end so; of those that were not done, if not given.
    #[arg(long, value_name = "OUTCOME,..", value_delimiter = ',', value_parser = autorpa::read_outcome)]
    pub tell_on: Vec<trajectory::Outcome>,
    /// Write the rows that it answers with as a CSV file.
    #[arg(long, value_name = "FILE", conflicts_with = "rows")]
    pub csv: Option<PathBuf>,
    /// Run it once for each row of a CSV file. The first line names parameters; what a task file resets is not reset.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["screenshot", "fallback", "instances"])]
    pub rows: Option<PathBuf>,
    /// With --rows: where the results go, a line for each row; else beside the file (`orders.csv`:
    /// `orders.results.csv`).
    #[arg(long, value_name = "FILE", requires = "rows")]
    pub results: Option<PathBuf>,
    /// With --rows: go on with results that are there. Rows with an end are not run again; one that was cut off is run
    /// again only where the task file's checks show that it wrote nothing. With a run's name (`autorpa exec NAME --resume
    /// RUN`): the same for one run.
    #[arg(long, value_name = "RUN", num_args = 0..=1, default_missing_value = "")]
    pub resume: Option<String>,
    /// With --rows: begin no further row after so many that were not done.
    #[arg(long, value_name = "N", requires = "rows")]
    pub max_failures: Option<NonZeroUsize>,
    /// With --rows: how many rows run at once, each in a window of its own.
    #[arg(long, value_name = "N", requires = "rows", default_value_t = NonZeroUsize::MIN)]
    pub workers: NonZeroUsize,
    /// With --rows: run the good rows where others can't be called with; those are named in the results.
    #[arg(long, requires = "rows")]
    pub skip_bad_rows: bool,
    #[command(flatten)]
    pub model: ModelArgs,
}

impl OnArgs {
    /// As the library takes it.
    fn request(&self, pictures: Pictures) -> Result<ExecRequest, autorpa::Error> {
        let params = autorpa::typed_params(self.params_file.as_deref(), &self.params)?;
        Ok(ExecRequest {
            device: self.device.clone(),
            task_type: self.task_type.clone(),
            suite: self.suite.clone(),
            seed: self.seed,
            url: self.url.clone(),
            pictures: self.pictures.unwrap_or(pictures),
            ..ExecRequest::new(self.script.clone(), params)
        })
    }
}

impl ExecArgs {
    /// As the library takes it.
    pub fn request(&self) -> Result<ExecRequest, autorpa::Error> {
        let usual = match self.rows.is_some() {
            true => Pictures::Failed,
            false => Pictures::default(),
        };
        Ok(ExecRequest {
            instances: self.instances.clone(),
            index: self.index,
            perturb: self.perturb.clone(),
            keep: self.rows.is_some(),
            dry: self.dry_run,
            asks: Asks::all_if(self.ask),
            screenshot: self.once.screenshot.is_some(),
            timeout: self.once.timeout,
            steps: self.once.steps,
            fallback: self.fallback,
            model: self.model.options(),
            ..self.on.request(usual)?
        })
    }
}

#[derive(Debug, Args)]
pub struct QueueArgs {
    /// The queue's file, if not the one in the home.
    #[arg(long, global = true, value_name = "FILE")]
    pub queue: Option<PathBuf>,
    /// The queue's server, where rows are for many machines: `nats://127.0.0.1:4222`, `tls://HOST:PORT/QUEUE`. Who this is
    /// says a file that AUTORPA_NATS_CREDENTIALS names.
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "AUTORPA_ENGINE",
        conflicts_with = "queue"
    )]
    pub engine: Option<Server>,
    #[command(subcommand)]
    pub command: QueueCommand,
}

impl QueueArgs {
    /// Where the queue is, if it is said.
    pub fn address(&self) -> Option<Address> {
        let server = self.engine.clone().map(Address::Server);
        server.or_else(|| self.queue.clone().map(Address::File))
    }
}

#[derive(Debug, Args)]
pub struct WorkerArgs {
    /// The queue's server, as for `queue`.
    #[arg(long, value_name = "URL", env = "AUTORPA_ENGINE")]
    pub engine: Server,
    #[command(flatten)]
    pub metrics: MetricsArgs,
    #[command(flatten)]
    pub run: QueueRunArgs,
}

/// Where collectors of metrics are answered.
#[derive(Debug, Args)]
pub struct MetricsArgs {
    /// Answer collectors of metrics at this address of this machine, at /metrics. They say the token of the environment
    /// variable `AUTORPA_METRICS_TOKEN`; where there is none, one is made and printed.
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
}

impl MetricsArgs {
    /// Answer them from now on, where that is asked for.
    pub fn answer(&self, rpa: &autorpa::Autorpa) -> Result<(), autorpa::Error> {
        let told = self.metrics.map(|it| gate::metrics(rpa, it)).transpose();
        told.map_err(autorpa::Error::usage)?.iter().for_each(|it| say(it));
        Ok(())
    }
}

#[derive(Debug, Subcommand)]
pub enum QueueCommand {
    /// Add the rows of a CSV file.
    Add(Box<QueueAddArgs>),
    /// Run what is due, until nothing is; beside others who do.
    Run(Box<QueueRunArgs>),
    /// Say how each job stands.
    Status(StatusArgs),
    /// List who takes rows of a queue on a server now.
    Workers,
    /// Print what came of the rows of a job, as `exec --rows` writes it.
    Results(OfJob),
    /// List the rows that ended and were not done, each with its reason; of one job, or of all.
    Dead {
        job: Option<i64>,
        #[command(flatten)]
        json: AsJson,
    },
    /// Try rows of a job once more that were not done; what their last runs did is looked up first.
    Retry {
        job: i64,
        /// Its row with this number, again for others; all that were not done, if not given.
        #[arg(long = "row", value_name = "N")]
        rows: Vec<usize>,
        /// Look nothing up: you have seen that they are not done.
        #[arg(long)]
        anew: bool,
        /// Take the function as it is now, where it was changed since.
        #[arg(long)]
        new_function: bool,
    },
    /// End the rows of a job that wait, and its schedule; rows that are being run come to their end.
    Cancel { job: i64 },
}

#[derive(Debug, Args)]
pub struct AsJson {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct StatusArgs {
    #[command(flatten)]
    pub json: AsJson,
    /// Print it in Prometheus's text format.
    #[arg(long, conflicts_with = "json")]
    pub metrics: bool,
}

#[derive(Debug, Args)]
pub struct OfJob {
    pub job: i64,
    #[command(flatten)]
    pub json: AsJson,
}

#[derive(Debug, Args)]
pub struct QueueRunArgs {
    /// How many rows run at once, each on a device of its own.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    pub workers: NonZeroUsize,
    /// The device to run them on: `web`, `emulator`, `adb:SERIAL`; rows that need another one are left. Without it, each
    /// row's own.
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// What this machine has, with commas; rows that ask for anything else are left.
    #[arg(long, value_name = "LABEL,..", value_delimiter = ',')]
    pub labels: Vec<String>,
    /// Stay for what is added later, and for windows and schedules. A worker does.
    #[arg(long)]
    pub stay: bool,
    /// Begin no further row after so many that were not done.
    #[arg(long, value_name = "N")]
    pub max_failures: Option<NonZeroUsize>,
    #[command(flatten)]
    pub tell: TellArgs,
    /// Tell of rows that end so; of those that were not done, if not given.
    #[arg(long, value_name = "OUTCOME,..", value_delimiter = ',', value_parser = autorpa::read_outcome)]
    pub tell_on: Vec<trajectory::Outcome>,
    #[command(flatten)]
    pub model: ModelArgs,
}

impl QueueRunArgs {
    /// As the library takes it.
    pub fn request(&self, queue: Option<Address>) -> QueueRunRequest {
        let (stays, tell, model) = (self.stay, self.tell.tell(&self.tell_on), self.model.options());
        let drain = Cancel::default();
        same!(self => QueueRunRequest { workers, max_failures, device, labels; queue, stays, tell, model, drain })
    }
}

/// Who is told outside.
#[derive(Clone, Debug, Args)]
pub struct TellArgs {
    /// Start this command for each thing to tell: it is given a line of JSON on its standard input.
    #[arg(long, value_name = "COMMAND")]
    pub tell: Option<CommandLine>,
    /// Post the same to this address. It may have a secret in it: only its origin is ever said.
    #[arg(long, value_name = "URL", env = "AUTORPA_WEBHOOK", hide_env_values = true)]
    pub webhook: Option<Webhook>,
}

impl TellArgs {
    /// As the library takes it.
    pub fn tell(&self, on: &[trajectory::Outcome]) -> Tell {
        let (command, webhook, on) = (self.tell.clone(), self.webhook.clone(), on.to_vec());
        Tell { command, webhook, on }
    }
}

#[derive(Debug, Args)]
pub struct WatchArgs {
    #[command(flatten)]
    on: OnArgs,
    /// How long after each other looks begin: `1h`, `30m`, `1d`.
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = autorpa::read_pause)]
    every: Duration,
    /// Look so often, and end; for ever, if not given.
    #[arg(long, value_name = "N")]
    times: Option<NonZeroUsize>,
    /// Hold later looks against what is seen now, not against what was seen first.
    #[arg(long)]
    anew: bool,
    #[command(flatten)]
    tell: TellArgs,
}

impl WatchArgs {
    /// As the library takes it.
    pub fn request(&self) -> Result<WatchRequest, autorpa::Error> {
        let (exec, tell) = (self.on.request(Pictures::Failed)?, self.tell.tell(&[]));
        Ok(same!(self => WatchRequest { every, times, anew; exec, tell }))
    }
}

#[derive(Debug, Subcommand)]
pub enum AuditCommand {
    /// Say whether it is whole: nothing changed, left out or put in, and no run missing.
    Verify {
        /// An entry that was kept elsewhere, as an earlier `verify` printed it: it has to be there still.
        #[arg(long, value_name = "N:HASH")]
        from: Option<Anchor>,
    },
}

#[derive(Debug, Args)]
pub struct SignArgs {
    /// The function: its script, or its name in the library.
    pub function: PathBuf,
    /// The file of the key (ed25519, PKCS #8); it is made where it is not there. Without it, one in the home.
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct QueueAddArgs {
    #[command(flatten)]
    on: OnArgs,
    /// The CSV file. The first line names parameters; what a task file resets is not reset.
    #[arg(long, value_name = "FILE")]
    rows: PathBuf,
    /// A column that tells a row from others, again for more: a row whose key the queue has is not added. Without it, all.
    #[arg(long, value_name = "COLUMN")]
    key: Vec<String>,
    /// Add rows whose key is there already.
    #[arg(long)]
    duplicates: bool,
    /// Add the good rows where others can't be called with; those end refused.
    #[arg(long)]
    skip_bad_rows: bool,
    /// Rows of a higher one go first.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    priority: i64,
    /// How often a row is tried again by itself. Where its last try wrote something, the checks are asked first.
    #[arg(long, value_name = "N", default_value_t = 2)]
    retries: u32,
    /// The pause before that; each further one is twice as long.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    retry_after: u64,
    /// After which endings.
    #[arg(long, value_name = "OUTCOME,..", value_delimiter = ',', value_parser = autorpa::read_outcome,
        default_value = "device_lost,model_failed,over_budget")]
    retry_on: Vec<trajectory::Outcome>,
    /// When rows may begin: `08:00-18:00`, `mon-fri 22:00-06:00`.
    #[arg(long, value_name = "TIMES")]
    window: Option<Window>,
    /// How many may begin in a time, spread evenly: `30/min`; s, min, h or d.
    #[arg(long, value_name = "N/UNIT")]
    rate: Option<Rate>,
    /// Queue the rows anew at each of these times: `0 8 * * mon-fri`. `run --stay` does that.
    #[arg(long, value_name = "LINE")]
    cron: Option<Schedule>,
    /// The time zone of these, as `Europe/Berlin`, if not the machine's.
    #[arg(long, value_name = "ZONE")]
    time_zone: Option<String>,
    /// On a server: what a worker has to have, with commas.
    #[arg(long, value_name = "LABEL,..", value_delimiter = ',')]
    labels: Vec<String>,
    /// On a server: after how long without a word of its worker a row is another one's; 60, if not said.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    lease: Option<u64>,
    /// Seconds the script may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    timeout: u64,
    /// Steps the script may take.
    #[arg(long, value_name = "N", default_value_t = 200)]
    steps: usize,
}

impl QueueAddArgs {
    /// As the library takes it.
    pub fn request(&self, queue: Option<Address>) -> Result<QueueAddRequest, autorpa::Error> {
        let exec = ExecRequest {
            timeout: self.timeout,
            steps: self.steps,
            ..self.on.request(Pictures::Failed)?
        };
        let (twins, schedule, zone) = (self.duplicates, self.cron.clone(), self.time_zone.clone());
        let retries = Retries {
            most: self.retries,
            pause: Duration::from_secs(self.retry_after),
            on: self.retry_on.clone(),
        };
        let (file, lease) = (self.rows.clone(), self.lease.map(Duration::from_secs));
        Ok(same!(self => QueueAddRequest {
            key, skip_bad_rows, priority, window, rate, labels;
            exec, file, queue, twins, retries, schedule, zone, lease
        }))
    }
}

#[derive(Debug, Args)]
pub struct RunArgs {
    /// What is to be done, in the words of a function's goal.
    pub text: String,
    /// Do not ask before it runs.
    #[arg(short, long)]
    pub yes: bool,
    /// Address the page to run on, for functions of the web.
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    #[command(flatten)]
    pub once: RunOnceArgs,
    /// What to do when no function serves the text, or the one that does fails, and a model is there.
    #[arg(long, value_name = "AGENT")]
    pub fallback: Option<Fallback>,
    /// When the agent has done it, build a function for its task type at once; for a task that no task type has, from
    /// what the agent did.
    #[arg(long, requires = "fallback")]
    pub build: bool,
    /// Write how it ended as a JUnit file.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    #[command(flatten)]
    pub model: ModelArgs,
}

impl RunArgs {
    /// As the library takes it.
    pub fn request(&self) -> RunRequest {
        let (screenshot, model) = (self.once.screenshot.is_some(), self.model.options());
        let RunOnceArgs { timeout, steps, .. } = self.once;
        same!(self => RunRequest { text, yes, url, fallback, build; screenshot, timeout, steps, model })
    }
}

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// The suite.
    #[arg(long, value_name = "NAME")]
    pub suite: String,
    /// Task types, with commas; `all` is all of them.
    #[arg(long, value_name = "A,B|all", default_value = "all")]
    pub types: String,
    /// Who does the tasks: `search` (the model-free search, each instance anew), `react` (the ReAct agent), `code-only` (the library's
    /// function), `autorpa` (the verified function; the agent where there is none or it fails).
    #[arg(long, default_value = "code-only")]
    pub agent: Agent,
    /// Seeds, as `100-119` or `1,2,3`. `7:100-119` are those of series 7: each series is another draw of everything, and
    /// seeds without one are of series 0.
    #[arg(long, value_name = "SEEDS", default_value = "100-119")]
    pub seeds: Seeds,
    /// Measure on so many final instances, which no other command takes, and say how many fail and not which.
    #[arg(long = "final", value_name = "N", num_args = 0..=1, default_missing_value = "20", conflicts_with_all = ["seeds", "junit"])]
    pub last: Option<NonZeroUsize>,
    /// First build what the library lacks.
    #[arg(long)]
    pub build: bool,
    /// Measure on phones that differ as well, one way after the other: `dialog,slow`, or `all`.
    #[arg(long, value_name = "KIND,..")]
    pub perturb: Option<Perturb>,
    /// Measure on adversarial instances as well: the same tasks among names that are nearly those of the goal, at the
    /// edge of the screen, in empty and long lists, with values that are seldom.
    #[arg(long)]
    pub adversarial: bool,
    /// How many work side by side, each with an emulator or a page of its own; as many as there are cores if
    /// not given.
    #[arg(long, value_name = "N")]
    pub workers: Option<NonZeroUsize>,
    /// Begin anew, where the same bench was stopped and would go on.
    #[arg(long)]
    pub fresh: bool,
    /// Write the table as JSON into a file, or on standard output where none is named.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub json: Option<PathBuf>,
    /// Write the table as a page.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the instances as a JUnit file.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Instances to build on.
    #[arg(short = 'n', value_name = "N", default_value_t = BUILT_ON)]
    pub count: NonZeroUsize,
    /// Seeds of these instances. If not given, they are drawn for each task type, always the same.
    #[arg(long, value_name = "SEEDS", requires = "build", conflicts_with = "count")]
    pub build_seeds: Option<Seeds>,
    /// Which drivers build: `free`, `auto`, `model`. `auto` is `free` where no model is named.
    #[arg(long, default_value = "auto", value_parser = autorpa::read_tier)]
    pub tier: Tier,
    #[command(flatten)]
    pub explore: ExploreArgs,
    #[command(flatten)]
    pub model: ModelArgs,
}

#[derive(Debug, Args)]
pub struct ResultsArgs {
    /// Files that `bench --json FILE` wrote.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Put beside each other what several agents did with the same task types: success, steps and tokens of the
    /// ReAct agent, of AutoRPA and of its code alone, and what each build took.
    #[arg(long)]
    pub side_by_side: bool,
    /// Write the page, in Markdown, into this file instead of on standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl BenchArgs {
    /// As the library takes it.
    pub fn request(&self) -> BenchRequest {
        let (explore, model) = (self.explore.options(), self.model.options());
        let seeds = self.last.map_or_else(|| self.seeds.clone(), Seeds::last);
        let (is_final, perturb) = (self.last.is_some(), self.perturb.clone().unwrap_or_default());
        same!(self => BenchRequest {
            suite, types, agent, build, adversarial, workers, fresh, count, build_seeds, tier;
            seeds, is_final, perturb, explore, model
        })
    }
}

#[derive(Debug, Args)]
pub struct ShowArgs {
    /// Id or file of a recording, or file of a script.
    pub what: String,
    /// The form to show.
    #[arg(long)]
    pub form: Option<Form>,
}

/// A form of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// What was seen and done.
    Recording,
    /// With locators and expressions.
    Soft,
    /// The program built from it alone.
    Program,
    /// That program as a script.
    Script,
}

impl Form {
    /// The name, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Form::Recording => "recording",
            Form::Soft => "soft",
            Form::Program => "program",
            Form::Script => "script",
        }
    }
}

#[derive(Debug, Args)]
pub struct TrajectoriesArgs {
    #[command(subcommand)]
    pub command: TrajectoriesCommand,
}

#[derive(Debug, Subcommand)]
pub enum TrajectoriesCommand {
    /// List the recordings, newest last.
    List {
        /// Of this task type only.
        #[arg(long)]
        task_type: Option<String>,
    },
    /// Search conclusions, step summaries and screens.
    Search {
        /// Words.
        query: Vec<String>,
        /// How many hits.
        #[arg(long, default_value_t = 10)]
        limit: usize,
    },
    /// Make the index anew from the recordings.
    Rebuild,
}

#[derive(Debug, Args)]
pub struct HistoryArgs {
    /// Name of the function, its task type, or its script.
    pub name: String,
}

#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The run, as `exec --json` and the results of rows name it, the beginning of its name, or `last`.
    pub run: String,
    /// The server of a queue, for a run of another machine: `RUN@HOME`.
    #[arg(long, value_name = "URL", env = "AUTORPA_ENGINE")]
    pub engine: Option<Server>,
    /// Write the page into this file; on standard output, if not given.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The function, by its name or its file.
    pub name: String,
    /// What it becomes: `playwright` is a test in TypeScript, `maestro` a flow for an app, `skill` a SKILL.md for agents,
    /// `openapi` what `autorpa serve` does with it.
    #[arg(long = "as", value_name = "FORM")]
    pub form: ExportForm,
    /// The page where it begins.
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// A value of the test.
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = autorpa::read_param)]
    pub params: Vec<(String, String)>,
    /// Write it into this file, or into this folder under a name of its own (of a skill `NAME/SKILL.md`); on standard output,
    /// if not given.
    #[arg(long, value_name = "FILE|FOLDER/")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct TasksArgs {
    /// Of this suite only.
    #[arg(long, value_name = "NAME")]
    pub suite: Option<String>,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The script: a file, or the name of a function of the library. Or a task file (`*.task.toml`).
    pub script: PathBuf,
}

#[derive(Debug, Args)]
pub struct SynthArgs {
    /// A JSON file, or `-` for standard input: `{"examples": [{"inputs": [".."], "output": ".."}], "tests": [{"inputs":
    /// [".."]}]}`. The answer is `{"outputs": ["..", null], "program": ".."}`, with `why` and `deciding` where an output is
    /// null.
    pub file: PathBuf,
}

#[derive(Debug, Args)]
pub struct NewTaskArgs {
    /// The task type's name, as `AddCustomer`.
    pub name: String,
    /// The folder that the file goes into.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub struct HealArgs {
    /// The function: its script, or its name in the library.
    pub function: PathBuf,
    /// Accept what is proposed, without being asked.
    #[arg(long)]
    pub accept: bool,
}

#[derive(Debug, Args)]
pub struct AcceptArgs {
    /// The function: its script, or its name in the library.
    pub function: PathBuf,
    /// The run that you looked at, as `autorpa trajectories list` names it; the function's last one, if not given.
    #[arg(long, value_name = "RUN")]
    pub run: Option<String>,
}

#[derive(Debug, Args)]
pub struct ProgramArgs {
    /// What the program takes: `--help` says it.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    pub arguments: Vec<std::ffi::OsString>,
}

#[derive(Debug, Args)]
pub struct StudioArgs {
    /// Its port on loopback; 0 is any that is free.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
    #[command(flatten)]
    pub metrics: MetricsArgs,
}

#[derive(Debug, Args)]
pub struct EmulatorArgs {
    /// Set up an instance of this task type first.
    #[arg(long, value_name = "NAME")]
    pub task_type: Option<String>,
    /// Seed of the instance.
    #[arg(long, default_value_t = 0, value_parser = autorpa::read_seed)]
    pub seed: u64,
    /// Write a PNG of the screen after every action.
    #[arg(long, value_name = "FILE", conflicts_with = "serve")]
    pub screenshot: Option<PathBuf>,
    /// Open an adb door on this machine: clients of real phones (adb, uiautomator2, ...) use the emulator as one. A port
    /// below is one of loopback; 0 is any that is free.
    #[arg(long)]
    pub serve: bool,
    /// The adb door's port.
    #[arg(long, value_name = "PORT", default_value_t = 0, requires = "serve")]
    pub adb_port: u16,
    /// Answer over HTTP as AndroidWorld's own server does.
    #[arg(long, value_name = "PORT", requires = "serve")]
    pub http_port: Option<u16>,
    /// Open the console of Android's emulator; one below the adb door's port, adb knows it as emulator-PORT.
    #[arg(long, value_name = "PORT", requires = "serve")]
    pub console_port: Option<u16>,
    /// Open the gRPC controller of Android's emulator.
    #[arg(long, value_name = "PORT", requires = "serve")]
    pub grpc_port: Option<u16>,
}

#[derive(Debug, Args)]
pub struct RecordArgs {
    /// The page to show it on: a browser opens, and what is done in it is recorded.
    #[arg(long, value_name = "URL", group = "place")]
    pub url: Option<String>,
    /// The device to show it on by typed commands: `emulator`, `adb:SERIAL`.
    #[arg(long, value_name = "NAME", group = "place")]
    pub device: Option<String>,
    /// The task type.
    #[arg(
        long,
        value_name = "NAME",
        required_unless_present = "place",
        conflicts_with = "device"
    )]
    pub task_type: Option<String>,
    /// Its suite; found from the task type where only one has it.
    #[arg(long, value_name = "NAME")]
    pub suite: Option<String>,
    /// Seed of the instance.
    #[arg(long, default_value_t = 1, value_parser = autorpa::read_seed)]
    pub seed: u64,
    /// Write a PNG of the screen after every action.
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// Do it by typed commands, also on a page.
    #[arg(long)]
    pub by_hand: bool,
    /// Record what is done on the device with fingers, beside typed commands.
    #[arg(long, requires = "device")]
    pub by_touch: bool,
    /// What is going to be done, in one sentence with its values.
    #[arg(long, value_name = "TEXT", requires = "place")]
    pub goal: Option<String>,
    /// What the kind of task is called; made of the page and the goal where it is not said.
    #[arg(long, value_name = "NAME", requires = "place")]
    pub name: Option<String>,
    /// A field whose value nobody may read, by its label, name or id; again for others. Password fields, card numbers and
    /// one-time codes are never read.
    #[arg(long, value_name = "FIELD")]
    pub secret: Vec<String>,
    /// Say these lines, each when its time has come, beside what is typed: `after 3: check`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["by_hand", "device"])]
    pub answers: Option<PathBuf>,
    /// Take what was understood of it as it is, and ask nothing at the end.
    #[arg(long)]
    pub yes: bool,
    /// Show no browser: somebody else does it, at the port that is said.
    #[arg(long, conflicts_with_all = ["by_hand", "attach", "headed", "device"])]
    pub headless: bool,
}

#[derive(Debug, Args)]
pub struct PageArgs {
    /// The page.
    #[arg(long, value_name = "URL")]
    pub url: String,
}

#[derive(Debug, Args)]
pub struct LoginArgs {
    /// What the login is called.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// The page to log in at; what is imported is tried on it.
    #[arg(long, value_name = "URL", requires = "name", conflicts_with = "forget")]
    pub url: Option<String>,
    /// A text that shows only to who is logged in: a login is kept as soon as it shows, and nobody has to say `done`.
    #[arg(long, value_name = "TEXT", requires = "url")]
    pub shows: Option<String>,
    /// Show no browser: somebody else logs in, at the port that is said.
    #[arg(long, requires = "shows", conflicts_with = "import")]
    pub headless: bool,
    /// Keep what another tool has saved: a storage state in Playwright's form.
    #[arg(long, value_name = "FILE", requires = "name", conflicts_with = "forget")]
    pub import: Option<PathBuf>,
    /// Forget the login.
    #[arg(long, requires = "name")]
    pub forget: bool,
}

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The file.
    pub file: PathBuf,
    /// Its format, if not told by what stands in it: playwright-jsonl, playwright-js, playwright-python,
    /// chrome-recorder, selenium-ide, browser-use, workflow-use.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// The page to do it on; without it, the one that the file begins with.
    #[arg(long, value_name = "URL", conflicts_with = "task")]
    pub url: Option<String>,
    /// The task file whose task it does: page, reset and checks are its own.
    #[arg(long, value_name = "FILE")]
    pub task: Option<PathBuf>,
    /// Which instance of the task; without it, the one whose values the file has.
    #[arg(long, value_name = "N", requires = "task")]
    pub seed: Option<u64>,
    /// What was done, in one sentence with its values, which are the function's parameters; without it, what was typed
    /// and chosen where.
    #[arg(long, value_name = "TEXT", conflicts_with = "task")]
    pub goal: Option<String>,
    /// What the kind of task is called.
    #[arg(long, value_name = "NAME", conflicts_with = "task")]
    pub name: Option<String>,
    /// A value for a variable of the file, as NAME=VALUE; again for others.
    #[arg(long, value_name = "NAME=VALUE", value_parser = autorpa::read_param)]
    pub param: Vec<(String, String)>,
    /// How dialogs are answered whose answer the file does not have.
    #[arg(long, value_name = "ANSWER")]
    pub dialogs: Option<DialogsArg>,
    /// Where a step can't be done, keep those before it as a recording that ends there.
    #[arg(long)]
    pub keep_unfinished: bool,
    /// Print what is read, and do nothing.
    #[arg(long)]
    pub dry_run: bool,
}

/// An answer to a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DialogsArg {
    /// Agree.
    Accept,
    /// Decline.
    Dismiss,
}
