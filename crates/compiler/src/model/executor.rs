//! Goal and function to arguments by a model (paper, section 3.4): for goals whose parameters nobody gives.

use llm::{Answer, Model, Prompt, Role};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use strings::identifier;
use task::{Params, Value};

use super::query::{Failed, Options, Query, Rejection, ask, render};
use crate::{
    program::{Param, ParamKind},
    script::Script,
};

pub(super) const SYSTEM: Prompt = Prompt::new("executor", 1, include_str!("../../prompts/executor.md"));

pub(super) const GOAL: Prompt =
    Prompt::new("executor_goal", 1, include_str!("../../prompts/executor_goal.md"));

#[derive(Serialize)]
struct SystemInput {
    fits: &'static str,
}

#[derive(Serialize)]
struct GoalInput<'a> {
    signature: String,
    goal: &'a str,
}

/// The key that says whether the function is the right one at all.
const FITS: &str = "does_what_the_goal_asks";

/// What a function is to a goal.
#[derive(Clone, Debug, PartialEq)]
pub enum Fit {
    /// It does it, with these arguments by the task type's names.
    Does(Params),
    /// It does something else.
    Other,
}

/// Whether a function does what a goal asks for, and with which arguments.
pub fn arguments(
    model: &mut impl Model,
    options: &Options,
    script: &Script,
    goal: &str,
) -> Result<Fit, Failed> {
    let text = render(
        &GOAL,
        &GoalInput {
            signature: head(script),
            goal,
        },
    )?;
    let system = render(&SYSTEM, &SystemInput { fits: FITS })?;
    let query = Query {
        schema: Some(schema(&script.params)),
        ..Query::text(Role::Executor, system, text)
    };
    ask(model, options, query, |reply| parse(reply, &script.params))
}

/// The doc comment and the head of a function.
fn head(script: &Script) -> String {
    let lines = script.source.lines();
    let comment: Vec<&str> = lines.filter(|it| it.starts_with("///")).collect();
    let names: Vec<String> = script.params.iter().map(|it| identifier(&it.name)).collect();
    format!("{}\nfn {}({})", comment.join("\n"), script.name, names.join(", "))
}

/// What a reply is to look like, for services that keep to a schema.
fn schema(params: &[Param]) -> Json {
    let mut properties = Map::new();
    properties.insert(FITS.to_owned(), json!({ "type": "boolean" }));
    for param in params {
        let kind = match param.kind {
            ParamKind::Text => json!({ "type": "string" }),
            ParamKind::List => json!({ "type": "array", "items": { "type": "string" } }),
        };
        properties.insert(identifier(&param.name), kind);
    }
    let required: Vec<&String> = properties.keys().collect();
    json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
}

/// A reply as arguments: every parameter, and nothing else; or as the word that the function does something else.
pub fn parse(reply: &str, params: &[Param]) -> Result<Fit, Rejection> {
    let mut given: Map<String, Json> = Answer::parse(reply).whole_json()?;
    match given.remove(FITS) {
        Some(Json::Bool(true)) | None => {}
        Some(Json::Bool(false)) => return Ok(Fit::Other),
        Some(other) => {
            return Err(Rejection::BadValue {
                key: FITS.to_owned(),
                given: other.to_string(),
            });
        }
    }
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
    params.iter().map(of).collect::<Result<_, _>>().map(Fit::Does)
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
        let Fit::Does(it) = it else { panic!("{it:?}") };
        assert_eq!(it["file name"], "a.md".into());
        assert_eq!(it["tags"], Value::List(vec!["x".to_owned(), "7".to_owned()]));
    }

    #[test]
    fn a_function_for_something_else_is_left_alone() {
        let other = parse(
            "{\"does_what_the_goal_asks\": false, \"file_name\": \"\"}",
            &params(),
        );
        assert_eq!(other.unwrap(), Fit::Other);
        let unclear = parse("{\"does_what_the_goal_asks\": \"perhaps\"}", &params()).unwrap_err();
        assert_eq!(
            unclear.to_string(),
            "`does_what_the_goal_asks` can't be \"perhaps\""
        );
    }

    #[test]
    fn the_schema_says_what_is_read() {
        let schema = schema(&params());
        assert_eq!(
            schema["required"],
            json!(["does_what_the_goal_asks", "file_name", "tags"])
        );
        assert_eq!(schema["properties"]["tags"]["type"], "array");
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
