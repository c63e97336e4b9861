//! What every environment and every device must keep to, as a check that their tests call.

use thiserror::Error;
use ui::{Action, Direction, ElementId, HardAction, Screen, Status};

use crate::{Checkpoint, Device, DeviceError, Environment, EnvironmentError, Verdict};

/// A rule an environment breaks.
#[derive(Debug, Error)]
pub enum ConformanceFailure {
    /// The environment failed where it should not.
    #[error("{doing}: {source}")]
    Environment {
        /// What was tried.
        doing: &'static str,
        /// Its error.
        source: EnvironmentError,
    },
    /// The environment did something else than the rule says.
    #[error("{rule}, but {found}")]
    Broken {
        /// The rule.
        rule: &'static str,
        /// What happened instead.
        found: String,
    },
}

/// Check an environment with one instance of a task type it has. The screen is left as the instance begins.
pub fn check(env: &mut dyn Environment, task_type: &str, seed: u64) -> Result<(), ConformanceFailure> {
    task_types(env, task_type)?;
    instances(env, task_type, seed)?;
    screens(env, task_type, seed)?;
    actions(env, task_type, seed)?;
    checkpoints(env, task_type, seed)?;
    endings(env, task_type, seed)?;
    begin(env, task_type, seed).map(drop)
}

/// Check a device without tasks, as it stands. The screen is left as it is.
pub fn check_device(device: &mut dyn Device) -> Result<(), ConformanceFailure> {
    looks(device)?;
    acts(device)
}

fn task_types(env: &mut dyn Environment, task_type: &str) -> Result<(), ConformanceFailure> {
    let types = env.task_types();
    let names: Vec<&str> = types.iter().map(|it| it.name.as_str()).collect();
    holds(names.is_sorted(), "task types are sorted by name", || {
        names.join(", ")
    })?;
    holds(names.contains(&task_type), "the task type is listed", || {
        format!("there are {}", names.join(", "))
    })?;
    let suite = env.suite();
    holds(
        types.iter().all(|it| it.suite == suite),
        "task types name their suite",
        || format!("it is {suite}"),
    )?;
    holds(
        types.iter().all(|it| it.step_budget > 0),
        "task types have a step budget",
        || "one has none".to_owned(),
    )?;

    let mut wrong = task_type.to_owned();
    wrong.pop();
    wrong.push_str("zz");
    match env.instance(&wrong, 0) {
        Err(EnvironmentError::UnknownTaskType { name, near }) => {
            holds(name == wrong, "the error names the unknown task type", || {
                format!("it names `{name}`")
            })?;
            let rule = "the error names the nearest task types";
            holds(near.iter().any(|it| it == task_type), rule, || {
                format!("for `{wrong}` it names {near:?}")
            })
        }
        other => broken(
            "an unknown task type is refused",
            format!("`{wrong}` gives {other:?}"),
        ),
    }
}

fn instances(env: &mut dyn Environment, task_type: &str, seed: u64) -> Result<(), ConformanceFailure> {
    begin(env, task_type, seed)?;
    let before = observe(env)?.signature();
    let first = env.instance(task_type, seed).map_err(failed("instance"))?;
    let again = env.instance(task_type, seed).map_err(failed("instance"))?;
    holds(first == again, "a seed makes one instance", || {
        format!("it made {first:?} and {again:?}")
    })?;
    let right = (
        first.suite == env.suite(),
        first.task_type == task_type,
        first.seed == seed,
    );
    let rule = "an instance names its suite, type and seed";
    holds(right == (true, true, true), rule, || format!("it is {first:?}"))?;
    holds(!first.goal.trim().is_empty(), "an instance has a goal", || {
        "it is empty".to_owned()
    })?;
    let after = observe(env)?.signature();
    holds(
        before == after,
        "asking for an instance leaves the screen alone",
        || "it changed".to_owned(),
    )
}

fn screens(env: &mut dyn Environment, task_type: &str, seed: u64) -> Result<(), ConformanceFailure> {
    let first = begin(env, task_type, seed)?;
    let again = begin(env, task_type, seed)?;
    let rule = "the same instance gives the same screen";
    holds(first.signature() == again.signature(), rule, || {
        difference(&first, &again)
    })?;
    looks(env)
}

