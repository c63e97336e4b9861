//! Steps of several recordings that are one step of the program, and the blocks made of them.

use std::rc::Rc;

use strings::{Expr, List, Op, learn};
use task::{Params, Value};
use ui::{Action, Direction, ElementId, Found, Key, Locator, Screen, find, fits};

use crate::{
    program::{Among, CHOSEN, Cond, Extreme, Kind, Limit, Reach, Stmt},
    soft::{HELD, Step, StepRef},
    translate::{fill, is_about},
    ways::{Shot, common_landmark, other_ways},
};

use super::count::Count;

/// One recorded step with the values it had, loop variables included.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Which trajectory, by position.
    pub trajectory: usize,
    /// The step; every column that it is tried in shares it.
    pub step: Rc<Step>,
    /// Parameters and loop variables; members of one trajectory share them.
    pub params: Rc<Params>,
}

impl Member {
    /// Give a variable this value.
    pub fn set(&mut self, variable: &str, value: String) {
        Rc::make_mut(&mut self.params).insert(variable.to_owned(), Value::Text(value));
    }

    /// Whether a locator finds just the recorded element on the recorded screen.
    pub fn finds_target(&self, locator: &Locator<Expr>) -> bool {
        let Some(target) = self.step.target else {
            return false;
        };
        let Some(asked) = fill(locator, &self.params) else {
            return false;
        };
        // Most locators tried are another step's: the target itself, and what is pressed alike, soon say so.
        let screen = &self.step.screen;
        let Some(own) = screen.get(target) else {
            return false;
        };
        let alike = |it: &ui::Element| (it.contains(own) || own.contains(it)) && fits(it, &asked);
        if !fits(own, &asked) && !screen.elements.iter().any(alike) {
            return false;
        }
        match find(screen, &asked) {
            Found::One(found) => found == target || self.pressed_alike(found, target),
            Found::Many(_) | Found::None => false,
        }
    }

    /// Whether pressing one element is pressing the other: a row, and the text in it that takes no press itself.
    fn pressed_alike(&self, a: ElementId, b: ElementId) -> bool {
        if !matches!(self.step.action, Action::Click { .. } | Action::LongPress { .. }) {
            return false;
        }
        let screen = &self.step.screen;
        let (Some(a), Some(b)) = (screen.get(a), screen.get(b)) else {
            return false;
        };
        let (outer, inner) = if a.path.len() < b.path.len() {
            (a, b)
        } else {
            (b, a)
        };
        // What takes a press itself, or lies in something that does, is another thing to press.
        let taken =
            |it: &ui::Element| it.clickable && outer.contains(it) && (it == inner || it.contains(inner));
        outer.clickable && outer.contains(inner) && !screen.elements.iter().any(taken)
    }

    fn explains(&self, value: &Expr) -> bool {
        value.eval(&self.params) == self.step.value
    }

    /// What stands where on the recorded screen.
    pub fn element(&self) -> Option<&ui::Element> {
        self.step.screen.get(self.step.target?)
    }
}

/// Steps that are one step of the program: what names all their targets and explains all their values.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The steps, at least one.
    pub members: Vec<Member>,
    /// What finds every member's target, likeliest first; empty if the action has none.
    pub locators: Vec<Locator<Expr>>,
    /// What gives every member's value, likeliest first; empty if the action has none.
    pub values: Vec<Expr>,
    /// The entries among which the target is chosen, where nothing else tells which it is.
    pub among: Option<Among>,
    /// Where no one locator finds all targets: the first of these that finds anything finds the target. The
    /// first of them stands in `locators` as well.
    pub either: Vec<Locator<Expr>>,
    /// What was done about a window that came in between and took the typed text with it, this step's
    /// repetition included.
    pub interrupted: Vec<Column>,
}

impl Column {
    /// The column of one step.
    pub fn of(member: Member) -> Option<Column> {
        Column::unify(vec![member])
    }

