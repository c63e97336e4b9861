//! What was done for one of several is done for each of the others: a chain of actions that comes back to where it
//! began, and took one thing away there, is repeated for the other values of its list, or for whatever of its kind
//! is left where the goal asks for all.
//!
//! The reward comes only when every one was dealt with. Best-first search would have to find the chain anew for each.

use ui::{
    Direction, Element, ElementId, HardAction, Screen,
    same::{is_same_kind, kind},
};

use super::{
    super::{
        costs::Weights,
        propose::{Candidate, is_shown},
        records::Pair,
        values::Used,
    },
    Planned, Stop, Tree,
    episode::relocate,
};

/// The fewest and the most actions of such a chain.
const CHAIN: std::ops::RangeInclusive<usize> = 2..=8;
/// The same of a chain that deals with a record.
const RECORD_CHAIN: std::ops::RangeInclusive<usize> = 2..=20;
/// Things that are dealt with one after the other, where the goal does not say how many.
const MOST_THINGS: usize = 30;
/// Scrolls in one direction until something is in sight.
const MOST_SCROLLS: usize = 12;
/// How often one kind of chain is repeated: the first time may have begun with the wrong thing.
const MOST_TRIES: usize = 3;

/// A chain that took something away.
struct Chain {
    /// Its nodes, from the one after its beginning to the one it came back with.
    nodes: Vec<usize>,
    /// The value it was done for; without one it was done for a thing of this kind.
    of: Subject,
}

enum Subject {
    /// A value of a list: its bit.
    Value(usize),
    /// One of several elements that are alike: an example.
    Alike(Box<Element>),
}

/// What a chain is repeated for.
#[derive(Clone, Copy)]
enum Other<'a> {
    /// In the place of one value of a list, another.
    Value(usize, usize),
    /// The next thing that is like this one.
    Next(&'a Element),
    /// Another record.
    Record(usize),
}

