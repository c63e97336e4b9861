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
