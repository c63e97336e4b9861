//! `autorpa exec`: run a function, on a fresh device or on an instance of a task type.

use std::{cell::RefCell, path::Path, rc::Rc, time::Duration};

use device::{Cancel, Environment};
use library::Function;
use serde_json::json;
use task::{Instance, Params, Value};
use trajectory::{Bank, Outcome, Recording, Screenshots};

use crate::{
    args::{DeviceKind, ExecArgs, Fallback, Suite},
    error::CliError,
    home::{self, Home},
    model::Model,
    params::{Goals, uncovered},
    suites,
    terminal::{print, say},
    workbench::{Call, guard, refused, run_judged},
};

/// The command.
pub fn run(args: &ExecArgs, home: &Home, cancel: &Cancel) -> Result<(), CliError> {
    let model = model(args, home, cancel)?;
    let mut run = perform(args, typed(args)?, model.as_ref(), cancel)?;
    if let (true, Some(Fallback::React), Some(model)) = (run.failed(), args.fallback, &model) {
        say(&format!("{}; the ReAct agent takes over", run.ended()));
        if !run.instance.task_type.is_empty() {
            run.env.reset(&run.instance)?;
        }
        run.recording = crate::react::episode(run.env.as_mut(), model, &run.instance, cancel)?;
    }
    run.tell(args.screenshot.as_deref(), args.json, model.as_ref(), home)
}

/// A function's run, and the device it left.
pub struct Run {
    env: Box<dyn Environment>,
    name: String,
    source: String,
    instance: Instance,
    recording: Recording,
}

impl Run {
    /// Whether the function itself failed: an agent may do better.
    pub fn failed(&self) -> bool {
        self.recording.ending.outcome.fault() == trajectory::Fault::Script
    }

    /// How it ended, for people.
    pub fn ended(&self) -> String {
        format!("the function ended {}", self.recording.ending.outcome)
    }

    /// Keep it and tell it; one that did not reach its goal is an error with its name.
    pub fn tell(
        mut self,
        screenshot: Option<&Path>,
        json: bool,
        model: Option<&Rc<RefCell<Model>>>,
        home: &Home,
    ) -> Result<(), CliError> {
        let shown = Shown {
            screenshot,
            json,
            name: &self.name,
            source: &self.source,
        };
        shown.tell(self.env.as_mut(), &self.recording, model, home)
    }
}

/// The model that is named, if one is. The agent needs one: where it may take over, a key is enough.
fn model(args: &ExecArgs, home: &Home, cancel: &Cancel) -> Result<Option<Rc<RefCell<Model>>>, CliError> {
    let model = match args.fallback {
        Some(Fallback::React) => Model::open_or_usual(&args.model, home, cancel)?,
        None => Model::open(&args.model.or_environment(), home, cancel)?,
    };
    if args.fallback == Some(Fallback::React) && model.is_none() {
        return Err(CliError::usage(
            "--fallback react needs a model: name one with --llm PROVIDER:MODEL, or set the key of a provider",
        ));
    }
    Ok(model)
}

