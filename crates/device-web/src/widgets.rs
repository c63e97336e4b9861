//! What belongs to the browser and not to the page: the options of a list, and the question for files.

use std::{fs, path::Path, time::Duration};

use device::{DeviceError, NoOption};
use serde::Deserialize;
use serde_json::{Value, json};
use ui::{ElementId, HardAction, Press};

use crate::{cdp::CdpError, page::Page};

/// How long a press may take to ask for files.
const ASKS: Duration = Duration::from_millis(1_000);

/// A list, and which of its options show a text.
#[derive(Default, Deserialize)]
struct Options {
    list: bool,
    disabled: bool,
    options: Vec<Choice>,
    /// What all of them show, where not just one of them shows the text.
    known: Vec<String>,
}

#[derive(Deserialize)]
struct Choice {
    at: i64,
    disabled: bool,
    chosen: bool,
}

impl Page {
    /// Choose an option of a list by what it shows.
    pub(crate) fn select_option(
        &mut self,
        target: ElementId,
        option: &str,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        let index = self.known(target)?;
        let found = self.options_named(index, option)?;
        let refused = |reason| {
            Err(DeviceError::NotTaken {
                value: option.to_owned(),
                reason,
            })
        };
        if !found.list {
            return refused("it is no list of options");
        }
        let [choice] = found.options.as_slice() else {
            return Err(self.no_option(target, option, &found).into());
        };
        if found.disabled || choice.disabled {
            return refused("it can't be chosen, it is disabled");
        }
        if choice.chosen {
            return Ok(());
        }
        let at = usize::try_from(choice.at)
            .ok()
            .and_then(|it| self.beside(index, it));
        match at {
            Some(at) => self.press(ElementId(at), action, Press::Once),
            None => refused("the option does not show"),
        }
    }

    /// The only option of a list that shows a text.
    pub(crate) fn only_option(&mut self, select: usize, text: &str) -> Result<Option<usize>, DeviceError> {
        let found = self.options_named(select, text)?;
        let [choice] = found.options.as_slice() else {
            return Ok(None);
        };
        let at = usize::try_from(choice.at).ok();
        Ok(at.and_then(|it| self.beside(select, it)))
    }

    fn options_named(&mut self, index: usize, text: &str) -> Result<Options, DeviceError> {
        let named = Value::String(text.to_owned());
        self.ask(index, |it| format!("autorpa.optionsNamed({it}, {named})"))
    }

    /// Why an option of a list is not chosen by what is typed.
    pub(crate) fn not_an_option(
        &mut self,
        target: ElementId,
        option: &str,
    ) -> Result<DeviceError, DeviceError> {
        let index = self.known(target)?;
        let found = self.options_named(index, option)?;
        // It has it now, or is no list any more.
        if !found.list || found.options.len() == 1 {
            return Ok(DeviceError::NotTaken {
                value: option.to_owned(),
                reason: "the list has changed since it was looked at",
            });
        }
        Ok(self.no_option(target, option, &found).into())
    }

    fn no_option(&self, target: ElementId, option: &str, found: &Options) -> NoOption {
        let list = self.seen.as_ref().and_then(|it| it.get(target));
        NoOption::of(list, option, found.options.len(), found.known.clone())
    }

    /// What the only option shows that has this value.
    pub(crate) fn option_of(&mut self, list: ElementId, value: &str) -> Result<Option<String>, DeviceError> {
        let index = self.known(list)?;
        let value = Value::String(value.to_owned());
        let shown: Vec<String> = self.ask(index, |it| format!("autorpa.optionsValued({it}, {value})"))?;
        Ok(match <[String; 1]>::try_from(shown) {
            Ok([one]) => Some(one),
            Err(_) => None,
        })
    }

    /// Press what asks for files, and give them.
    pub(crate) fn upload(
        &mut self,
        target: ElementId,
        files: &str,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        if self.cdp.is_elsewhere() {
            return Err(DeviceError::NotTaken {
                value: files.to_owned(),
                reason: "the browser runs on another machine, which has other files",
            });
        }
        let paths = existing(files)?;
        self.cdp
            .call("Page.setInterceptFileChooserDialog", json!({ "enabled": true }))?;
        let asked = self.press(target, action, Press::Once).and_then(|()| {
            match self.cdp.wait_event("Page.fileChooserOpened", ASKS) {
                Ok(event) => Ok(Some(event)),
                Err(CdpError::Late { .. }) => Ok(None),
                Err(error) => Err(error.into()),
            }
        });
        if !matches!(asked, Err(DeviceError::DialogOpen { .. })) {
            self.cdp
                .call("Page.setInterceptFileChooserDialog", json!({ "enabled": false }))?;
        }
        let refused = |reason| {
            Err(DeviceError::NotTaken {
                value: files.to_owned(),
                reason,
            })
        };
        let Some(event) = asked? else {
            return refused("nothing there asks for files");
        };
        if event.get("mode").and_then(Value::as_str) == Some("selectSingle") && paths.len() > 1 {
            return refused("the field takes one file");
        }
        let Some(field) = event.get("backendNodeId") else {
            return refused("what asks for files is no field of the page");
        };
        self.cdp.call(
            "DOM.setFileInputFiles",
            json!({ "files": paths, "backendNodeId": field }),
        )?;
        Ok(())
    }
}

/// The files of a text that has a path on each line.
fn existing(files: &str) -> Result<Vec<String>, DeviceError> {
    let refused = |value: &str, reason| DeviceError::NotTaken {
        value: value.to_owned(),
        reason,
    };
    let mut all = Vec::new();
    for line in files.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let path = fs::canonicalize(Path::new(line)).map_err(|_| refused(line, "there is no such file"))?;
        if !path.is_file() {
            return Err(refused(line, "it is no file"));
        }
        all.push(path.to_string_lossy().into_owned());
    }
    if all.is_empty() {
        return Err(refused(files, "it names no file"));
    }
    Ok(all)
}