fn looks(device: &mut dyn Device) -> Result<(), ConformanceFailure> {
    let once = observe(device)?;
    let twice = observe(device)?;
    holds(
        once.signature() == twice.signature(),
        "observing changes nothing",
        || difference(&once, &twice),
    )?;
    holds(!once.elements.is_empty(), "a screen has elements", || {
        "it has none".to_owned()
    })?;

    let png = device
        .screenshot()
        .map_err(|it| failed("screenshot")(it.into()))?;
    let size = png_size(&png);
    holds(
        size == Some(once.size),
        "the screenshot is a PNG file of the screen's size",
        || {
            format!(
                "it has {} bytes and the size {size:?}, the screen has {:?}",
                png.len(),
                once.size
            )
        },
    )?;
    let after = observe(device)?;
    holds(
        once.signature() == after.signature(),
        "a screenshot changes nothing",
        || difference(&once, &after),
    )
}

fn actions(env: &mut dyn Environment, task_type: &str, seed: u64) -> Result<(), ConformanceFailure> {
    begin(env, task_type, seed)?;
    acts(env)
}

fn acts(device: &mut dyn Device) -> Result<(), ConformanceFailure> {
    let screen = observe(device)?;
    let count = screen.elements.len();
    match device.act(&Action::Click {
        target: ElementId(count),
    }) {
        Err(DeviceError::NoElement { index, count: said }) if index == count && said == count => {}
        other => broken(
            "an index that is not on the screen is refused",
            format!("click {count} of {count} gives {other:?}"),
        )?,
    }
    let info = device.info();
    for action in one_of_each() {
        if !info.takes(action.kind()) {
            match device.act(&action) {
                Err(DeviceError::Unsupported { action: said }) if said == action.kind() => {}
                other => broken(
                    "an action the device does not list is refused",
                    format!("`{action}` gives {other:?}"),
                )?,
            }
        }
    }
    let after = observe(device)?;
    let rule = "a refused action changes nothing";
    holds(screen.signature() == after.signature(), rule, || {
        difference(&screen, &after)
    })?;
    let complete = Action::Status {
        goal_status: Status::Complete,
    };
    device.act(&complete).map_err(|it| failed("status")(it.into()))?;
    let after = observe(device)?;
    let rule = "a status changes nothing on the device";
    holds(screen.signature() == after.signature(), rule, || {
        difference(&screen, &after)
    })
}

fn checkpoints(env: &mut dyn Environment, task_type: &str, seed: u64) -> Result<(), ConformanceFailure> {
    let before = begin(env, task_type, seed)?;
    let Some(kept) = env.checkpoints() else {
        return Ok(());
    };
    match kept.restore(&Checkpoint::new(())) {
        Err(EnvironmentError::NoCheckpoint { .. }) => {}
        other => broken(
            "a checkpoint of another environment is refused",
            format!("it gives {other:?}"),
        )?,
    }
    let checkpoint = kept.checkpoint();
    for _ in 0..2 {
        let clickable = before
            .iter()
            .find(|(_, it)| it.clickable && it.enabled)
            .map_or(ElementId(0), |(id, _)| id);
        env.act(&Action::Click { target: clickable })
            .map_err(|it| failed("click")(it.into()))?;
        let mut kept = env.checkpoints().into_iter();
        kept.try_for_each(|it| it.restore(&checkpoint))
            .map_err(failed("restore"))?;
        let after = observe(env)?;
        let rule = "restoring a checkpoint gives its screen";
        holds(before.signature() == after.signature(), rule, || {
            difference(&before, &after)
        })?;
    }
    Ok(())
}

