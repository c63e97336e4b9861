//! Failed run to an analysis: why it failed, and whether the task can be finished from where it stopped.

use trajectory::{Outcome, Recording};

/// Why a run failed, and how to go on (paper, section 3.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The cause of the failure.
    pub cause: String,
    /// What the run has done already, a line each.
    pub completed: Vec<String>,
    /// What is still to do, a line each.
    pub plan: Vec<String>,
    /// Whether the task can be finished from here; if not, it starts anew.
    pub go_on: bool,
}

impl Analysis {
    /// The cause, for people: what the judge shows of the run as well, which no model is told.
    pub fn for_people(&self, run: &Recording) -> String {
        match run.ending.evidence.for_people() {
            [] => self.cause.clone(),
            shown => format!("{}: {}", self.cause, shown.join("; ")),
        }
    }
}

/// Why a run failed, from its own ending: the model-free analyzer.
///
/// A run that stopped at a step leaves a screen from which the rest can be done. A run that came to its
/// end and did the wrong thing does not: it starts anew.
pub fn analyze(run: &Recording) -> Analysis {
    let completed: Vec<String> = run
        .steps
        .iter()
        .enumerate()
        .map(|(idx, step)| {
            step.summary
                .clone()
                .unwrap_or_else(|| format!("step {}: {}", idx + 1, step.action))
        })
        .collect();
    let (cause, plan, go_on) = match run.ending.outcome {
        Outcome::ScriptFault | Outcome::Refused | Outcome::Stuck => (
            said(run),
            vec!["go on from this screen to the goal".to_owned()],
            !run.steps.is_empty(),
        ),
        Outcome::OverBudget => (said(run), vec!["start anew".to_owned()], false),
        Outcome::Reached | Outcome::Unchecked | Outcome::NotReached => (
            match &run.ending.diagnostic {
                Some(it) => format!("{}, and the goal was not reached", it.message),
                None => "the function came to its end, and the goal was not reached".to_owned(),
            },
            vec!["start anew and find what this instance needs besides".to_owned()],
            false,
        ),
        Outcome::DeviceLost | Outcome::ModelFailed | Outcome::Cancelled => (said(run), Vec::new(), false),
    };
    Analysis {
        cause,
        completed,
        plan,
        go_on,
    }
}

/// What a run says of its own end.
pub(crate) fn said(run: &Recording) -> String {
    match &run.ending.diagnostic {
        Some(diagnostic) => diagnostic.to_string(),
        None => format!("the run ended {}", run.ending.outcome),
    }
}
