//! A node to what to try there, with what each move is worth; and what the node's screen says of the goal.

use std::{collections::BTreeMap, rc::Rc, sync::Arc};

use ui::Screen;

use super::{
    super::{
        propose::{Candidate, REMEMBERED, Scene, propose, values_shown, words_shown},
        values::Used,
    },
    Node, Tree,
};

/// Farther away, a screen with a word of the goal is no reason for an action.
const FARTHEST: usize = 2;
impl Tree<'_> {
    pub(super) fn propose(&mut self, node: usize) {
        let away = self.away(node);
        let it = &self.nodes[node];
        let limit = if self.options.step_limit == 0 {
            30
        } else {
            self.options.step_limit
        };
        let earlier = self.earlier(node);
        let scene = Scene {
            earlier: &earlier,
            ..self.scene(it, &away)
        };
        let shown = words_shown(&scene);
        let values = values_shown(&scene);
        let mut moves = if it.depth < limit {
            propose(&scene)
        } else {
            Vec::new()
        };
        let screen = &it.screen;
        moves.retain(|it| {
            let may = self.guard.check(self.env, &it.action, &screen.app);
            may.and_then(|()| self.guard.check_lasting(&it.action, screen))
                .is_ok()
        });
        self.words_seen |= shown;
        self.values_seen |= values;
        let it = &self.nodes[node];
        if !self.self_ending && it.by.is_some() {
            moves.push(self.ending(it));
        }
        let (used, cost) = (it.used, it.cost);
        moves.extend(self.asked.answers.remove(&node).unwrap_or_default());
        let least = moves.iter().map(|it| it.cost).fold(f32::INFINITY, f32::min);
        // What is best here is tried rather for being the best, however little speaks for it: else the search
        // stays where much seems likely and never comes to an end.
        let off = if least.is_finite() {
            self.options.weights.best_here * least
        } else {
            0.0
        };
        for it in &mut moves {
            it.cost -= off;
        }
        let mut moves: Vec<(f32, Candidate)> = moves
            .into_iter()
            .map(|it| (cost + it.cost + self.rest(used | it.uses), it))
            .collect();
        moves.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        self.nodes[node].moves = Some(moves);
    }

    /// What a node's moves are made from.
    pub(super) fn scene<'s>(&'s self, it: &'s Node, away: &'s BTreeMap<u64, usize>) -> Scene<'s> {
        Scene {
            screen: &it.screen,
            structure: it.structure,
            stays: it.by.is_some() && self.nodes[it.parent].structure == it.structure,
            before: it.by.as_ref().map(|_| &*self.nodes[it.parent].screen),
            last: it.by.as_ref().map(|by| (&by.action, by.key.as_str())),
            used: it.used,
            done: &it.done,
            typed: &it.typed,
            values: &self.values,
            graph: self.graph,
            learned: &self.learned,
            weights: &self.options.weights,
            device: &self.info,
            values_seen: self.values_seen,
            entry: it.by.as_ref().and_then(|by| by.entry.as_deref()),
            earlier: &[],
            goal: &self.instance.goal,
            away,
        }
    }

    /// Screens that the episode showed before a node's, the latest first.
    fn earlier(&self, mut node: usize) -> Vec<Arc<Screen>> {
        let mut structures = vec![self.nodes[node].structure];
        let mut all = Vec::new();
        while self.nodes[node].by.is_some() && all.len() < REMEMBERED {
            node = self.nodes[node].parent;
            let it = &self.nodes[node];
            if !structures.contains(&it.structure) {
                structures.push(it.structure);
                all.push(Arc::clone(&it.screen));
            }
        }
        all
    }

    /// The values and words of the goal that a node's screen shows.
    pub(super) fn shown(&mut self, node: &Node) -> Used {
        let nowhere = BTreeMap::new();
        let scene = self.scene(node, &nowhere);
        let values = values_shown(&scene);
        let words = self
            .named
            .get(&node.signature)
            .copied()
            .unwrap_or_else(|| words_shown(&scene));
        self.named.insert(node.signature, words);
        values | words
    }

    /// How far kinds of screens are from one with a word of the goal that is not here.
    fn away(&mut self, node: usize) -> Rc<BTreeMap<u64, usize>> {
        let bits = |screen| self.words_of.get(&screen).copied().unwrap_or(0);
        let it = &self.nodes[node];
        let open = !it.used & !bits(it.structure);
        // The map grows with every step; what it says changes slowly.
        if let Some((steps, known)) = self.away.get(&open)
            && self.steps <= steps + steps / 8 + 20
        {
            return Rc::clone(known);
        }
        let away = Rc::new(self.graph.distances(|screen| bits(screen) & open != 0, FARTHEST));
        self.away.insert(open, (self.steps, Rc::clone(&away)));
        away
    }
}
