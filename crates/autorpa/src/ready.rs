//! A function that is ready to run, as often as is wanted: its script, where it runs, and what judges it.

use std::{fs, path::Path, sync::Arc, time::Duration};

use device::{Environment, Finding, Patience};
use library::{Function, LibraryError, Receipt};
use settings::Setting;
use task::{
    Column, Instance, Params, Value,
    file::{Irreversible, Param},
};
use thiserror::Error;
use trajectory::{Code, Diagnostic, Outcome, Recording};

use crate::{
    Autorpa,
    asking::Asking,
    error::Error,
    file_help::FileHelp,
    home,
    model::Model,
    params::{Goals, uncovered},
    ran::NotReached,
    read_back::{self, Beside, Found},
    registry::{Driver, Setup, Start, Suite},
    request::{Asks, ExecRequest},
    witness::{Holds, Occasion, RunBook},
    workbench::{Call, Judged, guard, refused, run_judged},
};

/// A function that is ready to run.
pub(crate) struct Ready {
    /// Its name or file.
    pub name: String,
    /// Its script.
    pub source: String,
    /// What it takes.
    pub signature: runtime::Signature,
    receipt: Option<Receipt>,
    suite: Option<Arc<dyn Suite>>,
    task: Task,
    on: On,
}

/// What a run is an instance of.
enum Task {
    /// Nothing: nobody judges it.
    None,
    /// A task type whose instances the suite makes, and sets up.
    Made(String),
    /// A user's own task type, with the user's values, on what is really there: nothing is reset.
    Own(String, Vec<Column>),
}

/// What a run is done on.
enum On {
    /// An environment of the suite.
    Suite,
    /// A device alone.
    Bare(Arc<dyn Driver>),
}

/// One run.
pub(crate) struct Once {
    /// What it was an instance of.
    pub instance: Instance,
    /// What was seen and done.
    pub recording: Recording,
    /// What was found otherwise than the script says, a line each.
    pub healed: Vec<String>,
    /// Its record, which has no end yet.
    pub book: RunBook,
}

/// Hears the name of a run's record; an error ends the run before anything is done.
pub(crate) type Begun<'a> = &'a dyn Fn(&str) -> Result<(), Error>;

/// One call of a function.
#[derive(Clone, Copy, Default)]
pub(crate) struct Turn<'a> {
    /// The row of a file of rows, from 1.
    pub row: Option<usize>,
    /// The run that it goes on from.
    pub resumes: Option<&'a str>,
    /// Hears the name of the run's record before anything is done.
    pub begun: Option<Begun<'a>>,
    /// Is asked before each step that may write.
    pub holds: Option<&'a Holds>,
}

/// Why a function can't be run as it is asked for.
#[derive(Debug, Error)]
pub enum NotReady {
    /// It types a secret that only a task file has.
    #[error(
        "the function types a secret of a task file: run it as its task (with its folder of tasks, without {} and {})",
        Setting::Url,
        Setting::Device
    )]
    Secret,
    /// Its device begins at an address, and none is named.
    #[error(
        "the function runs on the device `{device}`, which needs to know where\nhelp: {:#} says where, or {:#} of a suite",
        Setting::Url,
        Setting::TaskType
    )]
    Where {
        /// The device.
        device: String,
    },
    /// It is to write nothing, on a device that can't promise that.
    #[error(
        "the device `{device}` can't promise that nothing is written: pages can, or a task that is put back"
    )]
    Writes {
        /// The device.
        device: String,
    },
    /// There is no suite to run it in.
    #[error("no suite is registered that could do this")]
    NoSuite,
    /// Its parameters and the values that are given do not fit.
    #[error("{}", diagnostic.render(name, source_text))]
    Arguments {
        /// What does not fit.
        diagnostic: Box<Diagnostic>,
        /// Name of the script.
        name: String,
        /// Its text.
        source_text: String,
    },
}

