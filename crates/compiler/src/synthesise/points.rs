//! Points that several recordings have acted at, to what gives all of them: the same points, or points that follow a number
//! of the task along a straight line.

use std::rc::Rc;

use strings::Expr;
use task::{Params, Value};
use thiserror::Error;
use ui::{Action, Offset, Points};

use super::member::{Member, same_kind};
use crate::soft::{SoftTrajectory, Step};

/// Whether a step acts at points.
pub(super) fn acts_at_points(step: &Step) -> bool {
    matches!(step.action, Action::ClickAt { .. } | Action::DragAlong { .. })
}

/// What gives the points of every member; nothing where they differ and nothing says why.
pub(super) fn common_points(members: &[Member]) -> Vec<Expr> {
    let read = |it: &Member| it.step.value.as_ref()?.parse().ok();
    let Some(all) = members.iter().map(read).collect::<Option<Vec<Points>>>() else {
        return Vec::new();
    };
    let Some(first) = all.first() else {
        return Vec::new();
    };
    if all.iter().all(|it| first.are_near(it)) {
        return vec![Expr::Const(first.to_string())];
    }
    let alike = |it: &Points| first.are_of_one_shape(it) && it.all().len() == first.all().len();
    if !all.iter().all(alike) {
        return Vec::new();
    }
    moved(members, &all).into_iter().collect()
}

/// Points that differ between recordings, where nothing says why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the points of {target} differ ({one} and {other}), and nothing says why; show it again with a number in the task that \
     they follow, or act on an element that is there"
)]
pub struct PointsDiffer {
    /// What was acted on.
    pub target: String,
    /// The points in one recording.
    pub one: String,
    /// The points in another.
    pub other: String,
}

/// The first points that differ between recordings where nothing says why. Steps are compared by their order, where all
/// recordings have as many of them.
pub fn points_differ(trajectories: &[SoftTrajectory]) -> Option<PointsDiffer> {
    let of = |(nth, trajectory): (usize, &SoftTrajectory)| -> Vec<Member> {
        let params = Rc::new(trajectory.instance.params.clone());
        let steps = trajectory.steps.iter().filter(|it| acts_at_points(it));
        let member = |step: &Step| Member {
            trajectory: nth,
            step: Rc::new(step.clone()),
            params: Rc::clone(&params),
        };
        steps.map(member).collect()
    };
    let lines: Vec<Vec<Member>> = trajectories.iter().enumerate().map(of).collect();
    let count = lines.first()?.len();
    if lines.iter().any(|it| it.len() != count) {
        return None;
    }
    (0..count).find_map(|nth| {
        let members: Vec<Member> = lines.iter().filter_map(|it| it.get(nth).cloned()).collect();
        let first = members.first()?;
        if !members.iter().all(|it| same_kind(&first.step, &it.step)) || !common_points(&members).is_empty() {
            return None;
        }
        let other = members.iter().find(|it| it.step.value != first.step.value)?;
        let said = |it: &Member| it.step.value.clone().unwrap_or_default();
        Some(PointsDiffer {
            target: first.step.target_description.clone(),
            one: said(first),
            other: said(other),
        })
    })
}

/// The points where one number of the task says how far each that differs lies along an axis.
fn moved(members: &[Member], all: &[Points]) -> Option<Expr> {
    let first = all.first()?;
    let mut offsets: Vec<Vec<Offset>> = Vec::new();
    for nth in 0..first.all().len() {
        for axis in 0..2 {
            let of = |it: &Points| {
                let point = it.all().get(nth)?;
                Some(if axis == 0 { point.x } else { point.y })
            };
            offsets.push(all.iter().map(of).collect::<Option<_>>()?);
        }
    }
    let name = follows(members, first, &offsets)?;
    let mut text = Builder::default();
    for (nth, offsets) in offsets.iter().enumerate() {
        text.say(match (nth, nth % 2) {
            (0, _) => "",
            (_, 0) => " ",
            _ => ",",
        });
        match line(members, name, first, nth % 2, offsets)? {
            Along::Stays(offset) => text.say(&offset.to_string()),
            Along::Moves(expr, unit) => {
                text.add(expr);
                text.say(unit);
            }
        }
    }
    if let Some((width, height)) = first.of() {
        text.say(&format!(" of {width}x{height}"));
    }
    Some(text.done())
}

/// The only number of the task that all that differs follows. Several may be right by chance, and none is taken then.
fn follows<'a>(members: &'a [Member], first: &Points, offsets: &[Vec<Offset>]) -> Option<&'a str> {
    let params: &Params = &members.first()?.params;
    let mut fits = params.keys().filter(|name| {
        let mut all = offsets.iter().enumerate();
        all.all(|(nth, offsets)| line(members, name, first, nth % 2, offsets).is_some())
    });
    let name = fits.next()?;
    fits.next().is_none().then_some(name.as_str())
}

/// An offset of a point, in several recordings.
enum Along {
    /// It is the same.
    Stays(Offset),
    /// It follows a number: what gives it, and its unit.
    Moves(Expr, &'static str),
}

/// How an offset follows a parameter, proven on every member.
fn line(members: &[Member], name: &str, points: &Points, axis: usize, offsets: &[Offset]) -> Option<Along> {
    let near = points.nearness(axis);
    let first = *offsets.first()?;
    if offsets.iter().all(|it| near.admits(first, *it)) {
        return Some(Along::Stays(first));
    }
    let (_, unit) = first.in_parts();
    let value = |it: &Member| match it.params.get(name)? {
        Value::Text(text) => Some((text.trim().to_owned(), text.trim().parse::<f64>().ok()?)),
        Value::List(_) => None,
    };
    let values: Vec<(String, f64)> = members.iter().map(value).collect::<Option<_>>()?;
    let by_value = |a: &usize, b: &usize| values[*a].1.total_cmp(&values[*b].1);
    let least = (0..values.len()).min_by(by_value)?;
    let most = (0..values.len()).max_by(by_value)?;
    let end = |at: usize| Expr::Const(format!("{} is {}", values[at].0, offsets[at].in_parts().0));
    let expr = Expr::Call(
        "on_line".to_owned(),
        vec![Expr::Input(name.to_owned()), end(least), end(most)],
    );
    let holds = |(member, offset): (&Member, &Offset)| {
        let found = expr.eval(&member.params)?;
        let meant: Offset = format!("{found}{unit}").parse().ok()?;
        near.admits(meant, *offset).then_some(())
    };
    members
        .iter()
        .zip(offsets)
        .map(holds)
        .collect::<Option<Vec<()>>>()?;
    Some(Along::Moves(expr, unit))
}

/// A text that is put together.
#[derive(Default)]
struct Builder(Vec<Expr>);

impl Builder {
    fn say(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(Expr::Const(before)) => before.push_str(text),
            _ if text.is_empty() => {}
            _ => self.0.push(Expr::Const(text.to_owned())),
        }
    }

    fn add(&mut self, expr: Expr) {
        self.0.push(expr);
    }

    fn done(self) -> Expr {
        Expr::Concat(self.0)
    }
}
