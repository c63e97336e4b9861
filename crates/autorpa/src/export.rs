//! Functions for other tools, and recordings for people.

use library::Library;
use task::Params;
use trajectory::{Recording, summarize_step};

use crate::{Autorpa, error::Error, home};

impl Autorpa {
    /// A function of the library, or the script of a file, as a test in TypeScript for Playwright: it begins at this
    /// address and has these values.
    ///
    /// # Errors
    ///
    /// There is no such function, it does what such a test can't, or a parameter has no value.
    pub fn export_playwright(&self, name: &str, url: &str, params: &Params) -> Result<String, Error> {
        let function = Library::open(&self.home.library).get(name).map_err(Error::kept)?;
        let source = home::read(&function.path, "name a function of the library or a script")?;
        let test = compiler::export::playwright(&source, url, params);
        let test = test.map_err(|it| Error::in_file(&function.path, it))?;
        let note = match function.trusted() {
            true => "",
            false => "// It is not verified, and nobody has accepted it.\n",
        };
        Ok(format!("{note}{test}"))
    }
}

/// A recording, for people: its values, what each step did, and how it ended.
pub fn tell_recording(recording: &Recording) -> String {
    let mut text = format!(
        "{} ({:?}): {}\n",
        recording.id, recording.origin, recording.instance.goal
    );
    for (name, value) in &recording.instance.params {
        text.push_str(&format!("  {name} = {value:?}\n"));
    }
    for (idx, step) in recording.steps.iter().enumerate() {
        if recording.breakpoint == Some(idx) {
            text.push_str("  -- the function stopped here --\n");
        }
        let target = step
            .action
            .target()
            .and_then(|it| step.screen.get(*it))
            .map_or_else(String::new, |it| format!(" = {}", it.name()));
        let summary = step
            .summary
            .clone()
            .unwrap_or_else(|| summarize_step(&step.screen, &step.action, recording.after(idx)));
        text.push_str(&format!(
            "{:>4}. {}{target}\n      {summary}\n",
            idx + 1,
            step.action
        ));
    }
    text.push_str(&format!("ended {}", recording.ending.outcome));
    if let Some(reward) = recording.reward {
        text.push_str(&format!(", reward {reward}"));
    }
    if let Some(diagnostic) = &recording.ending.diagnostic {
        text.push_str(&format!("\n{diagnostic}"));
    }
    if let Some(conclusion) = &recording.conclusion {
        text.push_str(&format!("\n{conclusion}"));
    }
    text
}
