//! Task types of the Camera app.

use super::definition::{Definition, Ending, Goal, PLAIN, reward};

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "CameraTakePhoto",
        goal: Goal::Always("Take one photo."),
        step_budget: 10,
        judge: |it| reward(gained(it, "/storage/emulated/0/Pictures") == 1),
        ..PLAIN
    },
    Definition {
        name: "CameraTakeVideo",
        goal: Goal::Always("Take one video."),
        step_budget: 10,
        judge: |it| reward(gained(it, "/storage/emulated/0/Movies") == 1),
        ..PLAIN
    },
];

/// How many entries a folder has that it did not have before.
fn gained(it: &Ending<'_>, folder: &str) -> usize {
    let old = it.before.files.list(folder);
    let new = it.after.files.list(folder);
    new.iter()
        .filter(|new| old.iter().all(|old| old.name != new.name))
        .count()
}