fn endings(env: &mut dyn Environment, task_type: &str, seed: u64) -> Result<(), ConformanceFailure> {
    begin(env, task_type, seed)?;
    let ended = env.has_ended().map_err(|it| failed("has_ended")(it.into()))?;
    holds(!ended, "an episode has not ended at its beginning", || {
        "it has".to_owned()
    })?;
    let verdict = env.finish().map_err(failed("finish"))?;
    let part = match &verdict {
        Verdict::NotReached { credit, .. } => (0.0..1.0).contains(credit),
        Verdict::Reached { .. } | Verdict::Unknown { .. } => true,
    };
    holds(part, "what is not done has a credit from 0 to below 1", || {
        format!("it is {verdict:?}")
    })
}

/// Set up an instance and look at it.
fn begin(env: &mut dyn Environment, task_type: &str, seed: u64) -> Result<Screen, ConformanceFailure> {
    let instance = env.instance(task_type, seed).map_err(failed("instance"))?;
    env.reset(&instance).map_err(failed("reset"))?;
    observe(env)
}

fn observe(device: &mut dyn Device) -> Result<Screen, ConformanceFailure> {
    device.observe().map_err(|it| failed("observe")(it.into()))
}

fn failed(doing: &'static str) -> impl Fn(EnvironmentError) -> ConformanceFailure {
    move |source| ConformanceFailure::Environment { doing, source }
}

fn holds(holds: bool, rule: &'static str, found: impl FnOnce() -> String) -> Result<(), ConformanceFailure> {
    if holds { Ok(()) } else { broken(rule, found()) }
}

fn broken(rule: &'static str, found: String) -> Result<(), ConformanceFailure> {
    Err(ConformanceFailure::Broken { rule, found })
}

/// The first element in which two screens differ.
fn difference(a: &Screen, b: &Screen) -> String {
    if (&a.app, &a.activity) != (&b.app, &b.activity) {
        return format!("{} {} became {} {}", a.app, a.activity, b.app, b.activity);
    }
    match a.elements.iter().zip(&b.elements).position(|(a, b)| a != b) {
        Some(at) => format!(
            "element {at} was {:?} and is {:?}",
            a.elements[at], b.elements[at]
        ),
        None => format!("{} elements became {}", a.elements.len(), b.elements.len()),
    }
}

/// One action of every kind, all of them without effect where they are refused.
fn one_of_each() -> Vec<HardAction> {
    let target = ElementId(0);
    let text = || "text".to_owned();
    vec![
        Action::OpenApp { app: text() },
        Action::Click { target },
        Action::DoubleTap { target },
        Action::LongPress { target },
        Action::RightClick { target },
        Action::Hover { target },
        Action::DragTo { target, to: target },
        Action::ClickAt {
            target,
            at: "50%,50%".to_owned(),
        },
        Action::DragAlong {
            target,
            path: "10%,50% 90%,50%".to_owned(),
        },
        Action::SelectText { target, text: text() },
        Action::InputText {
            target: Some(target),
            text: text(),
            clear: false,
        },
        Action::SelectOption {
            target,
            option: text(),
        },
        Action::UploadFiles {
            target,
            files: text(),
        },
        Action::Scroll {
            target: None,
            direction: Direction::Down,
        },
        Action::Swipe {
            direction: Direction::Down,
        },
        Action::KeyboardEnter,
        Action::AnswerDialog {
            accept: false,
            text: None,
        },
        Action::NavigateBack,
        Action::NavigateHome,
        Action::SwitchWindow { title: text() },
        Action::OpenLink { link: text() },
        Action::Wait,
        Action::Answer { text: text() },
        Action::Status {
            goal_status: Status::Complete,
        },
        Action::PressKeys {
            keys: "Escape".to_owned(),
        },
    ]
}

/// Width and height that a PNG file's header says.
fn png_size(png: &[u8]) -> Option<(u32, u32)> {
    let header = png
        .strip_prefix(b"\x89PNG\r\n\x1a\n")?
        .get(4..16)?
        .strip_prefix(b"IHDR")?;
    let number = |at: usize| header.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    Some((number(0)?, number(4)?))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ui::ActionKind;

    use super::*;

    #[test]
    fn every_kind_of_action_is_tried() {
        let kinds: BTreeSet<ActionKind> = one_of_each().iter().map(Action::kind).collect();
        assert_eq!(kinds, ActionKind::ALL.iter().copied().collect());
    }
}
