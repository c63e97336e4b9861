//! The search tree: nodes, the queue of what to try next, and the episodes it takes.

mod episode;
mod queue;
mod record;
mod vary;

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BinaryHeap, HashMap, HashSet},
    rc::Rc,
    sync::Arc,
    time::Instant,
};

use device::{Cancel, Checkpoint, DeviceError, DeviceInfo, Environment, EnvironmentError};
use task::Instance;
use trajectory::{Outcome, Recording, Step};
use ui::{Element, HardAction, Screen};

use crate::graph::Graph;

use super::{
    Options, Progress, Report, SearchError,
    minimise::minimise,
    propose::{
        Candidate, Learned, Scene, action_name, closer, is_button, overwritten, propose, reached,
        values_shown, words_shown,
    },
    values::{Used, Values},
};

/// What a step costs that brings values or words of the goal into sight, if it was dearer before...
const REVEALING: f32 = 0.6;
/// ... and how much of its cost is given back for that at most.
const MOST_REFUND: f32 = 2.2;
/// Farther away, a screen with a word of the goal is no reason for an action.
const FARTHEST: usize = 2;
/// What is added for a state that looks like one that was seen: something hidden may differ.
const SEEN_BEFORE: f32 = 4.0;
/// What is added for an action that changed nothing visible.
const NO_CHANGE: f32 = 1.0;
/// What is added for an action that used nothing and changed data only.
const SAME_KIND: f32 = 1.0;
/// States that look like others and are kept all the same.
const KEPT_TWINS: usize = 3000;

/// A step to do again.
#[derive(Clone)]
pub(super) struct Planned {
    pub screen: Arc<Screen>,
    pub action: HardAction,
    pub why: String,
    pub key: String,
    /// Whether it goes on with what the step before it began: they stay together.
    pub goes_on: bool,
}

/// An episode that was done again.
#[derive(Clone)]
pub(super) struct Run {
    pub steps: Vec<Step>,
    pub last: Arc<Screen>,
    pub reward: f64,
    pub keys: Vec<String>,
}

/// Why a search ends early.
pub(super) enum Stop {
    Device(String),
    Cancelled,
    Budget,
}

impl From<DeviceError> for Stop {
    fn from(error: DeviceError) -> Self {
        Stop::Device(error.to_string())
    }
}

impl From<EnvironmentError> for Stop {
    fn from(error: EnvironmentError) -> Self {
        Stop::Device(error.to_string())
    }
}

struct Node {
    parent: usize,
    /// What led here from the parent; `None` at the root.
    by: Option<Candidate>,
    screen: Arc<Screen>,
    signature: u64,
    structure: u64,
    used: Used,
    cost: f32,
    depth: usize,
    checkpoint: Option<Checkpoint>,
    done: Vec<String>,
    typed: Vec<String>,
    /// Values and words of the goal that the screen shows.
    shown: Used,
    /// What to try here with what each is worth, best first; `None` until it is wanted.
    moves: Option<Vec<(f32, Candidate)>>,
    /// The estimate of what is left.
    rest: f32,
    next: usize,
}

/// A node with what its next move is worth.
struct Entry {
    worth: f32,
    order: u64,
    node: usize,
    /// Which of the node's moves it stands for; `None` for having none yet.
    next: Option<usize>,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    // The greatest of a heap comes first: the cheapest, and of those the latest, which is deepest.
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .worth
            .total_cmp(&self.worth)
            .then(self.order.cmp(&other.order))
    }
}

/// The search.
pub(super) struct Tree<'a> {
    env: &'a mut dyn Environment,
    instance: &'a Instance,
    options: &'a Options,
    graph: &'a mut Graph,
    cancel: &'a Cancel,
    progress: &'a mut dyn FnMut(&Progress),
    values: Values,
    info: DeviceInfo,
    learned: Learned,
    nodes: Vec<Node>,
    queue: BinaryHeap<Entry>,
    /// How many moves were done on each kind of screen.
    taken: HashMap<u64, u32>,
    seen: HashMap<(u64, Used), f32>,
    twins: usize,
    /// Words of the goal that were seen as names of what can be pressed.
    words_seen: Used,
    /// The words of the goal that are on every screen of a kind.
    words_of: HashMap<u64, Used>,
    /// Values that a screen showed before they were typed.
    values_seen: Used,
    /// Signatures of the screens that brought values or words of the goal into sight.
    screens: HashSet<u64>,
    /// Signatures of the screens that the map knows.
    noted: HashSet<u64>,
    /// What a screen's names say of the goal, by its signature.
    named: HashMap<u64, Used>,
    /// How far screens are from those with some of the goal's words, with the step at which that was found.
    away: HashMap<Used, (usize, Rc<BTreeMap<u64, usize>>)>,
    /// Apps that were in front.
    apps: HashSet<String>,
    /// The node whose state the device is in.
    at: Option<usize>,
    /// Whether the environment ends episodes by itself, as far as was seen.
    self_ending: bool,
    restores: bool,
    /// Actions in a row that missed their deadline.
    timeouts: usize,
    episodes: usize,
    steps: usize,
    order: u64,
    started: Instant,
    failed: Vec<(usize, Recording)>,
    most_used: (usize, String),
}

