//! A goal with slots: rendered from parameters, or read back from a goal.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::params::{Params, Value};

/// Why a template can't be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TemplateError {
    /// A brace without its partner, or an empty slot.
    #[error("template has an unmatched or empty brace at character {at}: {template}")]
    Brace {
        /// The template.
        template: String,
        /// Where, in characters.
        at: usize,
    },
    /// Two slots with nothing between them: a goal could be split in any place.
    #[error("template has two slots side by side, `{first}` and `{second}`: put a text between them")]
    Adjacent {
        /// The first slot.
        first: String,
        /// The second slot.
        second: String,
    },
    /// A slot without a value.
    #[error("parameter `{name}` has no value")]
    Missing {
        /// The slot.
        name: String,
    },
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    Text(String),
    Slot(String),
}

/// A goal with `{slots}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Template {
    parts: Vec<Part>,
}

impl Template {
    /// Read `Create a note named {file_name}`. Doubled braces stand for themselves.
    pub fn parse(template: &str) -> Result<Self, TemplateError> {
        let brace = |at: usize| TemplateError::Brace { template: template.to_owned(), at };
        let chars: Vec<char> = template.chars().collect();
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut at = 0;
        while at < chars.len() {
            match (chars[at], chars.get(at + 1)) {
                ('{', Some('{')) | ('}', Some('}')) => {
                    text.push(chars[at]);
                    at += 2;
                }
                ('{', _) => {
                    let end = chars[at..].iter().position(|it| *it == '}').ok_or_else(|| brace(at))?;
                    let name: String = chars[at + 1..at + end].iter().collect();
                    if name.is_empty() || name.contains('{') {
                        return Err(brace(at));
                    }
                    if text.is_empty() {
                        if let Some(Part::Slot(first)) = parts.last() {
                            return Err(TemplateError::Adjacent { first: first.clone(), second: name });
                        }
                    } else {
                        parts.push(Part::Text(std::mem::take(&mut text)));
                    }
                    parts.push(Part::Slot(name));
                    at += end + 1;
                }
                ('}', _) => return Err(brace(at)),
                (other, _) => {
                    text.push(other);
                    at += 1;
                }
            }
        }
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        Ok(Self { parts })
    }

    /// The slots' names, in order; a slot that stands twice is listed twice.
    pub fn slots(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|it| match it {
            Part::Slot(name) => Some(name.as_str()),
            Part::Text(_) => None,
        })
    }

    /// The constant texts, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|it| match it {
            Part::Text(text) => Some(text.as_str()),
            Part::Slot(_) => None,
        })
    }

    /// The goal for these values.
    pub fn render(&self, params: &Params) -> Result<String, TemplateError> {
        let mut goal = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => goal.push_str(text),
                Part::Slot(name) => {
                    let value = params.get(name).ok_or_else(|| TemplateError::Missing { name: name.clone() })?;
                    goal.push_str(&value.to_string());
                }
            }
        }
        Ok(goal)
    }

    /// The values in a goal, or `None` where the goal is not of this template. A slot takes as little
    /// as it can; one that stands twice must have the same value both times.
    pub fn extract(&self, goal: &str) -> Option<Params> {
        let mut params = Params::new();
        self.extract_from(0, goal, &mut params).then_some(params)
    }

    fn extract_from(&self, at: usize, rest: &str, params: &mut Params) -> bool {
        match self.parts.get(at) {
            None => rest.is_empty(),
            Some(Part::Text(text)) => rest.strip_prefix(text.as_str()).is_some_and(|it| self.extract_from(at + 1, it, params)),
            Some(Part::Slot(name)) => {
                if let Some(value) = params.get(name).cloned() {
                    let value = value.to_string();
                    return rest.strip_prefix(&value).is_some_and(|it| self.extract_from(at + 1, it, params));
                }
                let ends: Vec<usize> = match self.parts.get(at + 1) {
                    Some(Part::Text(text)) => rest.match_indices(text.as_str()).map(|(end, _)| end).collect(),
                    Some(Part::Slot(_)) | None => vec![rest.len()],
                };
                for end in ends {
                    params.insert(name.clone(), Value::Text(rest[..end].to_owned()));
                    if self.extract_from(at + 1, &rest[end..], params) {
                        return true;
                    }
                    params.shift_remove(name);
                }
                false
            }
        }
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Text(text) => f.write_str(&text.replace('{', "{{").replace('}', "}}"))?,
                Part::Slot(name) => write!(f, "{{{name}}}")?,
            }
        }
        Ok(())
    }
}

impl TryFrom<String> for Template {
    type Error = TemplateError;

    fn try_from(text: String) -> Result<Self, TemplateError> {
        Template::parse(&text)
    }
}

impl From<Template> for String {
    fn from(template: Template) -> String {
        template.to_string()
    }
}
