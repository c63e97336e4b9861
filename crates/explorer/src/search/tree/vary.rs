//! What worked for another instance, with a small difference: the way of the hints is gone first as it is,
//! then with one move put in or put in a hint's place, the likeliest moves first.
//!
//! An instance that breaks a function mostly needs one step more or another value, so its solution lies
//! near the known way; best-first search from the beginning would look for it everywhere.

use std::collections::BTreeMap;

use ui::{ActionKind, Element, HardAction, Screen, SoftAction, find, same::kind};

use super::{
    super::propose::{Candidate, Deed, unfinished},
    Planned, Stop, Tree,
};

/// Of the episodes that may be spent, the part that goes to looking near the known way.
const PART: usize = 3;
/// The same where every try costs a reset and a replay.
const MOST_REPLAYS: usize = 40;
/// Moves that are put in at one place, at most.
const MOST_MOVES: usize = 16;

/// One difference from the known way.
struct Difference {
    /// After how many hints.
    at: usize,
    /// What is done there.
    candidate: Candidate,
    /// Whether it stands in the place of the next hint.
    replaces: bool,
}

impl Tree<'_> {
    /// Look near the way of the hints.
    pub(super) fn vary(&mut self) -> Result<Option<Vec<Planned>>, Stop> {
        // Node by node, the way as far as it goes; each with the hints that were done up to there.
        let mut way: Vec<(usize, Vec<usize>)> = vec![(0, Vec::new())];
        if let Some(path) = self.follow(&mut way, &[])? {
            return Ok(Some(path));
        }
        // The way leads to where the answer stands; what that is, is read there.
        if self.asked.is_expected {
            for (node, _) in way {
                self.read_on(node)?;
            }
            return Ok(None);
        }
        // Where several alike are still to be pressed, one difference is not enough.
        let nowhere = BTreeMap::new();
        if unfinished(&self.scene(&self.nodes[0], &nowhere)) {
            return Ok(None);
        }
        let mut differences = self.differences(&way);
        differences.sort_by(|a, b| a.candidate.cost.total_cmp(&b.candidate.cost));
        let most = if self.restores {
            self.options.budget.episodes / PART
        } else {
            MOST_REPLAYS
        };
        let until = self.episodes + most;
        for it in differences {
            if self.episodes >= until {
                break;
            }
            self.may_go_on()?;
            let (node, done) = way[it.at].clone();
            if !self.go_to(node)? {
                continue;
            }
            let skipped = if it.replaces {
                way.get(it.at + 1).and_then(|(_, done)| done.last().copied())
            } else {
                None
            };
            let count = self.nodes.len();
            if let Some(path) = self.step(node, it.candidate)? {
                return Ok(Some(path));
            }
            if self.nodes.len() == count {
                continue;
            }
            let mut branch = vec![(self.nodes.len() - 1, done)];
            if let Some(path) = self.follow(&mut branch, &Vec::from_iter(skipped))? {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// What may be done otherwise at each place of the way.
    fn differences(&mut self, way: &[(usize, Vec<usize>)]) -> Vec<Difference> {
        let mut differences: Vec<Difference> = Vec::new();
        for (at, (node, _)) in way.iter().enumerate() {
            if self.nodes[*node].moves.is_none() {
                self.propose(*node);
            }
            let next = way
                .get(at + 1)
                .and_then(|(node, _)| self.nodes[*node].by.as_ref())
                .map(|it| it.action.clone());
            let missed = self.missed(way, at);
            let screen = &self.nodes[*node].screen;
            let moves = self.nodes[*node].moves.iter().flatten().map(|(_, it)| it);
            let others = moves.filter(|it| {
                !matches!(it.action, HardAction::Status { .. }) && Some(&it.action) != next.as_ref()
            });
            let (mut likeliest, mut instead) = (MOST_MOVES, MOST_MOVES);
            for candidate in others {
                // A text in the place of a text: the field is right, the value is not.
                let replaces = next.as_ref().is_some_and(|it| {
                    it.kind() == candidate.action.kind() && it.target() == candidate.action.target()
                });
                // The same done to another entry of the list: it is meant here.
                let another = next
                    .as_ref()
                    .is_some_and(|it| is_done_to_its_like(screen, it, &candidate.action));
                let mut differ = |replaces: bool| {
                    differences.push(Difference {
                        at,
                        candidate: candidate.clone(),
                        replaces,
                    });
                };
                if another {
                    differ(true);
                }
                let kind = candidate.action.kind();
                if likeliest > 0 {
                    likeliest -= 1;
                    differ(replaces);
                } else if instead > 0 && missed.contains(&kind) {
                    instead -= 1;
                    differ(replaces);
                }
            }
        }
        differences
    }

    /// What kinds of actions were left out of the way at a place, because what they were done to is not here: they may be done
    /// to another thing.
    fn missed(&self, way: &[(usize, Vec<usize>)], at: usize) -> Vec<ActionKind> {
        let last = |at: usize| way.get(at).map(|(_, done)| done.last().map_or(0, |it| it + 1));
        let from = last(at).unwrap_or(0);
        let until = last(at + 1).map_or(self.options.hints.len(), |it| it - 1);
        let left_out = self.options.hints.get(from..until).unwrap_or_default();
        left_out.iter().map(SoftAction::kind).collect()
    }

    /// Go on with the hints that are still to be done, each time the first that finds its element; then end.
    fn follow(
        &mut self,
        way: &mut Vec<(usize, Vec<usize>)>,
        skipped: &[usize],
    ) -> Result<Option<Vec<Planned>>, Stop> {
        while let Some((node, done)) = way.last().cloned() {
            self.may_go_on()?;
            if !self.go_to(node)? {
                return Ok(None);
            }
            let Some((hint, candidate)) = self.hinted(node, &done, skipped) else {
                break;
            };
            let count = self.nodes.len();
            if let Some(path) = self.step(node, candidate)? {
                return Ok(Some(path));
            }
            if self.nodes.len() == count {
                return Ok(None);
            }
            let mut done = done;
            done.push(hint);
            way.push((self.nodes.len() - 1, done));
            // What was done for one of several may have to be done for the others.
            if let Some(path) = self.each(self.nodes.len() - 1)? {
                return Ok(Some(path));
            }
        }
        let Some((node, _)) = way.last() else {
            return Ok(None);
        };
        let node = *node;
        if self.self_ending || self.nodes[node].by.is_none() || !self.go_to(node)? {
            return Ok(None);
        }
        let reward = self.judge()?;
        if reward >= 1.0 {
            return Ok(Some(self.path(node)));
        }
        self.note_failure(node, reward);
        Ok(None)
    }

    /// The next hint at a node: the first behind the last one done that finds its element, as a move.
    fn hinted(&self, node: usize, done: &[usize], skipped: &[usize]) -> Option<(usize, Candidate)> {
        let screen = &self.nodes[node].screen;
        let from = done.last().map_or(0, |it| it + 1);
        let open = (from..self.options.hints.len()).filter(|it| !skipped.contains(it));
        for idx in open {
            let hint = &self.options.hints[idx];
            let found: Result<HardAction, ()> =
                hint.try_map(|it| find(screen, it).one().ok_or(()), |it| Ok(it.clone()));
            if let Ok(action) = found {
                let key = Deed::of(screen, &action).to_string();
                let why = "this worked for another instance".to_owned();
                return Some((
                    idx,
                    Candidate {
                        action,
                        cost: 0.0,
                        uses: 0,
                        why,
                        key,
                        entry: None,
                    },
                ));
            }
        }
        None
    }
}

/// Whether an action does what another one does to another entry of the same list.
fn is_done_to_its_like(screen: &Screen, one: &HardAction, other: &HardAction) -> bool {
    let target = |it: &HardAction| it.target().and_then(|id| screen.get(*id)).cloned();
    let (Some(a), Some(b)) = (target(one), target(other)) else {
        return false;
    };
    let entry = |it: &Element| it.resource_name.is_some() && !it.editable;
    a.path != b.path && one.kind() == other.kind() && entry(&a) && kind(&a) == kind(&b)
}
