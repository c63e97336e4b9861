//! A recording in three layers (section 3.3 of the paper), from a sentence down to the screens.
//!
//! - top: the conclusion;
//! - middle: the simplified trajectory, a line for each step;
//! - bottom: the interaction blocks, each a step with the screens before and after it.

use std::fmt;

use ui::{HardAction, Screen};

use crate::{
    recording::{Recording, RecordingId},
    summary::describe_action,
};

/// A layer of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// What happened as a whole.
    Conclusion,
    /// A step in a line.
    Summary,
    /// A step with its screens.
    Block,
}

impl Layer {
    /// Every layer, from the top.
    pub const ALL: [Layer; 3] = [Layer::Conclusion, Layer::Summary, Layer::Block];

    /// The name, as it stands in the index and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Conclusion => "conclusion",
            Layer::Summary => "summary",
            Layer::Block => "block",
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The tree over one recording.
#[derive(Clone, Copy, Debug)]
pub struct Tree<'a> {
    recording: &'a Recording,
}

/// A recording without its screens: the paper's simplified trajectory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simplified {
    /// The recording.
    pub id: RecordingId,
    /// What was to be done.
    pub goal: String,
    /// The steps.
    pub steps: Vec<StepSummary>,
    /// What happened as a whole.
    pub conclusion: String,
}

/// One step of the middle layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepSummary {
    /// Its number, from 1.
    pub number: usize,
    /// What was done.
    pub action: String,
    /// What it did.
    pub summary: String,
    /// Whether the screen changed.
    pub changed: bool,
}

/// One interaction block: a step with what was seen before and after it.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    /// The step's number, from 1.
    pub number: usize,
    /// The screen before.
    pub before: &'a Screen,
    /// What was done.
    pub action: &'a HardAction,
    /// Why, in the actor's words.
    pub reason: Option<&'a str>,
    /// What it did.
    pub summary: String,
    /// The screen after.
    pub after: &'a Screen,
    /// Hash of the screenshot before.
    pub screenshot: Option<&'a str>,
}

impl Recording {
    /// Its three layers.
    pub fn tree(&self) -> Tree<'_> {
        Tree { recording: self }
    }
}

impl<'a> Tree<'a> {
    /// The top.
    pub fn conclusion(&self) -> String {
        self.recording.concluded()
    }

    /// The middle.
    pub fn simplified(&self) -> Simplified {
        let it = self.recording;
        let step = |at: usize| {
            Some(StepSummary {
                number: at + 1,
                action: describe_action(&it.steps[at].screen, &it.steps[at].action),
                summary: it.summary(at)?,
                changed: it.changed(at),
            })
        };
        Simplified {
            id: it.id.clone(),
            goal: it.instance.goal.clone(),
            steps: (0..it.steps.len()).filter_map(step).collect(),
            conclusion: it.concluded(),
        }
    }

    /// A block of the bottom, by its number from 1.
    pub fn block(&self, number: usize) -> Option<Block<'a>> {
        let at = number.checked_sub(1)?;
        let step = self.recording.steps.get(at)?;
        Some(Block {
            number,
            before: &step.screen,
            action: &step.action,
            reason: step.reason.as_deref(),
            summary: self.recording.summary(at)?,
            after: self.recording.after(at),
            screenshot: step.screenshot.as_deref(),
        })
    }

    /// The bottom, in order.
    pub fn blocks(&self) -> impl Iterator<Item = Block<'a>> {
        let tree = *self;
        (1..=self.recording.steps.len()).filter_map(move |it| tree.block(it))
    }
}

impl fmt::Display for Simplified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "trajectory {}", self.id)?;
        writeln!(f, "goal: {}", self.goal)?;
        for step in &self.steps {
            let idle = if step.changed {
                ""
            } else {
                " (the screen did not change)"
            };
            // A summary made without a model begins with the action already.
            if step.summary.starts_with(&step.action) {
                writeln!(f, "{}. {}{idle}", step.number, step.summary)?;
            } else {
                writeln!(f, "{}. {}: {}{idle}", step.number, step.action, step.summary)?;
            }
        }
        write!(f, "conclusion: {}", self.conclusion)
    }
}
