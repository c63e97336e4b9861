//! What tests of several crates share. No product code depends on it.

mod needs;

pub use needs::{Part, instances, is_required, skip, there};
