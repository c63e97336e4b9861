//! Why a function is no flow.

use rhai::Position;

use crate::{export::error::ExportError, host::EnvOp};

/// The refusal of what a flow can't say.
pub(super) fn no_way(at: Position, what: &str, why: &'static str) -> ExportError {
    ExportError::NoWay {
        line: at.line().unwrap_or(0),
        what: what.to_owned(),
        why,
    }
}

/// The refusal of a method of `env_op`.
pub(super) fn no_command(at: Position, name: &str) -> ExportError {
    let why = match EnvOp::named(name) {
        Some(EnvOp::ReadText | EnvOp::ReadAll | EnvOp::ReadRows) => {
            "it reads the hint of an empty field as if it were what stands in it"
        }
        Some(EnvOp::Answer) => "a flow passes or fails, and answers nothing",
        Some(EnvOp::Stop) => "a flow ends at its end, or fails",
        Some(EnvOp::CountElements | EnvOp::FindElements) => "it counts no elements",
        Some(EnvOp::ClickAt | EnvOp::DragAlong) => {
            "it taps at points of the screen, and at none of an element"
        }
        Some(EnvOp::AskMllm) => "a flow asks no model here",
        Some(EnvOp::IsChecked | EnvOp::ElementExists | EnvOp::WaitFor) => "it asks this in conditions alone",
        _ => "it has no such command",
    };
    no_way(at, &format!("`env_op.{name}`"), why)
}
