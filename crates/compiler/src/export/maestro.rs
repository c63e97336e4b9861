//! A function of an Android app as a flow for Maestro (<https://docs.maestro.dev>).
//!
//! Commands and selectors are those of `YamlFluentCommand` and `YamlElementSelector` in Maestro's own sources. Values come from
//! the environment of the flow, and what is computed of them is JavaScript. Where two elements fit one selector Maestro takes
//! the first, so each one that is acted on is looked for a second time, and the flow fails where there is another.

mod commands;
mod flow;
mod refuse;
mod script;
mod selector;
mod sought;
mod steps;
mod values;
mod when;
mod yaml;

pub use self::flow::FlowParams;

use self::{flow::Flow, yaml::Yaml};
use super::{
    error::ExportError,
    function::{declared, only_function},
};
use crate::check;

/// A function as a flow.
///
/// # Errors
///
/// The text is no script of one function, a value is given that it does not take, or it does what a flow can't.
pub fn maestro(source: &str, params: FlowParams<'_>) -> Result<String, ExportError> {
    let ast = check::parse(source).map_err(ExportError::Script)?;
    let function = only_function(&ast)?;
    let declared = declared(&ast);
    let mut flow = Flow::new(&declared);
    for name in &function.params {
        flow.take(name, params);
    }
    let mut commands = flow.body(&function.statements)?;
    flow.begins_in_app();
    let taken = |name: &String| flow.wanted.iter().any(|it| it.name == **name);
    if let Some(other) = params.values.keys().find(|it| !taken(it)) {
        return Err(ExportError::NotTaken(other.clone()));
    }
    let mut all = flow.asked();
    all.append(&mut commands);
    Ok(format!(
        "{}{}---\n{}",
        flow.told(&function.name),
        flow.head(&function.name, params.values).print(),
        Yaml::List(all).print()
    ))
}
