//! What tests of several crates share. No product code depends on it.

mod adb;
mod needs;

pub use adb::{AdbServer, adb_clients};
pub use needs::{Part, instances, is_required, skip, there};
