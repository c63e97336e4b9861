//! `autorpa mcp` and `autorpa serve`: programs of their own, so that who needs none does not build it.

use autorpa::{Error, become_program};

use crate::args::{Common, ProgramArgs};
use crate::refusal::Refusal;

/// The command of this name: it becomes the program that is called so.
pub fn run(name: &'static str, args: &ProgramArgs, common: &Common) -> Result<(), Error> {
    let (program, why) = become_program(&format!("autorpa-{name}"), |command| {
        command.args(&args.arguments);
        for (variable, folder) in [
            ("AUTORPA_HOME", &common.home),
            ("AUTORPA_LIBRARY", &common.library),
        ] {
            if let Some(folder) = folder {
                command.env(variable, folder);
            }
        }
    });
    Err(Error::usage(Refusal::NotStarted { program, name, why }))
}
