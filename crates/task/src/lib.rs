//! Task types, their instances, parameters, the templates that goals are made from, and task files.

pub mod file;
mod for_people;
mod induce;
mod instance;
mod nearest;
mod params;
mod random;
mod rows;
pub mod seeds;
mod template;

pub use file::TaskFile;
pub use for_people::ForPeople;
pub use induce::{extract, induce};
pub use instance::{Instance, ParamSpec, TaskType};
pub use nearest::nearest;
pub use params::{FORM, GOAL, Params, Value, numbered_name};
pub use random::{Random, drawn};
pub use rows::{BadRow, Column, Row, Rows, RowsError};
pub use seeds::{ADVERSARIAL, FINAL};
pub use template::{Template, TemplateError};
