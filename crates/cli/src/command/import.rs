//! `autorpa import`: what another tool recorded becomes a recording.

use autorpa::{Autorpa, Error, ImportRequest};

use crate::{
    args::{DialogsArg, ImportArgs},
    terminal::{print, say},
};

/// Do what a file says on the live page, and keep it.
pub fn run(args: &ImportArgs, rpa: &Autorpa) -> Result<(), Error> {
    let value = |(name, value): &(String, String)| (name.clone(), value.clone().into());
    let request = ImportRequest {
        format: args.format,
        url: args.url.clone(),
        task: args.task.clone(),
        seed: args.seed,
        goal: args.goal.clone(),
        name: args.name.clone(),
        values: args.param.iter().map(value).collect(),
        dialogs: args.dialogs.map(|it| it == DialogsArg::Accept),
        keep_unfinished: args.keep_unfinished,
        ..ImportRequest::new(&args.file)
    };
    if args.dry_run {
        print(&rpa.read_import(&request)?.to_string());
        return Ok(());
    }
    let imported = rpa.import(&request)?;
    let recording = &imported.recording;
    print(&recording.id.to_string());
    for note in &imported.left_out {
        say(&format!("left out: {note}"));
    }
    for check in &imported.checks {
        say(&format!("proposed as a check, and tested by nobody: {check}"));
    }
    if !imported.in_clear.is_empty() {
        let lines: Vec<String> = imported.in_clear.iter().map(ToString::to_string).collect();
        say(&format!(
            "warning: {} has a secret in clear, on line {}; the recording has only its name",
            args.file.display(),
            lines.join(", ")
        ));
    }
    say(&autorpa::came_to(recording, &imported.next)?);
    Ok(())
}
