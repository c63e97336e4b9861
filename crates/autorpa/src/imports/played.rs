//! What an import is asked for, and what was done of it.

use std::{path::PathBuf, sync::Arc};

use device::EnvironmentError;
use import::{Format, Note};
use task::Params;
use trajectory::{DemonstrationNotes, Step};
use ui::Screen;

use crate::{error::Error, veil::Veil};

/// What is to be imported, and onto what.
#[derive(Clone, Debug)]
pub struct ImportRequest {
    /// The file.
    pub file: PathBuf,
    /// Its format; `None` is told by what stands in it.
    pub format: Option<Format>,
    /// The page to do it on; `None` is the one that the file begins with.
    pub url: Option<String>,
    /// The task file whose task it does: the page, the reset and the checks are its own.
    pub task: Option<PathBuf>,
    /// Which instance of the task; `None` is the one whose values the file has.
    pub seed: Option<u64>,
    /// What was done, in one sentence; `None` says what was typed and chosen where.
    pub goal: Option<String>,
    /// What the kind of task is called.
    pub name: Option<String>,
    /// Values of the file's variables.
    pub values: Params,
    /// How dialogs are answered that the file tells of and whose answer it does not have.
    pub dialogs: Option<bool>,
    /// Keep what was done where a step can't be done: as a recording that ends there.
    pub keep_unfinished: bool,
}

impl ImportRequest {
    /// A file, with nothing else said.
    pub fn new(file: impl Into<PathBuf>) -> Self {
        Self {
            file: file.into(),
            format: None,
            url: None,
            task: None,
            seed: None,
            goal: None,
            name: None,
            values: Params::new(),
            dialogs: None,
            keep_unfinished: false,
        }
    }
}

/// What was done.
pub(super) struct Played {
    pub(super) steps: Vec<Step>,
    pub(super) last: Arc<Screen>,
    pub(super) shown: DemonstrationNotes,
    /// Steps that changed nothing.
    pub(super) left_as_it_is: Vec<Note>,
    /// Lines whose value is a secret.
    pub(super) in_clear: Vec<usize>,
    /// What was typed and chosen, by the field's name.
    pub(super) said: Vec<(String, String)>,
    /// What hides the file's secrets.
    pub(super) veil: Veil,
}

impl Played {
    /// What was done, where nobody says it: each value with the name of its field.
    pub(super) fn sentence(&self, request: &ImportRequest, title: Option<&str>) -> String {
        let file = request
            .file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let name = request.name.as_deref().or(title).map(str::to_owned);
        let name =
            name.unwrap_or_else(|| format!("Do what {} shows", file.split('.').next().unwrap_or_default()));
        let values: Vec<String> = self
            .said
            .iter()
            .map(|(field, value)| format!("{field} \"{value}\""))
            .collect();
        match values.is_empty() {
            true => name,
            false => format!("{name} with {}", values.join(", ")),
        }
    }
}

/// An error of the device.
pub(super) fn lost(error: device::DeviceError) -> Error {
    EnvironmentError::from(error).into()
}
