//! `autorpa bench`: how well the functions, or an agent, do on instances they have not seen.

mod board;
mod journal;
mod plan;
mod worker;

use std::{collections::HashSet, sync::Arc, sync::mpsc, thread, time::Instant};

use device::Cancel;
use library::Library;
use trajectory::Outcome;

use self::{
    board::{Board, Job},
    journal::{Done, Journal},
    plan::Plan,
    worker::{Shared, Told, work},
};
use crate::{
    args::{Agent, BenchArgs},
    command::build,
    error::CliError,
    home::{self, Home},
    suites::{self, Source},
    table::{Episode, Prepared, Report, Row},
    terminal::{Bars, print, say},
};

/// Enough for the deepest search and the deepest script; threads get less where nothing is said.
const STACK: usize = 16 << 20;

/// The command.
pub fn run(args: &BenchArgs, home: &Home, cancel: &Cancel) -> Result<(), CliError> {
    let model = args.model.llm.is_some() || args.model.cassette.is_some();
    if matches!(args.agent, Agent::React) && !model {
        return Err(CliError::usage(
            "--agent react needs a model: name one with --llm PROVIDER:MODEL",
        ));
    }
    // Only who builds needs the builder's model.
    build::check(args.tier, &args.explore, model || !args.build)?;
    if args.perturb.is_some() {
        suites::can_differ(args.suite)?;
    }
    let source = Source::open_suite(args.suite)?;
    let plan = Plan::new(args, source.types())?;
    let library = Library::open(&home.library);
    let (mut journal, past) = Journal::open(&home.benches, &plan.name(args, home), args.fresh)?;
    let mut rows = Rows::new(&plan);
    let board = Board::new();
    let known = rows.go_on(&plan, &library, args, past.done, &board)?;
    if known > 0 {
        say(&format!(
            "going on where this bench was stopped: {known} of {} episodes are done (--fresh begins anew)",
            plan.types.len() * plan.episodes()
        ));
    }
    let bars = Bars::new();
    let bar = bars.bar(plan.types.len() * (1 + plan.episodes()));
    bar.steps(known + rows.0.iter().filter(|it| it.prepared.is_some()).count());
    let started = Instant::now();
    let elapsed = || past.seconds + started.elapsed().as_secs_f64();
    let shared = Shared {
        args,
        plan: &plan,
        home,
        library: &library,
        source: &source,
        board: &board,
        bars: &bars,
        cancel,
    };
    let mut broken = None;
    let mut note = |told: Told| {
        let noted = told.and_then(|(row, done)| {
            journal.note(elapsed(), &done)?;
            bar.steps(1);
            if let Some(line) = rows.note(row, done, &plan) {
                bar.line(&line);
            }
            Ok(())
        });
        // The first error ends the bench, but takes nothing of what was measured with it.
        if let Err(error) = noted {
            board.stop();
            broken.get_or_insert(error);
        }
    };
    thread::scope(|scope| {
        let (tell, told) = mpsc::channel();
        for _ in 0..plan.workers {
            let tell = tell.clone();
            let worker = thread::Builder::new().stack_size(STACK);
            let spawned = worker.spawn_scoped(scope, move || work(shared, &tell));
            if let Err(error) = spawned {
                note(Err(CliError::kept(format!("no thread for a worker: {error}"))));
            }
        }
        drop(tell);
        told.into_iter().for_each(&mut note);
    });
    drop(bar);
    let complete = rows.left(&plan) == 0;
    let agent = args.agent.name();
    let rows = rows.into_table(&plan);
    let report = Report::new(args.suite.name(), agent, plan.command(args), rows, elapsed());
    show(args, &report)?;
    if let Some(error) = broken {
        return Err(error);
    }
    if cancel.is_cancelled() && !complete {
        return Err(CliError::Ended {
            outcome: Outcome::Cancelled,
            message: "stopped; the table has what was done\nhelp: the same command goes on from there"
                .to_owned(),
        });
    }
    journal.finish()
}

