//! Doing a move: the node it leads to, or the end of the episode.

use std::sync::Arc;

use ui::{HardAction, Role, Screen};

use super::{
    super::{
        propose::{Candidate, Deed, closer, overwritten, reached, refused},
        values::Used,
    },
    Node, Planned, Stop, Tree,
};

/// States that look like others and are kept all the same.
const KEPT_TWINS: usize = 3000;

/// What a move did, before it is a node.
struct Arrival {
    from: usize,
    screen: Arc<Screen>,
    signature: u64,
    structure: u64,
    /// Whether anything visible changed.
    changed: bool,
    /// What was used up to here.
    used: Used,
    /// Whether the episode was here before: what was used since left no trace.
    back: bool,
    /// Whether a button was pressed.
    pressed: bool,
}

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
        if self
            .guard
            .check(self.env, &candidate.action, &before.app)
            .is_err()
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
        let ended = self.env.has_ended()?;
        let Some(screen) = self.look()?.map(Arc::new) else {
            return Ok(None);
        };
        let arrival = self.arrive(from, &candidate, screen);
        let cost = candidate.cost + self.stale(&candidate, &arrival);
        let node = self.node(candidate, &arrival, cost);
        if ended {
            return self.ended_with(node);
        }
        self.keep(node, &arrival, cost);
        Ok(None)
    }

    /// What a move did: what changed, and which values and words of the goal were used with it.
    fn arrive(&mut self, from: usize, candidate: &Candidate, screen: Arc<Screen>) -> Arrival {
        let before = Arc::clone(&self.nodes[from].screen);
        let signature = screen.signature();
        let changed = signature != self.nodes[from].signature;
        let structure = screen.structure();
        self.note_effect(from, &candidate.key, structure, changed);
        let uses = if refused(&before, &screen, &candidate.action) {
            0
        } else {
            candidate.uses
        };
        let parent = &self.nodes[from];
        let lost = overwritten(&self.values, &before, &parent.typed, &candidate.action);
        let mut used = parent.used & !lost | uses | reached(&self.values, &before, &screen);
        let back = self.been_here(from, signature).filter(|_| changed);
        if let Some(ancestor) = back {
            used = self.nodes[ancestor].used;
        }
        let target = candidate.action.target().and_then(|id| before.get(*id));
        Arrival {
            from,
            screen,
            signature,
            structure,
            changed,
            used,
            back: back.is_some(),
            pressed: target.is_some_and(|it| it.is(Role::Button)),
        }
    }

    /// Where the episode showed this screen before it came to a node.
    fn been_here(&self, from: usize, signature: u64) -> Option<usize> {
        let mut at = from;
        while self.nodes[at].by.is_some() {
            at = self.nodes[at].parent;
            if self.nodes[at].signature == signature {
                return Some(at);
            }
        }
        None
    }

    /// What is added to a move's cost for what it did. What changed data only, and used nothing, is hardly on the
    /// way; a button may well do so, though: that is how things are saved.
    fn stale(&self, candidate: &Candidate, arrival: &Arrival) -> f32 {
        let weights = &self.options.weights;
        let parent = &self.nodes[arrival.from];
        let (before, screen) = (&parent.screen, &arrival.screen);
        let used_more = arrival.used & !parent.used != 0 || closer(&self.values, before, screen);
        let scrolled = matches!(candidate.action, HardAction::Scroll { .. } | HardAction::Wait);
        let of_the_task = candidate.uses & self.values.all != 0;
        let several = self.values.several.is_some() && of_the_task;
        match (arrival.changed, used_more || arrival.pressed || scrolled) {
            // One of many that are all to be pressed need not show that it was.
            (_, false) if several => 0.0,
            (false, _) if self.values.plural && of_the_task => 0.0,
            (false, _) => weights.no_change,
            (true, true) => 0.0,
            (true, false) if arrival.structure != parent.structure => 0.0,
            (true, false) if matches!(candidate.action, HardAction::InputText { .. }) => 0.0,
            (true, false) => weights.data_only,
        }
    }

    /// The node that a move leads to.
    fn node(&self, candidate: Candidate, arrival: &Arrival, cost: f32) -> Node {
        let parent = &self.nodes[arrival.from];
        let mut done = parent.done.clone();
        done.push(Arc::new(Deed::of(&parent.screen, &candidate.action)));
        let mut typed = parent.typed.clone();
        typed.extend(candidate.action.value().cloned());
        Node {
            parent: arrival.from,
            by: Some(candidate),
            structure: arrival.structure,
            screen: Arc::clone(&arrival.screen),
            signature: arrival.signature,
            used: arrival.used,
            cost: parent.cost + cost,
            depth: parent.depth + 1,
            checkpoint: None,
            done,
            typed,
            shown: 0,
            moves: None,
            next: 0,
            rest: self.rest(arrival.used),
        }
    }

    /// The environment ended the episode with this node: the path if it was rewarded.
    fn ended_with(&mut self, node: Node) -> Result<Option<Vec<Planned>>, Stop> {
        self.self_ending = true;
        self.graph.note_ends_itself(&self.instance.suite);
        let reward = self.judge()?;
        self.nodes.push(node);
        let last = self.nodes.len() - 1;
        if reward >= 1.0 {
            return Ok(Some(self.path(last)));
        }
        let it = &self.nodes[last];
        let before = &self.nodes[it.parent];
        if let Some(by) = &it.by {
            self.graph
                .effect_mut(&before.screen.app, before.structure, &by.key)
                .failed += 1;
        }
        self.note_failure(last, reward);
        self.nodes.pop();
        Ok(None)
    }

    /// Keep a node and queue it; of states that look like others not too many.
    fn keep(&mut self, mut node: Node, arrival: &Arrival, cost: f32) {
        let weights = &self.options.weights;
        // What brings values or words of the goal into sight was no detour.
        node.shown = self.shown(&node);
        let revealed = node.shown & !self.nodes[arrival.from].shown & !arrival.used;
        if revealed != 0 && arrival.changed && self.screens.insert(arrival.signature) {
            node.cost -= (cost - weights.revealing).clamp(0.0, weights.most_refund);
        }
        let state = (arrival.signature, arrival.used);
        let known = self.seen.get(&state).copied();
        let twin = arrival.back || known.is_some_and(|it| it <= node.cost);
        if twin && self.twins >= KEPT_TWINS {
            return;
        }
        if twin {
            self.twins += 1;
            node.cost += if arrival.pressed && !arrival.changed {
                weights.pressed_without_sign
            } else {
                weights.seen_before
            };
        } else {
            self.seen.insert(state, node.cost);
        }
        node.checkpoint = self.env.checkpoints().map(|it| it.checkpoint());
        self.nodes.push(node);
        let node = self.nodes.len() - 1;
        self.note_screen(node);
        self.at = Some(node);
        self.enqueue(node);
    }
}
