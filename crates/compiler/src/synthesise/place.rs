//! A place between the blocks of a program, and what each trajectory shows there.

use strings::Expr;
use task::Params;
use ui::{Locator, Screen};

use crate::soft::SoftTrajectory;

use super::block::Block;

/// A place between blocks: what each trajectory shows there.
pub(super) struct Place<'a> {
    /// The screen before the trajectory's next step, by trajectory.
    pub screens: Vec<&'a Screen>,
    /// The parameters, by trajectory.
    pub params: Vec<&'a Params>,
    /// What was asked for, by trajectory.
    pub goals: Vec<&'a str>,
    /// The parameters that any step types or looks for.
    pub used: Vec<String>,
    /// The parameters that any step types.
    pub typed: Vec<String>,
}

impl<'a> Place<'a> {
    /// The place right before a block (or after the last one).
    pub fn before(trajectories: &'a [SoftTrajectory], blocks: &'a [Block], at: usize) -> Place<'a> {
        let screen = |idx: usize, it: &'a SoftTrajectory| -> &'a Screen {
            let next = blocks.iter().skip(at).find_map(|block| block.first_of(idx));
            next.map_or(&*it.last, |it| &*it.step.screen)
        };
        let values = blocks.iter().flat_map(Block::columns);
        let values = values.filter_map(|it| it.values.first());
        let columns = blocks.iter().flat_map(Block::columns);
        let exprs = columns.flat_map(|it| {
            it.locators
                .first()
                .into_iter()
                .flat_map(Locator::values)
                .chain(it.values.first())
        });
        Place {
            typed: values.flat_map(Expr::inputs).map(str::to_owned).collect(),
            used: exprs.flat_map(Expr::inputs).map(str::to_owned).collect(),
            screens: trajectories
                .iter()
                .enumerate()
                .map(|(idx, it)| screen(idx, it))
                .collect(),
            params: trajectories.iter().map(|it| &it.instance.params).collect(),
            goals: trajectories.iter().map(|it| it.instance.goal.as_str()).collect(),
        }
    }
}
