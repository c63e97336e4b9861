//! Blocks in order to the bodies of programs.

use crate::{program::Stmt, soft::SoftTrajectory};

use super::{block::Block, branch, choices::choices};

/// Programs of one alignment.
const MOST: usize = 16;

/// The bodies that these blocks allow: the best choice everywhere, then one other choice at a time.
pub(super) fn arrange(trajectories: &[SoftTrajectory], blocks: Vec<Block>) -> Vec<Vec<Stmt>> {
    let shared = |block: &Block| (0..trajectories.len()).all(|it| block.has(it));
    let mut units: Vec<Vec<Vec<Stmt>>> = Vec::new();
    let mut at = 0;
    while at < blocks.len() {
        if shared(&blocks[at]) {
            units.push(choices(trajectories, &blocks, at));
            at += 1;
        } else {
            let end = blocks[at..]
                .iter()
                .position(shared)
                .map_or(blocks.len(), |it| at + it);
            units.push(branch::choices(trajectories, &blocks, at..end));
            at = end;
        }
    }
    // What cannot be told apart is no program.
    if units.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    // One unit by another choice than the others, or all by that.
    let body = |(varied, choice): (Option<usize>, usize)| -> Vec<Stmt> {
        let picked = units.iter().enumerate().flat_map(|(idx, unit)| {
            let own = if varied.is_none_or(|it| it == idx) {
                choice
            } else {
                0
            };
            unit[own.min(unit.len() - 1)].clone()
        });
        picked.collect()
    };
    let deepest = units.iter().map(Vec::len).max().unwrap_or(1);
    let others = (1..deepest.min(6)).flat_map(|choice| {
        // What ends the function is decided last, so the later steps are varied first.
        let last_first = (0..units.len()).rev();
        let varied = last_first.filter(|it| units[*it].len() > choice).map(Some);
        varied
            .chain([None])
            .map(move |it| (it, choice))
            .collect::<Vec<_>>()
    });
    std::iter::once((None, 0))
        .chain(others)
        .take(MOST)
        .map(body)
        .collect()
}
