//! Task files: a task type of a user's own, as data.
//!
//! A file is TOML. [`TaskFile::parse`] reads one and says everything that is wrong with it at once;
//! [`TaskFile::to_toml`] writes it again. Nothing here touches the world: what resets and checks do is done elsewhere.

mod check;
mod fields;
mod formula;
mod instances;
mod new;
mod param;
mod print;
mod problem;
mod read;
mod read_check;
mod read_params;
mod reader;
mod reset;
mod schema;
mod sql;
mod walk;

use crate::{
    instance::{Instance, ParamSpec, TaskType},
    params::Params,
    template::Template,
};

pub use check::{
    Check, Document, Except, FileIs, JsonIs, OnScreen, Place, PrintedIs, Query, Question, RowsAre, Source,
};
pub use fields::{Field, Section, Shape};
pub use formula::{Formula, FormulaError, Piece};
pub use new::new_task;
pub use param::{Param, ParamKind, SecretSource, ValueError};
pub use problem::{Code, FileProblem};
pub use reset::{Request, Reset, ResetStep, Script};
pub use schema::schema;
pub use sql::sql_names;

/// The version of the format that is read and written.
pub const FORMAT: u64 = 1;

/// What the names of task files end with.
pub const SUFFIX: &str = ".task.toml";

/// Steps an agent may take where the file does not say.
const STEP_BUDGET: usize = 25;

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

impl TaskFile {
    /// Read a file. Every problem is found at once; `path` is what they call the file.
    pub fn parse(text: &str, path: &str) -> Result<Self, Vec<FileProblem>> {
        read::read(text, path)
    }

    /// The same as text; [`TaskFile::parse`] reads it back.
    pub fn to_toml(&self) -> String {
        print::print(self)
    }

    /// The task type.
    pub fn task_type(&self) -> TaskType {
        TaskType {
            name: self.name.clone(),
            suite: self.suite.clone(),
            template: Some(self.goal.to_string()),
            params: self
                .params
                .iter()
                .filter(|param| !param.is_secret())
                .map(|param| ParamSpec {
                    name: param.name.clone(),
                    description: param.description(),
                })
                .collect(),
            step_budget: self.step_budget,
        }
    }

    /// A parameter.
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|param| param.name == name)
    }

    /// The parameters whose values are secret: no instance has a value for them.
    pub fn secrets(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|param| param.is_secret())
    }

    /// The instance that a seed makes; the same one each time.
    pub fn instance(&self, seed: u64) -> Instance {
        let params = instances::params(self, seed);
        Instance {
            suite: self.suite.clone(),
            task_type: self.name.clone(),
            seed,
            // Every slot is a parameter, and every instance has all parameters.
            goal: self.goal.render(&params).unwrap_or_default(),
            params,
        }
    }

    /// How many instances differ: rows, or combinations of the examples.
    pub fn instance_count(&self) -> usize {
        instances::count(self)
    }

    /// The same task type with the rows of its CSV file. Problems have places in the CSV.
    pub fn with_rows(self, csv: &str, path: &str) -> Result<Self, Vec<FileProblem>> {
        let rows = instances::rows_of_csv(&self.params, csv, path)?;
        Ok(Self {
            instances: Instances::Rows(rows),
            ..self
        })
    }
}
