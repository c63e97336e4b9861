//! Rows that wait to be run: on one machine in one SQLite file that several processes share, or elsewhere by another [`Keeper`].
//!
//! [`row`] is the state machine of a row, [`due`] says when rows of a job may begin, [`retry`] what follows a try that was
//! not done: all three depend on their arguments alone. [`Queue`] is the file. It loads a row, asks the state machine, and
//! writes the answer, in one transaction.
//!
//! A row is held by a [`Runner`], a process that has a lock of its own for as long as it lives. Who was killed is known by the
//! free lock, at once; only where a lock can't be asked does the time of the lease decide.

pub mod due;
pub mod retry;
pub mod row;

mod address;
mod error;
mod keeper;
mod runner;
mod store;

pub use address::{Address, BadServer, Server};
pub use error::QueueError;
pub use keeper::{Keeper, Shelf, Worker};
pub use row::JobId;
pub use runner::Runner;
pub use store::{
    Queue,
    claim::{Claimed, Later, Why},
    job::{Added, Job, JobStatus, NewJob, NewRow, Twin},
    rows::{Claim, KeptRow},
};
