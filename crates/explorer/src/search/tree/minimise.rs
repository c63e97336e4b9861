//! A path that reaches the reward to one without needless steps, by dropping steps and replaying.

use std::collections::HashSet;

use ui::HardAction;

use super::{Planned, Run, Stop, Tree};

/// How often the whole path waits for an element.
const PATIENCE: usize = 3;

impl Tree<'_> {
    /// Drop what can be dropped, longest runs first, then one by one. The last run that still reached
    /// the reward is the answer; `None` where even the whole path does not reach it again.
    pub(super) fn minimise(&mut self, path: Vec<Planned>) -> Result<Option<Run>, Stop> {
        let Some(mut best) = self.run(&path, PATIENCE)?.filter(|it| it.reward >= 1.0) else {
            return Ok(None);
        };
        let mut kept: Vec<Planned> = path.into_iter().take(best.steps.len()).collect();
        self.begin_with_what_is_meant(&mut kept, &mut best)?;
        let read = read_for_answer(&best);
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
                    && self.faults(&fewer) <= self.faults(&kept)
                    && let Some(run) = self.run(&fewer, 0)?
                    && run.reward >= 1.0
                    && reads_all(&run, &read)
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
        self.say_two_taps(&mut kept, &mut best)?;
        // A text that ended the episode may have done so by the press on its field.
        if let Some(last) = kept.last_mut()
            && let HardAction::InputText {
                target: Some(target), ..
            } = last.action
        {
            last.action = HardAction::Click { target };
            last.key = last.key.replacen("input_text", "click", 1);
            if let Some(run) = self.run(&kept, 0)?.filter(|it| it.reward >= 1.0) {
                best = run;
            }
        }
        Ok(Some(best))
    }

    /// What was pressed for long or twice, with another thing pressed after it, was hardly meant itself: that is done to the other
    /// at once, where it does the same. In a list that lets several be chosen, both would be dealt with.
    fn begin_with_what_is_meant(&mut self, kept: &mut Vec<Planned>, best: &mut Run) -> Result<(), Stop> {
        for at in (0..kept.len()).rev() {
            let begins = matches!(
                kept[at].action,
                HardAction::LongPress { .. } | HardAction::DoubleTap { .. }
            );
            let scrolls = |it: &&Planned| matches!(it.action, HardAction::Scroll { .. });
            let next = at + 1 + kept[at + 1..].iter().take_while(scrolls).count();
            let Some(HardAction::Click { target }) = kept.get(next).map(|it| &it.action) else {
                continue;
            };
            if !begins {
                continue;
            }
            let mut other = kept.clone();
            other[next].action = kept[at].action.with_target(*target);
            other[next].key.clone_from(&kept[at].key);
            other.remove(at);
            if self.faults(&other) <= self.faults(kept)
                && let Some(run) = self.run(&other, 0)?.filter(|it| it.reward >= 1.0)
            {
                other.truncate(run.steps.len());
                *kept = other;
                *best = run;
            }
        }
        Ok(())
    }

    /// Put two taps in the place of a double tap, where they do the same: it is then seen what is done again and again.
    fn say_two_taps(&mut self, kept: &mut Vec<Planned>, best: &mut Run) -> Result<(), Stop> {
        for at in (0..kept.len()).rev() {
            let HardAction::DoubleTap { target } = kept[at].action else {
                continue;
            };
            let mut once = kept[at].clone();
            once.action = HardAction::Click { target };
            once.key = once.key.replacen("double_tap", "click", 1);
            let mut twice = kept.clone();
            twice.splice(at..=at, [once.clone(), once]);
            if let Some(run) = self.run(&twice, 0)?.filter(|it| it.reward >= 1.0) {
                twice.truncate(run.steps.len());
                *kept = twice;
                *best = run;
            }
        }
        Ok(())
    }
}

/// Signatures of the screens that an answer at the end was read from: it would be right without them, and nobody would know
/// where it stands.
fn read_for_answer(run: &Run) -> HashSet<u64> {
    let Some((last, before)) = run.steps.split_last() else {
        return HashSet::new();
    };
    if !matches!(last.action, HardAction::Answer { .. }) {
        return HashSet::new();
    }
    let scrolls = before.iter().rev();
    let scrolls = scrolls.take_while(|it| matches!(it.action, HardAction::Scroll { .. }));
    let screens = scrolls.chain([last]).map(|it| it.screen.signature());
    screens.collect()
}

/// Whether a run ends with an answer, if any, that was read from all of these screens.
fn reads_all(run: &Run, screens: &HashSet<u64>) -> bool {
    let own = read_for_answer(run);
    screens.is_subset(&own)
}
