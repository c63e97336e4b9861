//! The limits of a running script: what is checked on every operation and on every use of a variable.

use std::{
    sync::atomic::{AtomicU8, AtomicU64, Ordering},
    time::{Duration, Instant},
};

use device::Cancel;
use rhai::{Array, Dynamic, EvalAltResult, Map, Position};

use crate::options::Limits;

/// Why a script is being stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Too many operations.
    Operations,
    /// Too much time.
    Time,
    /// Too many nested calls.
    Depth,
    /// A text, a list or a map too large.
    Size,
    /// The user asked for the end.
    Cancelled,
    /// The session has its ending.
    Ended,
}

const ALL: [Halt; 6] = [
    Halt::Operations,
    Halt::Time,
    Halt::Depth,
    Halt::Size,
    Halt::Cancelled,
    Halt::Ended,
];
/// Operations between two looks at the clock.
const CLOCK: u64 = 512;
/// Operations that a script has, once it is over a limit, to reach a place in its text that can be named.
const GRACE: u64 = 20_000;
/// Uses of variables between two full counts of a nested value.
const COUNT: u64 = 256;

/// What is known of a running script outside its session.
#[derive(Debug)]
pub struct Control {
    limits: Limits,
    cancel: Cancel,
    started: Instant,
    /// Milliseconds that are not the script's: a model was thinking.
    elsewhere: AtomicU64,
    halt: AtomicU8,
    halted_at: AtomicU64,
    uses: AtomicU64,
}

impl Control {
    /// A run starts now.
    pub fn new(limits: Limits, cancel: Cancel) -> Self {
        Self {
            limits,
            cancel,
            started: Instant::now(),
            elsewhere: AtomicU64::new(0),
            halt: AtomicU8::new(0),
            halted_at: AtomicU64::new(0),
            uses: AtomicU64::new(0),
        }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Why the script is being stopped, if it is.
    pub fn halt(&self) -> Option<Halt> {
        let code = usize::from(self.halt.load(Ordering::Relaxed));
        code.checked_sub(1).and_then(|it| ALL.get(it)).copied()
    }

    /// Stop the script; the first reason stays.
    pub fn stop(&self, why: Halt) {
        let code = ALL.iter().position(|it| *it == why).map_or(0, |it| it as u8 + 1);
        // The first reason is kept, so an exchange that fails needs nothing done.
        let _ = self
            .halt
            .compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Do something whose time has limits of its own, and does not count as the script's.
    pub fn off_the_clock<T>(&self, work: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let done = work();
        let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.elsewhere.fetch_add(millis, Ordering::Relaxed);
        done
    }

    fn own_time(&self) -> Duration {
        let elsewhere = Duration::from_millis(self.elsewhere.load(Ordering::Relaxed));
        self.started.elapsed().saturating_sub(elsewhere)
    }

    /// How much of its time the script has left.
    pub fn left(&self) -> Duration {
        self.limits.time.saturating_sub(self.own_time())
    }

    /// Look at the clock and at the user's wish; whether the script must stop.
    pub fn check(&self) -> Option<Halt> {
        if self.cancel.is_cancelled() {
            self.stop(Halt::Cancelled);
        } else if self.own_time() > self.limits.time {
            self.stop(Halt::Time);
        }
        self.halt()
    }

    /// On every operation. A script over a limit is first stopped where it uses a variable, which has a place
    /// in its text; one that uses none is stopped here.
    pub fn on_progress(&self, operations: u64) -> Option<Dynamic> {
        if operations > self.limits.operations {
            self.stop(Halt::Operations);
        }
        let halt = if operations.is_multiple_of(CLOCK) {
            self.check()
        } else {
            self.halt()
        }?;
        match halt {
            Halt::Cancelled | Halt::Ended => Some(Dynamic::UNIT),
            Halt::Operations | Halt::Time | Halt::Depth | Halt::Size => {
                let first =
                    self.halted_at
                        .compare_exchange(0, operations, Ordering::Relaxed, Ordering::Relaxed);
                let since = first.err().unwrap_or(operations);
                (operations > since + GRACE).then_some(Dynamic::UNIT)
            }
        }
    }

    /// On every use of a variable: its value may have outgrown the limits in ways the engine does not see
    /// (entries set by key), and the calls may be nested too deep.
    pub fn on_use(&self, value: Option<&Dynamic>, level: usize) -> Result<(), Box<EvalAltResult>> {
        if level > self.limits.depth {
            self.stop(Halt::Depth);
        }
        if let Some(value) = value {
            let thorough = self.uses.fetch_add(1, Ordering::Relaxed).is_multiple_of(COUNT);
            let mut size = Size::default();
            size.add(value, if thorough { 16 } else { 0 });
            if size.text > self.limits.text || size.list > self.limits.list || size.map > self.limits.map {
                self.stop(Halt::Size);
            }
        }
        match self.halt() {
            Some(_) => Err(EvalAltResult::ErrorRuntime(Dynamic::UNIT, Position::NONE).into()),
            None => Ok(()),
        }
    }
}

#[derive(Default)]
struct Size {
    text: usize,
    list: usize,
    map: usize,
}

impl Size {
    fn add(&mut self, value: &Dynamic, levels: usize) {
        if let Ok(text) = value.as_immutable_string_ref() {
            self.text += text.len();
        } else if let Some(list) = value.read_lock::<Array>() {
            self.list += list.len();
            if levels > 0 {
                list.iter().for_each(|it| self.add(it, levels - 1));
            }
        } else if let Some(map) = value.read_lock::<Map>() {
            self.map += map.len();
            if levels > 0 {
                map.values().for_each(|it| self.add(it, levels - 1));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_thinks_takes_none_of_the_scripts_time() {
        let control = |elsewhere| {
            let limits = Limits {
                time: Duration::from_secs(60),
                ..Limits::default()
            };
            let control = Control {
                started: Instant::now()
                    .checked_sub(Duration::from_secs(90))
                    .expect("the machine runs that long"),
                ..Control::new(limits, Cancel::default())
            };
            control.elsewhere.store(elsewhere, Ordering::Relaxed);
            control
        };
        assert_eq!(control(0).check(), Some(Halt::Time));
        assert_eq!(control(80_000).check(), None);
        let counted = control(0);
        assert_eq!(counted.off_the_clock(|| 7), 7);
        assert_eq!(counted.check(), Some(Halt::Time));
    }
}
