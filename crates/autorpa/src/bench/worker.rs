//! One worker of a bench: it builds and measures on devices of its own.

use std::{
    sync::{Arc, mpsc::Sender},
    time::Instant,
};

use device::{Cancel, Environment};
use explorer::{
    graph::Graph,
    search::{self, Budget, search},
};
use library::{Function, Library};
use llm::Tally;
use task::{Instance, seeds::with_more};
use trajectory::{Code, Outcome, Recording};
use ui::{Action, Status};

use super::{
    board::{Board, Job},
    plan::{Condition, Plan},
};
use crate::{
    Autorpa,
    build::{Order, build},
    error::Error,
    model::Model,
    observer::WorkInProgress,
    params::Goals,
    registry::{Pool, Suite},
    request::{Agent, BenchRequest, HELD_OUT},
    table::{Done, Episode, Explored, Prepared},
    workbench::{Call, Judged, Setup, Workbench, guard, refused, run_judged},
};

/// What workers tell: what was done of which row, or why the bench can't go on.
pub type WorkerMessage = Result<(usize, Done), Error>;

/// What all workers share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// The library.
    pub rpa: &'a Autorpa,
    /// What was asked for.
    pub request: &'a BenchRequest,
    /// The suite.
    pub suite: &'a dyn Suite,
    /// What is to be done.
    pub plan: &'a Plan,
    /// Where functions are kept.
    pub library: &'a Library,
    /// Where devices come from.
    pub pool: &'a dyn Pool,
    /// The work.
    pub board: &'a Board,
}

/// Work until there is nothing left to do.
pub fn work(shared: Shared<'_>, tell: &Sender<WorkerMessage>) {
    let done = Worker::open(shared, tell).and_then(|mut it| it.work());
    if let Err(error) = done {
        shared.board.stop();
        // Who listens stays until the last worker is gone.
        let _heard = tell.send(Err(error));
    }
}

struct Worker<'a> {
    shared: Shared<'a>,
    tell: &'a Sender<WorkerMessage>,
    model: Option<Model>,
    /// The device that does not differ; not there while a build has it.
    env: Option<Box<dyn Environment>>,
}

impl<'a> Worker<'a> {
    fn open(shared: Shared<'a>, tell: &'a Sender<WorkerMessage>) -> Result<Self, Error> {
        Ok(Self {
            shared,
            tell,
            model: Model::open(&shared.request.model, shared.rpa)?,
            env: None,
        })
    }

    fn work(&mut self) -> Result<(), Error> {
        while let Some(taken) = self.shared.board.take(&self.shared.rpa.cancel) {
            match &taken.job {
                Job::Prepare { row } => self.prepare(*row)?,
                Job::Measure {
                    row,
                    function,
                    condition,
                    seeds,
                } => self.measure(*row, function.as_ref(), *condition, seeds)?,
            }
        }
        Ok(())
    }

    fn tell(&self, row: usize, done: Done) {
        // Who listens stays until the last worker is gone.
        let _heard = self.tell.send(Ok((row, done)));
    }

    fn asked(&self) -> Tally {
        let model = self.model.as_ref();
        model.map(Model::tally).unwrap_or_default()
    }

    fn env(&mut self) -> Result<Box<dyn Environment>, Error> {
        match self.env.take() {
            Some(env) => Ok(env),
            None => self.shared.pool.open(None),
        }
    }

    fn prepare(&mut self, row: usize) -> Result<(), Error> {
        let Shared {
            request: args, plan, ..
        } = self.shared;
        let task_type = &plan.types[row];
        let before = self.asked();
        let mut prepared = Prepared {
            task_type: task_type.clone(),
            ..Prepared::default()
        };
        let mut function = self
            .shared
            .library
            .of_task(&args.suite, task_type)
            .map_err(Error::kept)?;
        if args.build && !function.as_ref().is_some_and(Function::trusted) {
            let started = Instant::now();
            match self.build(row, &mut prepared)? {
                Some(built) => function = built,
                // A build that was stopped says nothing about the task type.
                None => return Ok(()),
            }
            prepared.seconds = started.elapsed().as_secs_f64();
        }
        prepared.digest = function.as_ref().map(|it| library::sha256(&it.source));
        let receipt = function.as_ref().map(|it| &it.receipt);
        prepared.verified = function
            .as_ref()
            .is_some_and(|it| it.trusted() && it.receipt.verified);
        prepared.unchecked = receipt.is_some_and(|it| it.unjudged);
        prepared.accepted = function
            .as_ref()
            .is_some_and(|it| it.trusted() && !it.receipt.verified);
        prepared.asked = self.asked().since(&before);
        prepared.tokens = prepared.asked.tokens();
        self.tell(row, Done::Prepared(prepared));
        for job in plan.jobs(row, function.map(Arc::new), |_, _| false) {
            self.shared.board.add(job);
        }
        Ok(())
    }

