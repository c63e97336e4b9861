//! Names of values that nobody gives.

/// The name under which the device's day, as a date is written (`2026-01-31`), stands among parameters: nobody gives it, and a script
/// asks the device.
pub const THIS_DAY: &str = "this_day";

/// The name of a text that is read and gone through record by record: nothing is made of the whole of it.
pub const LISTED: &str = "listed";

/// The name of what a page's address has for the record that it shows: it stands in other addresses as it is, and nothing is made of
/// it.
pub const RECORD_ID: &str = "record_id";
