//! Program and recordings to a text that it types in the place of what stood in a field, and that no goal says. A judge may
//! take it: where any word in a field earns the reward, the search finds one. Whoever has text there loses it.
//!
//! What a person showed is a person's word, and is not asked about here.

use std::fmt;

use strings::Expr;
use task::Params;
use trajectory::{Origin, RecordingId};
use ui::{Action, Lasting, Means};

use crate::{
    program::{Kind, Program, Stmt},
    soft::SoftTrajectory,
};

/// A text that is typed over another one without the goal's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unasked {
    /// What is typed.
    pub text: String,
    /// The field.
    pub field: String,
}

impl fmt::Display for Unasked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unasked { text, field } = self;
        write!(
            f,
            "it types “{text}” in the place of what {field} holds, and no goal says that text"
        )
    }
}

/// The first such text of a program.
pub fn unasked(program: &Program, trajectories: &[SoftTrajectory]) -> Option<Unasked> {
    let mut found = None;
    for stmt in &program.body {
        stmt.walk(&mut |stmt| found = found.take().or_else(|| of(stmt, trajectories)));
    }
    found
}

fn of(stmt: &Stmt, trajectories: &[SoftTrajectory]) -> Option<Unasked> {
    let Kind::Act {
        action: Action::InputText { target, text, .. },
        lasting: Some(Lasting {
            means: Means::Typing, ..
        }),
        ..
    } = &stmt.kind
    else {
        return None;
    };
    let text = fixed(text)?;
    let shown = |id: &RecordingId| {
        let mut all = trajectories.iter();
        all.any(|it| it.recording == *id && it.origin == Origin::Person)
    };
    let said = |it: &SoftTrajectory| it.instance.goal.to_lowercase().contains(&text.to_lowercase());
    let asked = stmt.sources.iter().any(|it| shown(&it.recording)) || trajectories.iter().any(said);
    let field = target.as_ref().map(|it| it.target_description.clone());
    (!asked).then(|| Unasked {
        text,
        field: field.unwrap_or_else(|| "the field that has the focus".to_owned()),
    })
}

/// A text that is the same whatever the values of the task are; to empty a field types nothing.
fn fixed(text: &Expr) -> Option<String> {
    let text = text
        .eval(&Params::default())
        .filter(|_| text.inputs().is_empty())?;
    Some(text.trim().to_owned()).filter(|it| !it.is_empty())
}
