//! Where an instance's parameters come from: the suite, or the goals of many instances.

use std::{collections::BTreeSet, path::Path};

use device::Environment;
use library::Receipt;
use task::{FORM, GOAL, Instance, Params, Template, Value, induce};
use thiserror::Error;
use trajectory::{Code, Diagnostic};

use crate::error::Error;
use crate::file_help::FileHelp;

/// Goals that are read besides those of the building instances; they lie far from the seeds that benches use.
const MORE_GOALS: std::ops::Range<u64> = 1_000_000..1_000_024;

/// How parameters are read from the goals of one task type.
#[derive(Clone, Debug, Default)]
pub struct Goals {
    templates: Vec<Template>,
    given: bool,
}

impl Goals {
    /// The suite's own template and parameters where it has them; else what many goals have in common.
    pub fn learn(env: &mut dyn Environment, task_type: &str, seeds: &[u64]) -> Result<Self, Error> {
        let known = env.task_types().into_iter().find(|it| it.name == task_type);
        if let Some(known) = known
            && known.template.is_some()
        {
            let template = known.template.and_then(|it| Template::parse(&it).ok());
            return Ok(Self {
                templates: template.into_iter().collect(),
                given: true,
            });
        }
        let seeds: BTreeSet<u64> = seeds.iter().copied().chain(MORE_GOALS).collect();
        let instances = seeds
            .into_iter()
            .map(|seed| Ok(env.instance(task_type, seed)?))
            .collect::<Result<Vec<_>, Error>>()?;
        if instances.iter().any(|it| !it.params.is_empty()) {
            // The suite gives the values but words its goals in several ways: each way is a template.
            let mut templates: Vec<Template> = Vec::new();
            for template in instances.iter().filter_map(template_of) {
                if !templates.contains(&template) {
                    templates.push(template);
                }
            }
            return Ok(Self {
                templates,
                given: true,
            });
        }
        let goals: Vec<String> = instances.into_iter().map(|it| it.goal).collect();
        Ok(Self {
            templates: induce(&goals),
            given: false,
        })
    }

    /// From a receipt.
    pub fn known(templates: Vec<Template>) -> Self {
        Self {
            templates,
            given: false,
        }
    }

    /// The templates.
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }

    /// A goal with these values.
    pub fn say(&self, params: &Params) -> Option<String> {
        self.templates.iter().find_map(|it| it.render(params).ok())
    }

    /// The instance with the parameters of its goal, where the suite gave none.
    pub fn fill(&self, mut instance: Instance) -> Instance {
        if self.given || !instance.params.is_empty() {
            return instance;
        }
        if let Some((form, params)) = task::extract(&self.templates, &instance.goal) {
            instance.params = params;
            if self.templates.len() > 1 {
                instance
                    .params
                    .insert(FORM.to_owned(), Value::Text((form + 1).to_string()));
            }
        }
        instance
    }
}

/// An instance's goal with its values as slots, the longest values first.
fn template_of(instance: &Instance) -> Option<Template> {
    let mut text = instance.goal.replace('{', "{{").replace('}', "}}");
    let mut values: Vec<(&String, &str)> = instance
        .params
        .iter()
        .filter_map(|(name, it)| Some((name, it.as_text()?)))
        .collect();
    values.sort_by_key(|(_, it)| std::cmp::Reverse(it.len()));
    // A slot's name may hold another value ("header"): marks that no goal has stand for the slots meanwhile.
    let marks = ('\u{e000}'..='\u{f8ff}').zip(&values);
    for (mark, (_, value)) in marks.clone() {
        if value.chars().count() > 1 {
            text = text.replacen(*value, &mark.to_string(), 1);
        }
    }
    for (mark, (name, _)) in marks {
        text = text.replace(mark, &format!("{{{name}}}"));
    }
    Template::parse(&text).ok()
}

/// Why a function does not serve the goal of an instance, where it does not: none of its templates is like the goal, or
/// the goal has a value that the function does not take and was not verified with.
pub fn uncovered(
    env: &mut dyn Environment,
    receipt: &Receipt,
    instance: &Instance,
) -> Result<Option<Diagnostic>, Error> {
    let templates = &receipt.templates;
    if templates.is_empty() {
        return Ok(None);
    }
    let why = |message: String| {
        let diagnostic =
            Diagnostic::new(Code::GoalUncovered, message).note(format!("the goal: {}", instance.goal));
        let served = templates.iter();
        let diagnostic = served.fold(diagnostic, |it, template| {
            it.note(format!("it serves: {template}"))
        });
        Ok(Some(
            diagnostic.hint("build a function that serves this goal as well"),
        ))
    };
    let Some((which, said)) = task::extract(templates, &instance.goal) else {
        return why(format!("`{}` does not serve goals like this one", receipt.name));
    };
    let taken = |slot: &&str| receipt.params.iter().any(|it| it.name == *slot);
    let fixed: Vec<&str> = templates[which].slots().filter(|it| !taken(it)).collect();
    if fixed.is_empty() {
        return Ok(None);
    }
    for tried in &receipt.instances {
        let known = env.instance(&receipt.task_type, tried.seed)?;
        let known = task::extract(templates, &known.goal).map_or_else(Params::new, |(_, it)| it);
        if let Some(slot) = fixed.iter().find(|it| known.get(**it) != said.get(**it)) {
            return why(format!(
                "`{}` takes no `{slot}`, and the goal says one",
                receipt.name
            ));
        }
    }
    Ok(None)
}

