//! A recording, and the file that it becomes.

/// The folder of the records.
pub const RECORDS: &str = "/storage/emulated/0/Android/data/com.dimowner.audiorecorder/files/Music/records";
/// What every record ends with.
pub(super) const EXTENSION: &str = ".m4a";

/// A recording that is being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recording {
    /// What was recorded before the last pause.
    pub before_ms: i64,
    /// Since when it goes on; `None` while it is paused.
    pub since_ms: Option<i64>,
}

impl Recording {
    pub fn length_ms(self, now: i64) -> i64 {
        self.before_ms + self.since_ms.map_or(0, |it| now - it)
    }
}

/// A record's name without its extension.
pub(super) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(EXTENSION).unwrap_or(name)
}
