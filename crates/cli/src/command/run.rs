//! `autorpa run "TEXT"`: the function whose goal a text is, with the values that stand in the text.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{self, IsTerminal},
    rc::Rc,
};

use compiler::{
    model::{Fit as Filled, Options, arguments},
    program::{Param, ParamKind},
    script::Script,
    world::WorldError,
};
use device::{Cancel, Environment};
use emulator::{Emulator, perturb::Perturb};
use explorer::react;
use library::{Function, Library};
use task::{Instance, ParamSpec, Params, Template, induce};
use trajectory::{Bank, Filter, Outcome, Recording};

use crate::{
    args::{BuildArgs, ExecArgs, Fallback, RunArgs, Suite, TierArg},
    command::{
        build,
        exec::{self, Shown},
        shown::{self, Place},
    },
    error::CliError,
    home::Home,
    model::{Model, Shared},
    params::{Goals, uncovered},
    suites,
    terminal::say,
};

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

/// The command.
pub fn run(args: &RunArgs, home: &Home, cancel: &Cancel) -> Result<(), CliError> {
    let text = args.text.trim();
    let library = Library::open(&home.library);
    let model = Model::open_or_usual(&args.model, home, cancel)?;
    let agent = match (args.fallback, &model) {
        (None, _) => None,
        (Some(Fallback::React), Some(model)) => Some(model),
        (Some(Fallback::React), None) => {
            return Err(CliError::usage(
                "--fallback react needs a model: name one with --llm PROVIDER:MODEL, or set the key of a provider",
            ));
        }
    };
    let mut fit = the_one(&library, text)?;
    if let (None, Some(model)) = (&fit, &model) {
        fit = match filled(&library, text, model) {
            // Nobody has named a model: all is as without one.
            Err(error) if model.borrow().is_by_key() && model.borrow().unreachable().is_some() => {
                say(&format!(
                    "{error}\nnote: that was asked because a key is set; going on without a model"
                ));
                None
            }
            filled => filled?,
        };
    }
    let say_unjudged = || -> Result<(), CliError> {
        let unjudged = shown::unjudged(&library, text, args.url.as_deref())?;
        unjudged.iter().for_each(|it| say(it));
        Ok(())
    };
    match (fit, agent) {
        (Some(fit), agent) => {
            let Some(run) = function(&fit, args, model.as_ref(), home, cancel)? else {
                return Ok(());
            };
            match agent {
                Some(model) if run.failed() => {
                    say(&format!("{}; the ReAct agent takes over", run.ended()));
                    by_agent(text, args, model, home, cancel)
                }
                _ => run.tell(args.screenshot.as_deref(), args.json, model.as_ref(), home),
            }
        }
        (None, Some(model)) => {
            say("no function serves it; the ReAct agent does it");
            say_unjudged()?;
            if !args.yes && !agreed()? {
                say("nothing was done");
                return Ok(());
            }
            by_agent(text, args, model, home, cancel)
        }
        (None, None) => {
            say_unjudged()?;
            Err(nothing(&library, text)?)
        }
    }
}

/// Show the function and its values, and run it if it is wanted; `None` where it is not.
fn function(
    Fit { function, given, .. }: &Fit,
    args: &RunArgs,
    model: Option<&Rc<RefCell<Model>>>,
    home: &Home,
    cancel: &Cancel,
) -> Result<Option<exec::Run>, CliError> {
    say(&format!("{} ({})", function.title(), function.path.display()));
    for (name, value) in given {
        say(&format!("  {name} = {value}"));
    }
    if !args.yes && !agreed()? {
        say("nothing was done");
        return Ok(None);
    }
    // A page that a recording tells of can be set up again.
    let page = match (Suite::from_name(&function.receipt.suite), &args.url) {
        (Some(Suite::Miniwob), None) => recorded(Suite::Miniwob, home)?
            .into_iter()
            .find(|it| it.task_type == function.receipt.task_type && it.goal == args.text.trim()),
        _ => None,
    };
    let exec = ExecArgs {
        script: function.path.clone(),
        params: Vec::new(),
        params_file: None,
        device: None,
        task_type: page.as_ref().map(|it| it.task_type.clone()),
        suite: None,
        seed: page.map_or(0, |it| it.seed),
        instances: None,
        index: 0,
        perturb: Perturb::default(),
        url: args.url.clone(),
        screenshot: args.screenshot.clone(),
        timeout: args.timeout,
        steps: args.steps,
        json: args.json,
        fallback: args.fallback,
        model: args.model.clone(),
    };
    exec::perform(&exec, given.clone(), model, cancel).map(Some)
}

