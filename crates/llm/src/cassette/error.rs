//! Why a cassette does not answer.

use std::{io, path::PathBuf};

use thiserror::Error;

use crate::request::Role;

/// Why a cassette can't be read, written or answer.
#[derive(Debug, Error)]
pub enum CassetteError {
    /// The file can't be read or written.
    #[error("the cassette {path} can't be {doing}: {reason}")]
    File {
        /// The file.
        path: PathBuf,
        /// `read` or `written`.
        doing: &'static str,
        /// Why.
        reason: io::Error,
    },
    /// A line is not what it should be.
    #[error("the cassette {path} is damaged in line {line}: {reason}\nhelp: record it again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Of another version.
    #[error(
        "the cassette {path} has version {found}; this AutoRPA reads versions 1 to {reads}\nhelp: update AutoRPA or record it again"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version that is read.
        reads: u32,
    },
    /// The question was never recorded.
    #[error("the cassette has no answer to this question of the {role} ({known} are recorded for it){}{}\nhelp: what is asked has changed since; record it again", versions(.outdated), differs(.nearest))]
    Unknown {
        /// Who asked.
        role: Role,
        /// Recorded questions of this role.
        known: usize,
        /// The prompts that the most similar recorded question has in another version.
        outdated: Vec<Outdated>,
        /// Where the most similar recorded question differs first.
        nearest: Option<Difference>,
    },
}

/// A prompt that has another version than when it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outdated {
    /// The prompt's name.
    pub prompt: String,
    /// The version that was recorded.
    pub recorded: u32,
    /// The version it has now.
    pub asked: u32,
}

/// Where two questions differ first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The recorded exchange, from 1.
    pub exchange: usize,
    /// Line of the question as it is told, from 1: what went into a prompt stands below its name, and the images, a line
    /// with a hash for each, below all.
    pub line: usize,
    /// The recorded line.
    pub recorded: String,
    /// The line asked now.
    pub asked: String,
}

fn versions(all: &[Outdated]) -> String {
    let told = |it: &Outdated| {
        let Outdated {
            prompt,
            recorded,
            asked,
        } = it;
        format!("\nthe prompt `{prompt}` has version {asked} now; it was recorded with version {recorded}")
    };
    all.iter().map(told).collect()
}

fn differs(it: &Option<Difference>) -> String {
    match it {
        None => String::new(),
        Some(it) => format!(
            "\nnearest: exchange {}, differs in line {}\n  recorded: {}\n  asked:    {}",
            it.exchange, it.line, it.recorded, it.asked
        ),
    }
}
