//! `autorpa`, the command: arguments become requests to the library, and what it tells becomes lines.

mod args;
mod command;
mod observer;
mod refusal;
mod terminal;
mod words;

use std::{io, process::ExitCode, sync::Arc};

use autorpa::{Autorpa, Error, Front};
use clap::{CommandFactory, Parser};
use device::Cancel;
use front::Common;
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    flag,
};
use trajectory::Outcome;

use crate::{
    args::{Cli, Command, RecordArgs},
    observer::Terminal,
    terminal::{all_printed, print, say},
};

fn main() -> ExitCode {
    settings::say_with(&words::CommandLine);
    let cli = Cli::parse();
    let _traces = cli.common.tell("error");
    let cancel = Cancel::default();
    // What looks at the flag ends by it; everything else ends at once, as any program does.
    let looks = matches!(
        cli.command,
        Command::Build(_)
            | Command::Exec(_)
            | Command::Queue(_)
            | Command::Worker(_)
            | Command::Run(_)
            | Command::Bench(_)
            | Command::Watch(_)
            | Command::Studio(_)
    ) || matches!(&cli.command, Command::Record(args) if listens(args, &cli.common));
    if looks && let Err(error) = listen(&cancel) {
        tracing::warn!(%error, "Ctrl-C ends the program at once, without tidying up");
    }
    match run(&cli, &cancel) {
        Ok(()) if all_printed() => ExitCode::SUCCESS,
        Ok(()) => ExitCode::FAILURE,
        // A device that is set up while Ctrl-C comes is lost by it: that is no fault of the device.
        Err(error) if cancel.is_cancelled() && error.exit_code() == Outcome::DeviceLost.exit_code() => {
            tracing::info!(%error, "stopped while a device was set up");
            say("autorpa: stopped");
            ExitCode::from(Outcome::Cancelled.exit_code())
        }
        Err(error) => {
            say(&format!("autorpa: {error}"));
            ExitCode::from(error.exit_code())
        }
    }
}

/// Whether a browser is listened to.
fn listens(args: &RecordArgs, common: &Common) -> bool {
    let browser = common.pages.attach.is_some() || common.pages.profile.is_some();
    !args.by_hand
        && args.device.is_none()
        && (args.url.is_some() || browser || args.headless || args.answers.is_some())
}

/// The first Ctrl-C asks for the end, the second one takes it. A closed terminal and `timeout` ask the same way:
/// a browser that we started would outlive us otherwise.
fn listen(cancel: &Cancel) -> io::Result<()> {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        flag::register_conditional_shutdown(signal, 130, cancel.flag())?;
        flag::register(signal, Arc::clone(&cancel.flag()))?;
    }
    Ok(())
}

/// The library, as the options and the project file say.
fn library(cli: &Cli, cancel: &Cancel, json: bool) -> Result<Autorpa, Error> {
    // Who is listened to has the user's browser alone.
    let listens = matches!(&cli.command, Command::Record(args) if listens(args, &cli.common));
    let rpa = match listens {
        true => cli.common.open_to_listen(Front::Command, cancel),
        false => cli.common.open(Front::Command, cancel),
    };
    Ok(rpa?.watched_by(Arc::new(Terminal::new(json))))
}

fn run(cli: &Cli, cancel: &Cancel) -> Result<(), Error> {
    // Some commands do without a home, and a machine may have none.
    let rpa = |json: bool| library(cli, cancel, json);
    match &cli.command {
        Command::Build(args) => command::build::run(args, &rpa(args.json)?),
        Command::Exec(args) => command::exec::run(args, &rpa(args.once.json)?),
        Command::Queue(args) => command::queue::execute(args, &rpa(false)?),
        // What it has begun goes on.
        Command::Worker(args) => {
            command::queue::work(args, &library(cli, &Cancel::default(), false)?, cancel)
        }
        Command::Run(args) => command::run::run(args, &rpa(args.once.json)?),
        Command::Bench(args) => command::bench::run(args, &rpa(false)?),
        Command::Results(args) => command::results::run(args),
        Command::Show(args) => command::show::show(args, &rpa(false)?),
        Command::Trajectories(args) => command::trajectories::run(args, &rpa(false)?),
        Command::History(args) => command::show::history(args, &rpa(false)?),
        Command::Heal(args) => command::own::heal(args, &rpa(false)?),
        Command::Export(args) => command::show::export(args, &rpa(false)?),
        Command::Report(args) => command::show::report(args, &rpa(false)?),
        Command::Check(args) => command::check::run(args, &rpa(false)?),
        Command::NewTask(args) => command::own::new_task(args),
        Command::Schema => command::own::schema(),
        Command::Accept(args) => command::own::accept(args, &rpa(false)?),
        Command::Record(args) if listens(args, &cli.common) => command::listen::record(args, &rpa(false)?),
        Command::Record(args) => command::session::record(args, &rpa(false)?),
        Command::Login(args) => command::login::run(args, &rpa(false)?),
        Command::Import(args) => command::import::run(args, &rpa(false)?),
        Command::Emulator(args) if args.serve => command::serve::run(args),
        Command::Page(args) => command::page::page(args, &rpa(false)?),
        Command::Emulator(args) => command::session::emulator(args),
        Command::Tasks(args) => command::tasks::run(args, &rpa(false)?),
        Command::Mcp(args) => command::beside::run("mcp", args),
        Command::Serve(args) => command::beside::run("serve", args),
        Command::Studio(args) => command::studio::run(args, rpa(false)?),
        Command::Watch(args) => command::operate::watch(args, &rpa(false)?),
        Command::Audit { command } => command::operate::audit(command, &rpa(false)?),
        Command::Sign(args) => command::operate::sign(args, &rpa(false)?),
        Command::Synth(args) => command::synth::run(args),
        Command::Devices => command::tasks::devices(&rpa(false)?),
        Command::Doctor => command::doctor::run(&rpa(false)?),
        Command::Reference => {
            print(command::reference::reference().trim_end());
            Ok(())
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "autorpa", &mut script);
            print(String::from_utf8_lossy(&script).trim_end());
            Ok(())
        }
    }
}
