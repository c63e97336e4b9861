//! What is one of a few things, by the name that is typed.

use std::str::FromStr;

use thiserror::Error;
use trajectory::Outcome;

use crate::{
    export::ExportForm,
    request::{Agent, Fallback, Part, Pictures, Tier, tier_name},
};

/// A name that stands for none of them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no {what} `{name}`; there are {}", known.join(", "))]
pub struct NoSuchName {
    what: &'static str,
    name: String,
    known: Vec<&'static str>,
}

fn named<T: Copy>(
    what: &'static str,
    name: &str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> Result<T, NoSuchName> {
    let found = all.iter().copied().find(|it| name_of(*it) == name);
    found.ok_or_else(|| NoSuchName {
        what,
        name: name.to_owned(),
        known: all.iter().copied().map(name_of).collect(),
    })
}

/// An outcome, as it is typed.
pub fn read_outcome(text: &str) -> Result<Outcome, NoSuchName> {
    named("outcome", text, &Outcome::ALL, Outcome::name)
}

/// Which drivers do the work, as it is typed.
pub fn read_tier(text: &str) -> Result<Tier, NoSuchName> {
    named("tier", text, &[Tier::Free, Tier::Auto, Tier::Model], tier_name)
}

impl FromStr for Part {
    type Err = NoSuchName;

    fn from_str(text: &str) -> Result<Self, NoSuchName> {
        let all = [Part::React, Part::Translator, Part::RepairReact, Part::Retrieval];
        named("part", text, &all, Part::name)
    }
}

impl FromStr for Agent {
    type Err = NoSuchName;

    fn from_str(text: &str) -> Result<Self, NoSuchName> {
        let all = [Agent::Search, Agent::React, Agent::CodeOnly, Agent::Autorpa];
        named("agent", text, &all, Agent::name)
    }
}

impl FromStr for ExportForm {
    type Err = NoSuchName;

    fn from_str(text: &str) -> Result<Self, NoSuchName> {
        named("form", text, &ExportForm::ALL, ExportForm::name)
    }
}

impl FromStr for Fallback {
    type Err = NoSuchName;

    fn from_str(text: &str) -> Result<Self, NoSuchName> {
        named("agent", text, &[Fallback::React], |it| match it {
            Fallback::React => "react",
        })
    }
}

impl FromStr for Pictures {
    type Err = NoSuchName;

    fn from_str(text: &str) -> Result<Self, NoSuchName> {
        let all = [Pictures::Each, Pictures::Ends, Pictures::Failed, Pictures::None];
        named("choice of pictures", text, &all, |it| match it {
            Pictures::Each => "each",
            Pictures::Ends => "ends",
            Pictures::Failed => "failed",
            Pictures::None => "none",
        })
    }
}
