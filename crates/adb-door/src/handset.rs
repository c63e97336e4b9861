//! The phone behind the door: what it shows, what fingers and keys do to it, what it keeps.

use device::DeviceError;
use emulator::{SystemWindow, state::Row};
use ui::Element;

/// A widget that can be seen, with those in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The widget, as an accessibility service reports it.
    pub element: Element,
    /// Whether a service lists it that asks for no containers, nor for what says and does nothing.
    pub listed: bool,
    /// What it contains, as far as that can be seen.
    pub children: Vec<Node>,
}

/// What a finger does, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finger {
    /// A short touch.
    Tap(i32, i32),
    /// A long touch.
    Hold(i32, i32),
    /// From one place to another.
    Move((i32, i32), (i32, i32)),
}

/// A key that does something here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Back.
    Back,
    /// Home.
    Home,
    /// The apps that were opened.
    Recents,
    /// ENTER.
    Enter,
    /// Removes the selection, or the letter before the cursor.
    Delete,
    /// Ctrl+A.
    SelectAll,
}

/// An app that is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct App {
    /// Its package.
    pub package: String,
    /// What its icon is called.
    pub label: String,
    /// The activity that is started, as it stands behind `package/`.
    pub activity: String,
    /// Its version.
    pub version: String,
    /// Whether it has an icon in the launcher.
    pub has_icon: bool,
}

/// A file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Name without the folder.
    pub name: String,
    /// Whether it is a folder.
    pub is_dir: bool,
    /// Bytes; 0 for a folder.
    pub size: u64,
    /// When it was made, in milliseconds since 1970. The storage keeps no time of the last look, so that this is the
    /// access time that its tools say.
    pub created_ms: i64,
    /// When its content changed last.
    pub modified_ms: i64,
    /// When its content, its name or its place changed last.
    pub changed_ms: i64,
}

/// A phone. Paths are absolute, within the shared storage `/storage/emulated/0`.
pub trait Handset: Send {
    /// Width and height of the screen, in pixels.
    fn size(&self) -> (u32, u32);

    /// Package and activity in front; the activity as it stands behind `package/`.
    fn focus(&self) -> (String, String);

    /// The windows that are reported, the lowest first.
    fn windows(&self) -> Vec<Node>;

    /// The windows of the system above them, the lowest first: bars and the keyboard.
    fn system_windows(&self) -> Vec<(SystemWindow, Node)>;

    /// The windows of apps and of the system, the lowest first.
    fn all_windows(&self) -> Vec<Node> {
        let system = self.system_windows().into_iter().map(|it| it.1);
        self.windows().into_iter().chain(system).collect()
    }

    /// Whether the keyboard is shown.
    fn has_keyboard(&self) -> bool;

    /// The screen as a PNG file.
    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError>;

    /// The screen's pixels: four bytes each (red, green, blue, 255), row by row.
    fn pixels(&mut self) -> Vec<u8>;

    /// A finger does something.
    fn touch(&mut self, finger: Finger);

    /// A key is pressed.
    fn press(&mut self, key: Key);

    /// Text is typed where the focus is.
    fn type_text(&mut self, text: &str);

    /// The apps that are installed.
    fn apps(&self) -> Vec<App>;

    /// Packages of the apps that run, the one in front last.
    fn running(&self) -> Vec<String>;

    /// Bring an app to the front; `false` where there is none of this package.
    fn start(&mut self, package: &str) -> bool;

    /// End an app; `false` where there is none of this package.
    fn stop(&mut self, package: &str) -> bool;

    /// End an app and drop what it keeps; `false` where there is none of this package.
    fn clear(&mut self, package: &str) -> bool;

    /// The settings of a namespace, as `global`.
    fn settings(&self, namespace: &str) -> Vec<(String, String)>;

    /// Change a setting, or take it away.
    fn set(&mut self, namespace: &str, key: &str, value: Option<&str>);

    /// What was copied last.
    fn clipboard(&self) -> Option<String>;

    /// Copy a text.
    fn copy(&mut self, text: &str);

    /// A text message comes in.
    fn receive(&mut self, from: &str, text: &str);

    /// A call from a number has come to its end: it stands among the recent ones.
    fn called(&mut self, from: &str);

    /// A new contact is begun, with a name and a number that are already there.
    fn begin_contact(&mut self, name: &str, number: &str);

    /// The messages of a number are shown, with a text that is not sent yet.
    fn begin_message(&mut self, number: &str, text: &str);

    /// The rows of a table that an app keeps; none where there is no such table.
    fn rows(&self, table: &str) -> Vec<Row>;

    /// Let a table have these rows, by their numbers.
    fn replace(&mut self, table: &str, rows: Vec<Row>);

    /// The time, in milliseconds since 1970.
    fn now_ms(&self) -> i64;

    /// Let time pass; a negative number turns the clock back.
    fn pass(&mut self, ms: i64);

    /// What there is at a path; its name is empty.
    fn stat(&self, path: &str) -> Option<Entry>;

    /// What is in a folder, by name.
    fn list(&self, path: &str) -> Vec<Entry>;

    /// A file's content.
    fn read(&self, path: &str) -> Option<Vec<u8>>;

    /// Write a whole file, with the folders above it; `false` where a folder has its name or a file stands in the way.
    fn write(&mut self, path: &str, data: &[u8]) -> bool;

    /// Make a folder and those above it; `false` where a file is in the way.
    fn mkdir(&mut self, path: &str) -> bool;

    /// Remove a file, or a folder with all that is in it; `false` where there is nothing.
    fn remove(&mut self, path: &str) -> bool;

    /// Give a file or folder another name or place; `false` where that can't be.
    fn rename(&mut self, from: &str, to: &str) -> bool;
}
