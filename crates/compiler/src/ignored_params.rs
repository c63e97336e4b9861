//! Script and recordings to the parameters that an irreversible action ignores: values that name a thing which stood on
//! the screen, and that play no part in what is deleted, sent, paid or overwritten. "Ignored parameters" says what is
//! wrong with the function, whatever else it does.
//!
//! Instances may not tell such a function from a right one: where each has one entry, whoever deletes all of them
//! deletes the right one. To visit a screen and to leave it again is no part either. Only a value counts that the goal
//! names and that an element showed as a whole: a part of a date, or a setting that nobody saw, says nothing about what is
//! acted on.

use std::{collections::HashSet, fmt};

use rhai::{ASTNode, Expr};
use strings::identifier;
use task::{FORM, GOAL, Value};
use ui::{Element, Found, Irreversible, Key, Locator, find};

use crate::{
    check, consequence::said, mere_visits::only_visits, program::Program, script::Script,
    soft::SoftTrajectory,
};

/// An irreversible action that does not depend on what the goal names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredParams {
    /// What the script does.
    pub kind: Irreversible,
    /// The parameters that it does not use.
    pub params: Vec<String>,
}

impl fmt::Display for IgnoredParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let does = match self.kind {
            Irreversible::Delete => "deletes",
            Irreversible::Send => "sends",
            Irreversible::Pay => "pays",
            Irreversible::Overwrite => "overwrites",
        };
        let params: Vec<String> = self.params.iter().map(|it| format!("`{it}`")).collect();
        write!(
            f,
            "it {does} without looking at {}: what the goal names stood on the screen, and any other would do as well",
            params.join(" and ")
        )
    }
}

/// The parameters that an irreversible action of this script ignores, though the recordings show them. A text that is
/// no code ignores nothing. `program` is what the script was printed from, where there is one.
pub fn ignored_params(
    script: &Script,
    program: Option<&Program>,
    trajectories: &[SoftTrajectory],
) -> Option<IgnoredParams> {
    let kind = said(script).first()?.lasting.kind;
    let used = used(script, program, trajectories)?;
    let mut params: Vec<String> = Vec::new();
    for trajectory in trajectories {
        for (name, value) in &trajectory.instance.params {
            let stood = || value.texts().flat_map(entries).any(|it| stood(it, trajectory));
            if !is_used(&used, name, value) && !params.contains(name) && stood() {
                params.push(name.clone());
            }
        }
    }
    (!params.is_empty()).then_some(IgnoredParams { kind, params })
}

/// The parameters that a goal names and a script does not go by, where it does what nothing takes back.
pub(crate) fn unused(
    script: &Script,
    program: Option<&Program>,
    trajectories: &[SoftTrajectory],
) -> Option<Vec<String>> {
    said(script).first()?;
    let used = used(script, program, trajectories)?;
    let first = &trajectories.first()?.instance;
    let open = first.params.iter().filter(|(name, value)| {
        let mut texts = value.texts().filter(|it| !it.trim().is_empty());
        let named = texts.any(|it| first.goal.contains(it));
        named && *name != GOAL && *name != FORM && !is_used(&used, name, value)
    });
    Some(open.map(|(name, _)| name.clone()).collect())
}

fn is_used(used: &HashSet<String>, name: &str, value: &Value) -> bool {
    used.contains(&identifier(name)) || value.texts().any(|it| used.contains(it))
}

/// What a script goes by. `None` where it is no code, and where it reads the goal itself: then it may find every value in it.
fn used(
    script: &Script,
    program: Option<&Program>,
    trajectories: &[SoftTrajectory],
) -> Option<HashSet<String>> {
    let mut used = mentioned(script, trajectories)?;
    for name in program.iter().flat_map(|it| only_visits(it, trajectories)) {
        used.remove(&identifier(&name));
    }
    let reads_the_goal = used.contains(GOAL) && script.params.iter().any(|it| it.name == GOAL);
    (!reads_the_goal).then_some(used)
}

/// The variables that a script goes by and the texts that stand in it.
fn mentioned(script: &Script, trajectories: &[SoftTrajectory]) -> Option<HashSet<String>> {
    let ast = check::parse(&script.source).ok()?;
    let mut all = HashSet::new();
    ast.walk(&mut |path| {
        match path.last() {
            Some(ASTNode::Expr(Expr::Variable(it, ..))) if !adds_nothing(path, trajectories) => {
                all.insert(it.1.to_string());
            }
            Some(ASTNode::Expr(Expr::StringConstant(text, _))) => {
                all.insert(text.to_string());
            }
            _ => {}
        }
        true
    });
    Some(all)
}

/// Whether a variable in a locator does not change what it finds: in another way, for when the first finds
/// nothing, or as the neighbour of an element that was alone of its kind on every recorded screen.
fn adds_nothing(path: &[ASTNode<'_>], trajectories: &[SoftTrajectory]) -> bool {
    let mut maps = path.iter().rev().filter_map(|it| match it {
        ASTNode::Expr(Expr::Map(map, _)) => Some(&map.0),
        _ => None,
    });
    let Some(asked) = maps.next() else { return false };
    if maps.next().is_some() {
        return true;
    }
    let [.., ASTNode::Expr(Expr::Map(..)), ASTNode::Expr(variable)] = path else {
        return false;
    };
    let is_near = |(key, it): &(rhai::Ident, Expr)| key.name == "near" && std::ptr::eq(it, *variable);
    if !asked.iter().any(is_near) {
        return false;
    }
    let mut rest: Locator = Locator::default();
    for (key, value) in asked {
        match (key.name.parse::<Key>(), value) {
            (Ok(key), Expr::StringConstant(text, _)) => rest = rest.and(key, text.as_str()),
            (Ok(key), Expr::BoolConstant(it, _)) => rest = rest.and(key, it.to_string()),
            _ => {}
        }
    }
    let mut screens = trajectories.iter().flat_map(|it| &it.steps).map(|it| &it.screen);
    !screens.any(|it| matches!(find(it, &rest), Found::Many(_)))
}

/// A value, and what it lists.
fn entries(value: &str) -> impl Iterator<Item = &str> {
    let listed = value.split(',').filter(move |_| value.contains(','));
    std::iter::once(value).chain(listed).map(str::trim)
}

/// Whether the goal names this, and it stood on a recorded screen as all that an element shows. A number stands
/// on many a screen by chance.
fn stood(text: &str, trajectory: &SoftTrajectory) -> bool {
    let names = text.chars().count() > 1 && text.chars().any(char::is_alphabetic);
    let dropped = trajectory.dropped.iter().map(|it| &it.step);
    let shows = |it: &Element| it.words().any(|shown| shown.trim() == text);
    names
        && trajectory.instance.goal.contains(text)
        && trajectory
            .steps
            .iter()
            .chain(dropped)
            .any(|it| it.screen.elements.iter().any(shows))
}
