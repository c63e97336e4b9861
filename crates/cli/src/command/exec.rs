//! `autorpa exec`: run a function, on a fresh device or on an instance of a task type.

use std::{path::Path, time::Instant};

use autorpa::{Autorpa, Error, Project, Ran, RowsRequest};
use task::{Params, Value};

use crate::{
    args::ExecArgs,
    terminal::{print, say},
};

/// The command.
pub fn run(args: &ExecArgs, rpa: &Autorpa, project: &Project) -> Result<(), Error> {
    let mut request = args.request(typed(args)?);
    request.model = project.model(request.model);
    if let Some(file) = &args.rows {
        return rows(args, RowsRequest::new(request, file), rpa);
    }
    let started = Instant::now();
    let ran = match args.resume.as_deref() {
        Some("") => return Err(Error::usage("--resume needs the name of a run, or --rows FILE")),
        Some(run) => rpa.resume(run, &request)?,
        None => rpa.exec(&request)?,
    };
    keep_picture(&ran, args.screenshot.as_deref())?;
    keep_junit(&ran, started, args.junit.as_deref())?;
    ran.ended()
}

/// A run for each row of a file.
fn rows(args: &ExecArgs, request: RowsRequest, rpa: &Autorpa) -> Result<(), Error> {
    if args.resume.as_ref().is_some_and(|it| !it.is_empty()) {
        return Err(Error::usage("with --rows, --resume takes no name of a run"));
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
    if args.json {
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

/// Say how a run ended: for people, or as one JSON object.
pub fn tell(ran: &Ran, json: bool) {
    if json {
        print(&ran.json().to_string());
        return;
    }
    let recording = &ran.recording;
    recording.log.iter().for_each(|it| say(it));
    let reward = recording
        .reward
        .map_or_else(String::new, |it| format!(", reward {it}"));
    let run = ran
        .record
        .as_ref()
        .map_or_else(String::new, |it| format!(", run {it}"));
    print(&format!(
        "{} in {} steps{reward}{run}",
        recording.ending.outcome,
        recording.steps.len()
    ));
    for change in &ran.changes {
        print(&format!("  {change}"));
    }
    // A device that keeps the answer has listed it among the changes.
    let listed = ran.changes.iter().any(|it| it.starts_with("answer: "));
    if let (Some(answer), false) = (&recording.answer, listed) {
        print(&format!("  answer: {answer}"));
    }
}

/// What was typed: the file's parameters, then those of the command line over them.
fn typed(args: &ExecArgs) -> Result<Params, Error> {
    let mut params = match &args.params_file {
        Some(file) => {
            let text = autorpa::read(file, "name a JSON file with an object in it")?;
            let bad = |it: &dyn std::fmt::Display| Error::usage(format!("{}: {it}", file.display()));
            let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text)
                .map_err(|it| bad(&format!("not an object of texts and lists of texts: {it}")))?;
            let values =
                object
                    .into_iter()
                    .map(|(name, value)| match serde_json::from_value(value.clone()) {
                        Ok(value) => Ok((name, value)),
                        Err(_) => Err(bad(&format!(
                            "the parameter `{name}` is neither a text nor a list of texts: {value}"
                        ))),
                    });
            values.collect::<Result<Params, Error>>()?
        }
        None => Params::new(),
    };
    let mut typed = Params::new();
    for (name, value) in &args.params {
        match typed.get_mut(name) {
            None => {
                typed.insert(
                    name.clone(),
                    list(value).unwrap_or_else(|| Value::Text(value.clone())),
                );
            }
            Some(Value::List(all)) => all.push(value.clone()),
            Some(it) => *it = Value::List(it.texts().map(str::to_owned).chain([value.clone()]).collect()),
        }
    }
    params.extend(typed);
    Ok(params)
}

/// A list of texts, typed as JSON. Anything else is a text.
fn list(value: &str) -> Option<Value> {
    let looks_so = value.trim_start().starts_with('[');
    looks_so
        .then(|| serde_json::from_str(value).ok().map(Value::List))
        .flatten()
}
