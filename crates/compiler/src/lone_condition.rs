//! Program and its runs to a branch on what one instance alone had: a text that it showed, or one of its values. A search takes
//! whatever tells the instances that it has seen apart, and that may be the data of one of them: it tells no others apart, and the
//! branch does something else there. So an arm on a value needs two instances with it, once there are several.
//!
//! Where the arms do the same to elements that only their places tell apart, both need two: what is meant stands somewhere on the
//! page, and a value of one instance is no name of a place.
//!
//! What shows and is acted on as well (a dialog that is closed where it comes up) is no data. What a person showed is told to that
//! person ([`crate::understood::Open::Condition`]), where it came up at the branch: what stood there before is data as well.

use std::{collections::HashSet, fmt};

use strings::Expr;
use task::Params;
use trajectory::{Origin, Recording};
use ui::{Found, Locator, Screen, find};

use crate::{
    locator::fill,
    program::{Cond, Kind, Program, Stmt},
    soft::{SoftTrajectory, StepRef},
};

/// Instances of which one alone may have a value by chance.
const FEWEST: usize = 4;

/// A branch on what one instance alone had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoneCondition {
    /// What shows the text, or the test of a value.
    pub shows: String,
    /// How many instances were looked at.
    pub of: usize,
}

impl fmt::Display for LoneCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LoneCondition { shows, of } = self;
        write!(
            f,
            "what it does depends on {shows}, and only one instance of {of} has shown that: it may be the data of this one"
        )
    }
}

/// The first such branch of a program. `runs` are those of its script.
pub fn lone_condition(
    program: &Program,
    trajectories: &[SoftTrajectory],
    runs: &[Recording],
) -> Option<LoneCondition> {
    let mut found = None;
    for stmt in &program.body {
        stmt.walk(&mut |stmt| {
            if let Kind::If {
                cond,
                then,
                otherwise,
            } = &stmt.kind
            {
                let by_place = tests(cond)
                    .into_iter()
                    .filter(|_| differ_by_place(then, otherwise));
                let by_place = by_place.filter_map(|it| told_once(it, trajectories, runs));
                let texts = texts(cond).into_iter();
                let texts = texts.filter(|it| !is_acted_on(program, it) && !is_said(it, trajectories));
                let arms = [then.as_slice(), otherwise.as_slice()];
                let lone = texts.filter_map(|it| shown_once(it, &arms, trajectories, runs));
                let tests = tests(cond).into_iter();
                let held = tests.filter_map(|it| held_once(it, trajectories, runs));
                found = found.take().or_else(|| by_place.chain(lone).chain(held).next());
            }
        });
    }
    found
}

/// What a condition asks for by nothing but a text of the recordings.
fn texts(cond: &Cond) -> Vec<&Locator<Expr>> {
    match cond {
        Cond::Exists(it) | Cond::Listed(it) => {
            let fixed = (shows_a_text(it) || it.near.is_some()) && it.values().all(Expr::is_const);
            Some(it).filter(|_| fixed).into_iter().collect()
        }
        Cond::Not(it) => texts(it),
        Cond::And(all) => all.iter().flat_map(texts).collect(),
        Cond::Reached(_)
        | Cond::Equals(..)
        | Cond::Contains(..)
        | Cond::StartsWith(..)
        | Cond::EndsWith(..)
        | Cond::IsEmpty(_)
        | Cond::Today(_) => Vec::new(),
    }
}

/// What a condition tests of values against a text of the recordings.
fn tests(cond: &Cond) -> Vec<&Cond> {
    let of_the_task = |it: &Expr| {
        let inputs = it.inputs();
        !inputs.is_empty() && !inputs.contains(&task::FORM)
    };
    let is_text = |it: &Expr| it.as_literal().is_some_and(|it| !it.trim().is_empty());
    match cond {
        Cond::Equals(a, b) | Cond::Contains(a, b) | Cond::StartsWith(a, b) | Cond::EndsWith(a, b) => {
            let fixed = of_the_task(a) && is_text(b) || is_text(a) && of_the_task(b);
            Some(cond).filter(|_| fixed).into_iter().collect()
        }
        Cond::Not(it) => tests(it),
        Cond::And(all) => all.iter().flat_map(tests).collect(),
        Cond::Exists(_) | Cond::Listed(_) | Cond::Reached(_) | Cond::IsEmpty(_) | Cond::Today(_) => {
            Vec::new()
        }
    }
}

/// Whether it holds for the values of one instance alone, where several were looked at.
fn held_once(test: &Cond, trajectories: &[SoftTrajectory], runs: &[Recording]) -> Option<LoneCondition> {
    // What every goal says is no data of one instance.
    let mut texts = Vec::new();
    test.exprs(&mut |it| texts.extend(it.as_literal().map(str::to_lowercase)));
    let mut goals = trajectories.iter().map(|it| it.instance.goal.to_lowercase());
    if goals.all(|goal| texts.iter().all(|text| goal.contains(text))) {
        return None;
    }
    // Of a few instances each may have a value of its own.
    let all = decided(test, trajectories, runs);
    all.lone(test.to_string(), |_| true, trajectories)
        .filter(|it| it.of >= FEWEST)
}

/// Whether both do the same to elements that nothing but their places tells apart.
fn differ_by_place(one: &[Stmt], other: &[Stmt]) -> bool {
    let placed = |it: &Locator<Expr>| Locator {
        nth: None,
        or_else: Vec::new(),
        target_description: String::new(),
        ..it.clone()
    };
    let anywhere = |stmt: &Stmt| match &stmt.kind {
        Kind::Act { action, .. } => Some(action.map(placed, Expr::clone)),
        _ => None,
    };
    let is_same = |(a, b): (&Stmt, &Stmt)| anywhere(a).is_some_and(|it| anywhere(b) == Some(it));
    let is_alike = one.len() == other.len() && one.iter().zip(other).all(is_same);
    is_alike && !one.iter().zip(other).all(|(a, b)| a.kind == b.kind)
}

