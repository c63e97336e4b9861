//! The device's time, which moves only when it is told to.

/// Milliseconds since 1970, UTC. A new device starts on Sunday 2023-10-15 at 15:34:00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clock {
    now_ms: i64,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            now_ms: 1_697_384_040_000,
        }
    }
}

impl Clock {
    /// Now, in milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        self.now_ms
    }

    /// Let time pass; a negative number turns the clock back.
    pub fn advance(&mut self, ms: i64) {
        self.now_ms = self.now_ms.saturating_add(ms);
    }
}
