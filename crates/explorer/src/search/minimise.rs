//! A path that reaches the reward to one without needless steps, by dropping steps and replaying.

use super::tree::{Planned, Run, Stop, Tree};

/// Drop what can be dropped, longest runs first, then one by one. The last run that still reached
/// the reward is the answer; `None` where even the whole path does not reach it again.
pub(super) fn minimise(tree: &mut Tree, path: Vec<Planned>) -> Result<Option<Run>, Stop> {
    let Some(mut best) = tree.run(&path)?.filter(|it| it.reward >= 1.0) else {
        return Ok(None);
    };
    let mut kept: Vec<Planned> = path.into_iter().take(best.steps.len()).collect();
    let mut size = if kept.len() >= 6 { kept.len() / 2 } else { 1 };
    while size >= 1 {
        let mut end = kept.len();
        while end >= size && kept.len() > 1 {
            let (mut from, mut to) = (end - size, end);
            // What was begun is not left half done.
            while from > 0 && kept[from].goes_on {
                from -= 1;
            }
            while kept.get(to).is_some_and(|it| it.goes_on) {
                to += 1;
            }
            let mut fewer = kept.clone();
            fewer.drain(from..to);
            if !fewer.is_empty()
                && let Some(run) = tree.run(&fewer)?
                && run.reward >= 1.0
            {
                fewer.truncate(run.steps.len());
                kept = fewer;
                best = run;
                end = end.min(kept.len());
            } else {
                end -= 1;
            }
        }
        size /= 2;
    }
    Ok(Some(best))
}
