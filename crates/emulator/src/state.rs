//! What a device keeps: files, tables, settings, clipboard and clock. Judges read nothing else.
//!
//! Cloning is cheap: big parts are shared until one copy changes.

mod clock;
mod files;
mod tables;

use std::collections::BTreeMap;

pub use clock::Clock;
pub use files::{Entry, Files};
pub use tables::{Fields, Row, Tables};

/// Everything that survives an app's restart, and the answer an agent gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceState {
    /// The file tree.
    pub files: Files,
    /// Databases: the rows of every table.
    pub tables: Tables,
    /// Settings, named like `global/wifi_on`.
    pub settings: BTreeMap<String, String>,
    /// What was copied last.
    pub clipboard: Option<String>,
    /// The device's time.
    pub clock: Clock,
    /// What was answered to a question, for the judge.
    pub answer: Option<String>,
}
