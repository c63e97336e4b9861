//! The device's time, which moves when it is told to.

/// Milliseconds since 1970, UTC. A new device starts on Sunday 2023-10-15 at 15:34:00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clock {
    now_ms: i64,
    /// Whether it goes on between actions, as that of a phone which others use meanwhile.
    goes_on: bool,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            now_ms: 1_697_384_040_000,
            goes_on: false,
        }
    }
}

impl Clock {
    /// Now, in milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        self.now_ms
    }

    /// Whether it goes on by itself: what takes a moment is seen then while it goes on.
    pub fn goes_on(&self) -> bool {
        self.goes_on
    }

    /// Time has passed by itself.
    pub fn pass(&mut self, ms: i64) {
        self.goes_on = true;
        self.advance(ms);
    }

    /// Let time pass; a negative number turns the clock back.
    pub fn advance(&mut self, ms: i64) {
        self.now_ms = self.now_ms.saturating_add(ms);
    }
}
