//! A function as Rhai, with the recorded steps each of its lines came from.

use std::fmt;

use strings::{identifier, quote};
use task::{GOAL, Instance, Params, Value};

use crate::{
    lasting::Consequence,
    program::{DOUBT, Param, ParamKind},
    soft::StepRef,
};

/// A function's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Name of the function.
    pub name: String,
    /// The Rhai text.
    pub source: String,
    /// Its parameters, in the order of the call.
    pub params: Vec<Param>,
    /// Line (from 1) to the steps it came from; lines without a step are not listed.
    pub lines: Vec<(usize, Vec<StepRef>)>,
    /// What it can do that nothing takes back, as the program says that it is printed from. `None` where there is none: a
    /// model or a person wrote it, and [`consequences`](crate::consequence::consequences) reads the code.
    pub lasting: Option<Vec<Consequence>>,
}

impl Script {
    /// A text that somebody wrote: nothing is known of where its lines came from.
    pub fn written(name: impl Into<String>, source: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            source: source.into(),
            params: Vec::new(),
            lines: Vec::new(),
            lasting: None,
        }
    }

    /// The recorded steps behind a line; those of the line before it where it has none itself.
    pub fn steps_of(&self, line: usize) -> &[StepRef] {
        let at = self.lines.partition_point(|(it, _)| *it <= line);
        at.checked_sub(1)
            .and_then(|at| self.lines.get(at))
            .map_or(&[], |(_, steps)| steps)
    }

    /// The same, but where it says that the task is done, it leaves that open: nobody has verified that.
    pub fn in_doubt(self) -> Script {
        let doubt = format!("assert(false, {})", quote(DOUBT));
        Script {
            source: self.source.replace(r#"env_op.stop("complete")"#, &doubt),
            ..self
        }
    }

    /// An instance's values under the names that the function gives them, in its order. A parameter that the
    /// instance does not have is empty, but for the goal itself.
    pub fn arguments(&self, instance: &Instance) -> Params {
        self.params
            .iter()
            .map(|param| {
                let given = instance.params.get(&param.name);
                let value = given.cloned().unwrap_or_else(|| match param.kind {
                    ParamKind::Text if param.name == GOAL => Value::Text(instance.goal.clone()),
                    ParamKind::Text => Value::Text(String::new()),
                    ParamKind::List => Value::List(Vec::new()),
                });
                (identifier(&param.name), value)
            })
            .collect()
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}

/// The function's name for a task type: `MailArchiveThread` and `mail-archive-thread` to `mail_archive_thread`.
pub fn function_name(task_type: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for it in task_type.chars() {
        if it.is_ascii_alphanumeric() {
            if it.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit()) {
                out.push('_');
            }
            out.push(it.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        before = it;
    }
    identifier(out.trim_end_matches('_'))
}
