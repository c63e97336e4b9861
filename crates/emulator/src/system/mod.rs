//! The system's own windows over the apps: notification shade, share sheet, permission dialog, internet panel.
//!
//! Settings that the tiles read and write are those AndroidWorld's judges read: `global/wifi_on`,
//! `global/bluetooth_on`, `global/airplane_mode_on`.

mod viewer;

use std::borrow::Cow;

pub use crate::msg::system::{Msg, Tile};
use crate::{
    msg::AppId,
    paint::{Color, IconName},
    state::DeviceState,
    toolkit::{
        View, Window, WindowKind, column,
        date::Date,
        frame_of, image, row, scroller, slider, switch_row, text,
        view::{Axis, Dim, Gravity},
    },
};
pub use viewer::{prefer, preferred, viewers};

/// The window the system shows, if it shows one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// None.
    #[default]
    None,
    /// The shade, with all tiles when it was pulled twice.
    Shade {
        /// Pulled twice.
        expanded: bool,
    },
    /// The internet panel.
    Internet,
    /// The sheet of apps that take text, and the text.
    Share {
        /// What is shared.
        text: String,
        /// Who shares it.
        from: AppId,
    },
    /// The sheet of apps that show a file.
    OpenWith {
        /// The file.
        path: String,
        /// The app that is chosen.
        chosen: Option<AppId>,
    },
    /// The permission dialog and its question.
    Permission {
        /// The question.
        question: String,
    },
}

/// Package of shade and panels.
pub const SYSTEM_UI: &str = "com.android.systemui";
const BRIGHTNESS: &str = "system/screen_brightness";
const GROUND: Color = Color::rgb(0xe9ecf2);

impl Tile {
    const ALL: [Tile; 6] = [
        Tile::Internet,
        Tile::Bluetooth,
        Tile::Quiet,
        Tile::Flashlight,
        Tile::Airplane,
        Tile::Rotate,
    ];

    fn parts(self) -> (&'static str, IconName, &'static str) {
        match self {
            Tile::Internet => ("Internet", IconName::Wifi, "global/wifi_on"),
            Tile::Bluetooth => ("Bluetooth", IconName::Bluetooth, "global/bluetooth_on"),
            Tile::Quiet => ("Do Not Disturb", IconName::Bell, "global/zen_mode"),
            Tile::Flashlight => ("Flashlight", IconName::Flashlight, "secure/flashlight_enabled"),
            Tile::Airplane => ("Airplane mode", IconName::Airplane, "global/airplane_mode_on"),
            Tile::Rotate => ("Auto-rotate", IconName::Redo, "system/accelerometer_rotation"),
        }
    }
}

/// What the names of settings begin with that say so.
const FIRST_START: &str = "first_start/";

/// The setting that says that an app was never started, so that it begins with what it asks everybody once.
pub fn never_started(package: &str) -> (String, String) {
    (first_start_key(package), "1".to_owned())
}

/// Whether a setting is one that [`never_started`] makes.
pub fn is_never_started((key, value): &(String, String)) -> bool {
    key.starts_with(FIRST_START) && value == "1"
}

/// Whether an app still has to ask what it asks everybody once.
pub fn is_first_start(device: &DeviceState, package: &str) -> bool {
    is_on(device, &first_start_key(package))
}

/// The app has asked.
pub fn started(device: &mut DeviceState, package: &str) {
    device.settings.insert(first_start_key(package), "0".to_owned());
}

fn first_start_key(package: &str) -> String {
    format!("{FIRST_START}{package}")
}

/// Whether a setting is on.
pub fn is_on(device: &DeviceState, key: &str) -> bool {
    device.settings.get(key).is_some_and(|it| it != "0")
}

/// Turn a setting on or off.
pub fn flip(device: &mut DeviceState, key: &str) {
    let value = if is_on(device, key) { "0" } else { "1" };
    device.settings.insert(key.to_owned(), value.to_owned());
}

/// Do what a tile does; answers the panel that is shown then.
pub fn press(tile: Tile, shade: Panel, device: &mut DeviceState) -> Panel {
    match tile {
        Tile::Internet => Panel::Internet,
        Tile::Bluetooth | Tile::Quiet | Tile::Flashlight | Tile::Airplane | Tile::Rotate => {
            flip(device, tile.parts().2);
            shade
        }
    }
}

/// Turn Wi-Fi on or off.
pub fn flip_wifi(device: &mut DeviceState) {
    flip(device, Tile::Internet.parts().2);
}

/// The brightness of the display, 1 to 255.
pub fn brightness(device: &DeviceState) -> i32 {
    device
        .settings
        .get(BRIGHTNESS)
        .and_then(|it| it.parse().ok())
        .unwrap_or(128)
}

/// Set the brightness to a part of the slider, in thousandths. It is never quite dark.
pub fn set_brightness(device: &mut DeviceState, part: i32) {
    let value = (part * 255 / 1000).clamp(1, 255);
    device.settings.insert(BRIGHTNESS.to_owned(), value.to_string());
}

/// The panel's window.
pub fn window(panel: &Panel, device: &DeviceState) -> Option<Window> {
    match panel {
        Panel::None => None,
        Panel::Shade { expanded } => Some(shade(device, *expanded)),
        Panel::Internet => Some(internet(device)),
        Panel::Share { text, from } => Some(share(text, *from)),
        Panel::OpenWith { path, chosen } => Some(viewer::sheet(path, *chosen)),
        Panel::Permission { question } => Some(permission(question)),
    }
}

