//! Task types, their instances, parameters, the templates that goals are made from, and task files.

pub mod file;
mod for_people;
mod induce;
mod instance;
mod nearest;
mod params;
mod rows;
mod template;

pub use file::TaskFile;
pub use for_people::ForPeople;
pub use induce::{extract, induce};
pub use instance::{ADVERSARIAL, FINAL, Instance, ParamSpec, TaskType};
pub use nearest::nearest;
pub use params::{FORM, GOAL, Params, Value};
pub use rows::{BadRow, Column, Row, Rows, RowsError};
pub use template::{Template, TemplateError};