impl<'a> Tree<'a> {
    /// Set up the instance and look at it.
    pub fn start(
        env: &'a mut dyn Environment,
        instance: &'a Instance,
        options: &'a Options,
        graph: &'a mut Graph,
        cancel: &'a Cancel,
        progress: &'a mut dyn FnMut(&Progress),
    ) -> Result<Self, SearchError> {
        if !options.from_here {
            env.reset(instance)?;
        }
        let screen = Arc::new(env.observe().map_err(EnvironmentError::from)?);
        let checkpoint = env.checkpoint();
        let values = Values::of(instance);
        let info = env.info();
        let restores = checkpoint.is_some();
        let mut tree = Self {
            info,
            values,
            learned: Learned::default(),
            nodes: Vec::new(),
            queue: BinaryHeap::new(),
            taken: HashMap::new(),
            seen: HashMap::new(),
            twins: 0,
            words_seen: 0,
            words_of: HashMap::new(),
            screens: HashSet::new(),
            noted: HashSet::new(),
            named: HashMap::new(),
            away: HashMap::new(),
            apps: HashSet::new(),
            values_seen: 0,
            at: Some(0),
            self_ending: graph.ends_itself(&instance.suite),
            restores,
            timeouts: 0,
            episodes: 0,
            steps: 0,
            order: 0,
            started: Instant::now(),
            failed: Vec::new(),
            most_used: (0, String::new()),
            env,
            instance,
            options,
            graph,
            cancel,
            progress,
        };
        let (mut used, mut done, mut typed) = (0, Vec::new(), Vec::new());
        for step in &options.prefix {
            done.push(action_name(&step.screen, &step.action));
            if let Some(text) = step.action.value() {
                typed.push(text.clone());
            }
            let target = step.action.target().and_then(|id| step.screen.get(*id));
            let shown: Vec<&str> = target
                .into_iter()
                .flat_map(Element::words)
                .chain(step.action.value().map(String::as_str))
                .collect();
            for offer in tree
                .values
                .offers
                .iter()
                .filter(|it| shown.contains(&it.text.as_str()))
            {
                used |= offer.uses;
            }
        }
        let signature = screen.signature();
        tree.seen.insert((signature, used), 0.0);
        tree.nodes.push(Node {
            parent: 0,
            by: None,
            structure: screen.structure(),
            screen,
            signature,
            used,
            cost: 0.0,
            depth: 0,
            checkpoint,
            done,
            typed,
            shown: 0,
            moves: None,
            next: 0,
            rest: 0.0,
        });
        for (screen, words) in tree.graph.words() {
            tree.words_of.insert(screen, tree.values.goal_bits(words));
        }
        tree.note_screen(0);
        let root = tree.nodes.remove(0);
        let shown = tree.shown(&root);
        tree.nodes.push(Node { shown, ..root });
        tree.enqueue(0);
        Ok(tree)
    }

    /// Search until something is found or nothing may be spent any more.
    pub fn grow(mut self) -> Report {
        let found = self.find();
        let found_after = self.episodes;
        let (recording, outcome, tried) = match found {
            Ok(Some(path)) => {
                let whole = path.clone();
                match minimise(&mut self, path) {
                    Ok(Some(run)) => {
                        let tried = format!("reached after {found_after} episodes; {} of {} steps were needed", run.steps.len(), whole.len());
                        self.learn_from(&run);
                        (Some(self.recording_of(run)), Outcome::Reached, tried)
                    }
                    Ok(None) => (None, Outcome::Stuck, "an episode reached the reward, but not when it was done again: the task does not repeat".to_owned()),
                    Err(stop) => self.stopped(stop),
                }
            }
            Ok(None) => {
                let tried = format!("everything found on {} states was tried", self.nodes.len());
                (None, Outcome::Stuck, self.how_far(tried))
            }
            Err(stop) => self.stopped(stop),
        };
        self.failed.sort_by_key(|(left, _)| *left);
        Report {
            recording,
            failed: self.failed.into_iter().map(|(_, it)| it).collect(),
            episodes: self.episodes,
            found_after,
            steps: self.steps,
            tried,
            outcome,
        }
    }

