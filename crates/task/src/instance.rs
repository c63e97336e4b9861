//! What is asked for: a task type, and one instance of it.

use serde::{Deserialize, Serialize};

use crate::params::Params;

/// A kind of task, of which there are many instances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskType {
    /// Its name in its suite.
    pub name: String,
    /// The suite it belongs to (`androidworld`, `miniwob`).
    pub suite: String,
    /// The goal with `{parameter}` slots, where the suite gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// Its parameters, where the suite names them.
    #[serde(default)]
    pub params: Vec<ParamSpec>,
    /// Steps an agent may take.
    pub step_budget: usize,
}

/// One parameter of a task type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParamSpec {
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: String,
}

impl Instance {
    /// Something to do that is of no task type: nobody sets it up, and nobody judges it.
    pub fn of_no_type(suite: &str, goal: &str, params: Params) -> Self {
        Self {
            suite: suite.to_owned(),
            task_type: String::new(),
            seed: 0,
            goal: goal.to_owned(),
            params,
        }
    }

    /// The name of its task type; `None` for what is of none, which files keep as an empty name.
    pub fn of_type(&self) -> Option<&str> {
        Some(self.task_type.as_str()).filter(|it| !it.is_empty())
    }
}

/// One task: what a user says, and the values in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instance {
    /// The suite.
    pub suite: String,
    /// The task type's name.
    pub task_type: String,
    /// The seed that makes this instance in its environment.
    pub seed: u64,
    /// The task as a user says it.
    pub goal: String,
    /// The values; empty where the environment does not give them.
    pub params: Params,
}
