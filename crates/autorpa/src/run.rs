//! Running by words: the function whose goal a text is, with the values that stand in the text.

use std::{collections::BTreeMap, sync::Arc};

use compiler::{
    model::{Fit as Filled, Options, arguments},
    program::{Param, ParamKind},
    script::Script,
    world::WorldError,
};
use device::Environment;
use explorer::react;
use library::{Function, Library};
use settings::{Call, Request, Setting};
use task::{Instance, ParamSpec, Params, Template, induce};
use thiserror::Error;
use trajectory::{Bank, Fault, Filter, Outcome, Recording};

use crate::{
    Autorpa,
    built::Built,
    error::{Error, NeedsModel},
    exec::Running,
    model::Model,
    offer::takes_list,
    params::{Goals, uncovered},
    policy::OutsidePolicy,
    ran::Ran,
    registry::{Setup, Suite},
    request::{BuildRequest, ExecRequest, Fallback, RunRequest, Tier},
    unjudged::{self, NoDevice, Place},
};

/// What is said to do it where no function does.
const AGENT: &str = "the ReAct agent";
/// How many pages of a task type are looked at for one with the goal that was given.
const PAGES: u64 = 60;
/// How many functions are named that a text could have meant.
const NEAR: usize = 3;

/// A function with a goal that a text is.
struct Fit {
    function: Function,
    /// Its arguments.
    given: Params,
    /// How much of the text its goal says itself, in bytes.
    said: usize,
}

/// An instance, and the suite that it is of.
type OfSuite = (Arc<dyn Suite>, Instance);

/// What came of running by words.
#[derive(Debug, Default)]
pub struct Done {
    /// The run; `None` where the person did not want it.
    pub ran: Option<Ran>,
    /// What was built from what an agent did.
    pub built: Option<Built>,
}

/// A person has to agree, and none is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("nobody is there to agree; say {} to run it without asking", Setting::Yes)]
pub struct NobodyAgrees;

impl Autorpa {
    /// Run the function whose goal a text is; where none is, an agent does it, if that is asked for.
    pub fn run(&self, request: &RunRequest) -> Result<Done, Error> {
        let text = request.text.trim();
        let library = Library::open(&self.home.library);
        let model = Model::open_or_usual(&self.project.model(request.model.clone()), self)?;
        let agent = match (request.fallback, &model) {
            (None, _) => None,
            (Some(Fallback::React), Some(model)) => Some(model),
            (Some(Fallback::React), None) => {
                return Err(Error::NoModel {
                    for_what: NeedsModel::Fallback,
                });
            }
        };
        let mut fit = the_one(&library, text, self)?;
        if let (None, Some(model)) = (&fit, &model) {
            fit = match filled(&library, text, model) {
                // Nobody has named a model: all is as without one.
                Err(error) if model.is_by_key() && model.unreachable().is_some() => {
                    self.told.line(format!(
                        "{error}\nnote: that was asked because a key is set; going on without a model"
                    ));
                    None
                }
                filled => filled?,
            };
        }
        let say_unjudged = || -> Result<(), Error> {
            let unjudged = unjudged::unjudged(self, text, request.url.as_deref())?;
            unjudged.iter().for_each(|it| self.told.line(it));
            Ok(())
        };
        match (fit, agent) {
            (Some(fit), agent) => {
                let Some(run) = self.run_function(&fit, request, model.as_ref())? else {
                    return Ok(Done::default());
                };
                match agent {
                    Some(model) if run.failed() => {
                        self.told
                            .line(format!("{}; the ReAct agent takes over", run.said()));
                        self.by_agent(text, request, model)
                    }
                    _ => {
                        let ran = self.kept(run, request.screenshot, model.as_ref())?;
                        Ok(Done {
                            ran: Some(ran),
                            built: None,
                        })
                    }
                }
            }
            (None, Some(model)) => {
                self.told.line("no function serves it; the ReAct agent does it");
                say_unjudged()?;
                if !self.wanted(request)? {
                    return Ok(Done::default());
                }
                self.by_agent(text, request, model)
            }
            (None, None) => {
                say_unjudged()?;
                Err(nothing(&library, text)?)
            }
        }
    }

    /// Whether it is to be run: the request says so, or the person does.
    fn wanted(&self, request: &RunRequest) -> Result<bool, Error> {
        if request.yes {
            return Ok(true);
        }
        match self.told.agrees("run it?") {
            Some(true) => Ok(true),
            Some(false) => {
                self.told.line("nothing was done");
                Ok(false)
            }
            None => Err(Error::usage(NobodyAgrees)),
        }
    }

