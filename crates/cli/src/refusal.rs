//! What is typed and does not fit, beyond what the parser of arguments sees.

use std::{io, path::PathBuf};

use thiserror::Error;

/// Why a command does nothing: each says it, with what was typed.
#[derive(Debug, Error)]
pub enum Refusal {
    #[error("--resume needs the name of a run, or --rows FILE")]
    ResumeNothing,
    #[error("with --rows, --resume takes no name of a run")]
    ResumeRows,
    #[error("{} can't be started: {why}\nhelp: install it with `cargo install --locked --path crates/{name}`", program.display())]
    NotStarted {
        program: PathBuf,
        name: &'static str,
        why: io::Error,
    },
    #[error(
        "{script} is a script and has no form `{form}`; name one of the recordings it was made from, which its receipt lists"
    )]
    Form { script: String, form: &'static str },
    #[error("--goal says what is going to be done, in one sentence with its values")]
    NoGoal,
    #[error("this device does not tell what fingers do on it: type commands, without --by-touch")]
    NoTouches,
    #[error("autorpa login {name} needs --url URL, --import FILE or --forget")]
    Login { name: String },
    #[error("nobody can type `done` here: --shows TEXT says when somebody is logged in")]
    NobodyTypes,
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
