//! `autorpa exec`: run a function, on a fresh device or on an instance of a task type.

use std::{path::Path, time::Instant};

use autorpa::{Autorpa, Error, Ran, RowsRequest};

use crate::refusal::Refusal;
use crate::{args::ExecArgs, terminal::print};

/// The command.
pub fn run(args: &ExecArgs, rpa: &Autorpa) -> Result<(), Error> {
    let request = args.request()?;
    let rpa = &rpa.telling(&args.tell.tell(&args.tell_on));
    if let Some(file) = &args.rows {
        return rows(args, RowsRequest::new(request, file), rpa);
    }
    let started = Instant::now();
    let ran = match args.resume.as_deref() {
        Some("") => return Err(Error::usage(Refusal::ResumeNothing)),
        Some(run) => rpa.resume(run, &request)?,
        None => rpa.exec(&request)?,
    };
    keep_picture(&ran, args.once.screenshot.as_deref())?;
    keep_junit(&ran, started, args.junit.as_deref())?;
    if let Some(file) = &args.csv {
        autorpa::write(file, &ran.csv()?)?;
    }
    ran.ended()
}

/// A run for each row of a file.
fn rows(args: &ExecArgs, request: RowsRequest, rpa: &Autorpa) -> Result<(), Error> {
    if args.resume.as_ref().is_some_and(|it| !it.is_empty()) {
        return Err(Error::usage(Refusal::ResumeRows));
    }
    let ran = rpa.exec_rows(&RowsRequest {
        results: args.results.clone(),
        resume: args.resume.is_some(),
        skip_bad_rows: args.skip_bad_rows,
        max_failures: args.max_failures,
        workers: args.workers,
        ..request
    })?;
    if let Some(file) = &args.junit {
        autorpa::write(file, ran.junit().as_bytes())?;
    }
    if args.once.json {
        print(&ran.json().to_string());
    } else {
        for (outcome, count) in ran.counts() {
            print(&format!("{count} {outcome}"));
        }
        print(&format!("results: {}", ran.results.display()));
    }
    ran.ended()
}

/// Write a run as a JUnit file where that was asked for.
pub fn keep_junit(ran: &Ran, started: Instant, file: Option<&Path>) -> Result<(), Error> {
    match file {
        Some(file) => autorpa::write(file, ran.junit(started.elapsed().as_secs_f64()).as_bytes()),
        None => Ok(()),
    }
}

/// Write the last screen where it was asked for.
pub fn keep_picture(ran: &Ran, file: Option<&Path>) -> Result<(), Error> {
    match (file, &ran.screenshot) {
        (Some(file), Some(png)) => autorpa::write(file, png),
        _ => Ok(()),
    }
}