    /// Show the function and its values, and run it if it is wanted; `None` where it is not.
    fn run_function(
        &self,
        Fit { function, given, .. }: &Fit,
        request: &RunRequest,
        model: Option<&Model>,
    ) -> Result<Option<Running>, Error> {
        self.told
            .line(format!("{} ({})", function.title(), function.path.display()));
        for (name, value) in given {
            self.told.line(format!("  {name} = {value}"));
        }
        if !self.wanted(request)? {
            return Ok(None);
        }
        // A page that a recording tells of can be set up again.
        let page = match (self.registry.find_suite(&function.receipt.suite), &request.url) {
            (Some(suite), None) if !suite.terms().own_values => recorded(suite.name(), self)?
                .into_iter()
                .find(|it| it.task_type == function.receipt.task_type && it.goal == request.text.trim()),
            _ => None,
        };
        let exec = ExecRequest {
            task_type: page.as_ref().map(|it| it.task_type.clone()),
            seed: page.map(|it| it.seed),
            url: request.url.clone(),
            timeout: request.timeout,
            steps: request.steps,
            fallback: request.fallback,
            model: request.model.clone(),
            ..ExecRequest::new(function.path.clone(), given.clone())
        };
        self.perform(&exec, model).map(Some)
    }

    /// Let the agent do what a text asks for, on a device as it stands. Where a function is wanted of it, it is done as
    /// an instance of its task type: so it is judged, and what is built from it can be run on it. What no task type has
    /// is judged by nobody; it is kept all the same, and a function is made of it.
    fn by_agent(&self, text: &str, request: &RunRequest, model: &Model) -> Result<Done, Error> {
        // A page that is named is nobody's but the user's.
        let of = match &request.url {
            Some(_) => None,
            None => of_a_task_type(text, self)?,
        };
        let place = self.place(request.url.clone())?;
        let act = || {
            let (mut env, judged) = self.begin(text, &place, of.as_ref(), request)?;
            let whose = (&place, of.is_none());
            let recording = self.shown_by_agent(text, env.as_mut(), model, judged.as_ref(), whose)?;
            Ok((env, judged, recording))
        };
        let outcome = |it: &(_, _, Recording)| it.2.ending.outcome;
        let (env, judged, recording) = self.acting(AGENT, text, &Params::new(), act, outcome)?;
        let run = Running {
            env,
            name: AGENT.to_owned(),
            source: String::new(),
            instance: recording.instance.clone(),
            recording,
            record: None,
        };
        let ran = self.kept(run, request.screenshot, Some(model))?;
        // What nobody checks has come to its end as well: a function may come of it.
        if ran.recording.ending.outcome.fault() != Fault::None {
            return Ok(Done {
                ran: Some(ran),
                built: None,
            });
        }
        let offered = match of {
            Some((suite, Instance { task_type, .. })) => {
                let done = Some(&ran.recording).filter(|it| judged.is_some() && it.succeeded());
                self.offer(suite.as_ref(), &task_type, done, request, model)
            }
            None => self.offer_what_was_shown(place, &ran.recording, request, model),
        };
        let built = match offered {
            // What was done is done, whether a function may be made of it now or not.
            Err(error) if OutsidePolicy::of(&error).is_some() => {
                self.told
                    .line(format!("note: no function is made of it: {error}"));
                None
            }
            offered => offered?,
        };
        Ok(Done {
            ran: Some(ran),
            built,
        })
    }

    /// What the agent does, as a recording.
    fn shown_by_agent(
        &self,
        text: &str,
        env: &mut dyn Environment,
        model: &Model,
        judged: Option<&Instance>,
        (place, of_no_type): (&Place, bool),
    ) -> Result<Recording, Error> {
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        Ok(match judged {
            Some(instance) => {
                // As in a build where the model is there for what is left, the screens say what an action did.
                let options = react::Options {
                    sparing: true,
                    ..model.react()
                };
                let explored = crate::react::explore(env, model, instance, &options, &self.cancel)?;
                let id = bank.save(&explored.recording, &explored.screenshots);
                Recording {
                    id: id.map_err(Error::kept)?,
                    ..explored.recording
                }
            }
            None => {
                let instance = Instance::of_no_type(env.suite(), text, Params::new());
                let explored = crate::react::act(env, model, &instance, &self.cancel)?;
                self.told
                    .line("note: nobody judged it: what counts is what the agent says of the end");
                match of_no_type && unjudged::came_to_its_end(&explored.recording) {
                    true => unjudged::keep(text, place, &explored, self)?,
                    false => explored.recording,
                }
            }
        })
    }

