//! Program and recordings to a day that was written out though the goal says it beside today: all runs of one day are right with it,
//! and those of the next are not.

use std::fmt;

use strings::{Expr, Op, days_beside_today};

use crate::{
    program::{Kind, Program},
    soft::SoftTrajectory,
};

/// A day that is right on one day alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedDay {
    /// How it is written.
    pub written: String,
    /// What the goal says, as an expression.
    pub said: String,
}

impl fmt::Display for FixedDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FixedDay { written, said } = self;
        write!(
            f,
            "it goes by \"{written}\", which was {said} when it was shown: on another day it would be wrong"
        )
    }
}

/// The first such day of a program that does not ask which day it is.
pub fn fixed_day(program: &Program, trajectories: &[SoftTrajectory]) -> Option<FixedDay> {
    if program.goes_by_this_day() {
        return None;
    }
    let mut written: Vec<String> = Vec::new();
    for stmt in &program.body {
        stmt.walk(&mut |it| {
            if let Kind::Act { action, .. } = &it.kind {
                let named = action.targets().flat_map(|it| it.values());
                let texts = named.chain(action.value()).filter_map(Expr::as_literal);
                written.extend(texts.map(str::to_owned));
            }
        });
    }
    let form = Op::Date("%Y-%m-%d".to_owned());
    trajectories.iter().find_map(|trajectory| {
        let known = trajectory.known();
        let days = days_beside_today(&trajectory.instance.goal, &known);
        days.iter().find_map(|day| {
            let Expr::Call(_, of) = &day.expr else {
                return None;
            };
            let is_it = |it: &&String| form.apply((*it).clone()).is_some_and(|it| it == day.text);
            let written = written.iter().find(is_it)?.clone();
            let said = of.first()?.in_words();
            Some(FixedDay { written, said })
        })
    })
}
