//! `autorpa mcp`: the program `autorpa-mcp`, which is apart so that who needs none does not build it.

use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
    process::Command,
};

use autorpa::Error;

use crate::args::{Common, McpArgs};
use crate::refusal::Refusal;

/// The program's name.
const PROGRAM: &str = "autorpa-mcp";

/// The command: it becomes that program.
pub fn run(args: &McpArgs, common: &Common) -> Result<(), Error> {
    let program = beside().unwrap_or_else(|| PathBuf::from(PROGRAM));
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
    Err(Error::usage(Refusal::NotStarted { program, why }))
}

/// The program beside this one, where there is one.
fn beside() -> Option<PathBuf> {
    let this = env::current_exe().ok()?;
    let name = Path::new(PROGRAM).with_extension(this.extension().unwrap_or(OsStr::new("")));
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