    /// Where what belongs to no suite is done.
    fn place(&self, url: Option<String>) -> Result<Place, Error> {
        match self.registry.usual_device(url.is_some()) {
            Some(driver) => Ok(Place::new(driver, url)),
            None => Err(Error::usage(NoDevice::AtAll)),
        }
    }

    /// The environment for what an agent is to do, and the instance it is judged as.
    fn begin(
        &self,
        text: &str,
        place: &Place,
        of: Option<&(Arc<dyn Suite>, Instance)>,
        request: &RunRequest,
    ) -> Result<(Box<dyn Environment>, Option<Instance>), Error> {
        let Some((suite, instance)) = of else {
            return Ok((place.open()?, None));
        };
        let mut env = suite.open(&Setup::default())?;
        if suite.terms().own_values {
            if !request.build {
                return Ok((place.open()?, None));
            }
            let judged = env.reset(instance).is_ok().then(|| instance.clone());
            return Ok((env, judged));
        }
        let Some(found) = page_of(env.as_mut(), instance, self)? else {
            return Err(no_page(text, &instance.task_type));
        };
        env.reset(&found)?;
        Ok((env, Some(found)))
    }

    /// The agent has done it: a function can do it from now on. It is built where that was asked for, from what the
    /// agent has shown, and offered where it was not.
    fn offer(
        &self,
        suite: &dyn Suite,
        task_type: &str,
        done: Option<&Recording>,
        request: &RunRequest,
        model: &Model,
    ) -> Result<Option<Built>, Error> {
        if !request.build {
            let build = Call::new(Request::Build).with(Setting::TaskType, task_type);
            let build = match done {
                Some(recording) => build.with(Setting::From, &recording.id),
                None => build,
            };
            self.told.line(format!(
                "note: it is a task of `{task_type}`; `{build}` makes a function of it, {} does so at once",
                Setting::Build
            ));
            return Ok(None);
        }
        self.told.line(format!("building a function for `{task_type}`"));
        let order = BuildRequest {
            suite: Some(suite.name().to_owned()),
            model: request.model.clone(),
            ..BuildRequest::new(task_type)
        };
        let done = done.into_iter().cloned().collect();
        let own_values = suite.terms().own_values;
        self.build_with(&order, done, own_values, Some(model.clone()))
            .map(Some)
    }

    /// The same for what no task type has: there is the one recording, and those of earlier runs.
    fn offer_what_was_shown(
        &self,
        at: Place,
        recording: &Recording,
        request: &RunRequest,
        model: &Model,
    ) -> Result<Option<Built>, Error> {
        if !request.build {
            self.told.line(format!(
                "note: no task type has goals like this, but what was done is kept: `{}` makes a function of it, {} does so at once",
                unjudged::building(recording, &at),
                Setting::Build
            ));
            return Ok(None);
        }
        self.told.line("building a function from what was done");
        let order = unjudged::Order {
            rpa: self,
            at,
            tier: Tier::Auto,
            args: &request.model,
            model: Some(model.clone()),
            again: false,
        };
        unjudged::function(&order, vec![recording.clone()]).map(Some)
    }
}

/// The function that a model says does what a text asks for, with the values it read in it. Those with words of the
/// text are asked about, the likeliest first.
fn filled(library: &Library, text: &str, model: &Model) -> Result<Option<Fit>, Error> {
    let near = library.search(text, NEAR).map_err(Error::kept)?;
    for it in near.into_iter().filter(|it| it.function.trusted()) {
        let function = it.function;
        let script = Script {
            name: function.receipt.name.clone(),
            source: function.source.clone(),
            params: function
                .receipt
                .params
                .iter()
                .map(|it| param(it, &function.source))
                .collect(),
            lines: Vec::new(),
            lasting: None,
        };
        let mut model = model.clone();
        match arguments(&mut model, &Options::default(), &script, text).map_err(WorldError::from)? {
            Filled::Does(params) => {
                let given = crate::params::arguments(&function.receipt, text, &params);
                return Ok(Some(Fit {
                    function,
                    given,
                    said: 0,
                }));
            }
            Filled::Other => {}
        }
    }
    Ok(None)
}

/// A parameter of a receipt. What a script goes through entry by entry is a list.
fn param(spec: &ParamSpec, source: &str) -> Param {
    let is_list = takes_list(source, &spec.name);
    Param {
        name: spec.name.clone(),
        kind: if is_list { ParamKind::List } else { ParamKind::Text },
        description: spec.description.clone(),
    }
}