/// Run the script with these arguments, and those of its instance.
pub fn perform(
    args: &ExecArgs,
    mut arguments: Params,
    model: Option<&Rc<RefCell<Model>>>,
    cancel: &Cancel,
) -> Result<Run, CliError> {
    let source = home::read(
        &args.script,
        "make one with `autorpa build --task-type NAME`, or name another file",
    )?;
    let name = args.script.display().to_string();
    let bad = |it: trajectory::Diagnostic| CliError::Ended {
        outcome: Outcome::ScriptFault,
        message: it.render(&name, &source),
    };
    let signature = runtime::signature(&source, &name).map_err(|it| bad(*it))?;
    // A script needs no receipt to run; one that is there says on what it was verified.
    let function = Function::open(&args.script).ok();
    if function.as_ref().is_some_and(|it| it.edited) {
        say("note: the script was edited since it was verified");
    }
    let receipt = function.map(|it| it.receipt);
    let suite = match (&args.task_type, args.suite, &receipt) {
        (Some(task_type), suite, _) => Some(suites::suite_of(task_type, suite)?),
        (None, Some(suite), _) => Some(suite),
        (None, None, Some(receipt)) => Suite::from_name(&receipt.suite),
        (None, None, None) => None,
    };
    let mut env = open(args, suite)?;
    let instance = match &args.task_type {
        Some(task_type) => {
            let seed = if args.instances.is_some() {
                args.index
            } else {
                args.seed
            };
            let instance = env.instance(task_type, seed)?;
            let goals = match &receipt {
                Some(receipt) => Goals::known(receipt.templates.clone()),
                None => Goals::learn(env.as_mut(), task_type, &[seed])?,
            };
            let instance = goals.fill(instance);
            let receipt = receipt.as_ref();
            if let Some(why) = receipt.map_or(Ok(None), |it| uncovered(env.as_mut(), it, &instance))? {
                return Ok(Run {
                    env,
                    name,
                    source,
                    recording: refused(&instance, why),
                    instance,
                });
            }
            env.reset(&instance)?;
            for param in &signature.params {
                if let Some(value) = instance
                    .params
                    .iter()
                    .find(|(it, _)| strings::identifier(it) == param.name)
                {
                    arguments
                        .entry(param.name.clone())
                        .or_insert_with(|| value.1.clone());
                } else {
                    // What this instance's goal does not mention is empty.
                    let is_goal = param.name == task::GOAL;
                    let value = if is_goal { instance.goal.as_str() } else { "" };
                    arguments
                        .entry(param.name.clone())
                        .or_insert_with(|| Value::from(value));
                }
            }
            instance
        }
        None => Instance {
            suite: suite.map_or_else(String::new, |it| it.name().to_owned()),
            task_type: String::new(),
            seed: 0,
            goal: signature.description.clone(),
            params: arguments.clone(),
        },
    };
    for (param, value) in &arguments {
        if matches!(value, Value::List(all) if all.is_empty()) {
            say(&format!(
                "note: the list `{param}` is empty: nothing is done for it"
            ));
        }
    }
    let options = runtime::Options {
        limits: runtime::Limits {
            time: Duration::from_secs(args.timeout),
            steps: args.steps,
            ..runtime::Limits::default()
        },
        ..runtime::Options::default()
    };
    let guard = guard(env.as_ref(), "", &crate::model::policy(&args.model))?;
    let run = run_judged(
        env.as_mut(),
        Call {
            source: &source,
            name: &name,
            arguments: &arguments,
            instance: &instance,
            options,
            guard,
        },
        model.cloned(),
        cancel,
    )?;
    let recording = run.recording;
    // Wrong parameters are the caller's fault, not the script's, and nothing ran that could be kept.
    if let Some(wrong) = recording
        .ending
        .diagnostic
        .as_ref()
        .filter(|it| it.code == "parameters")
    {
        return Err(CliError::usage(wrong.render(&name, &source)));
    }
    Ok(Run {
        env,
        name,
        source,
        instance,
        recording,
    })
}

/// How a recording is told.
pub struct Shown<'a> {
    /// Where the last screen goes, if anywhere.
    pub screenshot: Option<&'a Path>,
    /// Whether a JSON object is printed.
    pub json: bool,
    /// What ran, and its text: a diagnostic shows the place.
    pub name: &'a str,
    /// Its text.
    pub source: &'a str,
}

