//! The messages, as far as clients use them: numbers and names are those of the emulator's and the forwarder's own
//! definitions.

use prost::Message;

/// Nothing.
#[derive(Clone, PartialEq, Message)]
pub struct Empty {}

/// How the emulator is.
#[derive(Clone, PartialEq, Message)]
pub struct EmulatorStatus {
    /// Its version.
    #[prost(string, tag = "1")]
    pub version: String,
    /// How long it has been running, in milliseconds.
    #[prost(uint64, tag = "2")]
    pub uptime: u64,
    /// Whether it can be used.
    #[prost(bool, tag = "3")]
    pub booted: bool,
}

/// A PNG file.
pub const PNG: i32 = 0;
/// Four bytes a pixel.
pub const RGBA: i32 = 1;
/// Three bytes a pixel.
pub const RGB: i32 = 2;

/// How a picture is, or is to be.
#[derive(Clone, PartialEq, Message)]
pub struct ImageFormat {
    /// [`PNG`], [`RGBA`] or [`RGB`].
    #[prost(int32, tag = "1")]
    pub format: i32,
    /// In pixels.
    #[prost(uint32, tag = "3")]
    pub width: u32,
    /// In pixels.
    #[prost(uint32, tag = "4")]
    pub height: u32,
    /// 0 is the only one.
    #[prost(uint32, tag = "5")]
    pub display: u32,
}

/// A picture.
#[derive(Clone, PartialEq, Message)]
pub struct Image {
    /// How it is.
    #[prost(message, optional, tag = "1")]
    pub format: Option<ImageFormat>,
    /// Its bytes.
    #[prost(bytes = "vec", tag = "4")]
    pub image: Vec<u8>,
    /// Its number.
    #[prost(uint32, tag = "5")]
    pub seq: u32,
}

/// One finger.
#[derive(Clone, PartialEq, Message)]
pub struct Touch {
    /// In pixels from the left.
    #[prost(int32, tag = "1")]
    pub x: i32,
    /// In pixels from the top.
    #[prost(int32, tag = "2")]
    pub y: i32,
    /// Which finger.
    #[prost(int32, tag = "3")]
    pub identifier: i32,
    /// 0 is a finger that is lifted.
    #[prost(int32, tag = "4")]
    pub pressure: i32,
}

/// Several fingers at once.
#[derive(Clone, PartialEq, Message)]
pub struct TouchEvent {
    /// Each of them.
    #[prost(message, repeated, tag = "1")]
    pub touches: Vec<Touch>,
    /// 0 is the only one.
    #[prost(int32, tag = "2")]
    pub display: i32,
}

/// Numbers of keys as Linux has them.
pub const EVDEV: i32 = 1;
/// The same, and eight more.
pub const XKB: i32 = 2;
/// A key is lifted.
pub const KEY_UP: i32 = 1;

/// A key.
#[derive(Clone, PartialEq, Message)]
pub struct KeyboardEvent {
    /// How it is numbered.
    #[prost(int32, tag = "1")]
    pub code_type: i32,
    /// 0 is pressed, [`KEY_UP`], 2 is both.
    #[prost(int32, tag = "2")]
    pub event_type: i32,
    /// Its number.
    #[prost(int32, tag = "3")]
    pub key_code: i32,
    /// Its name, as browsers have it.
    #[prost(string, tag = "4")]
    pub key: String,
    /// Text that is typed.
    #[prost(string, tag = "5")]
    pub text: String,
}

/// What is copied.
#[derive(Clone, PartialEq, Message)]
pub struct ClipData {
    /// The text.
    #[prost(string, tag = "1")]
    pub text: String,
}

/// A message from somebody.
#[derive(Clone, PartialEq, Message)]
pub struct SmsMessage {
    /// The other one's number.
    #[prost(string, tag = "1")]
    pub src_address: String,
    /// What it says.
    #[prost(string, tag = "2")]
    pub text: String,
}

/// The number is none.
pub const BAD_NUMBER: i32 = 2;

/// How a call or message went.
#[derive(Clone, PartialEq, Message)]
pub struct PhoneResponse {
    /// 0 is well, [`BAD_NUMBER`].
    #[prost(int32, tag = "1")]
    pub response: i32,
}

/// Whether the machine runs.
#[derive(Clone, PartialEq, Message)]
pub struct VmRunState {
    /// 1 is running.
    #[prost(int32, tag = "1")]
    pub state: i32,
}

