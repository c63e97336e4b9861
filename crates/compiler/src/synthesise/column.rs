//! Steps of several recordings that are one step of the program, and the blocks made of them.

use strings::{Expr, learn};
use task::Params;
use ui::{Action, Direction, ElementId, Found, Key, Lasting, Locator, Means, Role, find};

use crate::{
    consequence::of_locators,
    fallback::{Sighting, fallbacks},
    landmark::common_landmark,
    locator::{fill, is_about},
    program::{Among, Cond, Kind, Reach, Stmt},
    soft::{HELD, Step, StepRef},
};

use super::{
    data::last_before_counted,
    member::{Member, same_kind},
    next::next_of_what_is_left,
    points::{acts_at_points, common_points},
    side::at_one_side,
    target::{common_locators, extremes, first_of_kind, learned_locators, one_of, same_of_kind},
};

/// Steps that are one step of the program: what names all their targets and explains all their values.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The steps, at least one.
    pub members: Vec<Member>,
    /// What finds every member's target, likeliest first; empty if the action has none.
    pub locators: Vec<Locator<Expr>>,
    /// What finds what every member's target is taken to, likeliest first; empty if it stays.
    pub destinations: Vec<Locator<Expr>>,
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
        let mut destinations = Vec::new();
        if first.step.action.destination().is_some() {
            let there: Vec<Member> = members.iter().filter_map(Member::destination).collect();
            destinations = common_locators(&there);
            if destinations.is_empty() {
                destinations = learned_locators(&there);
            }
            last_before_counted(&mut destinations, &there);
            if destinations.is_empty() {
                return None;
            }
        }
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
            // A place that all of them have is the next place of those that are left, where one less is there each time.
            if locators.first().is_some_and(|it| it.nth.is_some())
                && let Some(next) = next_of_what_is_left(&members)
            {
                locators.retain(|it| !it.asks_same(&next));
                locators.insert(0, next);
            }
            if locators.is_empty() {
                if let Some(next) = next_of_what_is_left(&members) {
                    locators.push(next);
                } else if let Some((entries, chosen)) = extremes(&mut members) {
                    among = Some(entries);
                    locators.push(chosen);
                } else if let Some(first) = first_of_kind(&members) {
                    locators.push(first);
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
                    locators.push(either.first().cloned().or_else(|| at_one_side(&members))?);
                }
            }
        }
        Some(Column {
            members,
            locators,
            destinations,
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

    /// What it has to be waited for before this is done, where a recording waited for that with the target in sight and
    /// every other one shows it too.
    pub fn awaited(&self) -> Option<Stmt> {
        let awaited = self.members.iter().find_map(|it| it.step.awaited.as_ref())?;
        let shows = |it: &Member| {
            let asked = fill(awaited, &it.params);
            asked.is_some_and(|asked| matches!(find(&it.step.screen, &asked), Found::One(_)))
        };
        let stmt = Stmt::new(Kind::Arrive(awaited.clone()), self.sources());
        self.members.iter().all(shows).then_some(stmt)
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
        let named = self.locators.first().into_iter().chain(self.destinations.first());
        let locator = named
            .flat_map(Locator::values)
            .any(|it| it.inputs().contains(&var));
        let wanted = self.step().wanted.as_ref();
        let state = wanted.is_some_and(|wanted| wanted.value.inputs().contains(&var));
        locator || state || self.values.first().is_some_and(|it| it.inputs().contains(&var))
    }

    /// Whether any of its candidates depends on a variable.
    pub fn mentions(&self, var: &str) -> bool {
        let uses = |it: &Expr| it.inputs().contains(&var);
        let mut named = self.locators.iter().chain(&self.destinations);
        named.any(|it| it.values().any(uses)) || self.values.iter().any(uses)
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
        locator.or_else = fallbacks(&locator, &self.locators, &self.sightings(|it| it.target));
        let mut destination = self.destinations.first().cloned().unwrap_or_default();
        let there = self.sightings(|it| it.destination);
        destination.or_else = fallbacks(&destination, &self.destinations, &there);
        let value = self
            .values
            .get(value)
            .or(self.values.first())
            .cloned()
            .unwrap_or_else(|| Expr::Const(String::new()));
        let action = self.step().action.map(|_| destination.clone(), |_| value.clone());
        action.with_target(locator)
    }

    /// Where every member had what is asked for.
    fn sightings(&self, what: impl Fn(&Step) -> Option<ElementId>) -> Vec<Sighting<'_>> {
        self.members
            .iter()
            .filter_map(|it| {
                Some(Sighting {
                    screen: &it.step.screen,
                    target: what(&it.step)?,
                    params: &it.params,
                    lasting: self.lasting(),
                })
            })
            .collect()
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

    /// The same for what is the first of its kind, whatever it says.
    pub fn first_of_its_kind(&self) -> Option<Column> {
        let (first, _) = same_of_kind(&self.members).filter(|(_, at)| *at == 1)?;
        Some(Column {
            locators: vec![first],
            ..self.clone()
        })
    }

    /// Whether round after round the target is what is next of those that are left.
    pub fn is_next_of_what_is_left(&self) -> bool {
        let next = next_of_what_is_left(&self.members);
        next.is_some_and(|it| self.locators.first().is_some_and(|own| own.asks_same(&it)))
    }

    /// Whether the target is an entry of something that scrolls: another instance's may lie further down.
    fn may_be_off_screen(&self, locator: usize) -> bool {
        let named_by_value = |it: &Locator<Expr>| it.values().any(|it| !it.is_const());
        let in_a_list = |it: &Member| {
            let Some(target) = it.element() else { return false };
            let mut others = it.step.screen.elements.iter();
            // A list that is short today does not scroll; its entries share their name all the same.
            it.step.screen.is_in_part(target)
                || others.any(|other| {
                    let list = other.scrollable && other.contains(target);
                    let entry = target.resource_name.is_some() && target.resource_name == other.resource_name;
                    list || (entry && other != target)
                })
        };
        // The last one in sight may not be the last one.
        let counts_from_the_end =
            |it: &Locator<Expr>| matches!(&it.nth, Some(Expr::Const(nth)) if nth.starts_with('-'));
        let asks_beyond = |it: &Locator<Expr>| named_by_value(it) || counts_from_the_end(it);
        self.locators.get(locator).is_some_and(asks_beyond) && self.members.iter().any(in_a_list)
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

    /// Whether the target is checked when it is tapped, where that is so or not so in every recording. A choice may be made again,
    /// and for other values it is another one, which may be made from the start.
    fn state(&self) -> Option<bool> {
        let Action::Click { .. } = self.step().action else {
            return None;
        };
        let state = |it: &Member| it.element().filter(|it| it.checkable).map(|it| it.checked);
        let first = self.members.first().and_then(state)?;
        let same = self.members.iter().all(|it| state(it) == Some(first));
        let mut elements = self.members.iter().filter_map(Member::element);
        let is_choice = elements.any(|it| it.is(Role::Radio));
        (same && !is_choice).then_some(first)
    }

    /// What any of the recordings shows it to do that nothing takes back.
    fn lasting(&self) -> Option<Lasting> {
        self.members.iter().filter_map(|it| it.step.lasting).min()
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
        let wanted = self.step().wanted.clone();
        let action = self.action(locator, value);
        // A text that takes in what the field holds replaces nothing.
        let takes_in = action.value().is_some_and(|it| it.inputs().contains(&HELD));
        let lasting = self.lasting().or_else(|| of_locators(&action));
        let kind = Kind::Act {
            lasting: lasting.filter(|it| it.means != Means::Typing || !takes_in),
            action,
            optional: false,
            reach: match scrolled {
                Some(direction) => Reach::Scroll(*direction),
                None if self.may_be_off_screen(locator) => Reach::Scroll(Direction::Down),
                None if self.members.iter().any(|it| it.step.waited) => Reach::Late,
                None => Reach::Wait,
            },
            expect,
            arrival: common_landmark(&arrivals),
            among: self.among.clone(),
            alike: Vec::new(),
            was: self.state().filter(|_| wanted.is_none()),
            wanted,
        };
        Stmt::new(kind, self.sources())
    }
}

fn common_values(members: &[Member]) -> Vec<Expr> {
    if members.iter().all(|it| acts_at_points(&it.step)) {
        return common_points(members);
    }
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