impl Shown<'_> {
    /// Keep a run and tell it; one that did not reach its goal is an error with its name.
    pub fn tell(
        &self,
        env: &mut dyn Environment,
        recording: &Recording,
        model: Option<&Rc<RefCell<Model>>>,
        home: &Home,
    ) -> Result<(), CliError> {
        let args = self;
        let outcome = recording.ending.outcome;
        if let Some(file) = args.screenshot {
            let png = env.screenshot().map_err(device::EnvironmentError::from)?;
            home::write(file, &png)?;
        }
        // A run is a recording like any other; one that can't be kept is no reason to call the run a failure.
        if let Err(error) = Bank::open(&home.bank).and_then(|it| it.save(recording, &Screenshots::default()))
        {
            say(&format!("note: the run is not kept: {error}"));
        }
        if !args.json {
            recording.log.iter().for_each(|it| say(it));
        }
        let changes = env.changes();
        let tokens = model.map(|it| it.borrow().tally().total()).unwrap_or_default();
        let diagnostic = recording.ending.diagnostic.as_ref();
        if args.json {
            let report = json!({
                "outcome": outcome.name(),
                "reward": recording.reward,
                "steps": recording.steps.len(),
                "tokens": { "prompt": tokens.prompt, "completion": tokens.completion },
                "answer": recording.answer,
                "log": recording.log,
                "changes": changes,
                "diagnostic": diagnostic,
            });
            print(&report.to_string());
        } else {
            let reward = recording
                .reward
                .map_or_else(String::new, |it| format!(", reward {it}"));
            print(&format!("{outcome} in {} steps{reward}", recording.steps.len()));
            for change in &changes {
                print(&format!("  {change}"));
            }
            // A device that keeps the answer has listed it among the changes.
            let listed = changes.iter().any(|it| it.starts_with("answer: "));
            if let (Some(answer), false) = (&recording.answer, listed) {
                print(&format!("  answer: {answer}"));
            }
        }
        match outcome {
            Outcome::Reached => Ok(()),
            outcome => Err(CliError::Ended {
                outcome,
                message: match (diagnostic, outcome) {
                    (Some(it), _) => it.render(self.name, self.source),
                    (None, Outcome::Cancelled) => "stopped".to_owned(),
                    (None, _) => "the function came to its end, and the judge says that the task is not done"
                        .to_owned(),
                },
            }),
        }
    }
}

fn open(args: &ExecArgs, suite: Option<Suite>) -> Result<Box<dyn Environment>, CliError> {
    match (suite, args.device, &args.url) {
        (None | Some(Suite::Androidworld), None | Some(DeviceKind::Emulator), None) => suites::open(
            Suite::Androidworld,
            None,
            args.instances.as_deref(),
            &args.perturb,
        ),
        (Some(suite), device, None) => {
            if suite == Suite::Miniwob && args.task_type.is_none() {
                return Err(CliError::usage(
                    "a page of miniwob is set up by --task-type NAME --seed S",
                ));
            }
            suites::open(suite, device, args.instances.as_deref(), &args.perturb)
        }
        (None, Some(DeviceKind::Web), None) => Err(CliError::usage(
            "--device web needs a page: --url URL, or --task-type NAME of miniwob",
        )),
        (_, None | Some(DeviceKind::Web), Some(url)) => crate::page::open(url),
        (_, Some(DeviceKind::Emulator), Some(_)) => Err(CliError::usage("--url is for --device web")),
    }
}

/// What was typed: the file's parameters, then those of the command line over them.
fn typed(args: &ExecArgs) -> Result<Params, CliError> {
    let mut params = match &args.params_file {
        Some(file) => {
            let text = home::read(file, "name a JSON file with an object in it")?;
            let bad = |it: &dyn std::fmt::Display| CliError::usage(format!("{}: {it}", file.display()));
            let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text)
                .map_err(|it| bad(&format!("not an object of texts and lists of texts: {it}")))?;
            let values =
                object
                    .into_iter()
                    .map(|(name, value)| match serde_json::from_value(value.clone()) {
                        Ok(value) => Ok((name, value)),
                        Err(_) => Err(bad(&format!(
                            "the parameter `{name}` is neither a text nor a list of texts: {value}"
                        ))),
                    });
            values.collect::<Result<Params, CliError>>()?
        }
        None => Params::new(),
    };
    let mut typed = Params::new();
    for (name, value) in &args.params {
        match typed.get_mut(name) {
            None => {
                typed.insert(
                    name.clone(),
                    list(value).unwrap_or_else(|| Value::Text(value.clone())),
                );
            }
            Some(Value::List(all)) => all.push(value.clone()),
            Some(it) => *it = Value::List(it.texts().map(str::to_owned).chain([value.clone()]).collect()),
        }
    }
    params.extend(typed);
    Ok(params)
}

/// A list of texts, typed as JSON. Anything else is a text.
fn list(value: &str) -> Option<Value> {
    let looks_so = value.trim_start().starts_with('[');
    looks_so
        .then(|| serde_json::from_str(value).ok().map(Value::List))
        .flatten()
}
