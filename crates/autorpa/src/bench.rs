//! Measuring: how well the functions, or an agent, do on instances they have not seen.

mod board;
mod journal;
mod plan;
mod worker;

use std::{collections::HashSet, io, sync::Arc, sync::mpsc, thread, time::Instant};

use library::Library;
use settings::Setting;
use thiserror::Error;
use trajectory::Outcome;

pub use self::{journal::RunsAlready, plan::NoPlan};

use self::{
    board::{Board, Job},
    journal::Journal,
    plan::{Condition, Plan},
    worker::{Shared, WorkerMessage, work},
};
use crate::{
    Autorpa,
    error::{Error, NeedsModel, Several},
    observer::{Event, WorkInProgress},
    options,
    permission::Permission,
    registry::{Suite, UnknownTypes},
    request::{Agent, BenchRequest},
    table::{Done, Episode, Prepared, Report, Row},
};

/// Enough for the deepest search and the deepest script; threads get less where nothing is said.
const STACK: usize = 16 << 20;

/// What a bench measured.
#[derive(Debug)]
pub struct Benched {
    /// The table: whole, or what there was until it ended.
    pub report: Report,
    /// What ended it before its time.
    pub ended: Option<Error>,
}

/// A task type is not run again and again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{task_type} is not measured: what its runs do stays, and nobody has allowed {runs} of them\nhelp: say in its task \
     file how to put all back ([reset]), leave it out ({}), or answer the question at a terminal",
    Setting::Types
)]
pub struct NotMeasured {
    /// The task type.
    pub task_type: String,
    /// How often it would be run.
    pub runs: usize,
}

impl Autorpa {
    /// Measure an agent or the library's functions on a suite. The same request goes on where it was stopped.
    pub fn bench(&self, request: &BenchRequest) -> Result<Benched, Error> {
        let model = request.model.names_one();
        if matches!(request.agent, Agent::React) && !model {
            return Err(Error::NoModel {
                for_what: NeedsModel::Agent,
            });
        }
        // Only who builds needs the builder's model.
        options::check(request.tier, &request.explore, model || !request.build)?;
        let suite = self.registry.suite(&request.suite)?;
        // A part of a suite is no measure of it.
        let left_out: Vec<UnknownTypes> = UnknownTypes::left_out(suite.as_ref()).collect();
        if !left_out.is_empty() {
            return Err(Error::usage(Several(left_out)));
        }
        let ways = suite.variants(&request.perturb)?;
        let pool = suite.pool()?;
        let plan = Plan::new(request, pool.types(), ways, suite.terms())?;
        self.may_bench(suite.as_ref(), &plan)?;
        let library = Library::open(&self.home.library);
        let (journal, past) =
            Journal::open(&self.home.benches, &plan.name(request, &self.home), request.fresh)?;
        let mut rows = Rows::new(&plan);
        let board = Board::new();
        let known = rows.go_on(&plan, &library, request, past.done, &board)?;
        if known > 0 {
            self.told.line(format!(
                "going on where this bench was stopped: {known} of {} episodes are done ({} begins anew)",
                plan.types.len() * plan.episodes(),
                Setting::Fresh
            ));
        }
        let count = plan.types.len() * (1 + plan.episodes());
        self.told.event(&Event::Length { count });
        let count = known + rows.0.iter().filter(|it| it.prepared.is_some()).count();
        self.told.event(&Event::Done { count });
        let shared = Shared {
            rpa: self,
            request,
            suite: suite.as_ref(),
            plan: &plan,
            library: &library,
            pool: pool.as_ref(),
            board: &board,
        };
        Measuring {
            shared,
            rows,
            journal,
            past: past.seconds,
            started: Instant::now(),
            broken: None,
        }
        .measure()
    }
}

