//! What is on the device when an episode begins.

use thiserror::Error;

use crate::{
    apps::sms,
    state::{DeviceState, Fields},
};

/// The beginning of an instance: what is put on a fresh device.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Initial {
    /// Folders, whole paths.
    pub folders: Vec<String>,
    /// Files in the order they are made: path and content.
    pub files: Vec<(String, String)>,
    /// How far the clock is moved after each file, in milliseconds; it may go back.
    pub clock_shifts_ms: Vec<i64>,
    /// What was copied last.
    pub clipboard: Option<String>,
    /// Names and numbers.
    pub contacts: Vec<(String, String)>,
    /// Settings that differ from a fresh device's.
    pub settings: Vec<(String, String)>,
    /// Text messages, the oldest first.
    pub messages: Vec<Message>,
    /// Rows of the apps' tables, in the order they are made: the table, its columns and their values.
    pub rows: Vec<(String, Fields)>,
    /// Whether what is called as a picture in the camera's folder is one: its text is drawn.
    pub pictures: bool,
}

/// A text message that was sent or received before the episode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The other one's number.
    pub address: String,
    /// Its text.
    pub body: String,
    /// Sent, not received.
    pub sent: bool,
}

/// A beginning that can't be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadInitial {
    /// A file or folder can't be made.
    #[error("`{path}` can't be made: it is not an absolute path, or a file or folder is in its way")]
    Path {
        /// Its path.
        path: String,
    },
    /// The clock is moved more often than there are files.
    #[error("there are {shifts} clock shifts for {files} files")]
    Shifts {
        /// Clock shifts.
        shifts: usize,
        /// Files.
        files: usize,
    },
}

impl Initial {
    /// A fresh device with all of it.
    pub fn device(&self) -> Result<DeviceState, BadInitial> {
        let mut state = DeviceState::fresh();
        if self.clock_shifts_ms.len() > self.files.len() {
            return Err(BadInitial::Shifts {
                shifts: self.clock_shifts_ms.len(),
                files: self.files.len(),
            });
        }
        for path in &self.folders {
            if !path.starts_with('/') || !state.files.mkdir(path, state.clock.now_ms()) {
                return Err(BadInitial::Path { path: path.clone() });
            }
        }
        for (at, (path, text)) in self.files.iter().enumerate() {
            let now = state.clock.now_ms();
            let is_made = match self.pictures && is_picture(path) {
                true => state.files.draw(path, text, now),
                false => state.files.write(path, text, now),
            };
            if !path.starts_with('/') || !is_made {
                return Err(BadInitial::Path { path: path.clone() });
            }
            state
                .clock
                .advance(self.clock_shifts_ms.get(at).copied().unwrap_or(0));
        }
        state.clipboard.clone_from(&self.clipboard);
        for (name, number) in &self.contacts {
            add_contact(&mut state, name, number);
        }
        state.settings.extend(self.settings.iter().cloned());
        for it in &self.messages {
            sms::deliver(&mut state, &it.address, &it.body, it.sent);
        }
        for (table, fields) in &self.rows {
            state.tables.insert(table, fields.clone());
        }
        Ok(state)
    }
}

/// Whether a file is called as a picture of the camera's folder.
fn is_picture(path: &str) -> bool {
    path.starts_with("/storage/emulated/0/DCIM/") && [".jpg", ".png"].iter().any(|it| path.ends_with(it))
}

/// Put a contact into the table, as the app itself would.
pub(super) fn add_contact(state: &mut DeviceState, name: &str, number: &str) {
    let (given, family) = name.split_once(' ').unwrap_or((name, ""));
    state.tables.insert(
        "contacts",
        [
            ("display_name", name),
            ("given_name", given),
            ("family_name", family),
            ("company", ""),
            ("phone", number),
            ("phone_type", "Mobile"),
            ("email", ""),
        ],
    );
}
