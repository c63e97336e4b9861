//! `autorpa mcp` and `autorpa serve`: programs of their own, so that who needs none does not build it.

use std::{env, ffi::OsString};

use autorpa::{Error, become_program};
use clap::Parser;

use crate::{
    args::{Cli, ProgramArgs},
    refusal::Refusal,
};

/// The command of this name: it becomes the program that is called so, with all that was typed.
pub fn run(name: &'static str, args: &ProgramArgs) -> Result<(), Error> {
    let typed: Vec<OsString> = env::args_os().skip(1).collect();
    let before = options_before(name, &typed);
    let (program, why) = become_program(&format!("autorpa-{name}"), |command| {
        command.args(before).args(&args.arguments);
    });
    Err(Error::usage(Refusal::NotStarted { program, name, why }))
}

/// The options that stand before a command; a value of one of them may be called as the command is.
fn options_before<'t>(name: &str, typed: &'t [OsString]) -> &'t [OsString] {
    let is_whole = |before: &[OsString]| {
        let words = [OsString::from("autorpa")]
            .into_iter()
            .chain(before.iter().cloned());
        Cli::try_parse_from(words.chain([OsString::from("devices")])).is_ok()
    };
    let mut ends = (0..typed.len()).filter(|at| typed[*at] == name);
    let end = ends.find(|at| is_whole(&typed[..*at]));
    &typed[..end.unwrap_or_default()]
}

#[cfg(test)]
#[path = "../../tests/unit/beside.rs"]
mod tests;
