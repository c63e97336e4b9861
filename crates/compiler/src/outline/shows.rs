//! Which recorded steps the lines of a script stand for, asked of any script: by what is done and to which element.

use std::collections::BTreeMap;

use trajectory::{Diagnostic, Step};

use crate::{
    check,
    consequence::{Act, acts},
};

use super::read::Outline;

impl Outline {
    /// By line of the script: the steps of a recording (from 0) that the line can have done. The recording is gone through
    /// in its order, and the script forwards as far as that goes: a line further up is taken only where none below fits,
    /// as in a loop.
    ///
    /// # Errors
    /// Where the text is no script.
    pub fn shown_by(source: &str, recorded: &[Step]) -> Result<BTreeMap<usize, Vec<usize>>, Box<Diagnostic>> {
        let all: Vec<Act> = acts(&check::parse(source)?);
        let mut lines: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut at = 0;
        for (number, step) in recorded.iter().enumerate() {
            let fits = |it: &Act| it.may_be(&step.action, &step.screen);
            let ahead = all[at..].iter().position(fits).map(|it| at + it);
            if let Some(found) = ahead.or_else(|| all[..at].iter().position(fits)) {
                lines.entry(all[found].line).or_default().push(number);
                at = found + 1;
            }
        }
        Ok(lines)
    }
}
