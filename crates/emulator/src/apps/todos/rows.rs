//! The rows of the tasks.

use crate::state::Row;

/// The table of the tasks.
pub const TABLE: &str = "tasks";

/// A column as a number; none is 0.
pub(super) fn number(row: &Row, column: &str) -> i64 {
    row.get(column).parse().unwrap_or_default()
}

pub(super) fn is_completed(row: &Row) -> bool {
    number(row, "completed") > 0
}
