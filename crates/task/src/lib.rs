//! Task types, their instances, parameters, and the templates that goals are made from.

mod induce;
mod instance;
mod params;
mod template;

pub use induce::{extract, induce};
pub use instance::{Instance, ParamSpec, TaskType};
pub use params::{FORM, GOAL, Params, Value};
pub use template::{Template, TemplateError};
