//! What was seen and done: recordings, how they end, and the bank that keeps them.
//!
//! - [`Recording`]: one episode by anybody: a search, a model, a person, a script.
//! - [`Outcome`] and [`Fault`]: every ending has a name, a fault and an exit code.
//! - [`Diagnostic`]: what is wrong with a script or a recording, as a value.

mod bank;
mod code;
mod diagnostic;
pub mod disk;
mod fetch;
pub mod file;
mod index;
mod outcome;
mod recording;
mod run;
mod runs;
mod shown;
mod summary;
mod tree;

pub use bank::{Bank, BankError, Entry, Filter, Listing, Screenshots, Skipped, read_recording};
pub use code::Code;
pub use diagnostic::{Candidate, Diagnostic, Position};
pub use fetch::{FetchError, Fetched, Info, Request, Source, Sources};
pub use index::{Hit, Index, IndexError, Note, Opened, Within};
pub use outcome::{Fault, Outcome};
pub use recording::{Ending, Origin, Recording, RecordingError, RecordingId, Step, VERSION, note_sent};
pub use run::{Acted, Acts, Begins, End, Finding, Picture, RunLine, RunOutline, RunRecord, RunStep};
pub use runs::{BadRunLine, RUN_VERSION, RunError, RunLog, Runs};
pub use shown::{DemonstrationNotes, Remark};
pub use summary::{conclude, describe_action, describe_action_in_full, summarize_step};
pub use tree::{Block, Layer, Simplified, StepSummary, Tree};