    /// The column of these steps; `None` where nothing names all targets or explains all values.
    pub fn unify(mut members: Vec<Member>) -> Option<Column> {
        let first = members.first()?;
        if members.iter().any(|it| !same_kind(&first.step, &it.step)) {
            return None;
        }
        let has_value = first.step.action.value().is_some();
        let targeted = first.step.action.target().is_some();
        let mut values = Vec::new();
        if has_value {
            values = common_values(&members);
            if values.is_empty() {
                return None;
            }
        }
        let mut locators = Vec::new();
        let mut among = None;
        let mut either = Vec::new();
        if targeted {
            locators = common_locators(&members);
            if locators.is_empty() {
                locators = learned_locators(&members);
            }
            if locators.is_empty() {
                if let Some((entries, chosen)) = extremes(&mut members) {
                    among = Some(entries);
                    locators.push(chosen);
                } else {
                    // The same value of the task goes to one field, however each layout calls it; and a value that
                    // names what is pressed may do so in several ways.
                    either = if values.first().is_some_and(|it| !it.is_const()) {
                        one_of(&members, false)
                    } else if values.is_empty() {
                        one_of(&members, true)
                    } else {
                        Vec::new()
                    };
                    locators.push(either.first()?.clone());
                }
            }
        }
        Some(Column {
            members,
            locators,
            values,
            among,
            either,
            interrupted: Vec::new(),
        })
    }

    /// Both columns as one.
    pub fn join(&self, other: &Column) -> Option<Column> {
        if !same_kind(self.step(), other.step()) {
            return None;
        }
        let mut joined = Column::unify(self.members.iter().chain(&other.members).cloned().collect())?;
        joined.interrupted = match (self.interrupted.as_slice(), other.interrupted.as_slice()) {
            ([], all) | (all, []) => all.to_vec(),
            (one, two) if one.len() == two.len() => one
                .iter()
                .zip(two)
                .map(|(a, b)| a.join(b))
                .collect::<Option<_>>()?,
            _ => return None,
        };
        Some(joined)
    }

    /// The same steps as a statement that does them if that window came.
    pub fn interruption(&self) -> Option<Stmt> {
        let locator = self.interrupted.first()?.locators.first()?;
        let kind = Kind::If {
            cond: Cond::Exists(locator.clone()),
            then: self.interrupted.iter().map(|it| it.stmt(0, 0)).collect(),
            otherwise: Vec::new(),
        };
        let sources = self.interrupted.iter().flat_map(Column::sources).collect();
        Some(Stmt::new(kind, sources))
    }

    /// The first member's step: kind, flags and descriptions are its.
    pub fn step(&self) -> &Step {
        &self.members[0].step
    }

    /// Where it was recorded.
    pub fn sources(&self) -> Vec<StepRef> {
        self.members.iter().map(|it| it.step.source.clone()).collect()
    }

    /// Whether it depends on a variable.
    pub fn uses(&self, var: &str) -> bool {
        let locator = self
            .locators
            .first()
            .is_some_and(|it| it.values().any(|it| it.inputs().contains(&var)));
        locator || self.values.first().is_some_and(|it| it.inputs().contains(&var))
    }

    /// Whether a value of the task is a part of what names its target.
    pub fn by_value(&self) -> bool {
        let Some(locator) = self.locators.first() else {
            return false;
        };
        let named = locator.attributes.iter().map(|(_, it)| it);
        named.chain(&locator.near).any(|it| !it.is_const())
    }

    /// How far one can trust that the members are the same step: 0 by kind or position only.
    pub fn strength(&self) -> i32 {
        let named = match self.locators.first() {
            None => 2,
            Some(_) if !self.either.is_empty() => 0,
            Some(it) if it.nth.is_some() => 0,
            Some(it)
                if it
                    .attributes
                    .iter()
                    .any(|(key, _)| is_about(*key) || *key == Key::ResourceName) =>
            {
                2
            }
            Some(it) if it.near.is_some() => 1,
            Some(_) => 1,
        };
        let valued = match self.values.first() {
            None => 0,
            Some(Expr::Const(_)) => 1,
            Some(_) => 2,
        };
        named + valued
    }