/// The function that a model says does what a text asks for, with the values it read in it. Those with words of the
/// text are asked about, the likeliest first.
fn filled(library: &Library, text: &str, model: &Rc<RefCell<Model>>) -> Result<Option<Fit>, CliError> {
    let near = library.search(text, NEAR).map_err(CliError::kept)?;
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
        };
        let mut model = Shared(Rc::clone(model));
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
    let name = strings::identifier(&spec.name);
    let is_list = source.contains(&format!(" in {name} {{")) || source.contains(&format!("{name}["));
    Param {
        name: spec.name.clone(),
        kind: if is_list { ParamKind::List } else { ParamKind::Text },
        description: spec.description.clone(),
    }
}

/// Let the agent do what a text asks for, on a device as it stands. Where a function is wanted of it, it is done as an
/// instance of its task type: so it is judged, and what is built from it can be run on it. What no task type has is
/// judged by nobody; it is kept all the same, and a function is made of it.
fn by_agent(
    text: &str,
    args: &RunArgs,
    model: &Rc<RefCell<Model>>,
    home: &Home,
    cancel: &Cancel,
) -> Result<(), CliError> {
    // A page that is named is nobody's but the user's.
    let of = match &args.url {
        Some(_) => None,
        None => of_a_task_type(text, home)?,
    };
    let (mut env, judged) = match (&of, &args.url) {
        (_, Some(url)) => (crate::page::open(url)?, None),
        (Some((Suite::Miniwob, instance)), None) => {
            let mut env = suites::open(Suite::Miniwob, None, None, &Perturb::default())?;
            let Some(found) = page_of(env.as_mut(), instance, home)? else {
                return Err(no_page(text, &instance.task_type));
            };
            env.reset(&found)?;
            (env, Some(found))
        }
        (_, None) => {
            let mut env = suites::open(Suite::Androidworld, None, None, &Perturb::default())?;
            let wanted = of.as_ref().map(|it| &it.1).filter(|_| args.build);
            let judged = wanted.filter(|it| env.reset(it).is_ok()).cloned();
            (env, judged)
        }
    };
    let bank = Bank::open(&home.bank).map_err(CliError::kept)?;
    let place = match &args.url {
        Some(url) => Place::Page(Some(url.clone())),
        None => Place::Device,
    };
    let recording = match &judged {
        Some(instance) => {
            // As in a build where the model is there for what is left, the screens say what an action did.
            let options = react::Options {
                sparing: true,
                ..model.borrow().react()
            };
            let explored = crate::react::explore(env.as_mut(), model, instance, &options, cancel)?;
            let id = bank.save(&explored.recording, &explored.screenshots);
            Recording {
                id: id.map_err(CliError::kept)?,
                ..explored.recording
            }
        }
        None => {
            let instance = Instance {
                suite: env.suite().to_owned(),
                task_type: String::new(),
                seed: 0,
                goal: text.to_owned(),
                params: Params::new(),
            };
            let explored = crate::react::act(env.as_mut(), model, &instance, cancel)?;
            say("note: nobody judged it: what counts is what the agent says of the end");
            match of.is_none() && shown::came_to_its_end(&explored.recording) {
                true => shown::keep(text, &place, &explored, home)?,
                false => explored.recording,
            }
        }
    };
    let told = Shown {
        screenshot: args.screenshot.as_deref(),
        json: args.json,
        name: "the ReAct agent",
        source: "",
    };
    told.tell(env.as_mut(), &recording, Some(model), home)?;
    drop(env);
    match of {
        Some((suite, Instance { task_type, .. })) => {
            let own_values = suite == Suite::Androidworld;
            let done = Some(recording).filter(|it| judged.is_some() && it.succeeded());
            offer(suite, &task_type, done, own_values, args, model, home, cancel)
        }
        None => offer_what_was_shown(place, recording, args, model, home, cancel),
    }
}

