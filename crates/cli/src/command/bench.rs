//! `autorpa bench`: how well the functions, or an agent, do on instances they have not seen.

use autorpa::{Autorpa, Error, Report};

use crate::{
    args::BenchArgs,
    terminal::{print, say},
};

/// The command.
pub fn run(args: &BenchArgs, rpa: &Autorpa) -> Result<(), Error> {
    let benched = rpa.bench(&args.request())?;
    show(args, &benched.report)?;
    benched.ended.map_or(Ok(()), Err)
}

fn show(args: &BenchArgs, report: &Report) -> Result<(), Error> {
    if let Some(file) = &args.html {
        autorpa::write(file, report.html().as_bytes())?;
    }
    if let Some(file) = &args.junit {
        autorpa::write(file, report.junit(&args.seeds).as_bytes())?;
    }
    let json = report.to_json();
    match &args.json {
        Some(file) if file.as_os_str() == "-" => {
            print(&json);
            say(&report.text());
        }
        Some(file) => {
            autorpa::write(file, json.as_bytes())?;
            print(&report.text());
        }
        None => print(&report.text()),
    }
    Ok(())
}
