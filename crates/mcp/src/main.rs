//! `autorpa-mcp`: the functions of a library, for an agent that speaks the Model Context Protocol on standard input and
//! output, or over HTTP.

use std::{
    io::{self, Write},
    net::SocketAddr,
    path::PathBuf,
    process::ExitCode,
};

use autorpa::Front;
use autorpa_mcp::{Door, Irreversible, PATH, Server};
use clap::Parser;
use device::Cancel;
use front::Common;
use gate::{Certificate, ExitSignals, Gate};

/// The environment variable with the token that clients say over HTTP.
const TOKEN: &str = "AUTORPA_MCP_TOKEN";

/// Offer the functions of a library as tools of the Model Context Protocol, on standard input and output.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    #[command(flatten)]
    common: Common,
    /// What is done about functions that can do what nothing takes back.
    #[arg(long, value_enum, default_value_t)]
    irreversible: Irreversible,
    /// Listen at this address instead, of this machine where there is no certificate (streamable HTTP). Clients say the token of the environment variable
    /// `AUTORPA_MCP_TOKEN`; where there is none, one is made and printed.
    #[arg(long, value_name = "ADDRESS:PORT")]
    http: Option<SocketAddr>,
    /// The certificate by which other machines know it, a PEM file: with it any address may be named.
    #[arg(long, value_name = "FILE", requires = "key")]
    certificate: Option<PathBuf>,
    /// The certificate's private key, a PEM file.
    #[arg(long, value_name = "FILE", requires = "certificate")]
    key: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let _traces = args.common.tell("warn");
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let rpa = args.common.open(Front::Mcp, &Cancel::default())?;
    let server = Server::new(rpa, args.irreversible);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match args.http {
        None => runtime.block_on(server.serve())?,
        Some(address) => runtime.block_on(behind_gate(args, address, server))?,
    }
    Ok(())
}

async fn behind_gate(
    args: &Args,
    address: SocketAddr,
    server: Server,
) -> Result<(), Box<dyn std::error::Error>> {
    let certificate = Certificate::of(args.certificate.clone(), args.key.clone());
    let gate = Gate::open(address, TOKEN, certificate.as_ref()).await?;
    // Standard output stays free for who runs this as a part of something else.
    writeln!(io::stderr(), "{}", gate.told(PATH))?;
    let mut told = ExitSignals::listen()?;
    let first = async {
        told.heard().await;
        server.takes_no_more();
    };
    let door = Door::new(&gate, server.clone());
    let clients = door.serve(gate, first).await;
    // The first word lets what runs come to its end; the second stops it, and it has its end as well.
    tokio::select! {
        () = door.drained() => {}
        () = told.heard() => server.stop(),
    }
    door.drained().await;
    door.close(clients).await;
    Ok(())
}
