//! Several records of a goal may have the same value: which of them a step means is told by the steps around it.

use strings::Expr;
use task::{Params, Value, numbered_name};

use crate::soft::Step;

/// Have each step that uses a value which several records have (`unit_1` and `unit_3`) mean that of its own record: where as many steps
/// use it as records have it, they are meant in order; else it is that of the record whose own value was used last.
pub(crate) fn tell_apart(steps: &mut [Step], params: &Params) {
    let mut known: Vec<&str> = Vec::new();
    for name in params.keys() {
        let alike = alike(params, name);
        if alike.len() < 2 || known.contains(&alike[0]) {
            continue;
        }
        known.push(alike[0]);
        let users: Vec<usize> = (0..steps.len()).filter(|at| uses(&steps[*at], &alike)).collect();
        let meant: Vec<Option<&str>> = match users.len() == alike.len() {
            true => alike.iter().copied().map(Some).collect(),
            false => {
                let of_record = |at: &usize| {
                    let record = record_at(steps, *at, params)?;
                    alike.iter().copied().find(|it| number(it) == Some(record))
                };
                users.iter().map(of_record).collect()
            }
        };
        for (at, meant) in users.into_iter().zip(meant) {
            if let Some(meant) = meant.filter(|it| *it != alike[0]) {
                exchange(&mut steps[at], alike[0], meant);
            }
        }
    }
}

fn number(name: &str) -> Option<u64> {
    numbered_name(name).map(|it| it.1)
}

/// The parameters that are this one of all records and have its value, in their order.
fn alike<'p>(params: &'p Params, name: &str) -> Vec<&'p str> {
    let (Some(Value::Text(text)), Some((stem, _))) = (params.get(name), numbered_name(name)) else {
        return Vec::new();
    };
    let same = |(other, value): &(&String, &Value)| {
        value.as_text() == Some(text) && numbered_name(other).is_some_and(|it| it.0 == stem)
    };
    params.iter().filter(same).map(|it| it.0.as_str()).collect()
}

/// Whether what a step types, or what it is done to first of all, is one of these parameters.
fn uses(step: &Step, names: &[&str]) -> bool {
    let is_one = |it: &Expr| matches!(it, Expr::Input(name) if names.contains(&name.as_str()));
    let mut values = step.action.value().into_iter().flatten();
    let mut named = step
        .action
        .target()
        .and_then(|it| it.first())
        .into_iter()
        .flat_map(|it| it.values());
    values.any(is_one) || named.any(is_one)
}

/// The record that a step belongs to: that of the last step before it that used what one record alone has, else of the next one.
fn record_at(steps: &[Step], at: usize, params: &Params) -> Option<u64> {
    let own = |step: &Step| {
        let mut names = params.keys().map(String::as_str);
        names
            .find(|it| alike(params, it).len() == 1 && uses(step, &[it]))
            .and_then(number)
    };
    let before = steps[..at].iter().rev().find_map(own);
    before.or_else(|| steps[at..].iter().find_map(own))
}

/// Mean one parameter wherever a step means the other, and the other way round: both have the same value.
fn exchange(step: &mut Step, one: &str, other: &str) {
    let (one, other) = (Expr::Input(one.to_owned()), Expr::Input(other.to_owned()));
    let neither = Expr::Input(String::new());
    let exchanged = |it: &Expr| {
        it.replace(&one, &neither)
            .replace(&other, &one)
            .replace(&neither, &other)
    };
    step.action = step.action.map(
        |ways| ways.iter().map(|it| it.map(exchanged)).collect(),
        |values| values.iter().map(exchanged).collect(),
    );
    let seen = step
        .expect
        .iter_mut()
        .chain(&mut step.arrivals)
        .chain(&mut step.awaited);
    seen.for_each(|it| *it = it.map(exchanged));
}