fn show(args: &BenchArgs, report: &Report) -> Result<(), CliError> {
    if let Some(file) = &args.html {
        home::write(file, report.html().as_bytes())?;
    }
    let json = serde_json::to_string_pretty(report).map_err(CliError::kept)?;
    match &args.json {
        Some(file) if file.as_os_str() == "-" => {
            print(&json);
            say(&report.text());
        }
        Some(file) => {
            home::write(file, json.as_bytes())?;
            print(&report.text());
        }
        None => print(&report.text()),
    }
    Ok(())
}

/// What is known of every row so far.
struct Rows(Vec<Known>);

#[derive(Default)]
struct Known {
    prepared: Option<Prepared>,
    episodes: Vec<Episode>,
}

impl Rows {
    fn new(plan: &Plan) -> Self {
        Self(plan.types.iter().map(|_| Known::default()).collect())
    }

    /// Take over what an earlier run did, and put on the board what it left. What was measured with another code
    /// than the library has now is measured again. The answer is the number of episodes that need not be run.
    fn go_on(
        &mut self,
        plan: &Plan,
        library: &Library,
        args: &BenchArgs,
        past: Vec<Done>,
        board: &Board,
    ) -> Result<usize, CliError> {
        let row_of = |name: &str| plan.types.iter().position(|it| it == name);
        for done in past {
            match done {
                Done::Prepared(it) => {
                    if let Some(row) = row_of(&it.task_type) {
                        self.0[row].prepared = Some(it);
                    }
                }
                Done::Episode(it) => {
                    if let Some(row) = row_of(&it.task_type) {
                        self.0[row].episodes.push(it);
                    }
                }
            }
        }
        let kinds = plan.kinds();
        for (row, known) in self.0.iter_mut().enumerate() {
            let Some(prepared) = &known.prepared else {
                known.episodes.clear();
                board.add(Job::Prepare { row });
                continue;
            };
            let function = library
                .of_task(args.suite.name(), &plan.types[row])
                .map_err(CliError::kept)?;
            let digest = function.as_ref().map(|it| library::sha256(&it.source));
            if digest != prepared.digest {
                *known = Known::default();
                board.add(Job::Prepare { row });
                continue;
            }
            let mut seen = HashSet::new();
            known.episodes.retain(|it| {
                let asked =
                    plan.seeds.contains(&it.seed) && it.under.as_ref().is_none_or(|it| kinds.contains(it));
                it.digest == digest && asked && seen.insert((it.under.clone(), it.seed))
            });
            let is_done = |kind: Option<_>, seed| {
                seen.contains(&(kind.map(|it: emulator::perturb::Kind| it.to_string()), seed))
            };
            for job in plan.jobs(row, function.map(Arc::new), is_done) {
                board.add(job);
            }
        }
        Ok(self.0.iter().map(|it| it.episodes.len()).sum())
    }

    /// Take down what was done; the line to say when a row is complete.
    fn note(&mut self, row: usize, done: Done, plan: &Plan) -> Option<String> {
        let known = &mut self.0[row];
        match done {
            Done::Prepared(it) => known.prepared = Some(it),
            Done::Episode(it) => known.episodes.push(it),
        }
        let prepared = known.prepared.as_ref()?;
        if known.episodes.len() < plan.episodes() {
            return None;
        }
        let row = Row::new(prepared, known.episodes.clone(), &plan.kinds());
        let state = match row.state() {
            "verified" => "",
            "unverified" => " (unverified)",
            _ => " (no function)",
        };
        let (name, successes, seeds, seconds) = (&row.task_type, row.successes, row.seeds, row.seconds);
        Some(format!("{name}: {successes}/{seeds} in {seconds:.2} s{state}"))
    }

    /// Rows that are not complete.
    fn left(&self, plan: &Plan) -> usize {
        let complete = |it: &&Known| it.prepared.is_some() && it.episodes.len() == plan.episodes();
        self.0.len() - self.0.iter().filter(complete).count()
    }

    /// The rows of which something is known.
    fn into_table(self, plan: &Plan) -> Vec<Row> {
        let kinds = plan.kinds();
        self.0
            .into_iter()
            .filter_map(|it| Some(Row::new(&it.prepared?, it.episodes, &kinds)))
            .collect()
    }
}