    /// The most that the [strength](Self::strength) of it joined with another one can be.
    pub fn most_strength(&self) -> i32 {
        2 + if self.step().action.value().is_some() {
            2
        } else {
            0
        }
    }

    /// The action by these choices of locator and value.
    pub fn action(&self, locator: usize, value: usize) -> Action<Locator<Expr>, Expr> {
        let mut locator = self
            .locators
            .get(locator)
            .or(self.locators.first())
            .cloned()
            .unwrap_or_default();
        let recorded: Vec<_> = self
            .members
            .iter()
            .filter_map(|it| {
                Some(Shot {
                    screen: &it.step.screen,
                    target: it.step.target?,
                    params: &it.params,
                })
            })
            .collect();
        locator.or_else = other_ways(&locator, &self.locators, &recorded);
        let value = self
            .values
            .get(value)
            .or(self.values.first())
            .cloned()
            .unwrap_or_else(|| Expr::Const(String::new()));
        self.step().action.map(|_| locator.clone(), |_| value.clone())
    }

    /// The same for screens where several elements show the value: the first of them, proven on all members.
    pub fn first_of_several(&self) -> Option<Column> {
        let best = self.locators.first()?;
        let by_value = best.nth.is_none() && best.values().any(|it| !it.is_const());
        let first = Locator {
            nth: Some(Expr::Const("1".to_owned())),
            ..best.clone()
        };
        let proven = by_value && self.members.iter().all(|it| it.finds_target(&first));
        proven.then(|| Column {
            locators: vec![first],
            ..self.clone()
        })
    }

    /// Whether the target is an entry of something that scrolls: another instance's may lie further down.
    fn may_be_off_screen(&self, locator: usize) -> bool {
        let named_by_value = |it: &Locator<Expr>| it.values().any(|it| !it.is_const());
        let in_a_list = |it: &Member| {
            let Some(target) = it.element() else { return false };
            let mut others = it.step.screen.elements.iter();
            // A list that is short today does not scroll; its entries share their name all the same.
            others.any(|other| {
                let list = other.scrollable && other.contains(target);
                let entry = target.resource_name.is_some() && target.resource_name == other.resource_name;
                list || (entry && other != target)
            })
        };
        self.locators.get(locator).is_some_and(named_by_value) && self.members.iter().any(in_a_list)
    }

    /// The statement by these choices.
    pub fn stmt(&self, locator: usize, value: usize) -> Stmt {
        let Some((last, others)) = self.either.split_last().filter(|_| locator == 0) else {
            return self.act(locator, value);
        };
        let by = |locator: &Locator<Expr>| {
            let alone = Column {
                locators: vec![locator.clone()],
                either: Vec::new(),
                ..self.clone()
            };
            alone.act(0, value)
        };
        others.iter().rev().fold(by(last), |otherwise, locator| {
            let kind = Kind::If {
                cond: Cond::Exists(locator.clone()),
                then: vec![by(locator)],
                otherwise: vec![otherwise],
            };
            Stmt::new(kind, self.sources())
        })
    }

    fn act(&self, locator: usize, value: usize) -> Stmt {
        let scrolled = self.members.iter().find_map(|it| it.step.scrolled.first());
        let expect = self.step().expect.clone().filter(|it| {
            self.members.iter().all(|member| {
                member
                    .step
                    .expect
                    .as_ref()
                    .is_some_and(|other| other.asks_same(it))
            })
        });
        let arrivals: Vec<_> = self
            .members
            .iter()
            .map(|it| it.step.arrivals.as_slice())
            .collect();
        let kind = Kind::Act {
            action: self.action(locator, value),
            optional: false,
            reach: match scrolled {
                Some(direction) => Reach::Scroll(*direction),
                None if self.may_be_off_screen(locator) => Reach::Scroll(Direction::Down),
                None => Reach::Wait,
            },
            expect,
            arrival: common_landmark(&arrivals),
            among: self.among.clone(),
            alike: Vec::new(),
        };
        Stmt::new(kind, self.sources())
    }
}

