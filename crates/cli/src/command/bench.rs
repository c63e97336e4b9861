//! `autorpa bench`: how well the functions, or an agent, do on instances they have not seen.

use std::time::Instant;

use device::{Cancel, Environment};
use explorer::{
    graph::Graph,
    search::{self, Budget, search},
};
use library::{Function, Library};
use task::Instance;
use trajectory::{Outcome, Recording};

use crate::{
    args::{Agent, BenchArgs, HELD_OUT, TierArg},
    command::build::{Order, build, with_held_out},
    error::CliError,
    home::{self, Home},
    model::Model,
    params::Goals,
    suites,
    table::{Report, Row},
    terminal::{Progress, print, say},
    workbench::{Setup, Workbench, run_judged},
};

/// The command.
pub fn run(args: &BenchArgs, home: &Home, cancel: &Cancel) -> Result<(), CliError> {
    let model = Model::open(&args.model, home, cancel)?;
    if matches!(args.agent, Agent::React) && model.is_none() {
        return Err(CliError::usage(
            "--agent react needs a model: name one with --llm PROVIDER:MODEL",
        ));
    }
    let mut env = suites::open(args.suite, None, None)?;
    let all: Vec<String> = env.task_types().into_iter().map(|it| it.name).collect();
    let types: Vec<String> = if args.types == "all" {
        all
    } else {
        let named: Vec<String> = args
            .types
            .split(',')
            .map(|it| it.trim().to_owned())
            .filter(|it| !it.is_empty())
            .collect();
        if named.is_empty() {
            return Err(CliError::usage(format!(
                "--types {} names no task type; write names with commas between, or `all`",
                args.types
            )));
        }
        for name in &named {
            if !all.contains(name) {
                let near = device::nearest(name, all.iter().map(String::as_str));
                return Err(device::EnvironmentError::UnknownTaskType {
                    name: name.clone(),
                    near,
                }
                .into());
            }
        }
        named
    };
    let library = Library::open(&home.library);
    let seeds: Vec<u64> = (1..=args.count.get() as u64).collect();
    let progress = Progress::bar(types.len());
    let mut rows = Vec::new();
    let mut broken = None;
    for task_type in &types {
        if cancel.is_cancelled() {
            break;
        }
        progress.tell(task_type.clone());
        let spent = tokens(&model);
        let mut row = Row {
            task_type: task_type.clone(),
            ..Row::default()
        };
        let mut function = library
            .of_task(args.suite.name(), task_type)
            .map_err(CliError::kept)?;
        if args.build && !function.as_ref().is_some_and(Function::trusted) {
            let tier = TierArg::Auto;
            let setup = Setup {
                home,
                explore: &args.explore,
                tier,
                model: model.clone(),
                cancel: cancel.clone(),
            };
            let order = Order {
                task_type,
                suite: args.suite,
                seeds: &seeds,
                refinements: 3,
                tier,
                held_out: HELD_OUT,
            };
            let started = Instant::now();
            let mut bench = Workbench::new(env, task_type, &with_held_out(&seeds, order.held_out), setup)?;
            bench.quiet = true;
            let built = build(&mut bench, &order, &library);
            env = bench.env;
            row.build_seconds = started.elapsed().as_secs_f64();
            match built {
                Ok(built) => {
                    row.reason = built.compiled.reason.or(bench.tried);
                    function = built.function;
                }
                Err(CliError::Ended {
                    outcome: Outcome::Cancelled,
                    ..
                }) => break,
                Err(CliError::Ended {
                    outcome: Outcome::DeviceLost,
                    message,
                }) => {
                    row.reason = Some(message);
                    env = suites::open(args.suite, None, None)?;
                }
                Err(error) => row.reason = Some(error.to_string()),
            }
        }
        row.built = function.is_some();
        row.verified = function.as_ref().is_some_and(Function::trusted);
        let mut judge = Judge {
            env: env.as_mut(),
            args,
            model: &model,
            cancel,
            function: function.as_ref(),
        };
        let measured = judge.measure(task_type, &mut row);
        row.tokens = tokens(&model) - spent;
        progress.line(&format!(
            "{task_type}: {}/{} in {:.2} s{}",
            row.successes,
            row.seeds,
            row.seconds,
            if row.verified {
                ""
            } else if row.built {
                " (unverified)"
            } else {
                " (no function)"
            }
        ));
        progress.step();
        rows.push(row);
        // A lost device or a failed model ends the bench, but takes nothing of what was measured with it.
        if let Err(error) = measured {
            broken = Some(error);
            break;
        }
    }
    drop(progress);
    let agent = format!("{:?}", args.agent).to_lowercase();
    let report = Report::new(args.suite.name(), &agent, rows);
    if let Some(file) = &args.html {
        home::write(file, report.html().as_bytes())?;
    }
    let json = serde_json::to_string_pretty(&report).map_err(CliError::kept)?;
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
    if let Some(error) = broken {
        return Err(error);
    }
    if cancel.is_cancelled() {
        return Err(CliError::Ended {
            outcome: Outcome::Cancelled,
            message: "stopped; the table has what was done".to_owned(),
        });
    }
    Ok(())
}

