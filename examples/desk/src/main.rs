//! `desk`: the customer desk on the terminal, until Ctrl-C.

use std::{io, path::PathBuf, process::ExitCode};

use clap::Parser;
use desk::{Desk, DeskError, Drift, Options};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    iterator::Signals,
};
use thiserror::Error;

/// A small customer desk to try tasks on: server-rendered pages over SQLite, on this machine only.
#[derive(Debug, Parser)]
#[command(name = "desk")]
struct Arguments {
    /// Port to listen on; 0 takes any free one.
    #[arg(long, default_value_t = 8731)]
    port: u16,
    /// SQLite file that keeps everything; a new one is made with the seed data.
    #[arg(long, value_name = "FILE", default_value = "desk.db")]
    database: PathBuf,
    /// A way to differ from how it usually is; may be given several times.
    #[arg(long, value_name = "NAME")]
    drift: Vec<Drift>,
    /// Let `POST /reset` put the seed data back.
    #[arg(long)]
    resettable: bool,
}

/// Why the desk ends before it is told to.
#[derive(Debug, Error)]
enum MainError {
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error("signals can't be handled: {0}")]
    Signals(#[from] io::Error),
}

#[expect(clippy::print_stderr, reason = "a program of its own speaks on the terminal")]
fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("desk: {error}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "a program of its own speaks on the terminal")]
fn run(arguments: Arguments) -> Result<(), MainError> {
    // Before the desk starts, so that an early Ctrl-C ends it as gently.
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let database = arguments.database.display().to_string();
    let desk = Desk::start(Options {
        port: arguments.port,
        database: arguments.database,
        drifts: arguments.drift,
        resettable: arguments.resettable,
    })?;
    println!(
        "The desk is at {} and keeps its data in {database}. Ctrl-C ends it.",
        desk.origin()
    );
    signals.forever().next();
    Ok(())
}
