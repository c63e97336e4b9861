//! Functions that were built and verified: scripts, their receipts and their history on disk.
//!
//! ```text
//! ROOT/APP/NAME.rhai              the script, as a person reads and edits it
//! ROOT/APP/NAME.receipt.json      what it was verified on, with what result
//! ROOT/APP/NAME.history/001.rhai  every code there was on the way, the newest last
//! ```
//!
//! - [`Receipt`]: what is known about a function besides its code.
//! - [`Library`]: finds functions by name, by task and by words; publishes new ones.
//! - [`place`]: the folder and the name under which a task type's function is kept.

mod receipt;

mod file;

mod place;

mod publish;

mod history;

mod library;
mod search;

pub use file::{RECEIPT_VERSION, ReceiptError};
pub use history::{Change, difference};
pub use library::{Function, Library, LibraryError, Listing, Skipped, Standing};
pub use place::{Place, place, snake_case};
pub use publish::{Draft, Version};
pub use receipt::{Accepted, Explorer, KeptVersion, Mutation, Receipt, Tier, Tokens, Tried, sha256};
pub use search::Match;
