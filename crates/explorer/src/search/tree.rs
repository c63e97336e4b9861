//! The search tree: nodes, the queue of what to try next, and the episodes it takes.

mod vary;

use std::{
    cmp::Ordering,
    collections::{BinaryHeap, HashMap},
    sync::Arc,
    time::Instant,
};

use device::{Cancel, Checkpoint, DeviceError, DeviceInfo, Environment, EnvironmentError};
use task::Instance;
use trajectory::{Ending, Origin, Outcome, Recording, RecordingId, Step, VERSION};
use ui::{Element, ElementId, HardAction, Screen, Status};

use crate::graph::Graph;

use super::{
    Options, Progress, Report, SearchError,
    identity::locate,
    minimise::minimise,
    narrate::{change, deed},
    propose::{
        Candidate, Learned, Scene, action_name, closer, is_button, propose, values_shown, words_shown,
    },
    values::{Used, Values},
};

/// What an unused value adds to the estimate of what is left.
const PER_LANDMARK: f32 = 0.9;
/// What a word of the goal adds that was seen as the name of a button and not pressed.
const PER_WORD: f32 = 0.5;
/// What leaving the current episode for another node costs where that means reset and replay.
const RETURN: f32 = 1.0;
/// What is added for a state that looks like one that was seen: something hidden may differ.
const SEEN_BEFORE: f32 = 4.0;
/// What is added for an action that changed nothing visible.
const NO_CHANGE: f32 = 1.0;
/// What is added for an action that used nothing and changed data only.
const SAME_KIND: f32 = 1.0;
/// Actions in a row that may miss their deadline.
const MOST_TIMEOUTS: usize = 8;
/// Failed episodes that are kept.
const KEPT_FAILURES: usize = 5;
/// States that look like others and are kept all the same.
const KEPT_TWINS: usize = 3000;

/// A step to do again.
#[derive(Clone)]
pub(super) struct Planned {
    pub screen: Arc<Screen>,
    pub action: HardAction,
    pub why: String,
    pub key: String,
}