impl Autorpa {
    /// Read a function and find out where it runs. No device is opened.
    pub(crate) fn ready(&self, request: &ExecRequest) -> Result<Ready, Error> {
        let path = self.script(&request.script)?;
        let source = home::read(&path, FileHelp::Function)?;
        self.check_signature(&path, &source)?;
        let name = path.display().to_string();
        let bad = |diagnostic: Diagnostic| {
            let (name, source_text) = (name.clone(), source.clone());
            let why = NotReached::Fault {
                diagnostic,
                name,
                source_text,
            };
            Error::ended(Outcome::ScriptFault, why)
        };
        let signature = runtime::signature(&source, &name).map_err(|it| bad(*it))?;
        // A script needs no receipt to run; one that is there says on what it was verified.
        let function = match Function::open(&path) {
            Ok(function) => Some(function),
            Err(LibraryError::NoReceipt { .. }) => None,
            Err(error) => {
                self.told
                    .line(format!("note: {error}\nnote: it runs as a script without one"));
                None
            }
        };
        if function.as_ref().is_some_and(|it| it.edited) {
            self.told
                .line("note: the script was edited since it was verified");
        }
        let receipt = function.map(|it| it.receipt);
        let (suite, task) = self.task(request, receipt.as_ref())?;
        let on = match &task {
            Task::Made(_) | Task::Own(..) => On::Suite,
            Task::None if ui::has_secret_mark(&source) => {
                return Err(Error::usage(NotReady::Secret));
            }
            Task::None => On::Bare(self.driver(request, receipt.as_ref(), suite.as_deref())?),
        };
        Ok(Ready {
            name,
            source,
            signature,
            receipt,
            suite,
            task,
            on,
        })
    }

    /// The suite that a run belongs to, and what it is an instance of.
    fn task(
        &self,
        request: &ExecRequest,
        receipt: Option<&Receipt>,
    ) -> Result<(Option<Arc<dyn Suite>>, Task), Error> {
        if let Some(task_type) = &request.task_type {
            let suite =
                self.registry
                    .suite_of(task_type, request.suite.as_deref(), request.device.as_deref())?;
            let own = match request.keep {
                true => suite.parameters(task_type)?,
                false => None,
            };
            let task = match own {
                Some(params) => Task::Own(task_type.clone(), Param::columns(&params)),
                None => Task::Made(task_type.clone()),
            };
            return Ok((Some(suite), task));
        }
        let suite = match (&request.suite, receipt) {
            (Some(suite), _) => Some(self.registry.suite(suite)?),
            (None, Some(receipt)) => self.registry.find_suite(&receipt.suite),
            (None, None) => None,
        };
        // A function of a user's own task is run where its task file says, and judged as it says.
        let elsewhere = request.url.is_some() || request.device.is_some();
        if let (Some(suite), Some(receipt), false) = (&suite, receipt, elsewhere)
            && let Some(params) = suite.parameters(&receipt.task_type)?
        {
            let task = Task::Own(receipt.task_type.clone(), Param::columns(&params));
            return Ok((Some(Arc::clone(suite)), task));
        }
        Ok((suite, Task::None))
    }

    /// The device for a run that is an instance of nothing: what was asked for, else what the receipt says, else what
    /// needs no address.
    fn driver(
        &self,
        request: &ExecRequest,
        receipt: Option<&Receipt>,
        suite: Option<&dyn Suite>,
    ) -> Result<Arc<dyn Driver>, Error> {
        let of_receipt = receipt.map(|it| it.device.clone());
        let of_suite = suite.map(|it| it.device().to_owned());
        let that_needs = |url: bool| Some(self.registry.usual_device(url)?.name().to_owned());
        let of_url = request.url.as_ref().and_then(|_| that_needs(true));
        let named = request
            .device
            .clone()
            .or(of_url)
            .or(of_receipt)
            .or(of_suite)
            .or_else(|| that_needs(false));
        let driver = self.registry.device(named.as_deref().unwrap_or_default())?;
        if driver.needs_url() && request.url.is_none() {
            let device = driver.name().to_owned();
            return Err(Error::usage(NotReady::Where { device }));
        }
        Ok(driver)
    }

