//! What is around the things that a goal means.

use crate::tasks::about::About;

/// What is around the things that a goal means. A seed makes one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scene {
    /// Names that contain, precede or share the stem of the one that is meant.
    Kin,
    /// The one that is meant is the last that is seen without scrolling.
    LastShown,
    /// It is the first that is not.
    BelowFold,
    /// Nothing else is there.
    Alone,
    /// As many as a screen holds, one fewer or one more.
    Screenful,
    /// Others are called the same where the goal tells them apart.
    Twins,
    /// It is several screens down.
    Far,
    /// Values that are seldom: quotes, other scripts, the longest, several lines, today, the first hour.
    Values,
}

impl Scene {
    pub const ALL: [Scene; 8] = [
        Scene::Kin,
        Scene::LastShown,
        Scene::BelowFold,
        Scene::Values,
        Scene::Twins,
        Scene::Screenful,
        Scene::Far,
        Scene::Alone,
    ];

    pub fn of(seed: u64) -> Self {
        Self::ALL[(seed % Self::ALL.len() as u64) as usize]
    }
}

/// What is put around the things that a goal means.
pub(super) struct Around<'a> {
    pub scene: Scene,
    /// How often this scene came before.
    pub turn: usize,
    pub about: &'a About,
}
