//! `autorpa mcp`: the program `autorpa-mcp`, which is apart so that who needs none does not build it.

use autorpa::{Error, become_program};

use crate::args::{Common, McpArgs};
use crate::refusal::Refusal;

/// The command: it becomes that program.
pub fn run(args: &McpArgs, common: &Common) -> Result<(), Error> {
    let (program, why) = become_program("autorpa-mcp", |command| {
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
    Err(Error::usage(Refusal::NotStarted { program, why }))
}
