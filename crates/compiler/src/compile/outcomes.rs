//! What the end of a run says of its code.

use trajectory::{Code, Outcome, Recording, Step};
use ui::Lasting;

/// Whether a run that says complete did the wrong thing, as far as is known.
pub(super) fn may_be_wrong(outcome: Outcome) -> bool {
    match outcome {
        Outcome::NotReached | Outcome::Unchecked => true,
        Outcome::Reached
        | Outcome::Refused
        | Outcome::Stuck
        | Outcome::OverBudget
        | Outcome::DeviceLost
        | Outcome::ModelFailed
        | Outcome::Cancelled
        | Outcome::ScriptFault => false,
    }
}

/// Whether a run refused its instance: it ended by a guard, and had done nothing that can't be taken back.
pub(super) fn did_nothing_lasting(run: &Recording) -> bool {
    let by_a_guard = match run.ending.outcome {
        Outcome::Refused => true,
        Outcome::ScriptFault => run
            .ending
            .diagnostic
            .as_ref()
            .is_some_and(|it| it.code == Code::AssertionFailed),
        _ => false,
    };
    let lasting = |it: &Step| Lasting::of(&it.action, &it.screen, &[]).is_some();
    by_a_guard && !run.steps.iter().any(lasting)
}
