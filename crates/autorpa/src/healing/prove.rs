//! Whether a script that goes by something else does on recorded screens what it did before.

use compiler::mutate::Change;
use task::{Params, Value};
use thiserror::Error;
use trajectory::{Position, Recording};
use ui::{Found, Locator, Screen, find};

use crate::mutation::{self, Went, goes};

/// What would be proposed does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoProof {
    /// It finds something else on a recorded screen.
    #[error("on step {step} of {recording} it finds something else than what was meant")]
    Another {
        /// The recording, or that of a run.
        recording: String,
        /// The step, from 1; one more than there are is what showed at the end.
        step: usize,
    },
    /// The function goes another way on a recording.
    #[error("with it, the function does not go through {recording} as before")]
    Strays {
        /// The recording, or that of a run.
        recording: String,
    },
    /// It is of no help.
    #[error("with it, the element is found otherwise again in the run {run}")]
    StillOtherwise {
        /// The run.
        run: String,
    },
    /// It is of no help where the function stopped.
    #[error("with it, the function stops at the same place in the run {run}")]
    StillMissing {
        /// The run.
        run: String,
    },
    /// It takes something else on an altered screen.
    #[error(
        "with it, the function does the wrong thing on an altered screen ({change}: {step}), and without it not"
    )]
    Misled {
        /// What was altered.
        change: Change,
        /// Which step of which recording it is.
        step: String,
    },
}

/// A recording, and how the present code goes on it.
pub(crate) struct Screens {
    pub recording: Recording,
    pub arguments: Params,
    pub went: Went,
}

impl Screens {
    /// The texts that the function was called with.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        let texts = self.arguments.values().flat_map(Value::texts);
        texts.filter(|it| !it.is_empty())
    }

    fn all(&self) -> impl Iterator<Item = &Screen> {
        let steps = self.recording.steps.iter().map(|it| &*it.screen);
        steps.chain([&*self.recording.last])
    }
}

/// Whether wherever the old way finds one element, the new one finds no other. What goes by a value of the call is left to
/// be played.
pub(super) fn is_alone(all: &[&Screens], old: &Locator, new: &Locator) -> Result<(), NoProof> {
    for it in all {
        let by_value = |locator: &Locator| {
            locator
                .values()
                .any(|asked| it.values().any(|value| asked.contains(value)))
        };
        if by_value(old) || by_value(new) {
            continue;
        }
        for (at, screen) in it.all().enumerate() {
            let Found::One(meant) = find(screen, old) else {
                continue;
            };
            let is_meant = |found: &ui::ElementId| match (screen.get(*found), screen.get(meant)) {
                (Some(found), Some(meant)) => {
                    found == meant || found.contains(meant) || meant.contains(found)
                }
                _ => false,
            };
            let fits = match find(screen, new) {
                Found::None => true,
                Found::One(found) => is_meant(&found),
                Found::Many(found) => found.iter().any(is_meant),
            };
            if !fits {
                return Err(NoProof::Another {
                    recording: it.recording.id.to_string(),
                    step: at + 1,
                });
            }
        }
    }
    Ok(())
}

/// Whether the same steps are done on every recording, up to the same one.
pub(super) fn goes_as_before(source: &str, all: &[&Screens]) -> Result<(), NoProof> {
    for it in all {
        let went = goes(source, &it.arguments, &it.recording);
        let before = &it.went;
        if (&went.steps, went.left, went.outcome) != (&before.steps, before.left, before.outcome) {
            return Err(NoProof::Strays {
                recording: it.recording.id.to_string(),
            });
        }
    }
    Ok(())
}

/// Whether at least the same steps are done on every recording, and more where the function stopped at this place of the script.
pub(super) fn goes_on(source: &str, all: &[&Screens], stopped: Option<Position>) -> Result<(), NoProof> {
    for it in all {
        let went = goes(source, &it.arguments, &it.recording);
        let before = &it.went;
        let same = (&went.steps, went.left, went.outcome) == (&before.steps, before.left, before.outcome);
        let is_further = went.steps.len() > before.steps.len() && went.steps.starts_with(&before.steps);
        let stops = before.fault.as_ref().is_some_and(|it| it.position == stopped);
        if !(is_further || (same && !stops)) {
            return Err(NoProof::Strays {
                recording: it.recording.id.to_string(),
            });
        }
    }
    Ok(())
}

/// Whether what was asked for is found on a run's screens by what leads to it now.
pub(super) fn is_found(source: &str, run: &str, screens: &Screens, asked: &Locator) -> Result<(), NoProof> {
    let went = goes(source, &screens.arguments, &screens.recording);
    // What led before is the last fallback.
    let is_it = |it: &Locator| it.or_else.last().is_some_and(|last| last.asks_same(asked));
    match went.heals.iter().any(|it| is_it(&it.asked)) {
        true => Err(NoProof::StillOtherwise { run: run.to_owned() }),
        false => Ok(()),
    }
}

/// On which altered screens a script does the wrong thing.
pub(super) fn misled(source: &str, all: &[&Screens]) -> Vec<(Change, String)> {
    let mut wrong = Vec::new();
    for it in all {
        let recording = std::slice::from_ref(&it.recording);
        let played = mutation::play(source, |_| it.arguments.clone(), recording, |_| Vec::new());
        wrong.extend(played.wrong.into_iter().map(|it| (it.change, it.step)));
    }
    wrong
}

/// Whether it does the wrong thing on no altered screen on which it did not before.
pub(super) fn no_more_misled(
    source: &str,
    all: &[&Screens],
    before: &[(Change, String)],
) -> Result<(), NoProof> {
    let now = misled(source, all);
    match now.into_iter().find(|it| !before.contains(it)) {
        Some((change, step)) => Err(NoProof::Misled { change, step }),
        None => Ok(()),
    }
}
