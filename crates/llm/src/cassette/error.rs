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
        "the cassette {path} has version {found}; this AutoRPA reads version {reads}\nhelp: update AutoRPA or record it again"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that is read.
        reads: u32,
    },
    /// The question was never recorded.
    #[error("the cassette has no answer to this question of the {role} ({known} are recorded for it){}\nhelp: prompts have changed since; record it again", differs(.nearest))]
    Unknown {
        /// Who asked.
        role: Role,
        /// Recorded questions of this role.
        known: usize,
        /// Where the most similar recorded question differs first.
        nearest: Option<Difference>,
    },
}

/// Where two questions differ first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The recorded exchange, from 1.
    pub exchange: usize,
    /// Line of the rendered question, from 1. Its images stand below it, a line with a hash for each.
    pub line: usize,
    /// The recorded line.
    pub recorded: String,
    /// The line asked now.
    pub asked: String,
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
