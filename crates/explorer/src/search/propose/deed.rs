//! What an episode has done so far.

use std::fmt;

use ui::{ActionKind, HardAction, Screen, same::identity};

/// What an action did, to notice when it is repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Deed {
    pub kind: ActionKind,
    /// What it was done to, which elements of one class and text share, and its place, which they don't.
    pub target: Option<(String, Vec<u16>)>,
    /// What was typed, chosen or answered.
    pub value: Option<String>,
}

impl Deed {
    pub fn of(screen: &Screen, action: &HardAction) -> Self {
        let target = action.target().and_then(|id| screen.get(*id));
        Self {
            kind: action.kind(),
            target: target.map(|it| (identity(it), it.path.clone())),
            value: action.value().cloned(),
        }
    }

    /// Whether an action on a screen does the same.
    pub fn is(&self, screen: &Screen, action: &HardAction) -> bool {
        let target = action.target().and_then(|id| screen.get(*id));
        self.kind == action.kind()
            && self.value.as_ref() == action.value()
            && match (&self.target, target) {
                (None, None) => true,
                (Some((known, path)), Some(it)) => *path == it.path && *known == identity(it),
                (Some(_), None) | (None, Some(_)) => false,
            }
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.kind)?;
        if let Some((identity, path)) = &self.target {
            write!(f, "{identity}{path:?}")?;
        }
        write!(f, " {}", self.value.as_deref().unwrap_or_default())
    }
}
