//! A task file's checks are tested before they are believed: they fail before anything was done, hold afterwards, hold a
//! second time, fail for the values of another instance, and send nothing that may change something.

use checks::Plan;
use device::{Cancel, Finding, Patience};
use task::{
    Instance, Params, Value,
    file::{Check, Piece, Place, Question},
};
use thiserror::Error;
use ui::Sent;

use super::eyes::Eyes;

/// Instances that are looked through for one that has other values.
const LOOKED_THROUGH: u64 = 20;

/// Why checks that hold say nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotTelling {
    /// They held from the beginning.
    #[error(
        "the checks held before anything was done, so they do not tell whether it was done; name in them what only comes of \
         the task"
    )]
    HeldBefore,
    /// They hold for what nobody has done.
    #[error(
        "the checks hold as well for other values, with which nothing was done ({values}); name in them the values of the task, \
         as {{NAME}}"
    )]
    ForOthers {
        /// The other values.
        values: String,
    },
    /// They say something else each time.
    #[error("the check `{check}` holds, and does not when it is asked again")]
    Differs {
        /// The check.
        check: String,
    },
    /// To ask them may change what they ask for.
    #[error("to ask the checks sends {sent}, which may change something")]
    Writes {
        /// What is sent.
        sent: Sent,
    },
}

/// What checks said before anything was done, of an instance and of another one.
pub(super) struct Trial {
    own: Vec<Finding>,
    /// The values of another instance, and what was said of them.
    other: Option<(Params, Vec<Finding>)>,
}

impl Trial {
    /// Ask the checks before anything is done. None where that can't be: what they ask would be in the way of what is done,
    /// or is not there yet.
    pub(super) fn begin(
        plan: &Plan,
        instance: &Instance,
        eyes: &mut Eyes<'_>,
        cancel: &Cancel,
    ) -> Option<Self> {
        let checks = &plan.file().checks;
        if !checks.iter().all(can_be_asked) || !checks.iter().any(looks_at_what_is_kept) {
            return None;
        }
        let mut ask = |params: &Params| plan.findings(params, Some(&mut *eyes), cancel, Patience::Once);
        let own = ask(&instance.params);
        let names = plan
            .file()
            .checks
            .iter()
            .any(|it| names_a_value(it, &instance.params));
        let other = other_than(plan, instance).filter(|_| names).map(|params| {
            let said = ask(&params);
            (params, said)
        });
        Some(Self { own, other })
    }

    /// Ask them again, once they hold.
    pub(super) fn end(
        &self,
        plan: &Plan,
        params: &Params,
        eyes: &mut Eyes<'_>,
        cancel: &Cancel,
    ) -> Result<(), NotTelling> {
        if all_hold(&self.own) {
            return Err(NotTelling::HeldBefore);
        }
        let mut ask = |params: &Params| plan.findings(params, Some(&mut *eyes), cancel, Patience::Once);
        if let Some(it) = ask(params).into_iter().find(|it| it.holds == Some(false)) {
            return Err(NotTelling::Differs { check: it.check });
        }
        if let Some((other, before)) = &self.other
            && !all_hold(before)
            && all_hold(&ask(other))
        {
            let values: Vec<String> = other
                .iter()
                .map(|(name, it)| format!("{name} \"{it}\""))
                .collect();
            return Err(NotTelling::ForOthers {
                values: values.join(", "),
            });
        }
        match eyes.sent.iter().find(|it| !it.is_question()) {
            Some(sent) => Err(NotTelling::Writes { sent: sent.clone() }),
            None => Ok(()),
        }
    }
}

fn all_hold(findings: &[Finding]) -> bool {
    !findings.is_empty() && findings.iter().all(|it| it.holds == Some(true))
}

/// Whether a check can be asked before anything is done, and looks at the same as it does afterwards. An app is gone to on
/// the very device that the task is done on.
fn can_be_asked(check: &Check) -> bool {
    looks_at_what_is_kept(check) || matches!(check.question, Question::Unchanged { .. })
}

fn looks_at_what_is_kept(check: &Check) -> bool {
    matches!(
        check.question,
        Question::Sql { .. }
            | Question::Http { .. }
            | Question::File { .. }
            | Question::Screen {
                place: Place::Url(_),
                ..
            }
    )
}

/// Whether a check names a value of the task. One that names none, as one that counts, holds for whatever was done.
fn names_a_value(check: &Check, params: &Params) -> bool {
    let is_slot = |it: &Piece| matches!(it, Piece::Slot(_));
    let slots = check
        .formulas()
        .into_iter()
        .any(|it| it.pieces().iter().any(is_slot));
    let Question::Sql { query, .. } = &check.question else {
        return slots;
    };
    slots || params.keys().any(|it| query.sql.contains(&format!(":{it}")))
}

/// The values of another instance, none of which is one of this instance's.
fn other_than(plan: &Plan, instance: &Instance) -> Option<Params> {
    let own: Vec<&str> = instance.params.values().flat_map(Value::texts).collect();
    let seeds = (1..=LOOKED_THROUGH).map(|it| instance.seed.wrapping_add(it));
    let mut others = seeds.map(|it| plan.file().instance(it).params);
    others.find(|it| {
        let mut texts = it.values().flat_map(Value::texts).peekable();
        texts.peek().is_some() && texts.all(|text| text.is_empty() || !own.contains(&text))
    })
}
