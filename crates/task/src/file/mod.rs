//! Task files: a task type of a user's own, as data.
//!
//! A file is TOML. [`TaskFile::parse`] reads one and says everything that is wrong with it at once;
//! [`TaskFile::to_toml`] writes it again. Nothing here touches the world: what resets and checks do is done elsewhere.

mod around;
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
mod read_value;
mod reader;
mod reset;
mod schema;
mod sql;
mod task_file;
mod walk;

use crate::{
    instance::{Instance, ParamSpec, TaskType},
    params::Params,
    seeds::{self, ADVERSARIAL},
};

pub use around::{Around, Missing};
pub use check::{
    Check, Document, Except, FileIs, JsonIs, Machine, OnScreen, Place, PrintedIs, Query, Question, RowsAre,
    Source,
};
pub use fields::{Field, Section, Shape};
pub use formula::{Formula, FormulaError, Piece};
pub use new::new_task;
pub use param::{Param, ParamKind, SecretSource, ValueError};
pub use problem::{Code, FileProblem};
pub use reset::{Request, Reset, ResetStep, Script};
pub use schema::schema;
pub use sql::sql_names;
pub use task_file::{FORMAT, Instances, Irreversible, SUFFIX, Start, TaskFile, Touch};

impl TaskFile {
    /// Read a file. Every problem is found at once; `path` is what they call the file.
    pub fn parse(text: &str, path: &str) -> Result<Self, Vec<FileProblem>> {
        read::read(text, path)
    }

    /// What the text of a task file that can be read names and what is not there: devices, apps, functions, and addresses
    /// of a device that has none. `path` is what the problems call the file.
    pub fn held_against(text: &str, path: &str, around: Around<'_>) -> Vec<FileProblem> {
        around.problems(text, path)
    }

    /// A problem with a part of one of its values, found by whoever reads such parts (an expression, a path): with the
    /// place of the first value that has the part. `path` is what the problem calls the file.
    pub fn problem_with(text: &str, path: &str, part: &str, message: String) -> FileProblem {
        around::problem_with(text, path, part, message)
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

    /// The n-th adversarial instance: with a seldom value of one parameter. `None` where there are no more.
    pub fn adversarial(&self, n: u64) -> Option<Instance> {
        instances::adversarial(self, n).map(|_| self.instance(ADVERSARIAL.saturating_add(n)))
    }

    /// The instance that a seed makes; the same one each time.
    pub fn instance(&self, seed: u64) -> Instance {
        let number = seeds::around(seed);
        let adversarial = number.and_then(|n| instances::adversarial(self, n));
        let params = adversarial.unwrap_or_else(|| instances::params(self, seed));
        Instance {
            suite: self.suite.clone(),
            task_type: self.name.clone(),
            seed,
            // Every slot is a parameter, and every instance has all parameters.
            goal: self.goal.render(&params).unwrap_or_default(),
            params,
        }
    }

    /// The instance with these values. What they leave out is the parameter's default, or empty where it is optional.
    pub fn instance_with(&self, given: Params) -> Result<Instance, Vec<ValueError>> {
        let params = instances::given(&self.params, given)?;
        Ok(Instance {
            suite: self.suite.clone(),
            task_type: self.name.clone(),
            seed: 0,
            goal: self.goal.render(&params).unwrap_or_default(),
            params,
        })
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
