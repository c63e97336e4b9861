//! The one place that waits: between two looks at the screen, until a deadline or a number of looks.

use std::{
    thread,
    time::{Duration, Instant},
};

use device::Clock;

/// Looks at a device whose clock moves only when told.
const SIMULATED: usize = 6;
/// The least time between two looks at a device in real time.
const PAUSE: Duration = Duration::from_millis(60);

/// How long something is waited for that hardly comes any more: the page may try once more, or say it late.
const DOUBTFUL: Duration = Duration::from_secs(2);

/// How long something is waited for while the screen goes on changing.
const CHANGING: Duration = Duration::from_secs(10);

/// How long something is waited for.
#[derive(Clone, Debug)]
pub struct Patience {
    until: Instant,
    deadline: Duration,
    /// When it ends though the screen goes on changing.
    at_last: Instant,
    /// When it ends because what is waited for hardly comes any more.
    soon: Option<Instant>,
    rounds: usize,
    looks: usize,
    clock: Clock,
    last: Instant,
}

impl Patience {
    /// From now, `deadline` long, and at most `rounds` looks.
    pub fn new(deadline: Duration, rounds: Option<usize>, clock: Clock) -> Self {
        let now = Instant::now();
        let most = match clock {
            Clock::Simulated => SIMULATED,
            Clock::Real => usize::MAX,
        };
        Self {
            until: now + deadline,
            deadline,
            at_last: now + deadline.max(CHANGING),
            soon: None,
            rounds: rounds.unwrap_or(most),
            looks: 0,
            clock,
            last: now,
        }
    }

    /// Number of looks so far.
    pub fn looks(&self) -> usize {
        self.looks
    }

    /// A look was in vain: whether there is to be another one.
    pub fn goes_on(&mut self) -> bool {
        self.looks += 1;
        self.looks < self.rounds
            && (self.clock == Clock::Simulated
                || Instant::now() < self.soon.map_or(self.until, |it| it.min(self.until)))
    }

    /// The screen has changed since the last look: what is waited for may come with what changes, and the deadline begins anew.
    pub fn changed(&mut self) {
        self.until = (Instant::now() + self.deadline).min(self.at_last);
    }

    /// Whether what is waited for hardly comes any more: then it ends soon.
    pub fn doubt(&mut self, doubtful: bool) {
        self.soon = match (doubtful, self.soon) {
            (false, _) => None,
            (true, Some(soon)) => Some(soon),
            (true, None) => Some(Instant::now() + DOUBTFUL),
        };
    }

    /// Let the rest of the pause pass that the device itself did not wait; ends early when `stopped` says so.
    pub fn pause(&mut self, stopped: impl Fn() -> bool) {
        let next = self.last + PAUSE;
        while self.clock == Clock::Real && !stopped() {
            let left = next.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            #[expect(
                clippy::disallowed_methods,
                reason = "until what is looked for shows, or the deadline"
            )]
            thread::sleep(left.min(Duration::from_millis(20)));
        }
        self.last = Instant::now();
    }
}
