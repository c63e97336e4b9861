//! Version 1 of a run's file: what each line is.

use serde::{Deserialize, Serialize};

use super::{
    Kept,
    recording_v1::{Diagnostic, Instance, Outcome},
};
use crate::{kept, run};

/// A line.
#[expect(
    clippy::large_enum_variant,
    reason = "one stands for each line of a file, and goes when it is written"
)]
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "what")]
pub enum Line {
    Begins(Begins),
    Before { findings: Vec<Finding> },
    Picture(Picture),
    Acts(Acts),
    Acted(Acted),
    Ends(Box<End>),
}

impl Kept<run::RunLine> for Line {
    fn keep(memory: &run::RunLine) -> Self {
        match memory {
            run::RunLine::Begins(it) => Self::Begins(Kept::keep(it)),
            run::RunLine::Before { findings } => Self::Before {
                findings: Kept::keep(findings),
            },
            run::RunLine::Picture(it) => Self::Picture(Kept::keep(it)),
            run::RunLine::Acts(it) => Self::Acts(Kept::keep(it)),
            run::RunLine::Acted(it) => Self::Acted(Kept::keep(it)),
            run::RunLine::Ends(it) => Self::Ends(Kept::keep(it)),
        }
    }

    fn restore(self) -> run::RunLine {
        match self {
            Self::Begins(it) => run::RunLine::Begins(it.restore()),
            Self::Before { findings } => run::RunLine::Before {
                findings: findings.restore(),
            },
            Self::Picture(it) => run::RunLine::Picture(it.restore()),
            Self::Acts(it) => run::RunLine::Acts(it.restore()),
            Self::Acted(it) => run::RunLine::Acted(it.restore()),
            Self::Ends(it) => run::RunLine::Ends(it.restore()),
        }
    }
}

kept! {
    struct Begins version 1 of crate::run::Begins {
        at: f64,
        function: String,
        script_sha256: String,
        instance: Instance,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        row: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resumes: Option<String>,
    }

    struct Acts of crate::run::Acts {
        at: f64,
        step: String,
        may_write: bool,
    }

    struct Acted of crate::run::Acted {
        at: f64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    }

    struct Picture of crate::run::Picture {
        at: f64,
        after: usize,
        sha256: String,
    }

    struct Finding of crate::run::Finding {
        check: String,
        holds: Option<bool>,
    }

    struct End of crate::run::End {
        at: f64,
        outcome: Outcome,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        diagnostic: Option<Diagnostic>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        healed: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        changes: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        network: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        read_by: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        recording: Option<String>,
    }
}