    /// Build a function; the inner `None` is a type without one, the outer `None` a build that was stopped.
    fn build(&mut self, row: usize, prepared: &mut Prepared) -> Result<Option<Option<Function>>, Error> {
        let Shared {
            rpa,
            request: args,
            plan,
            ..
        } = self.shared;
        let (task_type, seeds) = (plan.types[row].as_str(), plan.building[row].as_slice());
        let tier = args.tier;
        let setup = Setup {
            home: &rpa.home,
            explore: &args.explore,
            tier,
            model: self.model.clone(),
            policy: rpa.limits(&args.model)?,
            cancel: self.shared.rpa.cancel.clone(),
            progress: WorkInProgress::new(&rpa.told, task_type),
            rights: self.shared.suite.rights(task_type),
        };
        let order = Order {
            task_type,
            suite: self.shared.suite,
            seeds,
            refinements: 3,
            tier,
            held_out: HELD_OUT,
            explore: &args.explore,
        };
        let env = self.env()?;
        let opened = Workbench::new(env, task_type, &with_more(seeds, HELD_OUT), setup);
        let mut bench = match opened {
            Ok(bench) => bench,
            // A home that can't be written fails every build alike; one type's pages fail for it alone.
            Err(error @ (Error::Kept(_) | Error::File { .. })) => return Err(error),
            Err(error) => {
                prepared.reason = Some(error.to_string());
                return Ok(Some(None));
            }
        };
        bench.vary(0, seeds.len());
        bench.quiet = true;
        let built = build(&mut bench, &order, self.shared.library);
        let built = built.and_then(|it| match it.ended {
            Some(error) => Err(error),
            None => Ok(it),
        });
        prepared.explored = Explored {
            episodes: bench.effort.episodes,
            steps: bench.effort.steps,
        };
        let function = match built {
            Ok(built) => {
                prepared.refinements = built.compiled.refinements;
                let why = [
                    built.compiled.reason.map(|it| it.to_string()),
                    bench.tried.filter(|_| !built.compiled.verified),
                ];
                let why: Vec<String> = why.into_iter().flatten().collect();
                prepared.reason = (!why.is_empty()).then(|| why.join(": "));
                built.function
            }
            Err(Error::Ended {
                outcome: Outcome::Cancelled,
                ..
            }) => return Ok(None),
            Err(Error::Ended {
                outcome: Outcome::DeviceLost,
                why,
            }) => {
                prepared.reason = Some(why.to_string());
                return Ok(Some(None));
            }
            Err(error) => {
                prepared.reason = Some(error.to_string());
                None
            }
        };
        self.env = Some(bench.env);
        Ok(Some(function))
    }

    fn measure(
        &mut self,
        row: usize,
        function: Option<&Arc<Function>>,
        condition: usize,
        seeds: &[u64],
    ) -> Result<(), Error> {
        let plan = self.shared.plan;
        let condition = &plan.conditions[condition];
        let mut env = match condition {
            Condition::Plain | Condition::Adversarial => self.env()?,
            Condition::Under(way) => self.shared.pool.open(Some(way))?,
        };
        let mut judge = Judge {
            env: env.as_mut(),
            rpa: self.shared.rpa,
            args: self.shared.request,
            model: &self.model,
            cancel: &self.shared.rpa.cancel,
            function: function.map(Arc::as_ref),
        };
        let task_type = &plan.types[row];
        let goals = judge.goals(task_type)?;
        let mut graph = Graph::default();
        // Loading what a task type needs, a page for one, is no part of its episodes.
        if let Some(seed) = seeds.first() {
            judge.env.instance(task_type, *seed)?;
        }
        for seed in seeds {
            if self.shared.rpa.cancel.is_cancelled() {
                break;
            }
            let before = self.asked();
            // Reading the goal is part of an episode.
            let started = Instant::now();
            let made = match condition {
                Condition::Plain | Condition::Under(_) => Some(judge.env.instance(task_type, *seed)?),
                Condition::Adversarial => judge.env.adversarial(task_type, *seed)?,
            };
            let instance = made.map(|it| goals.fill(it));
            let done = match &instance {
                Some(instance) => judge.episode(instance, &mut graph)?,
                None => None,
            };
            // An episode that was stopped says nothing about who did it.
            if self.shared.rpa.cancel.is_cancelled() {
                break;
            }
            let asked = self.asked().since(&before);
            let episode = Episode {
                task_type: task_type.clone(),
                under: condition.name().map(str::to_owned),
                absent: instance.is_none(),
                seed: *seed,
                digest: function.map(|it| library::sha256(&it.source)),
                success: done.as_ref().is_some_and(Recording::succeeded),
                outcome: done.as_ref().map(|it| it.ending.outcome),
                unsaid: done.as_ref().is_some_and(is_unsaid),
                why: done.as_ref().and_then(why),
                steps: done.as_ref().map_or(0, |it| it.steps.len()),
                seconds: started.elapsed().as_secs_f64(),
                tokens: asked.tokens(),
                asked,
            };
            self.tell(row, Done::Episode(episode));
        }
        match condition {
            Condition::Plain | Condition::Adversarial => self.env = Some(env),
            Condition::Under(_) => {}
        }
        Ok(())
    }
}

