//! Why no repair is proposed from a run.

use thiserror::Error;

/// No repair can be proposed from a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotRepaired {
    /// The function, that text of it or the screens are not there.
    #[error("the function that ran, or the screens of run {run}, are not kept here")]
    Gone {
        /// The run.
        run: String,
    },
    /// The run is one of other code.
    #[error("the function was changed since run {run}: run it again, and repair it from that run")]
    Changed {
        /// The run.
        run: String,
    },
    /// It did not stop for an element.
    #[error("run {run} did not stop because an element was missing")]
    NothingMissing {
        /// The run.
        run: String,
    },
    /// The screen has no such element.
    #[error("the screen that run {run} stopped on has no element {element}")]
    NoElement {
        /// The run.
        run: String,
        /// Its index.
        element: usize,
    },
}