/// The agent has done it: a function can do it from now on. It is built where that was asked for, from what the agent
/// has shown, and offered where it was not.
#[expect(
    clippy::too_many_arguments,
    reason = "what is known at the end of a run, once"
)]
fn offer(
    suite: Suite,
    task_type: &str,
    done: Option<Recording>,
    own_values: bool,
    args: &RunArgs,
    model: &Rc<RefCell<Model>>,
    home: &Home,
    cancel: &Cancel,
) -> Result<(), CliError> {
    if !args.build {
        let from = done.map_or_else(String::new, |it| format!(" --from {}", it.id));
        say(&format!(
            "note: it is a task of `{task_type}`; `autorpa build --task-type {task_type}{from}` makes a function of it, --build does so at once"
        ));
        return Ok(());
    }
    say(&format!("building a function for `{task_type}`"));
    let order = BuildArgs::plain(suite, task_type, args.model.clone());
    let done = done.into_iter().collect();
    build::with_model(&order, done, own_values, Some(Rc::clone(model)), home, cancel)
}

/// The same for what no task type has: there is the one recording, and those of earlier runs.
fn offer_what_was_shown(
    at: Place,
    recording: Recording,
    args: &RunArgs,
    model: &Rc<RefCell<Model>>,
    home: &Home,
    cancel: &Cancel,
) -> Result<(), CliError> {
    if !args.build {
        say(&format!(
            "note: no task type has goals like this, but what was done is kept: `{}` makes a function of it, --build does so at once",
            shown::command(&recording, &at)
        ));
        return Ok(());
    }
    say("building a function from what was done");
    let order = shown::Order {
        at,
        tier: TierArg::Auto,
        args: &args.model,
        model: Some(Rc::clone(model)),
    };
    shown::function(&order, vec![recording], home, cancel).map(drop)
}

/// A text as an instance of the one task type whose goals it is: as far as a suite says how its goals read, and else as
/// the library's functions and the goals of the recordings do. No browser is opened to find out.
fn of_a_task_type(text: &str, home: &Home) -> Result<Option<(Suite, Instance)>, CliError> {
    let mut emulator = suites::open(Suite::Androidworld, None, None, &Perturb::default())?;
    let mut known: Vec<(Suite, String, Vec<Template>)> = Vec::new();
    for it in emulator.task_types() {
        let templates = Goals::learn(emulator.as_mut(), &it.name, &[])?
            .templates()
            .to_vec();
        known.push((Suite::Androidworld, it.name, templates));
    }
    for it in Library::open(&home.library)
        .list()
        .map_err(CliError::kept)?
        .functions
    {
        if let Some(suite) = Suite::from_name(&it.receipt.suite) {
            known.push((suite, it.receipt.task_type, it.receipt.templates));
        }
    }
    if let Some(found) = the_type(&known, text) {
        return Ok(Some(found));
    }
    // What is recorded of pages that have no function.
    let mut goals: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for it in recorded(Suite::Miniwob, home)? {
        goals.entry(it.task_type).or_default().push(it.goal);
    }
    let induced = goals
        .into_iter()
        .map(|(name, goals)| (Suite::Miniwob, name, induce(&goals)));
    Ok(the_type(&induced.collect::<Vec<_>>(), text))
}

/// The one task type of these whose goals say most of a text.
fn the_type(known: &[(Suite, String, Vec<Template>)], text: &str) -> Option<(Suite, Instance)> {
    let mut fits: Vec<(usize, Suite, Instance)> = Vec::new();
    for (suite, name, templates) in known {
        let Some((which, params)) = task::extract(templates, text) else {
            continue;
        };
        if fits
            .iter()
            .any(|(_, of, it)| (of, &it.task_type) == (suite, name))
        {
            continue;
        }
        let instance = Instance {
            suite: suite.name().to_owned(),
            task_type: name.clone(),
            seed: 0,
            goal: text.to_owned(),
            params,
        };
        fits.push((templates[which].texts().map(str::len).sum(), *suite, instance));
    }
    let most = fits.iter().map(|it| it.0).max().unwrap_or(0);
    fits.retain(|it| it.0 * 2 > most);
    match fits.len() {
        1 => fits.pop().map(|(_, suite, instance)| (suite, instance)),
        _ => None,
    }
}

/// The instances of a suite that there are recordings of.
fn recorded(suite: Suite, home: &Home) -> Result<Vec<Instance>, CliError> {
    let filter = Filter {
        suite: Some(suite.name().to_owned()),
        ..Filter::default()
    };
    let bank = Bank::open(&home.bank).map_err(CliError::kept)?;
    let entries = bank.list(&filter).map_err(CliError::kept)?.entries;
    Ok(entries.into_iter().map(|it| it.instance).collect())
}

