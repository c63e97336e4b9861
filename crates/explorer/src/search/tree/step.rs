//! Doing a move: the node it leads to, or the end of the episode.

use std::sync::Arc;

use ui::HardAction;

use super::{
    super::propose::{Candidate, action_name, closer, is_button, overwritten, reached, refused},
    Node, Planned, Stop, Tree,
};

/// What a step costs that brings values or words of the goal into sight, if it was dearer before...
const REVEALING: f32 = 0.6;
/// ... and how much of its cost is given back for that at most.
const MOST_REFUND: f32 = 2.2;
/// What is added for a state that looks like one that was seen: something hidden may differ.
const SEEN_BEFORE: f32 = 4.0;
/// The same after something was pressed that changed nothing: that is how much is done without a sign.
const PRESSED: f32 = 2.0;
/// What is added for an action that changed nothing visible.
const NO_CHANGE: f32 = 1.0;
/// What is added for an action that used nothing and changed data only.
const SAME_KIND: f32 = 1.0;
/// One of several that the goal asks for costs no more than this.
const ONE_OF_SEVERAL: f32 = 0.6;
/// States that look like others and are kept all the same.
const KEPT_TWINS: usize = 3000;

impl Tree<'_> {
    /// Do a move; the path to success if it ended the episode well.
    pub(super) fn step(&mut self, from: usize, candidate: Candidate) -> Result<Option<Vec<Planned>>, Stop> {
        let before = Arc::clone(&self.nodes[from].screen);
        if candidate
            .action
            .target()
            .is_some_and(|id| before.get(*id).is_none())
        {
            return Ok(None);
        }
        self.steps += 1;
        self.at = None;
        tracing::trace!(
            from,
            cost = candidate.cost,
            why = candidate.why,
            "{:?}",
            candidate.action
        );
        if !self.act(&candidate.action)? {
            return Ok(None);
        }
        let ended = self.env.ended()?;
        let screen = Arc::new(self.env.observe()?);
        let signature = screen.signature();
        let changed = signature != self.nodes[from].signature;
        self.note_effect(&before, &candidate.key, &screen, changed);
        let parent = &self.nodes[from];
        let lost = overwritten(&self.values, &before, &parent.typed, &candidate.action);
        let mut uses = candidate.uses;
        if refused(&before, &screen, &candidate.action) {
            uses = 0;
            self.note_refusal(before.structure(), &candidate.key);
        }
        let parent = &self.nodes[from];
        let mut used = parent.used & !lost | uses | reached(&self.values, &before, &screen);
        // Back where the episode was before: what was used since left no trace.
        let mut ancestor = from;
        let back = loop {
            let it = &self.nodes[ancestor];
            if changed && ancestor != from && it.signature == signature {
                break true;
            }
            if it.by.is_none() {
                break false;
            }
            ancestor = it.parent;
        };
        if back {
            used = self.nodes[ancestor].used;
        }
        let parent = &self.nodes[from];
        let mut done = parent.done.clone();
        done.push(action_name(&before, &candidate.action));
        let mut typed = parent.typed.clone();
        typed.extend(candidate.action.value().cloned());
        // What changed data only, and used nothing, is hardly on the way; a button may well do so, though:
        // that is how things are saved.
        let used_more = used & !parent.used != 0 || closer(&self.values, &before, &screen);
        let pressed = candidate
            .action
            .target()
            .and_then(|id| before.get(*id))
            .is_some_and(is_button);
        let scrolled = matches!(candidate.action, HardAction::Scroll { .. } | HardAction::Wait);
        let several = self.values.several.is_some() && candidate.uses & self.values.all != 0;
        let stale = match (changed, used_more || pressed || scrolled) {
            // One of many that are all to be pressed need not show that it was.
            (_, false) if several && candidate.cost <= ONE_OF_SEVERAL => 0.0,
            (false, _) if self.values.plural && candidate.uses & self.values.all != 0 => 0.0,
            (false, _) => NO_CHANGE,
            (true, true) => 0.0,
            (true, false) if screen.structure() != before.structure() => 0.0,
            // A text that much speaks for is on the way even where its value was used before.
            (true, false) if matches!(candidate.action, HardAction::InputText { .. }) => {
                if candidate.cost <= 1.0 {
                    0.0
                } else {
                    SAME_KIND / 2.0
                }
            }
            (true, false) => SAME_KIND,
        };
        let cost = candidate.cost + stale;
        let depth = parent.depth + 1;
        let key = candidate.key.clone();
        let rest = self.rest(used);
        let mut node = Node {
            parent: from,
            by: Some(candidate),
            structure: screen.structure(),
            screen,
            signature,
            used,
            cost: parent.cost + cost,
            depth,
            checkpoint: None,
            done,
            typed,
            shown: 0,
            moves: None,
            next: 0,
            rest,
        };
        if ended {
            self.self_ending = true;
            self.graph.note_ends_itself(&self.instance.suite);
            let reward = self.judge()?;
            self.nodes.push(node);
            let node = self.nodes.len() - 1;
            if reward >= 1.0 {
                return Ok(Some(self.path(node)));
            }
            *self.learned.ended.entry(key.clone()).or_default() += 1;
            self.graph
                .effect_mut(&before.app, before.structure(), &key)
                .failed += 1;
            self.note_failure(node, reward);
            self.nodes.pop();
            return Ok(None);
        }
        // What brings values or words of the goal into sight was no detour.
        node.shown = self.shown(&node);
        let revealed = node.shown & !self.nodes[from].shown & !used;
        if revealed != 0 && changed && self.screens.insert(signature) {
            node.cost -= (cost - REVEALING).clamp(0.0, MOST_REFUND);
        }
        let cost = node.cost;
        let known = self.seen.get(&(signature, used)).copied();
        let twin = back || known.is_some_and(|it| it <= cost);
        if twin && self.twins >= KEPT_TWINS {
            return Ok(None);
        }
        if twin {
            self.twins += 1;
            node.cost += if pressed && !changed { PRESSED } else { SEEN_BEFORE };
        } else {
            self.seen.insert((signature, used), cost);
        }
        node.checkpoint = self.env.checkpoint();
        self.nodes.push(node);
        let node = self.nodes.len() - 1;
        self.note_screen(node);
        self.at = Some(node);
        self.enqueue(node);
        Ok(None)
    }
}
