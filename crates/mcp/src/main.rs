//! `autorpa-mcp`: the functions of a library, for an agent that speaks the Model Context Protocol on standard input and
//! output.

use std::{env, io, path::PathBuf, process::ExitCode};

use autorpa::{Autorpa, Project};
use autorpa_mcp::{Irreversible, Server};
use clap::Parser;
use tracing_subscriber::EnvFilter;

/// Offer the functions of a library as tools of the Model Context Protocol, on standard input and output.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    /// Where recordings and graphs are kept.
    #[arg(long, value_name = "DIR", env = "AUTORPA_HOME")]
    home: Option<PathBuf>,
    /// Where functions are.
    #[arg(long, value_name = "DIR", env = "AUTORPA_LIBRARY")]
    library: Option<PathBuf>,
    /// What is done about functions that can do what nothing takes back.
    #[arg(long, value_enum, default_value_t)]
    irreversible: Irreversible,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let filter = EnvFilter::try_from_env("AUTORPA_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .without_time()
        .init();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let project = Project::of(&env::current_dir().unwrap_or_default())?;
    let home = project.home(args.home.as_deref(), args.library.as_deref())?;
    let server = Server::new(Autorpa::new(home), args.irreversible);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(server.serve())?;
    Ok(())
}
