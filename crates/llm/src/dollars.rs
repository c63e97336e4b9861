//! An amount of money.

use std::{fmt, iter::Sum, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

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

/// A text is no amount of money that can be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it is no amount of money; write 0.5 for fifty cents")]
pub struct DollarsError;

/// An amount above nothing, as `0.5` or `$0.5`.
impl FromStr for Dollars {
    type Err = DollarsError;

    fn from_str(text: &str) -> Result<Self, DollarsError> {
        match text.trim_start_matches('$').parse::<f64>() {
            Ok(dollars) if dollars.is_finite() && dollars > 0.0 => Ok(Self::new(dollars)),
            Ok(_) | Err(_) => Err(DollarsError),
        }
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
