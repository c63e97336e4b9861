//! Presses on keys that show one character each, to a loop over the characters of a value.

use std::{ops::Range, rc::Rc};

use strings::{Expr, List, learn};
use task::Params;
use ui::{Action, Key, Locator};

use crate::soft::SoftTrajectory;

use super::{block::Block, column::Column, member::Member};

/// The loop's variable.
const KEY: &str = "key";
/// Keys that show more say a word.
const LONGEST: usize = 2;
/// Values tried for the keys that were pressed.
const MOST_VALUES: usize = 4;
/// What such a value may cost; dearer ones are accidents.
const DEAREST: u32 = 40;

/// The lines with their presses on keys as loops, likeliest first. None where no values of the task say which
/// keys were pressed.
pub(super) fn with_keys(trajectories: &[SoftTrajectory], lines: &[Vec<Block>]) -> Vec<Vec<Vec<Block>>> {
    let Some(runs): Option<Vec<Run>> = lines.iter().map(|it| Run::longest(it)).collect() else {
        return Vec::new();
    };
    let taken = |it: &SoftTrajectory| it.instance.params.keys().any(|it| strings::identifier(it) == KEY);
    if runs.iter().all(|it| it.steps.len() < 2) || trajectories.iter().any(taken) {
        return Vec::new();
    }
    let examples: Vec<(Params, String)> = trajectories
        .iter()
        .zip(&runs)
        .map(|(it, run)| (it.known(), run.pressed.clone()))
        .collect();
    said_by(&examples)
        .into_iter()
        .filter_map(|value| {
            let looped = |(line, run): (&Vec<Block>, &Run)| run.as_loop(line, &value);
            lines.iter().zip(&runs).map(looped).collect()
        })
        .collect()
}

/// The values that say which keys were pressed, simplest first.
fn said_by(examples: &[(Params, String)]) -> Vec<Expr> {
    let mut all = learn(examples);
    if all.iter().all(Expr::is_const) {
        // Keys in front that change nothing (a leading zero) may not have been pressed everywhere.
        let but_for_front = |value: &Expr| {
            examples.iter().all(|(params, pressed)| {
                let text = value.eval(params).unwrap_or_default();
                let front = text.strip_suffix(pressed.as_str());
                front.is_some_and(|it| it.chars().all(|own| it.starts_with(own)))
            })
        };
        let each = examples.iter().flat_map(|it| learn(std::slice::from_ref(it)));
        all = each.filter(but_for_front).collect();
        all.sort_by_key(Expr::cost);
    }
    all.retain(|it| !it.is_const() && it.cost() <= DEAREST);
    all.truncate(MOST_VALUES);
    all
}

/// Presses on keys, one after the other.
struct Run {
    steps: Range<usize>,
    /// What the keys say together.
    pressed: String,
}

impl Run {
    /// The longest one of a line.
    fn longest(line: &[Block]) -> Option<Run> {
        let mut best: Option<Run> = None;
        let mut at = 0;
        while at < line.len() {
            let keys: Vec<&str> = line[at..]
                .iter()
                .map_while(|it| key_of(it).map(|it| it.1))
                .collect();
            let longer = best.as_ref().is_none_or(|it| it.steps.len() < keys.len());
            if longer && !keys.is_empty() {
                best = Some(Run {
                    steps: at..at + keys.len(),
                    pressed: keys.concat(),
                });
            }
            at += keys.len().max(1);
        }
        best
    }

    /// The line with these steps as a loop over the characters of a value.
    fn as_loop(&self, line: &[Block], value: &Expr) -> Option<Vec<Block>> {
        let presses = line[self.steps.clone()].iter().filter_map(|it| {
            let (member, key) = key_of(it)?;
            (key.chars().count() == 1).then(|| by_key(member, key))
        });
        let body = Column::unify(presses.collect())?;
        let mut all = line[..self.steps.start].to_vec();
        all.push(Block::ForEach {
            var: KEY.to_owned(),
            list: List::Characters(Box::new(value.clone())),
            body: vec![Block::Step(body)],
        });
        all.extend_from_slice(&line[self.steps.end..]);
        Some(all)
    }
}

/// A step that presses a key, and what the key shows.
fn key_of(block: &Block) -> Option<(&Member, &str)> {
    let Block::Step(column) = block else { return None };
    let [member] = column.members.as_slice() else {
        return None;
    };
    let Action::Click { .. } = member.step.action else {
        return None;
    };
    let shown = member.element()?.text.as_deref()?;
    let short = (1..=LONGEST).contains(&shown.chars().count());
    (short && shown.chars().all(char::is_alphanumeric)).then_some((member, shown))
}

/// The press with the character that it stands for as the loop's variable.
fn by_key(member: &Member, key: &str) -> Member {
    let mut member = member.clone();
    member.set(KEY, key.to_owned());
    let variable = Expr::Input(KEY.to_owned());
    let kind = member.element().and_then(|it| it.class_name.as_deref());
    let kind = kind.map(|it| it.rsplit('.').next().unwrap_or(it).to_owned());
    let mut ways = vec![Locator::by(Key::Text, variable.clone())];
    if let Some(kind) = &kind {
        ways.push(Locator::by(Key::Text, variable).and(Key::ClassName, Expr::Const(kind.clone())));
    }
    let said = format!("{} that shows {KEY}", kind.as_deref().unwrap_or("key"));
    let ways = ways
        .into_iter()
        .map(|it| it.described(said.clone()))
        .filter(|it| member.finds_target(it))
        .collect();
    let step = Rc::make_mut(&mut member.step);
    step.target_description = said;
    step.expect = None;
    step.action = Action::Click { target: ways };
    member
}
