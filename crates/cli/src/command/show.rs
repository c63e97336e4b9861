//! `autorpa show`, `history`: looking at what was made.

use std::path::Path;

use compiler::{emit, length::WithLengths, synthesise, translate};
use trajectory::Outcome;

use crate::{
    args::{ExportArgs, Form, HistoryArgs, ReportArgs, ShowArgs},
    refusal::{Fault, Refusal},
    terminal::{print, say},
};
use autorpa::{Autorpa, Error, ExportRequest, FileHelp};

/// `autorpa show`.
pub fn show(args: &ShowArgs, rpa: &Autorpa) -> Result<(), Error> {
    let path = Path::new(&args.what);
    if path.extension().is_some_and(|it| it == "rhai") {
        if let Some(form) = args.form.filter(|it| *it != Form::Script) {
            return Err(Error::usage(Refusal::Form {
                script: args.what.clone(),
                form: form.name(),
            }));
        }
        let source = autorpa::read(path, FileHelp::ScriptOrRecording)?;
        print(source.trim_end());
        return Ok(());
    }
    let recording = autorpa::load(&args.what, &rpa.home)?;
    let text = match args.form.unwrap_or(Form::Recording) {
        Form::Recording => autorpa::tell_recording(&recording),
        Form::Soft => translate::translate(&recording).to_string(),
        Form::Program | Form::Script => {
            let soft = translate::translate(&recording);
            let programs =
                synthesise::synthesise(&[soft], &recording.instance.task_type, &recording.instance.goal);
            let Some(program) = programs.first() else {
                return Err(Error::ended(Outcome::Stuck, Fault::NoProgram));
            };
            if args.form == Some(Form::Program) {
                WithLengths(program).to_string()
            } else {
                emit::story(program).source
            }
        }
    };
    print(text.trim_end());
    Ok(())
}

/// `autorpa history`.
pub fn history(args: &HistoryArgs, rpa: &Autorpa) -> Result<(), Error> {
    let parts = rpa.history(&args.name)?;
    if parts.is_empty() {
        say("this function has no history: it was not made by `autorpa build`");
    }
    parts.iter().for_each(|it| print(it));
    Ok(())
}

/// `autorpa export`.
pub fn export(args: &ExportArgs, rpa: &Autorpa) -> Result<(), Error> {
    let exported = rpa.export(&ExportRequest {
        name: args.name.clone(),
        form: args.form,
        url: args.url.clone(),
        params: autorpa::typed_params(None, &args.params)?,
    })?;
    // A folder is there already, or is named as one.
    let is_folder = |it: &Path| it.is_dir() || it.as_os_str().as_encoded_bytes().ends_with(b"/");
    let Some(folder) = args.out.as_deref().filter(|it| is_folder(it)) else {
        return put(args.out.as_deref(), exported.text.trim_end());
    };
    let file = folder.join(&exported.file);
    put(Some(&file), exported.text.trim_end())?;
    // Who named the folder does not know the name.
    print(&file.display().to_string());
    Ok(())
}

/// `autorpa report`: a run's record as a page.
pub fn report(args: &ReportArgs, rpa: &Autorpa) -> Result<(), Error> {
    put(
        args.out.as_deref(),
        &rpa.report_from(&args.run, args.engine.as_ref())?,
    )
}

/// Into a file, or on standard output.
pub fn put(file: Option<&Path>, text: &str) -> Result<(), Error> {
    match file {
        Some(file) => autorpa::write(file, format!("{text}\n").as_bytes()),
        None => {
            print(text);
            Ok(())
        }
    }
}
