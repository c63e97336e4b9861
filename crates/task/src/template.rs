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
pub(crate) enum Part {
    /// What every goal says.
    Text(String),
    /// What varies: a text, or a list.
    Slot {
        /// Name of the parameter.
        name: String,
        /// What stands between the entries of a list; `None` for a text.
        list: Option<Separators>,
    },
}

/// What stands between the entries of a list: `, ` and before the last one ` and `, for example.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Separators {
    /// Between two entries.
    pub between: String,
    /// Before the last entry.
    pub last: String,
}

impl Separators {
    /// The entries of a text.
    pub fn split<'a>(&self, text: &'a str) -> Vec<&'a str> {
        match text.rsplit_once(&self.last) {
            Some((head, tail)) if self.last != self.between => {
                head.split(&self.between).chain([tail]).collect()
            }
            Some(_) | None => text.split(&self.between).collect(),
        }
    }

    /// The text of these entries.
    pub fn join(&self, entries: &[String]) -> String {
        match entries.split_last() {
            Some((last, head)) if !head.is_empty() => {
                format!("{}{}{last}", head.join(&self.between), self.last)
            }
            Some(_) | None => entries.concat(),
        }
    }

    /// What stands behind `*` in a slot: nothing for `, `, else the separators with `|` between them.
    fn spec(&self) -> String {
        if self.last != self.between {
            format!("{}|{}", self.between, self.last)
        } else if self.between == ", " {
            String::new()
        } else {
            self.between.clone()
        }
    }

    fn parse(spec: &str) -> Option<Self> {
        let (between, last) = match (spec, spec.split_once('|')) {
            ("", _) => (", ", ", "),
            (_, Some((between, last))) => (between, last),
            (_, None) => (spec, spec),
        };
        let empty = between.is_empty() || last.is_empty() || last.contains('|');
        (!empty).then(|| Self {
            between: between.to_owned(),
            last: last.to_owned(),
        })
    }
}

/// A goal with `{slots}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Template {
    parts: Vec<Part>,
}

impl Template {
    pub(crate) fn of(parts: Vec<Part>) -> Self {
        Self { parts }
    }

    /// Read `Create a note named {file_name}`. Doubled braces stand for themselves. A star makes a slot
    /// a list: `{names*}` is `a, b, c`, `{names*, | and }` is `a, b and c`, `{path*>}` is `a>b>c`.
    pub fn parse(template: &str) -> Result<Self, TemplateError> {
        let brace = |at: usize| TemplateError::Brace {
            template: template.to_owned(),
            at,
        };
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
                    let end = chars[at..]
                        .iter()
                        .position(|it| *it == '}')
                        .ok_or_else(|| brace(at))?;
                    let name: String = chars[at + 1..at + end].iter().collect();
                    let (name, list) = match name.split_once('*') {
                        Some((name, spec)) => (
                            name.to_owned(),
                            Some(Separators::parse(spec).ok_or_else(|| brace(at))?),
                        ),
                        None => (name, None),
                    };
                    if name.is_empty() || name.contains('{') {
                        return Err(brace(at));
                    }
                    if text.is_empty() {
                        if let Some(Part::Slot { name: first, .. }) = parts.last() {
                            return Err(TemplateError::Adjacent {
                                first: first.clone(),
                                second: name,
                            });
                        }
                    } else {
                        parts.push(Part::Text(std::mem::take(&mut text)));
                    }
                    parts.push(Part::Slot { name, list });
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
            Part::Slot { name, .. } => Some(name.as_str()),
            Part::Text(_) => None,
        })
    }

    /// The constant texts, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|it| match it {
            Part::Text(text) => Some(text.as_str()),
            Part::Slot { .. } => None,
        })
    }

    /// The goal for these values.
    pub fn render(&self, params: &Params) -> Result<String, TemplateError> {
        let mut goal = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => goal.push_str(text),
                Part::Slot { name, list } => {
                    let value = params
                        .get(name)
                        .ok_or_else(|| TemplateError::Missing { name: name.clone() })?;
                    goal.push_str(&written(value, list.as_ref()));
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
            Some(Part::Text(text)) => rest
                .strip_prefix(text.as_str())
                .is_some_and(|it| self.extract_from(at + 1, it, params)),
            Some(Part::Slot { name, list }) => {
                if let Some(value) = params.get(name) {
                    let value = written(value, list.as_ref());
                    return rest
                        .strip_prefix(&value)
                        .is_some_and(|it| self.extract_from(at + 1, it, params));
                }
                let ends: Vec<usize> = match self.parts.get(at + 1) {
                    Some(Part::Text(text)) => rest.match_indices(text.as_str()).map(|(end, _)| end).collect(),
                    Some(Part::Slot { .. }) | None => vec![rest.len()],
                };
                for end in ends {
                    let value = match list {
                        Some(it) => {
                            Value::List(it.split(&rest[..end]).into_iter().map(str::to_owned).collect())
                        }
                        None => Value::Text(rest[..end].to_owned()),
                    };
                    params.insert(name.clone(), value);
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

/// A value as it stands in a goal.
fn written(value: &Value, list: Option<&Separators>) -> String {
    match (value, list) {
        (Value::List(entries), Some(separators)) => separators.join(entries),
        (Value::List(_), None) | (Value::Text(_), _) => value.to_string(),
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Text(text) => f.write_str(&text.replace('{', "{{").replace('}', "}}"))?,
                Part::Slot { name, list: None } => write!(f, "{{{name}}}")?,
                Part::Slot {
                    name,
                    list: Some(list),
                } => write!(f, "{{{name}*{}}}", list.spec())?,
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
