//! Two lines of blocks side by side: what joins stands together, what does not stands alone.

use super::{block::Block, join::join, member::same_kind};

/// A pair of blocks in an alignment.
enum Pair {
    /// Nobody has tried yet whether they join; they gain at most this, if they can at all.
    Untried(Option<i32>),
    /// What they are as one, and what that gains.
    Tried(Box<Option<(i32, Block)>>),
}

impl Pair {
    /// What it gains at most.
    fn gain(&self) -> Option<i32> {
        match self {
            Pair::Untried(most) => *most,
            Pair::Tried(joined) => joined.as_ref().as_ref().map(|(gain, _)| *gain),
        }
    }
}

/// Needleman-Wunsch over blocks: what joins stands together, what does not stands alone.
///
/// To join two blocks is dear, so a pair counts as the most it may gain until the best path goes through it. A path
/// on which every pair was tried is the best of all: no other can gain more than it was taken for.
pub(super) fn align(a: &[Block], b: &[Block]) -> Vec<Block> {
    let untried = |one| {
        b.iter()
            .map(|other| Pair::Untried(most_gain(one, other)))
            .collect()
    };
    let mut pairs: Vec<Vec<Pair>> = a.iter().map(untried).collect();
    loop {
        let path = best_path(&pairs, b.len());
        let mut all_tried = true;
        for (i, j) in path.iter().filter_map(|it| it.0.zip(it.1)) {
            if let Pair::Untried(_) = pairs[i][j] {
                pairs[i][j] = Pair::Tried(Box::new(join(&a[i], &b[j])));
                all_tried = false;
            }
        }
        if !all_tried {
            continue;
        }
        let block = |(i, j): (Option<usize>, Option<usize>)| match (i, j) {
            (Some(i), Some(j)) => match &pairs[i][j] {
                Pair::Tried(joined) => joined.as_ref().as_ref().map(|(_, joined)| joined.clone()),
                Pair::Untried(_) => None,
            },
            (Some(i), None) => Some(a[i].clone()),
            (None, Some(j)) => Some(b[j].clone()),
            (None, None) => None,
        };
        return path.into_iter().filter_map(block).collect();
    }
}

/// The path through the pairs that gains most: which of the first line and which of the second stand in each place.
fn best_path(pairs: &[Vec<Pair>], width: usize) -> Vec<(Option<usize>, Option<usize>)> {
    const GAP: i32 = -1;
    let height = pairs.len();
    let mut score = vec![vec![0; width + 1]; height + 1];
    let together = |score: &[Vec<i32>], i: usize, j: usize| -> Option<i32> {
        let pair = pairs.get(i)?.get(j)?;
        Some(pair.gain()? + score[i + 1][j + 1])
    };
    for i in (0..=height).rev() {
        for j in (0..=width).rev() {
            let ways = [
                together(&score, i, j),
                (i < height).then(|| score[i + 1][j] + GAP),
                (j < width).then(|| score[i][j + 1] + GAP),
            ];
            score[i][j] = ways.into_iter().flatten().max().unwrap_or(0);
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut path = Vec::with_capacity(height.max(width));
    while i < height || j < width {
        if together(&score, i, j) == Some(score[i][j]) {
            path.push((Some(i), Some(j)));
            i += 1;
            j += 1;
        } else if i < height && score[i][j] == score[i + 1][j] + GAP {
            path.push((Some(i), None));
            i += 1;
        } else {
            path.push((None, Some(j)));
            j += 1;
        }
    }
    path
}

/// What joining two blocks gains at most; `None` where they are sure not to join.
fn most_gain(a: &Block, b: &Block) -> Option<i32> {
    match (a, b) {
        (Block::Step(one), Block::Step(other)) => {
            same_kind(one.step(), other.step()).then(|| 1 + 2 * one.most_strength())
        }
        (Block::ForEach { .. }, Block::ForEach { .. }) | (Block::Uneven(_), Block::Uneven(_)) => Some(12),
        (Block::Repeat(_), Block::Repeat(_))
        | (Block::Read { .. }, Block::Read { .. })
        | (Block::Count(_), Block::Count(_))
        | (Block::Rows(_), Block::Rows(_)) => Some(8),
        (Block::Repeat(_), Block::Step(_)) | (Block::Step(_), Block::Repeat(_)) => Some(4),
        (
            Block::Step(_)
            | Block::ForEach { .. }
            | Block::Repeat(_)
            | Block::Read { .. }
            | Block::Count(_)
            | Block::Rows(_)
            | Block::Uneven(_),
            _,
        ) => None,
    }
}
