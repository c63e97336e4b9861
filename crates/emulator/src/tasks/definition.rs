//! What a task type is: its goal, its values, its beginning and its judge.

use indexmap::IndexMap;
use task::{ParamSpec, Params, Random, TaskType, Template, TemplateError, Value};
use thiserror::Error;
use ui::Screen;

use super::{about::About, initial::Initial, odd::Form};
use crate::state::DeviceState;

/// The suite all types belong to.
pub const SUITE: &str = "androidworld";
/// How many task types the original suite has.
pub const ORIGINAL_TASK_TYPES: usize = 116;

/// A task type.
pub struct Definition {
    /// Its name.
    pub name: &'static str,
    /// How its goal is said.
    pub goal: Goal,
    /// Parameters that agents are given, with a description for each.
    pub params: &'static [(&'static str, &'static str)],
    /// Values an instance has but agents are not told.
    pub hidden: &'static [&'static str],
    /// Apps it is about, by their names in the launcher; where none is named, those of its group in [`ALL`].
    pub apps: &'static [&'static str],
    /// Steps an agent may take.
    pub step_budget: usize,
    /// Make the values of an instance, hidden ones included.
    pub generate: fn(&mut Random) -> Params,
    /// What is on the device when the episode begins.
    pub init: fn(&Params, &mut Random) -> Initial,
    /// The collections that the things of the goal live in, for adversarial instances; none where there are no others
    /// to confuse them with.
    pub(super) about: fn(&Params) -> Vec<About>,
    /// Parameters that have seldom values, and what those look like.
    pub(super) forms: &'static [(&'static str, Form)],
    /// Files that must be on the device when the episode begins: it could not be solved, or would be
    /// solved already, without them.
    pub needs: fn(&Params) -> Vec<String>,
    /// What of the values and the beginning contradicts each other, in one sentence.
    pub contradiction: fn(&Params, &DeviceState) -> Option<String>,
    /// Rewrite the values of a file's instance where they are not written as here: rows of a table that
    /// the goal names, for example.
    pub rewrite: fn(&mut FileValues),
    /// The same values in other words: a file has some of them as they were before its goal put them so.
    pub rewordings: fn(&Params) -> Vec<Params>,
    /// Whether the device may be at the beginning what the goal asks for: agents then only have to see it.
    pub may_be_solved: bool,
    /// Whether something that it needs stands in a picture alone: nobody can do it who sees the list of elements only,
    /// so a function of it asks a model that sees.
    pub in_pictures: bool,
    /// Judge how it ended: 1.0 is success.
    pub judge: fn(&Ending<'_>) -> f64,
}

/// The values of an instance as a file has them.
pub type FileValues = IndexMap<String, serde_json::Value>;

/// What most types have: no values, nothing on the device. A type says only what differs.
pub(super) const PLAIN: Definition = Definition {
    name: "",
    goal: Goal::Always(""),
    params: &[],
    hidden: &[],
    apps: &[],
    step_budget: 0,
    generate: |_| Params::new(),
    init: |_, _| Initial {
        folders: Vec::new(),
        files: Vec::new(),
        clock_shifts_ms: Vec::new(),
        clipboard: None,
        contacts: Vec::new(),
        settings: Vec::new(),
        messages: Vec::new(),
        rows: Vec::new(),
        pictures: false,
    },
    about: |_| Vec::new(),
    forms: &[],
    needs: |_| Vec::new(),
    contradiction: |_, _| None,
    rewrite: |_| {},
    rewordings: |_| Vec::new(),
    may_be_solved: false,
    in_pictures: false,
    judge: |_| 0.0,
};