fn shade(device: &DeviceState, expanded: bool) -> Window {
    let date = Date::from_ms(device.clock.now_ms());
    let count = if expanded { Tile::ALL.len() } else { 4 };
    let tiles = Tile::ALL.into_iter().take(count).map(|tile| {
        let (name, icon, key) = tile.parts();
        let on = is_on(device, key);
        let (label, state): (Cow<'static, str>, _) = match tile {
            Tile::Internet if on => ("Internet,AndroidWifi".into(), "AndroidWifi"),
            _ => (name.into(), if on { "On" } else { "Off" }),
        };
        let words = column([
            text(name).id("tile_label").size(14).wide(),
            text(state).size(12).wide(),
        ])
        .width(Dim::Share(1));
        row([image(icon), words.at(Gravity::Center)])
            .class("android.widget.Switch")
            .desc(label)
            .checked(on)
            .tap(Msg::Tile(tile))
            .ground(GROUND, 24)
            .wide()
            .high(72)
            .pad(8, 4)
    });
    let mut grid = frame_of(tiles)
        .class("android.view.ViewGroup")
        .id("tile_page")
        .wide();
    grid.axis = Axis::Grid(2);
    let head = row([
        text(date.time()).id("clock").size(20).width(Dim::Share(1)),
        text(date.short_day()).id("date").size(14),
    ]);
    let mut parts = vec![head.wide().high(48).pad(24, 4), grid.pad(16, 8)];
    if expanded {
        parts.push(slider(
            "slider",
            "Display brightness",
            brightness(device),
            255,
            Msg::Brightness,
        ));
    }
    let notices = device.tables.rows("notifications").iter().map(|it| {
        column([
            text(it.get("title").to_owned())
                .id("android:id/title")
                .bold()
                .wide(),
            text(it.get("text").to_owned()).id("android:id/text").wide(),
        ])
        .wide()
        .pad(24, 8)
    });
    let list = scroller(
        "android.widget.ScrollView",
        "notification_stack_scroller",
        "",
        notices,
    )
    .height(Dim::Share(1));
    parts.push(list);
    if device.tables.rows("notifications").is_empty() {
        parts.push(text("No notifications").id("no_notifications").wide().pad(24, 24));
    }
    let root = column([row([]).high(48), column(parts).fill()])
        .fill()
        .ground(Color::WHITE, 0);
    Window::over(WindowKind::Screen, root).of(SYSTEM_UI)
}

fn internet(device: &DeviceState) -> Window {
    let on = is_on(device, Tile::Internet.parts().2);
    let mut parts = vec![
        text("Internet")
            .id("internet_dialog_title")
            .size(22)
            .wide()
            .pad(24, 12),
    ];
    parts.push(switch_row("Wi-Fi", on, Msg::Wifi).id("turn_on_wifi_layout"));
    if on {
        parts.push(
            column([
                text("AndroidWifi").id("wifi_title").size(16),
                text("Connected").id("wifi_summary"),
            ])
            .wide()
            .pad(24, 8),
        );
    }
    parts.push(
        row([
            View::new("android.view.View").width(Dim::Share(1)),
            crate::toolkit::button("Done", Msg::Done).id("done_button"),
        ])
        .wide()
        .pad(16, 8),
    );
    Window::over(WindowKind::Sheet, column(parts).wide()).of(SYSTEM_UI)
}

fn share(shared: &str, from: AppId) -> Window {
    let targets = AppId::ALL
        .iter()
        .filter(|it| it.info().takes_text && **it != from)
        .map(|app| {
            column([
                image(app.info().icon.unwrap_or(IconName::Square)).wide(),
                text(app.info().label).id("android:id/text1").size(12).wide(),
            ])
            .id("android:id/item")
            .tap(Msg::ShareWith(*app))
            .wide()
            .high(96)
            .pad(4, 8)
        });
    let mut grid = scroller(
        "androidx.recyclerview.widget.RecyclerView",
        "android:id/resolver_list",
        "",
        targets,
    );
    grid.axis = Axis::Grid(4);
    let preview: String = shared.chars().take(160).collect();
    let root = column([
        text("Share text")
            .id("android:id/headline")
            .size(18)
            .wide()
            .pad(24, 12),
        text(preview)
            .id("android:id/content_preview_text")
            .wide()
            .pad(24, 8),
        row([crate::toolkit::button("Copy", Msg::CopyShared).id("android:id/chooser_copy_button")])
            .wide()
            .pad(16, 0),
        grid,
    ]);
    Window::over(WindowKind::Sheet, root.wide()).of("android")
}

fn permission(question: &str) -> Window {
    let button = |id: &'static str, label: &'static str, given: bool| {
        crate::toolkit::button(label, Msg::Permit(given)).id(id).wide()
    };
    let mut allow = button(
        "com.android.permissioncontroller:id/permission_allow_button",
        "Allow",
        true,
    );
    let mut deny = button(
        "com.android.permissioncontroller:id/permission_deny_button",
        "Don't allow",
        false,
    );
    (allow.caps, deny.caps) = (false, false);
    let root = column([
        text(question.to_owned())
            .id("com.android.permissioncontroller:id/permission_message")
            .size(18)
            .wide()
            .pad(16, 16),
        allow,
        deny,
    ]);
    let window = Window::over(WindowKind::Dialog, root.wide().pad(16, 16))
        .of("com.google.android.permissioncontroller");
    Window {
        cancelable: false,
        ..window
    }
}
