//! Keys that a value of the task says are pressed for that value only: a recording shows no others.

use strings::Expr;
use task::Value;
use ui::{Action, Chord};

use crate::{
    program::{Cond, Kind, Stmt},
    soft::{SoftTrajectory, StepRef},
};

/// The same body, in which every press of keys that a value says stands behind a refusal of all other values.
pub(super) fn guarded(body: Vec<Stmt>, trajectories: &[SoftTrajectory]) -> Vec<Stmt> {
    // One recording alone is held against the next instance before anything is kept of it.
    if trajectories.len() < 2 {
        return body;
    }
    within(body, trajectories, &[])
}

fn within(body: Vec<Stmt>, trajectories: &[SoftTrajectory], known: &[Cond]) -> Vec<Stmt> {
    let mut all = Vec::new();
    for mut stmt in body {
        if let Some(said) = said(&stmt, trajectories).filter(|it| !known.contains(it)) {
            all.push(refusal(said, &stmt));
        }
        if let Kind::If {
            cond,
            then,
            otherwise,
        } = &mut stmt.kind
        {
            let more: Vec<Cond> = known.iter().cloned().chain(parts(cond)).collect();
            *then = within(std::mem::take(then), trajectories, &more);
            *otherwise = within(std::mem::take(otherwise), trajectories, known);
        } else {
            for inner in stmt.kind.blocks_mut() {
                *inner = within(std::mem::take(inner), trajectories, known);
            }
        }
        all.push(stmt);
    }
    all
}

/// What holds where a condition does.
fn parts(cond: &Cond) -> Vec<Cond> {
    match cond {
        Cond::And(all) => all.iter().flat_map(parts).collect(),
        other => vec![other.clone()],
    }
}

/// That a value is what it was wherever these keys were pressed, where it says the keys.
fn said(stmt: &Stmt, trajectories: &[SoftTrajectory]) -> Option<Cond> {
    let Kind::Act {
        action: Action::PressKeys { keys },
        ..
    } = &stmt.kind
    else {
        return None;
    };
    let params_of = |source: &StepRef| {
        let of = trajectories.iter().find(|it| it.recording == source.recording);
        of.map(|it| &it.instance.params)
    };
    let says = |value: &Value| match value {
        Value::Text(text) => text.trim().parse::<Chord>().is_ok_and(|it| it == *keys),
        Value::List(_) => false,
    };
    let (first, others) = stmt.sources.split_first()?;
    let (name, value) = params_of(first)?.iter().find(|(_, value)| says(value))?;
    let same = |it: &StepRef| params_of(it).and_then(|params| params.get(name)) == Some(value);
    others
        .iter()
        .all(same)
        .then(|| Cond::Equals(Expr::Input(name.clone()), Expr::Const(value.to_string())))
}

fn refusal(said: Cond, stmt: &Stmt) -> Stmt {
    let why = match &said {
        Cond::Equals(value, _) => {
            format!("no recording shows which keys are pressed for this value of {value}")
        }
        _ => "no recording shows which keys are pressed here".to_owned(),
    };
    let kind = Kind::If {
        cond: Cond::Not(Box::new(said)),
        then: vec![Stmt::new(Kind::Refuse(why), stmt.sources.clone())],
        otherwise: Vec::new(),
    };
    Stmt::new(kind, stmt.sources.clone())
}