impl Autorpa {
    /// Ask before a task whose runs leave what they did is run once for each seed.
    fn may_bench(&self, suite: &dyn Suite, plan: &Plan) -> Result<(), Error> {
        for task_type in &plan.types {
            let mut permission = Permission::new(suite.rights(task_type));
            let progress = WorkInProgress::new(&self.told, task_type);
            let doing = format!("run it {} times to measure it", plan.episodes());
            if !permission.allows(&doing, &progress) {
                return Err(Error::usage(NotMeasured {
                    task_type: task_type.clone(),
                    runs: plan.episodes(),
                }));
            }
        }
        Ok(())
    }
}

/// A bench that goes on.
struct Measuring<'a> {
    shared: Shared<'a>,
    rows: Rows,
    journal: Journal,
    /// Seconds that earlier runs of it took.
    past: f64,
    started: Instant,
    /// The first error.
    broken: Option<Error>,
}

impl Measuring<'_> {
    fn elapsed(&self) -> f64 {
        self.past + self.started.elapsed().as_secs_f64()
    }

    fn measure(mut self) -> Result<Benched, Error> {
        let shared = self.shared;
        thread::scope(|scope| {
            let (tell, told) = mpsc::channel();
            for _ in 0..shared.plan.workers {
                let tell = tell.clone();
                let worker = thread::Builder::new().stack_size(STACK);
                let spawned = worker.spawn_scoped(scope, move || work(shared, &tell));
                if let Err(error) = spawned {
                    self.note(Err(Error::kept(NoThread { error })));
                }
            }
            drop(tell);
            told.into_iter().for_each(|it| self.note(it));
        });
        shared.rpa.told.event(&Event::Over { work: "" });
        let complete = self.rows.left(shared.plan) == 0;
        let elapsed = self.elapsed();
        let rows = self.rows.into_table(shared.plan);
        let request = shared.request;
        let command = shared.plan.call(request).to_string();
        let mut report = Report::new(&request.suite, request.agent.name(), command, rows, elapsed);
        report.about = shared.suite.about();
        if request.is_final {
            report = report.of_final();
        }
        let ended = match self.broken {
            Some(error) => Some(error),
            None if shared.rpa.cancel.is_cancelled() && !complete => {
                Some(Error::ended(Outcome::Cancelled, Stopped))
            }
            None => self.journal.finish().err(),
        };
        Ok(Benched { report, ended })
    }

    /// Take down what a worker told. The first error ends the bench, but takes nothing of what was measured with it.
    fn note(&mut self, told: WorkerMessage) {
        let noted = told.and_then(|(row, done)| {
            self.journal
                .note(self.past + self.started.elapsed().as_secs_f64(), &done)?;
            self.shared.rpa.told.event(&Event::Done { count: 1 });
            if let Some(line) = self.rows.note(row, done, self.shared.plan) {
                self.shared.rpa.told.line(line);
            }
            Ok(())
        });
        if let Err(error) = noted {
            self.shared.board.stop();
            self.broken.get_or_insert(error);
        }
    }
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
        args: &BenchRequest,
        past: Vec<Done>,
        board: &Board,
    ) -> Result<usize, Error> {
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
                .of_task(&args.suite, &plan.types[row])
                .map_err(Error::kept)?;
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
            let is_done =
                |condition: &Condition, seed| seen.contains(&(condition.name().map(str::to_owned), seed));
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
            "verified" => String::new(),
            "none" => " (no function)".to_owned(),
            state => format!(" ({state})"),
        };
        let (name, success, seconds) = (&row.task_type, row.success(), row.seconds);
        Some(format!("{name}: {success} in {seconds:.2} s{state}"))
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

/// A bench that somebody stopped.
#[derive(Clone, Copy, Debug, Error)]
#[error("stopped; the table has what was done\nhelp: the same command goes on from there")]
pub struct Stopped;

/// The system gives no thread.
#[derive(Debug, Error)]
#[error("no thread for a worker: {error}")]
struct NoThread {
    error: io::Error,
}
