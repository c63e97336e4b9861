//! The random numbers of the games' pages: a linear congruential generator, in whole numbers.

/// The generator.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
}

impl Random {
    /// From a page's seed.
    pub fn new(seed: u32) -> Self {
        Self { seed: seed.into() }
    }

    /// A number below `limit`: the page's `Math.floor(rng.random() * limit)`, which its floating-point numbers hold
    /// without loss.
    pub fn below(&mut self, limit: usize) -> usize {
        self.seed = (1_664_525 * self.seed + 1_013_904_223) % (1 << 32);
        ((self.seed * limit as u64) >> 32) as usize
    }
}
