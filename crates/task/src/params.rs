//! Parameters of an instance: names to values, in the order the task type gives them.

use std::fmt;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The parameter that says which of several wordings a goal has, where the goals of a task type have more
/// than one: its template's number, from 1.
pub const FORM: &str = "form";

/// The parameter that is the goal itself, as it is worded: whoever calls a function that has it gives it the goal.
pub const GOAL: &str = "goal";

/// Name to value, in order.
pub type Params = IndexMap<String, Value>;

/// One parameter value. Numbers and dates are texts: that is how a screen shows them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A text.
    Text(String),
    /// Several texts, in order.
    List(Vec<String>),
}

impl Value {
    /// Every text in it.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        match self {
            Value::Text(it) => std::slice::from_ref(it).iter().map(String::as_str),
            Value::List(all) => all.iter().map(String::as_str),
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(it) => Some(it),
            Value::List(_) => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(it) => f.write_str(it),
            Value::List(all) => f.write_str(&all.join(", ")),
        }
    }
}

/// A name that ends in a number (`amount_2`), as what stands before it and the number: several records have the same parameters.
pub fn numbered_name(name: &str) -> Option<(&str, u64)> {
    let bare = name.trim_end_matches(|it: char| it.is_ascii_digit());
    let number = name[bare.len()..].parse().ok()?;
    let stem = bare.trim_end_matches(['_', '-', ' ']);
    (!stem.is_empty()).then_some((stem, number))
}
