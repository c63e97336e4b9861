//! Random choices that a seed fixes for ever: the same on every machine and with every compiler.

use std::collections::HashSet;

use crate::seeds::{number, series};

/// The numbers that what is built on is drawn from: apart from the low ones, on which much is measured, and so far below
/// [`FINAL`](crate::FINAL) that there is room for what is held out.
const DRAWN: std::ops::Range<u64> = 4000..8000;

/// SplitMix64 (Steele, Lea and Flood, 2014): small, fast, and good enough for word lists.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The choices for one purpose of one instance. Seeds of different series have nothing in common.
    pub fn new(task_type: &str, purpose: &str, seed: u64) -> Self {
        let mut state = 0xcbf2_9ce4_8422_2325_u64 ^ series(seed);
        for byte in task_type
            .bytes()
            .chain([0])
            .chain(purpose.bytes())
            .chain(number(seed).to_le_bytes())
        {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Self { state }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = high.abs_diff(low).saturating_add(1);
        low.min(high).saturating_add_unsigned(self.next() % span)
    }

    /// One of some.
    pub fn pick<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.between(0, all.len() as i64 - 1) as usize]
    }

    /// Several different ones, in random order.
    pub fn sample<'a, T: ?Sized>(&mut self, all: &[&'a T], count: usize) -> Vec<&'a T> {
        let mut left = all.to_vec();
        (0..count.min(all.len()))
            .map(|_| left.swap_remove(self.between(0, left.len() as i64 - 1) as usize))
            .collect()
    }

    /// Letters and digits.
    pub fn letters(&mut self, count: usize) -> String {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
        (0..count)
            .map(|_| char::from(LETTERS[self.between(0, LETTERS.len() as i64 - 1) as usize]))
            .collect()
    }

    /// Digits.
    pub fn digits(&mut self, count: usize) -> String {
        (0..count)
            .map(|_| char::from(b'0' + self.between(0, 9) as u8))
            .collect()
    }
}

/// Seeds to build on, in random order and each once: the same ones for the same task type.
pub fn drawn(task_type: &str) -> impl Iterator<Item = u64> + use<> {
    let mut random = Random::new(task_type, "building", 0);
    let mut seen = HashSet::new();
    let draw = move || loop {
        let seed = DRAWN.start + random.between(0, DRAWN.count() as i64 - 1).unsigned_abs();
        if seen.insert(seed) {
            return seed;
        }
    };
    std::iter::repeat_with(draw).take(DRAWN.count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_range_and_reach_both_ends() {
        let mut random = Random::new("type", "test", 7);
        let seen: std::collections::BTreeSet<i64> = (0..200).map(|_| random.between(-2, 2)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [-2, -1, 0, 1, 2]);
    }

    #[test]
    fn a_sample_repeats_nothing() {
        let mut picked = Random::new("type", "test", 1).sample(&["a", "b", "c"], 5);
        picked.sort_unstable();
        assert_eq!(picked, ["a", "b", "c"]);
    }

    #[test]
    fn what_is_built_on_is_drawn_for_each_type() {
        let draw = |task_type| drawn(task_type).take(50).collect::<Vec<u64>>();
        assert_eq!(draw("a"), draw("a"));
        assert_ne!(draw("a"), draw("b"));
        let all: HashSet<u64> = drawn("a").collect();
        assert_eq!(all.len(), 4000);
        assert!(all.iter().all(|it| DRAWN.contains(it)));
    }
}
