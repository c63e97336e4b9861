//! `autorpa mcp` and `autorpa serve`: programs of their own, so that who needs none does not build it.

use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
    process::Command,
};

use autorpa::Error;

use crate::args::{Common, ProgramArgs};
use crate::refusal::Refusal;

/// The command of this name: it becomes the program that is called so.
pub fn run(name: &'static str, args: &ProgramArgs, common: &Common) -> Result<(), Error> {
    let called = format!("autorpa-{name}");
    let program = beside(&called).unwrap_or_else(|| PathBuf::from(called));
    let mut command = Command::new(&program);
    command.args(&args.arguments);
    for (variable, folder) in [
        ("AUTORPA_HOME", &common.home),
        ("AUTORPA_LIBRARY", &common.library),
    ] {
        if let Some(folder) = folder {
            command.env(variable, folder);
        }
    }
    let why = become_it(&mut command);
    Err(Error::usage(Refusal::NotStarted { program, name, why }))
}

/// The program beside this one, where there is one.
fn beside(name: &str) -> Option<PathBuf> {
    let this = env::current_exe().ok()?;
    let name = Path::new(name).with_extension(this.extension().unwrap_or(OsStr::new("")));
    Some(this.with_file_name(name)).filter(|it| it.is_file())
}

/// Run it in this program's place; the answer says why that can't be.
#[cfg(unix)]
fn become_it(command: &mut Command) -> std::io::Error {
    use std::os::unix::process::CommandExt;
    command.exec()
}

/// Run it, and end as it ends; the answer says why it can't be started.
#[cfg(not(unix))]
fn become_it(command: &mut Command) -> std::io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
