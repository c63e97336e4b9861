//! The layers of the trajectory tree to answers for words: a tantivy index beside the recordings.
//!
//! The recordings are the truth, the index is made from them. On opening it is checked, brought up to what the
//! bank holds, and built anew where it is damaged or of another form; so nothing that happens to it loses anything.

mod form;
mod question;
mod store;

pub use question::{Hit, Within};
pub use store::{Index, IndexError, Note, Opened};
