//! Decisions that a locator alone did not make.

use std::fmt;

use trajectory::Position;
use ui::Locator;

/// Decisions that a run keeps.
pub const MOST_HEALS: usize = 1_000;

/// How a locator that did not find exactly one element was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HealedBy {
    /// Its description fitted one clearly better.
    Margin,
    /// The grounder said which.
    Grounder,
    /// The person said which.
    Person,
    /// The screen had changed since the element was found, and it was found again.
    Relocated,
    /// It found nothing, and its other ways agreed on one.
    OtherWay,
    /// A window had come in between and was closed.
    WayOut,
}

/// A decision that a locator alone did not make. It is proposed for the script, never silently kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heal {
    /// Where in the script.
    pub position: Option<Position>,
    /// What the script asked for.
    pub asked: Locator,
    /// What was taken.
    pub element: String,
    /// A locator that finds it alone on that screen.
    pub proposed: Option<Locator>,
    /// Which of its other ways, from 0, find it alone on that screen.
    pub ways: Vec<usize>,
    /// How it was decided.
    pub by: HealedBy,
}

impl fmt::Display for Heal {
    /// One line for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.by {
            HealedBy::Margin => "its description fitted one clearly better",
            HealedBy::Grounder => "the model said which",
            HealedBy::Person => "the person said which",
            HealedBy::Relocated => "the screen had changed, and it was found again",
            HealedBy::OtherWay => "it was found by another way than recorded",
            HealedBy::WayOut => "a window had come in between and was closed",
        };
        if let Some(at) = self.position {
            write!(f, "line {}: ", at.line)?;
        }
        write!(f, "{} taken for {}: {how}", self.element, self.asked)
    }
}
