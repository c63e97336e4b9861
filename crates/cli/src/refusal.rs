//! What is typed and does not fit, beyond what the parser of arguments sees.

use std::{io, path::PathBuf};

use adb_door::DoorError;
use autorpa::{
    EnvironmentError, Error,
    usage::{NoHome, NotReady},
};
use thiserror::Error;

/// Why a command does nothing: each says it, with what was typed.
#[derive(Debug, Error)]
pub enum Refusal {
    #[error("--resume needs the name of a run, or --rows FILE")]
    ResumeNothing,
    #[error("with --rows, --resume takes no name of a run")]
    ResumeRows,
    #[error("{} can't be started: {why}\nhelp: install it with `cargo install --locked --path crates/mcp`", program.display())]
    NotStarted { program: PathBuf, why: io::Error },
    #[error("{error}{}", help(error))]
    Door { error: DoorError },
    #[error(
        "{script} is a script and has no form `{form}`; name one of the recordings it was made from, which its receipt lists"
    )]
    Form { script: String, form: &'static str },
    #[error("--task-type names the task, or --url the page, to show it on")]
    NothingToShow,
    #[error("--goal says what is going to be done, in one sentence with its values")]
    NoGoal,
    #[error("autorpa login {name} needs --url URL, --import FILE or --forget")]
    Login { name: String },
    #[error("nobody can type `done` here: --shows TEXT says when somebody is logged in")]
    NobodyTypes,
}

/// What the command line has for what the library says, by its own words.
pub fn option(error: &Error) -> &'static str {
    match error {
        Error::Environment(EnvironmentError::UnknownTaskType { near, .. }) if near.is_empty() => {
            "; `autorpa tasks` lists them"
        }
        Error::Usage(it) if it.is::<NoHome>() => "\nhelp: --home DIR or AUTORPA_HOME names one",
        Error::Usage(it) if matches!(it.downcast_ref(), Some(NotReady::Where { .. })) => {
            "\nhelp: --url URL says where, or --task-type NAME [--seed S] of a suite"
        }
        _ => "",
    }
}

fn help(error: &DoorError) -> &'static str {
    match error {
        DoorError::Taken { .. } => "",
        DoorError::Closed { .. } => {
            "\nhelp: ports below 1024 are the system's; `--adb-port 0` takes one that is free"
        }
    }
}

/// What else a command ends with.
#[derive(Debug, Error)]
pub enum Fault {
    #[error("no program can be built from this recording alone: no step of it has a sound locator")]
    NoProgram,
    #[error("stopped; no login was kept")]
    NoLogin,
    #[error("{name}: {count} found")]
    Found { name: String, count: usize },
}