/// Whether two steps do the same kind of thing.
pub(super) fn same_kind(a: &Step, b: &Step) -> bool {
    match (&a.action, &b.action) {
        (
            Action::InputText {
                target: one, clear, ..
            },
            Action::InputText {
                target: two,
                clear: other,
                ..
            },
        ) => one.is_some() == two.is_some() && clear == other,
        (Action::Scroll { direction, .. }, Action::Scroll { direction: other, .. })
        | (Action::Swipe { direction }, Action::Swipe { direction: other }) => direction == other,
        (Action::Status { goal_status }, Action::Status { goal_status: other }) => goal_status == other,
        (one, two) => one.kind() == two.kind(),
    }
}

/// Candidates of any member that find every member's target, by the sum of their ranks.
fn common_locators(members: &[Member]) -> Vec<Locator<Expr>> {
    let lists: Vec<&[Locator<Expr>]> = members
        .iter()
        .filter_map(|it| it.step.action.target())
        .map(Vec::as_slice)
        .collect();
    if lists.len() < members.len() {
        return Vec::new();
    }
    let mut ranked: Vec<(usize, Locator<Expr>)> = Vec::new();
    for (own, list) in lists.iter().enumerate() {
        for it in *list {
            // A step's own candidates are proven on its screen.
            let mut others = members.iter().enumerate().filter(|(at, _)| *at != own);
            if ranked.iter().any(|(_, kept)| kept.asks_same(it))
                || !others.all(|(_, member)| member.finds_target(it))
            {
                continue;
            }
            let rank = |list: &&[Locator<Expr>]| {
                list.iter()
                    .position(|kept| kept.asks_same(it))
                    .unwrap_or(list.len())
            };
            ranked.push((lists.iter().map(rank).sum(), it.clone()));
        }
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, it)| it).collect()
}

/// Ways to one element on screens that name it differently.
const MOST_WAYS: usize = 6;

/// Locators of which the first that finds anything on a member's screen finds its target; each member is of
/// another recording. Without `by_value` they are those of fields, with it those that a value of the task is in.
fn one_of(members: &[Member], by_value: bool) -> Vec<Locator<Expr>> {
    let mut seen: Vec<usize> = members.iter().map(|it| it.trajectory).collect();
    seen.sort_unstable();
    seen.dedup();
    let fields = members
        .iter()
        .all(|it| it.element().is_some_and(|it| it.editable));
    if seen.len() < members.len() || (!fields && !by_value) {
        return Vec::new();
    }
    let found = |it: &Member, locator: &Locator<Expr>| {
        fill(locator, &it.params).map_or(Found::None, |asked| find(&it.step.screen, &asked))
    };
    let first = Expr::from("1");
    let mut ways: Vec<Locator<Expr>> = Vec::new();
    for (at, member) in members.iter().enumerate() {
        match ways.iter().find(|it| found(member, it) != Found::None) {
            Some(way) if member.finds_target(way) => continue,
            Some(_) => return Vec::new(),
            None => {}
        }
        let named = member
            .step
            .action
            .target()
            .into_iter()
            .flatten()
            .filter(|it| it.nth.is_none() || (by_value && it.nth.as_ref().is_some_and(|it| *it == first)))
            .filter(|it| !by_value || it.attributes.iter().any(|(_, it)| !it.is_const()));
        let serves = |it: &&Locator<Expr>| {
            members[at..]
                .iter()
                .filter(|member| member.finds_target(it))
                .count()
        };
        let misleads = |it: &&Locator<Expr>| {
            members[at..]
                .iter()
                .any(|member| found(member, it) != Found::None && !member.finds_target(it))
        };
        // Of those that serve as many recordings the first, which is the likeliest.
        let Some(best) = named.filter(|it| !misleads(it)).rev().max_by_key(serves) else {
            return Vec::new();
        };
        ways.push(best.clone());
    }
    if ways.len() > MOST_WAYS { Vec::new() } else { ways }
}

