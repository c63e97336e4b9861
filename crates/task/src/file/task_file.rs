//! What a task file says.

use super::{
    check::{Check, Place},
    formula::Formula,
    param::Param,
    reset::Reset,
};
use crate::{params::Params, template::Template};

/// The version of the format that is read and written.
pub const FORMAT: u64 = 1;

/// What the names of task files end with.
pub const SUFFIX: &str = ".task.toml";

/// Steps an agent may take where the file does not say.
pub(super) const STEP_BUDGET: usize = 25;

/// A task type as its file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskFile {
    /// The task type's name.
    pub name: String,
    /// The suite; the name of the file's directory where the file does not say.
    pub suite: String,
    /// The goal.
    pub goal: Template,
    /// Steps an agent may take.
    pub step_budget: usize,
    /// Whether exploring may press anything.
    pub sandbox: bool,
    /// Where the task begins.
    pub start: Start,
    /// What may be touched besides.
    pub touch: Touch,
    /// The parameters, in order.
    pub params: Vec<Param>,
    /// Where instances come from.
    pub instances: Instances,
    /// How the beginning is restored.
    pub reset: Reset,
    /// Steps that can't be taken back.
    pub irreversible: Vec<Irreversible>,
    /// How to see that the task is done.
    pub checks: Vec<Check>,
}

/// Where a task begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The device's name.
    pub device: Option<String>,
    /// The page or the app; the screen as it is where the file does not say.
    pub place: Place,
    /// What relative URLs are relative to.
    pub base: Option<String>,
    /// Who is logged in: the name of a login that is kept.
    pub login: Option<String>,
    /// A text that must show before it begins.
    pub shows: Option<Formula>,
}

/// What may be touched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    /// Origins of pages.
    pub origins: Vec<String>,
    /// Apps.
    pub apps: Vec<String>,
}

/// A step that can't be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irreversible {
    /// The step.
    pub step: String,
    /// What it does.
    pub say: Option<String>,
}

/// What an irreversible step begins with.
pub(super) const VERBS: &[&str] = &["click", "press", "tap"];

impl Irreversible {
    /// The text that shows on what it presses: `click 'Save customer'`, in quotes or as all behind the verb. `None` where it
    /// has none, or does not begin with a verb that presses.
    pub fn shown(&self) -> Option<&str> {
        let (verb, text) = self.step.trim().split_once(char::is_whitespace)?;
        let text = text.trim();
        let unquoted = ['\'', '"'].into_iter().find_map(|quote| {
            let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
            Some(inside)
        });
        let text = unquoted.unwrap_or(text);
        (VERBS.contains(&verb) && !text.is_empty()).then_some(text)
    }
}

/// Where instances come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instances {
    /// Made of the parameters' examples.
    Examples,
    /// These, one after the other; each has a value for every parameter that is no secret.
    Rows(Vec<Params>),
    /// A CSV file beside the task file, which [`TaskFile::with_rows`] takes.
    Csv(String),
}
