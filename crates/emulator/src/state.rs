//! What a device keeps: files, tables, settings, clipboard and clock. Judges read nothing else.
//!
//! Cloning is cheap: big parts are shared until one copy changes.

pub mod changes;
mod clock;
mod files;
mod picture;
mod tables;

use std::collections::BTreeMap;

pub use clock::Clock;
pub use files::{Entry, Files, Photo};
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

/// Folders that every phone has in its shared storage.
const FOLDERS: [&str; 12] = [
    "Alarms",
    "Audiobooks",
    "DCIM",
    "Documents",
    "Download",
    "Movies",
    "Music",
    "Notifications",
    "Pictures",
    "Podcasts",
    "Recordings",
    "Ringtones",
];

/// Folders that apps have made at their first start.
const OF_APPS: [&str; 3] = [
    "Documents/Markor",
    "Android/data/net.osmand/files/tracks",
    "Android/data/com.dimowner.audiorecorder/files/Music/records",
];

/// Settings as they are on a new phone.
const SETTINGS: [(&str, &str); 6] = [
    ("global/airplane_mode_on", "0"),
    ("global/bluetooth_on", "1"),
    ("global/wifi_on", "1"),
    ("secure/location_mode", "3"),
    ("system/accelerometer_rotation", "0"),
    ("system/screen_brightness", "102"),
];

/// Alarms that a new phone has, turned off: hour, minutes and days.
const ALARMS: [(&str, &str, &str); 2] = [("8", "30", "Mon, Tue, Wed, Thu, Fri"), ("9", "0", "Sun, Sat")];

impl DeviceState {
    /// A new phone: the usual folders and settings, and nothing of anybody's.
    pub fn fresh() -> Self {
        let mut state = Self::default();
        let now = state.clock.now_ms();
        for folder in FOLDERS.into_iter().chain(OF_APPS) {
            state.files.mkdir(&format!("/storage/emulated/0/{folder}"), now);
        }
        state.settings = SETTINGS
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        for (hour, minutes, days) in ALARMS {
            let fields = [
                ("hour", hour),
                ("minutes", minutes),
                ("days", days),
                ("enabled", "0"),
            ];
            state.tables.insert("alarms", fields);
        }
        state
    }
}
