//! Who is asked: a provider's protocol and a model's name.

use std::{fmt, str::FromStr};

use crate::error::ModelError;

/// Whose protocol is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Provider {
    /// OpenAI's chat completions, which most servers speak.
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
    /// Google's Gemini.
    Gemini,
}

impl Provider {
    /// Every provider.
    pub const ALL: [Provider; 3] = [Provider::OpenAi, Provider::Anthropic, Provider::Gemini];

    /// The name before the colon.
    pub fn name(self) -> &'static str {
        match self {
            Provider::OpenAi => "openai",
            Provider::Anthropic => "anthropic",
            Provider::Gemini => "gemini",
        }
    }

    /// The environment variable that holds its key.
    pub fn key_variable(self) -> &'static str {
        match self {
            Provider::OpenAi => "OPENAI_API_KEY",
            Provider::Anthropic => "ANTHROPIC_API_KEY",
            Provider::Gemini => "GEMINI_API_KEY",
        }
    }

    /// The model that is asked where somebody has a key of this provider and names none: a cheap one with eyes, whose
    /// price the table knows.
    pub fn usual(self) -> Target {
        let model = match self {
            Provider::OpenAi => "gpt-5.4-mini",
            Provider::Anthropic => "claude-haiku-4-5",
            Provider::Gemini => "gemini-3.1-flash-lite",
        };
        Target {
            provider: self,
            model: model.to_owned(),
        }
    }
}

/// `PROVIDER:MODEL`. A model name that ends in `-low`, `-medium` or `-high` asks for that much thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Whose protocol.
    pub provider: Provider,
    /// The model's name there.
    pub model: String,
}

impl FromStr for Target {
    type Err = ModelError;

    fn from_str(given: &str) -> Result<Self, ModelError> {
        let bad = |reason| ModelError::BadTarget {
            given: given.to_owned(),
            reason,
        };
        let (provider, model) = given
            .split_once(':')
            .ok_or_else(|| bad("there is no colon in it"))?;
        let provider = Provider::ALL
            .into_iter()
            .find(|it| it.name() == provider)
            .ok_or_else(|| {
                bad("the provider before the colon is none of `openai`, `anthropic` and `gemini`")
            })?;
        if model.trim().is_empty() {
            return Err(bad("there is no model behind the colon"));
        }
        Ok(Self {
            provider,
            model: model.trim().to_owned(),
        })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.provider.name(), self.model)
    }
}
