//! An amount of money.

use std::{fmt, iter::Sum};

use serde::{Deserialize, Serialize};

/// An amount of money, in millionths of a dollar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Dollars(pub u64);

impl Dollars {
    /// So many dollars; negative ones and what is no number are none.
    pub fn new(dollars: f64) -> Self {
        // Casting a float saturates, and turns what is no number into 0.
        Self((dollars * 1e6).round() as u64)
    }

    /// In dollars.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for Dollars {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Self::plus)
    }
}

impl fmt::Display for Dollars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4}", self.as_f64())
    }
}
