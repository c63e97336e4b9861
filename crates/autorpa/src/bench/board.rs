//! The work of a bench, given out to workers that run side by side.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use device::Cancel;
use library::Function;

/// How long a worker that waits for work sleeps before it looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(100);

/// Something to do.
pub enum Job {
    /// Find the function of a row's task type, or build it.
    Prepare {
        /// The row.
        row: usize,
    },
    /// Run episodes of a row.
    Measure {
        /// The row.
        row: usize,
        /// Its function.
        function: Option<Arc<Function>>,
        /// How the phone differs: the number of the condition.
        condition: usize,
        /// The instances.
        seeds: Vec<u64>,
    },
}

/// What is to be done, and how many work.
pub struct Board {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    measures: VecDeque<Job>,
    prepares: VecDeque<Job>,
    busy: usize,
    stopped: bool,
}

/// A job in somebody's hands. It is done when this is dropped.
pub struct Taken<'a> {
    board: &'a Board,
    /// What is to be done.
    pub job: Job,
}

impl Board {
    /// Nothing to do yet.
    pub fn new() -> Self {
        Self {
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Put a job on the board.
    pub fn add(&self, job: Job) {
        let mut state = self.state();
        match job {
            Job::Prepare { .. } => state.prepares.push_back(job),
            Job::Measure { .. } => state.measures.push_back(job),
        }
        self.changed.notify_all();
    }

    /// The next job; `None` when nothing is left and nobody works who could bring more. A row that is begun is
    /// finished before another one is.
    pub fn take(&self, cancel: &Cancel) -> Option<Taken<'_>> {
        let mut state = self.state();
        loop {
            if state.stopped || cancel.is_cancelled() {
                return None;
            }
            if let Some(job) = state.measures.pop_front().or_else(|| state.prepares.pop_front()) {
                state.busy += 1;
                return Some(Taken { board: self, job });
            }
            if state.busy == 0 {
                return None;
            }
            // A worker that panicked leaves the state as it was between two of these calls: it is sound.
            state = self
                .changed
                .wait_timeout(state, LOOK)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// Give out nothing more.
    pub fn stop(&self) {
        self.state().stopped = true;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.board.state().busy -= 1;
        self.board.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(taken: &Taken<'_>) -> (usize, bool) {
        match &taken.job {
            Job::Prepare { row } => (*row, false),
            Job::Measure { row, .. } => (*row, true),
        }
    }

    fn measure(row: usize) -> Job {
        Job::Measure {
            row,
            function: None,
            condition: 0,
            seeds: vec![1],
        }
    }

    #[test]
    fn what_is_begun_comes_before_what_is_not() {
        let (board, cancel) = (Board::new(), Cancel::default());
        board.add(Job::Prepare { row: 0 });
        board.add(Job::Prepare { row: 1 });
        let first = board.take(&cancel).unwrap();
        assert_eq!(row(&first), (0, false));
        board.add(measure(0));
        drop(first);
        assert_eq!(row(&board.take(&cancel).unwrap()), (0, true));
        assert_eq!(row(&board.take(&cancel).unwrap()), (1, false));
        assert!(board.take(&cancel).is_none());
    }

    #[test]
    fn who_finds_nothing_waits_for_those_who_work() {
        let (board, cancel) = (Board::new(), Cancel::default());
        board.add(Job::Prepare { row: 0 });
        let taken = board.take(&cancel).unwrap();
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| board.take(&cancel).map(|it| row(&it)));
            board.add(measure(0));
            drop(taken);
            assert_eq!(waits.join().unwrap(), Some((0, true)));
        });
        board.add(measure(0));
        board.stop();
        assert!(board.take(&cancel).is_none());
    }
}