impl Tree<'_> {
    /// Do for each of the others what a chain that ends at this node did for one; the path if that is the task.
    pub(super) fn each(&mut self, node: usize) -> Result<Option<Vec<Planned>>, Stop> {
        if !self.restores || self.self_ending {
            return Ok(None);
        }
        if !self.others.is_empty() {
            return self.each_record(node);
        }
        let Some(chain) = self.chain(node) else {
            return Ok(None);
        };
        if self.is_tried_enough(&chain.nodes) {
            return Ok(None);
        }
        let mut at = node;
        match &chain.of {
            Subject::Value(bit) => {
                let name = &self.values.landmarks[*bit].name;
                let others: Vec<usize> = (0..self.values.landmarks.len())
                    .filter(|it| it != bit && self.values.landmarks[*it].name == *name)
                    .filter(|it| self.nodes[node].used & (1 << it) == 0)
                    .collect();
                for other in others {
                    match self.once_more(&chain.nodes, at, Other::Value(*bit, other))? {
                        Some(next) => at = next,
                        None => return Ok(None),
                    }
                }
            }
            Subject::Alike(example) => {
                // From its beginning, so that every time it is the first of them.
                at = self.nodes[chain.nodes[0]].parent;
                for _ in 0..MOST_THINGS {
                    match self.once_more(&chain.nodes, at, Other::Next(example))? {
                        Some(next) => at = next,
                        None => break,
                    }
                }
            }
        }
        if at == node {
            return Ok(None);
        }
        self.judged_at(at)
    }

    /// Do for each other record what a chain that ends at this node did for the first: it used all of its values and came back
    /// to where it began. The path if that is the task.
    fn each_record(&mut self, node: usize) -> Result<Option<Vec<Planned>>, Stop> {
        for chain in self.record_chains(node) {
            if self.is_tried_enough(&chain) {
                continue;
            }
            let mut at = Some(node);
            for n in 0..self.others.len() {
                let Some(from) = at else { break };
                at = self.once_more(&chain, from, Other::Record(n))?;
            }
            if let Some(at) = at
                && let Some(path) = self.judged_at(at)?
            {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// The path to a node, where an episode that ends there is rewarded.
    fn judged_at(&mut self, node: usize) -> Result<Option<Vec<Planned>>, Stop> {
        if !self.go_to(node)? {
            return Ok(None);
        }
        let reward = self.judge()?;
        if reward >= 1.0 {
            return Ok(Some(self.path(node)));
        }
        self.note_not_done(node);
        self.note_failure(node, reward);
        Ok(None)
    }

    /// Whether chains of this kind were repeated often enough; counts this one.
    fn is_tried_enough(&mut self, chain: &[usize]) -> bool {
        let keys: Vec<&str> = chain.iter().map(|it| self.key(*it)).collect();
        let tries = self.repeated.entry(keys.join("\n")).or_default();
        *tries += 1;
        *tries > MOST_TRIES
    }

    /// The chains that end here, came back to the app's part they began in, and used all values on the way; shortest first.
    fn record_chains(&self, node: usize) -> Vec<Vec<usize>> {
        let end = &self.nodes[node];
        let typed = |it: &Candidate| matches!(it.action, HardAction::InputText { .. });
        let all = self.values.all;
        if end.used & all != all || end.by.as_ref().is_none_or(typed) {
            return Vec::new();
        }
        let mut chains = Vec::new();
        let mut nodes = vec![node];
        while nodes.len() <= *RECORD_CHAIN.end() {
            let last = nodes[nodes.len() - 1];
            if self.nodes[last].by.is_none() {
                break;
            }
            let from = &self.nodes[self.nodes[last].parent];
            let is_back = RECORD_CHAIN.contains(&nodes.len()) && is_same_place(&from.screen, &end.screen);
            if is_back && from.used & all == 0 {
                chains.push(nodes.iter().rev().copied().collect());
            }
            nodes.push(self.nodes[last].parent);
        }
        chains
    }

    fn key(&self, node: usize) -> &str {
        self.nodes[node].by.as_ref().map_or("", |it| it.key.as_str())
    }

    /// The shortest chain that ends here, came back to the screen it began on, and took one thing away there.
    fn chain(&self, node: usize) -> Option<Chain> {
        let end = &self.nodes[node];
        let mut nodes = vec![node];
        let mut start = end.parent;
        loop {
            let from = &self.nodes[start];
            if nodes.len() > *CHAIN.end() {
                return None;
            }
            if nodes.len() >= *CHAIN.start()
                && is_same_place(&from.screen, &end.screen)
                && from.signature != end.signature
                && let Some(of) = self.taken_away(start, node, &nodes)
            {
                nodes.reverse();
                return Some(Chain { nodes, of });
            }
            from.by.as_ref()?;
            nodes.push(start);
            start = from.parent;
        }
    }

    /// What a chain took away between its beginning and its end.
    fn taken_away(&self, start: usize, end: usize, nodes: &[usize]) -> Option<Subject> {
        let weights = &self.options.weights;
        let (before, after) = (&self.nodes[start].screen, &self.nodes[end].screen);
        let gained = self.nodes[end].used & !self.nodes[start].used & self.values.all;
        let lists = |bit: &usize| {
            let it = &self.values.landmarks[*bit];
            let same = self.values.landmarks.iter().filter(|other| other.name == it.name);
            !it.name.is_empty() && same.count() > 1
        };
        let value = (0..self.values.landmarks.len())
            .filter(|bit| gained & (1 << bit) != 0)
            .find(lists);
        if let Some(bit) = value {
            let text = &self.values.landmarks[bit].text;
            return (anchor(weights, before, text).is_some() && anchor(weights, after, text).is_none())
                .then_some(Subject::Value(bit));
        }
        if !self.values.plural {
            return None;
        }
        let first = self.nodes[*nodes.last()?].by.as_ref()?;
        let target = before.get(first.action.target().copied()?)?;
        let count = |it: &Screen| it.elements.iter().filter(|it| is_same_kind(it, target)).count();
        (count(before) == count(after) + 1 && count(after) > 0)
            .then(|| Subject::Alike(Box::new(target.clone())))
    }

    /// Repeat a chain from a node, for another value, for the next thing of its kind or for another record; the node it ends with.
    fn once_more(&mut self, chain: &[usize], from: usize, other: Other<'_>) -> Result<Option<usize>, Stop> {
        let mut at = from;
        for (idx, done) in chain.iter().enumerate() {
            self.may_go_on()?;
            let (parent, Some(by)) = (self.nodes[*done].parent, self.nodes[*done].by.clone()) else {
                return Ok(None);
            };
            let recorded = std::sync::Arc::clone(&self.nodes[parent].screen);
            let substituted = |tree: &Self, at: usize| -> Option<(HardAction, Used)> {
                let screen = &tree.nodes[at].screen;
                match other {
                    Other::Record(n) => {
                        let weights = &tree.options.weights;
                        let pairs = &tree.others[n];
                        for_record(weights, &recorded, screen, &by.action, pairs).map(|it| (it, by.uses))
                    }
                    Other::Value(bit, other) => {
                        let (was, now) = (
                            &tree.values.landmarks[bit].text,
                            &tree.values.landmarks[other].text,
                        );
                        let weights = &tree.options.weights;
                        instead(weights, &recorded, screen, &by.action, was, now).map(
                            |(action, exchanged)| {
                                let uses = if exchanged {
                                    by.uses & !(1 << bit) | 1 << other
                                } else {
                                    by.uses
                                };
                                (action, uses)
                            },
                        )
                    }
                    Other::Next(example) if idx == 0 => {
                        let (id, _) = screen.iter().find(|(_, it)| is_same_kind(it, example))?;
                        let action = by.action.with_target(id);
                        Some((action, by.uses))
                    }
                    Other::Next(_) => relocate(&recorded, screen, &by.action).map(|it| (it, by.uses)),
                }
            };
            let mut found = substituted(self, at);
            if found.is_none() && (idx == 0 || matches!(other, Other::Record(_))) {
                for direction in [Direction::Down, Direction::Up] {
                    for _ in 0..MOST_SCROLLS {
                        if found.is_some() {
                            break;
                        }
                        let Some(next) = self.scrolled(at, direction)? else {
                            break;
                        };
                        at = next;
                        found = substituted(self, at);
                    }
                }
            }
            let Some((action, uses)) = found else {
                return Ok(None);
            };
            let candidate = Candidate {
                action,
                uses,
                cost: self.options.weights.control,
                why: "the same was done for another one".to_owned(),
                ..by
            };
            match self.moved(at, candidate)? {
                Some(next) => at = next,
                None => return Ok(None),
            }
        }
        Ok(Some(at))
    }

    /// Scroll the largest thing that scrolls; `None` where nothing more comes.
    pub(super) fn scrolled(&mut self, at: usize, direction: Direction) -> Result<Option<usize>, Stop> {
        let screen = &self.nodes[at].screen;
        let area = |it: &Element| i64::from(it.bounds.width()) * i64::from(it.bounds.height());
        let scrollable = screen.iter().filter(|(_, it)| it.scrollable);
        let Some((id, element)) = scrollable.max_by_key(|(_, it)| area(it)) else {
            return Ok(None);
        };
        let candidate = Candidate {
            action: HardAction::Scroll {
                target: Some(id),
                direction,
            },
            cost: self.options.weights.control,
            uses: 0,
            why: "what is wanted is not visible".to_owned(),
            key: format!("scroll {direction}|{}", kind(element)),
            entry: None,
        };
        let before = self.nodes[at].signature;
        let next = self.moved(at, candidate)?;
        Ok(next.filter(|it| self.nodes[*it].signature != before))
    }

    /// Do a move from a node; the node it leads to.
    fn moved(&mut self, from: usize, candidate: Candidate) -> Result<Option<usize>, Stop> {
        if !self.go_to(from)? {
            return Ok(None);
        }
        let count = self.nodes.len();
        // An environment that ends episodes by itself is not repeated on.
        self.step(from, candidate)?;
        Ok((self.nodes.len() > count).then(|| self.nodes.len() - 1))
    }
}

/// Whether two screens are of the same part of the same app.
fn is_same_place(a: &Screen, b: &Screen) -> bool {
    (&a.app, &a.activity) == (&b.app, &b.activity)
}

/// The element that shows a text and nothing else.
fn anchor(weights: &Weights, screen: &Screen, text: &str) -> Option<(ElementId, Element)> {
    let shows = |it: &Element| !it.editable && is_shown(weights, it, text);
    let found = screen.iter().find(|(_, it)| shows(it));
    found.map(|(id, it)| (id, it.clone()))
}

/// An action that was done for the first record, for another one: a text is the one in its place, what showed one of its texts
/// is what shows the one in its place, and everything else stays.
fn for_record(
    weights: &Weights,
    recorded: &Screen,
    screen: &Screen,
    action: &HardAction,
    pairs: &[Pair],
) -> Option<HardAction> {
    if let HardAction::InputText { target, text, clear } = action {
        let now = pairs.iter().find(|(was, _)| was == text).map_or(text, |it| &it.1);
        let action = HardAction::InputText {
            target: *target,
            text: now.clone(),
            clear: *clear,
        };
        return relocate(recorded, screen, &action);
    }
    let target = action.target().and_then(|id| recorded.get(*id));
    let shown = |(was, now): &&Pair| was != now && target.is_some_and(|it| is_shown(weights, it, was));
    match pairs.iter().find(shown) {
        Some((was, now)) => instead(weights, recorded, screen, action, was, now).map(|it| it.0),
        None => relocate(recorded, screen, action),
    }
}

/// An action that was done for one value, for another one, with whether anything in it was exchanged: what showed
/// the one value is what shows the other, and what stood beside the one is what stands so beside the other.
fn instead(
    weights: &Weights,
    recorded: &Screen,
    screen: &Screen,
    action: &HardAction,
    was: &str,
    now: &str,
) -> Option<(HardAction, bool)> {
    if let HardAction::InputText { target, text, clear } = action
        && text.contains(was)
    {
        let action = HardAction::InputText {
            target: *target,
            text: text.replace(was, now),
            clear: *clear,
        };
        return relocate(recorded, screen, &action).map(|it| (it, true));
    }
    if action.destination().is_some() {
        return relocate(recorded, screen, action).map(|it| (it, false));
    }
    let target = action.target().and_then(|id| recorded.get(*id));
    let (Some(target), Some((_, old))) = (target, anchor(weights, recorded, was)) else {
        return relocate(recorded, screen, action).map(|it| (it, false));
    };
    let shared = old.shared_depth(target);
    // In the same row, if the row is no more than that: as deep as the rest of the screen is no row.
    let beside = shared + 2 >= old.path.len() && shared > 1;
    if old.path != target.path && !beside {
        return relocate(recorded, screen, action).map(|it| (it, false));
    }
    let (_, new) = anchor(weights, screen, now)?;
    let mut path = new.path.get(..shared)?.to_vec();
    path.extend_from_slice(&target.path[shared..]);
    let place = if old.path == target.path { &new.path } else { &path };
    let (id, _) = screen
        .iter()
        .find(|(_, it)| it.path == *place && kind(it) == kind(target))?;
    Some((action.map(|_| id, String::clone), true))
}
