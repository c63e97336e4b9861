//! What a client sends, held against what a function takes.

use library::Receipt;
use rmcp::model::JsonObject;
use serde_json::Value as Json;
use task::{Params, Value, nearest};
use thiserror::Error;

use crate::tools::{PAGE, takes_page};

/// What a call says.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The values of the parameters.
    pub params: Params,
    /// The page to begin on.
    pub page: Option<String>,
}

/// Why arguments do not fit.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ArgumentError {
    /// The function has no such parameter.
    #[error("there is no argument `{name}`; {}", known(.near, .all))]
    Unknown {
        /// Its name.
        name: String,
        /// Those that may be meant.
        near: Vec<String>,
        /// All there are.
        all: Vec<String>,
    },
    /// A parameter has no value.
    #[error("the argument `{name}` is missing: {description}")]
    Missing {
        /// Its name.
        name: String,
        /// What it is.
        description: String,
    },
    /// A value is neither a text nor a list of texts.
    #[error("the argument `{name}` is {found}; give a text or a list of texts")]
    Kind {
        /// Its name.
        name: String,
        /// What was sent, in a word.
        found: &'static str,
    },
}

fn known(near: &[String], all: &[String]) -> String {
    match (near, all) {
        ([], []) => "the function takes none".to_owned(),
        ([], all) => format!("there are {}", all.join(", ")),
        (near, _) => format!("did you mean {}?", near.join(", ")),
    }
}

/// The values of a call: every parameter has one, and nothing else is there. A number is taken as it is written.
pub fn read(receipt: &Receipt, sent: JsonObject) -> Result<Call, ArgumentError> {
    let mut call = Call {
        params: Params::new(),
        page: None,
    };
    let mut all: Vec<String> = receipt.params.iter().map(|it| it.name.clone()).collect();
    if takes_page(receipt) {
        all.push(PAGE.to_owned());
    }
    for (name, json) in sent {
        if !all.contains(&name) {
            let near = nearest(&name, all.iter().map(String::as_str));
            return Err(ArgumentError::Unknown { name, near, all });
        }
        match value(&json) {
            Ok(Value::Text(page)) if name == PAGE && takes_page(receipt) => call.page = Some(page),
            Ok(value) => {
                call.params.insert(name, value);
            }
            Err(found) => return Err(ArgumentError::Kind { name, found }),
        }
    }
    let missing = receipt
        .params
        .iter()
        .find(|it| !call.params.contains_key(&it.name));
    match missing {
        Some(it) => Err(ArgumentError::Missing {
            name: it.name.clone(),
            description: it.description.clone(),
        }),
        None => Ok(call),
    }
}

fn value(json: &Json) -> Result<Value, &'static str> {
    match json {
        Json::Array(all) => all
            .iter()
            .map(text)
            .collect::<Result<_, _>>()
            .map(Value::List)
            .map_err(|_| "a list of other things than texts"),
        other => text(other).map(Value::Text),
    }
}

fn text(json: &Json) -> Result<String, &'static str> {
    match json {
        Json::String(it) => Ok(it.clone()),
        Json::Number(it) => Ok(it.to_string()),
        Json::Null => Err("null"),
        Json::Bool(_) => Err("true or false"),
        Json::Array(_) => Err("a list"),
        Json::Object(_) => Err("an object"),
    }
}