/// How a goal is said.
pub enum Goal {
    /// In one way.
    Always(&'static str),
    /// In several ways, by the value of one parameter. Where that one is hidden, all ways say the same, and
    /// the first is taken for values that come without it.
    By(&'static str, &'static [(&'static str, &'static str)]),
}

/// Values that make no instance.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadParams {
    /// A value is not there, or of another kind.
    #[error("parameter `{name}` is missing or not of its kind")]
    Missing {
        /// Its name.
        name: String,
    },
    /// A value says nothing.
    #[error("parameter `{name}` is empty")]
    Empty {
        /// Its name.
        name: String,
    },
    /// A value is none of those that are possible.
    #[error("parameter `{name}` is \"{value}\"; it can be {}", known.join(", "))]
    Choice {
        /// Its name.
        name: String,
        /// What it is.
        value: String,
        /// What it can be.
        known: Vec<&'static str>,
    },
    /// The type has no such parameter.
    #[error("there is no parameter `{name}`; there are {}", known.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The goal can't be said.
    #[error(transparent)]
    Template(#[from] TemplateError),
}

/// What a judge sees.
pub struct Ending<'a> {
    /// The values, hidden ones included.
    pub params: &'a Params,
    /// The device when the episode began.
    pub before: &'a DeviceState,
    /// The device now.
    pub after: &'a DeviceState,
    /// The screen now, with the app in front.
    pub screen: &'a Screen,
}

impl Definition {
    /// The type as agents see it.
    pub fn task_type(&self) -> TaskType {
        TaskType {
            name: self.name.to_owned(),
            suite: SUITE.to_owned(),
            template: match self.goal {
                Goal::Always(template) => Some(template.to_owned()),
                Goal::By(..) => None,
            },
            params: self
                .params
                .iter()
                .map(|(name, description)| ParamSpec {
                    name: (*name).to_owned(),
                    description: (*description).to_owned(),
                })
                .collect(),
            step_budget: self.step_budget,
        }
    }

    /// The goal for these values, or what is wrong with them.
    pub fn goal(&self, params: &Params) -> Result<String, BadParams> {
        let template = self.template(params)?;
        Ok(template.render(params)?)
    }

    /// The values that agents are given: those the goal says, in the type's order.
    pub fn shown(&self, params: &Params) -> Result<Params, BadParams> {
        let template = self.template(params)?;
        let by = match self.goal {
            Goal::Always(_) => None,
            Goal::By(by, _) => Some(by),
        };
        let mut shown = Params::new();
        for (name, _) in self.params {
            if Some(*name) == by || template.slots().any(|it| it == *name) {
                let missing = || BadParams::Missing {
                    name: (*name).to_owned(),
                };
                let value = params.get(*name).ok_or_else(missing)?;
                if value.texts().all(str::is_empty) {
                    return Err(BadParams::Empty {
                        name: (*name).to_owned(),
                    });
                }
                shown.insert((*name).to_owned(), value.clone());
            }
        }
        Ok(shown)
    }

    /// Whether these are the values agents are given, no more and no less.
    pub fn check(&self, params: &Params) -> Result<(), BadParams> {
        let shown = self.shown(params)?;
        match params.keys().find(|it| !shown.contains_key(*it)) {
            Some(name) => {
                let known = self
                    .params
                    .iter()
                    .map(|it| it.0)
                    .filter(|it| shown.contains_key(*it))
                    .collect();
                Err(BadParams::Unknown {
                    name: name.clone(),
                    known,
                })
            }
            None => Ok(()),
        }
    }

    /// How the goal of these values reads; `None` where they are no values of this type.
    pub fn template_of(&self, params: &Params) -> Option<Template> {
        self.template(params).ok()
    }

    fn template(&self, params: &Params) -> Result<Template, BadParams> {
        let text = match self.goal {
            Goal::Always(template) => template,
            Goal::By(by, templates) => {
                let first = templates.first().map_or("", |it| it.0);
                let unsaid = if self.hidden.contains(&by) { first } else { "" };
                let value = params.get(by).and_then(Value::as_text).unwrap_or(unsaid);
                templates
                    .iter()
                    .find(|it| it.0 == value)
                    .ok_or_else(|| BadParams::Choice {
                        name: by.to_owned(),
                        value: value.to_owned(),
                        known: templates.iter().map(|it| it.0).collect(),
                    })?
                    .1
            }
        };
        Ok(Template::parse(text)?)
    }
}

/// 1.0 or 0.0.
pub(super) fn reward(success: bool) -> f64 {
    if success { 1.0 } else { 0.0 }
}
