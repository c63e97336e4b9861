//! A recording to its file and back.

use super::{Head, Kept, recording_v1, recording_v2};
use crate::recording::{Recording, RecordingError, VERSION};

/// The versions of the file that can be read.
pub(crate) enum FileVersion {
    /// [`recording_v1`].
    V1,
    /// [`recording_v2`].
    V2,
}

/// The version that a file's text says.
pub(crate) fn file_version(text: &[u8]) -> Result<FileVersion, RecordingError> {
    let head: Head = serde_json::from_slice(text).map_err(RecordingError::damaged)?;
    match head.version {
        1 => Ok(FileVersion::V1),
        2 => Ok(FileVersion::V2),
        found if found > VERSION => Err(RecordingError::TooNew { found }),
        found => Err(RecordingError::Damaged {
            reason: format!("no recording ever had format version {found}"),
        }),
    }
}

impl RecordingError {
    pub(crate) fn damaged(error: serde_json::Error) -> Self {
        RecordingError::Damaged {
            reason: error.to_string(),
        }
    }
}

impl Recording {
    /// The file's text, of the oldest version that has all that stands in it.
    pub fn to_json(&self) -> Result<String, RecordingError> {
        let kept = recording_v2::Recording::keep(self).in_oldest_form();
        serde_json::to_string(&kept).map_err(RecordingError::damaged)
    }

    /// Read a file's text, of this or any older version; every index is checked against its screen.
    pub fn from_json(text: &str) -> Result<Self, RecordingError> {
        let recording = match file_version(text.as_bytes())? {
            FileVersion::V1 => serde_json::from_str::<recording_v1::Recording>(text).map(Into::into),
            FileVersion::V2 => serde_json::from_str::<recording_v2::Recording>(text),
        };
        let recording: Recording = recording.map_err(RecordingError::damaged)?.restore();
        for (idx, step) in recording.steps.iter().enumerate() {
            let missing = step.action.targets().find(|id| step.screen.get(**id).is_none());
            if let Some(id) = missing {
                return Err(RecordingError::NoElement {
                    step: idx + 1,
                    index: id.0,
                    count: step.screen.elements.len(),
                });
            }
        }
        Ok(recording)
    }
}