    fn find(&mut self) -> Result<Option<Vec<Planned>>, Stop> {
        if !self.options.hints.is_empty()
            && let Some(path) = self.vary()?
        {
            return Ok(Some(path));
        }
        while let Some(node) = self.next() {
            self.may_go_on()?;
            if self.nodes[node].moves.is_none() {
                self.propose(node);
                self.enqueue(node);
                continue;
            }
            let Some(candidate) = self.take(node) else {
                continue;
            };
            self.enqueue(node);
            if !self.go_to(node)? {
                continue;
            }
            if matches!(candidate.action, HardAction::Status { .. }) {
                let reward = self.judge()?;
                if reward >= 1.0 {
                    return Ok(Some(self.path(node)));
                }
                self.note_not_done(node);
                self.note_failure(node, reward);
                continue;
            }
            if let Some(path) = self.step(node, candidate)? {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    fn may_go_on(&self) -> Result<(), Stop> {
        let budget = &self.options.budget;
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        let over = self.episodes >= budget.episodes
            || self.steps >= budget.steps
            || self.started.elapsed().as_secs_f64() >= budget.seconds;
        if over { Err(Stop::Budget) } else { Ok(()) }
    }

    fn propose(&mut self, node: usize) {
        let away = self.away(node);
        let it = &self.nodes[node];
        let limit = if self.options.step_limit == 0 {
            30
        } else {
            self.options.step_limit
        };
        let trail = self.trail(node);
        let scene = self.scene(it, &trail, &away);
        let shown = words_shown(&scene);
        let values = values_shown(&scene);
        let mut moves = if it.depth < limit {
            propose(&scene)
        } else {
            Vec::new()
        };
        self.words_seen |= shown;
        self.values_seen |= values;
        let it = &self.nodes[node];
        if !self.self_ending && it.by.is_some() {
            moves.push(self.ending(it));
        }
        let (used, cost) = (it.used, it.cost);
        let mut moves: Vec<(f32, Candidate)> = moves
            .into_iter()
            .map(|it| (cost + it.cost + self.rest(used | it.uses), it))
            .collect();
        moves.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        self.nodes[node].moves = Some(moves);
    }

    /// What a node's moves are made from.
    fn scene<'s>(
        &'s self,
        it: &'s Node,
        trail: &'s [(String, Used)],
        away: &'s BTreeMap<u64, usize>,
    ) -> Scene<'s> {
        Scene {
            screen: &it.screen,
            before: it.by.as_ref().map(|_| &*self.nodes[it.parent].screen),
            last: it.by.as_ref().map(|by| (&by.action, by.key.as_str())),
            used: it.used,
            done: &it.done,
            typed: &it.typed,
            values: &self.values,
            graph: self.graph,
            learned: &self.learned,
            device: &self.info,
            hints: &self.options.hints,
            values_seen: self.values_seen,
            entry: it.by.as_ref().and_then(|by| by.entry.as_deref()),
            trail,
            away,
        }
    }

    /// The values and words of the goal that a node's screen shows.
    fn shown(&mut self, node: &Node) -> Used {
        let nowhere = BTreeMap::new();
        let scene = self.scene(node, &[], &nowhere);
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
        let open = !it.used & !bits(it.screen.structure());
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

    /// The keys of what was done up to a node, with what each used.
    fn trail(&self, mut node: usize) -> Vec<(String, Used)> {
        let mut trail = Vec::new();
        while let Some(by) = &self.nodes[node].by {
            trail.push((by.key.clone(), by.uses));
            node = self.nodes[node].parent;
        }
        trail.reverse();
        trail
    }

    /// Do a move; the path to success if it ended the episode well.
    fn step(&mut self, from: usize, candidate: Candidate) -> Result<Option<Vec<Planned>>, Stop> {
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
        let mut used = parent.used & !lost | candidate.uses | reached(&self.values, &before, &screen);
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
        let stale = match (changed, used_more || pressed || scrolled) {
            // One of many that are all to be pressed need not show that it was.
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
            node.cost += SEEN_BEFORE;
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
