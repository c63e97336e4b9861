//! `autorpa emulator --serve`: the emulator as a phone that clients of real ones reach.

use std::{
    io::{self, BufRead},
    path::Path,
    sync::{Arc, Mutex, MutexGuard},
    thread,
};

use adb_door::Door;
use autorpa::{Error, may_look_at};
use device::{Device, EnvironmentError, Judge, Tasks};
use emulator::Emulator;

use crate::{
    args::EmulatorArgs,
    command::session::tell_verdict,
    terminal::{print, say},
};

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
    let phone = Arc::new(Mutex::new(emulator));
    let door = Door::open(phone.clone(), args.adb_port).map_err(Error::usage)?;
    if let Some(goal) = &goal {
        say(&format!("task: {goal}"));
    }
    print(&door.address().to_string());
    say(&format!(
        "the emulator listens; in another terminal: adb connect {0}, or autorpa exec FUNCTION --device adb:{0}\n\
         type `help` for what can be asked here; Ctrl-C or `quit` ends it",
        door.address()
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
            "changes" => lock(&phone).changes().iter().for_each(|it| say(it)),
            "judge" => match lock(&phone).finish() {
                Ok(verdict) => tell_verdict(&verdict),
                Err(EnvironmentError::NoEpisode) => say("no task; start with --task-type NAME"),
                Err(error) => return Err(error.into()),
            },
            "shot" if !rest.is_empty() => {
                let png = lock(&phone).screenshot().map_err(EnvironmentError::from)?;
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

/// A lock is only poisoned where a client's thread panicked; the phone is still there.
fn lock(phone: &Mutex<Emulator>) -> MutexGuard<'_, Emulator> {
    phone.lock().unwrap_or_else(|it| it.into_inner())
}
