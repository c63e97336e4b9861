//! What a person does on a page, heard event by event, to the actions that do the same.
//!
//! Pure: [`Heard`] goes in, one after the other, and [`Recorder`] says what it understands by it. Where a page is heard
//! and what becomes of the steps is the caller's business.
//!
//! - [`Heard`]: a trusted event, or what a page showed at that moment; one JSON object a line.
//! - [`Recorder`]: gestures begin and end, and each becomes one [`Step`], a [`Note`], or a [`Gap`].
//! - [`sentence`]: a step in words, with the locator that holds on the step's own screen.

mod gesture;
mod heard;
mod hover;
mod look;
mod recorder;
mod sentence;
mod step;
mod tab;

pub use heard::{Heard, HeardError, Held, Kind, Marked, Node, Turned, Way, What};
pub use look::Look;
pub use recorder::Recorder;
pub use sentence::{Proof, prove, sentence};
pub use step::{Gap, Note, Reason, Step, Update};