/// Why an episode is no success, as far as somebody said it.
fn why(recording: &Recording) -> Option<String> {
    let said = recording.ending.for_people().map(|it| it.to_string());
    said.filter(|_| !recording.succeeded())
}

/// Whether nobody said that the task is done: it was given up, or the environment ended the episode before.
fn is_unsaid(recording: &Recording) -> bool {
    let last = recording.steps.last().map(|it| &it.action);
    let given_up = Some(&Action::Status {
        goal_status: Status::Infeasible,
    });
    let diagnostic = recording.ending.diagnostic.as_ref();
    last == given_up || diagnostic.is_some_and(|it| it.code == Code::EndedEarly)
}

/// Runs episodes on one device.
struct Judge<'a> {
    env: &'a mut dyn Environment,
    rpa: &'a Autorpa,
    args: &'a BenchRequest,
    model: &'a Option<Model>,
    cancel: &'a Cancel,
    function: Option<&'a Function>,
}

impl Judge<'_> {
    fn goals(&mut self, task_type: &str) -> Result<Goals, Error> {
        match (self.args.agent, self.function) {
            (_, Some(function)) => Ok(Goals::known(function.receipt.templates.clone())),
            (Agent::Search, None) => Goals::learn(self.env, task_type, &[]),
            (Agent::React | Agent::CodeOnly | Agent::Autorpa, None) => Ok(Goals::default()),
        }
    }

    fn episode(&mut self, instance: &Instance, graph: &mut Graph) -> Result<Option<Recording>, Error> {
        match self.args.agent {
            Agent::CodeOnly => self.code(instance),
            Agent::Search => self.search(instance, graph),
            Agent::React => self.react(instance),
            Agent::Autorpa => {
                if self.function.is_some_and(Function::trusted) || self.model.is_none() {
                    let done = self.code(instance)?;
                    if self.model.is_none() || done.as_ref().is_some_and(Recording::succeeded) {
                        return Ok(done);
                    }
                }
                self.react(instance)
            }
        }
    }

    fn code(&mut self, instance: &Instance) -> Result<Option<Recording>, Error> {
        let Some(function) = self.function else {
            return Ok(None);
        };
        if let Some(why) = crate::params::uncovered(self.env, &function.receipt, instance)? {
            return Ok(Some(refused(instance, why)));
        }
        self.env.reset(instance)?;
        let arguments = crate::params::arguments(&function.receipt, &instance.goal, &instance.params);
        let guard = guard(self.env, "", &self.rpa.limits(&self.args.model)?)?;
        let run = run_judged(
            self.env,
            Call {
                source: &function.source,
                name: &function.title(),
                arguments: &arguments,
                instance,
                options: runtime::Options::default(),
                guard,
                judged: Judged::ByEnvironment,
                book: None,
            },
            self.model.clone(),
            self.cancel,
        )?;
        Ok(Some(run.recording))
    }

    fn search(&mut self, instance: &Instance, graph: &mut Graph) -> Result<Option<Recording>, Error> {
        let options = search::Options {
            budget: Budget {
                episodes: self.args.explore.episodes,
                steps: self.args.explore.steps,
                seconds: self.args.explore.seconds,
            },
            policy: self.rpa.limits(&self.args.model)?,
            ..search::Options::default()
        };
        let report = search(self.env, instance, &options, graph, self.cancel, &mut |_| {})
            .map_err(|it| Error::ended(Outcome::DeviceLost, it))?;
        Ok(report.recording)
    }

    fn react(&mut self, instance: &Instance) -> Result<Option<Recording>, Error> {
        let Some(model) = self.model else { return Ok(None) };
        self.env.reset(instance)?;
        Ok(Some(crate::react::episode(
            self.env,
            model,
            instance,
            self.cancel,
        )?))
    }
}
