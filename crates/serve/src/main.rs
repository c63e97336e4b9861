//! `autorpa-serve`: the functions of a library, for any program, over HTTP.

use std::{
    io::{self, Write},
    net::SocketAddr,
    num::NonZeroUsize,
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

use autorpa::{CommandLine, Front, Outcome, Tell, Webhook};
use autorpa_serve::{Serving, service};
use clap::Parser;
use device::Cancel;
use front::Common;
use gate::{Certificate, ExitSignals, Gate};

/// The environment variable with the token that clients say.
const TOKEN: &str = "AUTORPA_SERVE_TOKEN";

/// How long clients may take to read their last answer.
const LEAVE_WITHIN: Duration = Duration::from_secs(5);

/// Run the functions of a library for other programs, over HTTP. /openapi.json describes them.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    #[command(flatten)]
    common: Common,
    /// Where to listen: an address of this machine, or any where there is a certificate. Clients say the token of the
    /// environment variable `AUTORPA_SERVE_TOKEN`; where there is none, one is made and printed.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0")]
    at: SocketAddr,
    /// The certificate by which clients know it, a PEM file.
    #[arg(long, value_name = "FILE", requires = "key")]
    certificate: Option<PathBuf>,
    /// The certificate's private key, a PEM file.
    #[arg(long, value_name = "FILE", requires = "certificate")]
    key: Option<PathBuf>,
    /// How many functions run at a time: each has a device of its own.
    #[arg(long, value_name = "N", default_value = "2")]
    workers: NonZeroUsize,
    /// Start this command for each run that was not done: it is given a line of JSON on its standard input.
    #[arg(long, value_name = "COMMAND")]
    tell: Option<CommandLine>,
    /// Post the same to this address. It may have a secret in it: only its origin is ever said.
    #[arg(long, value_name = "URL", env = "AUTORPA_WEBHOOK", hide_env_values = true)]
    webhook: Option<Webhook>,
    /// Tell of runs that end so; of those that were not done, if not given.
    #[arg(long, value_name = "OUTCOME,..", value_delimiter = ',', value_parser = autorpa::read_outcome)]
    tell_on: Vec<Outcome>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let _traces = args.common.tell("warn");
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Args) -> Result<(), Box<dyn std::error::Error>> {
    let rpa = args.common.open(Front::Http, &Cancel::default())?;
    let rpa = rpa.telling(&Tell {
        command: args.tell,
        webhook: args.webhook,
        on: args.tell_on,
    });
    let cancel = rpa.cancel.clone();
    let serving = Serving::new(rpa, args.workers);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let certificate = Certificate::of(args.certificate, args.key);
        let gate = Gate::open(args.at, TOKEN, certificate.as_ref()).await?;
        writeln!(io::stderr(), "{}", gate.told(""))?;
        let mut told = ExitSignals::listen()?;
        let first = async {
            told.heard().await;
            serving.takes_no_more();
        };
        let clients = gate.serve(service(&serving), first).await;
        // The first word lets what runs come to its end; the second stops it, and it has its end as well.
        tokio::select! {
            () = serving.drained() => {}
            () = told.heard() => cancel.cancel(),
        }
        serving.drained().await;
        clients.gone(LEAVE_WITHIN).await;
        Ok(())
    })
}
