//! Which recorded steps the lines of a script stand for, asked of any script: by what is done and to which element.

use std::collections::BTreeMap;

use trajectory::Step;

use crate::consequence::Act;

use super::read::Outline;

impl Outline {
    /// By line of the script: the recorded steps (from 0) that the line can have done. They are gone through in their order,
    /// and the script forwards as far as that goes: a line further up is taken only where none below fits, as in a loop.
    pub fn shown_by(&self, recorded: &[Step]) -> BTreeMap<usize, Vec<usize>> {
        let mut lines: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut at = 0;
        for (number, step) in recorded.iter().enumerate() {
            let fits = |act: &Act| act.may_be(&step.action, &step.screen);
            let ahead = self.acts[at..].iter().position(fits).map(|it| at + it);
            if let Some(found) = ahead.or_else(|| self.acts[..at].iter().position(fits)) {
                lines.entry(self.acts[found].line).or_default().push(number);
                at = found + 1;
            }
        }
        lines
    }
}