/// A test that only chooses a place, where it holds for a single instance, or for all but one: a value of one instance then stands for
/// a place on its page, whoever has shown it.
fn told_once(test: &Cond, trajectories: &[SoftTrajectory], runs: &[Recording]) -> Option<LoneCondition> {
    let Instances { all, with } = decided(test, trajectories, runs);
    let shows = match (with.len(), all.len() - with.len()) {
        (1, _) => test.to_string(),
        (_, 1) => Cond::Not(Box::new(test.clone())).to_string(),
        (_, _) => return None,
    };
    Some(LoneCondition { shows, of: all.len() })
}

/// The instances for whose values it is known whether a test holds, and those for which it does.
fn decided(test: &Cond, trajectories: &[SoftTrajectory], runs: &[Recording]) -> Instances {
    let known = trajectories
        .iter()
        .map(|it| (it.instance.seed, test.decided(&it.known())));
    let ran = runs
        .iter()
        .map(|it| (it.instance.seed, test.decided(&it.instance.params)));
    let mut all = Instances::default();
    for (seed, holds) in known.chain(ran) {
        if let Some(holds) = holds {
            all.hear(seed, holds);
        }
    }
    all
}

/// The instances that were looked at, and those of them that had it.
#[derive(Default)]
struct Instances {
    all: HashSet<u64>,
    with: HashSet<u64>,
}

impl Instances {
    fn hear(&mut self, seed: u64, has_it: bool) {
        self.all.insert(seed);
        if has_it {
            self.with.insert(seed);
        }
    }

    /// Where one of several alone had it, and no person has shown that one as something of the task.
    fn lone(
        &self,
        shows: String,
        shown: impl Fn(&SoftTrajectory) -> bool,
        trajectories: &[SoftTrajectory],
    ) -> Option<LoneCondition> {
        let shown_by_a_person = |seed: &u64| {
            let mut own = trajectories.iter().filter(|it| it.instance.seed == *seed);
            own.any(|it| it.origin == Origin::Person && shown(it))
        };
        let lone = self.with.len() == 1 && self.all.len() > 1 && !self.with.iter().any(shown_by_a_person);
        lone.then_some(LoneCondition {
            shows,
            of: self.all.len(),
        })
    }
}

/// Whether it asks for a text of the element itself.
fn shows_a_text(locator: &Locator<Expr>) -> bool {
    locator.attributes.iter().any(|(key, _)| key.is_shown())
}

/// Whether every goal says the text: what the task asks about is no data of one instance.
fn is_said(shows: &Locator<Expr>, trajectories: &[SoftTrajectory]) -> bool {
    let own = shows.attributes.iter().filter(|(key, _)| key.is_shown());
    let texts = own.map(|(_, it)| it).chain(shows.anchors());
    let texts = texts.filter_map(|it| match it {
        Expr::Const(text) => Some(text.to_lowercase()),
        _ => None,
    });
    let goals = || trajectories.iter().map(|it| it.instance.goal.to_lowercase());
    texts
        .into_iter()
        .all(|text| goals().all(|goal| goal.contains(&text)))
}

/// Whether the program acts on what shows the text: a row that only what stands beside it tells from others shows none.
fn is_acted_on(program: &Program, shows: &Locator<Expr>) -> bool {
    if !shows_a_text(shows) {
        return false;
    }
    let same = |it: &Locator<Expr>| shows.attributes.iter().all(|own| it.attributes.contains(own));
    let mut any = false;
    for stmt in &program.body {
        stmt.walk(&mut |it| {
            if let Kind::Act { action, .. } = &it.kind {
                any |= action.targets().any(same);
            }
        });
    }
    any
}

/// Whether the screens of one instance alone show it, where several were looked at.
fn shown_once(
    asked: &Locator<Expr>,
    arms: &[&[Stmt]],
    trajectories: &[SoftTrajectory],
    runs: &[Recording],
) -> Option<LoneCondition> {
    let none = Params::new();
    let plain = fill(asked, &none)?;
    let shows = |screen: &Screen| find(screen, &plain) != Found::None;
    let mut all = Instances::default();
    for it in trajectories {
        let steps = it.steps.iter().chain(it.dropped.iter().map(|it| &it.step));
        let mut screens = steps.map(|it| &*it.screen).chain([&*it.last]);
        all.hear(it.instance.seed, screens.any(shows));
    }
    for it in runs {
        let mut screens = it.steps.iter().map(|it| &*it.screen).chain([&*it.last]);
        all.hear(it.instance.seed, screens.any(shows));
    }
    let came_up = |it: &SoftTrajectory| !stood_before(&shows, arms, it);
    all.lone(asked.target_description.clone(), came_up, trajectories)
}

/// Whether a recording showed it already before the step that led to the branch.
fn stood_before(shows: &impl Fn(&Screen) -> bool, arms: &[&[Stmt]], recorded: &SoftTrajectory) -> bool {
    let own = |it: &StepRef| Some(it.step).filter(|_| it.recording == recorded.recording);
    let mut first: Option<usize> = None;
    for stmt in arms.iter().copied().flatten() {
        stmt.walk(&mut |it| first = first.into_iter().chain(it.sources.iter().filter_map(own)).min());
    }
    let at = recorded.steps.iter().position(|it| Some(it.source.step) == first);
    let before = at.and_then(|it| it.checked_sub(1)).map(|it| &recorded.steps[it]);
    before.is_some_and(|it| shows(&it.screen))
}