/// A text as an instance of the one task type whose goals it is: as far as a suite says how its goals read, and else as
/// the library's functions and the goals of the recordings do. No browser is opened to find out.
fn of_a_task_type(text: &str, rpa: &Autorpa) -> Result<Option<OfSuite>, Error> {
    let mut known: Vec<(Arc<dyn Suite>, String, Vec<Template>)> = Vec::new();
    for suite in rpa.registry.suites() {
        // A suite whose parts are missing here has no tasks here.
        let goals = suite.goals().unwrap_or_default();
        known.extend(
            goals
                .into_iter()
                .map(|(name, goals)| (Arc::clone(suite), name, goals)),
        );
    }
    for it in Library::open(&rpa.home.library)
        .list()
        .map_err(Error::kept)?
        .functions
    {
        if let Some(suite) = rpa.registry.find_suite(&it.receipt.suite) {
            known.push((suite, it.receipt.task_type, it.receipt.templates));
        }
    }
    if let Some(found) = the_type(&known, text) {
        return Ok(Some(found));
    }
    // What is recorded of types that have no function.
    let mut induced = Vec::new();
    for suite in rpa.registry.suites().iter().filter(|it| !it.terms().own_values) {
        let mut goals: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for it in recorded(suite.name(), rpa)? {
            goals.entry(it.task_type).or_default().push(it.goal);
        }
        let each = goals.into_iter();
        induced.extend(each.map(|(name, goals)| (Arc::clone(suite), name, induce(&goals))));
    }
    Ok(the_type(&induced, text))
}

/// The one task type of these whose goals say most of a text.
fn the_type(
    known: &[(Arc<dyn Suite>, String, Vec<Template>)],
    text: &str,
) -> Option<(Arc<dyn Suite>, Instance)> {
    let mut fits: Vec<(usize, Arc<dyn Suite>, Instance)> = Vec::new();
    for (suite, name, templates) in known {
        let Some((which, params)) = task::extract(templates, text) else {
            continue;
        };
        let is_known =
            |of: &Arc<dyn Suite>, it: &Instance| of.name() == suite.name() && it.task_type == *name;
        if fits.iter().any(|(_, of, it)| is_known(of, it)) {
            continue;
        }
        let instance = Instance {
            suite: suite.name().to_owned(),
            task_type: name.clone(),
            seed: 0,
            goal: text.to_owned(),
            params,
        };
        fits.push((
            templates[which].texts().map(str::len).sum(),
            Arc::clone(suite),
            instance,
        ));
    }
    let most = fits.iter().map(|it| it.0).max().unwrap_or(0);
    fits.retain(|it| it.0 * 2 > most);
    match fits.len() {
        1 => fits.pop().map(|(_, suite, instance)| (suite, instance)),
        _ => None,
    }
}

/// The instances of a suite that there are recordings of.
fn recorded(suite: &str, rpa: &Autorpa) -> Result<Vec<Instance>, Error> {
    let filter = Filter {
        suite: Some(suite.to_owned()),
        ..Filter::default()
    };
    let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
    let entries = bank.list(&filter).map_err(Error::kept)?.entries;
    Ok(entries.into_iter().map(|it| it.instance).collect())
}

/// The page of this task type whose goal the text is. A page makes its values from its seed: a recording may say which
/// it was, else so many are looked at.
fn page_of(env: &mut dyn Environment, wanted: &Instance, rpa: &Autorpa) -> Result<Option<Instance>, Error> {
    let known = recorded(env.suite(), rpa)?;
    let same = |it: &&Instance| it.task_type == wanted.task_type && it.goal == wanted.goal;
    let seeds = known.iter().find(same).map(|it| it.seed).into_iter();
    for seed in seeds.chain(0..PAGES) {
        let instance = env.instance(&wanted.task_type, seed)?;
        if instance.goal == wanted.goal {
            return Ok(Some(Instance {
                params: wanted.params.clone(),
                ..instance
            }));
        }
    }
    Ok(None)
}

/// A page of this task type would have to have these values, and none that was looked at has.
#[derive(Clone, Debug, Error)]
#[error(
    "\"{text}\" is a task of `{task_type}`, but its pages make their own values, and none of the first {PAGES} has these\nhelp: `{}` \
     makes a function for all of them; {:#} names a page of yours",
    Call::new(Request::Build).with(Setting::TaskType, task_type),
    Setting::Url
)]
pub struct NoPage {
    /// What was asked for.
    pub text: String,
    /// The type of task that it is.
    pub task_type: String,
}

fn no_page(text: &str, task_type: &str) -> Error {
    let (text, task_type) = (text.to_owned(), task_type.to_owned());
    Error::ended(Outcome::Stuck, NoPage { text, task_type })
}

