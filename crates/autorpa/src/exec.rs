//! Running a function, on a fresh device or on an instance of a task type.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use device::Environment;
use library::{Function, Library, Receipt};
use task::{Instance, Params, Value};
use trajectory::{Bank, Outcome, Recording, Screenshots};

use crate::{
    Autorpa,
    error::Error,
    home,
    model::Model,
    observer::Event,
    params::{Goals, uncovered},
    ran::Ran,
    registry::{Setup, Start, Suite},
    request::{ExecRequest, Fallback},
    workbench::{Call, guard, refused, run_judged},
};

impl Autorpa {
    /// Run a function. A run that did not reach its goal is an answer as well, not an error.
    pub fn exec(&self, request: &ExecRequest) -> Result<Ran, Error> {
        let model = self.model_of(request)?;
        let mut run = self.perform(request, model.as_ref())?;
        if let (true, Some(Fallback::React), Some(model)) = (run.failed(), request.fallback, &model) {
            self.told
                .line(format!("{}; the ReAct agent takes over", run.said()));
            if !run.instance.task_type.is_empty() {
                run.env.reset(&run.instance)?;
            }
            run.recording = crate::react::episode(run.env.as_mut(), model, &run.instance, &self.cancel)?;
        }
        self.kept(run, request.screenshot, model.as_ref())
    }

    /// The model that is named, if one is. The agent needs one: where it may take over, a key is enough.
    fn model_of(&self, request: &ExecRequest) -> Result<Option<Model>, Error> {
        let model = match request.fallback {
            Some(Fallback::React) => Model::open_or_usual(&request.model, self)?,
            None => Model::open(&request.model.or_environment(), self)?,
        };
        if request.fallback == Some(Fallback::React) && model.is_none() {
            return Err(Error::usage(
                "--fallback react needs a model: name one with --llm PROVIDER:MODEL, or set the key of a provider",
            ));
        }
        Ok(model)
    }

    /// Keep a run, and tell of it.
    pub(crate) fn kept(&self, run: Running, screenshot: bool, model: Option<&Model>) -> Result<Ran, Error> {
        let Running {
            mut env,
            name,
            source,
            recording,
            instance: _,
        } = run;
        let screenshot = match screenshot {
            true => Some(env.screenshot().map_err(device::EnvironmentError::from)?),
            false => None,
        };
        // A run is a recording like any other; one that can't be kept is no reason to call the run a failure.
        if let Err(error) =
            Bank::open(&self.home.bank).and_then(|it| it.save(&recording, &Screenshots::default()))
        {
            self.told.line(format!("note: the run is not kept: {error}"));
        }
        let tokens = model.map(|it| it.tally().total()).unwrap_or_default();
        let ran = Ran {
            name,
            source,
            changes: env.changes(),
            screenshot,
            tokens: (tokens.prompt, tokens.completion),
            recording,
        };
        self.told.event(&Event::Ran { run: &ran });
        Ok(ran)
    }

    /// The file of a script: a path, or the name of a function of the library.
    pub fn script(&self, named: &Path) -> Result<PathBuf, Error> {
        let is_path = named.extension().is_some_and(|it| it == "rhai");
        if is_path || named.is_file() {
            return Ok(named.to_owned());
        }
        let library = Library::open(&self.home.library);
        let found = library.get(&named.display().to_string());
        Ok(found.map_err(|it| Error::usage(it.to_string()))?.path)
    }
}

/// What a function runs on, and the suite that it belongs to.
type Ground = (Box<dyn Environment>, Option<Arc<dyn Suite>>);

/// A run, and the device it left.
pub(crate) struct Running {
    pub(crate) env: Box<dyn Environment>,
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) instance: Instance,
    pub(crate) recording: Recording,
}

impl Running {
    /// Whether the function itself failed: an agent may do better.
    pub(crate) fn failed(&self) -> bool {
        self.recording.ending.outcome.fault() == trajectory::Fault::Script
    }

    /// How it ended, for people.
    pub(crate) fn said(&self) -> String {
        format!("the function ended {}", self.recording.ending.outcome)
    }
}

