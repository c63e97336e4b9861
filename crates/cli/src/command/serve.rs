//! `autorpa emulator --serve`: the emulator as a phone that clients of real ones reach.

use std::{
    env, fs,
    io::{self, BufRead},
    path::Path,
    sync::Arc,
    thread,
};

use adb_door::Live;
use autorpa::{Error, may_look_at, verdict_lines};
use device::{Device, EnvironmentError, Judge, Tasks};
use doors::{Doors, Ports};
use emulator::Emulator;

use crate::{
    args::EmulatorArgs,
    terminal::{print, say},
};

/// What Android's emulator and adb keep in the home folder; the console is open to all where it is not there.
const TOKEN: &str = ".emulator_console_auth_token";

const HELP: &str = "\
goal        say the task                judge       have what was done judged
shot FILE   write the screen as a PNG   changes     what changed on the device
help        quit";

/// The command: until `quit`, or the program is ended.
pub fn run(args: &EmulatorArgs) -> Result<(), Error> {
    let mut emulator = Emulator::new();
    let mut goal = None;
    if let Some(task_type) = &args.task_type {
        may_look_at(args.seed)?;
        let instance = emulator.instance(task_type, args.seed)?;
        emulator.reset(&instance)?;
        goal = Some(instance.goal);
    }
    let phone = Arc::new(Live::new(emulator));
    let ports = Ports {
        adb: args.adb_port,
        http: args.http_port,
        console: args.console_port,
        token: env::home_dir().and_then(|it| fs::read_to_string(it.join(TOKEN)).ok()),
        grpc: args.grpc_port,
    };
    let doors = Doors::open(&phone, &ports).map_err(Error::usage)?;
    if let Some(goal) = &goal {
        say(&format!("task: {goal}"));
    }
    print(&doors.adb().to_string());
    doors.told().iter().for_each(|it| say(it));
    say(&format!(
        "the emulator listens; in another terminal: adb connect {0}, or autorpa exec FUNCTION --device adb:{0}\n\
         type `help` for what can be asked here; Ctrl-C or `quit` ends it",
        doors.adb()
    ));
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else {
            say("that is no UTF-8 text; type it again");
            continue;
        };
        let (verb, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match verb {
            "" => {}
            "quit" | "exit" => return Ok(()),
            "goal" => say(goal.as_deref().unwrap_or("no task; start with --task-type NAME")),
            "changes" => phone.lock().changes().iter().for_each(|it| say(it)),
            "judge" => match phone.lock().finish() {
                Ok(verdict) => verdict_lines(&verdict).iter().for_each(|it| say(it)),
                Err(EnvironmentError::NoEpisode) => say("no task; start with --task-type NAME"),
                Err(error) => return Err(error.into()),
            },
            "shot" if !rest.is_empty() => {
                let png = phone.lock().screenshot().map_err(EnvironmentError::from)?;
                match autorpa::write(Path::new(rest.trim()), &png) {
                    Ok(()) => say(&format!("wrote {}", rest.trim())),
                    Err(error) => say(&error.to_string()),
                }
            }
            "help" | "?" => say(HELP),
            _ => say("type `help` for what can be asked here"),
        }
    }
    // Nobody types anything (a service, a test): clients are served until the program is ended.
    loop {
        thread::park();
    }
}
