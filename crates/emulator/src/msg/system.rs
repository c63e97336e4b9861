//! What the widgets of the system's windows tell it.

use super::app::AppId;

/// What the system's widgets tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Msg {
    /// Turn a tile on or off.
    Tile(Tile),
    /// Turn Wi-Fi on or off, in the internet panel.
    Wifi,
    /// The brightness slider.
    Brightness,
    /// Close the internet panel.
    Done,
    /// Share with this app.
    ShareWith(AppId),
    /// Copy what is shared.
    CopyShared,
    /// Choose the app that shows a file.
    Viewer(AppId),
    /// Open the file with the app that is chosen, now.
    JustOnce,
    /// Open the file with the app that is chosen, and all of its kind from now on.
    Always,
    /// Answer a permission dialog.
    Permit(bool),
}

/// The tiles of the quick settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Opens the internet panel.
    Internet,
    /// Bluetooth.
    Bluetooth,
    /// Do not disturb.
    Quiet,
    /// The torch.
    Flashlight,
    /// Airplane mode.
    Airplane,
    /// Auto-rotate.
    Rotate,
}
