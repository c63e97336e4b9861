//! `autorpa exec`: run a function, on a fresh device or on an instance of a task type.

use std::path::Path;

use autorpa::{Autorpa, Error, Project, Ran};
use task::{Params, Value};

use crate::{
    args::ExecArgs,
    terminal::{print, say},
};

/// The command.
pub fn run(args: &ExecArgs, rpa: &Autorpa, project: &Project) -> Result<(), Error> {
    let mut request = args.request(typed(args)?);
    request.model = project.model(request.model);
    let ran = rpa.exec(&request)?;
    keep_picture(&ran, args.screenshot.as_deref())?;
    ran.ended()
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
    print(&format!(
        "{} in {} steps{reward}",
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
