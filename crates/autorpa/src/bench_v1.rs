//! Version 1 of what a bench writes: its report, and the lines of its journal. `tests/samples` has a sample of each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use trajectory::{
    file::{Kept, recording_v1::Outcome},
    kept,
};

use crate::table;

/// For what a bench of judged tasks has nothing to say of.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(it: &bool) -> bool {
    !*it
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(it: &usize) -> bool {
    *it == 0
}

kept! {
    struct Prepared of crate::table::Prepared {
        task_type: String,
        digest: Option<String>,
        verified: bool,
        #[serde(default, skip_serializing_if = "is_false")]
        unchecked: bool,
        #[serde(default, skip_serializing_if = "is_false")]
        accepted: bool,
        seconds: f64,
        tokens: u64,
        #[serde(default)]
        asked: Tally,
        explored: Explored,
        refinements: usize,
        reason: Option<String>,
    }

    struct Explored of crate::table::Explored {
        episodes: usize,
        steps: usize,
    }

    struct Episode of crate::table::Episode {
        task_type: String,
        under: Option<String>,
        seed: u64,
        #[serde(default)]
        absent: bool,
        digest: Option<String>,
        success: bool,
        outcome: Option<Outcome>,
        #[serde(default)]
        unsaid: bool,
        why: Option<String>,
        steps: usize,
        seconds: f64,
        tokens: u64,
        #[serde(default)]
        asked: Tally,
    }

    struct Row of crate::table::Row {
        task_type: String,
        built: bool,
        verified: bool,
        #[serde(default, skip_serializing_if = "is_false")]
        unchecked: bool,
        #[serde(default, skip_serializing_if = "is_false")]
        accepted: bool,
        seeds: usize,
        successes: usize,
        #[serde(default, skip_serializing_if = "is_zero")]
        ended_unchecked: usize,
        false_successes: usize,
        failed_seeds: Vec<u64>,
        steps: usize,
        tokens: u64,
        #[serde(default, skip_serializing_if = "Tally::is_empty")]
        asked_to_build: Tally,
        #[serde(default, skip_serializing_if = "Tally::is_empty")]
        asked_to_run: Tally,
        seconds: f64,
        build_seconds: f64,
        explored: Explored,
        refinements: usize,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        perturbed: Vec<Perturbed>,
        runs: usize,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        failures: Vec<Failure>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }

    struct Perturbed of crate::table::Perturbed {
        kind: String,
        seeds: usize,
        successes: usize,
        #[serde(default, skip_serializing_if = "is_zero")]
        ended_unchecked: usize,
        false_successes: usize,
        failed_seeds: Vec<u64>,
        steps: usize,
        seconds: f64,
    }

    struct Failure of crate::table::Failure {
        seed: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        under: Option<String>,
        said_complete: bool,
        outcome: Option<Outcome>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    }

    struct Report version 1 of crate::table::Report {
        suite: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        about: String,
        #[serde(default, skip_serializing_if = "is_false")]
        is_final: bool,
        agent: String,
        command: String,
        rows: Vec<Row>,
        totals: Totals,
    }

    struct Totals of crate::table::Totals {
        task_types: usize,
        verified: usize,
        episodes: usize,
        successes: usize,
        #[serde(default, skip_serializing_if = "is_zero")]
        ended_unchecked: usize,
        verified_success_percent: f64,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        perturbed: Vec<PerturbedTotals>,
        runs: usize,
        false_successes: usize,
        tokens: u64,
        seconds: f64,
        wall_seconds: f64,
    }

    struct PerturbedTotals of crate::table::PerturbedTotals {
        kind: String,
        episodes: usize,
        successes: usize,
        percent: f64,
        false_successes: usize,
    }

    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "snake_case")]
    enum Role of llm::Role {
        React,
        Summarizer,
        Concluder,
        Translator,
        Builder,
        Analyzer,
        Grounder,
        Executor,
        Ask,
    }

    struct Count of llm::Count {
        calls: u64,
        prompt: u64,
        completion: u64,
        #[serde(default)]
        cached: u64,
        estimated: u64,
        #[serde(default)]
        cost: Dollars,
    }
}

/// [`llm::Dollars`], as it is kept: in millionths.
#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Dollars(u64);

impl Kept<llm::Dollars> for Dollars {
    fn keep(memory: &llm::Dollars) -> Self {
        let llm::Dollars(millionths) = memory;
        Self(*millionths)
    }

    fn restore(self) -> llm::Dollars {
        llm::Dollars(self.0)
    }
}

/// [`llm::Tally`], as it is kept.
#[derive(Default, Serialize, Deserialize)]
pub struct Tally {
    by_role: BTreeMap<Role, Count>,
}

impl Tally {
    fn is_empty(&self) -> bool {
        self.by_role.is_empty()
    }
}

impl Kept<llm::Tally> for Tally {
    fn keep(memory: &llm::Tally) -> Self {
        let llm::Tally { by_role } = memory;
        let each = by_role.iter();
        Self {
            by_role: each
                .map(|(role, count)| (Role::keep(role), Count::keep(count)))
                .collect(),
        }
    }

    fn restore(self) -> llm::Tally {
        let each = self.by_role.into_iter();
        llm::Tally {
            by_role: each
                .map(|(role, count)| (role.restore(), count.restore()))
                .collect(),
        }
    }
}

/// [`table::Done`], as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Done {
    Prepared(Prepared),
    Episode(Episode),
}

/// A line of a journal.
#[derive(Serialize, Deserialize)]
pub struct Line {
    /// Seconds since the bench was begun, without the time in which it was not running.
    at: f64,
    #[serde(flatten)]
    done: Done,
}

impl Line {
    /// What was done, and when.
    pub fn keep(at: f64, done: &table::Done) -> Self {
        let done = match done {
            table::Done::Prepared(it) => Done::Prepared(Kept::keep(it)),
            table::Done::Episode(it) => Done::Episode(Kept::keep(it)),
        };
        Self { at, done }
    }

    /// When what was done.
    pub fn restore(self) -> (f64, table::Done) {
        let done = match self.done {
            Done::Prepared(it) => table::Done::Prepared(it.restore()),
            Done::Episode(it) => table::Done::Episode(it.restore()),
        };
        (self.at, done)
    }
}

/// A report, as a file has it.
pub fn read(value: serde_json::Value) -> Result<table::Report, serde_json::Error> {
    serde_json::from_value::<Report>(value).map(Kept::restore)
}

impl table::Report {
    /// As the file that `autorpa results` reads.
    pub fn to_json(&self) -> String {
        // Text with text as keys always is JSON.
        serde_json::to_string_pretty(&Report::keep(self)).unwrap_or_default()
    }
}