    /// What a function runs on.
    pub(crate) fn open(&self, ready: &Ready, request: &ExecRequest) -> Result<Box<dyn Environment>, Error> {
        if request.reads_only {
            let driver = match (&ready.on, &ready.suite) {
                (On::Bare(driver), _) => Arc::clone(driver),
                (On::Suite, Some(suite)) => {
                    let named = request.device.as_deref();
                    self.registry.device(named.unwrap_or(suite.device()))?
                }
                (On::Suite, None) => return Err(Error::usage(NotReady::NoSuite)),
            };
            if !driver.can_read_only() {
                let device = driver.name().to_owned();
                return Err(Error::usage(NotReady::Writes { device }));
            }
        }
        match (&ready.on, &ready.suite) {
            (On::Suite, Some(suite)) => suite.open(&Setup {
                device: request.device.clone(),
                instances: request.instances.clone(),
                perturb: request.perturb.clone(),
                keep: matches!(ready.task, Task::Own(..)),
                reads_only: request.reads_only,
            }),
            (On::Bare(driver), _) => driver.bare(&Start {
                url: request.url.clone(),
                perturb: request.perturb.clone(),
                reads_only: request.reads_only,
                ..Start::default()
            }),
            (On::Suite, None) => Err(Error::usage(NotReady::NoSuite)),
        }
    }

    /// What the function's own look-up says now, where it has one and nothing else judges it.
    pub(crate) fn read_back(
        &self,
        ready: &Ready,
        env: &mut dyn Environment,
        request: &ExecRequest,
        values: &Params,
        beside: &mut Beside,
    ) -> Result<Option<Found>, Error> {
        let source = ready.receipt.as_ref().and_then(|it| it.read_back.as_deref());
        let (Some(source), Task::None, On::Bare(driver)) = (source, &ready.task, &ready.on) else {
            return Ok(None);
        };
        let url = request.url.as_deref();
        let found = beside.look(source, values, env, driver.as_ref(), url, &self.cancel)?;
        Ok(Some(found))
    }

    /// Who is asked on the way.
    fn person(&self, ready: &Ready, request: &ExecRequest) -> Option<runtime::Asked> {
        let confirms = match request.asks {
            Asks::Nothing => return None,
            Asks::Which => None,
            Asks::WhichAndWhether => Some(ready.irreversible()),
        };
        let told = self.told.clone();
        Some(runtime::Asked(Arc::new(Asking { told, confirms })))
    }

    /// Run it once, with these values.
    pub(crate) fn once(
        &self,
        ready: &Ready,
        env: &mut dyn Environment,
        request: &ExecRequest,
        given: &Params,
        turn: Turn<'_>,
        model: Option<&Model>,
    ) -> Result<Once, Error> {
        self.may_begin(&ready.name)?;
        let (instance, arguments) = ready.call(env, request, given)?;
        let occasion = Occasion {
            function: &ready.name,
            source: &ready.source,
            row: turn.row,
            resumes: turn.resumes.map(str::to_owned),
            pictures: request.pictures,
            stops: ready.stops(request),
            holds: turn.holds.cloned(),
            strict: turn.begun.is_some() || matches!(ready.task, Task::Own(..)),
        };
        let mut book = RunBook::begin(self, &instance, occasion)?;
        if let (Some(begun), Some(id)) = (turn.begun, book.id()) {
            begun(id)?;
        }
        // Questions to a model are a part of it.
        let span = book.span();
        let _in_run = span.enter();
        let mut beside = Beside::default();
        let before = self.read_back(ready, env, request, &arguments, &mut beside)?;
        if let Some(finding) = before.as_ref().and_then(read_back::finding) {
            book.before(&[finding])?;
        }
        let begun = match before {
            Some(Found::Holds) => Ok(Some(read_back::done_before())),
            Some(Found::Misses(_) | Found::Unclear(_)) | None => ready.begin(env, &instance, &mut book),
        };
        let run = match begun {
            Ok(None) => {
                let guard = guard(env, "", &self.limits(&request.model)?)?;
                run_judged(
                    env,
                    Call {
                        source: &ready.source,
                        name: &ready.name,
                        arguments: &arguments,
                        instance: &instance,
                        options: self.options(request, self.person(ready, request)),
                        guard,
                        judged: match ready.task {
                            Task::None => Judged::ByNobody,
                            Task::Made(_) | Task::Own(..) => Judged::ByEnvironment,
                        },
                        book: Some(&mut book),
                    },
                    model.cloned(),
                    &self.cancel,
                )
                .map_err(Error::from)
            }
            Ok(Some(why)) => Ok(not_begun(&instance, why)),
            Err(error) => Err(error),
        };
        let run = match run {
            Ok(run) => run,
            Err(error) => {
                let why = Diagnostic::new(Code::NotRun, error.to_string());
                let mut recording = refused(&instance, why);
                if let Some(outcome) = error.outcome() {
                    recording.ending.outcome = outcome;
                    book.end(&recording, Vec::new(), Vec::new())?;
                }
                return Err(error);
            }
        };
        let mut run = run;
        if run.recording.ending.outcome == Outcome::Unchecked
            && let Some(found) = self.read_back(ready, env, request, &arguments, &mut beside)?
        {
            run.recording.ending = read_back::ending(found);
        }
        book.last_picture(env, run.recording.ending.outcome);
        Ok(Once {
            instance,
            healed: run.heals.iter().map(ToString::to_string).collect(),
            recording: run.recording,
            book,
        })
    }