/// An episode that was done again.
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
    used: Used,
    cost: f32,
    depth: usize,
    checkpoint: Option<Checkpoint>,
    done: Vec<String>,
    typed: Vec<String>,
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
    seen: HashMap<(u64, Used), f32>,
    twins: usize,
    /// Words of the goal that were seen as names of what can be pressed.
    words_seen: Used,
    /// Values that a screen showed before they were typed.
    values_seen: Used,
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
            seen: HashMap::new(),
            twins: 0,
            words_seen: 0,
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
            screen,
            signature,
            used,
            cost: 0.0,
            depth: 0,
            checkpoint,
            done,
            typed,
            moves: None,
            next: 0,
            rest: 0.0,
        });
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

    fn stopped(&self, stop: Stop) -> (Option<Recording>, Outcome, String) {
        match stop {
            Stop::Device(reason) => (None, Outcome::DeviceLost, self.how_far(reason)),
            Stop::Cancelled => (
                None,
                Outcome::Cancelled,
                self.how_far("stopped by the user".to_owned()),
            ),
            Stop::Budget => {
                let spent = format!(
                    "{} episodes and {} steps in {:.1} s",
                    self.episodes,
                    self.steps,
                    self.started.elapsed().as_secs_f64()
                );
                (
                    None,
                    Outcome::OverBudget,
                    self.how_far(format!("the budget is spent: {spent}")),
                )
            }
        }
    }

    fn how_far(&self, what: String) -> String {
        let all = self.values.landmarks.len();
        if all == 0 {
            return what;
        }
        format!(
            "{what}; the best try used {} of {all} values: {}",
            self.most_used.0, self.most_used.1
        )
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

    /// The node whose next move is cheapest; where going back is dear, rather the one the device is in.
    fn next(&mut self) -> Option<usize> {
        let best = loop {
            let it = self.queue.pop()?;
            // An entry is out of date once another of its node's moves was taken; a newer one is queued.
            if self
                .worth(it.node)
                .is_some_and(|worth| worth.total_cmp(&it.worth) == Ordering::Equal)
            {
                break it;
            }
        };
        if !self.restores
            && let Some(at) = self.at
            && at != best.node
            && let Some(here) = self.worth(at)
            && here <= best.worth + RETURN
        {
            self.queue.push(best);
            return Some(at);
        }
        Some(best.node)
    }

    fn worth(&self, node: usize) -> Option<f32> {
        let it = &self.nodes[node];
        match &it.moves {
            None => Some(it.cost + it.rest),
            Some(moves) => moves.get(it.next).map(|(worth, _)| *worth),
        }
    }

    /// What is left to do: values that were not used, and words of the goal that were seen on buttons and
    /// in menus but not pressed.
    fn rest(&self, used: Used) -> f32 {
        let words = (self.words_seen & !used).count_ones() as f32;
        PER_LANDMARK * self.values.left(used) as f32 + PER_WORD * words.min(4.0)
    }

    /// Queue a node for its next move.
    fn enqueue(&mut self, node: usize) {
        if let Some(worth) = self.worth(node) {
            self.order += 1;
            self.queue.push(Entry {
                worth,
                order: self.order,
                node,
            });
        }
    }

    fn take(&mut self, node: usize) -> Option<Candidate> {
        let it = &mut self.nodes[node];
        let (_, taken) = it.moves.as_ref()?.get(it.next)?.clone();
        it.next += 1;
        Some(taken)
    }

    fn propose(&mut self, node: usize) {
        let it = &self.nodes[node];
        let limit = if self.options.step_limit == 0 {
            30
        } else {
            self.options.step_limit
        };
        let before = it.by.is_some().then(|| &*self.nodes[it.parent].screen);
        let scene = Scene {
            screen: &it.screen,
            before,
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
        };
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

    /// To say that the task is done: likelier the more of its values were used, and not while a text
    /// was just typed.
    fn ending(&self, node: &Node) -> Candidate {
        let left = self.values.left(node.used) as f32;
        let words = (self.words_seen & !node.used).count_ones() as f32;
        let last = node.by.as_ref().map(|it| &it.action);
        let before = &self.nodes[node.parent].screen;
        // A task is done by pressing something, or by leaving what saves itself.
        let open = match last {
            Some(HardAction::Click { target }) if before.get(*target).is_some_and(is_button) => 0.0,
            Some(HardAction::NavigateBack | HardAction::KeyboardEnter) => 0.4,
            Some(HardAction::Click { .. } | HardAction::DoubleTap { .. } | HardAction::Wait) => 1.0,
            Some(HardAction::InputText { .. } | HardAction::Answer { .. }) => 1.8,
            Some(_) | None => 2.5,
        };
        let cost = 0.9 + 2.2 * left + open + 0.8 * words.min(3.0);
        Candidate {
            action: HardAction::Status {
                goal_status: Status::Complete,
            },
            cost,
            uses: 0,
            why: "every value of the task was used".to_owned(),
            key: "status".to_owned(),
        }
    }

    /// Bring the device into a node's state. `false` where that can't be done again.
    fn go_to(&mut self, node: usize) -> Result<bool, Stop> {
        if self.at == Some(node) {
            return Ok(true);
        }
        self.at = None;
        if let Some(checkpoint) = &self.nodes[node].checkpoint {
            self.env.restore(checkpoint)?;
            self.at = Some(node);
            return Ok(true);
        }
        let path = self.path(node);
        self.rewind()?;
        for (screen, action) in path.iter().map(|it| (&it.screen, &it.action)) {
            self.may_go_on()?;
            if !self.again(screen, action)? || self.env.ended()? {
                return Ok(false);
            }
        }
        let screen = self.env.observe()?;
        let it = &mut self.nodes[node];
        // A page may look different when it is reached faster or slower; its moves name old indices.
        if screen.signature() != it.signature {
            if screen.structure() != it.screen.structure() {
                return Ok(false);
            }
            let old = Arc::clone(&it.screen);
            for (_, candidate) in it.moves.iter_mut().flatten() {
                candidate.action = candidate.action.map(
                    |id| old.get(*id).and_then(|e| locate(&screen, e, *id)).unwrap_or(*id),
                    String::clone,
                );
            }
            let count = screen.elements.len();
            let next = it.next;
            if let Some(moves) = &mut it.moves {
                let mut idx = 0;
                moves.retain(|(_, c)| {
                    idx += 1;
                    idx <= next || c.action.target().is_none_or(|id| id.0 < count)
                });
            }
            it.signature = screen.signature();
            it.screen = Arc::new(screen);
        }
        self.at = Some(node);
        Ok(true)
    }

    /// The beginning of the search's episode: the root's checkpoint, or reset and the steps before it.
    fn rewind(&mut self) -> Result<(), Stop> {
        self.at = None;
        if let Some(checkpoint) = &self.nodes[0].checkpoint {
            self.env.restore(checkpoint)?;
            return Ok(());
        }
        self.env.reset(self.instance)?;
        for step in &self.options.prefix {
            self.again(&step.screen, &step.action)?;
        }
        Ok(())
    }

    /// Do a recorded action again. `false` where its element is not there.
    fn again(&mut self, recorded: &Screen, action: &HardAction) -> Result<bool, Stop> {
        let action = match action.target() {
            None => action.clone(),
            Some(_) => {
                let screen = self.env.observe()?;
                let Some(action) = relocate(recorded, &screen, action) else {
                    return Ok(false);
                };
                action
            }
        };
        self.steps += 1;
        self.act(&action)
    }

    /// Act. `false` where this action is not possible here; that the device is gone is an error.
    fn act(&mut self, action: &HardAction) -> Result<bool, Stop> {
        match self.env.act(action) {
            Ok(()) => {
                self.timeouts = 0;
                Ok(true)
            }
            Err(
                DeviceError::NoElement { .. } | DeviceError::Unsupported { .. } | DeviceError::NoApp { .. },
            ) => Ok(false),
            // Something that covers an element or keeps it moving costs a deadline; a device that hangs
            // misses one after the other.
            Err(DeviceError::Timeout { .. }) if self.timeouts < MOST_TIMEOUTS => {
                self.timeouts += 1;
                Ok(false)
            }
            Err(
                error
                @ (DeviceError::Lost { .. } | DeviceError::NoStart { .. } | DeviceError::Timeout { .. }),
            ) => Err(error.into()),
        }
    }

    fn judge(&mut self) -> Result<f64, Stop> {
        self.at = None;
        self.episodes += 1;
        Ok(self.env.finish()?)
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
        let mut used = parent.used | candidate.uses;
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
        let cost = parent.cost + candidate.cost + stale;
        let depth = parent.depth + 1;
        let key = candidate.key.clone();
        let rest = self.rest(used);
        let node = Node {
            parent: from,
            by: Some(candidate),
            screen,
            signature,
            used,
            cost,
            depth,
            checkpoint: None,
            done,
            typed,
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
        let known = self.seen.get(&(signature, used)).copied();
        let twin = back || known.is_some_and(|it| it <= cost);
        if twin && self.twins >= KEPT_TWINS {
            return Ok(None);
        }
        let mut node = node;
        if twin {
            self.twins += 1;
            node.cost += SEEN_BEFORE;
        } else {
            self.seen.insert((signature, used), cost);
        }
        node.checkpoint = self.env.checkpoint();
        self.nodes.push(node);
        let node = self.nodes.len() - 1;
        self.at = Some(node);
        self.enqueue(node);
        Ok(None)
    }

    fn note_effect(&mut self, before: &Screen, key: &str, after: &Screen, changed: bool) {
        let structure = before.structure();
        let seen = if changed {
            &mut self.learned.moved
        } else {
            &mut self.learned.idle
        };
        *seen.entry((structure, key.to_owned())).or_default() += 1;
        let effect = self.graph.effect_mut(&before.app, structure, key);
        if changed {
            effect.changed += 1;
            *effect.leads_to.entry(after.structure()).or_default() += 1;
        } else {
            effect.unchanged += 1;
        }
    }

    fn note_failure(&mut self, node: usize, reward: f64) {
        let left = self.values.left(self.nodes[node].used);
        let run = Run {
            steps: self.path(node).into_iter().map(|it| step_of(&it)).collect(),
            last: Arc::clone(&self.nodes[node].screen),
            reward,
            keys: Vec::new(),
        };
        let deeds = run
            .steps
            .iter()
            .map(|it| deed(&it.screen, &it.action))
            .collect::<Vec<_>>()
            .join(", ");
        let used = self.values.landmarks.len() - left;
        if used > self.most_used.0 || self.most_used.1.is_empty() {
            self.most_used = (used, deeds.clone());
        }
        tracing::debug!(episode = self.episodes, reward, "{deeds}");
        let recording = self.recording_of(run);
        (self.progress)(&Progress {
            episodes: self.episodes,
            steps: self.steps,
            note: &deeds,
            episode: Some(&recording),
        });
        self.failed.push((left, recording));
        if self.failed.len() > KEPT_FAILURES {
            self.failed.sort_by_key(|(left, _)| *left);
            self.failed.truncate(KEPT_FAILURES);
        }
    }

    /// The steps from the root to a node.
    fn path(&self, mut node: usize) -> Vec<Planned> {
        let mut path = Vec::new();
        while let Some(by) = &self.nodes[node].by {
            let parent = self.nodes[node].parent;
            path.push(Planned {
                screen: Arc::clone(&self.nodes[parent].screen),
                action: by.action.clone(),
                why: by.why.clone(),
                key: by.key.clone(),
            });
            node = parent;
        }
        path.reverse();
        path
    }

    /// Do a path again from the beginning and judge it; `None` where an element was not there.
    pub fn run(&mut self, path: &[Planned]) -> Result<Option<Run>, Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        self.rewind()?;
        let mut steps = Vec::new();
        let mut keys = Vec::new();
        for it in path {
            let screen = self.env.observe()?;
            let Some(action) = relocate(&it.screen, &screen, &it.action) else {
                return Ok(None);
            };
            self.steps += 1;
            if !self.act(&action)? {
                return Ok(None);
            }
            steps.push(step_of(&Planned {
                screen: Arc::new(screen),
                action,
                why: it.why.clone(),
                key: String::new(),
            }));
            keys.push(it.key.clone());
            if self.env.ended()? {
                break;
            }
        }
        let last = Arc::new(self.env.observe()?);
        let reward = self.judge()?;
        Ok(Some(Run {
            steps,
            last,
            reward,
            keys,
        }))
    }

    fn learn_from(&mut self, run: &Run) {
        for (idx, (step, key)) in run.steps.iter().zip(&run.keys).enumerate() {
            let effect = self
                .graph
                .effect_mut(&step.screen.app, step.screen.structure(), key);
            effect.useful += 1;
            if idx + 1 == run.steps.len() {
                effect.rewarded += 1;
            }
        }
    }

    fn recording_of(&self, mut run: Run) -> Recording {
        for idx in 0..run.steps.len() {
            let after = run
                .steps
                .get(idx + 1)
                .map_or_else(|| Arc::clone(&run.last), |it| Arc::clone(&it.screen));
            let step = &mut run.steps[idx];
            step.summary = Some(format!(
                "{}; {}",
                deed(&step.screen, &step.action),
                change(&step.screen, &after)
            ));
        }
        let reached = run.reward >= 1.0;
        let deeds: Vec<String> = run.steps.iter().map(|it| deed(&it.screen, &it.action)).collect();
        let verdict = if reached {
            "The task was done"
        } else {
            "The task was not done"
        };
        Recording {
            version: VERSION,
            id: RecordingId(format!(
                "{}-{}-search-{}",
                self.instance.task_type, self.instance.seed, self.episodes
            )),
            origin: Origin::Search,
            instance: self.instance.clone(),
            steps: run.steps,
            last: run.last,
            breakpoint: None,
            ending: Ending {
                outcome: if reached {
                    Outcome::Reached
                } else {
                    Outcome::NotReached
                },
                diagnostic: None,
            },
            reward: Some(run.reward),
            answer: None,
            conclusion: Some(format!("{verdict}: {}.", deeds.join(", "))),
            reflection: None,
        }
    }
}

fn step_of(it: &Planned) -> Step {
    Step {
        screen: Arc::clone(&it.screen),
        screenshot: None,
        action: it.action.clone(),
        reason: Some(it.why.clone()),
        summary: None,
        position: None,
    }
}

/// The same action on another screen, by what its target was.
fn relocate(recorded: &Screen, screen: &Screen, action: &HardAction) -> Option<HardAction> {
    let target = |id: &ElementId| recorded.get(*id).and_then(|it| locate(screen, it, *id)).ok_or(());
    action.try_map(target, |it| Ok(it.clone())).ok()
}
