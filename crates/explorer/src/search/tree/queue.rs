//! What is tried next: the order of the queue, and the estimate of what is left.

use ui::{HardAction, Role, Status};

use super::{
    super::{propose::Candidate, values::Used},
    Entry, Node, Tree,
};

impl Tree<'_> {
    /// The node whose next move is cheapest; where going back is dear, rather the one the device is in.
    pub(super) fn next(&mut self) -> Option<usize> {
        let best = loop {
            let it = self.queue.pop()?;
            // An entry is out of date once another of its node's moves was taken; a newer one is queued.
            if it.next
                != self.nodes[it.node]
                    .moves
                    .as_ref()
                    .map(|_| self.nodes[it.node].next)
            {
                continue;
            }
            match self.worth(it.node) {
                // Kinds of screens become dearer the more was done on them.
                Some(worth) if worth > it.worth => self.queue.push(Entry { worth, ..it }),
                Some(_) => break it,
                None => {}
            }
        };
        if !self.restores
            && let Some(at) = self.at
            && at != best.node
            && let Some(here) = self.worth(at)
            && here <= best.worth + self.options.weights.going_back
        {
            self.queue.push(best);
            return Some(at);
        }
        Some(best.node)
    }

    pub(super) fn worth(&self, node: usize) -> Option<f32> {
        let it = &self.nodes[node];
        let worth = match &it.moves {
            None => it.cost + it.rest,
            Some(moves) => moves.get(it.next)?.0,
        };
        let taken = self.taken.get(&it.structure).copied().unwrap_or(0) as f32;
        let weights = &self.options.weights;
        Some(worth + weights.tiring * (1.0 + taken / weights.soon_tired).log2())
    }

    /// What is left to do: values that were not used, and words of the goal that were seen on buttons and
    /// in menus but not pressed.
    pub(super) fn rest(&self, used: Used) -> f32 {
        let words = (self.words_seen & !used).count_ones() as f32;
        let weights = &self.options.weights;
        weights.value_left * self.values.left(used) as f32
            + weights.word_left * words.min(weights.most_words_left)
    }

    /// Queue a node for its next move.
    pub(super) fn enqueue(&mut self, node: usize) {
        if let Some(worth) = self.worth(node) {
            self.order += 1;
            let it = &self.nodes[node];
            self.queue.push(Entry {
                worth,
                order: self.order,
                node,
                next: it.moves.as_ref().map(|_| it.next),
            });
        }
    }

    pub(super) fn take(&mut self, node: usize) -> Option<Candidate> {
        let it = &mut self.nodes[node];
        let (_, taken) = it.moves.as_ref()?.get(it.next)?.clone();
        it.next += 1;
        *self.taken.entry(it.structure).or_default() += 1;
        Some(taken)
    }

    /// To say that the task is done: likelier the more of its values were used, and not while a text
    /// was just typed.
    pub(super) fn ending(&self, node: &Node) -> Candidate {
        let weights = &self.options.weights;
        let left = self.values.left(node.used) as f32;
        let words = (self.words_seen & !node.used).count_ones() as f32;
        let last = node.by.as_ref().map(|it| &it.action);
        let before = &self.nodes[node.parent].screen;
        // A task is done by pressing something, or by leaving what saves itself.
        let open = match last {
            Some(HardAction::Click { target })
                if before.get(*target).is_some_and(|it| it.is(Role::Button)) =>
            {
                0.0
            }
            Some(HardAction::Scroll { target: Some(id), .. })
                if before.get(*id).is_some_and(|it| it.is(Role::Slider)) =>
            {
                weights.done_after_leaving
            }
            Some(HardAction::NavigateBack | HardAction::KeyboardEnter) => weights.done_after_leaving,
            Some(HardAction::Click { .. } | HardAction::DoubleTap { .. } | HardAction::Wait) => {
                weights.done_after_press
            }
            Some(HardAction::InputText { .. } | HardAction::Answer { .. }) => weights.done_after_text,
            Some(_) | None => weights.done_after_other,
        };
        // The task was not done after this kind of step before: it hardly is now.
        let failed = node.by.as_ref().and_then(|by| {
            let at = (self.nodes[node.parent].structure, by.key.clone());
            self.learned.not_done.get(&at)
        });
        let failed = (*failed.unwrap_or(&0) as f32).min(weights.most_failed);
        // Of the goal's words, those that nothing was done for.
        let goal = self.values.goal.iter().filter(|it| it.bit != 0);
        let open_words = goal.clone().filter(|it| node.used & it.bit == 0).count() as f32;
        let unsaid = open_words / (goal.count().max(1) as f32);
        let cost = weights.done
            + weights.done_value_left * left
            + open
            + weights.done_word_left * words.min(weights.most_done_words_left)
            + weights.done_failed * failed
            + weights.done_words_unsaid * unsaid;
        Candidate {
            action: HardAction::Status {
                goal_status: Status::Complete,
            },
            cost,
            uses: 0,
            why: "every value of the task was used".to_owned(),
            key: "status".to_owned(),
            entry: None,
        }
    }
}