    fn options(&self, request: &ExecRequest, person: Option<runtime::Asked>) -> runtime::Options {
        let usual = runtime::Options::default();
        runtime::Options {
            person,
            limits: runtime::Limits {
                time: Duration::from_secs(request.timeout),
                steps: request.steps,
                ..runtime::Limits::default()
            },
            policy: runtime::Policy {
                consent: self.project.policy.consent,
                ..usual.policy
            },
            ..usual
        }
    }
}

/// A run that was not begun.
fn not_begun(instance: &Instance, why: Diagnostic) -> runtime::Run {
    runtime::Run {
        recording: refused(instance, why),
        heals: Vec::new(),
        log: Vec::new(),
        screenshots: Vec::new(),
        missing: None,
    }
}

impl Ready {
    /// The parameters that a run takes, as columns of a file of rows.
    pub(crate) fn columns(&self) -> Vec<Column> {
        match &self.task {
            Task::Own(_, columns) => columns.clone(),
            Task::Made(_) | Task::None => {
                let plain = |it: &runtime::Param| Column {
                    name: it.name.clone(),
                    list: false,
                    // The instance that the suite makes has a value for each.
                    optional: matches!(self.task, Task::Made(_)),
                };
                self.signature.params.iter().map(plain).collect()
            }
        }
    }

    /// The steps before which a dry run stops; `None` where it is none.
    fn stops(&self, request: &ExecRequest) -> Option<Vec<Irreversible>> {
        request.dry.then(|| self.irreversible())
    }

    /// The steps of its task that nothing takes back.
    fn irreversible(&self) -> Vec<Irreversible> {
        let of_task = |suite: &dyn Suite| match &self.task {
            Task::Made(name) | Task::Own(name, _) => suite.irreversible(name),
            Task::None => Vec::new(),
        };
        self.suite.as_deref().map(of_task).unwrap_or_default()
    }

    /// Whether what a run does is put back: before the next one, or by opening the device again.
    pub(crate) fn is_put_back(&self) -> bool {
        match (&self.on, &self.suite, &self.task) {
            (On::Bare(driver), ..) => driver.forgets(),
            (On::Suite, Some(suite), Task::Made(task_type)) => suite.rights(task_type).resets,
            (On::Suite, ..) => false,
        }
    }

    /// What it does that nothing takes back, by its receipt and its task file.
    pub(crate) fn lasting(&self) -> Vec<String> {
        let known = self.receipt.iter().flat_map(|it| it.irreversible.clone());
        known
            .chain(self.irreversible().into_iter().map(|it| it.step))
            .collect()
    }

