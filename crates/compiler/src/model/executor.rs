//! Goal and function to arguments by a model (paper, section 3.4): for goals whose parameters nobody gives.

use llm::{Answer, Model, Prompt, Role};
use serde::Serialize;
use serde_json::{Map, Value as Json};
use strings::identifier;
use task::{Params, Value};

use super::{Options, Rejection, ask, render};
use crate::{
    program::{Param, ParamKind},
    script::Script,
    world::WorldError,
};

const SYSTEM: Prompt = Prompt::new("executor", include_str!("../../prompts/executor.md"));

#[derive(Serialize)]
struct SystemInput {
    signature: String,
}

/// The arguments of a function for a goal, by the task type's names; `None` where the model gave no usable answer.
pub fn arguments(
    model: &mut impl Model,
    options: &Options,
    script: &Script,
    goal: &str,
) -> Result<Option<Params>, WorldError> {
    let system = render(
        &SYSTEM,
        &SystemInput {
            signature: head(script),
        },
    )?;
    let text = format!("Goal: {goal}");
    ask(model, options, Role::Executor, (system, text), |reply| {
        parse(reply, &script.params)
    })
}

/// The doc comment and the head of a function.
fn head(script: &Script) -> String {
    let lines = script.source.lines();
    let comment: Vec<&str> = lines.filter(|it| it.starts_with("///")).collect();
    let names: Vec<String> = script.params.iter().map(|it| identifier(&it.name)).collect();
    format!("{}\nfn {}({})", comment.join("\n"), script.name, names.join(", "))
}

/// A reply as arguments: every parameter, and nothing else.
pub(super) fn parse(reply: &str, params: &[Param]) -> Result<Params, Rejection> {
    let given: Map<String, Json> = Answer::parse(reply).whole_json()?;
    let wanted: Vec<String> = params.iter().map(|it| identifier(&it.name)).collect();
    let fits = given.len() == wanted.len() && wanted.iter().all(|it| given.contains_key(it));
    if !fits {
        let found: Vec<&str> = given.keys().map(String::as_str).collect();
        return Err(Rejection::Arguments {
            wanted: wanted.join(", "),
            found: found.join(", "),
        });
    }
    let of = |param: &Param| {
        let key = identifier(&param.name);
        let json = given.get(&key).unwrap_or(&Json::Null);
        let bad = || Rejection::BadValue {
            key: key.clone(),
            given: json.to_string(),
        };
        let text = |it: &Json| match it {
            Json::String(it) => Some(it.clone()),
            Json::Number(it) => Some(it.to_string()),
            Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
        };
        let value = match param.kind {
            ParamKind::Text => Value::Text(text(json).ok_or_else(bad)?),
            ParamKind::List => {
                let all = json.as_array().ok_or_else(bad)?;
                Value::List(all.iter().map(text).collect::<Option<_>>().ok_or_else(bad)?)
            }
        };
        Ok((param.name.clone(), value))
    };
    params.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> Vec<Param> {
        [("file name", ParamKind::Text), ("tags", ParamKind::List)]
            .map(|(name, kind)| Param {
                name: name.to_owned(),
                kind,
                description: String::new(),
            })
            .to_vec()
    }

    #[test]
    fn arguments_go_by_the_task_types_names() {
        let it = parse("Here: {\"file_name\": \"a.md\", \"tags\": [\"x\", 7]}", &params()).unwrap();
        assert_eq!(it["file name"], "a.md".into());
        assert_eq!(it["tags"], Value::List(vec!["x".to_owned(), "7".to_owned()]));
    }

    #[test]
    fn missing_and_misshapen_arguments_are_refused() {
        let fails = |reply: &str| parse(reply, &params()).unwrap_err().to_string();
        assert_eq!(
            fails("{\"name\": \"a\", \"tags\": []}"),
            "the parameters are file_name, tags; the object has name, tags"
        );
        assert_eq!(
            fails("{\"file_name\": \"a\", \"tags\": \"x\"}"),
            "`tags` can't be \"x\""
        );
        assert_eq!(fails("create(\"a\")"), "there is no JSON object in the reply");
    }
}
