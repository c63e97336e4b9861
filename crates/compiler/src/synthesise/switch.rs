//! One program for each kind of instance, where something tells the kinds apart before the first step: the
//! wording of the goal, a word among the parameters that no step uses, or what the only figure on the
//! screen is. A kind that was never seen is refused.

use strings::Expr;
use ui::{Action, Key, Locator};

use crate::{
    program::{Cond, Kind, Stmt},
    soft::{SoftTrajectory, Step},
};

use super::sequence;

/// Kinds of one switch.
const MOST_KINDS: usize = 8;
/// Other choices tried for each kind.
const MOST_CHOICES: usize = 3;

/// The bodies that decide between programs, likeliest first. None where all instances are of one kind.
pub(super) fn programs(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Vec<Vec<Stmt>> {
    features(trajectories, lines)
        .iter()
        .flat_map(|it| switched(trajectories, lines, it).unwrap_or_default())
        .collect()
}

/// What tells kinds of instances apart.
enum Feature {
    /// The value of a parameter.
    Param(String),
    /// What the only element that has this attribute says in it.
    Shown(Key, &'static str),
}

impl Feature {
    fn of(&self, trajectory: &SoftTrajectory) -> Option<String> {
        match self {
            Feature::Param(name) => {
                let value = trajectory.instance.params.get(name)?.as_text()?;
                let word =
                    (1..=12).contains(&value.len()) && value.bytes().all(|it| it.is_ascii_alphanumeric());
                word.then(|| value.to_owned())
            }
            Feature::Shown(_, attribute) => {
                let first = trajectory.steps.first()?;
                let mut all = first
                    .screen
                    .elements
                    .iter()
                    .filter_map(|it| it.attributes.get(*attribute));
                all.next().filter(|_| all.next().is_none()).cloned()
            }
        }
    }

    fn is(&self, value: &str) -> Cond {
        let value = Expr::Const(value.to_owned());
        match self {
            Feature::Param(name) => Cond::Equals(Expr::Input(name.clone()), value),
            Feature::Shown(key, attribute) => {
                Cond::Exists(Locator::by(*key, value).described(format!("the figure by its {attribute}")))
            }
        }
    }

    fn said(&self) -> String {
        match self {
            Feature::Param(name) => format!("this value of {name}"),
            Feature::Shown(_, attribute) => format!("a figure of this {attribute}"),
        }
    }
}

/// The features in which the trajectories differ, likeliest first.
fn features(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Vec<Feature> {
    let mut all = vec![Feature::Param(task::FORM.to_owned())];
    let names = trajectories
        .first()
        .into_iter()
        .flat_map(|it| it.instance.params.keys());
    all.extend(
        names
            .filter(|it| *it != task::FORM && !is_used(lines, it))
            .map(|it| Feature::Param(it.clone())),
    );
    all.push(Feature::Shown(Key::Shape, "shape"));
    all.push(Feature::Shown(Key::Color, "color"));
    all.retain(|feature| {
        let values: Option<Vec<String>> = trajectories.iter().map(|it| feature.of(it)).collect();
        let Some(mut values) = values else { return false };
        values.sort();
        values.dedup();
        // A value of its own for each instance tells nothing of the next one, but there are few wordings.
        let repeated = match feature {
            Feature::Param(name) => name == task::FORM || values.len() < trajectories.len(),
            Feature::Shown(..) => true,
        };
        (2..=MOST_KINDS).contains(&values.len()) && repeated
    });
    all
}

/// Whether the likeliest reading of any step takes a parameter.
fn is_used(lines: &[Vec<Step>], name: &str) -> bool {
    lines.iter().flatten().any(|step| {
        let locators = step.action.targets().filter_map(|it| it.first());
        let value = match &step.action {
            Action::Status { .. } => None,
            action => action.value().and_then(|it| it.first()),
        };
        let mut exprs = locators.flat_map(Locator::values).chain(value);
        exprs.any(|it| it.inputs().contains(&name))
    })
}

/// The programs of each kind one below the other; first the best of each, then another choice for one.
fn switched(
    trajectories: &[SoftTrajectory],
    lines: &[Vec<Step>],
    feature: &Feature,
) -> Option<Vec<Vec<Stmt>>> {
    let mut kinds: Vec<(String, Vec<SoftTrajectory>, Vec<Vec<Step>>)> = Vec::new();
    for (trajectory, line) in trajectories.iter().zip(lines) {
        let value = feature.of(trajectory)?;
        let at = kinds.iter().position(|it| it.0 == value).unwrap_or_else(|| {
            kinds.push((value, Vec::new(), Vec::new()));
            kinds.len() - 1
        });
        kinds[at].1.push(trajectory.clone());
        kinds[at].2.push(line.clone());
    }
    let bodies: Vec<Vec<Vec<Stmt>>> = kinds
        .iter()
        .map(|(_, trajectories, lines)| sequence::programs(trajectories, lines))
        .collect();
    if bodies.iter().any(Vec::is_empty) {
        return None;
    }
    let refusal = Kind::Refuse(format!("no recording shows what to do for {}", feature.said()));
    let pick = |varied: usize, choice: usize| -> Vec<Stmt> {
        let last = vec![Stmt::new(refusal.clone(), Vec::new())];
        kinds
            .iter()
            .zip(&bodies)
            .enumerate()
            .rev()
            .fold(last, |otherwise, (idx, (kind, bodies))| {
                let choice = if idx == varied { choice } else { 0 };
                let then = bodies[choice.min(bodies.len() - 1)].clone();
                let sources = then.iter().flat_map(|it| it.sources.clone()).collect();
                let cond = feature.is(&kind.0);
                vec![Stmt::new(
                    Kind::If {
                        cond,
                        then,
                        otherwise,
                    },
                    sources,
                )]
            })
    };
    let mut all = vec![pick(0, 0)];
    for choice in 1..=MOST_CHOICES {
        // The newest kind is the least tried.
        for varied in (0..kinds.len()).rev().filter(|it| bodies[*it].len() > choice) {
            all.push(pick(varied, choice));
        }
    }
    Some(all)
}
