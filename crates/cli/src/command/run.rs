//! `autorpa run "TEXT"`: the function whose goal a text is, with the values that stand in the text.

use std::{
    cell::RefCell,
    io::{self, IsTerminal},
    rc::Rc,
};

use compiler::{
    model::{Fit as Filled, Options, arguments},
    program::{Param, ParamKind},
    script::Script,
    world::WorldError,
};
use device::Cancel;
use emulator::perturb::Perturb;
use explorer::react;
use library::{Function, Library};
use task::{Instance, ParamSpec, Params, Template};
use trajectory::{Bank, Outcome, Recording};

use crate::{
    args::{BuildArgs, ExecArgs, Fallback, RunArgs, Suite},
    command::{
        build,
        exec::{self, Shown},
    },
    error::CliError,
    home::Home,
    model::{Model, Shared},
    params::Goals,
    suites,
    terminal::say,
};

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
                say(&format!("{error}\nnote: that was asked because a key is set; going on without a model"));
                None
            }
            filled => filled?,
        };
    }
    match (fit, agent) {
        (Some(fit), agent) => {
            let Some(run) = function(&fit, args, model.as_ref(), cancel)? else {
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
            if !args.yes && !agreed()? {
                say("nothing was done");
                return Ok(());
            }
            by_agent(text, args, model, home, cancel)
        }
        (None, None) => Err(nothing(&library, text)?),
    }
}

/// Show the function and its values, and run it if it is wanted; `None` where it is not.
fn function(
    Fit { function, given, .. }: &Fit,
    args: &RunArgs,
    model: Option<&Rc<RefCell<Model>>>,
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
    let exec = ExecArgs {
        script: function.path.clone(),
        params: Vec::new(),
        params_file: None,
        device: None,
        task_type: None,
        suite: None,
        seed: 0,
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
/// instance of its task type: so it is judged, and what is built from it can be run on it.
fn by_agent(
    text: &str,
    args: &RunArgs,
    model: &Rc<RefCell<Model>>,
    home: &Home,
    cancel: &Cancel,
) -> Result<(), CliError> {
    let mut env = match &args.url {
        Some(url) => crate::page::open(url)?,
        None => suites::open(Suite::Androidworld, None, None, &Perturb::default())?,
    };
    let of = of_a_task_type(text)?;
    let judged = match &of {
        Some((_, instance)) if args.build && args.url.is_none() => env.reset(instance).is_ok(),
        _ => false,
    };
    let instance = match &of {
        Some((_, instance)) if judged => instance.clone(),
        _ => Instance {
            suite: env.suite().to_owned(),
            task_type: String::new(),
            seed: 0,
            goal: text.to_owned(),
            params: Params::new(),
        },
    };
    let recording = if judged {
        // As in a build where the model is there for what is left, the screens say what an action did.
        let options = react::Options {
            sparing: true,
            ..model.borrow().react()
        };
        let explored = crate::react::explore(env.as_mut(), model, &instance, &options, cancel)?;
        let bank = Bank::open(&home.bank).map_err(CliError::kept)?;
        let id = bank.save(&explored.recording, &explored.screenshots);
        Recording {
            id: id.map_err(CliError::kept)?,
            ..explored.recording
        }
    } else {
        crate::react::episode(env.as_mut(), model, &instance, cancel)?
    };
    if !judged {
        say("note: nobody judged it: what counts is what the agent says of the end");
    }
    let shown = Shown {
        screenshot: args.screenshot.as_deref(),
        json: args.json,
        name: "the ReAct agent",
        source: "",
    };
    shown.tell(env.as_mut(), &recording, Some(model), home)?;
    let shown = Some(recording).filter(|it| judged && it.succeeded());
    offer(
        of,
        shown.into_iter().collect(),
        args,
        Some(Rc::clone(model)),
        home,
        cancel,
    )
}

/// The agent has done it: a function can do it from now on. It is built where that was asked for, from what the agent
/// has shown, and offered where it was not.
fn offer(
    of: Option<(Suite, Instance)>,
    shown: Vec<Recording>,
    args: &RunArgs,
    model: Option<Rc<RefCell<Model>>>,
    home: &Home,
    cancel: &Cancel,
) -> Result<(), CliError> {
    let Some((suite, Instance { task_type, .. })) = of else {
        say("note: no task type has goals like this; show it once with `autorpa record` and build from that");
        return Ok(());
    };
    if !args.build {
        say(&format!(
            "note: it is a task of `{task_type}`; `autorpa build --task-type {task_type}` makes a function of it, --build does so at once"
        ));
        return Ok(());
    }
    say(&format!("building a function for `{task_type}`"));
    let order = BuildArgs::plain(suite, &task_type, args.model.clone());
    build::with_model(&order, shown, true, model, home, cancel)
}

/// A text as an instance of the one task type whose goals it is, as far as a suite says how its goals read.
fn of_a_task_type(text: &str) -> Result<Option<(Suite, Instance)>, CliError> {
    let suite = Suite::Androidworld;
    let env = suites::open(suite, None, None, &Perturb::default())?;
    let fits = env.task_types().into_iter().filter_map(|it| {
        let template = Template::parse(&it.template?).ok()?;
        let instance = Instance {
            suite: suite.name().to_owned(),
            task_type: it.name,
            seed: 0,
            goal: text.to_owned(),
            params: template.extract(text)?,
        };
        Some((template.texts().map(str::len).sum::<usize>(), instance))
    });
    let mut fits: Vec<(usize, Instance)> = fits.collect();
    let most = fits.iter().map(|it| it.0).max().unwrap_or(0);
    fits.retain(|it| it.0 * 2 > most);
    Ok(match fits.len() {
        1 => fits.pop().map(|it| (suite, it.1)),
        _ => None,
    })
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
    let params = Goals::known(templates.clone()).fill(instance).params;
    let given = crate::params::arguments(&function.receipt, text, &params);
    Some(Fit {
        function,
        given,
        said,
    })
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