/// What an element says under one key.
type Shown = fn(&ui::Element) -> Option<&String>;

/// Where no candidate serves all: an attribute whose values are explained by one expression.
fn learned_locators(members: &[Member]) -> Vec<Locator<Expr>> {
    let description = members
        .first()
        .map(|it| it.step.target_description.clone())
        .unwrap_or_default();
    let mut all = Vec::new();
    let shown: [(Key, Shown); 6] = [
        (Key::Text, |it| it.text.as_ref()),
        (Key::ContentDescription, |it| it.content_description.as_ref()),
        (Key::Label, |it| it.label.as_ref()),
        (Key::Color, |it| it.attributes.get("color")),
        (Key::Shape, |it| it.attributes.get("shape")),
        (Key::ResourceName, |it| it.resource_name.as_ref()),
    ];
    for (key, value) in shown {
        let examples: Option<Vec<(Params, String)>> = members
            .iter()
            .map(|it| Some(((*it.params).clone(), value(it.element()?)?.trim().to_owned())))
            .collect();
        for expr in examples
            .map(|it| learn(&it))
            .unwrap_or_default()
            .into_iter()
            .take(4)
        {
            let locator = Locator::by(key, expr).described(description.clone());
            if members.iter().all(|it| it.finds_target(&locator)) {
                all.push(locator);
            }
        }
    }
    // A form that says everything in other words has one thing to press all the same.
    let pressed = Locator::by(Key::Clickable, Expr::from("true"))
        .and(Key::Editable, Expr::from("false"))
        .described(description);
    let clicked = members
        .iter()
        .all(|it| matches!(it.step.action, Action::Click { .. }));
    if all.is_empty() && clicked && members.iter().all(|it| it.finds_target(&pressed)) {
        all.push(pressed);
    }
    all
}

/// What `read_text` says of an element.
fn shown(element: &ui::Element) -> Option<(Key, &String)> {
    let text = element.text.as_ref().map(|it| (Key::Text, it));
    text.or(element
        .content_description
        .as_ref()
        .map(|it| (Key::ContentDescription, it)))
}

/// Where nothing else tells which of several entries is meant in two recordings or more: it may be the one
/// with the latest or the earliest date in each of them.
fn extremes(members: &mut [Member]) -> Option<(Among, Locator<Expr>)> {
    if members.len() < 2 {
        return None;
    }
    let mut common: Option<(Locator<Expr>, Key)> = None;
    let mut chosen = Vec::new();
    let (mut newest, mut oldest) = (true, true);
    for it in members.iter() {
        let target = it.step.target?;
        let (key, text) = shown(it.element()?)?;
        let (kind, all) = siblings(&it.step.screen, target)?;
        if common
            .as_ref()
            .is_some_and(|(known, known_key)| !known.asks_same(&kind) || *known_key != key)
        {
            return None;
        }
        let moment = |text: &String| Op::Moment.apply(text.clone()).filter(|it| !it.is_empty());
        let own = moment(text)?;
        for id in all.into_iter().filter(|id| *id != target) {
            // An entry without a date is never chosen.
            let Some(other) = it
                .step
                .screen
                .get(id)
                .and_then(shown)
                .and_then(|(_, text)| moment(text))
            else {
                continue;
            };
            newest &= own > other;
            oldest &= own < other;
        }
        common = Some((kind, key));
        chosen.push(text.clone());
    }
    let extreme = match (newest, oldest) {
        (true, false) => Extreme::Newest,
        (false, true) => Extreme::Oldest,
        (true, true) | (false, false) => return None,
    };
    for (it, text) in members.iter_mut().zip(chosen) {
        it.set(CHOSEN, text);
    }
    let (entries, key) = common?;
    let description = match extreme {
        Extreme::Newest => "the newest entry",
        Extreme::Oldest => "the oldest entry",
    };
    let locator = Locator::by(key, Expr::Input(CHOSEN.to_owned())).described(description);
    let found = members.iter().all(|it| it.finds_target(&locator));
    found.then(|| {
        (
            Among {
                entries: Locator {
                    or_else: by_class(members, &entries),
                    ..entries.described("the entries")
                },
                extreme,
            },
            locator,
        )
    })
}