fn tokens(model: &Option<std::rc::Rc<std::cell::RefCell<Model>>>) -> u64 {
    model.as_ref().map_or(0, |it| {
        let sum = it.borrow().tally().total();
        sum.prompt + sum.completion
    })
}

/// Runs the episodes of one task type.
struct Judge<'a> {
    env: &'a mut dyn Environment,
    args: &'a BenchArgs,
    model: &'a Option<std::rc::Rc<std::cell::RefCell<Model>>>,
    cancel: &'a Cancel,
    function: Option<&'a Function>,
}

impl Judge<'_> {
    fn measure(&mut self, task_type: &str, row: &mut Row) -> Result<(), CliError> {
        let goals = match (self.args.agent, self.function) {
            (_, Some(function)) => Goals::known(function.receipt.templates.clone()),
            (Agent::Search, None) => Goals::learn(self.env, task_type, &[])?,
            (Agent::React | Agent::CodeOnly | Agent::Autorpa, None) => Goals::default(),
        };
        let mut graph = Graph::default();
        for seed in &self.args.seeds.0 {
            if self.cancel.is_cancelled() {
                break;
            }
            let instance = goals.fill(self.env.instance(task_type, *seed)?);
            let started = Instant::now();
            let done = self.episode(&instance, &mut graph)?;
            // An episode that was stopped says nothing about who did it.
            if self.cancel.is_cancelled() {
                break;
            }
            row.seconds += started.elapsed().as_secs_f64();
            row.seeds += 1;
            let Some(recording) = done else {
                row.failed_seeds.push(*seed);
                continue;
            };
            row.steps += recording.steps.len();
            if recording.succeeded() {
                row.successes += 1;
            } else {
                row.failed_seeds.push(*seed);
                row.false_successes += usize::from(recording.ending.outcome == Outcome::NotReached);
            }
        }
        Ok(())
    }

    fn episode(&mut self, instance: &Instance, graph: &mut Graph) -> Result<Option<Recording>, CliError> {
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

    fn code(&mut self, instance: &Instance) -> Result<Option<Recording>, CliError> {
        let Some(function) = self.function else {
            return Ok(None);
        };
        self.env.reset(instance)?;
        let arguments = crate::params::arguments(&function.receipt, &instance.params);
        let run = run_judged(
            self.env,
            &function.source,
            &function.title(),
            &arguments,
            instance,
            &runtime::Options::default(),
            self.model.clone(),
            self.cancel,
        )?;
        if let Some(diagnostic) = &run.recording.ending.diagnostic {
            tracing::info!(seed = instance.seed, %diagnostic, "the function stopped");
        }
        Ok(Some(run.recording))
    }

    fn search(&mut self, instance: &Instance, graph: &mut Graph) -> Result<Option<Recording>, CliError> {
        let options = search::Options {
            budget: Budget {
                episodes: self.args.explore.episodes,
                steps: self.args.explore.steps,
                seconds: self.args.explore.seconds,
            },
            ..search::Options::default()
        };
        let report = search(self.env, instance, &options, graph, self.cancel, &mut |_| {}).map_err(|it| {
            CliError::Ended {
                outcome: Outcome::DeviceLost,
                message: it.to_string(),
            }
        })?;
        Ok(report.recording)
    }

    fn react(&mut self, instance: &Instance) -> Result<Option<Recording>, CliError> {
        let Some(model) = self.model else { return Ok(None) };
        self.env.reset(instance)?;
        Ok(Some(crate::react::episode(
            self.env,
            model,
            instance,
            self.args.model.text_only,
            self.cancel,
        )?))
    }
}