    /// Whether each run has to have a device of its own, because a device begins at an address.
    pub(crate) fn begins_anew(&self) -> bool {
        matches!(&self.on, On::Bare(driver) if driver.needs_url())
    }

    /// Whether several runs may go on at once; else why not.
    pub(crate) fn side_by_side(&self) -> Result<(), OneAtATime> {
        match (&self.on, &self.suite, &self.task) {
            (On::Bare(driver), ..) if !driver.opens_several() => Err(OneAtATime::OpensOnce {
                device: driver.name().to_owned(),
            }),
            (On::Suite, Some(suite), Task::Own(task_type, _)) if !suite.rights(task_type).side_by_side => {
                Err(OneAtATime::Unchanged {
                    task_type: task_type.clone(),
                })
            }
            _ => Ok(()),
        }
    }

    /// A secret of the task that a file of rows, or one of these values, would give.
    pub(crate) fn secret_in(&self, rows: &std::path::Path, given: &Params) -> Option<String> {
        let (Task::Own(task_type, _), Some(suite)) = (&self.task, &self.suite) else {
            return None;
        };
        let declared = suite.parameters(task_type).ok().flatten().unwrap_or_default();
        let columns = header(rows);
        let mut names = columns
            .iter()
            .chain(given.keys())
            .map(|it| strings::identifier(it));
        let is_secret = |name: &String| {
            let own = |it: &&Param| strings::identifier(&it.name).eq_ignore_ascii_case(name);
            declared.iter().find(own).is_some_and(Param::is_secret)
        };
        names.find(is_secret)
    }