/// No function is the one that a text asks for.
#[derive(Clone, Debug, Error)]
pub enum NoFunction {
    /// Several are.
    #[error("{} functions serve \"{text}\"; run the one you mean:{}", calls.len(), calls.iter().map(|it| format!("\n  {it}")).collect::<String>())]
    Several {
        /// What was asked for.
        text: String,
        /// How each is called.
        calls: Vec<Call>,
    },
    /// None is, and none has a word of it.
    #[error(
        "no function serves \"{text}\", and none has words of it\nhelp: make one with `{}`",
        Call::new(Request::Build)
    )]
    None {
        /// What was asked for.
        text: String,
    },
    /// None is, and some have words of it.
    #[error(
        "no function serves \"{text}\"; with words of it there are\n  {}\nhelp: say it as one of these goals, or make a \
         function with `{}`",
        near.join("\n  "),
        Call::new(Request::Build)
    )]
    Near {
        /// What was asked for.
        text: String,
        /// Each that has words of it, with its goal.
        near: Vec<String>,
    },
}

/// The function whose goal a text is, word by word; several are an answer that names them.
fn the_one(library: &Library, text: &str, rpa: &Autorpa) -> Result<Option<Fit>, Error> {
    let functions = library.list().map_err(Error::kept)?.functions;
    let mut fits: Vec<Fit> = functions
        .into_iter()
        .filter_map(|it| fit(it, text, rpa))
        .collect();
    let most = fits.iter().map(|it| it.said).max().unwrap_or(0);
    // A goal that is hardly more than a slot fits any text: one that says twice as much of it itself is meant.
    fits.retain(|it| it.said * 2 > most);
    match fits.len() {
        0 => Ok(None),
        1 => Ok(fits.pop()),
        _ => {
            let calls = fits
                .iter()
                .map(|it| {
                    let call = Call::new(Request::Exec).of(it.function.path.display());
                    it.given.iter().fold(call, |call, (name, value)| {
                        call.with(Setting::Param, format_args!("{name}={value}"))
                    })
                })
                .collect();
            let text = text.to_owned();
            Err(Error::ended(
                Outcome::Refused,
                NoFunction::Several { text, calls },
            ))
        }
    }
}

/// What a function makes of a text, if it is one of its goals. One that was not verified serves nothing.
fn fit(function: Function, text: &str, rpa: &Autorpa) -> Option<Fit> {
    if !function.trusted() {
        return None;
    }
    let templates = &function.receipt.templates;
    let fitting = templates.iter().filter(|it| it.extract(text).is_some());
    let said = fitting.map(|it| it.texts().map(str::len).sum()).max()?;
    let instance = Instance {
        suite: function.receipt.suite.clone(),
        task_type: function.receipt.task_type.clone(),
        seed: 0,
        goal: text.to_owned(),
        params: Params::new(),
    };
    if !covers(&function, &instance, rpa) {
        return None;
    }
    let params = Goals::known(templates.clone()).fill(instance).params;
    let given = crate::params::arguments(&function.receipt, text, &params);
    Some(Fit {
        function,
        given,
        said,
    })
}

/// Whether a function takes, or was verified with, every value that a text says. What its instances said is asked only
/// of suites that tell without a browser.
fn covers(function: &Function, instance: &Instance, rpa: &Autorpa) -> bool {
    let receipt = &function.receipt;
    let taken = |slot: &str| receipt.params.iter().any(|it| it.name == slot);
    let all_taken = |it: &Template| it.extract(&instance.goal).is_some() && it.slots().all(taken);
    if receipt.templates.iter().any(all_taken) {
        return true;
    }
    let suite = rpa
        .registry
        .find_suite(&receipt.suite)
        .filter(|it| it.terms().opens_at_once);
    let env = suite.and_then(|it| it.open(&Setup::default()).ok());
    env.is_some_and(|mut env| uncovered(env.as_mut(), receipt, instance).is_ok_and(|it| it.is_none()))
}

/// No goal is like this text: what comes nearest by its words.
fn nothing(library: &Library, text: &str) -> Result<Error, Error> {
    let near = library.search(text, NEAR).map_err(Error::kept)?;
    let near: Vec<String> = near
        .iter()
        .map(|it| {
            let goal = it.function.receipt.templates.first();
            let goal = goal.map_or_else(String::new, |goal| format!(": \"{goal}\""));
            let note = if it.function.trusted() {
                ""
            } else {
                ", which is not verified"
            };
            format!("{}{note}{goal}", it.function.title())
        })
        .collect();
    let text = text.to_owned();
    let why = match near.is_empty() {
        true => NoFunction::None { text },
        false => NoFunction::Near { text, near },
    };
    Ok(Error::ended(Outcome::Stuck, why))
}
