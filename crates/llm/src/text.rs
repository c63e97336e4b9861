//! A text of a question, and the prompt it was made from.

use std::{fmt, ops::Deref};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A prompt that was filled in. A cassette knows the text by this, however the template words it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filled {
    /// The prompt's name.
    pub prompt: String,
    /// Its version.
    pub version: u32,
    /// What it was filled with.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub inputs: Value,
}

/// A text for a model. In JSON it is what the model reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Text {
    text: String,
    /// What it was made from, where that was a prompt.
    filled: Option<Filled>,
}

impl Text {
    /// The text of a prompt.
    pub(crate) fn of(text: String, filled: Filled) -> Self {
        Self {
            text,
            filled: Some(filled),
        }
    }

    /// What the model reads.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What it was made from, where that was a prompt.
    pub fn filled(&self) -> Option<&Filled> {
        self.filled.as_ref()
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self { text, filled: None }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.text
    }
}
