//! Examples, and inputs that want an output.

use serde::{Deserialize, Serialize};

/// Inputs with their outputs, and inputs that want one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// At least one; all have as many inputs.
    pub examples: Vec<Example>,
    /// Inputs that want an output.
    #[serde(default)]
    pub tests: Vec<Test>,
}

impl Problem {
    /// The inputs of all examples.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &String> {
        self.examples.iter().flat_map(|it| &it.inputs)
    }

    /// All texts of the examples.
    pub(super) fn texts(&self) -> impl Iterator<Item = &String> {
        self.examples
            .iter()
            .flat_map(|it| it.inputs.iter().chain([&it.output]))
    }
}

/// Inputs with their output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// At least one text.
    pub inputs: Vec<String>,
    /// What is to be made of them.
    pub output: String,
}

/// Inputs that want an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// As many texts as the examples have.
    pub inputs: Vec<String>,
}