impl Autorpa {
    /// Run the script with its arguments, and those of its instance.
    pub(crate) fn perform(&self, request: &ExecRequest, model: Option<&Model>) -> Result<Running, Error> {
        let path = self.script(&request.script)?;
        let source = home::read(
            &path,
            "make one with `autorpa build --task-type NAME`, or name another file",
        )?;
        let name = path.display().to_string();
        let bad = |it: trajectory::Diagnostic| Error::Ended {
            outcome: Outcome::ScriptFault,
            message: it.render(&name, &source),
        };
        let signature = runtime::signature(&source, &name).map_err(|it| bad(*it))?;
        // A script needs no receipt to run; one that is there says on what it was verified.
        let function = Function::open(&path).ok();
        if function.as_ref().is_some_and(|it| it.edited) {
            self.told
                .line("note: the script was edited since it was verified");
        }
        let receipt = function.map(|it| it.receipt);
        let (mut env, suite) = self.ground(request, receipt.as_ref())?;
        let mut arguments = request.params.clone();
        let instance = match &request.task_type {
            Some(task_type) => {
                let goals = receipt.as_ref().map(|it| Goals::known(it.templates.clone()));
                let instance = instance_of(env.as_mut(), task_type, request, suite.as_deref(), goals)?;
                let receipt = receipt.as_ref();
                if let Some(why) = receipt.map_or(Ok(None), |it| uncovered(env.as_mut(), it, &instance))? {
                    return Ok(Running {
                        env,
                        name,
                        source,
                        recording: refused(&instance, why),
                        instance,
                    });
                }
                env.reset(&instance)?;
                of_instance(&mut arguments, &signature, &instance);
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
                self.told.line(format!(
                    "note: the list `{param}` is empty: nothing is done for it"
                ));
            }
        }
        let options = runtime::Options {
            limits: runtime::Limits {
                time: Duration::from_secs(request.timeout),
                steps: request.steps,
                ..runtime::Limits::default()
            },
            ..runtime::Options::default()
        };
        let guard = guard(env.as_ref(), "", &crate::model::policy(&request.model))?;
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
            &self.cancel,
        )?;
        let recording = run.recording;
        // Wrong parameters are the caller's fault, not the script's, and nothing ran that could be kept.
        if let Some(wrong) = recording
            .ending
            .diagnostic
            .as_ref()
            .filter(|it| it.code == "parameters")
        {
            return Err(Error::usage(wrong.render(&name, &source)));
        }
        Ok(Running {
            env,
            name,
            source,
            instance,
            recording,
        })
    }

    /// What the function runs on: what was asked for, else what its receipt says, else the device that needs no
    /// address.
    fn ground(&self, request: &ExecRequest, receipt: Option<&Receipt>) -> Result<Ground, Error> {
        let suite = match (&request.task_type, &request.suite, receipt) {
            (Some(task_type), suite, _) => Some(self.registry.suite_of(task_type, suite.as_deref())?),
            (None, Some(suite), _) => Some(self.registry.suite(suite)?),
            (None, None, Some(receipt)) => self.registry.find_suite(&receipt.suite),
            (None, None, None) => None,
        };
        if let (Some(suite), Some(_)) = (&suite, &request.task_type) {
            let setup = Setup {
                device: request.device.clone(),
                instances: request.instances.clone(),
                perturb: request.perturb.clone(),
            };
            return Ok((suite.open(&setup)?, Some(suite.clone())));
        }
        // Without a task there is nothing to set up: a device alone is enough.
        let of_receipt = receipt.map(|it| it.device.clone());
        let of_suite = suite.as_ref().map(|it| it.device().to_owned());
        let of_url = request.url.as_ref().and_then(|_| {
            let takes = self.registry.devices().iter().find(|it| it.needs_url());
            takes.map(|it| it.name().to_owned())
        });
        let plain = || {
            let first = self.registry.devices().iter().find(|it| !it.needs_url());
            first.map(|it| it.name().to_owned())
        };
        let named = request
            .device
            .clone()
            .or(of_url)
            .or(of_receipt)
            .or(of_suite)
            .or_else(plain);
        let driver = self.registry.device(named.as_deref().unwrap_or_default())?;
        if driver.needs_url() && request.url.is_none() {
            return Err(Error::usage(format!(
                "the function runs on the device `{}`, which needs to know where: --url URL, or --task-type NAME [--seed S] of a suite",
                driver.name()
            )));
        }
        let env = driver.bare(&Start {
            url: request.url.clone(),
            perturb: request.perturb.clone(),
        })?;
        Ok((env, suite))
    }
}

/// The instance to set up: the seed's own, or one with the values that were given, where the suite takes them.
fn instance_of(
    env: &mut dyn Environment,
    task_type: &str,
    request: &ExecRequest,
    suite: Option<&dyn Suite>,
    goals: Option<Goals>,
) -> Result<Instance, Error> {
    let seed = match request.instances {
        Some(_) => request.index,
        None => request.seed,
    };
    let made = env.instance(task_type, seed)?;
    let goals = match goals {
        Some(goals) => goals,
        None => Goals::learn(env, task_type, &[seed])?,
    };
    let mut instance = goals.fill(made);
    let own_values = suite.is_some_and(|it| it.terms().own_values) && request.instances.is_none();
    if own_values {
        let mut params = instance.params.clone();
        for (name, value) in &mut params {
            if let Some(given) = request.params.get(&strings::identifier(name)) {
                value.clone_from(given);
            }
        }
        if params != instance.params {
            instance.goal = goals.say(&params).unwrap_or(instance.goal);
            instance.params = params;
        }
    }
    Ok(instance)
}

/// Arguments that were not given are the instance's. What its goal does not mention is empty.
fn of_instance(arguments: &mut Params, signature: &runtime::Signature, instance: &Instance) {
    for param in &signature.params {
        let own = instance
            .params
            .iter()
            .find(|(it, _)| strings::identifier(it) == param.name);
        let value = match own {
            Some((_, value)) => value.clone(),
            None if param.name == task::GOAL => Value::from(instance.goal.as_str()),
            None => Value::from(""),
        };
        arguments.entry(param.name.clone()).or_insert(value);
    }
}
