//! `autorpa run "TEXT"`: the function whose goal a text is, with the values that stand in the text.

use std::io::{self, IsTerminal};

use device::Cancel;
use emulator::perturb::Perturb;
use library::{Function, Library};
use task::{Instance, Params};
use trajectory::Outcome;

use crate::{
    args::{ExecArgs, RunArgs},
    command::exec,
    error::CliError,
    home::Home,
    params::{Goals, arguments},
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
    let fit = the_one(&library, text)?;
    let Fit { function, given, .. } = &fit;
    say(&format!("{} ({})", function.title(), function.path.display()));
    for (name, value) in given {
        say(&format!("  {name} = {value}"));
    }
    if !args.yes && !agreed()? {
        say("nothing was done");
        return Ok(());
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
        json: args.json,
        fallback: args.fallback,
        model: args.model.clone(),
    };
    exec::perform(&exec, given.clone(), home, cancel)
}

/// The function that serves a text: one, or an answer that says what there is.
fn the_one(library: &Library, text: &str) -> Result<Fit, CliError> {
    let functions = library.list().map_err(CliError::kept)?.functions;
    let mut fits: Vec<Fit> = functions.into_iter().filter_map(|it| fit(it, text)).collect();
    let most = fits.iter().map(|it| it.said).max().unwrap_or(0);
    // A goal that is hardly more than a slot fits any text: one that says twice as much of it itself is meant.
    fits.retain(|it| it.said * 2 > most);
    match fits.len() {
        0 => Err(nothing(library, text)?),
        1 => Ok(fits.swap_remove(0)),
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
    let given = arguments(&function.receipt, &params);
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
