//! The state machine of a row: from a state and a change to the next state, or why that can't be.

use std::fmt;

use jiff::Timestamp;
use thiserror::Error;
use trajectory::Outcome;

/// The number of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub i64);

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A row, as far as its states go.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Where it is.
    pub state: State,
    /// The record of its last run that was begun. What it did is looked up before the row is run again.
    pub run: Option<String>,
    /// How often it was begun.
    pub tries: u32,
    /// How many of these came to an end that was to be tried again.
    pub failures: u32,
}

/// Where a row is.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// It waits.
    Waiting {
        /// Not to be begun earlier.
        from: Timestamp,
    },
    /// A runner has it.
    Leased(Lease),
    /// It has its end.
    Ended(End),
}

/// Who has a row, and for how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// No other lease has this number.
    pub token: i64,
    /// The runner's name.
    pub runner: String,
    /// Until when, if it is not extended.
    pub until: Timestamp,
}

/// How a row ended.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Its name.
    pub outcome: Outcome,
    /// The answer given, if any.
    pub answer: Option<String>,
    /// How long the last try took.
    pub seconds: f64,
    /// Why it was not done, where it was not.
    pub message: Option<String>,
}

impl End {
    /// Whether it was not done: it stands in the dead-letter list. A row that was cancelled does not.
    pub fn is_dead(&self) -> bool {
        !matches!(
            self.outcome,
            Outcome::Reached | Outcome::Unchecked | Outcome::Cancelled
        )
    }
}

/// What is known of the process that has a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// It lives.
    Alive,
    /// It is gone.
    Gone,
    /// Nobody can tell: the time of the lease decides.
    Unknown,
}

/// What may happen to a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A runner takes it.
    Claim(Lease),
    /// Its run is about to begin, under this record.
    Begin {
        /// The lease.
        token: i64,
        /// The record's name.
        run: String,
    },
    /// The lease is extended.
    Extend {
        /// The lease.
        token: i64,
        /// Until then.
        until: Timestamp,
    },
    /// It ends.
    End {
        /// The lease.
        token: i64,
        /// How.
        end: End,
    },
    /// The try was not done, and there will be another one.
    Again {
        /// The lease.
        token: i64,
        /// Not earlier than then.
        at: Timestamp,
    },
    /// It is given back as it is.
    Release {
        /// The lease.
        token: i64,
    },
    /// It is taken from a runner that does not come back.
    TakeBack(Holder),
    /// Nobody wants it any more.
    Cancel,
    /// A person wants it tried once more, though it has an end.
    Retry {
        /// Whether what its last run did is not looked up: somebody has looked.
        anew: bool,
    },
}

/// Why a change can't be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// It waits for a later time.
    #[error("it is not due")]
    NotDue,
    /// It does not wait.
    #[error("it does not wait")]
    NotWaiting,
    /// The lease is another one, or none.
    #[error("another runner has it by now, or it has an end")]
    NotHeld,
    /// Its runner lives, or may.
    #[error("its runner has not let go of it")]
    StillHeld,
    /// It has no end that could be tried again.
    #[error("it has no end that could be tried again")]
    NotDead,
}

impl Row {
    /// One that waits, and was never begun.
    pub fn new(from: Timestamp) -> Self {
        Self {
            state: State::Waiting { from },
            run: None,
            tries: 0,
            failures: 0,
        }
    }

    /// The row after a change.
    pub fn after(&self, change: Change, now: Timestamp) -> Result<Self, Refused> {
        let waiting = |from: Timestamp| State::Waiting { from };
        let mut row = self.clone();
        match change {
            Change::Claim(lease) => {
                row.state = match self.state {
                    State::Waiting { from } if from <= now => State::Leased(lease),
                    State::Waiting { .. } => return Err(Refused::NotDue),
                    State::Leased(_) | State::Ended(_) => return Err(Refused::NotWaiting),
                };
            }
            Change::Begin { token, run } => {
                self.held_by(token)?;
                row.run = Some(run);
                row.tries += 1;
            }
            Change::Extend { token, until } => {
                let lease = self.held_by(token)?.clone();
                row.state = State::Leased(Lease { until, ..lease });
            }
            Change::End { token, end } => {
                self.held_by(token)?;
                row.state = State::Ended(end);
            }
            Change::Again { token, at } => {
                self.held_by(token)?;
                row.state = waiting(at);
                row.failures += 1;
            }
            Change::Release { token } => {
                self.held_by(token)?;
                row.state = waiting(now);
            }
            Change::TakeBack(holder) => row.state = self.taken_back(holder, now)?,
            Change::Cancel => {
                row.state = match &self.state {
                    State::Waiting { .. } => State::Ended(self.cancelled()),
                    State::Leased(_) => return Err(Refused::StillHeld),
                    State::Ended(_) => return Err(Refused::NotWaiting),
                };
            }
            Change::Retry { anew } => {
                match &self.state {
                    State::Ended(end) if end.is_dead() => {}
                    State::Ended(_) | State::Waiting { .. } | State::Leased(_) => {
                        return Err(Refused::NotDead);
                    }
                }
                row = Self {
                    run: self.run.clone().filter(|_| !anew),
                    ..Self::new(now)
                };
            }
        }
        Ok(row)
    }

    fn held_by(&self, token: i64) -> Result<&Lease, Refused> {
        match &self.state {
            State::Leased(lease) if lease.token == token => Ok(lease),
            State::Leased(_) | State::Waiting { .. } | State::Ended(_) => Err(Refused::NotHeld),
        }
    }

    fn taken_back(&self, holder: Holder, now: Timestamp) -> Result<State, Refused> {
        let State::Leased(lease) = &self.state else {
            return Err(Refused::NotHeld);
        };
        match holder {
            Holder::Gone => Ok(State::Waiting { from: now }),
            Holder::Unknown if lease.until < now => Ok(State::Waiting { from: now }),
            Holder::Unknown | Holder::Alive => Err(Refused::StillHeld),
        }
    }

    fn cancelled(&self) -> End {
        let message = match &self.run {
            Some(run) => format!("cancelled; its run {run} was begun, and what it did is not looked up"),
            None => "cancelled".to_owned(),
        };
        End {
            outcome: Outcome::Cancelled,
            answer: None,
            seconds: 0.0,
            message: Some(message),
        }
    }
}
