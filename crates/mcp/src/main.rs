//! `autorpa-mcp`: the functions of a library, for an agent that speaks the Model Context Protocol on standard input and
//! output, or over HTTP.

use std::{
    env,
    io::{self, Write},
    net::SocketAddr,
    path::PathBuf,
    process::ExitCode,
};

use autorpa::{Autorpa, Front, PageOptions, Project, Token};
use autorpa_mcp::{Door, Irreversible, Server};
use clap::Parser;
use tracing_subscriber::EnvFilter;

/// The environment variable with the token that clients say over HTTP.
const TOKEN: &str = "AUTORPA_MCP_TOKEN";

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
    /// Listen at this address of this machine instead (streamable HTTP). Clients say the token of the environment variable
    /// `AUTORPA_MCP_TOKEN`; where there is none, one is made and printed.
    #[arg(long, value_name = "ADDRESS:PORT")]
    http: Option<SocketAddr>,
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
    let pages = PageOptions {
        browser: project.pages.clone(),
        ..PageOptions::default()
    };
    let mut rpa = Autorpa::new(home).in_project(project, pages, &[])?;
    rpa.front = Front::Mcp;
    let server = Server::new(rpa, args.irreversible);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match args.http {
        None => runtime.block_on(server.serve())?,
        Some(address) => runtime.block_on(over_http(address, server))?,
    }
    Ok(())
}

async fn over_http(address: SocketAddr, server: Server) -> Result<(), Box<dyn std::error::Error>> {
    let (token, made) = match env::var(TOKEN).ok().filter(|it| !it.is_empty()) {
        Some(token) => (Token::chosen(token), false),
        None => (Token::made()?, true),
    };
    let door = Door::open(address, token.clone()).await?;
    // Standard output stays free for who runs this as a part of something else.
    let mut told = io::stderr();
    writeln!(told, "listening: {}", door.url()?)?;
    if made {
        writeln!(told, "Authorization: Bearer {}", token.reveal())?;
    }
    match door.serve(server).await {}
}
