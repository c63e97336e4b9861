//! A slow screen: the old one is still reported for a while, though the new one already takes the taps.

use std::sync::Arc;

use ui::Screen;

use super::{Phone, report::Late};
use crate::{paint::Paint, perturb::Kind};

impl Phone {
    pub(super) fn slow(&self) -> bool {
        self.plan.as_ref().is_some_and(|it| it.has(Kind::Slow))
    }

    /// What was reported last.
    pub(super) fn reported(&self) -> Late {
        match &self.late {
            Some(late) => Late::clone(late),
            None => Late {
                screen: self.screen(),
                paints: self.paint(),
                left: 0,
            },
        }
    }

    /// An action is done: if it changed the screen, what was seen before stays for some looks.
    pub(super) fn stay(&mut self, seen: Late) {
        let Some(plan) = &self.plan else { return };
        let left = 1 + plan.pick("slow", self.actions, 4) as u32;
        let same = seen.screen.elements == self.screen().elements;
        self.late = (!same).then(|| {
            Arc::new(Late {
                left: seen.left.max(left),
                ..seen
            })
        });
    }

    /// Look at the screen, as a service does that may be late.
    pub(crate) fn look(&mut self) -> Screen {
        match &mut self.late {
            Some(late) if late.left > 0 => {
                let late = Arc::make_mut(late);
                late.left -= 1;
                late.screen.clone()
            }
            late => {
                *late = None;
                self.screen()
            }
        }
    }

    /// What a screenshot shows.
    pub(crate) fn picture(&self) -> Vec<Paint> {
        match &self.late {
            Some(late) if late.left > 0 => late.paints.clone(),
            Some(_) | None => self.paint(),
        }
    }
}