    /// A value that has the value of a secret of the task in it, whatever it is called: which of these it is among, its
    /// name, and what stands for the secret. The secrets are read once.
    pub(crate) fn secret_value_in<'v>(
        &self,
        rows: impl IntoIterator<Item = &'v Params>,
    ) -> Option<(usize, String, String)> {
        let (Task::Own(task_type, _), Some(suite)) = (&self.task, &self.suite) else {
            return None;
        };
        let mut places = Vec::new();
        let mut texts = Vec::new();
        for (row, values) in rows.into_iter().enumerate() {
            for (name, value) in values {
                for text in value.texts() {
                    places.push((row, name));
                    texts.push(text);
                }
            }
        }
        let (at, mark) = suite.secret_in(task_type, &texts)?;
        let (row, name) = places.get(at)?;
        Some((*row, (*name).clone(), mark))
    }

    /// The login that its task names.
    pub(crate) fn login(&self) -> Option<String> {
        match (&self.task, &self.suite) {
            (Task::Made(task_type) | Task::Own(task_type, _), Some(suite)) => suite.login(task_type),
            (Task::Made(_) | Task::Own(..) | Task::None, _) => None,
        }
    }

    /// The address at which a user's own task begins with these values, as far as that is known.
    pub(crate) fn begins_at(&self, params: &Params) -> Option<String> {
        let (Task::Own(task_type, _), Some(suite)) = (&self.task, &self.suite) else {
            return None;
        };
        let instance = suite.instance_with(task_type, params).ok()?;
        suite.address(&instance).ok().flatten()
    }

    /// Where its runs are done: what it shares with other functions, and whether it has to be alone there.
    pub(crate) fn place(&self) -> queue::due::Place {
        let scope = match (&self.on, &self.suite) {
            (On::Bare(driver), _) => driver.name(),
            (On::Suite, Some(suite)) => suite.name(),
            (On::Suite, None) => "",
        };
        queue::due::Place {
            scope: scope.to_owned(),
            alone: self.side_by_side().is_err(),
        }
    }

    /// The same where runs are done on many machines, each with devices of its own: a device that is one is no place that they
    /// share.
    pub(crate) fn place_of_many(&self) -> queue::due::Place {
        queue::due::Place {
            alone: matches!(self.side_by_side(), Err(OneAtATime::Unchanged { .. })),
            ..self.place()
        }
    }

    /// The device that its runs are done on.
    pub(crate) fn device<'a>(&'a self, request: &'a ExecRequest) -> &'a str {
        match (&self.on, &self.suite) {
            (On::Bare(driver), _) => driver.name(),
            (On::Suite, Some(suite)) => request.device.as_deref().unwrap_or(suite.device()),
            (On::Suite, None) => "",
        }
    }

    /// The user's own task type that its runs are instances of.
    pub(crate) fn own_task_type(&self) -> Option<&str> {
        match &self.task {
            Task::Own(task_type, _) => Some(task_type),
            Task::Made(_) | Task::None => None,
        }
    }

    /// What a run with these values is an instance of; `None` where the suite makes its instances.
    pub(crate) fn own_instance(&self, given: &Params) -> Option<Result<Instance, Error>> {
        match (&self.task, &self.suite) {
            (Task::Own(task_type, columns), Some(suite)) => {
                let own = |name: &str| {
                    let is = |it: &&Column| it.name == name || strings::identifier(&it.name) == name;
                    columns.iter().find(is).map(|it| it.name.clone())
                };
                let takes = |name: &str| self.signature.params.iter().any(|it| it.name == name);
                let mut values = Params::new();
                for (name, value) in given {
                    match own(name) {
                        Some(own) => drop(values.insert(own, value.clone())),
                        // The function alone takes it.
                        None if takes(name) => {}
                        None => drop(values.insert(name.clone(), value.clone())),
                    }
                }
                Some(suite.instance_with(task_type, &values))
            }
            _ => None,
        }
    }

    /// The instance of a call, and the arguments that the script gets.
    fn call(
        &self,
        env: &mut dyn Environment,
        request: &ExecRequest,
        given: &Params,
    ) -> Result<(Instance, Params), Error> {
        let mut arguments = given.clone();
        let instance = match (self.own_instance(given), &self.task) {
            (Some(instance), _) => {
                let instance = instance?;
                let takes = |name: &str| self.signature.params.iter().any(|it| it.name == name);
                arguments.retain(|name, _| takes(name));
                for (name, value) in &instance.params {
                    let name = strings::identifier(name);
                    if takes(&name) {
                        arguments.entry(name).or_insert_with(|| value.clone());
                    }
                }
                if takes(task::GOAL) {
                    let goal = || Value::from(instance.goal.as_str());
                    arguments.entry(task::GOAL.to_owned()).or_insert_with(goal);
                }
                instance
            }
            (None, Task::Made(task_type)) => {
                let goals = self.receipt.as_ref().map(|it| Goals::known(it.templates.clone()));
                let instance = instance_of(env, task_type, request, given, self.suite.as_deref(), goals)?;
                let lends = self.lends(request, given);
                self.of_instance(&mut arguments, &instance, lends)?;
                instance
            }
            (None, Task::Own(..) | Task::None) => {
                let suite = self.suite.as_ref().map(|it| it.name()).unwrap_or_default();
                // What is to be done in the words of whoever showed it, with the values of this run.
                let templates = self.receipt.iter().flat_map(|it| &it.templates);
                let goal = templates.filter_map(|it| it.render(&arguments).ok()).next();
                let goal = goal.as_ref().unwrap_or(&self.signature.description);
                Instance::of_no_type(suite, goal, arguments.clone())
            }
        };
        runtime::check_arguments(&self.source, &self.name, &arguments).map_err(|diagnostic| {
            Error::usage(NotReady::Arguments {
                diagnostic,
                name: self.name.clone(),
                source_text: self.source.clone(),
            })
        })?;
        Ok((instance, arguments))
    }

    /// Whether values that are not given are the instance's: where the instance was said, where none is given at all, and
    /// where the suite makes values that nobody can give. Else who gives a value gives them all.
    fn lends(&self, request: &ExecRequest, given: &Params) -> bool {
        let takes_values = self.suite.as_ref().is_some_and(|it| it.terms().own_values);
        given.is_empty() || request.seed.is_some() || request.instances.is_some() || !takes_values
    }

    /// Arguments that were not given are the instance's, if it `lends` them. What its goal does not mention is empty, where
    /// other goals of the function do; so is what the goal with the given values does not have.
    fn of_instance(&self, arguments: &mut Params, instance: &Instance, lends: bool) -> Result<(), Error> {
        let templates = self.receipt.iter().flat_map(|it| &it.templates);
        let said: Vec<String> = templates
            .flat_map(|it| it.slots())
            .map(strings::identifier)
            .collect();
        let is_whole = self.receipt.iter().flat_map(|it| &it.templates).any(|it| {
            let slots: Vec<String> = it.slots().map(strings::identifier).collect();
            let all_given = slots.iter().all(|it| arguments.contains_key(it));
            all_given && arguments.keys().all(|it| slots.contains(it))
        });
        for param in &self.signature.params {
            let name = &param.name;
            let own = instance
                .params
                .iter()
                .find(|(it, _)| strings::identifier(it) == *name);
            let value = match own {
                Some((_, value)) if lends => value.clone(),
                Some(_) if is_whole => Value::from(""),
                Some(_) => continue,
                None if name == task::GOAL => Value::from(instance.goal.as_str()),
                None if self.receipt.is_none() || name == task::FORM || said.contains(name) => {
                    Value::from("")
                }
                None => continue,
            };
            arguments.entry(name.clone()).or_insert(value);
        }
        Ok(())
    }

    /// Set the beginning up. The answer is why the run is not begun, where it is not.
    fn begin(
        &self,
        env: &mut dyn Environment,
        instance: &Instance,
        book: &mut RunBook,
    ) -> Result<Option<Diagnostic>, Error> {
        if instance.of_type().is_none() {
            return Ok(None);
        }
        if let Some(receipt) = &self.receipt
            && let Some(why) = uncovered(env, receipt, instance)?
        {
            return Ok(Some(why));
        }
        env.reset(instance)?;
        if let Task::Made(_) = self.task {
            return Ok(None);
        }
        let findings = env.findings(instance, Patience::Once)?;
        book.before(&findings)?;
        Ok(done_before(&findings))
    }
}