/// A box.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct ProtoRect {
    /// Left edge.
    #[prost(int32, tag = "1")]
    pub left: i32,
    /// Top edge.
    #[prost(int32, tag = "2")]
    pub top: i32,
    /// Right edge.
    #[prost(int32, tag = "3")]
    pub right: i32,
    /// Bottom edge.
    #[prost(int32, tag = "4")]
    pub bottom: i32,
}

/// A widget.
#[derive(Clone, PartialEq, Message)]
pub struct NodeInfo {
    /// Its number among those of its window.
    #[prost(int32, tag = "1")]
    pub unique_id: i32,
    /// Where it is.
    #[prost(message, optional, tag = "2")]
    pub bounds_in_screen: Option<ProtoRect>,
    /// Its class.
    #[prost(string, tag = "3")]
    pub class_name: String,
    /// What it is said to be.
    #[prost(string, tag = "4")]
    pub content_description: String,
    /// What an empty field says.
    #[prost(string, tag = "5")]
    pub hint_text: String,
    /// Whose it is.
    #[prost(string, tag = "6")]
    pub package_name: String,
    /// What it shows.
    #[prost(string, tag = "7")]
    pub text: String,
    /// Where the selection begins.
    #[prost(int64, tag = "8")]
    pub text_selection_start: i64,
    /// Where it ends.
    #[prost(int64, tag = "9")]
    pub text_selection_end: i64,
    /// Its id.
    #[prost(string, tag = "10")]
    pub view_id_resource_name: String,
    /// The window it is in.
    #[prost(int32, tag = "11")]
    pub window_id: i32,
    /// Whether it can be checked.
    #[prost(bool, tag = "12")]
    pub is_checkable: bool,
    /// Whether it is.
    #[prost(bool, tag = "13")]
    pub is_checked: bool,
    /// Whether it takes taps.
    #[prost(bool, tag = "14")]
    pub is_clickable: bool,
    /// Whether it takes text.
    #[prost(bool, tag = "15")]
    pub is_editable: bool,
    /// Whether it can be used.
    #[prost(bool, tag = "16")]
    pub is_enabled: bool,
    /// Whether it can have the focus.
    #[prost(bool, tag = "17")]
    pub is_focusable: bool,
    /// Whether it takes long presses.
    #[prost(bool, tag = "19")]
    pub is_long_clickable: bool,
    /// Whether it hides what it holds.
    #[prost(bool, tag = "20")]
    pub is_password: bool,
    /// Whether it scrolls.
    #[prost(bool, tag = "21")]
    pub is_scrollable: bool,
    /// Whether it is selected.
    #[prost(bool, tag = "22")]
    pub is_selected: bool,
    /// Whether it can be seen.
    #[prost(bool, tag = "23")]
    pub is_visible_to_user: bool,
    /// The widgets in it.
    #[prost(int32, repeated, tag = "25")]
    pub child_ids: Vec<i32>,
    /// How many stand around it.
    #[prost(int32, tag = "27")]
    pub depth: i32,
}

/// The widgets of a window.
#[derive(Clone, PartialEq, Message)]
pub struct Tree {
    /// Layer by layer, the root first.
    #[prost(message, repeated, tag = "1")]
    pub nodes: Vec<NodeInfo>,
}

/// A window of an app.
pub const OF_APPLICATION: i32 = 1;
/// The window of a keyboard.
pub const OF_INPUT_METHOD: i32 = 2;
/// A window of the system.
pub const OF_SYSTEM: i32 = 3;

/// A window.
#[derive(Clone, PartialEq, Message)]
pub struct WindowInfo {
    /// Where it is.
    #[prost(message, optional, tag = "1")]
    pub bounds_in_screen: Option<ProtoRect>,
    /// Its number.
    #[prost(int32, tag = "3")]
    pub id: i32,
    /// How high it lies.
    #[prost(int32, tag = "4")]
    pub layer: i32,
    /// What it is, as [`OF_APPLICATION`].
    #[prost(int32, tag = "6")]
    pub window_type: i32,
    /// Whether it is in front.
    #[prost(bool, tag = "8")]
    pub is_active: bool,
    /// Whether it has the focus.
    #[prost(bool, tag = "9")]
    pub is_focused: bool,
    /// Its widgets.
    #[prost(message, optional, tag = "11")]
    pub tree: Option<Tree>,
}

/// All windows.
#[derive(Clone, PartialEq, Message)]
pub struct Forest {
    /// The lowest first.
    #[prost(message, repeated, tag = "1")]
    pub windows: Vec<WindowInfo>,
}