/// The same entries by their class, where that finds just them in every recording.
fn by_class(members: &[Member], entries: &Locator<Expr>) -> Vec<Locator<Expr>> {
    let class = members
        .first()
        .and_then(Member::element)
        .and_then(|it| it.class_name.as_deref());
    let Some(class) = class.map(|it| it.rsplit('.').next().unwrap_or(it)) else {
        return Vec::new();
    };
    let plain = Locator::by(Key::ClassName, Expr::from(class));
    let ways = [plain.clone().and(Key::Clickable, Expr::from("true")), plain];
    let same = |way: &Locator<Expr>| {
        members.iter().all(|it| {
            let found = |locator| fill(locator, &it.params).map(|asked| find(&it.step.screen, &asked));
            found(way) == found(entries)
        })
    };
    let other = |way: &Locator<Expr>| !way.asks_same(entries) && same(way);
    ways.into_iter().find(other).into_iter().collect()
}

fn common_values(members: &[Member]) -> Vec<Expr> {
    let lists: Vec<&Vec<Expr>> = members.iter().filter_map(|it| it.step.action.value()).collect();
    let mut all: Vec<Expr> = Vec::new();
    for it in lists.iter().flat_map(|it| it.iter()) {
        if !all.contains(it) && members.iter().all(|member| member.explains(it)) {
            all.push(it.clone());
        }
    }
    if all.iter().all(Expr::is_const) {
        let examples: Vec<(Params, String)> = members
            .iter()
            .filter_map(|it| Some(((*it.params).clone(), it.step.value.clone()?)))
            .collect();
        if examples.len() == members.len() {
            // What a field holds and a text that is always the same is no way to make a value.
            let of_held = |it: &Expr| !it.is_const() && it.inputs().iter().all(|name| *name == HELD);
            for it in learn(&examples).into_iter().filter(|it| !of_held(it)) {
                if !all.contains(&it) {
                    all.push(it);
                }
            }
        }
    }
    all.sort_by_key(Expr::cost);
    all
}

/// A part of the program that stands in one place in every trajectory that has it.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// One step.
    Step(Column),
    /// The same steps for each entry of a list.
    ForEach {
        /// The entry's variable.
        var: String,
        /// The list.
        list: List,
        /// The steps.
        body: Vec<Column>,
    },
    /// The same steps again and again.
    Repeat(Repeat),
    /// Something is read for later.
    Read {
        /// The variable that keeps it.
        var: String,
        /// Where it shows.
        column: Column,
    },
    /// Something is counted for later.
    Count(Count),
}

/// Steps that are done again and again.
#[derive(Clone, Debug)]
pub(super) struct Repeat {
    /// Counts the rounds.
    pub var: String,
    /// The steps of a round.
    pub body: Vec<Column>,
    /// How many rounds each trajectory took.
    pub rounds: Vec<(usize, usize)>,
    /// How many there are at most, or exactly.
    pub limit: Limit,
    /// What ends it.
    pub until: Option<Cond>,
    /// Whether its rounds are siblings that were clicked by somebody who searched: without an end that
    /// shows, these are different steps.
    pub guessed: bool,
}

