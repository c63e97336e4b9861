//! A file of another tool to a [`Script`].

mod browser_use;
mod call;
mod chrome;
mod playwright_code;
mod playwright_jsonl;
mod selector;
mod selenium;
mod step;
mod workflow_use;

use crate::{
    clean::clean,
    format::Format,
    intent::{Intent, Script, Text, Variable},
};

pub use step::ReadError;

/// Read a file's text. What is not understood of it is a part of the answer.
pub fn read(text: &str, format: Format) -> Result<Script, ReadError> {
    let mut script = match format {
        Format::PlaywrightJsonl => playwright_jsonl::read(text)?,
        Format::PlaywrightJavaScript | Format::PlaywrightPython => playwright_code::read(text, format),
        Format::ChromeRecorder => chrome::read(text)?,
        Format::SeleniumIde => selenium::read(text)?,
        Format::BrowserUse => browser_use::read(text)?,
        Format::WorkflowUse => workflow_use::read(text)?,
    };
    if script.intents.is_empty() && script.unread.is_empty() {
        return Err(ReadError::Empty);
    }
    clean(&mut script);
    script
        .variables
        .retain(|it| it.value.is_some() || uses(&script.intents, &it.name));
    for intent in &script.intents {
        let names: Vec<&str> = intent.act.texts().into_iter().flat_map(Text::variables).collect();
        for name in names {
            if !script.variables.iter().any(|it| it.name == name) {
                script.variables.push(Variable {
                    name: name.to_owned(),
                    value: None,
                    line: intent.line,
                });
            }
        }
    }
    Ok(script)
}

fn uses(intents: &[Intent], name: &str) -> bool {
    intents
        .iter()
        .flat_map(|it| it.act.texts())
        .flat_map(Text::variables)
        .any(|it| it == name)
}
