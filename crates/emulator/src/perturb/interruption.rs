//! What comes up that nobody asked for: a dialog over the app, or a notification over its top.

use crate::{
    paint::Color,
    system::SYSTEM_UI,
    toolkit::{
        View, Window, WindowKind, button, column, dialog, frame_of, glass::STATUS, interaction::Touch,
        parts::message, text,
    },
};

use super::plan::Plan;

/// How long a notification covers the top of the screen.
pub const NOTICE_MS: i64 = 5000;

/// Something on the screen that nobody asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// A dialog of the system.
    System,
    /// A dialog of the app itself.
    App,
    /// A notification, until this time of the device.
    Notice {
        /// When it goes.
        until_ms: i64,
    },
}

impl Interruption {
    /// Whether back closes it, and nothing below takes taps.
    pub fn is_dialog(self) -> bool {
        match self {
            Interruption::System | Interruption::App => true,
            Interruption::Notice { .. } => false,
        }
    }

    /// Its window.
    pub fn window(self) -> Window {
        match self {
            Interruption::System => question(
                "System update",
                "A new version of the system is ready. The phone restarts to install it.",
                "Later",
                "Install now",
            )
            .of("android"),
            Interruption::App => question(
                "Enjoying this app?",
                "Take a moment to rate it.",
                "Not now",
                "Rate now",
            ),
            Interruption::Notice { .. } => notice(),
        }
    }
}

fn question(title: &'static str, says: &'static str, no: &'static str, yes: &'static str) -> Window {
    let answer = |label: &'static str, yes: bool| button(label, Touch::Interruption(yes));
    dialog(
        title,
        vec![message(says)],
        None,
        Some(answer(no, false)),
        Some(answer(yes, true)),
    )
}

fn notice() -> Window {
    let lines = column([
        text("Storage").id("android:id/title").bold().wide(),
        text("Some space can be freed.").id("android:id/text").wide(),
    ]);
    let card: View = frame_of([lines.wide()])
        .id("expandableNotificationRow")
        .tap(Touch::Interruption(true))
        .ground(Color::WHITE, 16)
        .wide()
        .high(48)
        .pad(12, 4);
    Window {
        kind: WindowKind::Toolbar {
            top: STATUS + Plan::bar(),
        },
        root: card,
        package: Some(SYSTEM_UI),
        cancelable: false,
    }
}
