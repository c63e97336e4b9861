//! The search tree: nodes, the queue of what to try next, and the episodes it takes.

mod answer;
mod each;
mod episode;
mod minimise;
mod moves;
mod queue;
mod record;
mod step;
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
use ui::{ActionKind, Element, HardAction, Lasting, Means, Screen, says_all};

use crate::{graph::Graph, policy::Guard};

use super::{
    propose::{Candidate, Deed, Learned, asks_for, is_unasked},
    records::{Pair, Records},
    request::{Options, Progress, Report, SearchError},
    values::{Used, Values},
};

/// Of the steps until the first way was found, how many times as many a better one is looked for...
const OTHER_WAYS: usize = 3;
/// ... and at least so many steps.
const LEAST_STEPS: usize = 30_000;
/// ... or so many, where the way does nothing unasked.
const LEAST_STEPS_FOR_NAMES: usize = 10_000;
/// Shorter values stand on many screens.
const LEAST_NAME: usize = 3;

/// A step to do again.
#[derive(Clone)]
pub(super) struct Planned {
    pub screen: Arc<Screen>,
    pub action: HardAction,
    pub why: String,
    pub key: String,
    /// The landmarks and words it uses.
    pub uses: Used,
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

/// What is wrong with a way that reaches the reward. Fewer are better, those of the first kind before those of the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Faults {
    /// Steps that do what nothing takes back, and the goal does not ask for that; and those that take all there is before such
    /// a step, where the goal says nothing of all.
    unasked: usize,
    /// Values of the task that were seen and left alone before the last step that nothing takes back: all that a list has may be
    /// gone, where the goal names one of it.
    passed_by: usize,
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
    done: Vec<Arc<Deed>>,
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

/// What is known of the answer that a goal asks for.
struct Asked {
    /// Whether the goal asks for one, and the device takes it.
    is_expected: bool,
    /// Signatures of the screens from which lists were read.
    read: HashSet<u64>,
    /// What lists and pages answer, by the node at whose end they were read.
    answers: HashMap<usize, Vec<Candidate>>,
    /// Answers that were given, with whether anything was typed before.
    given: HashSet<(String, bool)>,
}

impl Asked {
    /// What is known at the beginning.
    fn by(device: &DeviceInfo, goal: &str) -> Asked {
        Asked {
            is_expected: device.takes(ActionKind::Answer) && strings::asks(goal),
            read: HashSet::new(),
            answers: HashMap::new(),
            given: HashSet::new(),
        }
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
    /// Records that what is done for the values is to be done for as well, by what stands in the place of each value.
    others: Vec<Vec<Pair>>,
    info: DeviceInfo,
    /// The apps and actions that the search may use.
    guard: Guard,
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
    /// How often chains of actions were repeated for others, by their keys.
    repeated: HashMap<String, usize>,
    /// Apps that were in front.
    apps: HashSet<String>,
    /// The node whose state the device is in.
    at: Option<usize>,
    /// Whether the environment ends episodes by itself, as far as was seen.
    self_ending: bool,
    restores: bool,
    /// Whether what nothing takes back is done only where the goal asks for it.
    harmless_only: bool,
    /// Actions in a row that missed their deadline.
    timeouts: usize,
    /// Kinds of screens on which nothing changes by itself.
    still: HashSet<u64>,
    /// What is known of the answer that the goal asks for.
    asked: Asked,
    episodes: usize,
    steps: usize,
    order: u64,
    started: Instant,
    failed: Vec<(usize, Recording)>,
    best: Option<Best>,
}

/// The failed try that came furthest.
struct Best {
    /// Values of the goal that it used.
    used: usize,
    reward: f64,
    steps: usize,
    deeds: String,
}

impl<'a> Tree<'a> {
    /// Set up the instance and look at it. Where there are records, the first of them is looked for.
    pub fn start(
        env: &'a mut dyn Environment,
        instance: &'a Instance,
        records: Option<Records>,
        options: &'a Options,
        graph: &'a mut Graph,
        cancel: &'a Cancel,
        progress: &'a mut dyn FnMut(&Progress),
    ) -> Result<Self, SearchError> {
        if !options.from_here {
            env.reset(instance)?;
        }
        let screen = Arc::new(env.observe().map_err(EnvironmentError::from)?);
        let checkpoint = env.checkpoints().map(|it| it.checkpoint());
        let first = records.as_ref().map_or(instance, |it| &it.first);
        let values = Values::of(first, &options.weights);
        let guard = Guard::new(env, &env.scope(&instance.task_type), &options.policy)?;
        let mut info = env.info();
        guard.narrow(&mut info);
        let restores = checkpoint.is_some();
        let mut tree = Self {
            asked: Asked::by(&info, &instance.goal),
            info,
            guard,
            values,
            others: records.map_or_else(Vec::new, |it| it.others),
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
            repeated: HashMap::new(),
            apps: HashSet::new(),
            values_seen: 0,
            at: Some(0),
            self_ending: graph.ends_itself(&instance.suite),
            restores,
            harmless_only: false,
            timeouts: 0,
            still: HashSet::new(),
            episodes: 0,
            steps: 0,
            order: 0,
            started: Instant::now(),
            failed: Vec::new(),
            best: None,
            env,
            instance,
            options,
            graph,
            cancel,
            progress,
        };
        let (used, done, typed) = tree.before();
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

    /// What was used, done and typed before the search.
    fn before(&self) -> (Used, Vec<Arc<Deed>>, Vec<String>) {
        let (mut used, mut done, mut typed) = (0, Vec::new(), Vec::new());
        for step in &self.options.prefix {
            done.push(Arc::new(Deed::of(&step.screen, &step.action)));
            typed.extend(step.action.value().cloned());
            let target = step.action.target().and_then(|id| step.screen.get(*id));
            let shown: Vec<&str> = target
                .into_iter()
                .flat_map(Element::words)
                .chain(step.action.value().map(String::as_str))
                .collect();
            let offers = self.values.offers.iter();
            let shown = offers.filter(|it| shown.contains(&it.text.as_str()));
            used = shown.fold(used, |all, it| all | it.uses);
        }
        (used, done, typed)
    }

    /// Search until something is found or nothing may be spent any more.
    pub fn grow(mut self) -> Report {
        let found = self.find().and_then(|path| match path {
            Some(path) => self.better(path).map(Some),
            None => Ok(None),
        });
        let found_after = self.episodes;
        let (recording, outcome, tried) = match found {
            Ok(Some(path)) => {
                let whole = path.clone();
                match self.minimise(path) {
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
        if let Some(path) = self.nothing_to_do()? {
            return Ok(Some(path));
        }
        self.read_on(0)?;
        self.go_on(usize::MAX)
    }

    /// A way with fewer faults, if this one has any: such a way may be a little longer. Where going back is dear, or other
    /// instances have shown what they need, the first way has to do.
    fn better(&mut self, first: Vec<Planned>) -> Result<Vec<Planned>, Stop> {
        let mut least = self.faults(&first);
        if !self.restores || !self.options.hints.is_empty() || least == Faults::default() {
            return Ok(first);
        }
        self.harmless_only = first.iter().any(|it| self.is_unasked(&it.screen, &it.action));
        let few = match self.harmless_only {
            true => LEAST_STEPS,
            false => LEAST_STEPS_FOR_NAMES,
        };
        let until = self.steps.saturating_add((OTHER_WAYS * self.steps).max(few));
        let mut best = first;
        while least > Faults::default() {
            let found = match self.go_on(until) {
                Ok(Some(found)) => found,
                // A device that is gone is noticed when the way is done again.
                Ok(None) | Err(Stop::Budget | Stop::Device(_)) => break,
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            };
            let faults = self.faults(&found);
            if faults < least {
                (least, best) = (faults, found);
            }
        }
        Ok(best)
    }

    /// What is wrong with a way that reaches the reward.
    pub(super) fn faults(&self, path: &[Planned]) -> Faults {
        let is_unasked = |it: &&Planned| self.is_unasked(&it.screen, &it.action);
        let texts: Vec<&str> = self.values.landmarks.iter().map(|it| it.text.as_str()).collect();
        let lasts = |it: &Planned| {
            let lasting = Lasting::of(&it.action, &it.screen, &texts);
            lasting.is_some_and(|it| it.means == Means::Control)
        };
        let until_it_lasts = path.iter().rposition(lasts).map_or(0, |at| at + 1);
        let until_it_lasts = &path[..until_it_lasts];
        // What shows a value of the task is meant by its name, whatever the words of that are.
        let takes_all = |it: &&Planned| {
            let target = it.action.target().and_then(|id| it.screen.get(*id));
            !self.values.means_all && it.uses & self.values.all == 0 && target.is_some_and(says_all)
        };
        let unasked = path.iter().filter(is_unasked).count();
        let used = until_it_lasts.iter().fold(0, |all, it| all | it.uses);
        let passed_by = |(bit, text): &(usize, &&str)| {
            let mut elements = until_it_lasts.iter().flat_map(|it| &it.screen.elements);
            let is_name = text.chars().count() >= LEAST_NAME && text.chars().any(char::is_alphabetic);
            is_name && used & (1 << bit) == 0 && elements.any(|it| it.text.as_deref() == Some(**text))
        };
        Faults {
            unasked: unasked + until_it_lasts.iter().filter(takes_all).count(),
            passed_by: texts.iter().enumerate().filter(passed_by).count(),
        }
    }

    /// Whether an action does what nothing takes back and the goal does not ask for.
    fn is_unasked(&self, screen: &Screen, action: &HardAction) -> bool {
        let target = action.target().and_then(|id| screen.get(*id));
        let in_focus = screen
            .elements
            .iter()
            .find(|it| it.focused && action.presses_enter());
        let enter = in_focus.and_then(Lasting::of_enter_in);
        let mut pressed = target.into_iter().chain(in_focus);
        pressed.any(|it| is_unasked(&self.values, it))
            || enter.is_some_and(|it| !asks_for(&self.values, it.kind))
    }

    /// Whether any action that leads to a node does what is unasked.
    fn came_unasked(&self, mut node: usize) -> bool {
        while let Some(by) = &self.nodes[node].by {
            node = self.nodes[node].parent;
            if self.is_unasked(&self.nodes[node].screen, &by.action) {
                return true;
            }
        }
        false
    }

    /// Do what is worth most, again and again, until that reaches the reward or so many steps are done.
    fn go_on(&mut self, until: usize) -> Result<Option<Vec<Planned>>, Stop> {
        while self.steps < until
            && let Some(node) = self.next()
        {
            self.may_go_on()?;
            if self.harmless_only && self.came_unasked(node) {
                continue;
            }
            if self.nodes[node].moves.is_none() {
                self.propose(node);
                self.enqueue(node);
                continue;
            }
            let Some(candidate) = self.take(node) else {
                continue;
            };
            self.enqueue(node);
            if self.harmless_only && self.is_unasked(&self.nodes[node].screen, &candidate.action) {
                continue;
            }
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
            if matches!(candidate.action, HardAction::Answer { .. }) {
                if let Some(path) = self.answer(node, candidate)? {
                    return Ok(Some(path));
                }
                continue;
            }
            let count = self.nodes.len();
            if let Some(path) = self.step(node, candidate)? {
                return Ok(Some(path));
            }
            if self.nodes.len() > count {
                self.read_on(self.nodes.len() - 1)?;
            }
            if self.nodes.len() > count
                && let Some(path) = self.each(count)?
            {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// The shortest episode is tried first: the task may be done already. Where the judge costs a reset, or
    /// what was done before has not been judged good, it is no use to ask.
    fn nothing_to_do(&mut self) -> Result<Option<Vec<Planned>>, Stop> {
        if !self.restores || self.self_ending || self.options.from_here {
            return Ok(None);
        }
        let reward = self.judge()?;
        if reward >= 1.0 {
            return Ok(Some(Vec::new()));
        }
        self.note_failure(0, reward);
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
}