/// The values of a goal under the names that a function's script gives them; what it does not have is empty, but for
/// the goal itself.
pub fn arguments(receipt: &Receipt, goal: &str, params: &Params) -> Params {
    let of = |name: &str| match params.get(name) {
        Some(value) => value.clone(),
        None if name == GOAL => Value::from(goal),
        None => Value::from(""),
    };
    let all = receipt.params.iter();
    all.map(|it| (strings::identifier(&it.name), of(&it.name)))
        .collect()
}

/// Why a file has no parameters.
#[derive(Debug, Error)]
pub enum NoParams {
    /// It holds something else.
    #[error("not an object of texts and lists of texts: {0}")]
    Form(serde_json::Error),
    /// A value is something else.
    #[error("the parameter `{name}` is neither a text nor a list of texts: {value}")]
    Value {
        /// The parameter.
        name: String,
        /// What it holds.
        value: serde_json::Value,
    },
}

/// A text is no parameter with its value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is no parameter; write NAME=VALUE")]
pub struct ParamError {
    /// The text.
    pub text: String,
}

/// A parameter and its value, as they are typed: NAME=VALUE.
pub fn read_param(text: &str) -> Result<(String, String), ParamError> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        Some(_) | None => Err(ParamError {
            text: text.to_owned(),
        }),
    }
}

/// What was typed: the file's parameters, then those of the command line over them.
///
/// A name that is typed several times is a list, and so is a JSON list of texts (`["Ann","Bob"]`).
pub fn typed_params(file: Option<&Path>, pairs: &[(String, String)]) -> Result<Params, Error> {
    let mut params = match file {
        Some(file) => {
            let text = crate::home::read(file, FileHelp::Object)?;
            let bad = |it| Error::in_file(file, it);
            let object: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(&text).map_err(|it| bad(NoParams::Form(it)))?;
            let values =
                object
                    .into_iter()
                    .map(|(name, value)| match serde_json::from_value(value.clone()) {
                        Ok(value) => Ok((name, value)),
                        Err(_) => Err(bad(NoParams::Value { name, value })),
                    });
            values.collect::<Result<Params, Error>>()?
        }
        None => Params::new(),
    };
    let mut typed = Params::new();
    for (name, value) in pairs {
        match typed.get_mut(name) {
            None => {
                typed.insert(
                    name.clone(),
                    list(value).unwrap_or_else(|| Value::Text(value.clone())),
                );
            }
            Some(Value::List(all)) => all.push(value.clone()),
            Some(it) => *it = Value::List(it.texts().map(str::to_owned).chain([value.clone()]).collect()),
        }
    }
    params.extend(typed);
    Ok(params)
}

/// A list of texts, typed as JSON. Anything else is a text.
fn list(value: &str) -> Option<Value> {
    let looks_so = value.trim_start().starts_with('[');
    looks_so
        .then(|| serde_json::from_str(value).ok().map(Value::List))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_with_its_values_as_slots() {
        let values = [
            ("kind", "header"),
            ("header", "Hello, {World}"),
            ("name", "note_1.md"),
        ];
        let instance = Instance {
            suite: String::new(),
            task_type: String::new(),
            seed: 0,
            goal: "Edit note_1.md: put Hello, {World} at the top.".to_owned(),
            params: values
                .into_iter()
                .map(|(name, it)| (name.to_owned(), Value::from(it)))
                .collect(),
        };
        // Braces of the goal itself are no slots, and a slot's name is no place for another value.
        let template = template_of(&instance).unwrap();
        assert_eq!(template.slots().collect::<Vec<_>>(), ["name"]);
        let instance = Instance {
            goal: instance.goal.replace(['{', '}'], ""),
            ..instance
        };
        let mut params = instance.params.clone();
        params.insert("header".to_owned(), Value::from("Hello, World"));
        let template = template_of(&Instance { params, ..instance }).unwrap();
        assert_eq!(template.to_string(), "Edit {name}: put {header} at the top.");
    }
}