impl Block {
    /// The columns in it.
    pub fn columns(&self) -> &[Column] {
        match self {
            Block::Step(column) | Block::Read { column, .. } => std::slice::from_ref(column),
            Block::ForEach { body, .. } => body,
            Block::Repeat(repeat) => &repeat.body,
            Block::Count(_) => &[],
        }
    }

    /// The members in it, in the order of its columns.
    fn members(&self) -> Vec<&Member> {
        match self {
            Block::Count(it) => it.members.iter().collect(),
            Block::Step(_) | Block::ForEach { .. } | Block::Repeat(_) | Block::Read { .. } => {
                self.columns().iter().flat_map(|it| &it.members).collect()
            }
        }
    }

    /// Whether a trajectory has it.
    pub fn has(&self, trajectory: usize) -> bool {
        self.members().iter().any(|it| it.trajectory == trajectory)
    }

    /// The member that a trajectory begins it with.
    pub fn first_of(&self, trajectory: usize) -> Option<&Member> {
        let members = self
            .members()
            .into_iter()
            .filter(|it| it.trajectory == trajectory);
        members.min_by_key(|it| it.step.source.step)
    }

    /// Where it was recorded.
    pub fn sources(&self) -> Vec<StepRef> {
        self.members().iter().map(|it| it.step.source.clone()).collect()
    }

    /// The statement with every step in it done only if its target shows.
    pub fn stmt_if_there(&self) -> Stmt {
        let mut stmt = self.stmt();
        if let Kind::ForEach { body, .. } | Kind::Repeat { body, .. } = &mut stmt.kind {
            for it in body {
                if let Kind::Act { action, optional, .. } = &mut it.kind {
                    *optional = action.target().is_some();
                }
            }
        }
        stmt
    }

    /// The statement by the best choices.
    pub fn stmt(&self) -> Stmt {
        match self {
            Block::Step(column) => column.stmt(0, 0),
            Block::Read { var, column } => Stmt::new(
                Kind::Read {
                    var: var.clone(),
                    locator: column.locators.first().cloned().unwrap_or_default(),
                },
                self.sources(),
            ),
            Block::Count(it) => it.stmt(0),
            Block::ForEach { var, list, body } => Stmt::new(
                Kind::ForEach {
                    var: var.clone(),
                    list: list.clone(),
                    body: body.iter().map(|it| it.stmt(0, 0)).collect(),
                },
                self.sources(),
            ),
            Block::Repeat(it) => Stmt::new(
                Kind::Repeat {
                    var: it.var.clone(),
                    limit: it.limit.clone(),
                    until: it.until.clone(),
                    body: it.body.iter().map(|it| it.stmt(0, 0)).collect(),
                },
                self.sources(),
            ),
        }
    }
}

/// The elements that are of one kind with the target, by the narrowest locator that finds several.
pub(super) fn siblings(screen: &Screen, target: ElementId) -> Option<(Locator<Expr>, Vec<ElementId>)> {
    let element = screen.get(target)?;
    let tail = |text: &str, by: &str| text.rsplit(by).next().unwrap_or(text).to_owned();
    let class = element.class_name.as_deref().map(|it| tail(it, "."));
    let resource = element.resource_name.as_deref().map(|it| tail(it, ":id/"));
    let mut options: Vec<Locator> = Vec::new();
    options.extend(resource.map(|it| Locator::by(Key::ResourceName, it)));
    options.extend(element.role.clone().map(|it| Locator::by(Key::Role, it)));
    if let Some(class) = class {
        if element.clickable {
            options.push(Locator::by(Key::ClassName, class.clone()).and(Key::Clickable, "true"));
        }
        options.push(Locator::by(Key::ClassName, class));
    }
    options
        .into_iter()
        .find_map(|locator| match find(screen, &locator) {
            Found::Many(all) if all.contains(&target) => {
                Some((locator.map(|it| Expr::Const(it.clone())), all))
            }
            Found::Many(_) | Found::One(_) | Found::None => None,
        })
}
