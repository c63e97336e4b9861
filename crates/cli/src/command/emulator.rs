//! `autorpa emulator`: a person uses the emulator, one typed action after the other.

use std::io::{self, BufRead, Write};

use device::{Device, DeviceError, Environment};
use ui::{Action, ElementId, HardAction};

use crate::{args::EmulatorArgs, error::CliError, home, terminal::say};

const HELP: &str = "\
click N            tap element N               long N          press it long
double N           tap it twice                type N TEXT     clear field N, type TEXT, press ENTER
append N TEXT      type TEXT at its end        open APP        start an app
scroll DIR [N]     up, down, left, right       swipe DIR       over the whole screen
back   home   enter   wait                     shot FILE       write the screen as a PNG file
goal               say the task                judge           end the episode and judge it
changes            what changed on the device  help   quit";

/// What a line asks for.
enum Request {
    Act(HardAction),
    Shot(String),
    Goal,
    Judge,
    Changes,
    Help,
    Quit,
    Nothing,
    Unknown,
}

/// Run the session until `quit` or the end of input.
pub fn run(args: &EmulatorArgs) -> Result<(), CliError> {
    let mut env = emulator::Emulator::new();
    let mut goal = None;
    if let Some(task_type) = &args.task_type {
        let instance = env.instance(task_type, args.seed)?;
        env.reset(&instance)?;
        say(&format!("task: {}", instance.goal));
        goal = Some(instance.goal);
    }
    say("type `help` for what can be done");
    show(&mut env, args)?;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|source| CliError::File {
            path: "standard input".into(),
            source,
            help: "type plain text",
        })?;
        match parse(&line) {
            Request::Act(action) => match env.act(&action) {
                Ok(()) => show(&mut env, args)?,
                Err(
                    error @ (DeviceError::NoElement { .. }
                    | DeviceError::NoApp { .. }
                    | DeviceError::Unsupported { .. }),
                ) => {
                    say(&error.to_string());
                }
                Err(error) => return Err(CliError::Environment(error.into())),
            },
            Request::Shot(file) => {
                let png = env.screenshot().map_err(|it| CliError::Environment(it.into()))?;
                home::write(file.as_ref(), &png)?;
                say(&format!("wrote {file}"));
            }
            Request::Goal => say(goal.as_deref().unwrap_or("no task; start with --task-type NAME")),
            Request::Judge if goal.is_some() => say(&format!("reward {}", env.finish()?)),
            Request::Judge => say("no task; start with --task-type NAME"),
            Request::Changes => env.changes().iter().for_each(|it| say(it)),
            Request::Help => say(HELP),
            Request::Quit => break,
            Request::Nothing => {}
            Request::Unknown => say("that is no action; type `help`"),
        }
    }
    Ok(())
}

fn show(env: &mut dyn Device, args: &EmulatorArgs) -> Result<(), CliError> {
    let failed = |it: DeviceError| CliError::Environment(it.into());
    let screen = env.observe().map_err(failed)?;
    say(&ui::describe(&screen));
    if let Some(file) = &args.screenshot {
        home::write(file, &env.screenshot().map_err(failed)?)?;
    }
    // The prompt has no line break of its own.
    io::stderr().flush().ok();
    Ok(())
}

fn parse(line: &str) -> Request {
    let line = line.trim();
    let (verb, rest) = line
        .split_once(' ')
        .map_or((line, ""), |(verb, rest)| (verb, rest.trim()));
    let (first, text) = rest
        .split_once(' ')
        .map_or((rest, ""), |(first, text)| (first, text));
    let id = |it: &str| it.parse().map(ElementId).ok();
    let action: Option<HardAction> = match verb {
        "" => return Request::Nothing,
        "help" | "?" => return Request::Help,
        "quit" | "exit" => return Request::Quit,
        "goal" => return Request::Goal,
        "judge" => return Request::Judge,
        "changes" => return Request::Changes,
        "shot" if !rest.is_empty() => return Request::Shot(rest.to_owned()),
        "click" | "tap" => id(rest).map(|target| Action::Click { target }),
        "double" => id(rest).map(|target| Action::DoubleTap { target }),
        "long" => id(rest).map(|target| Action::LongPress { target }),
        "type" => id(first).map(|it| Action::InputText {
            target: Some(it),
            text: text.to_owned(),
            clear: true,
        }),
        "append" => id(first).map(|it| Action::InputText {
            target: Some(it),
            text: text.to_owned(),
            clear: false,
        }),
        "open" if !rest.is_empty() => Some(Action::OpenApp { app: rest.to_owned() }),
        "scroll" => first.parse().ok().map(|direction| Action::Scroll {
            target: id(text),
            direction,
        }),
        "swipe" => first.parse().ok().map(|direction| Action::Swipe { direction }),
        "back" => Some(Action::NavigateBack),
        "home" => Some(Action::NavigateHome),
        "enter" => Some(Action::KeyboardEnter),
        "wait" => Some(Action::Wait),
        _ => None,
    };
    action.map_or(Request::Unknown, Request::Act)
}
