//! A row as it is kept, and as a runner has it.

use task::Params;

use crate::row::{JobId, Row};

/// A row as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptRow {
    /// Its job.
    pub job: JobId,
    /// Its number, from 1.
    pub number: usize,
    /// What tells it from others.
    pub key: String,
    /// Its values.
    pub params: Params,
    /// Where it is.
    pub row: Row,
}

/// A row that a runner has.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The row, where its keeper numbers it.
    pub id: i64,
    /// The lease.
    pub token: i64,
    /// Its job.
    pub job: JobId,
    /// SHA-256 (hex) of the script of the function, as the job has it now.
    pub sha256: String,
    /// Its number, from 1.
    pub number: usize,
    /// Its values.
    pub params: Params,
    /// The record of an earlier run of it: what that did is looked up before the row is run.
    pub earlier: Option<String>,
    /// How often it was begun.
    pub tries: u32,
    /// How many of these came to an end that was to be tried again.
    pub failures: u32,
    /// Whether the earlier run may have written something, as far as the keeper knows; the record says it more exactly.
    pub wrote: bool,
}
