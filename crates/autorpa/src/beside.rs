//! Another program of ours, which lies beside this one: it takes this one's place.

use std::{
    env,
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
    process::Command,
};

/// Run the program of this name in place of this one: the one beside it, else whichever the system finds. The answer says
/// which it would have been, and why that can't be.
pub fn become_program(name: &str, change: impl FnOnce(&mut Command)) -> (PathBuf, io::Error) {
    let program = beside(name).unwrap_or_else(|| PathBuf::from(name));
    let mut command = Command::new(&program);
    change(&mut command);
    let why = become_it(&mut command);
    (program, why)
}

/// The program beside this one, where there is one.
fn beside(name: &str) -> Option<PathBuf> {
    let this = env::current_exe().ok()?;
    let name = Path::new(name).with_extension(this.extension().unwrap_or(OsStr::new("")));
    Some(this.with_file_name(name)).filter(|it| it.is_file())
}

/// Run it in this program's place; the answer says why that can't be.
#[cfg(unix)]
fn become_it(command: &mut Command) -> io::Error {
    use std::os::unix::process::CommandExt;
    command.exec()
}

/// Run it, and end as it ends; the answer says why it can't be started.
#[cfg(not(unix))]
fn become_it(command: &mut Command) -> io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
