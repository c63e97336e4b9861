//! What tokens cost: a table that the user can edit.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use settings::Setting;
use thiserror::Error;

use crate::{dollars::Dollars, request::Usage, target::Target};

/// The table that comes with AutoRPA.
const SHIPPED: &str = include_str!("../prices.toml");

/// Dollars for a million tokens of a model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Sent.
    pub prompt: f64,
    /// Received.
    pub completion: f64,
    /// Sent, and cached by the provider; as `prompt` where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<f64>,
    /// Sent, and taken into the provider's cache; as `prompt` where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<f64>,
}

impl Price {
    /// What so many tokens cost.
    pub fn of(&self, usage: Usage) -> Dollars {
        let cached = usage.cached.min(usage.prompt);
        let written = usage.written.min(usage.prompt - cached);
        let millions = (usage.prompt - cached - written) as f64 * self.prompt
            + cached as f64 * self.cached.unwrap_or(self.prompt)
            + written as f64 * self.written.unwrap_or(self.prompt)
            + usage.completion as f64 * self.completion;
        Dollars::new(millions / 1e6)
    }
}

/// Prices by model.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct PriceTable {
    /// Names as `PROVIDER:MODEL`; a `*` at the end stands for any rest.
    prices: BTreeMap<String, Price>,
}

/// Why a table of prices can't be used.
#[derive(Debug, Error)]
pub enum PriceError {
    /// The file can't be read.
    #[error("the table of prices {path} can't be read: {reason}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// It is not what it should be.
    #[error(
        "the table of prices {path} is damaged: {reason}\nhelp: a line looks like `\"openai:gpt-4o*\" = {{ prompt = 2.5, completion = 10.0 }}`, dollars for a million tokens"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The model is not in it.
    #[error(
        "there is no price for {target}, so a budget in dollars can't be kept\nhelp: add it to {path} (a line looks like `\"{target}\" = {{ prompt = 2.5, completion = 10.0 }}`, dollars for a million tokens), or use {}",
        Setting::BudgetTokens
    )]
    Unknown {
        /// The model.
        target: Target,
        /// The file that can say it.
        path: PathBuf,
    },
}

impl PriceTable {
    /// The table that comes with AutoRPA, with the lines of the user's file before it, if there is one.
    pub fn read(path: &Path) -> Result<Self, PriceError> {
        let mut table = Self::parse(SHIPPED, Path::new("prices.toml"))?;
        match fs::read_to_string(path) {
            Ok(text) => table.prices.extend(Self::parse(&text, path)?.prices),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(reason) => {
                return Err(PriceError::File {
                    path: path.to_owned(),
                    reason,
                });
            }
        }
        Ok(table)
    }

    fn parse(text: &str, path: &Path) -> Result<Self, PriceError> {
        let damaged = |reason: String| PriceError::Damaged {
            path: path.to_owned(),
            reason,
        };
        let table: Self = toml::from_str(text).map_err(|it| damaged(it.message().to_owned()))?;
        let numbers = |it: &Price| [Some(it.prompt), Some(it.completion), it.cached, it.written];
        let odd = |it: f64| !it.is_finite() || it < 0.0;
        match table
            .prices
            .iter()
            .find(|(_, it)| numbers(it).into_iter().flatten().any(odd))
        {
            Some((name, _)) => Err(damaged(format!(
                "`{name}` has a price that is no amount of money"
            ))),
            None => Ok(table),
        }
    }

    /// The price of a model: its own line, or the longest one with a `*` that fits. `path` is the file the
    /// user can add it to.
    pub fn price(&self, target: &Target, path: &Path) -> Result<Price, PriceError> {
        let name = target.to_string();
        let fits = |pattern: &str| match pattern.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => name == pattern,
        };
        self.prices
            .iter()
            .filter(|(pattern, _)| fits(pattern))
            .max_by_key(|(pattern, _)| (!pattern.ends_with('*'), pattern.len()))
            .map(|(_, price)| *price)
            .ok_or_else(|| PriceError::Unknown {
                target: target.clone(),
                path: path.to_owned(),
            })
    }
}

#[cfg(test)]
mod tests {
    use crate::target::Provider;

    use super::*;

    fn target(name: &str) -> Target {
        name.parse().expect("a target")
    }

    #[test]
    fn the_longest_name_that_fits_has_the_price() {
        let text = r#"
            "openai:m*" = { prompt = 1.0, completion = 2.0 }
            "openai:m-mini*" = { prompt = 0.5, completion = 1.0, cached = 0.1 }
            "openai:m-mini" = { prompt = 0.4, completion = 1.0 }
        "#;
        let path = Path::new("mine.toml");
        let table = PriceTable::parse(text, path).expect("a table");
        let prompt = |name: &str| table.price(&target(name), path).expect("a price").prompt;
        assert_eq!(prompt("openai:m-large"), 1.0);
        assert_eq!(prompt("openai:m-mini-2"), 0.5);
        assert_eq!(prompt("openai:m-mini"), 0.4);
        let error = table
            .price(&target("gemini:m"), path)
            .expect_err("not in it")
            .to_string();
        assert!(
            error.contains("no price for gemini:m") && error.contains("mine.toml"),
            "{error}"
        );
    }

    #[test]
    fn cached_tokens_have_prices_of_their_own() {
        let mut price = Price {
            prompt: 2.0,
            completion: 10.0,
            cached: Some(0.5),
            written: Some(3.0),
        };
        let usage = Usage {
            prompt: 1_000_000,
            completion: 100_000,
            cached: 400_000,
            written: 200_000,
            estimated: false,
        };
        // 0.4 + 0.2 + 0.4 million sent, 0.1 million received.
        assert_eq!(price.of(usage).to_string(), "2.6000");
        (price.cached, price.written) = (None, None);
        assert_eq!(price.of(usage).to_string(), "3.0000");
    }

    #[test]
    fn what_a_key_alone_asks_has_a_price() {
        let path = Path::new("prices.toml");
        let table = PriceTable::parse(SHIPPED, path).expect("the shipped table");
        for provider in Provider::ALL {
            let usual = provider.usual();
            assert_eq!(usual, target(&usual.to_string()));
            table.price(&usual, path).expect("a price");
        }
    }

    #[test]
    fn a_damaged_table_is_named() {
        let failure = |text: &str| {
            PriceTable::parse(text, Path::new("mine.toml"))
                .expect_err("damaged")
                .to_string()
        };
        assert!(failure("\"a\" = 3").contains("mine.toml is damaged"));
        assert!(failure("\"a\" = { prompt = -1.0, completion = 1.0 }").contains("`a` has a price"));
        assert!(failure("\"a\" = { prompt = 1.0, completion = nan }").contains("`a` has a price"));
        let written = "\"a\" = { prompt = 1.0, completion = 1.0, written = -1.0 }";
        assert!(failure(written).contains("`a` has a price"));
        PriceTable::parse(SHIPPED, Path::new("prices.toml")).expect("the shipped table");
    }
}