/// Why nothing is done where all is as it is to be already: a check that holds before says nothing of the run, and what
/// is done is not done again.
fn done_before(findings: &[Finding]) -> Option<Diagnostic> {
    let all_hold = !findings.is_empty() && findings.iter().all(|it| it.holds == Some(true));
    all_hold.then(|| {
        let held = findings.iter().map(|it| format!("holds already: {}", it.check));
        let diagnostic = Diagnostic::new(
            Code::DoneBefore,
            "nothing was done: the checks say that it is done already",
        );
        held.fold(diagnostic, Diagnostic::note)
            .hint("if it is to be done once more, the task file needs a check that tells the two apart")
    })
}

/// The instance to set up: the seed's own, or one with the values that were given, where the suite takes them.
fn instance_of(
    env: &mut dyn Environment,
    task_type: &str,
    request: &ExecRequest,
    given: &Params,
    suite: Option<&dyn Suite>,
    goals: Option<Goals>,
) -> Result<Instance, Error> {
    let seed = match request.instances {
        Some(_) => request.index,
        None => request.seed.unwrap_or(0),
    };
    if request.instances.is_none() {
        suite.map_or(Ok(()), |it| it.terms().may_look_at(seed))?;
    }
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
            if let Some(given) = given.get(&strings::identifier(name)) {
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

/// Why runs go on one after the other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OneAtATime {
    /// The device is one.
    #[error("the device `{device}` can be opened once only")]
    OpensOnce {
        /// The device.
        device: String,
    },
    /// A run would see what another one does.
    #[error(
        "`{task_type}` has a check that nothing else changes (`unchanged`), so one run would see what another one does"
    )]
    Unchanged {
        /// The task type.
        task_type: String,
    },
}

/// The first line of a CSV file, where it can be read.
fn header(file: &Path) -> Vec<String> {
    let read = fs::read(file).unwrap_or_default();
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(&read[..]);
    let first = reader.records().flatten().next();
    first.map_or_else(Vec::new, |it| {
        it.iter()
            .map(|it| it.trim_start_matches('\u{feff}').trim().to_owned())
            .collect()
    })
}
