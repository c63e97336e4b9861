//! What has to be pointed at, or scrolled, before an element is there.

use ui::{Direction, ElementId};

use crate::look::Look;

/// Most elements that are pointed at on the way to another.
const MOST: usize = 4;

/// What was pointed at and scrolled since the last step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    /// The page before the pointer was moved.
    base: Option<Look>,
    /// What the pointer entered.
    entered: Vec<u64>,
    /// Looks at rest since, each with how much was entered by then.
    looks: Vec<(Look, usize)>,
    /// What was scrolled, and the page at that moment.
    scrolled: Vec<(Look, Option<u64>, Direction)>,
}

impl Trail {
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// The page is at rest. What changes while the pointer rests is the page's own doing.
    pub(crate) fn rest(&mut self, look: &Look) {
        if self.entered.is_empty() || self.base.is_none() {
            self.entered.clear();
            self.looks.clear();
            self.base = Some(look.clone());
        } else {
            self.looks.push((look.clone(), self.entered.len()));
        }
    }

    pub(crate) fn enter(&mut self, node: u64) {
        if self.entered.last() != Some(&node) {
            self.entered.push(node);
        }
    }

    pub(crate) fn scroll(&mut self, look: &Look, node: Option<u64>, way: Direction) {
        let again = self.scrolled.last().is_some_and(|it| {
            (it.1, it.2) == (node, way) && !it.0.differs(look, crate::look::Closely::ButFocus)
        });
        if !again {
            self.scrolled.push((look.clone(), node, way));
        }
    }

    /// The scrolling that has brought a node about that was not there before.
    pub(crate) fn scrolls_to(&self, node: u64) -> &[(Look, Option<u64>, Direction)] {
        match self.scrolled.first() {
            Some((first, ..)) if !first.shows(node) => &self.scrolled,
            Some(_) | None => &[],
        }
    }

    /// What was pointed at, one after the other, so that a node came to be there; each on the look at which it was.
    pub(crate) fn points_to(&self, node: u64, last: &Look) -> Vec<(Look, ElementId)> {
        let mut found: Vec<(Look, ElementId)> = Vec::new();
        let Some(mut look) = self.base.clone() else {
            return found;
        };
        let mut from = 0;
        while !look.shows(node) && found.len() < MOST {
            // The first look on which there is something new that leads on.
            let next = self.looks.iter().filter(|(_, entered)| *entered > from);
            let (next, until) = next
                .map(|(it, entered)| (it, *entered))
                .find(|(it, _)| it.shows(node) || self.leads_on(&look, it, from))
                .unwrap_or((last, self.entered.len()));
            let trail = self.entered.get(from..until).unwrap_or_default();
            let Some(opener) = opener(&look, next, trail, node) else {
                break;
            };
            found.push((look.clone(), opener));
            if until >= self.entered.len() && next.shows(node) {
                break;
            }
            look = next.clone();
            from = until;
        }
        found
    }

    /// Whether the pointer went to something that was not there before.
    fn leads_on(&self, before: &Look, after: &Look, from: usize) -> bool {
        let later = self.entered.get(from..).unwrap_or_default();
        later.iter().any(|it| !before.shows(*it) && after.shows(*it))
    }
}

/// What was pointed at when something came up: what has it inside, or beside it, else what was entered last.
fn opener(before: &Look, after: &Look, trail: &[u64], node: u64) -> Option<ElementId> {
    let known: Vec<u64> = trail.iter().copied().filter(|it| before.shows(*it)).collect();
    let path = after.element(node).map(|it| it.path.as_slice());
    let around = |id: &u64| {
        let own = before.element(*id).map(|it| it.path.as_slice());
        let (Some(own), Some(path)) = (own, path) else {
            return false;
        };
        // Its parent: the menu stands beside what opens it.
        let parent = own.len().saturating_sub(1);
        path.starts_with(own) || (parent > 1 && path.starts_with(&own[..parent]))
    };
    let found = known.iter().rev().find(|it| around(it)).or(known.last())?;
    // What comes up in a dialog that is still being drawn is the dialog's own doing.
    let dialog = before
        .element(*found)
        .is_some_and(|it| it.role.as_deref() == Some("dialog"));
    before.find(*found).filter(|_| !dialog)
}
