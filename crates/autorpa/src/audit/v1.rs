//! A line of the log, version 1: never changed again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::front::Front;

/// What stands for the line before the first one.
pub(super) const NOTHING: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// Version of the lines this code writes.
pub const VERSION: u32 = 1;

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryV1 {
    /// Its version.
    pub v: u32,
    /// Its number, from 1.
    pub n: u64,
    /// The SHA-256 of the line before it, in hex; zeros where it is the first.
    pub prev: String,
    /// When it was written, in UTC.
    pub at: String,
    /// The day of that, in the time zone of the policy or of the machine.
    pub day: String,
    /// How many runs were begun on that day, with this one.
    pub runs: u64,
    /// Through what.
    pub by: Front,
    /// Who.
    pub user: String,
    /// What.
    pub did: DeedV1,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case", deny_unknown_fields)]
pub enum DeedV1 {
    /// A run of a function is about to begin, or something else that acts on a device.
    Begins {
        /// The name of its record; `acted-` and a time where it has none.
        run: String,
        /// The function's name or file.
        function: String,
        /// The hash of its script; of an imported file, or of what an agent was asked, where there is none.
        script_sha256: String,
        /// What the hashes of the values are made with.
        salt: String,
        /// By parameter, the SHA-256 of `[salt, name, [text, ..]]` as JSON.
        params: BTreeMap<String, String>,
        /// The row of a file or a job, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        row: Option<usize>,
    },
    /// It came to its end.
    Ends {
        /// The name of its record.
        run: String,
        /// How.
        outcome: String,
    },
    /// Something was refused by the policy.
    Refused {
        /// The function.
        function: String,
        /// Why.
        why: String,
    },
    /// A function was built.
    Built {
        /// Its task type.
        task_type: String,
        /// Its file, where there is code.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        script: Option<String>,
        /// Whether it is verified.
        verified: bool,
    },
    /// A person accepted what nobody judged.
    Accepted {
        /// The function.
        function: String,
        /// The hash of its script.
        script_sha256: String,
    },
    /// Rows were added to a queue.
    Queued {
        /// The function.
        function: String,
        /// The hash of its script.
        script_sha256: String,
        /// The job.
        job: i64,
        /// How many.
        rows: usize,
    },
    /// A function was signed.
    Signed {
        /// The function's file.
        script: String,
        /// The hash of its script.
        script_sha256: String,
        /// The public key, in hex.
        key: String,
    },
    /// A line whose writer was killed was cut off.
    Mended {
        /// How long it was.
        bytes: u64,
    },
}