/// The page of this task type whose goal the text is. A page makes its values from its seed: a recording may say which
/// it was, else so many are looked at.
fn page_of(env: &mut dyn Environment, wanted: &Instance, home: &Home) -> Result<Option<Instance>, CliError> {
    let known = recorded(Suite::Miniwob, home)?;
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
fn no_page(text: &str, task_type: &str) -> CliError {
    CliError::Ended {
        outcome: Outcome::Stuck,
        message: format!(
            "\"{text}\" is a task of `{task_type}`, but a page of miniwob makes its own values, and none of the first {PAGES} \
             has these\nhelp: `autorpa build --task-type {task_type}` makes a function for all of them; --url URL names \
             a page of yours"
        ),
    }
}

/// The function whose goal a text is, word by word; several are an answer that names them.
fn the_one(library: &Library, text: &str) -> Result<Option<Fit>, CliError> {
    let functions = library.list().map_err(CliError::kept)?.functions;
    let mut fits: Vec<Fit> = functions.into_iter().filter_map(|it| fit(it, text)).collect();
    let most = fits.iter().map(|it| it.said).max().unwrap_or(0);
    // A goal that is hardly more than a slot fits any text: one that says twice as much of it itself is meant.
    fits.retain(|it| it.said * 2 > most);
    match fits.len() {
        0 => Ok(None),
        1 => Ok(fits.pop()),
        _ => {
            let each: String = fits
                .iter()
                .map(|it| {
                    let params: String = it
                        .given
                        .iter()
                        .map(|(name, value)| format!(" --param {name}={:?}", value.to_string()))
                        .collect();
                    format!("\n  autorpa exec {}{params}", it.function.path.display())
                })
                .collect();
            Err(CliError::Ended {
                outcome: Outcome::Refused,
                message: format!(
                    "{} functions serve \"{text}\"; run the one you mean:{each}",
                    fits.len()
                ),
            })
        }
    }
}

/// What a function makes of a text, if it is one of its goals. One that was not verified serves nothing.
fn fit(function: Function, text: &str) -> Option<Fit> {
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
    let goals = Goals::known(templates.clone());
    if !covers(&function, &instance) {
        return None;
    }
    let params = goals.fill(instance).params;
    let given = crate::params::arguments(&function.receipt, text, &params);
    Some(Fit {
        function,
        given,
        said,
    })
}

/// Whether a function takes, or was verified with, every value that a text says. Only the emulator's instances are
/// made without a browser.
fn covers(function: &Function, instance: &Instance) -> bool {
    let receipt = &function.receipt;
    let taken = |slot: &str| receipt.params.iter().any(|it| it.name == slot);
    let all_taken = |it: &Template| it.extract(&instance.goal).is_some() && it.slots().all(taken);
    receipt.templates.iter().any(all_taken)
        || (receipt.suite == Suite::Androidworld.name()
            && uncovered(&mut Emulator::new(), receipt, instance).is_ok_and(|it| it.is_none()))
}

/// No goal is like this text: what comes nearest by its words.
fn nothing(library: &Library, text: &str) -> Result<CliError, CliError> {
    let near = library.search(text, NEAR).map_err(CliError::kept)?;
    let near: String = near
        .iter()
        .map(|it| {
            let goal = it.function.receipt.templates.first();
            let goal = goal.map_or_else(String::new, |goal| format!(": \"{goal}\""));
            let note = if it.function.trusted() {
                ""
            } else {
                ", which is not verified"
            };
            format!("\n  {}{note}{goal}", it.function.title())
        })
        .collect();
    let message = match near.as_str() {
        "" => format!(
            "no function serves \"{text}\", and none has words of it\nhelp: make one with `autorpa build`"
        ),
        near => format!(
            "no function serves \"{text}\"; with words of it there are{near}\nhelp: say it as one of these goals, or \
             make a function with `autorpa build`"
        ),
    };
    Ok(CliError::Ended {
        outcome: Outcome::Stuck,
        message,
    })
}

/// Whether the person wants it.
fn agreed() -> Result<bool, CliError> {
    if !io::stdin().is_terminal() {
        return Err(CliError::usage(
            "nobody is there to agree; say --yes to run it without asking",
        ));
    }
    say("run it? [y/N]");
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).map_err(CliError::kept)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
